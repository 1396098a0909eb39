"""Advice on combat: who is attacked, where leaders count, who suffers, who rallies [11, 12]."""

from __future__ import annotations

from typing import Any

from domain.kawanakajima.board.state import Board, enemy, unit_named
from domain.kawanakajima.combat.odds import odds
from domain.kawanakajima.data.tables import CHIEF
from domain.kawanakajima.programs.reckoning import pain, price, promise, toll
from domain.kawanakajima.programs.rule import rule
from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words.field_items import AnswerLeader, Combat
from domain.kit.facts import State

_State = State[Board, Any]


def combat_of(board: Board, seat: str, order: f.Fight) -> Combat:
    units = tuple(unit_named(board, seat, unit) for unit in order.units)
    foes = tuple(unit_named(board, enemy(seat), unit) for unit in order.targets)
    return Combat(seat, units, foes, order.leader)


def fight(state: _State, seat: str, order: Any) -> float:
    """What the combat table promises, in victory points."""
    if not isinstance(order, f.Fight):
        return 0.0
    return promise(state.board, combat_of(state.board, seat, order))


def general_fights(state: _State, seat: str, order: Any) -> float:
    """A general who need not fight does not."""
    if not isinstance(order, f.Fight):
        return 0.0
    units = state.board.data.units
    names = (unit_named(state.board, seat, unit) for unit in order.units)
    return -0.5 if any(units[name].general == CHIEF[seat] for name in names) else 0.0


def leader(state: _State, seat: str, order: Any) -> float:
    """Where the attackers get less."""
    head = state.agenda[0]
    if not isinstance(order, f.Leader) or not isinstance(head, AnswerLeader):
        return 0.0
    board = state.board
    made = Combat(enemy(seat), head.attackers, head.defenders, head.axis, order.axis)
    found = odds(board, made)
    return -toll(board, found.column.total, found.row.total, head.attackers, head.defenders)


def suffer(state: _State, seat: str, order: Any) -> float:
    """The unit that can bear it best."""
    if not isinstance(order, f.Suffer):
        return 0.0
    return -pain(state.board, unit_named(state.board, seat, order.unit))[2]


def seppuku(state: _State, seat: str, order: Any) -> float:
    """Never the general; else the leader who is worth least."""
    if not isinstance(order, f.Seppuku):
        return 0.0
    return -price(state.board, unit_named(state.board, seat, order.unit))


def rally(state: _State, seat: str, order: Any) -> float:
    """Every unit that may rally tries to."""
    return 0.4 * len(order.units) if isinstance(order, f.Rally) else 0.0


def rally_to_defence(state: _State, seat: str, order: Any) -> float:
    """A clan that has rallied stands to defend itself, unless it has much to regain."""
    return 0.2 if isinstance(order, f.Posture) else 0.0


FIGHT = rule("Attack where the table promises you more than it costs, several units on one.", fight)
GENERAL = rule(
    "Keep your general out of fights that he need not fight: with him the game is lost.", general_fights
)
LEADER = rule("Set your leader where the attackers get less by it.", leader)
SUFFER = rule("Let the unit suffer that you miss least.", suffer)
SEPPUKU = rule("Give up the leader who is worth least, and never your general.", seppuku)
RALLY = rule("Rally every unit that may.", rally)
RALLIED = rule("Let a clan that has rallied stand in defence.", rally_to_defence)
