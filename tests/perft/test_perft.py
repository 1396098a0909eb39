"""Perft: the stored counts are those of today's rules, and a rule that changes is noticed."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.kit.rules import Rules
from domain.titles import TITLES
from tests.made import kept
from tests.perft import __main__ as program
from tests.perft import files
from tests.perft.counting import Counts, Digests, counted, plain
from tests.perft.files import EXAMPLES, OFFERS, POSITIONS, differences, path_of, read
from tests.perft.positions import Chance, Played, Refused, choices, grown, replayed
from tests.playing import Game

ROOT = Path(__file__).parents[2]


def nobody(game: Game, number: int) -> None:
    """Who does not look."""


def sample(title: str, places: slice) -> list[str]:
    """What differs in some positions of the first game of a title."""
    file = read(title)
    first = file.games[0]
    return differences(TITLES[title], first, file.most, first.positions[places])


@pytest.mark.parametrize("title", TITLES)
def test_a_sample_of_the_positions_has_the_counts_on_file(title: str) -> None:
    assert sample(title, slice(0, 25, 10)) == []


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_every_position_has_the_counts_on_file(title: str) -> None:
    file = read(title)
    assert [line for game in file.games for line in differences(TITLES[title], game, file.most)] == []


# title               positions where every order is listed, and where examples of them are counted
KINDS = {
    "shinobi": (1_000, 0),
    "kawanakajima": (500, 500),
    "twilight_shogun": (245, 755),
    "rising_sun": (278, 722),
    "clan_war": (4, 996),
}


@pytest.mark.parametrize("title", TITLES)
def test_a_thousand_positions_of_each_title_are_on_file(title: str) -> None:
    positions = [position for game in read(title).games for position in game.positions]
    assert len(positions) == POSITIONS
    found = tuple(sum(position.of == kind for position in positions) for kind in (OFFERS, EXAMPLES))
    assert found == KINDS.get(title, found)
    assert all(len(one.orders) - len(one.successors) in (0, 1) for one in positions)
    assert all(len(one.successors) >= 1 for one in positions)


@pytest.mark.parametrize("title", TITLES)
def test_a_file_has_one_game_on_a_line(title: str) -> None:
    text = path_of(title).read_text("utf-8")
    assert text == files.written(read(title))
    assert len(text.splitlines()) == len(read(title).games) + 2


@pytest.mark.parametrize("title", TITLES)
def test_the_bounds_are_those_that_the_files_were_made_with(title: str) -> None:
    assert read(title).most == files.most_of(title)


# title, a function of its rules, another in its place, and the positions of the first game that show it
CHANGED: list[tuple[str, str, Callable[..., Any], slice]] = [
    ("shinobi", "domain.shinobi.turn.clan_shields", lambda *_: (), slice(5, 10)),
    ("kawanakajima", "domain.kawanakajima.movement.ways.may_enter_zone", lambda *_: True, slice(50, 52)),
    ("twilight_shogun", "domain.twilight_shogun.actions.reach.in_reach", lambda *_, **__: True, slice(1)),
    ("rising_sun", "domain.rising_sun.board.force.own_force", lambda *_: (0, "none"), slice(5, 10)),
    ("clan_war", "domain.clan_war.battle.honor.starting_terms", lambda *_: (), slice(14, 15)),
]


@pytest.mark.parametrize(("title", "rule", "instead", "places"), CHANGED)
def test_a_rule_that_is_changed_is_noticed(
    title: str, rule: str, instead: Callable[..., Any], places: slice, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert sample(title, places) == []
    monkeypatch.setattr(rule, instead)
    said = sample(title, places)
    assert said
    assert all(line.startswith("Game 0") for line in said)


def test_a_rule_that_leaves_the_counts_alone_is_noticed_by_what_stands_on_the_board(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    old = read("clan_war").games[0].positions[14]
    monkeypatch.setattr("domain.clan_war.battle.honor.starting_terms", lambda *_: ())
    (new,) = files.recounted(TITLES["clan_war"], read("clan_war").games[0], [old], files.MOST["clan_war"])
    assert replace(new, check=old.check) == old
    assert new.check != old.check


# ---- how it is counted


def state_of(rules: Rules, orders: int, seed: int = 0) -> Game:
    stored = read(rules.title).games[seed]
    return replayed(rules, Played(seed, stored.orders), nobody, orders)


def test_the_counts_of_a_position_are_those_of_all_ways_to_play_on() -> None:
    """Counted by hand: every order after every order, without any position being counted once only."""
    game = state_of(TITLES["shinobi"], 4)
    stored = next(one for one in read("shinobi").games[0].positions if one.after == 4)
    names: list[set[bytes]] = [set(), set()]
    ways = [0, 0]
    for first in choices(game):
        one = copy(game)
        one.post(*first, Chance("shinobi 0 after 4 depth 1"))
        ways[0] += 1
        names[0].add(Digests().of(one.state))
        for second in choices(one):
            two = copy(one)
            two.post(*second, Chance("shinobi 0 after 4 depth 2"))
            ways[1] += 1
            names[1].add(Digests().of(two.state))
    assert stored.orders[:2] == tuple(ways)
    assert stored.successors[:2] == tuple(map(len, names))


def test_the_depths_end_where_there_are_more_orders_than_may_be_played() -> None:
    game = state_of(TITLES["shinobi"], 4)
    whole = counted(game, "here", 10**6)
    assert (len(whole.orders), len(whole.successors)) == (3, 3)
    second = whole.orders[1]
    assert whole.successors[0] == whole.orders[0], "Here every first order leads to a position of its own."
    bound, below = counted(game, "here", second), counted(game, "here", second - 1)
    assert len(bound.successors) == 2
    assert (below.orders, below.successors) == (whole.orders[:2], whole.successors[:1])


def test_the_chance_of_a_place_is_always_the_same_and_of_another_not() -> None:
    game = state_of(TITLES["twilight_shogun"], 22)
    first: Counts = counted(game, "here", 10)
    assert counted(game, "here", 10) == first
    assert counted(game, "there", 10).check != first.check


def test_a_field_that_stands_as_by_default_and_the_order_of_a_set_change_no_digest() -> None:
    assert plain(frozenset({"b", "a"})) == plain({"a", "b"}) == ["{", "a", "b"]
    assert plain({2: "b", 1: "a"}) == plain({1: "a", 2: "b"})
    assert plain((1, [None, True, "x", b"y"])) == [1, [None, True, "x", b"y"]]

    class Before(msgspec.Struct):
        men: int

    class After(msgspec.Struct):
        men: int
        tired: bool = False

    After.__name__ = "Before"
    assert plain(Before(3)) == plain(After(3)) != plain(After(3, True))
    with pytest.raises(TypeError, match="A float stands on the board"):
        plain(1.5)


SHOWN = """
from domain.titles import TITLES
from tests.perft.counting import Digests
from tests.perft.test_perft import state_of
for title, rules in TITLES.items():
    print(title, Digests().of(state_of(rules, 25).state).hex())
