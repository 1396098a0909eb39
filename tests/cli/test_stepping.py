"""The replay in a terminal: what keys do, and what the screen shows."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte
import pytest
from msgspec.structs import replace

from cli.look.step_through import Walk, folded, played_on, pressed
from cli.look.stops import Stop
from tests import forked
from tests.cli.conftest import Bugyo
from tests.cli.test_process import environment

PLACES = tuple(
    Stop(*one)
    for one in (
        (3, "T1", "The game begins."),
        (4, "T1", "Anti-Bakufu places 2 in Matsue."),
        (9, "T2", "Pro-Bakufu looks on."),
        (10, "T2", "A coup in Satsuma."),
        (12, "T2", "Matsue holds."),
        (20, "T3", "Takeda qui passe à Hagi."),
    )
)
ROWS, COLUMNS = 40, 80
PATIENCE = 600.0
"""Seconds."""


NAMES = {"choshu": "Hagi"}


def after(start: int, *keys: str) -> Walk:
    now: Walk | None = Walk(PLACES, NAMES, at=start)
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
        (2, ["g", "9", "9", "enter"], 9),
        (0, ["g", "t", "2", "enter"], 9),
        (0, ["g", *"turn 2", "enter"], 9),
        (0, ["g", *"Tour 3", "enter"], 20),
        (0, ["g", *"ход 3", "enter"], 20),
        (1, ["g", "t", "9", "enter"], 4),
        (1, ["g", "9", "escape"], 4),
        (0, ["g", *"matsue", "enter"], 4),
        (1, ["g", *"matsue", "enter"], 12),
        (4, ["g", *"MATSUE", "enter"], 4),
        (0, ["g", *"matsue", "enter", "n"], 12),
        (0, ["g", *"matsue", "enter", "n", "n"], 4),
        (0, ["/", *"choshu", "enter"], 20),
        (2, ["g", *"qui", "enter"], 20),
        (2, ["g", *"osaka", "enter"], 9),
        (2, ["g", "enter"], 9),
        (2, ["n"], 9),
        (0, ["g", "1", "9", "rub", "0", "enter"], 10),
        (3, ["x"], 10),
    ],
)
def test_keys_go_where_they_say(start: int, keys: list[str], position: int) -> None:
    assert after(start, *keys).position == position


def test_q_ends_and_nothing_else_does() -> None:
    assert pressed(Walk(PLACES), "q") is None
    assert after(0, "g", "q").typed == "q"
    assert after(0, "g", "q", "escape").typed is None


# typed       what is said
LOST = [
    ("99", "The last event here is 20."),
    ("turn 9", "There is no turn “turn 9” here; the last one is T3."),
    (
        "osaka",
        "No event here tells of “osaka”. Type an event's number, a turn such as t5, or a word of the log.",
    ),
]


@pytest.mark.parametrize(("typed", "said"), LOST)
def test_where_nothing_is_found_it_is_said(typed: str, said: str) -> None:
    now = after(2, "g", *typed, "enter")
    assert (now.position, now.note, now.typed) == (9, said, None)
    assert after(2, "g", *typed, "enter", "right").note == ""


# line            in so many columns, the rows
FOLDED = [
    ("", 5, [""]),
    ("takeda", 6, ["takeda"]),
    ("takeda", 5, ["taked", "a"]),
    ("武田 x", 4, ["武田", "x"]),
    ("takeda moves", 8, ["takeda", "moves"]),
    ("  takeda", 4, ["  ta", "keda"]),
]


@pytest.mark.parametrize(("text", "width", "rows"), FOLDED)
def test_nothing_of_a_line_is_cut(text: str, width: int, rows: list[str]) -> None:
    assert list(folded(text, width)) == rows


def test_space_plays_to_the_end_and_from_there_anew() -> None:
    now = played_on(after(3, " "))
    assert (now.position, now.playing) == (12, True)
    now = played_on(now)
    assert (now.position, now.playing) == (20, False)
    assert (after(5, " ").position, after(5, " ").playing) == (3, True)
    assert after(3, " ", " ").playing is False
    assert after(3, " ", "left").playing is False
    still = Walk(PLACES, at=2)
    assert played_on(still) == still


def test_scrolling_begins_anew_with_each_event() -> None:
    assert after(0, "up").top == 0
    assert after(0, "down", "down", "up").top == 1
    assert after(0, "down", "right").top == 0
    assert after(0, "e", "e") == replace(Walk(PLACES, NAMES), explains=False)


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

    def resize(self, rows: int, columns: int) -> None:
        self._screen.resize(rows, columns)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def colours(self) -> set[str]:
        """What words are written in."""
        rows = self._screen.buffer.values()
        return {sign.fg for row in rows for sign in row.values() if sign.data.strip()}

    def press(self, keys: bytes) -> None:
        os.write(self._terminal, keys)

    def ended(self) -> bool:
        until = time.monotonic() + PATIENCE
        while self._read():
            assert time.monotonic() < until
        return True


@contextmanager
def terminal(store: Path, *args: str, **environs: str) -> Iterator[Terminal]:
    work = forked.command(args, environment(store, **{"TERM": "linux", "LC_ALL": "C.UTF-8", **environs}))

    def sized() -> None:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        work()

    child, opened = forked.on_terminal(sized)
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


def test_a_replay_goes_to_a_word_and_says_what_it_does_not_find(bugyo: Bugyo) -> None:
    with terminal(bugyo.store, "replay", "bots-7-1") as user:
        user.sees("q end")
        user.press(b"gzanzibar\r")
        user.sees("No event here tells of", "zanzibar")
        user.press(b"gattacks\r")
        user.sees("attacks", "q end")
        assert {"cyan", "brown"} <= user.colours()
        user.press(b"q")
        assert user.ended()


@pytest.mark.parametrize("environs", [{"NO_COLOR": "1"}])
def test_there_is_no_colour_where_nobody_wants_it(bugyo: Bugyo, environs: dict[str, str]) -> None:
    with terminal(bugyo.store, "replay", "bots-7-1", **environs) as user:
        user.press(END)
        user.sees("q end")
        assert user.colours() == {"default"}
        user.press(b"q")
        assert user.ended()


def test_a_narrow_screen_shows_all_and_grows_again(bugyo: Bugyo) -> None:
    with terminal(bugyo.store, "replay", "bots-7-1") as user:
        user.sees("q end")
        user.resize(24, 30)
        user.sees("lines 1 to")
        user.resize(ROWS, COLUMNS)
        user.sees("←→ event  [ ] turn")
        user.press(b"q")
        assert user.ended()


def test_a_terminal_that_cannot_be_drawn_on_gets_the_steps(bugyo: Bugyo) -> None:
    steps = bugyo.json("replay", "bots-7-1")["steps"]
    last = steps[-1]["board"].splitlines()[0].rstrip()
    with terminal(bugyo.store, "replay", "bots-7-1", TERM="dumb") as user:
        user.sees(last)
        assert user.ended()


def test_a_replay_begins_at_a_turn_or_a_word(bugyo: Bugyo) -> None:
    for first, told in (("turn 2", "T2"), ("t3", "T3")):
        steps = bugyo.json("replay", "bots-7-1", "--from", first)["steps"]
        assert steps[0]["turn"] == told
    steps = bugyo.json("replay", "bots-7-1", "--every", "event", "--from", "attacks")["steps"]
    assert "attacks" in steps[0]["events"][0]["text"]
