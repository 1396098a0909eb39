"""The drawn picture of a game of Twilight of Shogun: the map and what stands beside it, wide or narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from domain.kit.same import Same
from domain.twilight_shogun.view import Player, View
from projections.drawing.pieces import only, piece
from projections.drawing.svg import Box, Drawing, Part, lettered
from projections.language.messages import _, listed, term
from projections.twilight_shogun import panels
from projections.twilight_shogun.board import lasts
from projections.twilight_shogun.deeds import deeds
from projections.twilight_shogun.places import NARROW, WIDE, Cell, Sheet, cells, is_free, tints, under
from projections.twilight_shogun.spaces import PAINT, spaces

EDGE = 20

STATE = 246
"""The height of whose turn it is and of the tracks."""

BESIDE = 190
"""The height of what stands in the other free corner, where that is not free."""

WIDE_HAND, NARROW_HAND = 6, 2
"""How many cards of a hand stand side by side."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the map."""
    places, sheet = _wide(view)
    rows = 1 + max(row for _column, row in places.values())
    below = 0 if is_free(places, range(5, 8), range(rows - 2, rows)) else BESIDE
    width, foot = 2 * EDGE + WIDE.across * WIDE.step[0], sheet.top + rows * WIDE.step[1] + 14 + below
    corner = foot - 183
    beside = (
        panels.head(only(view, *panels.HEAD), EDGE, 12, 540),
        *panels.tracks_at(view, EDGE, 76, 540),
        panels.legend(EDGE + 200, foot - 84, 290, 1),
        panels.scored((view.scored_now, tints(view)), 520, corner, 190),
        panels.piles(only(view, *panels.PILES), 770, foot - 104, 190),
    )
    return _whole(view, places, sheet, (width, foot), beside, WIDE_HAND)


_PLACES = Same(64)


def _wide(view: View) -> tuple[dict[str, Cell], Sheet]:
    """Where the spaces stand, below the tracks where these do not find their corner free."""

    def found() -> tuple[dict[str, Cell], Sheet]:
        places = cells(view, WIDE)
        is_above = not is_free(places, range(6), range(3))
        return places, replace(WIDE, top=WIDE.top + STATE * is_above)

    return _PLACES((view.spaces,), found)


def marked(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    """What the last play has done, on the map as broad as a page."""
    return tuple(deeds(view, events, *_wide(view)))


def marked_narrow(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    return tuple(deeds(view, events, cells(view, NARROW), NARROW))


def narrow(view: View) -> Drawing:
    """The same for a telephone."""
    places = cells(view, NARROW)
    rows = 1 + max(row for _column, row in places.values())
    width, bottom = 2 * NARROW.left + NARROW.across * NARROW.step[0], NARROW.top + rows * NARROW.step[1]
    is_folded = is_free(places, range(3, 5), range(rows - 3, rows))
    y, foot = (NARROW.top, bottom + 60) if is_folded else (bottom + 60, bottom + 60 + BESIDE)
    beside = (
        panels.head(only(view, *panels.HEAD), 8, 6, width - 16),
        *panels.tracks_at(view, 8, 66, width - 16),
        panels.piles(only(view, *panels.PILES), 10, y + 4, 180),
        panels.scored((view.scored_now, tints(view)), 277, foot - 240 if is_folded else y, 168),
        panels.legend(8, bottom + 16, width - 16, 2),
    )
    return _whole(view, places, NARROW, (width, foot), beside, NARROW_HAND)


def _whole(
    view: View,
    places: dict[str, Cell],
    sheet: Sheet,
    size: tuple[int, int],
    beside: tuple[Part, ...],
    across: int,
) -> Drawing:
    """The map, what stands beside it, and below it the hands that the viewer may see."""
    width, foot = size
    edge = 8 if sheet.is_narrow else EDGE
    room = width - 2 * edge
    below = _below(tuple(lasts(view)), view.players, (edge, foot + 8), room, across)
    parts = under(view, places, sheet, size) + spaces((view.spaces, places), sheet) + beside + below.parts
    field = None if sheet.is_narrow else Box(0, 0, *size)
    return Drawing(width, foot + below.height, parts, _("Twilight of Shogun"), _described(view), field)


@lettered
def _below(
    said: tuple[str, ...], players: tuple[Player, ...], corner: tuple[int, int], room: int, across: int
) -> Drawing:
    """What lasts, and the hands."""
    x, y = corner
    strip = tuple(panels.lasting(said, x, y, room)) if said else ()
    high = sum(part.height + 8 for part in strip)
    cards = tuple(panels.hands(players, x, y + high, room, across))
    high += sum(panels.hand_height(player, across) for player in players) + (8 if cards else 0)
    return Drawing(room, high, (*strip, *cards), "")


def tracks(view: View) -> dict[str, int]:
    """VP (positive for Anti-Bakufu), the powers, the treaties, the court."""
    court = {
        _("court of {seat}").format(seat=panels.side(player.seat)): player.court for player in view.players
    }
    return {
        _("VP"): view.vp,
        _("intervention"): view.intervention,
        _("treaty"): view.treaty,
        **court,
    }


# ---- in words


def _described(view: View) -> str:
    """The map in words, for those who cannot see it."""
    held = [tuple([s.name for s in view.spaces if s.control == one and s.kind == "clan"]) for one in PAINT]
    return " ".join([f"{panels.whose_turn(view)}.", f"{_state(view)}.", *map(_controls, PAINT, held)])


@piece(256)
def _controls(side: str, clans: tuple[str, ...]) -> str:
    held = listed([*map(term, clans)])
    return _("{side} controls {clans}.").format(side=panels.side(side), clans=held or _("no clan"))


def _state(view: View) -> str:
    said = _(
        "VP {vp:+}, intervention level {intervention}, treaty level {treaty}, "
        "court {anti} to {pro}, Jo-i {joi}"
    )
    court = {player.seat: player.court for player in view.players}
    return said.format(
        vp=view.vp,
        intervention=view.intervention,
        treaty=view.treaty,
        anti=court.get("anti", 0),
        pro=court.get("pro", 0),
        joi=_("performed") if view.joi else _("planned"),
    )
