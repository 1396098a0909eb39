"""Sentences of what a ruling has set right in a War phase. Everybody may know it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.rising_sun.board import events as e
from domain.rising_sun.data.tables import season_name
from projections.language.filled import Depending, SentenceOf
from projections.language.messages import _, listed


def _pairs(pairs: tuple[e.Pair, ...]) -> str:
    said = _("{first} with {second}")
    return listed([said.format(first=first, second=second) for first, second in pairs])


def some(names: tuple[str, ...]) -> str:
    """The names, or that there is none."""
    return listed(names) or _("none")


def figures(army: Mapping[str, int]) -> str:
    """An army in words: "daimyo and 2 bushi"."""
    named = [figure if count == 1 else f"{count} {figure}" for figure, count in army.items()]
    return listed(named) or _("nothing")


sentence_of = SentenceOf(season=season_name)

SENTENCES: Mapping[type, Callable[[Any, str], str]] = {
    e.HonorCorrected: sentence_of(
        "Corrected: Honor, the highest first, is {after}; it was {before}.", after=", ".join, before=", ".join
    ),
    e.AlliancesCorrected: Depending(
        "after",
        {(): sentence_of("Corrected: there is no alliance; there was {before}.", before=_pairs)},
        otherwise=Depending(
            "before",
            {(): sentence_of("Corrected: allied are {after}; nobody was.", after=_pairs)},
            otherwise=sentence_of(
                "Corrected: allied are {after}; it was {before}.", after=_pairs, before=_pairs
            ),
        ),
    ),
    e.CoinsCorrected: sentence_of(
        "Corrected: {clan} has {after} coin, not {before}.",
        "Corrected: {clan} has {after} coins, not {before}.",
        "after",
    ),
    e.RoninCorrected: sentence_of("Corrected: {clan} has {after} Ronin, not {before}."),
    e.PointsCorrected: sentence_of(
        "Corrected: {clan} has {after} point, not {before}.",
        "Corrected: {clan} has {after} points, not {before}.",
        "after",
    ),
    e.FiguresCorrected: sentence_of(
        "Corrected: {clan} has {after} in {province}, not {before}.", after=figures, before=figures
    ),
    e.CardsCorrected: sentence_of(
        "Corrected: the cards of {clan} are {after}; they were {before}.", after=some, before=some
    ),
    e.TokensCorrected: sentence_of(
        "Corrected: the tokens of {clan} of {season} are {after}; they were {before}.",
        after=some,
        before=some,
    ),
    e.HostagesCorrected: sentence_of(
        "Corrected: {captor} holds {after} of {clan} as hostages, not {before}.",
        after=figures,
        before=figures,
    ),
}
