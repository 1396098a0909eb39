"""What is counted: honest odds, time, losses and swings, against figures that were worked out otherwise."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest

from domain.game.entries.entries import Ordered
from domain.kit.chance import Question, Thrown
from domain.kit.dice_odds import EXACT, chi_square_tail, holm, sum_tail
from domain.kit.sealed import Sealed
from projections.exports.losses import losses
from projections.exports.statistics import Dice, Kind, Luck, Pace, statistics
from projections.exports.tables import THROWS, rows
from tests.exports.games import SHORT, recorded, replay, running

# ---- odds


@pytest.mark.parametrize(("count", "sides"), [(1, 6), (2, 6), (3, 4), (4, 5)])
def test_the_tail_of_a_sum_counts_every_throw(count: int, sides: int) -> None:
    sums = Counter(map(sum, product(range(1, sides + 1), repeat=count)))
    mean = count * (sides + 1) / 2
    for total in sums:
        far = sum(many for one, many in sums.items() if abs(one - mean) >= abs(total - mean))
        assert sum_tail(count, sides, total) == pytest.approx(far / sides**count)


# dice, sides, sum                 probability of at least so far off on either side
TAILS = [((0, 6, 0), 1.0), ((5, 1, 5), 1.0), ((2, 6, 7), 1.0), ((2, 6, 12), 2 / 36), ((3, 6, 18), 2 / 216)]


@pytest.mark.parametrize(("dice", "p"), TAILS)
def test_tails_at_their_limits(dice: tuple[int, int, int], p: float) -> None:
    assert sum_tail(*dice) == pytest.approx(p)


def test_beyond_two_hundred_dice_the_normal_distribution_is_near_enough() -> None:
    for total in (1140, 1155, 1190, 1206):
        exact, normal = sum_tail(EXACT, 10, total - 5), sum_tail(EXACT + 1, 10, total)
        assert normal == pytest.approx(exact, abs=0.02)


# chi-square, degrees of freedom, p: from printed tables
PRINTED = [
    (3.841, 1, 0.05),
    (5.991, 2, 0.05),
    (11.070, 5, 0.05),
    (15.086, 5, 0.01),
    (16.919, 9, 0.05),
    (0.0, 5, 1.0),
]


@pytest.mark.parametrize(("squares", "freedom", "p"), PRINTED)
def test_chi_square_is_as_printed(squares: float, freedom: int, p: float) -> None:
    assert chi_square_tail(squares, freedom) == pytest.approx(p, abs=2e-5)


def test_holm_adjusts_by_rank_and_never_falls() -> None:
    assert holm([]) == []
    assert holm([0.02]) == [0.02]
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.5, 0.9]) == [1.0, 1.0]


def test_fair_dice_seldom_have_a_small_adjusted_p() -> None:
    """Of four hundred families of four tests about twenty have one below 0.05, and never forty."""
    luck, small = Random(0), 0
    for _ in range(400):
        throws = [[luck.randint(1, 6) for _ in range(20)] for _ in range(4)]
        small += min(holm([sum_tail(20, 6, sum(faces)) for faces in throws])) < 0.05
    assert small < 40


# ---- what is counted of a game


def thrown(faces: tuple[int, ...], sides: int = 6, **more: Any) -> Thrown:
    return Thrown(Question("1.1", "a test", sides, len(faces)), faces, **more)


def with_throws(*throws: Any) -> Any:
    """A game with further entries at its end."""
    played = running("shinobi", 1, 0)
    return replay(played.rules, [*played.entries, *throws])


def test_faces_are_counted_by_dice_and_real_ones_apart() -> None:
    game = with_throws(thrown((1, 6)), thrown((6,)), thrown((3,), real=True), thrown((2, 2), sides=10))
    base = statistics(with_throws(), "public")
    counted = [one for one in statistics(game, "public").dice if one not in base.dice]
    assert counted == [
        Dice(Kind(6, False), (1, 0, 0, 0, 0, 2), None),
        Dice(Kind(6, True), (0, 0, 1, 0, 0, 0), None),
        Dice(Kind(10, False), (0, 2, *[0] * 8), None),
    ]


def test_a_test_of_faces_needs_five_of_each() -> None:
    less = statistics(with_throws(thrown((1, 2, 3, 4, 5, 6) * 5), thrown((1, 2, 3, 4, 5))), "public")
    assert [one.p for one in less.dice if one.kind.sides == 6] == [
        pytest.approx(chi_square_tail(5 / 6 / 35 * 6, 5))
    ]
    few = statistics(with_throws(thrown((1, 2, 3, 4, 5, 6) * 4), thrown((1, 2, 3, 4, 5))), "public")
    assert [one.p for one in few.dice if one.kind.sides == 6] == [None]


def test_what_is_sealed_is_counted_and_not_looked_at() -> None:
    hidden = Thrown(Question("1.1", "x", 6, 2, secret=True), Sealed((), (6, 6)))
    game, base = with_throws(hidden), statistics(with_throws(), "public")
    counted = statistics(game, "public")
    assert (counted.sealed, counted.dice) == (base.sealed + 1, base.dice)
    assert statistics(game, "referee").dice != base.dice


def test_luck_is_that_of_the_sum_after_a_seats_orders() -> None:
    game = recorded("clan_war/victory")
    counted = statistics(game, "public")
    faces: dict[str, list[int]] = {}
    for row in rows(game, "public", THROWS):
        faces.setdefault(row["seat"], []).extend(map(int, row["faces"].split()))
    assert [(one.seat, one.count, one.total) for one in counted.luck] == [
        (seat, len(fell), sum(fell)) for seat, fell in sorted(faces.items())
    ]
    crab = counted.luck[0]
    assert crab == Luck("crab", Kind(10, False), 8, 47, sum_tail(8, 10, 47), crab.adjusted)
    assert crab.expected == 44
    assert counted.tests == 3 + sum(one.p is not None for one in counted.dice)
    assert [one.adjusted for one in counted.luck] == holm([one.p for one in counted.luck])


def test_time_runs_from_when_a_seat_is_awaited_to_its_order() -> None:
    """Two minutes between any two events: what a seat has to wait for is not its own time."""
    played = running("shinobi", 1, 6)
    game = replay(played.rules, played.entries, minutes=2)
    since: dict[str, int] = {}
    took: dict[str, list[int]] = {}
    for position in range(1, len(game) + 1):
        entry = game.envelope(position).entry
        if isinstance(entry, Ordered) and entry.by == "seat":
            took.setdefault(entry.seat, []).append((position - since[entry.seat]) * 120_000)
        if not getattr(entry, "more", 0):
            since = {seat: since.get(seat, position) for seat in game.at(position).awaited()}
    assert took
    counted = {one.seat: one for one in statistics(game, "public").pace}
    assert {seat: (one.answers, one.longest, one.total) for seat, one in counted.items()} == {
        seat: (len(times), max(times), sum(times)) for seat, times in took.items()
    }
    assert all(isinstance(one, Pace) for one in counted.values())


# title               what was lost in its recorded game
LOST = {
    "shinobi/shared": {("takeda", "cards, in attacks"): 4, ("uesugi", "cards, by ninja"): 1},
    "kawanakajima/kenshin-killed": {("uesugi", "leaders"): 1, ("uesugi", "units"): 3, ("takeda", "units"): 1},
    "rising_sun/victory": {("fox", "figures"): 3, ("turtle", "figures"): 1},
    "clan_war/victory": {("crab", "models"): 23, ("dragon", "models"): 32},
    "twilight_shogun/intervention": {},
}


@pytest.mark.parametrize(("name", "lost"), LOST.items())
def test_losses_of_each_title(name: str, lost: dict[tuple[str, str], int]) -> None:
    found = losses(recorded(name), "public")
    assert {key: found.get(key) for key in lost} == lost
    assert bool(found) == bool(lost)


@pytest.mark.parametrize("name", SHORT)
def test_swings_are_the_furthest_moves_of_each_track(name: str) -> None:
    game = recorded(name)
    swings = statistics(game, "public").swings
    for one in swings:
        before, after = (
            game.pictures.tracks(game.view(at, "referee"))[one.track] for at in (one.at - 1, one.at)
        )
        assert (before, after) == (one.before, one.after)
    furthest: dict[str, int] = {}
    for at in range(2, len(game) + 1):
        was, now = (game.pictures.tracks(game.view(n, "referee")) for n in (at - 1, at))
        for track in now:
            furthest[track] = max(furthest.get(track, 0), abs(now[track] - was.get(track, now[track])))
    told = {
        track: max(abs(one.after - one.before) for one in swings if one.track == track)
        for track in {one.track for one in swings}
    }
    assert told == {track: by for track, by in furthest.items() if by}


def test_a_game_without_throws_has_no_test() -> None:
    counted = statistics(recorded("rising_sun/victory"), "public")
    assert (counted.dice, counted.luck, counted.tests) == ((), (), 0)


def test_the_same_game_gives_the_same_figures() -> None:
    game = recorded("shinobi/shared")
    assert statistics(game, "public") == statistics(game, "iga")
    assert statistics(game, "public") == statistics(game, "referee")
