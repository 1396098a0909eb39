"""Bars, which forbid an order or a correction, and refusals, which say what would do.

A rule function has a function of bars beside it, which yields all that forbids an order, what is read first
first: whoever refuses, lists what is possible or asks whether something may be done reads the same bars.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from domain.kit.errors import IllegalMove

T = TypeVar("T", bound=Struct)


class Bar(NamedTuple):
    """What forbids an order: the rule, why with the values that decide it, and what would do.

    `cured`: more names in the same order may lift it, as where a combat has no target yet.
    """

    rule: str
    why: str
    instead: str = ""
    cured: bool = False


Bars = Iterator[Bar]


def refuse_first(bars: Iterable[Bar]) -> None:
    """Refuses with the first reason, if there is one."""
    for bar in bars:
        raise IllegalMove(bar.rule, bar.why, bar.instead)


def unbarred(candidates: Iterable[T], bars: Callable[[T], Bars]) -> Iterator[T]:
    """The candidates that nothing forbids, in their order: so legality stands once, in the bars."""
    for one in candidates:
        for _bar in bars(one):
            break
        else:
            yield one


def first_reason(bars: Iterable[Bar]) -> str:
    """The first reason; "" where nothing forbids it."""
    return next((bar.why for bar in bars), "")


class Refusals(NamedTuple):
    """How a title shows what would do, where a bar itself does not say it.

    `some` has a field {shown} for legal orders as a player writes them; `more` has {more} too, for how many
    there are besides the `most` that are shown.
    """

    some: str
    more: str = ""
    most: int = 4

    def guard(self, bars: Iterable[Bar], legal: Iterable[Struct]) -> None:
        """Refuses with the first reason, if there is one; only then is asked what is legal."""
        for bar in bars:
            raise self.refusal(bar, legal)

    def refusal(self, bar: Bar, legal: Iterable[Struct]) -> IllegalMove:
        return IllegalMove(bar.rule, bar.why, bar.instead or self.instead(tuple(legal)))

    def instead(self, legal: Sequence[Struct]) -> str:
        """The first few legal orders as a sentence; nothing where there are none."""
        shown = "; ".join(f'"{written(order)}"' for order in legal[: self.most])
        more = len(legal) - self.most
        if self.more and more > 0:
            return self.more.format(shown=shown, more=more)
        return self.some.format(shown=shown) if legal else ""


def written(order: Struct) -> str:
    """The order in the first of its forms that names all that is set. A list stands as its `JOINED` says,
    else in words with a blank between them; `Notation.write` sets commas where a reader needs them."""
    joined: Mapping[str, str] = getattr(order, "JOINED", {})
    values = {
        name: joined.get(name, " ").join(value) if isinstance(value, tuple) else value
        for name, value in asdict(order).items()
    }
    forms = order.FORM if isinstance(order.FORM, tuple) else (order.FORM,)  # type: ignore[attr-defined]
    named = (form for form in forms if all(f"{{{name}}}" in form for name, value in values.items() if value))
    return re.sub(r"[\[\]]", "", next(named, forms[0])).format(**values)
