"""Facts and outcomes, which rule functions return, and how they are folded into a state.

The agenda is what the sequence of play still has to do, next first. Each fact says whether it finishes
the item at the head and what it puts next, so that a game is loaded without running a rule.

Facts and states hold frozen values and nothing that leads back to them: Python's search for cycles
(`gc`) need not look at the thousands of a long game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

B = TypeVar("B")
E = TypeVar("E")
I = TypeVar("I")  # noqa: E741  an item; the letters of the contract are B, E, I, O


class State(Struct, Generic[B, I], frozen=True, gc=False):
    """Where a game stands: the title's board, and what is still to be done."""

    board: B
    agenda: tuple[I, ...] = ()


class Fact(Struct, Generic[E, I], frozen=True, tag="fact", omit_defaults=True, gc=False):
    """What happened, the rule it follows from, and how it moves the agenda on.

    `done`: the item at the head is finished. `then`: what comes next, before the rest.
    `more`: how many facts of the same unit still follow; a game can only stop where it is 0.
    A fact without an event moves the agenda on and nothing else.
    """

    rule: str
    event: E | None = None
    done: bool = False
    then: tuple[I, ...] = ()
    more: int = 0


class Outcome(Struct, frozen=True, gc=False):
    """What a rule function found: the events, what comes next, and whether its item is finished."""

    events: tuple[Struct, ...]
    then: tuple[Struct, ...]
    done: bool


class By(Struct, frozen=True):
    """An event that follows from another rule than the one of its function."""

    rule: str
    event: Struct


def does(*events: Struct, then: Sequence[Struct] = ()) -> Outcome:
    """The item at the head is finished; `then` comes next."""
    return Outcome(events, tuple(then), True)


def keeps(*events: Struct, then: Sequence[Struct] = ()) -> Outcome:
    """The item at the head stays, after `then`."""
    return Outcome(events, tuple(then), False)


def facts(rule: str, outcome: Outcome) -> tuple[Fact[Struct, Struct], ...]:
    """One unit of facts, each by its event's own rule, or that of its function: the agenda moves with the
    last of them."""
    events, done, then = outcome.events, outcome.done, outcome.then
    if not events:
        return (Fact(rule, None, done, then),)
    more, unit = len(events) - 1, []
    for event in events:
        own, said = (event.rule, event.event) if type(event) is By else (rule, event)
        unit.append(Fact(own, said, False, (), more) if more else Fact(own, said, done, then))
        more -= 1
    return tuple(unit)


def tells_only(board: B, event: object) -> B:
    """What an event folds to that is for the readers of the record: the board is as it was."""
    return board


def fold(
    evolve: Callable[[B, Struct], B], state: State[B, Struct], fact: Fact[Struct, Struct]
) -> State[B, Struct]:
    """The state after `fact`. Runs no rule."""
    board = state.board if fact.event is None else evolve(state.board, fact.event)
    agenda = state.agenda
    if fact.done:
        agenda = fact.then + agenda[1:]
    elif fact.then:
        agenda = fact.then + agenda
    return State(board, agenda)


def tag_of(kind: type) -> str:
    """The tag that a struct is recorded by, which is also the word for an order, or for what is asked."""
    return str(kind.__struct_config__.tag)  # type: ignore[attr-defined]
