"""The replay in a terminal: a screen with the board, and keys that go from event to event."""

from __future__ import annotations

import curses
import locale
import os
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from cli.look.stops import Stop, found, lost
from projections.language.messages import COLUMNS, _, columns
from projections.pictures import Names
from projections.replay import Replay
from projections.telling.explain import explain
from projections.telling.log import Logged, log

PAUSE = 700
"""Milliseconds between two events while it plays."""

ESCAPE = 25
"""Milliseconds after which an Escape is no beginning of another key."""

KEYS: dict[int | str, str] = {
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
    "\x7f": "rub",
    "\b": "rub",
    "\n": "enter",
    "\r": "enter",
    "\x1b": "escape",
}
"""What keys mean; a key that is not here means its own sign."""

LETTERS = {"h": "left", "l": "right", "[": "turn back", "]": "turn on", "/": "g"}
"""What signs mean where nothing is being typed."""

LONGEST = 40
"""Signs of what is typed to go to."""

SAID, NEW = "said", "new"
"""Styles of lines: what has happened; lines of the board that it has changed."""

Styled = tuple[str, str]
"""A line and its style, "" for none."""


class Walk(Struct, frozen=True):
    """`at` is a place in `places`, from 0; `top` the first line of the text that is shown; `typed` where to
    go, as far as it is typed, None while nothing is; `sought` what was last gone to, `note` what is to be
    said of it."""

    places: tuple[Stop, ...]
    names: Names = {}
    at: int = 0
    top: int = 0
    playing: bool = False
    explains: bool = False
    typed: str | None = None
    sought: str = ""
    note: str = ""

    @property
    def position(self) -> int:
        return self.places[self.at].position

    def go(self, at: int) -> Walk:
        """To another place, or to the nearest there is."""
        return replace(self, at=min(max(at, 0), len(self.places) - 1), top=0)


def pressed(walk: Walk, key: str) -> Walk | None:
    """Where the reader stands after a key; None when he has had enough."""
    walk = replace(walk, note="")
    if walk.typed is not None:
        return _typed(walk, walk.typed, key)
    key = LETTERS.get(key, key)
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
    if key == "n" and walk.sought:
        return _gone(replace(walk, playing=False), walk.sought)
    change: dict[str, dict[str, Any]] = {
        "up": {"top": max(walk.top - 1, 0)},
        "down": {"top": walk.top + 1},
        " ": {"playing": not walk.playing, "at": 0 if walk.at == last and not walk.playing else walk.at},
        "e": {"explains": not walk.explains, "top": 0},
        "g": {"typed": "", "playing": False},
    }
    return None if key == "q" else replace(walk, **change.get(key, {}))


def _typed(walk: Walk, typed: str, key: str) -> Walk:
    """While it is typed where to go."""
    if key == "enter":
        return _gone(replace(walk, typed=None), typed)
    if key == "escape":
        return replace(walk, typed=None)
    if key == "rub":
        return replace(walk, typed=typed[:-1])
    return replace(walk, typed=(typed + key)[:LONGEST]) if len(key) == 1 and key.isprintable() else walk


def _gone(walk: Walk, typed: str) -> Walk:
    """At the place that is meant; where there is none, it says so and stays."""
    if not typed.strip():
        return walk
    at = found(walk.places, typed, walk.at, walk.names)
    if at is None:
        return replace(walk, note=lost(walk.places, typed))
    return replace(walk.go(at), sought=typed)


def _turn(walk: Walk, way: int) -> int:
    """The first event of the next turn, or of this one, or of the one before if this is the first already."""
    turns = [stop.turn for stop in walk.places]
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
    curses.set_escdelay(ESCAPE)
    curses.wrapper(_run, replay, viewer, lines)


def _run(screen: Any, replay: Replay, viewer: str, lines: Sequence[Logged]) -> None:
    curses.use_default_colors()
    curses.curs_set(0)
    styles = _styles()
    places = tuple(Stop(line.position, line.turn, line.text) for line in lines)
    now: Walk | None = Walk(places, replay.names)
    while now is not None:
        _draw(screen, list(_shown(replay, viewer, lines, now)), now, styles)
        screen.timeout(PAUSE if now.playing else -1)
        key = _key(screen)
        now = played_on(now) if not key else pressed(now, key)


