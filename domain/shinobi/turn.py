"""Chapter "turn": the printed sequence of play, and the end of a turn."""

from __future__ import annotations

from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.kit.sealed import Sealed
from domain.shinobi.board.events import CardsDrawn, TurnBegan
from domain.shinobi.board.state import Board, hidden_deck, others
from domain.shinobi.book import BOOK
from domain.shinobi.ending import last_turns
from domain.shinobi.words.items import Attack, BeginTurn, Deploy, EndTurn, Home, Refill, Reveal


@BOOK.step(BeginTurn, "turn/order")
def begin_turn(board: Board, item: BeginTurn, chance: Chance) -> Outcome:
    """A turn is three actions in their order, then the hand is refilled [turn/order]."""
    seat = item.player
    actions = (Deploy(seat), Home(seat), Attack(seat), Refill(seat), EndTurn(seat))
    return does(TurnBegan(seat, board.turn + 1), then=actions)


@BOOK.step(Refill, "turn/refill")
def refill(board: Board, item: Refill, chance: Chance) -> Outcome:
    """The hand is filled up from the deck, as far as the deck goes; nothing is reshuffled [turn/refill].

    The last turns begin once, also where a ruling has put cards back into an empty deck.
    """
    seat, deck = item.player, hidden_deck(board)
    count = min(board.setting.cards.hand.value - len(board.hands[seat]), len(deck))
    if not count:
        return does()
    drawn = chance.draw("turn/refill", f"refill of {seat}, turn {board.turn}", deck, count)
    filled = CardsDrawn(seat, count, Sealed((seat,), drawn))
    if count < len(deck) or board.last_turn:
        return does(filled)
    return does(filled, By("end/last-turns", last_turns(board, seat)))


@BOOK.step(EndTurn, "turn/order")
def end_turn(board: Board, item: EndTurn, chance: Chance) -> Outcome:
    """The turn passes clockwise, until the last turn has been played [turn/order]."""
    if board.turn == board.last_turn:
        return does(then=(Reveal(),))
    return does(then=(BeginTurn(others(board, item.player)[0]),))
