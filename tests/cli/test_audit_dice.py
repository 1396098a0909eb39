"""`bugyo audit --dice`: how the dice fell, by kind and by person, and how many tests that were."""

from __future__ import annotations

import csv
import shutil
from collections import Counter
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.streams import GAME, opened
from cli.prove.audit_dice import called, of_games
from domain.game.entries.entries import Entry, Ordered
from domain.game.entries.people import SeatTaken
from domain.kit.chance import Question, Thrown
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, Sealed
from domain.shinobi.board.events import TurnBegan
from domain.shinobi.words.orders import Pass
from projections.exports.statistics import Kind, statistics, throws_of_people
from projections.exports.statistics import tested as weighed
from projections.replay import Replay
from referee.record.envelope import Envelope
from referee.record.record import Record
from referee.seats.seat_view import replay_of
from tests.cli.conftest import Bugyo
from tests.cli.test_keys import bend

D6 = Kind(6, False)
FEW = "bots-7-1"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a game of many dice, and one of few."""
    bugyo = Bugyo(tmp_path_factory.mktemp("dice") / "games.db")
    bugyo("play", "twilight_shogun", "--bots", "--seed", 7, "--id", "many")
    bugyo("play", "shinobi", "--bots", "--seed", 7, "--id", FEW)
    return bugyo.store


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Replay:
    record = Record(tmp_path_factory.mktemp("begun") / "g.db")
    opened(record)
    found = replay_of(record, GAME)
    record.close()
    return found


@pytest.fixture
def store(played: Path, tmp_path: Path) -> Bugyo:
    return Bugyo(Path(shutil.copy(played, tmp_path / "games.db")))


def counted(bugyo: Bugyo, *games: str) -> dict[int, Counter[int]]:
    """The faces of the open throws of some games, as the table of throws has them."""
    found: dict[int, Counter[int]] = {}
    for game in games:
        rows = csv.DictReader(StringIO(bugyo("export", game, "--format", "csv", "--table", "throws").stdout))
        for row in rows:
            if row["draw"] == "0" and row["faces"]:
                found.setdefault(int(row["sides"]), Counter()).update(map(int, row["faces"].split()))
    return found


def test_the_faces_are_those_of_the_table_of_throws_game_by_game_and_together(store: Bugyo) -> None:
    for games, said in (
        (("many",), store.json("audit", "many", "--dice")["dice"]),
        ((FEW,), store.json("audit", FEW, "--dice")["dice"]),
        ((FEW, "many"), store.json("audit", "--all", "--dice")["dice"]),
    ):
        faces = {one["sides"]: Counter(dict(enumerate(one["faces"], 1))) for one in said["dice"]}
        assert faces == counted(store, *games)
        assert said["games"] == len(games)
    assert counted(store, "many")[6].total() > 40


def test_a_file_says_of_its_dice_what_the_store_does(store: Bugyo, tmp_path: Path) -> None:
    kept = store.json("audit", "many", "--dice")["dice"]
    for form, name in (("jsonl", "many.jsonl"), ("bundle", "many.zip")):
        path = tmp_path / name
        store("export", "many", "--format", form, "-o", path)
        stdin = path.read_bytes() if form == "bundle" else None
        assert store.json("audit", "-" if stdin else path, "--dice", stdin=stdin)["dice"] == kept


def test_without_the_option_no_word_of_dice_is_said(store: Bugyo) -> None:
    assert store.json("audit", "many")["dice"] is None
    assert isinstance(store.json("audit", "--all"), list)
    assert "ADJUSTED" not in store("audit", "many").stdout


def test_every_test_is_counted_and_what_p_says_is_said(store: Bugyo) -> None:
    found = store.json("audit", "many", "--dice")["dice"]
    ps = [one for one in (*found["dice"], *found["people"]) if one["p"] is not None]
    assert len(ps) == found["tests"] > 2
    assert all(one["p"] <= one["adjusted"] <= 1 for one in ps)
    assert min(one["adjusted"] for one in ps) == pytest.approx(min(1, min(one["p"] for one in ps) * len(ps)))
    said = " ".join(store("audit", "many", "--dice").stdout.split())
    assert f"{found['tests']} tests were made." in said
    assert "No p proves anything, for or against anybody" in said
    assert "No test was made: there are too few faces for one." in store("audit", FEW, "--dice").stdout


def test_the_dice_of_a_record_that_does_not_hold_are_left_out(store: Bugyo) -> None:
    bend(store.store)
    found = store.json("audit", "--all", "--dice", code=1)
    broken = [one["game"] for one in found["games"] if not one["holds"]]
    assert (found["dice"]["left_out"], found["dice"]["games"]) == (len(broken), 2 - len(broken)) == (1, 1)
    assert store.json("audit", broken[0], "--dice", code=1)["dice"] is None
    assert "1 game whose record does not hold is left out" in store("audit", "--all", "--dice", code=1).stdout


# what happened in the game of benchmarks/streams.py (Aoi, Botan, Chiyo), whose throws they are
THROWN = Thrown(Question("rule", "purpose", 6), (3,))
TURN: Fact[Any, Any] = Fact("turn/order", TurnBegan("iga", 2))
WHOSE: list[tuple[list[Entry], list[str]]] = [
    ([THROWN], [""]),
    ([Ordered("iga", Pass()), THROWN, THROWN], ["Aoi", "Aoi"]),
    ([Ordered("iga", Pass()), Ordered("ise", Pass()), THROWN], ["Botan"]),
    ([SeatTaken("iga", "Dora", "ill"), Ordered("iga", Pass()), THROWN], ["Dora"]),
    ([Ordered("iga", Pass()), SeatTaken("iga", "Dora", "ill"), THROWN], ["Aoi"]),
    ([Ordered("iga", Pass()), TURN, THROWN], [""]),  # what a turn begins with is nobody's
    ([Ordered("iga", Pass()), TURN, Ordered("ise", Pass()), THROWN], ["Botan"]),
    ([Ordered("iga", Pass()), Thrown(Question("rule", "purpose", 6, draw=True), (3,))], []),
    ([Ordered("iga", Pass()), Thrown(Question("rule", "purpose", 6), Sealed((), (3,)))], []),
]


@pytest.mark.parametrize(("more", "whose"), WHOSE)
def test_a_throw_is_of_whoever_gave_the_last_order_of_the_turn(
    more: list[Entry], whose: list[str], begun: Replay
) -> None:
    """That of the deal, before anybody has ordered, is nobody's."""
    envelopes = [*begun.envelopes, *(Envelope(b"", 0, (), entry) for entry in more)]
    replay = Replay(begun.game, begun.rules, begun.data, envelopes)
    assert [person for person, _kind, _faces in throws_of_people(replay)] == ["", *whose]