def _key(screen: Any) -> str:
    """The next key; "" after a pause without one. A terminal that changes its size is one that nobody
    knows, after which all is drawn anew."""
    try:
        key = screen.get_wch()
    except curses.error:
        return ""
    return KEYS.get(key, key if isinstance(key, str) else "another")


def _styles() -> dict[str, int]:
    """With colours where the terminal has them and nobody has said NO_COLOR; else in bold."""
    if os.environ.get("NO_COLOR") or not curses.has_colors():
        return {SAID: curses.A_BOLD, NEW: curses.A_BOLD}
    curses.init_pair(1, curses.COLOR_CYAN, -1)
    curses.init_pair(2, curses.COLOR_YELLOW, -1)
    return {SAID: curses.color_pair(1) | curses.A_BOLD, NEW: curses.color_pair(2) | curses.A_BOLD}


def _shown(replay: Replay, viewer: str, lines: Sequence[Logged], now: Walk) -> Iterator[Styled]:
    """The head line, what has happened, and the board or the explanation."""
    line = lines[now.at]
    yield (
        _("{game}, {turn}, event {position} of {events}").format(
            game=replay.game, turn=line.turn, position=line.position, events=len(replay)
        ),
        "",
    )
    for told in folded(f"{line.text} [{line.rule}]" if line.rule else line.text, COLUMNS):
        yield told, SAID
    yield "", ""
    eye = replay.eye(viewer)
    if now.explains:
        yield from ((told, "") for told in explain(replay, line.position, viewer).splitlines())
        return
    before = set(replay.board(lines[now.at - 1].position, eye).splitlines()) if now.at else None
    for row in replay.board(line.position, eye).splitlines():
        yield row, "" if before is None or row in before else NEW


def folded(text: str, width: int) -> Iterator[str]:
    """A line as so many as it needs, at blanks where it has them: nothing of it is cut."""
    while columns(text) > width:
        end = next(n for n in range(min(len(text), 2 * width), 0, -1) if columns(text[:n]) <= width or n == 1)
        blank = text.rfind(" ", 1, end + 1)
        end = blank if text[:blank].strip() and blank > 0 else end
        yield text[:end]
        text = text[end:].lstrip() if end == blank else text[end:]
    yield text


def _draw(screen: Any, lines: Sequence[Styled], now: Walk, styles: dict[str, int]) -> None:
    height, width = screen.getmaxyx()
    across = max(width - 1, 1)
    screen.erase()
    head, *rest = [(row, style) for text, style in lines for row in folded(text, across)]
    foot = [*folded(_foot(now), across)]
    room = max(height - 1 - len(foot), 0)
    top = min(now.top, max(len(rest) - room, 0))
    if len(rest) > room:
        said = _("lines {first} to {last} of {all}")
        more = said.format(first=top + 1, last=min(top + room, len(rest)), all=len(rest))
        foot = [*folded(f"{_foot(now)}  ({more})", across)]
        room = max(height - 1 - len(foot), 0)
    _put(screen, 0, head[0], width, curses.A_BOLD)
    for row, (text, style) in enumerate(rest[top : top + room], 1):
        _put(screen, row, text, width, styles.get(style, 0))
    for row, text in enumerate(foot, max(height - len(foot), 1)):
        _put(screen, row, text.ljust(min(across, COLUMNS)), width, curses.A_REVERSE)
    screen.refresh()


def _foot(now: Walk) -> str:
    if now.typed is not None:
        return _("Go to (47, turn 5 or a word; Esc leaves): {typed}").format(typed=now.typed)
    return now.note or _(
        "←→ event  [ ] turn  Home End  ↑↓ scroll  Space play  e explain  g go to  n next  q end"
    )


def _put(screen: Any, row: int, text: str, width: int, style: int = 0) -> None:
    """A line; the last cell of the last row stays free, for curses cannot write there."""
    try:
        screen.addnstr(row, 0, text, max(width - 1, 0), style)
    except curses.error:  # a screen of no rows or columns, while it is being resized
        return
