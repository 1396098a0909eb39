"""The search finds what is known to be best, within its budget, and repeats itself."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from domain.titles import TITLES
from referee.programs.arena import Pairing, play
from referee.programs.choosing import KEEN, RANDOM, STEADY, Program, players_of, scored
from referee.programs.deciding import choose
from referee.programs.search import place_share, search
from tests.programs.nim import PLAYED_NIM, imagined, nim, wins

PLAYED = [title for title, rules in TITLES.items() if rules.players is not None]


@pytest.mark.parametrize("heaps", [(3, 1), (1, 4), (2, 2, 1), (3, 2, 2)])
def test_a_search_finds_the_order_that_wins(heaps: tuple[int, ...]) -> None:
    state = nim(*heaps)
    for seed in range(5):
        thoughts = search(PLAYED_NIM, state, "red", Random(seed), 400)
        assert wins(state, thoughts[0].order), thoughts[:2]
        assert thoughts[0].expects == max(one.expects for one in thoughts)
        assert thoughts[0].visits == max(one.visits for one in thoughts)


def test_where_all_is_lost_little_is_expected() -> None:
    best = search(PLAYED_NIM, nim(2, 2), "red", Random(1), 400)[0]
    assert best.expects < 0.5


@pytest.mark.parametrize("simulations", [1, 20, 100])
def test_a_search_spends_no_more_than_its_budget_or_one_try_of_each_order_and_part(simulations: int) -> None:
    state = nim(3, 2)
    thoughts = search(PLAYED_NIM, state, "red", Random(1), simulations)
    tried = sum(one.visits for one in thoughts)
    assert len(thoughts) <= tried <= max(simulations, 2 * len(thoughts) + 3)


@pytest.mark.parametrize(("finalists", "compared"), [(1, 2), (2, 2), (3, 3)])
def test_what_is_compared_to_the_end_is_tried_equally_often_and_stands_in_its_order(
    finalists: int, compared: int
) -> None:
    thoughts = search(PLAYED_NIM, nim(3, 2), "red", Random(1), 100, finalists=finalists)
    last, others = thoughts[:compared], thoughts[compared:]
    assert {one.visits for one in last} == {last[0].visits}
    assert all(one.visits < last[0].visits for one in others)
    assert [one.expects for one in last] == sorted((one.expects for one in last), reverse=True)
    assert len(thoughts) == 5


def test_what_is_the_only_order_is_not_thought_about() -> None:
    imagined.clear()
    (only,) = search(PLAYED_NIM, nim(1), "red", Random(1), 400)
    assert only.visits == 0
    assert len(imagined) == 1


@pytest.mark.budget(150, "three whole games by programs that think")
@pytest.mark.parametrize("title", PLAYED)
def test_the_same_seed_gives_the_same_game(title: str) -> None:
    pairing = Pairing(title, Program(STEADY), Program(RANDOM), "again", 1)
    assert play(pairing) == play(pairing)
    assert play(pairing) != play(replace(pairing, seed="another"))


def test_steady_gives_what_is_liked_best_and_keen_what_was_tried_most() -> None:
    state = nim(3, 1)
    known = dict(scored(players_of(PLAYED_NIM), state, "red"))
    steady = choose(PLAYED_NIM, Program(STEADY), state, "red", Random(2))
    assert known[steady] == max(known.values())
    keen = choose(PLAYED_NIM, Program(KEEN, 400), state, "red", Random(2))
    assert wins(state, keen)
    assert not wins(state, steady)


def test_keen_takes_the_advice_where_a_title_has_no_doubt_of_it() -> None:
    state = nim(3, 1)
    sure = replace(players_of(PLAYED_NIM), doubtful=lambda state, seat: False)
    keen = choose(replace(PLAYED_NIM, players=sure), Program(KEEN, 400), state, "red", Random(2))
    assert keen == choose(PLAYED_NIM, Program(STEADY), state, "red", Random(2))
    assert keen != choose(PLAYED_NIM, Program(KEEN, 400), state, "red", Random(2))


def test_a_place_counts_by_the_others_whom_it_leaves_behind() -> None:
    players = replace(players_of(PLAYED_NIM), places=lambda board: board)
    board = {"a": 5.0, "b": 3.0, "c": 3.0, "d": 1.0}
    shares = {seat: place_share(players, board, seat) for seat in board}
    assert shares == {"a": 1.0, "b": 0.5, "c": 0.5, "d": 0.0}


def test_a_board_that_does_not_rest_is_played_on_from() -> None:
    near = replace(players_of(PLAYED_NIM), ahead=0)
    for rests, expected in ((True, 0.5), (False, 1.0)):
        rules = replace(PLAYED_NIM, players=replace(near, rests=lambda _state, rests=rests: rests))
        assert search(rules, nim(3, 1), "red", Random(1), 40)[0].expects == expected
