"""The drawn picture of a game of Twilight of Shogun: the map with influence and control; the tracks."""

from __future__ import annotations

from collections.abc import Iterator

from domain.twilight_shogun.view import Player, SpaceView, View
from projections.drawing.svg import Drawing, Part, circle, on, path, rect, text
from projections.language.messages import _, _n, listed
from projections.twilight_shogun.places import (
    BOX,
    EDGE,
    STEP,
    TOP,
    WIDTH,
    cells,
    corner,
    grounds,
    is_free,
    is_round,
    lines,
    tints,
)

PAINT = {"anti": "vermilion", "pro": "sky"}

HEAD = 22
"""The height of the name of a space."""

STATE = (550, 3 * STEP[1] - 20)
FOOT = (5 * STEP[0], 142)
"""The room of the tracks and of the piles: in corners of the map that are free, else above and below it."""

LOWER = 36
"""How far the piles stand out below the map, so that lines pass above them."""

BOXES = {"intervention": 6, "treaty": 5, "court": 5}
"""How many boxes of a track are drawn at least, from 0."""

VP = 20
"""As far as the track of victory points is drawn to either side."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the map."""
    places = cells(view)
    above = 0 if is_free(places, range(6), range(3)) else STATE[1] + 14
    rows = 1 + max(row for _column, row in places.values())
    below = 0 if is_free(places, range(5, 10), range(rows - 2, rows)) else FOOT[1] + 10
    top = TOP + above
    foot = top + rows * STEP[1] + (0 if below else LOWER - FOOT[1])
    parts = (
        _head(view),
        *grounds(view, places, top),
        *lines(view, places, top),
        *_spaces(view, places, top),
        *_state_of(view),
        *_foot(view, WIDTH - EDGE - FOOT[0], foot),
    )
    height = top + rows * STEP[1] + (below or LOWER) + 10
    return Drawing(WIDTH, height, parts, _("Twilight of Shogun"), _described(view))


def tracks(view: View) -> dict[str, int]:
    """VP (positive for Anti-Bakufu), the powers, the treaties, the court."""
    court = {_("court of {seat}").format(seat=player.seat): player.court for player in view.players}
    return {
        _("VP"): view.vp,
        _("intervention"): view.intervention,
        _("treaty"): view.treaty,
        **court,
    }


def _side(side: str) -> str:
    return _("Anti-Bakufu") if side == "anti" else _("Pro-Bakufu")


# ---- in words


def _described(view: View) -> str:
    """The map in words, for those who cannot see it."""
    held = {
        side: listed([space.name for space in view.spaces if space.control == side and space.kind == "clan"])
        for side in PAINT
    }
    said = _("{side} controls {clans}.")
    controls = [said.format(side=_side(side), clans=held[side] or _("no clan")) for side in PAINT]
    return " ".join([f"{_whose_turn(view)}.", f"{_state(view)}.", *controls])


def _whose_turn(view: View) -> str:
    if view.winner:
        return _("{side} has won").format(side=_side(view.winner))
    if not view.turn:
        return _("Before the first turn")
    if not view.active:
        return _("Turn {turn}").format(turn=view.turn)
    return _("Turn {turn}, round {round}: {seat}").format(turn=view.turn, round=view.round, seat=view.active)


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


# ---- the head and the tracks


