"""A what-if can leave a game of any title wherever a unit ends, and what it shares with it stays the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from domain.game.entries.entries import Forked
from domain.game.state.lines import unit_ends
from domain.kit.chance import Thrown
from domain.kit.errors import IllegalMove
from domain.kit.sealed import PUBLIC, REFEREE
from domain.titles import TITLES
from referee.audit.audit import audit_game
from referee.bundle import verify
from referee.bundle.checking import audit_bundle, read_bundle
from referee.bundle.writing import write_bundle
from referee.copies.forking import Left, begin, left_in, planned
from referee.games.referee import Referee
from referee.games.selfplay import play_out, self_play
from referee.record.record import Record

ORDERS = 12
"""Orders that are played on in a what-if."""


@pytest.fixture(scope="module", params=TITLES)
def left(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Left:
    """A game of a title that is over."""
    record = Record(tmp_path_factory.mktemp("left") / "games.db")
    (game,) = self_play(record, request.param, 1, "7")
    left = left_in(record, game)
    record.close()
    return left


def played_on(record: Record, left: Left, at: int, name: str = "") -> str:
    kept = begin(record, left, planned(left, at, name, real=False))
    if not kept.game.is_over():
        play_out(Referee(record), kept.game.id, Random(f"{at}"), orders=ORDERS)
    return kept.game.id


def test_what_is_shared_stays_and_what_follows_is_proved_by_nothing(left: Left, tmp_path: Path) -> None:
    is_shared(left, tmp_path, 0.5)


@pytest.mark.soak
@pytest.mark.parametrize("place", [0.05, 0.25, 0.75, 0.9])
def test_the_same_wherever_it_leaves_the_game(left: Left, tmp_path: Path, place: float) -> None:
    is_shared(left, tmp_path, place)


def is_shared(left: Left, tmp_path: Path, place: float) -> None:
    ends = unit_ends(left.entries())
    at = ends[int(place * len(ends))]
    record = Record(tmp_path / "if.db")
    name = played_on(record, left, at)
    envelopes = record.envelopes(name)
    assert list(envelopes[:at]) == list(left.envelopes[:at])
    forked = envelopes[at].entry
    assert isinstance(forked, Forked)
    assert (forked.game, forked.at, forked.head) == (left.game, at, left.envelopes[at - 1].digest.hex())
    thrown = [one.entry for one in envelopes[at:] if isinstance(one.entry, Thrown)]
    assert all(entry.question.index == 0 and entry.cell == "" for entry in thrown)
    assert record.cells(name, 1) == record.cells(left.game, 1) == []
    verdict = audit_game(record, name)
    assert (verdict.finding, verdict.what_if) == (None, forked)
    record.close()


@pytest.mark.budget(100, "two bundles of a whole game, each checked by both verifiers")
def test_a_what_if_of_a_what_if_verifies_like_any_game(left: Left, tmp_path: Path) -> None:
    ends = unit_ends(left.entries())
    record = Record(tmp_path / "if.db")
    first = played_on(record, left, ends[len(ends) // 3])
    further = left_in(record, first)
    again = played_on(record, further, unit_ends(further.entries())[-1], "again")
    assert audit_game(record, again).finding is None
    for viewer in (PUBLIC, REFEREE):
        path = tmp_path / f"{viewer}.zip"
        write_bundle(record, again, viewer, path)
        verdict, report = audit_bundle(read_bundle(path)), verify.verify(str(path))
        assert verdict.finding is None
        assert verdict.what_if is not None
        assert verdict.what_if.game == first
        assert (report.ok, report.why) == (True, "")
    record.close()


def test_a_game_is_left_where_a_unit_ends_and_not_where_it_is_over(left: Left) -> None:
    ends = unit_ends(left.entries())
    inside = next(at for at in range(ends[0], ends[-1]) if at not in ends)
    near = [max(end for end in ends if end < inside), min(end for end in ends if end > inside)]
    with pytest.raises(IllegalMove, match=f"The nearest such events are {near[0]} and {near[1]}."):
        planned(left, inside, "", real=False)
    with pytest.raises(IllegalMove, match=f"After event {ends[-1]} the game is over."):
        planned(left, ends[-1], "", real=False)
    assert planned(left, ends[-2], "", real=False).at == ends[-2]
