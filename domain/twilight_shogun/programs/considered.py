"""The orders worth a thought: of each card its event, its best actions, a court operation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.twilight_shogun.actions.court import court_bars
from domain.twilight_shogun.actions.realigning import act_of
from domain.twilight_shogun.board.conditions import condition_met
from domain.twilight_shogun.board.state import Board, space_of
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.programs.outlook import Outlook, outlook_of
from domain.twilight_shogun.sequence.rounds import act_with, is_free, plays_of
from domain.twilight_shogun.words import orders as o
from domain.twilight_shogun.words.items import Act, Play, Realign

SECOND = 0.7
"""A second way to share APs out is thought of where it is worth so much of the best."""


def considered(state: State[Board, Any], seat: str) -> tuple[Struct, ...]:
    """The orders worth a thought for the prompt that the seat has open, at least one; all are legal."""
    head = state.agenda[0]
    if isinstance(head, Play):
        return tuple(plays(outlook_of(state.board, seat)))
    if isinstance(head, Act):
        return (*actions(outlook_of(state.board, seat), head), o.Pass())
    if isinstance(head, Realign):
        return (*realignments(outlook_of(state.board, seat), act_of(head)), o.Pass())
    return BOOK.offers(state, seat) or ()


def plays(outlook: Outlook) -> Iterator[Struct]:
    """What each card of the hand may do [7.2]."""
    for card in outlook.board.hands[outlook.seat]:
        yield from plays_of_card(outlook, card)


def plays_of_card(outlook: Outlook, card: str) -> Iterator[Struct]:
    board, seat = outlook.board, outlook.seat
    found = False
    for order in actions(outlook, act_with(board, seat, card)):
        found = True
        yield with_card(card, order)
    if not is_free(board, seat, card):
        yield o.PlayEventFirst(card)
    elif condition_met(board, card, seat):
        yield o.PlayEvent(card)
    elif not found:
        yield from plays_of(board, seat, card)
    if next(court_bars(board, seat, card), None) is None:
        yield o.Court(card)


def with_card(card: str, order: Struct) -> Struct:
    """A card with its action in the same order."""
    if isinstance(order, o.Influence):
        return o.PlayInfluence(card, order.places)
    if isinstance(order, o.Coup):
        return o.PlayCoup(card, order.space)
    assert isinstance(order, o.Realign)
    return o.PlayRealign(card, order.spaces)


def actions(outlook: Outlook, act: Act) -> Iterator[o.Influence | o.Coup | o.Realign]:
    """The best of each action that the APs may be spent on [8.0]."""
    if "influence" in act.actions:
        best, second = outlook.plans(act.ap, act.spaces)
        if best[1]:
            yield o.Influence(best[1])
        if second[1] and second != best and second[0] >= SECOND * best[0]:
            yield o.Influence(second[1])
    if "coup" in act.actions:
        yield from map(o.Coup, outlook.best_coups(act.ap, act.spaces))
    if "realign" in act.actions:
        yield from realignments(outlook, act)


def realignments(outlook: Outlook, act: Act) -> Iterator[o.Realign]:
    """All attempts that the APs pay for, where they promise most [8.2]."""
    for name in outlook.best_realignments(act.spaces):
        attempts = act.ap // space_of(outlook.board, name).cost
        if attempts and outlook.realigning(name) > 0:
            yield o.Realign((name,) * attempts)
