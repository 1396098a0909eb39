"""Chapter 9: how the effects of an event are resolved, one item of the agenda each.

Each kind of effect has one rule function, entered with `resolves`: it gets board, item, effect and chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.twilight_shogun.board.conditions import who
from domain.twilight_shogun.board.events import NothingDone
from domain.twilight_shogun.board.state import Board, controller, in_play, is_clan
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.data.effects import Deed, Where
from domain.twilight_shogun.words.items import Attack, PutInfluence, Resolve

F = TypeVar("F", bound=Callable[..., Outcome])

RULES: dict[type, tuple[str, Callable[..., Outcome]]] = {}
"""The rule function of each kind of effect, with its number."""


def resolves(effect: type, rule: str) -> Callable[[F], F]:
    """The rule function of a kind of effect: f(board, item, effect, chance)."""

    def keep(function: F) -> F:
        RULES[effect] = (rule, function)
        BOOK.numbers.setdefault(rule, []).append(function)
        return function

    return keep


def effects_of(board: Board, card: str, player: str) -> tuple[Resolve, ...]:
    """What the event of a card puts on the agenda, in the order of its text [9.0]."""
    return resolved_next(player, card, board.setting.tables.cards[card].effects)


def resolved_next(player: str, card: str, effects: Iterable[Deed]) -> tuple[Resolve, ...]:
    return tuple(Resolve(player, card, effect) for effect in effects)


@BOOK.step(Resolve, "9.0")
def resolve(board: Board, item: Resolve, chance: Chance) -> Outcome:
    """The effects of an event are resolved in the order of its text [9.0]."""
    rule, function = RULES[type(item.effect)]
    outcome = function(board, item, item.effect, chance)
    events = tuple(event if isinstance(event, By) else By(rule, event) for event in outcome.events)
    return Outcome(events, outcome.then, outcome.done)


def nothing(item: Resolve | Attack | PutInfluence, why: str) -> Outcome:
    """The effect changes nothing, and the record says why."""
    seat = item.player if isinstance(item, Resolve) else item.seat
    return does(NothingDone(item.card, seat, why))


def spaces_where(board: Board, where: Where) -> tuple[str, ...]:
    """The spaces in play that fit, in the order of the map; reach is not asked [9.3]."""
    return tuple(name for name in board.influence if in_play(board, name) and _fits(board, where, name))


def _fits(board: Board, where: Where, name: str) -> bool:
    space = board.setting.tables.spaces[name]
    return (
        (not where.spaces or name in where.spaces)
        and (not where.areas or space.area in where.areas)
        and (not where.powered or space.powered)
        and (not where.clans or is_clan(board, name))
        and (not where.control or (controller(board, name) or "neutral") in where.control)
    )


def is_free(where: Where) -> bool:
    """Whether nobody needs influence in a space or next to it: the event names the spaces [9.3(2)]."""
    return where.free or where.powered or bool(where.spaces)


def side_of(item: Resolve, whom: str) -> str:
    return who(whom, item.player)


def printed(board: Board, card: str) -> str:
    """The name of an event, as a reason."""
    return board.setting.tables.cards[card].name
