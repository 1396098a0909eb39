"""A drawn board in the markup of a page, as projections/page/board.js takes it over without drawing it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from projections.drawing.svg import Drawing, Part, named
from projections.language.messages import plain


def board_markup(drawing: Drawing, kind: str) -> str:
    """`kind` is "wide" or "narrow": the screen that it is drawn for."""
    said = plain(f"{drawing.title}. {drawing.description}".strip())
    box = f'viewBox="0 0 {drawing.width} {drawing.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="board {kind}" role="group" {box}'
    return f'{head} aria-label="{escape(said)}">{"".join(_inner(drawing))}</svg>'


def _inner(drawing: Drawing) -> Iterator[str]:
    if drawing.shapes:
        yield f"<defs>{drawing.shapes}</defs>"
    for layer, parts in drawing.layers().items():
        yield f'<g data-layer="{layer}">{"".join(map(_part, parts))}</g>'


def _part(part: Part) -> str:
    marks = int(part.turns) + 2 * int(part.quiet)
    box = f"{part.width} {part.height} {marks}" if marks else f"{part.width} {part.height}"
    where = f'transform="translate({part.x} {part.y})"'
    return f'<g data-part="{escape(part.id)}" data-box="{box}" {where}>{named(part)}</g>'
