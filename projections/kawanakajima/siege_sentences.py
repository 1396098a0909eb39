"""Sentences of a siege and of the hypothetical scenario; the sums that events carry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board import siege_events as s
from domain.kawanakajima.board.state import EFFECTIVES
from domain.kawanakajima.data.tables import STATES
from domain.kit.sums import Sum
from projections.kawanakajima.names import all_named, named, path, side
from projections.language.messages import _, _n, listed

# ---- 18


def _surplus_entered(event: e.SurplusEntered, viewer: str) -> str:
    if len(event.path) == 1:
        said = _n(
            "{unit} enters in {hex} for {spent} movement point.",
            "{unit} enters in {hex} for {spent} movement points.",
            event.spent,
        )
        return said.format(unit=named(event.unit), hex=event.path[0], spent=event.spent)
    said = _("{unit} enters and goes {path} for {spent} movement points.")
    return said.format(unit=named(event.unit), path=path(event.path), spent=event.spent)


def _saving_sealed(event: e.SavingSealed, viewer: str) -> str:
    points = event.points.seen_by(viewer)
    if points is None:
        return _("The {side} have decided what to save for their plan, sealed.").format(side=side(event.side))
    said = _("The {side} put {points} by for their plan.")
    if event.tries.seen_by(viewer):
        said = _("The {side} put {points} by for their plan and try to activate it.")
    return said.format(side=side(event.side), points=points)


def _kaizu_changed(event: e.KaizuChanged, viewer: str) -> str:
    return _("From now on the {side} hold Kaizu.").format(side=side(event.side))


# ---- coming and going


def _fortress_entered(event: s.FortressEntered, viewer: str) -> str:
    said = _("{clan} goes into Kaizu by zone {zone}: {effectives} points effective, {disabled} disabled.")
    return said.format(
        clan=named(event.clan),
        zone=event.zone,
        effectives=event.effectives.total,
        disabled=event.disabled.total,
    )


def _siege_began(event: s.SiegeBegan, viewer: str) -> str:
    said = _("The {side} besiege Kaizu by zone {zone}. {strengths}.")
    each = _("{side}: {effectives} points effective, {disabled} disabled")
    strengths = (
        each.format(side=side(one), effectives=found.total, disabled=event.disabled[one].total)
        for one, found in event.effectives.items()
    )
    return said.format(side=side(event.besieger), zone=event.zone, strengths=_("; ").join(strengths))


def _markers_posted(event: s.MarkersPosted, viewer: str) -> str:
    if not event.zones:
        return _("The {side} place no presence marker.").format(side=side(event.side))
    said = _n(
        "The {side} place a presence marker: {zones}.",
        "The {side} place presence markers: {zones}.",
        len(event.zones),
    )
    return said.format(side=side(event.side), zones=listed(event.zones))


def _clan_withdrew(event: s.ClanWithdrew, viewer: str) -> str:
    said = _("{clan} withdraws from the siege by zone {zone}: {places}.{paid}{worn}{behind}")
    places = listed([f"{unit[1:]} {there}" for unit, there in event.places.items()]) or _("nobody")
    return said.format(
        clan=named(event.clan),
        zone=event.zone,
        places=places,
        paid=_paid(event),
        worn=_more(_(" Disorganised: {units}."), event.worn),
        behind=_more(_(" Given up: {units}."), event.behind),
    )


def _paid(event: s.ClanWithdrew) -> str:
    said = _(" It takes {effectives} effective and {disabled} disabled points with it{markers}.")
    markers = _(", and the markers of {zones}").format(zones=listed(event.markers)) if event.markers else ""
    return said.format(effectives=event.effectives, disabled=event.disabled, markers=markers)


def _more(said: str, units: Sequence[str]) -> str:
    return said.format(units=all_named(units)) if units else ""


def _siege_ended(event: s.SiegeEnded, viewer: str) -> str:
    said = _("The siege of Kaizu is over: the {winner} have won, with {total} points, {disabled} disabled.")
    if event.lifted:
        said = _(
            "The siege of Kaizu is over: the {loser} have left it. The {winner} have {total} points, "
            "{disabled} disabled."
        )
    return said.format(
        winner=side(event.winner), loser=side(event.loser), total=event.total.total, disabled=event.disabled
    )


def _survivors_chosen(event: s.SurvivorsChosen, viewer: str) -> str:
    kept = listed([f"{unit[1:]} {STATES[losses]}" for unit, losses in event.kept.items()]) or _("nobody")
    said = _("The {side} keep {kept}.{lost}")
    return said.format(side=side(event.side), kept=kept, lost=_more(_(" Given up: {units}."), event.lost))


# ---- actions


def _actions_counted(event: s.ActionsCounted, viewer: str) -> str:
    total = event.actions.total
    said = _n("The {side} have {n} action in the siege.", "The {side} have {n} actions in the siege.", total)
    return said.format(side=side(event.side), n=total)


def _action_spent(event: s.ActionSpent, viewer: str) -> str:
    said = {
        "post": _("The {side} move troops in the fortress ({left} left)."),
        "assault": _("The {side} prepare an assault ({left} left)."),
        "fire": _("The {side} fire in the fortress ({left} left)."),
        "muster": _("The {side} rally troops in the fortress ({left} left)."),
    }[event.action]
    left = _n("{n} action", "{n} actions", event.left).format(n=event.left)
    return said.format(side=side(event.side), left=left)


def _actions_ended(event: s.ActionsEnded, viewer: str) -> str:
    if not event.left:
        return _("The {side} have no more actions in the siege.").format(side=side(event.side))
    said = _n(
        "The {side} do no more in the siege; {n} action is not used.",
        "The {side} do no more in the siege; {n} actions are not used.",
        event.left,
    )
    return said.format(side=side(event.side), n=event.left)


def _mustered(event: s.Mustered, viewer: str) -> str:
    return _("A disabled point of the {side} is effective again.").format(side=side(event.side))


def _troops_rallied(event: s.TroopsRallied, viewer: str) -> str:
    said = _("The {side} throw {faces} for their disabled points: {lost} lost, {regained} effective again.")
    return said.format(
        side=side(event.side),
        faces=" ".join(map(str, event.faces)),
        lost=event.lost,
        regained=event.regained,
    )


def _fortress_fired(event: s.FortressFired, viewer: str) -> str:
    said = _(
        "The {side} fire at {zone} from {zones}, die {face}, modified {total}, {needed} needed: {result}."
    )
    return said.format(
        side=side(event.side),
        zone=event.zone,
        zones=listed(event.participants),
        face=event.face,
        total=event.fire.total,
        needed=event.needed.total,
        result=_("a hit") if event.hit else _("no effect"),
    )


# ---- assaults


def _assault_announced(event: s.AssaultAnnounced, viewer: str) -> str:
    said = _("The {side} assault {zone} from {zones}; the defence score is {score}.")
    if event.advantage:
        said = _("The {side} assault {zone} from {zones} with an advantage; the defence score is {score}.")
    return said.format(
        side=side(event.side), zone=event.zone, zones=listed(event.participants), score=event.score
    )


def _sacrificed(event: s.Sacrificed, viewer: str) -> str:
    if event.last:
        return _("After the tie the {side} sacrifice a point.").format(side=side(event.side))
    said = _n(
        "The {side} sacrifice {n} point, {total} in all.",
        "The {side} sacrifice {n} points, {total} in all.",
        event.points,
    )
    return said.format(side=side(event.side), n=event.points, total=event.total)


def _assault_thrown(event: s.AssaultThrown, viewer: str) -> str:
    said = _(
        "Assault on {zone}: die {face}, modified {attack}, against die {other}, modified {defence}: {result}."
    )
    result = {
        "taken": _("the zone is taken"),
        "tie": _("a tie"),
        "repelled": _("the assault is thrown back"),
    }[event.result]
    return said.format(
        zone=event.zone,
        face=event.faces[0],
        attack=event.attack.total,
        other=event.faces[1],
        defence=event.defence.total,
        result=result,
    )


def _tie_broken(event: s.TieBroken, viewer: str) -> str:
    said = _("The tie stands: {zone} holds.")
    if event.won:
        said = _("The sacrifice of the {side} breaks the tie: {zone} is taken.")
    return said.format(side=side(event.side), zone=event.zone)


def _troops_lost(event: s.TroopsLost, viewer: str) -> str:
    source = _("a marker in {zone}").format(zone=event.source)
    if event.source == EFFECTIVES:
        source = _("a point of effectives")
    said = _("The {side} lose {source}; it is disabled.")
    if event.to == "lost":
        said = _("The {side} lose {source} for good.")
    return said.format(side=side(event.side), source=source)


def _zone_seized(event: s.ZoneSeized, viewer: str) -> str:
    said = _("The {side} occupy {zone} with the marker of {source}.")
    if event.source == EFFECTIVES:
        said = _("The {side} occupy {zone} with a new marker.")
    return said.format(side=side(event.side), zone=event.zone, source=event.source)


def _assault_ended(event: s.AssaultEnded, viewer: str) -> str:
    return _("The assault of the {side} on {zone} is over.").format(side=side(event.side), zone=event.zone)


SIEGE_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    e.SurplusEntered: _surplus_entered,
    e.SavingSealed: _saving_sealed,
    e.KaizuChanged: _kaizu_changed,
    s.FortressEntered: _fortress_entered,
    s.SiegeBegan: _siege_began,
    s.MarkersPosted: _markers_posted,
    s.ActionsCounted: _actions_counted,
    s.ActionSpent: _action_spent,
    s.ActionsEnded: _actions_ended,
    s.AssaultAnnounced: _assault_announced,
    s.Sacrificed: _sacrificed,
    s.AssaultThrown: _assault_thrown,
    s.TieBroken: _tie_broken,
    s.TroopsLost: _troops_lost,
    s.ZoneSeized: _zone_seized,
    s.AssaultEnded: _assault_ended,
    s.FortressFired: _fortress_fired,
    s.Mustered: _mustered,
    s.TroopsRallied: _troops_rallied,
    s.ClanWithdrew: _clan_withdrew,
    s.SiegeEnded: _siege_ended,
    s.SurvivorsChosen: _survivors_chosen,
}


# ---- sums


def siege_sums(event: Any) -> tuple[tuple[str, Sum], ...]:
    """The sums of an event of a siege; () where it has none."""
    if isinstance(event, s.FortressEntered):
        return _strength(named(event.clan), event.effectives, event.disabled)
    if isinstance(event, s.SiegeBegan):
        return tuple(
            one
            for who, found in event.effectives.items()
            for one in _strength(side(who), found, event.disabled[who])
        )
    if isinstance(event, s.ActionsCounted):
        return ((_("actions of the {side}").format(side=side(event.side)), event.actions),)
    if isinstance(event, s.AssaultThrown):
        return (
            (_("assault on {zone}").format(zone=event.zone), event.attack),
            (_("defence of {zone}").format(zone=event.zone), event.defence),
        )
    if isinstance(event, s.FortressFired):
        return (
            (_("fire at {zone}").format(zone=event.zone), event.fire),
            (_("what is needed to hit {zone}").format(zone=event.zone), event.needed),
        )
    if isinstance(event, s.ClanWithdrew):
        return ((_("what {clan} takes with it").format(clan=named(event.clan)), event.due),)
    if isinstance(event, s.SiegeEnded):
        return ((_("what the {side} have left").format(side=side(event.winner)), event.total),)
    return ()


def _strength(who: str, effectives: Sum, disabled: Sum) -> tuple[tuple[str, Sum], ...]:
    return (
        (_("effectives of {who}").format(who=who), effectives),
        (_("disabled of {who}").format(who=who), disabled),
    )
