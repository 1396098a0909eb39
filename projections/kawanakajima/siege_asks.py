"""The prompts of a siege in words, as the end of a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kawanakajima.view import View
from domain.kawanakajima.words import siege_items as s
from projections.kawanakajima.names import sentence_of
from projections.language.filled import Depending
from projections.language.messages import _n


def _turn(item: s.SiegeTurn, view: View) -> str:
    left = view.fortress.actions if view.fortress else 0
    said = _n(
        "siege of Kaizu: choose your next action, or say done; you have {count}",
        "siege of Kaizu: choose your next action, or say done; you have {count} left",
        left,
    )
    return said.format(count=left)


SIEGE_ASKS: Mapping[type, Callable[[Any, View], str]] = {
    s.PlaceMarkers: Depending(
        "must",
        {True: sentence_of("siege of Kaizu: place presence markers, at least one")},
        otherwise=sentence_of("siege of Kaizu: place presence markers, or say done"),
    ),
    s.SiegeTurn: _turn,
    s.BidSacrifice: sentence_of("assault in Kaizu: sacrifice points for it, or say done"),
    s.LoseTroops: sentence_of(
        "siege of Kaizu: say where a lost point is taken from",
        "siege of Kaizu: say where {count} lost points are taken from",
        "count",
    ),
    s.SeizeZone: sentence_of("assault in Kaizu: put a marker into the conquered zone, or say done"),
    s.LastSacrifice: sentence_of("assault in Kaizu: break the tie with a last sacrifice, or say done"),
    s.AnswerSacrifice: sentence_of("assault in Kaizu: keep the tie with a sacrifice, or say done"),
    s.WithdrawClan: sentence_of("say how this clan withdraws from the siege: {clan}"),
    s.KeepSurvivors: sentence_of(
        "the siege is over: choose the units that survive, of {count} point, {disabled} disabled",
        "the siege is over: choose the units that survive, of {count} points, {disabled} disabled",
        "most",
        count="most",
    ),
}
