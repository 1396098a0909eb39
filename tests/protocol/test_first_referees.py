"""Referees who cheat with sheets, cells and throws in games of protocol 1: what they do, and what the audit
says of it.

Whoever writes the record makes its chain fit the lie; so all of them have done here.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from domain.game.entries.entries import Joined, SheetCommitted
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.state.game_state import GameState
from domain.kit import cells
from domain.kit.chance import Answer, Bound, Question, Thrown
from referee.audit.audit import RULES, THROWS, WITNESSES
from referee.proof.cell_sheets import SHEET, SheetChance
from referee.proof.signing import issue
from referee.record.record import Record
from tests.protocol.table import GAME, HIGH, LOW, FirstTable, first_of

BID = Question("deal", "card of red", 6, index=1)
"""A throw that no order raises: the easiest to foresee."""


def first_throw(cell: bytes, phrases: dict[str, str]) -> int:
    asked = cells.question_digest(GAME, cells.phrases_digest(phrases), BID, b"")
    return cells.faces(cell, asked, (), BID.limits())[0]


# ---- sheets


def test_a_sheet_that_was_ground_before_the_phrases_are_known_pleases_no_more_than_any_other() -> None:
    """The referee guesses phrases, and draws sheets until the favourite face comes, 2,000 times over. With
    the phrases that the players send then, the face comes as often as it would: one time in six.

    4.5 standard deviations are exceeded by chance less than once in 100,000 seeds; the seed is fixed.
    """
    random, favourite, sheets = Random("grinder"), 6, 2_000
    guessed = {"red": "I join", "blue": "I join"}
    sent = {"red": "a heron", "blue": "the tide"}
    pleased = 0
    for _ in range(sheets):
        cell = random.randbytes(cells.CELL)
        while first_throw(cell, guessed) != favourite:
            cell = random.randbytes(cells.CELL)
        pleased += first_throw(cell, sent) == favourite
    spread = sqrt(sheets * (1 / 6) * (5 / 6))
    assert abs(pleased - sheets / 6) < 4.5 * spread


def other_sheet(entry: SheetCommitted) -> SheetCommitted:
    """A sheet that was ground when the phrases were known."""
    drawn = Random("ground").randbytes
    made = (
        cells.cell_commitment(GAME, REFEREE_SHEET, 1, n, drawn(32)).hex()
        for n in range(1, len(entry.cells) + 1)
    )
    return replace(entry, cells=tuple(made))


def test_another_first_sheet_after_the_phrases_is_none(tmp_path: Path) -> None:
    table = FirstTable(tmp_path)
    entries, last = table.entries, table.places(Joined)[-1]
    (published,) = (entry for entry in entries if isinstance(entry, SheetCommitted))
    lie = [*entries[:last], other_sheet(published), *entries[last:]]
    assert table.lie(lie)[0] == Finding(last + 1, "This is not sheet 2 of referee.")


def test_the_first_sheet_cannot_come_after_the_phrases(tmp_path: Path) -> None:
    table = FirstTable(tmp_path)
    opened, published, *joined = table.entries
    why = "The sheet of the referee does not follow the opening."
    assert table.lie([opened, *joined[:2], published, *joined[2:]])[0] == Finding(2, why)


def test_a_first_sheet_that_was_exchanged_with_all_that_follows_is_shown_by_the_opening_mails(
    tmp_path: Path,
) -> None:
    """The whole history is written anew, and holds by itself; the receipt in the mail that invited the
    players says what stood there before they joined."""
    table = FirstTable(tmp_path)
    head = table.record.envelopes(GAME)[1].digest.hex()
    receipt = issue(table.record, GAME, "red", "turn", "", 2, head)
    opened, published, *joined = table.entries
    assert isinstance(published, SheetCommitted)
    forged = [opened, other_sheet(published), *joined]
    finding, promise = table.lie(forged, [receipt])
    assert (finding.position, promise) == (2, WITNESSES)


# ---- cells


class Picks(SheetChance):
    """Looks at the next 40 cells once the orders are in, and takes the one with the highest faces."""

    ahead = 40

    def answer(self, question: Question, bound: Bound) -> Answer:
        places = range(self.first(question.index), self.first(question.index) + self.ahead)
        return max((self.with_cell(place, question, bound) for place in places), key=lambda made: made.faces)

    def first(self, index: int) -> int:
        return index

    def with_cell(self, place: int, question: Question, bound: Bound) -> Answer:
        cell = self.record.cell(GAME, 1, place)
        asked = cells.question_digest(GAME, self.ledger.phrases_digest(), question, bound.inputs)
        return Answer(cells.faces(cell, asked, bound.given, question.limits()), cell.hex())


class Skips(Picks):
    """Takes the next cell instead of the one whose turn it is."""

    ahead = 1

    def first(self, index: int) -> int:
        return index + 1


class TakesOneForTwo(Picks):
    """The first cell has pleased; it answers the second question as well."""

    ahead = 1

    def first(self, index: int) -> int:
        return min(index, 1)


class TakesTwoForOne(Picks):
    """Mixes two cells."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        one, two = (self.record.cell(GAME, 1, question.index + n) for n in (0, 1))
        mixed = bytes(a ^ b for a, b in zip(one, two, strict=True))
        asked = cells.question_digest(GAME, self.ledger.phrases_digest(), question, bound.inputs)
        return Answer(cells.faces(mixed, asked, bound.given, question.limits()), mixed.hex())


