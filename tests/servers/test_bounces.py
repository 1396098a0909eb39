"""Mails that were taken and came back."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.mail.office.serving import Serving
from referee.record.outbox import BOUNCED
from referee.record.record import Record, system_clock
from referee.service.configuration import read_configuration
from referee.service.exits import OK, Handled
from referee.transport.bounces import Bounce, bounce_of
from referee.transport.outbox import Queue
from tests.servers.machines import DOMAIN, HOST, Club, folder, free_port, needed, wait_for
from tests.servers.relays import Taken, relay

ADDRESS = f"bugyo@{DOMAIN}"
REPORT = """From: MAILER-DAEMON@mx.club.example
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.club.example

Final-Recipient: rfc822; anna@club.example
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1
    No such user

--x
Content-Type: message/rfc822-headers

From: bugyo@club.example
Message-ID: <spring.1.iga.turn.0123456789abcdef@club.example>
Subject: x

--x--
"""
OURS = "<spring.1.iga.turn.0123456789abcdef@club.example>"

CASES = [
    (REPORT, Bounce(OURS, "Bounced: smtp; 550 5.1.1 No such user")),
    (REPORT.replace("\n", "\r\n"), Bounce(OURS, "Bounced: smtp; 550 5.1.1 No such user")),
    (REPORT.replace("Diagnostic-Code", "X"), Bounce(OURS, "Bounced: 5.1.1")),
    (REPORT.replace("Action: failed", "Action: delayed"), None),
    (REPORT.replace("Status: 5.1.1", "Status: 4.4.1"), None),
    (REPORT.replace("multipart/report", "multipart/mixed"), None),
    (REPORT.replace("@club.example>", "@other.example>"), None),
    ("", None),
]


@pytest.mark.parametrize(("raw", "found"), CASES)
def test_only_what_can_never_be_delivered_and_is_ours(raw: str, found: Bounce | None) -> None:
    assert bounce_of(raw.encode(), ADDRESS) == found


class _NoDesk:
    def handle(self, raw: bytes) -> Handled:
        return Handled(OK, "No answer to a robot")


@pytest.mark.soak
def test_a_bounce_of_postfix_is_recorded_and_the_referee_told_once(tmp_path: Path) -> None:
    needed("dovecot", "postfix")
    gone = f"anna@{DOMAIN}"
    far, port = Taken(rcpt=lambda to, n: "550 5.1.1 moved away"), free_port()
    routes = {gone: f"smtp:[{HOST}]:{port}"}
    with relay(far, port=port), folder() as path, Club(path, routes) as club:
        (path / "desk.toml").write_text(club.configuration(path / "s.db"))
        settings, record = read_configuration(path / "desk.toml"), Record(path / "s.db")
        queue = Queue(record, system_clock)
        mail = f"From: {ADDRESS}\nTo: {gone}\nMessage-ID: <1@{DOMAIN}>\n\nx\n"
        queue.put(f"<1@{DOMAIN}>", gone, mail.encode(), "your turn")

        def serve() -> None:
            Serving(settings, record, _NoDesk(), report=lambda line: None).once(lambda: False)

        serve()
        wait_for("the bounce", lambda: club.dovecot.mails("bugyo"))
        bounce = club.dovecot.mails("bugyo")[0].read_bytes()
        serve()
        (known,) = queue.unsent()
        assert (known.to, known.state) == (gone, BOUNCED)
        assert "5.1.1 moved away" in known.why
        wait_for("the word to the referee", lambda: club.dovecot.mails("rei"))
        assert "moved away" in club.dovecot.mails("rei")[0].read_text("utf-8")
        club.dovecot.mails("rei")[0].unlink()
        assert bounce_of(bounce, ADDRESS) is not None
        serve()
        assert not queue.again(known.id)
        assert club.dovecot.mails("rei") == []
        record.close()
