"""The rule functions of Rising Sun, entered by the chapters, and the form of their refusals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import asdict

from domain.kit.book import Book
from domain.kit.errors import IllegalMove, either
from domain.rising_sun.board.state import Board

BOOK: Book[Board] = Book()

Bars = Iterator[tuple[str, str]]
"""What forbids an order: the heading and the sentence, the first reason first."""

SHOWN = 4
"""Legal orders that a refusal shows."""


def guard(bars: Iterable[tuple[str, str]], legal: Iterable[Struct]) -> None:
    """Refuses with the first reason, if there is one, and shows what would do."""
    for heading, why in bars:
        raise IllegalMove(heading, why, instead(tuple(legal)))


def among(heading: str, order: Struct, legal: Iterable[Struct], why: str) -> None:
    """Refuses an order that is not among the legal ones, for the reason that tells what they are."""
    some = tuple(legal)
    if order not in some:
        raise IllegalMove(heading, why, instead(some))


def instead(legal: Sequence[Struct]) -> str:
    """The first few legal orders, as a sentence in the notation of the mails."""
    shown = "; ".join(f'"{written(order)}"' for order in islice(legal, SHOWN))
    more = len(legal) - SHOWN
    return f"Possible now: {shown}{f'; and {more} more' if more > 0 else ''}."


def written(order: Struct) -> str:
    """The order as a player writes it."""
    values = {name: _words(name, value) for name, value in asdict(order).items()}
    forms = order.FORM if isinstance(order.FORM, tuple) else (order.FORM,)  # type: ignore[attr-defined]
    full = next(
        form for form in forms if all(f"{{{name}}}" in form for name, value in values.items() if value)
    )
    return str(full).replace("[", "").replace("]", "").format(**values)


def _words(name: str, value: object) -> str:
    """A list in the words of a mail: names that may have several words stand between commas."""
    if isinstance(value, tuple):
        return (", " if name in ("troops", "cards") else " ").join(value)
    return str(value)


def unknown_names(
    board: Board, heading: str, *, clans: tuple[str, ...] = (), provinces: tuple[str, ...] = ()
) -> Bars:
    """Names that this game does not have."""
    for clan in clans:
        if clan not in board.setting.clans:
            yield heading, f"{clan} does not play here; the clans are {', '.join(board.setting.clans)}."
    known = board.setting.tables.provinces
    for province in provinces:
        if province not in known:
            yield heading, f"There is no province {province}; there are {', '.join(known)}."


def yes_or_no(heading: str, choice: str) -> Bars:
    if choice not in ("yes", "no"):
        yield heading, f"The answer is {either(('yes', 'no'))}, not {choice}."


def counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
