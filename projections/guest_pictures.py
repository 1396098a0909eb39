"""Pictures that other packages bring with their titles (`bugyo.pictures`); without them a board in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from msgspec import Struct

from domain.installed import BadTitle, Guest, Refused, loaded, package_of, points
from domain.titles import GUESTS
from projections.assembled import assembled
from projections.pictures import Pictures, Table

GROUP = "bugyo.pictures"

WIDTH, STEP = 78, "  "


def brought(ours: Mapping[str, Pictures]) -> tuple[dict[str, Pictures], tuple[Refused, ...]]:
    """Pictures for each title of another package, and what was refused of them."""
    known = {table.name: table for pictures in ours.values() for table in pictures.tables}
    found = {name: in_words(guest) for name, guest in GUESTS.items()}
    refused: list[Refused] = []
    for point in points(GROUP, refused) if GUESTS else ():
        guest = GUESTS.get(point.name)
        if guest is None or guest.package != package_of(point):
            continue  # of a title that is not taken in, or is another's
        try:
            found[point.name] = _drawn(point.name, loaded(point), known)
            known |= {table.name: table for table in found[point.name].tables}
        except BadTitle as bad:
            refused.append(Refused(guest.package, point.name, f"{bad}: it is shown in words"))
    return found, tuple(refused)


def _drawn(title: str, pictures: Any, known: Mapping[str, Table]) -> Pictures:
    if not isinstance(pictures, Pictures):
        raise BadTitle("what it brings is no `Pictures` of this Bugyo")
    for table in pictures.tables:
        if not table.name.startswith(f"{title}_") or table.name in known:
            raise BadTitle(f"its table “{table.name}” must begin with “{title}_”, and no other be called so")
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
