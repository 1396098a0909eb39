"""Every folder has floors and no circle: a room imports what stands below it.

A *room* is what lies in a folder: a module, or a folder of modules. Imports under `TYPE_CHECKING` count, and
those within functions. The floors stand in docs/house.md.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter

import pytest

from tests.test_layers import PACKAGES, ROOT, imports, modules, within

PAGE = (ROOT / "docs" / "house.md").read_text()

Floors = tuple[tuple[str, ...], ...]


def written() -> dict[str, Floors]:
    """The floors of each folder that the page has, the lowest first."""
    lines = PAGE.partition("```floors\n")[2].partition("\n```")[0].splitlines()
    parted = (line.split(": ", 1) for line in lines)
    return {
        folder: tuple(tuple(rooms.split(", ")) for rooms in floors.split(" < ")) for folder, floors in parted
    }


FLOORS = written()

PLACES = ("", "referee", "domain/game", "domain/shinobi")
"""Where the page's short paths begin."""


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


def around(name: str) -> list[str]:
    """The folders that a module stands in."""
    parts = name.split(".")
    return [".".join(parts[:depth]) for depth in range(1, len(parts))]


@cache
def all_arrows() -> Mapping[str, Mapping[str, set[str]]]:
    """The rooms of each folder, and the rooms that each imports; "" is the folder's own `__init__`."""
    found: dict[str, dict[str, set[str]]] = {}
    for name in everything():
        for folder in around(name):
            found.setdefault(folder, {}).setdefault(room(name, folder), set())
    for name, there in reached():
        for folder in around(name):
            here = room(name, folder)
            if there == folder or room(there, folder) not in ("", here):
                found[folder][here].add(room(there, folder))
    return found


def arrows(folder: str) -> Mapping[str, set[str]]:
    return all_arrows()[folder]


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


def test_every_folder_of_several_rooms_has_its_floors() -> None:
    assert sorted(FLOORS) == [folder for folder in folders() if len(arrows(folder)) > 1]


MAIL = "referee.mail"
RUN_A_DESK = {
    *(
        "cli.desk.again",
        "cli.desk.check",
        "cli.desk.mails",
        "cli.desk.one_mail",
        "cli.desk.serve",
        "cli.frame.mailing",
    ),
    *("cli.play.solo_page", "referee.demo", "referee.thinking.process", "referee.thinking.worker"),
}
"""Whoever has a desk work, write mails, or be looked after. What is read, seen, proved or sent by a page
rests on rooms below."""


def test_only_whoever_runs_a_desk_imports_any_of_it() -> None:
    assert {name for name, there in reached() if within(there, MAIL) and not within(name, MAIL)} == RUN_A_DESK


@pytest.mark.parametrize(
    "folder", ["cli.look", "cli.prove", "referee.audit", "referee.bundle", "referee.own_cells", "referee.web"]
)
def test_what_looks_and_what_proves_comes_by_no_way_to_the_desk(folder: str) -> None:
    """Neither do the modules that it imports, nor those that these import."""
    assert [name for name in below(folder) if within(name, MAIL)] == []


def test_mails_are_read_without_any_title() -> None:
    """They are read in a process of its own, which is there for each mail of a pipe."""
    assert [name for name in below("referee.reading.reading") if name == "domain.titles"] == []


def below(folder: str) -> list[str]:
    """The modules of a folder, those that they import, and so on."""
    known: dict[str, set[str]] = {}
    for name, there in reached():
        known.setdefault(name, set()).add(there)
    waiting = [name for name in sorted(everything()) if within(name, folder)]
    assert waiting
    seen = set(waiting)
    for name in waiting:
        new = known.get(name, set()) - seen
        seen |= new
        waiting += sorted(new)
    return waiting


def test_every_path_on_the_page_is_there() -> None:
    tree = PAGE.partition("```\n")[2].partition("\n```")[0]
    named = re.findall(r"^([a-z]+/[a-z_./]+)", tree, re.MULTILINE) + re.findall(
        r"`([a-z]+/[\w/]+\.py)`", PAGE
    )
    assert len(named) > 20
    assert [name for name in named if not any((ROOT / at / name).exists() for at in PLACES)] == []
