"""Boards for tests: the historical set-up, or just the units that are named, with what differs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.state import Board, Unit, begin, with_army
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.data.tables import RESERVE
from tests.kawanakajima.data import DATA
from tests.scenario import Scenario

SEATS = ("takeda", "uesugi")

Stands = str | tuple[str, int]
"""Where a unit stands, and the steps that it has lost."""


def board(
    units: Mapping[str, Stands] | None = None,
    postures: dict[str, str] | None = None,
    options: Options | None = None,
    takeda: dict[str, Any] | None = None,
    uesugi: dict[str, Any] | None = None,
    **more: Any,
) -> Board:
    """Turn 3 of the historical scenario. With `units` only those are on the map; else all on their hexes.

    `chits` and `command` add to what is there; `takeda` and `uesugi` change the armies.
    """
    empty = begin(options or Options(), DATA, SEATS)
    stands = units if units is not None else {unit.name: unit.start for unit in DATA.units.values()}
    placed = {name: _unit(stands.get(name, "")) for name in DATA.units}
    present = {name[:2] for name, unit in placed.items() if unit.hex}
    chits = empty.chits | dict.fromkeys([clan for clan in DATA.clans if clan in present], RESERVE)
    made = replace(
        empty,
        units=placed,
        postures=empty.postures | (postures or {}),
        chits=chits | more.pop("chits", {}),
        turn=more.pop("turn", 3),
        opened=more.pop("opened", True),
        **more,
    )
    for side, changed in (("takeda", takeda), ("uesugi", uesugi)):
        made = with_army(made, side, **changed) if changed else made
    return made


def _unit(stands: Stands) -> Unit:
    return Unit(stands) if isinstance(stands, str) else Unit(*stands)


def scenario(at: Board, *agenda: Struct) -> Scenario:
    return Scenario(KAWANAKAJIMA, at, agenda, SEATS)


def planned(plan: str, **more: Any) -> dict[str, Any]:
    """An army whose plan is active, with all that it brings."""
    known = DATA.plans[plan]
    left = {"attack": known.attack, "retreat": known.retreat, "combined": known.combined}
    return {"plan": plan, "active": True, "left": left} | more
