"""The reports that are worth a thought, and fair: all of them legal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.clan_war.battle import confirming
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board, present
from domain.clan_war.book import BOOK
from domain.clan_war.data.names import inches
from domain.clan_war.programs.grounds import claims
from domain.clan_war.programs.worth import may_end
from domain.clan_war.samples.legal_reports import is_legal, needed_orders
from domain.clan_war.sequence.phases import done_bars
from domain.clan_war.words import reports
from domain.clan_war.words.items import MusterArmies, Reports
from domain.clan_war.words.movement_reports import Land
from domain.kit.facts import State


def considered(state: State[Board, Any], seat: str) -> Sequence[Struct]:
    """The orders worth a thought; where there is none, some that are legal."""
    head, board = state.agenda[0], state.board
    if isinstance(head, MusterArmies):
        found: Iterator[Struct] = _mustered(own_table(board, seat), head, seat)
    elif isinstance(head, Reports):
        found = _reported(board, head, seat)
    else:
        found = iter(())
    return tuple(dict.fromkeys(found)) or BOOK.some(state, seat)


def _mustered(table: Board, item: MusterArmies, seat: str) -> Iterator[Struct]:
    """A clan, its sample army, and done with it; where a clan has none, a unit that serves anybody."""
    if present(table, seat):
        if seat not in item.welcome:
            yield reports.Done()
        return
    data = table.setting.data
    clans = dict.fromkeys(unit.clan for unit in data.units.unit)
    orders = [reports.Sample(), *(reports.ChooseClan(clan) for clan in clans)]
    yield from (order for order in orders if is_legal(table, item, seat, order))


def _reported(board: Board, item: Reports, seat: str) -> Iterator[Struct]:
    """What must be said, what may be said, and "done" [battle/report]."""
    yield from confirming.words(board, seat)
    reported = (
        *_landings(board, seat),
        *needed_orders(board, item, seat),
        *claims(board, seat, item.phase),
        *_formed(board, seat),
        *((reports.EndBattle(),) if may_end(board, seat) else ()),
    )
    yield from (one for one in reported if is_legal(board, item, seat, one))
    if not any(True for _ in done_bars(board, item, seat, reports.Done())):
        yield reports.Done()


def _landings(board: Board, seat: str) -> Iterator[Struct]:
    """Straight down, as near as may be [flight/landing]."""
    for unit in present(board, seat):
        if unit.airborne:
            yield Land(unit.name, inches(unit.half))


def _formed(board: Board, seat: str) -> Iterator[Struct]:
    """Units that form up again [battle/conditions]."""
    for unit in present(board, seat):
        if not unit.formed and not unit.routing:
            yield reports.SetCondition(unit.name, "formed")
