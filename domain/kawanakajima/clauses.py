"""The clauses of conditions in Kawanakajima, judged by what a side may know.

    if B1 is eliminated: …    if their C2 is shaken: …    if A1 is on 1512: …    if B is drawn: …

Units are one's own unless they are called “their”, or only the enemy has one of that name.
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from domain.kawanakajima.board.state import enemy
from domain.kawanakajima.data.tables import SEATS, STATES
from domain.kawanakajima.view import UnitSeen, View
from domain.kawanakajima.words.grammar import CHITS
from domain.kawanakajima.words.typed import typed
from domain.kit.conditions import WHOSE, Clauses, Seen
from domain.kit.vocabulary import Name, Named

Unit = Annotated[str, Named("unit")]
Whose = Annotated[str, Named("whose")]


class InState(Struct, frozen=True, tag="in-state"):
    """A unit is in this state."""

    FORM: ClassVar[str] = "[{whose} ]{unit} is {state}"
    unit: Unit
    state: Annotated[str, Named("state")]
    whose: Whose = ""


class Stands(Struct, frozen=True, tag="stands"):
    """A unit is on this hex."""

    FORM: ClassVar[str] = "[{whose} ]{unit} is on {hex}"
    unit: Unit
    hex: Annotated[str, Named("hex")]
    whose: Whose = ""


class Drawn(Struct, frozen=True, tag="drawn"):
    """A chit is being played: one's own, the enemy's, or one of both sides."""

    FORM: ClassVar[str] = "[{whose} ]{chit} is drawn"
    chit: Annotated[str, Named("chit")]
    whose: Whose = ""


class Leads(Struct, frozen=True, tag="leads"):
    """The writer is so many victory points ahead, or more."""

    FORM: ClassVar[tuple[str, ...]] = ("lead is {points}", "i lead by {points}")
    points: Annotated[int, Meta(ge=-99, le=99)]


def judge(view: View, seat: str, clause: Any) -> Seen:
    """Whether a clause holds by what a side may know."""
    match clause:
        case InState(unit=unit, state=state, whose=whose):
            return _of_unit(_unit(view, seat, unit, whose), state)
        case Stands(unit=unit, hex=place, whose=whose):
            found = _unit(view, seat, unit, whose)
            if found is None:
                return _NO
            return Seen(found.hex == place, found.hex, _LOST if found.state == STATES[-1] else "")
        case Drawn(chit=chit, whose=whose):
            return Seen(view.drawn == _chit(seat, chit, whose), view.drawn or "none")
        case _:
            lead = view.lead if seat == SEATS[0] else -view.lead
            return Seen(lead >= clause.points, str(lead))


_NO = Seen(False, never="There is no such unit in this game.")
_LOST = "The unit is eliminated."


def _of_unit(unit: UnitSeen | None, state: str) -> Seen:
    if unit is None:
        return _NO
    is_lost = unit.state == STATES[-1] != state
    return Seen(unit.state == state, unit.state, _LOST if is_lost else "")


def _unit(view: View, seat: str, written: str, whose: str) -> UnitSeen | None:
    """One's own, or that of the enemy where it is called so or no other is there."""
    units = {one.unit: one for army in view.armies for clan in army.clans for one in clan.units}
    sides = {"own": (seat,), "their": (enemy(seat),)}.get(whose, (seat, enemy(seat)))
    names = (f"{side[0]}{written.upper()}" for side in sides)
    return next((units[name] for name in names if name in units), None)


def _chit(seat: str, written: str, whose: str) -> str:
    """The chit as the view names it."""
    side = enemy(seat) if whose == "their" else seat
    if written in CHITS:
        return written
    return side[0] + (written.split()[1] if written.startswith("special ") else written.upper())


CLAUSES = Clauses(
    (InState, Stands, Drawn, Leads),
    judge,
    names={
        "whose": WHOSE,
        "state": tuple(Name(state, (state.replace(" ", "-"),)) for state in STATES),
    },
    typed=typed,
)
