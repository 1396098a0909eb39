"""Rules of thumb for Shinobi.

The clan with the most cards on the table wins [end/victory], and nobody knows whose the others are: each of
them may be a rival's, the one that leads most of all.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.players import Advice
from domain.shinobi.board.state import Board, others
from domain.shinobi.words import orders as o

CARD = 1.0
"""A card of the own clan on the table: what all scores are measured by."""

RIVAL, LEADER = 0.3, 0.4
"""What a card of another clan costs, and how much more where that clan leads the others."""

RISK = 0.35
"""What it costs that an own army can be attacked by one player."""

ARM = 0.08
"""What a card more in somebody's largest army is worth to who attacks with it."""

_State = State[Board, Any]


def in_all(board: Board, clan: str) -> int:
    """The cards of a clan on the table."""
    return sum([armies[clan] for armies in board.table.values()])


def weight(board: Board, seat: str, clan: str) -> float:
    """What a card of a clan on the table is worth to a seat."""
    own = board.clans[seat]
    if clan == own:
        return CARD
    counts = {one: in_all(board, one) for one in board.setting.cards.per_clan if one != own}
    return -RIVAL - LEADER * (counts[clan] + 1) / (max(counts.values()) + 1)


def attackers(board: Board, province: str, clan: str, size: int) -> int:
    """The players of other provinces who have an army of another clan that is larger than so many cards."""
    return sum(
        any(count > size and one != clan for one, count in board.table[seat].items())
        for seat in others(board, province)
    )


def risk(board: Board, province: str, clan: str, size: int) -> float:
    return RISK * attackers(board, province, clan, size) if size > 0 else 0.0


def place_cards(state: _State, seat: str, order: Struct) -> float:
    """The own clan, and of the others those that are behind."""
    if not isinstance(order, o.Place):
        return 0.0
    return weight(state.board, seat, order.card)


def find_shelter(state: _State, seat: str, order: Struct) -> float:
    """A card of the own clan in an army that is, or becomes, too large to be attacked."""
    board = state.board
    own = board.clans[seat]
    if isinstance(order, o.Place) and order.card == own:
        there = board.table[order.province][own]
        return risk(board, order.province, own, there) - risk(board, order.province, own, there + 1)
    if isinstance(order, o.Move) and order.clan == own:
        left, joined = board.table[order.source][own], board.table[order.target][own]
        before = risk(board, order.source, own, left) + risk(board, order.target, own, joined)
        after = risk(board, order.source, own, left - 1) + risk(board, order.target, own, joined + 1)
        return before - after
    return 0.0


def expose_rivals(state: _State, seat: str, order: Struct) -> float:
    """A card of a rival out of a large army, or to where larger armies threaten it."""
    board = state.board
    if not isinstance(order, o.Move) or order.clan == board.clans[seat]:
        return 0.0
    clan = order.clan
    left, joined = board.table[order.source][clan], board.table[order.target][clan]
    before = risk(board, order.source, clan, left) + risk(board, order.target, clan, joined)
    after = risk(board, order.source, clan, left - 1) + risk(board, order.target, clan, joined + 1)
    return (before - after) * weight(board, seat, clan)


def strike_rivals(state: _State, seat: str, order: Struct) -> float:
    """Attacks and ninja take a card from the table: one of the clan that leads."""
    if isinstance(order, o.Attack | o.Ninja):
        return -weight(state.board, seat, order.clan)
    return 0.0


def arm_yourself(state: _State, seat: str, order: Struct) -> float:
    """The largest army of a province is what its player attacks with."""
    if not isinstance(order, o.Place | o.Move):
        return 0.0
    board = state.board
    card, target = (order.card, order.province) if isinstance(order, o.Place) else (order.clan, order.target)
    there = board.table[target]
    if there[card] < max(there.values()):
        return 0.0
    return ARM if target == seat else -ARM


ADVICE = (
    Advice("Place cards of your own clan; of the other clans, those that are behind.", place_cards),
    Advice("Bring your own clan together in armies that nobody is strong enough to attack.", find_shelter),
    Advice("Move cards of a rival clan to where larger armies threaten them.", expose_rivals),
    Advice("Strike the clan that leads, and never your own.", strike_rivals),
    Advice("Make the largest army of your own province larger, and not those of others.", arm_yourself),
)


def advice(state: _State, seat: str) -> tuple[Advice, ...]:
    return ADVICE
