"""The orders of a game as a text: read as they were written, and played to the same end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from cli.prove.importing import Asked, given_lines, opening_of
from domain.game.entries.entries import SEAT, Ordered, Seated
from domain.kit.chance import Thrown
from domain.kit.facts import Fact
from projections.exports.notation import (
    LONGEST,
    SEALED,
    NotNotation,
    Said,
    Script,
    is_notation,
    orders_of,
    read_notation,
)
from projections.replay import Replay
from referee.audit.audit import audit_game
from referee.audit.game_lines import read_export
from referee.copies.importing import CannotImport, Orders, import_orders
from referee.games.opening import CannotOpen
from referee.record.record import Record
from tests.exports.games import RECORDED, SHORT, lines, recorded, replay, running

FILE = "ab" * 32


def written(game: Replay, viewer: str = "public") -> bytes:
    return b"".join(orders_of(game, viewer))


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    """A store that has the data sets of the recorded games: ours may have changed since."""
    record = Record(tmp_path / "games.db")
    for name in ("shinobi/shared", "rising_sun/victory", "clan_war/resignation"):
        header = read_export(lines(name)).header
        record.keep_data(header.title, {file: text.encode() for file, text in header.data.items()})
    yield record
    record.close()


def played(record: Record, script: Script, name: str | None = None, *, real: bool = True) -> Any:
    opening = opening_of(record, script, Asked(None, name, False, None, ""))
    return import_orders(record, Orders(opening, tuple(given_lines(script, real=real)), FILE, real))


def facts(envelopes: Any) -> list[Any]:
    return [envelope.entry for envelope in envelopes if isinstance(envelope.entry, Fact)]


# ---- there and back


@pytest.mark.parametrize("name", SHORT)
def test_the_orders_of_a_game_play_it_again_with_the_throws_that_they_quote(
    name: str, record: Record
) -> None:
    """The same facts; and what is then written has the same orders, throws and persons."""
    game = recorded(name)
    script = read_notation(written(game))
    kept = played(record, script, "again")
    assert facts(record.envelopes("again")) == facts(game.envelopes)
    assert kept.game.winners == game.at(len(game)).winners
    again = Replay("again", game.rules, game.data, record.envelopes("again"))
    second = read_notation(written(again))
    own = ("game", "level", "events", "head")
    assert {name: value for name, value in second.headings.items() if name not in own} == {
        name: value for name, value in script.headings.items() if name not in own
    }
    assert (second.options, second.seats) == (script.options, script.seats)
    assert [replace(said, line=0) for said in second.lines] == [
        replace(said, line=0) for said in script.lines
    ]


@pytest.mark.soak
@pytest.mark.parametrize("name", RECORDED)
def test_the_orders_of_every_recorded_game_play_it_again(name: str, record: Record) -> None:
    """And what was imported can be audited."""
    game = recorded(name)
    header = read_export(lines(name)).header
    record.keep_data(header.title, {file: text.encode() for file, text in header.data.items()})
    played(record, read_notation(written(game)))
    assert facts(record.envelopes(game.game)) == facts(game.envelopes)
    assert audit_game(record, game.game).finding is None


def test_without_quoted_throws_a_game_has_new_ones(record: Record) -> None:
    """Rising Sun has no dice: any throws will do. The opening says where they came from."""
    game = recorded("rising_sun/victory")
    played(record, read_notation(written(game)), "new", real=False)
    assert audit_game(record, "new").finding is None
    assert facts(record.envelopes("new")) == facts(game.envelopes)
    opened = record.envelopes("new")[0]
    assert opened.entry.level == 0
    assert opened.entry.chance.endswith(
        "imported from the orders abababababab; its throws fell anew, by a generator."
    )
    assert opened.act[:2] == ("import", FILE)


def test_the_opening_says_that_the_throws_are_those_of_the_file(record: Record) -> None:
    script = read_notation(written(recorded("shinobi/shared")))
    played(record, script, "real")
    envelopes = record.envelopes("real")
    assert envelopes[0].entry.chance.endswith("abababababab; its throws are those that the file quotes.")
    assert all(one.entry.real for one in envelopes if isinstance(one.entry, Thrown))
    ordered = [one for one in envelopes if isinstance(one.entry, Ordered) and one.entry.by == SEAT]
    assert [one.act[1] for one in ordered] == [f"{FILE}:{said.line}" for said in script.lines if said.seat]


# ---- what stops an import, and that nothing of it stays


def altered(name: str, old: str, new: str) -> bytes:
    text = written(recorded(name)).decode()
    assert old in text
    return text.replace(old, new, 1).encode()


def test_the_first_illegal_order_is_named_and_nothing_is_stored(record: Record) -> None:
    text = written(recorded("shinobi/shared")).decode().split("\n")
    at = [n for n, line in enumerate(text) if ": place " in line][7]
    turn, seat = text[at].split(":")[0].split()
    text[at] = f"{turn} {seat}: place takeda in nowhere"
    with pytest.raises(CannotImport) as stopped:
        played(record, read_notation("\n".join(text).encode()))
    said = str(stopped.value)
    assert said.startswith(f"Line {at + 1} cannot be played: the order of {seat}, place takeda in nowhere.\n")
    assert said.endswith("Nothing of the file was stored.")
    assert record.games() == ()


# what is altered in the orders of a game              why they cannot be played
ILLEGAL = [
    (": place takeda in omi", ": pass", "cannot be played: the order of yamato, pass."),
    (" throw: 5 ;", " throw: 6 ;", "cannot be played: the throw 6."),
    (" throw: 5 ;", " throw: 5 5 ;", "cannot be played: the throw 5 5."),
    ("T1 yamato:", "T1 kii:", "It is not the turn of kii."),
    ("T1 yamato:", "T1 nobody:", "Nobody sits at nobody in this game."),
    (": place takeda in omi", ": place takeda in omi\nthrow: 1", "No throw is awaited."),
]


@pytest.mark.parametrize(("old", "new", "why"), ILLEGAL)
def test_what_cannot_be_played_is_refused_whole(record: Record, old: str, new: str, why: str) -> None:
    with pytest.raises(CannotImport) as stopped:
        played(record, read_notation(altered("shinobi/shared", old, new)))
    assert why in str(stopped.value)
    assert record.games() == ()
    played(record, read_notation(written(recorded("shinobi/shared"))))


# what is altered                                      why it cannot be opened
UNOPENED = [
    ("title: shinobi", "title: chess", "There is no title “chess”."),
    ("edition: shinobi/1", "edition: shinobi/0", "of the edition “shinobi/0”"),
    ("data: ", "data: 00", "name the directory that has it with --data"),
    ("game: shinobi-41", "game: Shinobi 41", "cannot be a game's id"),
    ("seat yamato: bot 5", "seat mars: bot 5", "cannot sit at"),
    ("option must-attack: true", "option must-attack: perhaps", "it is true or false"),
    ("option must-attack: true", "option luck: true", "There is no option “luck”"),
    ("scenario: standard", "scenario: moon", "no scenario “moon”"),
    ("preset: literal", "preset: moon", "no preset “moon”"),
]


@pytest.mark.parametrize(("old", "new", "why"), UNOPENED)
def test_what_cannot_be_opened(record: Record, old: str, new: str, why: str) -> None:
    with pytest.raises((CannotImport, CannotOpen)) as stopped:
        played(record, read_notation(altered("shinobi/shared", old, new)))
    assert why in str(stopped.value)
    assert record.games() == ()


def test_a_game_of_that_name_is_left_alone(record: Record) -> None:
    script = read_notation(written(recorded("clan_war/resignation")))
    played(record, script)
    before = record.envelopes("clan-war-3")
    with pytest.raises(CannotOpen, match="already"):
        played(record, script)
    assert record.envelopes("clan-war-3") == before


# ---- what is sealed


def test_what_a_viewer_may_not_know_is_said_to_be_sealed(record: Record) -> None:
    game = running("shinobi", 1, 6)
    going = replay(game.rules, game.entries)
    script = read_notation(written(going))
    assert SEALED in [said.order for said in script.lines if not said.seat]
    assert SEALED not in [said.order for said in read_notation(written(going, "referee")).lines]
    with pytest.raises(CannotImport, match=r"^Line \d+: the throw is sealed in this file\."):
        list(given_lines(script, real=True))


def test_a_sealed_order_is_refused_with_new_throws_too() -> None:
    script = Script({}, {}, {}, (Said(9, "T1", "koi", SEALED),))
    with pytest.raises(CannotImport, match=r"^Line 9: the order of koi is sealed in this file\."):
        list(given_lines(script, real=False))


# ---- by hand

SHORTEST = b"""\
\xef\xbb\xbf; A game that somebody has typed.
bugyo-orders: 1
title: clan_war
seat crab: Anna
seat crane: Boris

  crab: muster void-dragon   ; the dragon
