"""The two verifiers against each other on votes: who has one, what ends a game, and who wins by it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.game.entries.policy import Policy
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.games import people
from tests.bundle.inside import remembered
from tests.bundle.test_both import Change, Json, Lines, Members, drop, in_turn, judged, put, rechained, twice
from tests.bundle.test_both_people import acting
from tests.referee.clocks.club import REFEREE as DESK
from tests.referee.clocks.club import Club


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A game in which one seat concedes and another votes twice, before the votes are sealed; then two end it
    under seal."""
    one = Club(tmp_path_factory.mktemp("votes"), Policy(), level=1)
    one.join()
    votes = (("iga", "draw", True), ("iga", "draw", False), ("ise", "kii wins", True))
    for seat, on, yes in votes:
        people.agree(one.referee, "g", seat, on, yes, one.by(seat))
    people.concede(one.referee, "g", "ise", one.by("ise"))
    people.change_policy(one.referee, "g", Policy(votes="sealed"), "Let us be quiet.", DESK)
    for seat in ("iga", "kii"):
        people.agree(one.referee, "g", seat, "kii wins", True, one.by(seat))
    yield one
    one.record.close()


def members(one: Club, viewer: str) -> Members:
    return writing.members(one.record, "g", viewer)


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_both_pass_what_people_have_voted(club: Club, viewer: str) -> None:
    assert club.game.winners == ("kii",)
    assert judged(members(club, viewer)) == (None, None)


def policy(**changes: object) -> Change:
    def change(lines: Lines) -> None:
        for line in lines[1:]:
            entry: Json = line["public"]["entry"]
            if entry["type"] == "policy-changed":
                entry["policy"].update(changes)

    return change


BOTH: dict[str, Change] = {
    "a vote for what nobody votes on": put("agreed", 0, on="dinner"),
    "a vote for nobody who plays": put("agreed", 2, on="oda wins"),
    "a vote twice": twice("agreed", 2),
    "a vote of nobody": put("agreed", 0, seat="oda"),
    "a vote that somebody else has given": acting("agreed", 0, person="Zoe"),
    "a concession of nobody": put("conceded", 0, seat="oda"),
    "a concession twice": twice("conceded", 0),
    "a concession that somebody else has made": acting("conceded", 0, person="Zoe"),
    "a sealed vote where votes are seen": policy(votes="shown"),
    "a policy of votes that there is not": policy(votes="secret"),
    "a policy of concessions that there is not": policy(concede="wait"),
    "a sealed vote that names its voter": acting("voted", 0, seat="iga"),
    "an end that not all have voted for": put("settled", 0, on="draw", winners=["iga", "kii"]),
    "an end that others win": put("settled", 0, winners=["iga"]),
    "an end that nobody wins": put("settled", 0, winners=[]),
    "an end by what ends nothing": put("settled", 0, on="pause"),
    "an end without the last vote": drop("voted", 1),
    "something after the end": twice("settled", 0),
}


@pytest.mark.parametrize(("what", "viewer"), in_turn(BOTH, ("iga", PUBLIC, REFEREE)))
def test_both_find_it_at_the_same_event(club: Club, what: str, viewer: str) -> None:
    found = members(club, viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, BOTH[what]))
    assert ours == theirs is not None
