"""Seats and witnesses with cells of their own: each is bound to one order, and nothing is thrown twice, or
without them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.game.checking.proof import foreseen
from domain.game.checking.readjudicate import Finding
from domain.game.deciding.run import settle
from domain.game.entries.entries import Asked, Contributed, Ordered, Rewound, RootCommitted, Spent
from domain.game.entries.levels import WITNESS
from domain.game.entries.protocol_orders import Cell, Commit, Root, Spend
from domain.kit.chance import Thrown
from domain.kit.errors import IllegalMove, StaleOrder
from referee.audit.audit import THROWS
from referee.games import people
from tests.playing import follows
from tests.protocol.table import GAME, HIGH, LOW, SEATS, Table, cell_line, drawn_by, lanes_of, witness_line
from tests.protocol.wager import Wager
from tests.record.stores import ACT

# ---- a seat's own cell (level 2)

FIRST, SECOND, THIRD = (cell_line("blue", number) for number in (1, 2, 3))
NUMBER, CELL, PATH = FIRST.split()

NONE = "blue has cells, and none came with this order."
NO_CELL, NOT_1, IS_2 = "This is no cell.", "This is not cell 1 of blue.", "This is cell 2 of blue."
WRONG = [
    ("", NONE),
    (SECOND, IS_2),
    (f"1 {'ab' * 32} {PATH}", NOT_1),
    (f"1 {SECOND.split()[1]} {SECOND.split()[2]}", NOT_1),
    (f"2 {CELL} {PATH}", IS_2),
    (f"0 {CELL} {PATH}", NO_CELL),
    (f"1 {CELL}", NOT_1),
    (f"1 {CELL} {PATH[:-44]}", "The proof of this cell is damaged."),
    (f"1 {CELL} {PATH[:-4]}====", "The proof of this cell is damaged."),
    (f"1 {CELL} {'A' * 4096}", "The proof of this cell is damaged."),
    (f"1 {CELL} {PATH} {CELL} {CELL}", NO_CELL),
    (f"1 {CELL.upper()} {PATH}", NO_CELL),
    ("no cell", NO_CELL),
    (cell_line("red", 1), NOT_1),
]


@pytest.mark.parametrize(("cell", "why"), WRONG)
def test_without_the_next_cell_an_order_is_not_taken_and_nothing_is_thrown(
    tmp_path: Path, cell: str, why: str
) -> None:
    table = Table(tmp_path, 2, committers=SEATS)
    table.bet("red", HIGH)
    before = table.game.position
    with pytest.raises(IllegalMove) as refusal:
        table.take("blue", LOW, cell)
    assert (refusal.value.rule, refusal.value.why) == ("protocol/cell", why)
    assert (table.game.position, table.thrown) == (before, [])
    table.bet("blue", LOW)
    assert len(table.thrown) == 1
    assert table.verdict() is None


def test_a_cell_is_given_once(tmp_path: Path) -> None:
    table = Table(tmp_path, 2, committers=SEATS)
    table.round()
    for order in (LOW, HIGH):
        with pytest.raises(IllegalMove, match="This is cell 1 of blue, and it was shown before, for another"):
            table.take("blue", order, FIRST)
    assert len(table.thrown) == 1


def test_a_seat_without_cells_sends_none(tmp_path: Path) -> None:
    table = Table(tmp_path, 2, committers=("red",))
    table.bet("red", HIGH)
    with pytest.raises(IllegalMove, match="blue has committed to no cells"):
        table.take("blue", LOW, FIRST)
    table.bet("blue", LOW)
    assert table.verdict() is None


ALTERED: list[tuple[dict[str, object], str]] = [
    ({"cell": "", "proof": ()}, "blue has cells, and none came with the order."),
    ({"cell": "ab" * 32}, "This is not cell 1 of blue."),
    ({"cell": drawn_by("blue").cell("blue", (1, 2)).hex()}, "This is not cell 1 of blue."),
    ({"proof": ()}, "This is not cell 1 of blue."),
]


@pytest.mark.parametrize(("changes", "why"), ALTERED, ids=["none", "another", "the second", "no proof"])
def test_a_referee_who_takes_an_order_with_another_cell_is_named(
    tmp_path: Path, changes: dict[str, object], why: str
) -> None:
    """A friend's order without its cell, or with one that suits."""
    table = Table(tmp_path, 2, committers=SEATS)
    table.round()
    entries, at = table.entries, table.places(Ordered)[-1]
    order = replace(entries[at - 1], **changes)
    assert table.lie([*entries[: at - 1], order, *entries[at:]])[0] == Finding(at, why)


