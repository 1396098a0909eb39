"""What the second edition of Clan War reads otherwise, beside the first, by which older battles go on."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war.board.combat_events import DestructionTested, HostageDestroyed, ModeChosen
from domain.clan_war.board.events import (
    ConditionChanged,
    HonorChanged,
    HonorTested,
    MoraleTested,
    PointsChanged,
)
from domain.clan_war.board.evolve import evolve
from domain.clan_war.board.flight_events import (
    Engaged,
    EngagementFailed,
    FlyByMet,
    Landed,
    ManeuverTested,
)
from domain.clan_war.board.state import Board, Deeds, Mode
from domain.clan_war.corrections.judge import JUDGE
from domain.clan_war.data.options import EDITIONS, Options
from domain.clan_war.words.corrections import SetEngaged, SetMode, SetModels, SetParted, SetUnit
from domain.clan_war.words.items import (
    BeginPhase,
    BeginTurn,
    Destructions,
    HonorTest,
    MusterArmies,
    Phase,
    Recoveries,
    Reports,
)
from domain.clan_war.words.movement_reports import (
    BreakAway,
    Dive,
    Engage,
    Fly,
    FlyBy,
    Land,
    Retreat,
    Shoot,
    TakeOff,
)
from domain.clan_war.words.reports import (
    AllOut,
    Casualties,
    Done,
    Fight,
    Kill,
    KillAll,
    Morale,
    Muster,
    Play,
    Raise,
    StrikeEasy,
)
from domain.kit.editions import Amended, PlayBy
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact, State
from domain.kit.sealed import PUBLIC
from domain.kit.sums import Term
from projections.clan_war import PICTURES
from tests.clan_war.boards import (
    SEATS,
    archers,
    board,
    dragon,
    edition,
    flier,
    hostage,
    refused,
    reports,
    roll,
    scenario,
    unit,
)

FIRST, SECOND = edition(1), edition(2)
A, B = unit("crane-1"), unit("lion-1", "lion")
PAIR = ("crane-1", "lion-1")
HELD, OTHER = hostage(B, "crane"), hostage(B, "crane", "guest-2")
ALL_OUT, EASY = Mode(*PAIR, "all-out"), Mode(*PAIR, "easy")


def captors(*units: Any, **given: Any) -> Board:
    """crane-1 is engaged with lion-1, which holds guest-1 of crane."""
    usual: dict[str, Any] = {"hostages": (HELD,), "engaged": (PAIR,), "options": SECOND}
    return board(*(units or (A, B)), **(usual | given))


# ---- hostage/destruction


def destructions(at: Board, faces: tuple[int, ...] = ()) -> tuple[Struct, ...]:
    events: tuple[Struct, ...] = scenario(at, Destructions()).goes_on(faces=list(faces)).events
    return events


SURVIVED = DestructionTested("lion-1", roll((9, "the die", "hostage/destruction"), needed=2, passed=True))


def test_hostage_destruction_is_tested_though_nobody_reports_the_combat() -> None:
    for options, tested in ((FIRST, ()), (SECOND, (SURVIVED,))):
        told = reports(captors(modes=(ALL_OUT,), options=options), "close")
        told.when("lion", Done())
        told.when("crane", Done(), faces=[9] if tested else [])
        assert tuple(one for one in told.events if isinstance(one, DestructionTested)) == tested
        assert told.board.phase == "end"


def test_hostage_destruction_counts_a_reported_combat_once_and_as_it_was_fought() -> None:
    told = reports(captors(modes=(ALL_OUT,)), "close").when("crane", Fight(*PAIR, 0, 0))
    assert destructions(told.board, (9,)) == (SURVIVED,)
    told = reports(captors(modes=(EASY,)), "close").when("crane", Fight(*PAIR, 0, 0))
    told.when("crane", AllOut(*PAIR))
    assert destructions(told.board) == ()


def test_hostage_destruction_counts_an_attack_whose_attacker_is_gone() -> None:
    told = reports(captors(modes=(ALL_OUT,)), "close").when("crane", Casualties("crane-1", 8))
    assert told.board.modes == ()
    assert destructions(told.board, (9,)) == (SURVIVED,)
    assert destructions(scenario(told.board, BeginPhase("end")).goes_on().board) == ()


@pytest.mark.parametrize(
    "given",
    [
        {"modes": (EASY,)},
        {"modes": (ALL_OUT,), "hostages": ()},
        {"modes": (ALL_OUT,), "engaged": ()},
    ],
)
def test_hostage_destruction_only_of_a_captor_that_was_attacked_all_out(given: dict[str, Any]) -> None:
    assert destructions(captors(**given)) == ()


def test_flight_fly_by_limits_a_unit_that_has_struck_attacks_no_captor() -> None:
    struck = flier("crane-1", airborne=False, deeds=Deeds(struck_in="primary"))
    assert destructions(captors(struck, B, modes=(ALL_OUT,))) == ()


@pytest.mark.parametrize(("options", "tests"), [(FIRST, (SURVIVED,)), (SECOND, ())])
def test_flight_fly_by_limits_also_where_its_combat_is_reported(
    options: Options, tests: tuple[Struct, ...]
) -> None:
    """[hostage/destruction]: the enemy strikes at it, and it does not strike back."""
    struck = flier("crane-1", airborne=False, deeds=Deeds(struck_in="primary"))
    at = captors(struck, B, modes=(ALL_OUT,), options=options)
    told = reports(at, "close").when("lion", Fight("lion-1", "crane-1", 3, 0))
    assert destructions(told.board, (9,) * len(tests)) == tests


def corrected(at: Board, *corrections: Struct) -> Board:
    for correction in corrections:
        for fact in JUDGE.correct(State(at, (Reports("close", SEATS),)), correction):
            at = evolve(at, fact.event)
    return at


def test_hostage_destruction_by_an_attacker_that_a_ruling_takes_away_or_brings_back() -> None:
    at = captors(modes=(ALL_OUT,), phase="close")
    assert destructions(corrected(at, SetUnit("crane-1", "destroyed")), (9,)) == (SURVIVED,)
    fallen = reports(at, "close").when("crane", Casualties("crane-1", 8)).board
    back = corrected(fallen, SetModels("crane-1", 8), SetUnit("crane-1", "standing"), SetEngaged(*PAIR))
    assert destructions(back) == ()
    assert destructions(corrected(back, SetMode(*PAIR, "easy"))) == ()
    assert destructions(corrected(back, SetMode(*PAIR, "all-out")), (9,)) == (SURVIVED,)


def test_hostage_destruction_once_for_a_captor_or_for_each_attacker() -> None:
    for option, tests in (("captor", 1), ("attacker", 2)):
        at = captors(
            A,
            unit("crane-2"),
            B,
            engaged=(PAIR, ("crane-2", "lion-1")),
            modes=(ALL_OUT, Mode("crane-2", "lion-1", "all-out")),
            options=edition(2, destruction=option),
        )
        told = reports(at, "close").when("crane", Fight("crane-2", "lion-1", 0, 0))
        assert len(destructions(told.board, (9,) * tests)) == tests


# ---- hostage/kill


def test_hostage_kill_one_order_destroys_all_hostages_of_a_captor_at_one_price() -> None:
    cause = "hostages in lion-1 destroyed by Special Order"
    at = captors(hostages=(HELD, OTHER))
    reports(at).when("lion", KillAll("lion-1")).then(
        HostageDestroyed("guest-1", "lion-1", "special order"),
        HostageDestroyed("guest-2", "lion-1", "special order"),
        HonorChanged("lion", Term(-5, cause, "hostage/kill"), -5, "lion"),
        PointsChanged("lion", Term(-2, cause, "hostage/kill"), -2, "lion"),
    )


def test_hostage_kill_by_its_name_where_it_is_the_only_one() -> None:
    assert reports(captors()).when("lion", Kill("guest-1")).board.armies["lion"].honor == -5


RESCUED = hostage(B, "lion", "guest-2", "crane", "lion")
"""One of their own, whom the lions have brought back."""


@pytest.mark.parametrize("order", [Kill("guest-1"), KillAll("lion-1")])
def test_hostage_kill_spares_those_of_its_own_clan(order: Struct) -> None:
    told = reports(captors(hostages=(HELD, RESCUED))).when("lion", order)
    assert [one.hostage for one in told.events if isinstance(one, HostageDestroyed)] == ["guest-1"]
    assert (told.board.hostages["guest-2"].end, told.board.armies["lion"].honor) == ("", -5)


ONE_BY_ONE = captors(hostages=(HELD, OTHER), options=FIRST)
KILLS: list[tuple[Board, Phase, Struct, str]] = [
    (
        captors(hostages=(HELD, OTHER)),
        "primary",
        Kill("guest-1"),
        "[hostage/kill] lion-1 holds guest-1, guest-2; its Special Order destroys all of them, at one price. "
        'Write "destroy hostages in lion-1".',
    ),
    (
        ONE_BY_ONE,
        "primary",
        KillAll("lion-1"),
        "[rules/edition] By the edition of this battle each hostage is destroyed by an order of its own, at "
        'its price. Write "destroy guest-1".',
    ),
    (
        captors(hostages=()),
        "primary",
        KillAll("lion-1"),
        "[hostage/kill] lion-1 holds no hostage. Only a captor can destroy one.",
    ),
    (
        captors(),
        "primary",
        KillAll("crane-1"),
        "[battle/report] crane-1 belongs to crane. You have lion-1.",
    ),
    (
        captors(hostages=(RESCUED,)),
        "primary",
        KillAll("lion-1"),
        "[hostage/kill] guest-2 is of your own clan and among friends. Keep it safe.",
    ),
    (
        captors(hostages=(RESCUED, HELD, hostage(B, "crane", "guest-3"))),
        "primary",
        Kill("guest-2"),
        "[hostage/kill] guest-2 is of your own clan and among friends. Keep it safe.",
    ),
    (
        captors(),
        "close",
        KillAll("lion-1"),
        "[hostage/kill] This belongs to the Primary movement phase; now is the Close Combat phase. "
        "Report it there.",
    ),
]


@pytest.mark.parametrize(("at", "phase", "order", "text"), KILLS)
def test_hostage_kill_refuses(at: Board, phase: Phase, order: Struct, text: str) -> None:
    refused(at, phase, order, text, "lion")


def test_hostage_kill_in_the_first_edition_each_hostage_has_its_price() -> None:
    told = reports(ONE_BY_ONE).when("lion", Kill("guest-1")).when("lion", Kill("guest-2"))
    assert (told.board.armies["lion"].honor, told.board.armies["lion"].vp) == (-10, -4)


# ---- hostage/all-out


@pytest.mark.parametrize(("number", "honor"), [(1, -10), (2, -5)])
def test_hostage_all_out_an_engagement_pays_once(number: int, honor: int) -> None:
    told = reports(captors(options=edition(number, back_to_easy=True)), "close")
    for order in (AllOut(*PAIR), StrikeEasy(*PAIR), AllOut(*PAIR)):
        told.when("crane", order)
    assert (told.board.armies["crane"].honor, told.board.armies["crane"].vp) == (honor, honor // 5 * 2)
    assert told.board.modes == (ALL_OUT,)
    assert number == 1 or told.events == (ModeChosen(*PAIR, "all-out"),)


def test_hostage_all_out_the_next_engagement_pays_again() -> None:
    at = captors(options=edition(2, back_to_easy=True))
    told = reports(at).when("crane", AllOut(*PAIR)).when("crane", Retreat("crane-1", "6"))
    again = replace(told.board, engaged=(PAIR,))
    assert reports(again).when("crane", AllOut(*PAIR)).board.armies["crane"].honor == -10


def test_hostage_all_out_that_a_ruling_takes_away_is_not_paid() -> None:
    """Its price is corrected apart; the next choice of it pays."""
    told = reports(captors(options=SECOND)).when("crane", AllOut(*PAIR))
    assert told.board.paid == (PAIR,)
    for corrections, paid in (
        ([SetMode(*PAIR, "none")], ()),
        ([SetMode(*PAIR, "none"), SetMode(*PAIR, "all-out")], (PAIR,)),
        ([SetParted(*PAIR), SetEngaged(*PAIR)], ()),
    ):
        assert corrected(told.board, *corrections).paid == paid


# ---- flight/maneuvers

UP = flier("crane-1")
TESTED = "flight/maneuvers"


def in_flight(face: int, passed: bool) -> ManeuverTested:
    return ManeuverTested("crane-1", "in flight", roll((face, "the die", TESTED), passed=passed))


def on_landing(face: int, *terms: tuple[int, str, str], passed: bool) -> ManeuverTested:
    die = (face, "the die", "flight/landing")
    return ManeuverTested("crane-1", "landing", roll(die, *terms, passed=passed))


DIVE = Dive("crane-1", "10", "charge-card", maneuvers=("wheel",), tested="2")
DIVING = (-2, "a dive", "flight/dive")


def test_flight_maneuvers_in_a_dive() -> None:
    told = reports(board(UP, B, options=SECOND)).when("crane", DIVE, faces=[6, 8])
    told.then(
        in_flight(6, passed=True),
        Landed("crane-1", "primary", "10", "dive", ("wheel",)),
        on_landing(8, DIVING, passed=True),
    )


@pytest.mark.parametrize(("tested", "flown"), [("2", "3"), ("3.5", "3.5")])
def test_flight_maneuvers_that_fail_in_a_dive_lead_straight_on_to_the_ground(tested: str, flown: str) -> None:
    order = replace(DIVE, tested=tested)
    told = reports(board(UP, B, options=SECOND)).when("crane", order, faces=[5, 7])
    after = told.then(
        in_flight(5, passed=False),
        Landed("crane-1", "primary", flown, "dive"),
        on_landing(7, DIVING, passed=False),
        ConditionChanged("crane-1", "unformed", "landing"),
    )
    assert after.units["crane-1"].deeds.dived


ENGAGE = Engage("lion-1", "crane-1", "5", "contact", "", ("wheel", "expand"), "1")


def test_flight_maneuvers_in_an_engagement_from_the_air() -> None:
    told = reports(board(UP, B, options=SECOND)).when("crane", ENGAGE, faces=[6, 7])
    told.then(
        in_flight(6, passed=True),
        Landed("crane-1", "primary", "5", "engagement", ("wheel", "expand")),
        Engaged("crane-1", "lion-1", "primary", "5", True, False),
        on_landing(7, (-1, "an engagement", "flight/engage"), passed=True),
    )
    assert PICTURES.sentence(told.events[1], PUBLIC) == (
        'crane-1 comes down after 5" with wheel and expand to engage.'
    )


@pytest.mark.parametrize(("means", "terms", "dived"), [("", (), False), ("charge-card", (DIVING,), True)])
def test_flight_maneuvers_that_fail_lead_past_the_engagement_to_the_ground(
    means: str, terms: tuple[tuple[int, str, str], ...], dived: bool
) -> None:
    order = replace(ENGAGE, means=means)
    told = reports(board(UP, B, options=SECOND)).when("crane", order, faces=[5, 9])
    after = told.then(
        in_flight(5, passed=False),
        Landed("crane-1", "primary", "3", "engagement"),
        EngagementFailed("crane-1", "lion-1", "primary", "3", True, "maneuver", dived),
        on_landing(9, *terms, passed=True),
    )
    assert (after.engaged, after.units["crane-1"].deeds.dived) == ((), dived)
    assert PICTURES.sentence(told.events[2], PUBLIC) == (
        "crane-1 fails its maneuver, flies straight on and does not reach lion-1."
    )


def test_flight_dive_that_falls_short_is_a_dive_that_no_card_goes_with() -> None:
    for options, dived in ((FIRST, False), (SECOND, True)):
        at = board(dragon(), B, options=options)
        order = Engage("lion-1", "fire-dragon", "6", "short", "charge-card")
        told = reports(at).when("crane", order)
        assert told.events[1] == EngagementFailed(
            "fire-dragon", "lion-1", "primary", "6", True, "short", dived
        )
        assert told.board.units["fire-dragon"].deeds.dived is dived


TABLE = (
    "[rules/edition] By the edition of this battle maneuvers in a dive or an engagement stay on the table. "
)
TURNS: list[tuple[Board, Struct, str]] = [
    (board(UP, B, options=FIRST), DIVE, f"{TABLE}Leave them out."),
    (board(UP, B, options=FIRST), replace(ENGAGE, maneuvers=()), f"{TABLE}Leave them out."),
    (board(UP, B, options=FIRST), replace(ENGAGE, tested=""), f"{TABLE}Leave them out."),
    (
        board(UP, B, options=SECOND),
        replace(DIVE, maneuvers=("turn",)),
        "[flight/maneuvers] An airborne unit cannot turn. It may wheel, expand or contract, or dive.",
    ),
    (
        board(UP, B, options=SECOND),
        replace(ENGAGE, tested="5.25"),
        '[flight/maneuvers] crane-1 flies 5"; it cannot test after 5.25". Write where on its way it tests.',
    ),
    (
        board(dragon(), B, options=SECOND),
        replace(ENGAGE, unit="fire-dragon"),
        "[flight/maneuvers] fire-dragon is a single model and takes no Maneuver test. Leave the test out.",
    ),
    (
        board(A, B, options=SECOND),
        replace(ENGAGE, tested=""),
        "[battle/ground] crane-1 is on the ground, where maneuvers go by the rulebook. Leave them out.",
    ),
]


@pytest.mark.parametrize(("at", "order", "text"), TURNS)
def test_flight_maneuvers_refuses(at: Board, order: Struct, text: str) -> None:
    refused(at, "primary", order, text)


# ---- flight/rate, flight/dive: cards of the turn

GROUNDED = flier("crane-1", airborne=False)
USED = "crane-1 has used frenzy in this turn and cannot"


def test_flight_rate_no_take_off_after_a_card_of_the_turn() -> None:
    at = board(GROUNDED, B, options=SECOND)
    told = reports(at).when("crane", Play("frenzy", "crane-1"))
    text = f"[flight/rate] {USED} take off: they are not combined. It may in the next turn."
    told.refused("crane", TakeOff("crane-1", "3"), text)
    fighting = replace(told.board, engaged=(PAIR,))
    refused(fighting, "primary", BreakAway("crane-1", "6", "skyward"), text)
    assert reports(fighting).when("crane", Retreat("crane-1", "6")).events
    assert told.when("crane", Play("earthquake", "crane-1")).board.enhanced == (("crane-1", "frenzy"),)
    later = scenario(told.board, BeginTurn()).goes_on()
    assert later.when("crane", TakeOff("crane-1", "3")).board.units["crane-1"].airborne


def test_flight_dive_not_after_a_card_of_the_turn() -> None:
    at = board(UP, B, options=SECOND, enhanced=(("crane-1", "frenzy"),))
    text = f"[flight/dive] {USED} dive: they are not combined. It may in the next turn."
    refused(at, "primary", Dive("crane-1", "6", "charge-card"), text)
    refused(at, "primary", Engage("lion-1", "crane-1", "6", "contact", "charge-card"), text)
    assert reports(at).when("crane", Fly("crane-1", "6")).events


def test_flight_rate_a_card_of_another_unit_bars_nothing_nor_any_in_the_first_edition() -> None:
    for options, card in ((SECOND, ("crane-2", "frenzy")), (FIRST, ("crane-1", "frenzy"))):
        at = board(GROUNDED, B, options=options, enhanced=(card,))
        assert reports(at).when("crane", TakeOff("crane-1", "3")).board.units["crane-1"].airborne


# ---- flight/fly-by

FOE = flier("lion-1", "lion")
NOT_TOGETHER = (
    "[flight/fly-by] crane-1 and lion-1 were not both in the air while one of them flew in this phase. "
    "Before a take-off and after a landing a unit is on the ground."
)
MEET = FlyBy("crane-1", "lion-1", 2, 3)

# what happens before the meeting, and whether the two can have met
MEETINGS: list[tuple[Any, Any, list[tuple[str, Struct]], bool]] = [
    (UP, FOE, [("crane", Fly("crane-1", "6"))], True),
    (UP, FOE, [("lion", Fly("lion-1", "6"))], True),
    (UP, FOE, [("crane", Land("crane-1", "6"))], True),
    (UP, FOE, [("crane", Dive("crane-1", "6", "charge-card"))], True),
    (UP, FOE, [("crane", Land("crane-1", "6")), ("lion", Fly("lion-1", "6"))], True),
    (GROUNDED, FOE, [("crane", TakeOff("crane-1", "3"))], False),
    (GROUNDED, FOE, [("crane", TakeOff("crane-1", "3")), ("lion", Fly("lion-1", "6"))], True),
    (GROUNDED, FOE, [("lion", Fly("lion-1", "6")), ("crane", TakeOff("crane-1", "3"))], False),
    (
        GROUNDED,
        flier("lion-1", "lion", airborne=False),
        [("lion", TakeOff("lion-1", "3")), ("crane", TakeOff("crane-1", "3"))],
        False,
    ),
    (GROUNDED, FOE, [("lion", Land("lion-1", "6")), ("crane", TakeOff("crane-1", "3"))], False),
]


@pytest.mark.parametrize(("unit_", "foe", "moves", "met"), MEETINGS)
def test_flight_fly_by_only_while_one_flies_and_the_other_is_in_the_air(
    unit_: Any, foe: Any, moves: list[tuple[str, Struct]], met: bool
) -> None:
    told = reports(board(unit_, foe, options=SECOND))
    for seat, order in moves:
        told.when(seat, order, faces=[9] * isinstance(order, Land | Dive))
    if not met:
        told.refused("crane", MEET, NOT_TOGETHER)
        return
    told.when("crane", MEET).then(FlyByMet("crane-1", "lion-1", 2, 3))


def test_flight_fly_by_at_a_unit_that_has_landed_before() -> None:
    """The movement that came down met nobody in the air, and what flies over it later does not meet it."""
    for options, met in ((FIRST, True), (SECOND, False)):
        grounded = flier("lion-1", "lion", airborne=False)
        told = reports(board(UP, grounded, options=options))
        told.when("crane", Land("crane-1", "6"), faces=[9])
        told.when("lion", TakeOff("lion-1", "3"))
        if met:
            told.when("crane", MEET).then(FlyByMet("crane-1", "lion-1", 2, 3))
        else:
            told.refused("crane", MEET, NOT_TOGETHER)


def test_flight_break_away_into_the_air_is_a_movement_in_the_air() -> None:
    fought = unit("lion-2", "lion")
    at = board(GROUNDED, FOE, fought, engaged=(("crane-1", "lion-2"),), options=SECOND)
    told = reports(at).when("crane", Retreat("crane-1", "6", "skyward"))
    told.when("crane", MEET).then(FlyByMet("crane-1", "lion-1", 2, 3))


def test_flight_fly_by_meetings_are_of_one_phase() -> None:
    told = reports(board(UP, FOE, options=SECOND)).when("crane", Fly("crane-1", "6"))
    assert told.board.aloft == (("crane-1", "lion-1"),)
    assert scenario(told.board, BeginPhase("cavalry")).goes_on().board.aloft == ()


# ---- honor/own-tests


def honor_tested(at: Board, kind: Any) -> HonorTested:
    army = "crane" if kind == "own" else "lion"
    told = scenario(at, HonorTest("crane-1", army, kind, -50 if kind == "own" else 40, 0))
    (event,) = [one for one in told.goes_on(faces=[9]).events if isinstance(one, HonorTested)]
    return event


@pytest.mark.parametrize(
    ("options", "kind", "counted"),
    [(FIRST, "own", 0), (FIRST, "enemy", 0), (SECOND, "own", -2), (SECOND, "enemy", 0)],
)
def test_honor_own_tests_count_earlier_tests_and_those_of_high_honor_do_not(
    options: Options, kind: str, counted: int
) -> None:
    at = board(unit("crane-1", deeds=Deeds(morale_tests=2)), B, options=options)
    terms = honor_tested(at, kind).roll.sum.terms
    earlier = Term(counted, "2 earlier in this turn", "battle/morale")
    assert (earlier in terms) is bool(counted)
    assert sum(one.value for one in terms) == 9 + counted


@pytest.mark.parametrize(
    ("options", "kind", "tests"), [(FIRST, "own", 0), (SECOND, "own", 1), (SECOND, "enemy", 0)]
)
def test_honor_own_tests_are_earlier_tests_for_the_next(options: Options, kind: Any, tests: int) -> None:
    event = honor_tested(board(A, B, options=options), kind)
    after = evolve(board(A, B, options=options), event)
    assert after.units["crane-1"].deeds.morale_tests == tests
    told = reports(after).when("crane", Morale("crane-1", "charged"), faces=[9])
    (tested,) = told.events
    assert isinstance(tested, MoraleTested)
    assert tested.roll.sum.total == 9 - tests


# ---- flight/targets


def test_flight_targets_a_nearer_unit_in_the_air_bars_the_shot_for_its_own_reason() -> None:
    units = (unit("crane-1"), dragon(), archers())
    order = Shoot("archers", "crane-1", "12", "fire-dragon")
    text = (
        "[flight/targets] fire-dragon is nearer, though in the air; archers and crane-1 are on the ground. "
        "Shoot at fire-dragon."
    )
    refused(board(*units, options=SECOND), "ranged", order, text, "lion")
    passing = board(*units, options=edition(2, airborne_nearest="passed"))
    assert reports(passing, "ranged").when("lion", order).events
    text = (
        "[flight/targets] crane-2 is nearer than crane-1, and both sides are on the ground. Shoot at crane-2."
    )
    near = board(unit("crane-1"), unit("crane-2"), archers(), options=edition(2, airborne_nearest="passed"))
    refused(near, "ranged", replace(order, nearer="crane-2"), text, "lion")


# ---- battle/muster


def mustering(options: Options) -> Board:
    return board(turn=0, phase="muster", options=options)


MUSTER = MusterArmies(SEATS)


def test_battle_muster_a_unit_of_the_data_set_joins_more_than_once() -> None:
    told = scenario(mustering(SECOND), MUSTER)
    for name in ("", "crane-2", "crane-3"):
        told.when("crane", Muster("crane-archers", name))
    first, second, third = told.board.units.values()
    assert [one.name for one in (first, second, third)] == ["crane-archers", "crane-2", "crane-3"]
    assert (
        replace(second.profile, name="crane-archers")
        == first.profile
        == replace(third.profile, name="crane-archers")
    )


def test_battle_muster_units_of_allied_clans_and_unaligned_ones() -> None:
    told = scenario(mustering(SECOND), MUSTER)
    told.when("crane", Raise("crane-1", 4, 6, 6, 8, clan="crab"))
    told.when("crane", Raise("crane-2", 4, 6, 6, 8, clan="unaligned"))
    told.when("crane", Raise("crane-3", 4, 6, 6, 8, clan="naga"))
    told.when("crane", Raise("crane-4", 4, 6, 6, 8))
    profiles = [one.profile for one in told.board.units.values()]
    assert [(one.army, one.clan) for one in profiles] == [
        ("crane", clan) for clan in ("crab", "unaligned", "naga", "crane")
    ]
    assert [one.traits for one in profiles] == [(), (), ("creature",), ()]


ONCE = (
    "[rules/edition] By the edition of this battle each unit of the data set is mustered once, under its own "
    "name."
)
MUSTERS: list[tuple[Options, Struct, str]] = [
    (FIRST, Muster("crane-archers", "crane-2"), f'{ONCE} Write "muster crane-archers".'),
    (
        FIRST,
        Raise("crane-1", 4, 6, 6, 8, clan="crab"),
        "[rules/edition] By the edition of this battle a unit with a profile of one's own is of the army's "
        "clan. Leave the clan out.",
    ),
    (
        SECOND,
        Muster("crane-archers", "lion-2"),
        "[battle/muster] lion-2 is no name for a unit of crane. Call it crane-1 to crane-9.",
    ),
    (
        SECOND,
        Raise("crane-1", 4, 6, 6, 8, clan="sparrow"),
        "[battle/muster] There is no clan sparrow. Write crab, crane, dragon, lion, phoenix, scorpion, "
        "unicorn, naga, ratling, shadowlands or unaligned.",
    ),
]


@pytest.mark.parametrize(("options", "order", "text"), MUSTERS)
def test_battle_muster_refuses(options: Options, order: Struct, text: str) -> None:
    scenario(mustering(options), MUSTER).refused("crane", order, text)


def test_battle_muster_says_how_another_unit_of_a_kind_joins() -> None:
    """[rules/edition]: in the first edition none does."""
    again = {
        FIRST: ("Muster another unit.", f"{ONCE} Muster another unit."),
        SECOND: ('Write "muster crane-archers as crane-1".', ""),
    }
    for options, (instead, as_another) in again.items():
        told = scenario(mustering(options), MUSTER).when("crane", Muster("crane-archers"))
        text = f"[battle/muster] crane-archers is mustered already. {instead}"
        told.refused("crane", Muster("crane-archers"), text)
        if as_another:
            told.refused("crane", Muster("crane-archers", "crane-1"), as_another)


def test_battle_muster_a_name_is_taken_once() -> None:
    told = scenario(mustering(SECOND), MUSTER).when("crane", Muster("crane-archers", "crane-2"))
    text = "[battle/muster] crane-2 is mustered already. Take another name."
    told.refused("crane", Muster("crane-archers", "crane-2"), text)


# ---- rules/edition


def test_a_ruling_brings_the_second_edition_into_a_battle_of_the_first() -> None:
    at = State(captors(hostages=(HELD, OTHER), options=FIRST), (Reports("primary", SEATS),))
    first, second = (
        {name: one.options[name] for name in one.options if name != "army_lists"} for one in EDITIONS[:2]
    )
    event = Amended("clan_war/2", first, second)
    assert JUDGE.correct(at, PlayBy("clan_war/2")) == (Fact("rules/edition", event),)
    after = evolve(at.board, event)
    assert after.setting.options == SECOND
    reports(after).when("lion", KillAll("lion-1"))
    assert PICTURES.sentence(event, PUBLIC) == (
        "From here on the game is played by the edition clan_war/2 of its rules."
    )
    with pytest.raises(IllegalMove, match=r"The game is played by clan_war/2\."):
        JUDGE.correct(State(after, at.agenda), PlayBy("clan_war/1"))


def test_a_ruling_brings_the_second_edition_into_a_muster() -> None:
    """[rules/edition]: what it mends there would be lost with the first turn."""
    (fact,) = JUDGE.correct(State(mustering(FIRST), (MUSTER,)), PlayBy("clan_war/2"))
    told = scenario(evolve(mustering(FIRST), fact.event), MUSTER)
    assert told.when("crane", Muster("crane-archers", "crane-2")).board.setting.options == SECOND


def test_recoveries_are_asked_after_an_unreported_attack_as_well() -> None:
    """Nobody has won a combat that is not reported: only the test of the captor follows."""
    told = scenario(captors(modes=(ALL_OUT,)), Destructions(), Recoveries(), BeginPhase("end"))
    told.goes_on(faces=[9])
    assert told.events[0] == SURVIVED
    assert not any(hasattr(one, "hostage") for one in told.agenda)
