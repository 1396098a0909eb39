"""A title's reference: what may be asked of its cards, places, tables and dice, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any

from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.kit.notation import Notation
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC
from projections.pictures import Field


class Asked(Struct, frozen=True):
    """What a question is answered from.

    `files` are those of the data set. `game` is None where a title is asked about and no game of it. `eye` is
    who looks: the viewer, or the referee once everything is open.
    """

    rules: Rules
    data: Any
    files: Mapping[str, bytes]
    notation: Notation
    game: GameState | None = None
    viewer: str = PUBLIC
    eye: str = PUBLIC

    @property
    def board(self) -> Any:
        """All that is so. Only for rule functions that ask for nothing which the viewer may not know."""
        return self.game.state.board if self.game else None

    @property
    def view(self) -> Any:
        """What the viewer may know; None without a game."""
        return self.rules.view(self.game.state, self.eye) if self.game else None

    @property
    def options(self) -> Any:
        return self.game.opening().options if self.game else self.rules.presets["default"]

    @property
    def seats(self) -> tuple[str, ...]:
        return self.game.seats if self.game else self.rules.seats

    def names(self, kind: str) -> Mapping[str, tuple[str, ...]]:
        """Every spelling of the names of a kind, with the names that it may mean."""
        return self.notation.vocabulary.kinds[kind].words


Page = Callable[[Asked, str, str], Iterable[str]]
"""The lines of what is asked about, by its kind and its name. Lines that are too long are wrapped."""


class Topic(Struct, frozen=True):
    """`kinds` are kinds of the title's vocabulary, in the order in which a word is looked for among them."""

    kinds: tuple[str, ...]
    page: Page


class Printed(Struct, frozen=True):
    """A table in `file`; of a TOML file only `part` of it, or all `but` one. `says` is what it is for, to a
    reader; `rule` the rule that uses it."""

    file: str
    says: str
    rule: str
    part: str = ""
    but: str = ""


GOOD, BAD = "good", "bad"
"""What a result is to whoever throws; "" where it is neither."""


class Face(Struct, frozen=True):
    """What a face of one die brings, in a few signs."""

    says: str
    worth: str = ""


class Share(Struct, frozen=True):
    """In how many of a hundred throws something comes, in a few words; of several, more than one may come."""

    hundredths: int
    says: str
    worth: str = ""


class Thrown(Struct, frozen=True):
    """What an order that throws may bring, to be drawn: six `faces` where one die decides, else `shares`."""

    says: str
    faces: tuple[Face, ...] = ()
    shares: tuple[Share, ...] = ()


class Odds(Struct, frozen=True):
    """`forms` are what can be asked, each with what it says; `answer` gives the lines for the words after
    "odds", None where they are none of these; `of` those words for an order that throws, "" for any other.
    `note` says in a few words how likely it is what a value of an order brings, "" where nothing is thrown:
    of a state that its seat imagines, a field of an order and a value of it, as in `StepWords`. `drawn` is
    what an order may bring, None where it hangs on what whoever asks may not know."""

    forms: Callable[[], tuple[tuple[str, str], ...]]
    answer: Callable[[Asked, str], Iterable[str] | None]
    of: Callable[[Struct], str] = lambda order: ""
    note: Callable[[Any, Field, str], str] = lambda state, field, value: ""
    drawn: Callable[[Asked, Struct], Thrown | None] = lambda asked, order: None


class Left(Struct, frozen=True):
    """A standing order as its seat would write it now, and the line that takes it back."""

    line: str
    back: str


class Reference(Struct, frozen=True):
    """What a title can be asked. Nothing in an answer is hidden from whoever asks."""

    asks: Callable[[Asked], Collection[type[Struct]]]
    """The orders that a game can ever ask for, with its scenario and its options."""

    prompts: Callable[[type[Struct]], Collection[type[Struct]]]
    """The prompts that an order answers."""

    card: Topic | None
    listed: Callable[[Asked], Iterable[str]]
    """All cards, a line for each."""

    unseen: Callable[[Asked], Iterable[str]]
    """What may still come, from what the viewer knows."""

    near: Topic | None
    where: Topic | None
    tables: Callable[[], Mapping[str, Printed]]
    odds: Odds | None
    standing: Callable[[Asked], Iterable[str]]
    """Every occasion of a standing order and every word for it; nothing where the title has none."""

    left: Callable[[Asked], Iterable[Left]] | None = None
    """The standing orders that the viewer's own seat has left; None where the title has none."""

    meant: Callable[[str], str] = lambda line: ""
    """What a line of standing orders is about, in a sentence; lines of one occasion mean one."""
