"""Every key that --json writes is described in cli/documents.toml, and the other way round."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.contents import EVERY, PARTS
from cli.reference import documents, keys_of
from referee.club.club_file import Club as ClubFile
from referee.club.club_file import Limits
from referee.club.lists import Lists, Who
from referee.club.ratings import RANKED
from referee.club.words import Create, Guest
from referee.games.referee import Referee
from referee.record.observers import Observer, ObserverTable
from referee.record.record import Record
from referee.service.mail_sizes import MOST_BYTES
from tests.cli.conftest import OPEN, PLAYERS, WHY, Bugyo
from tests.cli.mails import desk_file, put_aside, queue_mail, stranger, turn_mail
from tests.cli.test_broken import HARM, harm
from tests.cli.test_previewing import battle_in, ordered
from tests.referee.club.clubs import Club

OPAQUE = ("rows", "view", "options", "policy", "phases", "seats", "[].presets", "[].options", "[].statuses")
"""Objects of a title's own; no more is said of them."""


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


def _data(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo("data", "new", "twilight_shogun", tmp_path / "own")
    yield bugyo.json("data", "check", tmp_path / "own")
    spaces = tmp_path / "own" / "spaces.csv"
    text = spaces.read_text("utf-8").replace(
        "owari,Owari,尾張,clan,chubu,,3", "owari,Owari,尾張,clan,chubu,,x"
    )
    spaces.write_text(text, "utf-8")
    (tmp_path / "own" / "space.csv").write_text("")
    yield bugyo.json("data", "check", tmp_path / "own", code=1)


def _open(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json(*OPEN[:3], "autumn", *OPEN[4:], *PLAYERS, "--outgoing", tmp_path / "out")
    yield bugyo.json(*OPEN[:3], "dice", *OPEN[4:], *PLAYERS, "--level", 0)
    bugyo("data", "new", "shinobi", tmp_path / "own")
    cards = tmp_path / "own" / "cards.toml"
    cards.write_text(cards.read_text("utf-8").replace("printed: list of components", "printed: own copy", 1))
    yield bugyo.json(*OPEN[:3], "own", *OPEN[4:], *PLAYERS, "--data", tmp_path / "own")
    yield bugyo.json(*OPEN[:3], "far", *OPEN[4:], *PLAYERS, "--level", 3, "--witness", "Dai <dai@x.org>")


def _what(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("what", "summer", "--seat", "referee", *WHY)
    yield bugyo.json("what", "bots-7-1")
    bugyo.open("dice", 0)
    yield bugyo.json("what", "dice")
    yield from bugyo.json("what")
    harm(bugyo, "summer", *HARM[0])
    yield from bugyo.json("what")


def _advise(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo.open("fast", 1, "--advice")
    bugyo.join("fast")
    yield bugyo.json("advise", "fast", bugyo.legal("fast")[0], *WHY)


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
    yield bugyo.json("orders", "far", "witness", "-", stdin=f"root {'0' * 64} 2")
    bugyo.join("far")
    yield bugyo.json("orders", "far", "iga", "-", stdin="join again and again", code=1)


def _throw(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo.open("dice", 0, "--outgoing", tmp_path / "out")
    for faces in ((1,), (1,), (1,), *[(1, 1, 1, 1)] * 3, (1,)):
        yield bugyo.json("throw", "dice", *faces, "--outgoing", tmp_path / "out")


def _checkpoint(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("checkpoint", "summer", "-o", tmp_path / "n")
    yield bugyo.json("checkpoint", "--verify", tmp_path / "n")


def _more(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    """Only a file of protocol 1 takes further cells."""
    kept = {"game": "summer", "party": "iga", "cells": ["00" * 32], "sizes": [1]}
    path = tmp_path / "s"
    path.write_text(json.dumps(kept))
    path.chmod(0o600)
    yield bugyo.json("seat", "more", path)


def _seat(*args: object) -> Callable[[Bugyo, Path], Iterator[Any]]:
    def run(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
        bugyo("seat", "new", "summer", "iga", "-o", tmp_path / "s")
        yield bugyo.json("seat", args[0], tmp_path / "s", *args[1:], stdin="pass\n")

    return run


def _fork(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("fork", "bots-7-1", "--at", 43)


def _preview(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    seat, order = bugyo.order()
    yield bugyo.json("preview", "summer", seat, "--faces", "1,2", stdin=order)
    battle = battle_in(tmp_path / "battle" / "games.db")
    seat, order = ordered(battle)
    yield battle.json("preview", "battle", seat, "--every", stdin=order)


def _story(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    mail, out = turn_mail(bugyo, tmp_path / "out")
    bugyo("deliver", "--outgoing", out, "--address", "referee@example.org", stdin=mail)
    order = next(e for e in bugyo.json("log", "post")["events"] if "orders:" in e["text"])["position"]
    end, (seat, legal) = bugyo.json("show", "post")["position"], bugyo.legal("post")
    yield bugyo.json("story", "post", order + 1, "--seat", "referee", *WHY)
    bugyo("orders", "post", seat, "-", stdin=legal[0])
    bugyo("rewind", "post", "--to", end, "--reason", "a slip")
    yield bugyo.json("story", "post", end + 2)
    draws = [e["position"] for e in bugyo.json("log", "bots-7-1")["events"] if "Draw for" in e["text"]]
    yield bugyo.json("story", "bots-7-1", draws[0])
    bugyo("fork", "bots-7-1", "--at", 43, "--as", "other")
    yield Bugyo(bugyo.store.with_name("games.what-if.db")).json("story", "other", 45)


def _audit(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo("fork", "bots-7-1", "--at", 43, "--as", "other")
    yield Bugyo(bugyo.store.with_name("games.what-if.db")).json("audit", "other")
    bugyo("policy", "summer", "--second", "Gen", *BECAUSE)
    yield bugyo.json("audit", "summer")
    bugyo("play", "twilight_shogun", "--bots", "--seed", 7, "--id", "dice")
    yield bugyo.json("audit", "dice", "--dice")
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


def _backup(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("backup", tmp_path / "b.db")


def _gallery(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("gallery", tmp_path / "site", "--anonymous")


def _restore(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo("backup", tmp_path / "b.db")
    _play(bugyo)
    yield bugyo.json("restore", tmp_path / "b.db", "--force")


def _dispute(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    """With an order that came by mail, and a ruling on it."""
    mail, out = turn_mail(bugyo, tmp_path / "out")
    bugyo("deliver", "--outgoing", out, "--address", "referee@example.org", stdin=mail)
    order = next(e for e in bugyo.json("log", "post")["events"] if "orders:" in e["text"])["position"]
    cited = ("--event", order, "--rule", "turn/deploy", "--error", "slip")
    bugyo("dispute", "open", "post", "iga", *cited, "--text", "It was mine.")
    bugyo("ruling", "make", "post", "stands", "--dispute", 1, "--rule", "turn/deploy", *BECAUSE)
    yield bugyo.json("dispute", "show", "post", 1, "--seat", "referee", *WHY)


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


def _desk_new(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("desk", "new", "--config", desk_file(tmp_path / "new.db", tmp_path))
    answers = (
        "--mailbox",
        "maildir",
        "--address",
        "b@x.example",
        "--referee",
        "r@x.example",
        "--pages",
        "no",
    )
    yield bugyo.json("desk", "new", tmp_path / "club", *answers, "--club", "no")


def _link_send(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    config = desk_file(bugyo.store, tmp_path)
    config.write_text(f'{config.read_text()}[web]\nlisten = "127.0.0.1:8080"\nbase = "https://x.example"\n')
    for _again in range(2):
        yield bugyo.json("link", "send", "summer", "iga", "--config", config)


def _lists(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    record = Record(bugyo.store)
    lists = Lists(Referee(record), ClubFile(create="anybody", limits=Limits(of_one=2)))
    for name in ("autumn", "winter"):
        wish = Create("shinobi", 3, name=name, guests=(Guest("Dora", "dora@example.org"),))
        lists.create(wish, Who("anna@example.org", "Anna"), 1_795_000_000_000)
    record.close()
    yield bugyo.json("lists")
    file = desk_file(bugyo.store, tmp_path)
    yield bugyo.json("lists", "--close", "autumn", "--reason", "Too many.", "--config", file)


def _observers(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    record = Record(bugyo.store)
    for game in ("summer", "winter"):
        address = f"dora@{game}.example"
        ObserverTable(record).begin(Observer(game, address, address, "Dora", 1_795_000_000_000, 3))
    record.close()
    yield bugyo.json("observers")
    told = bugyo.json("observers", "--end", "Dora+x@winter.example")
    assert (told["ended"], len(told["observers"])) == (["winter"], 1)
    yield told


def _unsent(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    queue_mail(bugyo.store)
    yield bugyo.json("desk", "unsent")


def _again(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    mail, out = turn_mail(bugyo, tmp_path / "out")
    digest = put_aside(bugyo.store, mail)
    bugyo("deliver", "--outgoing", out, stdin=mail)
    yield bugyo.json("desk", "again", digest, "--outgoing", out)


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
    bugyo("seat", "new", "far", "witness", "-o", tmp_path / "w", "--seats", "iga,ise,kii")
    yield bugyo.json("witness", tmp_path / "w", stdin=stranger(), code=1)


def _mails(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo("deliver", "--outgoing", tmp_path / "out", stdin=stranger(), code=67)
    too_large = stranger() + b"x" * MOST_BYTES
    bugyo("deliver", "--outgoing", tmp_path / "out", stdin=too_large, code=67)
    yield bugyo.json("mails")


def _public_key(tmp_path: Path) -> Path:
    made = tmp_path / "anna.pub"
    made.write_text("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJ1Z3lvYnVneW9idWd5b2J1Z3lvYnVneW9idWd5b2J1 anna\n")
    return made


def _renew(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("renew", "summer", *BECAUSE, "--outgoing", tmp_path / "out")


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
    bugyo("fork", "bots-7-1", "--at", 43)
    yield Bugyo(bugyo.store.with_name("games.what-if.db")).json("list")
    harm(bugyo, "bots-7-1", *HARM[0])
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


def in_summer(*runs: tuple[object, ...]) -> Callable[[Bugyo, Path], Iterator[Any]]:
    """What is disputed and ruled in a game with a second referee; the last one counts."""

    def run(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
        bugyo("policy", "summer", "--second", "Gen", *BECAUSE)
        *before, last = runs
        for one in before:
            bugyo(*one)
        mails = () if last[1] == "list" else ("--outgoing", tmp_path / "out")
        yield bugyo.json(*last, *mails)

    return run


def _reopen(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo(*DISPUTE)
    bugyo(*RULING)
    _play(bugyo)
    yield bugyo.json("ruling", "reopen", "summer", 1, *BECAUSE, "--outgoing", tmp_path / "out")


def _play(bugyo: Bugyo) -> str:
    """The seat that is awaited in summer, once it has ordered."""
    seat, order = bugyo.order()
    bugyo("orders", "summer", seat, "-", stdin=order)
    return seat


def _ask(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    seat = _play(bugyo)
    yield bugyo.json("takeback", "ask", "summer", seat, *BECAUSE, "--outgoing", tmp_path / "out")


def _answer(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    seat = _play(bugyo)
    bugyo("takeback", "ask", "summer", seat, *BECAUSE)
    for other in {"iga": ("ise", "kii"), "ise": ("iga", "kii"), "kii": ("iga", "ise")}[seat]:
        yield bugyo.json("takeback", "answer", "summer", other, "--yes", "--outgoing", tmp_path / "out")


BECAUSE = ("--reason", "A convention.")
LATER = "2099-12-24 18:00"
STANDBY = ("roster", "standby", "fast", "Dora <dora@example.org>")
ADDRESS = ("roster", "address", "fast", "Dora", "dora@example.net", "--reason", "She has moved.")
PAUSE = ("clock", "pause", "fast", *BECAUSE)
DISPUTE = ("dispute", "open", "summer", "iga", "--event", 17, "--rule", "turn/deploy", "--text", "No.")
RULING = ("ruling", "make", "summer", "stands", "--dispute", 1, *DISPUTE[4:8], *BECAUSE)


def lines(*runs: tuple[object, ...]) -> Callable[[Bugyo, Path], Iterator[Any]]:
    return lambda bugyo, tmp_path: (bugyo.json(*run) for run in runs)


def _ratings(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    with Club(bugyo.store) as club:
        for n in range(RANKED):
            club.played(f"rated-{n}", ("Anna anna@example.org", "Boris", "Cem"))
    yield bugyo.json("ratings")
    yield bugyo.json("ratings", "shinobi", "--person", "Anna")


def _statistics(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    yield bugyo.json("statistics", "shinobi")
    with Club(bugyo.store) as club:
        for number in range(4):  # so many that their dice are tested
            club.played(f"counted-{number}", ("Anna anna@example.org", "Boris"), "clan_war")
    yield bugyo.json("statistics", "clan_war", "--picture", tmp_path / "a.svg", "--sqlite", tmp_path / "a.db")


def _data_page(bugyo: Bugyo, tmp_path: Path) -> Iterator[Any]:
    bugyo.json("data", "new", "shinobi", tmp_path / "own")
    yield bugyo.json("data", "page", tmp_path / "own", "-o", tmp_path / "edit.html")


RUNS: dict[str, Callable[[Bugyo, Path], Iterator[Any]]] = {
    "games": lines(("games",)),
    "rule": lines(("rule", "shinobi"), ("rule", "shinobi", "turn/attack")),
    "data new": lambda bugyo, tmp_path: iter([bugyo.json("data", "new", "shinobi", tmp_path / "own")]),
    "data check": _data,
    "data page": _data_page,
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
    "renew": _renew,
    "reader": lines(("reader", "anna@example.org", "--language", "fr")),
    "roster take": on_record(("roster", "take", "fast", "iga", "Dora", *BECAUSE)),
    "roster leave": on_record(("roster", "leave", "fast", "iga", *BECAUSE)),
    "roster standby": on_record((*STANDBY, "--agreed")),
    "roster delegate": on_record(("roster", "delegate", "fast", "iga", "Dora", "--until", LATER)),
    "link new": lines(("link", "new", "summer", "iga", *BECAUSE)),
    "link send": _link_send,
    "link referee": lines(("link", "referee")),
    "roster address": on_record((*STANDBY, "--agreed"), ADDRESS),
    "people": lines(("people",), ("people", "Anna")),
    "ratings": _ratings,
    "statistics": _statistics,
    "press": on_record(("press", "fast", "--text", "We begin.")),
    "abandon": on_record(("abandon", "fast", *BECAUSE)),
    "dispute list": in_summer(DISPUTE, RULING, ("dispute", "list", "summer")),
    "dispute show": _dispute,
    "dispute open": in_summer(DISPUTE),
    "dispute withdraw": in_summer(DISPUTE, ("dispute", "withdraw", "summer", "iga", 1)),
    "dispute recuse": in_summer(DISPUTE, ("dispute", "recuse", "summer", 1, *BECAUSE)),
    "dispute adjudicate": in_summer(DISPUTE, ("dispute", "adjudicate", "summer", 1, "--text", "It stands.")),
    "ruling make": in_summer(DISPUTE, RULING),
    "ruling list": in_summer(DISPUTE, RULING, ("ruling", "list", "summer")),
    "ruling words": lines(("ruling", "words", "summer")),
    "ruling reopen": _reopen,
    "takeback ask": _ask,
    "takeback answer": _answer,
    "what": _what,
    "advise": _advise,
    "orders": _orders,
    "picture": lambda bugyo, tmp_path: iter([bugyo.json("picture", "bots-7-1", "-o", tmp_path / "b.svg")]),
    "play": lines(("play", "shinobi", "--bots", "--seed", "keys")),
    "arena": lines(("arena", "shinobi", "steady", "random", "--games", 3)),
    "solo": lines(("solo", "shinobi")),
    "throw": _throw,
    "checkpoint": _checkpoint,
    "seat new": lambda bugyo, tmp_path: iter([bugyo.json("seat", "new", "x", "iga", "-o", tmp_path / "s")]),
    "seat more": _more,
    "seat fill": _seat("fill", "-", "--place", 1),
    "seat status": _seat("status"),
    "witness": _witness,
    "show": lines(("show", "summer"), ("show", "bots-7-1")),
    "log": lines(("log", "summer")),
    "replay": lines(("replay", "summer")),
    "explain": _explain,
    "reference": lines(("reference", "summer", "unseen"), ("reference", "shinobi")),
    "story": _story,
    "fork": _fork,
    "preview": _preview,
    "audit": _audit,
    "export": lambda bugyo, tmp_path: iter([next(_import(bugyo, tmp_path))]),
    "import": lambda bugyo, tmp_path: iter(list(_import(bugyo, tmp_path))[1:]),
    "deliver": _deliver,
    "serve": _serve,
    "desk new": _desk_new,
    "desk check": _desk,
    "mails": _mails,
    "backup": _backup,
    "gallery": _gallery,
    "restore": _restore,
    "key": lambda bugyo, tmp_path: iter([bugyo.json("key", "anna@example.org", _public_key(tmp_path))]),
    "desk unsent": _unsent,
    "desk again": _again,
    "lists": _lists,
    "observers": _observers,
    "move": lambda bugyo, tmp_path: iter([bugyo.json("move", tmp_path / "moved.db")]),
    "help": lines(("help", "orders"), ("help", "exit-codes")),
    "completion": lines(("completion", "bash")),
}


@pytest.mark.parametrize("name", [name for name in EVERY if name != "demo" and name not in PARTS])
def test_the_keys_of_a_document_are_those_that_are_described(name: str, bugyo: Bugyo, tmp_path: Path) -> None:
    written = {path for document in RUNS[name](bugyo, tmp_path) for path in paths(document)}
    empty = tuple(path.removesuffix("?") for path in written if path.endswith("?"))
    described = set(keys_of(name))
    seen = {path for path in written if not path.endswith("?")}
    assert seen <= described
    assert {key for key in described - seen if not key.startswith(empty)} == set()


def test_the_keys_of_the_demonstration(bugyo: Bugyo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What it plays has tests of its own."""
    made = {"store": "games.db", "export": "x.jsonl", "page": "x.html", "address": "file:///x.html"}
    monkeypatch.setattr("cli.begin.demo.run", lambda directory, say: made)
    assert set(paths(bugyo.json("demo", tmp_path / "demo"))) == set(keys_of("demo"))


def test_only_commands_are_described() -> None:
    shared = {one.also for one in documents().values() if one.also}
    assert set(documents()) - set(EVERY) == shared
