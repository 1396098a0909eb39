"""The two verifiers against each other on programs at seats: what a referee who signs everything again could
alter there, and at which event each finds it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.game.entries.policy import Policy
from domain.kit.likeness import called
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.games import people
from tests.bundle.test_both import Change, Json, drop, judged, put, rechained
from tests.referee.programs.table import ACT, GAME, OWN, Table

HOUR = 3_600_000
STEADY = called("steady")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A game in which programs hold seats, stand by and stand in for who is silent, and people agree."""
    one = Table(tmp_path_factory.mktemp("programs"), {"ise": "steady"}, policy=Policy(hours=24, nmr="bot"))
    one.join()
    while one.game.awaited()[0] not in one.people:
        one.think()
    one.now += 24 * HOUR + 1
    one.desk.sweep(one.now)
    one.think()
    people.list_standby(one.referee, GAME, STEADY, True, ACT)
    people.list_standby(one.referee, GAME, "Dora", True, ACT, "dora@example.org")
    for seat in one.people:
        people.agree(one.referee, GAME, seat, "pause", True, OWN)
    people.resume(one.referee, GAME, "enough", ACT)
    people.take_seat(one.referee, GAME, "kii", STEADY, "Kii has no time", ACT)
    people.list_standby(one.referee, GAME, STEADY, False, ACT)
    yield one
    one.record.close()


@pytest.mark.parametrize("viewer", ["iga", "ise", PUBLIC, REFEREE])
def test_both_pass_what_programs_did(table: Table, viewer: str) -> None:
    assert judged(writing.members(table.record, GAME, viewer)) == (None, None)


def of_a_program(entry: Json) -> object:
    return entry["person"] == STEADY


FORGED: dict[str, Change] = {
    "nobody was silent": drop("lapsed", 0),
    "something else follows": put("opened", 0, policy={"hours": 24, "nmr": "wait"}),
    "a person is stood in for unasked": put("ordered", 0, lambda entry: entry["seat"] == "ise", by="program"),
    "a program acts for a seat": put(
        *("standby", 0, of_a_program), type="delegated", seat="iga", to=STEADY, scope="all", until=1 << 50
    ),
    "a program is written to elsewhere": put(
        *("standby", 0, of_a_program), type="address-changed", seat="ise", by="referee", reason="why"
    ),
    "a program has a key": put(
        *("standby", 0, of_a_program), type="key-registered", seat="ise", key="ssh-ed25519 AAAA"
    ),
    "a program stands by twice": put("standby", 1, person=STEADY),
    "a person has not agreed": drop("agreed", 0),
}


@pytest.mark.parametrize("what", FORGED)
def test_both_find_what_no_program_and_no_person_did(table: Table, what: str) -> None:
    found = rechained(writing.members(table.record, GAME, REFEREE), FORGED[what])
    ours, theirs = judged(found)
    assert ours is not None
    assert ours == theirs
