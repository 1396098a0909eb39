"""The same board for a narrow screen, upright: the map small, then the battle, the armies and the clans."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.rising_sun.view import Province, View
from projections.drawing.svg import SIZES, Box, Part, path, placed, rect, text
from projections.drawing.text_widths import width
from projections.rising_sun.armies import LAYER, paint, rows, step
from projections.rising_sun.battle_mat import height, mat
from projections.rising_sun.honor_track import needed, track
from projections.rising_sun.japan import MAP, coast, place, relief, room, sea
from projections.rising_sun.map import is_fought, province_name, token, war_number
from projections.rising_sun.names import printed
from projections.rising_sun.tokens import mon

WIDTH, EDGE = 450, 10
SCALE = 0.45
"""Of the map, whose units are those of the wide one."""

COLUMN = (WIDTH - 3 * EDGE) // 2
TITLE = 36
"""Above the armies of a card."""


def narrow_parts(view: View, where: str) -> Iterator[Part]:
    """All parts, the one below the other. What others push down is quiet: it has not changed for that."""
    yield from _map(view)
    head = text(0, 22, "Rising Sun", "big", "ink bold haloed sea-line")
    head += text(0, 44, where, "normal", "ink haloed sea-line", room=250)
    yield Part("head", EDGE, 6, 250, 50, head, 4, quiet=True)
    y = int(MAP.height * SCALE) + EDGE
    if view.battle:
        yield from mat(view, view.battle, EDGE, y, WIDTH - 2 * EDGE)
        y += height(view.battle) + EDGE
    cards = _cards(view, y)
    for one, box in cards:
        yield from _card(view, one, box)
    y = max((box.y + box.height + EDGE for _one, box in cards), default=y)
    heights = needed(view, WIDTH - 2 * EDGE)
    for part in track(view, Box(EDGE, y, WIDTH - 2 * EDGE, sum(heights)), heights):
        yield replace(part, quiet=True)


def _map(view: View) -> Iterator[Part]:
    size = (0, 0, WIDTH, int(MAP.height * SCALE))
    yield Part("sea", *size, _small(sea()), 0, quiet=True)
    for one in view.provinces:
        yield _land(view, one)
    yield Part("relief", *size, _small(relief()), 2, quiet=True)
    for one in view.provinces:
        yield _label(view, one)


def _small(content: str) -> str:
    return f'<g transform="scale({SCALE})">{content}</g>'


def _land(view: View, one: Province) -> Part:
    """The land; outlined where it is fought for."""
    box, letters = room(one.name), coast(one.name)
    content = path(letters, f"fill-{place(one.name).tint}", width=0)
    content += path(letters, f"fill-{paint(view, one.taken)} wash", width=0) if one.taken else ""
    content += path(letters, "none mark-line joined", width=10) if is_fought(view, one) else ""
    where = Box(*(round(side * SCALE) for side in box))
    moved = _small(placed(-box.x, -box.y, content))
    return Part(f"land {one.name}", *where, moved, 1, quiet=True, name=province_name(one), word=one.name)


def _label(view: View, one: Province) -> Part:
    """War number and name; below it the clans that stand there."""
    words = (f"{one.war} " if one.war else "") + printed(one.name)
    wide = int(width(words, SIZES["small"], bold=True)) + 4
    apart = 17 if len(one.armies) < 4 else 10
    wide = max(wide, apart * len(one.armies) + 8)
    middle = wide // 2
    style = f"{'mark' if is_fought(view, one) else 'ink'} bold haloed {place(one.name).tint}-line"
    content = text(middle, 12, words, "small", style, anchor="middle")
    left = middle - apart * (len(one.armies) - 1) // 2
    for nth, clan in enumerate(one.armies):
        content += mon(clan, paint(view, clan), left + apart * nth, 25, 8)
    x, y = (round(at * SCALE) for at in place(one.name).name)
    return Part(
        f"province {one.name}",
        x - middle,
        y - 12,
        wide,
        34,
        content,
        4,
        name=province_name(one),
        word=one.name,
    )


def _cards(view: View, top: int) -> list[tuple[Province, Box]]:
    """Where the card of each province with armies stands: war provinces first, in the shorter column."""
    shown = [one for one in view.provinces if one.armies]
    ends, found = [top, top], list[tuple[Province, Box]]()
    for one in sorted(shown, key=lambda one: one.war or len(view.provinces) + 1):
        nth = ends.index(min(ends))
        high = TITLE + step(len(one.armies)) * len(one.armies) + 6
        found.append((one, Box(EDGE + nth * (COLUMN + EDGE), ends[nth], COLUMN, high)))
        ends[nth] += high + EDGE
    return found


def _card(view: View, one: Province, box: Box) -> Iterator[Part]:
    edge = "mark-line" if is_fought(view, one) else "line"
    content = rect(0, 0, box.width, box.height, f"fill-card {edge}", radius=7)
    content += war_number(view, one, 6, 5) if one.war else ""
    left = 42 if one.war else 10
    said = f"{printed(one.name)}, {token(one)}" if one.settled else printed(one.name)
    content += text(left, 25, said, "normal", "ink bold", room=box.width - left - 6)
    name = province_name(one)
    yield Part(f"card {one.name}", *box, content, LAYER, quiet=True, name=name, word=one.name)
    yield from rows(view, one, Box(box.x + 4, box.y + TITLE, box.width - 4, box.height - TITLE))
