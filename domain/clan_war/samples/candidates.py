"""Names that may stand in a report, so that a page need not show all that any army could have."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board, present
from domain.clan_war.data.names import hero_names, hostage_names, unit_names
from domain.clan_war.words import reports
from domain.kit.facts import State

UNITS = ("unit", "target", "captor", "nearer", "enemy")
"""Fields that hold a unit."""

PEOPLE = ("personality", "challenger")


def candidates(state: State[Board, Any], seat: str, kind: type[Struct], field: str) -> Collection[str] | None:
    """Names in the battle, as the army knows it; for what is new, those that are left [battle/report]."""
    board = own_table(state.board, seat)
    new = _new(board, seat).get((kind, field))
    if new is not None:
        return new
    if field in UNITS:
        return [unit.name for unit in present(board)]
    if field in PEOPLE:
        return [one.name for one in board.people.values() if not one.slain]
    if field == "hostage":
        return tuple(board.hostages)
    return board.setting.seats if field == "army" else None


def _new(board: Board, seat: str) -> Mapping[tuple[type[Struct], str], Collection[str]]:
    """Names that nobody has yet [battle/muster, hostage/taking]."""
    data = board.setting.data
    units = [name for name in unit_names(data, seat) if name not in board.units]
    heroes = [name for name in hero_names(data, seat) if name not in board.people]
    return {
        (reports.Muster, "unit"): [one.name for one in data.units.unit],
        (reports.Muster, "name"): units,
        (reports.Raise, "unit"): units,
        (reports.Recruit, "personality"): [one.name for one in data.units.personality],
        (reports.Personality, "personality"): heroes,
        (reports.Take, "hostage"): [name for name in hostage_names(data) if name not in board.hostages],
    }
