"""A real Shinobi opening, and cards moved to and fro: as many recorded facts as are wanted."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from domain.game.aggregate import Game
from domain.game.entries import Entry
from domain.game.orders import Join
from domain.kit.facts import Fact
from domain.shinobi.events import Moved, Placed, TurnBegan
from domain.shinobi.tables import NINJA
from referee.record.envelope import BOTS, Act
from referee.record.newest import Kept
from referee.record.record import Record
from referee.service import Opening, Referee

GAME = "benchmark"
ACT = Act(BOTS)


def opened(record: Record, name: str = GAME) -> Kept:
    """A game of three, dealt by a seeded generator: the same in every run."""
    referee = Referee(record, seed="benchmark")
    kept = referee.open(Opening(name, "shinobi", ("Aoi", "Botan", "Chiyo")), ACT)
    for seat in kept.game.seats:
        kept = referee.take(name, seat, Join(f"{seat} joins"), ACT).kept
    return kept


def moves(game: Game) -> Iterator[Entry]:
    """A card is placed; then in every turn it is moved to the next province and back."""
    seat, source, target = game.seats
    card = next(card for card in game.state.board.hands[seat] if card != NINJA)
    yield Fact("turn/deploy", Placed(seat, card, source))
    for turn in count(2):
        yield Fact("turn/order", TurnBegan(seat, turn))
        yield Fact("turn/move", Moved(seat, card, source, target))
        yield Fact("turn/move", Moved(seat, card, target, source))


def long_game(record: Record, events: int) -> None:
    """Records a game of so many events."""
    kept = opened(record)
    made: list[Entry] = []
    for fact in moves(kept.game):
        if kept.game.position == events:
            break
        kept.game.fold(fact)
        made.append(fact)
    record.append(kept, made, ACT)
