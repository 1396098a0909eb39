"""What protocol 2 does not exclude, and where that is said. Whoever closes one of these changes its test."""

from __future__ import annotations

from pathlib import Path

from domain.game.checking.proof import foreseen as foreseen_throws
from domain.game.deciding.decide import contribute
from domain.game.entries.entries import RootCommitted
from domain.kit.chance import Thrown
from referee.audit.proof_notes import proof_notes
from referee.proof.levels import LEVELS
from tests.playing import follows
from tests.protocol.table import GAME, HIGH, LOW, SEATS, Table, cell_line, foreseen
from tests.protocol.wager import offers
from tests.record.stores import ACT


def test_level_1_a_friend_who_is_told_the_next_cell_chooses_the_order_that_pleases(tmp_path: Path) -> None:
    """Of twelve orders the friend gives the best. The record holds, for nothing in it is false."""
    assert LEVELS[1].leaves.startswith("a referee who tells a friend what comes next")
    table = Table(tmp_path)
    table.bet("red", HIGH)
    game = table.game
    best = max(offers(game.state, "blue"), key=lambda bet: sum(foreseen(table, game, "blue", bet)))
    table.bet("blue", best)
    assert sum(table.thrown[0].answer()) > 7
    assert table.verdict() is None


def test_level_1_a_referee_who_loses_mails_learns_beforehand_which_order_pleases(tmp_path: Path) -> None:
    """The same order brings the same throw, so it must hope for another order."""
    assert "late or lost orders" in LEVELS[1].leaves
    assert "a referee who alone foresees a throw before the order is in" in LEVELS[2].excludes
    table = Table(tmp_path)
    table.bet("red", HIGH)
    game = table.game
    table.bet("blue", LOW)
    assert foreseen(table, game, "blue", LOW) == table.thrown[0].answer()


def test_level_2_referee_and_acting_seat_together_foresee(tmp_path: Path) -> None:
    assert LEVELS[2].leaves.startswith("the referee and the acting seat together")
    table = Table(tmp_path, 2, committers=SEATS)
    table.bet("red", HIGH)
    game, cell = table.game, cell_line("blue", 1)
    best = max(offers(game.state, "blue"), key=lambda bet: sum(foreseen(table, game, "blue", bet, cell)))
    table.bet("blue", best)
    assert sum(table.thrown[0].answer()) > 7
    assert table.verdict() is None


def test_level_2_a_throw_to_which_no_seat_gives_a_cell_is_counted_as_one_of_level_1(tmp_path: Path) -> None:
    """Nobody has cells; then one of two has; the audit says how many throws that makes."""
    assert "a seat without cells) are of level 1, and are counted" in LEVELS[2].leaves
    for committers, known in (((), 1), (("red",), 0), (SEATS, 0)):
        table = Table(tmp_path / str(len(committers)), 2, committers=committers)
        table.bet("red", HIGH)
        before = table.game
        table.bet("blue", LOW)
        assert len(foreseen_throws(GAME, table.entries)) == known
        assert any(
            f"{known} did not, and are of level 1" in note for note in proof_notes(GAME, table.entries)
        )
        if known:
            assert foreseen(table, before, "blue", LOW) == table.thrown[0].answer()


def test_level_3_all_of_them_together_foresee(tmp_path: Path) -> None:
    assert LEVELS[3].leaves.startswith("all of them together")
    table = Table(tmp_path, 3)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    entries = follows(
        table.game, table.referee.cells.chance, contribute, "witness", table.witness_line()
    ).entries
    told = next(entry.answer() for entry in entries if isinstance(entry, Thrown))
    table.witness()
    assert table.thrown[0].answer() == told


def test_a_referee_may_begin_with_new_cells_and_all_read_it_and_why(tmp_path: Path) -> None:
    """Nobody can be kept from asking all for new phrases; whoever does not like the reason sends none, and
    the game stands still."""
    table = Table(tmp_path)
    table.round()
    table.referee.renew(GAME, "The machine was stolen.", ACT)
    (at,) = table.places(RootCommitted)
    assert table.game.awaited() == SEATS
    assert any(note.startswith(f"At event {at} the referee committed to new cells") for note in
               proof_notes(GAME, table.entries))  # fmt: skip
    assert table.verdict() is None
