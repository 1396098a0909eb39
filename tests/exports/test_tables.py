"""Tables, CSV and SQLite: what stands in them, that texts stay texts, and that Datasette browses them."""

from __future__ import annotations

import csv
import json
import sqlite3
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Ordered, Seated
from domain.game.entries.people import Note, Noted
from domain.kit.chance import Thrown
from domain.titles import TITLES
from projections.exports.csv import csv_of, harmless
from projections.exports.sqlite import sqlite_of
from projections.exports.tables import (
    EVENTS,
    NOTES,
    ORDERS,
    SEATS,
    THROWS,
    TRACKS,
    head,
    known,
    moment,
    rows,
    tables,
)
from projections.replay import Replay
from tests.exports.games import NOON, SHORT, recorded, replay, running
from tests.loops import apart


def read(raw: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(raw.decode(), newline="")))


def test_a_row_for_every_event() -> None:
    game = recorded("shinobi/shared")
    found = rows(game, "public", EVENTS)
    assert [row["position"] for row in found] == list(range(1, len(game) + 1))
    assert found[-1]["digest"] == head(game)
    assert found[32] | {"digest": "", "at": ""} == {
        "position": 33,
        "at": "",
        "turn": "T1",
        "seat": "yamato",
        "person": "",
        "behalf": "",
        "cause": "bots",
        "kind": "placed",
        "rule": "turn/deploy",
        "text": "yamato places a card of Takeda in omi.",
        "stands": 1,
        "digest": "",
        "entry": '{"type":"fact","rule":"turn/deploy","event":{"type":"placed","seat":"yamato",'
        '"card":"takeda","province":"omi"},"done":true}',
    }


def test_a_moment_has_its_milliseconds() -> None:
    assert moment(NOON + 7) == "2026-03-12T12:00:00.007Z"


@pytest.mark.parametrize("name", SHORT)
def test_every_table_of_every_title_has_its_columns_and_key(name: str) -> None:
    game = recorded(name)
    for table in tables(game):
        found = rows(game, "public", table)
        keys = [tuple(row[column] for column in table.key) for row in found]
        assert len(set(keys)) == len(keys), table.name
        assert all(list(row) == list(table.columns) for row in found)
        for row in found:
            for column, kind in table.columns.items():
                assert isinstance(row[column], kind) or row[column] is None, (table.name, column)


@pytest.mark.parametrize("name", SHORT)
def test_orders_throws_and_tracks_are_those_of_the_record(name: str) -> None:
    game = recorded(name)
    entries = [game.envelope(n).entry for n in range(1, len(game) + 1)]
    assert len(rows(game, "public", ORDERS)) == sum(isinstance(one, Ordered) for one in entries)
    thrown = [" ".join(map(str, one.answer())) for one in entries if isinstance(one, Thrown)]
    assert [row["faces"] for row in rows(game, "public", THROWS)] == thrown
    stands = {row["track"]: row["value"] for row in rows(game, "public", TRACKS)}
    assert stands == game.pictures.tracks(game.view(len(game), "referee"))


def test_a_throw_belongs_to_the_newest_order_of_its_turn() -> None:
    game = recorded("shinobi/shared")
    thrown = {row["position"]: row["seat"] for row in rows(game, "public", THROWS)}
    orders = {row["position"]: row for row in rows(game, "public", ORDERS)}
    for position, seat in thrown.items():
        before = [row for at, row in orders.items() if at < position and row["turn"] == game.turn(position)]
        assert seat == (before[-1]["seat"] if before else "")


def test_what_a_viewer_may_not_know_is_an_empty_cell() -> None:
    played = running("shinobi", 1, 9)
    game = replay(played.rules, played.entries)
    hidden = [row["faces"] for row in rows(game, "public", THROWS)]
    assert None in hidden
    assert None not in [row["faces"] for row in rows(game, "referee", THROWS)]
    (hands,) = (table for table in tables(game) if table.name == "hands")
    assert [row["hand"] is None for row in rows(game, "iga", hands)] == [
        row["seat"] != "iga" for row in rows(game, "iga", hands)
    ]
    dealt: Any = next(
        one
        for one in played.entries
        if "clan" in getattr(getattr(one, "event", None), "__struct_fields__", ())
    )
    sealed = {"type": "sealed", "to": [dealt.event.seat]}
    assert known(dealt, "public")["event"]["clan"] == sealed
    assert known(dealt, dealt.event.seat)["event"]["clan"] == {**sealed, "value": dealt.event.clan.value}


# ---- CSV

# a text as people write it         as it stands in a cell
CELLS = [
    ("=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"),
    ("+1", "'+1"),
    ("-1", "'-1"),
    ("@SUM(A1)", "'@SUM(A1)"),
    (" =1", "' =1"),
    ("＝1", "'＝1"),
    ("'quoted'", "''quoted'"),
    ("Anna = Boris", "Anna = Boris"),
    ("", ""),
    (-3, -3),
    (None, None),
]


@pytest.mark.parametrize(("text", "cell"), CELLS)
def test_no_cell_is_a_formula(text: Any, cell: Any) -> None:
    assert harmless(text) == cell


