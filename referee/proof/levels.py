"""The levels of proof that a game's throws can have, and what each does not exclude."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct


class Level(Struct, frozen=True):
    """`who` contributes to a throw, what that `excludes`, and what it `leaves` possible."""

    who: str
    excludes: str
    leaves: str

    def sentence(self) -> str:
        return f"{self.who} This excludes {self.excludes}. It does not exclude {self.leaves}."


LEVELS: Mapping[int, Level] = {
    0: Level(
        "Faces are those of real dice, entered by hand, or of a generator that nobody else can check.",
        "nothing but a change of the record afterwards",
        "a referee who chooses the faces",
    ),
    1: Level(
        "Faces follow from cells to all of which the referee is committed before anybody speaks, from the "
        "phrases of all seats and from the orders.",
        "a referee who changes a throw after seeing the order, a player who foresees or repeats a throw, and "
        "a change of the record afterwards",
        "a referee who tells a friend what comes next, who then picks among his orders; the last to join "
        "together with the referee choosing the deal, or the referee alone where phrases can be guessed; "
        "late or lost orders, lapses and rulings used as levers, which all can see; a referee who plays in "
        "its own game; nor a whole record written anew under another key, which shows where players compare "
        "heads and key",
    ),
    2: Level(
        "Faces follow from the same, and from the cell that the acting seat opens with its order.",
        "also a referee who alone foresees a throw before the order is in",
        "the referee and the acting seat together; throws without a fresh cell of a seat (the set-up; "
        "standing, default and only answers; orders that waited; a seat without cells) are of level 1, and "
        "are counted",
    ),
    3: Level(
        "Faces follow from the same, and from a cell that a witness opens once the orders are locked.",
        "any coalition that lacks one of those who contribute",
        "all of them together; and who opens last can stop a throw",
    ),
}

FIRST = (
    "This game follows the first protocol: the referee commits to further cells while it is played. It does "
    "not exclude a referee who commits to a few cells after seeing an order, and so chooses its throw."
)
"""What is said of a game of protocol 1 with proof."""
