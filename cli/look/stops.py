"""Where in a game a reader wants to go: an event's number, a turn, or a word of what has happened."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from domain.kit.typed_words import typed_beside
from projections.language.messages import _
from projections.pictures import Names

_TURNS = "|".join(map(re.escape, typed_beside(__name__).also("stop", "turn")))
_TURN = re.compile(rf"(?:{_TURNS})\s*(\d.*)", re.IGNORECASE)
"""A turn in any of the languages; labels are "T5"."""


class Stop(NamedTuple):
    """An event that logs show."""

    position: int
    turn: str
    text: str = ""


def found(stops: Sequence[Stop], typed: str, at: int, names: Names) -> int | None:
    """Which stop is meant, seen from the stop `at`: the event of a number, or the next one after it; the
    first of a turn; the next one whose sentence has a word, from the beginning again after the last. None
    where there is no such one."""
    wanted = " ".join(typed.split()).casefold()
    if wanted.isdecimal():
        return next((nth for nth, stop in enumerate(stops) if stop.position >= int(wanted)), None)
    turn = _TURN.fullmatch(wanted)
    if turn:
        label = f"t{turn[1]}"
        return next((nth for nth, stop in enumerate(stops) if stop.turn.casefold() == label), None)
    words = {wanted, names.get(wanted, wanted).casefold()} - {""}
    order = [*range(at + 1, len(stops)), *range(at + 1)]
    return next((nth for nth in order if any(word in stops[nth].text.casefold() for word in words)), None)


def lost(stops: Sequence[Stop], typed: str) -> str:
    """Why nothing was found, and what would be."""
    last = stops[-1]
    if typed.strip().isdecimal():
        return _("The last event here is {position}.").format(position=last.position)
    if _TURN.fullmatch(typed.strip()):
        said = _("There is no turn “{typed}” here; the last one is {turn}.")
        return said.format(typed=typed.strip(), turn=last.turn)
    said = _(
        "No event here tells of “{typed}”. Type an event's number, a turn such as t5, or a word of the log."
    )
    return said.format(typed=typed.strip())
