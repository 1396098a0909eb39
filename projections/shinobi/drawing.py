"""The picture of a game of Shinobi: a column for each province, clockwise, its armies as piles of cards."""

from __future__ import annotations

from collections.abc import Iterator

from domain.shinobi.view import Province, View
from projections.drawing import PAINTS, Drawing, Part, rect, text
from projections.texts import _, _n, listed

WIDTH, HEIGHT, EDGE, GAP = 960, 620, 24, 12
TOP = 92
CARD = (58, 30)
"""A card of a pile shows so much: its width, and how far the next one lies below it at most."""

TABLE = 360
"""The height of the armies of a province."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the table."""
    return Drawing(WIDTH, HEIGHT, tuple(_parts(view)), _("Shinobi: War of the Clans"), _described(view))


def _described(view: View) -> str:
    """The table in words, for those who cannot see it."""
    armies = (
        _("{seat}: {armies}").format(
            seat=province.seat,
            armies=listed([f"{count} {clan}" for clan, count in province.armies.items()]) or _("nothing"),
        )
        for province in view.provinces
    )
    return f"{_whose_turn(view)}. {'. '.join(armies)}."


def _parts(view: View) -> Iterator[Part]:
    yield _head(view)
    width = (WIDTH - 2 * EDGE + GAP) // len(view.provinces) - GAP
    for place, province in enumerate(view.provinces):
        x = EDGE + place * (width + GAP)
        yield _ground(view, province, x, width)
        yield from _armies(view, province, x, width)
        yield _hand(view, province, x, width)
    yield _piles(view)


def _head(view: View) -> Part:
    name = text(0, 30, _("Shinobi: War of the Clans"), "big", "ink bold")
    turn = text(0, 56, _whose_turn(view), "normal", "ink")
    return Part("head", EDGE, 14, WIDTH - 2 * EDGE, 64, name + turn, quiet=True)


def _whose_turn(view: View) -> str:
    if view.winners:
        won = _n("{seats} has won", "{seats} have won", len(view.winners))
        return won.format(seats=listed(view.winners))
    if not view.turn:
        return _("Before the first turn")
    return _("Turn {turn}: {seat} is to act").format(turn=view.turn, seat=view.active)


def _ground(view: View, province: Province, x: int, width: int) -> Part:
    active = province.seat == view.active and not view.winners
    ground = rect(0, 0, width, TABLE + 60, "fill-soft " + ("ink-line" if active else "line"), radius=8)
    seat = text(width // 2, 28, province.seat, "big", "ink bold", anchor="middle", room=width - 20)
    clan = province.clan or ""
    secret = text(width // 2, 48, clan, "small", "quiet", anchor="middle", room=width - 20) if clan else ""
    return Part(f"province {province.seat}", x, TOP, width, TABLE + 60, ground + seat + secret, quiet=True)


def _armies(view: View, province: Province, x: int, width: int) -> Iterator[Part]:
    """Each army as a pile; its number and its clan stand on the top card."""
    step = (width - 16) // len(view.clans)
    for place, clan in enumerate(view.clans):
        count = province.armies.get(clan, 0)
        if not count:
            continue
        card = min(CARD[0], step - 4)
        drop = min(CARD[1], (TABLE - 76) // max(count, 1))
        content = _pile(PAINTS[place], clan, count, card, drop)
        marks = _marks(view, province.seat, clan)
        height = (count - 1) * drop + 72
        content += text(card // 2, height + 14, marks, "tiny", "mark bold", anchor="middle") if marks else ""
        left = x + 8 + place * step + (step - card) // 2
        yield Part(f"army {province.seat} {clan}", left, TOP + 60, card, height, content, layer=1)


def _pile(paint: str, clan: str, count: int, card: int, drop: int) -> str:
    cards = "".join(rect(0, n * drop, card, 72, f"fill-{paint} ink-line", radius=5) for n in range(count))
    top = (count - 1) * drop
    number = text(card // 2, top + 40, str(count), "huge", "on bold", anchor="middle", room=card - 6)
    name = clan if card > 40 else clan[:1].upper()
    return cards + number + text(card // 2, top + 62, name, "tiny", "on bold", anchor="middle", room=card - 6)


def _marks(view: View, seat: str, clan: str) -> str:
    """What has happened to an army in this turn, as far as it protects it."""
    marks = [_("struck")] if (seat, clan) == view.struck else []
    marks += [_("reinforced")] if (seat, clan) in view.reinforced else []
    return ", ".join(marks)


def _hand(view: View, province: Province, x: int, width: int) -> Part:
    """The hand, open to whoever may see it."""
    y = TOP + TABLE + 18
    clans = list(view.clans)
    step = min(30, (width - 20) // max(province.cards_in_hand, 1))
    left = (width - step * province.cards_in_hand) // 2
    held = province.hand or ("",) * province.cards_in_hand
    cards = [
        rect(left + n * step, 0, step - 4, 34, f"fill-{_paint(clans, card)} ink-line", radius=3)
        + (
            text(
                left + n * step + (step - 4) // 2, 23, card[:1].upper(), "normal", "on bold", anchor="middle"
            )
        )
        for n, card in enumerate(held)
    ]
    return Part(f"hand {province.seat}", x, y, width, 36, "".join(cards), layer=1)


def _paint(clans: list[str], card: str) -> str:
    if not card:
        return "line"
    return PAINTS[clans.index(card)] if card in clans else "grey"


def _piles(view: View) -> Part:
    """The deck, the discard and the cards on the table, clan by clan."""
    gone = listed([f"{count} {card}" for card, count in view.discard.items()]) or _("nothing")
    counts = listed([f"{clan} {count}" for clan, count in view.clans.items()])
    lines = (
        _n("{n} card in the deck", "{n} cards in the deck", view.cards_in_deck).format(n=view.cards_in_deck),
        _("Discarded: {cards}").format(cards=gone),
        _("On the table: {counts}").format(counts=counts),
    )
    room = WIDTH - 2 * EDGE
    content = "".join(text(0, 18 + 24 * n, said, "normal", "ink", room=room) for n, said in enumerate(lines))
    return Part("piles", EDGE, TOP + TABLE + 76, room, 76, content, quiet=True)


def tracks(view: View) -> dict[str, int]:
    """The cards of each clan on the table."""
    return dict(view.clans)
