"""The figures of a clan as signs: a hat for Bushi, a crest for the Daimyo, a gate for Shinto, a castle for a
Stronghold, and horns for a monster.
"""

from __future__ import annotations

from collections.abc import Mapping

from projections.drawing.svg import circle, on, path, rect, text

SIGN = 24
"""The width and the height of a sign."""

_SIGNS = {
    "bushi": "M2 17 12 5l10 12zM6 18h12v2H6z",
    "daimyo": "M3 8l5 4 4-8 4 8 5-4-2 12H5z",
    "shinto": "M2 5h20v3H2zM4 10h16v2H4zM6 12h3v9H6zM15 12h3v9h-3z",
    "stronghold": "M4 21V10h2V6h3v3h2V6h2v3h2V6h3v4h2v11h-6v-6h-4v6z",
}
MONSTER = "M4 3c0 5 2 6 5 6h6c3 0 5-1 5-6 2 3 2 8-1 10l-2 6-5 3-5-3-2-6C2 11 2 6 4 3z"
"""Whatever is none of them."""


def figures(army: Mapping[str, int], style: str = "fill-ink") -> str:
    """The signs of an army side by side, each with its number where it is more than one."""
    content, x = "", 0
    for name, count in army.items():
        content += f'<g transform="translate({x} 0)">{sign(name, style)}</g>'
        content += text(x + SIGN - 1, 19, str(count), "normal", "ink bold") if count > 1 else ""
        x += SIGN + (12 if count > 1 else 2)
    return content


def sign(name: str, style: str = "fill-ink") -> str:
    return path(_SIGNS.get(name, MONSTER), style, width=0)


def monsters(army: Mapping[str, int]) -> list[str]:
    """The names of the figures that have no sign of their own."""
    return [name for name in army if name not in _SIGNS]


def coin(number: str, x: int, y: int) -> str:
    """A coin, its middle at `x`, `y`, with a number on it."""
    ring = circle(x, y, 15, "fill-ochre ink-line") + circle(x, y, 12, "none ink-line")
    return ring + text(x, y + 6, number, "normal", "on bold", anchor="middle", room=22)


def sealed(x: int, y: int) -> str:
    """A bid that is sealed, around `x`, `y`: a folded paper."""
    return rect(x - 14, y - 10, 28, 20, "fill-card ink-line", radius=2) + path(
        f"M{x - 14} {y - 10}l14 11 14-11", "none ink-line"
    )


def flag(paint: str, force: int | None, height: int) -> str:
    """The flag of a clan with the Force of its army; "?" where it cannot be said yet."""
    said = "?" if force is None else str(force)
    return rect(0, 0, 28, height, f"fill-{paint} ink-line", radius=3) + text(
        14, height // 2 + 7, said, "big", f"{on(paint)} bold", anchor="middle", room=24
    )
