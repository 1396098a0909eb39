"""The board of a seat's page as markup: it can be seen before the script runs, which then draws upon it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from projections.drawing.svg import Drawing, Part, named
from projections.page.parts import spoken


def inline(drawing: Drawing, kind: str) -> str:
    """The board without its style, which the page has, and above it an empty picture for what may be pressed.
    `kind` is "wide", or "narrow" for a telephone."""
    size = f'viewBox="0 0 {drawing.width} {drawing.height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="board" role="img" {size}'
    above = f'<svg xmlns="http://www.w3.org/2000/svg" class="above" role="group" {size}></svg>'
    return (
        f'<div class="layers {kind}" data-kind="{kind}" data-size="{drawing.width} {drawing.height}">'
        f'{head} aria-label="{escape(spoken(drawing))}">{"".join(_inner(drawing))}</svg>{above}</div>'
    )


def _inner(drawing: Drawing) -> Iterator[str]:
    yield f"<defs>{drawing.shapes}</defs>"
    for layer, parts in drawing.layers().items():
        yield f'<g data-layer="{layer}">{"".join(map(_group, parts))}</g>'


def _group(part: Part) -> str:
    """A part with what a script must know of it: its size, and 1 if it turns, 2 if it is quiet, 3 if both."""
    marks = int(part.turns) + 2 * int(part.quiet)
    box = f"{part.width} {part.height} {marks}" if marks else f"{part.width} {part.height}"
    head = f'<g data-part="{escape(part.id)}" data-box="{box}"'
    return f'{head} transform="translate({part.x} {part.y})">{named(part)}</g>'
