"""Where the error policy is strict an illegal order is forfeited, and a default order takes its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.game.entries.entries import DEFAULT_ORDER, Ordered
from domain.game.entries.people import Forfeited, OrderRefused
from domain.game.entries.policy import Policy
from domain.kit.errors import OrderError, StaleOrder
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.games.order_sheet import FORFEITED, NOT_REACHED, PLAYED, REFUSED, Line, Sheet
from tests.bundle.test_both import judged
from tests.referee.clocks.club import Club

ILLEGAL = "place oda in {seat}"
"""The first action goes before another player."""


def club(folder: Path, errors: str) -> Club:
    one = Club(folder, Policy(errors=errors, hours=72), level=1)
    one.join()
    return one


def sheet(one: Club, *lines: str) -> list[tuple[str, str]]:
    seat = one.turn
    played = Sheet(one.referee, "g", seat, one.by(seat)).play(
        [Line(n, text) for n, text in enumerate(lines, 1)]
    )
    return [(result.outcome, str(result.error or "")) for result in played]


@pytest.fixture
def strict(tmp_path: Path) -> Club:
    return club(tmp_path, "strict")


def test_a_default_order_takes_the_place_of_an_illegal_one(strict: Club) -> None:
    seat, before = strict.turn, len(strict.entries())
    ((outcome, error),) = sheet(strict, ILLEGAL.format(seat=seat))
    assert outcome == FORFEITED
    assert "own province" in error
    forfeited, ordered = strict.entries()[before : before + 2]
    assert isinstance(forfeited, Forfeited)
    assert (forfeited.seat, forfeited.line.to, forfeited.line.value) == (
        seat,
        (seat,),
        f"place oda in {seat}",
    )
    assert isinstance(ordered, Ordered)
    assert (ordered.seat, ordered.by) == (seat, DEFAULT_ORDER)
    assert strict.game.register.forfeited == ()
    assert strict.finding() is None


def test_what_comes_after_it_is_not_reached(strict: Club) -> None:
    first, second = sheet(strict, ILLEGAL.format(seat=strict.turn), strict.line(strict.turn))
    assert (first[0], second[0]) == (FORFEITED, NOT_REACHED)


@pytest.mark.parametrize("errors", ["lenient", "The club decides."])
def test_elsewhere_it_is_refused_and_may_be_sent_again(tmp_path: Path, errors: str) -> None:
    one = club(tmp_path, errors)
    before = len(one.entries())
    ((outcome, error),) = sheet(one, ILLEGAL.format(seat=one.turn))
    assert (outcome, "own province" in error) == (REFUSED, True)
    assert [type(each) for each in one.entries()[before:]] == [OrderRefused]
    ((outcome, _),) = sheet(one, one.line(one.turn))
    assert outcome == PLAYED


def test_a_legal_order_or_one_out_of_turn_is_not_forfeited(strict: Club) -> None:
    seat = strict.turn
    other = next(one for one in strict.game.seats if one != seat)
    with pytest.raises(OrderError, match="This order is legal"):
        strict.referee.forfeit("g", seat, strict.line(seat), strict.by(seat))
    with pytest.raises(StaleOrder, match="not the turn"):
        strict.referee.forfeit("g", other, strict.line(seat), strict.by(other))
    with pytest.raises(OrderError):
        strict.referee.forfeit("g", seat, "dance", strict.by(seat))
    assert strict.entries(Forfeited) == []


def test_only_the_seat_knows_what_it_was(strict: Club) -> None:
    seat = strict.turn
    sheet(strict, ILLEGAL.format(seat=seat))
    for viewer in (*strict.game.seats, PUBLIC, REFEREE):
        found = writing.members(strict.record, "g", viewer)
        assert judged(found) == (None, None)
        assert (b"place oda in" in found["game.jsonl"]) == (viewer in (seat, REFEREE))
