"""The clauses of conditions in Clan War, judged by what an army may know: its table, honor and points.

if crane-1 is destroyed: …    if lion has 12 vp: …    unless crab has 8 honor: …
"""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from domain.clan_war.board.state import Unit
from domain.clan_war.view import View
from domain.clan_war.words.typed import typed
from domain.kit.conditions import Clauses, Seen
from domain.kit.vocabulary import Name, Named

DESTROYED, ROUTING, BROKEN, AIRBORNE, SPENT = "destroyed", "routing", "broken", "airborne", "spent"


class UnitIs(Struct, frozen=True, tag="unit-is"):
    """A unit is destroyed, routing, broken, in the air or spent."""

    FORM: ClassVar[str] = "{unit} is {plight}"
    unit: Annotated[str, Named("unit")]
    plight: Annotated[str, Named("plight")]


class Has(Struct, frozen=True, tag="has"):
    """An army has so much honor or so many victory points, or more."""

    FORM: ClassVar[str] = "{army} has {count} {ledger}"
    army: Annotated[str, Named("army")]
    count: Annotated[int, Meta(ge=-999, le=999)]
    ledger: Annotated[str, Named("ledger")]


class Engaged(Struct, frozen=True, tag="engaged"):
    """A unit is engaged with another."""

    FORM: ClassVar[str] = "{unit} is engaged"
    unit: Annotated[str, Named("unit")]


def judge(view: View, seat: str, clause: Any) -> Seen:
    """Whether a clause holds by what an army may know."""
    if isinstance(clause, Has):
        army = next((one for one in view.armies if one.name == clause.army), None)
        if army is None:
            return Seen(False, never="That army is not in this battle.")
        total = (army.honor if clause.ledger == "honor" else army.vp).total
        return Seen(total >= clause.count, str(total))
    found = next((one for one in view.units if one.unit.name == clause.unit), None)
    if found is None:
        return Seen(False, "unknown", secret=view.sealed)
    if isinstance(clause, Engaged):
        return Seen(bool(found.engaged), ", ".join(found.engaged), secret=view.sealed)
    return Seen(_is(found.unit, clause.plight), secret=view.sealed)


def _is(unit: Unit, plight: str) -> bool:
    return {
        DESTROYED: unit.destroyed,
        ROUTING: unit.routing,
        BROKEN: unit.broken,
        AIRBORNE: unit.airborne,
        SPENT: unit.is_spent,
    }[plight]


CLAUSES = Clauses(
    (UnitIs, Has, Engaged),
    judge,
    names={
        "plight": tuple(map(Name, (DESTROYED, ROUTING, BROKEN, AIRBORNE, SPENT))),
        "ledger": (Name("honor"), Name("vp")),
    },
    typed=typed,
)
