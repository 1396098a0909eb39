"""Real dice: who is to throw them for the question that is open, what was claimed, what was said to that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.dice import DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.entries import Asked, Entry, Opened, Ordered
from domain.game.entries.policy import REAL
from domain.kit.chance import Question, Thrown

MOST_DENIALS = 2
"""After so many the dice are left: two people who do not believe each other would throw for ever."""


class Dice(Struct, frozen=True, gc=False):
    """Real dice of a game. `agreed` at the opening, or all else stays empty.

    `newest` is the seat of the newest order. For the open question: the `thrower` while it waits for people
    and their dice, else ""; `question`, the `claim`, how often one was `denied`, whether the dice were
    `left`, and whether the claim was `confirmed` and is thrown next.
    """

    agreed: bool = False
    newest: str = ""
    thrower: str = ""
    question: Question | None = None
    claim: tuple[int, ...] = ()
    denied: int = 0
    left: bool = False
    confirmed: bool = False


def fold(dice: Dice, entry: Entry) -> Dice:
    """Real dice after an entry. Checks nothing."""
    if not dice.agreed and not isinstance(entry, Opened):
        return dice
    change = _FOLDS.get(type(entry))
    return dice if change is None else change(dice, entry)


def _opened(dice: Dice, entry: Opened[Any]) -> Dice:
    return Dice(agreed=entry.policy is not None and entry.policy.dice == REAL)


def _ordered(dice: Dice, entry: Ordered[Any]) -> Dice:
    return replace(dice, newest=entry.seat)


def _asked(dice: Dice, entry: Asked) -> Dice:
    return Dice(True, dice.newest, entry.thrower, entry.question)


def _claimed(dice: Dice, entry: DiceClaimed) -> Dice:
    return replace(dice, claim=entry.faces)


def _answered(dice: Dice, entry: DiceAnswered) -> Dice:
    if entry.yes:
        return replace(dice, thrower="", confirmed=True)
    return replace(dice, claim=(), denied=dice.denied + 1)


def _left(dice: Dice, entry: DiceLeft) -> Dice:
    return replace(dice, thrower="", claim=(), left=True)


def _thrown(dice: Dice, entry: Thrown) -> Dice:
    return Dice(True, dice.newest)


_FOLDS: dict[type, Callable[[Dice, Any], Dice]] = {
    Opened: _opened,
    Ordered: _ordered,
    Asked: _asked,
    DiceClaimed: _claimed,
    DiceAnswered: _answered,
    DiceLeft: _left,
    Thrown: _thrown,
}
