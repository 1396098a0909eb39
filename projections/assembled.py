"""Pictures of a title out of its text board and of what its events say of themselves.

For new titles: each event has a sentence `SAYS`, whose fields are its own; the drawing is the text board, a
part for each line, so that a replay shows which lines have changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import asdict

from domain.kit.assembled import Corrected
from projections.drawing.svg import Drawing, Part, text
from projections.language.messages import _, term
from projections.pictures import OTHER, Field, Pictures

WIDTH, EDGE, LINE = 960, 24, 30
"""Of a drawing, round it, and from a line to the next."""


def assembled(
    name: str,
    board: Callable[[Any], str],
    tracks: Callable[[Any], Mapping[str, int]] = lambda view: {},
    drawing: Callable[[Any], Drawing] | None = None,
    where: Callable[[Any, Field, Any], tuple[str, ...]] | None = None,
) -> Pictures:
    """The pictures of a title. `tracks` are what rises and falls in a game; `drawing` stands in the place of
    the one that is made of the text board, a part for each line. `where` is that of `Pictures`: `on_lines`.
    """
    drawn = drawing or (lambda view: written(name, board(view)))
    return Pictures(
        *(board, sentence, lambda event, viewer: (), (), drawn, tracks, lambda view: {}, {}),
        names=lambda data: {},
        asks=lambda view, item, names: _("give your order"),
        awaits=lambda item, names: _("an order"),
        brief=lambda view, before: board(view),
        rank=lambda event, seat, view: OTHER,
        bookkeeping=frozenset(),
        group=lambda order, names: ("", ""),
        reading=lambda name, value: "",
        where=where,
    )


def on_lines(
    first: int, **values: Callable[[Any], Iterable[Any]]
) -> Callable[[Any, Field, Any], tuple[str, ...]]:
    """Of fields of orders the values that stand on the lines of the text board: one on each, from the line
    `first` on, as lines are counted from 0."""

    def where(view: Any, field: Field, value: Any) -> tuple[str, ...]:
        there = enumerate(values[field.name](view), first) if field.name in values else ()
        return tuple(f"line {at}" for at, one in there if one == value)

    return where


def sentence(event: Any, viewer: str) -> str:
    """What an event says of itself; "" where it says nothing."""
    if isinstance(event, Corrected):
        said = _("Corrected: {unit} is {after}, not {before}.")
        return said.format(unit=" ".join(event.path), after=event.after, before=event.before)
    says: str = getattr(event, "SAYS", "")
    return term(says.format(**asdict(event)))


def written(name: str, board: str) -> Drawing:
    """A text board as a drawing, a line below the other."""
    lines = board.splitlines()
    parts = [
        Part(
            f"line {at}",
            EDGE,
            EDGE + LINE * at,
            WIDTH - 2 * EDGE,
            LINE,
            text(0, 22, line, room=WIDTH - 2 * EDGE),
        )
        for at, line in enumerate(lines)
    ]
    return Drawing(WIDTH, 2 * EDGE + LINE * len(lines), tuple(parts), name, board)
