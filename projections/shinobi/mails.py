"""The parts of a mail about Shinobi: what is asked, the short board, what concerns a seat, orders as taps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.shinobi.board import events as e
from domain.shinobi.view import Province, View
from domain.shinobi.words import items as i
from domain.shinobi.words import orders as o
from projections.language.messages import COLUMNS, _, _n, columns, listed, term, wrap
from projections.pictures import GAIN, LOSS, OTHER, YOURS, Names
from projections.shinobi.board import last_turns
from projections.shinobi.names import printed

BOOKKEEPING: frozenset[type] = frozenset({e.TurnBegan, e.CardsDrawn, e.ClanDealt, e.FirstPlayerChosen})
"""Not told to those whom they do not concern: the first line of a mail says whose turn it is."""


def brief(view: View, before: View | None) -> str:
    """A line for each province, what is new since `before` with a star; one's own cards."""
    labels = [_label(view, province) for province in view.provinces]
    left = max(map(columns, labels), default=0) + 2
    width = min((COLUMNS - left) // max(1, len(view.clans)), 11)
    heads = "".join(term(printed(clan))[: width - 1].rjust(width) for clan in view.clans)
    lines = [" " * left + heads]
    for label, province in zip(labels, view.provinces, strict=True):
        cells = "".join(_cell(view, before, province, clan).rjust(width) for clan in view.clans)
        lines.append(label + " " * (left - columns(label)) + cells)
    return "".join(f"{line.rstrip()}\n" for line in [*lines, *_below(view, before)])


def _label(view: View, province: Province) -> str:
    arrow = ">" if province.seat == view.active and not view.winners else " "
    seat = _("{seat} (you)").format(seat=province.seat) if province.seat == view.viewer else province.seat
    return f"{arrow} {seat}"


def _cell(view: View, before: View | None, province: Province, clan: str) -> str:
    """How many cards an army has; a star where it had another number, else a blank in its place."""
    count = province.armies.get(clan, 0)
    text = str(count) if count else "."
    return f"{text}*" if _is_new(before, province, clan) else f"{text} "


def _is_new(before: View | None, province: Province, clan: str) -> bool:
    there = [one for one in before.provinces if one.seat == province.seat] if before else []
    return bool(there) and there[0].armies.get(clan, 0) != province.armies.get(clan, 0)


def _below(view: View, before: View | None) -> Iterator[str]:
    """The star, the clan, the hand, the deck."""
    own = next((one for one in view.provinces if one.seat == view.viewer), None)
    said = []
    if any(_is_new(before, one, clan) for one in view.provinces for clan in view.clans):
        said.append(_("* new since your last mail."))
    if own is not None and own.clan is not None:
        said.append(_("You are {clan}, secretly.").format(clan=printed(own.clan)))
    yield from wrap(" ".join(said), "  ", "  ")
    hand = listed([term(printed(card)) for card in own.hand or ()]) if own else ""
    held = [_("Hand: {cards}.").format(cards=hand or _("no card"))] if own else []
    left = _n("Deck: {count} card.", "Deck: {count} cards.", view.cards_in_deck)
    yield from wrap(" ".join([*held, left.format(count=view.cards_in_deck)]), "  ", "  ")
    if view.last_turn and not view.winners:
        yield from wrap(last_turns(view), "  ", "  ")


def rank(event: Any, seat: str, view: View) -> str:
    """How others have touched a seat's province or clan, or that it has drawn cards."""
    if isinstance(event, e.CardsDrawn | e.ClanDealt):
        return YOURS if event.seat == seat else OTHER
    if not isinstance(event, e.Placed | e.NinjaSent | e.Moved | e.Attacked) or event.seat == seat:
        return OTHER
    if isinstance(event, e.Moved):
        return YOURS if seat in (event.source, event.target) else OTHER
    clan = next((one.clan for one in view.provinces if one.seat == seat), None)
    if isinstance(event, e.NinjaSent | e.Attacked) and event.clan == clan:
        return LOSS
    if event.province != seat:
        return OTHER
    return GAIN if isinstance(event, e.Placed) and event.card == clan else YOURS


def group(order: Any, names: Names) -> tuple[str, str]:
    """A row for each card, a tap for each province."""
    if isinstance(order, o.Place):
        return names.get(order.card, order.card), order.province
    if isinstance(order, o.Ninja):
        said = _("{clan} in {province}")
        return _("ninja"), said.format(clan=names.get(order.clan, order.clan), province=order.province)
    if isinstance(order, o.Move):
        said = _("{clan} from {source}")
        row = said.format(clan=names.get(order.clan, order.clan), source=order.source)
        return row, _("to {target}").format(target=order.target)
    if isinstance(order, o.Attack):
        said = _("attack {clan} in {province}")
        row = said.format(clan=names.get(order.clan, order.clan), province=order.province)
        return row, _("with {army}").format(army=names.get(order.army, order.army))
    return "", _("pass")


def asks(view: View, item: Any, names: Names) -> str:
    """What the seat that looks has to do now, as the end of a sentence."""
    hand = next((one.hand for one in view.provinces if one.seat == view.viewer), None)
    if isinstance(item, i.Deploy) and "ninja" in (hand or ()):
        return _("place a card or send a ninja, the first of three actions")
    return {
        i.Deploy: _("place a card, the first of three actions"),
        i.Home: _("place a card at home or move one, the second of three actions"),
        i.Attack: _("attack an army in another province, the last of three actions"),
    }[type(item)]


def awaits(item: Any, names: Names) -> str:
    """The same for the others."""
    return {
        i.Deploy: _("the first of three actions"),
        i.Home: _("the second of three actions"),
        i.Attack: _("the last of three actions"),
    }[type(item)]
