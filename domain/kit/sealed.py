"""Values that not every seat may know."""

from __future__ import annotations

from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")

REFEREE = "referee"
"""The viewpoint that sees everything; no seat may bear this name."""

PUBLIC = "public"
"""The viewpoint that sees what everybody may know; no seat may bear this name."""


class Sealed(Struct, Generic[T], frozen=True, tag="sealed"):
    """A value that only the seats in `to` may know before the end of the game.

    It may stand anywhere in an event. The public form of the event shows a salted commitment in its place.
    """

    to: tuple[str, ...]
    value: T

    def seen_by(self, viewer: str) -> T | None:
        """The value, or None to a viewer who may not know it."""
        return self.value if viewer in self.to or viewer == REFEREE else None
