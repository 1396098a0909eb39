"""The board of a seat's page: as markup, which can be seen before the script runs and draws upon it, and as
patches, by which the page shows what would follow, what has come, and what was."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from html import escape
from typing import Any

from projections.drawing.svg import Drawing, Part, named
from projections.page.parts import marks_of, patches, spoken
from projections.pictures import Pictures
from projections.replay import Replay

Boards = Mapping[str, Drawing]
"""The board by its kinds: "wide", and "narrow" for a telephone, where the title draws it anew for that."""


WIDE, NARROW = "wide", "narrow"

VAST = 1500
"""Units: of a broader board a screen shows a piece, a telephone at its own size."""

Draws = Callable[[Replay, int, str, Sequence[str]], Boards]
"""The boards after an event, with whose eye, of some kinds."""


def kinds_of(pictures: Pictures) -> tuple[str, ...]:
    return (WIDE, NARROW) if pictures.narrow else (WIDE,)


def kind_on(pictures: Pictures, *, narrow: bool) -> str:
    """The one that a screen shows."""
    return NARROW if narrow and pictures.narrow else WIDE


def boards_at(replay: Replay, position: int, eye: str, kinds: Sequence[str] = ()) -> Boards:
    """After an event, with what has just happened marked on it; of some kinds, or of all."""
    draw = {WIDE: replay.drawing, NARROW: replay.narrow}
    return {kind: draw[kind](position, eye) for kind in kinds or kinds_of(replay.pictures)}


def boards_of(pictures: Pictures, view: Any, kinds: Sequence[str] = ()) -> Boards:
    """Of a view that no event of the game has led to: it is only imagined."""
    draw = {WIDE: pictures.drawing, NARROW: pictures.narrow or pictures.drawing}
    return {kind: draw[kind](view) for kind in kinds or kinds_of(pictures)}


def patches_of(first: Boards, *others: Boards) -> dict[str, Any]:
    """What changes from a board to the next, and so on, of each kind."""
    return {kind: patches(first[kind], *(one[kind] for one in others)) for kind in first}


def markup(boards: Boards) -> str:
    return "".join(inline(drawing, kind) for kind, drawing in boards.items())


def inline(drawing: Drawing, kind: str) -> str:
    """The board without its style, and above it an empty picture for what may be pressed."""
    size = f'width="{drawing.width}" height="{drawing.height}" viewBox="0 0 {drawing.width} {drawing.height}"'
    how = f"{kind} vast" if drawing.width > VAST else kind
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" {size}'
    above = f'<svg xmlns="http://www.w3.org/2000/svg" class="above" role="group" {size}></svg>'
    return (
        f'<div class="layers {how}" data-kind="{kind}" data-size="{drawing.width} {drawing.height}">'
        f'{head} aria-label="{escape(spoken(drawing))}">{"".join(_inner(drawing))}</svg>{above}</div>'
    )


def _inner(drawing: Drawing) -> Iterator[str]:
    yield f"<defs>{drawing.shapes}</defs>"
    for layer, parts in drawing.layers().items():
        yield f'<g data-layer="{layer}">{"".join(map(_group, parts))}</g>'


def _group(part: Part) -> str:
    """A part with what a script must know of it: its size and its marks."""
    marks = marks_of(part)
    box = f"{part.width} {part.height} {marks}" if marks else f"{part.width} {part.height}"
    head = f'<g data-part="{escape(part.id)}" data-box="{box}"'
    return f'{head} transform="translate({part.x} {part.y})">{named(part)}</g>'
