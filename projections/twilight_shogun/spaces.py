"""The spaces of the drawn map: a box each, with the influence of both sides and who controls it."""

from __future__ import annotations

from collections.abc import Mapping

from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.view import Marker, SpaceView
from projections.drawing.pieces import piece_of
from projections.drawing.svg import Part, circle, on, path, polygon, rect, text
from projections.language.messages import _, listed, term
from projections.twilight_shogun.places import Cell, Sheet, is_round

PAINT = {"anti": "vermilion", "pro": "sky"}

HEAD = 19
"""The height of the name of a space."""

TAG = 15
"""The height of the support markers, which hang below a box."""


@piece_of(64)
def spaces(seen: tuple[tuple[SpaceView, ...], Mapping[str, Cell]], sheet: Sheet) -> tuple[Part, ...]:
    """The spaces of a map and their places."""
    every, places = seen
    return tuple([_part(space, *sheet.corner(places[space.space]), *sheet.box) for space in every])


@piece_of(2048)
def _part(space: SpaceView, x: int, y: int, width: int, height: int) -> Part:
    content, name = _space(space, width, height), said_of(space)
    return Part(f"space {space.space}", x, y, width, height, content, layer=1, name=name, word=space.space)


def sign(side: str, x: int, y: int) -> str:
    """The marker of a side: a square or a circle, 14 wide; nothing of nobody."""
    if side == "anti":
        return rect(x, y, 14, 14, "fill-vermilion ink-line")
    return circle(x + 7, y + 7, 7, "fill-sky ink-line") if side else ""


# ---- in words


def said_of(space: SpaceView) -> str:
    """A space in words: what it is, and what each side has there."""
    head = _kind(space)
    if space.kind == "edo":
        return head
    if not space.is_in_play:
        return _("{space}: closed").format(space=head)
    has = listed([_has(space, side) for side in PAINT])
    control = _("nobody controls it")
    if space.control:
        control = _("{side} controls it").format(side=term(SIDES[space.control]))
    said = _("{space}: {has}; {control}").format(space=head, has=has, control=control)
    markers = listed([term(marker.name) for marker in space.markers])
    return _("{said}; with {markers}").format(said=said, markers=markers) if markers else said


def _kind(space: SpaceView) -> str:
    name, area = term(space.name), term(space.area.capitalize())
    if space.powered:
        said = _("{space}, powered clan of {area}, stability {stability}")
    elif space.area:
        said = _("{space}, clan of {area}, stability {stability}")
    else:
        return name
    return said.format(space=name, area=area, stability=space.stability)


def _has(space: SpaceView, side: str) -> str:
    said = _("{side} {influence}")
    if space.support[side]:
        said = _("{side} {influence} with {support} of support")
    return said.format(side=term(SIDES[side]), influence=space.influence[side], support=space.support[side])


# ---- drawn


def _space(space: SpaceView, width: int, height: int) -> str:
    """The name above, below it a cell for each side, that of who controls it filled; between them the
    stability."""
    if space.kind == "edo":
        return _edo(space, width, height)
    radius = 14 if is_round(space) else 4
    style, edge = ("fill-card ink-line", 2) if space.control else ("fill-card line", 1)
    content = f'<g stroke-width="{edge}">{rect(0, 0, width, height, style, radius=radius)}</g>'
    content += _name(space, width, radius)
    if not space.is_in_play:
        return content + text(
            width // 2, (height + HEAD) // 2 + 5, _("closed"), "small", "quiet", anchor="middle"
        )
    deep = height - HEAD
    content += _cell(space, "anti", (2, width // 2 - 2), deep)
    content += _cell(space, "pro", (width // 2, width // 2 - 2), deep)
    return content + _stability(space, width // 2, HEAD + deep // 2) + _tag(space.markers, width, height)


def _name(space: SpaceView, width: int, radius: int) -> str:
    """Dark where the clan is powered, and between two stars."""
    if space.powered:
        band = rect(0, 0, width, HEAD, "fill-ink ink-line", radius=radius)
        stars = "".join(circle(x, HEAD // 2, 3, "fill-yellow") for x in (8, width - 8))
        style, room = "fill-paper bold", width - 28
    else:
        band = rect(1, 1, width - 2, HEAD - 1, "fill-soft", radius=radius - 1)
        stars, style, room = "", "ink bold", width - 8
    return band + stars + text(width // 2, 14, term(space.name), "small", style, anchor="middle", room=room)


def _stability(space: SpaceView, x: int, y: int) -> str:
    """A shield with the number, where there is one."""
    if not space.stability:
        return ""
    shield = path(f"M{x - 8} {y - 11}h16v13q0 6 -8 9q-8 -3 -8 -9z", "fill-card line", width=1)
    return shield + text(x, y + 4, str(space.stability), "small", "ink bold", anchor="middle")


def _cell(space: SpaceView, side: str, at: tuple[int, int], deep: int) -> str:
    """The influence of a side and what it has of support; that of Anti-Bakufu has sharp corners."""
    (x, width), filled = at, space.control == side
    radius = 0 if side == "anti" else 9
    cell = rect(x, HEAD + 1, width, deep - 3, f"fill-{PAINT[side]}", radius=radius) if filled else ""
    number, support = space.influence[side], space.support[side]
    style = on(PAINT[side]) if filled else "ink" if number or support else "quiet"
    middle = x + width // 2 + (-4 if side == "anti" else 4) * bool(space.stability)
    base = HEAD + deep // 2 + (1 if support else 8)
    weight = "bold" if number or support else ""
    words = text(middle, base, str(number), "big", f"{style} {weight}".strip(), anchor="middle")
    more = text(middle, base + 13, f"+{support}", "small", f"{style} bold", anchor="middle")
    return cell + words + (more if support else "")


def _tag(markers: tuple[Marker, ...], width: int, height: int) -> str:
    """The support markers of a space: a tag that hangs below it, with the sign of their side."""
    if not markers:
        return ""
    sides = {marker.side for marker in markers}
    paint = PAINT[sides.pop()] if len(sides) == 1 else "grey"
    radius = 0 if paint == PAINT["anti"] else TAG // 2
    y, said = height - 4, listed([term(marker.name) for marker in markers])
    tag = rect(1, y, width - 2, TAG, f"fill-{paint} ink-line", radius=radius)
    return tag + text(width // 2, y + 11, said, "tiny", f"{on(paint)} bold", anchor="middle", room=width - 8)


def _edo(space: SpaceView, width: int, height: int) -> str:
    """The Bakufu itself: a castle that nobody has influence in."""
    box = rect(0, 0, width, height, "fill-sky ink-line", radius=14)
    middle, low = width / 2, height - 6
    roofs = "".join(
        polygon(
            (
                (middle - half, low - up),
                (middle + half, low - up),
                (middle + half - 8, low - up - 8),
                (middle - half + 8, low - up - 8),
            ),
            "fill-on",
        )
        for half, up in ((25, 12), (19, 22))
    )
    walls = rect(round(middle) - 15, low - 12, 30, 12, "fill-on")
    return (
        box
        + text(width // 2, 18, term(space.name), "small", "on bold", anchor="middle", room=width - 10)
        + walls
        + roofs
    )
