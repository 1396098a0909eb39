"""Chapter 7: the card-play phase.

7.0    rounds in turn until all cards are played
7.1    a round: one card
7.2    card types: for whom the event occurs, and whether its condition was met
7.21   own, common, opponent's and must-play cards
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.twilight_shogun.actions.coup import coup_bars, couped
from domain.twilight_shogun.actions.court import court_bars, court_tried
from domain.twilight_shogun.actions.placing import placed, placing_bars
from domain.twilight_shogun.actions.plays import plays
from domain.twilight_shogun.actions.realigning import attempt_of, realign_bars
from domain.twilight_shogun.board.events import (
    CardDiscarded,
    CardPlayed,
    CardRemoved,
    EventFailed,
    EventOccurred,
    JoiPerformed,
    RoundBegan,
)
from domain.twilight_shogun.board.state import Board, Use, other
from domain.twilight_shogun.book import BOOK, Bars, alike, guard
from domain.twilight_shogun.cards.play import condition_met, effects_of
from domain.twilight_shogun.data.tables import Card
from domain.twilight_shogun.sequence.turn import next_round
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Act, BeginEvent, BeginRound, EndRound, Play, PutAway


@BOOK.step(BeginRound, "7.1")
def begin_round(board: Board, item: BeginRound, chance: Chance) -> Outcome:
    """The active player plays one card; then both recover [7.1]. Without a card there is no round [7.0]."""
    seat = item.player
    if not board.hands[seat]:
        return does(then=(next_round(board, seat),))
    return does(RoundBegan(board.round + 1, seat), then=(Play(seat), EndRound(seat)))


def card_of(board: Board, name: str) -> Card:
    return board.setting.tables.cards[name]


def is_free(board: Board, seat: str, name: str) -> bool:
    """Whether the type of a card lets the player choose between its APs and its event [2.33, 7.21].

    An own or a common card does.
    """
    return card_of(board, name).side in (seat, "common")


def resolver(board: Board, seat: str, name: str) -> str:
    """Who plays the event: the opponent with a card of the opponent, else the active player [2.34, 9.1]."""
    return other(seat) if card_of(board, name).side == other(seat) else seat


def hand_bars(board: Board, seat: str, name: str) -> Bars:
    """A card is played from the hand [7.1]."""
    if name not in board.setting.tables.cards:
        yield "7.1", f"There is no card {name}."
    elif name not in board.hands[seat]:
        held = ", ".join(f"{card_of(board, one).number} {one}" for one in board.hands[seat])
        yield "7.1", f"You do not hold {card_of(board, name).number} {name}; you hold {held or 'nothing'}."


def free_bars(board: Board, seat: str, name: str) -> Bars:
    """Only an own or a common card gives the choice [7.21]."""
    yield from hand_bars(board, seat, name)
    card = card_of(board, name)
    if card.side == "must":
        yield "7.21", f"{card.name} must be played for both its APs and its event."
    elif not is_free(board, seat, name):
        yield (
            "7.21",
            f"{card.name} is a card of the opponent: you act with its APs, and the event occurs too.",
        )


def both_bars(board: Board, seat: str, name: str) -> Bars:
    """Only an opponent's or a must-play card gives both [7.21]."""
    yield from hand_bars(board, seat, name)
    if is_free(board, seat, name):
        yield "7.21", f"{card_of(board, name).name} is played for its event or for its APs, not for both."


def played(board: Board, seat: str, name: str, use: Use) -> CardPlayed:
    """The condition of an event is judged at the start of the round, before any action [9.2]."""
    met = use != "court" and condition_met(board, name, resolver(board, seat, name))
    return CardPlayed(seat, name, use, met)


def after_action(board: Board, seat: str, name: str) -> tuple[Struct, ...]:
    """With an own or a common card nothing follows the action; else the event does [7.21]."""
    event = () if is_free(board, seat, name) else (BeginEvent(name, resolver(board, seat, name)),)
    return (*event, PutAway(name))


def use_of_action(board: Board, seat: str, name: str) -> Use:
    return "action" if is_free(board, seat, name) else "action-first"


def act_with(board: Board, seat: str, name: str) -> Act:
    """The action that a card gives to the active player [2.32]."""
    return Act(seat, card_of(board, name).ap, name)


@BOOK.answer(Play, orders.PlayEvent, "7.21")
def play_event(board: Board, item: Play, seat: str, order: orders.PlayEvent, chance: Chance) -> Outcome:
    """An own or a common card, for its event; where the condition is not met, nothing occurs [7.21]."""
    guard(free_bars(board, seat, order.card), alike(order, plays(board, item, seat)))
    return does(
        played(board, seat, order.card, "event"), then=(BeginEvent(order.card, seat), PutAway(order.card))
    )


@BOOK.answer(Play, orders.PlayAction, "7.21")
def play_action(board: Board, item: Play, seat: str, order: orders.PlayAction, chance: Chance) -> Outcome:
    """An own or a common card, for its APs [7.21]."""
    guard(free_bars(board, seat, order.card), alike(order, plays(board, item, seat)))
    act = act_with(board, seat, order.card)
    return does(played(board, seat, order.card, "action"), then=(act, PutAway(order.card)))


