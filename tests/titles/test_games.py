"""Random games of every title: they end, they load to what they were, the audit finds nothing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding, conserved, readjudicate
from domain.game.entries.entries import SEAT, Asked, Entry, Ordered, entry_type
from domain.kit.chance import Bound, Faces, Thrown
from domain.kit.facts import Fact, State
from domain.kit.rules import Rules
from domain.titles import TITLES
from tests.playing import Game
from tests.titles.play import LONG, Course, Luck, Played, few, finished, is_played, long_proofs, opening
from tests.titles.short import GAMES, short

MANY = range(20, 520)

NOTHING_GIVEN = Bound(b"", ())


def test_a_title_is_found_by_its_name() -> None:
    for name, rules in TITLES.items():
        assert rules.title == name
        assert "default" in rules.presets
    with pytest.raises(KeyError):
        TITLES["go"]


@pytest.mark.budget(200, "a whole game of the longest title, each order of which is decided twice")
@pytest.mark.parametrize("seed", few(4, 20))
def test_a_random_game_is_kept_whole(rules: Rules, data: Any, seed: int) -> None:
    holds(rules, data, finished(rules.title, seed))


@pytest.mark.parametrize("nth", range(GAMES))
def test_a_short_game_is_kept_whole(rules: Rules, data: Any, nth: int) -> None:
    """In which much happens: what is found in each step of a game is found in these."""
    game = short(rules.title, nth)
    stops = {position: stop.state for position, stop in game.stops.items()}
    loads_to_what_it_was(rules, data, list(game.entries), stops)
    hold_together(rules, data, list(game.entries))


@pytest.mark.soak
@pytest.mark.parametrize(("rules", "seeds"), long_proofs(MANY), indirect=["rules"])
def test_many_random_games_are_kept_whole(rules: Rules, data: Any, seeds: list[int]) -> None:
    """250 games of Shinobi, 124 each of Rising Sun and Clan War, 50 of Twilight of Shogun, 24 of
    Kawanakajima; `tests.titles.many` plays more."""
    for seed in seeds:
        is_kept_whole(rules, data, seed)


def test_the_many_games_have_every_preset(rules: Rules) -> None:
    played = [seed for seed in MANY if is_played(rules.title, seed, LONG)]
    assert len(played) >= 20
    assert {opening(rules, seed).preset for seed in played} == set(rules.presets)


def is_kept_whole(rules: Rules, data: Any, seed: int) -> None:
    holds(rules, data, Played(rules, seed, data).to_the_end())


def holds(rules: Rules, data: Any, played: Played) -> None:
    winners = played.game.winners
    assert bool(winners) != (rules.ending(played.game.state.board) == "settled")
    assert set(winners) <= set(played.game.seats)
    assert played.game.awaited() == ()
    loads_to_what_it_was(rules, data, played.entries, played.stops)
    hold_together(rules, data, played.entries)


def hold_together(rules: Rules, data: Any, entries: list[Entry]) -> None:
    moves_the_agenda_once_a_unit(entries)
    cites_headings(rules, entries)
    assert readjudicate(rules, data, entries) is None
    assert conserved(rules, data, entries) is None


def loads_to_what_it_was(
    rules: Rules, data: Any, entries: list[Entry], stops: Mapping[int, State[Any, Any]]
) -> None:
    """At every position, from the entries as they are stored; and at every stop nothing is left to do."""
    stored = through_the_store(rules, entries)
    assert stored == entries
    direct, loaded = Game("direct", rules), Game("loaded", rules)
    for entry, same in zip(entries, stored, strict=True):
        for game, one in ((direct, entry), (loaded, same)):
            game.fold(one)
            if game.position == 1:
                game.begin(data)
        assert loaded.state == direct.state
        if loaded.position in stops:
            assert loaded.state == stops[loaded.position]
            assert loaded.settle(Faces()) == ()
    assert loaded.is_over()


def through_the_store(rules: Rules, entries: list[Entry]) -> list[Entry]:
    decoder = msgspec.msgpack.Decoder(entry_type(rules))
    return [decoder.decode(msgspec.msgpack.encode(entry)) for entry in entries]


def moves_the_agenda_once_a_unit(entries: list[Entry]) -> None:
    """The facts of a unit count down to 0, and only the last of them moves the agenda."""
    left = 0
    for entry in entries:
        if not isinstance(entry, Fact):
            assert left == 0
            continue
        assert left == 0 or entry.more == left - 1
        assert entry.more == 0 or not (entry.done or entry.then)
        left = entry.more
    assert left == 0


def cites_headings(rules: Rules, entries: list[Entry]) -> None:
    """Every fact and every question."""
    for entry in entries:
        if isinstance(entry, Fact):
            dropped = entry == Fact("agenda", done=True)
            assert dropped or entry.rule in rules.headings, entry
        elif isinstance(entry, Thrown):
            assert entry.question.rule in rules.headings, entry


ORDERS = 60
"""Of a game that is played twice."""


def test_the_same_game_is_played_alike(rules: Rules, data: Any) -> None:
    for seed in range(2):
        one = Played(rules, seed, data, course=Course(rules, seed, data))
        two = Played(rules, seed, data, course=Course(rules, seed, data))
        while one.orders < ORDERS and not one.game.is_over():
            one.step()
            two.step()
        assert one.entries == two.entries


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12))
def test_the_same_game_is_played_alike_to_its_end(rules: Rules, data: Any, seed: int) -> None:
    again = Played(rules, seed, data, course=Course(rules, seed, data)).to_the_end()
    assert again.entries == finished(rules.title, seed).entries


@pytest.mark.budget(100, "a whole game, twice")
@pytest.mark.parametrize("seed", few(2, 6))
def test_a_game_whose_throws_come_later_is_the_same_game(rules: Rules, data: Any, seed: int) -> None:
    """Each throw is awaited: the question stands on record, and the answer comes from outside."""
    played = finished(rules.title, seed)
    game, luck, entries = Game("late", rules), Luck(seed), list[Entry]()
    given = [entry for entry in played.entries if isinstance(entry, Ordered) and entry.by == SEAT]
    entries += game.open(opening(rules, seed), data, Faces())
    while game.asked or given:
        if game.asked:
            assert game.awaited() == ()
            entries += game.enter(luck.answer(game.asked, NOTHING_GIVEN).faces, Faces())
        else:
            order = given.pop(0)
            entries += game.post(order.seat, order.plain(), Faces())
    assert game.state == played.game.state
    assert [_unasked(entry) for entry in entries if not isinstance(entry, Asked)] == played.entries
    assert readjudicate(rules, data, entries) is None
    assert through_the_store(rules, entries) == entries


def _unasked(entry: Entry) -> Entry:
    """The entry as if nobody had had to wait for it."""
    return replace(entry, real=False) if isinstance(entry, Thrown) else entry


@pytest.mark.budget(150, "a whole game is played, and decided again from some nine places")
@pytest.mark.parametrize("seed", few(2, 6))
def test_an_altered_record_is_found(rules: Rules, data: Any, seed: int) -> None:
    """A fact that is left out, and an order in the name of another, at places all over the game.

    Where the other seat is awaited too, what follows from the order tells.
    """
    played = finished(rules.title, seed)
    for at in range(1, len(played.entries), max(29, len(played.entries) // 8)):
        entry, rest = played.entries[at], played.entries[at + 1 :]
        alike = next(
            n for n, other in enumerate([*rest, None]) if other != entry
        )  # as good as the one left out
        assert found(rules, data, [*played.entries[:at], *rest]).position <= at + 1 + alike
        if isinstance(entry, Ordered):
            seats = played.game.seats
            other = seats[seats.index(entry.seat) - 1]
            forged = Ordered(other, entry.order, entry.by)
            assert found(rules, data, [*played.entries[:at], forged, *rest]).position in (at + 1, at + 2)


def found(rules: Rules, data: Any, entries: list[Entry]) -> Finding:
    finding = readjudicate(rules, data, entries)
    assert finding is not None
    assert finding.why
    return finding


def test_tags_are_written_out_and_different(rules: Rules) -> None:
    for kinds in (rules.orders, rules.events, rules.items):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert all(isinstance(tag, str) and tag == tag.lower() for tag in tags)
        assert len(set(tags)) == len(tags)


def test_everything_that_is_stored_is_frozen(rules: Rules) -> None:
    stored: tuple[type[Struct], ...] = (*rules.orders, *rules.events, *rules.items, rules.options)
    assert [kind for kind in stored if not kind.__struct_config__.frozen] == []


def test_presets_and_options_survive_the_store(rules: Rules) -> None:
    for preset in rules.presets.values():
        assert msgspec.json.decode(msgspec.json.encode(preset), type=rules.options) == preset
