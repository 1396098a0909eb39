"""The chances of a seat on a board before the end, and its place when the game is over.

`FOUND` says how much each sign of a board counts. It was found by logistic regression on 50,000 boards of
1,500 games between programs that play by the rules of thumb, some of them with a tenth or a quarter of their
orders at random. It belongs to the program: another map would give a little other numbers.
"""

from __future__ import annotations

from math import exp
from typing import Any

from domain.kit.facts import State
from domain.twilight_shogun.board.state import Board, other
from domain.twilight_shogun.data.tables import ANTI, PRO, Scoring
from domain.twilight_shogun.programs.stakes import SAFEST, SIGNS, WIDEST, Stakes, area_score
from domain.twilight_shogun.words.items import Play

FOUND: dict[str, tuple[float, float]] = {
    "even": (0.683, -1.017),
    "active": (0.129, 0.425),
    "vp": (0.050, 0.336),
    "scorings": (0.016, 0.217),
    "due": (0.015, 0.290),
    "held": (0.201, -0.032),
    "powered": (0.068, 0.042),
    "nearly": (0.463, -0.418),
    "safe": (-0.047, 0.066),
    "margin": (0.112, 0.126),
    "support": (0.094, -0.084),
    "ap": (0.044, 0.229),
    "foe": (-0.108, -0.198),
}
"""What each of `signs` adds to the logarithm of the odds of Anti-Bakufu: throughout, and the more, the fewer
turns are left, all of it in the last."""


def worth(board: Board, seat: str) -> float:
    """How likely a seat is to win, 0 to 1."""
    late = 1 / (1 + board.setting.tables.tracks.turns - board.turn)
    odds = sum([(FOUND[sign][0] + FOUND[sign][1] * late) * much for sign, much in signs(board).items()])
    won = 1 / (1 + exp(-odds))
    return won if seat == ANTI else 1 - won


def signs(board: Board) -> dict[str, float]:
    """What tells who may win; above 0 is good for Anti-Bakufu."""
    stakes = Stakes(board, (ANTI, PRO))
    support = sum([SIGNS[side] * value for (_, side), value in stakes.support.items()])
    found = {"even": 1.0, "active": SIGNS[board.active], "vp": board.vp, "support": support}
    return found | to_score(stakes) | led(stakes) | in_hands(board)


def to_score(stakes: Stakes) -> dict[str, float]:
    """What all scorings would move the VP now, and those that are in the hands [9.5]."""
    board = stakes.board
    tables = board.setting.tables
    held = {tables.cards[card].scoring for hand in board.hands.values() for card in hand}
    moves = {name: moving(stakes, scoring) for name, scoring in tables.scorings.items()}
    return {"scorings": sum(moves.values()), "due": sum([moves[name] for name in moves if name in held])}


def moving(stakes: Stakes, scoring: Scoring) -> int:
    """What a scoring would move the VP now [9.5]."""
    if scoring.area:
        return area_score(stakes.pays[scoring.area], stakes.counts[scoring.area])
    there = ((vp, stakes.board.influence[name]) for name, vp in scoring.spaces.items())
    return sum([vp * ((here[ANTI] > here[PRO]) - (here[ANTI] < here[PRO])) for vp, here in there])


def led(stakes: Stakes) -> dict[str, float]:
    """The clans of either side, those that it is on the way to, and how safe they are [3.2]."""
    found = {"held": 0.0, "powered": 0.0, "nearly": 0.0, "safe": 0.0, "margin": 0.0}
    for name in stakes.board.influence:
        space, lead = stakes.spaces[name], stakes.lead(name)
        sign = (lead > 0) - (lead < 0)
        if space.kind != "clan":
            found["margin"] += sign * min(WIDEST, abs(lead))
        elif abs(lead) < space.stability:
            found["nearly"] += lead / space.stability
        elif lead:
            found["held"] += sign
            found["powered"] += sign * space.powered
            found["safe"] += sign * min(SAFEST, abs(lead) - space.stability)
    return found


def in_hands(board: Board) -> dict[str, float]:
    """The APs of the cards in the hands, and the cards whose events help the other."""
    cards, found = board.setting.tables.cards, {"ap": 0.0, "foe": 0.0}
    for seat, hand in board.hands.items():
        found["ap"] += SIGNS[seat] * sum([cards[card].ap for card in hand])
        found["foe"] += SIGNS[seat] * sum([cards[card].side == other(seat) for card in hand])
    return found


def rests(state: State[Board, Any]) -> bool:
    """Between two cards; before, an action or an event is still to come."""
    return isinstance(state.agenda[0], Play)


def places(board: Board) -> dict[str, float]:
    """Who has won; there is no second place, and no draw [11.0]."""
    return {seat: float(seat == board.winner) for seat in board.setting.seats}
