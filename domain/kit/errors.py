"""Errors: the player's, and our own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from msgspec import Struct

INDENT = " " * 4
"""What stands before the excerpt of a line."""

WIDTH = 70
"""Characters of a line that an error shows; a mail has 78 columns and the line is indented."""


class Reason(Struct, frozen=True, omit_defaults=True):
    """Why an order is refused, in parts: each sentence is translated by itself. `excerpt` is the part of the
    line that cannot be read, and below it the caret."""

    sentences: tuple[str, ...]
    rule: str = ""
    excerpt: tuple[str, ...] = ()

    def __str__(self) -> str:
        said = " ".join((f"[{self.rule}]", *self.sentences) if self.rule else self.sentences)
        return "\n".join((*(f"{INDENT}{line}" for line in self.excerpt), said))


class OrderError(Exception):
    """Whatever is wrong with an order; str() is what the player reads."""

    def reason(self) -> Reason:
        return Reason(_plain(super().__str__()))

    def __str__(self) -> str:
        return str(self.reason())


class Misread(NamedTuple):
    """Where a line can be read no further, and why: `column` counts from 0; `expected` holds alternatives as
    they stand in a sentence ("a clan: mori or oda", "the end of the line"); `nearest` is the word that was
    probably meant."""

    column: int
    why: str
    expected: tuple[str, ...]
    nearest: str = ""


class UnreadableOrder(OrderError):
    """A line that is no order."""

    def __init__(
        self, line: str, column: int, why: str, expected: tuple[str, ...], nearest: str = ""
    ) -> None:
        super().__init__(line)
        self.line = line
        self._find: Callable[[], Misread] = lambda: Misread(column, why, expected, nearest)

    @classmethod
    def later(cls, line: str, find: Callable[[], Misread]) -> UnreadableOrder:
        """One of which nobody may ask what is wrong: most lines that are no orders are something else, and a
        mail can have thousands."""
        unread = cls(line, 0, "", ())
        unread._find = find
        return unread

    def __reduce__(self) -> tuple[type[UnreadableOrder], tuple[object, ...]]:
        return UnreadableOrder, (self.line, *self.misread)

    @cached_property
    def misread(self) -> Misread:
        return self._find()

    def reason(self) -> Reason:
        found = self.misread
        shown, column = _excerpt(self.line, found.column)
        wanted = either(found.expected)
        expected = f"Expected {wanted}." if wanted else ""
        nearest = f'Did you mean "{found.nearest}"?' if found.nearest else ""
        return Reason(_plain(found.why, expected, nearest), excerpt=(shown, f"{' ' * column}^"))


class AmbiguousOrder(OrderError):
    """A line that can be read as several orders; `readings` are in canonical notation."""

    def __init__(self, line: str, readings: tuple[str, ...]) -> None:
        super().__init__(line, readings)
        self.line = line
        self.readings = readings

    def reason(self) -> Reason:
        readings = either([f'"{reading}"' for reading in self.readings])
        said = f"This can be read in more than one way: {readings}. Please write one in full."
        return Reason(_plain(said), excerpt=_excerpt(self.line, 0)[:1])


class StaleOrder(OrderError):
    """An order for a turn or a prompt that is over, or not there yet; `rule` is where it belongs."""

    def __init__(self, why: str, instead: str = "", rule: str = "") -> None:
        super().__init__(why, instead)
        self.why = why
        self.instead = instead
        self.rule = rule

    def reason(self) -> Reason:
        return Reason(_plain(self.why, self.instead), self.rule)


class IllegalMove(OrderError):
    """An order that a rule forbids: the rule's number, the values that decided it, what would do."""

    def __init__(self, rule: str, why: str, instead: str = "") -> None:
        super().__init__(rule, why, instead)
        self.rule = rule
        self.why = why
        self.instead = instead

    def reason(self) -> Reason:
        return Reason(_plain(self.why, self.instead), self.rule)


def _plain(*said: str) -> tuple[str, ...]:
    """What is said, as text that can be stored: a translated text is of a class of its own."""
    return tuple(str(one) for one in said if one)


class Fault(Exception):
    """Our side, never the player's."""


class BrokenRecord(Fault):
    """A recorded game that cannot be loaded; it stops there, and nothing is guessed."""

    def __init__(self, game: str, position: int, why: str) -> None:
        super().__init__(game, position, why)
        self.game = game
        self.position = position
        self.why = why

    def of(self, game: str) -> BrokenRecord:
        """The same, told of a game: it may speak of a data set."""
        return self if self.game == game else BrokenRecord(game, self.position, self.why)

    def __str__(self) -> str:
        return f'The record of game "{self.game}" is broken at event {self.position}. {self.why}'


class TitleMissing(BrokenRecord):
    """A game whose title is not installed, or is that of another package: its record may be whole."""

    def __str__(self) -> str:
        return f'Game "{self.game}" cannot be opened here. {self.why}'


UNFOLDED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What folding facts raises where they are not those of a game of ours; `ValueError` is also what bytes raise
that are no event."""


class TableMissing(Fault):
    """A printed table that a rule needs and that the data set does not have."""

    def __init__(self, table: str, rule: str) -> None:
        super().__init__(table, rule)
        self.table = table
        self.rule = rule

    def __str__(self) -> str:
        return f'[{self.rule}] needs the table "{self.table}", which the data set does not have.'


class BadTable(Fault):
    """A line of a data file that does not hold what it should; `line` counts from 1."""

    def __init__(self, path: str, line: int, expected: str, got: str) -> None:
        super().__init__(path, line, expected, got)
        self.path = path
        self.line = line
        self.expected = expected
        self.got = got

    def __str__(self) -> str:
        return f"{self.path}, line {self.line}: expected {self.expected}, got {self.got}."


def either(choices: Sequence[str]) -> str:
    """The choices as in a sentence: "a, b or c".

    A choice that is itself a list ("a clan: mori or oda") is set off by semicolons.
    """
    if len(choices) < 2:
        return "".join(choices)
    if any("," in choice or ":" in choice for choice in choices):
        return "; or ".join(choices)
    return f"{', '.join(choices[:-1])} or {choices[-1]}"


def _excerpt(line: str, column: int) -> tuple[str, int]:
    """The part of the line around the column that fits on a page, and where the column is in it."""
    # A tab or an invisible sign would set the caret under another word.
    line = "".join(sign if sign.isprintable() else " " for sign in line)
    if len(line) <= WIDTH:
        return line, column
    start = max(0, min(column - WIDTH // 2, len(line) - WIDTH))
    shown = ("…" if start else "") + line[start : start + WIDTH]
    shown += "…" if start + WIDTH < len(line) else ""
    return shown, column - start + bool(start)
