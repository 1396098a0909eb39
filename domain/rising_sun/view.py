"""The board as a seat, everybody or the referee may know it. What the viewer may not know is None."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.sealed import REFEREE
from domain.rising_sun.board.events import BattlesSettled, BidsRevealed, GameWon
from domain.rising_sun.board.force import strength
from domain.rising_sun.board.state import SETTLED, Army, Battle, Board, Hostage, Token, ally, army
from domain.rising_sun.data.tables import season_name
from domain.rising_sun.settled import entry
from domain.rising_sun.words.grammar import notation

Coins4 = tuple[int, int, int, int]

REVEALS = (BidsRevealed, GameWon, BattlesSettled)
"""They show to somebody what was hidden: bids, and at the end the standing answers. A standing answer that is
given is an order of its seat, which tells it; that a bid is missing, and what is corrected, all could see."""


class Clan(Struct, frozen=True):
    """A clan's reserve and tracks; its place of Honor counts from 1, 0 before the track is entered."""

    name: str
    honor: int
    ally: str
    coins: int
    ronin: int
    points: int
    cards: tuple[str, ...]
    tokens: tuple[Token, ...]
    hostages: tuple[Hostage, ...]
    standing: dict[str, str] | None


class Province(Struct, frozen=True):
    """What stands in a province, with the Force of each clan there; `war` is its number, 0 for none.

    `taken` is the clan that has this season's token; `decided` are the Forces that were compared, also of
    those that have fallen since, and `tied` who was equal by them, the highest Honor first.
    """

    name: str
    war: int
    armies: dict[str, Army]
    forces: dict[str, int]
    settled: bool
    taken: str
    decided: dict[str, int] = {}
    tied: tuple[str, ...] = ()


class BattleView(Struct, frozen=True):
    """The battle that is going on. `bids`: () for a clan that has not bid, None for a bid that is sealed."""

    province: str
    players: tuple[str, ...]
    bids: dict[str, Coins4 | tuple[()] | None]
    revealed: bool
    paid: bool
    forces: dict[str, int]
    hired: dict[str, int]
    killed: int
    winner: str


class View(Struct, frozen=True):
    """A game as `viewer` sees it. `season` is "spring", "summer", "autumn" or "winter".

    Where only battles were settled, `sheet` is what came of them, `entry` the lines for the next board.
    """

    viewer: str
    season: str
    phase: str
    honor: tuple[str, ...]
    clans: tuple[Clan, ...]
    provinces: tuple[Province, ...]
    battle: BattleView | None
    winner: str
    won: str
    sheet: BattlesSettled | None = None
    entry: tuple[str, ...] = ()


def view(state: State[Board, Any], viewer: str) -> View:
    """What `viewer` may know; sealed bids and standing answers are everybody's own."""
    board = state.board
    return View(
        viewer,
        season_name(board.season),
        board.phase,
        board.honor,
        tuple(_clan(board, clan, viewer) for clan in board.setting.clans),
        tuple(_province(board, name) for name in board.figures),
        _battle(board, board.battle, viewer) if board.battle else None,
        board.winner,
        board.won,
        board.sheet,
        _entry(board) if board.sheet else (),
    )


def _entry(board: Board) -> tuple[str, ...]:
    setting = board.setting
    return tuple(map(notation(setting.tables, setting.seats).write, entry(board)))


def _clan(board: Board, clan: str, viewer: str) -> Clan:
    return Clan(
        clan,
        board.honor.index(clan) + 1 if board.honor else 0,
        ally(board, clan),
        board.coins[clan],
        board.ronin[clan],
        board.points[clan],
        board.cards[clan],
        tuple(token for token in board.tokens if token.clan == clan),
        tuple(one for one in board.hostages if one.captor == clan),
        board.standing[clan] if viewer in (clan, REFEREE) or board.phase == "over" else None,
    )


def _province(board: Board, name: str) -> Province:
    armies = {clan: army(board, name, clan) for clan, there in board.figures[name].items() if there}
    forces = {clan: strength(board, name, clan) for clan in armies} if board.honor else {}
    taken = (one.clan for one in board.tokens if (one.province, one.season) == (name, board.season))
    war = board.wars.index(name) + 1 if name in board.wars else 0
    compared = board.compared.get(name)
    decided = {clan: force.total for clan, force in compared.forces.items()} if compared else {}
    tied = compared.tied if compared else ()
    return Province(name, war, armies, forces, name in board.settled, next(taken, ""), decided, tied)


def _battle(board: Board, battle: Battle, viewer: str) -> BattleView:
    forces = {
        clan: strength(board, battle.province, clan) + battle.hired.get(clan, 0) for clan in battle.players
    }
    bids = {clan: _bid(battle, clan, viewer) for clan in battle.players}
    return BattleView(
        battle.province,
        battle.players,
        bids,
        battle.revealed,
        battle.paid,
        forces,
        battle.hired,
        battle.killed,
        battle.winner,
    )


def _bid(battle: Battle, clan: str, viewer: str) -> Coins4 | tuple[()] | None:
    if clan not in battle.bids:
        return ()
    return battle.bids[clan] if battle.revealed or viewer in (clan, REFEREE) else None


def turn(board: Board) -> str:
    """The turn as mails write it: the season, and the number of the war, if there is one: "S1", "S1.3"."""
    return f"S{board.season}.{board.war}" if board.war else f"S{board.season}"


def winners(board: Board) -> tuple[str, ...]:
    """Who has won; () while the game is on."""
    return (board.winner,) if board.winner else ()


ENDINGS = {
    "victory": "One clan has the most points.",
    "honor": "Several clans have the most points, and the highest Honor among them wins.",
    SETTLED: "The battles are settled. Who wins the campaign is decided where it is played.",
}
"""Every way a game can end."""


def ending_of(board: Board) -> str:
    """How the game has ended: "victory", "honor" where Honor broke a tie, "settled"; "" while it is on."""
    return board.won
