"""What is worked out once for a board; and shorter ways to answers that could be had by looking at all."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import unwrap
from random import Random

import pytest
from msgspec.structs import replace

from domain.kawanakajima.activation.manoeuvre import movers
from domain.kawanakajima.board.fortress import garrison
from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import Board, enemy, side_of, with_unit
from domain.kawanakajima.board.zones import holders, occupants, stands_of, zones_of
from domain.kawanakajima.movement.obligations import ends_of, may_end, targets
from domain.kawanakajima.movement.ways import FAR, allowance, cost_between, ends, ways
from domain.kawanakajima.programs.reckoning import pain
from domain.kawanakajima.words.field_items import Manoeuvre
from tests.kawanakajima.boards import board
from tests.titles.play import finished

SEEDS = (0, 11)
"""Games that other tests play as well; 11 is one around Kaizu."""


def test_nothing_is_worked_out_twice_for_the_same_board() -> None:
    asked: list[tuple[int, str]] = []

    @kept
    def turn_of(at: Board, side: str) -> str:
        """The turn of a side."""
        asked.append((at.turn, side))
        return f"{side} {at.turn}"

    first, second = board(turn=1), board(turn=2)
    assert [turn_of(first, "takeda"), turn_of(first, "uesugi"), turn_of(first, "takeda")] == [
        "takeda 1",
        "uesugi 1",
        "takeda 1",
    ]
    assert asked == [(1, "takeda"), (1, "uesugi")]
    assert turn_of(second, "takeda") == "takeda 2"
    assert asked == [(1, "takeda"), (1, "uesugi"), (2, "takeda")]
    assert turn_of.__doc__ == "The turn of a side."


def test_another_board_is_another_question_even_where_it_is_equal() -> None:
    """Only the newest board is kept, so that none stays in memory."""
    asked: list[int] = []

    @kept
    def times(at: Board) -> int:
        asked.append(at.turn)
        return len(asked)

    one = board(turn=1)
    other = replace(one)
    assert one == other
    assert [times(one), times(one), times(other), times(one)] == [1, 1, 2, 3]


def test_nothing_is_kept_of_a_question_that_has_no_answer() -> None:
    @kept
    def unit(at: Board, name: str) -> str:
        return at.units[name].hex

    given = board({"tG1": "2715"})
    for _ in range(2):
        with pytest.raises(KeyError):
            unit(given, "tZ9")
    assert unit(given, "tG1") == "2715"


def positions(seed: int) -> Iterator[tuple[Board, Manoeuvre]]:
    """Where units are to be moved, in a random game."""
    stops = [state for state in finished("kawanakajima", seed).stops.values() if state.agenda]
    found = [(state.board, state.agenda[0]) for state in stops if isinstance(state.agenda[0], Manoeuvre)]
    yield from Random(seed).sample(found, min(4, len(found)))


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_kept_for_other_boards_is_what_would_be_worked_out_anew(seed: int) -> None:
    for at, item in positions(seed):
        for unit in movers(at, item.clans):
            asked = (at, occupants(at), unit, allowance(at, unit))
            assert [*ways(*asked).items()] == [*unwrap(ways)(*asked).items()]
        for unit in at.units:
            assert pain(at, unit) == unwrap(pain)(at, unit)


def test_a_way_goes_past_friends_and_no_longer_where_an_enemy_has_come() -> None:
    """So that it is told anew."""
    one = board({"tG1": "2715", "tD1": "2716"}, {"tG": "attack"})
    found = [ways(at, occupants(at), "tG1", 4) for at in (one, with_unit(one, "tD1", hex="2613"))]
    assert found[0] is found[1]
    foe = with_unit(one, "uA1", hex="2716")
    assert "2716" not in ways(foe, occupants(foe), "tG1", 4)


@pytest.mark.parametrize("seed", SEEDS)
def test_6_5_where_a_unit_may_end_is_told_alike_of_one_hex_and_of_all(seed: int) -> None:
    judged = []
    for at, item in positions(seed):
        for unit in movers(at, item.clans):
            legal = ends_of(at, item.clans, unit).hexes
            found = ends(at, occupants(at), unit, ways(at, occupants(at), unit, allowance(at, unit)))
            judged += [may_end(at, item.clans, unit, hex) for hex in found]
            assert {hex for hex in found if may_end(at, item.clans, unit, hex)} == {*legal}
    assert True in judged
    assert False in judged


@pytest.mark.parametrize("seed", SEEDS)
def test_6_5_enemies_that_are_too_far_off_to_be_looked_at_are_none_to_head_for(seed: int) -> None:
    """As if the way to every enemy were measured."""
    for at, item in positions(seed):
        for unit in movers(at, item.clans) if not at.siege else ():
            here, theirs = at.units[unit].hex, enemy(side_of(unit))
            foes = {**stands_of(at, theirs), **dict(zip((at.fort,), garrison(at, theirs), strict=False))}
            away = {foe: cost_between(at.data.map, here, hex) for hex, foe in foes.items()}
            barring = [far for foe, far in away.items() if not is_met_by_others(at, unit, foe)]
            bound = min(barring, default=FAR)
            assert targets(at, unit) == {foe: far for foe, far in away.items() if far <= bound and far < FAR}


def is_met_by_others(at: Board, unit: str, foe: str) -> bool:
    friends = holders(at, occupants(at), at.units[foe].hex, side_of(unit))
    return any(friend != unit for friend in friends)


def test_5_2_zones_are_the_same_until_a_unit_moves() -> None:
    """And another unit that stands there holds them in its own name."""
    one, other = board({"tG1": "2715"}), board({"tD1": "2715"})
    assert zones_of(one, "takeda") is zones_of(replace(one, turn=5), "takeda")
    assert set(zones_of(one, "takeda").values()) == {("tG1",)}
    assert set(zones_of(other, "takeda").values()) == {("tD1",)}
    assert zones_of(one, "uesugi") == {}
