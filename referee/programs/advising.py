"""Advice for a seat that is asked for an order: what a keen program likes best, what it expects of that, and
which rules of thumb speak for it.

It is worked out from what the seat knows, outside of every transaction, and kept beside the record, so that
whoever asks again on the same question is told the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from domain.game.entries.people import Advised
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kit.errors import IllegalMove
from domain.kit.facts import State
from domain.kit.players import Players
from referee.games.referee import Referee
from referee.programs.choosing import players_of
from referee.programs.search import search
from referee.record.envelope import Act
from referee.record.record import Record

MOST_LIKED, MOST_REASONS = 3, 2
"""Orders of a piece of advice, and rules of thumb for each."""

ABOVE = 1e-9
"""By how much more than the mean of all orders a rule of thumb has to speak for one."""


class Liked(Struct, frozen=True):
    """An order as it would be mailed, what its seat may expect of it, 0 to 1 (None where nothing else was
    worth a thought), and the rules of thumb that speak for it."""

    order: str
    expects: float | None
    reasons: tuple[str, ...]


class Counsel(Struct, frozen=True):
    """What a seat is told. `sides` are the seats that are ranked at the end; `is_only`, where nothing else is
    legal."""

    liked: tuple[Liked, ...]
    sides: int
    is_only: bool = False


class Unthought(Exception):
    """Nobody has worked out yet what a seat is to be told: `think` does, once no transaction is open."""

    def __init__(self, game: GameState, seat: str) -> None:
        super().__init__(f"No program has thought about the orders of {seat} yet.")
        self.game = game
        self.seat = seat


def advised(referee: Referee, game: str, seat: str, act: Act, keys: Sequence[str]) -> Counsel:
    """What a seat is told, once it is on record that it has asked; asked again on the same question, the
    same. Raises `Unthought`, and like `Referee.put`."""
    now = referee.record.load(game).game
    if seat not in now.register.advised:
        _check_ranked(now, seat)
        now = referee.put(game, lambda g, _at: Advised(seat, g.position), act, keys).kept.game
    found = liked(referee.record, now, seat)
    if found is None:
        raise Unthought(now, seat)
    return found


def _check_ranked(game: GameState, seat: str) -> None:
    """A program weighs orders by who is ahead at the end. Raises `IllegalMove`."""
    if game.rules.players and seat in game.seats and seat not in game.rules.players.places(game.state.board):
        raise IllegalMove("advice", f"{seat} does not play to win, so that no program advises it.")


def ask(referee: Referee, game: str, seat: str, act: Act) -> Counsel:
    """While a program thinks, nobody waits for the store. Raises like `Referee.put`."""
    while True:
        try:
            with referee.record.recorder.together():
                return advised(referee, game, seat, act, ())
        except Unthought as unthought:
            think(referee.record, unthought)


def liked(record: Record, game: GameState, seat: str) -> Counsel | None:
    """What a seat was told on what is asked now; None where it has not asked, or nothing is kept of it."""
    kept = record.setting(_name(game, seat)) if seat in game.register.advised else b""
    return msgspec.json.decode(kept, type=Counsel) if kept else None


def think(record: Record, unthought: Unthought) -> None:
    """Works out what a seat is told, and keeps it in the place of what it was told before."""
    game, seat = unthought.game, unthought.seat
    found = counsel(game, seat, Random(f"{game.id} {game.register.advised[seat]} {seat}"))
    with record.recorder.together():
        for name in record.settings_below(f"advice/{game.id}/{seat}/"):
            record.unset(name)
        record.set(_name(game, seat), msgspec.json.encode(found))


def _name(game: GameState, seat: str) -> str:
    return f"advice/{game.id}/{seat}/{game.register.advised[seat]}"


def counsel(game: GameState, seat: str, luck: Random) -> Counsel:
    """What a keen program would tell a seat that is asked. Of the game it gets what the seat knows."""
    rules, players = game.rules, players_of(game.rules)
    known = players.known(game.state, seat)
    imagined = players.imagine(known, seat, luck)
    thoughts = search(rules, known, seat, luck, players.hint, finalists=MOST_LIKED)[:MOST_LIKED]
    reasons = _reasons(players, imagined, seat, [one.order for one in thoughts])
    write = notation_of(game).write
    return Counsel(
        tuple(
            Liked(write(one.order), one.expects if one.visits else None, why)
            for one, why in zip(thoughts, reasons, strict=True)
        ),
        len(players.places(imagined.board)),
        len(rules.offers(imagined, seat) or ()) == 1,
    )


def _reasons(
    players: Players, state: State[Any, Any], seat: str, orders: Sequence[Struct]
) -> list[tuple[str, ...]]:
    """For each order the rules of thumb that speak for it more than for most, what says most first."""
    considered = list(players.considered(state, seat))
    spoken: list[list[tuple[float, str]]] = [[] for _order in orders]
    for one in players.advice(state, seat):
        mean = sum(one.score(state, seat, order) for order in considered) / len(considered)
        for order, found in zip(orders, spoken, strict=True):
            more = one.score(state, seat, order) - mean
            if more > ABOVE:
                found.append((more, one.text))
    best = (sorted(found, key=lambda one: -one[0])[:MOST_REASONS] for found in spoken)
    return [tuple(text for _more, text in found) for found in best]
