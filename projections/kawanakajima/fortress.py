"""The fortress of Kaizu in words and signs: who holds it, what each side has in it, the card."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from domain.kawanakajima.board.state import Attempt
from domain.kawanakajima.view import ArmySeen, ClanSeen, FortressSeen, View, ZoneSeen
from projections.kawanakajima.names import side
from projections.language.messages import COLUMNS, _, _n, listed, wrap

PERIPHERAL = "peripheral"
"""The kind of the zones that are tied to hexes of the map."""


def fortress(view: View) -> Iterator[str]:
    """The lines of the fortress, where the game has one."""
    seen = view.fortress
    if seen is None:
        return
    yield from wrap(_state(seen))
    for army in view.armies:
        yield from _strength(seen, army)
    if seen.assault:
        yield from wrap(" ".join(assault(seen.assault)), "  ", "    ")
    yield from _card(seen)
    zone_scores = _("{zone}: {scores}")
    scores = _("; ").join(
        zone_scores.format(zone=zone.zone, scores=_scores(seen, zone)) for zone in seen.zones
    )
    yield from wrap(_("Defence scores by zone, and from where: {scores}.").format(scores=scores), "", "  ")


def state(seen: FortressSeen) -> tuple[str, ...]:
    """Who holds Kaizu, who besieges it, and the actions that are left, each in a sentence."""
    said = [_("The {side} hold Kaizu ({hex}).").format(side=side(seen.holder), hex=seen.hex)]
    if seen.besieger:
        said.append(_("The {side} besiege it.").format(side=side(seen.besieger)))
    if seen.actions:
        left = _n("{n} action is left.", "{n} actions are left.", seen.actions)
        said.append(left.format(n=seen.actions))
    return tuple(said)


def _state(seen: FortressSeen) -> str:
    return " ".join(state(seen))


def inside(seen: FortressSeen, army: ArmySeen) -> tuple[str, ...]:
    """The units of a side in Kaizu."""
    return _inside(seen.hex, army.clans)


@lru_cache(maxsize=64)
def _inside(kaizu: str, clans: tuple[ClanSeen, ...]) -> tuple[str, ...]:
    return tuple([unit.unit for clan in clans for unit in clan.units if unit.hex == kaizu])


def strength(seen: FortressSeen, seat: str) -> str:
    """What a side has in the siege; "" without one."""
    if seat not in seen.troops:
        return ""
    troops = seen.troops[seat]
    markers = sum(zone.markers.count(seat) for zone in seen.zones)
    said = _("effectives {effectives}, disabled {disabled}, markers {markers}, lost {lost}")
    return said.format(
        effectives=troops.effectives, disabled=troops.disabled, markers=markers, lost=troops.lost
    )


def _strength(seen: FortressSeen, army: ArmySeen) -> Iterator[str]:
    """A side's strengths, and its units in Kaizu."""
    units = " ".join(unit[1:] for unit in inside(seen, army))
    has = strength(seen, army.seat)
    if has or units:
        said = _("{side}: {has}; units {units}.") if has else _("{side}: units {units}.")
        yield from wrap(said.format(side=side(army.seat), has=has, units=units or _("none")), "  ", "    ")


def assault(now: Attempt) -> tuple[str, ...]:
    """The assault that is being fought, and what has been sacrificed, each in a sentence."""
    said = _("Assault of the {side} on {zone} from {zones}, score {score}.")
    if now.advantage:
        said = _("Assault of the {side} on {zone} from {zones}, score {score}, with an advantage.")
    zones = listed(now.participants)
    sentence = said.format(side=side(now.side), zone=now.zone, zones=zones, score=now.score)
    given = [f"{side(who)} {points}" for who, points in now.sacrifices.items() if points]
    if not given:
        return (sentence,)
    return (sentence, _("Sacrifices: {given}.").format(given=listed(given)))


# ---- the card


def signs(zone: ZoneSeen) -> str:
    """A zone with its markers: T and u, as the maps write the sides; "-" without one."""
    return "".join("T" if who == "takeda" else "u" for who in zone.markers) or "-"


def _card(seen: FortressSeen) -> Iterator[str]:
    """Each zone at its place, with its markers; peripheral zones with their hexes."""
    across = max(zone.column for zone in seen.zones)
    wide = (COLUMNS - 2) // across
    for row in range(1, max(zone.row for zone in seen.zones) + 1):
        cells = {zone.column: _cell(zone) for zone in seen.zones if zone.row == row}
        line = "".join(cells.get(column, "").ljust(wide)[:wide] for column in range(1, across + 1))
        if line.strip():
            yield f"  {line}"
    ground = [f"{zone.zone} {' '.join(zone.hexes)}" for zone in seen.zones if zone.kind == PERIPHERAL]
    yield from wrap(_("Ways in: {zones}.").format(zones=_("; ").join(ground)), "", "  ")


def _cell(zone: ZoneSeen) -> str:
    """Zones of base in brackets, key points without [13.2]."""
    name = f"[{zone.zone}]" if zone.kind != "key" else zone.zone
    return f"{name} {signs(zone)}"


def _scores(seen: FortressSeen, zone: ZoneSeen) -> str:
    """The scores of a zone, the highest first, with the zones from which they hold."""
    found: dict[int, list[str]] = {}
    for here, there, score, other in seen.lines:
        if zone.zone == here:
            found.setdefault(score, []).append(there)
        if zone.zone == there:
            found.setdefault(other, []).append(here)
    return ", ".join(f"{score} {' '.join(beside)}" for score, beside in sorted(found.items(), reverse=True))