def test_the_audit_and_the_statistics_of_a_game_count_alike(store: Bugyo) -> None:
    record = Record(store.store)
    replay = replay_of(record, "many")
    of_seats = {one.seat: (one.count, one.total) for one in statistics(replay, PUBLIC).luck}
    people = {one.seat: (one.count, one.total) for one in of_games(record, ("many",)).luck}
    holders = replay.newest().register.holders
    record.close()
    assert people == {holders[seat]: found for seat, found in of_seats.items() if seat}


def test_loaded_dice_are_unusual_for_all_tests_together_and_fair_ones_are_not() -> None:
    random = Random(25)
    fair = [("Anna", D6, (random.randint(1, 6),)) for _ in range(300)]
    loaded = [("Boris", D6, (max(random.randint(1, 6), random.randint(1, 6)),)) for _ in range(300)]
    _dice, (anna, boris) = weighed([*fair, *loaded])
    assert (anna.seat, boris.seat) == ("Anna", "Boris")
    assert anna.adjusted > 0.05
    assert boris.adjusted < 1e-6


def test_in_a_club_two_of_one_name_are_two_and_one_of_two_names_is_one(fresh: Bugyo) -> None:
    for game, people in (
        ("a", ("Anna <anna@example.org>", "Boris <boris@example.org>", "Eva <eva@example.org>")),
        ("b", ("Anna <anna@example.com>", "Borja <boris@example.org>", "Eva <eva@example.org>")),
    ):
        players = [word for one in people for word in ("--player", one)]
        fresh("open", "shinobi", "--id", game, *players)
    record = Record(fresh.store)
    names = called(record, ("a", "b"))
    assert names["a", "Anna"] != names["b", "Anna"]
    assert names["a", "Boris"] == names["b", "Borja"]
    assert names["a", "Eva"] == names["b", "Eva"]
    assert of_games(record, ("a", "b")).dice == ()
    record.close()
