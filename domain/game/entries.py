"""What is recorded of a game: its entries. Tags are for ever; new fields have defaults."""

from __future__ import annotations

from typing import Any, Generic, TypeVar, Union

from msgspec import Struct

from domain.kit.chance import Question, Thrown
from domain.kit.facts import Fact
from domain.kit.rules import Rules

O = TypeVar("O")  # noqa: E741  an order; the letters of the contract are B, E, I, O
P = TypeVar("P")

SEAT = "seat"
ONLY_ANSWER = "only answer"


class Seated(Struct, frozen=True):
    """A person takes a seat. `person` is a name that all may read, never an address."""

    seat: str
    person: str


class Opened(Struct, Generic[P], frozen=True, tag="opened", omit_defaults=True):
    """A game is opened. The edition (rules edition, options, digest of the data set) holds to its end.

    `chance` says in a sentence where throws come from.
    """

    title: str
    scenario: str
    edition: str
    preset: str
    options: P
    data: str
    seats: tuple[Seated, ...]
    chance: str


class Ordered(Struct, Generic[O], frozen=True, tag="ordered", omit_defaults=True):
    """A seat has given an order that is legal. `by` is who gave it: the seat, or the referee for an only
    answer."""

    seat: str
    order: O
    by: str = SEAT


class Asked(Struct, frozen=True, tag="asked"):
    """Chance could not answer yet. The order before it is locked until the answer is there."""

    question: Question


Entry = Opened[Any] | Ordered[Any] | Thrown | Asked | Fact[Any, Any]


def entry_type(rules: Rules) -> Any:
    """The union of all that may be recorded of a game of this title, for a msgspec decoder."""
    event, item, order = (Union[kinds] for kinds in (rules.events, rules.items, rules.orders))  # noqa: UP007
    return Union[  # noqa: UP007
        Opened[rules.options], Ordered[order], Thrown, Asked, Fact[event, item]  # type: ignore[name-defined,valid-type]
    ]
