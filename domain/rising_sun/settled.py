"""Battles of a game that is played elsewhere: their sheet, and the entry that the next board begins with.

war-phase/settled   what has come of the War phase, for the table where the campaign is played
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Army, Board, Stand, army
from domain.rising_sun.words import orders as o
from domain.rising_sun.words.grammar import troop_of


def settled(board: Board) -> e.BattlesSettled:
    """The sheet: each war in its order, each clan before and after [war-phase/settled]."""
    stood = _stood(board)
    wars = tuple(_war(board, province) for province in board.wars)
    return e.BattlesSettled(
        wars, {clan: _clan(board, stood, clan) for clan in board.honor}, (stood.honor, board.honor)
    )


def _war(board: Board, province: str) -> e.WarSettled:
    compared = board.compared.get(province)
    forces = {clan: force.total for clan, force in compared.forces.items()} if compared else {}
    taken = (one.clan for one in board.tokens if (one.province, one.season) == (province, board.season))
    return e.WarSettled(province, forces, compared.tied if compared else (), next(taken, ""))


def _clan(board: Board, stood: Stand, clan: str) -> e.ClanSettled:
    held = [one.figure for one in board.hostages if one.clan == clan]
    return e.ClanSettled(
        (stood.points[clan], board.points[clan]),
        (stood.coins[clan], board.coins[clan]),
        (stood.ronin[clan], board.ronin[clan]),
        board.killed.get(clan, {}),
        {figure: held.count(figure) for figure in dict.fromkeys(held)},
    )


def _stood(board: Board) -> Stand:
    assert board.stood is not None
    return board.stood


def entry(board: Board) -> Iterator[Struct]:
    """What the herald of the next War phase enters of this one: all that has changed [war-phase/settled]."""
    stood = _stood(board)
    if board.honor != stood.honor:
        yield o.Honor(board.honor)
    for clan in board.honor:
        if board.points[clan] != stood.points[clan]:
            yield o.Points(clan, board.points[clan])
        if board.coins[clan] != stood.coins[clan]:
            yield o.Coins(clan, board.coins[clan])
        if board.ronin[clan] != stood.ronin[clan]:
            yield o.Ronin(clan, board.ronin[clan])
    yield from _figures(board, stood)


def _figures(board: Board, stood: Stand) -> Iterator[o.Figures]:
    """First what has left a province, then what has come: no figure stands in two of them [board/figures]."""
    changed = [
        (clan, province, stood.figures[province][clan], army(board, province, clan))
        for province, there in board.figures.items()
        for clan in there
        if there[clan] != stood.figures[province][clan]
    ]
    for clan, province, before, after in changed:
        stayed = {name: min(count, before.get(name, 0)) for name, count in after.items() if name in before}
        if stayed != before:
            yield _laid(clan, province, stayed)
    for clan, province, before, after in changed:
        if any(count > before.get(name, 0) for name, count in after.items()):
            yield _laid(clan, province, after)


def _laid(clan: str, province: str, figures: Army) -> o.Figures:
    return o.Figures(clan, province, tuple(troop_of(*one) for one in figures.items()))
