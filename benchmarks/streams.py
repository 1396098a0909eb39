"""A real Shinobi opening, and cards moved to and fro: as many recorded facts as are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from domain.game.deciding.run import Run
from domain.game.entries.entries import Rewound
from domain.game.entries.protocol_orders import Join
from domain.game.state.game_state import Back, GameState, back_to
from domain.kit.facts import Fact
from domain.shinobi.board.events import Moved, Placed, TurnBegan
from domain.shinobi.data.tables import NINJA
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record.envelope import BOTS, Act
from referee.record.record import Kept, Record

GAME = "benchmark"
ACT = Act(BOTS)

TURN = 3
"""Events of a turn of `moves`."""


def opened(record: Record, name: str = GAME) -> Kept:
    """A game of three, dealt by a seeded generator: the same in every run."""
    referee = Referee(record, seed="benchmark")
    kept = referee.open(Opening(name, "shinobi", ("Aoi", "Botan", "Chiyo")), ACT)
    for seat in kept.game.seats:
        kept = referee.take(name, seat, Join(f"{seat} joins the game {name}"), ACT).kept
    return kept


def moves(game: GameState) -> Iterator[Fact[Any, Any]]:
    """A card is placed; then in every turn it is moved to the next province and back."""
    seat, source, target = game.seats
    card = next(card for card in game.state.board.hands[seat] if card != NINJA)
    yield Fact("turn/deploy", Placed(seat, card, source))
    for turn in count(2):
        yield Fact("turn/order", TurnBegan(seat, turn))
        yield Fact("turn/move", Moved(seat, card, source, target))
        yield Fact("turn/move", Moved(seat, card, target, source))


def long_game(record: Record, events: int, rewinds: int = 0) -> None:
    """Records a game of so many events; play goes back so often, evenly, each time by two turns."""
    kept = opened(record)
    run, ends = Run(kept.game, Referee(record).cells.chance), dict[int, Back]()
    due = often = events / (rewinds + 1)
    for fact in moves(kept.game):
        if run.game.position == events:
            break
        if rewinds and isinstance(fact.event, TurnBegan):
            ends[run.game.position] = back_to(run.game)
            if run.game.position > due:
                due += often
                run.take(Rewound(run.game.position - 2 * TURN, "a slip"), past=ends.__getitem__)
        run.take(fact)
    record.append(kept, run.game, run.made, ACT)
