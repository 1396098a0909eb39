"""Somebody who sits before the page of a seat and plays what he means to order as people do: by the panel, by
the board, by keys, and sometimes by writing.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from domain.kit.steps import SURE
from referee.web.posted import MINUTE
from referee.web.sending import SENDINGS
from tests.browser.at_table import READY

MANNERS = ("panel", "panel", "board", "board", "keys", "writing")
"""How an order is composed; of each turn one is drawn."""

PATIENCE = 120.0
"""Seconds for which the page may be silent."""

_PICKS = "(line) => asksOf([], { typed: line }).then((told) => told.picks || [])"
"""The choices that an order is made of."""

_RING = """(v) => {
  const one = [...document.querySelectorAll(".rings > .ring")].find((ring) => ring.value.v === v);
  if (!one) return null;
  table.see([one.box]);
  const box = one.getBoundingClientRect(), at = [box.x + box.width / 2, box.y + box.height / 2];
  const hit = document.elementFromPoint(...at)?.closest(".ring");
  return hit?.value.v === v ? at : null;
}"""
"""Where the ring of a value can be pressed, which no other covers."""

_GROUP = """(v) => {
  const isFolded = folds(groupsOf(listed().values)) && !folded;
  return isFolded ? step.values.find((one) => one.v === v)?.group : "";
}"""
"""Of a list that is folded on a telephone, the part that a value is in."""

_RESTS = "!going && !busy && !settling && !playing"
_ANSWERED = f"{_RESTS} && phase === 'composing' && answer !== null && !isPending(answer)"


class Sitter:
    """`works` is done while he waits: what the mailboxes do meanwhile."""

    def __init__(self, page: Any, seed: str, works: Callable[[], None], *, touches: bool = False) -> None:
        self.page, self.random, self.works, self.touches = page, Random(seed), works, touches
        self.counts: dict[str, int] = dict.fromkeys((*MANNERS, "pressed", "typed", "sent"), 0)
        self._sent = deque[float](maxlen=SENDINGS - 1)

    def sees(self, events: int) -> bool:
        """Has the page shown as of an event at least: he presses “Show” where it says that the game has gone
        on. Whether it is his turn then."""
        self.until(lambda: self._shows(events), f"event {events} on the page")
        self.rests()
        if self.page.evaluate("looking !== null"):
            self.page.keyboard.press("Escape")
        return bool(self.page.evaluate("isAsked()"))

    def _shows(self, events: int) -> bool:
        if self.page.is_visible("#news-show"):
            self._press(self.page.locator("#news-show"))
        return bool(self.page.evaluate("data.events") >= events)

    def rests(self) -> None:
        self.until(lambda: bool(self.page.evaluate(_RESTS)), "the page")

    def until(self, is_so: Callable[[], bool], what: str, patience: float = PATIENCE) -> None:
        end = time.monotonic() + patience
        while not is_so():
            said = self.page.inner_text("#panel") if time.monotonic() > end else ""
            assert not said, f"Waited in vain for {what}:\n{said}"
            self.works()
            self.page.wait_for_timeout(25)

    # ---- composing

    def joins(self, words: str) -> None:
        """By the field of the first visit; small questions are asked of him."""
        asked = self.page.locator("#join label:has-text('Are asked of me each time') input")
        if asked.count():
            asked.check()
        self.page.fill("#sentence", words)
        self.page.keyboard.press("Enter")
        self._is_answered(f"“{words}”")

    def composes(self, lines: Sequence[str]) -> None:
        """Until these lines could be sent. Several are written, and what cannot be tapped is as well."""
        manner = self.random.choice(MANNERS)
        self.counts[manner] += 1
        is_tapped = manner != "writing" and len(lines) == 1 and self._taps(lines[0], manner)
        if not is_tapped:
            self._writes(lines)
            self._is_sure(manner)
        self.until(lambda: self.page.locator(READY).count() == 1, f"{lines} to be sendable")
        assert self.page.evaluate("linesNow()") == list(lines)

    def _taps(self, line: str, manner: str) -> bool:
        picks = self.page.evaluate(_PICKS, line)
        for nth, v in enumerate(picks, 1):
            self.rests()
            if self.page.evaluate("picks.length") < nth and not self._picks(v, manner):
                return False
            self.rests()
            if self.page.evaluate("picks") != picks[:nth]:
                return False
        self._is_sure(manner)
        return bool(picks) and self.page.evaluate("linesNow()") == [line]

    def _is_sure(self, manner: str) -> None:
        """Of what ends or destroys something, which the page asks once more."""
        if self.page.evaluate("!typedLines && step.sure"):
            assert self._by_panel(SURE, manner)
            self.rests()

    def _picks(self, v: str, manner: str) -> bool:
        """In the manner that he likes, else in the other."""
        own = self.page.locator("#turn form.said")
        if own.count() and not self.page.evaluate("(v) => step.values.some((one) => one.v === v)", v):
            own.locator("textarea,input").fill(v)
            self._press(own.locator(".tap").first)
            return True
        ways = (self._by_board, self._by_panel) if manner == "board" else (self._by_panel, self._by_board)
        return any(way(v, manner) for way in ways)

    def _by_board(self, v: str, _manner: str) -> bool:
        place = self.page.evaluate(_RING, v)
        if place is None:
            return False
        self.counts["pressed"] += 1
        (self.page.touchscreen.tap if self.touches else self.page.mouse.click)(*place)
        return True

    def _by_panel(self, v: str, manner: str) -> bool:
        if group := self.page.evaluate(_GROUP, v):
            self._press(self.page.locator(f"#turn .tap:text-is('{group}')").first)
        found = self.page.evaluate_handle(
            "(v) => $('turn').querySelector(`[data-v=\"${CSS.escape(v)}\"]`)", v
        )
        button = found.as_element()
        if button is None:
            return False
        if manner == "keys":
            button.focus()
            self.page.keyboard.press("Enter")
        else:
            self._press(button)
        return True

    def _press(self, button: Any) -> None:
        self.counts["pressed"] += 1
        if self.touches:
            button.tap()
        else:
            button.click()

    def _writes(self, lines: Sequence[str]) -> None:
        self.counts["typed"] += 1
        self.rests()
        self.page.evaluate("document.activeElement?.blur()")
        self.page.keyboard.press("e")
        self.page.fill("#typed", "\n".join(lines))
        self._press(self.page.locator("#typing-read"))
        self.rests()

    # ---- sending

    def sends(self) -> str:
        """Presses Send, and waits for the answer; the last line of its receipt."""
        full = len(self._sent) == self._sent.maxlen  # programs are faster than people
        self.until(lambda: not full or time.monotonic() - self._sent[0] > MINUTE, "a minute", 2 * MINUTE)
        self._sent.append(time.monotonic())
        said = self.page.inner_text("#line")
        self._press(self.page.locator(READY))
        return self._is_answered(f"“{said}”")

    def _is_answered(self, what: str) -> str:
        self.counts["sent"] += 1
        self.until(lambda: bool(self.page.evaluate(_ANSWERED)), f"an answer to {what}")
        assert not self.page.evaluate("answer.isBad"), self.page.inner_text("#answer")
        return str(self.page.evaluate("answer.lines.filter(Boolean).at(-1)"))
