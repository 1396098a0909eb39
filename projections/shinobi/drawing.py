"""The picture of a game of Shinobi: a panel for each province, clockwise, and what lies beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain.shinobi.view import View
from projections.drawing.pieces import only, piece, piece_of
from projections.drawing.svg import Drawing, Part, on, placed, rect, text
from projections.language.messages import _, _n, listed, term
from projections.shinobi.deeds import deeds
from projections.shinobi.mons import back, mon
from projections.shinobi.names import printed
from projections.shinobi.provinces import NARROW, WIDE, Table, paint_of, provinces

FOOT = 112
"""The height of what lies below the provinces."""


def drawing(view: View) -> Drawing:
    """What the viewer sees of the table."""
    y, x = WIDE.foot(view), WIDE.edge
    beside = (
        _deck(view.cards_in_deck, x, y),
        _discard(only(view, "clans", "discard"), x + 100, y, 310),
        *_totals(view, (x + 436, y), 476),
    )
    return _whole(view, WIDE, beside, y + FOOT + WIDE.edge)


def narrow(view: View) -> Drawing:
    """The same for a telephone."""
    y, x = NARROW.foot(view) + 4, NARROW.edge + 4
    room = NARROW.width - 2 * x
    beside = (
        _deck(view.cards_in_deck, x, y),
        _discard(only(view, "clans", "discard"), x + 90, y, room - 90),
        *_totals(view, (x, y + FOOT + 6), room),
    )
    return _whole(view, NARROW, beside, y + 2 * FOOT + 22)


def _whole(view: View, table: Table, beside: tuple[Part, ...], height: int) -> Drawing:
    parts = (_head(only(view, "turn", "active", "winners"), table), *provinces(view, table), *beside)
    return Drawing(table.width, height, parts, _("Shinobi: War of the Clans"), _described(view))


def marked(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    """What the last action has done."""
    return tuple(deeds(view, events, WIDE))


def marked_narrow(view: View, events: Sequence[Any]) -> tuple[Part, ...]:
    return tuple(deeds(view, events, NARROW))


def tracks(view: View) -> dict[str, int]:
    """The cards of each clan on the table."""
    return {printed(clan): count for clan, count in view.clans.items()}


def _described(view: View) -> str:
    """The table in words, for those who cannot see it."""
    armies = (
        _("{seat}: {armies}").format(
            seat=province.seat,
            armies=listed([f"{count} {term(printed(clan))}" for clan, count in province.armies.items()])
            or _("nothing"),
        )
        for province in view.provinces
    )
    return f"{_whose_turn(view)}. {'. '.join(armies)}."


@piece_of(128)
def _head(view: View, table: Table) -> Part:
    room = table.width - 2 * table.edge
    name = text(0, 26, _("Shinobi: War of the Clans"), "big", "ink bold", room=room)
    turn = text(0, 50, _whose_turn(view), "normal", "ink", room=room)
    y = 2 if table.is_narrow else 14
    return Part("head", table.edge, y, room, 60, name + turn, quiet=True, name=_whose_turn(view))


def _whose_turn(view: View) -> str:
    if view.winners:
        won = _n("{seats} has won", "{seats} have won", len(view.winners))
        return won.format(seats=listed(view.winners))
    if not view.turn:
        return _("Before the first turn")
    return _("Turn {turn}: {seat} is to act").format(turn=view.turn, seat=view.active)


# ---- below the provinces


@piece(128)
def _deck(count: int, x: int, y: int) -> Part:
    """The deck as a pile."""
    pile = "".join(placed(n * 3, 24 - n * 3, back(44, 60)) for n in range(3))
    cards = _n("{n} card", "{n} cards", count).format(n=count)
    said = text(0, 14, _("Deck"), "small", "ink bold") + text(0, 104, cards, "small", "ink", room=76)
    content = said + (pile if count else "")
    return Part("deck", x, y, 76, FOOT, content, quiet=True, name=f"{_('Deck')}: {cards}")


@piece_of(128)
def _discard(view: View, x: int, y: int, room: int) -> Part:
    """What is discarded, card by card of each clan."""
    content = text(0, 14, _("Discarded"), "small", "ink bold")
    step = min(50, room // max(1, len(view.discard)))
    for n, (card, count) in enumerate(view.discard.items()):
        paint = paint_of(view, card)
        drawn = rect(0, 0, 40, 64, f"fill-{paint} ink-line", radius=4) + placed(20, 19, mon(card, paint))
        drawn += text(20, 55, str(count), "big", f"{on(paint)} bold", anchor="middle")
        drawn += text(20, 79, term(printed(card)), "tiny", "ink", anchor="middle", room=step - 2)
        content += placed(n * step, 24, drawn)
    if not view.discard:
        content += text(0, 40, _("nothing"), "small", "quiet")
    there = listed([f"{count} {term(printed(card))}" for card, count in view.discard.items()])
    name = f"{_('Discarded')}: {there or _('nothing')}"
    return Part("discard", x, y, room, FOOT, content, quiet=True, name=name)


def _totals(view: View, at: tuple[int, int], room: int) -> Iterator[Part]:
    """How many cards of each clan lie on the table: a bar each."""
    x, y = at
    yield Part("totals", x, y, room, 20, text(0, 14, _("On the table"), "small", "ink bold"), quiet=True)
    most = max(10, *view.clans.values())
    step = (FOOT - 20) // max(5, len(view.clans))
    for place, (clan, count) in enumerate(view.clans.items()):
        where = x, y + 22 + step * place, room, step
        yield _total(clan, count, (room - 130) * count // most, paint_of(view, clan), where)


@piece(512)
def _total(clan: str, count: int, long: int, paint: str, where: tuple[int, int, int, int]) -> Part:
    step = where[3]
    bar = text(0, 12, term(printed(clan)), "small", "ink", room=84)
    bar += rect(92, 0, long, step - 4, f"fill-{paint} ink-line")
    bar += text(98 + long, 12, str(count), "small", "ink bold")
    name = _n("{n} {clan} card on the table", "{n} {clan} cards on the table", count)
    said = name.format(n=count, clan=printed(clan))
    return Part(f"total {clan}", *where, bar, quiet=True, name=said, word=clan)
