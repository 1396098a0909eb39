"""What would follow from an order is told from what its seat knows: alike, whatever the others hide; and it
is what does follow, as far as it goes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.game.entries.entries import Entry
from domain.kit.chance import Thrown
from domain.kit.errors import StaleOrder
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from projections.titles import PICTURES
from referee.programs.foreseeing import HIDDEN, MOST, OVER, REFUSED, THROW, Foreseen, foreseen
from tests.playing import Game
from tests.titles.play import Luck, Played, few, finished
from tests.titles.secrets import TWISTED, worlds

STEPS, TRIED = 40, 8
"""Orders of a game that are played, and positions between two that are looked at."""


def told(rules: Rules, seat: str, entry: Entry) -> str:
    if not isinstance(entry, Fact):
        return ""
    return PICTURES[rules.title].sentence(entry.event, seat) if entry.event is not None else ""


def lines_of(game: Game, seat: str, most: int = 3) -> list[str]:
    write = game.rules.notation(game.now.data, game.seats).write
    return [write(order) for order in game.examples(seat)[:most]]


def tried(game: Game, seat: str, *lines: str) -> list[Foreseen]:
    return list(foreseen(game.now, seat, lines, lambda entry: told(game.rules, seat, entry)))


def looked_at(rules: Rules, seed: int, data: Any) -> Iterator[Played]:
    played = Played(rules, seed, data)
    while not played.game.is_over() and played.orders < STEPS:
        if played.orders % TRIED == 0:
            yield played
        played.step()


def is_written(game: Game) -> set[str]:
    """The chits on which something is written, which all see; what it is, one side alone."""
    return set(getattr(game.state.board, "notes", ()))


@pytest.mark.parametrize("seed", few(1, 8))
def test_it_is_alike_whatever_the_others_hide(rules: Rules, data: Any, seed: int) -> None:
    """Also of orders that would be refused, and of a seat that is not asked."""
    first = Played(rules, seed, data).game
    compared, stale = 0, lines_of(first, first.awaited()[0])
    for played in looked_at(rules, seed, data):
        game = played.game
        for owner, other in worlds(game):
            for seat in game.seats:
                if seat != owner and is_written(game) == is_written(other):
                    lines = [*lines_of(game, seat, 1), stale[0]]
                    assert [tried(game, seat, one) for one in lines] == [
                        tried(other, seat, one) for one in lines
                    ]
                    compared += 1
    assert bool(compared) == (rules.title in TWISTED)


@pytest.mark.parametrize("seed", few(1, 8))
def test_what_is_told_does_follow(rules: Rules, data: Any, seed: int) -> None:
    """Each order is legal, and what is told of it is what is told when it is played, from its beginning."""
    ends = set[str]()
    for played in looked_at(rules, seed, data):
        game, before = played.game, played.game.now
        seat = game.awaited()[0]
        read = rules.notation(game.now.data, game.seats).read
        for line in lines_of(game, seat):
            (found,) = tried(game, seat, line)
            ends.add(found.ends)
            made = Game.at(before).post(seat, read(line), Luck(seed))
            says = [text for entry in made if (text := told(rules, seat, entry))]
            assert found.ends != REFUSED
            assert found.says == tuple(says[: len(found.says)]), line
            if found.ends in ("", OVER):
                assert len(found.says) == len(says)
                assert not any(isinstance(entry, Thrown) for entry in made)
        assert game.now is before
    assert ends & {"", THROW, HIDDEN}


def test_lines_are_tried_one_after_the_other_up_to_the_first_that_cannot_be_told(
    rules: Rules, data: Any
) -> None:
    game = Played(rules, 1, data).game
    seat = game.awaited()[0]
    (line,) = lines_of(game, seat, 1)
    first, second, third = tried(game, seat, "nonsense", line, line)
    assert first.ends == REFUSED
    assert first.error is not None
    assert second == Foreseen(line)
    assert third == Foreseen(line)
    assert len(tried(game, seat, *[line] * (MOST + 1))) == MOST
    (protocol,) = tried(game, seat, "join a phrase that nobody can guess")
    assert protocol.ends == REFUSED


def test_of_a_game_that_is_over_nothing_is_tried(rules: Rules, data: Any) -> None:
    game = finished(rules.title, 1).game
    with pytest.raises(StaleOrder, match="over"):
        tried(game, game.seats[0], "pass")
