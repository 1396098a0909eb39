"""Mail programs of players, driven by scripts as a person drives them: they reply to the newest mail.

mutt puts the lines above the quotation that it makes, s-nail below, and swaks quotes nothing.
"""

from __future__ import annotations

import os
import pty
import select
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Protocol

from tests.servers.machines import DOMAIN, HOST, PASSWORD, PATIENCE, Club


class Program(Protocol):
    user: str

    def reply(self, filled: str) -> None:
        """Replies to the newest mail in the mailbox with these lines."""
        ...


class Mutt:
    """mutt in a terminal: IMAP and SMTP of its own, an editor that types the lines."""

    def __init__(self, club: Club, user: str, path: Path) -> None:
        self.user = user
        path.mkdir()
        self._path, self._text = path, path / "text"
        login = f"{user}:{PASSWORD.replace(' ', '%20')}"
        self._rc = path / "muttrc"
        editor = f"{shlex.quote(sys.executable)} {Path(__file__).with_name('editor.py')} {self._text}"
        self._rc.write_text(
            f'set folder="imaps://{HOST}:{club.dovecot.imap}/"\n'
            f'set spoolfile="+INBOX"\nset imap_user="{user}"\nset imap_pass="{PASSWORD}"\n'
            f'set smtp_url="smtp://{login}@localhost:{club.postfix.smtp}/"\n'
            f'set from="{user}@{DOMAIN}"\nset realname="{user.title()}"\nset use_from=yes\n'
            f'set editor="{editor}"\n'
            f'set ssl_force_tls=yes\nset ssl_starttls=yes\nset ssl_ca_certificates_file="{club.tls.ca}"\n'
            f'set certificate_file="{path}/certificates"\nset header_cache=\n'
            "set include=yes\nset fast_reply=yes\nset autoedit=yes\nset edit_headers=no\nset recall=no\n"
            "set abort_nosubject=no\nset abort_unmodified=no\nset copy=no\nset confirmappend=no\n"
            "set move=no\nset beep=no\nset sort=date-received\nset mail_check=1\nset wait_key=no\n"
            'set send_charset="us-ascii:utf-8"\nset record=\nset postponed=\n'
        )

    def reply(self, filled: str) -> None:
        self._text.write_text(filled)
        keys = "push <last-entry><reply><send-message><quit>"
        said = run_in_terminal(["mutt", "-n", "-F", str(self._rc), "-e", keys], self._path)
        assert not self._text.exists(), said


class Nail:
    """s-nail from a script of its commands."""

    def __init__(self, club: Club, user: str, path: Path) -> None:
        self.user = user
        path.mkdir()
        self._path, self._text = path, path / "text"
        login = f"{user}:{PASSWORD.replace(' ', '%20')}"
        self._rc = path / "mailrc"
        self._rc.write_text(
            "set v15-compat=yes\n"
            f"set from='{user.title()} <{user}@{DOMAIN}>'\n"
            f"set mta=submission://{login}@localhost:{club.postfix.smtp}\n"
            "set smtp-auth=login smtp-use-starttls hold\n"
            f"set tls-ca-file={club.tls.ca} tls-ca-no-defaults tls-verify=strict\n"
            f"set inbox=imaps://{login}@localhost:{club.dovecot.imap}/INBOX\n"
            "set quote indentprefix='> ' sendwait noheader sendcharsets=utf-8 nosave\n"
            "set editalong=no autobcc= expandaddr\n"
        )

    def reply(self, filled: str) -> None:
        self._text.write_text(filled)
        commands = f"reply $\n~< {self._text}\n~.\nquit\n"
        done = subprocess.run(
            ["s-nail", "-:/", "-#", "-X", f"source {self._rc}", "-f", "%"],
            input=commands,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
            env={**os.environ, "HOME": str(self._path)},
        )
        assert done.returncode == 0, done.stdout + done.stderr


class Swaks:
    """swaks: no reader of mails, a sender of its own, which speaks LMTP with the desk itself."""

    def __init__(self, user: str, lmtp: int) -> None:
        self.user = user
        self._server = f"{HOST}:{lmtp}"

    def reply(self, filled: str) -> None:
        _swaks(self.user, "My orders", filled, "--protocol", "LMTP", "--server", self._server)


DESK = f"bugyo@{DOMAIN}"


def swaks(club: Club, user: str, subject: str, text: str = "Hello.\n", *, to: str = DESK) -> None:
    """A mail to the desk through the mail server of the club, over STARTTLS and with a login."""
    server = ("--server", f"localhost:{club.postfix.smtp}", "--tls", "--tls-verify")
    login = ("--auth", "PLAIN", "--auth-user", user, "--auth-password", PASSWORD)
    _swaks(user, subject, text, *server, "--tls-ca-path", str(club.tls.ca), *login, to=to)


def _swaks(user: str, subject: str, text: str, *how: str, to: str = DESK) -> None:
    who = ("--from", f"{user}@{DOMAIN}", "--to", to)
    command = ["swaks", *who, "--h-Subject", subject, "--body", f"\n{text}", *how]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def run_in_terminal(command: list[str], home: Path) -> str:
    """Runs a program that wants a screen; what it showed."""
    child, master = pty.fork()
    if child == 0:
        os.environ.update(TERM="xterm", HOME=str(home), LC_ALL="C.UTF-8", LINES="50", COLUMNS="120")
        os.execvp(command[0], command)
    shown, end = b"", time.monotonic() + PATIENCE
    while time.monotonic() < end:
        ready, _, _ = select.select([master], [], [], 0.2)
        if not ready:
            continue
        try:
            some = os.read(master, 65536)
        except OSError:
            some = b""
        if not some:
            break
        shown += some
    else:
        os.kill(child, 9)
    os.close(master)
    _, status = os.waitpid(child, 0)
    assert status == 0, shown.decode("utf-8", "replace")
    return shown.decode("utf-8", "replace")
