"""The orders that the present phase admits; the others are only there to be refused with a reason."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.clan_war.battle.claims import must_wait
from domain.clan_war.board.own_table import MUSTER, are_sealed
from domain.clan_war.board.state import Board
from domain.clan_war.book import BOOK, IN_PHASES, PHASES
from domain.clan_war.data.names import PLAIN_SEATS
from domain.clan_war.words import reports
from domain.clan_war.words.items import MusterArmies, Reports
from domain.kit.bars import Bar
from domain.kit.errors import either
from domain.kit.facts import State

Kinds = tuple[type[Struct], ...]

WORDS = (reports.Confirm, reports.Deny, reports.Retract)


def admitted(state: State[Board, Any]) -> Kinds:
    """The orders that answer the open prompt, without those that belong to another phase [battle/report]."""
    board, item = state.board, state.agenda[0] if state.agenda else None
    phase = item.phase if isinstance(item, Reports) else ""
    never = (*unknown(board), *(() if board.claims else WORDS))
    never += () if are_sealed(board) else (reports.ClearList,)
    return tuple(
        kind
        for kind in BOOK.expected(state)
        if kind not in never and (not phase or phase in IN_PHASES.get(kind, (phase,)))
    )


def misplaced(state: State[Board, Any], kind: type[Struct]) -> Bar | None:
    """What belongs to the muster comes too late, and what belongs to a phase too early [battle/report]."""
    prompts, phase = BOOK.prompts(kind), state.board.phase
    if Reports in prompts and MusterArmies in prompts:
        return None
    if phase == MUSTER and Reports in prompts:
        names = either([PHASES[one] for one in IN_PHASES.get(kind, tuple(PHASES))])
        return Bar("battle/report", f"This belongs to {names}; now the armies muster.", "Report it there.")
    if phase != MUSTER and MusterArmies in prompts:
        why = f"This belongs to the muster, which is over; now is {PHASES[phase]}."
        return Bar("battle/muster", why)
    return None


def unknown(board: Board) -> Kinds:
    """Orders that this battle never takes, by seats, by options or at all [battle/report, hostage/moving]."""
    options = board.setting.options
    never: Kinds = (reports.Transfer,)
    if not set(PLAIN_SEATS) & set(board.setting.seats):
        never += (reports.ChooseClan,)
    if options.army_lists == "open":
        never += (reports.ClearList,)
    if not must_wait(board):
        never += WORDS
    return never if options.kill_order == "captor" else (*never, reports.KillAll)
