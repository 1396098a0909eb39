"""Scopes: to which orders a throw of the game belongs, and in which lane it is asked.

What an order itself asks, it asks in the lane of its seat. What follows belongs to the game, and to all
orders that have answered since it last threw; but what follows from one order while the prompt that it
answered still stands on the agenda is the business of that seat: others who answer the same prompt, sooner
or later, must not change it. So scopes lie on each other like the agenda, the one that counts on top.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import Ordered
from domain.kit.roots import GAME


class Scope(Struct, frozen=True, gc=False):
    """A lane, the length of the agenda at which the scope has ended, and the newest order of each seat in it
    since its last throw, unless that throw is `answered`."""

    lane: str
    base: int
    orders: Mapping[str, Ordered[Any]] = {}
    answered: bool = False


Scopes = tuple[Scope, ...]

START: Scopes = (Scope(GAME, -1),)
"""Those of a game before the first order; the lowest never ends."""


def ordered(scopes: Scopes, order: Ordered[Any]) -> Scopes:
    """With an order on the list of the topmost; what answers nothing is on none."""
    if order.aside:
        return scopes
    top = scopes[-1]
    before = {} if top.answered else top.orders
    return (*scopes[:-1], Scope(top.lane, top.base, {**before, order.seat: order}))


def answered(scopes: Scopes) -> Scopes:
    """After a throw of the game: the next order begins the list anew."""
    return (*scopes[:-1], replace(scopes[-1], answered=True))


def of_order(order: Ordered[Any], length: int) -> Scope:
    """That of what follows from an order whose unit has left its prompt on the agenda; `length` is that of
    the agenda before the unit."""
    return Scope(order.seat, length, {order.seat: order})


def returned(scopes: Scopes, length: int) -> Scopes:
    """Without those that have ended, now that the agenda is so long."""
    while length <= scopes[-1].base:
        scopes = scopes[:-1]
    return scopes
