"""What a referee may rewrite, lose, or work in another order: no face follows from any of it."""

from __future__ import annotations

from copy import copy
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.game.deciding.decide import join, open_game, post
from domain.game.deciding.run import Run
from domain.game.entries.entries import Entry, Joined, Opened, SheetCommitted
from domain.game.state.game_state import GameState, unopened
from domain.kit.chance import Thrown
from referee.record.envelope import Act
from tests.playing import follows
from tests.protocol.table import GAME, HIGH, LOW, SEATS, Table, chained, foreseen
from tests.protocol.wager import RULES, Wager, offers

VARIATIONS = 200


def faces_of(entries: list[Entry]) -> list[tuple[int, ...]]:
    return [entry.answer() for entry in entries if isinstance(entry, Thrown)]


def played_again(table: Table, random: Random) -> list[Entry]:
    """The game from its opening, with other persons in the seats and another sentence about chance; the seats
    join in any order."""
    opened, *rest = table.entries
    assert isinstance(opened, Opened)
    sheets = [entry for entry in rest if isinstance(entry, SheetCommitted)]
    seats = tuple(replace(held, person=word(random)) for held in opened.seats)
    run = Run(unopened(GAME, RULES), table.referee.cells.chance)
    lie = replace(opened, seats=seats, chance=word(random), key=random.randbytes(32).hex())
    open_game(run, lie, "wager", sheets)
    joined = [entry for entry in table.entries if isinstance(entry, Joined)]
    for entry in random.sample(joined, len(joined)):
        join(run, entry.seat, entry.phrase)
    for _ in range(3):
        post(run, "red", HIGH)
        post(run, "blue", LOW)
    return run.made


def word(random: Random) -> str:
    return random.randbytes(8).hex()


@pytest.mark.parametrize("times", [VARIATIONS, pytest.param(5 * VARIATIONS, marks=pytest.mark.soak)])
def test_no_face_follows_from_times_mails_references_or_persons(
    kind: type[Table], tmp_path: Path, times: int
) -> None:
    """Hundreds of histories of the same orders: other received-at, cause, reference (the digest of the mail
    and the line in it), seat, person and behalf of every event, other persons in the seats, key, order of
    joining. The heads are all different, so all of it is covered by the chain; the faces are all the same."""
    table, random = kind(tmp_path).over(), Random("rewritten")
    heads, faces = set(), set()
    for _ in range(times):
        entries = played_again(table, random)
        act = Act(*(word(random) for _ in range(5)))
        heads.add(chained(entries, random.randrange(2**41), act)[-1].digest)
        faces.add(tuple(faces_of(entries)))
    assert len(heads) == times
    assert faces == {tuple(faces_of(table.entries))}


# ---- mails that are lost


@pytest.mark.parametrize("times", [1, 50])
def test_losing_a_mail_gains_nothing_while_the_order_is_the_same(
    kind: type[Table], tmp_path: Path, times: int
) -> None:
    """The referee sees what an order brings about, does not like it, and says that the mail never came."""
    table = kind(tmp_path)
    table.bet("red", HIGH)
    game = table.game
    seen = {foreseen(table, game, "blue", LOW) for _ in range(times)}
    table.bet("blue", LOW)
    assert seen == {table.thrown[0].answer()}


def test_a_lost_mail_is_written_nowhere(kind: type[Table], tmp_path: Path) -> None:
    """What was tried out has used no cell, and asked no question."""
    table = kind(tmp_path)
    table.bet("red", HIGH)
    game = copy(table.game)
    before = (game.position, game.ledger.questions)
    foreseen(table, game, "blue", LOW)
    assert (game.position, game.ledger.questions) == before
    table.bet("blue", LOW)
    assert table.verdict() is None


def test_another_order_asks_another_question_of_the_same_cell(kind: type[Table], tmp_path: Path) -> None:
    """Of the twelve bets each has its own throw: a player who changes the order cannot foresee it."""
    table = kind(tmp_path)
    table.bet("red", HIGH)
    game = table.game
    bound = [_inputs(game, order) for order in _bets(table)]
    faces = [foreseen(table, game, "blue", order) for order in _bets(table)]
    assert len(set(bound)) == 12
    assert len(set(faces)) > 6


def _bets(table: Table) -> tuple[Wager, ...]:
    return offers(table.game.state, "blue")


def _inputs(game: GameState, order: Wager) -> bytes:
    seen: list[bytes] = []

    class Listens:
        def answer(self, question: object, bound: object) -> object:
            seen.append(bound.inputs)  # type: ignore[attr-defined]
            raise _HeardError

    with pytest.raises(_HeardError):
        follows(game, lambda _game: Listens(), post, "blue", order)  # type: ignore[arg-type,return-value]
    return seen[0]


class _HeardError(Exception):
    """Enough is known."""


# ---- mails that are worked in another order


@pytest.mark.parametrize("level", [1, 3])
def test_simultaneous_orders_give_the_same_faces_in_whatever_order_their_mails_are_worked(
    kind: type[Table], tmp_path: Path, level: int
) -> None:
    """Nobody has a sheet of its own but the referee, and at level 3 the witness."""
    found = set()
    for seats in (SEATS, SEATS[::-1]):
        table = kind(tmp_path / seats[0], level)
        for seat in seats:
            table.bet(seat, {"red": HIGH, "blue": LOW}[seat])
        table.witness()
        found.add(table.thrown[0].answer())
        assert table.verdict() is None
    assert len(found) == 1


def test_who_wagered_what_makes_another_question(kind: type[Table], tmp_path: Path) -> None:
    """The same two orders, with the seats exchanged, are other orders."""
    first, second = kind(tmp_path / "first"), kind(tmp_path / "second")
    first.round(HIGH, LOW)
    second.round(LOW, HIGH)
    assert first.thrown[0].answer() != second.thrown[0].answer()
