"""Names of things in the languages of readers, as an owner's data set has them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, partial, wraps
from typing import Any, ParamSpec, TypeVar

from msgspec.structs import replace

from domain.kit.own_names import OwnNames
from projections.language.catalogues import Naming, as_named, named_by
from projections.pictures import Names, Pictures
from projections.titles import PICTURES

P = ParamSpec("P")
R = TypeVar("R")

SAID = (
    *("board", "sentence", "sums", "drawing", "asks", "awaits", "brief", "group", "reading"),
    *("marked", "narrow", "marked_narrow"),
)
"""The pictures with words for people. Tracks and rows are for programs too, and stay as printed."""


def pictures_of(title: str, data: Any) -> Pictures:
    """The pictures of a title as a game shows them, with the names of its owner."""
    naming = naming_of(title, data)
    return named_pictures(PICTURES[title], naming) if naming else PICTURES[title]


def named_pictures(shown: Pictures, naming: Naming) -> Pictures:
    """The pictures of a title with the names of its owner."""
    said = {name: _saying(naming, made) for name in SAID if (made := getattr(shown, name))}
    return replace(shown, **said, names=_saying(naming, partial(_called, shown)))


def naming_of(title: str, data: Any) -> Naming | None:
    """Only of things that the title prints: the words of the rules are ours to translate."""
    own = getattr(data, "own_names", None)
    if not own:
        return None
    return _naming(own, tuple(printed(title, data)))


@lru_cache(maxsize=16)  # its catalogues know by heart what they have once said
def _naming(own: OwnNames, known: tuple[str, ...]) -> Naming:
    things = {*known}
    return Naming(
        {language: {name: called for name, called in names if name in things} for language, names in own}
    )


def printed(title: str, data: Any) -> Iterable[str]:
    """In the order of the data set, each once."""
    shown = PICTURES[title]
    names = shown.things(data) if shown.things else shown.names(data).values()
    return dict.fromkeys(name for name in names if name[:1].isupper())


def _saying(naming: Naming, made: Callable[P, R]) -> Callable[P, R]:
    @wraps(made)
    def said(*args: P.args, **more: P.kwargs) -> R:
        with named_by(naming):
            return made(*args, **more)

    return said


def _called(shown: Pictures, data: Any) -> Names:
    return {word: type(name)(as_named(name)) for word, name in shown.names(data).items()}
