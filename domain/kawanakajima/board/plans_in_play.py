"""Chapter 7.1: which battle plan is in play, and when the enemy learns of it."""

from __future__ import annotations

from domain.kawanakajima.board.events import PlanShown
from domain.kawanakajima.board.state import Board
from domain.kawanakajima.data.tables import Plan
from domain.kit.facts import By


def active(board: Board, side: str) -> Plan | None:
    """The side's plan, once it is in play [7.1]."""
    army = board.armies[side]
    return board.data.plans[army.plan] if army.active and army.plan else None


def used(board: Board, side: str) -> tuple[By, ...]:
    """The plan is known to the enemy from its first use on [7.1]."""
    army = board.armies[side]
    return (By("7.1", PlanShown(side, army.plan)),) if army.plan and not army.shown else ()
