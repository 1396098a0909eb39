"""How a correction is judged, and what follows from it; the corrections stand in correction_shapes.py.

The turn, a chit that is drawn, what was thrown, plans and notes are set right by a rewind only; so is what
the open prompt is about (stakes.py). Nothing is scored, and nobody dies of a correction.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from msgspec import Struct

from domain.kawanakajima.board.state import Board
from domain.kawanakajima.corrections import armies as army
from domain.kawanakajima.corrections import kaizu as siege
from domain.kawanakajima.corrections import units
from domain.kawanakajima.corrections.bars import Refusals, Stood
from domain.kawanakajima.words.corrections import (
    SetChit,
    SetKaizu,
    SetLeader,
    SetPosition,
    SetPosture,
    SetSamurai,
    SetState,
    SetTrack,
    SetTroops,
    SetUnit,
)
from domain.kit.errors import IllegalMove
from domain.kit.facts import By, facts, keeps
from domain.kit.rules import Facts


def correct(state: Stood, correction: Struct) -> Facts:
    """What follows from a correction. Raises `IllegalMove`; asks nothing of chance."""
    rule, bars, events = _RULES[type(correction)]
    for refusal in chain(_time_bars(state.board), bars(state, correction)):
        raise IllegalMove(*refusal)
    return facts(rule, keeps(*events(state.board, correction)))


def _time_bars(board: Board) -> Refusals:
    if board.ending:
        why = "The game is over; nothing on its board can be corrected any more."
        yield "end/resignation", why, "Go back to before its end instead."
    if not board.turn:
        why = "The set-up is not finished; nothing on the board can be corrected yet."
        yield "setup/units", why, "Go back to before what went wrong instead."


Bars = Callable[[Stood, Any], Refusals]
Events = Callable[[Board, Any], tuple[Struct | By, ...]]

_RULES: dict[type, tuple[str, Bars, Events]] = {
    SetUnit: ("10.3", units.unit_bars, units.unit_set),
    SetState: ("5.3", units.state_bars, units.state_set),
    SetLeader: ("11.11", units.leader_bars, units.leader_set),
    SetPosition: ("11.8", units.position_bars, units.position_set),
    SetPosture: ("6.1", army.posture_bars, army.posture_set),
    SetTrack: ("15.1", army.track_bars, army.track_set),
    SetChit: ("8.3", army.chit_bars, army.chit_set),
    SetSamurai: ("14.2", army.samurai_bars, army.samurai_set),
    SetTroops: ("13.4", siege.troops_bars, siege.troops_set),
    SetKaizu: ("18.3", siege.kaizu_bars, siege.kaizu_set),
}
