"""Chapter 9: how the effects of an event are resolved, one item of the agenda each.

Each kind of effect has one rule function, entered with `resolves`: it gets board, item, effect and chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from msgspec.structs import replace

from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does
from domain.twilight_shogun.board.bans import fits
from domain.twilight_shogun.board.conditions import holds, who
from domain.twilight_shogun.board.events import NothingDone
from domain.twilight_shogun.board.state import Board, in_play
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.data.checks import deeds
from domain.twilight_shogun.data.effects import Choose, Deed, If, IfActive, Where
from domain.twilight_shogun.words.items import Attack, PutInfluence, Resolve, Retrieve

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
    effects = board.setting.tables.cards[card].effects
    if board.played is not None and board.played.ifs:
        effects = decided(effects, dict(zip(ifs_of(effects), board.played.ifs, strict=True)))
    return resolved_next(player, card, effects)


# ---- what depends on the board, judged at the start of the round by an option


def ifs_judged(board: Board, card: str, player: str) -> tuple[bool, ...]:
    """Whether each "if" of an event holds, where an option has all judged at the start of the round [9.2]."""
    if board.setting.options.ifs == "turn":
        return ()
    return tuple(
        holds(board, one.condition, player) for one in ifs_of(board.setting.tables.cards[card].effects)
    )


def ifs_of(effects: Iterable[Deed]) -> tuple[If, ...]:
    return tuple(one for one in deeds(effects) if isinstance(one, If))


def decided(effects: Iterable[Deed], held: Mapping[If, bool]) -> tuple[Deed, ...]:
    """The effects, with one side of each "if" in its place."""
    return tuple(deed for effect in effects for deed in _decided(effect, held))


def _decided(effect: Deed, held: Mapping[If, bool]) -> tuple[Deed, ...]:
    if isinstance(effect, If):
        return decided(effect.effects if held[effect] else effect.otherwise, held)
    if isinstance(effect, IfActive):
        return (replace(effect, effects=decided(effect.effects, held)),)
    if isinstance(effect, Choose):
        ways = tuple(replace(way, effects=decided(way.effects, held)) for way in effect.ways)
        return (replace(effect, ways=ways),)
    return (effect,)


def resolved_next(player: str, card: str, effects: Iterable[Deed]) -> tuple[Resolve, ...]:
    return tuple(Resolve(player, card, effect) for effect in effects)


@BOOK.step(Resolve, "9.0")
def resolve(board: Board, item: Resolve, chance: Chance) -> Outcome:
    """The effects of an event are resolved in the order of its text [9.0]."""
    rule, function = RULES[type(item.effect)]
    outcome = function(board, item, item.effect, chance)
    events = tuple(event if isinstance(event, By) else By(rule, event) for event in outcome.events)
    return Outcome(events, outcome.then, outcome.done)


def nothing(item: Resolve | Attack | PutInfluence | Retrieve, why: str) -> Outcome:
    """The effect changes nothing, and the record says why."""
    seat = item.player if isinstance(item, Resolve) else item.seat
    return does(NothingDone(item.card, seat, why))


def spaces_where(board: Board, where: Where) -> tuple[str, ...]:
    """The spaces in play that fit, in the order of the map; reach is not asked [9.3]."""
    return tuple(name for name in board.influence if in_play(board, name) and fits(board, where, name))


def is_free(board: Board, where: Where) -> bool:
    """Whether nobody needs influence in a space or next to it: the event names the spaces [9.3(2)].

    An option says whether "powered clans" names them, where not all are meant.
    """
    named = where.powered and board.setting.options.powered_free
    return where.free or named or bool(where.spaces)


def side_of(item: Resolve, whom: str) -> str:
    return who(whom, item.player)


def printed(board: Board, card: str) -> str:
    """The name of an event, as a reason."""
    return board.setting.tables.cards[card].name
