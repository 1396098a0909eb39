"""The replay in a terminal: a screen with the board, and keys that go from event to event.

Walk     where the reader stands, and what is shown
pressed  what a key makes of it
walk     shows it, until the reader has had enough
"""

from __future__ import annotations

import curses
import locale
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from projections.language.messages import COLUMNS, _, wrap
from projections.replay import Replay
from projections.telling.explain import explain
from projections.telling.log import Logged, log

PAUSE = 700
"""Milliseconds between two events while it plays."""

KEYS = {
    curses.KEY_LEFT: "left",
    curses.KEY_RIGHT: "right",
    curses.KEY_PPAGE: "left",
    curses.KEY_NPAGE: "right",
    curses.KEY_SLEFT: "turn back",
    curses.KEY_SRIGHT: "turn on",
    curses.KEY_HOME: "home",
    curses.KEY_END: "end",
    curses.KEY_UP: "up",
    curses.KEY_DOWN: "down",
    curses.KEY_BACKSPACE: "rub",
    127: "rub",
    10: "enter",
    13: "enter",
    ord("h"): "left",
    ord("l"): "right",
    ord("["): "turn back",
    ord("]"): "turn on",
}
"""What keys mean; a key that is not here means its own sign."""

Place = tuple[int, str]
"""An event that logs show, and its turn."""


class Walk(Struct, frozen=True):
    """`at` is a place in `places`, from 0; `top` the first line of the text that is shown; `typed` where to
    go, as far as it is typed, None while nothing is."""

    places: tuple[Place, ...]
    at: int = 0
    top: int = 0
    playing: bool = False
    explains: bool = False
    typed: str | None = None

    @property
    def position(self) -> int:
        return self.places[self.at][0]

    def go(self, at: int) -> Walk:
        """To another place, or to the nearest there is."""
        return replace(self, at=min(max(at, 0), len(self.places) - 1), top=0)


def pressed(walk: Walk, key: str) -> Walk | None:
    """Where the reader stands after a key; None when he has had enough."""
    if walk.typed is not None:
        return _typed(walk, walk.typed, key)
    last = len(walk.places) - 1
    go = {
        "left": walk.at - 1,
        "right": walk.at + 1,
        "turn back": _turn(walk, -1),
        "turn on": _turn(walk, 1),
        "home": 0,
        "end": last,
    }
    if key in go:
        return replace(walk.go(go[key]), playing=False)
    change: dict[str, dict[str, Any]] = {
        "up": {"top": max(walk.top - 1, 0)},
        "down": {"top": walk.top + 1},
        " ": {"playing": not walk.playing, "at": 0 if walk.at == last and not walk.playing else walk.at},
        "e": {"explains": not walk.explains, "top": 0},
        "g": {"typed": "", "playing": False},
    }
    return None if key == "q" else replace(walk, **change.get(key, {}))


def _typed(walk: Walk, typed: str, key: str) -> Walk | None:
    """While a number is typed: 47 for an event, t5 for the first event of a turn."""
    if key == "enter":
        return replace(walk.go(_named(walk, typed)), typed=None)
    if key in ("q", "g"):
        return replace(walk, typed=None)
    if key == "rub":
        return replace(walk, typed=typed[:-1])
    return replace(walk, typed=typed + key) if len(key) == 1 and key.isalnum() and len(typed) < 9 else walk


def _named(walk: Walk, typed: str) -> int:
    """The place that is meant; where there is none, the present one."""
    for at, (position, turn) in enumerate(walk.places):
        if turn.lower() == typed.lower() or (typed.isdecimal() and position >= int(typed)):
            return at
    return len(walk.places) - 1 if typed.isdecimal() else walk.at


def _turn(walk: Walk, way: int) -> int:
    """The first event of the next turn, or of this one, or of the one before if this is the first already."""
    turns = [turn for _position, turn in walk.places]
    begins = [at for at, turn in enumerate(turns) if not at or turns[at - 1] != turn]
    if way > 0:
        return next((at for at in begins if at > walk.at), len(turns) - 1)
    return max((at for at in begins if at < walk.at), default=0)


def played_on(walk: Walk) -> Walk:
    """After a pause without a key: the next event, if it plays."""
    if not walk.playing:
        return walk
    on = walk.go(walk.at + 1)
    return replace(on, playing=on.at < len(walk.places) - 1)


# ---- the screen


def walk(replay: Replay, viewer: str, first: int, last: int) -> None:
    """Shows the events from `first` to `last`, until q is pressed."""
    lines = [line for line in log(replay, viewer, after=first - 1) if line.position <= last]
    if not lines:
        return
    locale.setlocale(locale.LC_ALL, "")
    curses.wrapper(_run, replay, viewer, lines)


def _run(screen: Any, replay: Replay, viewer: str, lines: Sequence[Logged]) -> None:
    curses.use_default_colors()
    curses.curs_set(0)
    now: Walk | None = Walk(tuple((line.position, line.turn) for line in lines))
    while now is not None:
        _draw(screen, list(_shown(replay, viewer, lines, now)), now)
        screen.timeout(PAUSE if now.playing else -1)
        key = screen.getch()
        now = played_on(now) if key == -1 else pressed(now, KEYS.get(key, _sign(key)))


def _sign(key: int) -> str:
    return chr(key) if 32 <= key < 127 else ""


def _shown(replay: Replay, viewer: str, lines: Sequence[Logged], now: Walk) -> Iterator[str]:
    """The head line, what has happened, and the board or the explanation."""
    line = lines[now.at]
    yield _("{game}, {turn}, event {position} of {events}").format(
        game=replay.game, turn=line.turn, position=line.position, events=len(replay)
    )
    yield from wrap(f"{line.text} [{line.rule}]" if line.rule else line.text)
    yield ""
    eye = replay.eye(viewer)
    text = explain(replay, line.position, viewer) if now.explains else replay.board(line.position, eye)
    yield from text.splitlines()


def _draw(screen: Any, lines: Sequence[str], now: Walk) -> None:
    height, width = screen.getmaxyx()
    screen.erase()
    room = max(height - 2, 0)
    top = min(now.top, max(len(lines) - 1 - room, 0))
    _put(screen, 0, lines[0], width, curses.A_BOLD)
    for row, line in enumerate(lines[1 + top : 1 + top + room], 1):
        _put(screen, row, line, width)
    _put(screen, height - 1, _foot(now), width, curses.A_REVERSE)
    screen.refresh()


def _foot(now: Walk) -> str:
    if now.typed is not None:
        return _("Go to (47 or t5): {typed}").format(typed=now.typed)
    return _("←→ event  [ ] turn  Home End  ↑↓ scroll  Space play  e explain  g go to  q end")


def _put(screen: Any, row: int, text: str, width: int, style: int = 0) -> None:
    """A line, cut at the edge; the last cell of the last row stays free, for curses cannot write there."""
    try:
        screen.addnstr(row, 0, text.ljust(min(width, COLUMNS)) if style else text, max(width - 1, 0), style)
    except curses.error:  # a screen of no rows or columns, while it is being resized
        return
