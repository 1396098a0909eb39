"""Numbers that a seat keeps as it plays beside a real table: each stands, and an order with a number changes
it. Whoever shows them composes those orders; what forbids one is asked of the rules, as of any order."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct


class Counter(Struct, frozen=True):
    """`what` is counted, as it is printed, and how it `stands`. `made` is the order that changes it by a
    number, in which a text may be empty: that is for the seat to say. The number is added to what stands, or
    taken off (`sign` -1); where it `waits`, what stands changes only when others have confirmed it."""

    what: str
    stands: int
    made: Callable[[int], Struct]
    sign: int = 1
    waits: bool = False


class Counted(Struct, frozen=True):
    """A thing with its counters: `name` in a `field` of their orders."""

    field: str
    name: str
    counters: tuple[Counter, ...]
