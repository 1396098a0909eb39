"""The table of features: each row with what shows it, which is run and quoted.

`features.toml` has the rows. A command is run in a folder of its own after those of `begin`; a line of a mail
is looked for in a session of the golden ones, and what is quoted is of the mails that answer it.
"""

from __future__ import annotations

import re
import tempfile
import tomllib
from functools import cache
from itertools import groupby
from pathlib import Path

import msgspec
from msgspec import Struct

from projections.locale.sentences import ROOT
from tests.guides import commands
from tests.referee.mail.golden.session import FOLDER, Session, script
from tests.referee.mail.test_desk_world import parse

ROWS = Path(__file__).with_name("features.toml")
PAGE = ROOT / "docs" / "features.md"

_HEAD = """# Features

What the best systems of this kind have, and what none of them has: how it is done here. Made by
`python -m tests.features --write`, which runs every command below in an empty folder and quotes what it
prints; a line of a mail is quoted with what the desk answers to it in a game of the tests.
"""


class Feature(Struct, forbid_unknown_fields=True):
    """A row. Exactly one of `run`, `mail` (with its `session`), `test` and `left` is set."""

    subject: str
    name: str
    theirs: str
    here: str = ""
    run: str = ""
    mail: str = ""
    session: str = ""
    shows: str = ""
    test: str = ""
    left: str = ""


class Features(Struct, forbid_unknown_fields=True):
    begin: list[str]
    feature: list[Feature]


def features() -> Features:
    return msgspec.convert(tomllib.loads(ROWS.read_text("utf-8")), Features)


def current() -> str:
    """The page as it should be."""
    known = features()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for command in known.begin:
            _done(command, home)
        rows = [(one, _shown(one, home)) for one in known.feature]
    parts = groupby(rows, key=lambda row: row[0].subject)
    return _HEAD + "".join(_part(subject, list(of)) for subject, of in parts)


def _part(subject: str, rows: list[tuple[Feature, str]]) -> str:
    body = "".join(_row(one, shown) for one, shown in rows)
    return f"\n## {subject}\n\n| feature | elsewhere | here | seen |\n|---|---|---|---|\n{body}"


def _row(one: Feature, shown: str) -> str:
    here = one.left or one.here
    return f"| {one.name} | {one.theirs} | {here} | {shown} |\n"


def _shown(one: Feature, home: Path) -> str:
    """What shows a feature: the command or the line, and what is quoted of its answer."""
    if one.left or one.test:
        return _code(one.test) if one.test else ""
    asked = one.run or one.mail
    said = commands.printed(one.run, home) if one.run else _answers(one.session, one.mail)
    for line in said.splitlines()[one.run != "" :]:
        if one.shows in line:
            return f"{_code(asked)}: {_code(line.strip())}"
    raise ValueError(f"{one.name}: “{one.shows}” is not in what came of “{asked}”:\n{said}")


def _code(text: str) -> str:
    return f"`{text.replace('|', chr(92) + '|')}`"


def _done(command: str, home: Path) -> None:
    done = commands.ran(command, home)
    assert done.returncode == 0, (command, done.stdout.decode())


def _answers(session: str, line: str) -> str:
    """The texts of the mails that went out after the one with a line came in, and before the next did."""
    exchanges = _exchanges(session)
    is_there = re.compile(rf"^{re.escape(line)}$", re.MULTILINE)
    return "\n".join(said for came, said in exchanges if is_there.search(came))


@cache
def _exchanges(name: str) -> tuple[tuple[str, str], ...]:
    """Each mail of a session that came in, and all that was answered to it and told of it."""
    with tempfile.TemporaryDirectory() as path:
        session = Session(Path(path), script(FOLDER / name)).run()
        session.record.close()
    until = [time for time, _ in session.came[1:]] + [2 * session.now]
    return tuple(
        (_text(raw), "\n".join(_text(mail) for when, mail in session.went if time <= when < end))
        for (time, raw), end in zip(session.came, until, strict=True)
    )


def _text(raw: bytes) -> str:
    body = parse(raw).get_body(("plain",))
    return str(body.get_content()) if body else ""
