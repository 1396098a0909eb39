"""Muster, phases, tests, losses, the end [battle/muster, battle/turn, battle/report, battle/end]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.combat_events import DestructionTested, Fought
from domain.clan_war.board.events import (
    ArmyDone,
    ArmyResigned,
    BattleEnded,
    BattleWon,
    ConditionChanged,
    EndProposed,
    ExtraCardWithheld,
    HonorTested,
    ModelsLost,
    ModifierEntered,
    MoraleTested,
    PersonalityRecruited,
    PersonalitySlain,
    PhaseBegan,
    PointsCounted,
    StartingHonorSet,
    Tally,
    TurnBegan,
    TurnEnded,
    UnitDestroyed,
    UnitMustered,
    UnitWounded,
)
from domain.clan_war.board.flight_events import ManeuverTested
from domain.clan_war.board.state import Board, Deeds, Profile, begin
from domain.clan_war.board.state import Personality as Person
from domain.clan_war.data.options import Options
from domain.clan_war.sequence.muster import setup
from domain.clan_war.view import ending, turn, winners
from domain.clan_war.words.items import (
    BeginPhase,
    DestructionTest,
    EndTurn,
    HonorTest,
    LandingTest,
    MusterArmies,
    Phase,
    Reports,
)
from domain.clan_war.words.reports import (
    Casualties,
    Done,
    EndBattle,
    Fight,
    Modifier,
    Morale,
    Muster,
    Personality,
    Raise,
    Recruit,
    Resign,
    Sample,
    SetCondition,
    Slain,
    Wounds,
)
from domain.kit.errors import IllegalMove
from domain.kit.sums import Sum, Term
from tests.clan_war.boards import (
    DATA,
    FILES,
    board,
    flier,
    hero,
    hostage,
    refused,
    reports,
    roll,
    scenario,
    total,
    unit,
    without,
)

A, B = unit("crane-1"), unit("lion-1", "lion")
SEATS = ("crane", "lion")

# ---- battle/muster


def mustering(*units: Any, **given: Any) -> Any:
    return scenario(board(*units, turn=0, **given), MusterArmies(SEATS))


@pytest.mark.parametrize(("seats", "may"), [(1, False), (2, True), (4, True), (5, False)])
def test_battle_muster_is_for_two_to_four_armies(seats: int, may: bool) -> None:
    names = ("crab", "crane", "dragon", "lion", "phoenix")[:seats]
    empty = begin(Options(), DATA, names)
    if may:
        assert setup(empty)[0].then[0] == MusterArmies(names)
        return
    with pytest.raises(IllegalMove) as refusal:
        setup(empty)
    said = f"[battle/muster] A battle is between 2 and 4 armies; {seats} are seated. Seat 2 to 4."
    assert str(refusal.value) == said


def test_battle_muster_units_of_the_data_set_and_of_ones_own() -> None:
    mustering().when("crane", Muster("crane-archers")).then(
        UnitMustered(Profile("crane-archers", "crane", "crane", 4, 6, 6, 8, 0, 15, 30))
    )
    mustering().when("crane", Raise("crane-2", 5, 4, 3, 9, 1, 6, 12, ("flight", "creature"))).then(
        UnitMustered(Profile("crane-2", "crane", "crane", 5, 4, 3, 9, 1, 6, 12, ("flight", "creature")))
    )


@pytest.mark.parametrize("seat", ["naga", "ratling", "shadowlands"])
def test_honor_immunity_units_of_non_humans_are_creatures(seat: str) -> None:
    told = scenario(board(turn=0, seats=(seat, "crane")), MusterArmies((seat, "crane")))
    told.when(seat, Raise(f"{seat}-1", 4, 5, 3, 9, traits=("flight",)))
    told.then(UnitMustered(Profile(f"{seat}-1", seat, seat, 4, 5, 3, 9, traits=("flight", "creature"))))
    told.when(seat, Raise(f"{seat}-2", 4, 5, 3, 9, traits=("creature",)))
    told.then(UnitMustered(Profile(f"{seat}-2", seat, seat, 4, 5, 3, 9, traits=("creature",))))


def test_battle_muster_personalities_of_the_data_set_and_of_ones_own() -> None:
    mustering(A, B).when("crane", Recruit("lion-general", "crane-1")).then(
        PersonalityRecruited(Person("lion-general", "crane", "lion", 4, 3, "crane-1", ("charge",)))
    )
    mustering(A, B).when("crane", Personality("crane-hero-1", "crab", 2, 1, "crane-1", ("defense",))).then(
        PersonalityRecruited(Person("crane-hero-1", "crane", "crab", 2, 1, "crane-1", ("defense",)))
    )


MUSTER: list[tuple[Struct, str]] = [
    (
        Muster("crane-9"),
        "[battle/muster] The data set has no unit crane-9. "
        'Enter a unit of your own: "unit crane-1 move 4 tl 6 ml 6 models 10".',
    ),
    (
        Raise("lion-2", 4, 6, 6, 8),
        "[battle/muster] lion-2 is no name for a unit of crane. Call it crane-1 to crane-9.",
    ),
    (Raise("crane-1", 4, 6, 6, 8), "[battle/muster] crane-1 is mustered already. Take another name."),
    (
        Raise("crane-2", 0, 6, 6, 8),
        "[battle/muster] 0 cannot be the inches that a unit moves. Write a number from 1 to 24.",
    ),
    (
        Raise("crane-2", 4, 6, 6, 0),
        "[battle/muster] 0 cannot be the number of models. Write a number from 1 to 99.",
    ),
    (
        Raise("crane-2", 4, 6, 6, 8, 0, 9, 8),
        "[battle/muster] 8 cannot be the inches of extended range. Write a number from 9 to 96.",
    ),
    (
        Raise("crane-2", 4, 6, 6, 8, traits=("wings",)),
        "[battle/muster] There is no trait wings. Write flight, cavalry or creature.",
    ),
    (
        Recruit("lion-general", "lion-1"),
        "[battle/report] lion-1 belongs to lion. You have crane-1.",
    ),
    (
        Recruit("doji", "crane-1"),
        "[battle/muster] The data set has no personality doji. "
        'Enter one of your own: "personality crane-hero-1 of crane honor 2 leadership 2 in …".',
    ),
    (
        Personality("doji", "crane", 1, 1, "crane-1"),
        "[battle/muster] doji is no name for a personality of crane. Call it crane-hero-1 to crane-hero-6.",
    ),
    (
        Personality("crane-hero-1", "crane", 21, 1, "crane-1"),
        "[battle/muster] 21 cannot be a personal honor. Write a number from -20 to 20.",
    ),
    (
        Personality("crane-hero-1", "crane", 1, 1, "crane-1", ("flying",)),
        "[battle/muster] There is no skill flying. Write charge or defense.",
    ),
    (Modifier(0, "x"), "[honor/start] A modifier of 0 changes nothing. Write the amount, such as -5."),
]


@pytest.mark.parametrize(("order", "text"), MUSTER)
def test_battle_muster_refuses(order: Struct, text: str) -> None:
    mustering(A, B).refused("crane", order, text)


def test_battle_muster_nobody_is_recruited_twice() -> None:
    told = mustering(A, B).when("crane", Recruit("lion-general", "crane-1"))
    text = "[battle/muster] lion-general is recruited already. Recruit another."
    told.refused("lion", Recruit("lion-general", "lion-1"), text)
    told.when("crane", Personality("crane-hero-1", "crane", 2, 1, "crane-1"))
    text = "[battle/muster] crane-hero-1 is recruited already. Take another name."
    told.refused("crane", Personality("crane-hero-1", "crane", 2, 1, "crane-1"), text)
    told.when("lion", Muster("fire-dragon"))
    text = "[battle/muster] fire-dragon is mustered already. Muster another unit."
    told.refused("crane", Muster("fire-dragon"), text)


def test_battle_muster_the_sample_army_once() -> None:
    told = mustering()
    after = told.when("crane", Sample()).board
    assert tuple(after.units) == ("crane-bushi", "crane-archers")
    assert [one.unit for one in after.people.values()] == ["crane-bushi", "crane-archers"]
    text = "[battle/muster] All units of crane in the data set are mustered. Say done."
    told.refused("crane", Sample(), text)


def test_battle_muster_ends_when_every_army_has_a_unit_and_is_done() -> None:
    told = scenario(board(A, B, turn=0), *setup(board(A, B))[0].then)
    told.when("crane", Modifier(-2, "an omen")).then(
        ModifierEntered("crane", Term(-2, "an omen", "honor/start"))
    )
    told.when("crane", Done()).then(ArmyDone("crane"))
    told.refused("crane", Done(), "[battle/muster] crane has said so. Wait for the others.")
    told.when("lion", Done()).then(
        ArmyDone("lion"),
        StartingHonorSet(
            "crane", total((10, "base honor of crane", "honor/start"), (-2, "an omen", "honor/start")), 0, 0
        ),
        StartingHonorSet("lion", total((10, "base honor of lion", "honor/start")), 0, 0),
        TurnBegan(1),
        PhaseBegan("primary"),
    )
    nobody = scenario(board(A, turn=0), MusterArmies(SEATS))
    text = '[battle/muster] lion has no unit. Write "sample army", or muster units one by one.'
    nobody.refused("lion", Done(), text)


# ---- battle/turn, battle/report


def test_battle_turn_is_five_phases() -> None:
    told = scenario(board(A, B, honor={"crane": 1, "lion": 1}), BeginPhase("primary")).goes_on()
    begun = [told.board.phase]
    while told.board.turn == 2:
        told.when("crane", Done())
        told.when("lion", Done())
        begun.append(told.board.phase)
    assert begun == ["primary", "cavalry", "ranged", "close", "end", "primary"]
    told.then(ArmyDone("lion"), TurnEnded(2), TurnBegan(3), PhaseBegan("primary"))


def test_battle_turn_the_end_phase_begins_with_the_extra_card() -> None:
    told = scenario(board(A, B), BeginPhase("end")).goes_on()
    told.then(PhaseBegan("end"), ExtraCardWithheld(("crane", "lion"), 0))


def test_battle_report_a_phase_waits_for_armies_that_have_units() -> None:
    gone = board(A, replace(B, destroyed=True))
    assert scenario(gone, BeginPhase("ranged")).goes_on().agenda == (
        Reports("ranged", ("crane",), ("lion",)),
    )
    both = board(replace(A, destroyed=True), replace(B, destroyed=True))
    assert scenario(both, BeginPhase("ranged")).goes_on().agenda == (Reports("ranged", SEATS),)


def test_battle_report_an_army_that_is_done_may_still_report() -> None:
    told = reports(board(A, B), "ranged")
    told.when("crane", Done())
    told.when("crane", Wounds("crane-1", 2)).then(UnitWounded("crane-1", 2))
    told.refused("crane", Done(), "[battle/report] crane is done with this phase. Wait for the others.")


# ---- battle/tests


@pytest.mark.parametrize(
    ("compare", "passes"),
    [
        (">=", (False, True, True)),
        (">", (False, False, True)),
        ("<=", (True, True, False)),
        ("<", (True, False, False)),
    ],
)
def test_battle_tests_are_compared_as_the_data_set_says(compare: str, passes: tuple[bool, ...]) -> None:
    text = 'compare = ">="\nleadership = false\nsource = "inferred: honor'
    data = without("tests.toml", text, text.replace(">=", compare))
    for face, passed in zip((5, 6, 7), passes, strict=True):
        told = reports(board(A, B, data=data, options=Options(failed_morale="recorded")), "end")
        told.when("crane", Morale("crane-1", "x"), faces=[face])
        tested = roll((face, "the die", "battle/morale"), compare=compare, passed=passed)
        told.then(MoraleTested("crane-1", "x", tested))


def test_battle_tests_a_die_that_explodes_is_thrown_again() -> None:
    data = without("tests.toml", "value = false", "value = true")
    told = reports(board(A, B, data=data), "end").when("crane", Morale("crane-1", "x"), faces=[10, 10, 3])
    (event,) = told.events
    assert isinstance(event, MoraleTested)
    assert (event.roll.faces, event.roll.sum.total) == ((10, 10, 3), 23)


# a kind of test, whether the data set lets it count Leadership as it ships, an agenda that brings it about
LED: list[tuple[str, bool, tuple[Struct, ...]]] = [
    ("maneuver", True, (LandingTest("crane-1", "plain"),)),
    ("morale", False, (HonorTest("crane-1", "lion", "enemy", 40, 0),)),
    ("destruction", False, (DestructionTest("crane-1"),)),
]


@pytest.mark.parametrize(("kind", "ships", "agenda"), LED)
@pytest.mark.parametrize("counts", [True, False])
def test_battle_tests_count_leadership_where_the_data_set_says_so(
    kind: str, ships: bool, agenda: tuple[Struct, ...], counts: bool
) -> None:
    head = FILES["tests.toml"].decode().partition(f"[tests.{kind}]\n")[2].partition("\nsource")[0]
    was, becomes = f"leadership = {str(ships).lower()}", f"leadership = {str(counts).lower()}"
    data = without("tests.toml", f"[tests.{kind}]\n{head}", f"[tests.{kind}]\n{head.replace(was, becomes)}")
    at = board(A, B, people=(hero("doji", A, 3),), hostages=(hostage(A, "lion"),), data=data)
    told = scenario(at, *agenda).goes_on(faces=[4])
    event = told.events[0]
    assert isinstance(event, ManeuverTested | HonorTested | DestructionTested)
    assert event.roll.sum.total == (7 if counts else 4)


def test_battle_tests_count_leadership_in_a_morale_test_too() -> None:
    text = 'leadership = false\nsource = "inferred: honor'
    data = without("tests.toml", text, text.replace("false", "true"))
    at = board(A, B, people=(hero("doji", A, 3),), data=data)
    told = reports(at, "end").when("crane", Morale("crane-1", "x"), faces=[4])
    terms = ((4, "the die", "battle/morale"), (3, "Leadership in crane-1", "battle/morale"))
    told.then(MoraleTested("crane-1", "x", roll(*terms, passed=True)))


def test_battle_tests_the_die_is_that_of_the_data_set() -> None:
    data = without("tests.toml", "value = 10", "value = 20")
    told = reports(board(A, B, data=data), "end").when("crane", Morale("crane-1", "x"), faces=[20])
    assert told.events[0] == MoraleTested("crane-1", "x", roll((20, "the die", "battle/morale"), passed=True))


# ---- battle/morale


def test_battle_morale_each_earlier_test_of_the_turn_counts() -> None:
    at = board(replace(A, broken=True, deeds=Deeds(morale_tests=2)), B)
    told = reports(at, "end").when("crane", Morale("crane-1", "a friend fled"), faces=[9])
    tested = roll(
        (9, "the die", "battle/morale"),
        (-1, "broken", "battle/morale"),
        (-2, "2 earlier in this turn", "battle/morale"),
        passed=True,
    )
    after = told.then(MoraleTested("crane-1", "a friend fled", tested))
    assert after.units["crane-1"].deeds.morale_tests == 3


FAILS: list[tuple[dict[str, Any], str, tuple[str, ...]]] = [
    ({}, "breaks", ("broken",)),
    ({"broken": True}, "breaks", ("routing",)),
    ({"broken": True, "routing": True}, "breaks", ()),
    ({}, "recorded", ()),
]


@pytest.mark.parametrize(("state", "option", "becomes"), FAILS)
def test_reading_31_what_a_failed_morale_test_does(
    state: dict[str, Any], option: str, becomes: tuple[str, ...]
) -> None:
    options = Options(failed_morale=option)  # type: ignore[arg-type]
    one = unit("crane-1", **state)
    told = reports(board(one, B, options=options), "end").when("crane", Morale("crane-1", "x"), faces=[5])
    assert told.events[1:] == tuple(ConditionChanged("crane-1", condition, "x") for condition in becomes)


# ---- battle/conditions, battle/losses


@pytest.mark.parametrize("condition", ["unformed", "spent", "broken", "routing"])
def test_battle_conditions_are_reported(condition: str) -> None:
    told = reports(board(A, B), "end").when("crane", SetCondition("crane-1", condition))
    told.then(ConditionChanged("crane-1", condition, "reported", 3 if condition == "spent" else 0))


LOSSES: list[tuple[Board, Struct, str]] = [
    (
        board(A, B),
        SetCondition("crane-1", "formed"),
        "[battle/conditions] crane-1 is formed already. Nothing is to be reported.",
    ),
    (
        board(A, B),
        SetCondition("crane-1", "rallied"),
        "[battle/conditions] crane-1 is neither broken nor routing. Nothing is to be reported.",
    ),
    (
        board(replace(A, broken=True), B),
        SetCondition("crane-1", "broken"),
        "[battle/conditions] crane-1 is broken already. Nothing is to be reported.",
    ),
    (
        board(replace(A, spent_until=3), B, options=Options(spent_adds=False)),
        SetCondition("crane-1", "spent"),
        "[battle/conditions] crane-1 is spent already. Nothing is to be reported.",
    ),
    (
        board(A, B),
        SetCondition("crane-1", "tired"),
        "[battle/conditions] There is no condition tired. "
        "Write unformed, formed, spent, broken, routing or rallied.",
    ),
    (board(A, B), Casualties("crane-1", 9), "[battle/losses] crane-1 has 8 models. It can lose 1 to 8."),
    (
        board(A, B),
        Casualties("crane-1", 0),
        "[battle/losses] 0 cannot be the number of models that crane-1 loses. Write a number from 1 to 99.",
    ),
    (
        board(A, B),
        Wounds("crane-1", 0),
        "[battle/losses] 0 cannot be the number of wounds. Write a number from 1 to 99.",
    ),
    (
        board(replace(A, destroyed=True), B),
        Wounds("crane-1", 1),
        "[battle/losses] crane-1 is destroyed. Name a unit that is on the table.",
    ),
    (
        board(A, B, people=(hero("doji", A),)),
        Slain("akodo"),
        "[battle/losses] akodo is no living personality of crane. There is doji.",
    ),
]


@pytest.mark.parametrize(("at", "order", "text"), LOSSES)
def test_battle_losses_and_conditions_refuse(at: Board, order: Struct, text: str) -> None:
    refused(at, "end", order, text)


@pytest.mark.parametrize(("models", "left"), [(7, 1), (8, 0)])
def test_battle_losses_a_unit_of_no_models_is_destroyed(models: int, left: int) -> None:
    at = board(flier("crane-1"), B)
    told = reports(at, "end").when("crane", Casualties("crane-1", models))
    gone = () if left else (UnitDestroyed("crane-1"),)
    after = told.then(ModelsLost("crane-1", models, left), *gone)
    assert (after.units["crane-1"].destroyed, after.units["crane-1"].airborne) == (left == 0, left > 0)


def test_battle_losses_a_personality_that_is_slain_leads_no_more() -> None:
    at = board(A, B, people=(hero("doji", A, 3), hero("kakita", A, 1)))
    told = reports(at, "end").when("crane", Slain("doji"))
    assert told.then(PersonalitySlain("doji")).people["doji"].slain
    told.refused(
        "crane", Slain("doji"), "[battle/losses] doji is no living personality of crane. There is kakita."
    )


# ---- battle/close-combat


def test_battle_close_combat_is_reported_once_by_either_side() -> None:
    at = board(A, B, engaged=(("lion-1", "crane-1"),))
    told = reports(at, "close").when("crane", Fight("crane-1", "lion-1", 3, 1))
    after = told.then(Fought("crane-1", "lion-1", 3, 1, Sum(()), Sum(())))
    assert [after.units[name].deeds.wounds for name in ("crane-1", "lion-1")] == [1, 3]
    text = "[battle/close-combat] lion-1 and crane-1 have fought in this phase. It is noted."
    told.refused("lion", Fight("lion-1", "crane-1", 1, 3), text)
    text = "[battle/close-combat] crane-1 is not engaged with lion-1. It is engaged with nobody."
    refused(board(A, B), "close", Fight("crane-1", "lion-1", 3, 1), text)


# ---- battle/end


def counted(crane: int, lion: int) -> PointsCounted:
    points = (("crane", crane), ("lion", lion))
    return PointsCounted(tuple(Tally(army, Sum(terms(vp))) for army, vp in points))


def terms(vp: int) -> tuple[Term, ...]:
    return (Term(vp, "x", "battle/points"),) if vp else ()


def scored(crane: int, lion: int, **given: Any) -> Board:
    at = board(A, B, **given)
    armies = {
        army: replace(at.armies[army], points=terms(vp)) for army, vp in (("crane", crane), ("lion", lion))
    }
    return replace(at, armies=armies)


def test_battle_end_by_agreement_of_all_in_one_turn() -> None:
    told = reports(scored(3, 1), "ranged")
    told.when("lion", EndBattle()).then(EndProposed("lion"))
    text = "[battle/end] lion has agreed to the end in this turn. Still to agree: crane."
    told.refused("lion", EndBattle(), text)
    after = told.when("crane", EndBattle()).then(
        EndProposed("crane"), BattleEnded("agreed"), counted(3, 1), BattleWon(("crane",), "victory")
    )
    assert (winners(after), ending(after), told.agenda) == (("crane",), "victory", ())


@pytest.mark.parametrize(("limit", "over"), [(2, True), (3, False)])
def test_reading_32_at_the_turn_limit(limit: int, over: bool) -> None:
    told = scenario(scored(2, 2, options=Options(turn_limit=limit)), EndTurn()).goes_on()
    if over:
        draw = BattleWon(("crane", "lion"), "draw")
        after = told.then(TurnEnded(2), BattleEnded("turn limit"), counted(2, 2), draw)
        assert (winners(after), ending(after)) == (("crane", "lion"), "draw")
    else:
        after = told.then(TurnEnded(2), TurnBegan(3), PhaseBegan("primary"))
        assert (winners(after), ending(after), turn(after)) == ((), "", "T3")


@pytest.mark.parametrize("phase", ["primary", "end"])
def test_reading_33_an_army_that_resigns_leaves_the_victory_to_the_others(phase: Phase) -> None:
    told = reports(scored(3, 1), phase)
    lion = PointsCounted((Tally("lion", Sum(terms(1))),))
    after = told.when("crane", Resign()).then(
        ArmyResigned("crane"), lion, BattleWon(("lion",), "resignation")
    )
    assert (ending(after), told.agenda) == ("resignation", ())
