"""Folds what a ruling has set right into the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.rising_sun.board import corrected as c
from domain.rising_sun.board.state import Board, Hostage, with_coins, with_tokens


def _honor(board: Board, event: c.HonorCorrected) -> Board:
    return replace(board, honor=event.after)


def _alliances(board: Board, event: c.AlliancesCorrected) -> Board:
    return replace(board, alliances=event.after)


def _coins(board: Board, event: c.CoinsCorrected) -> Board:
    return with_coins(board, event.clan, event.after)


def _ronin(board: Board, event: c.RoninCorrected) -> Board:
    return replace(board, ronin=board.ronin | {event.clan: event.after})


def _points(board: Board, event: c.PointsCorrected) -> Board:
    return replace(board, points=board.points | {event.clan: event.after})


def _figures(board: Board, event: c.FiguresCorrected) -> Board:
    there = board.figures[event.province] | {event.clan: event.after}
    return replace(board, figures=board.figures | {event.province: there})


def _cards(board: Board, event: c.CardsCorrected) -> Board:
    return replace(board, cards=board.cards | {event.clan: event.after})


def _tokens(board: Board, event: c.TokensCorrected) -> Board:
    return with_tokens(board, event.clan, event.season, event.after)


def _hostages(board: Board, event: c.HostagesCorrected) -> Board:
    of = (event.captor, event.clan)
    others = tuple(one for one in board.hostages if (one.captor, one.clan) != of)
    new = tuple(Hostage(*of, figure) for figure, count in event.after.items() for _ in range(count))
    return replace(board, hostages=(*others, *new))


FOLDS: dict[type, Callable[[Board, Any], Board]] = {
    c.HonorCorrected: _honor,
    c.AlliancesCorrected: _alliances,
    c.CoinsCorrected: _coins,
    c.RoninCorrected: _ronin,
    c.PointsCorrected: _points,
    c.FiguresCorrected: _figures,
    c.CardsCorrected: _cards,
    c.TokensCorrected: _tokens,
    c.HostagesCorrected: _hostages,
}
