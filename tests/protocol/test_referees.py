"""Referees who cheat with roots, sheets, cells and throws: what they do, and what the audit says of it.

Whoever writes the record makes its chain fit the lie; so all of them have done here. Those of protocol 1
are in test_first_referees.py.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from domain.game.checking.proof import check_throws
from domain.game.checking.readjudicate import Finding
from domain.game.entries.entries import Asked, Entry, Joined, Ordered, RootCommitted, SheetCommitted
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.state.game_state import GameState
from domain.game.state.ledger import LaneLedger, after
from domain.game.state.scopes import START
from domain.kit import cells, roots
from domain.kit.chance import Answer, Bound, Question, SheetShown, Thrown
from domain.kit.drawn_cells import Drawn
from domain.kit.errors import IllegalMove, StaleOrder
from domain.titles import TITLES
from referee.audit.audit import RULES, THROWS, WITNESSES
from referee.proof.cell_lanes import LaneChance, kept
from referee.proof.signing import issue
from referee.record.record import Record
from tests.protocol import wager
from tests.protocol.table import GAME, HIGH, LOW, SEATS, Table, cell_line, lanes_of
from tests.record.stores import ACT

HIGHEST = (6, 6)


# ---- cells that are committed when the order is known


class Bench:
    """A referee who writes what it likes: all that has to fit for the next throw to be the highest."""

    def __init__(self, entries: Sequence[Entry], sheets: int = 1) -> None:
        self.entries, self.sheets = list(entries), sheets
        self._seeds = count()

    @property
    def ledger(self) -> LaneLedger:
        ledger = LaneLedger(GAME)
        for entry in self.entries:
            made = after(ledger, entry)
            assert isinstance(made, LaneLedger)
            ledger = made
        return ledger

    def ground(self, question: Question, orders: Sequence[Ordered[object]]) -> tuple[Drawn, bytes, Thrown]:
        """Draws small roots until the first cell for a question gives the highest faces."""
        ledger, scope = self.ledger, START[0]
        for seat in self._seeds:
            seed = Random(f"ground {seat}").randbytes(32)
            name = roots.named(REFEREE_SHEET, ledger.generations[REFEREE_SHEET] + 1)
            drawn = Drawn(GAME, name, (*SEATS, roots.GAME), self.sheets, seed)
            cell = drawn.cell(question.lane, (1, 1))
            scopes = (replace(scope, orders={one.seat: one for one in orders}),)
            bound = ledger.binding(None, scopes, 0, is_new=False).bound(question.index)
            asked = cells.question_digest(GAME, ledger.phrases_digest(), question, bound.inputs)
            faces = cells.faces(cell, asked, bound.given, question.limits(), 2)
            if faces == HIGHEST:
                return drawn.whole(), cell, Thrown(question, faces, cell.hex())
        raise AssertionError


def before_first_throw(table: Table) -> tuple[list[Entry], Question, list[Ordered[object]]]:
    """The entries until both bets are in, the question that they raise, and they."""
    table.round()
    at = table.places(SheetShown)[0] - 1
    entries = table.entries[:at]
    return entries, table.thrown[0].question, [entry for entry in entries if isinstance(entry, Ordered)]


def test_a_small_sheet_after_each_order_is_no_event_of_protocol_2(tmp_path: Path) -> None:
    """The adversary of protocol 1: it commits a small sheet when the orders are in, and had every face at its
    highest in 44 of 44 throws. Here it is named at that sheet."""
    entries, question, orders = before_first_throw(Table(tmp_path))
    drawn, _cell, throw = Bench(entries).ground(question, orders)
    sheet = SheetCommitted(REFEREE_SHEET, 1, tuple(one.hex() for one in drawn.commitments("game", 1)[:1]))
    assert throw.answer() == HIGHEST
    why = "All cells are committed by roots; no sheet can be added."
    found = Table(tmp_path / "lie").lie([*entries, sheet, throw])[0]
    assert found == Finding(len(entries) + 1, why)


@pytest.mark.parametrize("size", [1, 4, 31, 32])
def test_a_sheet_that_is_shown_late_is_not_under_the_root(tmp_path: Path, size: int) -> None:
    """It shows cells that it has drawn when the orders were in, a few or as many as a sheet has."""
    table = Table(tmp_path)
    entries, question, orders = before_first_throw(table)
    drawn, _cell, throw = Bench(entries).ground(question, orders)
    made = drawn.shown("game", 1)
    lie = [*entries, replace(made, cells=made.cells[:size]), throw]
    why = "This is not sheet 1 of lane game under the referee's root."
    assert table.lie(lie) == (Finding(len(entries) + 1, why), THROWS)


def test_a_root_of_a_single_sheet_after_the_orders_needs_the_phrases_of_all(tmp_path: Path) -> None:
    """It commits to new cells, for a reason, as it may; the throw by them has not the players' words."""
    table = Table(tmp_path)
    entries, question, orders = before_first_throw(table)
    drawn, _cell, throw = Bench(entries).ground(question, orders)
    root = RootCommitted(REFEREE_SHEET, drawn.root(), 1, "The cells are worn.")
    lie = [*entries, root, drawn.shown("game", 1), throw]
    why = "A seat has not joined before this throw."
    assert check_throws(GAME, lie) == Finding(len(entries) + 3, why)


