"""The commands that the guides name outside of the blocks whose output they show: in tables, in the text, in
files of other programs.

Each is run as it stands, in the order of the guides, in the folder that the blocks of the referee's guide
have left. What it takes besides, a file that a player has sent or a mail, is made before it (`MADE_BEFORE`).
`NOT_RUN` is what needs root or a network.
"""

from __future__ import annotations

import mailbox
import os
import re
import signal
import socket
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from cli.contents import CONTENTS
from domain.game.state.words import notation_of
from referee.record.record import Record
from referee.service.configuration import Configuration, read_configuration
from tests.guides.commands import LONGEST, REFEREE, ran, settings
from tests.guides.mails import PLAYER, PROOFS
from tests.referee.mail.golden.proofs import public_key

GUIDES = (REFEREE, PLAYER, PROOFS)

NOT_RUN = {
    r"python3 -m venv .*": "tests/install runs it",
    r"(pipx|\S*/pip) install .*": "tests/install runs it, with a package registry",
    r"python3 -m pip wheel .*": "tests/install runs it",
    r"export PATH=.*": "tests/install runs it",
    r"systemctl .*": "needs root, and systemd",
}
"""What no test runs, and why."""

_COMMANDS = "|".join(name for group in CONTENTS.values() for name in group)
_SHOWN = re.compile(r"<!-- run -->\n.*?<!-- /run -->|<!-- mail: .*?<!-- /mail -->", re.DOTALL)
_SHELL = re.compile(r"^```sh\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_NAMED = re.compile(rf"\bbugyo (?:{_COMMANDS})\b[^`\n|]*|(?<=`)python verify\.py [^`\n]*")
_TOML = re.compile(r"(?<!-->\n)^```toml\n(.*?)^```$", re.DOTALL | re.MULTILINE)

MAIL = """\
From: Boris <boris@pochta.example>
To: bugyo@club.example
Subject: Re: [summer T1 ise] Shinobi: War of the Clans
Message-ID: <question@pochta.example>

what
"""


ANNA, BORIS = "anna@mail.example", "boris@pochta.example"
MAILBOXES = {"MBOX": ANNA, "Mail/summer.mbox": ANNA, "anna.mbox": ANNA, "boris.mbox": BORIS}


def named() -> Iterator[str]:
    """Every command that is named elsewhere, in the order of the guides."""
    for guide in GUIDES:
        for command in _NAMED.findall(_elsewhere(guide)):
            yield command if command.count('"') % 2 == 0 else command.removesuffix('"')


def shell_lines() -> list[str]:
    """The lines of blocks for a shell, whose output is not shown."""
    blocks = (block for guide in GUIDES for block in _SHELL.findall(_elsewhere(guide)))
    return [line for block in blocks for line in block.splitlines()]


def why_not_run(line: str) -> str:
    return next((why for form, why in NOT_RUN.items() if re.fullmatch(form, line)), "")


def run(command: str, home: Path) -> str:
    """Runs a command, with what has to be there before it; what it said, where it failed."""
    command = command.replace("/srv/bugyo/", f"{home}/")
    for beginning, make in MADE_BEFORE.items():
        if command.startswith(beginning):
            make(home)
    if command.startswith("bugyo serve"):
        return _served(command, home)
    if command.startswith("bugyo witness"):
        command += " --once"
    done = ran(command, home, stdin=MAIL if command.startswith("bugyo deliver") else "", **_desk(home))
    return f"({done.returncode}) {done.stdout.decode()}" if done.returncode else ""


def configurations(folder: Path) -> Iterator[Configuration]:
    """The settings of a desk that the guide shows and no command uses, as the desk reads them."""
    (folder / "mail.password").write_text("secret\n")
    (folder / "mail.password").chmod(0o600)
    head = 'store = "games.db"\naddress = "bugyo@club.example"\n'
    ways = '[outgoing]\npath = "mail/out"\n[[maildir]]\npath = "mail/in"\n'
    for text in _TOML.findall(REFEREE.read_text("utf-8")):
        path = folder / "desk.toml"
        path.write_text(head + text + ("" if "[smtp]" in text else ways), encoding="utf-8")
        yield read_configuration(path)


def _elsewhere(guide: Path) -> str:
    return _SHOWN.sub("", guide.read_text("utf-8"))


def _desk(home: Path) -> dict[str, str]:
    return {"BUGYO_CONFIG": str(home / "desk.toml"), "BUGYO_STORE": str(home / "games.db")}


def _served(command: str, home: Path) -> str:
    """Serves until it says to systemd that it is ready, and is stopped then."""
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
        told.bind(f"{short}/notify")
        told.settimeout(LONGEST)
        environment = settings(home) | {"NOTIFY_SOCKET": f"{short}/notify"}
        with subprocess.Popen(command.split(), cwd=home, env=environment, stderr=subprocess.PIPE) as desk:
            try:
                said = told.recv(100)
            finally:
                desk.send_signal(signal.SIGTERM)
            _, wrong = desk.communicate(timeout=LONGEST)
    return "" if said == b"READY=1" and desk.returncode == 0 else f"({desk.returncode}) {wrong.decode()}"


# ---- what has to be there


def _preview(home: Path) -> None:
    """Orders that the referee wants to see played."""
    _orders(home)
    (home / "FILE").rename(home / "orders.txt")


def _orders(home: Path) -> None:
    """What a player has sent some other way."""
    record = Record(home / "games.db")
    try:
        game = record.load("summer").game
        (home / "FILE").write_text(notation_of(game).write(game.examples("iga")[0]) + "\n", encoding="utf-8")
    finally:
        record.close()


SEEN = "seen.jsonl"


def _seen(home: Path) -> None:
    """What a seat sees of the game, while it is played."""
    done = ran(f'bugyo export summer --seat iga --reason "Anna" -o {SEEN}', home, **_desk(home))
    assert done.returncode == 0, done.stdout


def _still_played(home: Path) -> None:
    """The file that the guide names, from before the game was abandoned."""
    (home / SEEN).replace(home / "summer-iga.jsonl")


def _key(home: Path) -> None:
    (home / "anna.pub").write_text(public_key("anna") + "\n", encoding="utf-8")


def _verifier(home: Path) -> None:
    with zipfile.ZipFile(home / "summer.zip") as bundle:
        bundle.extract("verify.py", home)


def _mailbox(home: Path) -> None:
    """All that players had got when the game was exported."""
    for path, person in MAILBOXES.items():
        if (home / path).exists():
            continue
        (home / path).parent.mkdir(exist_ok=True)
        box = mailbox.mbox(home / path)
        for name in sorted(os.listdir(home / "mail" / "out" / "new")):
            raw = (home / "mail" / "out" / "new" / name).read_bytes()
            if f"\nTo: {person}".encode() in raw.replace(b"\r\n", b"\n"):
                box.add(raw)
        assert len(box)
        box.close()


def _dispute(home: Path) -> None:
    """A second dispute, which the first referee leaves to the other one."""
    done = ran('bugyo dispute open summer iga --text "Once more."', home, **_desk(home))
    assert done.returncode == 0, done.stdout


def _settled(home: Path) -> None:
    """The second referee rules on it, and the clocks go on."""
    done = ran(
        'bugyo ruling make summer note --dispute 2 --by second --reason "Settled."', home, **_desk(home)
    )
    assert done.returncode == 0, done.stdout


def _filled(home: Path) -> None:
    """An order that has got the first cell already."""
    _preview(home)
    done = ran("bugyo seat fill iga.cells orders.txt --place 1 --first 1", home, **_desk(home))
    assert done.returncode == 0, done.stdout


MADE_BEFORE: Mapping[str, Callable[[Path], None]] = {
    "bugyo orders summer iga FILE": _orders,
    "bugyo dispute recuse": _dispute,
    "bugyo preview": _preview,
    "bugyo abandon summer": _seen,
    "bugyo fork summer-iga.jsonl": _still_played,
    "bugyo clock pause": _settled,
    "bugyo seat fill": _filled,
    "bugyo key ": _key,
    "python verify.py": _verifier,
    "bugyo audit summer.zip": _mailbox,
}
