"""The page that checks a bundle, on real dice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.kit.sealed import PUBLIC
from referee.bundle import writing
from tests.browser.checked import Check
from tests.bundle.test_both import judged, rechained
from tests.bundle.test_both_dice import BOTH, LEFT, members, thrown
from tests.referee.clocks.club import Club
from tests.referee.mail.test_left_dice import ENDS, awaiting

SOON = ("a throw of other dice than were confirmed", "a confirmation by who has thrown")


@pytest.fixture(scope="module")
def clubs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Club, Club]]:
    one = thrown(tmp_path_factory.mktemp("dice"), (1, "ise", False), (3, "kii", True))
    other = thrown(tmp_path_factory.mktemp("left"), (1, "ise", False), (3, "kii", False))
    yield one, other
    one.record.close()
    other.record.close()


@pytest.mark.soak
def test_what_was_thrown_or_left_holds(check: Check, clubs: tuple[Club, Club]) -> None:
    for one in clubs:
        said = check(writing.zipped(members(one, PUBLIC)))
        assert (said.status, said.fault()) == ("holds", ("", 0))


@pytest.mark.soak
@pytest.mark.parametrize(
    "which", [pytest.param(SOON, id="soon"), pytest.param((*BOTH, *LEFT), id="all", marks=pytest.mark.soak)]
)
def test_it_finds_what_the_other_verifiers_find(
    check: Check, clubs: tuple[Club, Club], which: tuple[str, ...]
) -> None:
    for one, changes in zip(clubs, (BOTH, LEFT), strict=True):
        for what, change in changes.items():
            if what not in which:
                continue
            found = rechained(members(one, PUBLIC), change)
            said = check(writing.zipped(found))
            assert (what, said.fault()[1]) == (what, judged(found)[0])


@pytest.mark.soak
@pytest.mark.parametrize("why", ENDS)
def test_what_a_witness_has_answered_in_the_place_of_dice_holds(
    check: Check, why: str, tmp_path: Path
) -> None:
    for table in awaiting("shinobi", 1 if "program" in why else 3, tmp_path):
        ENDS[why](table)
        table.desk.tell("winter")
        table._gather()
        said = check(writing.zipped(writing.members(table.record, "winter", PUBLIC)))
        assert (said.status, said.fault()) == ("holds", ("", 0))
