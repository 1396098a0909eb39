"""Hostages and captors [hostage/taking, hostage/choice, hostage/destruction, hostage/recovery]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.combat_events import (
    DestructionTested,
    Fought,
    HostageDestroyed,
    HostageFreed,
    HostageRecovered,
    HostageTaken,
    ModeChosen,
    ModelsSacrificed,
    RecoveryDeclined,
    RecoveryTested,
)
from domain.clan_war.board.events import (
    ArmyDone,
    HonorChanged,
    LevelReached,
    ModelsLost,
    PersonalitySlain,
    PointsChanged,
    UnitDestroyed,
)
from domain.clan_war.board.state import Board, Combat, Deeds, Mode
from domain.clan_war.data.options import Options
from domain.clan_war.words.items import (
    BeginPhase,
    Destructions,
    Phase,
    Recoveries,
    RecoveryChoice,
    RescuerChoice,
)
from domain.clan_war.words.reports import (
    AllOut,
    Casualties,
    Done,
    Fight,
    Kill,
    Leave,
    Recover,
    Rescuer,
    Sacrifice,
    Slain,
    StrikeEasy,
    Take,
    Transfer,
)
from domain.kit.sums import Sum, Term
from tests.clan_war.boards import board, hero, hostage, refused, reports, roll, scenario, total, unit

A, B = unit("crane-1"), unit("lion-1", "lion")
HELD = hostage(B, "crane")
PAIR = ("crane-1", "lion-1")


def captors(*units: Any, **given: Any) -> Board:
    """crane-1 is engaged with lion-1, which holds guest-1 of crane."""
    return board(*(units or (A, B)), **({"hostages": (HELD,), "engaged": (PAIR,)} | given))


# ---- hostage/taking, hostage/moving


def test_hostage_taking_names_the_clan_and_the_captor() -> None:
    told = reports(board(A, B), "close").when("lion", Take("guest-1", "crane", "lion-1"))
    assert told.then(HostageTaken("guest-1", "crane", "lion-1")).hostages == {"guest-1": HELD}


TAKE: list[tuple[Board, Struct, str]] = [
    (
        board(A, B),
        Take("guest-1", "crane", "crane-1"),
        "[hostage/taking] crane takes no hostage of its own clan. Name the hostage's clan.",
    ),
    (
        captors(),
        Take("guest-1", "lion", "crane-1"),
        "[hostage/taking] guest-1 has been taken in this battle. Use another name.",
    ),
    (
        board(A, B),
        Take("guest-1", "lion", "lion-1"),
        "[battle/report] lion-1 belongs to lion. You have crane-1.",
    ),
    (
        board(A, B),
        Take("guest-9", "lion", "crane-1"),
        "[hostage/taking] There is no hostage guest-9. Write prophecies, guest-1, guest-2, guest-3, guest-4, "
        "guest-5, guest-6, guest-7 or guest-8.",
    ),
    (
        board(A, B),
        Take("guest-1", "sparrow", "crane-1"),
        "[hostage/taking] There is no clan sparrow. Write crab, crane, dragon, lion, phoenix, scorpion, "
        "unicorn, naga, ratling, shadowlands or unaligned.",
    ),
    (
        captors(),
        Transfer("guest-1", "crane-1"),
        "[hostage/moving] Hostages may not be moved between units. guest-1 stays in lion-1.",
    ),
    (
        board(A, B),
        Transfer("guest-2", "crane-1"),
        "[hostage/moving] Hostages may not be moved between units.",
    ),
]


@pytest.mark.parametrize(("at", "order", "text"), TAKE)
def test_hostage_taking_and_moving_refuse(at: Board, order: Struct, text: str) -> None:
    refused(at, "close", order, text)


# ---- hostage/choice, hostage/easy, hostage/all-out

CHOOSE = (
    "[hostage/choice] crane-1 is engaged with lion-1, which holds guest-1, and has not chosen how to fight. "
    'Write "easy crane-1 against lion-1" or "allout crane-1 against lion-1".'
)


def test_hostage_choice_comes_before_the_combat_and_before_done() -> None:
    told = reports(captors(), "close")
    told.refused("crane", Done(), CHOOSE)
    told.refused("crane", Fight("crane-1", "lion-1", 1, 1), CHOOSE)
    told.refused("lion", Fight("lion-1", "crane-1", 1, 1), CHOOSE)
    told.when("lion", Done()).then(ArmyDone("lion"))


def test_reading_37_it_concerns_the_clan_of_the_hostage_and_its_army_only() -> None:
    at = captors(hostages=(hostage(B, "crab"),))
    reports(at, "close").when("crane", Fight("crane-1", "lion-1", 2, 1)).then(
        Fought("crane-1", "lion-1", 2, 1, Sum(()), Sum(()))
    )
    text = (
        "[hostage/choice] lion-1 holds no hostage that concerns crane-1, which fights as always. "
        "Nothing is to be chosen."
    )
    refused(at, "close", StrikeEasy("crane-1", "lion-1"), text)
    crab = unit("crane-1", clan="crab")
    refused(captors(crab, B, hostages=(hostage(B, "crab"),)), "close", Done(), CHOOSE)


def test_cw_13_strike_easy_has_minus_1_att() -> None:
    told = reports(captors(), "close").when("crane", StrikeEasy("crane-1", "lion-1"))
    told.then(ModeChosen("crane-1", "lion-1", "easy"))
    told.when("crane", Fight("crane-1", "lion-1", 2, 1))
    att = total((-1, "strikes easy", "hostage/easy"))
    told.then(Fought("crane-1", "lion-1", 2, 1, att, Sum(()), ("easy", "")))


def test_hostage_easy_ends_with_the_hostage() -> None:
    gone = replace(HELD, end="destroyed")
    at = captors(hostages=(gone,), modes=(Mode("crane-1", "lion-1", "easy"),))
    told = reports(at, "close").when("crane", Fight("crane-1", "lion-1", 2, 1))
    told.then(Fought("crane-1", "lion-1", 2, 1, Sum(()), Sum(()), ("easy", "")))


CAUSE = "all-out attack of crane-1 on lion-1"


def test_cw_13_an_all_out_attack_costs_5_honor_and_2_vp_for_1_att() -> None:
    told = reports(captors(), "close").when("crane", AllOut("crane-1", "lion-1"))
    told.then(
        ModeChosen("crane-1", "lion-1", "all-out"),
        HonorChanged("crane", Term(-5, CAUSE, "hostage/all-out"), -5, "crane"),
        PointsChanged("crane", Term(-2, CAUSE, "hostage/all-out"), -2, "crane"),
    )
    told.when("lion", Fight("lion-1", "crane-1", 1, 3))
    att = total((1, "all-out attack", "hostage/all-out"))
    told.then(Fought("lion-1", "crane-1", 1, 3, Sum(()), att, ("", "all-out")))


def test_hostage_all_out_may_sink_the_honor_to_a_level() -> None:
    at = captors(honor={"crane": -45}, levels={"crane": (0, -40)})
    told = reports(at, "close").when("crane", AllOut("crane-1", "lion-1"))
    assert told.events[2] == LevelReached("crane", "own", -50, -1, True)
    assert told.cited[2] == "honor/own-tests"


def test_reading_22_from_easy_to_all_out_and_not_back() -> None:
    told = reports(captors(modes=(Mode("crane-1", "lion-1", "easy"),)), "close")
    told.refused(
        "crane",
        StrikeEasy("crane-1", "lion-1"),
        "[hostage/easy] crane-1 strikes easy already. Nothing is to be reported.",
    )
    told.when("crane", AllOut("crane-1", "lion-1"))
    assert told.board.modes == (Mode("crane-1", "lion-1", "all-out"),)
    told.refused(
        "crane",
        StrikeEasy("crane-1", "lion-1"),
        "[hostage/all-out] crane-1 has begun an all-out attack on lion-1. "
        "It lasts until the end of the engagement.",
    )
    told.refused(
        "crane",
        AllOut("crane-1", "lion-1"),
        "[hostage/all-out] crane-1 attacks all-out already. Nothing is to be reported.",
    )
    back = captors(modes=(Mode("crane-1", "lion-1", "all-out"),), options=Options(back_to_easy=True))
    reports(back, "close").when("crane", StrikeEasy("crane-1", "lion-1")).then(
        ModeChosen("crane-1", "lion-1", "easy")
    )


def test_hostage_choice_needs_an_engagement() -> None:
    text = "[hostage/choice] crane-1 is not engaged with lion-1. It chooses once it is."
    refused(captors(engaged=()), "close", AllOut("crane-1", "lion-1"), text)


# ---- hostage/destruction

ALL_OUT = (Mode("crane-1", "lion-1", "all-out"),)
FOUGHT = (Combat("crane-1", "lion-1", 4, 1),)
ATTACKED = (Combat("crane-1", "lion-1", 4, 1, ("all-out", "")),)
RULE = "hostage/destruction"


def wounded(wounds: int, **given: Any) -> Board:
    captor = replace(B, deeds=Deeds(wounds=wounds))
    return captors(A, captor, **({"modes": ALL_OUT, "combats": ATTACKED} | given))


# face, wounds in the turn, sum, whether the hostage survives
TESTS = [(3, 3, 2, True), (3, 4, 1, False), (2, 1, 2, True), (1, 0, 1, False), (2, 2, 1, False)]


@pytest.mark.parametrize(("face", "wounds", "sum_", "survives"), TESTS)
def test_cw_11_the_test_of_the_captor(face: int, wounds: int, sum_: int, survives: bool) -> None:
    told = scenario(wounded(wounds), Destructions()).goes_on(faces=[face])
    lost = ((sum_ - face, f"{wounds} Wounds of lion-1", RULE),) if sum_ != face else ()
    tested = DestructionTested("lion-1", roll((face, "the die", RULE), *lost, needed=2, passed=survives))
    gone = () if survives else (HostageDestroyed("guest-1", "lion-1", "all-out attack"),)
    assert told.then(tested, *gone).hostages["guest-1"].end == ("" if survives else "destroyed")


def test_hostage_destruction_only_after_an_all_out_attack_in_the_phase() -> None:
    easy = (Combat("crane-1", "lion-1", 4, 1, ("easy", "")),)
    for combats in ((), FOUGHT, easy):
        at = wounded(9, combats=combats)
        assert scenario(at, Destructions()).goes_on().events == ()


def test_hostage_destruction_counts_an_attack_as_it_was_made() -> None:
    """Neither a choice after the fight nor the end of the attacker changes whether there is a test."""
    told = reports(captors(modes=(Mode("crane-1", "lion-1", "easy"),)), "close")
    told.when("crane", Fight("crane-1", "lion-1", 2, 1))
    told.when("crane", AllOut("crane-1", "lion-1"))
    assert scenario(told.board, Destructions()).goes_on().events == ()
    told = reports(captors(modes=ALL_OUT), "close")
    told.when("crane", Fight("crane-1", "lion-1", 2, 9))
    told.when("crane", Casualties("crane-1", 8))
    after = scenario(told.board, Destructions()).goes_on(faces=[2])
    survived = roll((2, "the die", RULE), (-1, "2 Wounds of lion-1", RULE), needed=2, passed=False)
    after.then(DestructionTested("lion-1", survived), HostageDestroyed("guest-1", "lion-1", "all-out attack"))


def test_hostage_destruction_and_recovery_come_at_the_end_of_close_combat() -> None:
    told = reports(captors(modes=ALL_OUT), "close")
    told.when("crane", Fight("crane-1", "lion-1", 4, 1))
    told.when("lion", Done()).then(ArmyDone("lion"))
    told.when("crane", Done(), faces=[9])
    survived = roll((9, "the die", RULE), (-2, "4 Wounds of lion-1", RULE), needed=2, passed=True)
    told.then(ArmyDone("crane"), DestructionTested("lion-1", survived))
    assert told.agenda == (CHOICE, BeginPhase("end"))


@pytest.mark.parametrize(("option", "tests"), [("captor", 1), ("attacker", 2)])
def test_reading_23_several_attackers(option: str, tests: int) -> None:
    at = captors(
        A,
        unit("crane-2"),
        B,
        engaged=(PAIR, ("crane-2", "lion-1")),
        modes=(*ALL_OUT, Mode("crane-2", "lion-1", "all-out")),
        combats=(*ATTACKED, Combat("lion-1", "crane-2", 0, 0, ("", "all-out"))),
        options=Options(destruction=option),  # type: ignore[arg-type]
    )
    told = scenario(at, Destructions()).goes_on(faces=[9] * tests)
    attackers = ("",) if option == "captor" else ("crane-1", "crane-2")
    survived = roll((9, "the die", RULE), needed=2, passed=True)
    told.then(*(DestructionTested("lion-1", survived, attacker) for attacker in attackers))


def test_reading_29_one_test_decides_for_all_hostages_of_the_captor() -> None:
    at = wounded(9, hostages=(HELD, hostage(B, "crane", "guest-2")))
    told = scenario(at, Destructions()).goes_on(faces=[1])
    assert told.events[1:] == (
        HostageDestroyed("guest-1", "lion-1", "all-out attack"),
        HostageDestroyed("guest-2", "lion-1", "all-out attack"),
    )


# ---- hostage/kill


def test_cw_14_a_captor_that_destroys_its_hostage_pays() -> None:
    cause = "guest-1 destroyed by Special Order"
    reports(captors()).when("lion", Kill("guest-1")).then(
        HostageDestroyed("guest-1", "lion-1", "special order"),
        HonorChanged("lion", Term(-5, cause, "hostage/kill"), -5, "lion"),
        PointsChanged("lion", Term(-2, cause, "hostage/kill"), -2, "lion"),
    )


KILL: list[tuple[Board, Phase, str, str]] = [
    (
        captors(),
        "primary",
        "crane",
        "[hostage/kill] crane holds no hostage guest-1. Only a captor can destroy one.",
    ),
    (
        captors(),
        "close",
        "lion",
        "[hostage/kill] This belongs to the Primary movement phase; now is the Close Combat phase. "
        "Report it there.",
    ),
    (
        captors(hostages=(hostage(B, "lion"),)),
        "primary",
        "lion",
        "[hostage/kill] guest-1 is of your own clan and among friends. Keep it safe.",
    ),
]


@pytest.mark.parametrize(("at", "phase", "seat", "text"), KILL)
def test_hostage_kill_refuses(at: Board, phase: Phase, seat: str, text: str) -> None:
    refused(at, phase, Kill("guest-1"), text, seat)


# ---- hostage/recovery


def asked(at: Board) -> tuple[Struct, ...]:
    return scenario(at, Recoveries()).goes_on().agenda


CHOICE = RecoveryChoice("crane", "crane-1", "guest-1")


@pytest.mark.parametrize(("given", "taken", "may"), [(1, 2, False), (2, 2, False), (2, 1, True)])
def test_hostage_recovery_by_the_winner_of_the_combat(given: int, taken: int, may: bool) -> None:
    for combat in (Combat("crane-1", "lion-1", given, taken), Combat("lion-1", "crane-1", taken, given)):
        assert asked(captors(combats=(combat,))) == ((CHOICE,) if may else ())


def test_reading_24_two_models_sacrificed_give_the_right_to_test() -> None:
    lost = (Combat("crane-1", "lion-1", 0, 5),)
    told = reports(captors(combats=lost), "close").when("crane", Sacrifice("crane-1", "guest-1"))
    after = told.then(ModelsSacrificed("crane-1", "guest-1", 2, 6))
    assert asked(after) == (CHOICE,)
    text = "[hostage/recovery] crane-1 has made its sacrifice. It may attempt the recovery."
    told.refused("crane", Sacrifice("crane-1", "guest-1"), text)


# models, personalities, whether some are left
LEFT = [(2, 0, False), (3, 0, True), (2, 1, True), (1, 2, False)]


@pytest.mark.parametrize(("models", "people", "may"), LEFT)
def test_reading_24_models_must_be_left(models: int, people: int, may: bool) -> None:
    heroes = tuple(hero(f"hero {nth}", A) for nth in range(people))
    two_are_sacrificed(captors(replace(A, models=models), B, combats=FOUGHT, people=heroes), models, may)


def two_are_sacrificed(at: Board, models: int, may: bool) -> None:
    """So many models are left to crane-1; whether two of them may go for guest-1."""
    if may:
        told = reports(at, "close").when("crane", Sacrifice("crane-1", "guest-1"))
        told.then(ModelsSacrificed("crane-1", "guest-1", 2, models - 2))
    else:
        text = (
            f"[hostage/recovery] crane-1 has {models} models; 2 are sacrificed and the rest recovers the "
            "hostage. It must win the Close Combat instead."
        )
        refused(at, "close", Sacrifice("crane-1", "guest-1"), text)


def test_reading_24_not_before_the_enemy_has_attacked() -> None:
    text = (
        "[hostage/recovery] crane-1 and lion-1 have not fought in this phase. "
        "Models are sacrificed after the enemy's attack; report the fight first."
    )
    refused(captors(), "close", Sacrifice("crane-1", "guest-1"), text)
    text = "[hostage/recovery] crane-1 is not engaged with a captor of guest-1. It must be, to recover it."
    refused(captors(engaged=(), combats=FOUGHT), "close", Sacrifice("crane-1", "guest-1"), text)


UNFIT: list[dict[str, Any]] = [{"formed": False}, {"spent_until": 3}, {"broken": True}, {"routing": True}]


@pytest.mark.parametrize("state", UNFIT)
def test_reading_25_not_by_units_that_are_unformed_spent_broken_or_routing(state: dict[str, Any]) -> None:
    assert asked(captors(combats=FOUGHT)) == (CHOICE,)
    assert asked(captors(replace(A, **state), B, combats=FOUGHT)) == ()


# ---- hostage/recovery-test, hostage/recapture

TEST = "hostage/recovery-test"
LEADERS = (hero("doji", A, 3), hero("akodo", B, 2))


def recovered(at: Board, face: int) -> Any:
    told = scenario(at, CHOICE).when("crane", Recover("guest-1", "crane-1"), faces=[face])
    return told.events


@pytest.mark.parametrize(("face", "passed"), [(5, False), (6, True)])
def test_cw_12_the_sum_must_be_more_than_tl(face: int, passed: bool) -> None:
    tested = RecoveryTested(
        "crane-1",
        "lion-1",
        "guest-1",
        roll(
            (face, "the die", TEST),
            (3, "Leadership in crane-1", TEST),
            (-2, "Leadership in lion-1", TEST),
            compare=">",
            passed=passed,
        ),
    )
    won = (HostageRecovered("guest-1", "crane-1", "test"),) if passed else ()
    assert recovered(captors(people=LEADERS, combats=FOUGHT), face) == (tested, *won)


@pytest.mark.parametrize(("face", "passed"), [(6, False), (7, True)])
def test_cw_12_a_recapture_has_minus_1(face: int, passed: bool) -> None:
    held = hostage(B, "crab", "guest-1", "crane", "lion")
    at = captors(people=LEADERS, combats=FOUGHT, hostages=(held,))
    tested, *won = recovered(at, face)
    assert tested.roll.sum.terms[-1] == Term(-1, "crane has held guest-1 before", "hostage/recapture")
    assert (tested.roll.sum.total, tested.roll.passed) == (face, passed)
    assert won == ([HostageRecovered("guest-1", "crane-1", "test")] if passed else [])


def test_reading_27_whoever_has_lost_a_hostage_pays_for_its_recapture() -> None:
    told = scenario(captors(combats=FOUGHT), CHOICE)
    after = told.when("crane", Recover("guest-1", "crane-1"), faces=[7]).board
    assert after.hostages["guest-1"].held == ("lion", "crane")
    assert after.hostages["guest-1"].captor == "crane-1"


def test_reading_27_the_clan_of_the_hostage_recovers_its_own_without_a_modifier() -> None:
    held = hostage(B, "crane", "guest-1", "crane", "lion")
    tested, *_won = recovered(captors(people=LEADERS, combats=FOUGHT, hostages=(held,)), 6)
    assert (tested.roll.sum.total, tested.roll.passed) == (7, True)


def test_hostage_recovery_is_from_the_captor_that_was_fought() -> None:
    """unicorn-1 has won against lion-1; crane-1, which has the hostage now, it has not fought."""
    c = unit("unicorn-1", "unicorn")
    at = captors(
        A,
        B,
        c,
        seats=("crane", "lion", "unicorn"),
        engaged=(PAIR, ("unicorn-1", "lion-1"), ("unicorn-1", "crane-1")),
        combats=(*FOUGHT, Combat("unicorn-1", "lion-1", 3, 0)),
    )
    told = scenario(at, Recoveries()).goes_on()
    asked: list[Struct] = [CHOICE, RecoveryChoice("unicorn", "unicorn-1", "guest-1")]
    assert list(told.agenda) == asked
    told.when("crane", Recover("guest-1", "crane-1"), faces=[9])
    assert told.board.hostages["guest-1"].captor == "crane-1"
    assert list(told.agenda) == []


def test_hostage_recovery_may_be_declined() -> None:
    told = scenario(captors(combats=FOUGHT), CHOICE)
    text = (
        "[hostage/recovery] Asked is whether crane-1 tries to recover guest-1. "
        'Write "recover guest-1 with crane-1" or "leave guest-1".'
    )
    told.refused("crane", Leave("guest-2"), text)
    told.when("crane", Leave("guest-1")).then(RecoveryDeclined("crane-1", "guest-1"))


# ---- hostage/captor-gone


def removed(at: Board) -> Any:
    return reports(at, "close").when("lion", Casualties("lion-1", 8))


GONE = (ModelsLost("lion-1", 8, 0), UnitDestroyed("lion-1"))


def test_hostage_captor_gone_the_unit_that_was_engaged_recovers_it() -> None:
    removed(captors()).then(*GONE, HostageRecovered("guest-1", "crane-1", "captor gone"))


def test_hostage_captor_gone_only_when_it_is_removed_entirely() -> None:
    told = reports(captors(), "close").when("lion", Casualties("lion-1", 7))
    told.then(ModelsLost("lion-1", 7, 1))


def test_hostage_captor_gone_not_while_a_personality_is_left() -> None:
    told = reports(captors(people=(hero("akodo", B), hero("matsu", B))), "close")
    told.when("lion", Casualties("lion-1", 8)).then(ModelsLost("lion-1", 8, 0))
    text = '[battle/losses] lion-1 has lost all its models but for akodo, matsu. Write "slain akodo".'
    told.refused("lion", Casualties("lion-1", 1), text)
    told.when("lion", Slain("akodo")).then(PersonalitySlain("akodo"))
    told.when("lion", Slain("matsu"))
    told.then(
        PersonalitySlain("matsu"),
        UnitDestroyed("lion-1"),
        HostageRecovered("guest-1", "crane-1", "captor gone"),
    )


def test_reading_30_with_nobody_engaged_it_is_free() -> None:
    told = removed(captors(engaged=()))
    assert told.then(*GONE, HostageFreed("guest-1")).hostages["guest-1"].end == "free"


SEVERAL = {"engaged": (PAIR, ("lion-1", "crane-2"))}


def test_reading_26_the_owner_of_several_says_which() -> None:
    told = removed(captors(A, unit("crane-2", models=9), B, **SEVERAL))
    assert told.agenda[0] == RescuerChoice("crane", "lion-1", ("crane-1", "crane-2"))
    text = (
        "[hostage/captor-gone] lion-1 was not engaged with lion-1, or is not the largest army's. "
        "Choose crane-1 or crane-2."
    )
    told.refused("crane", Rescuer("lion-1"), text)
    told.when("crane", Rescuer("crane-1")).then(HostageRecovered("guest-1", "crane-1", "captor gone"))


def test_reading_26_or_by_an_option_the_largest() -> None:
    at = captors(A, unit("crane-2", models=9), B, options=Options(rescuer="most-models"), **SEVERAL)
    removed(at).then(*GONE, HostageRecovered("guest-1", "crane-2", "captor gone"))
