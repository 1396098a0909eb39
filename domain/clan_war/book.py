"""The rule functions of Clan War, entered by the chapters, and the bars that the chapters share."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from domain.clan_war.board.own_names import meant
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board, Unit, present
from domain.clan_war.data.names import inches, quarters
from domain.clan_war.words import movement_reports as m
from domain.clan_war.words import reports as r
from domain.clan_war.words.items import Reports
from domain.kit.bars import Bar, Bars
from domain.kit.book import Book
from domain.kit.errors import either

BOOK: Book[Board] = Book(
    over=lambda board: bool(board.winners),
    meant=lambda board, seat, order: meant(own_table(board, seat), order),
)

PHASES = {
    "primary": "the Primary movement phase",
    "cavalry": "the Cavalry movement phase",
    "ranged": "the Ranged phase",
    "close": "the Close Combat phase",
    "end": "the End phase",
}


MOVEMENT = ("primary", "cavalry")

IN_PHASES: Mapping[type[Struct], tuple[str, ...]] = {
    **dict.fromkeys((m.March, m.TakeOff, m.Fly, m.Land, m.Dive, m.Engage, m.React, m.FlyBy), MOVEMENT),
    **dict.fromkeys((m.BreakAway, m.Retreat, r.Kill, r.KillAll), ("primary",)),
    m.Shoot: ("ranged",),
    **dict.fromkeys((r.Fight, r.Sacrifice), ("close",)),
}
"""The phases that a report belongs to; all others belong to each."""


def only_in(item: Reports, heading: str, kind: type[Struct]) -> Bars:
    """A report that belongs to certain phases [battle/report]."""
    phases = IN_PHASES[kind]
    if item.phase not in phases:
        names = either([PHASES[phase] for phase in phases])
        yield Bar(heading, f"This belongs to {names}; now is {PHASES[item.phase]}.", "Report it there.")


def known(board: Board, heading: str, name: str) -> Bars:
    """A unit of this battle, destroyed or not [battle/report]."""
    if name not in board.units:
        there = either([unit.name for unit in present(board)]) or "none"
        yield Bar(heading, f"There is no unit {name} in this battle.", f"There is {there}.")


def in_play(board: Board, heading: str, name: str) -> Bars:
    """The unit is on the table [battle/report]."""
    yield from known(board, heading, name)
    if board.units[name].destroyed:
        yield Bar(heading, f"{name} is destroyed.", "Name a unit that is on the table.")


def own(board: Board, heading: str, seat: str, name: str) -> Bars:
    """Each seat reports for its own units [battle/report]."""
    yield from in_play(board, heading, name)
    if board.units[name].army != seat:
        mine = either([unit.name for unit in present(board, seat)]) or "none"
        yield Bar("battle/report", f"{name} belongs to {board.units[name].army}.", f"You have {mine}.")


def enemy(board: Board, heading: str, seat: str, name: str) -> Bars:
    """The target is a unit of another army [battle/report]."""
    yield from in_play(board, heading, name)
    if board.units[name].army == seat:
        yield Bar(heading, f"{name} is a unit of your own.", "Name a unit of the enemy.")


def length(heading: str, text: str) -> Bars:
    """Distances are reported in inches, to a quarter [battle/distance]."""
    if quarters(text) is None:
        yield Bar(
            "battle/distance",
            f'"{text}" is no distance.',
            "Write inches, to a quarter of an inch: 3.5 or 10.25.",
        )


def between(heading: str, unit: Unit, distance: str, low: int, high: int, what: str) -> Bars:
    """A movement lies within the limits that the rules set for it [battle/distance]."""
    yield from length(heading, distance)
    measured = quarters(distance)
    if measured is None or low <= measured <= high:
        return
    if low == high:
        yield Bar(
            heading, f'{unit.name} must {what} exactly {inches(low)}", not {distance}".', said(low, high)
        )
    else:
        limits = f'{inches(low)}" to {inches(high)}"'
        yield Bar(heading, f'{unit.name} must {what} {limits}, not {distance}".', said(low, high))


def said(low: int, high: int) -> str:
    """What would do, where a distance does not."""
    return f'Move it {inches(low)}".' if low == high else f'Move it {inches(low)}" to {inches(high)}".'


def position_bars(board: Board, unit: Unit, distance: str, position: tuple[str, str]) -> Bars:
    """No unit ends further from where it stood than it has moved [battle/distance]."""
    if position == ("", ""):
        return
    for one in position:
        yield from length("battle/distance", one)
    before, after, moved = _point(unit.position), _point(position), quarters(distance)
    if before is None or after is None or moved is None:
        return
    apart = (after[0] - before[0]) ** 2 + (after[1] - before[1]) ** 2
    if apart > moved**2:
        yield Bar(
            "battle/distance",
            f'{unit.name} stands at {unit.position[0]} {unit.position[1]}; {distance}" do not reach '
            f"{position[0]} {position[1]}.",
            "Measure again, or leave the position out.",
        )


def _point(position: tuple[str, str]) -> tuple[int, int] | None:
    x, y = (quarters(one) for one in position)
    return None if x is None or y is None else (x, y)


def count(heading: str, number: int, what: str, low: int = 1, high: int = 999) -> Bars:
    """A number that can be what it counts [battle/report]."""
    if not low <= number <= high:
        yield Bar(heading, f"{number} cannot be {what}.", f"Write a number from {low} to {high}.")
