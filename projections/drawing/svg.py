"""The parts of a board picture, and the picture as SVG.

The colours are those of Okabe and Ito and a grey, which people with any colour vision tell apart; a drawing
never says anything by colour alone. Elements name styles, never colours, and bear presentation attributes and
classes only: a page may forbid styles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, wraps
from html import escape
from typing import Any, NamedTuple, ParamSpec

from msgspec import Struct
from msgspec.structs import replace

from projections.drawing.text_widths import fitted
from projections.language.drafts import Undecided, drafting, unsaid
from projections.language.messages import plain

P = ParamSpec("P")

PAINTS = ("ochre", "sky", "green", "yellow", "blue", "vermilion", "purple", "grey")
"""The fills that tell owners, clans and kinds apart, in the order of their use."""

DARK_PAINTS = ("blue",)
"""The paints that dark words cannot be read on."""

_OKABE_ITO = {
    "ochre": "#e69f00",
    "sky": "#56b4e9",
    "green": "#009e73",
    "yellow": "#f0e442",
    "blue": "#0072b2",
    "vermilion": "#d55e00",
    "purple": "#cc79a7",
    "grey": "#bcbcbc",
}

_OTHERS: Mapping[str, tuple[str, str]] = {
    "paper": ("#fbf8f1", "#1b1a17"),
    "soft": ("#efe8da", "#2a2823"),
    "card": ("#fffdf8", "#36332c"),
    "line": ("#8a8172", "#857d6e"),
    "quiet": ("#5f594e", "#b8b0a1"),
    "ink": ("#1f2328", "#ece7dc"),
    "on": ("#111417", "#111417"),
    "over": ("#ffffff", "#ffffff"),
    "mark": ("#a5104f", "#ff7fae"),
    "case": ("#fffdf3", "#101214"),
    "navy": ("#0072b2", "#56b4e9"),
    "crest": ("#ffffff", "#111417"),
    "amber": ("#ffc53d", "#ffc53d"),
    "frost": ("#86cdf7", "#86cdf7"),
    "band": ("#1d1c1a", "#0f1011"),
    "rim": ("#1b1a18", "#0c0d0e"),
    "wound": ("#f0e442", "#f0e442"),
    "gold": ("#d9a520", "#e3b341"),
    "plain": ("#eef0d8", "#222a23"),
    "halo": ("#f6f3e0", "#1a1f1b"),
    "level1": ("#e6d9ae", "#322f22"),
    "level2": ("#d6bf8b", "#423925"),
    "level3": ("#c6a871", "#52452b"),
    "level4": ("#b7935d", "#625232"),
    "contour": ("#94713f", "#8d7748"),
    "shade": ("#4a3a1c", "#000000"),
    "lit": ("#fffbe8", "#8d8259"),
    "wood": ("#a9be86", "#2c3d2b"),
    "tree": ("#55764a", "#5b7d55"),
    "leaf": ("#84a06c", "#7fa176"),
    "trunk": ("#5a4528", "#8f7a58"),
    "paddy": ("#a9ac78", "#4c543c"),
    "water": ("#9cc3d8", "#2a5069"),
    "bank": ("#3f7595", "#6aa4c4"),
    "glint": ("#d9ebf3", "#40718e"),
    "sand": ("#e9dcae", "#35362a"),
    "sea": ("#bcd6e0", "#1a2a35"),
    "deep": ("#aacad7", "#16242e"),
    "land": ("#efe6c6", "#35342a"),
    "table": ("#e7e3c4", "#272b25"),
    "grid": ("#6d6446", "#cfc6a6"),
    "roof": ("#4d463c", "#d8d0bd"),
    "wall": ("#fffdf5", "#3d3b35"),
    "stone": ("#a2998a", "#6b665c"),
    "river": ("#1f5876", "#9dd0ea"),
    "hill": ("#4e3312", "#e6c992"),
    "faint": ("#8d8a5f", "#6c7358"),
}

PALETTES: Mapping[str, Mapping[str, str]] = {
    palette: {**_OKABE_ITO, **{name: pair[place] for name, pair in _OTHERS.items()}}
    for place, palette in enumerate(("light", "dark"))
}
"""The colours by name. Paints; paper, soft and card (grounds, the quietest first); line; the words quiet and
ink (on a ground), on (on a paint) and over (on a dark paint); mark, for what has just happened.

