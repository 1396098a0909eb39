"""Chapters "season" and "winter": between the War phases, and after the last one."""

from __future__ import annotations

from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sums import Sum, Term
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Board
from domain.rising_sun.book import BOOK
from domain.rising_sun.data.tables import HERALD, season_name
from domain.rising_sun.words.items import NextSeason, Prepare, Victory, Winter


@BOOK.step(NextSeason, "season/hostages")
def next_season(board: Board, item: NextSeason, chance: Chance) -> Outcome:
    """Hostages go back to their owners; the herald enters the next board [season/hostages]."""
    freed = tuple((one.captor, one.clan, one.figure) for one in board.hostages)
    home = (e.HostagesReturned(freed),) if freed else ()
    return does(*home, e.SeasonBegan(board.season + 1), then=(Prepare(HERALD),))


@BOOK.step(Winter, "winter/tokens")
def winter(board: Board, item: Winter, chance: Chance) -> Outcome:
    """Each clan scores tokens, then different provinces [winter/tokens, winter/provinces]."""
    tokens = ((clan, token_points(board, clan)) for clan in board.honor)
    provinces = ((clan, province_points(board, clan)) for clan in board.honor)
    return does(
        *(By("winter/tokens", e.Scored(clan, points)) for clan, points in tokens if points.total),
        *(By("winter/provinces", e.Scored(clan, points)) for clan, points in provinces if points.total),
    )


def token_points(board: Board, clan: str) -> Sum:
    """What the tokens of a clan are worth, season by season [winter/tokens]."""
    terms = [
        Term(
            board.setting.tables.token_points(one.season), written(one.province, one.season), "winter/tokens"
        )
        for one in board.tokens
        if one.clan == clan
    ]
    return Sum(tuple(terms))


def written(province: str, season: int) -> str:
    return f"{province} ({season_name(season)})"


def province_points(board: Board, clan: str) -> Sum:
    """What different provinces are worth together: the highest step that is reached [winter/provinces]."""
    different = len({one.province for one in board.tokens if one.clan == clan})
    reached = [points for provinces, points in board.setting.tables.bonuses if provinces <= different]
    why = f"{different} different provinces"
    return Sum((Term(reached[-1], why, "winter/provinces"),) if reached else ())


@BOOK.step(Victory, "winter/victory")
def victory(board: Board, item: Victory, chance: Chance) -> Outcome:
    """The most points win; a tie goes to the highest Honor [winter/victory]."""
    most = max(board.points.values())
    tied = tuple(clan for clan in board.honor if board.points[clan] == most)
    several = len(tied) > 1
    won = e.GameWon(tied[0], "honor" if several else "victory", board.points, tied if several else ())
    return does(won)
