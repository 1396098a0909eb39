"""What a session has brought about, but for its wording: who got which mail when, what it answers, of which
parts it is made, what became of each line, and of which numbers and names it speaks.

A mail that went out has up to four kinds of lines:

    out 20 2026-11-02 11:00 dan@office.example Re: [harbour T2 iga]
        :: answer 36 waiting -; harbour.36.iga.answer; to in 11; after out 2, harbour.iga.turn, in 11
        text, lines, told 28, text, board, text, receipt 12 at 36, checkpoint.txt; 5f3a91c2
        4 > move oda from ise to iga = 30 31 32 33 35 [turn/move turn/attack turn/refill turn/order]

The digest at the end of the third covers how often each rule, each number and each name of the title, of its
seats and of its people stands in the mail: nobody is told more or less without another digest. All other
words may change.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from itertools import groupby, pairwise, takewhile
from pathlib import Path
from textwrap import wrap

from domain.game.state.words import notation_of
from referee.mail.writing.letters_to_named import Dress
from tests.referee.mail.golden.session import Session, files, script
from tests.referee.mail.test_desk_world import parse

WHOLE = ("disputes", "forfeit")
"""The sessions that are kept to the letter: one speaks three languages and has nearly all that a game by mail
can have, the other is short, of another title, and ends."""

OF_A_MAIL = (
    *("To", "Subject", "Date", "Message-ID", "In-Reply-To", "References"),
    *("Content-Type", "Content-Transfer-Encoding"),
)
"""The fields that are told by themselves, or hang on the text; the others are alike in most mails."""

_HEAD = re.compile(r"^:: Mail: (\S+) +Event: (\S+) +State: (\S+) +Due: (\S+)$", re.MULTILINE)
_BEGIN = re.compile(r"-----BEGIN (\S+) ?(.*?)-----\n")
_MARK = re.compile(r"^(TOKEN|HEAD) (\S+) ?(\S*)$", re.MULTILINE)
_LINE = re.compile(r"^ *(\d+) > (.*)$")
_EVENT = re.compile(r"^ {1,10}(\d+)  \S", re.MULTILINE)
_RULE = re.compile(r"\[([\w.-]+/[\w./-]+|\d+(?:\.\d+)+)\]")
_ACROSS = re.compile(r"^-{78}$", re.MULTILINE)
_WORD = re.compile(r"[\w.:/-]*[^\W_]")
_DIGEST = re.compile(r"\b[0-9a-f]{32,}(?:\n +[0-9a-f]+\b)?")
_SUBJECT = re.compile(r"(Re: )?(?:[^\[]*(\[[^\]]*\]))?.*?( CONFIRM)?(?: [A-Z2-7-]+)?")
_TOLD = re.compile(r"^- ", re.MULTILINE)

TEXT, LOG, BOARD, LINES, LIST = "text", "told", "board", "lines", "list"


def kept(folder: Path, path: Path, dress: Dress | None = None) -> dict[str, str]:
    """What is kept of a session, by the name of the file that keeps it."""
    if folder.name in WHOLE:
        return files(folder, path, dress)
    session = Session(path, script(folder), dress).run()
    try:
        return {"structure.txt": structure(session)}
    finally:
        session.record.close()


def structure(session: Session) -> str:
    """All mails of a session in their order, and its record."""
    return "".join(f"{line}\n" for line in _Structure(session).lines())


class _Structure:
    def __init__(self, session: Session) -> None:
        self.session = session
        self.came, self.went = _parsed(session.came), _parsed(session.went)
        self.ids = {str(mail["Message-ID"]): f"out {n}" for n, (_, mail) in enumerate(self.went, 1)}
        self.ids |= {str(mail["Message-ID"]): f"in {n}" for n, (_, mail) in enumerate(self.came, 1)}
        self.entries = [json.loads(line) for line in session.record_lines()[1:]]
        self.alike = _most_have([mail for _, mail in self.went])
        self.names = _names(session)

    def lines(self) -> Iterator[str]:
        yield f"every mail: {'; '.join(f'{name} {value}' for name, value in self.alike)}"
        numbered = [(at, 0, n) for n, (at, _) in enumerate(self.came)]
        numbered += [(at, 1, n) for n, (at, _) in enumerate(self.went)]
        for _at, is_ours, n in sorted(numbered):
            yield from self._out(n) if is_ours else self._in(n)
        yield from (line for line in self.session.said if re.fullmatch(r"[a-z]+ [a-z]+ \S+", line))
        yield from self._record()

    def _in(self, n: int) -> Iterator[str]:
        at, mail = self.came[n]
        written = [line for line in _text(mail).splitlines() if line and not _is_frame(line)]
        answered = self.ids.get(str(mail["In-Reply-To"]), "nothing")
        head = f"in {n + 1} {_time(at)} {mail['From']} to {answered} = {self.session.exits[n]}"
        yield f"{head}: {' / '.join(written)}"[:300]

    def _out(self, n: int) -> Iterator[str]:
        at, mail = self.went[n]
        text = _text(mail)
        said = _HEAD.search(text)
        said_of = "".join(_SUBJECT.fullmatch(str(mail["Subject"])).groups(""))  # type: ignore[union-attr]
        yield f"out {n + 1} {_time(at)} {mail['To']} {said_of}"
        about = [f":: {' '.join(said.groups())}"] if said else []
        late = [] if mail["Date"].datetime.timestamp() == at // 1000 else [f"Date {mail['Date']}"]
        yield f"    {'; '.join([*about, *self._fields(mail), *late])}"
        attached = [str(part.get_filename()) for part in mail.iter_attachments()]
        yield f"    {', '.join([*_counted(self._parts(text)), *attached])}; {self._speaks_of(text)}"
        yield from (f"    {line}" for line in _answered(text))

    def _fields(self, mail: EmailMessage) -> Iterator[str]:
        yield str(mail["Message-ID"]).removeprefix("<").partition("@")[0].rpartition(".")[0]
        if mail["In-Reply-To"]:
            yield f"to {self._named(str(mail['In-Reply-To']))}"
        if mail["References"]:
            yield f"after {', '.join(map(self._named, str(mail['References']).split()))}"
        for name, value in mail.items():
            is_said = name in OF_A_MAIL or name.startswith("X-Bugyo-")  # said by the last lines
            if not is_said and (name, value) not in self.alike:
                yield f"{name} {value}"
        yield from (f"no {name}" for name, _ in self.alike if name not in mail)

    def _named(self, message_id: str) -> str:
        """The mail with this id; a thread also has ids that no mail has."""
        return self.ids.get(message_id) or message_id.removeprefix("<").partition("@")[0].rpartition(".")[0]

    def _parts(self, text: str) -> Iterator[str]:
        """The kinds of its paragraphs in their order; a board may have some that are empty."""
        paragraphs = [part for part in text.split("\n\n") if part.strip() and not part.startswith("::")]
        across = [place for place, part in enumerate(paragraphs) if _ACROSS.search(part)]
        for place, part in enumerate(paragraphs):
            if across and across[0] <= place <= across[-1]:
                if place == across[0]:
                    yield BOARD
                continue
            yield self._kind(part)

    def _kind(self, part: str) -> str:
        if begin := _BEGIN.match(part):
            return self._fenced(begin[1].lower(), begin[2], part)
        if part.startswith("CONFIRM "):
            return "confirm"
        if any(map(_LINE.match, part.splitlines())):
            return LINES
        if told := _EVENT.findall(part):
            return f"{LOG} {_ranges(list(map(int, told)))}"
        if lines := _TOLD.findall(part):
            return f"{LOG} {len(lines)} lines"
        return LIST if all(line.startswith("  ") for line in part.splitlines()) else TEXT

    def _fenced(self, kind: str, names: str, part: str) -> str:
        """A block with the beginning of its token, a receipt with the event whose digest it signs."""
        marks = {mark[1]: mark for mark in _MARK.finditer(part)}
        if kind == "orders":
            return f"orders {names} {marks['TOKEN'][2][:4]} at {self._head(marks['HEAD'])}"
        at = f" at {self._head(marks['HEAD'])}" if "HEAD" in marks else ""
        return f"{kind} {names.split()[-1] if names else ''}{at}"

    def _head(self, mark: re.Match[str]) -> str:
        recorded = self.entries[int(mark[2]) - 1]["digest"]
        return mark[2] if mark[3] == recorded else f"{mark[2]}, which has another digest"

    def _speaks_of(self, text: str) -> str:
        """The digest of all rules, numbers and names in it."""
        plain = _BEGIN.split(_DIGEST.sub("", text))
        spoken = Counter(_RULE.findall(text))
        for part in (plain[0], *plain[3::3]):
            without = part.partition("-----END")[2] or (part if part is plain[0] else "")
            spoken.update(name.casefold() for name in self.names.findall(without))
            spoken.update(word for word in _WORD.findall(without) if word[0].isdigit())
        return hashlib.sha256(repr(sorted(spoken.items())).encode()).hexdigest()[:8]

    def _record(self) -> Iterator[str]:
        kinds = (
            f"{one['position']} {one['entry']['type']} {one['act'].get('seat', '')}".rstrip()
            for one in (entry["public"] for entry in self.entries)
        )
        yield from wrap(f"record: {', '.join(kinds)}", 110, break_on_hyphens=False)
        yield f"head: {self.entries[-1]['digest']}"


def _parsed(mails: Sequence[tuple[int, bytes]]) -> list[tuple[int, EmailMessage]]:
    return [(at, parse(raw)) for at, raw in mails]


def _most_have(mails: Sequence[EmailMessage]) -> list[tuple[str, str]]:
    """The fields, with their values, that more than half of the mails have."""
    found = Counter((name, str(value)) for mail in mails for name, value in mail.items())
    said = (*OF_A_MAIL, "X-Bugyo-")
    return [one for one, count in found.items() if not one[0].startswith(said) and count * 2 > len(mails)]


def _names(session: Session) -> re.Pattern[str]:
    """The names of the title, of the seats, and of everybody who plays."""
    game = session.game
    kinds = notation_of(game).vocabulary.kinds.values()
    names = {*(name for kind in kinds for name in kind.canonical), *game.seats}
    names |= {name for player in session.play.players for name in (player.name, player.address)}
    longest = sorted(names, key=lambda name: (-len(name), name))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, longest))})(?![\w-])", re.IGNORECASE)


def _text(mail: EmailMessage) -> str:
    body = mail.get_body(("plain",))
    return str(body.get_content()).replace("\r\n", "\n") if body else ""


def _is_frame(line: str) -> bool:
    return line.startswith(("-----", "TOKEN ", "HEAD "))


def _time(at: int) -> str:
    return f"{datetime.fromtimestamp(at // 1000, UTC):%Y-%m-%d %H:%M:%S}"


def _answered(text: str) -> Iterator[str]:
    """Each line of the player, with the events that it brought about and the rules that are named; ^ where a
    place in it was pointed at."""
    lines = text.splitlines()
    starts = [place for place, line in enumerate(lines) if _LINE.match(line)]
    for start, end in pairwise([*starts, len(lines)]):
        below = takewhile(lambda line: not line or line.startswith("    "), lines[start + 1 : end])
        said = "\n".join(below)
        found = [*_EVENT.findall(said), *(["^"] if re.search(r"^ +\^+$", said, re.MULTILINE) else [])]
        rules = [f"[{' '.join(dict.fromkeys(_RULE.findall(said)))}]"] if _RULE.search(said) else []
        yield " ".join([lines[start].strip(), "=", *found, *rules])


def _counted(parts: Iterator[str]) -> Iterator[str]:
    for part, same in groupby(parts):
        count = len(list(same))
        yield f"{count} {part}" if count > 1 else part


def _ranges(numbers: Sequence[int]) -> str:
    """24-25 27: what is told, and what is left out."""
    ends: list[list[int]] = []
    for number in numbers:
        if ends and ends[-1][1] + 1 == number:
            ends[-1][1] = number
        else:
            ends.append([number, number])
    return " ".join(f"{first}-{last}" if first != last else f"{first}" for first, last in ends)
