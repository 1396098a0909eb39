"""A whole store in another place: everything goes, in both directions, and play goes on as it would have."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import commands
from referee.audit.audit import audit_game
from referee.copies import moving
from referee.games.referee import Referee
from referee.record import daily_digests, timers
from referee.record.location import Place, written
from referee.record.locks import InUse, served
from referee.record.mail_answers import AnswerTable
from referee.record.mail_cases import STRANGERS, Case, CaseTable, PileTable, Swept
from referee.record.observers import Observer, ObserverTable
from referee.record.outbox import OutboxTable
from referee.record.record import Record
from referee.record.rows import contents, counts, tables
from referee.record.sign_ons import WAITING, Listed, ListTable, SignedOn
from referee.record.timers import Due
from referee.transport.spool import Spool, path_of
from tests.chance import Seeded
from tests.record import stores
from tests.record.servers import Cluster
from tests.record.stores import opened, play

pytestmark = pytest.mark.of_files

PLAYERS = ("--player", "Anna", "--player", "Bea", "--player", "Cem")
NEXT = 2_000_000_000_000
Somewhere = Callable[[str], Place]


@pytest.fixture(autouse=True)
def caches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The read model of a store on a server is kept among the caches of its user."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))


@pytest.fixture
def at(cluster: Cluster, tmp_path: Path) -> Somewhere:
    """A fresh place of a kind."""
    return lambda kind: tmp_path / f"{kind}.db" if kind.startswith("file") else cluster.fresh()


def opened_at(place: Place) -> Record:
    return Record(place, clock=lambda: NEXT, entropy=stores.entropy("later"))


def filled(place: Place) -> Record:
    """A store that has something in every table."""
    record = Record(place, clock=stores.clock(), entropy=stores.entropy())
    for name, seed in (("zeta", "1"), ("alpha", "2")):
        play(opened(record, name, seed, source=Seeded(1)), name, 12, Random(seed))
    referee, game = Referee(record), record.load("alpha").game
    seat = game.awaited()[0]
    order = (game.rules.offers(game.state, seat) or ())[0]
    Referee(record, Seeded(2)).take("alpha", seat, order, stores.ACT, ("mail:1", "bytes:1"))
    assert referee.record is record
    for name, raw in (("z", b"first"), ("a", b"second\0"), ("m", b"")):
        record.keep_mail(name, raw)
    record.keep_cells("zeta", 1, [bytes([n]) * 32 for n in range(3)])
    record.register("zeta", "ise", "Eva@example.org")
    timers.keep_address(record.recorder, "zeta", "Dai", "dai@example.org")
    record.set("server-key", bytes(range(256)))
    record.count_up("number")
    outbox = OutboxTable(record)
    for number in range(3):
        outbox.put(f"<{number}@x>", "eva@example.org", b"raw", "about “Ise”", 5)
    outbox.sent(outbox.due(6, 1)[0], b"raw", 6)
    daily_digests.put(record.recorder, "eva@example.org", 8_000)
    timers.put_next(record.recorder, "zeta", 7_000, 5_000)
    timers.put_next(record.recorder, "alpha", None, 5_000)
    timers.call(record.recorder, Due("zeta", "lapsed", "ise", 9_000, 3, "text"))
    case = Case(0, 5, "digest", "refused", "why\0not", "x@example.org", "zeta", "ise", "T1", b'{"a": 1}')
    CaseTable(record).add(case, answered=True, mark="mark")
    AnswerTable(record).add(5, "token", "error", "x@example.org", ("zeta", "ise", "T1"), given=True)
    PileTable(record).put("z", STRANGERS)
    PileTable(record).note(Swept("gone", 9, 5, 6, "age"))
    ListTable(record).add(Listed("winter", WAITING, "eva@example.org", 5, 9_000, b"{}"))
    ListTable(record).sign("winter", "eva@example.org", SignedOn(1, "eva@example.org", "Eva", "ise", 1, 6))
    ObserverTable(record).begin(Observer("zeta", "ivo@example.org", "ivo@example.org", "Ivo", 5, 3))
    return record


WAYS = [
    *(("file", "server"), ("server", "file"), ("server", "server"), ("file", "file-2")),
]


@pytest.mark.parametrize(("here", "there"), WAYS)
def test_everything_goes(at: Somewhere, here: str, there: str) -> None:
    source, target = filled(at(here)), opened_at(at(there))
    assert all(counts(source.recorder).values()), "Every table has something in it."
    moved = moving.move(source, target)
    assert moved.rows == counts(source.recorder) == counts(target.recorder)
    assert [one.game for one in moved.games] == ["zeta", "alpha"] == list(target.games())
    for one in moved.games:
        kept = source.load(one.game)
        assert (one.position, one.head) == (kept.game.position, kept.head.hex())
        assert target.load(one.game).head == kept.head
        assert source.recorder.states(one.game) == target.recorder.states(one.game)
        assert audit_game(target, one.game).checks == audit_game(source, one.game).checks
    assert list(target.mails()) == list(source.mails())
    assert [name for name, _, _ in target.mails()] == ["z", "a", "m"]
    assert OutboxTable(target).unsent() == OutboxTable(source).unsent()
    assert target.seen("alpha", ("bytes:1",)) == source.seen("alpha", ("bytes:1",)) > 0
    assert target.setting("server-key") == bytes(range(256))
    assert timers.open_dues(target.recorder) == timers.open_dues(source.recorder)
    assert daily_digests.ready(target.recorder, 8_000) == ("eva@example.org",)
    source.close()
    target.close()


@pytest.mark.parametrize(("here", "there"), WAYS)
def test_play_goes_on_as_it_would_have(at: Somewhere, here: str, there: str) -> None:
    """The same orders bring about the same heads, numbers go on, and nothing comes twice."""
    source, target = filled(at(here)), opened_at(at(there))
    place = source.place
    moving.move(source, target)
    source.close()
    both = [opened_at(place), target]
    for record in both:
        OutboxTable(record).put("<9@x>", "eva@example.org", b"raw", "next", 5)
        record.keep_mail("n", b"new")
        for name in ("zeta", "alpha"):
            play(Referee(record, Seeded(3)), name, 6, Random(4))
    first, second = (everything(record) for record in both)
    assert first == second
    assert [mail.id for mail in OutboxTable(target).unsent()] == [2, 3, 4]
    assert target.count_up("number") == 2
    for name in ("zeta", "alpha"):
        assert audit_game(target, name).finding is None
    for record in both:
        record.close()


def everything(record: Record) -> dict[str, list[Any]]:
    """All rows; where one kind of store cannot hold a sign, what it holds instead."""
    found: dict[str, list[Any]] = {table: [] for table in tables()}
    for table, rows in contents(record.recorder):
        found[table] += [
            tuple(str(v).replace("\0", "�") if isinstance(v, str) else v for v in r) for r in rows
        ]
    return found


def test_a_place_that_holds_something_is_refused(at: Somewhere) -> None:
    source, target = filled(at("file")), opened_at(at("server"))
    target.set("a", b"1")
    with pytest.raises(moving.CannotMove) as cannot:
        moving.move(source, target)
    assert str(cannot.value) == (f"{target.place} holds something already (settings 1). Name an empty place.")
    assert counts(target.recorder)["stored_events"] == 0
    source.close()
    target.close()


@pytest.mark.parametrize("kind", ["file", "server"])
def test_a_store_is_not_moved_onto_itself(at: Somewhere, kind: str) -> None:
    source = opened_at(at(kind))
    target = opened_at(source.place)
    with pytest.raises(moving.CannotMove) as cannot:
        moving.move(source, target)
    assert str(cannot.value) == f"{source.place} is where the store is already. Name another place."
    source.close()
    target.close()


def test_a_store_that_a_desk_serves_is_not_moved(at: Somewhere) -> None:
    for kind in ("file", "server"):
        source, target = opened_at(at(kind)), opened_at(at("file-2"))
        with served(source.place), pytest.raises(InUse) as used:
            moving.move(source, target)
        assert str(used.value) == (
            f"A desk serves {source.place}. Stop it first, so that nothing is recorded there meanwhile."
        )
        source.close()
        target.close()


@pytest.mark.parametrize("there", ["file-2", "server"])
def test_what_does_not_arrive_as_it_was_is_taken_back(
    at: Somewhere, there: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, target = filled(at("file")), opened_at(at(there))
    monkeypatch.setattr(moving, "fill", lambda recorder, pages, names: recorder.write(
        "INSERT INTO settings VALUES (?,?)", ("server-key", b"another")
    ))  # fmt: skip
    with pytest.raises(moving.CannotMove) as cannot:
        moving.move(source, target)
    assert str(cannot.value) == (
        f"What stands in {target.place} is not what {source.place} holds. It was taken back."
    )
    assert not any(counts(target.recorder).values())
    source.close()
    target.close()


# ---- the command


def bugyo(*words: str, code: int = 0) -> str:
    env = {"BUGYO_STORE": None, "COLUMNS": "200"}
    result = CliRunner(env=env).invoke(commands, list(words), prog_name="bugyo")
    assert result.exit_code == code, result.output
    return result.output


def test_the_command_in_both_directions(at: Somewhere, tmp_path: Path) -> None:
    home, server, back = tmp_path / "home.db", at("server"), tmp_path / "back.db"
    filled(home).close()
    said = bugyo("move", written(server), "--store", str(home))
    heads = bugyo("list", "--store", str(home), "--json")
    assert f"{server} holds all of {home}: " in said
    assert f"{home} stays as it is. Put it away, so that nobody goes on in both." in said
    assert bugyo("list", "--store", written(server), "--json") == heads
    assert len(list((tmp_path / "caches" / "bugyo").glob("*.views"))) == 1
    assert "Everything holds." in bugyo("audit", "zeta", "--store", written(server))
    assert "holds something already" in bugyo("move", written(server), "--store", str(home), code=1)
    bugyo("move", str(back), "--store", written(server), "--json")
    assert bugyo("list", "--store", str(back), "--json") == heads
    first, second = Record(home), Record(back)
    assert everything(first) != {}
    assert {**everything(first)} == {**everything(second)}
    first.close()
    second.close()


def test_games_are_opened_and_played_on_a_server_by_its_address_alone(at: Somewhere, tmp_path: Path) -> None:
    place = at("server")
    store, missing = written(place), bugyo("list", "--store", written(place), code=66)
    assert missing == f"Error: There is no store {place}. “bugyo open” makes one; --store names another.\n"
    bugyo("play", "shinobi", "--bots", "--seed", "7", "--store", store)
    bugyo("open", "shinobi", "--id", "summer", *PLAYERS, "--store", store)
    assert "summer" in bugyo("list", "--store", store)
    assert "Everything holds." in bugyo("audit", "bots-7-1", "--store", store)
    export = tmp_path / "bots.jsonl"
    bugyo("export", "bots-7-1", "--format", "jsonl", "-o", str(export), "--store", store)
    other = written(at("server"))
    bugyo("import", str(export), "--store", other)
    assert "bots-7-1" in bugyo("list", "--store", other)


def test_a_server_that_is_not_there_is_a_reason_to_try_again(tmp_path: Path) -> None:
    store = f"postgresql://bugyo:s3cret@/club?host={tmp_path}"
    said = bugyo("list", "--store", store, code=75)
    assert said.startswith("Error: The server of the store cannot be reached: connection ")
    assert said.endswith("No such file or directory. Nothing was changed; try again.\n")
    assert "s3cret" not in said


def test_a_store_beside_which_sendings_of_pages_wait_is_not_moved(at: Somewhere) -> None:
    place = at("file")
    source, target = filled(place), opened_at(at("file-2"))
    path = path_of(place)
    assert path
    Spool(path).put("one", b"From: Aoi")
    with pytest.raises(moving.CannotMove, match="Let the desk take them first"):
        moving.move(source, target)
    (path / "new" / "one").unlink()
    assert moving.move(source, target).games
    source.close()
    target.close()
