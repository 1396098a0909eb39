"""The armies of a province as rows, the strongest first: the mon of the clan, its Force, signs of figures."""

from __future__ import annotations

from collections.abc import Iterator

from domain.rising_sun.board.state import Army
from domain.rising_sun.view import Province, View
from projections.drawing.svg import PAINTS, SIZES, Box, Part, placed, text
from projections.drawing.text_widths import width
from projections.language.messages import _, listed
from projections.rising_sun.names import figure_name, printed
from projections.rising_sun.tokens import SIGN, figure, is_monster, mon
from projections.rising_sun.whereabouts import figure_id

STEPS = {1: 46, 2: 46, 3: 46, 4: 36}
"""How high a row is, by the number of rows; where there are more, they are lower."""

LOWEST, NAMED = 30, 40
"""The lowest row, and the lowest one that has room for the names of monsters."""

FORCE = 78
"""The width of the mon and the Force."""

LAYER = 5
"""Of a card and all that is on it: who comes later lies above."""

CAPTION = 130
"""The most that the names of monsters take."""


def paint(view: View, clan: str) -> str:
    """The colour of a clan."""
    names = [one.name for one in view.clans]
    return PAINTS[names.index(clan) % len(PAINTS)]


def step(count: int) -> int:
    """How high each of so many rows is."""
    return STEPS.get(count, LOWEST)


def said(army: Army) -> str:
    """An army in words: "2 bushi and Oni of Skulls"."""
    return listed([figure_name(name) if count == 1 else f"{count} {name}" for name, count in army.items()])


def army_name(one: Province, clan: str) -> str:
    """An army as one reads it aloud."""
    force, of = one.forces.get(clan, "?"), printed(clan)
    return _("{clan} {force}: {figures}").format(clan=of, force=force, figures=said(one.armies[clan]))


def rows_width(one: Province) -> int:
    """How much room the widest row of a province takes."""
    return max(FORCE + max(_signs_width(army), _caption_width(army)) + 10 for army in one.armies.values())


def _signs_width(army: Army) -> int:
    return sum(map(_sign_width, army.values()))


def _sign_width(count: int) -> int:
    return SIGN + (22 if count > 1 else 4)


def _caption_width(army: Army) -> int:
    return min(CAPTION, int(width(_caption(army), SIZES["tiny"])) + 2)


def _caption(army: Army) -> str:
    """The monsters by name: their sign is the same for all."""
    return ", ".join(figure_name(name) for name in army if is_monster(name))


def rows(view: View, one: Province, box: Box) -> Iterator[Part]:
    """The armies of a province, from the top of a room; where it is narrow, the figures are smaller."""
    honor = {clan.name: clan.honor for clan in view.clans}
    order = sorted(one.armies, key=lambda clan: (-one.forces.get(clan, 0), honor[clan]))
    high = step(len(order))
    for nth, clan in enumerate(order):
        yield from _row(view, one, clan, Box(box.x, box.y + nth * high, box.width, high))


def _row(view: View, one: Province, clan: str, box: Box) -> Iterator[Part]:
    army, middle, force = one.armies[clan], box.height // 2, one.forces.get(clan)
    strongest = force is not None and force == max(one.forces.values())
    content = mon(clan, paint(view, clan), 20, middle, min(17, middle - 1))
    number, style = "?" if force is None else str(force), "ink bold" if strongest else "quiet"
    content += text(57, middle + 8, number, "big", style, anchor="middle", room=34)
    name = f"{printed(one.name)}: {army_name(one, clan)}"
    where = (box.x, box.y, FORCE, box.height)
    yield Part(f"army {one.name} {clan}", *where, content, LAYER, quiet=True, name=name, word=clan)
    room = box.width - FORCE - 6
    caption = _caption(army) if box.height >= NAMED else ""
    lower = 12 if caption else 0
    yield from _figures(one, clan, Box(box.x + FORCE, box.y, room, box.height - lower))
    if caption:
        told = text(0, 10, caption, "tiny", "ink", room=room)
        words = (box.x + FORCE, box.y + box.height - 15, room, 13)
        yield Part(f"named {one.name} {clan}", *words, told, LAYER, quiet=True)


def _figures(one: Province, clan: str, box: Box) -> Iterator[Part]:
    """Each figure is a thing of its own, that may die, move or be taken."""
    scale, x = min(1.0, box.width / _signs_width(one.armies[clan])), float(box.x)
    for name, count in one.armies[clan].items():
        wide = _sign_width(count) * scale
        sign = figure(name, SIGN // 2, 0)
        sign += text(SIGN, 6, f"×{count}", "small", "ink bold") if count > 1 else ""
        size = f"scale({scale:.2f})" if scale < 1 else ""
        what = _("{figure} of {clan}").format(figure=figure_name(name), clan=printed(clan))
        where = (round(x), box.y, round(wide), box.height)
        drawn = placed(0, box.height // 2, sign, size)
        yield Part(figure_id(one, clan, name), *where, drawn, LAYER, quiet=True, name=what, word=name)
        x += wide