def test_with_new_phrases_no_cell_that_was_ground_before_them_pleases(tmp_path: Path) -> None:
    """The highest faces of 40 roots, each ground for phrases that are void: after the new ones they are
    what they would be, one time in 36."""
    table = Table(tmp_path)
    entries, question, orders = before_first_throw(table)
    bench, pleased = Bench(entries), 0
    for _ in range(40):
        drawn, cell, _throw = bench.ground(question, orders)
        root = RootCommitted(REFEREE_SHEET, drawn.root(), 1, "The cells are worn.")
        renewed = Bench([*entries, root, *(Joined(seat, f"{seat} has come once more") for seat in SEATS)])
        scopes = (replace(START[0], orders={one.seat: one for one in orders}),)
        bound = renewed.ledger.binding(None, scopes, 0, is_new=False).bound(question.index)
        asked = cells.question_digest(GAME, renewed.ledger.phrases_digest(), question, bound.inputs)
        pleased += cells.faces(cell, asked, bound.given, question.limits(), 2) == HIGHEST
    assert (
        pleased <= 6
    )  # 1.1 is expected; more than 6 come less than once in 2,000 seeds, and this one is fixed


@pytest.mark.parametrize("level", [1, 2])
def test_new_cells_are_no_way_out_of_an_order(tmp_path: Path, level: int) -> None:
    """By the program it can be done between throws alone, with a reason; then all join anew, and the game
    stands still until they have."""
    table = Table(tmp_path, level, committers=SEATS if level > 1 else ())
    table.bet("red", HIGH)
    with pytest.raises(IllegalMove, match="A reason is missing"):
        table.referee.renew(GAME, " ", ACT)
    table.referee.renew(GAME, "The machine was stolen.", ACT)
    with pytest.raises(StaleOrder, match="The game is over, or has not begun"):
        table.referee.renew(GAME, "Once more.", ACT)
    assert table.game.awaited() == SEATS
    with pytest.raises(StaleOrder, match="The game stands still until all have joined anew"):
        table.take("blue", LOW, cell_line("blue", 1) if level > 1 else "")
    table.rejoin()
    table.bet("blue", LOW)
    assert len(table.thrown) == 1
    assert lanes_of(table.game).generations[REFEREE_SHEET] == 2
    assert table.verdict() is None


def test_no_new_cells_while_a_throw_waits_for_its_witness(tmp_path: Path) -> None:
    """A referee who has seen what the witness opens, or would, cannot have another cell for it."""
    table = Table(tmp_path, 3)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    with pytest.raises(StaleOrder, match="An order is locked and its throw is awaited"):
        table.referee.renew(GAME, "The machine was stolen.", ACT)
    root = RootCommitted(REFEREE_SHEET, "ab" * 32, 1, "The machine was stolen.")
    why = "The referee commits to new cells while a question is open that a cell is left for."
    assert table.lie([*table.entries, root])[0] == Finding(len(table.entries) + 1, why)


