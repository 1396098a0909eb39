"""The panels beside the map: whose turn it is, the tracks, what a scoring would give, piles, what lasts, and
hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.twilight_shogun.board.events import Standings
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.view import Held, Player, View
from projections.drawing.pieces import piece, piece_of
from projections.drawing.svg import SIZES, Part, circle, lettered_words, on, path, rect, text
from projections.drawing.text_widths import width as wide
from projections.language.messages import _, _n, plain, term
from projections.twilight_shogun.spaces import PAINT, sign

BOXES = {"turn": 8, "intervention": 5, "treaty": 4, "court": 4}
"""As far as a track is drawn at least."""

VP = 20
"""As far as the track of victory points is drawn to either side."""

BOX, STEP = 25, 28
"""A box of a track, and the step to the next."""

BROAD = 500
"""Room for two tracks side by side."""

LABEL = 92
"""The room of the name of a track."""

SCORED, ROW = 32, 19
"""How high the head of the table of scorings is, and each of its rows."""

CARD, GAP = 62, 6
"""How high a card of a hand is, and how far from the next."""

OF_A_CARD = {"anti": "vermilion", "pro": "sky", "common": "grey", "must": "yellow"}


def side(seat: str) -> str:
    return term(SIDES[seat])


# ---- whose turn it is


HEAD = "turn", "round", "active", "winner"
"""All of a view that its head shows."""


@piece_of(128)
def head(view: View, x: int, y: int, room: int) -> Part:
    content = text(0, 22, _("Twilight of Shogun"), "big", "ink bold", room=room)
    content += sign(view.active if not view.winner else view.winner, 0, 32)
    start = 20 if view.active or view.winner else 0
    content += text(start, 44, whose_turn(view), "normal", "ink", room=room - start)
    return Part("head", x, y, room, 50, content, 1, quiet=True, name=whose_turn(view))


def whose_turn(view: View) -> str:
    if view.winner:
        return _("{side} has won").format(side=side(view.winner))
    if not view.turn:
        return _("Before the first turn")
    if not view.active:
        return _("Turn {turn}").format(turn=view.turn)
    said = _("Turn {turn}, round {round}: {seat}")
    return said.format(turn=view.turn, round=view.round, seat=side(view.active))


# ---- the tracks


def tracks_at(view: View, x: int, y: int, room: int) -> tuple[Part, ...]:
    """The tracks, each a part of its own: the points above, the last ones two by two where there is room."""
    court = tuple([(player.seat, player.court) for player in view.players])
    return _tracks(view.vp, view.turn, view.intervention, view.treaty, court, (x, y, room))


@piece(256)
def _tracks(
    vp: int,
    turn: int,
    intervention: int,
    treaty: int,
    court: tuple[tuple[str, int], ...],
    place: tuple[int, int, int],
) -> tuple[Part, ...]:
    return tuple(_each_track(vp, turn, intervention, treaty, dict(court), *place))


def _each_track(
    vp: int, turn: int, intervention: int, treaty: int, court: Mapping[str, int], x: int, y: int, room: int
) -> Iterator[Part]:
    said = _("{vp} VP").format(vp=f"{vp:+}" if vp else "0")
    yield Part("track VP", x, y, room, 66, _points(vp, room), 1, name=_lead(vp, said))
    rows: tuple[tuple[str, str, Mapping[str, int]], ...] = (
        ("turn", _("Turn"), {"": turn}),
        ("intervention", _("Intervention"), {"": intervention}),
        ("treaty", _("Treaty"), {"": treaty}),
        ("court", _("Court"), court),
    )
    for nth, (name, said, where) in enumerate(rows):
        left, top, broad = x, y + 72 + 29 * nth, room
        if room >= BROAD and nth:
            broad = room // 2 - 14
            left, top = x + (nth - 1) % 2 * (room - broad), y + 72 + 34 * ((nth + 1) // 2)
        content = _boxes(where, said, BOXES[name], broad)
        yield Part(f"track {name}", left, top, broad, BOX, content, 1, name=_stands(said, where))


def _stands(said: str, where: Mapping[str, int]) -> str:
    each = ", ".join(f"{side(seat)} {at}" if seat else str(at) for seat, at in where.items())
    return f"{said}: {each}"


def _lead(vp: int, said: str) -> str:
    return f"{said}: {side('anti' if vp > 0 else 'pro')}" if vp else said


@piece(128)
def _points(vp: int, room: int) -> str:
    """The track of victory points: its marker moves from the middle to the side that leads."""
    left, right, middle = 10, room - 10, room // 2
    step = (right - left) / (2 * VP)
    at = middle - round(max(-VP, min(VP, vp)) * step)
    lead = "anti" if vp > 0 else "pro"
    content = rect(left, 28, right - left, 16, "fill-card line", radius=8)
    if vp:
        content += rect(min(at, middle), 29, abs(at - middle), 14, f"fill-{PAINT[lead]}")
    for value in range(-VP, VP + 1, 5):
        x = middle - round(value * step)
        content += rect(x, 28, 1, 16, "fill-ink" if value == 0 else "fill-line")
        content += text(x, 58, str(abs(value)), "small", "quiet", anchor="middle")
    content += path(f"M{at - 9} 16h18l-9 14z", "fill-ink", width=0)
    content += sign("anti", 2, 0) + sign("pro", room - 16, 0)
    content += text(22, 12, side("anti"), "small", "ink bold", room=middle - 60)
    content += text(room - 22, 12, side("pro"), "small", "ink bold", anchor="end", room=middle - 60)
    said = _("{vp} VP").format(vp=str(abs(vp)))
    return content + text(middle, 13, said, "normal", "ink bold", anchor="middle")


@piece_of(512)
def _boxes(where: Mapping[str, int], name: str, count: int, room: int) -> str:
    """A track of boxes; the marker of a side is its square or its circle, that of both fills the box."""
    content = text(0, 18, name, "normal", "ink bold", room=LABEL - 6)
    count = max(count, *where.values())
    step = min(STEP, (room - LABEL) // (count + 1))
    for value in range(count + 1):
        x, broad = LABEL + step * value, step - 3
        here = [one for one, at in where.items() if at == value]
        filled = "" in here
        content += rect(x, 0, broad, BOX, "fill-ink ink-line" if filled else "fill-card line", radius=4)
        content += "".join(sign(one, x + at, at) for one, at in (("anti", 1), ("pro", 9)) if one in here)
        if not here or filled:
            style = "fill-paper bold" if filled else "quiet"
            content += text(x + broad // 2, 18, str(value), "normal", style, anchor="middle")
    return content


# ---- scorings, piles


Scored = tuple[Mapping[str, tuple[Standings, ...]], Mapping[str, str]]
"""Where each scoring stands, and the tints of the areas."""


@piece_of(128)
def scored(now: Scored, x: int, y: int, room: int) -> Part:
    """What each scoring would give to either side now; the tint of an area is that of its ground."""
    scorings, tints = now
    high = SCORED + ROW * len(scorings) + 6
    content = rect(0, 0, room, high, "fill-paper bank-line", radius=8)
    content += text(10, 21, _("If scored now"), "small", "ink bold", room=room - 84)
    content += sign("anti", room - 70, 10) + sign("pro", room - 32, 10)
    for nth, (scoring, standings) in enumerate(scorings.items()):
        top, tint = SCORED + ROW * nth, tints.get(scoring)
        content += rect(4, top, room - 8, ROW - 2, f"fill-{tint} wash", radius=4) if tint else ""
        content += text(10, top + 13, scoring_name(scoring), "small", "ink", room=room - 90)
        points = {one.seat: one.points.total for one in standings}
        for one, at in (("anti", room - 63), ("pro", room - 25)):
            style = "ink bold" if points.get(one, 0) == max(points.values(), default=0) > 0 else "quiet"
            content += text(at, top + 14, str(points.get(one, 0)), "normal", style, anchor="middle")
    said = "; ".join(_scored(name, {one.seat: one.points.total for one in s}) for name, s in scorings.items())
    return Part("foot", x, y, room, high, content, 1, quiet=True, name=f"{_('If scored now')}: {said}")


def scoring_name(scoring: str) -> str:
    return term(scoring.capitalize())


def _scored(name: str, points: Mapping[str, int]) -> str:
    return f"{scoring_name(name)} {', '.join(f'{side(one)} {points.get(one, 0)}' for one in PAINT)}"


PILES = "cards_in_deck", "players", "joi", "is_open"
"""All of a view that the piles show."""


@piece_of(256)
def piles(view: View, x: int, y: int, room: int) -> Part:
    """The deck and the hands as backs of cards with their numbers; whether the country and Yokohama are open,
    and Jo-i."""
    deck = _n("{n} card in the deck", "{n} cards in the deck", view.cards_in_deck)
    content, said = _pile(0, "", view.cards_in_deck), [deck.format(n=view.cards_in_deck)]
    for nth, player in enumerate(view.players, 1):
        content += _pile(nth * 62, player.seat, player.cards_in_hand)
        said.append(holds(player))
    joi = _("Jo-i: {joi}").format(joi=_("performed") if view.joi else _("planned"))
    opened = _("Country: {state}").format(state=_("open") if view.is_open else _("closed"))
    content += text(0, 62, joi, "small", "ink bold", room=room)
    content += text(0, 80, opened, "small", "ink bold", room=room)
    return Part("piles", x, y, room, 86, content, 2, quiet=True, name="; ".join((*said, joi, opened)))


def holds(player: Player) -> str:
    said = _n("{seat} holds {count} card.", "{seat} holds {count} cards.", player.cards_in_hand)
    return said.format(seat=side(player.seat), count=player.cards_in_hand).rstrip(".")


def _pile(x: int, seat: str, count: int) -> str:
    """Three backs, one behind the other, with the number of the cards and the sign of whoever holds them."""
    backs = "".join(rect(x + 3 * n, 6 - 3 * n, 32, 38, "fill-card ink-line", radius=4) for n in range(3))
    number = text(x + 22, 27, str(count), "big", "ink bold", anchor="middle", room=30)
    return (
        (backs if count else rect(x + 6, 0, 32, 38, "none line", radius=4)) + number + sign(seat, x + 32, 30)
    )


@piece(16)
def legend(x: int, y: int, room: int, across: int) -> Part:
    keys = (
        (sign("anti", 0, 0), _("left: Anti-Bakufu; filled: in control")),
        (sign("pro", 0, 0), _("right: Pro-Bakufu; +: support")),
        (path("M0 0h14v9q0 4 -7 6q-7 -2 -7 -6z", "fill-card line"), _("stability; stars: a powered clan")),
        (rect(0, 5, 14, 4, "fill-line"), _("road; dashed: by sea")),
    )
    broad = room // across
    content = "".join(
        f'<g transform="translate({nth % across * broad} {17 * (nth // across)})">'
        f"{drawn}{text(20, 12, said, 'small', 'ink', room=broad - 24)}</g>"
        for nth, (drawn, said) in enumerate(keys)
    )
    return Part("legend", x, y, room, 17 * -(-len(keys) // across), content, quiet=True)


# ---- what lasts

LINE = 16
"""How high a line of what lasts is."""


def lasting(said: tuple[str, ...], x: int, y: int, room: int) -> Iterator[Part]:
    """The events that last and what is out of play, in as many lines as they need."""
    lines = _lines(said, room)
    content = "".join(text(0, 12 + LINE * nth, line, "small", "ink") for nth, line in enumerate(lines))
    yield Part("lasting", x, y, room, LINE * len(lines), content, 1, quiet=True, name=" ".join(said))


def _lines(every: tuple[str, ...], room: int) -> list[str]:
    """Words as far as there is room, then the next line."""
    lines: list[str] = []
    for said in every:
        line, *words = plain(said).split(" ")
        for word in words:
            if wide(f"{line} {word}", SIZES["small"], bold=False) > room:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}"
        lines.append(line)
    return lines


# ---- hands


def hands(players: tuple[Player, ...], x: int, y: int, room: int, across: int) -> Iterator[Part]:
    """The cards that the viewer may see, a part for each; nothing of those that are hidden."""
    for player in players:
        if player.hand is None:
            continue
        said = _("In the hand of {side}").format(side=side(player.seat))
        yield Part(f"hand {player.seat}", x, y, room, 18, text(0, 13, said, "small", "ink bold"), quiet=True)
        width = (room + GAP) // across - GAP
        for nth, held in enumerate(sorted(player.hand, key=lambda one: (-one.ap, one.number))):
            left, top = x + nth % across * (width + GAP), y + 20 + nth // across * (CARD + GAP)
            yield _held(held, player.seat, left, top, width)
        y += hand_height(player, across)


@piece(512)
def _held(held: Held, seat: str, x: int, y: int, width: int) -> Part:
    where = x, y, width, CARD
    card, name = f"card {seat} {held.card}", _said(held)
    return Part(card, *where, _card(held, width), 1, quiet=True, name=name, word=held.card)


def hand_height(player: Player, across: int) -> int:
    """How much room a hand takes that is shown: at least one row, so that a board seldom grows."""
    if player.hand is None:
        return 0
    return 24 + max(1, -(-len(player.hand) // across)) * (CARD + GAP)


def _said(held: Held) -> str:
    said = _("{card}, {ap} AP: {text}") if held.would_occur else _("{card}, {ap} AP, event not now: {text}")
    if held.is_out_of_play:
        said = _("{card}, {ap} AP, event out of play: {text}")
    return said.format(card=term(held.name), ap=held.ap, text=term(held.text))


def _card(held: Held, width: int) -> str:
    """AP on the colour and the shape of its side, the printed name, whose it is."""
    paint = OF_A_CARD[held.side]
    content = rect(0, 0, width, CARD, "fill-card line", radius=6)
    content += circle(19, 22, 14, f"fill-{paint} ink-line") if held.side == "pro" else ""
    radius = 0 if held.side == "anti" else 8
    content += rect(5, 8, 28, 28, f"fill-{paint} ink-line", radius=radius) if held.side != "pro" else ""
    content += text(19, 30, str(held.ap), "big", f"{on(paint)} bold", anchor="middle")
    content += _named(term(held.name), width)
    whose = {"must": _("must-play"), "common": _("common"), "anti": side("anti"), "pro": side("pro")}[
        held.side
    ]
    if held.is_out_of_play:
        whose = _("{whose}, out of play").format(whose=whose)
    elif not held.would_occur:
        whose = _("{whose}, event not now").format(whose=whose)
    return content + text(7, 53, f"{whose} · {held.number}", "tiny", "quiet", room=width - 12)


@lettered_words
def _named(name: str, width: int) -> str:
    first, second = _halves(plain(name), width - 46)
    content = text(39, 19 if second else 27, first, "small", "ink bold", room=width - 44)
    return content + (text(39, 35, second, "small", "ink bold", room=width - 44) if second else "")


def _halves(name: str, room: int) -> tuple[str, str]:
    """A name in one line or two, so that it is drawn as little narrower as can be."""
    words = name.split()
    if len(words) == 1 or wide(name, SIZES["small"], bold=True) <= room:
        return name, ""
    halves = [(" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words))]
    return min(halves, key=lambda half: (max(map(len, half)), len(half[1])))
