"""What proves throws, asked of entries that nobody has recorded: roots, phrases, sheets, cells and lanes,
both sides of every limit.

Whole games are played, and lied about, in tests/protocol; games of protocol 1 in test_first_proving.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.checking.proof import check_throws
from domain.game.checking.readjudicate import Finding
from domain.game.entries.entries import (
    LOST,
    REFUSED,
    UNREADABLE,
    Asked,
    Contributed,
    Entry,
    Joined,
    Opened,
    Ordered,
    Rewound,
    RootCommitted,
    Seated,
    SheetCommitted,
    Spent,
)
from domain.game.entries.levels import REFEREE_SHEET, WITNESS
from domain.game.entries.people import Delegated, DelegationEnded, SeatLeft, SeatTaken
from domain.game.state.ledger import LaneLedger, after
from domain.game.state.scopes import START, Scope
from domain.kit import cells, roots
from domain.kit.chance import Question, SheetShown, Thrown
from domain.kit.drawn_cells import Drawn
from domain.kit.facts import Fact
from domain.kit.roots import GAME
from domain.kit.sealed import Sealed
from domain.shinobi.data.options import Options

SEATS = ("iga", "ise", "kii")
SHEETS = 2
END: Fact[Any, Any] = Fact("r")
DIE = Question("combat", "the attack", 6, index=1, lane=GAME)
ORDER, OTHER = Options(), "another order"
SAID = "a heron stands in the rain"


def drawn(party: str, generation: int = 1, sheets: int = SHEETS, game: str = "g") -> Drawn:
    lanes = (party,) if party in SEATS else (*SEATS, GAME)
    return Drawn(game, roots.named(party, generation), lanes, sheets, Random(party).randbytes(32)).whole()


def committed(party: str, generation: int = 1, reason: str = "", **more: Any) -> RootCommitted:
    made = drawn(party, generation, **more)
    return RootCommitted(party, made.root(), made.sheets, reason)


def opened(level: int = 1, **changes: Any) -> Opened[Any]:
    seats = tuple(Seated(seat, "Ann") for seat in SEATS)
    plain: Opened[Any] = Opened(
        *("shinobi", "standard", "1", "default", Options(), "data", seats, "a seed", level),
        protocol=2,
        root=drawn(REFEREE_SHEET).root(),
        sheets=SHEETS,
        opening=1,
    )
    return replace(plain, **changes)


def place(number: int) -> tuple[int, int]:
    return (number - 1) // roots.CELLS + 1, (number - 1) % roots.CELLS + 1


def cell(seat: str, number: int, generation: int = 1) -> dict[str, Any]:
    """Cell and proof, as fields of an order."""
    of, at = drawn(seat, generation), place(number)
    return {"cell": of.cell(seat, at).hex(), "proof": of.proof(seat, at)}


def ordered(seat: str, number: int = 1, order: Any = ORDER, **more: Any) -> Ordered[Any]:
    return Ordered(seat, order, **{**cell(seat, number), **more})


def spent(seat: str, number: int, why: str = LOST, at: int = 0, line: str = "") -> Spent:
    return Spent(seat, line=Sealed((seat,), line), why=why, place=at, **cell(seat, number))


def contributed(index: int = 1, lane: str = GAME, head: str = "", **more: Any) -> Contributed:
    of, at = drawn(WITNESS), place(index)
    plain = Contributed(WITNESS, index, of.cell(lane, at).hex(), lane, of.proof(lane, at), head)
    return replace(plain, **more)


def thrown(before: Sequence[Entry], question: Question, orders: Sequence[Ordered[Any]] = ()) -> Thrown:
    """The throw that follows: the orders are those that it belongs to."""
    ledger = ledger_after(before)
    at = ledger.place(REFEREE_SHEET, question)
    assert at is not None
    generation = ledger.generations[REFEREE_SHEET]
    made = drawn(REFEREE_SHEET, generation).cell(question.lane, at)
    scopes = (*START[:-1], Scope(question.lane, -1, {one.seat: one for one in orders}))
    bound = ledger.binding(None, scopes, 0, is_new=False).bound(question.index)
    asked = cells.question_digest("g", ledger.phrases_digest(), question, bound.inputs)
    return Thrown(question, cells.faces(made, asked, bound.given, question.limits(), 2), made.hex())


def ledger_after(entries: Sequence[Entry]) -> LaneLedger:
    ledger: Any = LaneLedger("g")
    for entry in entries:
        ledger = after(ledger, entry)
    assert isinstance(ledger, LaneLedger)
    return ledger


def shown(sheet: int = 1, lane: str = GAME, generation: int = 1) -> SheetShown:
    return drawn(REFEREE_SHEET, generation).shown(lane, sheet)


JOINED: list[Entry] = [Joined(seat, SAID) for seat in SEATS]
WITNESSED: list[Entry] = [*JOINED, committed(WITNESS)]


def check(level: int, entries: Sequence[Entry], why: str) -> None:
    record = [opened(level), *entries]
    assert check_throws("g", record) == (Finding(len(record), why) if why else None)


# ---- the opening

NO_ROOT, NO_CELLS = "This is no root of cells.", "At level 0 there are no cells."
ROOT = "ab" * 32
OPENINGS: list[tuple[dict[str, Any], str]] = [
    ({}, ""),
    ({"level": 3}, ""),
    ({"level": 4}, "There is no level 4 of proof, or no protocol 2."),
    ({"protocol": 3}, "There is no level 1 of proof, or no protocol 3."),
    ({"root": ""}, NO_ROOT),
    ({"root": "AB" * 32}, NO_ROOT),
    ({"sheets": 0}, NO_ROOT),
    ({"sheets": 1024}, ""),
    ({"sheets": 1025}, NO_ROOT),
    ({"before": ROOT, "opening": 2}, ""),
    ({"before": "ab"}, "It does not name the opening before it by a digest."),
    ({"level": 0}, NO_CELLS),
    ({"level": 0, "protocol": 1, "root": ""}, NO_CELLS),
    ({"level": 0, "protocol": 1, "root": "", "sheets": 0}, ""),
    ({"seats": (Seated(GAME, "Ann"),)}, "“game” cannot be the name of a seat, or of two."),
]


@pytest.mark.parametrize(("changes", "why"), OPENINGS)
def test_an_opening_commits_the_referee_before_anybody_speaks(changes: dict[str, Any], why: str) -> None:
    assert check_throws("g", [opened(**changes)]) == (Finding(1, why) if why else None)


# ---- phrases

NOT_SETTLED = "The phrase does not stand in its one form."
PHRASES = [
    ("twelve signs", ""),
    ("eleven sign", "The phrase “eleven sign” has 11 characters; at least 12 are needed."),
    ("x" * 200, ""),
    ("x" * 201, "The phrase has more than 200 characters."),
    ("", "The phrase is empty."),
    (" a heron stands", NOT_SETTLED),
    ("a heron  stands", NOT_SETTLED),
    ("a heron\tstands", NOT_SETTLED),
    ("a heron\u00a0stands", NOT_SETTLED),
    ("le vent se le\u0300ve", NOT_SETTLED),
    ("le vent se lève", ""),
    ("a heron \u200bstands", "The phrase has signs that cannot be shown."),
    ("a heron \u0007stands", "The phrase has signs that cannot be shown."),
    ("двенадцать!!", ""),
]


@pytest.mark.parametrize(("phrase", "why"), PHRASES)
def test_a_phrase_stands_in_its_one_form_and_is_long_enough(phrase: str, why: str) -> None:
    check(1, [Joined("iga", phrase)], why)


def test_each_seat_joins_once() -> None:
    check(1, [*JOINED[:1], JOINED[0]], "iga has joined before, or nobody sits there.")
    check(1, [Joined("oki", SAID)], "oki has joined before, or nobody sits there.")


# ---- roots

LATE = "iga cannot commit further cells now."
REASON = "The cells are used up."
EARLY = "The referee commits to new cells before all have joined."
OPEN = "The referee commits to new cells while a question is open that a cell is left for."
NOT_YOURS = "iga has no cells of its own at level 1, or gives a reason."
ROOTS: list[tuple[int, list[Entry], str]] = [
    (1, [committed("iga")], NOT_YOURS),
    (2, [committed("iga")], ""),
    (2, [committed("iga", reason=REASON)], "iga has no cells of its own at level 2, or gives a reason."),
    (2, [committed("iga"), committed("iga", 2)], ""),
    (2, [Joined("iga", SAID), committed("iga")], LATE),
    (2, [Joined("ise", SAID), committed("iga")], ""),
    (2, [*JOINED, SeatTaken("iga", "Dai", "Why."), committed("iga")], ""),
    (2, [*JOINED, SeatLeft("iga", "Ann", "Why."), committed("iga")], ""),
    (2, [*JOINED, Delegated("iga", "Dai", "orders", 9), committed("iga")], ""),
    (2, [*JOINED, DelegationEnded("iga", "Dai"), committed("iga")], ""),
    (2, [*JOINED, SeatTaken("ise", "Dai", "Why."), committed("iga")], LATE),
    (2, [SeatTaken("iga", "Dai", "Why."), *JOINED, committed("iga")], LATE),
    (2, [SeatTaken("iga", "Dai", "Why."), committed("iga"), committed("iga", 2)], ""),
    (2, [committed("iga"), RootCommitted("iga")], ""),
    (2, [committed("iga"), *JOINED, RootCommitted("iga")], ""),
    (2, [RootCommitted("iga")], "iga has no cells to give up."),
    (2, [committed("iga"), RootCommitted("iga"), RootCommitted("iga")], "iga has no cells to give up."),
    (2, [RootCommitted("iga", "", 1)], NO_ROOT),
    (2, [RootCommitted("iga", ROOT, 0)], NO_ROOT),
    (2, [RootCommitted("iga", ROOT, 1024)], ""),
    (2, [RootCommitted("iga", ROOT, 1025)], NO_ROOT),
    (2, [committed(WITNESS)], "witness has no cells of its own at level 2, or gives a reason."),
    (3, [committed(WITNESS)], ""),
    (3, [committed(WITNESS), committed(WITNESS, 2)], "witness cannot commit further cells now."),
    (3, [committed(WITNESS), RootCommitted(WITNESS)], "witness cannot commit further cells now."),
    (2, [RootCommitted("nobody", ROOT, 1)], "nobody has no cells of its own at level 2, or gives a reason."),
    (1, [SheetCommitted("referee", 1, (ROOT,))], "All cells are committed by roots; no sheet can be added."),
    (1, [committed(REFEREE_SHEET, 2, REASON)], EARLY),
    (1, [*JOINED[:2], committed(REFEREE_SHEET, 2, REASON)], EARLY),
    (1, [*JOINED, committed(REFEREE_SHEET, 2, REASON)], ""),
    (1, [*JOINED, committed(REFEREE_SHEET, 2, " ")], "The referee commits to new cells without a reason."),
    (1, [*JOINED, RootCommitted(REFEREE_SHEET, "", 0, REASON)], NO_ROOT),
    (3, [*WITNESSED, Asked(DIE), committed(REFEREE_SHEET, 2, REASON)], OPEN),
    (1, [*JOINED, committed(REFEREE_SHEET, 2, REASON), committed(REFEREE_SHEET, 3, REASON)], EARLY),
    (1, [*JOINED, committed(REFEREE_SHEET, 2, REASON), *JOINED], ""),
    (1, [*JOINED, committed(REFEREE_SHEET, 2, REASON), Joined("ise", "another sentence")], ""),
]


@pytest.mark.parametrize(("level", "entries", "why"), ROOTS)
def test_when_a_party_may_commit(level: int, entries: list[Entry], why: str) -> None:
    check(level, entries, why)


def test_nobody_commits_at_level_0() -> None:
    none = replace(opened(0), protocol=1, root="", sheets=0)
    for party in (REFEREE_SHEET, "iga", WITNESS):
        why = "At level 0 nobody commits to cells."
        assert check_throws("g", [none, committed(party, 2, REASON)]) == Finding(2, why)


# ---- sheets that are shown


def altered(sheet: SheetShown, at: int = 0) -> SheetShown:
    """With another commitment: a cell that was chosen when the order was known."""
    return replace(sheet, cells=(*sheet.cells[:at], ROOT, *sheet.cells[at + 1 :]))


NOT_UNDER = "This is not sheet 1 of lane game under the referee's root."
FIRST = shown()
SHOWN: list[tuple[SheetShown, str]] = [
    (FIRST, ""),
    (shown(2), "Sheet 2 of lane game is not due."),
    (replace(FIRST, sheet=0), "Sheet 0 of lane game is not due."),
    (shown(lane="iga"), "It is asked in lane “iga”; “game” is due."),
    (replace(FIRST, lane="nobody"), "It is asked in lane “nobody”; “game” is due."),
    (replace(FIRST, cells=FIRST.cells[:4]), NOT_UNDER),
    (replace(FIRST, cells=FIRST.cells[:31]), NOT_UNDER),
    (replace(FIRST, cells=(*FIRST.cells, ROOT)), NOT_UNDER),
    (replace(FIRST, cells=FIRST.cells[::-1]), NOT_UNDER),
    (altered(FIRST), NOT_UNDER),
    (altered(FIRST, 31), NOT_UNDER),
    (replace(FIRST, proof=FIRST.proof[::-1]), NOT_UNDER),
    (replace(FIRST, proof=FIRST.proof[:-1]), NOT_UNDER),
    (replace(FIRST, proof=(*FIRST.proof, ROOT)), NOT_UNDER),
    (replace(FIRST, proof=("x", *FIRST.proof[1:])), NOT_UNDER),
    (shown(generation=2), NOT_UNDER),
]


@pytest.mark.parametrize(("sheet", "why"), SHOWN)
def test_only_the_sheet_that_is_due_can_be_shown_and_only_what_was_committed(
    sheet: SheetShown, why: str
) -> None:
    check(1, [*JOINED, sheet], why)


DUE = "A sheet was shown, and no throw by it follows."
NOT_SHOWN = "Sheet 1 of lane game is not shown where it is due."


def test_a_sheet_stands_directly_before_the_throw_that_opens_its_first_cell() -> None:
    throw = thrown([opened(), *JOINED], DIE)
    check(1, [*JOINED, FIRST, throw], "")
    check(1, [*JOINED, throw], NOT_SHOWN)
    check(1, [*JOINED, FIRST, END], DUE)
    check(1, [*JOINED, FIRST, FIRST], DUE)
    check(1, [*JOINED, shown(lane="iga")], "It is asked in lane “iga”; “game” is due.")
    second = thrown([opened(), *JOINED, FIRST, throw], replace(DIE, index=2))
    check(1, [*JOINED, FIRST, throw, second], "")
    check(1, [*JOINED, FIRST, throw, FIRST], "Sheet 1 of lane game is not due.")


def many(count: int, before: Sequence[Entry] = ()) -> list[Any]:
    """So many throws of the game after others, with the sheets that they open."""
    made = list(before) or [opened(), *JOINED]
    first = ledger_after(made).questions.get(GAME, 0)
    for index in range(first + 1, first + count + 1):
        question = replace(DIE, index=index)
        at = ledger_after(made).place(REFEREE_SHEET, question)
        assert at is not None
        if at[1] == 1:
            made.append(shown(at[0], generation=ledger_after(made).generations[REFEREE_SHEET]))
        made.append(thrown(made, question))
    return made


def test_the_second_sheet_is_due_after_32_throws_and_none_after_the_last() -> None:
    made = many(33)
    assert check_throws("g", made) is None
    assert [type(entry) for entry in made[-2:]] == [SheetShown, Thrown]
    assert made[-2] == shown(2)
    full = many(64)
    assert check_throws("g", full) is None
    asked = replace(DIE, index=65)
    assert check_throws("g", [*full, shown(3)]) == Finding(len(full) + 1, "Sheet 3 of lane game is not due.")
    forged = Thrown(asked, (1,), ROOT)
    why = "No cell of the referee is left in lane game."
    assert check_throws("g", [*full, forged]) == Finding(len(full) + 1, why)


def test_a_lane_that_is_used_up_waits_for_new_cells_and_new_phrases() -> None:
    """The question stays open; the next root comes with a reason, all join again, and it is answered from
    the first cell of the new one."""
    full, asked = many(64), Asked(replace(DIE, index=65))
    fresh = committed(REFEREE_SHEET, 2, REASON)
    assert check_throws("g", [*full, asked, fresh]) is None
    for left in (JOINED[:2], []):
        made = [*full, asked, fresh, *left, shown(generation=2)]
        made.append(thrown([*full, asked, fresh, *JOINED, made[-1]], asked.question))
        assert check_throws("g", made) == Finding(len(made), "A seat has not joined before this throw.")
    made = [*full, asked, fresh, *(Joined(seat, f"{SAID}, and rests") for seat in SEATS)]
    assert check_throws("g", many(2, made)) is None
    before = [*full, fresh]
    assert check_throws("g", before) is None, "It may also come before the question."
    early = Asked(replace(DIE, index=64))
    made = many(63)
    why = "Nothing is missing for an answer, and the question waits."
    assert check_throws("g", [*made, early]) == Finding(len(made) + 1, why)


# ---- the lane and the faces of a throw


def test_a_throw_is_in_the_lane_that_is_due_with_its_own_cell() -> None:
    before = [opened(), *JOINED, FIRST]
    throw = thrown(before, DIE)
    lane = "It is asked in lane “iga”; “game” is due."
    of_iga = thrown(before, replace(DIE, lane="iga"))
    check(1, [*JOINED, shown(lane="iga")], lane)
    check(1, [*JOINED, FIRST, of_iga], DUE)
    check(1, [*JOINED, ordered_by_policy("iga"), shown(lane="iga"), with_order(of_iga)], "")
    game = "It is asked in lane “game”; “iga” is due."
    check(1, [*JOINED, ordered_by_policy("iga"), FIRST], game)
    check(1, [*JOINED, ordered_by_policy("iga"), END, FIRST, with_order(throw)], "")
    no_lane = replace(throw, question=replace(DIE, lane=""))
    check(1, [*JOINED, FIRST, no_lane], DUE)
    face = (throw.answer()[0] % 6 + 1,)
    why = f"From its cell the faces {throw.answer()} follow; {face} is on record."
    check(1, [*JOINED, FIRST, replace(throw, faces=face)], why)
    own = drawn(REFEREE_SHEET)
    for wrong in (own.cell(GAME, (1, 2)), own.cell("iga", (1, 1)), bytes(32)):
        forged = replace(throw, cell=wrong.hex())
        check(1, [*JOINED, FIRST, forged], "This is not cell 1 of the referee in lane game.")
    check(1, [*JOINED, FIRST, replace(throw, cell="")], "This is no cell of the referee in lane game.")
    again = thrown([*before, throw], replace(DIE, index=2))
    check(1, [*JOINED, FIRST, throw, throw], "It answers question 1; the next question is 2.")
    check(1, [*JOINED, FIRST, throw, again], "")
    real = replace(throw, real=True, cell="")
    check(1, [*JOINED, FIRST, real], "Real dice do not belong in a game of this level.")


def ordered_by_policy(seat: str) -> Ordered[Any]:
    return Ordered(seat, ORDER, "default order")


def with_order(throw: Thrown, seat: str = "iga") -> Thrown:
    before = [opened(), *JOINED]
    return thrown(before, throw.question, [ordered_by_policy(seat)])


def test_a_throw_is_bound_to_the_phrases_as_they_were_sent() -> None:
    """Another phrase, of whichever seat, and the faces that were thrown follow no more."""
    long = replace(DIE, sides=100, count=8)
    throw = thrown([opened(), *JOINED], long)
    for seat in range(3):
        others: list[Entry] = [*JOINED[:seat], Joined(SEATS[seat], "a crane stands in the rain")]
        record = [opened(), *others, *JOINED[seat + 1 :], FIRST, throw]
        found = check_throws("g", record)
        assert found is not None
        assert found.position == 6
        assert found.why.endswith(f"follow; {throw.answer()} is on record.")


def test_the_list_of_orders_that_a_throw_belongs_to() -> None:
    """All that were given since the last throw of the game, the newest of each seat; what is aside is on
    none."""
    iga, ise = ordered_by_policy("iga"), ordered_by_policy("ise")
    other = Ordered("iga", OTHER, "default order")
    aside = Ordered("kii", ORDER, "default order", aside=True)
    long = replace(DIE, sides=100, count=8)
    rows: list[tuple[list[Entry], list[Ordered[Any]]]] = [
        ([], []),
        ([iga, END], [iga]),
        ([iga, END, ise, END], [ise, iga]),
        ([iga, END, other, END], [other]),
        ([iga, END, aside, END], [iga]),
    ]
    for given, counted in rows:
        throw = thrown([opened(), *JOINED], long, counted)
        check(1, [*JOINED, *given, FIRST, throw], "")
    first = thrown([opened(), *JOINED], long, [iga])
    before = [*JOINED, iga, END, FIRST, first]
    second = thrown([opened(), *before], replace(long, index=2), [iga])
    check(1, [*before, second], "")
    second = thrown([opened(), *before], replace(long, index=2), [ise])
    check(1, [*before, ise, END, second], "")


def test_a_scope_lasts_until_the_agenda_is_as_short_as_before_the_order() -> None:
    """What follows from an order whose prompt stands on is the business of its seat alone."""
    begun = Fact[Any, Any]("r", then=("ask all",))
    opens = Fact[Any, Any]("r", then=("battle",))
    ends = Fact[Any, Any]("r", done=True)
    iga, ise = ordered_by_policy("iga"), ordered_by_policy("ise")
    mine, all_of = replace(DIE, lane="iga", sides=100, count=8), replace(DIE, sides=100, count=8)
    inside = [*JOINED, begun, ise, END, iga, opens]
    check(1, [*inside, shown(lane="iga"), thrown([opened(), *JOINED], mine, [iga])], "")
    game = thrown([opened(), *JOINED], all_of, [iga, ise])
    check(1, [*inside, FIRST], "It is asked in lane “game”; “iga” is due.")
    check(1, [*inside, ends, FIRST, game], "")
    check(1, [*inside, ends, ends, FIRST, game], "")
    back = [*inside, ends, Rewound(len(inside) + 1, "Why.")]
    check(1, [*back, shown(lane="iga"), thrown([opened(), *JOINED], mine, [iga])], "")


# ---- the cells of seats

OURS: list[Entry] = [committed("iga"), *JOINED]
BOUND = "This cell of iga is bound to another order."
IS_NOT_1, IS_NOT_2 = "This is not cell 1 of iga.", "This is not cell 2 of iga."
ONCE = ordered("iga")
AGAIN = replace(ONCE, proof=())
CELLS: list[tuple[list[Entry], str]] = [
    ([ONCE], ""),
    ([Ordered("iga", ORDER)], "iga has cells, and none came with the order."),
    ([Ordered("ise", ORDER)], ""),
    ([ordered("ise")], "ise has committed to no cells."),
    ([Ordered("iga", ORDER, "only answer")], ""),
    ([replace(ONCE, by="default order")], "No order is given by “default order”, or none with a cell."),
    ([ordered("iga", 2)], IS_NOT_1),
    ([replace(ONCE, proof=())], IS_NOT_1),
    ([replace(ONCE, proof=ONCE.proof[:-1])], IS_NOT_1),
    ([replace(ONCE, proof=(*ONCE.proof, ROOT))], IS_NOT_1),
    ([replace(ONCE, proof=ONCE.proof[::-1])], IS_NOT_1),
    ([replace(ONCE, cell=ROOT)], IS_NOT_1),
    ([replace(ONCE, cell="no cell")], IS_NOT_1),
    ([ONCE, END, ordered("iga", 2)], ""),
    ([ONCE, END, ordered("iga", 3)], IS_NOT_2),
    ([ONCE, END, ONCE], BOUND),
    ([ONCE, END, AGAIN], BOUND),
    ([ONCE, END, replace(AGAIN, order=OTHER)], BOUND),
    # the same order at the same place again, after play has gone back
    ([END, ONCE, END, Rewound(6, "Why."), AGAIN], ""),
    ([END, ONCE, END, Rewound(6, "Why."), ordered("iga", 2)], ""),
    ([END, ONCE, END, Rewound(6, "Why."), ordered("iga", 2), END, Rewound(6, "Why."), AGAIN], ""),
    ([END, ONCE, END, Rewound(6, "Why."), ONCE], BOUND),
    ([END, ONCE, END, Rewound(6, "Why."), replace(AGAIN, order=OTHER)], BOUND),
    ([END, ONCE, END, END, Rewound(8, "Why."), AGAIN], BOUND),
    # places count orders of the seat, whoever gave them, but none that is aside
    ([END, ordered("iga", 1, aside=True), END, Rewound(6, "Why."), AGAIN], ""),
    ([ordered("iga", 1, aside=True), END, AGAIN], ""),
    ([ONCE, END, Ordered("iga", ORDER, "only answer"), END, AGAIN], BOUND),
    # cells that were shown and not played
    ([spent("iga", 1)], ""),
    ([spent("iga", 2)], IS_NOT_1),
    ([spent("iga", 1), spent("iga", 1)], "iga has no such cell left."),
    ([spent("iga", 1), ordered("iga", 2)], ""),
    ([spent("iga", 1), ordered("iga", 1)], BOUND),
    ([spent("iga", 1), AGAIN], BOUND),
    ([spent("iga", 1, REFUSED, 1, "attack")], ""),
    ([spent("iga", 1, UNREADABLE, 1, "attakc")], ""),
    ([spent("iga", 1, REFUSED, 1, "attack"), AGAIN], ""),
    ([spent("iga", 1, REFUSED, 1, "attack"), replace(AGAIN, order=OTHER)], ""),
    ([spent("iga", 1, REFUSED, 1, "attack"), ordered("iga", 2), END, AGAIN], BOUND),
    ([spent("iga", 1, REFUSED, 2, "attack")], "No cell is spent as “refused” at place 2."),
    ([spent("iga", 1, REFUSED, 0, "attack")], "No cell is spent as “refused” at place 0."),
    ([spent("iga", 1, LOST, 1)], "No cell is spent as “lost” at place 1."),
    ([spent("iga", 1, "played", 1)], "No cell is spent as “played” at place 1."),
    ([spent("ise", 1)], "ise has no such cell left."),
    ([replace(spent("iga", 1), line=Sealed((), ""))], "iga is no seat here, or its line is open to others."),
    ([replace(spent("iga", 1), seat="oki")], "oki is no seat here, or its line is open to others."),
    # roots end
    ([RootCommitted("iga"), Ordered("iga", ORDER)], ""),
    ([RootCommitted("iga"), ONCE], "iga has committed to no cells."),
    ([SeatTaken("iga", "Dai", "Why."), Ordered("iga", ORDER)], ""),
    ([SeatLeft("iga", "Ann", "Why."), ONCE], "iga has committed to no cells."),
    ([SeatTaken("iga", "Dai", "Why."), committed("iga", 2), ONCE], IS_NOT_1),
    ([SeatTaken("iga", "Dai", "Why."), committed("iga", 2), Ordered("iga", ORDER, **cell("iga", 1, 2))], ""),
    ([SeatTaken("iga", "Dai", "Why."), committed("iga", 2), Ordered("iga", ORDER)],
     "iga has cells, and none came with the order."),
]  # fmt: skip


@pytest.mark.parametrize(("entries", "why"), CELLS)
def test_a_cell_of_a_seat_is_the_next_or_bound_to_this_very_order(entries: list[Entry], why: str) -> None:
    check(2, [*OURS, *entries], why)


def test_a_seat_may_commit_again_when_its_last_cell_is_used() -> None:
    used: list[Entry] = [spent("iga", number) for number in range(1, 64)]
    check(2, [*OURS, *used, committed("iga", 2)], LATE)
    used.append(ordered("iga", 64))
    check(2, [*OURS, *used, committed("iga", 2)], "")
    check(2, [*OURS, *used, END, ordered("iga", 65)], "This is not cell 65 of iga.")


# ---- the witness

ASKED = Asked(DIE)
HEADS = [f"{n:064x}" for n in range(1, 9)]
CONTRIBUTIONS: list[tuple[int, list[Entry], str]] = [
    (3, [*WITNESSED, ASKED, contributed()], ""),
    (3, [*WITNESSED, contributed()], "Question game/1 was not asked, or is answered."),
    (3, [*WITNESSED, ASKED, contributed(2)], "Question game/2 was not asked, or is answered."),
    (3, [*WITNESSED, ASKED, contributed(1, "iga")], "Question iga/1 was not asked, or is answered."),
    (3, [*WITNESSED, ASKED, contributed(), contributed()], "Question game/1 was not asked, or is answered."),
    (3, [*WITNESSED, ASKED, contributed(cell=ROOT)], "This is not the cell of the witness for game/1."),
    (3, [*WITNESSED, ASKED, contributed(proof=())], "This is not the cell of the witness for game/1."),
    (3, [*WITNESSED, ASKED, contributed(party="iga")], "iga has nothing to contribute at level 3."),
    (1, [*JOINED, contributed()], "witness has nothing to contribute at level 1."),
    (2, [*JOINED, contributed()], "witness has nothing to contribute at level 2."),
]


@pytest.mark.parametrize(("level", "entries", "why"), CONTRIBUTIONS)
def test_what_a_witness_contributes(level: int, entries: list[Entry], why: str) -> None:
    check(level, entries, why)


def test_a_witness_who_answers_another_history_is_named() -> None:
    """Where the heads are known: its cell holds for the event that asked, and for no other of the same lane
    and index."""
    record = [opened(3), *WITNESSED, ASKED]
    assert check_throws("g", [*record, contributed(head=HEADS[5])], heads=HEADS) is None
    why = "The witness has answered another history: its head is not that of the event that asked."
    for head in ("", HEADS[4], HEADS[6]):
        assert check_throws("g", [*record, contributed(head=head)], heads=HEADS) == Finding(7, why)


def test_at_level_3_nothing_is_thrown_without_the_witness() -> None:
    before = [opened(3), *WITNESSED]
    alone = thrown(before, DIE)
    why = "The witness has not contributed to it as it was asked."
    check(3, [*WITNESSED, FIRST, alone], why)
    check(3, [*WITNESSED, ASKED, FIRST, alone], why)
    made: list[Entry] = [ASKED, contributed(), FIRST]
    check(3, [*WITNESSED, *made, thrown([*before, *made], DIE)], "")
    check(1, [*JOINED, ASKED], "Nothing is missing for an answer, and the question waits.")
