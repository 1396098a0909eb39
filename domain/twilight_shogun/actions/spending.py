"""Chapter 8: answers to the question what the APs are spent for, and examples of them.

8.0   one action out of four; the fourth, court operation, takes a card of the hand (court.py)
8.1   placing influence (placing.py)
8.2   realignment (realigning.py)
8.3   coup (coup.py)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeVar

from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.narrowed import ALLOT, ONE, Count, Narrowed, Picks, Value, counted, values_of
from domain.twilight_shogun.actions.coup import coup_bars, couped, may_coup
from domain.twilight_shogun.actions.placing import cost_to_place, most_in, placed, placing_bars
from domain.twilight_shogun.actions.realigning import (
    act_of,
    attempt_of,
    may_realign,
    realign_bars,
    realignable,
)
from domain.twilight_shogun.board.events import ActionEnded
from domain.twilight_shogun.board.evolve import with_changes
from domain.twilight_shogun.board.state import Board, change, space_of
from domain.twilight_shogun.book import BOOK, REFUSALS, alike
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Act, Realign


@BOOK.answer(Act, orders.Influence, "8.1")
def place(board: Board, item: Act, seat: str, order: orders.Influence, chance: Chance) -> Outcome:
    """Each influence goes where the player has influence, or next to it [8.1]."""
    REFUSALS.guard(placing_bars(board, item, order.places), alike(order, actions(board, item, seat)))
    return does(placed(board, item, order.places))


@BOOK.answer(Act, orders.Coup, "8.3")
def coup(board: Board, item: Act, seat: str, order: orders.Coup, chance: Chance) -> Outcome:
    """All APs are spent on one attempt in a clan [8.3]."""
    REFUSALS.guard(coup_bars(board, item, order.space), alike(order, actions(board, item, seat)))
    return does(*couped(board, item, order.space, chance))


@BOOK.answer(Act, orders.Realign, "8.2")
def realign(board: Board, item: Act, seat: str, order: orders.Realign, chance: Chance) -> Outcome:
    """Attempts, paid one by one; several may have the same target [8.2]."""
    REFUSALS.guard(realign_bars(board, item, order.spaces), alike(order, actions(board, item, seat)))
    return does(then=(attempt_of(item, order.spaces),))


@BOOK.answer(Realign, orders.Realign, "8.2")
def realign_again(board: Board, item: Realign, seat: str, order: orders.Realign, chance: Chance) -> Outcome:
    """The next target is chosen after the result of the last attempt [8.2]."""
    REFUSALS.guard(
        realign_bars(board, act_of(item), order.spaces), alike(order, more_realignments(board, item, seat))
    )
    return does(then=(attempt_of(act_of(item), order.spaces),))


@BOOK.answer(Act, orders.Pass, "8.0")
@BOOK.answer(Realign, orders.Pass, "8.2")
def abandon(board: Board, item: Act | Realign, seat: str, order: orders.Pass, chance: Chance) -> Outcome:
    """Nobody has to spend his APs [8.0], nor those that a realignment has left [8.2]."""
    return does(ActionEnded(seat, item.ap))


@BOOK.moot(Act, "8.0")
def nothing_to_spend(board: Board, item: Act) -> bool:
    """Without APs there is no action [8.0]."""
    return item.ap < 1


# ---- pick by pick

Made = Callable[..., Struct]
"""An order of what has been picked."""


@BOOK.narrows(Act, orders.Influence, "8.1")
def places_to_pick(board: Board, item: Act, seat: str, picks: Picks) -> Narrowed:
    """One influence after the other [8.1]."""
    return placing_steps(board, item, picks, orders.Influence)


def placing_steps(board: Board, act: Act, picks: Picks, made: Made) -> Narrowed:
    """Each space once more, for what it costs after those that are picked [8.1]."""
    at, left = board, act.ap
    for name in picks:
        left -= cost_to_place(at, name, act.seat)
        at = with_changes(at, (change(at, name, act.seat, 1),))
    costs = {name: _aps(cost_to_place(at, name, act.seat)) for name in board.influence}
    values = tuple([Value(name, "places", name, cost=cost) for name, cost in costs.items()])
    order, left_over = made(counted(picks)) if picks else None, (_aps(left, act.ap),)
    return Narrowed(
        values, ALLOT, "places", order, lambda one: placing_bars(board, act, one.places), left_over
    )


@BOOK.narrows(Act, orders.Coup, "8.3")
def clan_to_pick(board: Board, item: Act, seat: str, picks: Picks) -> Narrowed:
    """One clan, for all APs [8.3]."""
    return coup_steps(board, item, picks, orders.Coup)


def coup_steps(board: Board, act: Act, picks: Picks, made: Made) -> Narrowed:
    if picks:
        return Narrowed(order=made(*picks), bars=lambda one: coup_bars(board, act, one.space))
    return Narrowed(values_of("space", board.influence), ONE, "space", left=(_aps(act.ap, act.ap),))


@BOOK.narrows(Act, orders.Realign, "8.2")
@BOOK.narrows(Realign, orders.Realign, "8.2", first=True)
def targets_to_pick(board: Board, item: Act | Realign, seat: str, picks: Picks) -> Narrowed:
    """Attempts, one after the other; further targets may also be named when the first is known [8.2]."""
    return realign_steps(board, act_of(item) if isinstance(item, Realign) else item, picks, orders.Realign)


def realign_steps(board: Board, act: Act, picks: Picks, made: Made) -> Narrowed:
    left = act.ap - sum(space_of(board, name).cost for name in picks)
    costs = {name: _aps(space_of(board, name).cost) for name in board.influence}
    values = tuple([Value(name, "spaces", name, cost=cost) for name, cost in costs.items()])
    order, left_over = made(picks) if picks else None, (_aps(left, act.ap),)
    return Narrowed(
        values, ALLOT, "spaces", order, lambda one: realign_bars(board, act, one.spaces), left_over
    )


def _aps(count: int, all_: int = 0) -> Count:
    return Count("AP", count, all_)


# ---- examples

T = TypeVar("T")

FEW = 3
"""Examples of each kind of action that a card has."""

WIDE = 6
"""Examples that spread influence over several spaces."""


@BOOK.examples(Act, "8.0")
def actions(board: Board, item: Act, seat: str) -> Iterator[Struct]:
    """One type of action out of those that the card or the event gives [8.0]."""
    yield from (orders.Influence(places) for places in placings(board, item))
    yield from (orders.Coup(name) for name in coups(board, item))
    yield from realignments(board, item)
    yield orders.Pass()


@BOOK.examples(Realign, "8.2")
def more_realignments(board: Board, item: Realign, seat: str) -> Iterator[Struct]:
    """Another attempt, or an end of them [8.2]."""
    yield from realignments(board, act_of(item))
    yield orders.Pass()


def realignments(board: Board, act: Act) -> Iterator[orders.Realign]:
    """Each target once, and as often as the APs allow [8.2]."""
    if "realign" not in act.actions:
        return
    for name in realignable(board, act):
        yield orders.Realign((name,))
        often = (name,) * (act.ap // space_of(board, name).cost)
        if len(often) > 1 and may_realign(board, act, *often):
            yield orders.Realign(often)


def coups(board: Board, act: Act) -> Iterator[str]:
    """Each clan where a coup is possible [8.3]."""
    return (name for name in board.influence if may_coup(board, act, name))


def placings(board: Board, act: Act) -> Iterator[tuple[str, ...]]:
    """All that goes into one space, for each that can be reached; and some that spread it [8.1]."""
    if "influence" not in act.actions:
        return
    open_to = [name for name in board.influence if may_place(board, act, (name,))]
    for name in open_to:
        yield deepest(board, act, name)
    if act.ap > 1 and len(open_to) > 1:
        yield from spread(board, act, open_to)


def may_place(board: Board, act: Act, places: tuple[str, ...]) -> bool:
    return not any(True for _ in placing_bars(board, act, places))


def deepest(board: Board, act: Act, name: str) -> tuple[str, ...]:
    """As much as the APs allow, in one space."""
    most = most_in(board, act, name)
    return (name, str(most)) if most > 1 else (name,)


def spread(board: Board, act: Act, open_to: list[str]) -> Iterator[tuple[str, ...]]:
    """Neighbouring entries of the list, from other places in it in each round."""
    for nth in range(min(WIDE, len(open_to))):
        start = (nth * len(open_to) // WIDE + board.turn + board.round) % len(open_to)
        ring = (open_to[start:] + open_to[:start])[: act.ap]
        chosen: tuple[str, ...] = ()
        for name in ring:
            chosen = (*chosen, name) if may_place(board, act, (*chosen, name)) else chosen
        if len(chosen) > 1:
            yield chosen


class Ways(NamedTuple):
    """What so many APs can be spent for now."""

    places: tuple[tuple[str, ...], ...]
    coups: tuple[str, ...]
    realignments: tuple[str, ...]


def ways_of(board: Board, act: Act) -> Ways:
    """A few of each kind, others in each round."""
    at = board.turn * 5 + board.round
    few = (few_of(tuple(one), at) for one in (coups(board, act), realignable(board, act)))
    return Ways(few_of(tuple(placings(board, act)), at), *few)


def few_of(every: tuple[T, ...], at: int) -> tuple[T, ...]:
    """Entries that lie apart in the list, from another place on each time."""
    step = -(-len(every) // FEW)
    return every[at % step :: step] if step > 1 else every
