"""The picture of a game of Shinobi: a panel for each province, clockwise, a row of cards for each clan."""

from __future__ import annotations

from collections.abc import Iterator

from domain.shinobi.view import Province, View
from projections.drawing.svg import PAINTS, Drawing, Part, on, rect, text
from projections.language.messages import _, _n, listed
from projections.shinobi.mons import back, mon

WIDTH, EDGE, GAP = 960, 24, 12
TOP, NAME, ROW = 84, 62, 60
"""Where the provinces begin, the height of their names, and of the row of a clan."""

CARD = (40, 52)
BEHIND = 8
"""How far a card lies behind the one before it, at most."""

PILE = 48
"""How far all of them do, at most."""

HAND = (30, 42)
FOOT = 108


def drawing(view: View) -> Drawing:
    """What the viewer sees of the table."""
    height = TOP + _depth(view) + GAP + FOOT + EDGE
    return Drawing(WIDTH, height, tuple(_parts(view)), _("Shinobi: War of the Clans"), _described(view))


def tracks(view: View) -> dict[str, int]:
    """The cards of each clan on the table."""
    return dict(view.clans)


def _depth(view: View) -> int:
    """The height of a province."""
    return NAME + ROW * len(view.clans) + HAND[1] + 24


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
    yield _deck(view)
    yield _discard(view)
    yield from _totals(view)


def _head(view: View) -> Part:
    name = text(0, 26, _("Shinobi: War of the Clans"), "big", "ink bold")
    turn = text(0, 50, _whose_turn(view), "normal", "ink", room=WIDTH - 2 * EDGE)
    return Part("head", EDGE, 14, WIDTH - 2 * EDGE, 60, name + turn, quiet=True)


def _whose_turn(view: View) -> str:
    if view.winners:
        won = _n("{seats} has won", "{seats} have won", len(view.winners))
        return won.format(seats=listed(view.winners))
    if not view.turn:
        return _("Before the first turn")
    return _("Turn {turn}: {seat} is to act").format(turn=view.turn, seat=view.active)


def _ground(view: View, province: Province, x: int, width: int) -> Part:
    """The panel of a province; dark is the name of whoever is to act."""
    active = province.seat == view.active and not view.winners
    height, middle = _depth(view), width // 2
    content = rect(0, 0, width, height, "fill-soft line", radius=8)
    content += rect(0, 0, width, 36, "fill-ink" if active else "fill-card line", radius=8)
    name = "fill-paper bold" if active else "ink bold"
    content += text(middle, 26, province.seat, "big", name, anchor="middle", room=width - 20)
    clan = _("clan: {clan}").format(clan=province.clan) if province.clan else ""
    content += text(middle, 54, clan, "small", "quiet", anchor="middle", room=width - 16) if clan else ""
    return Part(f"province {province.seat}", x, TOP, width, height, content, quiet=True)


def _armies(view: View, province: Province, x: int, width: int) -> Iterator[Part]:
    """A row for each clan: its name, and its cards one behind the other with their number on the first."""
    for place, clan in enumerate(view.clans):
        count, y = province.armies.get(clan, 0), TOP + NAME + ROW * place
        name = text(0, 26, clan, "normal", "ink bold" if count else "quiet", room=width - 112)
        marks = listed(_marks(view, province.seat, clan))
        name += text(0, 42, marks, "tiny", "mark bold", room=width - 112) if marks else ""
        yield Part(f"clan {province.seat} {clan}", x + 12, y, width - 112, ROW - 8, name, 1, quiet=True)
        if count:
            deep, cards = _behind(count), _cards(PAINTS[place], clan, count)
            left = x + width - 12 - CARD[0] - deep
            yield Part(f"army {province.seat} {clan}", left, y, CARD[0] + deep, CARD[1], cards, 1)


def _behind(count: int) -> int:
    """How far the cards of an army reach out behind the first one, all together."""
    return min(BEHIND * (count - 1), PILE)


