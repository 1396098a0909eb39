"""The drawn picture of a game of Twilight of Shogun: the map with influence, support and control; the tracks.

A space stands where the data set says; of a data set that does not say, the spaces stand in rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.twilight_shogun.view import SpaceView, View
from projections.drawing import Drawing, Part, line, rect, text
from projections.texts import _, _n, listed

EDGE, TOP = 20, 96
STEP = (94, 74)
"""From one column of the map to the next, from one row to the next."""

BOX = (84, 52)
ACROSS = 10
"""Columns of the map."""

PAINT = {"anti": "vermilion", "pro": "sky", "": "soft"}
SIDES = {"anti": "Anti-Bakufu", "pro": "Pro-Bakufu"}

Places = Mapping[str, tuple[int, int]]


def drawing(view: View) -> Drawing:
    """What the viewer sees of the map."""
    places = _places(view)
    height = TOP + max(y for _x, y in places.values()) + STEP[1] + 96
    parts = (_head(view), *_lines(view, places), *_spaces(view, places), _foot(view, height - 92))
    width = 2 * EDGE + ACROSS * STEP[0]
    return Drawing(width, height, parts, _("Twilight of Shogun"), _described(view))


def _places(view: View) -> Places:
    """The upper left corner of each space, below the head."""
    known = all(space.column >= 0 and space.row >= 0 for space in view.spaces)
    return {
        space.space: (
            EDGE + (space.column if known else nth % ACROSS) * STEP[0],
            (space.row if known else nth // ACROSS) * STEP[1],
        )
        for nth, space in enumerate(view.spaces)
    }


def _described(view: View) -> str:
    """The map in words, for those who cannot see it."""
    held = {
        side: listed([space.name for space in view.spaces if space.control == side and space.kind == "clan"])
        for side in SIDES
    }
    said = _("{side} controls {clans}.")
    controls = [said.format(side=SIDES[side], clans=held[side] or _("no clan")) for side in SIDES]
    return " ".join([f"{_whose_turn(view)}.", f"{_state(view)}.", *controls])


def _whose_turn(view: View) -> str:
    if view.winner:
        return _("{side} has won").format(side=SIDES[view.winner])
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


def _head(view: View) -> Part:
    room = ACROSS * STEP[0]
    name = text(0, 28, _("Twilight of Shogun"), "big", "ink bold")
    turn = text(room, 28, _whose_turn(view), "normal", "ink", anchor="end")
    state = text(0, 56, _state(view), "normal", "ink", room=room)
    key = text(
        0, 76, _("Influence of Anti on the left, of Pro on the right; support in brackets"), "tiny", "quiet"
    )
    return Part("head", EDGE, 10, room, 80, name + turn + state + key)


def _lines(view: View, places: Places) -> Iterator[Part]:
    """The lines between the spaces, each once, under everything else."""
    order = [space.space for space in view.spaces]
    for nth, space in enumerate(view.spaces):
        for other in space.adjacent:
            if order.index(other) > nth:
                yield _line(space.space, other, places)


def _line(one: str, other: str, places: Places) -> Part:
    (x1, y1), (x2, y2) = places[one], places[other]
    left, top = min(x1, x2) + BOX[0] // 2, TOP + min(y1, y2) + BOX[1] // 2
    ends = (
        (x1 + BOX[0] // 2 - left, TOP + y1 + BOX[1] // 2 - top),
        (x2 + BOX[0] // 2 - left, TOP + y2 + BOX[1] // 2 - top),
    )
    return Part(f"line {one} {other}", left, top, abs(x1 - x2), abs(y1 - y2), line(ends, "line", width=2))


def _spaces(view: View, places: Places) -> Iterator[Part]:
    for space in view.spaces:
        x, y = places[space.space]
        yield Part(f"space {space.space}", x, TOP + y, *BOX, _space(space), layer=1)


def _space(space: SpaceView) -> str:
    """A box in the paint of the side that controls it; a powered clan has a frame of ink."""
    frame = "ink-line" if space.powered or space.control else "line"
    words = "on" if space.control else "ink"
    box = rect(0, 0, *BOX, f"fill-{PAINT[space.control]} {frame}", radius=2 if space.kind == "clan" else 14)
    name = f"{space.name} {space.stability}" if space.stability else space.name
    head = text(
        BOX[0] // 2, 16, name, "small", f"{words} bold" if space.powered else words, anchor="middle", room=76
    )
    if space.kind == "edo":
        return box + head
    if not space.is_in_play:
        return box + head + text(BOX[0] // 2, 38, _("closed"), "small", words, anchor="middle")
    anti = text(6, 38, _strength(space, "anti"), "small", f"{words} bold")
    pro = text(BOX[0] - 6, 38, _strength(space, "pro"), "small", f"{words} bold", anchor="end")
    return box + head + anti + pro + _control(space, words)


def _control(space: SpaceView, words: str) -> str:
    """Who controls the clan, and the support markers there: never by colour alone."""
    said = [SIDES[space.control]] if space.control else []
    said += [marker.name for marker in space.markers]
    return text(BOX[0] // 2, 49, ", ".join(said), "tiny", words, anchor="middle", room=78) if said else ""


def _strength(space: SpaceView, side: str) -> str:
    support = space.support[side]
    return f"{space.influence[side]}({support})" if support else str(space.influence[side])


def _foot(view: View, y: int) -> Part:
    room = ACROSS * STEP[0]
    hands = listed([f"{player.seat} {player.cards_in_hand}" for player in view.players])
    deck = _n("{n} card in the deck", "{n} cards in the deck", view.cards_in_deck).format(
        n=view.cards_in_deck
    )
    now = [
        f"{scoring} {':'.join(str(one.points.total) for one in standings)}"
        for scoring, standings in view.scored_now.items()
    ]
    lines = (
        _("{deck}; in hand: {hands}").format(deck=deck, hands=hands),
        _("VP of anti and pro if scored now: {now}").format(now=listed(now)),
    )
    content = "".join(text(0, 18 + 24 * n, said, "normal", "ink", room=room) for n, said in enumerate(lines))
    return Part("foot", EDGE, y, room, 60, content)


def tracks(view: View) -> dict[str, int]:
    """VP (positive for Anti-Bakufu), the powers, the treaties, the court."""
    court = {f"court of {player.seat}": player.court for player in view.players}
    return {"VP": view.vp, "intervention": view.intervention, "treaty": view.treaty, **court}
