"""Pieces of a board: each is drawn once for all boards on which it shows the same.

What a piece is kept by is all that it is drawn of, in the words of its reader: nobody is shown anything by it
that is not in his own view.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec

from projections.language.catalogues import wording

P = ParamSpec("P")
R = TypeVar("R")
S = TypeVar("S")

_written = msgspec.msgpack.Encoder(enc_hook=str).encode
"""All that a view or a piece of it says, in its order: two that are equal may have it in another one."""


def piece(most: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """What a function draws of values, so many times the newest."""

    def kept(draw: Callable[P, R]) -> Callable[P, R]:
        @lru_cache(maxsize=most)
        def known(_words: object, *args: P.args, **more: P.kwargs) -> R:
            return draw(*args, **more)

        @wraps(draw)
        def drawn(*args: P.args, **more: P.kwargs) -> R:
            return known(wording(), *args, **more)  # type: ignore[arg-type]

        return drawn

    return kept


def piece_of(
    most: int,
) -> Callable[[Callable[Concatenate[S, P], R]], Callable[Concatenate[S, P], R]]:
    """The same of something with mappings in it, and of values."""

    def kept(draw: Callable[Concatenate[S, P], R]) -> Callable[Concatenate[S, P], R]:
        known, lock = dict[Any, R](), threading.Lock()

        @wraps(draw)
        def drawn(seen: S, /, *args: P.args, **more: P.kwargs) -> R:
            key = wording(), _written(seen), args, *more.items()
            if key in known:
                return known[key]
            found = draw(seen, *args, **more)
            with lock:
                known[key] = found
                if len(known) > most:
                    known.pop(next(iter(known)))
            return found

        return drawn

    return kept


def only(view: S, *names: str) -> S:
    """A view of which nothing is left but these fields: what is drawn of it shows nothing else."""
    fields = view.__struct_fields__  # type: ignore[attr-defined]
    return type(view)(**{name: getattr(view, name) if name in names else None for name in fields})


class NewestDrawn:
    """The newest board of each way to draw one: the next is drawn anew only where it shows something else."""

    def __init__(self) -> None:
        self._newest: dict[Callable[[Any], Any], tuple[object, Any, bytes, Any]] = {}

    def __call__(self, draw: Callable[[S], R], view: S) -> R:
        words, known = wording(), self._newest.get(draw)
        if known is not None and known[0] == words and known[1] is view:
            found: R = known[3]
            return found
        says = _written(view)
        found = known[3] if known is not None and known[0] == words and known[2] == says else draw(view)
        self._newest[draw] = words, view, says, found
        return found
