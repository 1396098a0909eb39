"""How armies are told apart: a device on the colour of each, and the fewest letters that no other has."""

from __future__ import annotations

from collections.abc import Sequence

from projections.drawing.svg import PAINTS, circle, on, placed, rect, text, use

_DEVICES = {
    "crab": (
        "M-5.5 3.5C-5.5-.5 5.5-.5 5.5 3.5 5.5 8-5.5 8-5.5 3.5zM-6.5.5C-12-3-9.5-10-4.5-9.5L-7-6.5-4"
        "-5.5C-3.5-3-5-1-6.5.5z"
        "M6.5.5C12-3 9.5-10 4.5-9.5L7-6.5 4-5.5C3.5-3 5-1 6.5.5zM-6.8 3.2l-3.2.6v1.8l3.4-.6zM6.8 3."
        "2l3.2.6v1.8l-3.4-.6z"
        "M-6 6.5l-2.8 2.2 1.2 1.2 3-2.3zM6 6.5l2.8 2.2-1.2 1.2-3-2.3z"
    ),
    "crane": "M-10-6C-4-7 0-3 1 0L9-8 6 1C4 5 1 6-2 6l-7 3 4-5C-8 2-9-2-10-6z",
    "dragon": (
        "M-8 6C-8-2 0-2 0-5S-6-8-6-5h-3c0-7 12-7 12 0 0 5-8 4-8 11zM3 8c6-2 6-8 3-10l3-1c3 4 1 11-4 13z"
    ),
    "lion": (
        "M-4.5 0a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0zM-1.5-6L0-10 1.5-6zM-1.5 6L0 10 1.5 6zM-6-1.5L"
        "-10 0-6 1.5z"
        "M6-1.5L10 0 6 1.5zM3.2-5.3L7-7 5.3-3.2zM-3.2-5.3L-7-7-5.3-3.2zM3.2 5.3L7 7 5.3 3.2zM-3.2 5"
        ".3L-7 7-5.3 3.2z"
    ),
    "phoenix": "M0-10C4-4 9-4 9 2c-3-2-5-2-6 0l3 7-6-4-6 4 3-7c-1-2-3-2-6 0 0-6 5-6 9-12z",
    "scorpion": "M-9 4a6 5 0 0 0 12 2C6 4 7 0 5-4L1-3 4-10l6 4-3 1c2 6 0 12-5 14a9 7 0 0 1-11-5z",
    "unicorn": "M-8 9C-8 1-5-4 1-6L9-10 5-3C6 2 3 4 0 3l-2 6z",
    "naga": "M-8 8C8 8 6 2 0 2S-8-6 2-9l-1 4C-4-4-2-1 2-1 10 0 10 10-8 10z",
    "ratling": "M-9 0a6 5 0 0 1 12-2L9-4 6 1a6 5 0 0 1-12 3z",
}
"""In a box from -10 to 10; invented."""

SHAPES = "".join(
    f'<path id="cw-{name}" d="{data}" fill-rule="evenodd"/>'
    f'<g id="cw-on-{name}"><circle r="10" class="fill-card rim-line"/>'
    f'<path d="{data}" fill-rule="evenodd" transform="scale(.66)" class="fill-ink"/></g>'
    for name, data in _DEVICES.items()
)
"""Each device alone, and on a pale disc."""

SIGN = 28
"""The width of the letters of an army."""


def paint(seats: Sequence[str], army: str) -> str:
    """The colour of an army."""
    return PAINTS[seats.index(army) % len(PAINTS)]


def letters(names: Sequence[str]) -> dict[str, str]:
    """The first letter of each name; where several have it, with the first one in which they differ."""
    return {
        name: _letters(name, [one for one in names if one != name and one[:1] == name[:1]]) for name in names
    }


def _letters(name: str, rivals: Sequence[str]) -> str:
    first = name[:1].upper()
    if not rivals:
        return first
    return first + name[min(max(_alike(name, one) for one in rivals), len(name) - 1)]


def _alike(one: str, other: str) -> int:
    """So many letters are the same from the start."""
    pairs = zip(one, other, strict=False)
    return next((nth for nth, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def rim(seats: Sequence[str], army: str) -> int:
    """How round the corners of an army's units are: neighbours in the order of seats differ."""
    return (7, 1)[seats.index(army) % 2]


def badge(seats: Sequence[str], army: str, clan: str, x: int, y: int, half: int) -> str:
    """The device of a clan on the colour of its army, around `x`, `y`."""
    colour = paint(seats, army)
    ground = rect(-half, -half, 2 * half, 2 * half, f"fill-{colour} rim-line", radius=2 * rim(seats, army))
    device = use(f"cw-{clan}", style=on(colour))
    if clan not in _DEVICES:
        device = text(0, 7, letters(seats)[army], "normal", f"{on(colour)} bold", anchor="middle")
    return placed(x, y, f'{ground}<g transform="scale({half / 14:.2f})">{device}</g>')


def roundel(army: str, clan: str, y: int, turn: int) -> str:
    """The device of a clan on a pale disc around 0, `y`, upright in a unit that is turned."""
    if clan not in _DEVICES:
        letter = text(0, 5, army[:1].upper(), "small", "ink bold", anchor="middle")
        return placed(0, y, circle(0, 0, 10, "fill-card rim-line") + letter, f"rotate({-turn})")
    return f'<use href="#cw-on-{clan}" transform="translate(0 {y}) rotate({-turn})"/>'


def sign(seats: Sequence[str], army: str, x: int, y: int) -> str:
    """The letters of an army on its colour, from `x`, `y` to the right and down."""
    colour = paint(seats, army)
    ground = rect(x, y, SIGN, 18, f"fill-{colour} rim-line", radius=rim(seats, army))
    return ground + text(
        x + SIGN // 2, y + 14, letters(seats)[army], "small", f"{on(colour)} bold", anchor="middle"
    )
