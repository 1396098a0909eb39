"""Texts whose language is not known yet: what is drawn once has marks in their places, which each reader is
told in his words.

A mark is a number between two halves of a surrogate pair. UTF-8 has no such halves: nothing that anybody has
written holds one, and one that is left over cannot be sent.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import count
from typing import Any, NoReturn

_OPENS, _CLOSES = "\ud800", "\ud801"
_MARK = re.compile(f"{_OPENS}([0-9]+){_CLOSES}")

_NUMBERS = count(1)
"""Of all drafts: a mark of one that is over means nothing in the next, wherever it has been kept."""


class Undecided(Exception):
    """What is asked of a text depends on its language."""


def unsaid(text: str) -> bool:
    """Whether a text has a part whose language is not known yet."""
    return str.__contains__(text, _OPENS)


class Unsaid(str):
    """A mark. What is made of it is made later; what cannot wait is undecided."""

    __slots__ = ()

    def format(self, *values: object, **words: object) -> str:
        return _later(_formatted, self, tuple(words), *values, *words.values())

    def upper(self) -> str:
        return _later(str.upper, self)

    def capitalize(self) -> str:
        return _later(str.capitalize, self)

    def lower(self) -> str:
        return _later(str.lower, self)

    def rstrip(self, signs: str | None = None, /) -> str:
        return _later(str.rstrip, self, signs)

    def replace(self, *args: Any) -> str:
        return _later(str.replace, self, *args)

    def __getitem__(self, at: Any) -> NoReturn:
        raise Undecided

    def __bool__(self) -> bool:
        return True

    def _undecided(self, *_args: object) -> NoReturn:
        raise Undecided

    __len__ = __iter__ = __contains__ = __lt__ = __gt__ = _undecided
    split = startswith = endswith = partition = rpartition = _undecided  # type: ignore[assignment]


def _formatted(said: str, names: tuple[str, ...], *values: object) -> str:
    many = len(values) - len(names)
    return said.format(*values[:many], **dict(zip(names, values[many:], strict=True)))


class Draft:
    """What its marks stand for: calls that are made for each reader."""

    def __init__(self) -> None:
        self._marks = dict[tuple[object, ...], Unsaid]()
        self._calls = dict[int, tuple[Callable[..., Any], tuple[Any, ...]]]()

    def later(self, call: Callable[..., Any], *args: Any) -> Unsaid:
        """The mark of a call. Its arguments are told before it is made."""
        key = (call, *args, *map(type, args))  # what is kept as printed equals what is not
        mark = self._marks.get(key)
        if mark is None:
            number = next(_NUMBERS)
            self._calls[number] = call, args
            mark = self._marks[key] = Unsaid(f"{_OPENS}{number}{_CLOSES}")
        return mark

    def call(self, number: int) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return self._calls[number]


class Telling:
    """A draft as it is told to one reader, as long as texts are written for him."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._told = dict[int, Any]()

    def told(self, value: Any) -> Any:
        """A text, or texts, with what its marks stand for; a mark alone is what its call has given."""
        if isinstance(value, tuple):
            told = tuple(map(self.told, value))
            return told if type(value) is tuple else type(value)(*told)
        if type(value) is dict:
            return {self.told(key): one for key, one in value.items()}
        if not isinstance(value, str) or not unsaid(value):
            return value
        if type(value) is Unsaid:
            return self._call(int(str(value)[1:-1]))
        return type(value)(_MARK.sub(lambda found: self._call(int(found[1])), value))

    def _call(self, number: int) -> Any:
        if number not in self._told:
            call, args = self._draft.call(number)
            self._told[number] = call(*map(self.told, args))
        return self._told[number]


_draft: ContextVar[Draft | None] = ContextVar("draft", default=None)


@contextmanager
def drafted(draft: Draft) -> Iterator[None]:
    """Texts are marks of this draft."""
    token = _draft.set(draft)
    try:
        yield
    finally:
        _draft.reset(token)


drafting = _draft.get
"""The draft that is made now."""


def _later(call: Callable[..., Any], *args: Any) -> str:
    draft = drafting()
    if draft is None:
        raise Undecided
    return draft.later(call, *args)
