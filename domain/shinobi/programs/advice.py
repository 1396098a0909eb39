"""Rules of thumb for Shinobi.

The clan with the most cards on the table wins [end/victory], and nobody knows whose the others are: each of
them may be a rival's, the one that leads most of all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.players import Advice
from domain.shinobi.board.state import Army, Board
from domain.shinobi.words import orders as o

CARD = 1.0
"""A card of the own clan on the table: what all scores are measured by."""

RIVAL, LEADER = 0.2, 0.2
"""What a card of another clan costs, and how much more where that clan leads the others."""

RISK = 0.25
"""What it costs that an own army can be attacked by one player."""

ARM = 0.08
"""What a card more in somebody's largest army is worth to who attacks with it."""

_State = State[Board, Any]


class Sight(Struct, frozen=True):
    """What a seat sees of a board before it thinks: its own clan, what a card of each clan on the table is
    worth to it, and the two largest armies that each player can attack with, the larger one first."""

    seat: str
    own: str
    table: dict[str, dict[str, int]]
    weights: dict[str, float]
    largest: dict[str, tuple[tuple[int, str], tuple[int, str]]]

    def risk(self, army: Army, size: int) -> float:
        """What it costs that an army of so many cards can be attacked; nothing where there is none."""
        province, clan = army
        if size < 1:
            return 0.0
        able = 0
        for seat, (first, second) in self.largest.items():
            if seat != province:
                able += (second if first[1] == clan else first)[0] > size
        return RISK * able

    def risk_of_more(self, army: Army, more: int) -> float:
        """How much more it costs once so many cards have come to an army, or gone from it."""
        province, clan = army
        there = self.table[province][clan]
        return self.risk(army, there + more) - self.risk(army, there)


def sight(board: Board, seat: str) -> Sight:
    totals = dict.fromkeys(board.setting.cards.per_clan, 0)
    largest = {}
    for province, armies in board.table.items():
        for clan, count in armies.items():
            totals[clan] += count
        first, second, *_ = sorted(((count, clan) for clan, count in armies.items()), reverse=True)
        largest[province] = (first, second)
    own = board.clans[seat]
    most = max(count for clan, count in totals.items() if clan != own)
    weights = {clan: -RIVAL - LEADER * (count + 1) / (most + 1) for clan, count in totals.items()}
    weights[own] = CARD
    return Sight(seat, own, board.table, weights, largest)


def place_cards(seen: Sight, order: Struct) -> float:
    """The own clan, and of the others those that are behind [turn/deploy, turn/home]."""
    return seen.weights[order.card] if isinstance(order, o.Place) else 0.0


def find_shelter(seen: Sight, order: Struct) -> float:
    """A card of the own clan in an army that is, or becomes, too large to be attacked [turn/attack]."""
    own = seen.own
    if isinstance(order, o.Place) and order.card == own:
        return -seen.risk_of_more((order.province, own), 1)
    if isinstance(order, o.Move) and order.clan == own:
        return -seen.risk_of_more((order.source, own), -1) - seen.risk_of_more((order.target, own), 1)
    return 0.0


def expose_rivals(seen: Sight, order: Struct) -> float:
    """A card of a rival out of a large army, or to where larger armies threaten it [turn/move]."""
    if not isinstance(order, o.Move) or order.clan == seen.own:
        return 0.0
    clan = order.clan
    more = seen.risk_of_more((order.source, clan), -1) + seen.risk_of_more((order.target, clan), 1)
    return -more * seen.weights[clan]


def strike_rivals(seen: Sight, order: Struct) -> float:
    """Attacks and ninja take a card from the table [turn/attack, turn/ninja]."""
    return -seen.weights[order.clan] if isinstance(order, o.Attack | o.Ninja) else 0.0


def arm_yourself(seen: Sight, order: Struct) -> float:
    """The largest army of a province is what its player attacks with [turn/attack]."""
    if isinstance(order, o.Place):
        card, target = order.card, order.province
    elif isinstance(order, o.Move):
        card, target = order.clan, order.target
    else:
        return 0.0
    if seen.table[target][card] < seen.largest[target][0][0]:
        return 0.0
    return ARM if target == seen.seat else -ARM


SENTENCES: dict[str, Callable[[Sight, Struct], float]] = {
    "Place cards of your own clan; of the other clans, those that are behind.": place_cards,
    "Bring your own clan together in armies that nobody is strong enough to attack.": find_shelter,
    "Move cards of a rival clan to where larger armies threaten them.": expose_rivals,
    "Strike the clan that leads, and never your own.": strike_rivals,
    "Make the largest army of your own province larger, and not those of others.": arm_yourself,
}


def advice(state: _State, seat: str) -> tuple[Advice, ...]:
    """All of it, whatever is asked: the board is looked at once for all orders."""
    seen = sight(state.board, seat)
    return tuple([Advice(text, _of(score, seen)) for text, score in SENTENCES.items()])


def _of(score: Callable[[Sight, Struct], float], seen: Sight) -> Callable[[_State, str, Struct], float]:
    return lambda state, seat, order: score(seen, order)
