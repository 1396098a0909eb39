"""How a board looks for a clan: the points it will have in winter, beside those of each other clan."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from domain.rising_sun.board.force import strength, with_force
from domain.rising_sun.board.state import Board
from domain.rising_sun.programs import stakes

SWING, SEASON_SWING = 3.0, 3.0
"""Points by which a lead is likely to be kept: in what is left of a season, and more for each to come."""

COIN = 0.25
"""Points that a coin or a Ronin is worth while a war of the season is still to come."""


def worth(board: Board, seat: str) -> float:
    """How likely the seat is ahead of another at the end, on the mean of all others: 0 to 1."""
    prospects = {clan: prospect(board, clan) for clan in board.setting.clans}
    own, swing = prospects.pop(seat), SWING + SEASON_SWING * stakes.seasons_left(board)
    ahead = [1 / (1 + exp((other - own) / swing)) for other in prospects.values()]
    return sum(ahead) / len(ahead)


def prospect(board: Board, clan: str) -> float:
    """The points of a clan at the end, as far as they can be seen."""
    found = float(board.points[clan])
    if clan in board.honor:
        found += stakes.FACE * (len(board.honor) - board.honor.index(clan))
    if board.phase == "over":
        return found
    if stakes.scores_tokens(board):
        found += _tokens(board, clan)
    wars = stakes.open_wars(board)
    found += sum(_war(board, clan, province) for province in wars)
    return found + (COIN * (board.coins[clan] + board.ronin[clan]) if wars else 0.0)


def _tokens(board: Board, clan: str) -> float:
    tables = board.setting.tables
    owned = [one for one in board.tokens if one.clan == clan]
    points = sum(tables.token_points(one.season) for one in owned)
    return points + stakes.bonus_worth(board, len({one.province for one in owned}))


def _war(board: Board, clan: str, province: str) -> float:
    """What a war that has not begun promises a clan, by its share of the Force there."""
    if not board.figures[province][clan]:
        return 0.0
    forces = {one: strength(board, province, one) ** 2 for one in with_force(board, province)}
    if not forces.get(clan):
        return 0.0
    return stakes.token_worth(board, clan, province) * forces[clan] / sum(forces.values())


def places(board: Board) -> Mapping[str, float]:
    """Points, and Honor where they are equal [winter/victory]."""
    honor = board.honor
    return {
        clan: board.points[clan] + (1 - (honor.index(clan) + 1) / (len(honor) + 1) if honor else 0.0)
        for clan in board.setting.clans
    }
