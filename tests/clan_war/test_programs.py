"""Programs that keep a ledger: what an army knows and imagines, what is fair to report, what is advised."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.battle.claims import claimed
from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.state import Board, present
from domain.clan_war.programs import PLAYERS
from domain.clan_war.programs.grounds import claims, is_borne_out
from domain.clan_war.programs.worth import places, worth
from domain.clan_war.words import items as i
from domain.clan_war.words import movement_reports as m
from domain.clan_war.words import reports as r
from domain.kit.facts import State
from domain.kit.sealed import PUBLIC
from domain.kit.simulation import LuckyChance, after
from domain.kit.sums import Term
from referee.programs.choosing import liked_best, scored
from tests.clan_war.boards import DATA, TURN, board, edition, flier, hostage, unit
from tests.titles.imagined import begun, choices, ends, fits, positions

GAMES = [
    ("default", ("crane", "lion")),
    ("confirmed", ("crab", "north")),
    ("errata", ("phoenix", "shadowlands", "west")),
    ("confirmed", ("naga", "ratling", "south", "unicorn")),
]
EVERY = 11
"""Of so many positions of a game one is looked at, and each of the muster."""

ENOUGH = 2
"""Positions of a game from which two programs choose that know the same."""

Position = State[Board, Any]


def opening(preset: str, seats: tuple[str, ...]) -> Position:
    return begun(CLAN_WAR, DATA, "battle", preset, seats)


@pytest.mark.parametrize(("preset", "seats"), GAMES)
def test_what_is_imagined_fits_what_a_seat_knows(preset: str, seats: tuple[str, ...]) -> None:
    luck, mustering = Random(preset), 0
    for nth, (state, seat) in enumerate(positions(CLAN_WAR, opening(preset, seats), luck)):
        sealed = bool(state.board.lists)
        mustering += sealed
        if nth % EVERY == 0 or sealed:
            imagined = fits(CLAN_WAR, state, seat, luck)
            if nth % (EVERY * 9) == 0:
                assert CLAN_WAR.ending(ends(CLAN_WAR, imagined, luck).board)
    assert mustering >= 2


@pytest.mark.parametrize("enough", [ENOUGH, pytest.param(0, marks=pytest.mark.soak, id="all")])
@pytest.mark.parametrize("number", range(3))
def test_other_secrets_same_choice(number: int, enough: int) -> None:
    """Another list under seal of the others: a program knows the same, and chooses the same."""
    preset, seats = GAMES[number]
    luck, seen = Random(number), 0
    for state, seat in positions(CLAN_WAR, opening(preset, seats), luck, steady=0.2):
        if not [army for army in state.board.lists if army != seat]:
            continue
        swapped = with_secrets(state, seat, luck)
        assert PLAYERS.known(swapped, seat) == PLAYERS.known(state, seat)
        if swapped != state:
            assert choices(CLAN_WAR, swapped, seat, 2) == choices(CLAN_WAR, state, seat, 2)
            seen += 1
        if seen == enough > 0:
            break
    assert seen >= 1


def with_secrets(state: Position, seat: str, luck: Random) -> Position:
    """The same to a seat, with other lists of the others."""
    return PLAYERS.imagine(PLAYERS.known(state, seat), seat, luck)


def sealed_lists() -> Position:
    """Crane and Lion have entered their sample armies under seal; Crane is done."""
    state = opening("default", ("crane", "lion"))
    chance = LuckyChance(Random(0))
    for seat, order in (("crane", r.Sample()), ("lion", r.Sample()), ("crane", r.Done())):
        state = after(CLAN_WAR, state, seat, order, chance)
    return state


def test_what_a_seat_knows_has_nothing_of_the_lists_of_others() -> None:
    state = sealed_lists()
    assert state.board.lists["crane"]
    known = PLAYERS.known(state, "lion").board
    assert known.lists["lion"] == state.board.lists["lion"]
    assert known.lists["crane"] == ()
    assert "crane-bushi" not in str(known.lists)
    assert not known.units


def test_an_imagined_list_is_an_army_of_its_clan() -> None:
    known = PLAYERS.known(sealed_lists(), "lion")
    lists = {PLAYERS.imagine(known, "lion", Random(seed)).board.lists["crane"] for seed in range(20)}
    assert len(lists) > 2
    for line in lists:
        at = known.board
        for entry in line:
            at = evolve(at, entry)
        assert present(at, "crane")
        assert all(one.profile.clan == "crane" for one in present(at, "crane"))


def test_once_lists_are_open_nothing_is_hidden() -> None:
    state = State(board(unit("crane-1")), (i.Reports("primary", ("crane", "lion")),))
    assert PLAYERS.known(state, "crane") == state
    assert PLAYERS.imagine(state, "crane", Random(1)) is state


# ---- what is fair to report


def reporting(at: Board, phase: i.Phase = "end") -> Position:
    return State(replace(at, phase=phase), (i.Reports(phase, at.setting.seats),))


def told(at: Board, seat: str = "crane", phase: str = "end") -> list[tuple[type, str, int]]:
    return [(type(one), one.cause, one.amount) for one in claims(at, seat, phase)]


@pytest.mark.parametrize(
    ("state", "holds"),
    [
        ({}, True),
        ({"formed": False}, False),
        ({"broken": True}, False),
        ({"broken": True, "routing": True}, False),
        ({"spent_until": TURN + 1}, False),
    ],
)
def test_an_objective_is_held_by_a_unit_in_good_order(state: dict[str, Any], holds: bool) -> None:
    at = board(unit("crane-1", **state), unit("lion-1", "lion"))
    assert (told(at) == [(r.Points, f"objective held by crane-1 in turn {TURN}", 1)]) is holds


def test_no_objective_is_held_in_the_air_or_in_an_engagement_or_before_the_end_of_a_turn() -> None:
    assert told(board(flier("crane-1"), unit("lion-1", "lion"))) == []
    pair = (("crane-1", "lion-1"),)
    assert told(board(unit("crane-1"), unit("lion-1", "lion"), engaged=pair)) == []
    assert told(board(unit("crane-1"), unit("lion-1", "lion")), phase="close") == []


def test_a_beaten_enemy_is_reported_once_and_by_one_army() -> None:
    at = board(unit("crane-1", broken=True), unit("lion-1", "lion", broken=True, routing=True))
    state = reporting(at, "close")
    assert told(at, phase="close") == [(r.Points, "lion-1 beaten", 1), (r.Honor, "lion-1 beaten", 5)]
    chance = LuckyChance(Random(0))
    for order in claims(at, "crane", "close"):
        state = after(CLAN_WAR, state, "crane", order, chance)
    assert told(state.board, phase="close") == []
    assert state.board.armies["crane"].vp == 1


def test_nothing_is_reported_of_ones_own_losses_as_a_gain() -> None:
    at = board(unit("crane-1", broken=True, routing=True), unit("lion-1", "lion"))
    assert told(at) == []


def test_all_that_is_considered_is_fair() -> None:
    """No wounds, duels or movements of a table that is not there; no change of what others have."""
    unfair = (
        r.Fight,
        r.Wounds,
        r.Casualties,
        r.Slain,
        r.Challenge,
        r.Play,
        r.Take,
        m.Engage,
        m.Shoot,
        r.Resign,
    )
    seen = 0
    for state, seat in positions(CLAN_WAR, opening("default", ("crane", "lion")), Random(5), steady=0.6):
        for order in PLAYERS.considered(state, seat):
            seen += 1
            assert not isinstance(order, unfair)
            if isinstance(order, r.Points | r.Honor):
                assert order.army == seat
                assert 0 < order.amount <= 5
    assert seen > 50


# ---- advice


def best(state: Position, seat: str = "crane") -> Any:
    return liked_best(scored(PLAYERS, state, seat), Random(1))


def says(state: Position, words: str, order: Struct, seat: str = "crane") -> float:
    (piece,) = [one for one in PLAYERS.advice(state, seat) if words in one.text]
    return piece.score(state, seat, order)


def test_the_sample_army_is_mustered_and_then_done() -> None:
    state = opening("default", ("crane", "lion"))
    chance = LuckyChance(Random(0))
    assert best(state) == r.Sample()
    state = after(CLAN_WAR, state, "crane", r.Sample(), chance)
    assert best(state) == r.Done()


def test_a_seat_without_a_clan_chooses_one_first() -> None:
    state = opening("default", ("north", "lion"))
    first = best(state, "north")
    assert isinstance(first, r.ChooseClan)
    state = after(CLAN_WAR, state, "north", first, LuckyChance(Random(0)))
    assert best(state, "north") == r.Sample()


def test_an_objective_is_reported_before_done() -> None:
    state = reporting(board(unit("crane-1"), unit("lion-1", "lion")))
    assert best(state) == r.Points("crane", 1, f"objective held by crane-1 in turn {TURN}")
    assert says(state, "Say done", r.Done()) > 0


def test_the_honor_of_a_beaten_enemy_is_reported() -> None:
    at = board(unit("crane-1", broken=True), replace(unit("lion-1", "lion"), destroyed=True))
    state = reporting(at, "ranged")
    assert says(state, "from 40 on", r.Honor("crane", 5, "lion-1 beaten")) > 0
    assert best(state) == r.Points("crane", 1, "lion-1 beaten")


def test_a_unit_is_formed_up_before_it_holds_anything() -> None:
    state = reporting(board(unit("crane-1", formed=False), unit("lion-1", "lion")))
    assert best(state) == r.SetCondition("crane-1", "formed")


def captured(**more: Any) -> Board:
    """Crane fights a captor of one of its own."""
    mine, captor = unit("crane-1"), unit("lion-1", "lion")
    return board(mine, captor, hostages=(hostage(captor, "crane"),), engaged=(("crane-1", "lion-1"),), **more)


def test_a_captor_is_struck_easy() -> None:
    state = reporting(captured(), "close")
    assert best(state) == r.StrikeEasy("crane-1", "lion-1")
    assert says(state, "Strike easy", r.AllOut("crane-1", "lion-1")) < 0


@pytest.mark.parametrize(
    ("points", "agreed", "proposes"),
    [
        (2, (), True),
        (1, (), False),  # Lion may still report an objective in this turn, and agree then
        (0, (), False),
        (1, ("lion",), True),  # it ends at once
        (0, ("lion",), False),
        (-1, ("lion",), False),
    ],
)
def test_the_end_is_proposed_by_who_cannot_be_overtaken(
    points: int, agreed: tuple[str, ...], proposes: bool
) -> None:
    at = board(unit("crane-1"), unit("lion-1", "lion"), agreed=agreed)
    crane = replace(at.armies["crane"], points=(Term(points, "so far", "battle/points"),))
    state = reporting(replace(at, armies=at.armies | {"crane": crane}), "primary")
    assert (best(state) == r.EndBattle()) is proposes


def test_a_unit_in_the_air_lands_plainly() -> None:
    state = reporting(board(flier("crane-1"), unit("lion-1", "lion")), "primary")
    order = best(state)
    assert isinstance(order, m.Land)
    assert not order.maneuvers
    assert says(state, "Land a unit", m.Dive("crane-1", "6")) < 0


def test_a_hostage_is_recovered_and_ones_own_before_all() -> None:
    at, prompt = captured(), i.RecoveryChoice("crane", "crane-1", "guest-1")
    state = State(replace(at, phase="close"), (prompt,))
    assert best(state) == r.Recover("guest-1", "crane-1")
    other = State(
        replace(at, phase="close", hostages={"guest-1": hostage(at.units["lion-1"], "crab")}), (prompt,)
    )
    words = "Try to recover"
    assert (
        says(state, words, r.Recover("guest-1", "crane-1"))
        > says(other, words, r.Recover("guest-1", "crane-1"))
        > 0
    )


def test_a_fly_by_attack_is_rolled() -> None:
    at = board(flier("crane-1"), flier("lion-1", "lion"))
    assert best(State(at, (i.FlyByChoice("crane", "crane-1", "lion-1", 2),))) == m.Strike("lion-1", "crane-1")


def test_the_largest_unit_takes_a_hostage_over() -> None:
    at = board(unit("crane-1", models=4), unit("crane-2", models=9), unit("lion-1", "lion"))
    assert best(State(at, (i.RescuerChoice("crane", "lion-1", ("crane-1", "crane-2")),))) == r.Rescuer(
        "crane-2"
    )


def test_a_forced_landing_is_not_extended() -> None:
    at = board(flier("crane-1"), unit("lion-1", "lion"))
    order = best(State(at, (i.ForcedLanding("crane", "crane-1", "a spell of wind"),)))
    assert order.extra in ("", "0")


# ---- the word of the other side


def waiting(what: Any, army: str, amount: int, cause: str, by: str = "lion") -> Position:
    """Lion has reported something, and Crane is asked."""
    at = board(
        unit("crane-1"),
        unit("crane-2", broken=True, routing=True),
        unit("lion-1", "lion"),
        unit("lion-2", "lion", broken=True),
        options=edition(3, reports_stand="confirmed"),
    )
    at = evolve(at, claimed(at, what, army, Term(amount, cause, "battle/points"), by))
    return State(at, (i.Confirming(("crane",), ("lion",)),))


@pytest.mark.parametrize(
    ("what", "army", "amount", "cause", "is_so"),
    [
        ("VP", "lion", 1, "objective held by lion-1", True),
        ("VP", "lion", 2, "objective held by lion-1", False),
        ("VP", "lion", 1, "objective held by lion-2", False),
        ("VP", "lion", 1, "objective held", False),
        ("VP", "lion", 1, "crane-2 beaten", True),
        ("VP", "lion", 1, "crane-1 beaten", False),
        ("honor", "lion", 5, "crane-2 beaten", True),
        ("honor", "lion", 6, "crane-2 beaten", False),
        ("honor", "lion", -5, "fled", True),
        ("honor", "crane", -20, "fled before the enemy", False),
    ],
)
def test_what_the_ledger_bears_out_is_confirmed_and_the_rest_denied(
    what: Any, army: str, amount: int, cause: str, is_so: bool
) -> None:
    state = waiting(what, army, amount, cause)
    assert is_borne_out(state.board, state.board.claims[1]) is is_so
    assert isinstance(best(state), r.Confirm if is_so else r.Deny)


def test_ones_own_report_stands() -> None:
    state = waiting("VP", "crane", 1, "objective held by crane-1", by="crane")
    state = State(state.board, (i.Reports("end", ("crane", "lion")),))
    assert says(state, "Stand by", r.Retract(1)) < 0
    assert not isinstance(best(state), r.Retract)


# ---- worth and places


def test_places_go_by_victory_points_but_who_has_won_is_first() -> None:
    at = board(unit("crane-1"), unit("lion-1", "lion"))
    lion = replace(at.armies["lion"], points=(Term(3, "so far", "battle/points"),))
    at = replace(at, armies=at.armies | {"lion": lion})
    assert places(at) == {"crane": 0, "lion": 3}
    resigned = replace(at, winners=("crane",), ending="resignation")
    assert places(resigned)["crane"] > places(resigned)["lion"]
    assert set(places(opening("default", ("crane", "lion", "west")).board)) == {"crane", "lion", "west"}


def test_a_battle_is_worth_more_with_points_and_with_units_in_good_order() -> None:
    at = board(unit("crane-1"), unit("lion-1", "lion"))
    assert worth(at, "crane") == worth(at, "lion") == 0.5
    crane = replace(at.armies["crane"], points=(Term(1, "so far", "battle/points"),))
    assert worth(replace(at, armies=at.armies | {"crane": crane}), "crane") > 0.5
    broken = board(unit("crane-1", broken=True), unit("lion-1", "lion"))
    assert worth(broken, "crane") < 0.5 < worth(broken, "lion")


def test_what_everybody_sees_of_a_list_is_the_same_in_what_is_imagined() -> None:
    state = sealed_lists()
    imagined = PLAYERS.imagine(PLAYERS.known(state, "lion"), "lion", Random(4))
    assert CLAN_WAR.view(imagined, PUBLIC) == CLAN_WAR.view(state, PUBLIC)
