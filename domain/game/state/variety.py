"""Which of many legal orders are shown: of all that they are about, and of all kinds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import astuple


def varied(orders: Sequence[Struct], most: int) -> tuple[Struct, ...]:
    """At most so many orders: one about each thing (its first card, unit or place), then a second.

    Of those about a thing it is the first of the kind that has been shown the least.
    """
    left: dict[object, list[Struct]] = {}
    for order in orders:
        left.setdefault(_thing(order), []).append(order)
    shown: list[Struct] = []
    kinds = Counter[type]()
    while left and len(shown) < most:
        for thing in tuple(left)[: most - len(shown)]:
            order = min(left[thing], key=lambda one: kinds[type(one)])
            shown.append(order)
            kinds[type(order)] += 1
            left[thing].remove(order)
        left = {thing: some for thing, some in left.items() if some}
    return tuple(shown)


def _thing(order: Struct) -> object:
    """What an order is about; itself, where it says nothing more than its kind."""
    first = next(iter(astuple(order)), type(order))
    return first[0] if isinstance(first, tuple) and first else first
