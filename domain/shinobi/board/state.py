"""The board, and questions to it. Everything is frozen: `evolve` never writes into a dict of the board."""

from __future__ import annotations

from itertools import chain, repeat

from msgspec import Struct

from domain.shinobi.data.options import Options
from domain.shinobi.data.tables import NINJA, Cards

Army = tuple[str, str]
"""A province and a clan: all the cards of that clan there."""


class Setting(Struct, frozen=True):
    """What holds from the opening to the end of a game. Seats sit clockwise in this order."""

    options: Options
    cards: Cards
    seats: tuple[str, ...]


class Deeds(Struct, frozen=True):
    """What has been done in the turn that is going on, as far as later actions depend on it."""

    placed: Army | None = None
    """Where the first action has put its card."""

    ninja: Army | None = None
    """The army at which a ninja has struck."""

    reinforced: tuple[Army, ...] = ()
    """Armies that have received a card."""


NOTHING_DONE = Deeds()


class Board(Struct, frozen=True):
    """A game of Shinobi. `table[province][clan]` and `deck[card]` are numbers of cards, zeros included.

    `turn` counts the players' turns from 1; `last_turn` is the number of the last one, 0 while that is open.
    """

    setting: Setting
    table: dict[str, dict[str, int]]
    hands: dict[str, tuple[str, ...]]
    deck: dict[str, int]
    discard: dict[str, int]
    clans: dict[str, str]
    first: str = ""
    active: str = ""
    turn: int = 0
    done: Deeds = NOTHING_DONE
    last_turn: int = 0
    revealed: bool = False
    winners: tuple[str, ...] = ()


def begin(options: Options, cards: Cards, seats: tuple[str, ...]) -> Board:
    """The board before anything has happened: every troop card is in the deck."""
    clans = tuple(cards.per_clan)
    return Board(
        Setting(options, cards, seats),
        table={province: dict.fromkeys(clans, 0) for province in seats},
        hands=dict.fromkeys(seats, ()),
        deck={**cards.per_clan, NINJA: cards.ninja.value},
        discard=dict.fromkeys((*clans, NINJA), 0),
        clans={},
    )


def others(board: Board, seat: str) -> tuple[str, ...]:
    """The other provinces, clockwise from `seat`."""
    seats = board.setting.seats
    at = seats.index(seat)
    return seats[at + 1 :] + seats[:at]


def armies(board: Board, province: str) -> tuple[str, ...]:
    """The clans that have a card in a province, in the order of the data set."""
    return tuple([clan for clan, count in board.table[province].items() if count])


def kinds(board: Board, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The different cards among `cards`, in the order of the data set."""
    return tuple([card for card in board.deck if card in cards])


def hidden_deck(board: Board) -> tuple[str, ...]:
    """The cards of the deck in the order of the data set: it has no other."""
    return tuple(chain.from_iterable(map(repeat, board.deck, board.deck.values())))


def unused_clans(board: Board) -> tuple[str, ...]:
    """The clans whose cards nobody holds. No seat may know them before the end."""
    held = board.clans.values()
    return tuple(clan for clan in board.setting.cards.per_clan if clan not in held)


def conserved(board: Board) -> str:
    """What is wrong with the troop cards, in a sentence; "" when all are there."""
    held, table = list(chain.from_iterable(board.hands.values())), board.table.values()
    for card, printed in {**board.setting.cards.per_clan, NINJA: board.setting.cards.ninja.value}.items():
        in_hands, on_table = held.count(card), sum([province.get(card, 0) for province in table])
        places = (board.deck[card], in_hands, on_table, board.discard[card])
        if sum(places) != printed or min(places) < 0:
            return (
                f"There are {printed} cards of {card}; the deck has {places[0]}, the hands {places[1]}, "
                f"the table {places[2]} and the discard {places[3]}."
            )
    return ""
