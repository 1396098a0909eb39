"""Somebody who sits before the table of a seat and plays it as people do, by taps on its buttons, its cards
and the things of its board, whichever come; and the table of a game against programs.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct, field

from referee.games.order_sheet import CLOSED, NOT_ASKED, NOT_REACHED
from referee.web.posted import MINUTE
from referee.web.sending import SENDINGS

ROOT = Path(__file__).parents[2]

PATIENCE, MOST_TAPS, MOST_PICKS = 120.0, 1_000, 25
"""Seconds that anything may take, taps until something is sent, and those after which one begins again."""

ON = 0.25
"""How often somebody who could send goes on to tap."""

CHANGED = (CLOSED, NOT_ASKED, NOT_REACHED)
"""Of lines that met something else than they were composed for."""

AT_ONCE, IN_A_SECOND = 25, 3.8
"""Taps: a person makes no more, and the server answers no more steps."""

_LINK = re.compile(r"http://127\.0\.0\.1:\d+/s/\S+/#\S+")

STANDS = """() => {
  const open = (one) => one.getAttribute("aria-disabled") !== "true" && one.offsetParent !== null;
  const taps = "#turn .tap[data-v], #turn button.cardface, #turn .step button[data-v]";
  const buttons = [...document.querySelectorAll(taps)].filter(open);
  const rings = [...document.querySelectorAll(".rings > .ring")];
  const form = document.querySelector("#turn form.said");
  const isListed = (one) => document.querySelector(`#turn [data-v="${CSS.escape(one.v)}"]`);
  const folds = step?.widget === "counts" || document.querySelector("#turn .regions");
  const isShown = (one) => table.boxesOf(one).length || isListed(one) || (folds && one.group);
  const may = (step?.values || []).filter((one) => one.on === true || (one.may !== "" && !one.why));
  const lying = may.filter((one) => table.boxesOf(one).length).map((one) => one.v);
  window.open_ = [...buttons, ...rings];
  return {
    taps: window.open_.length, form: Boolean(form), asked: isAsked(), lacks: step?.lacks || "",
    ready: document.querySelector("#send").getAttribute("aria-disabled") !== "true",
    ringed: [...new Set(rings.map((one) => one.value.v))], lying,
    nowhere: may.filter((one) => !isShown(one)).map((one) => one.v),
    moved: Boolean(scrollX || scrollY),
  };
}"""
"""What may be tapped now, and which values of the step lie on the board, have a ring, or are nowhere."""

TAP = """(nth) => {
  window.open_[nth].dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}"""

_WRITES = """() => {
  const text = document.querySelector("#own-text");
  if (text) text.value = "it rained";
  document.querySelector("#turn form.said .tap").click();
}"""

_ANEW = "() => { go([], 'keep'); }"

WAITS = """window.onScreen = () => new Promise((done) => requestAnimationFrame(() => {
  const after = new MessageChannel();
  after.port1.onmessage = () => done(performance.now());
  after.port2.postMessage(0);
}))"""
"""When all that is drawn now has been painted."""

_BOARDS = """() => {
  const then = window.plays;
  let sent = 0;
  document.querySelector("#send").addEventListener("click", () => { sent = performance.now(); }, true);
  window.plays = (...told) => {
    const made = then(...told), since = sent;
    sent = 0;
    if (since) onScreen().then((now) => { window.newBoard = now - since; });
    return made;
  };
}"""
"""Notes in `newBoard` how many milliseconds after Send the first new board is on the screen."""

QUIET = "!busy && !settling && !going && phase === 'composing' && !playing"
ANSWERED = "!busy && !settling && phase === 'composing' && !(answer && isPending(answer))"

_REFUSED = """answer && answer.isBad ? {
  says: answer.says || "", stopped: answer.stopped || "", ended: answer.ended || null,
} : null"""


class Refused(Struct):
    """A sending that did not go through. `is_told`, if something that was hidden, or had changed, is said to
    be why."""

    said: str
    is_told: bool


class Sat(Struct):
    """All that has been seen of a sitting. `boards` are the seconds from Send to the first new board."""

    orders: int = 0
    taps: int = 0
    looks: int = 0
    refused: list[Refused] = field(default_factory=list)
    led_nowhere: list[str] = field(default_factory=list)
    not_ringed: list[str] = field(default_factory=list)
    ringed_wrongly: list[str] = field(default_factory=list)
    nowhere: list[str] = field(default_factory=list)
    loads: int = 0
    jumps: int = 0
    errors: list[str] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)


@contextmanager
def solo(title: str, path: Path, *more: str) -> Iterator[str]:
    """The address of the table of a game against programs, each in a process of its own."""
    command = [sys.executable, "-m", "cli.main", "solo", title, "--page", "--store", str(path / "games.db")]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen([*command, *more], cwd=path, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        found = (_LINK.match(line.strip()) for line in iter(process.stdout.readline, ""))
        try:
            yield next(one[0] for one in found if one)
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(300) == 0


class Sitter:
    """`works` is done while he waits: what the mailboxes do meanwhile."""

    def __init__(self, page: Any, seed: str, works: Callable[[], None] = lambda: None) -> None:
        self.page, self.random, self.works, self.sat = page, Random(seed), works, Sat()
        self._left, self._tapped = float(AT_ONCE), time.monotonic()
        self._sent = deque[float](maxlen=SENDINGS - 1)
        page.on("pageerror", lambda error: self.sat.errors.append(f"error: {error}"))
        page.on("response", self._answered)
        page.on("load", lambda _page: self._loaded())
        page.add_init_script(WAITS)

    def _answered(self, told: Any) -> None:
        if told.status > 399 and told.status != 409:  # what nobody waits for any more
            self.sat.errors.append(f"{told.status} {told.url.rpartition('/')[2]}")

    def _loaded(self) -> None:
        self.sat.loads += 1

    def sits(self, address: str) -> None:
        self.page.goto(address)
        self.still(QUIET)
        self.sat.loads = 0
        self.page.evaluate(_BOARDS)

    def still(self, is_so: str) -> None:
        """Waits for what the script of the page knows."""
        end = time.monotonic() + PATIENCE
        while not self.page.evaluate(is_so):
            if time.monotonic() > end:
                raise TimeoutError(f"{is_so}\n{self.page.inner_text('#turn')}")
            self.works()
            self.page.wait_for_timeout(15)

    # ---- a whole sitting

    def plays(self, orders: int) -> Sat:
        """So many sendings, or to the end of the game."""
        while self.sat.orders < orders:
            self.still(f"{QUIET} && (isAsked() || data.over)")
            if self.page.evaluate("data.over"):
                break
            if self.composes():
                self.sends()
        return self.sat

    def sees(self, events: int) -> None:
        """Has the page shown as of an event at least: he presses “Show” where it says that the game has gone
        on."""
        end = time.monotonic() + PATIENCE
        while self.page.evaluate("data.events") < events:
            if time.monotonic() > end:
                raise TimeoutError(f"event {events}\n{self.page.inner_text('#turn')}")
            if self.page.is_visible("#news-show"):
                self.page.click("#news-show")
            self.works()
            self.page.wait_for_timeout(25)
        self.still(QUIET)
        if self.page.evaluate("looking !== null"):
            self.page.keyboard.press("Escape")

    def joins(self, sentence: str) -> None:
        """By oneself, in the sense of the first visit: no sheet is taken."""
        self.page.fill("#sentence", sentence)
        if self.page.locator("#join [name=sheet]").count():
            self.page.check("#join [name=sheet][value='']")
        self.page.click("#join .join")
        self.still(f"{ANSWERED} && !data.absent")

    # ---- one order after the other

    def composes(self) -> bool:
        """Taps until something may be sent; whether it may."""
        for nth in range(MOST_TAPS):
            self.still("!going")
            stands = self.page.evaluate(STANDS)
            if not stands["asked"]:
                return False
            self._look(stands)
            if stands["ready"] and (not stands["taps"] or self.random.random() > ON):
                return True
            if nth % MOST_PICKS < MOST_PICKS - 1:
                self._taps(stands)
            else:  # an order that can be added to without end
                self.page.evaluate(_ANEW)
        raise TimeoutError(self.page.inner_text("#turn"))

    def _look(self, stands: dict[str, Any]) -> None:
        ringed, lying = set(stands["ringed"]), set(stands["lying"])
        self.sat.looks += 1
        self.sat.not_ringed += lying - ringed
        self.sat.ringed_wrongly += ringed - lying
        self.sat.nowhere += stands["nowhere"]
        self.sat.jumps += stands["moved"]

    def _rests(self) -> None:
        now = time.monotonic()
        self._left = min(AT_ONCE, self._left + (now - self._tapped) * IN_A_SECOND) - 1
        self._tapped = now
        if self._left < 1:
            self.page.wait_for_timeout(1000 / IN_A_SECOND)

    def _taps(self, stands: dict[str, Any]) -> None:
        self._rests()
        self.sat.taps += 1
        if stands["taps"]:
            self.page.evaluate(TAP, self.random.randrange(stands["taps"]))
        elif stands["form"]:
            self.page.evaluate(_WRITES)
        else:  # what was only possible leads nowhere: the reason stands in the place of Send
            self.sat.led_nowhere.append(stands["lacks"])
            self.page.evaluate(_ANEW)

    def writes(self, lines: list[str]) -> None:
        """With the pencil; on a telephone it stands in the sheet."""
        if not self.page.is_visible("#pencil"):
            self.page.click("#grip")
        self.page.click("#pencil")
        self.page.fill("#typed", "\n".join(lines))
        self.page.click("#typing-read")
        self.still("!going && isReady()")

    def lines(self) -> list[str]:
        """The orders as Send would send them."""
        found: list[str] = self.page.evaluate("linesNow()")
        return found

    def sends(self) -> str:
        """Presses Send, and waits for the answer; the last line of its receipt."""
        self._waits_a_minute()
        lines = self.lines()
        self.page.evaluate("() => { window.newBoard = 0; }")
        self.page.click("#send")
        self.still(ANSWERED)
        self.sat.boards += [took / 1000] if (took := self.page.evaluate("newBoard")) else []
        self.sat.orders += 1
        if refused := self.page.evaluate(_REFUSED):
            ended = refused["ended"] or {}
            is_told = ended.get("outcome") in CHANGED and bool(ended.get("why"))
            self.sat.refused.append(Refused(f"{lines!r}: {refused}", is_told))
        return str(self.page.evaluate("answer?.lines?.at(-1) || ''"))

    def _waits_a_minute(self) -> None:
        """The pages take so many sendings of a seat in a minute; programs are faster than people."""
        while len(self._sent) == self._sent.maxlen and time.monotonic() - self._sent[0] < MINUTE:
            self.works()
            self.page.wait_for_timeout(200)
        self._sent.append(time.monotonic())
