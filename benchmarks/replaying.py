"""Orders decided again, against `chess` replaying games by `push_uci`, which checks that each move is legal.

Both sides replay games that random players have played, from the same seed in every run. An order of ours
stands for a ply, with all that follows from it: throws, losses, retreats, the moves of the sequence of play.
Each entry is compared with the one on record. The processor's time is what counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from random import Random
from unittest.mock import patch

import chess
from msgspec import Struct

from benchmarks.measure import Case, cpu_seconds, interleaved
from benchmarks.report import Figure
from domain.game.checking.readjudicate import readjudicate
from domain.game.entries.entries import SEAT, Entry, Ordered
from domain.kit.rules import Rules
from domain.titles import TITLES
from referee.games.selfplay import self_play
from referee.record.record import Record
from referee.record.store import Pool

GAMES = 3
"""Games of each title, with different numbers of players where the title knows them."""

CHESS_GAMES = 20
LONGEST = 300
"""Plies of a game of chess; random players seldom mate."""

CHESS = "chess"

AT_LEAST: Mapping[str, float | None] = {
    "shinobi": 1.0,
    "rising_sun": 1.0,
    "twilight_shogun": 0.5,
    "kawanakajima": 0.2,
    "clan_war": None,
}
"""Orders of each title against plies, in the same time."""


class Recorded(Struct, frozen=True):
    """A game on record, with what is needed to decide it again."""

    name: str
    rules: Rules
    data: object
    entries: list[Entry]
    times: list[int]

    def orders(self) -> int:
        return sum(isinstance(entry, Ordered) and entry.by == SEAT for entry in self.entries)


def replays(
    directory: Path, repeats: int, games: int = GAMES, titles: Iterable[str] = TITLES
) -> list[Figure]:
    """For each title how many orders are decided again while `chess` replays a ply."""
    with patch.object(Pool, "synchronous", "OFF"):
        record = Record(directory / "replays.bugyo")
        ours = {title: played(record, title, games) for title in titles}
        record.close()
    plies = _chess_games()
    cases: dict[str, Case] = {CHESS: lambda: cpu_seconds(lambda: _replay(plies))}
    for title, found in ours.items():
        cases[title] = lambda found=found: cpu_seconds(lambda: decide_again(found))  # type: ignore[misc]
    times = interleaved(cases, repeats)
    speed = sum(map(len, plies)) / times[CHESS]
    return [_figure(title, found, times[title], speed) for title, found in ours.items()]


def _figure(title: str, found: list[Recorded], time: float, speed: float) -> Figure:
    orders = sum(game.orders() for game in found)
    events = sum(len(game.entries) for game in found) / orders
    what = f"{title}, orders decided again ({events:.1f} events each) / plies of chess, push_uci"
    ours = orders / time
    return Figure(what, f"{ours:,.0f}/s", f"{speed:,.0f}/s", ours / speed, at_least=AT_LEAST[title])


def played(record: Record, title: str, games: int) -> list[Recorded]:
    return [
        _recorded(record, title, name)
        for name in self_play(record, title, games, f"{title.replace('_', '-')}-again")
    ]


def _recorded(record: Record, title: str, name: str) -> Recorded:
    envelopes = record.envelopes(name)
    data = record.data(title, envelopes[0].entry.data)
    entries, times = [each.entry for each in envelopes], [each.at for each in envelopes]
    return Recorded(name, TITLES[title], data, entries, times)


def decide_again(games: list[Recorded]) -> None:
    for game in games:
        found = readjudicate(game.rules, game.data, game.entries, game.name, game.times)
        assert found is None, found


def _chess_games() -> list[list[str]]:
    """Random games, as the moves of the players."""
    random, games = Random("chess"), []
    for _ in range(CHESS_GAMES):
        board, moves = chess.Board(), list[str]()
        while len(moves) < LONGEST and not board.is_game_over():
            move = random.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)
    return games


def _replay(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)
