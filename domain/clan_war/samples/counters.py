"""Numbers that an army keeps in a battle, beside the table: its models and wounds, honor and victory points.

battle/muster    the units of its list so far, without a counter
battle/losses    models and wounds, of its own units
battle/points    honor and victory points, of each army
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from msgspec import Struct

from domain.clan_war.battle.claims import must_wait
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board, present
from domain.clan_war.book import PHASES
from domain.clan_war.words import reports
from domain.clan_war.words.items import MusterArmies, Reports
from domain.kit.counters import Counted, Counter
from domain.kit.facts import State


def counters(state: State[Board, Any], seat: str) -> tuple[Counted, ...]:
    """While reports are asked for, and while armies muster [battle/report, battle/muster]."""
    asked = state.agenda[0] if state.agenda else None
    if isinstance(asked, MusterArmies):
        mine = [Counted("unit", one.name, ()) for one in present(own_table(state.board, seat), seat)]
        return (Counted("army", seat, ()), *mine)
    return (*_units(state.board, seat), *_armies(state.board, seat)) if isinstance(asked, Reports) else ()


def _units(board: Board, seat: str) -> Iterator[Counted]:
    for one in present(board, seat):
        yield Counted("unit", one.name, (_models(one.name, one.models), _wounds(one.name, one.deeds.wounds)))


def _armies(board: Board, seat: str) -> Iterator[Counted]:
    """One's own first."""
    waits = must_wait(board)
    for one in sorted(board.armies.values(), key=lambda army: army.name != seat):
        honor = Counter("honor", one.honor, partial(_honor, one.name), waits=waits)
        points = Counter("VP", one.vp, partial(_points, one.name), waits=waits)
        yield Counted("army", one.name, (points, honor))


def _models(unit: str, stands: int) -> Counter:
    return Counter("models", stands, partial(reports.Casualties, unit), -1)


def _wounds(unit: str, stands: int) -> Counter:
    return Counter("Wounds", stands, partial(reports.Wounds, unit))


def _honor(army: str, amount: int) -> Struct:
    return reports.Honor(army, amount, "")


def _points(army: str, amount: int) -> Struct:
    return reports.Points(army, amount, "")


def repeated(state: State[Board, Any], order: Any) -> int:
    """An army that is done may be so in all later phases of the turn [battle/turn]."""
    phases = tuple(PHASES)
    if not isinstance(order, reports.Done) or state.board.phase not in phases:
        return 0
    return len(phases) - 1 - phases.index(state.board.phase)
