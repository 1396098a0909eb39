"""When ill-meant mails come, and how: half of them steadily, half in bursts."""

from __future__ import annotations

import queue
import smtplib
import threading
import time
from collections import Counter
from collections.abc import Callable
from random import Random

from tests.siege import letters
from tests.siege.clerk import Clerk
from tests.siege.house import ADDRESS, HOSTILE, NEWCOMERS, House, Seat, drop
from tests.siege.letters import LMTP, MAILDIR, Post

HOUR: dict[str, int] = {
    "forged": 2_000,
    "senders": 1_000,
    "plus": 300,
    "dmarc": 300,
    "automatic": 200,
    "logs": 120,
    "large": 100,
    "oversize": 20,
    "delegates": 30,
    "press": 60,
    "lines": 60,
    "costly": 10,
    "dashes": 20,
    "named": 30,
    "shouting": 60,
    "newcomers": 40,
}
"""What comes within any siege of ten minutes or more; in a shorter one accordingly fewer."""

FULL = 10.0
"""Minutes."""

BURST = 25
OVERSIZE = 12_000_000
CARRIERS = 4
TIMEOUT = 60.0

Made = Callable[[], Post | None]
"""Writes a mail; None where it cannot be written yet."""


class Postman:
    """Sessions are threads of their own: who hands a mail in waits until the desk has it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._number = 0
        self._is_closed = False
        self._lock = threading.Lock()
        self._waiting: queue.SimpleQueue[Post] = queue.SimpleQueue()
        self.replies: Counter[str] = Counter()
        for _ in range(CARRIERS):
            threading.Thread(target=self._carries, daemon=True).start()

    def hand_in(self, post: Post) -> None:
        if post.way == LMTP:
            self._waiting.put(post)
            return
        with self._lock:
            self._number += 1
            name = f"{time.time_ns()}.{self._number}"
        drop(self._house.folder / "in", name, post.raw)

    def close(self) -> None:
        """Nothing is handed in any more."""
        self._is_closed = True

    def _carries(self) -> None:
        while True:
            post = self._waiting.get()
            code = self._session(post)
            if self._is_closed:
                return
            self.replies[code] += 1
            if code[0] not in "25":  # a mail server keeps such a mail, and comes again
                time.sleep(1)
                self._waiting.put(post)

    def _session(self, post: Post) -> str:
        try:
            with smtplib.LMTP("127.0.0.1", self._house.lmtp, "mx", timeout=TIMEOUT) as session:
                session.sendmail("a@mail.example", [ADDRESS], post.raw.replace(b"\n", b"\r\n"))
        except smtplib.SMTPResponseException as error:
            return str(error.smtp_code)
        except smtplib.SMTPRecipientsRefused as error:
            return str(next(iter(error.recipients.values()))[0])
        except OSError:
            return "none"
        return "250"


class Storm:
    """All the attacks, handed in at their times."""

    def __init__(self, house: House, clerk: Clerk, postman: Postman, random: Random) -> None:
        self._house = house
        self._clerk = clerk
        self._postman = postman
        self._random = random
        self._number = 0
        self._honest = [one for one in house.seats if not one.address.endswith(HOSTILE)]
        self._hostile = [one for one in house.seats if one.address.endswith(HOSTILE)]
        self.handed_in: Counter[str] = Counter()

    def rage(self, minutes: float, kinds: frozenset[str], stop: Callable[[], bool]) -> None:
        """Hands all mails in at their times."""
        begun = time.monotonic()
        for at, kind in self._times(minutes, kinds):
            while time.monotonic() < begun + at and not stop():
                time.sleep(min(0.2, max(0.0, begun + at - time.monotonic())))
            if stop():
                return
            post = self._written(kind)
            if post is not None:
                self.handed_in[kind] += 1
                self._postman.hand_in(post)

    def _times(self, minutes: float, kinds: frozenset[str]) -> list[tuple[float, str]]:
        """In seconds; each kind comes at least once."""
        seconds, found = minutes * 60, list[tuple[float, str]]()
        for kind in sorted(kinds & HOUR.keys()):
            number = max(1, round(HOUR[kind] * min(1.0, minutes / FULL)))
            steadily = number - number // 2
            found += [(seconds * self._random.random(), kind) for _ in range(steadily)]
            for first in range(0, number // 2, BURST):
                at = seconds * self._random.random()
                found += [(at, kind)] * min(BURST, number // 2 - first)
        return sorted(found)

    def _written(self, kind: str) -> Post | None:
        self._number += 1
        random, number = self._random, self._number
        seat = random.choice(self._honest)
        made: dict[str, Callable[[], Post | None]] = {
            "forged": lambda: Post(
                letters.forged(random, seat, self._turn(seat), random.choice(("", "", "none", "fail")))
            ),
            "senders": lambda: Post(letters.stranger(random, f"s{number}@senders{number % 9}.example")),
            "plus": lambda: Post(letters.stranger(random, f"victim+{number}@plus.example")),
            "dmarc": lambda: Post(letters.stranger(random, f"d{number}@dmarc.example", "fail")),
            "automatic": lambda: Post(letters.automatic(random, f"a{number}@automatic.example")),
            "logs": lambda: Post(letters.logs(random, self._anybody(seat), seat), self._way()),
            "large": lambda: Post(letters.large(random, f"l{number}@large.example"), self._way()),
            "oversize": lambda: Post(letters.large(random, f"o{number}@large.example", OVERSIZE), LMTP),
            "delegates": lambda: self._ill_meant(letters.delegates),
            "press": lambda: self._ill_meant(letters.press),
            "lines": lambda: self._ill_meant(letters.hostile),
            "costly": lambda: self._ill_meant(letters.costly),
            "dashes": lambda: self._ill_meant(letters.dashes),
            "named": lambda: self._ill_meant(letters.named),
            "shouting": lambda: Post(letters.shouting(random, f"t{number}@shouting{number % 9}.example")),
            "newcomers": lambda: Post(letters.newcomer(random, f"anna@n{number}{NEWCOMERS}"), self._way()),
        }
        return made[kind]()

    def _turn(self, seat: Seat) -> str:
        block = self._clerk.blocks.get((seat.game, seat.seat))
        return block.turn if block else "T1"

    def _anybody(self, seat: Seat) -> str:
        return seat.address if self._random.random() < 0.5 else f"l{self._number}@logs.example"

    def _way(self) -> str:
        return LMTP if self._random.random() < 0.2 else MAILDIR

    def _ill_meant(self, written: Callable[..., bytes]) -> Post | None:
        """By whoever holds a seat, with the token of it."""
        for seat in self._random.sample(self._hostile, len(self._hostile)):
            block = self._clerk.blocks.get((seat.game, seat.seat))
            if block is not None:
                return Post(written(self._random, seat, block))
        return None
