"""The arena: seats in turn, what its figures say, and the table that they are kept in."""

from __future__ import annotations

import pickle
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec.structs import replace

from domain.titles import TITLES
from referee.programs import arena
from referee.programs.arena import Pairing, Played, place_of, play, play_all
from referee.programs.choosing import RANDOM, STEADY, Program
from referee.programs.results import result_of
from referee.programs.table import COLUMNS, HEAD, Row, rows_of, with_row

TWO = {"a": 1.0, "b": 0.0}


def game(number: int, share: float, *, winner: str = "a") -> Played:
    return Played(number, "a", {"a": share, "b": 1 - share}, (winner,), share, 10)


@pytest.mark.parametrize("title", TITLES)
def test_every_seat_that_can_win_comes_in_turn_in_every_number_of_seats(title: str) -> None:
    scenario = TITLES[title].scenarios[0]
    fewest, most = scenario.seats
    wins = [taken - len(scenario.needs) for taken in range(fewest, most + 1)]
    places = [place_of(scenario, number) for number in range(2 * sum(wins))]
    assert Counter((taken - len(scenario.needs), own) for _, taken, own in places) == {
        (seats, own): 2 for seats in wins for own in range(seats)
    }
    assert [group for group, _, _ in places] == sorted(group for group, _, _ in places)


def told(number: int) -> Played:
    """A game in which something happens, played anew from what goes to another process and comes back."""
    pairing = Pairing("shinobi", Program(STEADY), Program(RANDOM), "x", number)
    played: Played = pickle.loads(pickle.dumps(play(pickle.loads(pickle.dumps(pairing)))))
    return played


class Threads(ThreadPoolExecutor):
    def __init__(self, cores: int, _how: object) -> None:
        super().__init__(cores)


@pytest.mark.parametrize("with_processes", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_games_come_in_their_order_and_the_same_again_on_all_cores(
    with_processes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Side by side in threads; in processes, each of which has to begin with our modules, in a long proof."""
    if not with_processes:
        monkeypatch.setattr(arena, "ProcessPoolExecutor", Threads)
    first, second = Program(STEADY), Program(RANDOM)
    several = list(play_all("shinobi", first, second, 3, "x"))
    assert several == [told(number) for number in range(3)]
    assert [one.number for one in several] == [0, 1, 2]


def test_a_program_against_itself_plays_no_game_twice() -> None:
    both = Program(STEADY), Program(STEADY)
    played = [play(Pairing("shinobi", *both, "x", number)) for number in range(3)]  # of three seats
    assert len({tuple(one.places.items()) for one in played}) == 3


def test_a_share_has_an_interval_that_shrinks_and_stays_within_its_limits() -> None:
    few = result_of([game(n, n % 2) for n in range(10)])
    many = result_of([game(n, n % 2) for n in range(1000)])
    assert few.share == many.share == 0.5
    assert few.low < many.low < 0.5 < many.high < few.high
    sure = result_of([game(n, 1.0) for n in range(10)])
    assert (sure.low, sure.share, sure.high) == (1.0, 1.0, 1.0)
    alone = result_of([game(0, 1.0)])
    assert alone.share == 1.0


def test_a_game_that_is_shared_counts_in_parts_for_each_winner() -> None:
    drawn = replace(game(0, 0.5), winners=("a", "b"))
    assert result_of([drawn, game(1, 1.0)]).won == {"a": 1.5, "b": 0.5}


def test_who_wins_is_rated_higher_and_grows_surer() -> None:
    short, long = (result_of([game(n, 1.0) for n in range(games)]) for games in (2, 40))
    for result in (short, long):
        assert result.first.skill > 25 > result.second.skill
    assert long.first.skill > short.first.skill
    assert long.first.unsure < short.first.unsure < 25 / 3


def test_a_row_takes_the_place_of_the_older_one_of_its_pair() -> None:
    first = Row(
        "shinobi",
        "shinobi/1",
        "0123456789ab",
        "keen:8",
        "steady",
        "default",
        "s",
        result_of([game(0, 1.0)]),
        1.25,
    )
    other = replace(first, second="random")
    page = with_row(with_row("", first), other)
    anew = with_row(page, replace(first, first="keen:80", seconds=7.0))
    assert anew.startswith(HEAD)
    assert [(row["first"], row["second"], row["s a game"]) for row in rows_of(anew)] == [
        ("keen:8", "random", "1.2"),
        ("keen:80", "steady", "7.0"),
    ]
    assert set(rows_of(page)[0]) == set(COLUMNS)
    assert with_row(anew, replace(first, first="keen:80", seconds=7.0)) == anew
