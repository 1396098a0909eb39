"""The five questions of a desk that is set up anew, each asked until its answer will do."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping

import click
from msgspec import Struct

from cli.frame.printing import FAILS, note
from projections.language.messages import _, wrap
from referee.club.club_file import ANYBODY, KNOWN, NOBODY
from referee.games.addresses import mailbox_of
from referee.reading.senders import is_address
from referee.service.webhook_hosts import is_host

IMAP, POSTFIX, MAILDIR = "imap", "postfix", "maildir"
NO = "no"
EVERYWHERE = ("0.0.0.0", "[::]")
"""No address by which anybody reaches a machine."""

_HERE = re.compile(r"(?P<host>[\w.-]{1,253}|\[[0-9a-f:]{2,45}\]):(?P<port>\d{1,5})", re.ASCII | re.IGNORECASE)
_HTTPS = re.compile(r"https://(?P<host>[^/:]{1,253})(?::\d{1,5})?/?")

Answers = Mapping[str, str]


class Question(Struct, frozen=True):
    """`usual` is the answer where nothing is said; `wrong` says why an answer, after those that came before,
    will not do, and what would; "" where it does."""

    name: str
    asks: str
    usual: str
    wrong: Callable[[str, Answers], str]


def _mailbox(answer: str, before: Answers) -> str:
    kind, _blank, host = answer.partition(" ")
    if kind in (POSTFIX, MAILDIR) and not host:
        return ""
    if kind == IMAP and (not host or is_host(host)):
        return ""
    return _("It is one of these: imap, imap HOST, postfix, maildir.")


def _address(answer: str, before: Answers) -> str:
    said = _("“{address}” is no mail address. Write it bare: bugyo@example.org.")
    return "" if is_address(answer) else said.format(address=answer)


def _referee(answer: str, before: Answers) -> str:
    if mailbox_of(answer) == mailbox_of(before["address"]):
        return _("The desk would write to itself. Name the mailbox of a person.")
    return _address(answer, before)


def _pages(answer: str, before: Answers) -> str:
    here, https = _HERE.fullmatch(answer), _HTTPS.fullmatch(answer)
    listens = here and here["host"] not in EVERYWHERE and int(here["port"]) < 1 << 16
    if answer == NO or listens or (https and is_host(https["host"])):
        return ""
    return _(
        "Write https://games.example.org where a web server stands before them, 127.0.0.1:8080 for this "
        "machine alone, or no."
    )


def _club(answer: str, before: Answers) -> str:
    said = _("It is one of these: known, anybody, nobody, no.")
    return "" if answer in (KNOWN, ANYBODY, NOBODY, NO) else said


QUESTIONS = (
    Question(
        "mailbox",
        _(
            "How do mails come in? imap, or imap HOST: from a mailbox at a provider. postfix: from the mail "
            "server of this machine. maildir: as files, to try it out."
        ),
        IMAP,
        _mailbox,
    ),
    Question("address", _("Which address do players write to? It is for the desk alone."), "", _address),
    Question(
        "referee",
        _("Which address has the referee? He is told what goes wrong, and may always begin a game."),
        "",
        _referee,
    ),
    Question(
        "pages",
        _(
            "Where do people reach pages on which to look and play? https://… behind a web server, HOST:PORT "
            "without one, or no."
        ),
        NO,
        _pages,
    ),
    Question(
        "club",
        _(
            "Who begins games by mail, beside the referee? known: whoever plays here or has played here. "
            "anybody, or nobody. no: only you, by “bugyo open”."
        ),
        KNOWN,
        _club,
    ),
)


def answered(given: Mapping[str, str | None]) -> Answers:
    """Those that are `given`, and the others asked for. A usage error for one that will not do."""
    found = dict[str, str]()
    for question in QUESTIONS:
        answer = given[question.name]
        if answer is None:
            answer = _asked(question, found)
        elif wrong := question.wrong(answer, found):
            raise click.BadParameter(wrong, param_hint=f"--{question.name}")
        found[question.name] = answer
    return found


def _asked(question: Question, before: Answers) -> str:
    usual = f" [{question.usual}]" if question.usual else ""
    note("\n".join(wrap(f"{question.asks}{usual}")))
    for line in sys.stdin:
        answer = " ".join(line.split()) or question.usual
        wrong = question.wrong(answer, before)
        if not wrong:
            return answer
        note("\n".join(wrap(wrong)), FAILS)
    said = _("There is no answer to read. Add {option} with one.").format(option=f"--{question.name}")
    raise click.UsageError(said)
