"""Every key that --json writes stands in docs/cli.md, and the other way round."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.contents import EVERY, PARTS
from tests.cli.conftest import OPEN, PLAYERS, WHY, Bugyo
from tests.cli.mails import desk_file, queue_mail, stranger, turn_mail
from tests.cli.reference import PAGE, keys

OPAQUE = ("view", "options", "policy", "phases", "seats", "[].presets", "[].options")
"""Objects of a title's own; the page says no more of them."""


def paths(value: Any, at: str = "") -> Iterator[str]:
    if isinstance(value, dict) and at not in OPAQUE:
        for key, part in value.items():
            yield from paths(part, f"{at}.{key}" if at else key)
    elif value == []:
        yield f"{at}[]?"
    elif isinstance(value, list):
        for part in value:
            yield from paths(part, f"{at}[]")
    elif value is not None:
        yield at


def _open(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json(*OPEN[:3], "autumn", *OPEN[4:], *PLAYERS, "--outgoing", tmp_path / "out")
    yield bugyo.json(*OPEN[:3], "dice", *OPEN[4:], *PLAYERS, "--level", 0)
    yield bugyo.json(*OPEN[:3], "far", *OPEN[4:], *PLAYERS, "--level", 3, "--witness", "Dai <dai@x.org>")


def _what(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("what", "summer", "--seat", "referee", *WHY)
    yield bugyo.json("what", "bots-7-1")
    bugyo.open("dice", 0)
    yield bugyo.json("what", "dice")
    yield from bugyo.json("what")


def _orders(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo(*OPEN[:3], "autumn", *OPEN[4:], *PLAYERS, "--outgoing", tmp_path / "out")
    bugyo.join("autumn")
    seat, orders = bugyo.legal("autumn")
    lines = f"{orders[0]}\n\nnonsense\n"
    out = ("--outgoing", tmp_path / "out")
    yield bugyo.json("orders", "autumn", seat, "-", *out, stdin=lines, code=1)
    for _ in range(4):
        seat, orders = bugyo.legal("autumn")
        yield bugyo.json("orders", "autumn", seat, "-", *out, stdin=orders[0])

    bugyo.open("far", 3)
    yield bugyo.json("orders", "far", "witness", "-", stdin=f"commit {'0' * 64}")
    bugyo.join("far")
    yield bugyo.json("orders", "far", "iga", "-", stdin="join again", code=1)


def _throw(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo.open("dice", 0, "--outgoing", tmp_path / "out")
    for faces in ((1,), (1,), (1,), *[(1, 1, 1, 1)] * 3, (1,)):
        yield bugyo.json("throw", "dice", *faces, "--outgoing", tmp_path / "out")


def _checkpoint(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("checkpoint", "summer", "-o", tmp_path / "n")
    yield bugyo.json("checkpoint", "--verify", tmp_path / "n")


def _seat(*args: object) -> Callable[[Bugyo, Path], Iterator[Any]]:
    def run(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
        bugyo("seat", "new", "summer", "iga", "-o", tmp_path / "s")
        yield bugyo.json("seat", args[0], tmp_path / "s", *args[1:], stdin="pass\n")

    return run


def _audit(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("audit", "summer")
    bend(bugyo.store)
    yield from bugyo.json("audit", "--all", code=1)


def bend(store: Path) -> None:
    """Alters an event of the finished game behind the back of the record."""
    connection = sqlite3.connect(store)
    for name in connection.execute("SELECT name FROM sqlite_master WHERE type='trigger'").fetchall():
        connection.execute(f"DROP TRIGGER {name[0]}")
    where = "WHERE originator_id='bots-7-1' AND originator_version=1"
    (state,) = connection.execute(f"SELECT state FROM stored_events {where}").fetchone()
    connection.execute(f"UPDATE stored_events SET state=? {where}", (state.replace(b"bot 1", b"bot 9"),))
    connection.commit()
    connection.close()


def _deliver(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    mail, out = turn_mail(bugyo, tmp_path / "out")
    yield bugyo.json("deliver", "--outgoing", out, stdin=mail)


def _serve(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    mail, out = turn_mail(bugyo, tmp_path / "out")
    (tmp_path / "in" / "new").mkdir(parents=True)
    (tmp_path / "in" / "new" / "1").write_bytes(mail)
    (tmp_path / "in" / "new" / "2").write_bytes(stranger())
    yield bugyo.json("serve", "--maildir", tmp_path / "in", "--outgoing", out, "--once")


def _desk(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("desk", "check", "--config", desk_file(bugyo.store, tmp_path))


def _unsent(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    queue_mail(bugyo.store)
    yield bugyo.json("desk", "unsent")


def _import(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("export", "bots-7-1", "-o", tmp_path / "x.jsonl")
    other = ("--store", tmp_path / "other.db")
    yield bugyo.json("import", tmp_path / "x.jsonl", *other)
    bugyo("export", "bots-7-1", "--format", "orders", "-o", tmp_path / "x.txt")
    yield bugyo.json("import", tmp_path / "x.txt", "--id", "again", *other)
    yield bugyo.json("import", "-", "--as", "text", "--game", "summer", stdin="iga: on we go\n")


def _explain(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("explain", "summer", 17)
    last = bugyo.json("show", "bots-7-1")["events"]
    for position in range(last - 4, last + 1):
        yield bugyo.json("explain", "bots-7-1", position)


def _witness(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo("seat", "new", "far", "witness", "-o", tmp_path / "w")
    yield bugyo.json("witness", tmp_path / "w", stdin=stranger(), code=1)


def _mails(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo("deliver", "--outgoing", tmp_path / "out", stdin=stranger(), code=67)
    yield bugyo.json("mails")


def _public_key(tmp_path: Path) -> Path:
    made = tmp_path / "anna.pub"
    made.write_text("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJ1Z3lvYnVneW9idWd5b2J1Z3lvYnVneW9idWd5b2J1 anna\n")
    return made


def _rewind(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    before = bugyo.json("what", "summer")["position"]
    seat, order = bugyo.order()
    bugyo("orders", "summer", seat, "-", stdin=order)
    yield bugyo.json("rewind", "summer", "--to", before, *BECAUSE, "--outgoing", tmp_path / "out")


AGREED = ("--deadline", "72h", "--vacation", 9, "--press", "white", "--reminder", "24h", "--days", "mon-fri")


def _policy(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo.open("fast", 0, *AGREED)
    yield bugyo.json("policy", "fast")


def _clock(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo.open("fast", 0, *AGREED)
    yield bugyo.json("clock", "show")


def _list(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo.open("fast", 1, *AGREED)
    yield bugyo.json("list")


def on_record(*runs: tuple[object, ...]) -> Callable[[Bugyo, Path], Iterator[Any]]:
    """What the referee does in a game that has deadlines, one thing after the other; the last one counts."""

    def run(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
        bugyo.open("fast", 1, *AGREED)
        *before, last = runs
        for one in before:
            bugyo(*one)
        yield bugyo.json(*last, "--outgoing", tmp_path / "out")

    return run


BECAUSE = ("--reason", "A convention.")
LATER = "2099-12-24 18:00"
STANDBY = ("roster", "standby", "fast", "Dora <dora@example.org>")
PAUSE = ("clock", "pause", "fast", *BECAUSE)


def lines(*runs: tuple[object, ...]) -> Callable[[Bugyo, Path], Iterator[Any]]:
    return lambda bugyo, tmp_path: (bugyo.json(*run) for run in runs)


RUNS: dict[str, Callable[[Bugyo, Path], Iterator[Any]]] = {
    "games": lines(("games",)),
    "rule": lines(("rule", "shinobi"), ("rule", "shinobi", "turn/attack")),
    "open": _open,
    "list": _list,
    "policy": _policy,
    "clock show": _clock,
    "clock confirm": lines(("clock", "confirm")),
    "clock move": on_record(("clock", "move", "fast", "iga", LATER, *BECAUSE)),
    "clock pause": on_record(PAUSE),
    "clock resume": on_record(PAUSE, ("clock", "resume", "fast", *BECAUSE)),
    "clock vacation": on_record(("clock", "vacation", "fast", "iga", "2099-12-24", "2099-12-25")),
    "rewind": _rewind,
    "reader": lines(("reader", "anna@example.org", "--language", "fr")),
    "roster take": on_record(("roster", "take", "fast", "iga", "Dora", *BECAUSE)),
    "roster leave": on_record(("roster", "leave", "fast", "iga", *BECAUSE)),
    "roster standby": on_record(STANDBY),
    "roster delegate": on_record(("roster", "delegate", "fast", "iga", "Dora", "--until", LATER)),
    "people": lines(("people",), ("people", "Anna")),
    "press": on_record(("press", "fast", "--text", "We begin.")),
    "abandon": on_record(("abandon", "fast", *BECAUSE)),
    "what": _what,
    "orders": _orders,
    "picture": lambda bugyo, tmp_path: iter([bugyo.json("picture", "bots-7-1", "-o", tmp_path / "b.svg")]),
    "play": lines(("play", "shinobi", "--bots", "--seed", "keys")),
    "throw": _throw,
    "checkpoint": _checkpoint,
    "seat new": lambda bugyo, tmp_path: iter([bugyo.json("seat", "new", "x", "iga", "-o", tmp_path / "s")]),
    "seat more": _seat("more"),
    "seat fill": _seat("fill", "-"),
    "seat status": _seat("status"),
    "witness": _witness,
    "show": lines(("show", "summer"), ("show", "bots-7-1")),
    "log": lines(("log", "summer")),
    "replay": lines(("replay", "summer")),
    "explain": _explain,
    "audit": _audit,
    "export": lambda bugyo, tmp_path: iter([next(_import(bugyo, tmp_path))]),
    "import": lambda bugyo, tmp_path: iter(list(_import(bugyo, tmp_path))[1:]),
    "deliver": _deliver,
    "serve": _serve,
    "desk check": _desk,
    "mails": _mails,
    "key": lambda bugyo, tmp_path: iter([bugyo.json("key", "anna@example.org", _public_key(tmp_path))]),
    "desk unsent": _unsent,
    "help": lines(("help", "orders"), ("help", "exit-codes")),
    "completion": lines(("completion", "bash")),
}


@pytest.mark.parametrize("name", [name for name in EVERY if name != "demo" and name not in PARTS])
def test_the_keys_of_a_document_are_those_of_the_page(name: str, bugyo: Bugyo, tmp_path: Path) -> None:
    written = {path for document in RUNS[name](bugyo, tmp_path) for path in paths(document)}
    empty = tuple(path.removesuffix("?") for path in written if path.endswith("?"))
    described = keys(name, PAGE.read_text(encoding="utf-8"))
    seen = {path for path in written if not path.endswith("?")}
    assert seen <= described
    assert {key for key in described - seen if not key.startswith(empty)} == set()


def test_the_keys_of_the_demonstration(bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it plays has tests of its own."""
    made = {"store": "games.db", "export": "x.jsonl", "page": "x.html"}
    monkeypatch.setattr("cli.demo.run", lambda directory, say: made)
    assert set(paths(bugyo.json("demo", tmp_path / "demo"))) == keys("demo", PAGE.read_text(encoding="utf-8"))
