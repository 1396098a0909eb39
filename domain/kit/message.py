"""Messages of the rules: a sentence with fields, and what stands in them.

The English sentence is its own id in the catalogues, so that a translation is looked up and never
guessed from what was said. Where something is recorded, it becomes a `str`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, Union

from msgspec import Struct

Value: TypeAlias = Union[str, int, "Message"]


class Message(Struct, frozen=True, eq=False):
    """`template` is the English sentence, with a field in braces for each of `values`. Equal to all that says
    the same."""

    template: str
    values: Mapping[str, Value] = {}

    def __str__(self) -> str:
        return self.template.format(**{name: str(value) for name, value in self.values.items()})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, str | Message) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))


Text: TypeAlias = str | Message
"""A sentence without fields, or a message."""


def say(template: str, /, **values: Value) -> Message:
    return Message(template, values)
