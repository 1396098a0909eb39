"""A game in which play goes back: stepped through, told, drawn as a page, and followed by the read model."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from domain.game.entries.entries import Rewound
from domain.kit.sealed import PUBLIC, REFEREE
from projections.page.story import Story
from projections.read_model.following import Views, catch_up
from projections.read_model.rows import BOARDS
from projections.telling.log import log
from referee.audit.audit import audit_game
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.record.envelope import Act
from referee.record.record import Record
from referee.seats.seat_view import replay_of
from tests.chance import Seeded
from tests.titles.test_rewinds import ends

PEOPLE = ("Aoi", "Botan", "Chiyo")
BOTS = Act("bots")


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    record = Record(tmp_path / "s.db")
    made = Referee(record, Seeded(1))
    made.open(Opening("g", "shinobi", PEOPLE, level=0), BOTS)
    yield made
    record.close()


def play(referee: Referee, orders: int) -> int:
    """So many orders, each the first that is offered; the newest position."""
    for _ in range(orders):
        game = referee.record.load("g").game
        seat = game.awaited()[0]
        referee.take("g", seat, (game.offers(seat) or ())[0], BOTS)
    return referee.record.load("g").game.position


@pytest.fixture
def gone_back(referee: Referee) -> tuple[Referee, int, int]:
    """Twelve orders; back to an event between; three orders more. Gives where to, and the rewind."""
    play(referee, 12)
    entries = [envelope.entry for envelope in referee.record.envelopes("g")]
    to = ends(entries)[-20]
    at = len(entries) + 1
    referee.rewind("g", Rewound(to, "a slip of the pen"), BOTS)
    play(referee, 3)
    return referee, to, at


def test_each_position_shows_its_own_line(gone_back: tuple[Referee, int, int]) -> None:
    referee, to, at = gone_back
    replay = replay_of(referee.record, "g")
    assert replay.board(at - 1, PUBLIC) != replay.board(to, PUBLIC)
    assert replay.board(at, PUBLIC) == replay.board(to, PUBLIC)
    assert replay.at(len(replay)).state == referee.record.fold("g").game.state
    said = {line.position: line.text for line in log(replay, PUBLIC)}
    assert said[at].endswith(f"after event {to}: a slip of the pen")


def test_the_page_knows_where_play_went_back_to(gone_back: tuple[Referee, int, int]) -> None:
    referee, to, at = gone_back
    steps = Story(replay_of(referee.record, "g"), PUBLIC).data()["steps"]
    assert {n: step["rewound"] for n, step in enumerate(steps, 1) if "rewound" in step} == {at: to}


def test_the_read_model_follows_back_and_on(gone_back: tuple[Referee, int, int], tmp_path: Path) -> None:
    referee, to, _at = gone_back
    with Views(tmp_path / "v.db") as views:
        catch_up(views, referee.record)
        boards = views.rows(BOARDS.name)
        referee.rewind("g", Rewound(to, "and once more"), BOTS)
        play(referee, 2)
        catch_up(views, referee.record)
        with Views(tmp_path / "anew.db") as anew:
            catch_up(anew, referee.record)
            assert views.rows(BOARDS.name) == anew.rows(BOARDS.name) != boards


@pytest.mark.parametrize("page", [1, 7, 5000])
def test_it_makes_no_difference_where_a_page_ends(
    gone_back: tuple[Referee, int, int], tmp_path: Path, page: int
) -> None:
    """Play goes back within a page, and behind its beginning; also to a line that was left."""
    referee, to, at = gone_back
    for goal in (to - 1, at - 1, to):
        whole = max(
            end for end in ends([each.entry for each in referee.record.envelopes("g")]) if end <= goal
        )
        referee.rewind("g", Rewound(whole, "once more"), BOTS)
        play(referee, 1)
        with Views(tmp_path / f"{goal}.db") as views:
            catch_up(views, referee.record, page)
            kept = referee.record.fold("g")
            (row,) = views.rows(BOARDS.name, "viewer=?", (REFEREE,))
            view = kept.game.rules.view(kept.game.state, REFEREE)
            assert (row["position"], row["view"]) == (kept.game.position, msgspec.json.encode(view).decode())


def test_the_audit_is_clean(gone_back: tuple[Referee, int, int]) -> None:
    assert audit_game(gone_back[0].record, "g").finding is None
