"""The two verifiers against each other on seats by lot: what a referee who signs everything again could alter
there, and that each finds it at the opening."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from domain.game.entries.entries import Opened, SignedOn
from domain.kit import lots
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from tests.bundle.test_both import SEED, Change, Lines, judged, rechained
from tests.referee.club.signing_on import Clubhouse, drawn

OTHER = bytes(32)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Clubhouse]:
    made = drawn(tmp_path_factory.mktemp("lots"), SEED)
    yield made
    made.record.close()


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_both_pass_seats_by_lot(club: Clubhouse, viewer: str) -> None:
    assert judged(writing.members(club.record, "summer", viewer)) == (None, None)


def lot(**new: object) -> Change:
    return lambda lines: opened(lines)["lot"].update(new)


def opened(lines: Lines) -> Any:
    return lines[1]["public"]["entry"]


def swapped(one: int, other: int) -> Change:
    """Two people in each other's seats."""

    def change(lines: Lines) -> None:
        seats = lines[1]["public"]["entry"]["seats"]
        persons = seats[one]["person"], seats[other]["person"]
        seats[other]["person"], seats[one]["person"] = persons

    return change


def signed(which: int, **new: str) -> Change:
    return lambda lines: lines[1]["public"]["entry"]["lot"]["signed"][which].update(new)


FORGED: dict[str, Change] = {
    "who drew has the other's seat": swapped(0, 1),
    "who had a wish has another seat": swapped(0, 2),
    "another secret": lot(secret=OTHER.hex()),
    "no secret": lot(secret=""),
    "a lot of nobody": lot(digest="", secret="", signed=[]),
    "no lot": lambda lines: opened(lines).update(lot={}),
    "another digest": lot(digest=lots.digest_of("summer", OTHER)),
    "the secret of another game": lot(digest=lots.digest_of("winter", OTHER), secret=OTHER.hex()),
    "somebody else has wished the seat as well": signed(0, wish="kii", person="Dora"),
    "one more has signed on": lambda lines: opened(lines)["lot"]["signed"].append({"person": "Eva"}),
    "one has signed on twice": signed(0, person="Bela"),
    "one has not signed on": lambda lines: opened(lines)["lot"]["signed"].pop(),
}


@pytest.mark.parametrize("what", FORGED)
def test_both_find_seats_that_are_not_those_of_the_lot(club: Clubhouse, what: str) -> None:
    found = rechained(writing.members(club.record, "summer", REFEREE), FORGED[what])
    ours, theirs = judged(found)
    assert ours == theirs == 1


def test_an_opening_without_a_lot_holds_as_before(club: Clubhouse) -> None:
    found = rechained(writing.members(club.record, "summer", REFEREE), lambda lines: opened(lines).pop("lot"))
    assert judged(found) == (None, None)


# ---- the lot itself


def test_every_seat_is_as_likely_for_everybody() -> None:
    seats, counts = ("iga", "ise", "kii"), dict[tuple[str, str], int]()
    for number in range(3000):
        drawn = lots.seated("g", number.to_bytes(32, "big"), [("A", ""), ("B", ""), ("C", "")], seats)
        for pair in drawn.items():
            counts[pair] = counts.get(pair, 0) + 1
    assert len(counts) == 9
    assert all(900 < count < 1100 for count in counts.values())


def test_wishes_are_granted_where_nobody_else_has_them() -> None:
    signed_on = [("A", "ise"), ("B", "ise"), ("C", "iga"), ("D", "tosa")]
    for number in range(50):
        drawn = lots.seated("g", bytes([number]) * 32, signed_on, ("iga", "ise", "kii", "koga"))
        assert drawn["iga"] == "C"
        assert sorted(drawn.values()) == ["A", "B", "C", "D"]


def test_the_opening_of_a_list_says_who_signed_on_and_for_what(club: Clubhouse) -> None:
    entry = club.record.envelopes("summer")[0].entry
    assert isinstance(entry, Opened)
    assert entry.lot is not None
    assert entry.lot.signed == (SignedOn("Anna"), SignedOn("Bela", "kii"), SignedOn("Cara"))
