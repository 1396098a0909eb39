"""The shapes of counters: the mon of each clan, the marks of postures, and the bodies they lie on.

All are drawn around 0, 0 and stand in a picture once. The mon of the Takeda are made of diamonds, as theirs
was; those of the Uesugi of circles; but for the four diamonds they are ours.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from math import cos, radians, sin

from projections.drawing.svg import circle, path, placed, rect, use

UNIT = 34
"""The side of a counter."""


def _diamond(x: float, y: float, wide: float, high: float = 0) -> str:
    high = high or wide
    return f"M{x:.3g} {y - high:.3g}l{wide:.3g} {high:.3g} {-wide:.3g} {high:.3g} {-wide:.3g} {-high:.3g}z"


def _disc(x: float, y: float, r: float) -> str:
    arc = f"a{r:.3g} {r:.3g} 0 1 0"
    return f"M{x - r:.3g} {y:.3g}{arc} {2 * r:.3g} 0{arc} {-2 * r:.3g} 0z"


def _around(
    shape: Callable[[float, float, float], str], n: int, far: float, r: float, turn: float = -90
) -> str:
    turns = (radians(turn + 360 * k / n) for k in range(n))
    return "".join(shape(far * cos(at), far * sin(at), r) for at in turns)


def _takeda() -> dict[str, str]:
    """The mon of their clans, by letter."""
    d = _diamond
    return {
        "A": _around(d, 4, 5.2, 4.7),
        "B": _around(d, 4, 6.7, 3.2) + d(0, 0, 3.2),
        "C": d(0, 0, 10) + d(0, 0, 6.6) + d(0, 0, 3.6),
        "D": d(0, 0, 10) + d(0, 0, 5),
        "E": d(0, 5.6, 9.8, 4) + d(0, -1.4, 6.6, 2.8) + d(0, -6.6, 4, 2.2),
        "F": d(-5, 0, 4.7, 8.6) + d(5, 0, 4.7, 8.6),
        "G": "M-9-1.3L0-10 9-1.3zM-9 1.3L0 10 9 1.3z",
        "H": "M-1.3-9L-10 0-1.3 9zM1.3-9L10 0 1.3 9z",
        "I": d(0, -5, 4.7) + d(-5.1, 4.6, 4.7) + d(5.1, 4.6, 4.7),
        "J": d(0, -5, 8.6, 4.7) + d(0, 5, 8.6, 4.7),
        "K": d(-6.8, 0, 3.1, 7) + d(0, 0, 3.1, 7) + d(6.8, 0, 3.1, 7),
        "L": d(0, -6.8, 7, 3.1) + d(0, 0, 7, 3.1) + d(0, 6.8, 7, 3.1),
        "M": "M-9-9H9V9H-9z" + d(0, 0, 7.2),
        "N": _around(d, 4, 7, 3.8, -45) + d(0, 0, 3.8),
        "O": d(0, 0, 10),
        "P": "".join(d(x, y, 3.2, 4.2) for x in (-6.7, 0, 6.7) for y in (-4.6, 4.6)),
        "Q": "".join(d((i - j) * 3.3, (i + j) * 3.3, 2.7) for i in (-1, 0, 1) for j in (-1, 0, 1)),
        "R": "M-9-9.5H9v3.2H-9zM-9 6.3H9v3.2H-9z" + d(0, 0, 8.5, 4.6),
        "S": "M-9.5-9h3.2V9h-3.2zM6.3-9h3.2V9H6.3z" + d(0, 0, 4.6, 8.5),
        "T": "M-9 1.5L0-9 9 1.5V6L0-4.2-9 6zM-4.2 9.5L0 4.6l4.2 4.9z",
    }


def _uesugi() -> dict[str, str]:
    c = _disc
    return {
        "A": c(0, 0, 10) + c(0, 0, 7.8) + _around(c, 3, 3.7, 2.9),
        "B": c(0, 0, 3.2) + _around(c, 8, 7.3, 2.3),
        "C": c(0, 0, 3.4) + _around(c, 6, 7, 3),
        "D": _around(c, 3, 5.2, 4.3),
        "E": c(0, 0, 10) + c(0, 0, 5),
        "F": c(-5, 0, 4.7) + c(5, 0, 4.7),
        "G": _around(c, 4, 6.6, 4.1, 45),
        "H": c(0, 0, 10) + c(0, 0, 7.2) + c(0, 0, 4),
        "I": c(0, 0, 10) + c(3.2, -2.4, 5.6),
        "J": _around(c, 5, 6.2, 3.4) + c(0, 0, 2),
        "K": "M-9.9-1.4A10 10 0 0 1 9.9-1.4zM-9.9 1.4A10 10 0 0 0 9.9 1.4z",
        "L": c(0, -5, 4.7) + c(0, 5, 4.7),
        "M": c(-6.9, 0, 3) + c(0, 0, 3) + c(6.9, 0, 3),
        "N": c(0, 0, 9.6),
    }


POSTURES = {
    "attack": "M-5.5 4L0-5.5 5.5 4z",
    "move": "M-4.5-4.5L5 0l-9.5 4.5z",
    "defence": "M-6-3.4H6V3H-6z",
    "regroup": f"{_disc(0, 0, 4.6)}M-1.9 0a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0z",
}
"""A spear head, an arrow, a wall and a ring."""

FLAME = (
    "M0-7C3.5-3.5 4.5-1.5 4 1.2 3.6 3.6 1.8 5 0 5S-3.6 3.6-4 1.2C-4.2-.6-3-1.6-2.4-3.2-1.6-2.2-1-2-.8-1.8"
    "-.2-3.4-.6-5 0-7z"
)
STAR = "M0-6.4l1.9 3.9 4.3.6-3.1 3 .7 4.3L0 3.4l-3.8 2 .7-4.3-3.1-3 4.3-.6z"

BANDS = {
    "t": "M-17 6H17V14a3 3 0 0 1-3 3H-14a3 3 0 0 1-3-3z",
    "u": "M-17 6H17a11 11 0 0 1-11 11H-6a11 11 0 0 1-11-11z",
}
"""The lower part of a square counter, and of a round one."""


@cache
def shapes() -> str:
    """All of them, for the head of a picture."""
    bodies = "".join(_body(side, general) for side in "tu" for general in (False, True))
    mons = "".join(
        f'<path id="kw-{side}{letter}" d="{drawn}" fill-rule="evenodd"/>'
        for side, of in (("t", _takeda()), ("u", _uesugi()))
        for letter, drawn in of.items()
    )
    postures = "".join(
        f'<path id="kw-{name}" d="{drawn}"/>'
        f'<g id="kw-band-{name}" class="fill-over">{placed(0, 11.4, use(f"kw-{name}"), "scale(.8)")}</g>'
        for name, drawn in POSTURES.items()
    )
    marks = {
        "loss": rect(0, 0, 9, 5, "fill-wound rim-line", radius=1),
        "pearl": circle(0, 0, 3, "fill-over rim-line"),
        "fire": path(FLAME, "fill-over rim-line"),
        "star": path(STAR, "fill-wound rim-line"),
    }
    return bodies + mons + postures + "".join(f'<g id="kw-{name}">{of}</g>' for name, of in marks.items())


def _body(side: str, general: bool) -> str:
    """A counter without what stands on it; that of a general is dark and has a rim of its side."""
    radius, half = (3 if side == "t" else 11), UNIT // 2
    colour = ("amber" if general else "ochre") if side == "t" else ("frost" if general else "navy")
    shadow = rect(-half - 1, -half + 1, UNIT + 4, UNIT + 3, "fill-shade wash", radius=radius + 2)
    case = rect(-half - 2, -half - 2, UNIT + 4, UNIT + 4, "fill-case", radius=radius + 2)
    ground = rect(-half, -half, UNIT, UNIT, "fill-band" if general else f"fill-{colour}", radius=radius)
    band = path(BANDS[side], "fill-case wash" if general else "fill-band", width=0)
    edge = f'<g stroke-width="{2.4 if general else 1.5}">'
    edge += (
        rect(-half, -half, UNIT, UNIT, f"none {colour if general else 'rim'}-line", radius=radius) + "</g>"
    )
    return f'<g id="kw-{side}{"-general" if general else "-unit"}">{shadow}{case}{ground}{band}{edge}</g>'
