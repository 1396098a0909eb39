"""Nim out of a package, in a process that has it: `python -m tests.guests.story FOLDER` prints what came.

Listed, opened and played by mail to its end, read back, audited, shown, exported, bundled and verified; and
what it has stored once is read.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

from click.testing import CliRunner, Result

from cli.main import commands
from domain.titles import GUESTS, TITLES, refused
from referee.bundle.verify import verify
from referee.record.envelope import decoder
from tests.record.freeze import Sample, form, freeze
from tests.referee.mail.players import Player, Table, play
from tests.referee.mail.test_desk_world import body, parse

FROZEN: dict[str, Sample] = json.loads(Path(__file__).with_name("frozen.json").read_text("utf-8"))
"""What the first version of the package has stored: a sample of each of its tags."""

PEOPLE = {"red": "anna@example.org", "blue": "bela@example.org"}


def mailed(folder: Path) -> list[str]:
    """The last mails of a game that two play by mail alone."""
    table = Table(folder, 1, title="nim", people=PEOPLE)
    mails = play(table, [(address, Player(address, Random(address))) for address in PEOPLE.values()])
    table.record.close()
    return [body(parse(raw)) for raw in mails if b"\n:: Mail: end " in raw]


def run(folder: Path, *args: str) -> Result:
    return CliRunner().invoke(commands, [*args, "--store", str(folder / "store.db")], catch_exceptions=False)


def _read(stored: Sample) -> object:
    return form(decoder("nim").decode(bytes.fromhex(stored["bytes"])))


def story(folder: Path) -> dict[str, Any]:
    ends = mailed(folder)
    bundle, lines = folder / "nim.zip", folder / "nim.jsonl"
    told = {
        "guests": {name: guest.package for name, guest in GUESTS.items()},
        "refused": [(one.package, one.title, one.why) for one in refused()],
        "titles": list(TITLES),
        "ends": ends,
        "listed": run(folder, "games").output,
        "list": json.loads(run(folder, "list", "--json").stdout),
        "shown": run(folder, "show", "spring").stdout,
        "log": run(folder, "log", "spring").stdout,
        "bundled": run(folder, "export", "spring", "--format", "bundle", "-o", str(bundle)).output,
        "exported": run(folder, "export", "spring", "-o", str(lines)).stdout,
        "audits": [run(folder, "audit", what).stdout for what in ("spring", str(bundle), str(lines))],
        "frozen": {name: one for name, one in freeze("nim", {}).items() if not name.startswith("entry/")},
        "read": {name: _read(one) for name, one in FROZEN.items()},
        "opened": run(folder, "open", "nim", "--id", "later", "--player", "Cleo", "--player", "Dora").stdout,
    }
    return {**told, "verified": verify(bundle.read_bytes()).why}


if __name__ == "__main__":
    json.dump(story(Path(sys.argv[1])), sys.stdout)
