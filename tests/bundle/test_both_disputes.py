"""Both verifiers pass what clocks do in disputes, and what silence does to a take-back."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.game.entries.entries import DEFAULT_ORDER, Ordered
from domain.game.entries.people import Paused, PolicyChanged, Resumed
from domain.game.entries.policy import DEFAULT_ORDERS, Policy, Refereeing
from domain.kit.errors import IllegalMove
from domain.kit.sealed import PUBLIC
from referee.bundle import writing
from referee.games import rulings
from referee.games.rulings import Complaint, Judgement
from tests.bundle.inside import remembered
from tests.bundle.test_both import Members, judged, put, rechained
from tests.referee.clocks.club import HOUR, Club
from tests.referee.clocks.club import REFEREE as DESK

CLOCKED, STOPS = Policy(hours=72), Policy(hours=72, referee=Refereeing(stops=True))


def members(club: Club) -> Members:
    return writing.members(club.record, "g", PUBLIC)


def agree(club: Club, policy: Policy) -> None:
    club.referee.put("g", lambda _g, _at: PolicyChanged(policy, "Agreed."), DESK)


def test_a_pause_of_a_dispute_ends_when_the_policy_stops_no_clocks_any_more(tmp_path: Path) -> None:
    club = Club(tmp_path, STOPS, level=1)
    club.join()
    rulings.dispute(club.referee, "g", "iga", Complaint("Not so."), club.by("iga"))
    for policy in (CLOCKED, STOPS, CLOCKED):
        club.now += HOUR
        agree(club, policy)
    rulings.rule(club.referee, "g", Judgement("note", "So be it.", 1), DESK)
    assert [entry.by for entry in club.entries(Paused)] == ["dispute"] * 2
    assert [entry.by for entry in club.entries(Resumed)] == ["dispute"] * 2
    assert club.finding() is None
    found = members(club)
    assert judged(found) == (None, None)
    with remembered(found["game.jsonl"]):
        for change in (put("paused", 0, by="referee", reason="Holiday."), put("paused", 1, by="clock")):
            ours, theirs = judged(rechained(found, change))
            assert ours
            assert ours == theirs
    club.record.close()


def test_consent_comes_too_late_for_what_the_policy_has_ordered(tmp_path: Path) -> None:
    """A default order came after the proposal, and a throw with it: nobody goes back behind them."""
    club = Club(tmp_path, Policy(hours=72, nmr=DEFAULT_ORDERS), level=1)
    club.join()
    seat = club.turn
    while club.turn == seat:
        club.order()
    seat = club.turn
    club.order()
    rulings.ask_back(club.referee, "g", seat, 0, "A slip.", club.by(seat))
    club.at(club.now + 80 * HOUR)
    assert DEFAULT_ORDER in [entry.by for entry in club.entries(Ordered)]
    other = next(one for one in club.game.seats if one != seat)
    with pytest.raises(IllegalMove) as refused:
        rulings.answer_back(club.referee, "g", other, True, club.by(other))
    assert refused.value.why == "Nobody asks to take anything back."
    assert club.finding() is None
    assert judged(members(club)) == (None, None)
    club.record.close()
