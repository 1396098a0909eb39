"""Which commands import a package that brings a title: `python -m tests.guests.needed FOLDER` prints it.

All run one after the other in a process that has the packages `spy` and `other`, on a store with games of
ours.
"""

from __future__ import annotations

import json
import sys
from email.message import EmailMessage
from pathlib import Path

from click.testing import CliRunner

from cli.main import commands

PEOPLE = ("--player", "Anna <anna@example.org>", "--player", "Boris <boris@example.org>", "--player", "Eva")
WHY = ("--reason", "a test")
MAIL = ("--outgoing", "{out}", "--address", "referee@club.example")

OF_OURS = {
    "--version": (),
    "--help": (),
    "help": ("exit-codes",),
    "completion": ("bash",),
    "open": ("shinobi", "--id", "summer", *PEOPLE),
    "orders": ("summer", "iga", "-"),
    "play": ("shinobi", "--bots", "--seed", "7"),
    "solo": ("shinobi", "--json"),
    "list": (),
    "list ": (),
    "show": ("bots-7-1",),
    "log": ("bots-7-1",),
    "explain": ("bots-7-1", "20"),
    "story": ("bots-7-1", "20"),
    "picture": ("bots-7-1",),
    "replay": ("bots-7-1",),
    "reference": ("shinobi",),
    "rule": ("shinobi", "turn/ninja"),
    "statistics": ("shinobi",),
    "what": ("bots-7-1",),
    "preview": ("summer", "iga", "-", *WHY),
    "policy": ("summer",),
    "clock": ("show",),
    "observers": (),
    "reader": ("anna@example.org", "--language", "fr"),
    "people": (),
    "ratings": (),
    "dispute": ("list", "bots-7-1"),
    "audit": ("--all",),
    "audit ": ("bots-7-1",),
    "export": ("bots-7-1", "-o", "{out}.jsonl"),
    "import": ("{out}.jsonl", "--store", "{out}.db"),
    "checkpoint": ("bots-7-1",),
    "deliver": MAIL,
    "serve": ("--once", "--maildir", "{out}-in", *MAIL),
    "mails": (),
    "backup": ("{out}.backup",),
    "gallery": ("{out}-site",),
}
OF_OTHERS = {"rule  ": ("nim",), "games": ()}
"""The first needs one, the second all."""


def mail() -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "anna@example.org", "referee@club.example", "summer"
    made.set_content("what\nratings shinobi\nhelp\nplace mori in iga\ncreate shinobi for 3 people\n")
    return made.as_bytes()


def run(folder: Path, name: str, words: tuple[str, ...]) -> tuple[int, list[str]]:
    """How a command ends, and which of the packages are imported by now."""
    said = [word.format(out=folder / "out") for word in words]
    stdin = mail() if name == "deliver" else b"join iga wishes everybody luck in summer\n"
    env = {"BUGYO_STORE": str(folder / "s.db")}
    done = CliRunner(env=env).invoke(commands, [name.strip(), *said], stdin, catch_exceptions=False)
    return done.exit_code, [name for name in ("spy", "other") if name in sys.modules]


if __name__ == "__main__":
    home = Path(sys.argv[1])
    json.dump({name: run(home, name, words) for name, words in (OF_OURS | OF_OTHERS).items()}, sys.stdout)
