"""Pictures that other packages bring with their titles (`bugyo.pictures`); without them a board in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from domain.contracts import misfit
from domain.installed import BadTitle, Guest, Guests, Installed, Refused, loaded, package_of, points
from projections.assembled import assembled
from projections.pictures import Pictures

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "bugyo.pictures"

WORD = re.compile("[a-z][a-z0-9_]{0,79}")

WIDTH, STEP = 78, "  "


class GuestPictures:
    """Pictures for each title of another package, made when one is asked for by name."""

    def __init__(self, ours: Callable[[], Iterable[Pictures]], guests: Guests) -> None:
        self._ours = ours
        self._guests = guests
        self._made: dict[str, Pictures] = {}
        self._refused: dict[Refused, None] = {}

    def __getitem__(self, name: str) -> Pictures:
        guest = self._guests[name]
        if name not in self._made:
            self._made[name] = self._drawn(guest) or in_words(guest)
        return self._made[name]

    def refused(self) -> tuple[Refused, ...]:
        return tuple(self._refused)

    def _refuse(self, package: str, title: str, why: str) -> None:
        self._refused[Refused(package, title, f"{why}: it is shown in words")] = None

    def _drawn(self, guest: Guest) -> Pictures | None:
        title = guest.rules.title
        for point in points(GROUP, lambda *_: None):  # of a list that is damaged the titles tell
            if (point.name, package_of(point)) == (title, guest.package):
                try:
                    found: Pictures = Installed.way(guest.package, partial(self._checked, point))
                    return found
                except BadTitle as bad:
                    self._refuse(guest.package, title, str(bad))
        return None

    def _checked(self, point: EntryPoint) -> Pictures:
        pictures, title = loaded(point), point.name
        if type(pictures) is not Pictures:
            raise BadTitle("what it brings is no `Pictures` of this Bugyo")
        if wrong := misfit(pictures, Pictures):
            raise BadTitle(f"what it brings is not as `Pictures` declares it ({wrong})")
        ours = {table.name for one in self._ours() for table in one.tables}
        longer = tuple(f"{name}_" for name in self._guests.names() if name.startswith(f"{title}_"))
        for table in pictures.tables:
            name = table.name
            if not all(map(WORD.fullmatch, (name, *table.columns, *table.key))):
                raise BadTitle(f"“{name}” is no table: it and its columns have a-z, 0-9 and _")
            if not name.startswith(f"{title}_") or name in ours or name.startswith(longer):
                raise BadTitle(f"its table “{name}” must begin with “{title}_”, and no other be called so")
        return pictures


def in_words(guest: Guest) -> Pictures:
    """Pictures of a title that brings none: its board as names and values."""
    return assembled(guest.rules.name, lambda view: "".join(f"{line}\n" for line in _lines(view)))


def _lines(value: Any, name: str = "", indent: str = "") -> Iterator[str]:
    parts = _parts(value)
    if parts is None:
        said = f"{name}: {value}" if name else str(value)
        further = indent + STEP
        yield from wrap(said, WIDTH, initial_indent=indent, subsequent_indent=further) or [indent]
        return
    if name:
        yield f"{indent}{name}:"[:WIDTH]
    for part, inner in parts:
        yield from _lines(inner, part, indent + STEP if name else indent)


def _parts(value: Any) -> list[tuple[str, Any]] | None:
    """What a value is made of, by name; None where it is shown as it is."""
    if isinstance(value, Struct):
        return [(name.replace("_", " "), getattr(value, name)) for name in value.__struct_fields__]
    if isinstance(value, Mapping):
        return [(str(name), inner) for name, inner in value.items()]
    if isinstance(value, tuple | list) and any(_parts(one) is not None for one in value):
        return [(str(number), one) for number, one in enumerate(value, 1)]
    return None
