"""Chapter 7: the card-play phase.

7.0    rounds in turn until all cards are played
7.1    a round: one card
7.2    card types: for whom the event occurs, and whether its condition was met
7.21   own, common, opponent's and must-play cards
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does, tag_of
from domain.kit.narrowed import CARD, Count, Narrowed, Picks, Value
from domain.twilight_shogun.actions.coup import coup_bars, couped
from domain.twilight_shogun.actions.court import court_bars, court_tried
from domain.twilight_shogun.actions.placing import placed, placing_bars
from domain.twilight_shogun.actions.realigning import attempt_of, realign_bars
from domain.twilight_shogun.actions.spending import (
    Ways,
    coup_steps,
    placing_steps,
    realign_steps,
    ways_of,
)
from domain.twilight_shogun.board import events
from domain.twilight_shogun.board.bans import forbidding
from domain.twilight_shogun.board.conditions import condition_met
from domain.twilight_shogun.board.state import Board, Use, other
from domain.twilight_shogun.book import BOOK, REFUSALS, alike
from domain.twilight_shogun.cards.resolving import effects_of, ifs_judged
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
    return does(events.RoundBegan(board.round + 1, seat), then=(Play(seat), EndRound(seat)))


def card_of(board: Board, name: str) -> Card:
    return board.setting.tables.cards[name]


def is_free(board: Board, seat: str, name: str) -> bool:
    """Whether the type of a card lets the player choose between its APs and its event [2.33, 7.21].

    An own or a common card does, unless its icons say otherwise [2.34].
    """
    return card_of(board, name).icon(seat) == "choice"


def resolver(board: Board, seat: str, name: str) -> str:
    """Who plays the event: the opponent with a card of the opponent, else the active player [2.34, 9.1]."""
    return other(seat) if card_of(board, name).icon(seat) == other(seat) else seat


def hand_bars(board: Board, seat: str, name: str) -> Bars:
    """A card is played from the hand [7.1]."""
    if name not in board.setting.tables.cards:
        yield Bar("7.1", f"There is no card {name}.")
    elif name not in board.hands[seat]:
        held = ", ".join(f"{card_of(board, one).number} {one}" for one in board.hands[seat])
        yield Bar(
            "7.1", f"You do not hold {card_of(board, name).number} {name}; you hold {held or 'nothing'}."
        )


def free_bars(board: Board, seat: str, name: str) -> Bars:
    """Only an own or a common card gives the choice [7.21]."""
    yield from hand_bars(board, seat, name)
    card = card_of(board, name)
    if is_free(board, seat, name):
        return
    if resolver(board, seat, name) == seat:
        yield Bar("7.21", f"{card.name} must be played for both its APs and its event.")
    elif card.side == other(seat):
        yield Bar(
            "7.21", f"{card.name} is a card of the opponent: you act with its APs, and the event occurs too."
        )
    else:
        yield Bar("2.34", f"{card.name} gives you its APs, and the opponent plays its event.")


def both_bars(board: Board, seat: str, name: str) -> Bars:
    """Only an opponent's or a must-play card gives both [7.21]."""
    yield from hand_bars(board, seat, name)
    if is_free(board, seat, name):
        yield Bar(
            "7.21", f"{card_of(board, name).name} is played for its event or for its APs, not for both."
        )


def played(board: Board, seat: str, name: str, use: Use) -> events.CardPlayed:
    """The condition of an event is judged at the start of the round, before any action [9.2]."""
    player = resolver(board, seat, name)
    met = use != "court" and condition_met(board, name, player)
    return events.CardPlayed(seat, name, use, met, ifs_judged(board, name, player) if met else ())


def after_action(board: Board, seat: str, name: str) -> tuple[Struct, ...]:
    """With an own or a common card nothing follows the action; else the event does [7.21]."""
    event = () if is_free(board, seat, name) else (BeginEvent(name, resolver(board, seat, name)),)
    return (*event, PutAway(name))


def use_of_action(board: Board, seat: str, name: str) -> Use:
    return "action" if is_free(board, seat, name) else "action-first"


def act_with(board: Board, seat: str, name: str) -> Act:
    """The action that a card gives to the active player [2.32]."""
    return Act(seat, card_of(board, name).ap, name)


