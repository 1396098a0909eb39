"""Events of Shinobi in a few words, for whoever wants to see at a glance what has happened."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.shinobi.board import events as e
from projections.language.filled import Row, sentence_of


def short(event: Any, viewer: str) -> str:
    said = _SHORT.get(type(event))
    return said(event) if said else ""


_SHORT: Mapping[type, Row] = {
    e.Attacked: sentence_of("{seat} attacks {clan} in {province}"),
    e.NinjaSent: sentence_of("{seat}: ninja against {clan}, {province}"),
    e.CardsDrawn: sentence_of("{seat} draws cards: {count}"),
    e.Moved: sentence_of("{clan}: {source} to {target}"),
}
