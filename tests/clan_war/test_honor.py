"""Honor: the ledger, its levels and their tests [honor/start, honor/gain, honor/high, honor/low]."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.clan_war.battle.honor_effects import maneuver_terms, morale_terms
from domain.clan_war.board.events import (
    ArmyDone,
    ConditionChanged,
    DueLapsed,
    ExtraCardGranted,
    ExtraCardWithheld,
    HonorChanged,
    HonorTested,
    LevelReached,
    MoraleTested,
    PhaseBegan,
    PointsChanged,
    StartingHonorSet,
    TurnBegan,
    TurnEnded,
)
from domain.clan_war.board.state import Board, Deeds, Due
from domain.clan_war.data.options import Options
from domain.clan_war.words.items import ExtraCard, HonorTests, SetHonor
from domain.clan_war.words.reports import Done, Honor, Morale, Points
from domain.kit.sums import Term
from tests.clan_war.boards import (
    FILES,
    board,
    flier,
    hero,
    ledger,
    refused,
    reports,
    roll,
    scenario,
    total,
    unit,
    without,
)

A, B = unit("crane-1"), unit("lion-1", "lion")
NAGA = unit("tengu", "lion", traits=("creature",))


def change(at: Board, amount: int, army: str = "crane") -> tuple[object, ...]:
    return reports(at).when("crane", Honor(army, amount, "duel won")).events


def changed(amount: int, after: int, army: str = "crane") -> HonorChanged:
    return HonorChanged(army, Term(amount, "duel won", "honor/gain"), after, "crane")


# ---- honor/start


def test_cw_6_only_personalities_of_ones_own_clan_add_to_the_base() -> None:
    data = without("honor.toml", 'also = ["doji"]\nbase = 10', 'also = ["doji"]\nbase = 5')
    people = (
        hero("a", A, honor=3),
        hero("b", A, honor=2),
        hero("c", A, honor=4, clan="lion"),
        hero("d", A, honor=1, clan="unaligned"),
    )
    told = scenario(board(A, people=people, data=data), SetHonor("crane")).goes_on()
    honor = total((5, "base honor of crane", "honor/start"), (3, "a", "honor/start"), (2, "b", "honor/start"))
    after = told.then(StartingHonorSet("crane", honor, 0, 0))
    assert after.armies["crane"].honor == 10


def test_honor_start_takes_the_penalty_for_shadowlands_and_other_modifiers() -> None:
    at = board(A, people=(hero("oni", A, clan="shadowlands"),))
    at = replace(
        at, modifiers=(("crane", Term(-3, "an ill omen", "honor/start")), ("lion", Term(9, "x", "y")))
    )
    honor = total(
        (10, "base honor of crane", "honor/start"),
        (-5, "oni of the Shadowlands", "honor/start"),
        (-3, "an ill omen", "honor/start"),
    )
    scenario(at, SetHonor("crane")).goes_on().then(StartingHonorSet("crane", honor, 0, 0))


@pytest.mark.parametrize(
    ("start", "high", "low"),
    [(39, 0, 0), (40, 40, 0), (79, 60, 0), (-39, 0, 0), (-40, 0, -40), (-60, 0, -60)],
)
def test_reading_5_levels_of_the_starting_honor_are_crossed_without_a_test(
    start: int, high: int, low: int
) -> None:
    at = board(A, people=(hero("a", A, honor=start - 10),))
    told = scenario(at, SetHonor("crane")).goes_on()
    assert told.events == (told.events[0],)
    assert told.events[0] == StartingHonorSet(
        "crane",
        total((10, "base honor of crane", "honor/start"), (start - 10, "a", "honor/start")),
        high,
        low,
    )


def test_reading_5_by_an_option_they_are_due() -> None:
    at = board(A, people=(hero("a", A, honor=50),), options=Options(start_levels="due"))
    told = scenario(at, SetHonor("crane")).goes_on()
    honor = total((10, "base honor of crane", "honor/start"), (50, "a", "honor/start"))
    assert told.events[0] == StartingHonorSet("crane", honor, 0, 0)
    after = told.board
    assert after.due == (Due("crane", "enemy", 40, 0), Due("crane", "enemy", 60, -1))
    assert after.armies["crane"].high == 60


# ---- honor/gain


def test_honor_gain_keeps_the_cause_and_who_reported_it() -> None:
    told = reports(board(A, B)).when("crane", Honor("lion", -4, "fled"))
    after = told.then(HonorChanged("lion", Term(-4, "fled", "honor/gain"), -4, "crane"))
    assert after.armies["lion"].honors == (*ledger(0), Term(-4, "fled", "honor/gain"))


REFUSED = [
    (
        Honor("crane", 0, "x"),
        "[honor/gain] A change of 0 changes nothing. Write the amount, such as +3 or -5.",
    ),
    (
        Honor("crab", 3, "x"),
        "[honor/gain] There is no army crab in this battle. There are crane, lion.",
    ),
    (
        Honor("crane", 201, "x"),
        "[honor/gain] 201 cannot be a change of honor. Write a number from -200 to 200.",
    ),
    (
        Points("crane", 0, "x"),
        "[battle/points] A change of 0 changes nothing. Write the amount, such as +3 or -2.",
    ),
]


@pytest.mark.parametrize(("order", "text"), REFUSED)
def test_honor_gain_refuses(order: Honor | Points, text: str) -> None:
    refused(board(A, B), "end", order, text)


def test_battle_points_are_entered_with_their_cause() -> None:
    after = (
        reports(board(A, B))
        .when("lion", Points("crane", 3, "the bridge"))
        .then(PointsChanged("crane", Term(3, "the bridge", "battle/points"), 3, "lion"))
    )
    assert after.armies["crane"].vp == 3


# ---- honor/high and honor/low


@pytest.mark.parametrize(("honor", "bonus"), [(19, 0), (20, 1), (21, 1), (60, 1)])
def test_honor_high_adds_1_to_morale_from_20_up(honor: int, bonus: int) -> None:
    assert sum(term.value for term in morale_terms(board(A, honor={"crane": honor}), A)) == bonus


def test_cw_7_the_bonus_is_lost_when_honor_falls_below_20() -> None:
    told = reports(board(A, B, honor={"crane": 19}))
    for amount, bonus in ((0, 0), (1, 1), (-1, 0)):
        if amount:
            told.when("crane", Honor("crane", amount, "x"))
        assert sum(term.value for term in morale_terms(told.board, A)) == bonus


def test_honor_high_counts_in_a_morale_test() -> None:
    told = reports(board(A, B, honor={"crane": 20})).when("crane", Morale("crane-1", "a rout"), faces=[5])
    passed = roll((5, "the die", "battle/morale"), (1, "20 honor", "honor/high"), passed=True)
    told.then(MoraleTested("crane-1", "a rout", passed))


# honor, modifiers of Morale and Maneuver tests: the row of the present honor alone
LOW = [(-9, 0, 0), (-10, -1, 0), (-19, -1, 0), (-20, -1, -1), (-30, -2, -1), (-39, -2, -1), (-40, -2, -2)]


@pytest.mark.parametrize(("honor", "morale", "maneuver"), LOW)
def test_honor_low_has_the_effects_of_its_row_only(honor: int, morale: int, maneuver: int) -> None:
    at = board(A, honor={"crane": honor})
    assert sum(term.value for term in morale_terms(at, A)) == morale
    assert sum(term.value for term in maneuver_terms(at, A)) == maneuver


def test_honor_low_without_its_table_has_no_continuing_effects() -> None:
    raw = FILES["honor.toml"].decode()
    rows = raw[raw.index("\n[[low]]") : raw.index("\n[[clan]]")]
    at = board(A, honor={"crane": -45}, data=without("honor.toml", rows))
    assert sum(term.value for term in morale_terms(at, A)) == 0
    assert change(at, -5)[1:] == (LevelReached("crane", "own", -50, -1, True),)


# ---- honor/immunity


def test_honor_immunity_reading_9_creatures_keep_the_bonus_and_have_no_low_honor() -> None:
    for honor, options, value in (
        (20, Options(), 1),
        (20, Options(creature_bonus=False), 0),
        (-40, Options(), 0),
    ):
        at = board(NAGA, honor={"lion": honor}, options=options)
        assert sum(term.value for term in morale_terms(at, NAGA)) == value


# ---- honor/enemy-tests and honor/own-tests


@pytest.mark.parametrize(("before", "amount", "levels"), [(35, 4, ()), (35, 5, (40,)), (59, 1, (60,))])
def test_honor_enemy_tests_come_with_each_level(before: int, amount: int, levels: tuple[int, ...]) -> None:
    at = board(A, B, honor={"crane": before}, levels={"crane": (40 if before > 40 else 0, 0)})
    penalty = {40: 0, 60: -1}
    assert change(at, amount) == (
        changed(amount, before + amount),
        *(LevelReached("crane", "enemy", level, penalty[level], True) for level in levels),
    )


def test_cw_8_a_level_counts_the_first_time_only() -> None:
    told = reports(board(A, B, honor={"crane": 38}))
    for amount in (2, -10, 15):
        told.when("crane", Honor("crane", amount, "x"))
    assert told.board.due == (Due("crane", "enemy", 40, 0),)
    tests = scenario(told.board, HonorTests()).goes_on(faces=[6])
    assert [event for event in tests.events if isinstance(event, HonorTested)] == [
        HonorTested("lion-1", "crane", "enemy", 40, roll((6, "the die", "honor/enemy-tests"), passed=True))
    ]


def test_cw_9_each_level_has_its_test_with_a_cumulative_penalty() -> None:
    told = reports(board(A, B, honor={"crane": 35}))
    told.when("crane", Honor("crane", 30, "x"))
    assert [due.penalty for due in told.board.due] == [0, -1]
    told.when("crane", Honor("crane", 35, "x"))
    assert told.board.due[2:] == (Due("crane", "enemy", 80, -2), Due("crane", "enemy", 100, -3))


def test_reading_1_by_an_option_only_the_last_level_is_tested() -> None:
    at = board(A, B, honor={"crane": 35}, options=Options(levels_at_once="last"))
    assert change(at, 30)[1:] == (
        LevelReached("crane", "enemy", 40, 0, False),
        LevelReached("crane", "enemy", 60, -1, True),
    )


def test_cw_10_low_honor_tests_ones_own_units_but_no_creatures() -> None:
    naga = replace(NAGA, profile=replace(NAGA.profile, army="crane"))
    at = board(A, B, naga, honor={"crane": -45}, levels={"crane": (0, -40)})
    told = reports(at).when("crane", Honor("crane", -17, "x"))
    assert told.events[1:] == (
        LevelReached("crane", "own", -50, -1, True),
        LevelReached("crane", "own", -60, -2, True),
    )
    tests = scenario(told.board, HonorTests()).goes_on(faces=[10, 10])
    rule, low = "honor/own-tests", (-2, "-62 honor", "honor/low")
    first = roll((10, "the die", rule), (-1, "crane at -50 honor", rule), low, passed=True)
    second = roll((10, "the die", rule), (-2, "crane at -60 honor", rule), low, passed=True)
    tests.then(
        HonorTested("crane-1", "crane", "own", -50, first),
        HonorTested("crane-1", "crane", "own", -60, second),
    )
    assert tests.cited == (rule, rule)


@pytest.mark.parametrize(("amount", "levels"), [(-4, ()), (-5, (-50,)), (-14, (-50,)), (-15, (-50, -60))])
def test_honor_own_tests_begin_at_minus_50(amount: int, levels: tuple[int, ...]) -> None:
    at = board(A, B, honor={"crane": -45}, levels={"crane": (0, -40)})
    assert [event.level for event in change(at, amount) if isinstance(event, LevelReached)] == list(levels)


def test_reading_4_the_last_row_of_the_table_tests_without_a_penalty() -> None:
    assert change(board(A, B, honor={"crane": -39}), -1)[1:] == (LevelReached("crane", "own", -40, 0, True),)


def test_reading_4_by_an_option_the_first_test_has_no_penalty() -> None:
    at = board(A, B, honor={"crane": -45}, levels={"crane": (0, -40)}, options=Options(own_first_penalty=0))
    assert change(at, -15)[1:] == (
        LevelReached("crane", "own", -50, 0, True),
        LevelReached("crane", "own", -60, -1, True),
    )


def test_reading_3_by_an_option_low_honor_tests_at_once() -> None:
    at = board(A, B, honor={"crane": -45}, levels={"crane": (0, -40)}, options=Options(own_tests="at-once"))
    told = reports(at).when("crane", Honor("crane", -5, "x"), faces=[9])
    rule = "honor/own-tests"
    passed = roll(
        (9, "the die", rule), (-1, "crane at -50 honor", rule), (-2, "-50 honor", "honor/low"), passed=True
    )
    told.then(
        HonorChanged("crane", Term(-5, "x", "honor/gain"), -50, "crane"),
        LevelReached("crane", "own", -50, -1, False),
        HonorTested("crane-1", "crane", "own", -50, passed),
    )
    assert told.board.due == ()


@pytest.mark.parametrize(("option", "levels"), [("each", [-50, -60]), ("last", [-60])])
def test_reading_1_of_the_tests_that_are_taken_at_once(option: str, levels: list[int]) -> None:
    options = Options(own_tests="at-once", levels_at_once=option)  # type: ignore[arg-type]
    at = board(A, B, honor={"crane": -45}, levels={"crane": (0, -40)}, options=options)
    told = reports(at).when("crane", Honor("crane", -15, "x"), faces=[10] * len(levels))
    assert [event.level for event in told.events if isinstance(event, HonorTested)] == levels


@pytest.mark.parametrize(("lapses", "honor"), [(False, 39), (True, 39), (True, 40)])
def test_reading_2_a_test_stays_due_or_lapses(lapses: bool, honor: int) -> None:
    at = board(A, B, honor={"crane": honor}, options=Options(due_after_fall=not lapses))
    at = replace(at, due=(Due("crane", "enemy", 40, 0),))
    if lapses and honor < 40:
        scenario(at, HonorTests()).goes_on().then(DueLapsed("crane", "enemy", 40))
    else:
        passed = roll((6, "the die", "honor/enemy-tests"), passed=True)
        scenario(at, HonorTests()).goes_on(faces=[6]).then(
            HonorTested("lion-1", "crane", "enemy", 40, passed)
        )


def test_honor_enemy_tests_ignore_earlier_tests_and_count_broken_and_full_retreat() -> None:
    worn = unit("lion-1", "lion", broken=True, deeds=Deeds(morale_tests=3, retreated=True))
    at = replace(board(A, worn), due=(Due("crane", "enemy", 60, -1),))
    rule = "honor/enemy-tests"
    failed = roll(
        (8, "the die", rule),
        (-1, "crane at 60 honor", rule),
        (-1, "broken", "battle/morale"),
        (-1, "Full Retreat in this turn", "battle/morale"),
        passed=False,
    )
    told = scenario(at, HonorTests()).goes_on(faces=[8])
    told.then(
        HonorTested("lion-1", "crane", "enemy", 60, failed),
        ConditionChanged("lion-1", "routing", "crane at 60 honor"),
    )
    assert told.cited == (rule, "battle/morale")


def test_honor_enemy_tests_are_taken_by_every_enemy_with_what_their_own_honor_gives() -> None:
    c = unit("unicorn-1", "unicorn")
    at = board(A, B, c, seats=("crane", "lion", "unicorn"), honor={"crane": 41, "lion": 20, "unicorn": -10})
    told = scenario(replace(at, due=(Due("crane", "enemy", 40, 0),)), HonorTests()).goes_on(faces=[5, 7])
    rule = "honor/enemy-tests"
    lion = roll((5, "the die", rule), (1, "20 honor", "honor/high"), passed=True)
    unicorn = roll((7, "the die", rule), (-1, "-10 honor", "honor/low"), passed=True)
    told.then(
        HonorTested("lion-1", "crane", "enemy", 40, lion),
        HonorTested("unicorn-1", "crane", "enemy", 40, unicorn),
    )


def test_honor_enemy_tests_come_at_the_end_of_the_turn_and_once() -> None:
    at = replace(board(A, B, honor={"crane": 41}, turn=1), due=(Due("crane", "enemy", 40, 0),))
    told = reports(at, "end")
    told.when("crane", Done())
    told.when("lion", Done(), faces=[6])
    passed = roll((6, "the die", "honor/enemy-tests"), passed=True)
    told.then(
        ArmyDone("lion"),
        HonorTested("lion-1", "crane", "enemy", 40, passed),
        TurnEnded(1),
        TurnBegan(2),
        PhaseBegan("primary"),
    )
    assert told.board.due == ()


def test_honor_immunity_creatures_take_no_test_of_the_enemy() -> None:
    at = replace(board(A, NAGA), due=(Due("crane", "enemy", 40, 0),))
    assert scenario(at, HonorTests()).goes_on().events == ()


def test_honor_tests_are_not_taken_by_units_that_are_gone() -> None:
    at = replace(board(A, replace(B, destroyed=True)), due=(Due("crane", "enemy", 40, 0),))
    assert scenario(at, HonorTests()).goes_on().events == ()


# ---- honor/card


def test_honor_card_goes_to_the_highest_honor() -> None:
    told = scenario(board(A, B, honor={"crane": 7, "lion": 8}), ExtraCard()).goes_on()
    assert told.then(ExtraCardGranted("lion", 8)).armies["lion"].cards == 1


def test_reading_8_nobody_draws_where_honor_is_equal_or_by_an_option_each() -> None:
    tied = {"crane": 8, "lion": 8}
    scenario(board(A, B, honor=tied), ExtraCard()).goes_on().then(ExtraCardWithheld(("crane", "lion"), 8))
    at = board(A, B, honor=tied, options=Options(card_tie="each"))
    scenario(at, ExtraCard()).goes_on().then(ExtraCardGranted("crane", 8), ExtraCardGranted("lion", 8))


def test_an_airborne_unit_that_a_test_makes_rout_goes_on_flying() -> None:
    at = replace(board(A, flier("lion-1", "lion", broken=True)), due=(Due("crane", "enemy", 40, 0),))
    told = scenario(at, HonorTests()).goes_on(faces=[1])
    assert told.board.units["lion-1"].routing
    assert told.board.units["lion-1"].airborne
    assert told.agenda == ()
