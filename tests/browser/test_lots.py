"""The page that checks a bundle, on seats by lot: what holds, and what it finds that the verifiers find."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle.writing import members, zipped
from tests.browser.checked import Check
from tests.bundle.test_both import SEED, rechained
from tests.bundle.test_both_lots import FORGED
from tests.referee.club.signing_on import Clubhouse, drawn


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clubhouse]:
    made = drawn(tmp_path_factory.mktemp("lots"), SEED)
    yield made
    made.record.close()


@pytest.mark.soak
@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_seats_by_lot_hold(check: Check, club: Clubhouse, viewer: str) -> None:
    said = check(zipped(members(club.record, "summer", viewer)))
    assert (said.status, said.fault()) == ("holds", ("", 0))


@pytest.mark.soak
@pytest.mark.parametrize("what", FORGED)
def test_seats_that_are_not_those_of_the_lot_are_found(check: Check, club: Clubhouse, what: str) -> None:
    said = check(zipped(rechained(members(club.record, "summer", REFEREE), FORGED[what])))
    assert said.fault()[1] == 1