def test_after_a_rewind_a_cell_answers_for_its_own_order_alone(tmp_path: Path) -> None:
    """The same order brings the cell that is known, the same faces, or a new one, and still the same;
    another order needs a new one."""
    table = Table(tmp_path, 2, committers=SEATS)
    start = table.game.position
    faces = table.round()
    table.referee.rewind(GAME, Rewound(start, "A slip."), ACT)
    with pytest.raises(IllegalMove, match="it was shown before, for another order"):
        table.take("blue", HIGH, FIRST)
    table.take("blue", LOW, FIRST)
    table.take("red", HIGH, cell_line("red", 2))
    assert [entry.cell for entry in table.entries if isinstance(entry, Ordered)].count(CELL) == 2
    assert [throw.answer() for throw in table.thrown] == [faces]
    assert table.verdict() is None


# ---- cells that were shown and not played


def spend(table: Table, cell: str, why: str = "refused", line: str = "wager 9 on high") -> list[Spent]:
    table.referee.spend(GAME, "blue", cell, why, line, ACT)
    return [entry for entry in table.entries if isinstance(entry, Spent)]


def test_a_cell_that_came_with_a_refused_line_answers_for_its_place_alone(tmp_path: Path) -> None:
    """A referee who has seen it cannot hold it back for an order that pleases: at the next place it is
    none."""
    table = Table(tmp_path, 2, committers=SEATS)
    table.bet("red", HIGH)
    (spent,) = spend(table, FIRST)
    assert (spent.place, spent.why, spent.line.to) == (1, "refused", ("blue",))
    assert spend(table, FIRST) == [spent], "It is recorded once."
    assert spend(table, THIRD) == [spent], "Only the next one is."
    table.take("blue", LOW, FIRST)
    assert foreseen(GAME, table.entries) == ()
    table.bet("red", HIGH)
    with pytest.raises(IllegalMove, match="it was shown before, for another order"):
        table.take("blue", LOW, FIRST)
    table.take("blue", LOW, SECOND)
    assert table.verdict() is None


def test_a_throw_by_cells_that_were_seen_before_is_one_of_level_1(tmp_path: Path) -> None:
    """Both cells came with lines that were refused: the referee could choose whether to have another."""
    table = Table(tmp_path, 2, committers=SEATS)
    for seat in SEATS:
        table.referee.spend(GAME, seat, cell_line(seat, 1), "unreadable", "wagre", ACT)
        table.take(seat, HIGH, cell_line(seat, 1))
    assert foreseen(GAME, table.entries) == tuple(table.places(Thrown))
    for seat in SEATS:
        table.take(seat, HIGH, cell_line(seat, 2))
    assert foreseen(GAME, table.entries) == tuple(table.places(Thrown)[:1])
    assert table.verdict() is None


def test_lost_cells_are_brought_before_the_next(tmp_path: Path) -> None:
    table = Table(tmp_path, 2, committers=SEATS)
    table.bet("red", HIGH)
    table.take("blue", Spend(FIRST))
    with pytest.raises(StaleOrder, match="Cell 1 has come before"):
        table.take("blue", Spend(FIRST))
    with pytest.raises(IllegalMove, match="it was shown before, for another order"):
        table.take("blue", LOW, FIRST)
    with pytest.raises(IllegalMove, match="This is cell 3 of blue"):
        table.take("blue", Spend(THIRD))
    table.take("blue", LOW, SECOND)
    (spent,) = (entry for entry in table.entries if isinstance(entry, Spent))
    assert (spent.place, spent.why, spent.line.value) == (0, "lost", "")
    assert table.verdict() is None


