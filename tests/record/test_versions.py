"""Stores of version 1, of which the topics are spelled out: read as they stand, and gone on with."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.game.entries.entries import Rewound
from domain.kit.facts import Fact
from domain.shinobi.board.events import TurnBegan
from domain.titles import TITLES
from projections.read_model.following import Views, catch_up, rebuild
from referee.audit.audit import audit_game
from referee.copies import moving
from referee.copies.backup import back_up, restore
from referee.games.referee import Referee
from referee.record import timers
from referee.record.envelope import LETTERS, title_of, topic, topics
from referee.record.location import Server
from referee.record.record import Record
from referee.record.schema import SCHEMA
from tests.projections.views import contents
from tests.record import stores
from tests.record.stores import ACT, First, opened, play

NEXT = 2_000_000_000_000
FORMER = """
opened sheet-committed joined joined joined fact
thrown fact/clan-dealt thrown fact/clan-dealt thrown fact/clan-dealt
thrown fact/cards-drawn thrown fact/cards-drawn thrown fact/cards-drawn
thrown fact/first-player-chosen fact/turn-began
ordered fact/placed ordered fact/placed fact/action-skipped thrown fact/cards-drawn fact fact/turn-began
ordered fact/placed ordered fact/moved fact/action-skipped thrown fact/cards-drawn fact fact/turn-began
ordered fact/placed ordered fact/placed ordered fact/attacked thrown fact/cards-drawn fact fact/turn-began
rewound
"""
"""What version 1 has written for the events of the game below."""


@pytest.fixture
def old(tmp_path: Path, store_kind: str) -> Iterator[Record]:
    """A store of version 1, opened anew, with a game in play that was rewound."""
    record = Record(tmp_path / "old.bugyo", clock=stores.clock(), entropy=stores.entropy())
    referee = opened(record, kind=First)
    to = play(referee, "g", 5, Random(1)).position
    play(referee, "g", 2, Random(1))
    referee.rewind("g", Rewound(to, "a slip"), ACT)
    _age(record)
    record.close()
    again = Record(tmp_path / "old.bugyo", clock=lambda: NEXT, entropy=stores.entropy("later"))
    yield again
    again.close()


def _age(record: Record) -> None:
    """Makes a store what the program of version 1 has written."""
    spelled = [topics("shinobi", envelope.entry)[1] for envelope in record.envelopes("g")]
    off, on, former = _OF_A_SERVER if isinstance(record.place, Server) else _OF_A_FILE
    rows = [(topic, position) for position, topic in enumerate(spelled, 1)]
    with record.recorder.together():
        record.recorder.write(off, ())
        record.recorder.write_all("UPDATE stored_events SET topic=? WHERE originator_version=?", rows)
        record.recorder.write(on, ())
        record.recorder.write(former, ())


_OF_A_SERVER = (
    "ALTER TABLE stored_events DISABLE TRIGGER append_only",
    "ALTER TABLE stored_events ENABLE ALWAYS TRIGGER append_only",
    "UPDATE bugyo SET version=1",
)
_OF_A_FILE = (
    "DROP TRIGGER stored_events_no_update",
    "DROP TRIGGER stored_events_no_replace",
    "PRAGMA user_version=1",
)
"""When the file is opened again, both triggers are made again."""


def version(record: Record) -> int:
    server = isinstance(record.place, Server)
    ((found,),) = record.recorder.rows("SELECT version FROM bugyo" if server else "PRAGMA user_version")
    return int(found)


def go_on(record: Record) -> int:
    """One more order; the position before it."""
    before = record.load("g").game.position
    play(Referee(record, seed="more"), "g", 1, Random(2))
    assert record.load("g").game.position > before
    return before


def test_it_is_read_as_it_stands(old: Record) -> None:
    assert old.recorder.topics("g") == [f"shinobi/{tags}" for tags in FORMER.split()]
    assert old.games() == ("g",)
    assert old.title("g") == "shinobi"
    assert old.fold("g").game.position == len(old.envelopes("g")) == len(old.recorder.topics("g"))
    assert timers.newest_at(old.recorder) == old.load("g").at
    assert audit_game(old, "g").finding is None
    assert version(old) == 1


def test_it_becomes_the_newest_version_with_the_next_event(old: Record) -> None:
    topics = old.recorder.topics("g")
    before = go_on(old)
    assert version(old) == SCHEMA == 2
    assert before == len(topics)
    assert old.recorder.topics("g") == topics + ["s"] * (old.load("g").game.position - before)
    assert audit_game(old, "g").finding is None


def test_it_stays_as_it_was_where_the_next_event_is_undone(old: Record) -> None:
    with suppress(InterruptedError), old.recorder.together():
        go_on(old)
        assert version(old) == 2
        raise InterruptedError
    assert version(old) == 1
    go_on(old)
    assert version(old) == 2


def test_what_is_no_event_leaves_it_as_it_was(old: Record) -> None:
    old.keep_mail("digest", b"raw")
    old.set("name", b"value")
    assert version(old) == 1


def test_it_is_moved_as_it_stands(old: Record, tmp_path: Path) -> None:
    topics = old.recorder.topics("g")
    target = Record(tmp_path / "new.bugyo", clock=lambda: NEXT)
    moved = moving.move(old, target)
    assert [(one.game, one.position) for one in moved.games] == [("g", len(topics))]
    assert target.recorder.topics("g") == topics
    assert (version(old), version(target)) == (1, 2)
    go_on(target)
    assert audit_game(target, "g").finding is None
    target.close()


def test_an_empty_one_takes_a_store_in_and_is_of_the_newest_version(tmp_path: Path, store_kind: str) -> None:
    source, target = Record(tmp_path / "new.bugyo"), Record(tmp_path / "empty.bugyo")
    play(opened(source), "g", 1, Random(1))
    target.recorder.write(_OF_A_SERVER[2] if isinstance(target.place, Server) else _OF_A_FILE[2], ())
    target.close()
    target = Record(tmp_path / "empty.bugyo")
    assert version(target) == 1
    moving.move(source, target)
    assert version(target) == 2
    for record in (source, target):
        record.close()


def test_the_read_model_follows_rewinds_in_both_forms(old: Record, tmp_path: Path) -> None:
    assert old.recorder.topics("g")[-1] == "shinobi/rewound"
    to = old.load("g").game.position - 1
    go_on(old)
    Referee(old).rewind("g", Rewound(to, "another slip"), ACT)
    assert old.recorder.topics("g")[-1] == "s/rewound"
    with Views(tmp_path / "views.db") as views, rebuild(tmp_path / "all.db", old) as whole:
        while catch_up(views, old, page=7):
            pass
        assert contents(views) == contents(whole)
        (game,) = views.rows("games")
        assert game["position"] == old.load("g").game.position


@pytest.mark.of_files
def test_a_file_that_is_only_read_stays_byte_for_byte(tmp_path: Path) -> None:
    path = _old_file(tmp_path)
    before = path.read_bytes()
    record = Record(path)
    assert audit_game(record, "g").finding is None
    record.close()
    assert path.read_bytes() == before


@pytest.mark.of_files
def test_its_backup_is_of_its_version_and_is_restored(tmp_path: Path) -> None:
    with closing(Record(_old_file(tmp_path))) as record:
        topics = record.recorder.topics("g")
        back_up(record, tmp_path / "backup.bugyo")
        assert version(record) == 1
    restore(tmp_path / "backup.bugyo", tmp_path / "again.bugyo")
    with closing(Record(tmp_path / "again.bugyo")) as record:
        assert (record.recorder.topics("g"), version(record)) == (topics, 1)
        go_on(record)
        assert version(record) == 2


def _old_file(folder: Path) -> Path:
    record = stores.repeatable(folder / "old.bugyo")
    play(opened(record), "g", 5, Random(1))
    _age(record)
    record.close()
    with closing(Record(folder / "old.bugyo")) as record:  # the trigger is back
        assert version(record) == 1
    return folder / "old.bugyo"


# ---- topics

PLACED: Fact[Any, Any] = Fact("turn/order", TurnBegan("iga", 2))

TOPICS = [
    ("shinobi", PLACED, ("s", "shinobi/fact/turn-began")),
    ("shinobi", Fact("turn"), ("s", "shinobi/fact")),
    ("shinobi", Rewound(3, "a slip"), ("s/rewound", "shinobi/rewound")),
    ("clan_war", Rewound(3, "a slip"), ("c/rewound", "clan_war/rewound")),
    ("odawara", Fact("turn"), ("odawara", "odawara/fact")),
]


@pytest.mark.of_files
@pytest.mark.parametrize(("title", "entry", "both"), TOPICS)
def test_a_topic_in_its_two_forms(title: str, entry: object, both: tuple[str, str]) -> None:
    assert topics(title, entry) == both
    assert topic(title, entry) == both[0]
    assert [title_of(topic) for topic in both] == [title, title]


@pytest.mark.of_files
def test_letters_of_titles_are_for_ever_and_different() -> None:
    for_ever = {
        "shinobi": "s",
        "kawanakajima": "k",
        "twilight_shogun": "t",
        "rising_sun": "r",
        "clan_war": "c",
    }
    assert for_ever.items() <= LETTERS.items()
    assert len(set(LETTERS.values())) == len(LETTERS)
    assert set(LETTERS.values()).isdisjoint(TITLES)
