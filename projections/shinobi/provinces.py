"""The provinces of the drawn table: a panel each with its armies and its hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.shinobi.view import Province, View
from projections.drawing.svg import PAINTS, Part, on, placed, rect, text
from projections.language.messages import _, _n, listed, term
from projections.shinobi.mons import back, mon
from projections.shinobi.names import printed

NAME, ROW = 62, 60
"""The height of the head of a province on the wide table, and of the row of a clan."""

BAND, COLUMN = 36, 92
"""The height of the name of a province, and on the narrow table of what lies below it."""

CARD = (40, 52)
BEHIND, PILE = 8, 48
"""How far a card lies behind the one before it, and how far all of them do at most."""

BESIDE = 18
"""To the right of an army on the narrow table, so that its name fits below its first card."""

HAND = (30, 42)
SMALL = 0.68
"""The size of a hand on the narrow table."""


class Table(Struct, frozen=True):
    """`top` is where the first panel begins, `edge` how far it is from both sides."""

    width: int
    edge: int
    top: int
    gap: int
    is_narrow: bool = False

    def panel(self, view: View, nth: int) -> tuple[int, int, int, int]:
        """Where a province is: x, y, width, height."""
        room = self.width - 2 * self.edge
        if self.is_narrow:
            high = BAND + COLUMN
            return self.edge, self.top + nth * (high + self.gap), room, high
        wide = (room + self.gap) // max(1, len(view.provinces)) - self.gap
        high = NAME + ROW * len(view.clans) + HAND[1] + 24
        return self.edge + nth * (wide + self.gap), self.top, wide, high

    def foot(self, view: View) -> int:
        """Where what stands below the provinces begins."""
        _x, y, _width, height = self.panel(view, len(view.provinces) - 1)
        return y + height + self.gap

    def spot(self, view: View, nth: int, clan: int) -> tuple[int, int]:
        """The upper left corner of the first card of an army."""
        x, y, width, _height = self.panel(view, nth)
        if self.is_narrow:
            step = width // len(view.clans)
            return x + step * (clan + 1) - CARD[0] - BESIDE, y + BAND + 8
        return x + width - 12 - CARD[0], y + NAME + ROW * clan

    def behind(self, view: View, count: int) -> int:
        """How far the cards of an army reach out behind the first one, all together."""
        room = (
            (self.width - 2 * self.edge) // len(view.clans) - CARD[0] - BESIDE - 3 if self.is_narrow else PILE
        )
        return min(BEHIND * (count - 1), room)


WIDE = Table(960, 24, 84, 12)
NARROW = Table(450, 8, 66, 8, is_narrow=True)


def provinces(view: View, table: Table) -> Iterator[Part]:
    for nth, province in enumerate(view.provinces):
        yield _ground(view, table, nth)
        for place, clan in enumerate(view.clans):
            yield _label(view, table, nth, place)
            if province.armies.get(clan, 0):
                yield _army(view, table, nth, place)
        yield from _hand(view, table, nth)


def paint_of(view: View, card: str) -> str:
    clans = list(view.clans)
    return PAINTS[clans.index(card) % len(PAINTS)] if card in clans else "grey"


# ---- a province


def _ground(view: View, table: Table, nth: int) -> Part:
    """The panel of a province; dark is the name of whoever is to act."""
    province, (x, y, width, height) = view.provinces[nth], table.panel(view, nth)
    active = province.seat == view.active and not view.winners
    content = rect(0, 0, width, height, "fill-soft line", radius=8)
    content += rect(0, 0, width, BAND, "fill-ink" if active else "fill-card line", radius=8)
    name = "fill-paper bold" if active else "ink bold"
    clan = _("clan: {clan}").format(clan=printed(province.clan)) if province.clan else ""
    if table.is_narrow:
        content += text(10, 25, province.seat, "big", name, room=120)
        style = "fill-paper" if active else "quiet"
        content += text(140, 24, clan, "small", style, room=100) if clan else ""
    else:
        content += text(width // 2, 26, province.seat, "big", name, anchor="middle", room=width - 20)
        words = text(width // 2, 54, clan, "small", "quiet", anchor="middle", room=width - 16)
        content += words if clan else ""
    acts = _("{seat} is to act").format(seat=province.seat) if active else province.seat
    told = f"{acts}; {clan}" if clan else acts
    where = x, y, width, height
    return Part(f"province {province.seat}", *where, content, quiet=True, name=told, word=province.seat)


def _label(view: View, table: Table, nth: int, place: int) -> Part:
    """The name of a clan, and what has happened to its army here in this turn."""
    province, clan = view.provinces[nth], list(view.clans)[place]
    count, (left, y) = province.armies.get(clan, 0), table.spot(view, nth, place)
    marks = listed(_marks(view, province.seat, clan))
    style = "ink bold" if count else "quiet"
    x, _y, width, _height = table.panel(view, nth)
    if table.is_narrow:
        room = width // len(view.clans)
        x = left + CARD[0] + BESIDE - room
        middle = room - BESIDE - CARD[0] // 2
        content = text(middle, 66, term(printed(clan)), "small", style, anchor="middle", room=room - 10)
        content += text(middle, 79, marks, "tiny", "mark bold", anchor="middle", room=room - 4) * bool(marks)
        size = room, COLUMN - 10
    else:
        x, room = x + 12, width - 24 - CARD[0] - PILE
        content = text(0, 26, term(printed(clan)), "normal", style, room=room)
        content += text(0, 42, marks, "tiny", "mark bold", room=room) if marks else ""
        size = width - 24, ROW - 8
    name = "" if count else _("no {clan} in {seat}").format(clan=printed(clan), seat=province.seat)
    return Part(f"clan {province.seat} {clan}", x, y, *size, content, 1, quiet=True, name=name, word=clan)


def _army(view: View, table: Table, nth: int, place: int) -> Part:
    province, clan = view.provinces[nth], list(view.clans)[place]
    count, (x, y) = province.armies[clan], table.spot(view, nth, place)
    deep = table.behind(view, count)
    said = _n("{n} {clan} card in {seat}", "{n} {clan} cards in {seat}", count)
    name = "; ".join(
        [said.format(n=count, clan=printed(clan), seat=province.seat), *_marks(view, province.seat, clan)]
    )
    size = CARD[0] + deep, CARD[1]
    cards = _cards(paint_of(view, clan), clan, count, deep)
    return Part(f"army {province.seat} {clan}", x - deep, y, *size, cards, 1, name=name, word=clan)


def _cards(paint: str, clan: str, count: int, deep: int) -> str:
    """The cards of an army: the first one on the right, the others behind it."""
    width, height = CARD
    behind = "".join(
        rect(deep * n // (count - 1), 0, width, height, f"fill-{paint} ink-line", radius=4)
        for n in range(count - 1)
    )
    first = rect(deep, 0, width, height, f"fill-{paint} ink-line", radius=4)
    crest = placed(deep + width // 2, 15, mon(clan, paint))
    number = text(deep + width // 2, 47, str(count), "big", f"{on(paint)} bold", anchor="middle")
    return behind + first + crest + number


def _marks(view: View, seat: str, clan: str) -> list[str]:
    """What has happened to an army in this turn, as far as it protects it."""
    marks = [_("struck")] if (seat, clan) == view.struck else []
    return marks + ([_("reinforced")] if (seat, clan) in view.reinforced else [])


# ---- a hand


def _hand(view: View, table: Table, nth: int) -> Iterator[Part]:
    """The hand: card by card to whoever may see it, to others so many backs."""
    province, (x, y, width, height) = view.provinces[nth], table.panel(view, nth)
    scale = SMALL if table.is_narrow else 1
    broad, high = round(HAND[0] * scale), round(HAND[1] * scale)
    room = width - 20 if not table.is_narrow else width - 250
    count = province.cards_in_hand
    step = min(broad + 4, (room - broad) // max(count - 1, 1))
    whole = broad + step * max(count - 1, 0)
    left, top = x + (width - whole) // 2, y + height - high - 12
    if table.is_narrow:
        left, top = x + width - whole - 8, y + (BAND - high) // 2
    scaled = f"scale({scale})" if table.is_narrow else ""
    if province.hand is None:
        backs = "".join(placed(n * step, 0, back(*HAND), scaled) for n in range(count))
        yield Part(f"hand {province.seat}", left, top, whole, high, backs, 1, name=_holds(province))
        return
    for n, card in enumerate(province.hand):
        content = placed(0, 0, _held(view, card), scaled)
        name = _("{card}, in the hand of {seat}").format(card=_card_name(card), seat=province.seat)
        id = f"hand {province.seat} {card} {province.hand[:n].count(card)}"
        where = left + n * step, top, broad, high
        yield Part(id, *where, content, 1, quiet=True, name=name, word=card)


def _holds(province: Province) -> str:
    said = _n("{seat} holds {count} card.", "{seat} holds {count} cards.", province.cards_in_hand)
    return said.format(seat=province.seat, count=province.cards_in_hand).rstrip(".")


def _card_name(card: str) -> str:
    return term(printed(card))


def _held(view: View, card: str) -> str:
    """A card in a hand."""
    width, height = HAND
    paint = paint_of(view, card)
    crest = placed(width // 2, height // 2, mon(card, paint))
    return rect(0, 0, width, height, f"fill-{paint} ink-line", radius=4) + crest
