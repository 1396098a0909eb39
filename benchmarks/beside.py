"""Orders a second of ours, of a loop by hand, of python-chess, boardgame.io and OpenSpiel, in one run.

Shinobi is decided again from its record, by its rules and by a loop that was written for it alone; `chess`
replays games by `push_uci`, which checks that each move is legal. An order of ours stands with all that
follows from it. Nim is played at random, each order chosen among all that are legal: ours without a record,
in Python; boardgame.io's in its own client (`npm install boardgame.io@0.50.2`, and `NODE_PATH` says where);
OpenSpiel's in C++ (`pip install open-spiel`). The processor's time is what counts.
"""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from functools import partial
from importlib import import_module
from math import nan
from pathlib import Path
from random import Random
from typing import Any

import chess

from benchmarks import by_hand
from benchmarks.measure import Case, cpu_seconds, interleaved
from benchmarks.replaying import Recorded, decide_again, played
from benchmarks.report import Figure
from domain.kit import simulation
from domain.kit.simulation import LuckyChance, after
from referee.record.record import Record
from tests.nim.rules import NIM, Board, Options

GAMES, CHESS_GAMES = 3, 20
LONGEST = 300
"""Plies of a game of chess; random players seldom mate."""

HEAPS, NIM_GAMES = (3, 4, 5), 500
NIM_JS = Path(__file__).with_name("nim.js")

OURS, BY_HAND, CHESS, IN_JS, IN_C = "ours", "by hand", "python-chess", "boardgame.io", "OpenSpiel"
NOT_INSTALLED = "not installed"


def beside(directory: Path, repeats: int) -> list[Figure]:
    """Orders a second of each, beside ours."""
    return [*_replayed(directory, repeats), *_nim(repeats)]


def _replayed(directory: Path, repeats: int) -> list[Figure]:
    record = Record(directory / "beside.bugyo")
    games = played(record, "shinobi", GAMES)
    record.close()
    orders, plies = sum(1 for game in games for _ in game.given()), _chess_games()
    cases: dict[str, Case] = {
        OURS: lambda: cpu_seconds(lambda: decide_again(games)),
        BY_HAND: partial(_by_hand, games),
        CHESS: lambda: cpu_seconds(lambda: _replay(plies)),
    }
    times = interleaved(cases, repeats)
    moves = {OURS: orders, BY_HAND: orders, CHESS: sum(map(len, plies))}
    speeds = {name: moves[name] / times[name] for name in cases}
    return _figures("Shinobi, orders decided again", speeds)


def _figures(what: str, speeds: dict[str, float]) -> list[Figure]:
    """Ours beside each of the others. A speed of 0 is that of what is not installed."""
    ours = speeds.pop(OURS)
    return [
        Figure(
            f"{what}: ours / {name}",
            f"{ours:,.0f}/s",
            f"{speed:,.0f}/s" if speed else NOT_INSTALLED,
            ours / speed if speed else nan,
        )
        for name, speed in speeds.items()
    ]


def _by_hand(games: list[Recorded]) -> float:
    """Seconds of the loop; what it makes of the records beforehand is not counted."""
    scripts = [by_hand.script(game) for game in games]
    return cpu_seconds(lambda: [by_hand.decide(*one) for one in scripts])


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


# ---- Nim


def _nim(repeats: int) -> list[Figure]:
    """Random games of three heaps."""
    players = {OURS: _our_nim, IN_C: _their_nim()}
    speeds = {name: max(_speed(play) for _ in range(repeats)) for name, play in players.items() if play}
    return _figures(
        "Nim at random, orders",
        {OURS: speeds[OURS], IN_JS: max(_js_nim() for _ in range(repeats)), IN_C: speeds.get(IN_C, 0)},
    )


def _speed(play: Callable[[Random], int]) -> float:
    random, orders = Random(1), list[int]()
    took = cpu_seconds(lambda: orders.extend(play(random) for _ in range(NIM_GAMES)))
    return sum(orders) / took


def _our_nim(random: Random) -> int:
    """Plays a game; how many orders it had."""
    chance, orders = LuckyChance(random), 0
    state = simulation.begun(NIM, Board(Options(), NIM.seats, {str(size): size for size in HEAPS}), chance)
    while awaited := NIM.awaited(state):
        offers = NIM.offers(state, awaited[0]) or ()
        state, orders = after(NIM, state, awaited[0], random.choice(offers), chance), orders + 1
    return orders


def _js_nim() -> float:
    """Moves a second in boardgame.io; 0 where it is not installed."""
    node = shutil.which("node")
    if node is None:
        return 0
    command = (node, str(NIM_JS), str(NIM_GAMES), *map(str, HEAPS))
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return 0
    moves, milliseconds = map(float, done.stdout.split())
    return 1000 * moves / milliseconds


def _their_nim() -> Callable[[Random], int] | None:
    """OpenSpiel's; None where it is not installed."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ImportError:
        return None
    game = pyspiel.load_game(f"nim(pile_sizes={';'.join(map(str, HEAPS))},is_misere=false)")

    def play(random: Random) -> int:
        state, orders = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            orders += 1
        return orders

    return play
