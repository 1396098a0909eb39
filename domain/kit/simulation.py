"""Play without a record: the state after an order, and all that follows unasked, by throws of luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import Struct

from domain.kit.chance import Chance, Faces
from domain.kit.errors import Fault
from domain.kit.facts import State, fold
from domain.kit.players import Luck
from domain.kit.rules import Facts, Rules

T = TypeVar("T")
_State = State[Any, Any]

LONGEST = 20_000
"""Steps that follow unasked from one order; more is a loop in the rules."""


class LuckyChance(Chance):
    """Throws and draws out of a generator; nothing of them is kept."""

    __slots__ = ("luck",)

    def __init__(self, luck: Luck) -> None:
        super().__init__(Faces())
        self.luck = luck

    def throw(self, rule: str, purpose: str, *, sides: int, count: int = 1) -> tuple[int, ...]:
        return tuple([self.luck.randrange(1, sides + 1) for _ in range(count)])

    def draw(
        self, rule: str, purpose: str, hidden: Sequence[T], count: int = 1, *, secret: bool = True
    ) -> tuple[T, ...]:
        return tuple(self.luck.sample(hidden, count))


def begun(rules: Rules, board: Any, chance: Chance) -> _State:
    """A game on its empty board, set up, where the first seat is awaited. Raises `IllegalMove`."""
    return settled(rules, _folded(rules, State(board), rules.setup(board)), chance)


def after(rules: Rules, state: _State, seat: str, order: Struct, chance: Chance) -> _State:
    """The state once a seat's order is played, with all that follows unasked. Raises `IllegalMove`."""
    return settled(rules, _folded(rules, state, rules.decide(state, seat, order, chance)), chance)


def settled(rules: Rules, state: _State, chance: Chance) -> _State:
    """The state once the sequence of play has gone on to the next prompt that somebody must answer."""
    for _ in range(LONGEST):
        found = rules.advance(state, chance)
        if not found:
            given = rules.only_answer(state) or rules.fires(state)
            if given is None:
                return state
            found = rules.decide(state, *given, chance)
        state = _folded(rules, state, found)
    raise Fault(f"{rules.title} goes on for ever.")


def _folded(rules: Rules, state: _State, facts: Facts) -> _State:
    for fact in facts:
        state = fold(rules.evolve, state, fact)
    return state
