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
        "Faces follow from the referee's committed sheet, the phrases of all seats and the orders.",
        "a referee who changes a throw after seeing an order, a player who foresees or repeats a throw, "
        "and a change of the record afterwards",
        "a referee who tells a friend what comes next, and one who tells the last to join the cells, so that "
        "its phrase is chosen to please in the deal",
    ),
    2: Level(
        "Faces follow from the referee's sheet, the sheet of the acting seat where it has one, the phrases "
        "of all seats and the orders.",
        "also a referee who alone foresees a throw before the order is in",
        "the referee and the acting seat together, nor what level 1 leaves where a seat has no sheet or, "
        "as in the deal, none has acted yet: there the last phrase can be chosen to please",
    ),
    3: Level(
        "Faces follow from the referee's sheet, the orders, the phrases of all seats, and a cell that a "
        "witness opens once the orders are locked.",
        "any coalition that lacks one of those who contribute",
        "all of them together",
    ),
}
