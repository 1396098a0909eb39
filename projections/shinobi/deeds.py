"""The marks of the last action on the table of Shinobi: what came and went, an arrow, a ring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Any

from domain.shinobi.board import events as e
from domain.shinobi.view import View
from projections.drawing.svg import MARK, Part, circle, line, placed, polygon, rect, text
from projections.language.messages import _
from projections.shinobi.names import printed
from projections.shinobi.provinces import CARD, PILE, Table

ACTIONS = e.Placed | e.NinjaSent | e.Moved | e.Attacked
Point = tuple[float, float]

BADGE = 11
"""Half as broad as a badge is."""


def deeds(view: View, events: Sequence[Any], table: Table) -> Iterator[Part]:
    """The marks of the newest action; what is drawn or skipped since then has none."""
    action = next((one for one in events if isinstance(one, ACTIONS)), None)
    if isinstance(action, e.Placed):
        yield from _came(view, table, (action.province, action.card), 1)
    elif isinstance(action, e.NinjaSent):
        yield from _came(view, table, (action.province, action.clan), -1)
    elif isinstance(action, e.Moved):
        yield from _way(view, table, (action.source, action.clan), (action.target, action.clan))
        yield from _came(view, table, (action.source, action.clan), -1)
        yield from _came(view, table, (action.target, action.clan), 1)
    elif isinstance(action, e.Attacked):
        yield from _way(view, table, (action.seat, action.army), (action.province, action.clan))
        yield from _ring(view, table, (action.seat, action.army))
        yield from _came(view, table, (action.province, action.clan), -1)


def _spot(view: View, table: Table, army: tuple[str, str]) -> tuple[int, int] | None:
    """Where an army stands or would stand; None where the table has no such one."""
    seats, clans = [one.seat for one in view.provinces], list(view.clans)
    if army[0] not in seats or army[1] not in clans:
        return None
    return table.spot(view, seats.index(army[0]), clans.index(army[1]))


def _came(view: View, table: Table, army: tuple[str, str], by: int) -> Iterator[Part]:
    """So many cards came or went: a badge at the corner of the first card."""
    spot = _spot(view, table, army)
    if spot is None:
        return
    left, top = spot[0] + CARD[0] - BADGE - 5, spot[1] - 8
    disc = circle(0, 0, BADGE, "fill-mark case-line")
    drawn = placed(BADGE, BADGE, disc + text(0, 5, f"{by:+}", "small", "case bold", anchor="middle"))
    said = _("{clan} in {seat}: {by:+}").format(clan=printed(army[1]), seat=army[0], by=by)
    yield Part(
        f"came {army[0]} {army[1]}", left, top, 2 * BADGE, 2 * BADGE, drawn, MARK, quiet=True, name=said
    )
    if by < 0 and not _count(view, army):  # what is gone leaves its outline for one action
        gone = rect(0, 0, *CARD, "none mark-line dashed", radius=4)
        yield Part(f"gone {army[0]} {army[1]}", *spot, *CARD, gone, 1, quiet=True)


def _count(view: View, army: tuple[str, str]) -> int:
    return next((one.armies.get(army[1], 0) for one in view.provinces if one.seat == army[0]), 0)


def _ring(view: View, table: Table, army: tuple[str, str]) -> Iterator[Part]:
    spot = _spot(view, table, army)
    if spot is None:
        return
    size = CARD[0] + 8, CARD[1] + 8
    ring = rect(0, 0, *size, "frame dashed", radius=7)
    said = _("{clan} in {seat} has attacked").format(clan=printed(army[1]), seat=army[0])
    yield Part(
        f"fought {army[0]} {army[1]}", spot[0] - 4, spot[1] - 4, *size, ring, MARK, quiet=True, name=said
    )


def _way(view: View, table: Table, one: tuple[str, str], two: tuple[str, str]) -> Iterator[Part]:
    """An arrow from card to card."""
    start, end = _spot(view, table, one), _spot(view, table, two)
    if start is None or end is None or start == end:
        return
    points = _straight(start, end) if table.is_narrow else _between_rows(start, end)
    left, top = (min(point[axis] for point in points) - 10 for axis in (0, 1))
    width, height = (max(point[axis] for point in points) + 10 - (left, top)[axis] for axis in (0, 1))
    (x, y), (u, v) = points[-2:]
    far = hypot(u - x, v - y) or 1
    ux, uy = (u - x) / far, (v - y) / far
    u, v = u - left, v - top
    head = ((u + 10 * ux, v + 10 * uy), (u - 8 * uy, v + 8 * ux), (u + 8 * uy, v - 8 * ux))
    shaft = tuple((px - left, py - top) for px, py in points)
    drawn = line(shaft, "case-line joined", width=9) + polygon(head, "fill-mark case-line")
    drawn += line(shaft, "mark-line joined", width=4)
    where = round(left), round(top), round(width), round(height)
    yield Part("way", *where, drawn, MARK, quiet=True)


def _straight(one: tuple[int, int], two: tuple[int, int]) -> tuple[Point, ...]:
    """From the middle of a card towards that of another."""
    (x1, y1), (x2, y2) = ((x + CARD[0] / 2, y + CARD[1] / 2) for x, y in (one, two))
    far = hypot(x2 - x1, y2 - y1)
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    start = (x1, y1) if far < 100 else (x1 + 38 * ux, y1 + 38 * uy)
    return start, (x2 - 42 * ux, y2 - 42 * uy)


def _between_rows(one: tuple[int, int], two: tuple[int, int]) -> tuple[Point, ...]:
    """Below the names of the row in which it begins, and up or down where names have ended."""
    (x1, y1), (x2, y2) = one, two
    low, is_right = y1 + CARD[1] - 3, x2 > x1
    if y1 == y2:
        begin, end = (x1 + CARD[0] + 6, x2 - 14) if is_right else (x1 - 6, x2 + CARD[0] + 14)
        return (begin, low), (end, low)
    aside, gap = x2 - PILE - 6, y1 + CARD[1] + 2
    middle = y2 + CARD[1] // 2
    return (x1 + CARD[0] // 2, gap), (aside, gap), (aside, middle), (x2 - 14, middle)
