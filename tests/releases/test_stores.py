"""A store that a release has written is opened by the program of today, played on, and holds."""

from __future__ import annotations

import lzma
from functools import cache
from pathlib import Path
from random import Random

import pytest

from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.games.referee import Referee
from referee.record.envelope import BOTS, Act
from referee.record.record import Record
from tests.cli.conftest import Bugyo

STORES = sorted((Path(__file__).parents[2] / "fixtures" / "stores").glob("*.db.xz"))
EACH = [
    pytest.param(path, title, id=f"{path.name.removesuffix('.db.xz')}-{title}")
    for path in STORES
    for title in TITLES
]
ORDERS = 20
LARGEST = 300_000

pytestmark = pytest.mark.of_files


@cache
def written(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())


@pytest.fixture
def store(path: Path, tmp_path: Path) -> Path:
    (place := tmp_path / "games.db").write_bytes(written(path))
    place.chmod(0o600)
    return place


@pytest.mark.parametrize(("path", "title"), EACH)
def test_a_game_that_is_over_holds_and_one_half_played_goes_on(store: Path, title: str) -> None:
    record, luck, called = Record(store), Random(title), title.replace("_", "-")
    over, half = f"{called}-over", f"{called}-half"
    assert record.load(over).game.is_over()
    assert audit_game(record, over).finding is None
    game, referee = record.load(half).game, Referee(record, seed="on")
    before = game.position
    for _ in range(ORDERS):
        if game.is_over():
            break
        seat = luck.choice(game.awaited())
        order = luck.choice(game.examples(seat))
        game = referee.take(half, seat, order, Act(BOTS, seat=seat)).kept.game
    assert game.position > before
    assert audit_game(record, half).finding is None
    record.close()


@pytest.mark.parametrize("path", STORES, ids=lambda path: path.name.removesuffix(".db.xz"))
def test_commands_and_mails_know_its_games(store: Path, path: Path) -> None:
    bugyo = Bugyo(store)
    assert len(bugyo.json("list")) == 2 * len(TITLES)
    assert "T2" in bugyo("show", "shinobi-over", "--at", 40).stdout
    head = "From: anna@club.example\nSubject: [shinobi-half T13 iga]\nMessage-ID: <1@club.example>\n"
    out = store.parent / "out"
    asked = ("deliver", "--address", "bugyo@club.example", "--outgoing", out)
    bugyo(*asked, stdin=head + "\nwhat\n")
    (answer,) = (out / "new").iterdir()
    assert "shinobi-half" in answer.read_text("utf-8")


def test_a_store_is_small() -> None:
    assert STORES
    assert [path.name for path in STORES if path.stat().st_size > LARGEST] == []
