"""Nobody is called late while orders may lie in a mailbox that nobody could look into."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

from referee.clocks import machine_clock
from referee.mail.office.serving import Serving
from referee.record.record import Record
from referee.service.configuration import Configuration, Listen, Maildir
from referee.service.exits import OK, Handled

HOUR = 3_600_000
NOW = 1_795_000_000_000


class _NoDesk:
    def handle(self, raw: bytes) -> Handled:
        return Handled(OK, "")


def test_a_mailbox_that_is_lost_is_waited_for_and_no_longer_than_set(tmp_path: Path) -> None:
    record = Record(tmp_path / "s.db")
    settings = Configuration("s.db", "bugyo@club.example", outgoing=Maildir(str(tmp_path / "out")))
    now, said = [NOW], list[str]()
    desk = Serving(settings, record, _NoDesk(), clock=lambda: now[0], report=said.append)
    box = SimpleNamespace(is_unread=True)
    desk._imap = [box]  # type: ignore[list-item]

    def is_quiet_after(hours: float) -> bool:
        now[0] = NOW + round(hours * HOUR)
        desk._look_at_clocks(True)
        beat = machine_clock.beat_of(record)
        return beat is not None and now[0] < beat.quiet

    assert is_quiet_after(0)
    assert not said, "The first look takes a moment."
    assert is_quiet_after(5.9)
    assert "Nobody is called late" in said[-1]
    assert not is_quiet_after(6.1)
    box.is_unread = False
    assert not is_quiet_after(6.2)
    box.is_unread = True
    assert is_quiet_after(7), "Another outage has hours of its own."
    record.close()


def test_a_desk_that_is_started_anew_counts_from_when_the_mailbox_was_lost(tmp_path: Path) -> None:
    record = Record(tmp_path / "s.db")
    settings = Configuration("s.db", "bugyo@club.example", outgoing=Maildir(str(tmp_path / "out")))
    for hours, waits in ((0.0, True), (5.9, True), (6.1, False)):
        now = NOW + round(hours * HOUR)
        desk = Serving(settings, record, _NoDesk(), clock=lambda now=now: now, report=lambda _line: None)  # type: ignore[misc]
        desk._imap = [SimpleNamespace(is_unread=True)]  # type: ignore[list-item]
        desk._look_at_clocks(True)
        beat = machine_clock.beat_of(record)
        assert (beat is not None and now < beat.quiet) is waits, hours
    record.close()


def test_the_first_desk_that_listens_waits_for_what_servers_have_kept(tmp_path: Path) -> None:
    record = Record(tmp_path / "s.db")
    listen = Listen(socket=str(tmp_path / "lmtp"))
    settings = Configuration(
        str(tmp_path / "s.db"), "bugyo@club.example", listen=listen, outgoing=Maildir(str(tmp_path / "out"))
    )
    Serving(settings, record, _NoDesk(), clock=lambda: NOW, report=print).run(lambda: True)
    beat = machine_clock.beat_of(record)
    assert beat is not None
    assert beat.quiet == NOW + HOUR
    record.close()