NASTY = ["=cmd|' /C calc'!A0", '<script>alert("x")</script>', "Anna\u202eanaB", 'a\r\nb,"c"', "x" * 10_000]


def with_names(names: list[str]) -> Replay:
    """A game whose persons are called so."""
    played = running("shinobi", 1, 3)
    first: Any = played.entries[0]
    seats = tuple(Seated(held.seat, name) for held, name in zip(first.seats, names, strict=False))
    return replay(played.rules, [replace(first, seats=seats), *played.entries[1:]], person=names[0])


def test_csv_gives_every_text_back() -> None:
    game = with_names(NASTY)
    found = read(csv_of(game, "public", SEATS))
    shown = [NASTY[0], NASTY[1], "Anna anaB", 'a  b,"c"', NASTY[4]]
    assert [row["person"].removeprefix("'") for row in found] == shown[: len(found)]
    assert found[0]["person"] == f"'{NASTY[0]}"
    events = read(csv_of(game, "public", EVENTS))
    assert len(events) == len(game)
    assert {row["person"] for row in events} == {f"'{NASTY[0]}"}


@pytest.mark.parametrize("name", SHORT)
def test_csv_has_the_rows_of_the_table(name: str) -> None:
    game = recorded(name)
    for table in tables(game):
        raw = csv_of(game, "public", table)
        assert raw.startswith(f"{','.join(table.columns)}\r\n".encode())
        made = [
            ["" if cell is None else str(harmless(cell)) for cell in row.values()]
            for row in rows(game, "public", table)
        ]
        assert [list(row.values()) for row in read(raw)] == made


# ---- SQLite


def opened(raw: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(raw)
    return connection


@pytest.mark.parametrize("name", SHORT)
def test_sqlite_has_every_table_whole(name: str) -> None:
    game = recorded(name)
    raw = sqlite_of(game, "public")
    assert raw == sqlite_of(game, "public")
    base = opened(raw)
    assert base.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert base.execute("PRAGMA foreign_key_check").fetchall() == []
    for table in tables(game):
        found = base.execute(f"SELECT * FROM [{table.name}] ORDER BY rowid").fetchall()
        assert found == [tuple(row.values()) for row in rows(game, "public", table)]
    assert dict(base.execute("SELECT * FROM about"))["head"] == head(game)
    base.close()


def test_the_log_can_be_searched() -> None:
    base = opened(sqlite_of(recorded("shinobi/shared"), "public"))
    found = base.execute("SELECT rowid FROM events_fts WHERE events_fts MATCH 'ninja'").fetchall()
    told = base.execute("SELECT position FROM events WHERE text LIKE '%ninja%'").fetchall()
    assert found == told
    assert told
    base.close()


def test_nothing_of_the_record_but_what_is_public_is_in_the_file() -> None:
    """No salt, no address, no raw mail: there is no table for them."""
    base = opened(sqlite_of(recorded("shinobi/shared"), "public"))
    names = {name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type='table'")}
    own = {table.name for table in tables(recorded("shinobi/shared"))}
    assert {name for name in names if not name.startswith("events_fts")} == own
    base.close()


@pytest.mark.budget(100, "starts another program")
def test_datasette_browses_it(tmp_path: Path) -> None:
    from datasette.app import Datasette  # type: ignore[import-untyped] # only this test waits for it

    (tmp_path / "summer.db").write_bytes(sqlite_of(with_names(NASTY), "public"))

    async def browse() -> dict[str, Any]:
        data = Datasette([str(tmp_path / "summer.db")])
        await data.invoke_startup()
        pages = {
            "index": "/summer",
            "events": "/summer/events?_search=opened",
            "event": "/summer/events/1",
            "seats": "/summer/seats",
            "tracks": "/summer/track_changes",
            "json": "/summer/track_changes.json?_shape=array",
        }
        return {name: await data.client.get(page) for name, page in pages.items()}

    found = apart(browse)
    assert {name: page.status_code for name, page in found.items()} == dict.fromkeys(found, 200)
    assert "<script>alert" not in found["seats"].text
    assert "&lt;script&gt;alert" in found["seats"].text
    assert "The game test is opened" in found["events"].text
    assert '<a href="/summer/events/' in found["tracks"].text
    assert json.loads(found["json"].text)[0]["position"] == 1


def test_notes_are_rows_of_their_own() -> None:
    played = running("shinobi", 1, 3)
    notes = (Note(1, "first\n", seat="iga"), Note(1, "=1\n", kind="unparsed"))
    noted = Noted("Rei", "text", "0" * 64, notes)
    game = replay(TITLES["shinobi"], [*played.entries, noted])
    found = rows(game, "public", NOTES)
    assert [(row["note"], row["line"], row["seat"], row["text"]) for row in found] == [
        (1, 1, "iga", "first "),
        (2, 1, "", "=1 "),
    ]
    assert [row["text"] for row in read(csv_of(game, "public", NOTES))] == ["first ", "'=1 "]
