"""The counters of a War phase: the mon of a clan on its colour, a sign for each figure, coins, sealed bids.

A figure is a helmet for Bushi, a crown for the Daimyo, a gate for Shinto, a castle for a Stronghold, and a
horned mask for a monster.
"""

from __future__ import annotations

from domain.rising_sun.data.tables import BORROWED
from projections.drawing.svg import circle, on, path, placed, rect, text, use

SIGN = 22
"""The width and the height of a figure."""

_MONS = {
    "koi": "M-9 3a9 9 0 0 1 18 0h-3a6 6 0 0 0-12 0zM-5 5a5 5 0 0 1 10 0H2a2 2 0 0 0-4 0zM-9 8H9v2H-9z",
    "turtle": "M-5-9H5L10 0 5 9H-5L-10 0zM-2.6-4.6L-5.2 0l2.6 4.6h5.2L5.2 0 2.6-4.6z",
    "sun": (
        "M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0 -9.2 0zM6.2 0L9.8 -2.2L9.8 2.2zM4.4 4.4L8.4 5.4L5."
        "4 8.4zM0 6.2L2.2 9.8L-2.2 9.8zM-4.4 4.4L-5.3 8.5L-8.4 5.4zM-6.2 0L-9.8 2.2L-9.8 -2.2zM-4.4 -"
        "4.4L-8.5 -5.3L-5.4 -8.4zM-0 -6.2L-2.2 -9.8L2.2 -9.8zM4.4 -4.4L5.3 -8.5L8.4 -5.4z"
    ),
    "fox": "M-9-9L-3.4-4.6h6.8L9-9 7.6 2.6 0 10-7.6 2.6z",
    "lotus": "M0-10Q5-3 0 4-5-3 0-10zM-10-2Q-2 0-1 8-8 6-10-2zM10-2Q2 0 1 8 8 6 10-2z",
    "dragonfly": "M-1.4-9h2.8V10h-2.8zM-10-6L-2-3v3l-8-1zM10-6L2-3v3l8-1z",
    "bonsai": "M-8-1a4 4 0 1 1 5-5 5 5 0 0 1 8 2 3.6 3.6 0 1 1 3 6H-6zM-1.4 3h2.8v4H5v3H-5V7h3.6z",
    "moon": (
        "M-10 0a10 10 0 1 0 20 0a10 10 0 1 0 -20 0zM-2.4 -2.4a5.6 5.6 0 1 0 11.2 0a5.6 5.6 0 1 0 -11.2 0z"
    ),
}
"""The mon of each clan, in a box from -10 to 10."""

_FIGURES = {
    "daimyo": "M-8 7V-5l4.4 4.4L0-8l3.6 7.4L8-5V7z",
    "shinto": (
        "M-9-7.5q9 2.6 18 0v2.8H5.2v2.4H7V0H5.2v8H2.6V0h-5.2v8h-2.6V0H-7v-2.3h1.8v-2.4H-9zM-2.6-4.7v2"
        ".4h5.2v-2.4z"
    ),
    "bushi": "M0-7L9 4q-9 4-18 0z",
    "stronghold": "M-8 8V-7h3.4v3h2.9v-3h3.4v3h2.9v-3H8V8H2.4V3h-4.8v5z",
    "monster": (
        "M-9-9q1.6 4.4 4.6 5h8.8Q7.4-4.6 9-9q1.8 7-2 10.4Q6.6 6 0 9-6.6 6-7 1.4-10.8-2-9-9zM-4.6-.4l3"
        ".4 1.8-3 1.2zM4.6-.4L1.2 1.4l3 1.2z"
    ),
}

_COIN = (
    '<g id="rs-coin"><circle r="8" class="fill-gold rim-line"/>'
    '<path d="M-2.5-2.5h5v5h-5z" class="fill-card rim-line"/></g>'
)

_SWORDS = "M-8-8L5.5 5.5M8-8L-5.5 5.5M-7.5 3.5l4 4M7.5 3.5l-4 4"

SHAPES = _COIN + "".join(
    f'<path id="rs-{name}" d="{data}" fill-rule="evenodd"/>' for name, data in (_MONS | _FIGURES).items()
)
"""What is drawn often, for `Drawing.shapes`."""


def mon(clan: str, paint: str, x: int, y: int, radius: int) -> str:
    """The counter of a clan: its colour and its mon, never the one without the other."""
    sign = f'<g transform="scale({radius / 14:.2f})">{use(f"rs-{clan}", style=on(paint))}</g>'
    if clan not in _MONS:
        sign = text(0, 8, clan[:1].upper(), "big", f"{on(paint)} bold", anchor="middle")
    return placed(x, y, f'<circle r="{radius}" stroke-width="1.4" class="fill-{paint} rim-line"/>{sign}')


def figure(name: str, x: int, y: int) -> str:
    """The sign of a figure around `x`, `y`; of a borrowed one that of its kind."""
    kind = name.removeprefix("borrowed-") if name in BORROWED else name
    known = kind in _FIGURES and kind != "monster"
    return placed(
        x, y, use(f"rs-{kind}" if known else "rs-monster", style="fill-ink" if known else "fill-mark")
    )


def is_monster(name: str) -> bool:
    """Whether a figure has a name of its own and no sign of its own."""
    return name not in _FIGURES and name not in BORROWED


def coin(number: str, x: int, y: int) -> str:
    """A coin, its middle at `x`, `y`, with a number on it."""
    return circle(x, y, 15, "fill-gold rim-line") + text(
        x, y + 6, number, "normal", "on bold", anchor="middle", room=24
    )


def sealed(x: int, y: int) -> str:
    """A bid that is sealed, around `x`, `y`: a folded paper."""
    return rect(x - 14, y - 10, 28, 20, "fill-card ink-line", radius=2) + path(
        f"M{x - 14} {y - 10}l14 11 14-11", "none ink-line"
    )


def swords(x: int, y: int) -> str:
    """The mark of the battle that goes on."""
    cross = f'<path d="{_SWORDS}" stroke-width="2.6" stroke-linecap="round" class="none card-line"/>'
    return placed(x, y, f'<circle r="15" stroke-width="2.4" class="fill-mark card-line"/>{cross}')