@BOOK.answer(Play, orders.PlayActionFirst, "7.2")
def play_action_first(
    board: Board, item: Play, seat: str, order: orders.PlayActionFirst, chance: Chance
) -> Outcome:
    """Where both occur, the active player chooses which goes first: here the action [7.2]."""
    guard(both_bars(board, seat, order.card), alike(order, plays(board, item, seat)))
    act, after = act_with(board, seat, order.card), after_action(board, seat, order.card)
    return does(played(board, seat, order.card, "action-first"), then=(act, *after))


@BOOK.answer(Play, orders.PlayEventFirst, "7.2")
def play_event_first(
    board: Board, item: Play, seat: str, order: orders.PlayEventFirst, chance: Chance
) -> Outcome:
    """Where both occur, the active player chooses which goes first: here the event [7.2]."""
    guard(both_bars(board, seat, order.card), alike(order, plays(board, item, seat)))
    event = BeginEvent(order.card, resolver(board, seat, order.card))
    act = act_with(board, seat, order.card)
    return does(played(board, seat, order.card, "event-first"), then=(event, act, PutAway(order.card)))


@BOOK.answer(Play, orders.PlayInfluence, "8.1")
def play_and_place(
    board: Board, item: Play, seat: str, order: orders.PlayInfluence, chance: Chance
) -> Outcome:
    """A card and where its APs place influence, in one order [8.1]."""
    act = in_one_order(board, item, seat, order)
    guard(placing_bars(board, act, order.places), alike(order, plays(board, item, seat)))
    done = placed(board, act, order.places)
    return first_acted(board, seat, order.card, (done,))


@BOOK.answer(Play, orders.PlayCoup, "8.3")
def play_and_coup(board: Board, item: Play, seat: str, order: orders.PlayCoup, chance: Chance) -> Outcome:
    """A card and the clan where its APs attempt a coup, in one order [8.3]."""
    act = in_one_order(board, item, seat, order)
    guard(coup_bars(board, act, order.space), alike(order, plays(board, item, seat)))
    return first_acted(board, seat, order.card, couped(board, act, order.space, chance))


@BOOK.answer(Play, orders.PlayRealign, "8.2")
def play_and_realign(
    board: Board, item: Play, seat: str, order: orders.PlayRealign, chance: Chance
) -> Outcome:
    """A card and the spaces where its APs attempt realignments, in one order [8.2]."""
    act = in_one_order(board, item, seat, order)
    guard(realign_bars(board, act, order.spaces), alike(order, plays(board, item, seat)))
    return first_acted(board, seat, order.card, (), (attempt_of(act, order.spaces),))


def in_one_order(
    board: Board, item: Play, seat: str, order: orders.PlayInfluence | orders.PlayRealign | orders.PlayCoup
) -> Act:
    """The action that goes with a card which is in the hand [7.1]."""
    guard(hand_bars(board, seat, order.card), alike(order, plays(board, item, seat)))
    return act_with(board, seat, order.card)


def first_acted(
    board: Board, seat: str, name: str, done: Sequence[Struct], then: Sequence[Struct] = ()
) -> Outcome:
    """The card is played and its action done first [7.2]."""
    card = played(board, seat, name, use_of_action(board, seat, name))
    return does(card, *done, then=(*then, *after_action(board, seat, name)))


@BOOK.answer(Play, orders.Court, "8.4")
def play_for_court(board: Board, item: Play, seat: str, order: orders.Court, chance: Chance) -> Outcome:
    """A court operation: the event does not occur, also an event of the opponent [8.4]."""
    guard(hand_bars(board, seat, order.card), alike(order, plays(board, item, seat)))
    guard(court_bars(board, seat, order.card), alike(order, plays(board, item, seat)))
    tried = court_tried(board, seat, order.card, chance)
    return does(played(board, seat, order.card, "court"), *tried, then=(PutAway(order.card),))


@BOOK.step(BeginEvent, "9.0")
def begin_event(board: Board, item: BeginEvent, chance: Chance) -> Outcome:
    """The event occurs if its condition held at the start of the round [9.0, 9.2, 2.35]."""
    card = card_of(board, item.card)
    if board.played is None or not board.played.met:
        return does(By("9.2", EventFailed(item.card, item.player)))
    joi = (JoiPerformed(item.card),) if card.joi else ()
    return does(EventOccurred(item.card, item.player), *joi, then=effects_of(board, item.card, item.player))


@BOOK.step(PutAway, "9.2")
def put_away(board: Board, item: PutAway, chance: Chance) -> Outcome:
    """A removal event that occurred goes out of the game; any other card to the discards [9.2]."""
    occurred = board.played is not None and board.played.occurred
    if card_of(board, item.card).removed and occurred:
        return does(CardRemoved(item.card))
    return does(CardDiscarded(item.card))
