"""Counters of units as they are drawn, and a clan in the book of its army.

Takeda units are square and have capital letters, those of the Uesugi are round and have small ones.
"""

from __future__ import annotations

from functools import lru_cache

from domain.kawanakajima.view import ClanSeen, UnitSeen
from projections.drawing.svg import circle, path, rect, text
from projections.kawanakajima.fortress_drawing import PAINTS
from projections.kawanakajima.ground import sign

COUNTER = (22, 24)
"""The width and height of a unit: counters on hexes that touch do not overlap."""

HEIGHT = 21
"""The height of a clan in the book of its army."""

GONE = 4
"""The steps after which a unit is eliminated."""

BANDS = (
    "M0 16.5h22v.5a7 7 0 0 1-7 7h-8a7 7 0 0 1-7-7z",
    "M0 16.5h22v7.5h-22z",
)
"""The lower part of a round counter, and of a square one."""

STAR = "M0-6l1.8 3.6 4 .6-2.9 2.8.7 4-3.6-1.9-3.6 1.9.7-4-2.9-2.8 4-.6z"
"""The mark of a samurai."""

FLAME = "M-2.5 2l2.5-6 2.5 6z"
"""The mark of fire."""

LARGER = 1.12
"""How much larger than a normal word the name on a counter is."""

MARKS = {
    "attack": "M-4 3l4-7 4 7z",
    "move": "M-3-4l7 3.5-7 3.5z",
    "defence": "M-4-2h8v3h-8z",
    "regroup": "M-4-.5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0zm2 0a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1-3 0z",
}
"""A spear head, an arrow, a wall and a ring, around the middle of the mark."""

UNITS, STEP = 29, 36
"""Where the units of a clan begin in the book, and the distance from one to the next."""


@lru_cache(maxsize=2048)  # most counters of a picture are those of the picture before
def counter(unit: UnitSeen, posture: str | None) -> str:
    """The name; on the band Elan, posture and Mass; on the upper edge steps lost, leader and fire.

    The counter of a general is dark.
    """
    takeda = unit.unit[0] == "t"
    paint = PAINTS["takeda" if takeda else "uesugi"]
    ground, words = ("on", f"fill-{paint}") if unit.general else (paint, "on")
    content = rect(0, 0, *COUNTER, f"fill-{ground} ink-line", radius=1 if takeda else 7)
    content += path(BANDS[takeda], "fill-on", width=0)
    room = round((COUNTER[0] - 2) / LARGER)
    name = text(0, 0, sign(unit.unit), "normal", f"{words} bold", anchor="middle", room=room)
    content += f'<g transform="translate(11 15.4) scale({LARGER})">{name}</g>'
    values = text(-9, 0, str(unit.elan), "tiny", "over bold", anchor="middle")
    values += text(9, 0, str(unit.mass), "tiny", "over bold", anchor="middle")
    content += f'<g transform="translate(11 23.2) scale(.8)">{values}</g>'
    content += posture_mark(posture, 11, 20, "fill-over") + lost(unit, 1, -2) + led(unit, 20, 0, (-5, 0))
    return content + (samurai(0, 11) if unit.samurai else "")


def samurai(x: int, y: int) -> str:
    """A star around a point."""
    return f'<g transform="translate({x} {y})">{path(STAR, "fill-yellow ink-line")}</g>'


def posture_mark(posture: str | None, x: int, y: int, style: str) -> str:
    """The mark of a posture around a point; "" while it is sealed."""
    data = MARKS.get(posture or "", "")
    return f'<g transform="translate({x} {y})">{path(data, style, width=0)}</g>' if data else ""


def lost(unit: UnitSeen, x: int, y: int) -> str:
    """A bar for each step lost."""
    bars = range(min(unit.losses, GONE - 1))
    return "".join(rect(x + 5 * n, y, 5, 4, "fill-yellow ink-line") for n in bars)


def led(unit: UnitSeen, x: int, y: int, step: tuple[int, int]) -> str:
    """A pearl for each of the leader's value, then a flame for each of fire, a step from one to the next."""
    marks = [circle(0, 0, 2, "fill-card ink-line")] * unit.leader + [flame()] * unit.fire
    return "".join(
        f'<g transform="translate({x + step[0] * n} {y + step[1] * n})">{mark}</g>'
        for n, mark in enumerate(marks[:3])
    )


def flame() -> str:
    """The mark of fire, around a point."""
    return path(FLAME, "fill-card ink-line")


@lru_cache(maxsize=2048)
def roster(clan: ClanSeen) -> str:
    """A clan in a line: its letter, its posture, and what each of its units is worth."""
    name = clan.clan[1:] if clan.clan[0] == "t" else clan.clan[1:].lower()
    content = text(0, 17, name, "normal", "ink bold") + posture_mark(clan.posture, 20, 12, "fill-ink")
    for place, unit in enumerate(clan.units):
        content += f'<g transform="translate({UNITS + STEP * place} 0)">{_cell(unit)}</g>'
    return content


def _cell(unit: UnitSeen) -> str:
    """Elan and Mass of a unit under its marks; quiet off the map; only a stroke once it is eliminated."""
    if unit.losses >= GONE:
        return rect(4, 11, 16, 2, "fill-line")
    style = "ink" if unit.hex else "quiet"
    values = text(12, 17, f"{unit.elan}/{unit.mass}", "normal", style, anchor="middle")
    return values + lost(unit, 4, 0) + led(unit, 29, 6, (0, 6))