Counters: case around them, rim and band of them, wound; navy with the words crest, and amber and frost for
the words of generals on a band. Maps: plain and its halo, four levels with contour, shade and lit; wood,
tree, leaf, trunk, paddy; water, bank, glint, sand; sea, deep, land, table; grid, roof, wall, stone; and the
words river and hill (with a halo) and faint (which may be missed).
"""

WORDS = ("ink", "quiet", "on", "over", "mark", "crest", "amber", "frost", "river", "hill", "faint", "case")
"""The colours of words: a text of the style "hill haloed halo-line" is read on any ground."""

FONT = "Roboto, 'Noto Sans', 'DejaVu Sans', Helvetica, Arial, sans-serif"

LIKE_ROBOTO = "font-size-adjust:ch-width .56"
"""Makes another font as wide as Roboto is, so that words keep to their room."""

SIZES = {"fine": 8, "tiny": 11, "small": 13, "normal": 16, "large": 19, "big": 22, "huge": 34}
"""Sizes of text, in the units of a picture; pictures are about 960 units wide, maps 1600."""

ALIKE = (
    ".bold{font-weight:700}.none{fill:none}.veil{opacity:.55}.wash{fill-opacity:.2}"
    ".dashed{stroke-dasharray:7 6}.italic{font-style:italic}"
    ".joined{stroke-linecap:round;stroke-linejoin:round}.haloed{paint-order:stroke;stroke-width:4.5;stroke-linejoin:round}"
)
"""The styles that are the same in every palette."""

FOOT, EDGE = 32, 24
"""How high the line of words below a picture is, and how far it is from both sides."""

TRAIL = 0.8
"""Of its own size: a part that has moved at least so far leaves a trail."""


MARK = 9
"""The layer of what marks that something has just happened: a ring, an arrow, a trail of its own."""


class Box(NamedTuple):
    """A piece of a picture, in its units."""

    x: int
    y: int
    width: int
    height: int


class Part(Struct, frozen=True):
    """One thing on a board: where it stands, and what is drawn there, in coordinates of its own from 0, 0.

    The same thing has the same `id` in every picture of a game. Parts of a higher `layer` lie on top. When
    the board is turned round, a part goes to the opposite place and stays upright, unless it `turns`.
    A `quiet` part is not framed when it changes: it only keeps the books.

    `name` says what it is to whoever points at it or hears the board read aloud: "Matsue, 3 Takeda units";
    `word` is what an order calls it: "matsue". Both are "" where nobody would point or order.
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
    name: str = ""
    word: str = ""


class Drawing(Struct, frozen=True):
    """A picture of a board: its size in units, its parts, and what it is, for those who cannot see it.

    `field` is where a piece may be cut out of it that shows only where something happens. `shapes` are
    elements with an id, which parts draw with `use`: they stand in a document once. Their ids begin with
    the title, since two pictures may stand on a page.
    """

    width: int
    height: int
    parts: tuple[Part, ...]
    title: str
    description: str = ""
    field: Box | None = None
    shapes: str = ""

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


def path(data: str, style: str, *, width: int = 1) -> str:
    """A path in the letters of SVG: "M0 0h9v9z"."""
    return f'<path d="{data}" stroke-width="{width}" class="{style}"/>'


def use(shape: str, x: float = 0, y: float = 0, style: str = "") -> str:
    """One of the shapes of a drawing, in a place."""
    styled = f' class="{style}"' if style else ""
    where = f' x="{x:g}" y="{y:g}"' if x or y else ""
    return f'<use href="#{shape}"{where}{styled}/>'


