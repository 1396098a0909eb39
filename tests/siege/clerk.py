"""Whoever carries away what the desk writes: notes to whom, how much, in answer to what; keeps nothing."""

from __future__ import annotations

import re
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from email import message_from_bytes
from pathlib import Path

from msgspec import Struct

from tests.siege.house import HOSTILE, NEWCOMERS, PLAYERS, REFEREE, SHOUTS

READ = 300_000
"""Bytes of a mail that are read; its size is known anyway."""

BLOCK = re.compile(r"-----BEGIN ORDERS (\S+) (\S+) (\S+)-----\n(.*?)-----END ORDERS [^\n]*-----\n", re.DOTALL)
_HEAD = re.compile(r"^HEAD (\d+)", re.MULTILINE)
_DIGEST = re.compile(r"^MAIL ([0-9a-f]{64})", re.MULTILINE)
_LINK = re.compile(r"http://127\.0\.0\.1:\d+(/s/[^\s#]+)")


class Answer(Struct, frozen=True):
    """`at` is a time of the monotonic clock, `used` the CPU of the desk then; `digest` is of the mail that
    it answers, as its receipt has it.
    """

    at: float
    used: float
    digest: str
    subject: str


class Block(Struct, frozen=True):
    """`head` is the event that an order in it answers."""

    game: str
    turn: str
    seat: str
    head: int
    text: str
    mail: str
    name: str

    def filled(self, *lines: str) -> str:
        return self.text.replace("\n\n", "\n" + "".join(f"{line}\n" for line in lines), 1)


class Clerk:
    """`used` says what CPU the desk has used. One thread looks, others read."""

    def __init__(self, box: Path, used: Callable[[], float]) -> None:
        self._box = box / "new"
        self._used = used
        self._lock = threading.Lock()
        self.answers: dict[str, Answer] = {}
        """The first answer to each mail, by its Message-ID."""
        self.blocks: dict[tuple[str, str], Block] = {}
        """The newest block of each seat."""
        self.links: list[str] = []
        self.mails: Counter[str] = Counter()
        """How many have gone out, by the domain that they went to."""
        self.megabytes: defaultdict[str, float] = defaultdict(float)
        self.largest: tuple[float, str] = (0.0, "")
        self.shouted: Counter[str] = Counter()
        """How often a subject or a first line had what somebody has called himself or another."""

    def look(self) -> int:
        """Takes what lies there; how many."""
        with suppress(FileNotFoundError):
            found = sorted(self._box.iterdir())
            for path in found:
                self._take(path)
            return len(found)
        return 0

    def strangers(self) -> Counter[str]:
        """Mails to those who have no seat and are not in charge."""
        known = (PLAYERS, HOSTILE, REFEREE.partition("@")[2])
        return Counter(
            {
                domain: n
                for domain, n in self.mails.items()
                if domain not in known and not domain.endswith(NEWCOMERS)
            }
        )

    def newcomers(self) -> int:
        """How many honest newcomers were written to."""
        return sum(domain.endswith(NEWCOMERS) for domain in self.mails)

    def _take(self, path: Path) -> None:
        size = path.stat().st_size
        with path.open("rb") as file:
            raw = file.read(READ)
        path.unlink()
        mail = message_from_bytes(raw)
        to = str(mail["To"] or "").lower().rstrip(">").rpartition("@")[2].strip()
        with self._lock:
            self.mails[to] += 1
            self.megabytes[to] += size / 1e6
            self.largest = max(self.largest, (size / 1e6, f"“{mail['Subject']}” to {mail['To']}"))
        text = _text(mail)
        first = next((line for line in text.splitlines() if line.strip()), "")
        self.shouted.update(said for said in SHOUTS if said in f"{mail['Subject']}\n{first}")
        if to in (PLAYERS, HOSTILE):
            self._read(mail, text)

    def _read(self, mail: object, text: str) -> None:
        answers, name, subject = (
            str(mail[field] or "").strip()  # type: ignore[index]
            for field in ("In-Reply-To", "Message-ID", "Subject")
        )
        with self._lock:
            if answers and answers not in self.answers:
                digest = _DIGEST.search(text)
                self.answers[answers] = Answer(
                    time.monotonic(), self._used(), digest[1] if digest else "", subject
                )
            for block in _blocks(text, name):
                before = self.blocks.get((block.game, block.seat))
                if before is None or before.head <= block.head:
                    self.blocks[block.game, block.seat] = block
            self.links = [*_LINK.findall(text), *self.links][:20]


def _blocks(text: str, name: str) -> Iterator[Block]:
    for found in BLOCK.finditer(text):
        head = _HEAD.search(found[0])
        if "TOKEN " in found[0] and head:
            yield Block(found[1], found[2], found[3], int(head[1]), found[0], text, name)


def _text(mail: object) -> str:
    """As a mail program shows it."""
    for part in mail.walk():  # type: ignore[attr-defined]
        if part.get_content_type() == "text/plain":
            body = part.get_payload(decode=True)
            return body.decode("utf-8", "replace").replace("\r\n", "\n") if isinstance(body, bytes) else ""
    return ""
