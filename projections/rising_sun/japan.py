"""Japan as the board shows it: the coasts of the provinces, the sea around them, borders and mountains.

The shapes are drawn by hand and schematic; neighbours share their points. Whether one gets from a province to
another is for the tables of the title to say.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from projections.drawing.svg import Box, path, rect, text, use

Point = tuple[float, float]

MAP = Box(0, 0, 1000, 900)
"""The piece of the picture that is the map."""


class Place(NamedTuple):
    """A province: its coast, where its name stands, the corner that its card of armies grows from, and on
    which sides of that corner: -1 left or above, 0 on both, 1 right or below."""

    coast: tuple[Point, ...]
    name: tuple[int, int]
    card: tuple[int, int]
    grows: tuple[int, int]
    tint: str


PLACES: Mapping[str, Place] = {
    "hokkaido": Place(
        (
            *((724, 184), (714, 148), (748, 116), (784, 114), (804, 70), (844, 54), (873, 94), (932, 114)),
            *((972, 140), (929, 177), (890, 209), (847, 198), (804, 209), (782, 241), (742, 257), (748, 220)),
        ),
        (836, 154),
        (694, 84),
        (-1, 1),
        "land",
    ),
    "oshu": Place(
        (
            *((745, 290), (780, 278), (801, 305), (818, 364), (815, 430), (791, 479), (737, 492), (686, 478)),
            *((658, 442), (690, 410), (703, 361), (721, 318)),
        ),
        (751, 396),
        (826, 440),
        (1, -1),
        "level1",
    ),
    "kanto": Place(
        (
            *((791, 479), (802, 527), (790, 580), (817, 609), (782, 631), (748, 609), (714, 625), (694, 575)),
            *((694, 524), (686, 478), (737, 492)),
        ),
        (748, 550),
        (826, 500),
        (1, 1),
        "land",
    ),
    "edo": Place(
        (
            *((658, 442), (686, 478), (694, 524), (694, 575), (714, 625), (686, 649), (658, 626), (634, 655)),
            *((596, 650), (562, 666), (553, 610), (529, 570), (521, 527), (561, 511), (578, 468), (604, 487)),
            (625, 465),
        ),
        (617, 561),
        (640, 690),
        (1, 1),
        "level1",
    ),
    "kansai": Place(
        (
            *((521, 527), (529, 570), (553, 610), (562, 666), (534, 678), (537, 713), (506, 745), (473, 727)),
            *((460, 682), (423, 665), (404, 618), (396, 577), (438, 556), (479, 551)),
        ),
        (476, 614),
        (404, 508),
        (1, -1),
        "land",
    ),
    "nagato": Place(
        (
            *((396, 577), (404, 618), (423, 665), (383, 662), (342, 674), (302, 666), (254, 686), (214, 673)),
            *((193, 649), (225, 623), (270, 620), (310, 591), (358, 585)),
        ),
        (308, 634),
        (384, 552),
        (-1, -1),
        "level1",
    ),
    "shikoku": Place(
        (
            *((305, 722), (354, 706), (406, 711), (444, 742), (428, 783), (386, 775), (358, 807), (314, 801)),
            (289, 761),
        ),
        (367, 751),
        (458, 806),
        (1, 0),
        "level1",
    ),
    "kyushu": Place(
        (
            *((118, 686), (161, 674), (207, 700), (242, 722), (247, 772), (218, 820), (174, 830), (156, 785)),
            *((121, 764), (100, 724)),
        ),
        (175, 744),
        (16, 664),
        (1, -1),
        "land",
    ),
}

ELSEWHERE = Place(((880, 800), (970, 800), (970, 860), (880, 860)), (925, 832), (870, 780), (-1, -1), "land")
"""Where a province is drawn that a data set has and Japan has not."""

_BORDERS = (
    ((658, 442), (686, 478)),
    ((686, 478), (737, 492), (791, 479)),
    ((686, 478), (694, 524), (694, 575), (714, 625)),
    ((521, 527), (529, 570), (553, 610), (562, 666)),
    ((396, 577), (404, 618), (423, 665)),
)

_PEAKS = (
    *((777, 126), (900, 143), (724, 348), (752, 334), (768, 448), (649, 508), (600, 512), (578, 604)),
    *((668, 604), (428, 600), (500, 566), (492, 690), (360, 602), (248, 652), (334, 780), (152, 704)),
    *((203, 784), (748, 585)),
)

_ROUTES = (
    "M751 396Q800 280 836 154M476 614Q250 670 175 740M367 751Q400 720 476 614",
    "M367 751Q270 790 175 740M836 154Q520 270 476 614M836 154Q230 220 175 740",
)

_WAVES = (
    *((66, 420), (118, 560), (40, 350), (246, 470), (30, 790), (70, 880), (250, 870), (560, 840), (700, 870)),
    *((800, 760), (960, 700), (930, 780), (880, 300), (960, 260), (640, 230), (560, 330), (610, 380)),
    *((690, 40), (960, 60), (640, 300), (500, 420), (470, 860), (390, 850), (840, 660), (270, 390)),
)

SHAPES = (
    '<path id="rs-wave" d="M-16 0q4-6 8 0 4-6 8 0 4-6 8 0 4-6 8 0" class="none glint-line"/>'
    '<g id="rs-peak"><path d="M-15 9L-4-11 2-2 6-8 17 9z" class="fill-level3 contour-line"/>'
    '<path d="M-4-11L-1-6.2-4.2-5-7-6z" class="fill-lit"/></g>'
)


def place(name: str) -> Place:
    return PLACES.get(name, ELSEWHERE)


@cache
def coast(name: str) -> str:
    """The land of a province as the letters of a path: a soft line that comes near every corner."""
    points = place(name).coast
    soft = list[Point]()
    for one, other in zip(points, points[1:] + points[:1], strict=True):
        soft += [_between(one, other, 0.2), _between(one, other, 0.8)]
    middles = [_between(one, other, 0.5) for one, other in zip(soft, soft[1:] + soft[:1], strict=True)]
    start = middles[-1]
    bends = (
        f"Q{at[0]:.0f} {at[1]:.0f} {to[0]:.0f} {to[1]:.0f}" for at, to in zip(soft, middles, strict=True)
    )
    return f"M{start[0]:.0f} {start[1]:.0f}{''.join(bends)}z"


def _between(one: Point, other: Point, part: float) -> Point:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


@cache
def room(name: str) -> Box:
    """The room that the land of a province takes."""
    across, down = zip(*place(name).coast, strict=True)
    left, top = int(min(across)), int(min(down))
    return Box(left, top, int(max(across)) - left, int(max(down)) - top)


@cache
def sea() -> str:
    """All that lies below the provinces: the same in every picture."""
    coasts = "".join(map(coast, PLACES))
    content = rect(*MAP, "fill-sea")
    content += "".join(use("rs-wave", x, y, "veil") for x, y in _WAVES)
    ways = "".join(_ROUTES)
    content += (
        f'<path d="{ways}" stroke-width="2.4" stroke-dasharray=".1 8" class="none river-line joined veil"/>'
    )
    for width, style in ((40, "wash"), (26, "veil"), (12, "veil")):
        content += path(coasts, f"none deep-line joined {style}", width=width)
    content += f'<path d="{coasts}" transform="translate(3 5)" class="fill-shade wash"/>'
    content += path(coasts, "none contour-line joined", width=4)
    return content + path(_borders(), "none land-line", width=12)


@cache
def relief() -> str:
    """What lies on the provinces: borders and mountains."""
    borders = _borders()
    content = path(borders, "none land-line", width=7)
    content += f'<path d="{borders}" stroke-width="2" stroke-dasharray="7 5" class="none contour-line"/>'
    return content + "".join(use("rs-peak", x, y) for x, y in _PEAKS)


@cache
def _borders() -> str:
    """The borders on land, which end a little before the coast."""
    return "".join(_line(points) for points in _BORDERS)


def _line(points: tuple[Point, ...]) -> str:
    ends = _nearer(points[0], points[1]), _nearer(points[-1], points[-2])
    whole = (ends[0], *points[1:-1], ends[1])
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in whole)


def _nearer(end: Point, other: Point) -> Point:
    far = ((end[0] - other[0]) ** 2 + (end[1] - other[1]) ** 2) ** 0.5
    return _between(end, other, min(0.4, 7 / far))


def waters(words: tuple[str, str]) -> str:
    """The names of the two seas."""
    style, spaced = "river italic haloed sea-line", '<g letter-spacing="5">'
    west = text(300, 430, words[0], "large", style, anchor="middle", room=220)
    east = text(850, 836, words[1], "large", style, anchor="middle", room=240)
    return f"{spaced}{west}{east}</g>"
