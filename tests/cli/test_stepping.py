"""The replay in a terminal: what keys do, and what the screen shows."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
import pytest
from msgspec.structs import replace

from cli.look.step_through import Walk, played_on, pressed
from tests.cli.conftest import Bugyo
from tests.cli.test_process import BUGYO, ROOT, environment

PLACES = ((3, "T1"), (4, "T1"), (9, "T2"), (10, "T2"), (12, "T2"), (20, "T3"))
ROWS, COLUMNS = 40, 80
PATIENCE = 60.0
"""Seconds."""


def after(start: int, *keys: str) -> Walk:
    now: Walk | None = Walk(PLACES, at=start)
    for key in keys:
        assert now is not None
        now = pressed(now, key)
    assert now is not None
    return now


@pytest.mark.parametrize(
    ("start", "keys", "position"),
    [
        (0, ["right"], 4),
        (0, ["left"], 3),
        (5, ["right"], 20),
        (5, ["left"], 12),
        (2, ["home"], 3),
        (2, ["end"], 20),
        (0, ["turn on"], 9),
        (5, ["turn on"], 20),
        (4, ["turn back"], 9),
        (2, ["turn back"], 3),
        (0, ["turn back"], 3),
        (0, ["g", "1", "0", "enter"], 10),
        (0, ["g", "1", "1", "enter"], 12),
        (0, ["g", "9", "9", "enter"], 20),
        (0, ["g", "t", "2", "enter"], 9),
        (1, ["g", "t", "9", "enter"], 4),
        (1, ["g", "9", "q"], 4),
        (0, ["g", "1", "9", "rub", "0", "enter"], 10),
        (3, ["x"], 10),
    ],
)
def test_keys_go_where_they_say(start: int, keys: list[str], position: int) -> None:
    assert after(start, *keys).position == position


def test_q_ends_and_nothing_else_does() -> None:
    assert pressed(Walk(PLACES), "q") is None
    assert after(0, "g", "q").typed is None


def test_space_plays_to_the_end_and_from_there_anew() -> None:
    now = played_on(after(3, " "))
    assert (now.position, now.playing) == (12, True)
    now = played_on(now)
    assert (now.position, now.playing) == (20, False)
    assert (after(5, " ").position, after(5, " ").playing) == (3, True)
    assert after(3, " ", " ").playing is False
    assert after(3, " ", "left").playing is False
    assert played_on(Walk(PLACES, at=2)) == Walk(PLACES, at=2)


def test_scrolling_begins_anew_with_each_event() -> None:
    assert after(0, "up").top == 0
    assert after(0, "down", "down", "up").top == 1
    assert after(0, "down", "right").top == 0
    assert after(0, "e", "e") == replace(Walk(PLACES), explains=False)


class Terminal:
    """A terminal with a command in it, and what its user sees."""

    def __init__(self, terminal: int) -> None:
        self._terminal = terminal
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)

    def sees(self, *texts: str) -> None:
        """Waits until all of the texts stand on the screen."""
        until = time.monotonic() + PATIENCE
        while missing := [text for text in texts if text not in "\n".join(self._screen.display)]:
            if time.monotonic() > until or not self._read():
                shown = "\n".join(self._screen.display)
                raise AssertionError(f"{missing} does not come up on:\n{shown}")

    def _read(self) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], 0.5)
        if ready:
            try:
                self._stream.feed(os.read(self._terminal, 65536))
            except OSError:
                return False
        return True

    def press(self, keys: bytes) -> None:
        os.write(self._terminal, keys)

    def ended(self) -> bool:
        until = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < until
        return True


@contextmanager
def terminal(store: Path, *args: str) -> Iterator[Terminal]:
    child, opened = pty.fork()
    if child == 0:
        os.chdir(ROOT)
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.execve(sys.executable, [*BUGYO, *args], environment(store, TERM="linux", LC_ALL="C.UTF-8"))
    try:
        yield Terminal(opened)
    finally:
        os.close(opened)
        os.waitpid(child, 0)


LEFT, RIGHT, HOME, END = b"\x1b[D", b"\x1b[C", b"\x1b[1~", b"\x1b[4~"
"""Of the terminal “linux”, which is the one that pyte is."""


def test_a_game_is_stepped_through_with_keys(bugyo: Bugyo) -> None:
    steps = bugyo.json("replay", "bots-7-1", "--every", "event")["steps"]
    with terminal(bugyo.store, "replay", "bots-7-1") as user:
        user.sees(f"event {steps[0]['position']} of", "q end")
        user.press(RIGHT)
        board = [line.rstrip() for line in steps[1]["board"].splitlines()[:8]]
        user.sees(f"event {steps[1]['position']} of", *board)
        user.press(END)
        user.sees(f"event {steps[-1]['position']} of")
        user.press(LEFT)
        user.sees(f"event {steps[-2]['position']} of")
        user.press(b"g50\r")
        found = next(step["position"] for step in steps if step["position"] >= 50)
        user.sees(f"event {found} of")
        user.press(b"e")
        user.sees(f"Event {found}")
        user.press(HOME)
        user.sees(f"event {steps[0]['position']} of")
        user.press(b"q")
        assert user.ended()
