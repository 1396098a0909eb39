"""The crests on the cards: those of the five clans, a throwing star for the ninja, otherwise a letter."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from projections.drawing.svg import circle, on, polygon, rect, text

Points = tuple[tuple[float, float], ...]


@lru_cache(maxsize=256)
def mon(card: str, paint: str) -> str:
    """A crest in a square of 24 by 24, its middle at 0, 0, to be drawn on a paint."""
    if card in _MONS:
        return _MONS[card](f"fill-{on(paint)}")
    return text(0, 6, card[:1].upper(), "normal", f"{on(paint)} bold", anchor="middle")


def back(width: int, height: int) -> str:
    """The back of a card."""
    middle = width // 2
    ring = circle(middle, height // 2, min(7, middle - 4), "none line")
    return rect(0, 0, width, height, "fill-card line", radius=4) + ring


def _triangles(fill: str) -> str:
    """The three scales of the Hojo."""
    corners = ((0, -4), (-5.5, 6.5), (5.5, 6.5))
    return "".join(polygon(_moved(_UP, x, y), fill) for x, y in corners)


_UP: Points = ((0, -6), (5.5, 3.5), (-5.5, 3.5))


def _stars(fill: str) -> str:
    """The three stars of the Mori under a stroke."""
    return rect(-9, -10, 18, 4, fill) + "".join(circle(x, y, 4, fill) for x, y in ((0, -1), (-5, 7), (5, 7)))


def _petals(fill: str) -> str:
    """The flower of the Oda."""
    places = ((round(6 * sin(n * 2 * pi / 5)), round(-6 * cos(n * 2 * pi / 5))) for n in range(5))
    return "".join(circle(x, y, 4, fill) for x, y in places) + circle(0, 0, 2, fill)


def _diamonds(fill: str) -> str:
    """The four diamonds of the Takeda."""
    places = ((0, -5.5), (0, 5.5), (-8, 0), (8, 0))
    return "".join(polygon(_moved(((0, -4.5), (6.5, 0), (0, 4.5), (-6.5, 0)), x, y), fill) for x, y in places)


def _bamboo(fill: str) -> str:
    """The bamboo of the Uesugi: leaves in a ring."""
    leaf: Points = ((0, 1), (-3, -5), (0, -10), (3, -5))
    turned = (polygon(_turned(leaf, turn), fill) for turn in (0, 72, 144, 216, 288))
    return "".join(turned)


def _star(fill: str) -> str:
    """The throwing star of the ninja."""
    return polygon(((0, -11), (3, -3), (11, 0), (3, 3), (0, 11), (-3, 3), (-11, 0), (-3, -3)), fill)


def _moved(points: Points, x: float, y: float) -> Points:
    return tuple((left + x, top + y) for left, top in points)


def _turned(points: Points, degrees: int) -> Points:
    cosine, sine = cos(degrees * pi / 180), sin(degrees * pi / 180)
    return tuple((round(x * cosine - y * sine, 1), round(x * sine + y * cosine, 1)) for x, y in points)


_MONS = {
    "go-hojo": _triangles,
    "mori": _stars,
    "oda": _petals,
    "takeda": _diamonds,
    "uesugi": _bamboo,
    "ninja": _star,
}
