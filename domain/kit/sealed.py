"""Values that not every seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

T = TypeVar("T")

REFEREE = "referee"
"""The viewpoint that sees everything; no seat may bear this name."""

PUBLIC = "public"
"""The viewpoint that sees what everybody may know; no seat may bear this name."""


UNSEEN = None
"""What stands in a seal for a value that whoever reads the event may not know."""


class Sealed(Struct, Generic[T], frozen=True, tag="sealed"):
    """A value that only the seats in `to` may know before the end of the game.

    It may stand anywhere in an event. The public form of the event shows a salted commitment in its place.
    """

    to: tuple[str, ...]
    value: T

    def seen_by(self, viewer: str) -> T | None:
        """The value, or None to a viewer who may not know it."""
        return self.value if viewer in self.to or viewer == REFEREE else None


def is_unseen(event: Struct) -> bool:
    """Whether whoever reads the event may not know all of it."""
    return bool(_unseen(event))


def filled(event: Struct, **values: Any) -> Struct:
    """The event with these values in the seals that are not open; those of fields that it has not, do not
    count."""
    return replace(event, **{name: Sealed(seal.to, values[name]) for name, seal in _unseen(event).items()})


def _unseen(event: Struct) -> Mapping[str, Sealed[Any]]:
    parts = ((name, getattr(event, name)) for name in event.__struct_fields__)
    return {name: part for name, part in parts if isinstance(part, Sealed) and part.value is UNSEEN}