def placed(x: float, y: float, content: str, more: str = "") -> str:
    """Something drawn around 0, 0, in its place; `more` turns or scales it there: "rotate(30)"."""
    return f'<g transform="translate({x:g} {y:g}){more and " "}{more}">{content}</g>'


def _points(points: tuple[tuple[float, float], ...]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def on(paint: str) -> str:
    """The style of words that can be read on a paint."""
    return "over" if paint in DARK_PAINTS else "on"


@lru_cache(maxsize=8192)  # most words of a board are those of the board before
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
    """A text on the base line `y`; where it would be wider than `room` it is drawn narrower, and cut where
    nobody could read it any more.
    """
    if (draft := drafting()) and unsaid(words):
        return draft.later(_text, x, y, words, size, style, anchor, room)
    return _text(x, y, words, size, style, anchor, room)


def _text(x: int, y: int, words: str, size: str, style: str, anchor: str, room: int) -> str:
    words, narrow = fitted(plain(words), SIZES[size], room, bold="bold" in style.split())
    placed = f' text-anchor="{anchor}"' if anchor != "start" else ""
    where = f' transform="translate({x} {y}) scale({narrow:.2f} 1)"' if narrow < 1 else f' x="{x}" y="{y}"'
    return f'<text{where}{placed} class="{size} {style}">{escape(words)}</text>'


# ---- pictures


def lettered(draw: Callable[P, Drawing]) -> Callable[P, Drawing]:
    """A piece of a picture whose layout follows the width of its words; a picture is so much higher by it as
    it is high. While the language is not known one part stands for it, without an id, whose content it is."""

    @wraps(draw)
    def drawn(*args: P.args, **more: P.kwargs) -> Drawing:
        try:
            return draw(*args, **more)
        except Undecided:
            return Drawing(0, 0, (Part("", 0, 0, 0, 0, _undecided(draw, *args, **more)),), "")

    return drawn


def lettered_words(draw: Callable[P, str]) -> Callable[P, str]:
    """The same for the content of a part, whose box is the same in every language."""

    @wraps(draw)
    def drawn(*args: P.args, **more: P.kwargs) -> str:
        try:
            return draw(*args, **more)
        except Undecided:
            return _undecided(draw, *args, **more)

    return drawn


def _undecided(draw: Callable[P, Any], *args: P.args, **more: P.kwargs) -> str:
    """The mark of a piece that is drawn for each reader."""
    draft = drafting()
    assert draft is not None, "Only in a draft something is undecided."
    assert not more, "What is drawn later is given no names."
    return draft.later(draw, *args)


def with_piece(drawing: Drawing, piece: Drawing) -> Drawing:
    """The picture as it is with a piece that was not decided, or that is all of it."""
    return replace(
        drawing,
        width=max(drawing.width, piece.width),
        height=drawing.height + piece.height,
        field=piece.field or drawing.field,
        shapes=piece.shapes or drawing.shapes,
    )


def with_foot(drawing: Drawing, words: str) -> Drawing:
    """The picture with a line of words below it, which its title says as well."""
    content = text(EDGE, 18, words, "normal", "bold ink", room=drawing.width - 2 * EDGE)
    foot = Part("foot", 0, drawing.height, drawing.width, FOOT, content, quiet=True)
    return replace(
        drawing,
        height=drawing.height + FOOT,
        parts=(*drawing.parts, foot),
        title=f"{drawing.title} · {words}",
    )


def svg(
    drawing: Drawing,
    palette: str = "light",
    *,
    before: Drawing | None = None,
    scale: float = 1,
    cut: Box | None = None,
) -> str:
    """The picture, or a piece of it, as a document of its own. What differs from the picture `before` is
    framed."""
    shown = cut or Box(0, 0, drawing.width, drawing.height)
    layers = "".join(f"<g>{''.join(map(group, parts))}</g>" for parts in drawing.layers().values())
    content = layers + "".join(drawn for _box, drawn in marks(drawing, before))
    return document(drawing, content, shown, palette, scale)


def document(drawing: Drawing, content: str, shown: Box, palette: str, scale: float) -> str:
    """A document that shows a piece of a drawing, with the content that it is given."""
    size = f'width="{shown.width * scale:g}" height="{shown.height * scale:g}"'
    box = f'viewBox="{shown.x} {shown.y} {shown.width} {shown.height}"'
    said = f"<title>{escape(plain(drawing.title))}</title><desc>{escape(plain(drawing.description))}</desc>"
    said += f"<style>{sheet(palette)}</style>{_shapes(drawing.shapes)}"
    ground = rect(0, 0, drawing.width, drawing.height, "fill-paper")
    inner = f"{said}{ground}{content}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size} {box}>{inner}</svg>\n'


def piece(
    content: str, size: tuple[int, int], margin: int, palette: str, scale: float, shapes: str = ""
) -> str:
    """A document with no ground that shows one piece of a picture and a margin around it."""
    width, height = (side + 2 * margin for side in size)
    measures = f'width="{width * scale:g}" height="{height * scale:g}"'
    box = f'viewBox="{-margin} {-margin} {width} {height}"'
    style = f"<style>{sheet(palette)}</style>"
    return f'<svg xmlns="http://www.w3.org/2000/svg" {measures} {box}>{style}{_shapes(shapes)}{content}</svg>'


def _shapes(shapes: str) -> str:
    return f"<defs>{shapes}</defs>" if shapes else ""


def group(part: Part) -> str:
    """A part in its place."""
    word = f' data-word="{escape(part.word)}"' if part.word else ""
    return f'<g transform="translate({part.x} {part.y})"{word}>{named(part)}</g>'


def named(part: Part) -> str:
    """The content of a part, which says what it is."""
    title = f"<title>{escape(plain(part.name))}</title>" if part.name else ""
    return title + part.content


def marks(drawing: Drawing, before: Drawing | None) -> Iterator[tuple[Box, str]]:
    """A frame round each part that has changed, and a trail to each that has come from elsewhere, unless
    marks of the title's own say it; where each lies."""
    known = {part.id: part for part in before.parts} if before else {}
    told = any(part.layer >= MARK for part in drawing.parts)
    for part in changed(drawing, before):
        was = known.get(part.id)
        if was and not told and (drawn := trail(was, part)):
            yield _around(was, part), drawn
        yield box(part), frame(part)


def box(part: Part) -> Box:
    """Where a part lies."""
    return Box(part.x, part.y, part.width, part.height)


def _around(*parts: Part) -> Box:
    left, top = min(part.x for part in parts), min(part.y for part in parts)
    right, bottom = max(part.x + part.width for part in parts), max(part.y + part.height for part in parts)
    return Box(left, top, right - left, bottom - top)


def frame(part: Part) -> str:
    """The frame round a part that has changed."""
    return rect(part.x - 2, part.y - 2, part.width + 4, part.height + 4, "frame", radius=4)


def trail(was: Part, part: Part) -> str:
    """A line from where a part was to where it is; "" where it has not gone far for its size."""
    ends = tuple((one.x + one.width / 2, one.y + one.height / 2) for one in (was, part))
    far = max(abs(ends[0][0] - ends[1][0]), abs(ends[0][1] - ends[1][1]))
    return line(ends, "trail", width=3) if far >= TRAIL * max(part.width, part.height) else ""


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
    lines = "".join(f".{name}-line{{stroke:{colour}}}" for name, colour in colours.items())
    words = "".join(f".{name}{{fill:{colours[name]}}}" for name in WORDS)
    sizes = "".join(f".{name}{{font-size:{size}px}}" for name, size in SIZES.items())
    frames = f".line{{stroke:{colours['line']}}}.frame{{fill:none;stroke:{colours['mark']};stroke-width:3}}"
    trails = f".trail{{stroke:{colours['mark']};stroke-dasharray:2 6;stroke-linecap:round}}"
    font = f"text{{font-family:{FONT};{LIKE_ROBOTO}}}"
    return f"{font}{fills}{lines}{frames}{trails}{sizes}{words}{ALIKE}"