@BOOK.examples(Play, "7.1")
def plays(board: Board, item: Play, seat: str) -> Iterator[Struct]:
    """For each card of the hand: its event, its APs in several ways, a court operation [7.1]."""
    known: dict[int, Ways] = {}
    for name in board.hands[seat]:
        ap = board.setting.tables.cards[name].ap
        if ap not in known:
            known[ap] = ways_of(board, Act(seat, ap, name))
        yield from plays_of(board, seat, name)
        yield from actions_of(name, known[ap])


ALONE: dict[type[Struct], Callable[[Board, str, str], Bars]] = {
    orders.PlayEvent: free_bars,
    orders.PlayAction: free_bars,
    orders.PlayEventFirst: both_bars,
    orders.PlayActionFirst: both_bars,
    orders.Court: court_bars,
}
"""The orders that name a card and nothing else, and what forbids each."""


def plays_of(board: Board, seat: str, name: str) -> Iterator[Struct]:
    """What one card may be played for [7.2]."""
    return (kind(name) for kind, bars in ALONE.items() if next(bars(board, seat, name), None) is None)


WITH_ACTION: dict[type[Struct], Callable[[Board, Act, Picks, Callable[..., Struct]], Narrowed]] = {
    orders.PlayInfluence: placing_steps,
    orders.PlayCoup: coup_steps,
    orders.PlayRealign: realign_steps,
}
"""The orders that name a card and what its APs do, and how that is put together."""


USES_OF_FREE: tuple[type[Struct], ...] = (orders.PlayEvent, *WITH_ACTION, orders.Court, orders.PlayAction)
USES_OF_BOTH: tuple[type[Struct], ...] = (
    orders.PlayEventFirst,
    *WITH_ACTION,
    orders.Court,
    orders.PlayActionFirst,
)
"""What a card is played for, in the order in which it is told: one of the own side or common, or another."""


@BOOK.narrows(Play, None, "7.1")
def cards_to_pick(board: Board, item: Play, seat: str, picks: Picks) -> Narrowed:
    """A card of the hand, then what it is played for [7.1, 7.2]."""
    if not picks:
        costs = {name: Count("AP", card_of(board, name).ap) for name in board.hands[seat]}
        return Narrowed(tuple([Value(one, "card", one, cost=costs[one]) for one in costs]), CARD, "card")
    card, *rest = picks
    if not rest:
        uses = USES_OF_FREE if is_free(board, seat, card) else USES_OF_BOTH
        return Narrowed(tuple([Value(tag_of(kind), "", tag_of(kind)) for kind in uses]))
    kind = next(kind for kind in (*ALONE, *WITH_ACTION) if tag_of(kind) == rest[0])
    if kind in ALONE:
        return Narrowed(order=kind(card), bars=lambda _one: ALONE[kind](board, seat, card))
    return WITH_ACTION[kind](board, act_with(board, seat, card), tuple(rest[1:]), partial(kind, card))


def actions_of(name: str, ways: Ways) -> Iterator[Struct]:
    """A card with its action in the same order [8.0]."""
    yield from (orders.PlayInfluence(name, places) for places in ways.places)
    yield from (orders.PlayCoup(name, target) for target in ways.coups)
    yield from (orders.PlayRealign(name, (target,)) for target in ways.realignments)


def guard(board: Board, item: Play, seat: str, order: Struct, bars: Bars) -> None:
    """Refuses with the first reason, and shows what would do: first the same card, played in another way."""
    REFUSALS.guard(bars, alike(order, plays(board, item, seat)))


@BOOK.answer(Play, orders.PlayEvent, "7.21")
def play_event(board: Board, item: Play, seat: str, order: orders.PlayEvent, chance: Chance) -> Outcome:
    """An own or a common card, for its event; where the condition is not met, nothing occurs [7.21]."""
    guard(board, item, seat, order, free_bars(board, seat, order.card))
    return does(
        played(board, seat, order.card, "event"), then=(BeginEvent(order.card, seat), PutAway(order.card))
    )


@BOOK.answer(Play, orders.PlayAction, "7.21")
def play_action(board: Board, item: Play, seat: str, order: orders.PlayAction, chance: Chance) -> Outcome:
    """An own or a common card, for its APs [7.21]."""
    guard(board, item, seat, order, free_bars(board, seat, order.card))
    act = act_with(board, seat, order.card)
    return does(played(board, seat, order.card, "action"), then=(act, PutAway(order.card)))


