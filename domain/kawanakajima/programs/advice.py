"""The rules of thumb for each prompt, and the orders that are worth a thought."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from msgspec import Struct

from domain.kawanakajima.activation.manoeuvre import movers, stop_bars
from domain.kawanakajima.board.state import Board, short
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.movement.obligations import ends_of, first_mover
from domain.kawanakajima.movement.ways import path_to
from domain.kawanakajima.programs import combat, command, movement, postures, siege
from domain.kawanakajima.programs.movement import stand
from domain.kawanakajima.words import field_items as f
from domain.kawanakajima.words import items as i
from domain.kawanakajima.words import siege_items as s
from domain.kawanakajima.words.field_orders import Move
from domain.kawanakajima.words.orders import Done
from domain.kit.facts import State
from domain.kit.players import Advice

_State = State[Board, Any]

FEW = 6
"""Orders of a prompt that are looked at closely, if it is none of these."""

CLEAR: Mapping[type[Struct], int] = {
    f.AnswerLeader: 1,
    f.ChooseSufferer: 1,
    f.ChooseSeppuku: 1,
    f.RallyPhase: 1,
    f.FallBack: 1,
    i.EnterSurplus: 1,
    i.FormColumn: 1,
    i.SetPostures: 1,
    f.ForcedAdvance: 2,
    f.RetreatClan: 2,
    f.MarchTurn: 2,
    f.DisplaceUnits: 2,
    f.CloseUp: 2,
    i.WriteEntries: 3,
    i.BuildPositions: 2,
    i.ChooseImpetuous: 3,
    f.Engage: 4,
    i.SelectChits: 5,
}
"""Prompts where a look at the board says much, or all: so many orders of them are worth a thought."""

DOUBTFUL = (f.PosturePhase, f.Initiative)
"""Prompts that are worth a search: what a posture brings is seen once its clan has moved and fought."""

HEXES = 3
"""Hexes of a unit that are."""

LEADING = 2
"""The same where any of several units may move first."""

BY_PROMPT: Mapping[type[Struct], tuple[Advice, ...]] = {
    i.Deploy: (command.DEPLOY,),
    i.ChoosePlan: (command.PLAN,),
    i.BuildPositions: (command.FORTIFY,),
    i.SetPostures: (command.FIRST,),
    i.WriteEntries: (command.ENTRY,),
    i.SavePoints: (command.SAVING,),
    i.SelectChits: (command.CHIT, command.SPECIAL),
    i.CallKansuke: (command.KANSUKE,),
    i.AcceptChit: (command.PLAY,),
    i.ChooseImpetuous: (command.IMPETUOUS,),
    i.PlaceSamurai: (command.SAMURAI,),
    i.FormColumn: (command.COLUMN,),
    i.EnterSurplus: (command.BRING,),
    f.PosturePhase: (postures.CHANGE,),
    f.Manoeuvre: (movement.MOVE, movement.OCCUPY),
    f.Engage: (combat.FIGHT, combat.GENERAL),
    f.RallyPhase: (combat.RALLY,),
    f.RallyToDefence: (combat.RALLIED,),
    f.MarchTurn: (postures.MARCH,),
    f.ForcedAdvance: (movement.MOVE,),
    f.Initiative: (postures.INITIATIVE,),
    f.CloseUp: (movement.MOVE,),
    f.RetreatClan: (movement.RETREAT,),
    f.Pursuit: (movement.PURSUE,),
    f.DisplaceUnits: (movement.DISPLACE,),
    f.AnswerLeader: (combat.LEADER,),
    f.ChooseSufferer: (combat.SUFFER,),
    f.ChooseSeppuku: (combat.SEPPUKU,),
    f.FallBack: (movement.RETREAT,),
    f.AdvanceAfter: (movement.ADVANCE,),
    s.PlaceMarkers: (siege.POST,),
    s.SiegeTurn: (siege.POST, siege.ASSAULT, siege.SHOOT, siege.MUSTER),
    s.BidSacrifice: (siege.SACRIFICE,),
    s.LoseTroops: (siege.LOSE,),
    s.SeizeZone: (siege.SEIZE,),
    s.LastSacrifice: (siege.SACRIFICE,),
    s.AnswerSacrifice: (siege.SACRIFICE,),
    s.WithdrawClan: (siege.WITHDRAW,),
    s.KeepSurvivors: (siege.KEEP,),
}
"""Every prompt of the title, with its advice."""


def advice(state: _State, seat: str) -> Sequence[Advice]:
    """The rules of thumb for the open prompt."""
    return BY_PROMPT[type(state.agenda[0])]


def considered(state: _State, seat: str) -> Sequence[Struct]:
    """The better of the orders that are legal, a few for each prompt."""
    head, board = state.agenda[0], state.board
    if isinstance(head, f.Manoeuvre) and not board.fort:
        return _movements(board, head)
    found = BOOK.some(state, seat)
    if isinstance(head, f.ForcedAdvance):
        found = tuple(next(groupby(found, key=lambda order: getattr(order, "unit", "")))[1])
    few = CLEAR.get(type(head), FEW)
    return _best(state, seat, found, few) if len(found) > few else found


def doubtful(state: _State, seat: str) -> bool:
    """Whether the prompt shows within a few orders what a choice brings, and the advice leaves it open."""
    return isinstance(state.agenda[0], DOUBTFUL)


def _best(state: _State, seat: str, orders: Sequence[Struct], few: int) -> Sequence[Struct]:
    """Those that the rules of thumb like best."""
    rules = advice(state, seat)
    return sorted(orders, key=lambda order: -sum([one.score(state, seat, order) for one in rules]))[:few]


def _movements(board: Board, item: f.Manoeuvre) -> Sequence[Struct]:
    """The best hexes of the unit that moves next; in an attack, of any that may move first [6.5, 10.1]."""
    able = movers(board, item.clans)
    attack = any(board.postures[clan] == "attack" for clan in item.clans)
    leads = attack and not first_mover(board, item.clans)
    found: list[Struct] = []
    for unit in able if leads else able[:1]:
        found += _of_unit(board, item, unit, LEADING if leads else HEXES)
    return (*found, *(() if any(stop_bars(board, item)) else (Done(),)))


def _of_unit(board: Board, item: f.Manoeuvre, unit: str, count: int) -> list[Struct]:
    here, legal = board.units[unit].hex, ends_of(board, item.clans, unit)
    best = sorted(legal.hexes, key=lambda hex: -stand(board, unit, hex))[:count]
    return [Move(short(unit), path_to(legal.ways, hex)[1:] if hex != here else (here,)) for hex in best]
