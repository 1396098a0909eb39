"""Sentences of a siege and of the hypothetical scenario; the sums that events carry."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board import siege_events as s
from domain.kawanakajima.board.state import EFFECTIVES
from domain.kawanakajima.data.tables import STATES
from domain.kit.sums import Sum
from projections.kawanakajima.names import all_named, named, path, sentence_of, side
from projections.language.filled import Depending, Sums
from projections.language.messages import _, _n, listed


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


def _siege_began(event: s.SiegeBegan, viewer: str) -> str:
    said = _("The {side} besiege Kaizu by zone {zone}. {strengths}.")
    each = _("{side}: {effectives} points effective, {disabled} disabled")
    strengths = (
        each.format(side=side(one), effectives=found.total, disabled=event.disabled[one].total)
        for one, found in event.effectives.items()
    )
    return said.format(side=side(event.besieger), zone=event.zone, strengths=_("; ").join(strengths))


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


def _survivors_chosen(event: s.SurvivorsChosen, viewer: str) -> str:
    kept = listed([f"{unit[1:]} {STATES[losses]}" for unit, losses in event.kept.items()]) or _("nobody")
    said = _("The {side} keep {kept}.{lost}")
    return said.format(side=side(event.side), kept=kept, lost=_more(_(" Given up: {units}."), event.lost))


def _action_spent(event: s.ActionSpent, viewer: str) -> str:
    said = {
        "post": _("The {side} move troops in the fortress ({left} left)."),
        "assault": _("The {side} prepare an assault ({left} left)."),
        "fire": _("The {side} fire in the fortress ({left} left)."),
        "muster": _("The {side} rally troops in the fortress ({left} left)."),
    }[event.action]
    left = _n("{n} action", "{n} actions", event.left).format(n=event.left)
    return said.format(side=side(event.side), left=left)


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


def _troops_lost(event: s.TroopsLost, viewer: str) -> str:
    source = _("a marker in {zone}").format(zone=event.source)
    if event.source == EFFECTIVES:
        source = _("a point of effectives")
    said = _("The {side} lose {source}; it is disabled.")
    if event.to == "lost":
        said = _("The {side} lose {source} for good.")
    return said.format(side=side(event.side), source=source)


SIEGE_SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    # ---- 18
    e.SurplusEntered: _surplus_entered,
    e.SavingSealed: _saving_sealed,
    e.KaizuChanged: sentence_of("From now on the {side} hold Kaizu."),
    # ---- coming in
    s.FortressEntered: sentence_of(
        "{clan} goes into Kaizu by zone {zone}: {effectives} points effective, {disabled} disabled.",
        effectives="effectives.total",
        disabled="disabled.total",
    ),
    s.SiegeBegan: _siege_began,
    s.MarkersPosted: Depending(
        "zones",
        {(): sentence_of("The {side} place no presence marker.")},
        otherwise=sentence_of(
            "The {side} place a presence marker: {zones}.",
            "The {side} place presence markers: {zones}.",
            "zones",
        ),
    ),
    # ---- actions
    s.ActionsCounted: sentence_of(
        "The {side} have {n} action in the siege.",
        "The {side} have {n} actions in the siege.",
        "actions.total",
        n="actions.total",
    ),
    s.ActionSpent: _action_spent,
    s.ActionsEnded: Depending(
        "left",
        {0: sentence_of("The {side} have no more actions in the siege.")},
        otherwise=sentence_of(
            "The {side} do no more in the siege; {n} action is not used.",
            "The {side} do no more in the siege; {n} actions are not used.",
            "left",
            n="left",
        ),
    ),
    # ---- assaults
    s.AssaultAnnounced: Depending(
        "advantage",
        {
            True: sentence_of(
                "The {side} assault {zone} from {zones} with an advantage; the defence score is {score}.",
                zones="participants",
            )
        },
        otherwise=sentence_of(
            "The {side} assault {zone} from {zones}; the defence score is {score}.", zones="participants"
        ),
    ),
    s.Sacrificed: Depending(
        "last",
        {True: sentence_of("After the tie the {side} sacrifice a point.")},
        otherwise=sentence_of(
            "The {side} sacrifice {n} point, {total} in all.",
            "The {side} sacrifice {n} points, {total} in all.",
            "points",
            n="points",
        ),
    ),
    s.AssaultThrown: _assault_thrown,
    s.TieBroken: Depending(
        "won",
        {True: sentence_of("The sacrifice of the {side} breaks the tie: {zone} is taken.")},
        otherwise=sentence_of("The tie stands: {zone} holds."),
    ),
    s.TroopsLost: _troops_lost,
    s.ZoneSeized: Depending(
        "source",
        {EFFECTIVES: sentence_of("The {side} occupy {zone} with a new marker.")},
        otherwise=sentence_of("The {side} occupy {zone} with the marker of {source}."),
    ),
    s.AssaultEnded: sentence_of("The assault of the {side} on {zone} is over."),
    # ---- fire and rallies
    s.FortressFired: _fortress_fired,
    s.Mustered: sentence_of("A disabled point of the {side} is effective again."),
    s.TroopsRallied: _troops_rallied,
    # ---- going out, and the end
    s.ClanWithdrew: _clan_withdrew,
    s.SiegeEnded: Depending(
        "lifted",
        {
            True: sentence_of(
                "The siege of Kaizu is over: the {loser} have left it. The {winner} have {total} points, "
                "{disabled} disabled.",
                winner=side,
                loser=side,
                total="total.total",
            )
        },
        otherwise=sentence_of(
            "The siege of Kaizu is over: the {winner} have won, with {total} points, {disabled} disabled.",
            winner=side,
            total="total.total",
        ),
    ),
    s.SurvivorsChosen: _survivors_chosen,
}


# ---- sums


def strengths(event: s.SiegeBegan) -> tuple[tuple[str, Sum], ...]:
    """Of both sides, as a siege begins."""
    effectives, disabled = _("effectives of {who}"), _("disabled of {who}")
    return tuple(
        one
        for who, found in event.effectives.items()
        for one in (
            (effectives.format(who=side(who)), found),
            (disabled.format(who=side(who)), event.disabled[who]),
        )
    )


SIEGE_SUMS: Sums = {
    s.FortressEntered: [
        (sentence_of("effectives of {who}", who=("clan", named)), "effectives"),
        (sentence_of("disabled of {who}", who=("clan", named)), "disabled"),
    ],
    s.ActionsCounted: [(sentence_of("actions of the {side}"), "actions")],
    s.AssaultThrown: [
        (sentence_of("assault on {zone}"), "attack"),
        (sentence_of("defence of {zone}"), "defence"),
    ],
    s.FortressFired: [
        (sentence_of("fire at {zone}"), "fire"),
        (sentence_of("what is needed to hit {zone}"), "needed"),
    ],
    s.ClanWithdrew: [(sentence_of("what {clan} takes with it"), "due")],
    s.SiegeEnded: [(sentence_of("what the {side} have left", side="winner"), "total")],
}
