"""The two verifiers against each other on what-ifs that begin with what a seat knows: what somebody who signs
everything again could alter there, and that each finds it at the opening."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.game_lines import export_lines, read_export
from referee.bundle import writing
from referee.copies.imagining import Guess, begin_guess, guess, seen_by
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import play_out
from referee.proof import signing
from referee.record.envelope import BOTS, Act
from referee.record.record import Record
from tests.bundle.test_both import SEED, Change, Lines, judged, rechained


@pytest.fixture(scope="module")
def what_ifs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Record]:
    folder = tmp_path_factory.mktemp("guesses")
    game, made = Record(folder / "games.db"), Record(folder / "try.db")
    signing.keep_seed(made, SEED)
    referee = Referee(game)
    referee.open(Opening("summer", "shinobi", ("Anna", "Boris", "Eva"), level=1), Act(BOTS))
    play_out(referee, "summer", Random(1), orders=9)
    export = read_export(b"".join(export_lines(game, "summer", "iga")).splitlines(keepends=True))
    sight = seen_by(export)
    begin_guess(made, sight, guess(sight, None, Guess(0, "idea", 7)))
    play_out(Referee(made), "idea", Random(1), orders=4)
    yield made
    made.close()
    game.close()


@pytest.mark.parametrize("viewer", ["iga", "ise", PUBLIC, REFEREE])
def test_both_pass_a_what_if_from_what_a_seat_knows(what_ifs: Record, viewer: str) -> None:
    assert judged(writing.members(what_ifs, "idea", viewer)) == (None, None)


def opened(lines: Lines) -> Any:
    return lines[1]["public"]["entry"]


def imagined(**new: object) -> Change:
    return lambda lines: opened(lines)["imagined"].update(new)


FORGED: dict[str, Change] = {
    "the name of the game that it is imagined from": imagined(game="idea"),
    "for nobody who sits there": imagined(seat="koga"),
    "after no event": imagined(at=0),
    "by no seed": imagined(seed=-1),
    "without a head": imagined(head=""),
    "without a position": lambda lines: opened(lines)["imagined"].pop("state"),
    "as a game with cells": lambda lines: opened(lines).update(level=1),
    "as a word": lambda lines: opened(lines).update(imagined="yes"),
}


@pytest.mark.parametrize("what", FORGED)
def test_both_find_what_is_said_wrongly_of_it(what_ifs: Record, what: str) -> None:
    assert judged(rechained(writing.members(what_ifs, "idea", REFEREE), FORGED[what])) == (1, 1)


def other_position(lines: Lines) -> None:
    """Another hand, committed to as if it had been there."""
    opening = lines[1]["openings"][0]
    opening["value"] = opening["value"].replace('"turn":', '"turn":1', 1)


def test_both_find_another_position(what_ifs: Record) -> None:
    assert judged(rechained(writing.members(what_ifs, "idea", REFEREE), other_position)) == (1, 1)


def test_the_audit_decides_from_the_position_on(what_ifs: Record) -> None:
    """Nobody can check what was imagined, and all that follows from it."""
    members = writing.members(what_ifs, "idea", REFEREE)

    def other_agenda(lines: Lines) -> None:
        lines[2]["public"]["entry"]["then"] = []

    assert judged(rechained(members, other_agenda))[1] == 2


def test_it_cannot_pass_for_a_game_by_leaving_it_out(what_ifs: Record) -> None:
    members = writing.members(what_ifs, "idea", REFEREE)
    found = rechained(members, lambda lines: opened(lines).pop("imagined"))
    assert judged(found)[1] is not None


def test_its_export_is_small(what_ifs: Record, tmp_path: Path) -> None:
    """The position of a game in a line of an export, which may have four million bytes."""
    first = next(line for nth, line in enumerate(export_lines(what_ifs, "idea", REFEREE)) if nth == 1)
    assert len(first) < 8_000
