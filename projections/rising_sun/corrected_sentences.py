"""Sentences of what a ruling has set right in a War phase. Everybody may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.rising_sun.board import events as e
from domain.rising_sun.data.tables import season_name
from projections.language.messages import _, _n, listed


def _honor(event: e.HonorCorrected, viewer: str) -> str:
    said = _("Corrected: Honor, the highest first, is {after}; it was {before}.")
    return said.format(after=", ".join(event.after), before=", ".join(event.before))


def _alliances(event: e.AlliancesCorrected, viewer: str) -> str:
    if not event.after:
        return _("Corrected: there is no alliance; there was {before}.").format(before=_pairs(event.before))
    if not event.before:
        return _("Corrected: allied are {after}; nobody was.").format(after=_pairs(event.after))
    said = _("Corrected: allied are {after}; it was {before}.")
    return said.format(after=_pairs(event.after), before=_pairs(event.before))


def _pairs(pairs: tuple[e.Pair, ...]) -> str:
    said = _("{first} with {second}")
    return listed([said.format(first=first, second=second) for first, second in pairs])


def _coins(event: e.CoinsCorrected, viewer: str) -> str:
    said = _n(
        "Corrected: {clan} has {after} coin, not {before}.",
        "Corrected: {clan} has {after} coins, not {before}.",
        event.after,
    )
    return said.format(clan=event.clan, after=event.after, before=event.before)


def _ronin(event: e.RoninCorrected, viewer: str) -> str:
    said = _("Corrected: {clan} has {after} Ronin, not {before}.")
    return said.format(clan=event.clan, after=event.after, before=event.before)


def _points(event: e.PointsCorrected, viewer: str) -> str:
    said = _n(
        "Corrected: {clan} has {after} point, not {before}.",
        "Corrected: {clan} has {after} points, not {before}.",
        event.after,
    )
    return said.format(clan=event.clan, after=event.after, before=event.before)


def _figures(event: e.FiguresCorrected, viewer: str) -> str:
    said = _("Corrected: {clan} has {after} in {province}, not {before}.")
    after, before = figures(event.after), figures(event.before)
    return said.format(clan=event.clan, after=after, before=before, province=event.province)


def _cards(event: e.CardsCorrected, viewer: str) -> str:
    said = _("Corrected: the cards of {clan} are {after}; they were {before}.")
    none = _("none")
    return said.format(
        clan=event.clan, after=listed(event.after) or none, before=listed(event.before) or none
    )


def _tokens(event: e.TokensCorrected, viewer: str) -> str:
    said = _("Corrected: the tokens of {clan} of {season} are {after}; they were {before}.")
    season, none = season_name(event.season), _("none")
    after, before = listed(event.after) or none, listed(event.before) or none
    return said.format(clan=event.clan, season=season, after=after, before=before)


def _hostages(event: e.HostagesCorrected, viewer: str) -> str:
    said = _("Corrected: {captor} holds {after} of {clan} as hostages, not {before}.")
    after, before = figures(event.after), figures(event.before)
    return said.format(captor=event.captor, clan=event.clan, after=after, before=before)


def figures(army: Mapping[str, int]) -> str:
    """An army in words: "daimyo and 2 bushi"."""
    named = [figure if count == 1 else f"{count} {figure}" for figure, count in army.items()]
    return listed(named) or _("nothing")


SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    e.HonorCorrected: _honor,
    e.AlliancesCorrected: _alliances,
    e.CoinsCorrected: _coins,
    e.RoninCorrected: _ronin,
    e.PointsCorrected: _points,
    e.FiguresCorrected: _figures,
    e.CardsCorrected: _cards,
    e.TokensCorrected: _tokens,
    e.HostagesCorrected: _hostages,
}
