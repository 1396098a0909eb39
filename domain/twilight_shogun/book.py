"""The rule functions of the title, entered by the modules of the chapters, and the form of their refusals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import asdict

from domain.kit.book import Book
from domain.kit.errors import IllegalMove
from domain.twilight_shogun.board.state import Board, in_play, is_edo

BOOK: Book[Board] = Book(over=lambda board: bool(board.winner))

Bars = Iterator[tuple[str, str]]
"""What forbids an order: the rule and the sentence, the first reason first."""

SHOWN = 4
"""Possible orders that a refusal shows."""


def guard(bars: Iterable[tuple[str, str]], legal: Iterable[Struct]) -> None:
    """Refuses with the first reason, if there is one, and shows what would do."""
    for rule, why in bars:
        raise IllegalMove(rule, why, instead(tuple(legal)))


def alike(order: Struct, legal: Iterable[Struct]) -> Iterator[Struct]:
    """The legal orders, first those with the same card, and among these those of the same kind."""
    card = getattr(order, "card", "")
    yield from sorted(legal, key=lambda one: (getattr(one, "card", "") != card, type(one) is not type(order)))


def instead(legal: Sequence[Struct]) -> str:
    """The first few of the orders that are possible, as a sentence in the notation of the mails."""
    shown = "; ".join(f'"{written(order)}"' for order in islice(legal, SHOWN))
    return f"Possible now, for example: {shown}." if shown else ""


def written(order: Struct) -> str:
    """The order as a player writes it."""
    form = order.FORM  # type: ignore[attr-defined]
    whole = re.sub(r"[\[\]]", "", form if isinstance(form, str) else form[0])
    values = {
        name: " ".join(value) if isinstance(value, tuple) else value for name, value in asdict(order).items()
    }
    return whole.format(**values)


def space_bars(board: Board, rule: str, name: str) -> Bars:
    """A name that the map does not have, or a space where no influence may stand."""
    if name not in board.influence:
        yield rule, f"There is no space {name} on the map."
    elif is_edo(board, name):
        yield "2.11", f"No influence may stand in {name}."
    elif not in_play(board, name):
        yield "2.24", f"{name} is not in play until its port is opened."


def points(count: int) -> str:
    return "1 AP" if count == 1 else f"{count} APs"
