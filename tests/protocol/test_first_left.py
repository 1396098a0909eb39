"""What protocol 1 does not exclude, and where that is said. Whoever closes one of these changes its test.

Where nothing says it yet, or the promise is broken, the test says what should hold, and is expected to fail.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from domain.game.deciding.decide import contribute
from domain.game.entries.entries import ONLY_ANSWER, Contributed, Ordered
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.state.first_ledger import FirstLedger as Ledger
from domain.kit import cells
from domain.kit.chance import Answer, Bound, Question, Thrown
from referee.proof.cell_sheets import SheetChance
from referee.proof.levels import LEVELS
from tests.playing import follows
from tests.protocol.table import GAME, HIGH, LOW, SEATS, FirstTable, cells_of, first_of, foreseen
from tests.protocol.wager import offers

FORMAT = " ".join((Path(__file__).parents[2] / "docs" / "format.md").read_text("utf-8").split())


# ---- said


def test_level_1_a_friend_who_is_told_the_next_cell_chooses_the_order_that_pleases(tmp_path: Path) -> None:
    """A referee who tells a friend what comes next: of twelve orders the friend gives the best. The record
    holds, for nothing in it is false."""
    assert LEVELS[1].leaves.startswith("a referee who tells a friend what comes next")
    table = FirstTable(tmp_path)
    table.bet("red", HIGH)
    game = table.game
    bets = offers(game.state, "blue")
    best = max(bets, key=lambda bet: sum(foreseen(table, game, "blue", bet)))
    table.bet("blue", best)
    assert sum(table.thrown[0].answer()) > 7
    assert table.verdict() is None


def test_level_1_a_referee_who_loses_mails_learns_beforehand_which_order_pleases(tmp_path: Path) -> None:
    """It sees the throw of each order that comes, and can lose that mail; the same order brings the same
    throw, so it must hope for another order. It foresees: level 2 excludes that, level 1 does not."""
    assert "a referee who alone foresees a throw before the order is in" in LEVELS[2].excludes
    table = FirstTable(tmp_path)
    table.bet("red", HIGH)
    game = table.game
    table.bet("blue", LOW)
    assert foreseen(table, game, "blue", LOW) == table.thrown[0].answer()


def test_level_2_referee_and_acting_seat_together_foresee(tmp_path: Path) -> None:
    assert LEVELS[2].leaves.startswith("the referee and the acting seat together")
    table = FirstTable(tmp_path, 2, committers=SEATS)
    table.bet("red", HIGH)
    game, cell = table.game, cells_of("blue")[0].hex()
    best = max(offers(game.state, "blue"), key=lambda bet: sum(foreseen(table, game, "blue", bet, cell)))
    table.bet("blue", best)
    assert sum(table.thrown[0].answer()) > 7
    assert table.verdict() is None


def test_level_2_a_seat_without_a_sheet_adds_nothing(tmp_path: Path) -> None:
    assert "a seat without cells) are of level 1, and are counted" in LEVELS[2].leaves
    table = FirstTable(tmp_path, 2)
    table.bet("red", HIGH)
    before = foreseen(table, table.game, "blue", LOW)
    table.bet("blue", LOW)
    assert table.thrown[0].answer() == before


def test_level_3_all_of_them_together_foresee(tmp_path: Path) -> None:
    assert LEVELS[3].leaves.startswith("all of them together")
    table = FirstTable(tmp_path, 3)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    game = table.game
    cell = cells_of("witness")[0].hex()
    entries = follows(game, table.referee.cells.chance, contribute, "witness", cell).entries
    told = next(entry.answer() for entry in entries if isinstance(entry, Thrown))
    table.witness()
    assert table.thrown[0].answer() == told


def test_a_sheet_after_the_first_can_be_ground_for_what_no_order_raises() -> None:
    """The phrases are known then: a throw whose inputs nobody can change any more is foreseen for each
    candidate. Where an order raises the throw, the sheet is committed before the order is known. Nothing says
    how long the first sheet must be: with one of a single cell, all of a deal but its first throw is open to
    this."""
    assert "A referee that commits a further sheet when an order is known chooses its faces" in FORMAT
    phrases = cells.phrases_digest({"red": "a heron", "blue": "the tide"})
    question, random = Question("deal", "hand of red", 6, index=129), Random("second sheet")
    tries = 0
    while True:
        tries += 1
        asked = cells.question_digest(GAME, phrases, question, b"")
        if cells.faces(random.randbytes(32), asked, (), question.limits()) == (6,):
            break
    assert tries < 100


# ---- not said, or not kept


@pytest.mark.parametrize("level", [1, 2])
def test_the_last_to_join_cannot_choose_its_phrase_by_what_it_brings(level: int) -> None:
    """The referee tells the last to join its cells: any throw that no order raises (the deal) can be had by
    trying phrases, also at level 2, since no seat has acted yet. At level 3 the witness speaks after that."""
    sheet, question = Random("sheet").randbytes(32), Question("deal", "hand of blue", 58, index=1)

    def dealt(phrase: str) -> tuple[int, ...]:
        phrases = cells.phrases_digest({"red": "a heron", "blue": phrase})
        return cells.faces(sheet, cells.question_digest(GAME, phrases, question, b""), (), question.limits())

    pleases = next((n for n in range(1_000) if dealt(f"words {n}") == (58,)), None)
    said = {1: "the last to join together with the referee choosing the deal", 2: "(the set-up;"}
    assert pleases is None or said[level] in LEVELS[level].leaves


def test_level_3_a_referee_who_throws_without_the_witness_is_named(tmp_path: Path) -> None:
    """It does not wait, and leaves the contribution out of the key. docs/format.md, 6.2, forbids it."""

    class DoesNotWait(SheetChance):
        def answer(self, question: Question, bound: Bound) -> Answer:
            ledger = self.ledger
            cell = self.record.cell(GAME, *ledger.place(REFEREE_SHEET, question.index - 1))
            asked = cells.question_digest(GAME, ledger.phrases_digest(), question, bound.inputs)
            return Answer(cells.faces(cell, asked, bound.given, question.limits()), cell.hex())

    table = FirstTable(tmp_path, 3, lambda record, game: DoesNotWait(record, first_of(game)))
    table.round()
    assert table.places(Contributed) == []
    assert table.finding()[0].position == table.places(Thrown)[0]


def test_level_2_the_order_in_which_mails_are_worked_steers_nothing(tmp_path: Path) -> None:
    """With both mails in hand the referee has as many throws to choose from as seats have a sheet."""
    found = set()
    for seats in (SEATS, SEATS[::-1]):
        table = FirstTable(tmp_path / seats[0], 2, committers=SEATS)
        for seat in seats:
            table.bet(seat, {"red": HIGH, "blue": LOW}[seat])
        found.add(table.thrown[0].answer())
    assert len(found) == 1


def test_level_2_a_throw_after_an_only_answer_still_has_the_cell_of_the_acting_seat() -> None:
    """A seat acts, with its cell; the only answer to the next prompt is given for it, and a throw follows. In
    Shinobi that is about one throw of eight after the deal: the referee alone foresees it."""
    ledger, cell = Ledger(GAME, level=2), cells_of("red")[0]
    ledger = ledger.fold(Ordered("red", HIGH, cell=cell.hex()))
    ledger = ledger.fold(Ordered("red", LOW, ONLY_ANSWER))
    assert ledger.binding(None, (), 0, is_new=False).bound(1).given == (cell,)


def test_the_order_of_mails_steers_where_each_of_several_orders_throws_by_itself() -> None:
    """Two seats may act at once, and each order throws: whichever is worked first has the first cell. No
    title of ours asks so; one that lets several seats act at once throws when all are in."""
    ledger = Ledger(GAME, level=1)
    first = ledger.binding(Ordered("red", HIGH), (), 0, is_new=True)
    ledger = ledger.fold(Ordered("blue", LOW))
    ledger = ledger.fold(Thrown(Question("wager", "of blue", 6, index=1), (1,)))
    second = ledger.binding(Ordered("red", HIGH), (), 0, is_new=True)
    assert (first.first, second.first) == (1, 2)
    assert first.bound(1).inputs == second.bound(2).inputs