"""


@pytest.mark.soak
def test_the_digests_are_the_same_in_every_process() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", SHOWN],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1
    assert len(said.pop().split()) == 2 * len(TITLES)


# ---- the files


def test_a_game_whose_order_is_refused_now_is_named_and_played_on_from_there() -> None:
    rules, (stored, *_) = TITLES["shinobi"], read("shinobi").games
    broken = replace(stored, orders=(*stored.orders[:9], stored.orders[0], *stored.orders[10:]))
    (said,) = differences(rules, broken, 10, broken.positions[-1:])
    assert said.startswith(f"Game 0: Order 10, “{stored.orders[0]}”, is refused now: ")
    game = grown(rules, Played(0, broken.orders))
    assert game.orders[:9] == stored.orders[:9]
    assert replayed(rules, game, nobody).is_over()
    with pytest.raises(Refused):
        replayed(rules, Played(0, broken.orders), nobody)


def test_a_file_is_written_as_it_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw, file = path_of("shinobi").read_bytes(), read("shinobi")
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    files.write(file)
    assert path_of("shinobi").read_bytes() == raw


def test_the_program_says_what_differs_and_stores_what_is_counted_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    monkeypatch.setattr(kept, "DIGESTS", tmp_path / "digests.json")
    monkeypatch.setattr(files, "POSITIONS", 6)
    monkeypatch.setattr(files, "FROM_EACH", {"shinobi": 4})
    monkeypatch.setattr(files, "MOST", {"shinobi": 5})
    assert program.main(["shinobi", "--write"]) == 0
    file = read("shinobi")
    assert [len(game.positions) for game in file.games] == [4, 2]
    first, *rest = file.games[0].positions
    doubted = replace(first, orders=(99,))
    files.write(replace(file, games=(replace(file.games[0], positions=(doubted, *rest)), file.games[1])))
    capsys.readouterr()
    assert program.main(["shinobi"]) == 1
    assert f"Game 0 after {first.after} orders: offers 99 to " in capsys.readouterr().out
    assert program.main(["shinobi", "--write"]) == 1
    assert read("shinobi") == file
    assert program.main(["shinobi"]) == 0
    assert list(kept.read()) == ["positions of shinobi"]
