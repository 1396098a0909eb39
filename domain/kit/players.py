"""The contract of a title with the programs that play it: what a seat knows, what may be behind it, advice.

A program gets what its seat knows and nothing else; it plays in states that it imagines. What is chance to it
comes in as `Luck`, so that a seed repeats each choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from domain.kit.facts import State

T = TypeVar("T")
_State = State[Any, Any]


class Luck(Protocol):
    """A seeded generator: the part of `random.Random` that programs use."""

    def random(self) -> float:
        """From 0 up to, not including, 1."""
        ...

    def choice(self, seq: Sequence[T]) -> T: ...

    def sample(self, population: Sequence[T], k: int) -> list[T]: ...

    def randrange(self, start: int, stop: int) -> int: ...


class Advice(Struct, frozen=True):
    """A rule of thumb. `text` says it to a beginner, in a sentence; `score` is how well an order of a seat
    follows it in a state: above 0 for it, below 0 against it, 0 where it has nothing to say.

    Scores of all pieces of advice are added up: 1 is what decides between two orders that are alike.
    A score looks at nothing that the seat may not know.
    """

    text: str
    score: Callable[[_State, str, Struct], float]


class Players(Struct, frozen=True):
    """What a title gives to programs that play it."""

    known: Callable[[_State, str], _State]
    """The state as far as a seat knows it: what it may not know is blank. It tells no more than `Rules.view`,
    and is all that a program gets of a game."""

    imagine: Callable[[_State, str, Luck], _State]
    """A whole state that fits what a seat knows, and the counts that everybody knows: f(known, seat, luck).
    Its view is that of the game, and so are the orders that are legal for the seat."""

    considered: Callable[[_State, str], Sequence[Struct]]
    """The orders worth a thought for a seat that is awaited, at least one; all of them legal."""

    advice: Callable[[_State, str], Sequence[Advice]]
    """The rules of thumb for the prompt that a seat has open."""

    worth: Callable[[Any, str], float]
    """How a board looks for a seat before the end: 0 lost, 1 won."""

    places: Callable[[Any], Mapping[str, float]]
    """What ranks the seats at the end of a game, by seat: more is better, equal ones share their place."""

    doubtful: Callable[[_State, str], bool] = lambda _state, _seat: True
    """Whether a search is worth its time for the prompt of a seat; else a program takes the advice."""

    hint: int = 100
    """Simulations that a piece of advice to a person may cost: those of less than half a second."""

    ahead: int = 12
    """Decisions of all seats that a search plays on before it asks what a board is worth."""

    seen: Callable[[Any, Any, str], Any] | None = None
    """The board after an event as far as a seat can tell: f(board, event, seat). What is sealed from the seat
    is `UNSEEN` in the event; once all are folded, `known` of the board is what it is of the true one. None
    where no event of the title hides anything."""

    rests: Callable[[_State], bool] = lambda _state: True
    """Whether a board can be judged where a seat is awaited; a search plays on from where it cannot."""
