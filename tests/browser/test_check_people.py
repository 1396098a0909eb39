"""The page that checks a bundle, on people, clocks, press, disputes, votes and signed orders: it finds what
the other verifiers find, at the same event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from domain.kit.sealed import REFEREE
from referee.bundle import writing
from tests.browser.checked import Check
from tests.bundle import test_both_people, test_both_rulings, test_both_signed, test_both_votes
from tests.bundle.inside import verified
from tests.bundle.signed_vectors import MINISIGN, SSH
from tests.bundle.test_both import Change, rechained
from tests.bundle.test_both_people import club as people_club
from tests.bundle.test_both_rulings import club as rulings_club
from tests.bundle.test_both_votes import club as votes_club
from tests.referee.clocks.club import Club

__all__ = ["people_club", "rulings_club", "votes_club"]

FOUND: dict[str, Mapping[str, Change]] = {
    "people_club": {**test_both_people.BOTH, **test_both_people.WHOLE},
    "rulings_club": {**test_both_rulings.BOTH, **test_both_rulings.WHOLE},
    "signed_club": {**test_both_signed.BOTH, **test_both_signed.OPEN},
    "minisigned_club": {**test_both_signed.BOTH, **test_both_signed.OPEN},
    "votes_club": test_both_votes.BOTH,
}
SOON = {"a game abandoned for no reason", "a dispute that is no text"}

CASES = [
    pytest.param(which, what, marks=() if what in SOON else pytest.mark.soak)
    for which, changes in FOUND.items()
    for what in changes
]


def signed(folder: Path, way: str) -> Iterator[Club]:
    one = Club(folder, test_both_signed.POLICY)
    test_both_signed.happens(one, way, way)
    yield one
    one.record.close()


@pytest.fixture(scope="module")
def signed_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    yield from signed(tmp_path_factory.mktemp("signed"), SSH)


@pytest.fixture(scope="module")
def minisigned_club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    yield from signed(tmp_path_factory.mktemp("minisigned"), MINISIGN)


@pytest.mark.soak
@pytest.mark.parametrize("which", FOUND)
def test_what_people_did_holds(check: Check, request: pytest.FixtureRequest, which: str) -> None:
    said = check(writing.zipped(members(request, which)))
    assert (said.status, said.fault(), said.rows["people"][0]) == ("holds", ("", 0), "holds")


@pytest.mark.parametrize(("which", "what"), CASES)
def test_it_finds_what_the_other_verifiers_find(
    check: Check, request: pytest.FixtureRequest, which: str, what: str
) -> None:
    found = rechained(members(request, which), FOUND[which][what])
    assert check(writing.zipped(found)).fault()[1] == verified(found).position


def members(request: pytest.FixtureRequest, which: str) -> dict[str, bytes]:
    club: Any = request.getfixturevalue(which)
    return writing.members(club.record, "g", REFEREE)
