"""What a ruling may set right in a battle, and what not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board import corrected as k
from domain.clan_war.board.events import ConditionChanged, UnitReady
from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.flight_events import Placed
from domain.clan_war.board.list_events import ListsOpened
from domain.clan_war.board.state import Board, Deeds, Due, Mode
from domain.clan_war.corrections.judge import JUDGE
from domain.clan_war.words.corrections import (
    SetCaptor,
    SetCards,
    SetCondition,
    SetDeed,
    SetEngaged,
    SetHeight,
    SetHonor,
    SetHostage,
    SetLevels,
    SetMode,
    SetModels,
    SetMoved,
    SetParted,
    SetPersonality,
    SetPlace,
    SetPoints,
    SetReport,
    SetTally,
    SetTests,
    SetUnit,
)
from domain.clan_war.words.items import (
    EndTurn,
    FlyByChoice,
    ForcedLanding,
    HonorTest,
    MusterArmies,
    RecoveryChoice,
    Reports,
    RescuerChoice,
    Victory,
)
from domain.kit.editions import PlayBy
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact, State
from domain.kit.sealed import PUBLIC
from domain.kit.sums import Sum, Term
from projections.clan_war import PICTURES
from tests.clan_war.boards import DATA, SEATS, board, flier, hero, hostage, unit

GUARD, SPEAR = unit("crane-1"), unit("lion-1", "lion")
BOW = unit("crane-2", deeds=Deeds(moved=("primary",), shot=True, wounds=3, morale_tests=1))
BIRD = flier("crane-3", position=("4", "5"))
SHAKEN = unit("lion-2", "lion", models_left=3, broken=True, spent_until=3, formed=False)
GONE = replace(unit("lion-3", "lion", models_left=0), destroyed=True)
LAST = unit("lion-4", "lion", models_left=0)
GUEST = hostage(SPEAR, "crane", "guest-1", "scorpion", "lion")
GIVEN = board(
    *(GUARD, SPEAR, BOW, BIRD, SHAKEN, GONE, LAST),
    people=(
        hero("crane-hero-1", GUARD),
        hero("lion-hero-1", LAST),
        replace(hero("lion-hero-2", SPEAR), slain=True),
    ),
    honor={"crane": 45, "lion": -5},
    hostages=(GUEST,),
    engaged=(("lion-1", "crane-1"),),
    modes=(Mode("crane-1", "lion-1", "easy"),),
    levels={"crane": (40, 0)},
    due=(Due("crane", "enemy", 40, 0),),
)
REPORTS = (Reports("primary", SEATS),)


def at(given: Board = GIVEN, agenda: Sequence[Struct] = REPORTS) -> State[Board, Any]:
    return State(given, tuple(agenda))


# heading, correction, what has happened, how it is told
TAKEN: list[tuple[str, Struct, Struct, str]] = [
    (
        "honor/gain",
        SetHonor("crane", 38),
        k.HonorCorrected("crane", Term(-7, "ruling", "honor/gain"), 45, 38),
        "Corrected: crane has 38 honor, not 45.",
    ),
    (
        "battle/points",
        SetPoints("lion", 3),
        k.PointsCorrected("lion", Term(3, "ruling", "battle/points"), 0, 3),
        "Corrected: lion has 3 VP, not 0.",
    ),
    (
        "honor/enemy-tests",
        SetLevels("crane", 60, -50),
        k.LevelsCorrected("crane", (40, 0), (60, -50)),
        "Corrected: the levels of honor that crane has reached are 60 and -50, not 40.",
    ),
    (
        "honor/enemy-tests",
        SetLevels("crane", 0, 0),
        k.LevelsCorrected("crane", (40, 0), (0, 0)),
        "Corrected: the levels of honor that crane has reached are no level, not 40.",
    ),
    (
        "honor/enemy-tests",
        SetTests("crane", "enemy"),
        k.TestsCorrected("crane", "enemy", (40,), (), ()),
        "Corrected: tests of the enemies of crane are due for no level, not for 40.",
    ),
    (
        "honor/enemy-tests",
        SetTests("lion", "own", (-60, -50)),
        k.TestsCorrected("lion", "own", (), (-50, -60), (-1, -2)),
        "Corrected: tests of the units of lion are due for -50 and -60, not for no level.",
    ),
    (
        "honor/card",
        SetCards("crane", 1),
        k.CardsCorrected("crane", 0, 1),
        "Corrected: crane has drawn 1 extra card, not 0.",
    ),
    (
        "battle/losses",
        SetModels("lion-2", 8),
        k.ModelsCorrected("lion-2", 3, 8),
        "Corrected: lion-2 has 8 models, not 3.",
    ),
    (
        "battle/losses",
        SetModels("crane-1", 0),
        k.ModelsCorrected("crane-1", 8, 0),
        "Corrected: crane-1 has 0 models, not 8.",
    ),
    (
        "battle/losses",
        SetModels("lion-3", 1),
        k.ModelsCorrected("lion-3", 0, 1),
        "Corrected: lion-3 has 1 model, not 0.",
    ),
    (
        "battle/losses",
        SetUnit("crane-2", "destroyed"),
        k.UnitCorrected("crane-2", True),
        "Corrected: crane-2 is destroyed.",
    ),
    (
        "battle/losses",
        SetPersonality("crane-hero-1", "slain"),
        k.PersonalityCorrected("crane-hero-1", True),
        "Corrected: crane-hero-1 is slain.",
    ),
    (
        "battle/losses",
        SetPersonality("lion-hero-2", "alive"),
        k.PersonalityCorrected("lion-hero-2", False),
        "Corrected: lion-hero-2 lives.",
    ),
    (
        "battle/conditions",
        SetCondition("lion-2", "formed"),
        ConditionChanged("lion-2", "formed", "ruling"),
        "lion-2 is formed (ruling).",
    ),
    (
        "battle/conditions",
        SetCondition("lion-2", "rallied"),
        ConditionChanged("lion-2", "rallied", "ruling"),
        "lion-2 is rallied (ruling).",
    ),
    (
        "battle/conditions",
        SetCondition("lion-2", "ready"),
        UnitReady("lion-2"),
        "lion-2 is no longer spent.",
    ),
    (
        "battle/conditions",
        SetCondition("lion-1", "spent"),
        ConditionChanged("lion-1", "spent", "ruling", 3),
        "lion-1 is spent (ruling) until the end of turn 3.",
    ),
    (
        "flight/take-off",
        SetHeight("crane-3", "ground"),
        k.HeightCorrected("crane-3", False),
        "Corrected: crane-3 is on the ground.",
    ),
    (
        "battle/distance",
        SetPlace("crane-3", ("4", "5.25")),
        Placed("crane-3", ("4", "5.25")),
        "crane-3 stands at 4 5.25.",
    ),
    (
        "battle/ground",
        SetEngaged("crane-2", "lion-2"),
        k.EngagementCorrected("crane-2", "lion-2", True),
        "Corrected: crane-2 and lion-2 are engaged.",
    ),
    (
        "battle/ground",
        SetParted("crane-1", "lion-1"),
        k.EngagementCorrected("crane-1", "lion-1", False),
        "Corrected: crane-1 and lion-1 are not engaged.",
    ),
    (
        "hostage/choice",
        SetMode("crane-1", "lion-1", "all-out"),
        k.ModeCorrected("crane-1", "lion-1", "easy", "all-out"),
        "Corrected: crane-1 attacks lion-1 all-out.",
    ),
    (
        "hostage/choice",
        SetMode("crane-1", "lion-1", "none"),
        k.ModeCorrected("crane-1", "lion-1", "easy", ""),
        "Corrected: crane-1 has not chosen how to fight lion-1.",
    ),
    (
        "battle/turn",
        SetMoved("crane-2"),
        k.MovedCorrected("crane-2", ("primary",), ()),
        "Corrected: crane-2 has not moved in this turn.",
    ),
    (
        "battle/turn",
        SetMoved("crane-1", ("primary",)),
        k.MovedCorrected("crane-1", (), ("primary",)),
        "Corrected: crane-1 has moved in the Primary movement phase alone.",
    ),
    (
        "battle/turn",
        SetDeed("crane-2", "shot", "no"),
        k.DeedCorrected("crane-2", "shot", False, ""),
        "Corrected: crane-2 has not shot in this turn.",
    ),
    (
        "battle/turn",
        SetDeed("crane-2", "fly-by", "yes"),
        k.DeedCorrected("crane-2", "fly-by", True, "primary"),
        "Corrected: crane-2 has made fly-by attacks in this turn.",
    ),
    (
        "battle/losses",
        SetTally("crane-2", "wounds", 0),
        k.TallyCorrected("crane-2", "wounds", 3, 0),
        "Corrected: Wounds of crane-2 in this turn: 0, not 3.",
    ),
    (
        "battle/losses",
        SetTally("crane-2", "morale-tests", 2),
        k.TallyCorrected("crane-2", "morale-tests", 1, 2),
        "Corrected: Morale tests of crane-2 in this turn: 2, not 1.",
    ),
    (
        "hostage/taking",
        SetCaptor("guest-1", "lion-2"),
        k.HostageCorrected("guest-1", "lion-2", "", "lion-1", ""),
        "Corrected: guest-1 is in lion-2.",
    ),
    (
        "hostage/taking",
        SetHostage("guest-1", "free"),
        k.HostageCorrected("guest-1", "lion-1", "free", "lion-1", ""),
        "Corrected: guest-1 is free and out of the battle.",
    ),
    (
        "hostage/taking",
        SetHostage("guest-1", "destroyed"),
        k.HostageCorrected("guest-1", "lion-1", "destroyed", "lion-1", ""),
        "Corrected: guest-1 is destroyed.",
    ),
]

ALREADY = "already; there is nothing to correct."


@pytest.mark.parametrize(("heading", "correction", "event", "said"), TAKEN)
def test_a_correction_is_taken_and_taken_once(
    heading: str, correction: Struct, event: Struct, said: str
) -> None:
    assert JUDGE.correct(at(), correction) == (Fact(heading, event),)
    assert PICTURES.sentence(event, PUBLIC) == said
    after = evolve(GIVEN, event)
    assert CLAN_WAR.conserved(after) == ""
    with pytest.raises(IllegalMove, match=r"already; there is nothing to correct\."):
        JUDGE.correct(at(after), correction)


def test_every_correction_is_among_those() -> None:
    made = {type(correction) for _, correction, _, _ in TAKEN}
    others = {PlayBy, SetReport}  # test_second_edition.py, test_confirming.py
    assert made == set(CLAN_WAR.corrections) - others


# correction, the refusal
REFUSED: list[tuple[Struct, str]] = [
    (SetHonor("crab", 1), "[honor/gain] There is no army crab in this battle. There are crane, lion."),
    (SetHonor("crane", 45), f"[honor/gain] crane has 45 honor {ALREADY}"),
    (SetPoints("crab", 1), "[battle/points] There is no army crab in this battle. There are crane, lion."),
    (SetPoints("lion", 0), f"[battle/points] lion has 0 VP {ALREADY}"),
    (SetCards("crane", 0), f"[honor/card] crane has drawn 0 extra cards {ALREADY}"),
    (
        SetLevels("crane", 50, 0),
        "[honor/enemy-tests] 50 is no level of high honor. Write 0 where none is reached.",
    ),
    (
        SetLevels("crane", 40, -55),
        "[honor/own-tests] -55 is no level of low honor. Write 0 where none is reached.",
    ),
    (SetLevels("crane", 40, 0), f"[honor/enemy-tests] crane has reached 40 and 0 {ALREADY}"),
    (SetTests("crane", "enemy", (40,)), f"[honor/enemy-tests] These tests for crane are due {ALREADY}"),
    (SetTests("crane", "own"), f"[honor/enemy-tests] These tests for crane are due {ALREADY}"),
    (
        SetTests("crane", "enemy", (40, 45)),
        "[honor/enemy-tests] 45 is no level with a test of that kind.",
    ),
    (SetTests("crane", "enemy", (60, 60)), "[honor/enemy-tests] Each level has its tests once."),
    (SetTests("crane", "other"), "[honor/enemy-tests] There are no tests other. Write enemy or own."),
    (
        SetModels("crane-9", 1),
        "[battle/losses] There is no unit crane-9 in this battle. "
        "There is crane-1, lion-1, crane-2, crane-3, lion-2 or lion-4.",
    ),
    (SetModels("crane-1", 8), f"[battle/losses] crane-1 has 8 models {ALREADY}"),
    (
        SetModels("crane-1", 9),
        "[battle/losses] crane-1 has 8 models at most, without personalities.",
    ),
    (
        SetModels("crane-2", 0),
        '[battle/losses] crane-2 would have no model. Correct it as "unit crane-2 destroyed".',
    ),
    (SetUnit("lion-3", "destroyed"), f"[battle/losses] lion-3 is destroyed {ALREADY}"),
    (SetUnit("lion-3", "standing"), "[battle/losses] lion-3 has no model. Correct its models first."),
    (
        SetUnit("lion-1", "destroyed"),
        "[hostage/captor-gone] lion-1 holds guest-1. Correct its hostages first.",
    ),
    (
        SetUnit("lion-1", "gone"),
        '[battle/losses] "gone" does not fit here. Write standing or destroyed.',
    ),
    (
        SetPersonality("crane-hero-9", "slain"),
        "[battle/losses] There is no personality crane-hero-9 in this battle. "
        "There is crane-hero-1, lion-hero-1 or lion-hero-2.",
    ),
    (SetPersonality("crane-hero-1", "alive"), f"[battle/losses] crane-hero-1 is alive {ALREADY}"),
    (
        SetPersonality("lion-hero-1", "slain"),
        '[battle/losses] lion-hero-1 is the last of lion-4. Correct that first as "unit lion-4 destroyed".',
    ),
    (SetCondition("lion-2", "broken"), f"[battle/conditions] lion-2 is broken {ALREADY}"),
    (
        SetCondition("lion-1", "rallied"),
        f"[battle/conditions] lion-1 is neither broken nor routing {ALREADY}",
    ),
    (SetCondition("lion-1", "ready"), f"[battle/conditions] lion-1 is ready {ALREADY}"),
    (
        SetCondition("crane-3", "unformed"),
        "[flight/formation] crane-3 is airborne or a single model, and never unformed.",
    ),
    (
        SetCondition("lion-4", "unformed"),
        "[flight/formation] lion-4 is airborne or a single model, and never unformed.",
    ),
    (
        SetCondition("lion-3", "broken"),
        "[battle/conditions] lion-3 is destroyed. Name a unit that is on the table.",
    ),
    (SetHeight("crane-3", "airborne"), f"[flight/take-off] crane-3 is airborne {ALREADY}"),
    (SetHeight("crane-1", "ground"), f"[flight/take-off] crane-1 is on the ground {ALREADY}"),
    (
        SetHeight("crane-1", "airborne"),
        "[flight/units] crane-1 has not the trait Flight. It stays on the ground.",
    ),
    (SetPlace("crane-3", ("4", "5")), f"[battle/distance] crane-3 stands there {ALREADY}"),
    (
        SetPlace("crane-3", ("4", "5.1")),
        '[battle/distance] "5.1" is no distance. Write inches, to a quarter of an inch: 3.5 or 10.25.',
    ),
    (SetEngaged("crane-1", "crane-2"), "[battle/ground] crane-1 and crane-2 are of one army."),
    (SetEngaged("crane-1", "lion-1"), f"[battle/ground] crane-1 and lion-1 are engaged {ALREADY}"),
    (
        SetEngaged("crane-3", "lion-1"),
        "[flight/no-engage] crane-3 is airborne, and engaged with nobody. Correct its height first.",
    ),
    (SetParted("crane-2", "lion-1"), f"[battle/ground] crane-2 and lion-1 are not engaged {ALREADY}"),
    (
        SetMode("crane-1", "lion-1", "easy"),
        f"[hostage/choice] crane-1 fights easy against lion-1 {ALREADY}",
    ),
    (
        SetMode("crane-2", "lion-1", "none"),
        f"[hostage/choice] crane-2 has chosen no way to fight lion-1 {ALREADY}",
    ),
    (
        SetMode("crane-2", "lion-1", "easy"),
        "[hostage/choice] crane-2 is not engaged with lion-1. Correct the engagement first.",
    ),
    (
        SetMode("lion-1", "crane-1", "easy"),
        "[hostage/choice] crane-1 holds no hostage that concerns lion-1.",
    ),
    (
        SetMoved("crane-2", ("primary",)),
        f"[battle/turn] crane-2 has moved in primary {ALREADY}",
    ),
    (SetMoved("crane-1"), f"[battle/turn] crane-1 has not moved {ALREADY}"),
    (
        SetMoved("crane-1", ("cavalry",)),
        "[battle/turn] The cavalry movement phase has not begun.",
    ),
    (SetDeed("crane-2", "shot", "yes"), f'[battle/turn] "shot" of crane-2 is noted as yes {ALREADY}'),
    (
        SetDeed("crane-2", "feast", "yes"),
        '[battle/turn] "feast" does not fit here. Write shot, reaction, dive, retreat or fly-by.',
    ),
    (SetTally("crane-2", "wounds", 3), f"[battle/losses] wounds of crane-2: 3 {ALREADY}"),
    (SetCaptor("guest-1", "lion-1"), f"[hostage/taking] guest-1 is in lion-1 {ALREADY}"),
    (
        SetCaptor("guest-2", "lion-1"),
        "[hostage/taking] guest-2 has not been taken in this battle. Its captor reports it.",
    ),
    (
        SetCaptor("guest-1", "lion-3"),
        "[hostage/taking] lion-3 is destroyed. Name a unit that is on the table.",
    ),
    (
        SetHostage("guest-2", "free"),
        "[hostage/taking] guest-2 has not been taken in this battle. Its captor reports it.",
    ),
]


@pytest.mark.parametrize(("correction", "refusal"), REFUSED)
def test_a_correction_is_refused(correction: Struct, refusal: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        JUDGE.correct(at(), correction)
    assert str(refused.value) == refusal


ABOUT = "What is being asked or tested is about {}. Answer it first, or go back to before it."

# agenda, correction that is about it, the unit or hostage, and one that is not
GOING_ON: list[tuple[tuple[Struct, ...], Struct, str, Struct]] = [
    (
        (FlyByChoice("crane", "crane-3", "lion-1", 3),),
        SetModels("crane-3", 4),
        "crane-3",
        SetModels("lion-2", 4),
    ),
    (
        (FlyByChoice("crane", "crane-3", "lion-1", 3),),
        SetCondition("lion-1", "broken"),
        "lion-1",
        SetCondition("lion-2", "formed"),
    ),
    (
        (ForcedLanding("crane", "crane-3", "spell"), EndTurn()),
        SetHeight("crane-3", "ground"),
        "crane-3",
        SetHonor("crane", 50),
    ),
    (
        (RecoveryChoice("crane", "crane-1", "guest-1"),),
        SetParted("crane-2", "lion-1"),
        "lion-1",
        SetEngaged("crane-2", "lion-2"),
    ),
    (
        (RecoveryChoice("crane", "crane-1", "guest-1"),),
        SetPersonality("crane-hero-1", "slain"),
        "crane-1",
        SetMoved("crane-2"),
    ),
    (
        (RecoveryChoice("crane", "crane-1", "guest-1"),),
        SetHostage("guest-1", "free"),
        "guest-1",
        SetPoints("lion", 1),
    ),
    (
        (RescuerChoice("crane", "lion-3", ("crane-1", "crane-2")),),
        SetCaptor("guest-1", "crane-2"),
        "crane-2",
        SetCaptor("guest-1", "lion-2"),
    ),
    (
        (ForcedLanding("crane", "crane-3", "fear"), HonorTest("lion-1", "crane", "enemy", 40, 0)),
        SetTally("lion-1", "wounds", 2),
        "lion-1",
        SetTally("lion-2", "wounds", 2),
    ),
]


@pytest.mark.parametrize(("agenda", "correction", "name", "other"), GOING_ON)
def test_what_is_asked_or_tested_is_not_corrected(
    agenda: tuple[Struct, ...], correction: Struct, name: str, other: Struct
) -> None:
    """[battle/report]"""
    with pytest.raises(IllegalMove) as refused:
        JUDGE.correct(at(agenda=agenda), correction)
    assert str(refused.value) == f"[battle/report] {ABOUT.format(name)}"
    assert JUDGE.correct(at(agenda=agenda), other)


@pytest.mark.parametrize("last", [HonorTest("lion-1", "crane", "enemy", 40, 0), EndTurn()])
def test_tests_that_are_being_taken_are_not_corrected(last: Struct) -> None:
    """[honor/enemy-tests]"""
    with pytest.raises(IllegalMove) as refused:
        JUDGE.correct(
            at(agenda=(ForcedLanding("crane", "crane-3", "fear"), last)), SetTests("crane", "enemy")
        )
    assert str(refused.value) == (
        "[honor/enemy-tests] The tests of this turn are being taken. "
        "Go back to before the end of the turn instead."
    )


def test_nothing_is_corrected_in_the_muster_or_when_nobody_is_to_act() -> None:
    """[battle/muster, battle/report]"""
    with pytest.raises(IllegalMove) as refused:
        JUDGE.correct(at(replace(GIVEN, phase="muster"), (MusterArmies(SEATS),)), SetHonor("crane", 1))
    assert str(refused.value) == (
        "[battle/muster] The armies are mustering, and nothing has been fought. "
        "Go back to before the report instead."
    )
    with pytest.raises(IllegalMove) as refused:
        JUDGE.correct(at(agenda=(Victory(),)), SetHonor("crane", 1))
    assert str(refused.value) == (
        "[battle/report] Nobody is to act now. Wait until a seat is to act, or go back to before this."
    )


def test_a_correction_of_honor_brings_no_test_and_no_level() -> None:
    """[honor/gain]: they are corrected apart."""
    (fact,) = JUDGE.correct(at(), SetHonor("crane", 65))
    after = evolve(GIVEN, fact.event)
    assert (after.armies["crane"].honor, after.armies["crane"].high, after.due) == (65, 40, GIVEN.due)
    told = k.HonorCorrected("crane", Term(20, "ruling", "honor/gain"), 45, 65)
    assert fact.event == told
    assert PICTURES.sums(told, PUBLIC) == (("change of honor of crane", Sum((told.term,))),)


def test_a_unit_comes_back_in_two_corrections() -> None:
    """[battle/losses]: its models, then the unit, on the ground and engaged with nobody."""
    models = evolve(GIVEN, k.ModelsCorrected("lion-3", 0, 4))
    (fact,) = JUDGE.correct(at(models), SetUnit("lion-3", "standing"))
    after = evolve(models, fact.event)
    assert fact.event == k.UnitCorrected("lion-3", False)
    assert PICTURES.sentence(fact.event, PUBLIC) == "Corrected: lion-3 is on the table."
    assert (after.units["lion-3"].models, after.units["lion-3"].destroyed) == (4, False)


def test_a_destroyed_unit_leaves_its_engagements() -> None:
    """[battle/losses]"""
    after = evolve(GIVEN, k.UnitCorrected("crane-1", True))
    assert (after.engaged, after.modes) == ((), ())


def test_a_unit_goes_into_the_air_as_it_could_have() -> None:
    """[flight/units, flight/formation, flight/no-engage]"""
    down = flier("crane-3", airborne=False)
    for given, refusal in (
        (board(down, SPEAR), ""),
        (
            board(replace(down, formed=False), SPEAR),
            "[flight/formation] crane-3 is unformed. Correct its condition first.",
        ),
        (
            board(down, SPEAR, engaged=(("crane-3", "lion-1"),)),
            "[flight/no-engage] crane-3 is engaged with lion-1. Correct the engagement first.",
        ),
    ):
        if refusal:
            with pytest.raises(IllegalMove) as refused:
                JUDGE.correct(at(given), SetHeight("crane-3", "airborne"))
            assert str(refused.value) == refusal
        else:
            (fact,) = JUDGE.correct(at(given), SetHeight("crane-3", "airborne"))
            assert fact.event == k.HeightCorrected("crane-3", True)
            assert evolve(given, fact.event).units["crane-3"].airborne


def test_a_flying_unit_has_no_more_models_than_fly() -> None:
    """[flight/units]: twelve, personalities included."""
    bird = flier("crane-3", models=13, models_left=11)
    fallen = replace(hero("crane-hero-1", bird), slain=True)
    assert JUDGE.correct(at(board(bird)), SetModels("crane-3", 12))
    assert JUDGE.correct(at(board(bird, people=(fallen,))), SetPersonality("crane-hero-1", "alive"))
    for given, correction in (
        (board(bird), SetModels("crane-3", 13)),
        (board(replace(bird, models=12), people=(fallen,)), SetPersonality("crane-hero-1", "alive")),
    ):
        with pytest.raises(IllegalMove) as refused:
            JUDGE.correct(at(given), correction)
        assert str(refused.value) == (
            "[flight/units] crane-3 is airborne; a flying unit has at most 12 models. "
            "Correct its height first."
        )


def test_the_army_of_the_captor_takes_the_place_of_the_one_before() -> None:
    """[hostage/taking]: the others that have held the hostage stay on the list."""
    after = evolve(GIVEN, k.HostageCorrected("guest-1", "crane-2", "", "lion-1", ""))
    assert after.hostages["guest-1"].held == ("scorpion", "crane")
    assert after.hostages["guest-1"].captor == "crane-2"
    again = evolve(GIVEN, k.HostageCorrected("guest-1", "lion-2", "", "lion-1", ""))
    assert again.hostages["guest-1"].held == ("scorpion", "lion")


def test_the_table_is_open_and_only_army_lists_are_revealed() -> None:
    assert (CLAN_WAR.reveals, CLAN_WAR.sealed_corrections) == ((ListsOpened,), ())


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (k.HeightCorrected("a", True), "Corrected: a is airborne."),
        (k.ModeCorrected("a", "b", "", "easy"), "Corrected: a strikes easy against b."),
        (k.CardsCorrected("crane", 1, 2), "Corrected: crane has drawn 2 extra cards, not 1."),
        (
            k.MovedCorrected("a", (), ("cavalry",)),
            "Corrected: a has moved in the Cavalry movement phase alone.",
        ),
        (
            k.MovedCorrected("a", (), ("primary", "cavalry")),
            "Corrected: a has moved in both movement phases.",
        ),
        (k.DeedCorrected("a", "shot", True, ""), "Corrected: a has shot in this turn."),
        (
            k.DeedCorrected("a", "reaction", True, ""),
            "Corrected: a has used its reactionary fire in this turn.",
        ),
        (
            k.DeedCorrected("a", "reaction", False, ""),
            "Corrected: a has not used its reactionary fire in this turn.",
        ),
        (k.DeedCorrected("a", "dive", True, ""), "Corrected: a has dived in this turn."),
        (k.DeedCorrected("a", "dive", False, ""), "Corrected: a has not dived in this turn."),
        (k.DeedCorrected("a", "retreat", True, ""), "Corrected: a has made a Full Retreat in this turn."),
        (k.DeedCorrected("a", "retreat", False, ""), "Corrected: a has made no Full Retreat in this turn."),
        (k.DeedCorrected("a", "fly-by", False, ""), "Corrected: a has made no fly-by attack in this turn."),
    ],
)
def test_what_has_been_corrected_is_told(event: Struct, said: str) -> None:
    assert PICTURES.sentence(event, PUBLIC) == said


@pytest.mark.parametrize(
    ("deed", "before", "after"),
    [
        ("reaction", Deeds(), Deeds(reacted=True)),
        ("dive", Deeds(), Deeds(dived=True)),
        ("retreat", Deeds(), Deeds(retreated=True)),
        ("shot", Deeds(), Deeds(shot=True)),
        ("fly-by", Deeds(), Deeds(struck_in="cavalry")),
    ],
)
def test_a_deed_of_the_turn_is_noted_and_taken_back(deed: str, before: Deeds, after: Deeds) -> None:
    """[battle/turn]: fly-by attacks stand in the movement phase, or in the last one that was."""
    given = board(replace(GUARD, deeds=before), phase="close")
    (fact,) = JUDGE.correct(at(given), SetDeed("crane-1", deed, "yes"))
    noted = evolve(given, fact.event)
    assert noted.units["crane-1"].deeds == after
    (fact,) = JUDGE.correct(at(noted), SetDeed("crane-1", deed, "no"))
    assert evolve(noted, fact.event).units["crane-1"].deeds == before


@pytest.mark.parametrize(
    ("line", "correction"),
    [
        ("honor crane -12", SetHonor("crane", -12)),
        ("vp crane 3", SetPoints("crane", 3)),
        ("levels crane 40 -50", SetLevels("crane", 40, -50)),
        ("tests crane enemy 40 60", SetTests("crane", "enemy", (40, 60))),
        ("tests crane own none", SetTests("crane", "own")),
        ("cards crane 1", SetCards("crane", 1)),
        ("models crane-1 4", SetModels("crane-1", 4)),
        ("unit crane-1 destroyed", SetUnit("crane-1", "destroyed")),
        ("personality crane-hero-1 alive", SetPersonality("crane-hero-1", "alive")),
        ("condition crane-1 ready", SetCondition("crane-1", "ready")),
        ("height crane-1 airborne", SetHeight("crane-1", "airborne")),
        ("place crane-1 at 3.5 10", SetPlace("crane-1", ("3.5", "10"))),
        ("engaged crane-1 with lion-1", SetEngaged("crane-1", "lion-1")),
        ("parted crane-1 from lion-1", SetParted("crane-1", "lion-1")),
        ("mode crane-1 against lion-1 all-out", SetMode("crane-1", "lion-1", "all-out")),
        ("moved crane-1 primary cavalry", SetMoved("crane-1", ("primary", "cavalry"))),
        ("moved crane-1 never", SetMoved("crane-1")),
        ("deed crane-1 fly-by yes", SetDeed("crane-1", "fly-by", "yes")),
        ("tally crane-1 morale-tests 2", SetTally("crane-1", "morale-tests", 2)),
        ("captor guest-1 crane-1", SetCaptor("guest-1", "crane-1")),
        ("hostage guest-1 free", SetHostage("guest-1", "free")),
    ],
)
def test_a_correction_is_written_like_this(line: str, correction: Struct) -> None:
    words = CLAN_WAR.correcting(DATA, SEATS)
    assert words.read(line) == correction
    assert words.read(words.write(correction)) == correction
