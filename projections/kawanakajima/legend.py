"""The legend below the board of Kawanakajima: marks of counters and of the ground."""

from __future__ import annotations

from collections.abc import Iterator

from projections.drawing.pieces import piece
from projections.drawing.svg import SIZES, Drawing, Part, lettered, line, path, placed, rect, text, use
from projections.drawing.text_widths import width
from projections.kawanakajima.battlefield import outline
from projections.kawanakajima.devices import POSTURES
from projections.kawanakajima.names import posture as posture_named
from projections.kawanakajima.relief import HIGHEST
from projections.language.messages import _

LINE = 22
"""The height of a line."""

Entry = tuple[str, int, str]
"""A mark around the middle of its line, how wide it is, and what it means."""


@piece(32)
@lettered
def legend(left: int, top: int, room: int) -> Drawing:
    """Line after line of marks, as many in each as it holds."""
    content, x, y = "", 0, 11
    for mark, wide, words in (*_postures(), *_values(), *_grounds()):
        needs = wide + 5 + round(width(words, SIZES["small"]))
        if x and x + needs > room:
            x, y = 0, y + LINE
        content += f'<g transform="translate({x + wide // 2} {y})">{mark}</g>' if mark else ""
        content += text(x + wide + 5, y + 5, words, "small", "ink")
        x += needs + 16
    part = Part("legend", left, top, room, y + LINE // 2, content, quiet=True)
    return Drawing(room, part.height, (part,), "")


def _postures() -> Iterator[Entry]:
    for posture in POSTURES:
        yield f'<g class="fill-ink">{use(f"kw-{posture}")}</g>', 12, posture_named(posture)


def _values() -> Iterator[Entry]:
    yield text(0, 5, "2 ▸ 3", "small", "ink bold", anchor="middle"), 30, _("Elan, posture, Mass")
    yield use("kw-loss", -10, -2) + use("kw-loss", 0, -2), 20, _("steps lost")
    yield use("kw-pearl"), 8, _("leader")
    yield use("kw-fire"), 10, _("fire")
    yield placed(0, 0, use("kw-t-general"), "scale(.5)"), 20, _("general")
    yield use("kw-star"), 12, _("samurai")


def _grounds() -> Iterator[Entry]:
    for level in range(1, HIGHEST + 1):
        said = _("level {level}").format(level=level)
        yield rect(-10, -8, 20, 16, f"fill-level{level} contour-line", radius=4), 20, said
    yield rect(-12, -9, 24, 18, "fill-wood", radius=6) + placed(0, 3, use("kw-tree")), 24, _("woods")
    river = _water(12) + _water(9, "water-line")
    yield river, 24, _("river")
    stones = '<path d="M0-9v18" class="none roof-line joined" stroke-width="4" stroke-dasharray=".1 5.2"/>'
    yield river + line(((0, -9), (0, 9)), "sand-line", width=8) + stones, 24, _("ford")
    yield _water(5) + _water(3, "water-line"), 24, _("stream")
    fence = path(outline(0, 0), "none ink-line", width=5)
    yield f'<g transform="scale(.45)" class="dashed">{fence}</g>', 24, _("position")
    ring = rect(-8, -8, 16, 16, "none mark-line", radius=4)
    yield f'<g stroke-width="3">{ring}</g>', 20, _("fight, march or retreat of this event")


def _water(width: int, style: str = "bank-line") -> str:
    return line(((-12, 0), (12, 0)), style, width=width)
