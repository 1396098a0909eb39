"""The provinces of the drawn table: a panel each with its armies and its hand."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from domain.shinobi.view import Province, View
from projections.drawing.pieces import only, piece_of
from projections.drawing.svg import PAINTS, Part, on, placed, rect, text
from projections.language.messages import _, _n, listed, term
from projections.shinobi.mons import back, mon
from projections.shinobi.names import printed

NAME, ROW = 74, 70
"""The height of the head of a province on the wide table, and of the row of a clan."""

BAND, COLUMN = 36, 108
"""The height of the name of a province, and on the narrow table of what lies below it."""

CARD = (56, 66)
"""So broad that a finger finds it also on a telephone."""

CREST = 1.3
"""How large a crest is on a card."""

BEHIND, PILE = 8, 34
"""How far a card lies behind the one before it, and how far all of them do at most."""

BESIDE = 8
"""To the right of an army on the narrow table, so that its name fits below its first card."""

BACK, SMALL = (30, 42), 0.68
"""A card in a hand beside the name of its province, and how much smaller it is drawn there."""

TITLE, ASIDE = 22, 8
"""Above the cards of one's own hand, and between them."""


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
        high = NAME + ROW * len(view.clans) + 2
        return self.edge + nth * (wide + self.gap), self.top, wide, high

    def foot(self, view: View) -> int:
        """Where what stands below the provinces begins, and below one's own hand."""
        return self.below(view) + (TITLE + CARD[1] + self.gap if own(view) else 0)

    def below(self, view: View) -> int:
        """Where the provinces have ended."""
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


def own(view: View) -> Province | None:
    """The province whose hand alone the viewer may see, None without one: it is laid out below all others."""
    seen = [one for one in view.provinces if one.hand is not None]
    return seen[0] if len(seen) == 1 < len(view.provinces) else None


WIDE = Table(960, 24, 84, 12)
NARROW = Table(450, 8, 66, 8, is_narrow=True)


def provinces(view: View, table: Table) -> Iterator[Part]:
    mine = own(view)
    for nth in range(len(view.provinces)):
        yield from _province(_alone(view, nth), table, nth)
    if mine:
        yield from _own_hand(_alone(view, view.provinces.index(mine)), table)


def _alone(view: View, nth: int) -> View:
    """All of a view that one of its provinces shows: of the others only whether their hands are seen."""
    seat = view.provinces[nth].seat
    return replace(
        only(view, "winners"),
        provinces=tuple(
            one if at == nth else Province(one.seat, {}, 0, None if one.hand is None else (), None)
            for at, one in enumerate(view.provinces)
        ),
        clans=dict.fromkeys(view.clans, 0),
        active=view.active if view.active == seat else "",
        struck=view.struck if view.struck and view.struck[0] == seat else None,
        reinforced=tuple(one for one in view.reinforced if one[0] == seat),
    )


@piece_of(512)
def _province(view: View, table: Table, nth: int) -> tuple[Part, ...]:
    province, found = view.provinces[nth], [_ground(view, table, nth)]
    for place, clan in enumerate(view.clans):
        found.append(_label(view, table, nth, place))
        if province.armies.get(clan, 0):
            found.append(_army(view, table, nth, place))
    return *found, *(() if province is own(view) else _hand(view, table, nth))


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
        name = term(printed(clan))
        content = text(middle, CARD[1] + 14, name, "small", style, anchor="middle", room=room - 14)
        content += text(
            middle, CARD[1] + 27, marks, "tiny", "mark bold", anchor="middle", room=room - 4
        ) * bool(marks)
        size = room, COLUMN - 10
    else:
        x, room = x + 12, width - 24 - CARD[0] - PILE
        content = text(0, 33, term(printed(clan)), "normal", style, room=room)
        content += text(0, 50, marks, "tiny", "mark bold", room=room) if marks else ""
        size = width - 24, CARD[1]
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
    crest = placed(deep + width // 2, 20, mon(clan, paint), f"scale({CREST})")
    number = text(deep + width // 2, 58, str(count), "big", f"{on(paint)} bold", anchor="middle")
    return behind + first + crest + number


def _marks(view: View, seat: str, clan: str) -> list[str]:
    """What has happened to an army in this turn, as far as it protects it."""
    marks = [_("struck")] if (seat, clan) == view.struck else []
    return marks + ([_("reinforced")] if (seat, clan) in view.reinforced else [])


# ---- a hand


def _hand(view: View, table: Table, nth: int) -> Iterator[Part]:
    """The hand: card by card to whoever may see it, to others so many backs."""
    province, (x, y, width, _height) = view.provinces[nth], table.panel(view, nth)
    broad, high = (round(side * SMALL) for side in BACK)
    room = width - (250 if table.is_narrow else 20)
    count = province.cards_in_hand
    step = min(broad + 4, (room - broad) // max(count - 1, 1))
    whole = broad + step * max(count - 1, 0)
    left, top = x + (width - whole) // 2, y + BAND + 5
    if table.is_narrow:
        left, top = x + width - whole - 8, y + (BAND - high) // 2
    scaled = f"scale({SMALL})"
    if province.hand is None:
        backs = "".join(placed(n * step, 0, back(*BACK), scaled) for n in range(count))
        yield Part(f"hand {province.seat}", left, top, whole, high, backs, 1, name=_holds(province))
        return
    for n, card in enumerate(province.hand):
        where = left + n * step, top, broad, high
        yield _held(province, n, where, placed(0, 0, _face(view, card, BACK), scaled))


@piece_of(256)
def _own_hand(view: View, table: Table) -> tuple[Part, ...]:
    """One's own hand, as large as the cards on the table."""
    return tuple(_laid_out(view, table))


def _laid_out(view: View, table: Table) -> Iterator[Part]:
    province = own(view)
    if province is None or province.hand is None:
        return
    left, top, room = table.edge, table.below(view), table.width - 2 * table.edge
    said = text(0, 14, _("In the hand of {seat}").format(seat=province.seat), "small", "ink bold", room=room)
    yield Part("own hand", left, top, room, TITLE, said, quiet=True)
    step = min(CARD[0] + ASIDE, (room - CARD[0]) // max(len(province.hand) - 1, 1))
    for n, card in enumerate(province.hand):
        where = left + n * step, top + TITLE, *CARD
        called, style = term(printed(card)), on(paint_of(view, card))
        words = text(CARD[0] // 2, CARD[1] - 8, called, "tiny", style, anchor="middle", room=CARD[0] - 6)
        yield _held(province, n, where, _face(view, card, CARD, f"translate(0 -6) scale({CREST})") + words)


def _holds(province: Province) -> str:
    said = _n("{seat} holds {count} card.", "{seat} holds {count} cards.", province.cards_in_hand)
    return said.format(seat=province.seat, count=province.cards_in_hand).rstrip(".")


def _held(province: Province, nth: int, where: tuple[int, int, int, int], drawn: str) -> Part:
    """A card in a hand."""
    hand = province.hand or ()
    card, seat = hand[nth], province.seat
    name = _("{card}, in the hand of {seat}").format(card=term(printed(card)), seat=seat)
    id = f"hand {seat} {card} {hand[:nth].count(card)}"
    return Part(id, *where, drawn, 1, quiet=True, name=name, word=card)


def _face(view: View, card: str, size: tuple[int, int], scaled: str = "") -> str:
    width, height = size
    paint = paint_of(view, card)
    crest = placed(width // 2, height // 2, mon(card, paint), scaled)
    return rect(0, 0, width, height, f"fill-{paint} ink-line", radius=4) + crest
