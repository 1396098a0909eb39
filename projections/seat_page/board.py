"""The drawn board in the page of a seat: its things can be pointed at, come to by keys and pressed."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from projections.drawing.svg import Drawing, Part, marks, named
from projections.page.parts import spoken

TALL = 0.95
"""Of its width: a board that is higher is not shown whole, but as broad as its frame."""

LARGE, VAST = 1200, 1500
"""Units: of a board that is broader a telephone shows only a piece; of a vast one a desk's screen too."""


def inline(drawing: Drawing, before: Drawing | None, kind: str) -> str:
    """The picture without its style, which the page has; what differs from `before` is framed. `kind` is
    "wide" or "narrow"."""
    box = f'viewBox="0 0 {drawing.width} {drawing.height}"'
    shape = f"{kind} tall" if drawing.height > TALL * drawing.width else kind
    shape += " large" if drawing.width > LARGE else ""
    shape += " vast" if drawing.width > VAST else ""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="board {shape}" role="group" {box}'
    return f'{head} aria-label="{escape(spoken(drawing))}">{"".join(_inner(drawing, before))}</svg>'


def _inner(drawing: Drawing, before: Drawing | None) -> Iterator[str]:
    if drawing.shapes:
        yield f"<defs>{drawing.shapes}</defs>"
    for parts in drawing.layers().values():
        yield f"<g>{''.join(map(_group, parts))}</g>"
    yield f'<g class="news" pointer-events="none">{"".join(marks(drawing, before))}</g>'


def _group(part: Part) -> str:
    where = f'transform="translate({part.x} {part.y})"'
    drawn = named(part).replace(" aria-label=", " data-name=")  # said once it can be pressed
    if not part.word:
        return f"<g {where}>{drawn}</g>"
    size = f'data-size="{part.width} {part.height}"'
    size += f' data-after="{escape(part.after)}"' if part.after else ""
    return f'<g {where} data-word="{escape(part.word)}" {size}>{drawn}</g>'
