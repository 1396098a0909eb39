"""A drawing for whoever makes dots of it: a document as any SVG, in which each piece says where it lies, so
that a piece which is known need not be drawn again. What is not seen is left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from projections.drawing.svg import Box, Drawing, box, document, marks

MARGIN = 24
"""Units around a part that are drawn with it: frames, and words that stand out of it."""


BOX = "data-box"


def is_pieced(svg: str) -> bool:
    return f" {BOX}=" in svg


def pieced(
    drawing: Drawing,
    palette: str = "light",
    *,
    before: Drawing | None = None,
    scale: float = 1,
    cut: Box | None = None,
) -> str:
    """The picture, or a piece of it; what differs from the picture `before` is framed."""
    shown = cut or Box(0, 0, drawing.width, drawing.height)
    each = (*_parts(drawing), *marks(drawing, before))
    seen = (_piece(at, content) for at, content in each if _meet(at, shown))
    return document(drawing, "".join(seen), shown, palette, scale)


def _piece(at: Box, content: str) -> str:
    return f'<g {BOX}="{at.x} {at.y} {at.width} {at.height}">{content}</g>'


def _meet(at: Box, shown: Box) -> bool:
    across = at.x - MARGIN < shown.x + shown.width and shown.x < at.x + at.width + MARGIN
    return across and at.y - MARGIN < shown.y + shown.height and shown.y < at.y + at.height + MARGIN


def _parts(drawing: Drawing) -> Iterator[tuple[Box, str]]:
    for parts in drawing.layers().values():
        for part in parts:
            yield box(part), f'<g transform="translate({part.x} {part.y})">{part.content}</g>'
