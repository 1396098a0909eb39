"""Sentences of the field: movement, combat, rallies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kawanakajima.board import field_events as f
from domain.kit.sums import Sum
from projections.kawanakajima.names import all_named, named, path, seen, sentence_of, side
from projections.language.filled import Depending
from projections.language.messages import _, _n


def _activated(event: f.Activated, viewer: str) -> str:
    said = {
        "clan": _("{clans} is activated."),
        "special attack": _("{clans} is activated for a special attack."),
        "march": _("{clans} marches."),
        "combat": _("The {side} are activated to fight."),
        "rally": _("Both sides retreat and rally where they are in regroup."),
        "initiative": _("Clans in trouble may help themselves."),
        "dispersed": _("{clans} is driven about by the enemy."),
    }.get(event.kind, _("{clans} is activated."))
    if len(event.clans) > 1 and event.kind in ("clan", "special attack"):
        said = _("{clans} are activated together.")
    return said.format(clans=all_named(event.clans), side=side(event.side))


def _posture_wanted(event: f.PostureWanted, viewer: str) -> str:
    posture = seen(event.posture, viewer)
    if posture is None:
        return _("{clan} is to change its posture, sealed.").format(clan=named(event.clan))
    said = _("{clan} is to take the posture of {posture}.")
    return said.format(clan=named(event.clan), posture=posture)


def _posture_tried(event: f.PostureTried, viewer: str) -> str:
    needed = seen(event.needed, viewer)
    against = _(", {needed} needed").format(needed=needed) if needed is not None else ""
    what = _("closing up") if event.feint else _("the change of posture")
    if event.reached:
        said = _("{clan} throws {face} for {what}, modified {total}{against}: it succeeds.")
    else:
        said = _("{clan} throws {face} for {what}, modified {total}{against}: it fails.")
    return said.format(
        clan=named(event.clan), face=event.face, what=what, total=event.tried.total, against=against
    )


def _unit_moved(event: f.UnitMoved, viewer: str) -> str:
    if len(event.path) < 2:
        return _("{unit} stays in {hex}.").format(unit=named(event.unit), hex=event.path[0])
    if not event.spent:
        said = _("{unit} goes {path} ({why}).")
    else:
        said = _n(
            "{unit} goes {path} for {spent} movement point.",
            "{unit} goes {path} for {spent} movement points.",
            event.spent,
        )
    return said.format(unit=named(event.unit), path=path(event.path), spent=event.spent, why=event.why)


def _march_thrown(event: f.MarchThrown, viewer: str) -> str:
    throws = ", ".join(f"{takeda} : {uesugi}" for takeda, uesugi in event.faces)
    said = _("Who marches first, Takeda : Uesugi: {throws}. The {side} begin.")
    return said.format(throws=throws, side=side(event.first))


def _unit_retreated(event: f.UnitRetreated, viewer: str) -> str:
    if len(event.path) < 2:
        return _("{unit} cannot retreat and stays in {hex}.").format(
            unit=named(event.unit), hex=event.path[0]
        )
    return _("{unit} retreats {path}.").format(unit=named(event.unit), path=path(event.path))


def _fought(event: f.Fought, viewer: str) -> str:
    kind = {"charge": _("charge"), "melee": _("fight hand to hand with"), "fire": _("fire at")}
    if len(event.attackers) == 1:
        kind = {"charge": _("charges"), "melee": _("fights hand to hand with"), "fire": _("fires at")}
    said = _(
        "{attackers} {kind} {defenders}. Column {column_dice} {column} = {across}, "
        "row {row_dice} {row} = {down}: {result}."
    )
    return said.format(
        attackers=all_named(event.attackers),
        kind=kind.get(event.kind, event.kind),
        defenders=all_named(event.defenders),
        column_dice=" + ".join(map(str, event.column_dice)),
        column=_modifier(event.column, sum(event.column_dice)),
        across=event.column.total,
        row_dice=" + ".join(map(str, event.row_dice)),
        row=_modifier(event.row, sum(event.row_dice)),
        down=event.row.total,
        result=cell(event.result),
    )


def _modifier(summed: Sum, dice: int) -> str:
    more = summed.total - dice
    return f"{'-' if more < 0 else '+'} {abs(more)}"


def cell(code: str) -> str:
    """A cell of the combat table with what it means: "d2^1"."""
    return _("no effect") if code == "-" else code


def _leader_tested(event: f.LeaderTested, viewer: str) -> str:
    who = _("the samurai with {unit}") if event.samurai else _("the leader of {unit}")
    said = _("Die {face} for {who}: he falls at {at_most} or less.")
    if not event.killed:
        said = _("Die {face} for {who}: he would fall at {at_most} or less, and lives.")
    return said.format(face=event.face, who=who.format(unit=named(event.unit)), at_most=event.at_most)


def _leader_killed(event: f.LeaderKilled, viewer: str) -> str:
    if event.samurai:
        return _("The samurai with {unit} is dead.").format(unit=named(event.unit))
    said = _n(
        "The leader of {unit} is dead{how}: {value} point on the Bundori track of the {side}.",
        "The leader of {unit} is dead{how}: {value} points on the Bundori track of the {side}.",
        event.value,
    )
    how = _(" by his own hand") if event.how == "seppuku" else ""
    return said.format(unit=named(event.unit), how=how, value=event.value, side=side(event.side))


def _flight_tested(event: f.FlightTested, viewer: str) -> str:
    found = [
        text
        for holds, text in (
            (event.flight, _("flight")),
            (event.retreat, _("retreat")),
            (event.seppuku, _("seppuku")),
        )
        if holds
    ]
    said = _("{clan} throws {face} against flight, modified {total}: {result}.")
    return said.format(
        clan=named(event.clan),
        face=event.face,
        total=event.tried.total,
        result=" / ".join(found) or _("it holds"),
    )


FIELD_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    f.Activated: _activated,
    f.PostureWanted: _posture_wanted,
    f.PostureTried: _posture_tried,
    f.UnitMoved: _unit_moved,
    f.MarchThrown: _march_thrown,
    f.UnitRetreated: _unit_retreated,
    f.UnitPursued: sentence_of("{unit} pursues {prey} {path}."),
    f.Fought: _fought,
    f.ResultConverted: sentence_of(
        "The plan {plan} of the {side}, die {face}: {before} becomes {after}.", before=cell, after=cell
    ),
    f.StepsLost: sentence_of(
        "{unit} loses {steps} step: {state}.", "{unit} loses {steps} steps: {state}.", "steps", state="losses"
    ),
    f.UnitEliminated: Depending(
        "why",
        {"flight": sentence_of("{unit} flees from {hex} and is eliminated.")},
        otherwise=sentence_of("{unit} is eliminated in {hex}."),
    ),
    f.LeaderTested: _leader_tested,
    f.LeaderKilled: _leader_killed,
    f.FlightTested: _flight_tested,
    f.ClanFled: sentence_of("{clan} takes flight."),
    f.SeppukuDeclined: sentence_of("Nobody of {clan} takes his life."),
    f.BundoriMarked: sentence_of(
        "A man of {clan} takes his life: {value} point on the Bundori track of the {side}.",
        "A man of {clan} takes his life: {value} points on the Bundori track of the {side}.",
        "value",
    ),
    f.RetreatBlocked: sentence_of("{unit} has nowhere to retreat to from {hex}."),
    f.UnitFellBack: sentence_of("{unit} falls back {path}."),
    f.UnitAdvanced: sentence_of("{unit} advances {path}."),
    f.RallyTried: sentence_of(
        "{unit} throws {face} to rally, modified {total}: {levels} level, {state}.",
        "{unit} throws {face} to rally, modified {total}: {levels} levels, {state}.",
        "levels",
        total="tried.total",
        state="losses",
    ),
}
