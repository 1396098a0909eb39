"""Bars that many corrections share: a unit or clan that is not there, what is being decided just now."""

from __future__ import annotations

from typing import Any

from domain.kawanakajima.board.state import Board, clan_named, is_eliminated, is_present, unit_named
from domain.kawanakajima.corrections.open_business import Thing, unfinished
from domain.kit.bars import Bar, Bars
from domain.kit.facts import State

Stood = State[Board, Any]


def busy(state: Stood, rule: str, said: str, *things: Thing) -> Bars:
    """What is being decided just now cannot be set right (open_business.py)."""
    why = unfinished(state, *things)
    if why:
        what = f"{said} is what play is about: {why} is not finished."
        yield Bar(rule, what, f"Go back to before {why} instead.")


def name_of(seat: str, name: str) -> str:
    """A unit or a clan as a ruling names it: "Takeda D1"."""
    return f"{seat.title()} {name.upper()}"


def no_unit(board: Board, seat: str, written: str) -> Bars:
    if not unit_named(board, seat, written):
        yield Bar("5.1", f"There is no unit {name_of(seat, written)}.")


def off_the_map(board: Board, seat: str, written: str) -> Bars:
    """A unit that is not there has no state, leader or position to correct [5.3]."""
    yield from no_unit(board, seat, written)
    unit = unit_named(board, seat, written)
    if not board.units[unit].hex:
        could = f'Put it back first: "unit {seat} {written} at …".' if is_eliminated(board, unit) else ""
        yield Bar("5.3", f"{name_of(seat, written)} is not on the map.", could)


def no_clan(board: Board, seat: str, written: str) -> Bars:
    clan = clan_named(board, seat, written)
    if not clan:
        yield Bar("6.1", f"There is no clan {name_of(seat, written)}.")
    if clan and not is_present(board, clan):
        yield Bar("6.1", f"No unit of clan {name_of(seat, written)} is on the map.")