def _head(view: View) -> Part:
    room = WIDTH - 2 * EDGE
    content = text(0, 26, _("Twilight of Shogun"), "big", "ink bold")
    content += text(0, 50, _whose_turn(view), "normal", "ink", room=room // 2)
    keys = (
        ("anti", _("Anti-Bakufu: the left cell")),
        ("pro", _("Pro-Bakufu: the right cell")),
        ("", _("filled: in control; dark name: a powered clan; +: support")),
    )
    for nth, (side, said) in enumerate(keys):
        y = 14 + 18 * nth
        content += _sign(side, room - 18, y - 11)
        right = room - 26 if side else room - 4
        content += text(right, y, said, "small", "ink", anchor="end", room=room // 2 - 30)
    return Part("head", EDGE, 14, room, 60, content, quiet=True)


def _sign(side: str, x: int, y: int) -> str:
    """The marker of a side: a square or a circle."""
    if side == "anti":
        return rect(x, y, 14, 14, "fill-vermilion ink-line")
    return circle(x + 7, y + 7, 7, "fill-sky ink-line") if side else ""


def _state_of(view: View) -> Iterator[Part]:
    """The tracks, each a part of its own."""
    x, y = EDGE, TOP
    yield Part("track VP", x, y, STATE[0], 76, _points(view), 1)
    court = {player.seat: player.court for player in view.players}
    rows = (
        ("intervention", _("Intervention"), {"": view.intervention}),
        ("treaty", _("Treaty"), {"": view.treaty}),
        ("court", _("Court"), court),
    )
    for nth, (name, said, where) in enumerate(rows):
        content = _boxes(said, BOXES[name], where)
        yield Part(f"track {name}", x, y + 86 + 36 * nth, 330, 30, content, 1)
    joi = _("performed") if view.joi else _("planned")
    content = text(0, 20, "Jo-i", "normal", "ink bold") + text(60, 20, joi, "normal", "ink", room=140)
    yield Part("track joi", x + 360, y + 86, 190, 30, content, 1)


def _points(view: View) -> str:
    """The track of victory points: its marker moves from the middle to the side that leads."""
    left, right, middle = 14, STATE[0] - 14, STATE[0] // 2
    step = (right - left) / (2 * VP)
    at = middle - round(max(-VP, min(VP, view.vp)) * step)
    content = rect(left, 30, right - left, 14, "fill-soft line", radius=7)
    lead = "anti" if view.vp > 0 else "pro"
    if view.vp:
        content += rect(min(at, middle), 31, abs(at - middle), 12, f"fill-{PAINT[lead]}")
    for value in range(-VP, VP + 1, 5):
        x = middle - round(value * step)
        content += rect(x, 28, 1, 18, "fill-ink" if value == 0 else "fill-line")
        content += text(x, 62, str(abs(value)), "tiny", "quiet", anchor="middle")
    content += path(f"M{at - 9} 18h18l-9 13z", "fill-ink", width=0)
    content += text(left, 14, _side("anti"), "small", "ink bold")
    content += text(right, 14, _side("pro"), "small", "ink bold", anchor="end")
    vp = _("{vp} VP").format(vp=f"{view.vp:+}" if view.vp else "0")
    return content + text(middle, 14, vp, "normal", "ink bold", anchor="middle")


def _boxes(name: str, count: int, where: dict[str, int]) -> str:
    """A track of boxes; the marker of a side is its square or its circle, that of both fills the box."""
    content = text(0, 20, name, "normal", "ink bold", room=116)
    for value in range(max(count, *(at + 1 for at in where.values()))):
        x = 122 + 34 * value
        here = [side for side, at in where.items() if at == value]
        filled = "" in here
        content += rect(x, 0, 30, 30, "fill-ink ink-line" if filled else "fill-soft line", radius=4)
        content += "".join(_sign(side, x + at, at) for side, at in (("anti", 3), ("pro", 13)) if side in here)
        style = "fill-paper bold" if filled else "ink"
        if not here or filled:
            content += text(x + 15, 21, str(value), "normal", style, anchor="middle")
    return content


# ---- the spaces


def _spaces(view: View, places: dict[str, tuple[int, int]], top: int) -> Iterator[Part]:
    for space in view.spaces:
        x, y = corner(places[space.space], top)
        yield Part(f"space {space.space}", x, y, *BOX, _space(space), layer=1)


def _space(space: SpaceView) -> str:
    """A box: the name and the stability above, below a cell for each side, that of who controls it filled."""
    if space.kind == "edo":
        return _edo(space)
    width, height = BOX
    radius = 14 if is_round(space) else 4
    content = rect(
        0, 0, width, height, "fill-card ink-line" if space.control else "fill-card line", radius=radius
    )
    content += _name(space, radius)
    if not space.is_in_play:
        return content + text(width // 2, 48, _("closed"), "small", "quiet", anchor="middle", room=70)
    deep = height - HEAD - (14 if space.markers else 0)
    content += _cell(space, "anti", 2, deep) + _cell(space, "pro", width // 2, deep)
    said = ", ".join(marker.name for marker in space.markers)
    return content + (
        text(width // 2, height - 4, said, "tiny", "ink", anchor="middle", room=82) if said else ""
    )


def _name(space: SpaceView, radius: int) -> str:
    width = BOX[0]
    if space.powered:
        band = rect(0, 0, width, HEAD, "fill-ink ink-line", radius=radius)
    else:
        band = rect(1, 1, width - 2, HEAD - 1, "fill-soft", radius=radius - 1)
    style = "fill-paper bold" if space.powered else "ink bold"
    if not space.stability:
        return band + text(width // 2, 16, space.name, "small", style, anchor="middle", room=72)
    number = text(width - 12, 16, str(space.stability), "small", style, anchor="middle")
    return band + text(6, 16, space.name, "small", style, room=width - 28) + number


def _cell(space: SpaceView, side: str, x: int, deep: int) -> str:
    """The influence of a side and what it has of support."""
    width, middle = BOX[0] // 2 - 2, x + (BOX[0] // 2 - 2) // 2
    filled = space.control == side
    cell = rect(x, HEAD + 2, width, deep - 4, f"fill-{PAINT[side]}", radius=3) if filled else ""
    number, support = space.influence[side], space.support[side]
    style = on(PAINT[side]) if filled else "ink" if number or support else "quiet"
    base = HEAD + deep // 2 + 8
    words = text(middle - (8 if support else 0), base, str(number), "big", f"{style} bold", anchor="middle")
    more = text(middle + 4, base, f"+{support}", "small", f"{style} bold") if support else ""
    return cell + words + more


def _edo(space: SpaceView) -> str:
    """The Bakufu itself: a castle that nobody has influence in."""
    width, height = BOX
    box = rect(0, 0, width, height, "fill-sky ink-line", radius=14)
    roofs = path("M20 44h46l-8-9h-30zM28 34h30l-7-9h-16zM26 46h34v14h-34z", "fill-on", width=0)
    return box + text(width // 2, 18, space.name, "small", "on bold", anchor="middle", room=76) + roofs


# ---- piles, hands, and what a scoring would give


def _foot(view: View, x: int, y: int) -> Iterator[Part]:
    """What a scoring would give now, and the piles of cards."""
    content = rect(0, 0, *FOOT, "fill-soft line", radius=8)
    content += text(12, 22, _("If scored now"), "normal", "ink bold", room=FOOT[0] - 24)
    step = (FOOT[0] - 96) // max(1, len(view.scored_now))
    content += "".join(
        _sign(side, 14, 59 + 27 * nth) + text(38, 72 + 27 * nth, side, "small", "ink", room=48)
        for nth, side in enumerate(PAINT)
    )
    for nth, (scoring, standings) in enumerate(view.scored_now.items()):
        left = 90 + step * nth
        tint = tints(view).get(scoring)
        content += rect(left, 32, step - 4, 76, f"fill-{tint} wash", radius=4) if tint else ""
        middle = left + step // 2 - 2
        content += text(middle, 47, _scoring(scoring), "tiny", "ink", anchor="middle", room=step - 6)
        points = {one.seat: one.points.total for one in standings}
        for row, side in enumerate(PAINT):
            total = points.get(side, 0)
            style = "ink bold" if total > points.get("pro" if side == "anti" else "anti", 0) else "ink"
            content += text(middle, 73 + 27 * row, str(total), "normal", style, anchor="middle")
    yield Part("foot", x, y, *FOOT, content, 1, quiet=True)
    yield Part("piles", x, y + 114, FOOT[0], FOOT[1] - 114, _piles(view), 2, quiet=True)


def _scoring(name: str) -> str:
    return name[:1].upper() + name[1:]


def _piles(view: View) -> str:
    deck = _n("{n} card in the deck", "{n} cards in the deck", view.cards_in_deck)
    hands = listed([_hand(player) for player in view.players])
    said = _("{deck}; in hand: {hands}").format(deck=deck.format(n=view.cards_in_deck), hands=hands)
    return text(12, 18, said, "small", "ink", room=FOOT[0] - 24)


def _hand(player: Player) -> str:
    return f"{player.seat} {player.cards_in_hand}"
