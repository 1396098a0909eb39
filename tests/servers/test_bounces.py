"""Mails that were taken and came back."""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path

import pytest

from referee.mail.office.office import PostOffice
from referee.mail.office.serving import Serving
from referee.record.outbox import BOUNCED
from referee.record.record import Record, system_clock
from referee.service.configuration import Configuration, Maildir, read_configuration
from referee.service.exits import OK, Handled
from referee.transport.bounces import Bounce, bounce_of
from referee.transport.boxes import Outbox
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

SAID = "Bounced: smtp; 550 5.1.1 No such user"

EXIM_SAYS = "SMTP error from remote mail server after RCPT TO:<anna@club.example>: 550 No such user here"
EXIM = f"""This message was created automatically by mail delivery software.

The following address(es) failed. This is a permanent error.

  anna@club.example
    {EXIM_SAYS}

------ This is a copy of the message, including all the headers. ------
"""
QMAIL = """Hi. This is the qmail-send program at mx.club.example.
I tried to reach the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<anna@club.example>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.
"""
YAHOO = """Message from yahoo.example.
Unable to send your message to the following address(es).

<anna@yahoo.example>: This user doesn't have a yahoo.example account.

--- Original message follows.
"""
GMAIL = """Your message wasn't delivered to anna@club.example because the address couldn't be found.

----- Original message -----
"""


def returned(text: str, more: str = "") -> str:
    """As servers say it that write no report."""
    head = (
        f"Return-Path: <>\nFrom: Mail Delivery System <Mailer-Daemon@mx.club.example>\n{more}Subject: x\n\n"
    )
    return (
        f"{head}{text}\nFrom: bugyo@club.example\nMessage-ID: {OURS}\nSubject: Your turn\n\nYou may order:\n"
    )


CASES = [
    (REPORT, Bounce(OURS, SAID)),
    (REPORT.replace("\n", "\r\n"), Bounce(OURS, SAID)),
    (REPORT.replace("Diagnostic-Code", "X"), Bounce(OURS, "Bounced: 5.1.1")),
    (REPORT.replace("Action: failed", "Action: delayed"), None),
    (REPORT.replace("Status: 5.1.1", "Status: 4.4.1"), None),
    (REPORT.replace("5.1.1\n", "5.1.1 (bad destination mailbox)\n", 1), Bounce(OURS, SAID)),
    (REPORT.replace("multipart/report", "multipart/mixed").replace("MAILER-DAEMON", "anna"), None),
    (REPORT.replace("MAILER-DAEMON", "anna").replace("multipart/report", "text/plain"), None),
    (returned(EXIM, "X-Failed-Recipients: anna@club.example\n"), Bounce(OURS, f"Bounced: {EXIM_SAYS}")),
    (
        returned("Not delivered yet (451 busy), and will be retried: 5.0.0 delayed.\n"),
        None,
    ),
    (returned(QMAIL), Bounce(OURS, f"Bounced: {QMAIL.splitlines()[5]}")),
    (returned(YAHOO), Bounce(OURS, f"Bounced: {YAHOO.splitlines()[3]}")),
    (returned(GMAIL), Bounce(OURS, f"Bounced: {GMAIL.splitlines()[0]}")),
    (
        returned(EXIM).replace("Return-Path: <>\nFrom: Mail Delivery System <Mailer-Daemon", "From: <anna"),
        None,
    ),
    (returned(EXIM).replace(OURS, "<guessed@other.example>"), None),
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


def test_the_referee_learns_once_of_an_address_that_is_dead(tmp_path: Path) -> None:
    """And whoever makes up a bounce silences nobody: the next mail goes there all the same."""
    record = Record(tmp_path / "s.db")
    settings = Configuration(
        "s.db", ADDRESS, outgoing=Maildir(str(tmp_path / "out")), referee="rei@club.example"
    )
    office = PostOffice(settings, record, system_clock, lambda line: None)
    queue, gone = Queue(record, system_clock), "anna@club.example"

    def comes_back(number: int) -> list[str]:
        id = f"<spring.{number}.iga.turn.0123456789abcdef@club.example>"
        queue.put(id, gone, f"From: {ADDRESS}\nTo: {gone}\nMessage-ID: {id}\n\nx\n".encode(), "your turn")
        queue.drain(Outbox(tmp_path / "out"))
        office.look_for_bounce(REPORT.replace(OURS, id).encode())
        queue.drain(Outbox(tmp_path / "out"))
        mails = [message_from_bytes(path.read_bytes()) for path in (tmp_path / "out" / "new").iterdir()]
        return sorted(mail["To"] for mail in mails)

    assert comes_back(1) == [gone, "rei@club.example"]
    assert comes_back(2) == [gone, gone, "rei@club.example"]
    record.close()
