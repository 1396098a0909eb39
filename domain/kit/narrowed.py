"""Values to pick from, where an order is put together pick by pick, and what a chapter says of them.

A chapter says for the picks so far which values there are and what order the picks are, and gives the bars of
the answer itself; whether a value leads to a legal order is found by them alone (`domain.kit.steps`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.facts import State, tag_of

F = TypeVar("F", bound=Callable[..., Any])
Picks = tuple[str, ...]

ONE, CARD, SOME, ALLOT = "one", "card", "some", "allot"
PATH, PAIR, TEXT, NUMBER = "path", "pair", "text", "number"
"""How a page shows what may be picked: one of some; a card with its text; several; numbers under a sum; a
thing and then a place; attackers and targets; a sentence of one's own; a number within limits."""

WIDGETS = (ONE, CARD, SOME, ALLOT, PATH, PAIR, TEXT, NUMBER)


class Count(Struct, frozen=True):
    """So many of something: `of` as it is printed ("AP"). Of a counter that runs down, `all` is the whole."""

    of: str
    number: int
    all: int = 0


class Value(Struct, frozen=True, omit_defaults=True):
    """What may be picked, in the words of an order. It stands for `value` in a `field` of the order, of a
    list for one of it; a `field` of "" is a kind of order, named by its tag. `group` is what it is shown
    with, and `cost` what it takes."""

    pick: str
    field: str = ""
    value: str = ""
    group: str = ""
    cost: Count | None = None


class Limits(NamedTuple):
    """Of a number, and how far apart two of them are; None where it has no limit."""

    least: float | None
    most: float | None
    step: float = 1


def no_bars(order: Struct) -> Bars:
    """Nothing forbids it."""
    return iter(())


class Narrowed(Struct, frozen=True):
    """What may be picked after some picks. `order` is what the picks say by themselves, None where they say
    none yet, and `bars` what forbids it: those of the answer.

    `cures`: the picks of which one has to be made before that order can be legal, where not any may do it.
    `is_sure`: whether looking ahead finds all that leads to a legal order; else a value is only possible.
    `other` reads a pick that is none of the values: a number, a text. `way` is the one that the order goes
    on a map of hexes, from where it begins. `onward` are values that begin the next order, once the picks
    are one by themselves.
    """

    values: tuple[Value, ...] = ()
    widget: str = ONE
    field: str = ""
    order: Struct | None = None
    bars: Callable[[Any], Bars] = no_bars
    left: tuple[Count, ...] = ()
    limits: Limits | None = None
    is_ordered: bool = False
    cures: Picks = ()
    is_sure: bool = True
    way: tuple[str, ...] = ()
    other: Callable[[str], Value | None] = lambda pick: None
    onward: tuple[Value, ...] = ()

    def hindered(self) -> Iterator[Bar]:
        """What forbids the order that the picks are."""
        if self.order is not None:
            yield from self.bars(self.order)


Narrow = Callable[[Picks], Narrowed]
"""What may be picked after some picks, all of which were among the values."""


class Narrows(Struct, frozen=True):
    """What a chapter narrows of a prompt: orders of a kind, by its tag, or all that answers it, as `whole`.
    The first values of the kind `first` stand beside the other kinds: nobody has to pick it before them."""

    kinds: Mapping[str, Narrow] = {}
    first: str = ""
    whole: Narrow | None = None


class Narrowing:
    """What chapters narrow of each prompt, as a book keeps it.

    `BOOK.narrows(PROMPT, ORDER, RULE)` marks a function f(board, item, seat, picks), which gives a `Narrowed`
    of that order; an ORDER of None is all that answers the prompt. The first values of the order that is
    `first` stand beside the other kinds.
    """

    def __init__(self, register: Callable[[str, Callable[[Any], None]], Callable[[Any], Any]]) -> None:
        self._register = register
        self._known: dict[type, dict[str, Callable[..., Narrowed]]] = {}
        self._first: dict[type, str] = {}

    def __call__(
        self, prompt: type, order: type[Struct] | None, rule: str, *, first: bool = False
    ) -> Callable[[F], F]:
        tag = "" if order is None else tag_of(order)
        if first:
            self._first[prompt] = tag
        marked: Callable[[F], F] = self._register(
            rule, lambda f: self._known.setdefault(prompt, {}).update({tag: f})
        )
        return marked

    def of(self, state: State[Any, Any], seat: str) -> Narrows:
        """Of the prompt that is open."""
        head = state.agenda[0] if state.agenda else None
        known = self._known.get(type(head), {})
        kinds: dict[str, Narrow] = {tag: partial(f, state.board, head, seat) for tag, f in known.items()}
        whole = kinds.pop("", None)
        return Narrows(kinds, self._first.get(type(head), ""), whole)


def values_of(field: str, names: Iterable[str], group: str = "") -> tuple[Value, ...]:
    """Names, each picked as it is."""
    return tuple([Value(name, field, name, group) for name in names])


def several(
    field: str,
    names: Iterable[str],
    picks: Picks,
    made: Callable[[Picks], Struct],
    bars: Callable[[Any], Bars],
    left: tuple[Count, ...] = (),
    *,
    is_ordered: bool = False,
) -> Narrowed:
    """A list of different names, which is an order from the first on."""
    values = values_of(field, (name for name in names if name not in picks))
    order = made(picks) if picks else None
    return Narrowed(values, SOME, field, order, bars, left, is_ordered=is_ordered)


def counted(names: Iterable[str]) -> tuple[str, ...]:
    """Names that follow each other as one with a number: "choshu choshu tosa" is "choshu 2 tosa"."""
    made: list[str] = []
    count = 1
    for name in names:
        if made[-1:] == [name]:
            count += 1
            continue
        made += [str(count)] * (count > 1)
        made, count = [*made, name], 1
    return (*made, str(count)) if count > 1 else tuple(made)
