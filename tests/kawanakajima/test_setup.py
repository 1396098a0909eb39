"""The set-up [setup/units, setup/plan, setup/posture, 17.1], positions [11.8], variants [17.6.2, 17.6.3]."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.events import (
    PlanActivated,
    PlanChosen,
    PlanShown,
    PositionBuilt,
    PositionsGranted,
    PostureChanged,
    UnitsPlaced,
)
from domain.kawanakajima.board.state import begin, clans_of, short
from domain.kawanakajima.data.options import PRESETS, Options
from domain.kawanakajima.data.tables import RESERVE
from domain.kawanakajima.words.field_orders import Posture
from domain.kawanakajima.words.items import (
    BuildPositions,
    ChoosePlan,
    Deploy,
    OpenPlan,
    PlaceUnits,
    SetPostures,
)
from domain.kawanakajima.words.orders import ChooseOwn, DeployClan, Done, Fortify, Postures
from domain.kit.errors import OrderError
from domain.kit.hexes import distance
from domain.kit.sealed import Sealed
from tests.kawanakajima.boards import SEATS, board, planned, scenario
from tests.kawanakajima.data import DATA
from tests.playing import Game
from tests.titles.play import Luck, opening
from tests.titles.test_secrecy import public_form

PLANS = ("ganko", "kuruma-gakari", "gyorin", "koyaku", "kokuyoku", "saku", "hoshi")


def opened(preset: str = "default") -> Game:
    """A game of the historical scenario: the scenarios take turns, and it is that of even seeds."""
    seed = (len(PRESETS) + 1) * tuple(PRESETS).index(preset)
    game = Game("set-up", KAWANAKAJIMA)
    game.open(opening(KAWANAKAJIMA, seed), DATA, Luck(1))
    return game


def test_setup_units_everybody_who_has_a_hex_stands_on_it_and_the_chits_are_in_the_reserve() -> None:
    at = opened().state.board
    for unit in DATA.units.values():
        assert at.units[unit.name].hex == unit.start
    here = [*clans_of(at, "takeda")[:12], *clans_of(at, "uesugi")[:13]]
    assert [clan for clan in DATA.clans if at.chits[clan] == RESERVE] == here


def test_17_1_takeda_a_to_l_are_on_the_map_in_defence_and_m_to_t_are_not() -> None:
    at = opened().state.board
    for clan in clans_of(at, "takeda"):
        stands = [at.units[unit].hex != "" for unit in DATA.clans[clan].units]
        assert all(stands) if short(clan) <= "L" else not any(stands)
        assert at.postures[clan] == "defence"
    assert at.postures["tL"] == "defence"
    assert at.units["uN1"].hex == ""


def test_17_1_only_the_uesugi_choose_a_plan_and_17_6_2_both() -> None:
    assert opened().awaited() == ("uesugi",)
    assert opened("shingen-plan").awaited() == SEATS


@pytest.mark.parametrize("plan", PLANS)
def test_7_1_a_plan_is_chosen_in_secret(plan: str) -> None:
    told = scenario(board(), ChoosePlan(("uesugi",))).when("uesugi", ChooseOwn(plan))
    assert told.then(PlanChosen("uesugi", Sealed(("uesugi",), plan))).armies["uesugi"].plan == plan
    assert told.orders[0].order == Sealed(("uesugi",), ChooseOwn(plan))


def test_7_1_there_are_seven_plans_and_no_other() -> None:
    assert tuple(DATA.plans) == PLANS
    names = "ganko, kuruma-gakari, gyorin, koyaku, kokuyoku, saku or hoshi"
    told = scenario(board(), ChoosePlan(SEATS))
    told.refused("takeda", ChooseOwn("wedge"), f"[7.1] There is no battle plan wedge. The plans are {names}.")


POSTURES = [
    # plan          posture of a clan that was in defence, whether the postures can be chosen
    ("ganko", "defence", True),
    ("kuruma-gakari", "defence", True),
    ("koyaku", "defence", True),
    ("kokuyoku", "defence", True),
    ("hoshi", "attack", True),
]


@pytest.mark.parametrize(("plan", "posture", "free"), POSTURES)
def test_setup_posture_of_each_plan(plan: str, posture: str, free: bool) -> None:
    told = scenario(board(uesugi={"plan": plan}), OpenPlan("uesugi")).goes_on()
    after = told.board
    assert told.events[0] == PlanActivated("uesugi")
    assert {after.postures[clan] for clan in clans_of(after, "uesugi")[:13]} == {posture}
    assert (after.armies["uesugi"].active, after.armies["uesugi"].shown) == (True, False)
    clans = clans_of(after, "uesugi")[:13]
    assert told.agenda == ((SetPostures("uesugi", clans),) if free else ())


def test_setup_posture_saku_stands_in_defence_and_nothing_is_asked() -> None:
    told = scenario(board(uesugi={"plan": "saku"}), OpenPlan("uesugi")).goes_on([1])
    assert told.events == (
        PlanActivated("uesugi"),
        PlanShown("uesugi", "saku"),
        PositionsGranted("uesugi", 1, DATA.command_points("kenshin", 1, 1)),
    )
    assert told.cited == ("setup/plan", "7.1", "7.3")
    assert told.agenda == (BuildPositions("uesugi", DATA.command_points("kenshin", 1, 1)),)


SETTING = [
    # plan          clans       posture        refusal
    ("ganko", ("B", "J"), "attack", ""),
    ("koyaku", ("B",), "move", ""),
    ("koyaku", ("B",), "attack", "[7.3] The plan koyaku does not allow attack. It allows move or defence."),
    ("hoshi", ("B",), "regroup", ""),
    ("hoshi", ("B",), "defence", "[7.3] The plan hoshi does not allow defence. It allows attack or regroup."),
    ("ganko", ("C",), "attack", "[7.2] Clan C cannot take a posture now. Clans that can: B or J."),
]


@pytest.mark.parametrize(("plan", "clans", "posture", "refusal"), SETTING)
def test_setup_posture_is_chosen_among_those_of_the_plan(
    plan: str, clans: tuple[str, ...], posture: str, refusal: str
) -> None:
    given = board(uesugi=planned(plan))
    told = scenario(given, SetPostures("uesugi", ("uB", "uJ")))
    if refusal:
        told.refused("uesugi", Postures(clans, posture), refusal)
        return
    told.when("uesugi", Postures(clans, posture))
    told.then(*(PostureChanged(f"u{letter}", posture, "battle plan") for letter in clans))
    left = tuple(clan for clan in ("uB", "uJ") if short(clan) not in clans)
    assert told.agenda == ((SetPostures("uesugi", left),) if left else ())


def test_setup_posture_may_be_written_as_in_an_activation_and_ends_with_done() -> None:
    told = scenario(board(uesugi=planned("ganko")), SetPostures("uesugi", ("uB", "uJ")))
    told.when("uesugi", Posture("B", "move")).then(PostureChanged("uB", "move", "battle plan"))
    told.when("uesugi", Done()).then()
    assert told.agenda == ()


SECRET = Options(secret_postures=True)


def test_6_2_in_a_secret_game_the_first_postures_tell_nothing() -> None:
    """Not which, not whose, and not whether the plan has forced them: all clans are told alike."""
    seen = []
    for plan, clans, posture in (("hoshi", ("B",), "regroup"), ("ganko", ("C", "J"), "attack")):
        told = scenario(board(options=SECRET, uesugi={"plan": plan}), OpenPlan("uesugi")).goes_on()
        happened = [public_form(told.happened, "takeda"), told.agenda]
        told.when("uesugi", Postures(clans, posture))
        assert {short(clan) for clan, now in told.board.postures.items() if now == posture} >= set(clans)
        seen.append([*happened, public_form(told.happened, "takeda"), told.agenda])
    assert seen[0] == seen[1]


def test_6_2_in_a_secret_game_a_clan_may_be_set_again_until_done() -> None:
    given = board(options=SECRET, uesugi=planned("ganko"))
    told = scenario(given, SetPostures("uesugi", ("uB", "uJ")))
    told.when("uesugi", Postures(("B",), "attack")).when("uesugi", Postures(("B",), "move"))
    assert (told.board.postures["uB"], told.board.postures["uJ"]) == ("move", "defence")
    assert told.when("uesugi", Done()).agenda == ()


@pytest.mark.parametrize("plan", ["gyorin", "saku"])
@pytest.mark.parametrize("face", [1, 6])
def test_11_8_gyorin_and_saku_bring_as_many_positions_as_command_points(plan: str, face: int) -> None:
    told = scenario(board(uesugi={"plan": plan}), OpenPlan("uesugi")).goes_on([face])
    count = DATA.command_points("kenshin", 1, face)
    assert PositionsGranted("uesugi", face, count) in told.events
    assert told.agenda[0] == BuildPositions("uesugi", count)


def test_11_8_each_position_begins_with_a_unit() -> None:
    told = scenario(board(uesugi=planned("gyorin")), BuildPositions("uesugi", 3))
    after = told.when("uesugi", Fortify(("B1", "B2"))).then(
        PositionBuilt("uB1", "2513"), PositionBuilt("uB2", "2512")
    )
    assert after.positions == {"2513": "uB1", "2512": "uB2"}
    assert told.agenda == (BuildPositions("uesugi", 1),)
    again = "[11.8] B1 is not on the map, or has a defensive position already. Units that can have one: "
    text = str(refusal_of(told, Fortify(("B1",))))
    assert text.startswith(again)
    assert str(refusal_of(told, Fortify(("J1", "J2")))) == (
        "[11.8] Defensive positions left: 1; units named: 2. "
        "Name one unit for each, in one order or in several."
    )
    told.when("uesugi", Fortify(("J1",))).then(PositionBuilt("uJ1", "2515"))
    assert not told.agenda


def refusal_of(told: Any, order: Any) -> Exception:
    with pytest.raises(OrderError) as refusal:
        told.game.post("uesugi", order, Luck(1))
    return refusal.value


DEPLOYED = [
    # clan  hexes               refusal
    ("J", ("0416", "0316"), ""),
    ("N", ("0416", "0316"), "[17.6.3] Clan N cannot be deployed beside clan M."),
    ("M", ("0416", "0316"), "[17.6.3] Clan M cannot be deployed beside clan M."),
    ("J", ("0416",), "[17.6.3] Units of the clan: 2; hexes named: 1."),
    ("J", ("0416", "0416"), "[17.6.3] A hex holds one unit only."),
    ("J", ("2513", "0416"), "[17.6.3] 2513 is taken, or not on clan M's bank, or too far from it."),
    ("J", ("0417", "0416"), "[17.6.3] 0417 is taken, or not on clan M's bank, or too far from it."),
    ("J", ("0415", "0414"), "[17.6.3] No unit of the clan would be next to clan M."),
    ("J", ("0416", "0414"), "[17.6.3] The units of the clan would not be next to each other."),
]


@pytest.mark.parametrize(("clan", "hexes", "refusal"), DEPLOYED)
def test_17_6_3_one_clan_may_stand_beside_clan_m(clan: str, hexes: tuple[str, ...], refusal: str) -> None:
    told = scenario(board(options=Options(alternative_deployment=True)), Deploy("uesugi"))
    if refusal:
        assert str(refusal_of(told, DeployClan(clan, hexes))).startswith(refusal)
        return
    told.when("uesugi", DeployClan(clan, hexes)).then(
        UnitsPlaced({f"u{clan}{n}": place for n, place in enumerate(hexes, 1)})
    )
    assert distance(hexes[0], DATA.units["uM1"].start) == 1


def test_17_6_3_is_asked_only_in_the_variant_and_is_no_duty() -> None:
    assert opened("alternative-deployment").state.agenda[0] == Deploy("uesugi")
    assert not any(isinstance(item, Deploy) for item in opened().state.agenda)
    given = board(options=Options(alternative_deployment=True))
    assert scenario(given, Deploy("uesugi")).when("uesugi", Done()).then() == given


def test_17_6_2_the_takeda_plan_is_not_in_play_at_the_beginning() -> None:
    game = opened("shingen-plan")
    game.post("takeda", ChooseOwn("kokuyoku"), Luck(1))
    game.post("uesugi", ChooseOwn("kuruma-gakari"), Luck(1))
    armies = game.state.board.armies
    assert (armies["takeda"].plan, armies["takeda"].active, armies["takeda"].left) == ("kokuyoku", False, {})
    assert armies["uesugi"].left == {"attack": 6, "retreat": 6, "combined": 0}
    assert {game.state.board.postures[clan] for clan in clans_of(game.state.board, "takeda")[:12]} == {
        "defence"
    }


def test_5_1_the_generals_belong_to_clan_a_of_their_army() -> None:
    generals = {unit.general: unit.name for unit in DATA.units.values() if unit.general}
    assert generals == {"shingen": "tA1", "kosaka": "tM1", "kenshin": "uA1"}


def test_units_are_placed_from_nothing() -> None:
    empty = begin(Options(), DATA, SEATS)
    told = scenario(empty, PlaceUnits()).goes_on()
    assert told.cited == ("setup/units",)
    assert told.board.units["tA1"].hex == DATA.units["tA1"].start
