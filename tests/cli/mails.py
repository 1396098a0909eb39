"""Mails as players send them."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from referee.mail.desk.poison import Deaths
from referee.record.record import Record, system_clock
from referee.transport.outbox import Queue
from tests.cli.conftest import Bugyo

ADDRESS = "referee@example.org"


def stranger() -> bytes:
    return b"From: nobody@example.org\nSubject: hello\nMessage-ID: <s@example.org>\n\nHello!\n"


def turn_mail(bugyo: Bugyo, out: Path) -> tuple[bytes, Path]:
    """Opens a game by mail; the answer of whoever is awaited to his turn mail, with one legal order."""
    names = ("anna", "boris", "eva")
    people = [word for name in names for word in ("--player", f"{name.title()} <{name}@example.org>")]
    bugyo("open", "shinobi", "--id", "post", *people, "--outgoing", out, "--address", ADDRESS)
    bugyo.join("post", "--outgoing", out, "--address", ADDRESS)
    seat, orders = bugyo.legal("post")
    sender = f"{dict(zip(('iga', 'ise', 'kii'), names, strict=True))[seat]}@example.org"
    mails = [path.read_text(encoding="utf-8") for path in sorted((out / "new").iterdir())]
    mail = next(mail for mail in mails if f"To: {sender}" in mail and "BEGIN ORDERS post T1 " in mail)
    block = re.search(r"-----BEGIN ORDERS.*?END ORDERS[^\n]*-----", mail, re.DOTALL)
    assert block is not None
    filled = block[0].replace("\n-----END", f"{orders[0]}\n-----END")
    subject = re.search(r"^Subject: (.*)$", mail, re.MULTILINE)
    assert subject is not None
    head = f"From: {sender}\nTo: {ADDRESS}\nSubject: Re: {subject[1]}\nMessage-ID: <1@example.org>\n\n"
    return (head + filled + "\n").encode(), out


def desk_file(store: Path, path: Path) -> Path:
    """The file of a desk of Maildirs."""
    file = path / "desk.toml"
    file.write_text(
        f'store = "{store}"\naddress = "{ADDRESS}"\n[[maildir]]\npath = "in"\n[outgoing]\npath = "out"\n'
    )
    return file


def queue_mail(store: Path) -> None:
    """A mail in the outbox that a server has not taken yet."""
    record = Record(store)
    Queue(record, system_clock).put("<1@x>", "anna@example.org", b"To: anna\n\nx\n", "your turn")
    record.recorder.write("UPDATE outbox SET why='450 later', tries=1", ())
    record.close()


def put_aside(store: Path, mail: bytes) -> str:
    """The digest of a mail that the desk has died of three times: it is put aside when it comes next."""
    digest = hashlib.sha256(mail).hexdigest()
    record = Record(store)
    record.keep_mail(digest, mail)  # the first time
    assert [Deaths(record).begin(digest) for _ in range(2)] == [True, True]
    record.close()
    return digest
