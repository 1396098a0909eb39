"""Things that the open prompt, or an unfinished part of the agenda, is about: no ruling corrects them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.twilight_shogun.board.state import NAVY, Board, hand_of
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.words import items
from domain.twilight_shogun.words.corrections import DECK, DISCARDS

Thing = tuple[str, str]
"""The kind of a thing, "space", "card", "pile", "track" or "marker", and its name."""


def unfinished(state: State[Board, Any], *things: Thing) -> str:
    """What is going on about one of the things, as in "go back to before …"; "" if nothing is."""
    going_on = {thing: why for item in state.agenda for thing, why in _stakes(state.board, item)}
    played = state.board.played
    if played is not None:
        going_on["card", played.card] = f"the round of {played.card}"
    return next((going_on[thing] for thing in things if thing in going_on), "")


def _stakes(board: Board, item: Struct) -> Iterator[tuple[Thing, str]]:
    """The things that an item is about, and what it is. An effect that waits looks at the board later."""
    if type(item) in _ABOUT:
        things, why = _ABOUT[type(item)](board, item)
        yield from ((thing, why) for thing in things)


About = tuple[tuple[Thing, ...], str]


def _spaces(*names: str) -> tuple[Thing, ...]:
    return tuple(("space", name) for name in names)


def _act(board: Board, item: items.Act | items.Realign) -> About:
    return _spaces(*item.spaces), f"the action of {SIDES[item.seat]}"


def _attempt(board: Board, item: items.Attempt) -> About:
    return _spaces(item.space, *item.rest), f"the realignment in {item.space}"


def _put(board: Board, item: items.PutInfluence) -> About:
    """What has been chosen already; and all, where only these spaces can be chosen."""
    chosen = (name for name, _ in item.put)
    return _spaces(*chosen, *(() if item.reach else item.spaces)), f"the event of {item.card}"


def _attack(board: Board, item: items.Attack) -> About:
    return _spaces(*item.spaces), f"the event of {item.card}"


def _score(board: Board, item: items.Score) -> About:
    printed = board.setting.tables.scorings[item.scoring]
    spaces = board.setting.tables.areas[printed.area].clans if printed.area else tuple(printed.spaces)
    return (("track", "vp"), *_spaces(*spaces)), f"the scoring of {item.scoring}"


def _raise(board: Board, item: items.Intervene | items.Evade) -> About:
    return (("track", "intervention"),), f"the increase of the intervention level by {item.cause}"


def _ends(board: Board, item: items.Emperor | items.FinalScoring | items.Victory) -> About:
    return (("track", "vp"),), "the end of the game"


def _drop(board: Board, item: items.DropCards) -> About:
    return (("pile", hand_of(item.seat)),), f"the event of {item.card}"


def _retrieve(board: Board, item: items.Retrieve) -> About:
    return (("pile", DISCARDS), ("pile", hand_of(item.seat))), f"the event of {item.card}"


def _deal(board: Board, item: items.Draw | items.DealCards | items.Reshuffle) -> About:
    hands = tuple(("pile", hand_of(seat)) for seat in board.setting.seats)
    return (("pile", DECK), ("pile", DISCARDS), *hands), "the deal of the cards"


def _navy(board: Board, item: items.PlaceNavy) -> About:
    return (("marker", NAVY),), "the placing of the navy marker"


_ABOUT: Mapping[type, Callable[[Board, Any], About]] = {
    items.Act: _act,
    items.Realign: _act,
    items.Attempt: _attempt,
    items.PutInfluence: _put,
    items.Attack: _attack,
    items.Score: _score,
    items.Intervene: _raise,
    items.Evade: _raise,
    items.Emperor: _ends,
    items.FinalScoring: _ends,
    items.Victory: _ends,
    items.DropCards: _drop,
    items.Retrieve: _retrieve,
    items.Draw: _deal,
    items.DealCards: _deal,
    items.Reshuffle: _deal,
    items.PlaceNavy: _navy,
}
