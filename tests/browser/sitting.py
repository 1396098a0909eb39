"""Somebody who sits before the page of a seat and plays it as people do: by its buttons, the things of its
board, the keys, and sometimes by writing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any
from zlib import crc32

from referee.web.posted import MINUTE
from referee.web.sending import SENDINGS

MANNERS = ("buttons", "buttons", "board", "board", "keys", "writing")
"""How an order is composed; of each turn one is drawn."""

PATIENCE = 120.0
"""Seconds for which the page may be silent."""

STEPS = 40
"""Presses that one order may need."""

_BUTTONS = """(id) => [...document.querySelectorAll(`#${id} button`)].map((one, nth) => ({
  nth, text: one.textContent, order: one.title, hidden: one.hidden || one.disabled,
})).filter((one) => !one.hidden)"""

_THINGS = """(word) => {
  const board = boards[boardNow()], frame = document.querySelector("#frame");
  const all = [...frame.querySelectorAll(".above .ring.can")];
  const rings = all.filter((ring) => ring.getBoundingClientRect().width);
  const found = rings.filter((ring) => bare(ring.thing.dataset.word) === word);
  return found.map((ring) => {
    ring.scrollIntoView({ block: "center", inline: "center" });
    const box = ring.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    return { x, y, free: Boolean(hit) && hit.ownerSVGElement !== null };
  }).filter((one) => one.free);
}"""
"""Where the things of the board are that may be pressed and stand for a word."""

_OFFERED = "() => ({ whole: offersNow().whole, orders: offersNow().lines.map((one) => one.line) })"
_KNOWN = "() => known.has(keyOf(before())) || written().some((line) => line) && verdicts !== null"
_READY = "() => !document.querySelector('#send').disabled"


def drawn(offered: Sequence[str], lot: str) -> str:
    """One of some orders, whatever their row."""
    return min(offered, key=lambda order: crc32(f"{lot} {order}".encode()))


def bare(word: str) -> str:
    return word.lower().rstrip(",:;.")


def words_of(line: str) -> list[str]:
    return [bare(word) for word in line.split()]


class Sitter:
    """`works` is done while he waits: what the mailboxes do meanwhile."""

    def __init__(self, page: Any, seed: str, works: Callable[[], None], *, touches: bool = False) -> None:
        self.page, self.random, self.works, self.touches = page, Random(seed), works, touches
        self.counts: dict[str, int] = dict.fromkeys((*MANNERS, "pressed", "by board", "typed", "sent"), 0)
        self.unoffered: list[str] = []
        """What he meant to press, and could not."""
        self.answers: list[str] = []
        """What he was told of each of his orders."""
        self._sent = deque[float](maxlen=SENDINGS - 1)

    # ---- reading

    def sees(self, events: int) -> bool:
        """Has the page shown as of an event at least: he presses “Show” where it says that the game has gone
        on. Whether it is his turn then."""
        self.until(lambda: self._shows(events), f"event {events} on the page")
        return bool(self.page.evaluate("seat.is_asked"))

    def _shows(self, events: int) -> bool:
        if self.page.evaluate("seat.events") >= events:
            return True
        for button in ("#news button", "#answer:not([hidden]) #fresh"):
            found = self.page.locator(button)
            if found.count() and found.first.is_visible():
                with self.page.expect_navigation(wait_until="load"):
                    self._press(found.first)
                return bool(self.page.evaluate("seat.events") >= events)
        return False

    def until(self, is_so: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        end = time.monotonic() + patience
        while not is_so():
            said = self.page.inner_text("body")[:3000] if time.monotonic() > end else ""
            assert not said, f"Waited in vain for {what}:\n{said}"
            self.works()
            self.page.wait_for_timeout(25)

    def offered(self) -> list[str]:
        """The orders that the page says are legal, or its examples."""
        found: list[str] = self.page.evaluate(_OFFERED)["orders"]
        return found

    # ---- composing

    def composes(self, lines: Sequence[str], manner: str = "") -> None:
        """Until the sheet says these lines. What no button goes on with is written."""
        if self.page.input_value("#sheet"):
            self._press(self.page.locator("#clear"))
        for nth, line in enumerate(lines):
            if nth:
                self._press(self.page.locator("#add"))
                self.until(lambda: bool(self.page.evaluate(_KNOWN)), "what may follow")
            self._composes(line, list(lines[: nth + 1]), manner or self.random.choice(MANNERS))
        assert self.page.evaluate("written()") == list(lines)

    def _composes(self, line: str, lines: list[str], manner: str) -> None:
        self.counts[manner] += 1
        goal, steps = words_of(line), 0 if manner == "writing" else STEPS
        while steps and words_of(self.line()) != goal and self._goes_on(goal, manner):
            steps -= 1
        if words_of(self.line()) != goal:
            if manner != "writing" and len(lines) == 1:
                self.unoffered.append(line)
            self._writes(line, lines)

    def line(self) -> str:
        """The one that is being written."""
        return str(self.page.evaluate("lineNow()"))

    def _goes_on(self, goal: list[str], manner: str) -> bool:
        """Presses what comes next; whether the line is nearer to the order."""
        stood = len(words_of(self.line()))
        if manner == "board" and stood < len(goal) and self._by_board(goal, stood):
            return True
        return self._by_button(goal, stood, manner)

    def _by_board(self, goal: list[str], stood: int) -> bool:
        """The thing of the next word; before there is a line, the last thing that the order names, and the
        page shows only what that has a part in."""
        words = [goal[stood]] if stood else list(reversed(goal))
        is_begun = stood or self.page.locator("#about").is_visible()
        places = [place for word in words for place in self.page.evaluate(_THINGS, word)[:1]]
        if not places or (not stood and is_begun):
            return False
        self._points(places[0])
        now = words_of(self.line())
        if now == goal[: len(now)] and (len(now) > stood or self.page.locator("#about").is_visible()):
            self.counts["by board"] += 1
            return True
        if now != goal[:stood]:
            self._press(self.page.locator("#back" if stood else "#clear"))
        return False

    def _points(self, place: dict[str, float]) -> None:
        self.counts["pressed"] += 1
        if self.touches:
            self.page.touchscreen.tap(place["x"], place["y"])
        else:
            self.page.mouse.click(place["x"], place["y"])

    def _by_button(self, goal: list[str], stood: int, manner: str) -> bool:
        found = self._next(goal, stood) if stood else self._first(goal)
        if found is None:
            return False
        self._press(found, by_key=manner == "keys")
        now = words_of(self.line())
        return len(now) > stood and now == goal[: len(now)]

    def _first(self, goal: list[str]) -> Any:
        """Of the buttons that offer an order the one that begins as it does; a whole one rather than a
        part."""
        found = self.page.evaluate(_BUTTONS, "choices")
        far = {one["nth"]: self._alike(words_of(one["order"]), goal) for one in found}
        whole = [one for one in found if words_of(one["order"]) == goal]
        likely = whole or [one for one in found if far[one["nth"]]]
        if not likely:
            return None
        best = max(likely, key=lambda one: far[one["nth"]])
        return self.page.locator("#choices button").nth(best["nth"])

    @staticmethod
    def _alike(words: list[str], goal: list[str]) -> int:
        """How many words agree."""
        pairs = zip(words, goal, strict=False)
        return next((n for n, (one, other) in enumerate(pairs) if one != other), min(len(words), len(goal)))

    def _next(self, goal: list[str], stood: int) -> Any:
        rest = goal[stood:]
        for one in self.page.evaluate(_BUTTONS, "next"):
            words = words_of(one["text"])
            if words and words == rest[: len(words)]:
                return self.page.locator("#next button").nth(one["nth"])
        return None

    def _press(self, button: Any, *, by_key: bool = False) -> None:
        self.counts["pressed"] += 1
        if by_key:
            button.focus()
            self.page.keyboard.press("Enter")
        elif self.touches:
            button.tap()
        else:
            button.click()

    def _writes(self, line: str, lines: list[str]) -> None:
        """By keys; what is wrong there he takes away first."""
        self.counts["typed"] += 1
        if self.line().strip():
            self.page.locator("#sheet").fill("\n".join([*lines[:-1], ""]))
        self.page.locator("#sheet").focus()
        self.page.keyboard.press("Control+End")
        self.page.keyboard.type(line)

    # ---- sending

    def sends(self) -> str:
        """Presses Send once it may be pressed, and waits for the answer; the last line of its receipt."""
        self.until(lambda: bool(self.page.evaluate(_READY)), f"“{self.line()}” to be sendable")
        self._rests()
        self._press(self.page.locator("#send"))
        self.counts["sent"] += 1
        self.until(self._is_answered, f"an answer to “{self.line()}”")
        said = self.page.inner_text("#outcome")
        assert self.page.get_attribute("#outcome", "class") != "bad", said
        self.answers.append(said)
        return str(self.page.inner_text("#receipt") or self.page.text_content("#receipt")).split("\n")[-1]

    def _rests(self) -> None:
        """The pages take so many sendings of a seat in a minute; programs are faster than people."""
        full = len(self._sent) == self._sent.maxlen
        self.until(lambda: not full or time.monotonic() - self._sent[0] > MINUTE, "a minute", 2 * MINUTE)
        self._sent.append(time.monotonic())

    def _is_answered(self) -> bool:
        is_open = self.page.evaluate("busy || Boolean(sessionStorage.getItem(OPEN)) || $('answer').hidden")
        return not is_open and bool(self.page.inner_text("#outcome"))
