"""The parts of a mail about Kawanakajima: the near part of the field, what concerns a seat, taps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board import field_events as f
from domain.kawanakajima.board.state import side_of
from domain.kawanakajima.view import UnitSeen, View
from domain.kawanakajima.words import field_orders as fo
from domain.kawanakajima.words import orders as o
from domain.kit.hexes import hex_of
from projections.kawanakajima.board import board
from projections.kawanakajima.ground import COLUMNS, LOSSES, ROWS, contact, on_map, window
from projections.kawanakajima.names import chit, compulsory, general, side, signed
from projections.language.messages import _, listed, term, wrap
from projections.pictures import LOSS, OTHER, YOURS, Names

BOOKKEEPING: frozenset[type] = frozenset(
    {
        *(e.UnitsPlaced, e.EntriesWritten, e.DelaysMoved, e.ChoiceMade, e.ChoicesCleared, e.ChoicesClosed),
        *(e.ChitPlaced, e.SpecialPlaced, e.CompulsoryAdded, e.ChitPlayed, e.ChitReturned, e.ChitRefused),
        *(e.PointsSaved, e.SavingSealed, e.StandingWritten, e.TurnEnded, e.ChitVoid),
        *(f.Activated, f.PostureWanted),
    }
)
"""Not told to those whom they do not concern."""

WIDEST, HIGHEST = 12, 7
"""Hexes of the near part; where the action takes more room, the window of the whole board is shown."""


def brief(view: View, before: View | None) -> str:
    """Points and chits, the field where something has happened or may, and who stands there; to who has had
    no mail yet, in a siege and after the end, all."""
    in_siege = view.fortress is not None and view.fortress.besieger
    if before is None or view.ending or in_siege:
        return board(view)
    near = _acting(view, before) or on_map(view)
    near = near if _fits(near) else contact(view, 1) or near
    parts = (_tracks(view), _field(view, near), _units(view, near), _own(view))
    lines = [line for part in parts for line in part]
    return "".join(f"{line.rstrip()}\n" for line in [*lines, *wrap(_("The whole field: reply “board”."))])


def _tracks(view: View) -> Iterator[str]:
    lead = _("Victory points: {lead}").format(lead=_marker(view.lead))
    left = compulsory([one for one in view.bowl if " " in one or len(one) > 2])
    drawn = _("Drawn: {chit}").format(chit=chit(view.drawn)) if view.drawn else ""
    bowl = _("Still in the bowl, of the five compulsory chits: {chits}").format(chits=left or _("none"))
    yield from wrap(". ".join(part for part in (lead, drawn, bowl) if part) + ".")


def _marker(lead: int) -> str:
    if not lead:
        return "0"
    return f"{side('takeda' if lead > 0 else 'uesugi')} {signed(abs(lead))}"


def _acting(view: View, before: View) -> list[UnitSeen]:
    """The units on the field that have moved or suffered since, and those with an enemy beside them."""
    old = {unit.unit: (unit.hex, unit.losses) for unit in _all(before)}
    touching = {unit.unit for unit in contact(view, 1)}
    here = on_map(view)
    return [one for one in here if one.unit in touching or old[one.unit] != (one.hex, one.losses)]


def _all(view: View) -> Iterator[UnitSeen]:
    return (unit for army in view.armies for clan in army.clans for unit in clan.units)


def _box(near: Sequence[UnitSeen]) -> tuple[tuple[int, int], tuple[int, int]]:
    """The corner and the size of the part of the map that holds them, with a hex around."""
    places = [hex_of(unit.hex) for unit in near]
    columns, rows = [at.column for at in places] or [1], [at.row for at in places] or [1]
    left, top = max(1, min(columns) - 1), max(1, min(rows) - 1)
    return (left, top), (max(columns) - left + 2, max(rows) - top + 2)


def _fits(near: Sequence[UnitSeen]) -> bool:
    _corner, (wide, high) = _box(near)
    return wide <= WIDEST and high <= HIGHEST


def _field(view: View, near: Sequence[UnitSeen]) -> Iterator[str]:
    """That part of the map; the window of the whole board where it would be large."""
    yield ""
    if _fits(near):
        yield from window(view, *_box(near))
    else:
        yield from window(view, None, (COLUMNS - 1, ROWS))
    yield ""
    marks = _(
        "TAKEDA capital, uesugi small; {shaken} shaken, {disorganised} disorganised, {exhausted} exhausted"
    )
    yield from wrap(marks.format(shaken=LOSSES[1], disorganised=LOSSES[2], exhausted=LOSSES[3]))


def _units(view: View, near: Sequence[UnitSeen]) -> Iterator[str]:
    """Who they are: elan and mass, leader, hex, state."""
    for army in view.armies:
        there = [_unit(one) for one in near if side_of(one.unit) == army.seat]
        if there:
            yield from wrap(f"{side(army.seat)}: {', '.join(there)}.", "", "  ")


def _unit(unit: UnitSeen) -> str:
    """ "D1 2/3 L1 2914 shaken"."""
    leader = f" L{unit.leader}" if unit.leader else ""
    state = f" {term(unit.state)}" if unit.losses else ""
    return f"{unit.unit[1:]} {unit.elan}/{unit.mass}{leader} {unit.hex}{state}"


def _own(view: View) -> Iterator[str]:
    """One's own command points."""
    for army in view.armies:
        if army.seat == view.viewer and army.command:
            points = listed([f"{general(who)} {count}" for who, count in army.command.items()])
            yield from wrap(_("Your command points: {points}.").format(points=points))


