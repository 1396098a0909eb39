"""The board as a seat, everybody or the referee may know it. What the viewer may not know is None."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.rules import SHARED
from domain.kit.sealed import REFEREE
from domain.shinobi.board import events
from domain.shinobi.board.state import Army, Board, kinds, unused_clans

REVEALS = (
    events.ClanDealt,
    events.CardsDrawn,
    events.ActionSkipped,
    events.ClansRevealed,
    events.HandsRevealed,
    events.HandCorrected,
    events.DiscardCorrected,
)
"""They show to somebody what was hidden. A card that is placed or sent is told by the order itself; but that
an action is skipped tells what a hand has not, and nobody has ordered it. A draw and a correction show a hand
to its seat; a corrected discard shows what the deck has."""


class Province(Struct, frozen=True):
    """What lies before a player, and what the player holds. `armies` has its clans in their order."""

    seat: str
    armies: dict[str, int]
    cards_in_hand: int
    hand: tuple[str, ...] | None
    clan: str | None


class View(Struct, frozen=True):
    """A game as `viewer` sees it. Hands and deck stand in the order of the data set, not in that of the draw.

    `struck` and `reinforced`: where a ninja has struck, and what has received a card, in this turn.
    """

    viewer: str
    turn: int
    active: str
    first: str
    last_turn: int
    provinces: tuple[Province, ...]
    clans: dict[str, int]
    discard: dict[str, int]
    cards_in_deck: int
    deck: dict[str, int] | None
    unused_clans: tuple[str, ...] | None
    struck: Army | None
    reinforced: tuple[Army, ...]
    winners: tuple[str, ...]


def view(state: State[Board, Any], viewer: str) -> View:
    """What `viewer` may know; everything to the referee, and to all once it is opened."""
    board = state.board
    open_to_viewer = board.revealed or viewer == REFEREE
    return View(
        viewer,
        board.turn,
        board.active,
        board.first,
        board.last_turn,
        tuple(_province(board, seat, open_to_viewer or seat == viewer) for seat in board.setting.seats),
        {clan: sum(armies[clan] for armies in board.table.values()) for clan in board.setting.cards.per_clan},
        {card: count for card, count in board.discard.items() if count},
        sum(board.deck.values()),
        {card: count for card, count in board.deck.items() if count} if open_to_viewer else None,
        unused_clans(board) if open_to_viewer else None,
        board.done.ninja,
        board.done.reinforced,
        board.winners,
    )


def _province(board: Board, seat: str, is_open: bool) -> Province:
    hand = board.hands[seat]
    return Province(
        seat,
        {clan: count for clan, count in board.table[seat].items() if count},
        len(hand),
        tuple(card for card in kinds(board, hand) for _ in range(hand.count(card))) if is_open else None,
        board.clans.get(seat) if is_open else None,
    )


def turn(board: Board) -> str:
    """The turn as mails write it: one player's turn, "T5". "T0" is the deal."""
    return f"T{board.turn}"


def winners(board: Board) -> tuple[str, ...]:
    """Who has won; () while the game is on."""
    return board.winners


ENDINGS = {
    "victory": "One clan has the most cards on the table, if need be the most in its own province.",
    "shared": "Several clans are still tied in their own provinces, and win together.",
}


def ending_of(board: Board) -> str:
    """How the game has ended: "victory", or "shared" between several; "" while it is on."""
    if not board.winners:
        return ""
    return SHARED if len(board.winners) > 1 else "victory"
