"""Nim with programs: a title so small that the best order is known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import xor
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.facts import State, fold
from domain.kit.players import Advice, Luck, Players
from tests.nim.rules import NIM, Board, Options, Take

_State = State[Any, Any]

imagined: list[int] = []
"""Grows by one each time that a state is imagined."""


def imagine(known: _State, seat: str, luck: Luck) -> _State:
    imagined.append(1)
    return known


def considered(state: _State, seat: str) -> Sequence[Struct]:
    return NIM.offers(state, seat) or ()


def places(board: Board) -> dict[str, float]:
    return {seat: float(seat in board.winners) for seat in board.seats}


def wins(state: _State, order: Struct) -> bool:
    """Whether an order leaves heaps from which the other cannot win: their nim-sum is 0."""
    assert isinstance(order, Take)
    heaps = {**state.board.heaps, order.heap: state.board.heaps[order.heap] - order.stones}
    return bool(reduce(xor, heaps.values()) == 0)


def score(state: _State, seat: str, order: Struct) -> float:
    """Blue plays well; red is told to take few stones, which is no good advice."""
    assert isinstance(order, Take)
    return float(wins(state, order)) if seat == "blue" else -order.stones / 10


THUMB = Advice("Take few stones.", score)

PLAYED_NIM = replace(
    NIM,
    players=Players(
        known=lambda state, seat: state,
        imagine=imagine,
        considered=considered,
        advice=lambda state, seat: (THUMB,),
        worth=lambda board, seat: 0.5,
        places=places,
    ),
)


def nim(*heaps: int) -> _State:
    """Red is to take of heaps that are called by their numbers."""
    names = {str(number): stones for number, stones in enumerate(heaps, 1)}
    state: _State = State(Board(Options(), NIM.seats, names))
    for fact in NIM.setup(state.board):
        state = fold(NIM.evolve, state, fact)
    return state
