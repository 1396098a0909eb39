"""The picture of a War phase: Japan with the armies, the battle that goes on, and the clans by Honor."""

from __future__ import annotations

from collections.abc import Iterator

from domain.rising_sun.view import View
from projections.drawing.svg import Box, Drawing, Part, text
from projections.language.messages import _, listed
from projections.rising_sun.armies import army_name
from projections.rising_sun.battle_mat import mat
from projections.rising_sun.honor_track import equal, track
from projections.rising_sun.japan import MAP
from projections.rising_sun.japan import SHAPES as GROUND
from projections.rising_sun.map import on_the_map
from projections.rising_sun.names import printed
from projections.rising_sun.narrow import EDGE, narrow_parts
from projections.rising_sun.narrow import WIDTH as NARROW
from projections.rising_sun.tokens import SHAPES

WIDTH, HEIGHT = 1300, MAP.height
TRACK = Box(MAP.width + 10, 12, WIDTH - MAP.width - 22, HEIGHT - 24)
MAT_AT = Box(14, 72, 440, 0)
"""Where the battle mat begins, and how wide it is."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the table."""
    name = _("Rising Sun: the War phase")
    parts = tuple(_parts(view))
    return Drawing(WIDTH, HEIGHT, parts, name, _described(view), MAP, GROUND + SHAPES)


def narrow(view: View) -> Drawing:
    """The same for a narrow screen."""
    name = _("Rising Sun: the War phase")
    parts = tuple(narrow_parts(view, _where(view)))
    high = max(part.y + part.height for part in parts) + EDGE
    return Drawing(NARROW, high, parts, name, _described(view), shapes=GROUND + SHAPES)


def tracks(view: View) -> dict[str, int]:
    """The victory points of each clan."""
    return {clan.name: clan.points for clan in view.clans}


def _described(view: View) -> str:
    """The table in words, for those who cannot see it."""
    armies = [
        _("{province}: {armies}").format(
            province=printed(one.name), armies=listed([army_name(one, clan) for clan in one.armies])
        )
        for one in view.provinces
        if one.armies
    ]
    return ". ".join((_where(view), *armies)) + "."


def _where(view: View) -> str:
    season = _season(view.season)
    if view.winner:
        return _("{seat} has won").format(seat=printed(view.winner))
    if view.sheet:
        return _("the battles are settled")
    if view.battle:
        said = _("{season}: the battle for {province}")
        return said.format(season=season, province=printed(view.battle.province))
    said = _("{season}: the herald enters the board") if view.phase == "entry" else _("{season}: war")
    return said.format(season=season)


def _season(name: str) -> str:
    names = {"spring": _("Spring"), "summer": _("Summer"), "autumn": _("Autumn"), "winter": _("Winter")}
    return names.get(name, name)


def _parts(view: View) -> Iterator[Part]:
    yield from on_the_map(view)
    yield _head(view, MAT_AT.width)
    if view.battle:
        yield from mat(view, view.battle, MAT_AT.x, MAT_AT.y, MAT_AT.width)
    yield from track(view, TRACK, equal(view, TRACK.height))


def _head(view: View, room: int) -> Part:
    name = text(0, 26, "Rising Sun", "huge", "ink bold haloed sea-line", room=room)
    where = text(0, 50, _where(view), "normal", "ink haloed sea-line", room=room)
    return Part("head", 18, 8, room, 58, name + where, 4, quiet=True)
