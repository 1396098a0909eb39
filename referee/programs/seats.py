"""Programs that hold seats: which game waits for one, what it thinks, and how that becomes an order.

A thought is made outside of every transaction, of what the seat knows alone. It is given by the same door as
any order, and only where the game still stands as it was thought about.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from functools import partial
from random import Random

from msgspec import Struct

from domain.game.deciding.consequences import stands_in
from domain.game.deciding.decide import post, stand_in
from domain.game.deciding.run import Run
from domain.game.entries.entries import Forked
from domain.game.entries.people import ORDERS
from domain.game.entries.protocol_orders import Join
from domain.game.state.game_state import GameState
from domain.kit.errors import StaleOrder
from domain.kit.framing import keyed
from domain.kit.likeness import called, program_of
from referee.games.referee import Referee, Taken, authorise
from referee.programs.choosing import KEEN, RANDOM, STEADY, STRENGTHS, Program, players_of
from referee.programs.deciding import choose
from referee.programs.search import Spread
from referee.record.envelope import PROGRAM as BY_PROGRAM
from referee.record.envelope import Act
from referee.record.record import Kept, Record

USUAL, MOST = 100, 1000
"""Simulations that a keen program may spend on an order, where none are named, and at most."""

STAND_IN = STEADY
"""The program that orders for a seat which was silent, where the policy says so."""

SECRET = "programs/secret"
"""What the luck of programs comes from. Whoever has it foresees them; it never leaves the store."""

STEP = 5 * 60_000
"""What a program does bears the time of the event that it answers, or one that lies whole steps behind it, in
milliseconds: how long it has thought would tell of what it holds, and no thought takes as long."""

MOST_ORDERS = 20_000
"""Orders of programs in a row; more is a game that does not end."""


class NoProgram(Exception):
    """There is no such program; the sentence says which there are."""


class GoneOn(StaleOrder):
    """The game is another than was thought about."""

    def __init__(self) -> None:
        super().__init__("The game has gone on while the program thought.")


class Awaited(Struct, frozen=True):
    """A game at a position that waits for the program which holds a seat, or which `stands_in` for it."""

    game: GameState
    seat: str
    program: str
    stands_in: bool = False


class Thought(Struct, frozen=True):
    """What a program does, if the game still stands at this position."""

    awaited: Awaited
    order: Struct


# ---- who it is


def named(written: str) -> str:
    """The name of a program that is asked for as "steady" or "keen:40". Raises `NoProgram`."""
    name = called(written)
    if not program_of(name) or program(written).simulations > MOST:
        raise NoProgram(
            f"There is no program “{written}”. There are {', '.join(STRENGTHS)}, and {KEEN}:N, which spends "
            f"N simulations on an order, {MOST} at most."
        )
    return name


def program(written: str) -> Program:
    strength, _, simulations = written.partition(":")
    return Program(strength, int(simulations or USUAL) if strength == KEEN else 0)


# ---- for whom a game waits


def awaits(game: GameState) -> Awaited | None:
    """The first program that a game waits for. None where people must speak, in a pause, where the referee
    has to rule, while a seat asks to take back, and in a what-if that has left a game."""
    register = game.register
    if game.is_over() or game.is_foreign or isinstance(game.ledger.fork, Forked):
        return None
    if game.ledger.absent:
        joining = (seat for seat in game.ledger.absent if register.program(seat))
        return next((Awaited(game, seat, register.program(seat)) for seat in joining), None)
    docket = register.docket
    if register.paused or docket.due or docket.proposal is not None:
        return None
    for seat in game.awaited():
        if register.program(seat):
            return Awaited(game, seat, register.program(seat))
    silent = "" if game.is_locked() else stands_in(game.rules, game.state, register)
    return Awaited(game, silent, STAND_IN, stands_in=True) if silent else None


# ---- what it does


def think(referee: Referee, awaited: Awaited, spread: Spread = map) -> Thought:
    """What a program does where it is awaited. The same program in the same position of the same game always
    does the same, however it `spread`s its search, but for the phrase by which it joins."""
    game, seat = awaited.game, awaited.seat
    if game.ledger.absent:
        return Thought(awaited, Join(f"A program plays here: {referee.cells.entropy(16).hex()}."))
    plays = program(awaited.program) if seat in ranked(game) else Program(RANDOM)
    luck = Random(_seed(referee, awaited))
    return Thought(awaited, choose(game.rules, plays, game.state, seat, luck, spread))


def ranked(game: GameState) -> Container[str]:
    """The seats that can win; for another, such as a herald's, a program plays at random."""
    return players_of(game.rules).places(game.state.board)


def _seed(referee: Referee, awaited: Awaited) -> str:
    record = referee.record
    secret = record.setting(SECRET) or record.set_once(SECRET, referee.cells.entropy(32))
    what = (awaited.game.id, str(awaited.game.position), awaited.seat, awaited.program)
    return keyed(secret, "bugyo/1/program", *(part.encode() for part in what)).hex()


def give(referee: Referee, thought: Thought) -> Taken | None:
    """Records what a program does, and all that follows; None where the game has gone on meanwhile.

    Raises like `Referee.take`; an `OrderError` says that the program plays what it may not.
    """
    awaited, order = thought.awaited, thought.order
    game, seat = awaited.game, awaited.seat
    behalf = game.register.holders[seat] if awaited.stands_in else ""
    act = Act(BY_PROGRAM, seat=seat, person=called(awaited.program), behalf=behalf)
    try:
        if isinstance(order, Join):
            return referee.take(game.id, seat, order, act)
        now = _dated(referee.record, game)
        return referee.decide(game.id, partial(_decided, thought, act), act, now=now)
    except GoneOn:
        return None


def _dated(record: Record, game: GameState) -> int:
    """The received-at of what a program does. It is never ahead of the clock, so that nobody's mail is late
    by it; and behind it by less than a step, also where nobody has served the programs for days."""
    kept = record.load(game.id)
    return kept.at + (record.now(kept) - kept.at) // STEP * STEP


def _decided(thought: Thought, act: Act, run: Run, at: int) -> None:
    awaited = thought.awaited
    if run.game.position != awaited.game.position:
        raise GoneOn
    if awaited.stands_in:
        stand_in(run, awaited.seat, thought.order)
    else:
        authorise(run.game, awaited.seat, act, ORDERS, at)
        post(run, awaited.seat, thought.order)


def play_waiting(
    referee: Referee,
    game: str,
    *,
    most: int = MOST_ORDERS,
    go_on: Callable[[], bool] = lambda: True,
) -> int:
    """Plays all programs that a game waits for, one after the other, until people must speak, so many orders
    are given or it is not to `go_on`; how many orders they gave. Raises like `give`."""
    for given in range(most):
        awaited = awaits(referee.record.load(game).game) if go_on() else None
        if awaited is None:
            return given
        give(referee, think(referee, awaited))
    return most


def join_all(referee: Referee, game: str) -> Kept:
    """Lets all programs join that have to; how the game stands then. Raises like `give`."""
    while True:
        kept = referee.record.load(game)
        awaited = awaits(kept.game) if kept.game.ledger.absent else None
        if awaited is None:
            return kept
        give(referee, think(referee, awaited))
