"""The hypothetical scenario: set-up [18.1], plans and command points [18.2], victory [18.3]."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.events import (
    ChitVoid,
    CommandThrown,
    EntriesWritten,
    GameEnded,
    KaizuChanged,
    PlanAttempted,
    PointsScored,
    SamuraiCalled,
    SavingSealed,
    SurplusEntered,
    UnitsPlaced,
)
from domain.kawanakajima.board.state import Board, Unit, begin, clans_of
from domain.kawanakajima.combat.losses import worth
from domain.kawanakajima.combat.odds import is_surprised
from domain.kawanakajima.command.chits import why_turn_is_over, why_void
from domain.kawanakajima.command.choices import payer
from domain.kawanakajima.command.command_points import command_points, purse
from domain.kawanakajima.command.delays import distance_of
from domain.kawanakajima.data.options import HYPOTHETICAL, Options
from domain.kawanakajima.data.tables import AWAY, DRAWN, RESERVE
from domain.kawanakajima.scenario.hypothetical import column_of, marching_up, surplus
from domain.kawanakajima.scenario.late_troops import may_be_called
from domain.kawanakajima.siege.entering import enter_bars
from domain.kawanakajima.words.field_items import Combat, MarchChit, MarchTurn
from domain.kawanakajima.words.items import (
    BeginSaving,
    BeginTurn,
    ChoosePlan,
    CountPoints,
    EnterClans,
    EnterSurplus,
    FormColumn,
    KaizuTaken,
    PlaceUnits,
    PlayChit,
    SavePoints,
    ThrowCommand,
    WriteEntries,
)
from domain.kawanakajima.words.orders import Attempt, Bring, ChooseOwn, Column, Done, Save, WriteEntry
from domain.kit.bars import Bar
from domain.kit.errors import TableMissing
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import SEATS, Stands, board, scenario
from tests.kawanakajima.data import DATA
from tests.kawanakajima.games import opening_of
from tests.playing import Game
from tests.scenario import Scenario
from tests.titles.play import Luck
from tests.titles.test_secrecy import public_form

OTHER = Options(scenario="hypothetical")
KNOWN = DATA.scenarios[HYPOTHETICAL]
ROOM = ", ".join(("1009", "1008", "0909", "0908", "0808", "0807", "0708", "0707"))
GARRISON = {"tM1": "2626", "tM2": "2626", "tM3": "2626"}


def at(units: dict[str, Stands] | None = None, **more: Any) -> Board:
    """A board of the hypothetical scenario with just those units on the map, and clan M in Kaizu."""
    return board({**GARRISON, **(units or {})}, options=OTHER, **more)


def opened() -> Game:
    game = Game("march", KAWANAKAJIMA)
    game.open(opening_of(OTHER), DATA, Luck(1))
    return game


# ---- 18.1, the set-up


def test_18_1_clan_m_is_in_kaizu_in_defence_all_others_are_on_the_march() -> None:
    told = scenario(begin(OTHER, DATA, SEATS), PlaceUnits()).goes_on()
    assert told.events[0] == UnitsPlaced(GARRISON)
    assert set(told.cited) == {"18.1"}
    after = told.board
    assert {name: unit.hex for name, unit in after.units.items() if unit.hex} == GARRISON
    for clan in clans_of(after, "takeda"):
        assert after.postures[clan] == ("defence" if clan == "tM" else "move")
        assert after.chits[clan] == (RESERVE if clan == "tM" else AWAY)


def test_18_1_18_2_the_set_up_column_then_plans_of_both_then_the_entry_points_of_all_the_uesugi() -> None:
    uesugi = tuple(f"u{letter}" for letter in "ABCDEFGHIJKLMN")
    assert marching_up(begin(OTHER, DATA, SEATS)) == (
        PlaceUnits(),
        FormColumn("takeda"),
        ChoosePlan(("takeda", "uesugi")),
        WriteEntries("uesugi", uesugi),
        BeginTurn(1),
    )
    game = opened()
    assert game.awaited() == ("takeda",)
    assert game.state.agenda[0] == FormColumn("takeda")


def test_18_1_the_column_stands_in_two_files_beside_the_red_line() -> None:
    """As many hexes on either side, each next to the one across the line and to the next of its file."""
    line = column_of(at())
    assert line[:4] == ("1009", "1008", "0909", "0908")
    assert len(line) == len(set(line)) == 20
    assert set(line) == {*KNOWN.column_start, *KNOWN.column_beside}
    for one, other in zip(KNOWN.column_start, KNOWN.column_beside, strict=True):
        assert other in DATA.map.beside[one]
    for side in (KNOWN.column_start, KNOWN.column_beside):
        assert all(there in DATA.map.beside[here] for here, there in pairwise(side))


def forming(units: dict[str, Stands] | None = None) -> Scenario:
    return scenario(at(units), FormColumn("takeda"))


def test_18_1_units_are_placed_as_the_player_likes() -> None:
    told = forming().when("takeda", Column(("G1", "A1"), ("0909", "0104")))
    after = told.then(UnitsPlaced({"tG1": "0909", "tA1": "0104"}))
    assert (after.units["tG1"], after.chits["tG"], after.chits["tA"]) == (Unit("0909"), RESERVE, RESERVE)
    assert told.agenda == (FormColumn("takeda"),)


def test_18_1_without_hexes_they_fill_the_column_from_its_head() -> None:
    told = forming({"tB1": "1008"}).when("takeda", Column(("G1", "D2", "D1")))
    told.then(UnitsPlaced({"tG1": "1009", "tD2": "0909", "tD1": "0908"}))


def test_18_1_a_unit_that_is_named_again_changes_its_place() -> None:
    told = forming({"tB1": "1008", "tB2": "0909"}).when("takeda", Column(("B1", "B2"), ("0909", "1008")))
    told.then(UnitsPlaced({"tB1": "0909", "tB2": "1008"}))


REFUSED = [
    # units, hexes, why
    (("M1",), ("1009",), "M1 is in Kaizu, and not in the column."),
    (("G2",), ("1009",), "You have no unit G2."),
    (("G1", "G1"), ("1009", "1008"), "G1 is named twice."),
    ((), (), "No unit is named."),
    (("G1", "H1"), ("1009",), "Units named: 2; hexes for them: 1."),
    (("G1",), ("1007",), "1007 is not beside the red line."),
    (("G1",), ("0105",), "0105 is for one unit only, and B1 is there."),
    (("G1", "H1"), ("1009", "1009"), "1009 is for one unit only."),
]


@pytest.mark.parametrize(("units", "hexes", "why"), REFUSED)
def test_18_1_what_is_no_column_is_refused(units: tuple[str, ...], hexes: tuple[str, ...], why: str) -> None:
    rest = f"Free hexes of the column, from its head: {ROOM}."
    forming({"tB1": "0105"}).refused("takeda", Column(units, hexes), f"[18.1] {why} {rest}")


def full(but: int = 0) -> dict[str, Stands]:
    """The column with units in their order, but for so many hexes at its end."""
    own = [name for name in DATA.units if name[0] == "t" and name[:2] != "tM"]
    line = column_of(at())
    return dict(zip(own, line[: len(line) - but], strict=False))


def test_18_1_only_units_for_which_there_is_no_room_stay_behind() -> None:
    told = forming(full(but=1))
    waiting = "L1, L2, N1, N2, N3, O1, O2 or O3"
    told.refused(
        "takeda",
        Done(),
        f"[18.1] The column has room for 1 more: 0104. Units that wait: {waiting}.",
    )
    told.when("takeda", Column(("T3",)))
    assert told.when("takeda", Done()).agenda == ()
    assert len(surplus(told.board)) == 45 - 3 - 20


def test_18_1_a_full_column_is_offered_and_closed() -> None:
    game = opened()
    game.post("takeda", game.examples("takeda")[0], Luck(1))
    assert game.examples("takeda") == (Done(),)
    game.post("takeda", Done(), Luck(1))
    assert game.awaited() == SEATS
    stands = {unit.hex for name, unit in game.state.board.units.items() if name[0] == "t" and unit.hex}
    assert stands == {*column_of(game.state.board), "2626"}


def test_18_1_16_2_the_uesugi_come_by_mount_saijo_clan_n_like_the_others() -> None:
    told = scenario(at(), WriteEntries("uesugi", clans_of(at(), "uesugi")))
    told.when("uesugi", WriteEntry("N", "B1"))
    told.then(EntriesWritten("uesugi", Sealed(("uesugi",), {"uN": "B1"})))
    entered = scenario(at(turn=1, entries={"uN": "B1", "uA": "D3"}), EnterClans()).goes_on().board
    assert {entered.units[f"uN{number}"].hex for number in (1, 2, 3)} == {"B1"}
    assert (entered.postures["uN"], entered.chits["uN"]) == ("move", RESERVE)
    assert entered.units["uA1"].hex == ""
    lost = at({f"u{letter}1": ("", 4) for letter in "BCDE"})
    assert not may_be_called(lost, "uN")


def test_18_1_13_1_a_data_set_without_a_column_or_a_fortress_cannot_be_played_so() -> None:
    old = replace(DATA, scenarios={**DATA.scenarios, HYPOTHETICAL: replace(KNOWN, playable=False)})
    for lacking in (old, replace(DATA, fortress=None), replace(DATA, scenarios={})):
        with pytest.raises(TableMissing):
            KAWANAKAJIMA.setup(begin(OTHER, lacking, SEATS))


# ---- 18.1, the surplus


def test_18_1_the_rear_enters_with_the_chit_of_march_after_the_clans_have_marched() -> None:
    told = scenario(at({"tG1": "1009"}, postures={"tG": "move"}), MarchChit()).goes_on()
    assert told.agenda == (MarchTurn("takeda"), EnterSurplus("takeda"))
    both = scenario(at({"tG1": "1009", "uB1": "2020"}, postures={"tG": "move", "uB": "move"}), MarchChit())
    assert both.goes_on([5, 2]).agenda == (MarchTurn("takeda"), EnterSurplus("takeda"))
    nobody = {name: ("", 4) for name in DATA.units if name[0] == "t" and name[:2] not in ("tM", "tG")}
    told = scenario(at({"tG1": "1009", **nobody}, postures={"tG": "move"}), MarchChit()).goes_on()
    assert told.agenda == (MarchTurn("takeda"),)
    historical = board(postures={"tG": "move"})
    assert scenario(historical, MarchChit()).goes_on().agenda == (MarchTurn("takeda"),)


ENTERING = [
    # hex     path                                     points: the first hex of the edge counts
    ("0105", ("0105",), 1),
    ("0107", ("0106", "0107"), 2),
    ("0104", ("0104",), 2),
    ("0406", ("0105", "0205", "0306", "0406"), 4),
]


@pytest.mark.parametrize(("place", "path", "spent"), ENTERING)
def test_18_1_a_unit_enters_by_the_edge_with_the_points_of_the_march(
    place: str, path: tuple[str, ...], spent: int
) -> None:
    told = scenario(at(), EnterSurplus("takeda")).when("takeda", Bring("N1", place))
    after = told.then(SurplusEntered("tN1", path, spent))
    assert (after.units["tN1"].hex, after.chits["tN"]) == (place, RESERVE)
    assert told.agenda == (EnterSurplus("takeda"),)


def test_18_1_it_goes_through_friends_and_stays_on_a_hex_of_its_own() -> None:
    told = scenario(at({"tG1": "0105"}), EnterSurplus("takeda"))
    told.when("takeda", Bring("N1", "0205")).then(SurplusEntered("tN1", ("0105", "0205"), 2))
    assert Bring("N2", "0105") not in told.game.examples("takeda")
    with pytest.raises(Exception, match=r"\[18.1\] N2 cannot enter and reach 0105 with 4 movement points"):
        told.game.post("takeda", Bring("N2", "0105"), Luck(1))


TOO_FAR = [
    (Bring("N1", "0507"), "N1 cannot enter and reach 0507 with 4 movement points."),
    (Bring("G1", "0105"), "G1 does not wait behind the edge of the map."),
    (Bring("M1", "0105"), "M1 does not wait behind the edge of the map."),
]


@pytest.mark.parametrize(("order", "why"), TOO_FAR)
def test_18_1_who_cannot_enter_is_told_why(order: Bring, why: str) -> None:
    told = scenario(at({"tG1": "1009"}), EnterSurplus("takeda"))
    with pytest.raises(Exception, match=rf"^\[18.1\] {why}"):
        told.game.post("takeda", order, Luck(1))


def test_18_1_it_enters_no_enemy_zone_and_by_no_hex_that_lies_in_one() -> None:
    told = scenario(at({"uB1": "0206"}), EnterSurplus("takeda"))
    offered = {order.hex for order in told.game.examples("takeda") if isinstance(order, Bring)}
    assert "0104" in offered
    assert offered.isdisjoint({"0206", *DATA.map.beside["0206"]})


def test_18_1_where_no_hex_of_the_edge_is_open_nobody_is_asked() -> None:
    assert scenario(at({"uB1": "0105"}), EnterSurplus("takeda")).goes_on().agenda == ()


def test_18_1_the_rear_may_wait_for_a_later_march() -> None:
    assert scenario(at(), EnterSurplus("takeda")).when("takeda", Done()).agenda == ()


def test_13_7_18_1_a_clan_of_which_units_wait_is_not_whole_and_stays_out_of_kaizu() -> None:
    rest = {name: ("", 4) for name in DATA.units if name[0] == "t" and name[1] not in "MG"}
    whole = at({"tG1": "2625", **rest}, postures={"tG": "move"})
    assert [*enter_bars(whole, "tG")] == []
    parted = at({"tH1": "2625"}, postures={"tH": "move"})
    why = "Clan H is not whole: H2 waits behind the edge of the map."
    assert [*enter_bars(parted, "tH")] == [Bar("13.7", why)]


def test_8_3_18_1_the_messengers_of_a_shingen_who_is_not_there_yet_ride_from_the_edge() -> None:
    found = distance_of(at({"tG1": "0505"}), "shingen", "tG")
    assert found.terms[0].why.startswith("movement points from Shingen at 0105")
    assert found.total == 4


# ---- 18.2


def test_18_2_both_plans_have_to_be_activated() -> None:
    game = opened()
    game.post("takeda", game.examples("takeda")[0], Luck(1))
    game.post("takeda", Done(), Luck(1))
    game.post("takeda", ChooseOwn("saku"), Luck(1))
    game.post("uesugi", ChooseOwn("gyorin"), Luck(1))
    armies = game.state.board.armies
    assert [(army.plan, army.active, army.left) for army in armies.values()] == [
        ("saku", False, {}),
        ("gyorin", False, {}),
    ]
    assert isinstance(game.state.agenda[0], WriteEntries)


SAVING = [
    # where an Uesugi unit stands, who may save
    ("", ("uesugi",)),
    ("D3", ("uesugi",)),
    ("2023", SEATS),
]


@pytest.mark.parametrize(("stands", "seats"), SAVING)
def test_18_2_kenshin_saves_off_the_map_shingen_only_with_an_enemy_on_it(
    stands: str, seats: tuple[str, ...]
) -> None:
    army = {"plan": "kokuyoku"}
    given = at({"uB1": stands}, takeda=army, uesugi=army, command={"shingen": 3, "kenshin": 3})
    assert scenario(given, BeginSaving()).goes_on().agenda == (SavePoints(seats),)


def test_18_2_the_points_that_kenshin_saves_off_the_map_are_kept() -> None:
    given = at(uesugi={"plan": "kokuyoku", "saved": 2}, command={"kenshin": 4})
    after = scenario(given, SavePoints(("uesugi",))).when("uesugi", Save(3))
    after.then(SavingSealed("uesugi", Sealed(("uesugi",), 3), Sealed(("uesugi",), False)))
    assert (after.board.armies["uesugi"].saved, purse(after.board, "uesugi")) == (5, {"kenshin": 1})


def test_7_2_18_2_nobody_knows_who_tries_before_both_have_saved() -> None:
    armies = {side: {"plan": "ganko", "saved": 7} for side in SEATS}
    given = at({"uB1": "2023"}, takeda=armies["takeda"], uesugi=armies["uesugi"])
    given = replace(given, command={"shingen": 3, "kenshin": 3})
    seen = []
    for order in (Save(2), Attempt(2)):
        told = scenario(given, SavePoints(SEATS)).when("takeda", order)
        seen.append((public_form(told.happened, "uesugi"), told.agenda))
    assert seen[0] == seen[1]
    told.when("uesugi", Attempt(1), [6, 4, 6, 5])
    assert [event.side for event in told.events if isinstance(event, PlanAttempted)] == ["takeda", "uesugi"]
    assert [event.saved for event in told.events if isinstance(event, PlanAttempted)] == [9, 8]


def test_18_2_kosaka_gets_no_command_points_and_shingen_pays_for_his_clans() -> None:
    told = scenario(at(turn=0, takeda={"plan": "ganko"}), BeginTurn(4)).goes_on([3, 3])
    throws = [event.general for event in told.events if isinstance(event, CommandThrown)]
    assert throws == ["shingen", "kenshin"]
    assert payer(at(), "takeda", ("tM",), "", {"shingen": 1}) == "shingen"


def test_8_2_18_2_shingen_has_a_column_of_the_command_table_for_the_whole_army() -> None:
    given = at(turn=1)
    points = KNOWN.command["shingen"]
    assert [command_points(given, "shingen", die) for die in (-2, 0, 3, 7, 9)] == [
        *(points[0], points[0], points[3]),
        *(points[7], points[7]),
    ]
    assert command_points(given, "kenshin", 3) == DATA.command_points("kenshin", 1, 3)
    die = Sum((Term(3, "die", "8.2"),))
    told = scenario(given, ThrowCommand("shingen")).goes_on([3])
    told.then(CommandThrown("shingen", 3, die, points[3]))


def test_18_1_nobody_is_surprised_and_no_chit_has_to_come_first() -> None:
    given = at({"tG1": "1009", "uB1": "1010"}, turn=1, postures={"uB": "attack"})
    assert not is_surprised(given, Combat("uesugi", ("uB1",), ("tG1",)))
    assert begin(OTHER, DATA, SEATS).opened
    assert why_void(begin(OTHER, DATA, SEATS), "march") == ""


# ---- 18.3


def test_18_3_kaizu_is_worth_eight_points_and_they_are_lost_with_it() -> None:
    given = at(takeda={"points": 3})
    told = scenario(given, KaizuTaken("uesugi")).goes_on()
    taken = PointsScored("uesugi", Sum((Term(8, "Kaizu is taken", "18.3"),)), -5)
    after = told.then(KaizuChanged("uesugi"), taken)
    assert (after.kaizu, after.armies["uesugi"].points, told.cited) == ("uesugi", 8, ("18.3", "18.3"))
    back = scenario(after, KaizuTaken("takeda")).goes_on()
    lost = PointsScored("uesugi", Sum((Term(-8, "Kaizu is lost again", "18.3"),)), 3)
    assert back.then(KaizuChanged("takeda"), lost).armies["uesugi"].points == 0


@pytest.mark.parametrize("side", SEATS)
def test_18_3_who_holds_kaizu_already_takes_nothing(side: str) -> None:
    assert scenario(at(kaizu=side), KaizuTaken(side)).goes_on().events == ()


def test_14_1_18_3_the_points_of_kaizu_may_call_the_samurai() -> None:
    given = board(GARRISON, options=Options(scenario="hypothetical", samurai=True))
    told = scenario(given, KaizuTaken("uesugi")).goes_on()
    assert told.events[-1] == SamuraiCalled("takeda", 6)


def test_18_3_elan_and_leaders_are_worth_points() -> None:
    assert worth(at(), "tG1").points == Sum((Term(2, "Elan of G1", "18.3"),))


ENDS = [
    # points of takeda and uesugi, ending, winners
    (0, 4, "draw", SEATS),
    (4, 0, "draw", SEATS),
    (0, 5, "points", ("uesugi",)),
    (5, 0, "points", ("takeda",)),
]


@pytest.mark.parametrize(("takeda", "uesugi", "ending", "winners"), ENDS)
def test_18_3_up_to_four_points_are_a_draw(
    takeda: int, uesugi: int, ending: str, winners: tuple[str, ...]
) -> None:
    given = at(takeda={"points": takeda}, uesugi={"points": uesugi}, turn=12)
    told = scenario(given, CountPoints()).goes_on()
    (ended,) = told.events
    assert isinstance(ended, GameEnded)
    assert (ended.ending, ended.winners, told.cited) == (ending, winners, ("18.3",))


def test_18_3_16_5_twelve_turns_and_fatigue_from_turn_8_on() -> None:
    assert (KNOWN.turns, KNOWN.fatigue_turn, KNOWN.draw_margin, KNOWN.kaizu) == (12, 8, 4, 8)
    both = dict.fromkeys(("combat takeda", "combat uesugi"), "played")
    assert why_turn_is_over(at(turn=7, chits=both)) == ""
    assert why_turn_is_over(at(turn=8, chits=both)) != ""


def test_18_1_a_chit_of_a_clan_that_still_waits_is_without_effect() -> None:
    """D1 is lost, D2 waits behind the edge: nobody appears by Tanbajima, as clan N does elsewhere [17.3]."""
    waiting = at({"tD1": ("", 4), "uB1": "2010"}, chits={"tD": DRAWN}, drawn="tD")
    played = scenario(waiting, PlayChit("tD")).goes_on()
    assert played.events[0] == ChitVoid("tD", "its units wait behind the edge of the map", "reserve")
    assert played.board.units["tD2"].hex == ""
