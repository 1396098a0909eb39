"""What a board picture is made of, and the picture as SVG.

Part, Drawing    a picture as named parts, so that two pictures of a game can be compared and animated
rect, text…      the elements that parts are drawn with; they name styles, never colours
svg              a whole picture, in the light or the dark palette

The colours are those of Okabe and Ito, which people with any colour vision tell apart; a drawing never says
anything by colour alone. Elements bear presentation attributes and classes only: a page may forbid styles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from msgspec import Struct

from projections.texts import plain

PAINTS = ("ochre", "sky", "green", "yellow", "blue", "vermilion", "purple", "grey")
"""The fills that tell owners, clans and kinds apart, in the order of their use."""

_OKABE_ITO = {
    "ochre": "#e69f00",
    "sky": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "blue": "#0072b2",
    "vermilion": "#d55e00",
    "purple": "#cc79a7",
    "grey": "#9a9a9a",
}

PALETTES: Mapping[str, Mapping[str, str]] = {
    "light": {
        **_OKABE_ITO,
        "paper": "#fbf8f1",
        "soft": "#ece5d6",
        "line": "#8a8172",
        "ink": "#1f2328",
        "on": "#111417",
        "mark": "#b3261e",
    },
    "dark": {
        **_OKABE_ITO,
        "paper": "#1b1a17",
        "soft": "#2c2a25",
        "line": "#857d6e",
        "ink": "#ece7dc",
        "on": "#111417",
        "mark": "#ff8a80",
    },
}
"""The colours by name: paints, paper, soft (a quiet ground), line, ink (on paper), on (text on a paint)."""

FONT = "Roboto, 'Noto Sans', 'DejaVu Sans', Helvetica, Arial, sans-serif"

SIZES = {"tiny": 11, "small": 13, "normal": 16, "big": 22, "huge": 34}
"""Sizes of text, in the units of a picture; pictures are about 960 units wide."""


class Part(Struct, frozen=True):
    """One thing on a board: where it stands, and what is drawn there, in coordinates of its own from 0, 0.

    The same thing has the same `id` in every picture of a game. Parts of a higher `layer` lie on top. When
    the board is turned round, a part goes to the opposite place and stays upright, unless it `turns`.
    A `quiet` part is not framed when it changes: it only keeps the books.
    """

    id: str
    x: int
    y: int
    width: int
    height: int
    content: str
    layer: int = 0
    turns: bool = False
    quiet: bool = False


class Drawing(Struct, frozen=True):
    """A picture of a board: its size in units, its parts, and what it is, for those who cannot see it."""

    width: int
    height: int
    parts: tuple[Part, ...]
    title: str
    description: str = ""

    def layers(self) -> dict[int, list[Part]]:
        """The parts of each layer, the lowest layer first."""
        layers: dict[int, list[Part]] = {}
        for part in sorted(self.parts, key=lambda part: part.layer):
            layers.setdefault(part.layer, []).append(part)
        return layers


# ---- elements


def rect(x: int, y: int, width: int, height: int, style: str, *, radius: int = 0) -> str:
    """A rectangle. A style is words such as "fill-soft line": a fill, a stroke, or both."""
    round_ = f' rx="{radius}"' if radius else ""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{round_} class="{style}"/>'


def circle(x: int, y: int, radius: int, style: str) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" class="{style}"/>'


def polygon(points: tuple[tuple[float, float], ...], style: str) -> str:
    return f'<polygon points="{_points(points)}" class="{style}"/>'


def line(points: tuple[tuple[float, float], ...], style: str, *, width: int = 1) -> str:
    """A line through points, `width` units broad."""
    return f'<polyline points="{_points(points)}" fill="none" stroke-width="{width}" class="{style}"/>'


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def text(
    x: int,
    y: int,
    words: str,
    size: str = "normal",
    style: str = "ink",
    *,
    anchor: str = "start",
    room: int = 0,
) -> str:
    """A text on the base line `y`; where it would be wider than `room`, it is drawn narrower."""
    words = plain(words)
    width = len(words) * SIZES[size] * 0.56
    narrow = f' transform="translate({x} {y}) scale({room / width:.2f} 1)"' if 0 < room < width else ""
    placed = f' text-anchor="{anchor}"' if anchor != "start" else ""
    where = narrow or f' x="{x}" y="{y}"'
    return f'<text{where}{placed} class="{size} {style}">{escape(words)}</text>'


# ---- pictures


def svg(drawing: Drawing, palette: str = "light", *, before: Drawing | None = None, scale: float = 1) -> str:
    """The picture as a document of its own. What differs from the picture `before` is framed."""
    size = f'width="{drawing.width * scale:g}" height="{drawing.height * scale:g}"'
    box = f'viewBox="0 0 {drawing.width} {drawing.height}"'
    inner = "".join(_inner(drawing, palette, before))
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {box}>{inner}</svg>\n'


def _inner(drawing: Drawing, palette: str, before: Drawing | None) -> Iterator[str]:
    yield f"<title>{escape(plain(drawing.title))}</title><desc>{escape(plain(drawing.description))}</desc>"
    yield f"<style>{sheet(palette)}</style>"
    yield rect(0, 0, drawing.width, drawing.height, "fill-paper")
    for parts in drawing.layers().values():
        yield f"<g>{''.join(map(group, parts))}</g>"
    yield from (frame(part) for part in changed(drawing, before))


def group(part: Part) -> str:
    """A part in its place."""
    return f'<g transform="translate({part.x} {part.y})">{part.content}</g>'


def frame(part: Part) -> str:
    """The frame round a part that has changed."""
    return rect(part.x - 2, part.y - 2, part.width + 4, part.height + 4, "frame", radius=4)


def changed(drawing: Drawing, before: Drawing | None) -> tuple[Part, ...]:
    """The parts that are new or differ from those of the same name before."""
    if before is None:
        return ()
    known = {part.id: part for part in before.parts}
    return tuple(part for part in drawing.parts if not part.quiet and known.get(part.id) != part)


def sheet(palette: str) -> str:
    """What the styles look like in a palette."""
    colours = PALETTES[palette]
    fills = "".join(f".fill-{name}{{fill:{colour}}}" for name, colour in colours.items())
    lines = "".join(f".{name}-line{{stroke:{colours[name]}}}" for name in ("ink", "paper", *PAINTS))
    words = "".join(f".{name}{{fill:{colours[name]}}}" for name in ("ink", "on", "mark"))
    sizes = "".join(f".{name}{{font-size:{size}px}}" for name, size in SIZES.items())
    frames = f".line{{stroke:{colours['line']}}}.frame{{fill:none;stroke:{colours['mark']};stroke-width:3}}"
    quiet = f".quiet{{fill:{colours['line']}}}.bold{{font-weight:700}}.none{{fill:none}}.veil{{opacity:.55}}"
    return f"text{{font-family:{FONT}}}{fills}{lines}{frames}{sizes}{words}{quiet}"
