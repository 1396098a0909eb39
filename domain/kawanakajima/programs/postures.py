"""Advice on postures: which one suits a clan where it stands, and what it takes to change it [6]."""

from __future__ import annotations

from typing import Any

from domain.kawanakajima.activation.postures import needed, plan_bonus
from domain.kawanakajima.board.memo import kept_in_the_field
from domain.kawanakajima.board.state import Board, clan_named
from domain.kawanakajima.board.zones import clan_leader
from domain.kawanakajima.data.tables import POSTURES
from domain.kawanakajima.programs.reckoning import danger, nearest, prospect, worn
from domain.kawanakajima.programs.rule import rule
from domain.kawanakajima.words.field_items import PosturePhase
from domain.kawanakajima.words.field_orders import Gather, March, Posture
from domain.kit.facts import State

_State = State[Board, Any]

TIRED = 1.3
"""Steps lost per unit from which on a clan should rest."""


def reach(board: Board) -> int:
    """Hexes within which an attack is in sight [6.5]."""
    return board.data.numbers.attack_radius


@kept_in_the_field
def liking(board: Board, clan: str, posture: str) -> float:
    """How well a posture suits a clan where it stands."""
    near, steps = nearest(board, clan), worn(board, clan)
    if clan[1] == "A":
        return {"defence": 3.0, "move": 0.5, "regroup": steps if near > 3 else 0.0}.get(posture, 0.0)
    if posture == "attack":
        return 1.2 + 1.5 * prospect(board, clan) - 0.5 * steps if near <= reach(board) else -1.0
    if posture == "regroup":
        return 1.6 * steps - (0.6 if near > 3 else 1.0 if near > 1 else 1.5 + danger(board, clan))
    if posture == "move":
        return 1.5 if near > reach(board) and steps < TIRED else -0.8
    return 0.4 if near <= reach(board) else 0.0


@kept_in_the_field
def best_posture(board: Board, clan: str) -> str:
    return max(POSTURES, key=lambda posture: liking(board, clan, posture))


def likelihood(board: Board, clan: str, wanted: str) -> float:
    """How likely a clan is to take a posture that it tries [6.4]."""
    needs = needed(board, clan, wanted)
    if needs is None:
        return 0.0
    more = clan_leader(board, clan) + plan_bonus(board, clan, wanted)
    return max(0, min(6, 7 - needs + more)) / 6


def change(state: _State, seat: str, order: Any) -> float:
    """What the new posture is better by, as often as the clan takes it."""
    if not isinstance(order, Posture):
        return 0.0
    board, clan = state.board, clan_named(state.board, seat, order.clan)
    gain = liking(board, clan, order.posture) - liking(board, clan, board.postures[clan])
    often = likelihood(board, clan, order.posture) if isinstance(state.agenda[0], PosturePhase) else 1.0
    return often * gain - 0.05


def initiative(state: _State, seat: str, order: Any) -> float:
    """Clans that are caught in move or regroup try to defend themselves; others close up."""
    if isinstance(order, Gather):
        return 0.3
    return 0.5 if isinstance(order, Posture) else 0.0


def march(state: _State, seat: str, order: Any) -> float:
    """Clans in move march, those first that are nearest."""
    if not isinstance(order, March):
        return 0.0
    clan = clan_named(state.board, seat, order.clan)
    if clan[1] == "A":
        return 0.1
    return 1.0 - 0.01 * min(50, nearest(state.board, clan))


CHANGE = rule(
    "Attack with fresh clans where the odds are good, rest worn ones away from the enemy, march in move when "
    "he is far, and keep your general in defence.",
    change,
)
INITIATIVE = rule("Let clans that are caught in move or regroup defend themselves.", initiative)
MARCH = rule("March with every clan in move, the nearest to the enemy first.", march)
