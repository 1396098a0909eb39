"""Section 9.2: the condition of an event, judged at the start of the round [9.2(v), 2.35].

Each kind of condition is a small question to the board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.twilight_shogun.board.bans import forbidding
from domain.twilight_shogun.board.state import Board, RetiredFace, controller, other
from domain.twilight_shogun.data import premises


def condition_met(board: Board, card: str, player: str) -> bool:
    """Whether everything that the event needs is so, seen by the seat that would resolve it [9.2].

    An event of a card that is out of play [9.2], or that a lasting one forbids [2.35], does not occur either.
    """
    if card in board.retired or forbidding(board, player, "event", card):
        return False
    return all(holds(board, test, player) for test in board.setting.tables.cards[card].condition)


def holds(board: Board, test: premises.Test, player: str) -> bool:
    """Whether one condition is met [9.2]."""
    return _ANSWERS[type(test)](board, test, player)


def who(whom: str, player: str) -> str:
    """The side that an effect or a condition means, seen by the seat that resolves the event [9.1]."""
    if whom == "player":
        return player
    return other(player) if whom == "opponent" else whom


def _controls(board: Board, test: premises.Controls, player: str) -> bool:
    return all(controller(board, space) == who(test.side, player) for space in test.spaces)


def _present(board: Board, test: premises.Present, player: str) -> bool:
    return board.influence[test.space][who(test.side, player)] >= test.least


def _ahead(board: Board, test: premises.Ahead, player: str) -> bool:
    here, side = board.influence[test.space], who(test.side, player)
    return here[side] > here[other(side)]


def _stands(board: Board, test: premises.Stands, player: str) -> bool:
    at = board.markers.get(test.marker)
    return at is not None and test.face in ("", at.face)


def _treaties(board: Board, test: premises.Treaties, player: str) -> bool:
    return test.least <= board.treaty <= test.most


def _interventions(board: Board, test: premises.Interventions, player: str) -> bool:
    return test.least <= board.intervention <= test.most


def _court_level(board: Board, test: premises.CourtLevel, player: str) -> bool:
    return board.court[who(test.side, player)] >= test.least


def _port_open(board: Board, test: premises.PortOpen, player: str) -> bool:
    return board.yokohama


def _joi_done(board: Board, test: premises.JoiDone, player: str) -> bool:
    return bool(board.joi)


def _open_turn(board: Board, test: premises.OpenTurn, player: str) -> bool:
    return board.open


def _gone(board: Board, test: premises.Gone, player: str) -> bool:
    """Its event has occurred: a card that is out of play leaves the game without one [9.2]."""
    return test.card in board.removed and test.card not in board.retired


def _retired(board: Board, test: premises.Retired, player: str) -> bool:
    return test.card in board.retired


def _face_retired(board: Board, test: premises.FaceRetired, player: str) -> bool:
    return RetiredFace(test.marker, test.face) in board.faces


def _lasts(board: Board, test: premises.Lasts, player: str) -> bool:
    return any(one.card == test.card for one in board.lasting)


def _not(board: Board, test: premises.Not, player: str) -> bool:
    return not holds(board, test.condition, player)


def _either(board: Board, test: premises.Either, player: str) -> bool:
    return any(holds(board, one, player) for one in test.conditions)


_ANSWERS: dict[type, Callable[[Board, Any, str], bool]] = {
    premises.Controls: _controls,
    premises.Present: _present,
    premises.Ahead: _ahead,
    premises.Stands: _stands,
    premises.Treaties: _treaties,
    premises.Interventions: _interventions,
    premises.CourtLevel: _court_level,
    premises.PortOpen: _port_open,
    premises.JoiDone: _joi_done,
    premises.OpenTurn: _open_turn,
    premises.Gone: _gone,
    premises.Retired: _retired,
    premises.FaceRetired: _face_retired,
    premises.Lasts: _lasts,
    premises.Not: _not,
    premises.Either: _either,
}
