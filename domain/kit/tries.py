"""The steps of a prompt whose legal answers are all listed: a trie over the fields of these."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from domain.kit.facts import tag_of
from domain.kit.narrowed import ONE, Narrow, Narrowed, Picks, Value
from domain.kit.notation import Field, Notation
from domain.kit.vocabulary import Names

HEX = "hex"
"""The kind of names that are places of a map of hexes: of a list of them the last is where it leads."""


class _Node:
    """What the picks so far are: an order that is offered, or the beginning of some."""

    def __init__(self) -> None:
        self.order: Struct | None = None
        self.below: dict[str, tuple[Value, _Node]] = {}

    def after(self, pick: str) -> _Node:
        """What follows, and only that, needs no pick of its own."""
        node = self.below[pick][1]
        while node.order is None and len(node.below) == 1:
            ((_value, node),) = node.below.values()
        return node


def trie(words: Notation, offers: Iterable[Struct]) -> Narrow:
    """The first pick is the kind of an order with its first field: "place mori"."""
    root, known = _Node(), dict[type[Struct], tuple[Field, ...]]()
    for order in offers:
        if type(order) not in known:
            known[type(order)] = words.fields(type(order))
        node = root
        for value in values_in(order, known[type(order)]):
            node = node.below.setdefault(value.pick, (value, _Node()))[1]
        node.order = order

    def narrowed(picks: Picks) -> Narrowed:
        node = root
        for pick in picks:
            node = node.after(pick)
        values = tuple([value for value, _below in node.below.values()])
        way = way_of(node.order, known[type(node.order)]) if node.order is not None else ()
        return Narrowed(values, ONE, values[0].field if values else "", node.order, way=way)

    return narrowed


def way_of(order: Struct, fields: Iterable[Field]) -> tuple[str, ...]:
    """The hexes that an order names one after the other."""
    ways = (
        tuple(map(str, getattr(order, field.name))) for field in fields if leads_on(field) and field.is_list
    )
    return next(ways, ())


def values_in(order: Struct, fields: Iterable[Field]) -> Iterator[Value]:
    """The fields that are said, each as one pick; the first with the kind of the order."""
    tag, said = tag_of(type(order)), 0
    for field in fields:
        value: Any = getattr(order, field.name)
        if value in ("", ()):
            continue
        word = " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
        at = str(value[-1]) if isinstance(value, tuple) and leads_on(field) else word
        yield Value(word if said else f"{tag} {word}", field.name, at, "" if said else tag)
        said += 1
    if not said:
        yield Value(tag, "", tag, tag)


def leads_on(field: Field) -> bool:
    return isinstance(field.item, Names) and field.item.kind.kind == HEX
