"""The story of a game without its people: what was played, and nothing that anybody has written.

What is left out is not chosen by what looks like a name: of the events only orders, throws and what followed
from them have a text. It proves nothing, for the heads of a game cover its names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from domain.game.entries.entries import Opened, Ordered
from domain.game.entries.people import Delegated, SeatTaken, Standby
from domain.kit.chance import Thrown, ThrownAgain
from domain.kit.facts import Fact
from domain.kit.sealed import REFEREE
from projections.replay import Replay

PLAYED = (Fact, Ordered, Thrown, ThrownAgain)
"""Events that have a text: a seat is named there, and no person."""

SHORTEST = 2
"""Signs of a name that is looked for."""


def unnamed(replay: Replay, story: dict[str, Any], name: str) -> dict[str, Any]:
    steps = []
    for envelope, step in zip(replay.envelopes, story["steps"], strict=True):
        left_out = {"at"} if isinstance(envelope.entry, PLAYED) else {"at", "text", "rule"}
        steps.append({key: value for key, value in step.items() if key not in left_out})
    return {**story, "game": name, "head": "", "steps": steps}


def persons(replay: Replay) -> frozenset[str]:
    """Seats' names and the referee are nobody's."""
    named = {name for envelope in replay.envelopes for name in _named(envelope.entry, envelope.act)}
    return frozenset(named - {"", REFEREE, *replay.newest().seats})


def _named(entry: Any, act: tuple[str, ...]) -> Iterator[str]:
    yield from act[3:5]
    match entry:
        case Opened(seats=seats):
            yield from (seated.person for seated in seats)
        case SeatTaken(person=person) | Standby(person=person):
            yield person
        case Delegated(to=to):
            yield to


def names_in(replay: Replay, story: dict[str, Any]) -> list[str]:
    """As whole words; a name that is also a word of the game is found as well."""
    text = msgspec.json.encode(story, enc_hook=str).decode().casefold()
    known = (name for name in persons(replay) if len(name) >= SHORTEST)
    return sorted(name for name in known if re.search(rf"\b{re.escape(name.casefold())}\b", text))