def _cards(paint: str, clan: str, count: int) -> str:
    """The cards of an army: the first one on the right, the others behind it."""
    width, height = CARD
    left = _behind(count)
    behind = "".join(
        rect(left * n // (count - 1), 0, width, height, f"fill-{paint} ink-line", radius=4)
        for n in range(count - 1)
    )
    first = rect(left, 0, width, height, f"fill-{paint} ink-line", radius=4)
    crest = f'<g transform="translate({left + width // 2} 15)">{mon(clan, paint)}</g>'
    number = text(left + width // 2, 47, str(count), "big", f"{on(paint)} bold", anchor="middle")
    return behind + first + crest + number


def _marks(view: View, seat: str, clan: str) -> list[str]:
    """What has happened to an army in this turn, as far as it protects it."""
    marks = [_("struck")] if (seat, clan) == view.struck else []
    return marks + ([_("reinforced")] if (seat, clan) in view.reinforced else [])


def _hand(view: View, province: Province, x: int, width: int) -> Part:
    """The hand, open to whoever may see it."""
    held = province.hand or ("",) * province.cards_in_hand
    step = min(HAND[0] + 4, (width - 20 - HAND[0]) // max(len(held) - 1, 1))
    room = HAND[0] + step * max(len(held) - 1, 0)
    left, top = x + (width - room) // 2, TOP + NAME + ROW * len(view.clans) + 12
    content = "".join(
        f'<g transform="translate({n * step} 0)">{_held(view, card)}</g>' for n, card in enumerate(held)
    )
    return Part(f"hand {province.seat}", left, top, room, HAND[1], content, layer=1)


def _held(view: View, card: str) -> str:
    """A card in a hand; its back where the viewer may not know it."""
    width, height = HAND
    if not card:
        return back(width, height)
    paint = _paint(view, card)
    crest = f'<g transform="translate({width // 2} {height // 2})">{mon(card, paint)}</g>'
    return rect(0, 0, width, height, f"fill-{paint} ink-line", radius=4) + crest


def _paint(view: View, card: str) -> str:
    clans = list(view.clans)
    return PAINTS[clans.index(card)] if card in clans else "grey"


# ---- below the provinces


def _foot(view: View) -> int:
    return TOP + _depth(view) + GAP


def _deck(view: View) -> Part:
    """The deck as a pile."""
    pile = "".join(f'<g transform="translate({n * 3} {24 - n * 3})">{back(44, 60)}</g>' for n in range(3))
    cards = _n("{n} card", "{n} cards", view.cards_in_deck).format(n=view.cards_in_deck)
    said = text(0, 14, _("Deck"), "small", "ink bold") + text(0, 104, cards, "small", "ink", room=76)
    return Part("deck", EDGE, _foot(view), 76, FOOT, said + (pile if view.cards_in_deck else ""), quiet=True)


def _discard(view: View) -> Part:
    """What is discarded, card by card of each clan."""
    content = text(0, 14, _("Discarded"), "small", "ink bold")
    for n, (card, count) in enumerate(view.discard.items()):
        paint = _paint(view, card)
        content += f'<g transform="translate({n * 48} 24)">'
        content += rect(0, 0, 40, 64, f"fill-{paint} ink-line", radius=4)
        content += f'<g transform="translate(20 19)">{mon(card, paint)}</g>'
        content += text(20, 55, str(count), "big", f"{on(paint)} bold", anchor="middle")
        content += text(20, 80, card, "tiny", "ink", anchor="middle", room=46) + "</g>"
    if not view.discard:
        content += text(0, 40, _("nothing"), "small", "quiet")
    return Part("discard", EDGE + 100, _foot(view), 300, FOOT, content, quiet=True)


def _totals(view: View) -> Iterator[Part]:
    """How many cards of each clan lie on the table: a bar each."""
    x, room = EDGE + 436, WIDTH - 2 * EDGE - 436
    yield Part("totals", x, _foot(view), room, 20, text(0, 14, _("On the table"), "small", "ink bold"))
    most = max(10, *view.clans.values())
    step = (FOOT - 20) // max(5, len(view.clans))
    for place, (clan, count) in enumerate(view.clans.items()):
        bar = text(0, 12, clan, "small", "ink", room=84)
        bar += rect(92, 0, (room - 130) * count // most, step - 4, f"fill-{PAINTS[place]} ink-line")
        bar += text(98 + (room - 130) * count // most, 12, str(count), "small", "ink bold")
        yield Part(f"total {clan}", x, _foot(view) + 22 + step * place, room, step, bar, quiet=True)