# ---- a game that runs out


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_game_that_runs_out_waits_for_everybodys_new_phrase(
    tmp_path: Path, level: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lane of 32 cells: the 33rd question is asked and waits, with the reason on record, until all have
    joined."""
    monkeypatch.setattr(wager, "ROUNDS", 34)
    monkeypatch.setitem(TITLES, "wager", replace(wager.RULES, sheets=1))
    table = Table(tmp_path, level, committers=SEATS if level > 1 else ())
    for _ in range(32):
        table.round()
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    *_, asked, root = table.entries
    assert isinstance(asked, Asked)
    assert (asked.question.lane, asked.question.index) == ("game", 33)
    assert isinstance(root, RootCommitted)
    assert root.reason == "The cells of lane game are used up."
    assert table.game.awaited() == SEATS
    assert table.verdict() is None
    table.rejoin()
    table.witness()
    assert [throw.question.index for throw in table.thrown] == list(range(1, 34))
    table.round()
    assert table.game.is_over()
    assert table.verdict() is None


# ---- the first root


def other_root(entry: Entry) -> Entry:
    """A root that was ground when the phrases were known."""
    drawn = Drawn(GAME, REFEREE_SHEET, (*SEATS, roots.GAME), 64, Random("ground").randbytes(32))
    return replace(entry, root=drawn.root())


def test_another_first_root_after_the_phrases_is_another_history(tmp_path: Path) -> None:
    """Nothing under it fits what is shown; written anew with all that follows it holds by itself, and the
    receipt in the mail that invited the players says what stood there before they joined."""
    table = Table(tmp_path)
    table.round()
    opened, *rest = table.entries
    shown = table.places(SheetShown)[0]
    why = "This is not sheet 1 of lane game under the referee's root."
    assert table.lie([other_root(opened), *rest])[0] == Finding(shown, why)
    head = table.record.envelopes(GAME)[0].digest.hex()
    receipt = issue(table.record, GAME, "red", "turn", "", 1, head)
    finding, promise = table.lie([other_root(opened), *rest[:2]], [receipt])
    assert (finding.position, promise) == (1, WITNESSES)


def test_openings_of_a_key_are_numbered(tmp_path: Path) -> None:
    """A referee who opens a game again until it pleases leaves a gap, or a chain of openings."""
    table = Table(tmp_path)
    first = table.game.opening()
    assert (first.opening, first.before) == (1, "")


# ---- cells


class Crooked(LaneChance):
    """Has the cell of another place, or answers in another way."""

    def cell(self, question: Question) -> bytes:
        raise NotImplementedError

    def answer(self, question: Question, bound: Bound) -> Answer:
        shown = super().answer(question, bound).shown
        cell = self.cell(question)
        asked = cells.question_digest(GAME, self.ledger.phrases_digest(), question, bound.inputs)
        return Answer(cells.faces(cell, asked, bound.given, question.limits(), 2), cell.hex(), shown)

    def at(self, lane: str, index: int) -> bytes:
        drawn = kept(self.record, GAME, SEATS, 1)
        return drawn.cell(lane, ((index - 1) // 32 + 1, (index - 1) % 32 + 1))


class Picks(Crooked):
    """Looks at the next 40 cells once the orders are in, and takes the one with the highest faces."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        shown = LaneChance.answer(self, question, bound).shown
        asked = cells.question_digest(GAME, self.ledger.phrases_digest(), question, bound.inputs)
        known = (self.at(question.lane, question.index + ahead) for ahead in range(40))
        made = ((cells.faces(cell, asked, bound.given, question.limits(), 2), cell) for cell in known)
        faces, cell = max(made)
        return Answer(faces, cell.hex(), shown)


class Skips(Crooked):
    """Takes the next cell instead of the one whose turn it is."""

    def cell(self, question: Question) -> bytes:
        return self.at(question.lane, question.index + 1)


class TakesOneForTwo(Crooked):
    """The first cell has pleased; it answers the second question as well."""

    def cell(self, question: Question) -> bytes:
        return self.at(question.lane, 1)


class TakesAnotherLane(Crooked):
    """The cell of another lane pleases more."""

    def cell(self, question: Question) -> bytes:
        return self.at("red", question.index)


class TakesTwoForOne(Crooked):
    """Mixes two cells."""

    def cell(self, question: Question) -> bytes:
        one, two = (self.at(question.lane, question.index + ahead) for ahead in (0, 1))
        return bytes(a ^ b for a, b in zip(one, two, strict=True))


class Fresh(Crooked):
    """Draws the throw when the orders are in."""

    def cell(self, question: Question) -> bytes:
        return Random("fresh").randbytes(32)


class Lies(LaneChance):
    """Opens the right cell, and says other faces than follow from it."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        return super().answer(question, bound)._replace(faces=HIGHEST)


class HidesItsSheet(LaneChance):
    def answer(self, question: Question, bound: Bound) -> Answer:
        return super().answer(question, bound)._replace(shown=None)


class ShowsIndexAgain(LaneChance):
    """Shows the sheet before each throw."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        drawn = kept(self.record, GAME, SEATS, 1)
        return super().answer(question, bound)._replace(shown=drawn.shown(question.lane, 1))


class ShowsReordered(LaneChance):
    """The same cells, in the order that pleases."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        made = super().answer(question, bound)
        assert made.shown is not None
        return made._replace(shown=replace(made.shown, cells=made.shown.cells[::-1]))


class ShowsTheSecond(LaneChance):
    """Another sheet of the same root."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        drawn = kept(self.record, GAME, SEATS, 1)
        return super().answer(question, bound)._replace(shown=drawn.shown(question.lane, 2))


class ShowsAsFirst(LaneChance):
    """The second sheet, called the first."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        drawn = kept(self.record, GAME, SEATS, 1)
        second = replace(drawn.shown(question.lane, 2), sheet=1)
        return super().answer(question, bound)._replace(shown=second)


NOT_1, NOT_2 = (f"This is not cell {n} of the referee in lane game." for n in (1, 2))
NOT_UNDER = "This is not sheet 1 of lane game under the referee's root."
WAYS: list[tuple[type[LaneChance], int, type[Entry], str]] = [
    (Picks, 1, Thrown, NOT_1),
    (Skips, 1, Thrown, NOT_1),
    (TakesOneForTwo, 2, Thrown, NOT_2),
    (TakesAnotherLane, 1, Thrown, NOT_1),
    (TakesTwoForOne, 1, Thrown, NOT_1),
    (Fresh, 1, Thrown, NOT_1),
    (Lies, 1, Thrown, "(6, 6) is on record."),
    (HidesItsSheet, 1, Thrown, "Sheet 1 of lane game is not shown where it is due."),
    (ShowsIndexAgain, 2, SheetShown, "Sheet 1 of lane game is not due."),
    (ShowsReordered, 1, SheetShown, NOT_UNDER),
    (ShowsTheSecond, 1, SheetShown, "Sheet 2 of lane game is not due."),
    (ShowsAsFirst, 1, SheetShown, NOT_UNDER),
]


@pytest.mark.parametrize(("way", "throw", "kind", "why"), WAYS, ids=[row[0].__name__ for row in WAYS])
@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_cell_out_of_its_turn_or_a_sheet_that_is_not_due_is_named(
    tmp_path: Path, way: type[LaneChance], throw: int, kind: type[Entry], why: str, level: int
) -> None:
    def crooked(record: Record, game: GameState) -> LaneChance:
        return way(record, lanes_of(game))

    table = Table(tmp_path, level, crooked, committers=SEATS if level > 1 else ())
    for _ in range(throw):
        table.round()
    finding, promise = table.finding()
    assert (finding.position, promise) == (table.places(kind)[throw - 1], THROWS)
    assert finding.why.endswith(why)


def test_a_referee_who_throws_without_the_witness_is_named(tmp_path: Path) -> None:
    class DoesNotWait(LaneChance):
        def answer(self, question: Question, bound: Bound) -> Answer:
            return LaneChance(self.record, replace(self.ledger, level=2)).answer(question, bound)

    table = Table(tmp_path, 3, lambda record, game: DoesNotWait(record, lanes_of(game)))
    table.round()
    why = "The witness has not contributed to it as it was asked."
    assert table.finding()[0] == Finding(table.places(Thrown)[0], why)


# ---- throws


def test_a_throw_that_is_withheld_leaves_a_record_that_cannot_end_there(tmp_path: Path) -> None:
    table = Table(tmp_path).over()
    shown = table.places(SheetShown)[0]
    why = "the rules ask for dice of round 1, and no throw is on record there."
    assert table.lie(table.entries[: shown - 1]) == (Finding(shown, why), RULES)


def test_a_sheet_that_is_shown_and_its_throw_withheld(tmp_path: Path) -> None:
    table = Table(tmp_path).over()
    thrown = table.places(Thrown)[0]
    lie = [*table.entries[: thrown - 1], *table.entries[thrown:]]
    assert table.lie(lie)[0] == Finding(thrown, "A sheet was shown, and no throw by it follows.")


def as_it_was(thrown: Thrown, _table: Table) -> Thrown:
    return thrown


def with_the_next_index(thrown: Thrown, _table: Table) -> Thrown:
    return replace(thrown, question=replace(thrown.question, index=2))


AGAIN: list[tuple[Callable[[Thrown, Table], Thrown], str]] = [
    (as_it_was, "It answers question 1; the next question is 2."),
    (with_the_next_index, NOT_2),
]


@pytest.mark.parametrize(("again", "why"), AGAIN, ids=["repeated", "with the next index"])
def test_a_question_that_is_answered_twice(
    tmp_path: Path, again: Callable[[Thrown, Table], Thrown], why: str
) -> None:
    table = Table(tmp_path).over()
    entries, at = table.entries, table.places(Thrown)[0]
    lie = [*entries[:at], again(table.thrown[0], table), *entries[at:]]
    assert table.lie(lie) == (Finding(at + 1, why), THROWS)


def test_real_dice_are_not_taken_where_the_throws_follow_from_cells(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.round(HIGH, LOW)
    entries, at = table.entries, table.places(Thrown)[0]
    lie = [*entries[: at - 1], replace(table.thrown[0], faces=(6, 6), cell="", real=True), *entries[at:]]
    assert table.lie(lie)[0] == Finding(at, "Real dice do not belong in a game of this level.")


@pytest.mark.parametrize("of", range(len(SEATS)))
def test_a_phrase_that_was_exchanged_shows_at_the_first_throw(tmp_path: Path, of: int) -> None:
    """A referee who records another phrase than the mail says; with the mail beside it, it shows there."""
    table = Table(tmp_path)
    table.round()
    entries, at = table.entries, table.places(Joined)[of]
    assert (
        table.lie([*entries[: at - 1], Joined(SEATS[of], "a phrase that pleases"), *entries[at:]])[0].position
        == table.places(Thrown)[0]
    )
