"""The prompts of a siege in words, as the end of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kawanakajima.view import View
from domain.kawanakajima.words import siege_items as s
from projections.kawanakajima.names import named
from projections.language.messages import _, _n


def _markers(view: View, item: s.PlaceMarkers) -> str:
    if item.must:
        return _("siege of Kaizu: place presence markers, at least one")
    return _("siege of Kaizu: place presence markers, or say done")


def _turn(view: View, item: s.SiegeTurn) -> str:
    left = view.fortress.actions if view.fortress else 0
    said = _n(
        "siege of Kaizu: choose your next action, or say done; you have {count}",
        "siege of Kaizu: choose your next action, or say done; you have {count} left",
        left,
    )
    return said.format(count=left)


def _bid(view: View, item: s.BidSacrifice) -> str:
    return _("assault in Kaizu: sacrifice points for it, or say done")


def _lose(view: View, item: s.LoseTroops) -> str:
    said = _n(
        "siege of Kaizu: say where a lost point is taken from",
        "siege of Kaizu: say where {count} lost points are taken from",
        item.count,
    )
    return said.format(count=item.count)


def _seize(view: View, item: s.SeizeZone) -> str:
    return _("assault in Kaizu: put a marker into the conquered zone, or say done")


def _last(view: View, item: s.LastSacrifice) -> str:
    return _("assault in Kaizu: break the tie with a last sacrifice, or say done")


def _answer(view: View, item: s.AnswerSacrifice) -> str:
    return _("assault in Kaizu: keep the tie with a sacrifice, or say done")


def _withdraw(view: View, item: s.WithdrawClan) -> str:
    return _("say how this clan withdraws from the siege: {clan}").format(clan=named(item.clan))


def _keep(view: View, item: s.KeepSurvivors) -> str:
    said = _n(
        "the siege is over: choose the units that survive, of {count} point, {disabled} disabled",
        "the siege is over: choose the units that survive, of {count} points, {disabled} disabled",
        item.most,
    )
    return said.format(count=item.most, disabled=item.disabled)


SIEGE_ASKS: Mapping[type, Callable[[View, Any], str]] = {
    s.PlaceMarkers: _markers,
    s.SiegeTurn: _turn,
    s.BidSacrifice: _bid,
    s.LoseTroops: _lose,
    s.SeizeZone: _seize,
    s.LastSacrifice: _last,
    s.AnswerSacrifice: _answer,
    s.WithdrawClan: _withdraw,
    s.KeepSurvivors: _keep,
}
