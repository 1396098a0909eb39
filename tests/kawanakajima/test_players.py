"""Programs that play Kawanakajima: what they know, what they imagine, and what they are advised [7, 8, 11, 17]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec import Struct, to_builtins
from msgspec.structs import replace

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.state import (
    Army,
    Attempt,
    Board,
    Choice,
    Note,
    Siege,
    Standing,
    Troops,
    clans_of,
    enemy,
    side_of,
    with_army,
    with_unit,
)
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.data.tables import BOWL, RESERVE
from domain.kawanakajima.players import PLAYERS
from domain.kawanakajima.players.advice import BY_PROMPT, FEW
from domain.kawanakajima.players.imagine import BLANK, UNKNOWN
from domain.kawanakajima.words import field_items as fi
from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words import items as i
from domain.kawanakajima.words import orders as o
from domain.kawanakajima.words import siege_items as si
from domain.kawanakajima.words import siege_orders as s
from domain.kit.facts import State, fold
from domain.kit.rules import options_of
from domain.kit.simulation import LuckyChance, after, settled
from referee.players.arena import choose
from referee.players.choosing import KEEN, STEADY, Program, steadily
from tests.kawanakajima.boards import SEATS, board, planned
from tests.kawanakajima.data import DATA
from tests.kawanakajima.pictured import TAKEDA, UESUGI, middle

GAMES = [
    # scenario, preset, seed
    ("historical", "default", 1),
    ("historical", "everything", 2),
    ("historical", "shingen-plan", 3),
    ("hypothetical", "default", 4),
    ("hypothetical", "everything", 5),
]
EVERY = 23
"""Of so many points of a game one is looked at."""


def begun(scenario: str, preset: str, luck: Random) -> State[Board, Any]:
    options = options_of(KAWANAKAJIMA, scenario, preset)
    state: State[Board, Any] = State(KAWANAKAJIMA.begin(options, DATA, SEATS))
    for fact in KAWANAKAJIMA.setup(state.board):
        state = fold(KAWANAKAJIMA.evolve, state, fact)
    return settled(KAWANAKAJIMA, state, LuckyChance(luck))


def played_on(state: State[Board, Any], luck: Random) -> Iterator[State[Board, Any]]:
    """The states of a random game from there to its end, wherever somebody is awaited."""
    while awaited := KAWANAKAJIMA.awaited(state):
        yield state
        order = luck.choice(KAWANAKAJIMA.examples(state, awaited[0]))
        state = after(KAWANAKAJIMA, state, awaited[0], order, LuckyChance(luck))
    yield state


@cache
def points_of(scenario: str, preset: str, seed: int) -> Sequence[State[Board, Any]]:
    """The whole set-up of a random game, and every so many states after it."""
    luck = Random(f"{scenario} {preset} {seed}")
    states = tuple(played_on(begun(scenario, preset, luck), luck))
    opening = tuple(state for state in states if state.board.turn == 0)
    return (*opening[:40], *states[len(opening) :: EVERY], states[-1])


# ---- what is known and imagined


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("game", GAMES)
def test_what_is_imagined_looks_to_a_seat_like_the_game(game: tuple[str, str, int], seat: str) -> None:
    luck, rules = Random(seat), KAWANAKAJIMA
    for state in points_of(*game):
        known = PLAYERS.known(state, seat)
        imagined = PLAYERS.imagine(known, seat, luck)
        assert rules.view(known, seat) == rules.view(state, seat)
        assert rules.view(imagined, seat) == rules.view(state, seat)
        assert PLAYERS.known(imagined, seat) == known
        assert rules.awaited(imagined) == rules.awaited(state)
        assert rules.conserved(imagined.board) == ""
        if seat in rules.awaited(state):
            assert rules.examples(imagined, seat) == rules.examples(state, seat)
            assert rules.offers(imagined, seat) == rules.offers(state, seat)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_imagined_has_as_many_special_activations_as_its_plan(game: tuple[str, str, int]) -> None:
    """[7.3, 9.5.1]: those left, those written down, those spent."""
    luck = Random(7)
    for state in points_of(*game):
        for seat in SEATS:
            other = enemy(seat)
            made = PLAYERS.imagine(PLAYERS.known(state, seat), seat, luck).board
            army = made.armies[other]
            assert army.plan in ("", *DATA.plans)
            assert bool(army.plan) == bool(state.board.armies[other].plan)
            written = [n.activation for chit, n in made.notes.items() if side_of(chit) == other]
            plan = DATA.plans.get(army.plan)
            printed = {"attack": plan.attack, "retreat": plan.retreat, "combined": plan.combined} if plan else {}
            whole = (printed if army.active else {}) | {"impetuous": army.received}
            for activation, count in whole.items():
                used = army.spent.get(activation, 0) + written.count(activation)
                assert army.left.get(activation, 0) + used == count
            assert made.notes.keys() == state.board.notes.keys()
            assert 0 <= army.saved <= army.at_most


@pytest.mark.parametrize("game", GAMES)
def test_what_is_imagined_can_be_played_to_the_end(game: tuple[str, str, int]) -> None:
    luck = Random(11)
    for state in points_of(*game)[:: 1 + len(points_of(*game)) // 6]:
        for seat in SEATS:
            imagined = PLAYERS.imagine(PLAYERS.known(state, seat), seat, luck)
            *_, end = played_on(imagined, luck)
            assert end.board.winners


def test_nothing_of_the_enemy_that_is_secret_is_known() -> None:
    """Plan [7.1], points [7.2], notes [8.3], choices, entry points [16.2], standing orders, postures [6.2]."""
    secrets: dict[str, Army] = {
        "takeda": replace(TAKEDA, saved=3, saved_now=2, trying=True, sheet=("kokuyoku",), left={"attack": 4}),
        "uesugi": replace(UESUGI, saved=3, saved_now=2, trying=True, choices=(Choice("uB", "kenshin"),)),
    }
    secrets["uesugi"] = replace(secrets["uesugi"], standing=(Standing("leaders", (), ("column",)),))
    notes = {"t2": Note("attack", ("tG",)), "u1": Note("retreat", ("uF",))}
    whole = middle(Options(secret_postures=True), armies=secrets, notes=notes)
    whole = replace(whole, field=replace(whole.field, wanted="regroup"))
    for seat in SEATS:
        other = enemy(seat)
        known = PLAYERS.known(State(whole), seat).board
        army = known.armies[other]
        assert (army.plan, army.saved, army.saved_now, army.trying) == (UNKNOWN, 0, 0, False)
        assert (army.left, army.choices, army.standing, army.sheet) == ({}, (), (), ())
        assert {note for chit, note in known.notes.items() if side_of(chit) == other} == {BLANK}
        assert {known.postures[clan] for clan in clans_of(known, other)} == {UNKNOWN}
        assert not any(side_of(clan) == other for clan in known.entries)
        assert known.field.wanted == ""
        assert known.armies[seat] == whole.armies[seat]
        assert {known.postures[clan] for clan in clans_of(known, seat)} != {UNKNOWN}


def test_a_plan_that_was_used_and_open_postures_are_known() -> None:
    """[6.2, 7.1]"""
    whole = with_army(middle(), "uesugi", shown=True)
    known = PLAYERS.known(State(whole), "takeda").board
    assert known.armies["uesugi"].plan == "saku"
    assert known.postures == whole.postures
    assert PLAYERS.known(State(replace(whole, ending="draw")), "takeda") == State(replace(whole, ending="draw"))


@pytest.mark.parametrize("program", [Program(STEADY), Program(KEEN, 3)], ids=lambda one: one.strength)
@pytest.mark.parametrize("game", [GAMES[1], GAMES[4]])
def test_other_secrets_of_the_enemy_make_no_other_choice(game: tuple[str, str, int], program: Program) -> None:
    worlds = 0
    for state in points_of(*game)[3::5]:
        for seat in KAWANAKAJIMA.awaited(state)[:1]:
            known = PLAYERS.known(state, seat)
            others = [PLAYERS.imagine(known, seat, Random(seed)) for seed in range(2)]
            worlds += sum(other != state for other in others)
            chosen = [choose(KAWANAKAJIMA, program, one, seat, Random(5)) for one in (state, *others)]
            assert chosen == [chosen[0]] * len(chosen)
    assert worlds > 10


# ---- what is considered


@pytest.mark.parametrize("game", GAMES)
def test_what_is_considered_is_legal_and_little_of_it(game: tuple[str, str, int]) -> None:
    for state in points_of(*game):
        for seat in KAWANAKAJIMA.awaited(state):
            found = PLAYERS.considered(state, seat)
            assert 1 <= len(found) <= 2 * FEW
            assert len(set(found)) == len(found)
            for order in found:
                after(KAWANAKAJIMA, state, seat, order, LuckyChance(Random(1)))
            assert all(one.text.endswith(".") for one in PLAYERS.advice(state, seat))


def test_every_prompt_has_advice() -> None:
    prompts = {
        item
        for item in KAWANAKAJIMA.items
        if {"seat", "seats"} & set(item.__struct_fields__) and KAWANAKAJIMA.expected(State(board(), (_any(item),)))
    }
    assert prompts == set(BY_PROMPT)


def _any(item: type[Struct]) -> Struct:
    """An item of that kind; nobody looks into it."""
    return item(*([None] * len(item.__struct_fields__)))


# ---- advice, on boards by hand


def liked(at: Board, item: Any, seat: str) -> Struct:
    return steadily(PLAYERS, State(at, (item,)), seat, Random(1))


def of(at: Board, item: Any, seat: str, *orders: Struct) -> list[float]:
    """What the advice says of each order, in tenths."""
    state = State(at, (item,))
    rules = PLAYERS.advice(state, seat)
    return [round(sum(one.score(state, seat, order) for one in rules), 3) for order in orders]


FACING = {"tG1": "2914", "tD1": "2916", "uB1": "2814", "uB2": "2815", "tA1": "3315", "uA1": "2213"}


def test_11_attack_the_weak_and_not_the_strong() -> None:
    weak = board(FACING | {"uB1": ("2814", 3)}, {"tG": "attack", "tD": "attack", "uB": "regroup"})
    strong = board(FACING | {"tG1": ("2914", 3)}, {"tG": "attack", "uB": "attack"})
    item, order = fi.Engage("takeda", ("tG",)), f.Fight(("G1",), ("B1",))
    assert of(weak, item, "takeda", order)[0] > 0.5 > -0.2 > of(strong, item, "takeda", order)[0]


def test_16_4_a_general_stays_out_of_fights() -> None:
    units = {"tA1": "2914", "tG1": "2915", "uB1": "2814", "uA1": "2213"}
    at = board(units, {"uB": "regroup"})
    item = fi.Engage("takeda", ())
    own, general = of(at, item, "takeda", f.Fight(("G1",), ("B1",)), f.Fight(("A1",), ("B1",), "row"))
    assert own > general
