"""The fortress [13.1 to 13.4]: its card, who is in Kaizu, into it and out of it, the strengths of a side."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kawanakajima.board.conserved import conserved
from domain.kawanakajima.board.events import KaizuChanged
from domain.kawanakajima.board.field_events import UnitMoved
from domain.kawanakajima.board.fortress import (
    actions_of,
    bases_of,
    defence_score,
    disabled_of,
    effectives_of,
    is_last_marker,
    joined,
    open_zones,
    participants,
    targets_of,
)
from domain.kawanakajima.board.siege_events import FortressEntered
from domain.kawanakajima.board.state import Field
from domain.kawanakajima.board.zones import in_enemy_zone, occupants
from domain.kawanakajima.combat.declare import fighters
from domain.kawanakajima.data.reading import read_data
from domain.kawanakajima.movement.obligations import targets
from domain.kawanakajima.movement.retreats import in_danger
from domain.kawanakajima.siege.entering import ways_in
from domain.kawanakajima.words.field_items import Engage, ForcedAdvance, Manoeuvre, RetreatMove
from domain.kawanakajima.words.field_orders import Move
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_orders import Occupy
from domain.kit.errors import BadTable, TableMissing
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import Stands, board
from tests.kawanakajima.data import DATA, FILES
from tests.kawanakajima.sieges import GARRISON, HYPOTHETICAL, KAIZU, besieged, told

# ---- 13.1, 13.2: the card


def test_13_2_the_card_has_a_centre_three_peripheral_zones_and_key_points() -> None:
    card = DATA.fortress
    assert card is not None
    assert {zone.name: zone.kind for zone in card.zones.values()} == {
        "centre": "centre",
        **dict.fromkeys("abc", "peripheral"),
        **dict.fromkeys(("k1", "k2", "k3", "k4", "k5"), "key"),
    }
    assert {zone.name: zone.hexes for zone in card.zones.values() if zone.hexes} == {
        "a": ("2526", "2527"),
        "b": ("2625", "2726"),
        "c": ("2627", "2727"),
    }
    assert card.beside("k2") == ("b", "k1", "k3", "k4", "k5")
    assert {zone for zone in card.zones if card.is_base(zone)} == {"centre", "a", "b", "c"}


# file, what is written instead of what, what the reader says
WRONG = [
    ("zones.csv", "k5,key,,", "k5,key,2626,", "zones.csv, line 11: expected hexes of peripheral zones only"),
    (
        "zones.csv",
        "2526 2527",
        "2526",
        'expected a peripheral zone for each hex next to Kaizu, got "none for 2527"',
    ),
    ("zones.csv", "2526 2527", "2526 2625", 'expected hexes next to Kaizu, each of them once, got "2625"'),
    ("zones.csv", "c,peripheral", "d,peripheral", "expected the peripheral zones a, b, c"),
    ("zones.csv", "k1,key", "k2,key", 'expected another zone than those before, got "k2"'),
    ("lines.csv", "k1,a,2", "k1,a,-2", "expected defence scores of 0 or more"),
    ("lines.csv", "k1,k2,1", "k1,a,1", 'expected two zones that no line before joins, got "k1 a"'),
    ("lines.csv", "k1,a,2,1,", "k1,k9,2,1,", "lines.csv, line 3"),
]


@pytest.mark.parametrize(("name", "before", "after", "said"), WRONG)
def test_13_1_what_does_not_fit_on_the_card_is_refused(name: str, before: str, after: str, said: str) -> None:
    text = FILES[name].decode()
    assert before in text
    with pytest.raises(BadTable) as refusal:
        read_data(FILES | {name: text.replace(before, after, 1).encode()})
    assert said in str(refusal.value)


def test_13_1_zones_that_no_line_reaches_are_refused() -> None:
    lines = [line for line in FILES["lines.csv"].decode().splitlines() if "centre" not in line]
    with pytest.raises(BadTable) as refusal:
        read_data(FILES | {"lines.csv": "\n".join(lines).encode()})
    assert "attack lines that join all zones" in str(refusal.value)


def test_13_1_a_data_set_from_before_the_card_is_read_and_has_none() -> None:
    old = {name: data for name, data in FILES.items() if name not in ("zones.csv", "lines.csv")}
    assert read_data(old).fortress is None
    at = besieged({"centre": "t", "a": "u"})
    bare = replace(at, setting=replace(at.setting, data=replace(at.data, fortress=None)))
    with pytest.raises(TableMissing):
        bases_of(bare, "takeda")


# target, the zones from which it is attacked, the score that counts
SCORES = [("k1", ("a",), 2), ("k1", ("a", "k2"), 1), ("centre", ("k4", "k5"), 3), ("a", ("a", "k1"), 0)]


@pytest.mark.parametrize(("target", "zones", "score"), SCORES)
def test_13_1_the_lowest_score_counts_and_none_within_a_peripheral_zone(
    target: str, zones: tuple[str, ...], score: int
) -> None:
    assert defence_score(besieged({}), target, zones) == score


# markers, the bases of the Uesugi and of the Takeda
BASES = [
    ({"centre": "t", "a": "u"}, ("a",), ("centre",)),
    ({"k4": "t", "centre": "u"}, ("centre", "a"), ("centre",)),
    ({"b": "t", "k1": "u"}, ("a",), ("centre", "b")),
]


@pytest.mark.parametrize(("markers", "theirs", "ours"), BASES)
def test_13_2_zones_of_base(markers: dict[str, str], theirs: tuple[str, ...], ours: tuple[str, ...]) -> None:
    at = besieged(markers)
    assert (bases_of(at, "uesugi"), bases_of(at, "takeda")) == (theirs, ours)


# ---- 13.3: the hex


def entering(units: dict[str, Stands], postures: dict[str, str], clan: str = "uC", **more: Any) -> Any:
    """Kosaka holds Kaizu, and a clan moves."""
    at = board({**GARRISON, **units}, {"tM": "defence"} | postures, HYPOTHETICAL, **more)
    return told(at, Manoeuvre("uesugi" if clan[0] == "u" else "takeda", (clan,)))


OUTSIDE: dict[str, Stands] = {"uC1": "2526", "uC2": "2525", "uC3": "2527"}
ATTACK = {"uC": "attack"}


def test_13_3_several_units_of_both_sides_stand_in_kaizu() -> None:
    at = besieged({"centre": "t", "a": "u"}, (13, 0), (11, 0))
    assert conserved(at) == ""
    assert occupants(at) == {}


def test_13_3_no_zone_of_control_reaches_in_or_out() -> None:
    at = board({**GARRISON, "uC1": "2625", "uC2": "2525"}, ATTACK, HYPOTHETICAL)
    assert not any(in_enemy_zone(at, unit) for unit in ("tM1", "uC1", "uC2"))
    assert fighters(at, Engage("uesugi")) == {}
    assert fighters(at, Engage("takeda")) == {}


def test_13_3_in_the_historical_scenario_kaizu_is_a_hex_like_others() -> None:
    at = board({"tG1": KAIZU, "uC1": "2625"}, ATTACK)
    assert in_enemy_zone(at, "tG1")
    assert fighters(at, Engage("uesugi")) == {"uC1": ("tG1",)}
    why = (
        "[13.3] Fortresses are besieged in the hypothetical scenario only; here Kaizu is a hex like others. "
        'Write "move" with the hex.'
    )
    away = board({"tG1": KAIZU, "uC1": "2524"}, ATTACK)
    told(away, Manoeuvre("uesugi", ("uC",))).refused("uesugi", Occupy("C", "b"), why)


def test_13_3_a_whole_clan_goes_in_for_three_points_a_unit() -> None:
    at = board(OUTSIDE, {"uC": "defence"}, HYPOTHETICAL)
    ways = ways_in(at, "uC", "a")
    assert {unit: way and way.spent for unit, way in ways.items()} == {"uC1": 3, "uC2": None, "uC3": 3}
    near = board({"uC1": "2526", "uC2": "2527"}, {"uC": "defence"}, HYPOTHETICAL)
    after = told(near, Manoeuvre("uesugi", ("uC",))).when("uesugi", Occupy("C", "a"))
    entered = FortressEntered(
        "uC",
        "a",
        {"uC1": ("2526", KAIZU), "uC2": ("2527", KAIZU)},
        {"uC1": 3, "uC2": 3},
        Sum(
            (
                Term(5, "Elan and Mass of C1, in order", "13.4.1"),
                Term(4, "Elan and Mass of C2, in order", "13.4.1"),
            )
        ),
        Sum(()),
    )
    assert after.events[:2] == (entered, KaizuChanged("uesugi"))
    assert after.board.kaizu == "uesugi"
    assert (after.board.units["uC1"].hex, after.board.units["uC2"].hex) == (KAIZU, KAIZU)
    assert after.board.field.moved == ("uC1", "uC2")


# what stands where, postures, the order, what the refusal says
REFUSED: list[tuple[dict[str, Stands], dict[str, str], Occupy, str]] = [
    (
        OUTSIDE,
        {"uC": "defence"},
        Occupy("C", "a"),
        "[13.3] The enemy is in Kaizu: a clan in attack may enter, and Clan C is in defence.",
    ),
    (
        OUTSIDE | {"uC2": "2423"},
        ATTACK,
        Occupy("C", "a"),
        "[13.7] A clan enters Kaizu whole, and C2 cannot come in by a (2526 and 2527).",
    ),
    (
        OUTSIDE,
        ATTACK,
        Occupy("C", "c"),
        "[13.7] A clan enters Kaizu whole, and C2 cannot come in by c (2627 and 2727). "
        "It can enter by a or b.",
    ),
    (OUTSIDE, ATTACK, Occupy("C", "k1"), "[13.2] k1 is no peripheral zone. Kaizu is entered by a, b or c."),
    (OUTSIDE, ATTACK, Occupy("D", "a"), "[10.1] Clan D is not activated. Clans that are: C."),
    (
        {"uC1": ("2526", 2), "uC2": ("2527", 3)},
        ATTACK,
        Occupy("C", "a"),
        "[13.5] Clan C has no unit in order or shaken, and cannot begin a siege.",
    ),
    (
        OUTSIDE | {"tG1": "2426"},
        ATTACK,
        Occupy("C", "a"),
        "[13.7] A clan enters Kaizu whole, and C1, C2, C3 cannot come in by a (2526 and 2527).",
    ),
]


@pytest.mark.parametrize(("units", "postures", "order", "said"), REFUSED)
def test_13_3_who_may_not_enter(
    units: dict[str, Stands], postures: dict[str, str], order: Occupy, said: str
) -> None:
    entering(units, postures).refused("uesugi", order, said)


def test_13_3_a_clan_that_has_moved_or_is_inside_does_not_enter() -> None:
    moved = entering(OUTSIDE, ATTACK, field=Field("clan", moved=("uC1",)))
    said = "[13.7] A clan enters Kaizu whole, and C1 cannot come in by a (2526 and 2527)."
    moved.refused("uesugi", Occupy("C", "a"), said)
    inside = told(board(GARRISON, {}, HYPOTHETICAL), Manoeuvre("takeda", ("tM",)))
    inside.refused("takeda", Occupy("M", "a"), "[13.3] Clan M is in Kaizu.")


def test_6_5_an_attacking_clan_goes_to_kaizu_only_where_the_nearest_enemy_is() -> None:
    near: dict[str, Stands] = {"uC1": "2525", "tG1": "2524"}
    at = board({**GARRISON, **near}, ATTACK, HYPOTHETICAL)
    assert targets(at, "uC1") == {"tG1": 1}
    away = entering({"uC1": "2525", "tG1": "2523"}, ATTACK)
    said = "[6.5] Clan C is in attack and goes to the nearest enemy, who is not in Kaizu."
    away.refused("uesugi", Occupy("C", "a"), said)
    alone = board({**GARRISON, "uC1": "2524"}, ATTACK, HYPOTHETICAL)
    assert targets(alone, "uC1") == {"tM1": 5}


def test_6_5_a_garrison_under_siege_may_be_left_aside() -> None:
    at = besieged({"centre": "t", "a": "u"}, units={"uD1": "2524", "tG1": "2519"}, postures={"uD": "attack"})
    assert set(targets(at, "uD1")) == {"tM1", "tG1"}


def test_13_3_kaizu_is_not_entered_by_a_unit_or_by_an_advance() -> None:
    said = '[13.3] Kaizu is entered by whole clans, not by a unit. Write "occupy C by a", b or c.'
    entering(OUTSIDE, ATTACK).refused("uesugi", Move("C1", (KAIZU,)), said)
    entering(OUTSIDE, ATTACK).refused("uesugi", Move("C2", ("2526", KAIZU)), said)
    at = board({**GARRISON, "uC1": "2526"}, ATTACK, HYPOTHETICAL)
    assert told(at, ForcedAdvance("uesugi")).goes_on().agenda == ()


def test_13_3_nobody_in_kaizu_retreats_or_advances() -> None:
    at = board({**GARRISON, "uC1": "2526"}, {"tM": "regroup", "uC": "attack"}, HYPOTHETICAL)
    assert in_danger(at, "tM") == ()
    after = told(at, RetreatMove(("tM",))).goes_on()
    assert {after.board.units[unit].hex for unit in GARRISON} == {KAIZU}
    attacking = board({**GARRISON, "uC1": "2724"}, {"tM": "attack"}, HYPOTHETICAL)
    assert told(attacking, ForcedAdvance("takeda")).goes_on().agenda == ()


# ---- out of it


def leaves(clear: dict[str, Stands] | None = None, posture: str = "move") -> Any:
    at = board({**GARRISON, **(clear or {})}, {"tM": posture}, HYPOTHETICAL)
    return told(at, Manoeuvre("takeda", ("tM",)))


def test_13_3_a_clan_leaves_whole() -> None:
    game = leaves()
    game.when("takeda", Move("M1", ("2625",))).then(UnitMoved("tM1", (KAIZU, "2625"), 1))
    offered = {order.unit for order in game.game.examples("takeda") if isinstance(order, Move)}
    assert offered == {"M2", "M3"}
    assert Done() not in game.game.examples("takeda")
    game.refused(
        "takeda",
        Done(),
        "[13.3] A clan leaves Kaizu whole, and M2 is inside. It may end at 2726, 2526, 2624, 2725 or 2525.",
    )
    game.when("takeda", Move("M2", ("2726",)))
    game.when("takeda", Move("M3", ("2725",)))
    assert game.agenda == ()


def test_13_3_a_clan_stays_whole() -> None:
    game = leaves()
    game.when("takeda", Move("M1", (KAIZU,)))
    refused = [order for order in game.game.examples("takeda") if isinstance(order, Move)]
    assert {order.path for order in refused} == {(KAIZU,)}
    game.when("takeda", Done())
    assert game.agenda == ()


def test_13_3_without_room_for_all_outside_nobody_leaves() -> None:
    """Two hexes are free, and in move nobody may enter an enemy zone: a clan of three stays."""
    ring: dict[str, Stands] = {"uD1": "2726", "uD2": "2727", "uD3": "2627", "uE1": "2527"}
    game = leaves(ring)
    orders = [order for order in game.game.examples("takeda") if isinstance(order, Move)]
    assert {order.path for order in orders} == {(KAIZU,)}


# ---- 13.4: strengths


WORN: dict[str, Stands] = {"tM1": (KAIZU, 1), "tM2": (KAIZU, 2), "tM3": (KAIZU, 3), "uC3": (KAIZU, 0)}


def test_13_4_effectives_and_disabled_by_the_state_of_the_units() -> None:
    at = board(WORN, {}, HYPOTHETICAL)
    units = ("tM1", "tM2", "tM3")
    assert effectives_of(at, units) == Sum((Term(5, "Elan and Mass of M1, shaken", "13.4.1"),))
    assert disabled_of(at, units) == Sum(
        (
            Term(5, "Elan and Mass of M2, disorganised", "13.4.2"),
            Term(4, "Elan and Mass of M3, exhausted", "13.4.2"),
        )
    )


def test_13_4_3_actions_are_fire_the_best_leader_and_one() -> None:
    at = besieged({"centre": "t", "a": "u"})
    assert actions_of(at, "takeda") == Sum((Term(2, "leader of M1", "13.4.3"), Term(1, "always", "13.4.3")))
    assert actions_of(at, "uesugi") == Sum(
        (
            Term(1, "fire of C3", "13.4.3"),
            Term(1, "leader of C1", "13.4.3"),
            Term(1, "always", "13.4.3"),
        )
    )
    dead = replace(at, units=at.units | {"tM1": replace(at.units["tM1"], leader_killed=True)})
    assert actions_of(dead, "takeda").total == 1


# ---- 13.4.4: markers

# markers, where the Uesugi can place from a, where the Takeda can from the centre
PLACES = [
    (
        {"a": "u", "centre": "t"},
        ("b", "c", "k1", "k2", "k3", "k4", "k5"),
        ("b", "c", "k1", "k2", "k3", "k4", "k5"),
    ),
    ({"a": "u", "k1": "t"}, (), ("centre", "b", "c", "k2", "k3", "k4", "k5")),
    ({"a": "t", "k1": "u"}, ("a",), ("centre", "b", "c", "k2", "k3", "k4", "k5")),
    ({"a": "tu", "k1": "t"}, (), ("centre", "b", "c", "k2", "k3", "k4", "k5")),
    ({"k4": "u", "k5": "u", "centre": "t"}, ("a", "b", "c", "k1", "k2", "k3"), ()),
    ({"k1": "t", "k2": "t", "a": "u"}, (), ("centre", "b", "c", "k3", "k4", "k5")),
]


@pytest.mark.parametrize(("markers", "theirs", "ours"), PLACES)
def test_13_4_4_markers_go_where_no_enemy_stands_between(
    markers: dict[str, str], theirs: tuple[str, ...], ours: tuple[str, ...]
) -> None:
    at = besieged(markers)
    assert set(open_zones(at, "uesugi", ("a",))) == set(theirs)
    assert set(open_zones(at, "takeda", ("centre",))) == set(ours)


def test_13_4_4_two_markers_in_a_peripheral_zone_are_adjacent() -> None:
    at = besieged({"a": "tu", "k1": "u", "k4": "u", "centre": "t"})
    assert participants(at, "uesugi", "a") == ("a", "k1")
    assert participants(at, "takeda", "a") == ("a",)
    assert participants(at, "uesugi", "centre") == ("k4",)
    assert targets_of(at, "takeda") == ("a", "k1", "k4")
    assert joined(at, "uesugi", ("a",)) == ("a",)


def test_13_6_1_the_last_marker_stays_as_long_as_there_are_effectives() -> None:
    assert is_last_marker(besieged({"centre": "t", "a": "u"}, (1, 0), (0, 0)), "takeda")
    assert not is_last_marker(besieged({"centre": "t", "a": "u"}, (0, 5), (0, 0)), "takeda")
    assert not is_last_marker(besieged({"centre": "t", "k4": "t", "a": "u"}, (1, 0)), "takeda")


# board, what is wrong with its counts
WRONGS = [
    (besieged({"centre": "t", "a": "u"}, (13, 0), (11, 0)), ""),
    (besieged({"centre": "tu"}), "In the zone centre are the markers of takeda, uesugi."),
]


@pytest.mark.parametrize(("at", "wrong"), WRONGS)
def test_the_points_of_a_siege_are_conserved(at: Any, wrong: str) -> None:
    assert conserved(at) == wrong


def test_points_that_come_from_nowhere_are_found() -> None:
    at: Any = besieged({"centre": "t", "a": "u"}, (13, 0), (11, 0))
    more = at.siege.troops | {"takeda": replace(at.siege.troops["takeda"], effectives=14)}
    wrong = conserved(replace(at, siege=replace(at.siege, troops=more)))
    assert wrong.startswith("takeda has 14 points in Kaizu; counted are ")
    less = at.siege.troops | {"takeda": replace(at.siege.troops["takeda"], effectives=-1, lost=14)}
    assert "below 0" in conserved(replace(at, siege=replace(at.siege, troops=less)))
