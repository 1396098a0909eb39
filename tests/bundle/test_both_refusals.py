"""The two verifiers against each other on refused orders: whose, when, how many, who reads them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.game.deciding.bars_people import MOST_REFUSED
from domain.game.entries.people import OrderRefused
from domain.game.entries.policy import Policy
from domain.kit.errors import IllegalMove
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.games.refusals import note_refusal
from tests.bundle.inside import remembered
from tests.bundle.test_both import (
    SEALED,
    Change,
    Lines,
    Members,
    any_entry,
    entries,
    in_turn,
    judged,
    put,
    rechained,
    twice,
)
from tests.bundle.test_both_people import acting
from tests.referee.clocks.club import Club

NOT_NOW = IllegalMove("turn", "Not now.")
VIEWERS = ("iga", "ise", PUBLIC, REFEREE)


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A game in which a seat has as many refused orders as a day may have, and one the day after."""
    one = Club(tmp_path_factory.mktemp("refusals"), Policy(), level=1)
    one.join()
    for nth in range(MOST_REFUSED + 2):
        note_refusal(one.referee, "g", "iga", f"attack {nth}", NOT_NOW, one.by("iga"))
    note_refusal(one.referee, "g", "ise", "deploy", NOT_NOW, one.by("ise"))
    one.now += 86_400_000
    note_refusal(one.referee, "g", "iga", "attack", NOT_NOW, one.by("iga"))
    yield one
    one.record.close()


def members(one: Club, viewer: str) -> Members:
    return writing.members(one.record, "g", viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_both_pass_what_was_refused(club: Club, viewer: str) -> None:
    seats = [one.seat for one in club.entries(OrderRefused)]
    assert seats == [*["iga"] * MOST_REFUSED, "ise", "iga"]
    assert judged(members(club, viewer)) == (None, None)


def test_the_report_counts_them_by_seat(club: Club) -> None:
    report = members(club, PUBLIC)["report.md"].decode()
    assert f"- Orders that were refused: {MOST_REFUSED + 2} (iga {MOST_REFUSED + 1}, ise 1)" in report


def test_what_was_refused_travels_to_its_seat_alone(club: Club) -> None:
    for viewer, sees in (("iga", True), ("ise", False), (PUBLIC, False)):
        assert (b"attack 3" in members(club, viewer)["game.jsonl"]) == sees


def on_the_same_day(lines: Lines) -> None:
    """The last one is received when the others were."""
    first, last = (lines[entries(lines, "order-refused", any_entry)[nth]]["public"] for nth in (0, -1))
    for one in lines[entries(lines, "order-refused", any_entry)[-1] :]:
        one["public"]["at"] = first["at"]
    last["entry"]["at"] = first["at"]


BOTH: dict[str, Change] = {
    "a refused order too many": twice("order-refused", 3),
    "one more on a day that is full": on_the_same_day,
    "a refused order of nobody": put("order-refused", 0, seat="mori"),
    "a refused order of another": put("order-refused", 0, seat="ise"),
    "a refused order at another time": put("order-refused", 1, at=5),
    "a refused order that is open": put("order-refused", 2, line="attack"),
    "a reason that is open": put("order-refused", 2, reason="because"),
    "a reason that is sealed to others": put("order-refused", 2, reason={**SEALED, "to": ["ise"]}),
    "a refused order of somebody else": acting("order-refused", 0, person="Zoe"),
    "a refused order on behalf of nobody": acting("order-refused", 1, person="Zoe", behalf="Ann"),
}


@pytest.mark.parametrize(("what", "viewer"), in_turn(BOTH, VIEWERS))
def test_both_find_it_at_the_same_event(club: Club, what: str, viewer: str) -> None:
    found = members(club, viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, BOTH[what]))
    assert ours == theirs is not None
