"""Rules of thumb for an army, each a sentence and a score. None says that anything is so which is not.

What is asked after a phase has its own: a recovery, a forced landing. A report of the other side is confirmed
where the ledger bears it out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.clan_war.board.state import Board, clan_of
from domain.clan_war.data.names import quarters
from domain.clan_war.programs.grounds import is_borne_out
from domain.clan_war.programs.worth import may_end
from domain.clan_war.words import items as i
from domain.clan_war.words import movement_reports as m
from domain.clan_war.words import reports as r
from domain.kit.facts import State
from domain.kit.players import Advice

_State = State[Any, Any]
Score = Callable[[Any], float]
Pieces = list[tuple[str, Score]]
NOTHING = 0.0


def advice(state: _State, seat: str) -> Sequence[Advice]:
    """The rules of thumb for the prompt that a seat has open."""
    head = state.agenda[0]
    return tuple(_piece(text, score) for text, score in _GIVEN[type(head)](state.board, head, seat))


def _piece(text: str, score: Score) -> Advice:
    return Advice(text, lambda state, seat, order: score(order))


def on_muster(board: Board, item: i.MusterArmies, seat: str) -> Pieces:
    """[battle/muster]"""
    return [
        ("Muster the sample army of your clan, as the other side does.", _is(r.Sample, 2)),
        ("Fight for the clan that your seat is called after, or for any.", _is(r.ChooseClan, 1)),
        ("Say done once your army stands.", _is(r.Done, 3)),
    ]


def on_reports(board: Board, item: i.Reports, seat: str) -> Pieces:
    """[battle/report]"""
    ends = may_end(board, seat)
    return [
        (
            "Report each objective that a unit of yours holds at the end of a turn, and each beaten enemy: "
            "victory points win.",
            _is(r.Points, 4),
        ),
        ("Report the honor of a beaten enemy: from 40 on it shakes all enemies.", _is(r.Honor, 3)),
        ("Form a unit up again: only one in good order holds anything.", _is(r.SetCondition, 5)),
        (
            "Strike easy at a captor: an all-out attack costs honor and victory points.",
            lambda order: 6.0 * isinstance(order, r.StrikeEasy) - 2.0 * isinstance(order, r.AllOut),
        ),
        (
            "Propose the end of the battle while you have more victory points than any other can reach in "
            "this turn; agree to it while you have the most.",
            lambda order: (2.0 if ends else -4.0) * isinstance(order, r.EndBattle),
        ),
        *on_flight(board, seat),
        *on_words(board, item, seat),
        ("Say done when there is nothing more to report.", _is(r.Done, 1)),
    ]


def on_flight(board: Board, seat: str) -> Pieces:
    """[flight/landing]"""

    def lands(order: Struct) -> float:
        if isinstance(order, m.Land):
            return 2.0 - len(order.maneuvers) / 2 - bool(order.tested) / 2
        return -1.0 * isinstance(order, m.Dive)

    return [("Land a unit that is in the air, plainly: in the air it holds nothing.", lands)]


def on_words(board: Board, item: Struct, seat: str) -> Pieces:
    """[battle/confirm]"""
    so = {number for number, claim in board.claims.items() if is_borne_out(board, claim)}

    def confirms(order: Struct) -> float:
        if not isinstance(order, r.Confirm):
            return NOTHING
        return 5.0 + len(order.numbers) / 10 if so >= set(order.numbers) else -5.0

    return [
        ("Confirm what the ledger bears out.", confirms),
        (
            "Deny what it does not show: whoever has seen it on the table may ask for a ruling.",
            lambda order: NOTHING if not isinstance(order, r.Deny) else -5.0 if order.number in so else 5.0,
        ),
        ("Stand by what you have reported.", _is(r.Retract, -6)),
    ]


def on_recovery(board: Board, item: i.RecoveryChoice, seat: str) -> Pieces:
    """[hostage/recovery]"""
    home = board.hostages[item.hostage].clan == clan_of(board, seat)
    return [
        ("Try to recover a hostage, your own before all: an attempt costs nothing.", _is(r.Recover, 1 + home))
    ]


def on_fly_by(board: Board, item: i.FlyByChoice, seat: str) -> Pieces:
    """[flight/fly-by]"""
    return [("Roll a fly-by attack: there may be no other in the turn.", _is(m.Strike, 1))]


def on_rescuer(board: Board, item: i.RescuerChoice, seat: str) -> Pieces:
    """[hostage/captor-gone]"""
    return [
        (
            "Let the largest unit take the hostage over.",
            lambda order: board.units[order.unit].models / 100 if isinstance(order, r.Rescuer) else NOTHING,
        )
    ]


def on_landing(board: Board, item: i.ForcedLanding, seat: str) -> Pieces:
    """[flight/forced]"""
    return [
        (
            "Land clear of other units without an extension: it costs dice of Damage.",
            lambda order: -float(quarters(order.extra) or 0) if isinstance(order, m.Descend) else NOTHING,
        )
    ]


def _is(kind: type[Struct], points: float) -> Score:
    return lambda order: float(points) if isinstance(order, kind) else NOTHING


_GIVEN: Mapping[type, Callable[[Board, Any, str], Pieces]] = {
    i.MusterArmies: on_muster,
    i.Reports: on_reports,
    i.Confirming: on_words,
    i.RecoveryChoice: on_recovery,
    i.FlyByChoice: on_fly_by,
    i.RescuerChoice: on_rescuer,
    i.ForcedLanding: on_landing,
}
