"""The two verifiers against each other on advice: who may ask for it, when, and how often."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.game.entries.entries import Rewound
from domain.game.entries.people import Advised
from domain.game.entries.policy import Policy
from domain.kit.errors import IllegalMove
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from tests.bundle.inside import remembered
from tests.bundle.test_both import Change, Json, Lines, Members, in_turn, judged, put, rechained, twice
from tests.bundle.test_both_people import acting
from tests.referee.clocks.club import REFEREE as DESK
from tests.referee.clocks.club import Club


def ask(one: Club, seat: str) -> None:
    one.referee.put("g", lambda g, _at: Advised(seat, g.position), one.by(seat))


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """A game in which a seat is advised on two prompts, and once more on one that comes again."""
    one = Club(tmp_path_factory.mktemp("advice"), Policy(advice=True), level=1)
    one.join()
    ask(one, one.turn)
    at = one.game.position - 1
    one.order()
    ask(one, one.turn)
    one.referee.rewind("g", Rewound(at, "A slip."), DESK)
    ask(one, one.turn)
    yield one
    one.record.close()


def members(one: Club, viewer: str) -> Members:
    return writing.members(one.record, "g", viewer)


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_both_pass_what_is_advised(club: Club, viewer: str) -> None:
    assert [one.seat for one in club.entries(Advised)] == [club.entries(Advised)[0].seat] * 3
    assert judged(members(club, viewer)) == (None, None)


def not_agreed(lines: Lines) -> None:
    del lines[1]["public"]["entry"]["policy"]


def spoiled(value: object) -> Change:
    def change(lines: Lines) -> None:
        policy: Json = lines[1]["public"]["entry"]["policy"]
        policy["advice"] = value

    return change


BOTH: dict[str, Change] = {
    "advice where none is agreed": not_agreed,
    "a policy that is not said by yes or no": spoiled("yes"),
    "advice twice on the same question": twice("advised", 0),
    "advice for nobody": put("advised", 0, seat="mori"),
    "advice after another event": put("advised", 1, position=3),
    "advice at a time to come": put("advised", 2, position=9999),
    "advice that somebody else has asked for": acting("advised", 0, person="Zoe"),
    "advice on behalf of nobody": acting("advised", 1, person="Zoe", behalf="Ann"),
}


@pytest.mark.parametrize(("what", "viewer"), in_turn(BOTH, ("iga", PUBLIC, REFEREE)))
def test_both_find_it_at_the_same_event(club: Club, what: str, viewer: str) -> None:
    found = members(club, viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, BOTH[what]))
    assert ours == theirs is not None


def test_a_seat_that_the_game_does_not_wait_for_is_not_advised(club: Club) -> None:
    other = next(seat for seat in club.game.seats if seat != club.turn)
    with pytest.raises(IllegalMove, match=f"No order of {other} is asked for now"):
        ask(club, other)
    with pytest.raises(IllegalMove, match="was advised on this already"):
        ask(club, club.turn)
