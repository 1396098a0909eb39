"""The legend below the board of Kawanakajima: marks of counters and of the ground."""

from __future__ import annotations

from collections.abc import Iterator

from projections.drawing.svg import SIZES, Part, circle, line, path, rect, text
from projections.drawing.text_widths import width
from projections.kawanakajima.battlefield import SHADE, castle, ford, outline, tree
from projections.kawanakajima.counters import MARKS, flame, samurai
from projections.language.messages import _

LINE = 22
"""The height of a line."""

Entry = tuple[str, int, str]
"""A mark around the middle of its line, how wide it is, and what it means."""


def legend(left: int, top: int, room: int) -> Part:
    """Line after line of marks, as many in each as it holds."""
    content, x, y = "", 0, 11
    for mark, wide, words in (*_postures(), *_values(), *_grounds()):
        needs = wide + 5 + round(width(words, SIZES["small"]))
        if x and x + needs > room:
            x, y = 0, y + LINE
        content += f'<g transform="translate({x + wide // 2} {y})">{mark}</g>' if mark else ""
        content += text(x + wide + 5, y + 5, words, "small", "ink")
        x += needs + 16
    return Part("legend", left, top, room, y + LINE // 2, content, quiet=True)


def _postures() -> Iterator[Entry]:
    words = {"attack": _("attack"), "move": _("move"), "defence": _("defence"), "regroup": _("regroup")}
    for posture, said in words.items():
        yield path(MARKS[posture], "fill-ink", width=0), 10, said


def _values() -> Iterator[Entry]:
    yield text(0, 5, "2/3", "small", "ink bold", anchor="middle"), 24, _("Elan and Mass")
    yield (
        rect(-6, -2, 5, 4, "fill-yellow ink-line") + rect(-1, -2, 5, 4, "fill-yellow ink-line"),
        12,
        _("steps lost"),
    )
    yield circle(0, 0, 2, "fill-card ink-line"), 6, _("leader")
    yield flame(), 6, _("fire")
    yield rect(-6, -8, 12, 16, "fill-on ink-line"), 12, _("general")
    yield samurai(0, 0), 12, _("samurai")


def _grounds() -> Iterator[Entry]:
    hex_ = outline(0, 0)
    small = "scale(.7)"
    yield f'<g transform="{small}">{path(hex_, SHADE)}{path(hex_, "none line")}</g>', 20, _("level 1")
    twice = path(hex_, SHADE) * 2 + path(hex_, "none line")
    yield f'<g transform="{small}">{twice}</g>', 20, _("level 2")
    yield path(tree(0, 0), "fill-green"), 18, _("woods")
    yield line(((-10, 0), (10, 0)), "blue-line", width=6), 20, _("river")
    yield line(((-10, 0), (10, 0)), "blue-line", width=6) + ford((0, -7), (0, 7)), 20, _("ford")
    yield line(((-10, 0), (10, 0)), "sky-line", width=3), 20, _("stream")
    yield f'<g transform="{small}">{path(hex_, "none ink-line", width=4)}</g>', 22, _("position")
    yield f'<g transform="{small}">{castle()}</g>', 20, _("Kaizu")