# ---- roots


def test_a_seat_that_is_taken_over_plays_on_with_cells_of_its_own_or_without(tmp_path: Path) -> None:
    for fresh in (True, False):
        table = Table(tmp_path / str(fresh), 2, committers=SEATS)
        table.round()
        people.take_seat(table.referee, GAME, "blue", "Chiyo", "Botan has left.", ACT)
        table.bet("red", HIGH)
        with pytest.raises(IllegalMove, match="blue has committed to no cells"):
            table.take("blue", LOW, SECOND)
        if fresh:
            drawn = drawn_by("blue", 2)
            table.take("blue", Root(f"{drawn.root()} 2"))
            with pytest.raises(IllegalMove, match=r"This is not cell 1 of blue\."):
                table.take("blue", LOW, FIRST)
        table.take("blue", LOW, cell_line("blue", 1, 2) if fresh else "")
        assert len(table.thrown) == 2
        assert table.verdict() is None


ROOT = f"{'ab' * 32} 2"
ROOTS = [
    (2, "red", ROOT, "red cannot commit further cells now."),
    (2, "red", "ab 2", "A root is 64 hexadecimal digits, and how many sheets stand under it."),
    (2, "red", "none 2", "A root is 64 hexadecimal digits, and how many sheets stand under it."),
    (2, "red", f"{'ab' * 32} 1025", "A lane has at most 1024 sheets."),
    (2, "red", f"{'ab' * 32} 0", "A root is 64 hexadecimal digits, and how many sheets stand under it."),
    (1, "red", ROOT, "At level 1, red has no cells of its own."),
    (2, "witness", ROOT, "At level 2, witness has no cells of its own."),
    (3, "witness", "none", "A root is 64 hexadecimal digits, and how many sheets stand under it."),
    (3, "witness", ROOT, "witness cannot commit further cells now."),
    (2, "red", "none", ""),
]


@pytest.mark.parametrize(("level", "party", "text", "why"), ROOTS)
def test_nobody_commits_out_of_time(tmp_path: Path, level: int, party: str, text: str, why: str) -> None:
    table = Table(tmp_path, level, committers=SEATS if level == 2 else ())
    before = table.game.position
    if why:
        with pytest.raises(IllegalMove) as refusal:
            table.take(party, Root(text))
        assert (refusal.value.why, table.game.position) == (why, before)
    else:
        table.take(party, Root(text))
        assert isinstance(table.entries[before], RootCommitted)
    assert table.verdict() is None


def test_a_sheet_of_the_first_protocol_is_not_taken(tmp_path: Path) -> None:
    table = Table(tmp_path, 2)
    with pytest.raises(IllegalMove, match="This game takes no such line"):
        table.take("red", Commit("ab" * 32))


# ---- the witness (level 3)


def locked(path: Path) -> Table:
    """Both bets are in, and the throw waits for the witness."""
    table = Table(path, 3)
    table.bet("red", HIGH)
    table.bet("blue", LOW)
    return table


def test_while_the_witness_refuses_the_question_stays_open(tmp_path: Path) -> None:
    table = locked(tmp_path)
    assert isinstance(table.entries[-1], Asked)
    for _ in range(3):  # whoever writes, and however often
        for seat in SEATS:
            with pytest.raises(StaleOrder, match=r"An order is locked and its throw is awaited\."):
                table.take(seat, Wager(6, "low"))
    assert (table.thrown, table.verdict()) == ([], None)
    assert follows(table.game, table.referee.cells.chance, settle).entries == ()


