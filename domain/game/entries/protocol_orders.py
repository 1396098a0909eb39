"""Orders that every game knows, whatever its title: what a party does for the proof of throws."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct


class Join(Struct, frozen=True, tag="join"):
    """Answers the invitation with a phrase, any words of one's own; it enters every throw of the game."""

    FORM: ClassVar[str] = "join {phrase}"
    phrase: str


class Root(Struct, frozen=True, tag="root"):
    """Commits to all cells of one's own: their root in hexadecimal, and how many sheets stand under it; or
    “none”."""

    FORM: ClassVar[str] = "root {root}"
    root: str


class Spend(Struct, frozen=True, tag="spent"):
    """Opens a cell that was lost with a mail, so that it is used for nothing else."""

    FORM: ClassVar[str] = "spent {cell}"
    cell: str


class Commit(Struct, frozen=True, tag="commit"):
    """In games of protocol 1, publishes the commitments of a sheet of one's own, in hexadecimal, blanks
    between."""

    FORM: ClassVar[str] = "commit {cells}"
    cells: str


class Cell(Struct, frozen=True, tag="cell"):
    """Opens the next cell of one's own sheet: a seat's for the order that follows, a witness's for the throw
    that is awaited."""

    FORM: ClassVar[str] = "cell {cell}"
    cell: str


OF_EVERY_GAME = (Join, Root, Commit, Cell, Spend)
