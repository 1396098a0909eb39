"""A desk in trouble: of each kind of what its page shows the referee there is one."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from referee.games import people
from referee.games.opening import Opening
from referee.record.envelope import COMMAND_LINE, Act
from referee.transport.bounces import Bounce
from referee.transport.outbox import Never, Queue
from tests.referee.mail.test_desk_lines import POLICY
from tests.referee.mail.test_desk_world import PEOPLE, mail
from tests.web.playing import Playing

HOUR = 3_600_000
REFEREE = Act(COMMAND_LINE, person="referee")
EVIL = "<img src=x onerror=alert(1)>\u202e'; rm -rf ~ #"


class Refusing:
    """A mail server that takes nothing for ever."""

    def __init__(self, why: str = "") -> None:
        self._why = why

    def carry(self, to: str, raw: bytes) -> None:
        raise Never(self._why or f"550 5.1.1 <{to}>: no such user {EVIL}")


class Troubled(Playing):
    """The game “winter” with a dispute and a late seat, “pause” that is paused, “spring” that waits for all,
    “over” that has ended, and mails that went nowhere."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.disputes()
        self.asks_a_delegate()
        self.stumbles()
        self.pauses()
        self.opens("spring", ("Eva", EVIL, "Fay"))
        self.opens("over", ("Gil", "Hans", "Ida"))
        people.abandon(self.referee, "over", "two have vanished", REFEREE)
        self.out()
        self.loses_mails()
        self.now += 80 * HOUR

    def disputes(self) -> None:
        self.say("dispute 3 12 [turn/deploy] The card was mine.", seat="iga")

    def asks_a_delegate(self) -> None:
        self.say("delegate: Dora dora@example.org until 2027-01-01", seat="ise")

    def stumbles(self) -> None:
        """The seat that is asked writes what nobody can read, and then a mail comes from nowhere."""
        for word in ("fly", "swim", "sing"):
            self.say(f"{word} away", seat=self.seat)
        self.desk.handle(mail("hello", sender="who@example.net", id="<stranger@x.org>"))

    def pauses(self) -> None:
        self.open("pause", {seat: f"{seat}@example.org" for seat in PEOPLE})
        people.change_policy(self.referee, "pause", POLICY, "a test", REFEREE)
        away = Act(COMMAND_LINE, seat="ise", person="referee", behalf="Ise")
        people.take_vacation(self.referee, "pause", "ise", "2026-12-24", "2026-12-31", away)
        people.pause(self.referee, "pause", f"the club is away {EVIL}", 0, REFEREE)

    def opens(self, name: str, names: tuple[str, ...]) -> None:
        opening = Opening(name, "shinobi", names, level=1, policy=replace(POLICY, hours=24))
        self.referee.open(opening, REFEREE)

    def loses_mails(self) -> None:
        queue = Queue(self.record, lambda: self.now)
        queue.put("<back@x.org>", PEOPLE["kii"], b"To: kii\n\nx\n", "winter: your turn")
        queue.drain(self.outbox)
        queue.came_back(Bounce("<back@x.org>", "552 mailbox full"), lambda lost: None)
        queue.put("<never@x.org>", PEOPLE["ise"], b"To: ise\n\nx\n", f"winter {EVIL}")
        queue.drain(Refusing())
        queue.put("<later@x.org>", PEOPLE["iga"], b"To: iga\n\nx\n", "winter: news")
        self.record.recorder.write("UPDATE outbox SET why='450 later', tries=2 WHERE state='waiting'", ())
        self.out()
