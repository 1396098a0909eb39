"""The marks of the last play on the map of Twilight of Shogun: what came and went, what was fought for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any

from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.view import View
from projections.drawing.svg import MARK, Part, circle, placed, rect, text
from projections.language.messages import _, term
from projections.twilight_shogun.places import Cell, Sheet
from projections.twilight_shogun.spaces import TAG

BADGE = 11
"""Half as broad as a badge is."""


def deeds(view: View, events: Sequence[Any], places: Mapping[str, Cell], sheet: Sheet) -> Iterator[Part]:
    """A badge for each side whose influence the last card has changed, at its cell; a ring round the target
    of a coup, a realignment or a warfare. `events` are the newest first."""
    since = [*takewhile(lambda one: not isinstance(one, e.CardPlayed | e.TurnBegan | e.GameSetUp), events)]
    names = {space.space: space.name for space in view.spaces}
    targets = (one.space for one in since if isinstance(one, e.Couped | e.Realigned | e.WarfareFought))
    for space in dict.fromkeys(targets):
        x, y = sheet.corner(places[space])
        size = sheet.box[0] + 10, sheet.box[1] + 5 + TAG
        ring = rect(0, 0, *size, "frame dashed", radius=9)
        said = _("Fought for: {space}").format(space=term(names[space]))
        yield Part(f"fought {space}", x - 5, y - 5, *size, ring, MARK, quiet=True, name=said)
    for (space, side), by in _changed(since).items():
        x, y = sheet.corner(places[space])
        said = _("{space}: {side} {by:+}").format(space=term(names[space]), side=term(SIDES[side]), by=by)
        left = x - BADGE if side == "anti" else x + sheet.box[0] - BADGE
        size = 2 * BADGE, 2 * BADGE
        yield Part(f"came {space} {side}", left, y + 13, *size, _badge(by), MARK, quiet=True, name=said)


def _changed(events: Sequence[Any]) -> Mapping[tuple[str, str], int]:
    """How much the influence of each side has changed in each space, where it has."""
    by = Counter[tuple[str, str]]()
    for event in events:
        for one in getattr(event, "changes", ()):
            by[one.space, one.seat] += one.after - one.before
    return {where: change for where, change in by.items() if change}


def _badge(by: int) -> str:
    disc = circle(0, 0, BADGE, "fill-mark case-line")
    return placed(BADGE, BADGE, disc + text(0, 5, f"{by:+}", "small", "case bold", anchor="middle"))
