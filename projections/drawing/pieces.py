"""Pieces of a board: each is drawn once for all boards on which it shows the same.

What a piece is kept by is all that it is drawn of, in the words of its reader: nobody is shown anything by it
that is not in his own view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from msgspec.structs import astuple

from domain.kit.same import Same
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
        @lru_cache(maxsize=most)
        def known(_words: object, said: _Said, *args: P.args, **more: P.kwargs) -> R:
            return draw(said.__dict__.pop("of"), *args, **more)

        same = Same(most)

        @wraps(draw)
        def drawn(seen: S, /, *args: P.args, **more: P.kwargs) -> R:
            words = wording()
            return same(
                seen if isinstance(seen, tuple) else (seen,),
                lambda: known(words, _Said.by(seen), *args, **more),  # type: ignore[arg-type]
                *(words, args, *more.items()),
            )

        return drawn

    return kept


class _Said(bytes):
    """All that something says, and itself as long as it is not drawn."""

    @classmethod
    def by(cls, of: object) -> _Said:
        said = cls(_written(of))
        said.__dict__["of"] = of
        return said


_ONLY = Same(1024)


def only(view: S, *names: str) -> S:
    """A view of which nothing is left but these fields: what is drawn of it shows nothing else."""

    def left() -> S:
        fields = view.__struct_fields__  # type: ignore[attr-defined]
        return type(view)(**{name: getattr(view, name) if name in names else None for name in fields})

    return _ONLY(tuple([getattr(view, name) for name in names]), left, type(view), names)


def says_the_same(one: Any, other: Any) -> bool:
    """Also in the same order."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, msgspec.Struct):
        return _say_the_same(astuple(one), astuple(other))
    if isinstance(one, tuple | list):
        return _say_the_same(one, other)
    if isinstance(one, dict):
        return _say_the_same((*one, *one.values()), (*other, *other.values()))
    return bool(one == other) if isinstance(one, str | int) else _written(one) == _written(other)


def _say_the_same(some: Sequence[Any], others: Sequence[Any]) -> bool:
    return len(some) == len(others) and all(map(says_the_same, some, others))


class NewestDrawn:
    """The newest board of each way to draw one: the next is drawn anew only where it shows something else."""

    def __init__(self) -> None:
        self._newest: dict[Callable[[Any], Any], tuple[object, Any, Any]] = {}

    def __call__(self, draw: Callable[[S], R], view: S) -> R:
        words, known = wording(), self._newest.get(draw)
        if known is not None and known[0] == words and says_the_same(known[1], view):
            found: R = known[2]
        else:
            found = draw(view)
        self._newest[draw] = words, view, found
        return found
