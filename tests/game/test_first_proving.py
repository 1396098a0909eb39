"""What proves throws in games of protocol 1, asked of entries that nobody has recorded: both sides of every
limit.

Whole games with sheets are played, and lied about, in tests/protocol.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.checking.proof import check_throws
from domain.game.checking.readjudicate import Finding
from domain.game.deciding.authority import misfit
from domain.game.deciding.own_cells import check_cell, sheet_of
from domain.game.entries.entries import (
    Asked,
    Contributed,
    Entry,
    Forked,
    Joined,
    Opened,
    Ordered,
    Rewound,
    Seated,
    SheetCommitted,
)
from domain.game.entries.protocol_orders import Commit
from domain.game.state import first_ledger
from domain.game.state.first_ledger import FirstLedger as Ledger
from domain.game.state.order_digests import order_digest
from domain.game.state.words import is_for_every_game
from domain.kit.cells import cell_commitment
from domain.kit.chance import Question, Thrown, ThrownAgain
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed
from domain.shinobi.data.options import Options

SEATS = (Seated("iga", "Ann"), Seated("ise", "Ben"), Seated("kii", "Cem"))
END: Fact[Any, Any] = Fact("r")
INSIDE: Fact[Any, Any] = Fact("r", more=1)
DIE = Question("combat", "the attack", 6)
ORDER = Options()


def opened(level: int = 0) -> Opened[Any]:
    return Opened("shinobi", "standard", "1", "default", Options(), "data", SEATS, "a seed", level)


def of(**new: Any) -> Question:
    return replace(DIE, **new)


NO_FACES, SEAL = "No faces can answer its question.", "A secret draw is open, or an open throw is sealed."
LEFT: list[Entry] = [END, Thrown(DIE, (3,)), END, Rewound(2, "Why.")]
TO_1, TO_4 = (f"Play goes back to event {n}, and no unit ends there." for n in (1, 4))

# what follows the opening of a game of level 0; why the last entry does not hold
PLAIN: list[tuple[list[Entry], str]] = [
    (
        [SheetCommitted("referee", 1, ("00" * 32,))],
        "All cells are committed by roots; no sheet can be added.",
    ),
    ([Joined("iga", "here")], "At level 0 nobody has to join."),
    ([Ordered("iga", ORDER)], ""),
    ([Ordered("oki", ORDER)], "Nobody sits at oki."),
    ([Ordered("iga", ORDER, "only answer")], ""),
    ([Ordered("iga", ORDER, "bots")], "No order is given by “bots”, or none with a cell."),
    (
        [Ordered("iga", ORDER, "only answer", "00" * 32)],
        "No order is given by “only answer”, or none with a cell.",
    ),
    ([Ordered("iga", Sealed(("iga",), ORDER))], ""),
    ([Ordered("iga", Sealed((), ORDER))], "The order is sealed from iga, or to others."),
    ([Asked(DIE)], ""),
    ([Asked(DIE), Asked(DIE)], "Another question is open."),
    ([Asked(DIE), Thrown(DIE, (3,)), Asked(DIE)], ""),
    ([Contributed("witness", 0, "00" * 32)], "witness has nothing to contribute at level 0."),
    ([Thrown(DIE, (1,))], ""),
    ([Thrown(DIE, (6,))], ""),
    ([Thrown(DIE, (7,))], "(7,) cannot answer its question."),
    ([Thrown(DIE, (0,))], "(0,) cannot answer its question."),
    ([Thrown(DIE, (1, 1))], "(1, 1) cannot answer its question."),
    ([Thrown(DIE, (3,), real=True)], ""),
    ([Thrown(DIE, (3,), "00" * 32)], "At level 0 no throw has a cell."),
    ([Thrown(of(index=1), (3,))], "It answers question 1; the next question is 0."),
    ([Thrown(of(count=0), ())], NO_FACES),
    ([Thrown(of(count=10_000, sides=1), (1,) * 10_000)], ""),
    ([Thrown(of(count=10_001, sides=1), (1,) * 10_001)], NO_FACES),
    ([Thrown(of(sides=1 << 32), (1 << 32,))], ""),
    ([Thrown(of(sides=(1 << 32) + 1), (1,))], NO_FACES),
    ([Thrown(of(sides=0), (1,))], NO_FACES),
    ([Thrown(of(sides=3, count=3, draw=True), (3, 2, 1))], ""),
    ([Thrown(of(sides=3, count=3, draw=True), (3, 3, 1))], "(3, 3, 1) cannot answer its question."),
    ([Thrown(of(sides=3, count=4, draw=True), (3, 2, 1, 1))], NO_FACES),
    ([Thrown(of(secret=True), Sealed((), (3,)))], ""),
    ([Thrown(of(secret=True), (3,))], SEAL),
    ([Thrown(of(secret=True), Sealed(("iga",), (3,)))], SEAL),
    ([Thrown(DIE, Sealed((), (3,)))], SEAL),
    ([END, INSIDE, END, Rewound(2, "Why.")], ""),
    ([END, END, END, Rewound(1, "Why.")], TO_1),
    ([END, END, Rewound(0, "Why.")], "Play goes back to event 0, and no unit ends there."),
    ([END, END, Rewound(-1, "Why.")], "Play goes back to event -1, and no unit ends there."),
    ([END, INSIDE, END, Rewound(3, "Why.")], "Play goes back to event 3, and no unit ends there."),
    ([END, END, END, Rewound(4, "Why.")], TO_4),
    ([END, END, Asked(DIE), Rewound(2, "Why.")], "A question is open."),
    ([END, END, Rewound(2, "Why.", "consent")], ""),
    ([END, END, Rewound(2, "Why.", "iga")], "Nobody is called “iga” who could let play go back."),
    ([END, Forked("h", 2, "00" * 32, "seed")], ""),
    (
        [END, END, Forked("h", 2, "00" * 32, "seed")],
        "It leaves h after event 2, and stands after 3.",
    ),
    ([Asked(DIE), END], "A question is open, and something else happens in the game."),
    ([INSIDE, Forked("h", 2, "00" * 32, "seed")], "It leaves h after event 2, and no unit ends there."),
    (
        [END, Asked(DIE), Forked("h", 3, "00" * 32, "seed")],
        "It leaves h after event 3, and no unit ends there.",
    ),
    ([*LEFT, ThrownAgain(DIE, 3)], ""),
    ([*LEFT, ThrownAgain(of(purpose="dinner"), 3)], "It answers another question than it did."),
    (
        [*LEFT, ThrownAgain(DIE, 3), ThrownAgain(DIE, 3)],
        "Event 3 is no throw that was left and may answer again.",
    ),
    ([Thrown(DIE, (3,)), ThrownAgain(DIE, 2)], "Event 2 is no throw that was left and may answer again."),
]


@pytest.mark.parametrize(("entries", "why"), PLAIN)
def test_what_may_stand_in_a_game_without_sheets(entries: list[Entry], why: str) -> None:
    record = [opened(), *entries]
    found = check_throws("g", record)
    assert (found.position, found.why) == (len(record), why) if found else why == ""


FIRST = "The sheet of the referee does not follow the opening."
HASH = "ab" * 32
REFEREES = SheetCommitted("referee", 1, (HASH,))
INDEXED = of(index=1)

# level, what follows the opening, why the last entry does not hold
PROVEN: list[tuple[int, list[Entry], str]] = [
    (1, [REFEREES], ""),
    (1, [Joined("iga", "here")], FIRST),
    (1, [SheetCommitted("iga", 1, (HASH,))], FIRST),
    (1, [REFEREES, SheetCommitted("referee", 2, (HASH,))], ""),
    (1, [REFEREES, SheetCommitted("referee", 1, (HASH,))], "This is not sheet 2 of referee."),
    (1, [SheetCommitted("referee", 2, (HASH,))], "This is not sheet 1 of referee."),
    (1, [SheetCommitted("referee", 1, ())], "This is not sheet 1 of referee."),
    (1, [SheetCommitted("referee", 1, (HASH, HASH[1:]))], "This is not sheet 1 of referee."),
    (1, [REFEREES, SheetCommitted("nobody", 1, (HASH,))], "nobody is no party of this game."),
    (1, [REFEREES, SheetCommitted("witness", 1, (HASH,))], ""),
    (1, [REFEREES, SheetCommitted("iga", 1, (HASH,))], ""),
    (1, [REFEREES, Joined("iga", "here")], ""),
    (1, [REFEREES, Joined("oki", "here")], "oki has joined before, or nobody sits there."),
    (
        1,
        [REFEREES, Joined("iga", "here"), Joined("iga", "here")],
        "iga has joined before, or nobody sits there.",
    ),
    (1, [REFEREES, opened()], "It opens the game a second time."),
    (1, [REFEREES, Asked(INDEXED)], ""),
    (1, [REFEREES, Asked(DIE)], "It answers question 0; the next question is 1."),
    (1, [REFEREES, Thrown(INDEXED, (3,), "", True)], "Real dice do not belong in a game of this level."),
    (1, [REFEREES, Thrown(INDEXED, (3,))], "A seat has not joined before this throw."),
    (1, [REFEREES, Contributed("witness", 1, HASH)], "witness has nothing to contribute at level 1."),
    (3, [REFEREES, Contributed("iga", 1, HASH)], "iga has nothing to contribute at level 3."),
    (
        3,
        [REFEREES, Contributed("witness", 1, HASH)],
        "Question 1 was not asked, or the witness has contributed to it before.",
    ),
    (
        3,
        [REFEREES, Asked(INDEXED), Contributed("witness", 2, HASH)],
        "Question 2 was not asked, or the witness has contributed to it before.",
    ),
    (
        3,
        [REFEREES, Asked(INDEXED), Contributed("witness", 1, HASH)],
        "This is not cell 1 of the sheet of witness.",
    ),
    (2, [REFEREES, SheetCommitted("iga", 1, (HASH,)), Ordered("ise", ORDER)], ""),
    (2, [REFEREES, SheetCommitted("iga", 1, (HASH,)), Ordered("iga", ORDER, "only answer")], ""),
    (
        2,
        [REFEREES, SheetCommitted("iga", 1, (HASH,)), Ordered("iga", ORDER)],
        "iga has a sheet, and no cell came with the order.",
    ),
    (1, [REFEREES, SheetCommitted("iga", 1, (HASH,)), Ordered("iga", ORDER)], ""),
    (
        2,
        [REFEREES, SheetCommitted("iga", 1, (HASH,)), Ordered("iga", ORDER, cell=HASH)],
        "This is not cell 1 of the sheet of iga.",
    ),
]


@pytest.mark.parametrize(("level", "entries", "why"), PROVEN)
def test_what_may_stand_in_a_game_with_sheets(level: int, entries: list[Entry], why: str) -> None:
    record = [opened(level), *entries]
    found = check_throws("g", record)
    assert (found.position, found.why) == (len(record), why) if found else why == ""


def test_an_opening_with_sheets_does_not_stand_alone() -> None:
    """Where all is known the rules say so themselves."""
    assert check_throws("g", [opened(1)]) is None
    assert check_throws("g", [opened(1)], partial=True) == Finding(2, FIRST)
    assert check_throws("g", [opened(0)], partial=True) is None
    assert check_throws("g", [opened(1), REFEREES], partial=True) is None


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"level": 3}, ""),
        ({"level": 4}, "There is no level 4 of proof, or no protocol 1."),
        ({"level": -1}, "There is no level -1 of proof, or no protocol 1."),
        ({"seats": (*SEATS, Seated("referee", "Dai"))}, "“referee” cannot be the name of a seat, or of two."),
        ({"seats": (*SEATS, Seated("public", "Dai"))}, "“public” cannot be the name of a seat, or of two."),
        ({"seats": (*SEATS, Seated("witness", "Dai"))}, "“witness” cannot be the name of a seat, or of two."),
        ({"seats": (*SEATS, Seated("iga", "Dai"))}, "“iga” cannot be the name of a seat, or of two."),
    ],
)
def test_what_an_opening_says_of_level_and_seats(changes: dict[str, Any], why: str) -> None:
    assert check_throws("g", [replace(opened(), **changes)]) == (Finding(1, why) if why else None)


# ---- sheets and their cells

CELLS = [bytes([n]) * 32 for n in range(4)]


def sheet(party: str, number: int, *cells: bytes) -> SheetCommitted:
    made = (cell_commitment("g", party, number, place, cell) for place, cell in enumerate(cells, 1))
    return SheetCommitted(party, number, tuple(one.hex() for one in made))


@pytest.fixture
def ledger() -> Ledger:
    """A game of level 2 in which iga has committed two sheets of two cells, and nobody else any."""
    made = Ledger("g")
    for entry in (opened(2), sheet("iga", 1, *CELLS[:2]), sheet("iga", 2, *CELLS[2:])):
        made = made.fold(entry)
    return made


def test_a_cell_fits_at_its_own_place_alone(ledger: Ledger) -> None:
    for at in range(6):
        assert [ledger.fits("iga", at, cell.hex()) for cell in CELLS] == [at == n for n in range(4)]
    assert not ledger.fits("iga", 0, "00")
    assert not ledger.fits("ise", 0, CELLS[0].hex())
    assert [ledger.place("iga", at) for at in range(4)] == [(1, 1), (1, 2), (2, 1), (2, 2)]
    with pytest.raises(IndexError):
        ledger.place("iga", 4)


@pytest.mark.parametrize(
    ("party", "used", "cell", "why"),
    [
        ("iga", 0, CELLS[0].hex(), ""),
        ("iga", 0, "", "iga has a sheet, and no cell came with this order."),
        ("iga", 0, CELLS[1].hex(), "This is not cell 1 of the sheet of iga."),
        ("iga", 2, CELLS[1].hex(), "This is cell 2 of the sheet of iga, and it was used before."),
        ("iga", 3, CELLS[3].hex(), ""),
        ("iga", 4, CELLS[3].hex(), "iga has no cell left."),
        ("ise", 0, "", ""),
        ("ise", 0, CELLS[0].hex(), "ise has committed no sheet."),
        ("witness", 0, "", "witness has committed no sheet."),
    ],
)
def test_a_party_opens_exactly_its_next_cell(
    ledger: Ledger, party: str, used: int, cell: str, why: str
) -> None:
    for n in range(used):
        ledger = ledger.fold(Ordered(party, ORDER, cell=CELLS[n].hex()))
    if not why:
        check_cell(ledger, party, cell)
        return
    with pytest.raises(IllegalMove) as refusal:
        check_cell(ledger, party, cell)
    assert refusal.value.why == why


def test_a_sheet_is_new_well_formed_and_of_a_party_that_may_have_one(ledger: Ledger) -> None:
    known, new = sheet("iga", 1, *CELLS[:2]).cells, "ab" * 32
    assert sheet_of(ledger, "ise", Commit(f"{new} {known[0]}")) == SheetCommitted("ise", 1, (new, known[0]))
    assert sheet_of(ledger, "iga", Commit(new)) == SheetCommitted("iga", 3, (new,))
    with pytest.raises(StaleOrder, match="This sheet was committed before"):
        sheet_of(ledger, "iga", Commit(f"{new} {known[1]}"))
    with pytest.raises(IllegalMove, match="A commitment is 64 hexadecimal digits"):
        sheet_of(ledger, "ise", Commit(f"{new} {new[1:]}"))
    with pytest.raises(IllegalMove, match="At level 2, witness has no sheet of its own"):
        sheet_of(ledger, "witness", Commit(new))


def test_an_only_answer_raises_nothing(ledger: Ledger) -> None:
    """What the referee orders for a seat because it is the only answer steers no throw; what a seat orders
    does, until it was answered."""
    given, other = Ordered("kii", ORDER, "only answer"), Ordered("kii", ORDER)
    ledger = ledger.fold(Ordered("ise", ORDER))
    raised, by_two = (
        ledger.binding(None, (), 0, is_new=False).bound(1),
        ledger.binding(other, (), 0, is_new=True).bound(1),
    )
    assert ledger.binding(given, (), 0, is_new=True).bound(1) == raised
    assert by_two != raised
    ledger = ledger.fold(Thrown(of(index=1), (3,)))
    assert ledger.binding(given, (), 0, is_new=True).bound(2) == raised
    assert ledger.binding(other, (), 0, is_new=True).bound(2) not in (raised, by_two)
    assert [ledger.binding(None, (), on_record, is_new=False).first for on_record in (0, 1)] == [2, 1]


@pytest.mark.parametrize(
    ("question", "faces", "said"),
    [
        (DIE, (7,), "7 cannot answer the attack. Enter 1 face of 1 to 6."),
        (of(count=2), (), "Nothing cannot answer the attack. Enter 2 faces of 1 to 6."),
        (of(draw=True), (1, 2), "1, 2 cannot answer the attack. Enter 1 place of at most 6."),
        (of(draw=True, count=2), (6, 6), "6, 6 cannot answer the attack. Enter 2 places of at most 6, 5."),
    ],
)
def test_faces_that_cannot_answer(question: Question, faces: tuple[int, ...], said: str) -> None:
    assert str(misfit(question, faces)) == f"[combat] {said}"


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("join Hello there", True),
        ("JOIN", True),
        ("  cell ab", True),
        ("commit ab cd", True),
        ("jointly", False),
        ("", False),
        ("attack join", False),
    ],
)
def test_orders_of_every_game(line: str, is_one: bool) -> None:
    assert is_for_every_game(line) == is_one


def test_throws_of_the_same_orders_digest_them_once(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """And another order makes another digest."""
    digested = list[str]()

    def digest(entry: Ordered[Any], protocol: int) -> bytes:
        digested.append(entry.seat)
        return order_digest(entry, protocol)

    monkeypatch.setattr(first_ledger, "order_digest", digest)
    ledger = ledger.fold(Ordered("ise", ORDER)).fold(Ordered("kii", ORDER))
    first = ledger.binding(None, (), 0, is_new=False).bound(1)
    ledger = ledger.fold(Thrown(of(index=1), (3,)))
    assert ledger.binding(None, (), 0, is_new=False).bound(2) == first
    assert digested == ["ise", "kii"]
    ledger = ledger.fold(Ordered("kii", ORDER))
    assert ledger.binding(None, (), 0, is_new=False).bound(2) != first