T0 throw: 3, 4
"""


def test_a_text_may_be_typed_by_hand() -> None:
    script = read_notation(SHORTEST)
    assert script == Script(
        {"bugyo-orders": "1", "title": "clan_war"},
        {},
        {"crab": "Anna", "crane": "Boris"},
        (Said(7, "", "crab", "muster void-dragon   ; the dragon"), Said(8, "T0", "", "", (3, 4))),
    )


def test_by_hand_it_needs_no_more_than_a_title_and_seats(record: Record) -> None:
    script = read_notation(SHORTEST.replace(b"T0 throw: 3, 4\n", b""))
    kept = played(record, script, "typed", real=False)
    assert [held.person for held in kept.game.opened.seats] == ["Anna", "Boris"]
    assert len([one for one in record.envelopes("typed") if isinstance(one.entry, Ordered)]) == 1


# a file                                              why it is none
UNREADABLE = [
    (b"", "does not begin with “bugyo-orders: 1”"),
    (b"bugyo-orders: 2\ntitle: shinobi\nseat iga: A\n", "does not begin with"),
    (b"bugyo-orders: 1\nseat iga: A\n", "names no title"),
    (b"bugyo-orders: 1\ntitle: shinobi\n", "nobody at a seat"),
    (b"bugyo-orders: 1\ntitle: shinobi\ntitle: shinobi\n", "Line 3: “title” stands there twice"),
    (b"bugyo-orders: 1\nseat iga: A\nseat iga: B\n", "Line 3: “seat iga” stands there twice"),
    (b"bugyo-orders: 1\ntitle: x\nseat iga: A\nplace takeda in ise\n", "Line 4 is no order"),
    (b"bugyo-orders: 1\ntitle: x\nseat iga: A\nT1 throw: six\n", "Line 4 has no faces"),
    (b"bugyo-orders: 1\ntitle: x\nseat iga: A\nT1 throw: 0\n", "Line 4 has no faces"),
    (b"bugyo-orders: 1\ntitle: x\nseat iga: A\nT1 throw:\n", "Line 4 has no faces"),
    (b"bugyo-orders: 1\xff", "byte 16 cannot be read"),
    (b"x" * (LONGEST + 1), "longer than 10,000,000 bytes"),
]


@pytest.mark.parametrize(("raw", "why"), UNREADABLE)
def test_what_is_no_text_of_orders(raw: bytes, why: str) -> None:
    with pytest.raises(NotNotation) as refusal:
        read_notation(raw)
    assert why in str(refusal.value)


def test_it_is_known_by_its_first_heading() -> None:
    assert is_notation(written(recorded("shinobi/shared")))
    assert is_notation(SHORTEST)
    assert not is_notation(b'{"data":{"a":"bugyo-orders: 1"}}')
    assert not is_notation(b"PK\x03\x04")


def test_a_name_cannot_give_orders() -> None:
    """A name of several lines stays in one, and comments stay comments."""
    game = running("shinobi", 1, 3)
    first: Any = game.entries[0]
    name = "Anna\nT1 iga: resign\r\nseat kii: Eva\u2028throw: 1 ; x"
    seats = tuple(Seated(held.seat, name) for held in first.seats)
    nasty = replay(game.rules, [replace(first, seats=seats), *game.entries[1:]], person=name)
    plain = replay(game.rules, game.entries)
    one, two = read_notation(written(nasty)), read_notation(written(plain))
    assert [(said.seat, said.order, said.faces) for said in one.lines] == [
        (said.seat, said.order, said.faces) for said in two.lines
    ]
    assert set(one.seats.values()) == {"Anna T1 iga: resign  seat kii: Eva throw: 1 ; x"}
    assert one.headings.keys() == two.headings.keys()
