"""The board that a mail shows: drawn for its seat, with what has changed since the seat's last mail."""

from __future__ import annotations

from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

from projections.drawing.pieced import pieced
from projections.drawing.svg import MARK, Box, Drawing, Part, box, changed
from projections.language.catalogues import wording
from projections.language.messages import plain
from projections.replay import Replay
from projections.telling.boards import narrow
from referee.seats.seat_view import Scene

WIDTH, UPRIGHT = 800, 720
"""Dots across a picture, and across one that is higher than broad: a telephone shows two or three where a
page has one."""

BROAD, SLIM = 592, 450
"""How broad they are shown at most: an upright one no broader than on a telephone."""

MARGIN = 70
"""Units around what has happened that are shown with it."""

AROUND = 6
"""Units around a thing beside the field."""

NEAR, STEPS = (500, 800, 1000), 5
"""How broad a part of a large board may be, in units, and in how many steps it is moved by its own breadth:
so few parts there are that who draws one has mostly drawn its ground before, each on whole dots."""

MOST_WORDS = 900
"""Characters of what is said of a picture to those who cannot see it; the text of the mail says all."""


_last: WeakKeyDictionary[Replay, dict[Any, tuple[int, Drawing]]] = WeakKeyDictionary()


class Shown(NamedTuple):
    """A picture as SVG, how large it is shown, what it is."""

    svg: bytes
    words: str
    is_near: bool
    has_news: bool
    width: int = BROAD


def board_of(
    scene: Scene, told: int, at: int, palette: str = "light", named: frozenset[str] = frozenset()
) -> Shown:
    """The board as of the event `at`; `told` is the event of which the seat's last mail told, 0 for none.
    `named` are the words of the orders that can be tapped: what they name is where the action is."""
    before = _drawn(scene, told) if 0 < told < at else None
    now = _drawn(scene, at)
    news = changed(now, before)
    news += tuple(part for part in now.parts if part.layer >= MARK)
    meant = tuple(part for part in now.parts if part.word in named)
    cut = near(now, (*meant, *news)) or near(now, meant) or near(now, news)
    cut = cut or near(now, news[-1:])  # the newest of too much
    if cut is None and now.field and not any(_within(part, now.field) for part in news):
        front = _front(scene, at, now)
        cut = near(now, front) or _beside(now.field, front) or (None if news else now.field)
    is_upright = cut is None and now.height > now.width
    scale = (UPRIGHT if is_upright else WIDTH) / (cut.width if cut else now.width)
    made = pieced(now, palette, before=before, scale=scale, cut=cut)
    words = plain(f"{now.title}. {now.description}".strip())
    if len(words) > MOST_WORDS:
        words = f"{words[:MOST_WORDS].rpartition(' ')[0]} …"
    return Shown(made.encode(), words, cut is not None, bool(news), SLIM if is_upright else BROAD)


def _drawn(scene: Scene, at: int) -> Drawing:
    """The board after an event. For each viewer and language the last one is at hand: the next mail to a seat
    is compared with it."""
    replay, viewer = scene.replay, scene.replay.eye(scene.viewer)
    last = _last.setdefault(replay, {})
    key = (viewer, wording())
    known = last.get(key)
    if known is None or known[0] != at:
        known = last[key] = at, narrow(replay, at, scene.viewer)
    return known[1]


def near(drawing: Drawing, news: tuple[Part, ...]) -> Box | None:
    """The piece of the field with all that is new on it; None where that is most of it, or nothing."""
    field = drawing.field
    if field is None:
        return None
    there = [part for part in news if _within(part, field)]
    if not there:
        return None
    left, top = min(part.x for part in there), min(part.y for part in there)
    right = max(part.x + part.width for part in there)
    bottom = max(part.y + part.height for part in there)
    for width in NEAR:
        height = width * 3 // 4
        fits = right - left + 2 * MARGIN <= width and bottom - top + 2 * MARGIN <= height
        if fits and width <= field.width * 3 // 4 and height <= field.height:
            x = _kept((left + right - width) // 2, width, field.x, field.width)
            return Box(x, _kept((top + bottom - height) // 2, height, field.y, field.height), width, height)
    return None


def _front(scene: Scene, at: int, now: Drawing) -> tuple[Part, ...]:
    """What is nearest to the other side: where the action is while nothing is new on the field."""
    ids = scene.replay.pictures.front(scene.replay.view(at, scene.replay.eye(scene.viewer)))
    return tuple(part for part in now.parts if part.id in ids)


def _beside(field: Box, parts: tuple[Part, ...]) -> Box | None:
    """A thing beside the field and what belongs around it; None where it is no thing by itself."""
    if len(parts) != 1 or _within(parts[0], field):
        return None
    x, y, width, height = box(parts[0])
    return Box(x - AROUND, y - AROUND, width + 2 * AROUND, height + 2 * AROUND)


def _within(part: Part, field: Box) -> bool:
    across = field.x <= part.x + part.width // 2 <= field.x + field.width
    return across and field.y <= part.y + part.height // 2 <= field.y + field.height


def _kept(at: int, length: int, start: int, room: int) -> int:
    """Where a piece of a length begins, a step or more from the start and within the room that there is."""
    step = length // STEPS
    return max(start, min(start + round((at - start) / step) * step, start + room - length))
