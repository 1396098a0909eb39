"""Every folder has floors and no circle: a room imports what stands below it.

A *room* is what lies in a folder: a module, or a folder of modules. Imports under `TYPE_CHECKING` count, and
those within functions. docs/house.md shows the same floors.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.test_layers import PACKAGES, imports, modules

Floors = tuple[tuple[str, ...], ...]

FLOORS: Mapping[str, Floors] = {}
"""The floors of a folder, the lowest first. Rooms of one floor know nothing of each other."""


@cache
def everything() -> frozenset[str]:
    return frozenset(name for package in PACKAGES for name in modules(package))


def folders() -> list[str]:
    """Every folder, by its dotted name."""
    return sorted({name.rpartition(".")[0] for name in everything() if "." in name})


def target(name: str) -> str:
    """The module that an import reaches: "domain.titles" for "domain.titles.TITLES"."""
    return name if name in everything() else name.rpartition(".")[0]


def room(name: str, folder: str) -> str:
    """The room of a folder that a module stands in; "" where it stands elsewhere, or is the folder itself."""
    return name[len(folder) + 1 :].partition(".")[0] if name.startswith(f"{folder}.") else ""


@cache
def reached() -> tuple[tuple[str, str], ...]:
    """Each module, with each module that it imports."""
    return tuple(
        (name, target(imported))
        for package in PACKAGES
        for name, path in modules(package).items()
        for imported in imports(path)
    )


@cache
def arrows(folder: str) -> Mapping[str, frozenset[str]]:
    """The rooms of a folder, and the rooms that each imports; "" is the folder's own `__init__`."""
    found: dict[str, set[str]] = {room(name, folder): set() for name in everything() if room(name, folder)}
    for name, there in reached():
        here = room(name, folder)
        if here and (there == folder or room(there, folder) not in ("", here)):
            found[here].add(room(there, folder))
    return {name: frozenset(known) for name, known in found.items()}


@pytest.mark.parametrize("folder", folders())
def test_no_folder_has_a_circle(folder: str) -> None:
    try:
        TopologicalSorter(arrows(folder)).prepare()
    except CycleError as error:
        pytest.fail(f"{folder}: {' imports '.join(reversed(error.args[1]))}")


@pytest.mark.parametrize("folder", FLOORS)
def test_every_room_stands_on_a_floor_and_imports_only_from_below(folder: str) -> None:
    floor_of = {name: nth for nth, floor in enumerate(FLOORS[folder]) for name in floor}
    assert sorted(floor_of) == sorted(arrows(folder))
    assert [
        (here, there)
        for here, known in arrows(folder).items()
        for there in known
        if floor_of.get(there, len(FLOORS[folder])) >= floor_of[here]
    ] == []
