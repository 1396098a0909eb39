"""Time zones: their data change between a game and its audit, and some are those of one machine alone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta, timezone
from pathlib import Path

import pytest

from domain.game.entries.people import Deadline, DeadlinesSet
from domain.game.entries.policy import Policy
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.sealed import PUBLIC, REFEREE
from referee.audit.audit import Verdict, audit_game
from referee.bundle import writing
from referee.bundle.checking import Bundle, audit_bundle
from referee.clocks.policy_files import BadPolicy, made
from referee.games import people
from referee.games.opening import CannotOpen
from referee.seats.readers import set_reader
from tests.bundle.test_both import judged
from tests.referee.clocks.club import REFEREE as OF_REFEREE
from tests.referee.clocks.club import Club

Clocks = Callable[[float], None]
EVENING = Policy(hours=72, clock="18:00", zone="America/Asuncion")
DAYS = Policy(hours=72, days=(1, 4), zone="America/Asuncion")


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """Sets the zone data of this machine: how far its clocks are from UTC."""

    def go(hours: float) -> None:
        zone = timezone(timedelta(hours=hours))
        monkeypatch.setattr("referee.clocks.timetable.zone_of", lambda _name: zone)

    return go


def played(folder: Path, policy: Policy) -> Club:
    one = Club(folder, policy, level=1)
    one.join()
    for _ in range(3):
        one.order()
        one.now += 3_600_000
    return one


def verdict(one: Club) -> Verdict:
    return audit_game(one.record, "g")


@pytest.mark.parametrize("policy", [EVENING, DAYS], ids=["clock", "days"])
@pytest.mark.parametrize("later", [-3, -3.5, -2])
def test_a_record_holds_by_other_zone_data_and_a_note_says_so(
    policy: Policy, later: float, clocks: Clocks, tmp_path: Path
) -> None:
    clocks(-4)
    one = played(tmp_path, policy)
    assert not any("zone data" in note for note in verdict(one).notes)
    clocks(later)
    found = verdict(one)
    assert found.finding is None
    differs = policy is EVENING
    assert any("zone data of this machine" in note for note in found.notes) == differs
    for viewer in (PUBLIC, REFEREE):
        assert judged(writing.members(one.record, "g", viewer)) == (None, None)
    bundled = audit_bundle(Bundle(writing.members(one.record, "g", REFEREE)))
    assert any("zone data of this machine" in note for note in bundled.notes) == differs
    one.record.close()


@pytest.mark.parametrize("later", [-1, -3.9])
def test_what_no_law_changes_so_is_a_finding(later: float, clocks: Clocks, tmp_path: Path) -> None:
    clocks(-4)
    one = played(tmp_path, EVENING)
    clocks(later)
    found = verdict(one).finding
    assert found is not None
    assert "deadlines" in found.why
    one.record.close()


@pytest.mark.parametrize("policy", [Policy(hours=72, clock="18:00"), Policy(hours=72, zone="Europe/Paris")])
def test_where_no_zone_counts_no_hour_is_given(policy: Policy, tmp_path: Path) -> None:
    one = played(tmp_path, policy)
    (deadline,) = one.game.register.deadlines.values()
    given = Deadline(deadline.seat, deadline.prompt, deadline.since, deadline.at + 3_600_000)
    one.referee.put("g", lambda _game, _at: DeadlinesSet((given,)), OF_REFEREE)
    found = verdict(one).finding
    assert found is not None
    one.record.close()


@pytest.mark.parametrize(
    "zone", ["localtime", "posixrules", "right/Europe/Paris", "posix/Asia/Tokyo", "Factory"]
)
def test_a_zone_that_one_machine_has_is_refused_wherever_it_is_asked_for(zone: str, tmp_path: Path) -> None:
    with pytest.raises(CannotOpen, match="another one on other machines"):
        Club(tmp_path, Policy(zone=zone))
    with pytest.raises(BadPolicy, match="Europe/Paris"):
        made(Policy(), {"zone": zone})
    (tmp_path / "there").mkdir()
    one = Club(tmp_path / "there", EVENING)
    with pytest.raises(IllegalMove, match="another one on other machines"):
        people.change_policy(one.referee, "g", Policy(zone=zone), "So.", OF_REFEREE)
    with pytest.raises(StaleOrder, match="There is no zone"):
        set_reader(one.record, "anna@example.org", zone=zone)
    one.record.close()
