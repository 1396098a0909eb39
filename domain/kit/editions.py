"""Another edition of the rules for a game that is on: a ruling brings it in, for everybody to see.

For titles that have several editions, and boards that keep the options of their game as `setting.options`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.bars import Bar, Bars
from domain.kit.corrections import Correction
from domain.kit.errors import either
from domain.kit.facts import State
from domain.kit.rules import Edition, has
from domain.kit.vocabulary import Name, Named

RULE = "rules/edition"
"""Where a ruling that brings an edition in belongs: to no number of a rulebook."""

B = TypeVar("B")

Value = str | bool | int
"""What an option may be."""


class PlayBy(Struct, frozen=True, tag="play-by"):
    """The game goes on by this edition of its rules; what was decided stands. A rewind to before the ruling
    leaves it again."""

    FORM: ClassVar[str] = "edition {edition}"
    edition: Annotated[str, Named("edition")]


class Amended(Struct, frozen=True, tag="amended"):
    """From here on the game is played by this edition: the options that were others before, and are now."""

    edition: str
    before: dict[str, Value]
    after: dict[str, Value]


def names(editions: tuple[Edition, ...]) -> Mapping[str, tuple[Name, ...]]:
    """The editions as a ruling names them."""
    return {"edition": tuple(Name(one.name, (one.name.rpartition("/")[2],)) for one in editions)}


def play_by(editions: tuple[Edition, ...]) -> Correction:
    """A game may go on by any later edition that this program plays."""
    return Correction(
        RULE,
        lambda state, said: _bars(editions, state, said),
        lambda board, said: (_amending(editions, board, said),),
    )


def _bars(editions: tuple[Edition, ...], state: State[Any, Any], said: PlayBy) -> Bars:
    """Only what was mended since: an older reading does not come back."""
    now = edition_of(editions, state.board.setting.options)
    later = [edition.name for edition in editions[editions.index(now) + 1 :]]
    if said.edition not in later:
        could = f"It can go on by {either(later)}." if later else "There is no later one."
        yield Bar(RULE, f"The game is played by {now.name}.", could)


def edition_of(editions: tuple[Edition, ...], options: Struct) -> Edition:
    """The newest edition whose options these are: no two fix the same."""
    fits = (one for one in reversed(editions) if has(options, one.options))
    return next(fits, editions[0])


def _amending(editions: tuple[Edition, ...], board: Any, said: PlayBy) -> Amended:
    after = next(one for one in editions if one.name == said.edition).options
    before = {name: getattr(board.setting.options, name) for name in after}
    changed = [name for name in after if before[name] != after[name]]
    return Amended(
        said.edition, {name: before[name] for name in changed}, {name: after[name] for name in changed}
    )


def amended(board: B, event: Amended) -> B:
    """The board with the options of the edition."""
    setting: Any = board.setting  # type: ignore[attr-defined]
    return replace(board, setting=replace(setting, options=replace(setting.options, **event.after)))  # type: ignore[type-var]