class Lies(SheetChance):
    """Opens the right cell, and says other faces than follow from it."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        return Answer((6, 6), super().answer(question, bound).cell)


CELLS = [
    (Picks, 1, "This is not cell 1 of the referee's sheets."),
    (Skips, 1, "This is not cell 1 of the referee's sheets."),
    (TakesOneForTwo, 2, "This is not cell 2 of the referee's sheets."),
    (TakesTwoForOne, 1, "This is not cell 1 of the referee's sheets."),
    (Lies, 1, "From its cell the faces (2, 5) follow; (6, 6) is on record."),
]


@pytest.mark.parametrize(("way", "throw", "why"), CELLS, ids=[row[0].__name__ for row in CELLS])
def test_a_cell_out_of_its_turn_is_named(
    tmp_path: Path, way: type[SheetChance], throw: int, why: str
) -> None:
    def crooked(record: Record, game: GameState) -> SheetChance:
        return way(record, first_of(game))

    table = FirstTable(tmp_path, way=crooked)
    for _ in range(throw):
        table.round()
    assert table.finding() == (Finding(table.places(Thrown)[throw - 1], why), THROWS)


def test_a_cell_from_no_sheet_at_all(tmp_path: Path) -> None:
    """A referee who draws the throw when the orders are in."""

    class Fresh(SheetChance):
        def answer(self, question: Question, bound: Bound) -> Answer:
            cell = Random("fresh").randbytes(32)
            asked = cells.question_digest(GAME, self.ledger.phrases_digest(), question, bound.inputs)
            return Answer(cells.faces(cell, asked, bound.given, question.limits()), cell.hex())

    table = FirstTable(tmp_path, way=lambda record, game: Fresh(record, first_of(game)))
    table.round()
    why = "This is not cell 1 of the referee's sheets."
    assert table.finding() == (Finding(table.places(Thrown)[0], why), THROWS)


# ---- throws


def test_a_throw_that_is_withheld_leaves_a_record_that_cannot_end_there(tmp_path: Path) -> None:
    table = FirstTable(tmp_path).over()
    thrown = table.places(Thrown)[0]
    why = "the rules ask for dice of round 1, and no throw is on record there."
    assert table.lie(table.entries[: thrown - 1]) == (Finding(thrown, why), RULES)


def test_a_throw_that_is_withheld_leaves_a_gap_where_the_game_went_on(tmp_path: Path) -> None:
    table = FirstTable(tmp_path).over()
    thrown = table.places(Thrown)[0]
    why = "the rules ask for dice of round 1, and no throw is on record there."
    lie = [*table.entries[: thrown - 1], *table.entries[thrown:]]
    assert table.lie(lie)[0] == Finding(thrown, why)


def as_it_was(thrown: Thrown, _table: FirstTable) -> Thrown:
    return thrown


def with_the_next_cell(thrown: Thrown, table: FirstTable) -> Thrown:
    return replace(thrown, cell=table.record.cell(GAME, 1, 2).hex())


AGAIN: list[tuple[Callable[[Thrown, FirstTable], Thrown], str]] = [
    (as_it_was, "It answers question 1; the next question is 2."),
    (with_the_next_cell, "It answers question 1; the next question is 2."),
]


@pytest.mark.parametrize(("again", "why"), AGAIN, ids=["repeated", "with the next cell"])
def test_a_question_that_is_answered_twice(
    tmp_path: Path, again: Callable[[Thrown, FirstTable], Thrown], why: str
) -> None:
    table = FirstTable(tmp_path).over()
    entries, at = table.entries, table.places(Thrown)[0]
    lie = [*entries[:at], again(table.thrown[0], table), *entries[at:]]
    assert table.lie(lie) == (Finding(at + 1, why), THROWS)


def with_all_that_fits(thrown: Thrown, table: FirstTable) -> Thrown:
    """The next index, the next cell, and the faces that follow from both."""
    at = next(n for n, entry in enumerate(table.entries) if isinstance(entry, Thrown))
    game = table.record.fold(GAME, upto=at + 1).game
    question = replace(thrown.question, index=2)
    ledger = first_of(game)
    bound = ledger.binding(None, (), 0, is_new=False).bound(2)
    answer = SheetChance(table.record, ledger).answer(question, bound)
    return Thrown(question, answer.faces, answer.cell)


def test_a_second_answer_whose_proof_holds_is_not_what_the_rules_asked_for(tmp_path: Path) -> None:
    """All cells, indexes and faces fit; what follows by the rules stands there no more."""
    table = FirstTable(tmp_path)
    table.round()
    entries, at = table.entries, table.places(Thrown)[0]
    lie = [*entries[:at], with_all_that_fits(table.thrown[0], table), *entries[at:]]
    finding, promise = table.lie(lie)
    assert (finding.position, promise) == (at + 1, RULES)
    assert finding.why.startswith("By the rules Fact(rule='wager', event=Rolled(faces=(2, 5))")


def test_a_second_answer_in_place_of_the_first(tmp_path: Path) -> None:
    """The first throw is struck out as if it had never been, and its cell is passed over."""
    table = FirstTable(tmp_path)
    table.round()
    entries, at = table.entries, table.places(Thrown)[0]
    lie = [*entries[: at - 1], with_all_that_fits(table.thrown[0], table), *entries[at:]]
    assert table.lie(lie)[0] == Finding(at, "It answers question 2; the next question is 1.")


def test_real_dice_are_not_taken_where_the_throws_follow_from_sheets(tmp_path: Path) -> None:
    """Calling the throw one of real dice spares it the proof, and is no agreement of anybody."""
    table = FirstTable(tmp_path)
    table.round(HIGH, LOW)
    entries, at = table.entries, table.places(Thrown)[0]
    lie = [*entries[: at - 1], replace(table.thrown[0], faces=(6, 6), cell="", real=True), *entries[at:]]
    assert table.lie(lie)[0] == Finding(at, "Real dice do not belong in a game of this level.")


def test_the_sheets_of_these_games_are_as_large_as_real_ones(tmp_path: Path) -> None:
    assert FirstTable(tmp_path).game.ledger.left(REFEREE_SHEET) == SHEET
