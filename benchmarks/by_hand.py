"""Shinobi decided again by a loop written for it alone: what a design for five titles costs.

It knows the rules as they are played by default, checks whether each order and each skipped action is legal,
and draws what was drawn; it has no sentences for refusals, no log, no proof, and forgets every board.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from benchmarks.replaying import Recorded
from domain.game.entries.entries import Entry, Ordered
from domain.kit.facts import Fact
from domain.shinobi.board import events as e
from domain.shinobi.data.tables import NINJA
from domain.shinobi.words import orders as o

Step = tuple[Any, ...]
"""What is done, by whom, and with what: plain names."""


Script = tuple[tuple[str, ...], tuple[str, ...], list[Step]]
"""Seats, clans, and what is done."""


def script(game: Recorded) -> Script:
    """What the loop needs of a record."""
    opened: Any = game.entries[0]
    cards: Any = game.data
    steps = [step for entry in game.entries for step in _steps(entry)]
    return tuple(each.seat for each in opened.seats), tuple(cards.per_clan), steps


def _steps(entry: Entry) -> Iterator[Step]:
    match entry:
        case Ordered(seat=seat):
            yield from _orders(seat, entry.plain())
        case Fact(event=e.TurnBegan(seat=seat)):
            yield "turn", seat
        case Fact(event=e.CardsDrawn(seat=seat, cards=cards)):
            yield "draw", seat, cards.value
        case Fact(event=e.ActionSkipped(seat=seat, action=action)):
            yield f"no {action}", seat


def _orders(seat: str, order: Any) -> Iterator[Step]:
    match order:
        case o.Place(card=card, province=province):
            yield "place", seat, card, province
        case o.Ninja(clan=clan, province=province):
            yield "ninja", seat, clan, province
        case o.Move(clan=clan, source=source, target=target):
            yield "move", seat, clan, source, target
        case o.Attack(clan=clan, province=province, army=army):
            yield "attack", seat, clan, province, army


class Table:
    """What lies before the players and in their hands; where a ninja has struck in this turn, and whether
    its first action is still to come."""

    __slots__ = ("first", "hands", "lies", "struck")

    def __init__(self, seats: tuple[str, ...], clans: tuple[str, ...]) -> None:
        self.lies = {seat: dict.fromkeys(clans, 0) for seat in seats}
        self.hands: dict[str, list[str]] = {seat: [] for seat in seats}
        self.struck, self.first = "", True

    def elsewhere(self, seat: str) -> bool:
        """Whether a card lies before another."""
        return any(any(lying.values()) for where, lying in self.lies.items() if where != seat)

    def can_attack(self, seat: str) -> bool:
        own = self.lies[seat].items()
        return any(
            strength > defence > 0 and army != clan
            for where, lying in self.lies.items()
            if where not in (seat, self.struck)
            for clan, defence in lying.items()
            for army, strength in own
        )


def decide(seats: tuple[str, ...], clans: tuple[str, ...], steps: list[Step]) -> dict[str, dict[str, int]]:
    """What lies where after all of it. Raises `AssertionError` at what is not legal."""
    table = Table(seats, clans)
    for what, *told in steps:
        _DONE[what](table, *told)
    return table.lies


def _turn(table: Table, seat: str) -> None:
    table.struck, table.first = "", True


def _draw(table: Table, seat: str, cards: tuple[str, ...]) -> None:
    table.hands[seat] += cards


def _place(table: Table, seat: str, card: str, where: str) -> None:
    assert card != NINJA
    assert (where != seat) is table.first
    table.hands[seat].remove(card)
    table.lies[where][card] += 1
    table.first = False


def _ninja(table: Table, seat: str, clan: str, where: str) -> None:
    assert table.first
    assert where != seat
    assert table.lies[where][clan]
    table.hands[seat].remove(NINJA)
    table.lies[where][clan] -= 1
    table.struck, table.first = where, False


def _move(table: Table, seat: str, clan: str, source: str, target: str) -> None:
    assert not table.first
    assert source not in (seat, target)
    assert table.lies[source][clan]
    table.lies[source][clan] -= 1
    table.lies[target][clan] += 1


def _attack(table: Table, seat: str, clan: str, where: str, army: str) -> None:
    assert where not in (seat, table.struck)
    assert army != clan
    assert table.lies[seat][army] > table.lies[where][clan] > 0
    table.lies[where][clan] -= 1


def _no_deploy(table: Table, seat: str) -> None:
    hand = table.hands[seat]
    assert not hand or (set(hand) == {NINJA} and not table.elsewhere(seat))
    table.first = False


def _no_home(table: Table, seat: str) -> None:
    assert not set(table.hands[seat]) - {NINJA}
    assert not table.elsewhere(seat)


def _no_attack(table: Table, seat: str) -> None:
    assert not table.can_attack(seat)


_DONE: Mapping[str, Callable[..., None]] = {
    "turn": _turn,
    "draw": _draw,
    "place": _place,
    "ninja": _ninja,
    "move": _move,
    "attack": _attack,
    "no deploy": _no_deploy,
    "no home": _no_home,
    "no attack": _no_attack,
}
