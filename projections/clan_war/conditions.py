"""The words of units on the drawn board: what has befallen them, and whom they are with."""

from __future__ import annotations

from domain.clan_war.view import UnitView
from projections.clan_war.names import printed, shown_name
from projections.drawing.pieces import piece_of
from projections.language.messages import _, _n, listed


def conditions(shown: UnitView) -> list[str]:
    """What has befallen a unit."""
    unit = shown.unit
    if unit.destroyed:
        return [_("destroyed")]
    words = (
        (_("airborne"), unit.airborne),
        (_("unformed"), not unit.formed),
        (_("spent"), unit.is_spent),
        (_("routing"), unit.routing),
        (_("broken"), unit.broken and not unit.routing),
    )
    return [word for word, is_so in words if is_so]


def company(shown: UnitView) -> list[str]:
    """Whom a unit is with, in two lines at most."""
    said = [_("led by {name}").format(name=shown_name(shown, shown.commander))] if shown.commander else []
    if shown.hostages:
        said += [_("holds {names}").format(names=listed([*map(printed, shown.hostages)]))]
    with_ = listed([shown_name(shown, name) for name in shown.engaged])
    engaged = [_("engaged with {units}").format(units=with_)] if shown.engaged else []
    return ([", ".join(said)] if said else []) + engaged


def done(shown: UnitView) -> list[str]:
    """What a unit has suffered and done in this turn, the worst first."""
    deeds = shown.unit.deeds
    wounds = _n("{n} wound", "{n} wounds", deeds.wounds).format(n=deeds.wounds)
    words = (
        (wounds, bool(deeds.wounds)),
        (_("tested for morale"), bool(deeds.morale_tests)),
        (_("has retreated"), deeds.retreated),
        (_("has shot"), deeds.shot or deeds.reacted),
        (_("has struck in flight"), bool(deeds.struck_in)),
        (_("has moved"), bool(deeds.moved)),
    )
    return [word for word, is_so in words if is_so]


@piece_of(1024)
def unit_name(shown: UnitView) -> str:
    """A unit as one reads it aloud: "Crab Bushi of Crab: 9/12, broken, engaged with Crane 1"."""
    unit = shown.unit
    said = [f"{unit.models}/{unit.profile.models}", *conditions(shown), *company(shown)]
    if unit.position[0] and not unit.destroyed:
        said.append(_("at {x} {y}").format(x=unit.position[0], y=unit.position[1]))
    name, army = shown_name(shown, unit.name), printed(unit.army)
    return _("{unit} of {army}: {said}").format(unit=name, army=army, said=", ".join(said))
