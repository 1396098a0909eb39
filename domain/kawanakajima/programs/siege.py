"""Advice on the siege of Kaizu: markers, assaults, fire, sacrifices, and how to come out of it [13]."""

from __future__ import annotations

from typing import Any

from domain.kawanakajima.board.fortress import defence_score, participants, points_of
from domain.kawanakajima.board.state import DISABLED, EFFECTIVES, Board, enemy, siege_of, unit_named
from domain.kawanakajima.programs.rule import rule
from domain.kawanakajima.siege.actions import ADVANTAGE, FIRE_NEEDS
from domain.kawanakajima.siege.assaults import attempt_of
from domain.kawanakajima.words import siege_orders as s
from domain.kawanakajima.words.siege_items import LoseTroops
from domain.kit.facts import State

_State = State[Board, Any]


def post(state: _State, seat: str, order: Any) -> float:
    """As many markers as there are men for, while a reserve stays."""
    if not isinstance(order, s.Post):
        return 0.0
    left = siege_of(state.board).troops[seat].effectives - len(order.zones)
    return 0.3 * len(order.zones) - (0.5 if left < 2 else 0.0)


def assault(state: _State, seat: str, order: Any) -> float:
    """Where more markers stand around the zone than it has for its defence."""
    if not isinstance(order, s.Assault):
        return 0.0
    board = state.board
    zones = participants(board, seat, order.zone)
    edge = len(zones) - defence_score(board, order.zone, zones) + (order.advantage == ADVANTAGE)
    return 0.5 * edge - 0.6 * (order.advantage == ADVANTAGE) - 0.2


def shoot(state: _State, seat: str, order: Any) -> float:
    """Where a throw is likely to strike."""
    if not isinstance(order, s.Shoot):
        return 0.0
    zones = participants(state.board, seat, order.zone)
    needs = FIRE_NEEDS + defence_score(state.board, order.zone, zones) - len(zones)
    return max(0, min(6, 7 - needs)) / 6


def muster(state: _State, seat: str, order: Any) -> float:
    """The disabled come back before they are lost."""
    return 0.55 if isinstance(order, s.Muster) else 0.0


def sacrifice(state: _State, seat: str, order: Any) -> float:
    """A point where it turns a throw that is even, and where the reserve can bear it."""
    if not isinstance(order, s.Sacrifice):
        return 0.0
    attempt, troops = attempt_of(state.board), siege_of(state.board).troops
    mine, theirs = attempt.sacrifices.get(seat, 0), attempt.sacrifices.get(enemy(seat), 0)
    spare = troops[seat].effectives - troops[enemy(seat)].effectives
    return 0.3 * (theirs - mine) + 0.1 * spare - 0.25 * order.points


def lose(state: _State, seat: str, order: Any) -> float:
    """One's own losses come from the reserve, those of the enemy from his markers."""
    if not isinstance(order, s.Lose):
        return 0.0
    head = state.agenda[0]
    mine = isinstance(head, LoseTroops) and head.side == seat
    reserve = order.source == EFFECTIVES
    few = (
        siege_of(state.board).troops[seat].effectives < 3
        and isinstance(head, LoseTroops)
        and head.to == DISABLED
    )
    return float(reserve == (mine and not few))


def seize(state: _State, seat: str, order: Any) -> float:
    """With a new marker: the old ones are needed where they are."""
    if not isinstance(order, s.Seize):
        return 0.0
    return 1.0 if order.source == EFFECTIVES else 0.4


def withdraw(state: _State, seat: str, order: Any) -> float:
    """With as many men as can be."""
    return -0.1 * len(order.markers) if isinstance(order, s.Withdraw) else 0.0


def keep(state: _State, seat: str, order: Any) -> float:
    """The strongest units that the survivors fill, with their leaders."""
    if not isinstance(order, s.Keep):
        return 0.0
    board = state.board
    units = tuple(unit_named(board, seat, unit) for unit in order.units)
    return (
        points_of(board, units) + 2.0 * sum(board.data.units[unit].leader for unit in units) - len(order.worn)
    )


POST = rule("Put markers into many zones, but keep a reserve.", post)
ASSAULT = rule("Assault where your markers around a zone are more than its defence.", assault)
SHOOT = rule("Fire where the throw is likely to strike.", shoot)
MUSTER = rule("Bring your disabled back into the ranks before a rally loses them.", muster)
SACRIFICE = rule("Answer a sacrifice with a sacrifice, if you have men to spare.", sacrifice)
LOSE = rule("Take losses from the reserve while you have one, so that your markers stand.", lose)
SEIZE = rule("Put a new marker into a zone that you have taken.", seize)
WITHDRAW = rule("Withdraw with all your men, and pay no marker for it that need not be paid.", withdraw)
KEEP = rule("Keep the strongest units and their leaders.", keep)