@BOOK.answer(Play, orders.PlayActionFirst, "7.2")
def play_action_first(
    board: Board, item: Play, seat: str, order: orders.PlayActionFirst, chance: Chance
) -> Outcome:
    """Where both occur, the active player chooses which goes first: here the action [7.2]."""
    guard(board, item, seat, order, both_bars(board, seat, order.card))
    act, after = act_with(board, seat, order.card), after_action(board, seat, order.card)
    return does(played(board, seat, order.card, "action-first"), then=(act, *after))


@BOOK.answer(Play, orders.PlayEventFirst, "7.2")
def play_event_first(
    board: Board, item: Play, seat: str, order: orders.PlayEventFirst, chance: Chance
) -> Outcome:
    """Where both occur, the active player chooses which goes first: here the event [7.2]."""
    guard(board, item, seat, order, both_bars(board, seat, order.card))
    event = BeginEvent(order.card, resolver(board, seat, order.card))
    act = act_with(board, seat, order.card)
    return does(played(board, seat, order.card, "event-first"), then=(event, act, PutAway(order.card)))


@BOOK.answer(Play, orders.PlayInfluence, "8.1")
def play_and_place(
    board: Board, item: Play, seat: str, order: orders.PlayInfluence, chance: Chance
) -> Outcome:
    """A card and where its APs place influence, in one order [8.1]."""
    act = in_one_order(board, item, seat, order)
    guard(board, item, seat, order, placing_bars(board, act, order.places))
    done = placed(board, act, order.places)
    return first_acted(board, seat, order.card, (done,))


@BOOK.answer(Play, orders.PlayCoup, "8.3")
def play_and_coup(board: Board, item: Play, seat: str, order: orders.PlayCoup, chance: Chance) -> Outcome:
    """A card and the clan where its APs attempt a coup, in one order [8.3]."""
    act = in_one_order(board, item, seat, order)
    guard(board, item, seat, order, coup_bars(board, act, order.space))
    return first_acted(board, seat, order.card, couped(board, act, order.space, chance))


@BOOK.answer(Play, orders.PlayRealign, "8.2")
def play_and_realign(
    board: Board, item: Play, seat: str, order: orders.PlayRealign, chance: Chance
) -> Outcome:
    """A card and the spaces where its APs attempt realignments, in one order [8.2]."""
    act = in_one_order(board, item, seat, order)
    guard(board, item, seat, order, realign_bars(board, act, order.spaces))
    return first_acted(board, seat, order.card, (), (attempt_of(act, order.spaces),))


def in_one_order(
    board: Board, item: Play, seat: str, order: orders.PlayInfluence | orders.PlayRealign | orders.PlayCoup
) -> Act:
    """The action that goes with a card which is in the hand [7.1]."""
    guard(board, item, seat, order, hand_bars(board, seat, order.card))
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
    bars = chain(hand_bars(board, seat, order.card), court_bars(board, seat, order.card))
    guard(board, item, seat, order, bars)
    tried = court_tried(board, seat, order.card, chance)
    return does(played(board, seat, order.card, "court"), *tried, then=(PutAway(order.card),))


@BOOK.step(BeginEvent, "9.0")
def begin_event(board: Board, item: BeginEvent, chance: Chance) -> Outcome:
    """The event occurs if its condition held at the start of the round [9.0, 9.2, 2.35]."""
    card = card_of(board, item.card)
    if board.played is None or not board.played.met:
        return does(event_missed(board, item))
    joi = (events.JoiPerformed(item.card),) if card.joi else ()
    return does(
        events.EventOccurred(item.card, item.player), *joi, then=effects_of(board, item.card, item.player)
    )


def event_missed(board: Board, item: BeginEvent) -> By:
    """Its condition did not hold, its card is out of play [9.2], or a lasting event forbids it [2.35]."""
    by = forbidding(board, item.player, "event", item.card)
    if item.card in board.retired:
        return By("9.2", events.EventBarred(item.card, item.player))
    if by:
        return By("2.35", events.EventBarred(item.card, item.player, by))
    return By("9.2", events.EventFailed(item.card, item.player))


@BOOK.step(PutAway, "9.2")
def put_away(board: Board, item: PutAway, chance: Chance) -> Outcome:
    """A removal event that occurred goes out of the game, as does a card that is out of play; any other card
    to the discards [9.2].
    """
    occurred = board.played is not None and board.played.occurred
    if (card_of(board, item.card).removed and occurred) or item.card in board.retired:
        return does(events.CardRemoved(item.card))
    return does(events.CardDiscarded(item.card))