MINE = (
    *(f.StepsLost, f.UnitEliminated, f.UnitFellBack, f.RetreatBlocked, f.LeaderTested, f.LeaderKilled),
    *(f.FlightTested, f.ClanFled, f.BundoriMarked, f.SeppukuDeclined),
)
"""What befalls a unit or a clan."""

LOST = (f.StepsLost, f.UnitEliminated, f.LeaderKilled, f.ClanFled, f.BundoriMarked)
"""What is a loss of it."""


def rank(event: Any, seat: str, view: View) -> str:
    """How the enemy has fought or pursued units of a side, or what has befallen them."""
    if isinstance(event, f.Fought):
        return YOURS if event.side != seat else OTHER
    if isinstance(event, f.UnitPursued):
        return YOURS if side_of(event.prey) == seat else OTHER
    if isinstance(event, MINE):
        name: str = getattr(event, "unit", "") or getattr(event, "clan", "")
        mine = LOSS if isinstance(event, LOST) else YOURS
        return mine if side_of(name) == seat else OTHER
    if isinstance(event, e.ImpetuousOrdered):
        return YOURS if side_of(event.clan) == seat else OTHER
    if isinstance(event, e.ChitVoid | e.ChitRefused):
        return LOSS if len(event.chit) == 2 and side_of(event.chit) == seat else OTHER
    return LOSS if isinstance(event, e.PointsScored) and event.side != seat else OTHER


def group(order: Any, names: Names) -> tuple[str, str]:
    """A row for each unit, clan or fight, a tap for each way; what has no label is its own."""
    if isinstance(order, fo.Move):
        return order.unit, _to(order.path[-1])
    if isinstance(order, fo.Fight):
        targets = " ".join(order.targets)
        said = _("on {targets}, leader {leader}") if order.leader else _("on {targets}")
        axis = {"column": _("column"), "row": _("row")}.get(order.leader, order.leader)
        return " ".join(order.units), said.format(targets=targets, leader=axis)
    if isinstance(order, fo.Retreat | fo.Advance):
        return order.unit, _to(order.hex)
    if isinstance(order, fo.Posture):
        return order.clan, term(order.posture)
    if isinstance(order, fo.Leader):
        return _("leader"), {"column": _("column"), "row": _("row")}.get(order.axis, order.axis)
    return "", {o.Play: _("play"), o.Delay: _("delay"), o.Done: _("done")}.get(type(order), "")


def _to(place: str) -> str:
    return _("to {target}").format(target=place)
