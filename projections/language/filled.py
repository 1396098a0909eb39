"""Sentences that only fill a template with fields of what they tell of: they stand in a table as they are
read, and there is no function for each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Sized
from operator import attrgetter
from string import Formatter
from typing import Any

from domain.kit.sums import Sum
from projections.language.messages import _ as message
from projections.language.messages import _n as message_of_number

Written = Callable[[Any], object]
"""How a field is written: a unit with its side, a time to the minute."""

Field = str | Written | tuple[str, Written]
"""A field of a template: where the event has it, if it is not called so there (`points="points.total"`); how
it is written, if not as it is (`side=side`); or both."""


class Filled:
    """A sentence of an event, in the language of the reader when it is said."""

    def __init__(
        self, one: str, many: str, number: str, fields: Mapping[str, tuple[str, Written | None]]
    ) -> None:
        self._one, self._many = one, many
        self.needs = {path for path, _written in fields.values()} | ({number} if many else set())
        self._number = attrgetter(number) if many else None
        self._fields = [(name, attrgetter(path), written) for name, (path, written) in fields.items()]

    def __call__(self, event: Any, *_viewer: object) -> str:
        if self._number is None:
            said = message(self._one)
        else:
            said = message_of_number(self._one, self._many, _count(self._number(event)))
        values = {name: written(of(event)) if written else of(event) for name, of, written in self._fields}
        return said.format(**values)


class SentenceOf:
    """Makes such sentences: `sentence_of("{seat} has the first turn.")`. What many of them have in common is
    said once: `SentenceOf(unit=named)`."""

    def __init__(self, **fields: Field) -> None:
        self._usual = {name: _parted(field) for name, field in fields.items()}

    def __call__(self, one: str, many: str = "", number: str = "", /, **fields: Field) -> Filled:
        """Where there are `many`, the field `number`, or how many it holds, says which of both is said, as
        with `_n`."""
        names = [name for _text, name, *_form in Formatter().parse(one + many) if name]
        return Filled(one, many, number, {name: self._found(name, fields.get(name, "")) for name in names})

    def _found(self, name: str, field: Field) -> tuple[str, Written | None]:
        path, written = _parted(field)
        usual_path, usual = self._usual.get(name, ("", None))
        return path or usual_path or name, written or usual


def _parted(field: Field) -> tuple[str, Written | None]:
    if isinstance(field, tuple):
        return field
    return (field, None) if isinstance(field, str) else ("", field)


def _count(number: int | Sized) -> int:
    return number if isinstance(number, int) else len(number)


sentence_of = SentenceOf()
"""Where every field is called and written as the event has it."""


class Depending:
    """One of several sentences, by what a field of the event holds, or several fields: "deed done"."""

    def __init__(self, fields: str, said: Mapping[Any, Row], otherwise: Row | None = None) -> None:
        self.needs = set(fields.split())
        self.told = (*said.values(), *((otherwise,) if otherwise else ()))
        self._said, self._otherwise = said, otherwise
        self._held = attrgetter(*fields.split())

    def __call__(self, event: Any, *viewer: object) -> str:
        held = self._held(event)
        said = self._said[held] if self._otherwise is None else self._said.get(held, self._otherwise)
        return said(event, *viewer)


Row = Filled | Depending
"""What a table has in the place of a function."""

Sums = Mapping[type, Sequence[tuple[Row, str]]]
"""The sums that events carry: what each is the sum of, and the field that holds it."""


def sums_of(table: Sums, event: Any) -> tuple[tuple[str, Sum], ...]:
    """Those of an event."""
    return tuple((said(event), attrgetter(field)(event)) for said, field in table.get(type(event), ()))
