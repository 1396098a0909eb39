"""A replay page that has been told goes on with its game, and is at each event what it would be told anew."""

from __future__ import annotations

import zlib
from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.kit.sealed import PUBLIC
from domain.titles import TITLES
from projections.language.catalogues import Reader, written_for
from projections.page import boards
from projections.page.making import embedded
from projections.page.story import Story
from projections.replay import Replay
from referee.audit.game_lines import export_lines, read_export
from referee.bundle.checking import read_bundle
from referee.copies.importing import import_game
from referee.record.record import Record
from referee.web.kept_pages import KeptPages
from tests.record.stores import hurry

GAME = Path("fixtures/games/rising_sun/honor.zip")


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = Record(tmp_path / "a.db")
    hurry(made)
    import_game(made, read_export(read_bundle(GAME).members["game.jsonl"].splitlines(keepends=True)))
    yield made
    made.close()


def upto(record: Record, events: int) -> Replay:
    """The game as it stood after so many events, or before so many from its end."""
    (game,) = record.games()
    envelopes = record.envelopes(game)[:events]
    return Replay(game, TITLES["rising_sun"], record.data("rising_sun", envelopes[0].entry.data), envelopes)


def anew(record: Record, replay: Replay, viewer: str) -> tuple[str, bytes]:
    lines = export_lines(record, replay.game, viewer, upto=len(replay))
    return embedded(Story(replay, viewer).data()), b"".join(lines)


def told(pages: KeptPages, replay: Replay, viewer: str) -> tuple[str, bytes]:
    found = pages.told(replay, viewer, tables=True)
    return found.story, zlib.decompress(b64decode(found.record))


def test_it_is_at_each_event_what_it_would_be_told_anew(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.bundle.grown_record.PIECE", 3000)
    pages, whole = KeptPages(record), upto(record, 10_000)
    seat = whole.newest().seats[0]
    for events in (20, 24, 22, len(whole)):  # 22: somebody who has come earlier is answered later
        for viewer, language in ((PUBLIC, "en"), (seat, "en"), (PUBLIC, "fr")):
            with written_for(Reader(language)):
                replay = upto(record, events)
                assert told(pages, replay, viewer) == anew(record, replay, viewer)


def test_only_what_is_new_is_told(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, pages, board = list[int](), KeptPages(record), boards.Boards.at

    def counted(self: boards.Boards, at: int) -> boards.Board | None:
        drawn.append(at)
        return board(self, at)

    monkeypatch.setattr(boards.Boards, "at", counted)
    for events in (20, 24, 24):
        told(pages, upto(record, events), PUBLIC)
    assert drawn == [*range(1, 25)]


def test_a_game_that_does_not_go_on_so_is_told_anew(record: Record) -> None:
    """A store was set back, and other events have come."""
    pages = KeptPages(record)
    told(pages, upto(record, 24), PUBLIC)
    other = upto(record, 26)
    envelopes = record.envelopes(other.game)[:26]
    other.envelopes = [
        *envelopes[:20],
        *(replace(one, digest=bytes(32), at=one.at + 3_600_000) for one in envelopes[20:]),
    ]
    assert told(pages, other, PUBLIC)[0] == embedded(Story(other, PUBLIC).data())


def test_those_that_were_longest_not_asked_for_are_forgotten(record: Record) -> None:
    pages, replay = KeptPages(record, most=45), upto(record, 20)
    for viewer in (PUBLIC, *replay.newest().seats):
        told(pages, replay, viewer)
        assert len(pages) <= 2
    assert told(pages, replay, PUBLIC) == anew(record, replay, PUBLIC)


def test_a_page_whose_telling_has_failed_is_forgotten(
    record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    pages, replay = KeptPages(record), upto(record, 24)
    told(pages, upto(record, 20), PUBLIC)
    with monkeypatch.context() as broken:
        broken.setattr(boards.Boards, "at", lambda self, at: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            told(pages, replay, PUBLIC)
    assert told(pages, replay, PUBLIC) == anew(record, replay, PUBLIC)
