"""A title out of its book and its types: what most titles declare alike is filled in.

For new titles. One that hides something, or corrects more than single values, gives those functions itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.book import Book
from domain.kit.corrections import Correction, Corrections, put, so_already
from domain.kit.facts import State
from domain.kit.notation import Notation
from domain.kit.rules import Edition, Rules, Scenario
from domain.kit.vocabulary import Name, Vocabulary

Value = int | str | bool
"""What a place of the board may hold for `sets`; lists and structs want an event of their own."""

Path = tuple[str, ...]
Names = Callable[[Any, tuple[str, ...]], Mapping[str, Iterable[str]]]


class Corrected(Struct, frozen=True, tag="corrected"):
    """A ruling has put another value in a place of the board: keys of mappings, fields of structs."""

    path: tuple[str, ...]
    before: Value
    after: Value


def no_bars(board: Any, said: Any) -> Bars:
    """Nothing forbids it."""
    return iter(())


def sets(
    rule: str,
    path: Callable[[Any], Path],
    value: Callable[[Any], Value],
    bars: Callable[[Any, Any], Bars] = no_bars,
) -> Correction:
    """A correction that names a place of the board and the value that shall stand there."""

    def barred(state: State[Any, Any], said: Any) -> Bars:
        if _at(state.board, path(said)) == value(said):
            yield so_already(rule, f"{' '.join(path(said))} is {value(said)}")
        yield from bars(state.board, said)

    def events(board: Any, said: Any) -> tuple[Struct, ...]:
        return (Corrected(path(said), _at(board, path(said)), value(said)),)

    return Correction(rule, barred, events)


def _at(where: Any, path: Path) -> Any:
    for name in path:
        where = where[name] if isinstance(where, Mapping) else getattr(where, name)
    return where


def assembled(
    book: Book[Any],
    names: Names,
    *,
    corrections: Mapping[type[Struct], Correction] | None = None,
    **given: Any,
) -> Rules:
    """The rules of a title. `names` are the names of each kind that its orders and corrections use, for a
    data set and the seats of a game; the rest are fields of `Rules`. The board has `turn` and `winners`, or
    the functions of those names are given."""
    fields = {**_usual(given, names), **book.fields(), **given}
    if corrections:
        fields |= _correcting(fields, names, corrections)
    return Rules(**fields)


def _usual(given: Mapping[str, Any], names: Names) -> dict[str, Any]:
    return {
        "editions": (Edition(f"{given['title']}/1"),),
        "scenarios": (Scenario("standard", (len(given["seats"]), len(given["seats"])), "complete"),),
        "notation": _words(given["orders"], names),
        "view": lambda state, viewer: state.board,
        "turn": lambda board: f"T{board.turn}",
        "winners": lambda board: board.winners,
        "ending": lambda board: "victory" if board.winners else "",
        "conserved": lambda board: "",
    }


def _words(kinds: tuple[type[Struct], ...], names: Names) -> Callable[[Any, tuple[str, ...]], Notation]:
    return lambda data, seats: Notation(
        kinds, Vocabulary({kind: tuple(map(Name, some)) for kind, some in names(data, seats).items()})
    )


def _correcting(
    fields: Mapping[str, Any], names: Names, corrections: Mapping[type[Struct], Correction]
) -> dict[str, Any]:
    """The fields of a title in which a ruling may set something right."""
    evolve, winners = fields["evolve"], fields["winners"]

    def folded(board: Any, event: Any) -> Any:
        return put(board, event.path, event.after) if isinstance(event, Corrected) else evolve(board, event)

    def over(state: State[Any, Any], said: Struct) -> Iterator[Bar]:
        if winners(state.board):
            why = "The game is over; nothing on its board can be corrected any more."
            yield Bar(corrections[type(said)].rule, why)

    return {
        "events": (*fields["events"], Corrected),
        "evolve": folded,
        "corrections": tuple(corrections),
        "correcting": _words(tuple(corrections), names),
        "correct": Corrections(corrections, over).correct,
    }
