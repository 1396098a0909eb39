"""The data set of a game that is opened: read once, and kept only where it can be read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kit.errors import BadTable
from referee.games.datasets import read_files
from referee.games.opening import CannotOpen, Opening
from referee.games.referee import Referee
from referee.record.record import Record
from tests.record.stores import ACT, PEOPLE, repeatable


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = repeatable(tmp_path / "store.db")
    yield made
    made.close()


def kept(record: Record) -> int:
    return int(record.recorder.rows("SELECT count(*) FROM datasets")[0][0])


def test_games_of_one_data_set_share_what_was_read_of_it(record: Record) -> None:
    referee = Referee(record, seed="deal")
    first, second = (referee.open(Opening(name, "shinobi", PEOPLE[:3]), ACT).game for name in ("a", "b"))
    assert first.data is second.data
    assert kept(record) == 1


def test_another_data_set_is_another(record: Record) -> None:
    referee = Referee(record, seed="deal")
    files = read_files("shinobi")
    name = sorted(files)[0]
    own = {**files, name: files[name] + b"\n# of another printing\n"}
    ours = referee.open(Opening("a", "shinobi", PEOPLE[:3]), ACT).game
    theirs = referee.open(Opening("b", "shinobi", PEOPLE[:3], data=own), ACT).game
    assert ours.opened is not None
    assert theirs.opened is not None
    assert theirs.opened.data != ours.opened.data
    assert theirs.data is not ours.data
    assert kept(record) == 2


def test_a_data_set_that_cannot_be_read_is_not_kept(record: Record) -> None:
    files = {**read_files("shinobi"), "cards.toml": b"troops = 1\n"}
    with pytest.raises(BadTable, match=r"cards\.toml"):
        Referee(record).open(Opening("a", "shinobi", PEOPLE[:3], data=files), ACT)
    assert kept(record) == 0
    assert record.games() == ()


def test_an_opening_that_is_refused_takes_no_game(record: Record) -> None:
    with pytest.raises(CannotOpen, match="There is no option “colour”"):
        Referee(record).open(Opening("a", "shinobi", PEOPLE[:3], options={"colour": "red"}), ACT)
    assert record.games() == ()
