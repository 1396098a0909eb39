"""Files that are cut or torn: an export and a bundle, of which `audit` and `import` must take nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

from click.testing import CliRunner

from cli.frame.codes import BAD_DATA, NOT_FOUND, OK, REFUSED
from cli.main import commands
from referee.record.record import Record
from tests.faults.campaigns import Counts
from tests.record.stores import finished

SECTOR = 512

FORMATS = {"jsonl": "g.jsonl", "bundle": "g.zip"}


def exports(folder: Path) -> dict[str, bytes]:
    """A finished game in each format that can be imported, by its file name."""
    finished(folder / "finished.db").close()
    for kind, name in FORMATS.items():
        assert _run(folder / "finished.db", "export", "g", "--format", kind, "-o", str(folder / name)) == OK
    return {name: (folder / name).read_bytes() for name in FORMATS.values()}


def _run(store: Path, *words: str) -> int:
    done = CliRunner(env={"BUGYO_STORE": str(store)}).invoke(commands, list(words), prog_name="bugyo")
    return done.exit_code


def broken(raw: bytes, random: Random) -> bytes:
    """Cut anywhere or at a sector; or with sectors that were never written, or written elsewhere."""
    kind, sectors = random.randrange(4), len(raw) // SECTOR
    if kind < 2:
        return raw[: random.randrange(len(raw)) if kind else SECTOR * random.randrange(sectors)]
    at = SECTOR * random.randrange(sectors)
    other = SECTOR * random.randrange(sectors)
    put = bytes(SECTOR) if kind == 2 else raw[other : other + SECTOR]
    return raw[:at] + put + raw[at + SECTOR :]


def campaign(times: int, folder: Path, seed: int) -> Counts:
    random, found = Random(seed), Counter[str]()
    whole = exports(folder)
    for number in range(times):
        name = list(whole)[number % len(whole)]
        made = broken(whole[name], random)
        if made.rstrip(b"\n") != whole[name].rstrip(b"\n"):
            found.update(_taken(folder, name, made, number))
    tried, wrong = found["tried"], found["wrong"]
    return Counts(tried, corrupt=wrong, also=f"{tried - found['refused']} of them not refused")


def _taken(folder: Path, name: str, made: bytes, number: int) -> Iterator[str]:
    file = folder / f"broken-{name}"
    file.write_bytes(made)
    into = folder / f"into-{number % 50}.db"
    codes = (_run(into, "audit", str(file)), _run(into, "import", str(file)))
    yield "tried"
    if set(codes) <= {REFUSED, BAD_DATA, NOT_FOUND}:
        yield "refused"
    else:
        yield "wrong"
    if into.exists():
        with closing(Record(into)) as record:
            if record.games():
                yield "wrong"