def answers(table: Table) -> dict[str, str]:
    """What a witness might write for the first throw of the game."""
    head = table.record.envelopes(GAME)[-1].digest.hex()
    line = witness_line("game", 1, head)
    return {
        "none": "",
        "the second": witness_line("game", 2, head),
        "another lane": witness_line("red", 1, head),
        "another cell": line.replace(line.split()[1], "ab" * 32),
        "without its head": line.removesuffix(f" {head}"),
        "no hex": line.replace(head, "x" * 64),
        "right": line,
    }


WAYS = ["none", "the second", "another lane", "another cell", "without its head", "no hex"]


@pytest.mark.parametrize("way", WAYS)
def test_a_witness_with_another_cell_contributes_nothing(tmp_path: Path, way: str) -> None:
    table = locked(tmp_path)
    with pytest.raises(IllegalMove):
        table.take(WITNESS, Cell(answers(table)[way]))
    assert table.thrown == []
    table.take(WITNESS, Cell(answers(table)["right"]))
    assert len(table.thrown) == 1
    assert table.verdict() is None


def test_a_witness_who_answers_twice_is_heard_once(tmp_path: Path) -> None:
    table = locked(tmp_path)
    known = answers(table)
    table.take(WITNESS, Cell(known["right"]))
    for way in ("right", "the second"):
        with pytest.raises(StaleOrder, match=r"No throw is awaited\."):
            table.take(WITNESS, Cell(known[way]))
    assert table.verdict() is None


def other_head(entry: Contributed) -> Contributed:
    return replace(entry, head="ab" * 32)


def other_cell(entry: Contributed) -> Contributed:
    drawn = drawn_by(WITNESS)
    return replace(entry, cell=drawn.cell("game", (1, 2)).hex(), proof=drawn.proof("game", (1, 2)))


NAMED = [
    (other_cell, "This is not the cell of the witness for game/1."),
    (other_head, "The witness has answered another history: its head is not that of the event that asked."),
]


@pytest.mark.parametrize(("altered", "why"), NAMED)
def test_what_was_exchanged_in_the_record_is_named(tmp_path: Path, altered: Struct, why: str) -> None:
    """A cell that pleases more, or one that the witness gave for a history which nobody else has seen."""
    table = locked(tmp_path)
    table.witness()
    entries, at = table.entries, table.places(Contributed)[0]
    lie = [*entries[: at - 1], altered(entries[at - 1]), *entries[at:]]  # type: ignore[operator]
    assert table.lie(lie)[0] == Finding(at, why)


def test_a_second_cell_for_one_question_is_named(tmp_path: Path) -> None:
    table = locked(tmp_path)
    table.witness()
    entries, at = table.entries, table.places(Contributed)[0]
    finding, promise = table.lie([*entries[:at], entries[at - 1], *entries[at:]])
    assert (finding, promise) == (Finding(at + 1, "Question game/1 was not asked, or is answered."), THROWS)


def test_a_seat_cannot_speak_for_the_witness(tmp_path: Path) -> None:
    table = locked(tmp_path)
    with pytest.raises(IllegalMove, match="red is not the witness"):
        table.take("red", Cell(answers(table)["right"]))
    assert table.thrown == []


def test_no_cell_is_opened_for_a_game_that_was_abandoned(tmp_path: Path) -> None:
    table = locked(tmp_path)
    known = answers(table)["right"]
    people.abandon(table.referee, GAME, "The club has closed.", ACT)
    for order in (Cell(known), Root(ROOT)):
        with pytest.raises(StaleOrder, match=r"The game is over\."):
            table.take(WITNESS, order)
    assert table.verdict() is None


def test_cells_that_are_left_count_down(tmp_path: Path) -> None:
    table = Table(tmp_path, 2, committers=SEATS)
    assert [lanes_of(table.game).left(seat) for seat in SEATS] == [64, 64]
    table.bet("red", HIGH)
    assert [lanes_of(table.game).left(seat) for seat in SEATS] == [63, 64]
