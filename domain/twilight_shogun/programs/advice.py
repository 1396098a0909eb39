"""Rules of thumb for Twilight of Shogun.

Whoever has the VP at the end wins [11.0]; they come from scorings [9.5], so from clans that are controlled,
and from the court [8.4]. All cards of a hand are played in a turn [7.0]: what matters is which does what, and
when.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.players import Advice
from domain.twilight_shogun.actions.court import court_limit
from domain.twilight_shogun.board.state import NAVY, Board
from domain.twilight_shogun.programs import deeds
from domain.twilight_shogun.programs.outlook import FACES, Outlook, outlook_of
from domain.twilight_shogun.sequence.rounds import act_with, is_free, resolver
from domain.twilight_shogun.words import items
from domain.twilight_shogun.words import orders as o

POINT = 0.6
"""What an action point is worth later in the turn, when the best places are taken."""

KEPT = 0.5
"""How much of what a card would do anyway counts against playing it now."""

LATER = 0.15
"""What it is worth to act after an event of the other and not before, as a part of what it takes."""

WAITING = 0.2
"""What each card that may still be played before a scoring is worth, as a part of its VP."""

GIVEN_UP = -0.1
"""What it costs to give APs up."""

NEVER = -50.0
"""What loses the game."""

_State = State[Board, Any]

WITH_ACTION = (o.PlayInfluence, o.PlayCoup, o.PlayRealign, o.PlayEventFirst, o.PlayActionFirst)


def place_influence(state: _State, seat: str, order: Struct) -> float:
    if isinstance(order, (o.Influence, o.PlayInfluence)):
        return outlook_of(state.board, seat).placing(order.places)
    return 0.0


def attempt_coup(state: _State, seat: str, order: Struct) -> float:
    if isinstance(order, o.PlayCoup):
        return outlook_of(state.board, seat).coup(order.space, ap_of(state.board, order.card))
    if isinstance(order, o.Coup):
        return outlook_of(state.board, seat).coup(order.space, state.agenda[0].ap)
    return 0.0


def realign(state: _State, seat: str, order: Struct) -> float:
    if isinstance(order, (o.Realign, o.PlayRealign)):
        outlook = outlook_of(state.board, seat)
        return sum([outlook.realigning(one, order.spaces.count(one)) for one in set(order.spaces)])
    return 0.0


def play_own_event(state: _State, seat: str, order: Struct) -> float:
    if isinstance(order, o.PlayEvent):
        return deeds.event(outlook_of(state.board, seat), order.card, seat)
    return 0.0


def mind_the_event(state: _State, seat: str, order: Struct) -> float:
    """The event of a card of the other, or that must be played, which occurs with the action."""
    if isinstance(order, WITH_ACTION) and not is_free(state.board, seat, order.card):
        return deeds.event(outlook_of(state.board, seat), order.card, resolver(state.board, seat, order.card))
    return 0.0


def let_it_happen_first(state: _State, seat: str, order: Struct) -> float:
    """The APs of a card whose event goes first, and what they can mend."""
    if not isinstance(order, o.PlayEventFirst):
        return 0.0
    outlook = outlook_of(state.board, seat)
    harm = min(0.0, deeds.event(outlook, order.card, resolver(state.board, seat, order.card)))
    return outlook.best(act_with(state.board, seat, order.card)) - LATER * harm


def go_to_court(state: _State, seat: str, order: Struct) -> float:
    if not isinstance(order, o.Court):
        return 0.0
    outlook = outlook_of(state.board, seat)
    chance = min(FACES, court_limit(state.board, seat, order.card).total) / FACES
    return chance * deeds.levels(outlook, seat, 1)


def all_are_played(state: _State, seat: str, order: Struct) -> float:
    """What the card of an order would do without it, later in the turn."""
    card = getattr(order, "card", "")
    return -KEPT * usual(outlook_of(state.board, seat), card) if card else 0.0


def wait_with_a_scoring(state: _State, seat: str, order: Struct) -> float:
    """Before it is scored, an area can be gained by the other cards; what is held may be lost."""
    card = state.board.setting.tables.cards.get(getattr(order, "card", ""))
    if card is None or not card.scoring:
        return 0.0
    scored = deeds.scored(outlook_of(state.board, seat), card.scoring)
    return WAITING * scored


def usual(outlook: Outlook, card: str) -> float:
    """What a card is worth to its holder as it would be played without a court operation."""
    if card not in outlook.cards:
        outlook.cards[card] = _usual(outlook, card)
    return outlook.cards[card]


def _usual(outlook: Outlook, card: str) -> float:
    board, seat = outlook.board, outlook.seat
    action = POINT * ap_of(board, card)
    if is_free(board, seat, card):
        return max(action, deeds.event(outlook, card, seat))
    return action + deeds.event(outlook, card, resolver(board, seat, card))


def ap_of(board: Board, card: str) -> int:
    return board.setting.tables.cards[card].ap


def spend_all(state: _State, seat: str, order: Struct) -> float:
    return GIVEN_UP if isinstance(order, (o.Pass, o.PlayAction, o.PlayActionFirst)) else 0.0


def put_where_it_counts(state: _State, seat: str, order: Struct) -> float:
    if isinstance(order, (o.Put, o.Remove)):
        by = -order.count if isinstance(order, o.Remove) else order.count
        return (
            deeds.changed(outlook_of(state.board, seat), order.space, state.agenda[0].side, by) / order.count
        )
    return 0.0


def attack_what_falls(state: _State, seat: str, order: Struct) -> float:
    if isinstance(order, o.Attack):
        return deeds.attack(outlook_of(state.board, seat), order.space, state.agenda[0].target, seat)
    return 0.0


def choose_the_better(state: _State, seat: str, order: Struct) -> float:
    if not isinstance(order, o.Choose):
        return 0.0
    item = state.agenda[0]
    (way,) = [way for way in item.ways if way.name == order.way]
    return deeds.effects(outlook_of(state.board, seat), way.effects, item.player)


def drop_the_worst(state: _State, seat: str, order: Struct) -> float:
    return -usual(outlook_of(state.board, seat), order.card) if isinstance(order, o.Discard) else 0.0


def bring_back_the_best(state: _State, seat: str, order: Struct) -> float:
    return usual(outlook_of(state.board, seat), order.card) if isinstance(order, o.Retrieve) else 0.0


def send_the_navy(state: _State, seat: str, order: Struct) -> float:
    if not isinstance(order, o.Navy):
        return 0.0
    outlook, printed = outlook_of(state.board, seat), state.board.setting.tables.markers[NAVY]
    face = printed.head if printed.head.side == seat else printed.tail
    here = state.board.influence[order.space][seat]
    support = outlook.stakes.support.get((order.space, seat), 0)
    return outlook.gain(order.space, max(0, support + face.value - max(here, support)), 0)


def evade(state: _State, seat: str, order: Struct) -> float:
    return NEVER if isinstance(order, o.Accept) else 0.0


SPENDING = (
    Advice(
        "Put influence where it gains control of a clan or makes it safe, the powered clans first.",
        place_influence,
    ),
    Advice("Attempt a coup where the APs and a middling die turn a clan that is not stable.", attempt_coup),
    Advice("Realign where you control more of the clans around than the other does.", realign),
    Advice("Do not give up action points.", spend_all),
)

ADVICE: dict[type[Struct], tuple[Advice, ...]] = {
    items.Play: (
        *SPENDING,
        Advice("Play your own event where it does more than the action points of its card.", play_own_event),
        Advice(
            "With a card of the other his event occurs: play it when there is little for it to take.",
            mind_the_event,
        ),
        Advice(
            "Let the other's event go first, so that your action mends what it has done.", let_it_happen_first
        ),
        Advice("Try a court operation each turn, best with a card whose event would hurt you.", go_to_court),
        Advice("All cards are played in a turn: ask what a card would do later.", all_are_played),
        Advice("Score an area while you lead in it, and wait while you are behind.", wait_with_a_scoring),
    ),
    items.Act: SPENDING,
    items.Realign: SPENDING,
    items.PutInfluence: (
        Advice("Put or remove influence where it changes who controls.", put_where_it_counts),
    ),
    items.Attack: (
        Advice("Attack where your clans stand around and the other has much to lose.", attack_what_falls),
    ),
    items.ChooseWay: (Advice("Choose what does most for you on this board.", choose_the_better),),
    items.DropCards: (Advice("Discard the card that would do you least good.", drop_the_worst),),
    items.Retrieve: (Advice("Bring back the card that would do you most good.", bring_back_the_best),),
    items.PlaceNavy: (Advice("Send the navy where its support turns a space.", send_the_navy),),
    items.Evade: (Advice("Evade whatever would make the powers intervene: you would lose.", evade),),
}


def advice(state: _State, seat: str) -> tuple[Advice, ...]:
    """The rules of thumb for the prompt that a seat has open."""
    return ADVICE.get(type(state.agenda[0]), ())
