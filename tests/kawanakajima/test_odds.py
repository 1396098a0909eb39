"""Column and row of a combat [2.2, 5.3, 9.5.2, 11.4, 11.5, 11.6, 11.8, 11.9, 11.10, 17.1]."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.board.state import Field
from domain.kawanakajima.combat.odds import Odds, odds, supporters, terrains
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.words.field_items import Combat
from domain.kit.sums import Term
from tests.kawanakajima.boards import board

WOODS, NEXT = "0909", "0910"
"""A wood in the plain, and a clear hex beside it."""


def of(
    units: dict[str, Any],
    attackers: tuple[str, ...],
    defenders: tuple[str, ...],
    moved: bool = False,
    kind: str = "clan",
    postures: dict[str, str] | None = None,
    **more: Any,
) -> Odds:
    field = Field(kind, moved=attackers if moved else ())
    at = board(units, postures, field=field, **more)
    side = "takeda" if attackers[0][0] == "t" else "uesugi"
    return odds(at, Combat(side, attackers, defenders))


def totals(made: Odds) -> tuple[int, int]:
    return made.column.total, made.row.total


HARA = {"tG1": "2715", "uJ1": "2714"}
"""Hara 2/3 and Nakajo 2/2."""

# whether Hara has moved, posture of Nakajo, kind, column, row
KINDS = [
    (False, "defence", "melee", 0, 5 - 4),
    (False, "attack", "melee", 0, 5 - 4),
    (True, "defence", "charge", 2, 3 - 4),
    (True, "attack", "charge", 2 - 2, 3 - 2),
    (True, "move", "charge", 2 + 2, 3 - 4),
    (True, "regroup", "charge", 2 + 2, 3 - 4),
    (False, "move", "melee", 2, 5 - 4),
]


@pytest.mark.parametrize(("moved", "posture", "kind", "column", "row"), KINDS)
def test_11_5_charge_counter_charge_and_melee(
    moved: bool, posture: str, kind: str, column: int, row: int
) -> None:
    made = of(HARA, ("tG1",), ("uJ1",), moved, postures={"uJ": posture})
    assert (made.kind, *totals(made)) == (kind, column, row)


def test_11_5_one_attacker_that_has_moved_makes_a_charge_by_an_option_all_must_have() -> None:
    units = {"uB1": "2714", "uB2": "2814", "tG1": "2715"}
    for charge, kind in (("any", "charge"), ("all", "melee")):
        at = board(units, field=Field("clan", moved=("uB1",)), options=Options(charge=charge))  # type: ignore[arg-type]
        assert odds(at, Combat("uesugi", ("uB1", "uB2"), ("tG1",))).kind == kind


# steps lost by the attacker, by the defender, column
STATES = [(0, 0, 0), (1, 0, -1), (2, 0, -2), (3, 0, -3), (0, 1, 1), (0, 2, 2), (0, 3, 3), (2, 1, -1)]


@pytest.mark.parametrize(("own", "theirs", "column"), STATES)
def test_5_3_states_act_on_the_column(own: int, theirs: int, column: int) -> None:
    made = of({"tG1": ("2715", own), "uJ1": ("2714", theirs)}, ("tG1",), ("uJ1",))
    assert totals(made) == (column, 1)


@pytest.mark.parametrize(("reading", "column"), [("sum", -3), ("worst", -2)])
def test_5_3_states_of_several_add_up_by_an_option_the_worst_counts(reading: str, column: int) -> None:
    units = {"uB1": ("2714", 1), "uB2": ("2814", 2), "tG1": "2715"}
    made = of(units, ("uB1", "uB2"), ("tG1",), options=Options(state_modifier=reading))  # type: ignore[arg-type]
    assert made.column.total == column


# ---- support

# where a friend stands, in which posture, whether he supports
SUPPORT = [("2615", "attack", True), ("2615", "defence", False), ("2616", "attack", False)]


@pytest.mark.parametrize(("hex", "posture", "supports"), SUPPORT)
def test_11_6_a_friend_in_attack_next_to_the_target_supports(hex: str, posture: str, supports: bool) -> None:
    """Hara attacks from 2714, Nobushige stands at the side."""
    units = {"tG1": "2714", "uJ1": "2715", "tD1": hex}
    made = of(units, ("tG1",), ("uJ1",), postures={"tD": posture})
    assert made.column.total == (1 if supports else 0)


def test_11_6_support_counts_once_and_not_for_the_attackers_themselves() -> None:
    units = {"tG1": "2714", "uJ1": "2715", "tD1": "2615", "tD2": "2716"}
    postures = {"tD": "attack", "tG": "attack"}
    made = of(units, ("tG1",), ("uJ1",), postures=postures)
    assert Term(1, "support", "11.6") in made.column.terms
    at = board(units, postures)
    assert supporters(at, Combat("takeda", ("tG1",), ("uJ1",))) == ("tD2", "tD1")
    assert supporters(at, Combat("takeda", ("tG1", "tD1", "tD2"), ("uJ1",))) == ()


def test_11_6_an_unfit_posture_counts_where_all_the_defenders_have_one() -> None:
    units = {"tG1": "2715", "uJ1": "2714", "uB2": "2814"}
    both = of(units, ("tG1",), ("uJ1", "uB2"), postures={"uJ": "move", "uB": "regroup"})
    one = of(units, ("tG1",), ("uJ1", "uB2"), postures={"uJ": "move", "uB": "defence"})
    assert (both.column.total, one.column.total) == (2, 0)


# ---- special attack, surprise


@pytest.mark.parametrize(("moved", "column"), [(True, 2 + 2), (False, 0)])
def test_9_5_2_a_special_attack_adds_two_to_a_charge(moved: bool, column: int) -> None:
    made = of(HARA, ("tG1",), ("uJ1",), moved, "special attack")
    assert made.column.total == column


# turn, defender, column
SURPRISE = [(1, "tG1", 2), (2, "tG1", 0), (1, "tM1", 0)]


@pytest.mark.parametrize(("turn", "defender", "column"), SURPRISE)
def test_17_1_on_the_first_turn_the_uesugi_surprise_the_clans_of_shingen(
    turn: int, defender: str, column: int
) -> None:
    units = {"uJ1": "2715", defender: "2714"}
    assert of(units, ("uJ1",), (defender,), turn=turn).column.total == column


def test_17_1_the_takeda_surprise_nobody() -> None:
    assert of(HARA, ("tG1",), ("uJ1",), turn=1).column.total == 0


# ---- difficult terrain


def test_11_10_the_example_a_charge_into_woods_has_one_point_of_elan() -> None:
    """2/2 counts as 1/3; the woods themselves count on the row."""
    made = of({"tD2": NEXT, "uJ1": WOODS}, ("tD2",), ("uJ1",), moved=True)
    assert Term(1, "Elan of D2", "11.5") in made.column.terms
    assert Term(1, "Elan of D2 that counts as Mass", "11.10") in made.row.terms
    assert Term(2, "Mass of D2", "11.5") in made.row.terms
    assert totals(made) == (1, 3 - 4 - 1)


def test_11_10_a_unit_with_one_point_loses_nothing_and_a_melee_does_not_care() -> None:
    charge = of({"tD1": NEXT, "uJ1": WOODS}, ("tD1",), ("uJ1",), moved=True)
    assert totals(charge) == (1, 3 - 4 - 1)
    melee = of({"tD2": NEXT, "uJ1": WOODS}, ("tD2",), ("uJ1",))
    assert totals(melee) == (0, 4 - 4 - 1)


def test_11_10_out_of_woods_into_the_open_a_charge_is_whole() -> None:
    made = of({"tD2": WOODS, "uJ1": NEXT}, ("tD2",), ("uJ1",), moved=True)
    assert totals(made) == (2, 2 - 4)


# ---- defensive positions


def entrenched(posture: str, moved: bool = True, positions: dict[str, str] | None = None) -> Odds:
    return of(
        {"uB1": "2714", "tG1": "2715"},
        ("uB1",),
        ("tG1",),
        moved,
        postures={"tG": posture},
        positions={"2715": "tG1"} if positions is None else positions,
    )


def test_11_8_a_defensive_position_limits_elan_and_takes_one_from_the_column() -> None:
    made = entrenched("defence")
    assert totals(made) == (1 - 1, 2 + 1 - 5)
    assert Term(1, "Elan of B1 that counts as Mass", "11.8") in made.row.terms
    assert Term(-1, "defensive position", "11.8") in made.column.terms


@pytest.mark.parametrize("posture", ["attack", "move", "regroup"])
def test_11_8_only_in_defence(posture: str) -> None:
    without = entrenched(posture, positions={})
    assert totals(entrenched(posture)) == totals(without)


def test_11_8_only_for_the_unit_that_it_belongs_to() -> None:
    assert totals(entrenched("defence", positions={"2715": "tG2"})) == (2, 2 - 5)


# ---- fire


def test_11_4_fire_counts_in_a_charge_and_not_in_a_melee() -> None:
    """E2 of the Takeda has one point; the row carries it, for whichever side shoots."""
    units = {"tE2": "2715", "uJ1": "2714"}
    elan, mass = UNITS["tE2"]
    charge = of(units, ("uJ1",), ("tE2",), moved=True)
    assert totals(charge) == (2, 2 - elan - mass - 1)
    assert Term(-1, "fire of E2", "11.4") in charge.row.terms
    melee = of(units, ("uJ1",), ("tE2",))
    assert totals(melee) == (0, 4 - elan - mass)
    own = of(units, ("tE2",), ("uJ1",), moved=True)
    assert Term(1, "fire of E2", "11.4") in own.row.terms
    assert all(not term.why.startswith("fire") for term in of(units, ("tE2",), ("uJ1",)).row.terms)


def test_11_4_across_a_river_there_is_nothing_but_fire() -> None:
    made = of({"uM2": "3022", "tG1": "2922"}, ("uM2",), ("tG1",), moved=True)
    assert made.kind == "fire"
    assert made.column.terms == ()
    assert made.row.terms == (Term(1, "fire of M2", "11.4"),)


def test_11_9_shooters_in_a_position_fire_in_a_melee_too() -> None:
    units = {"tE2": "2715", "uJ1": "2714"}
    elan, mass = UNITS["tE2"]
    made = of(units, ("uJ1",), ("tE2",), positions={"2715": "tE2"})
    assert Term(-1, "fire of E2", "11.9") in made.row.terms
    assert totals(made) == (-1, 4 - elan - mass - 1)
    for posture in ("attack", "move"):
        open_ = of(units, ("uJ1",), ("tE2",), positions={"2715": "tE2"}, postures={"tE": posture})
        assert Term(-1, "fire of E2", "11.9") not in open_.row.terms


def test_11_9_and_behind_a_ford() -> None:
    units = {"tE2": "3022", "uJ1": "3021"}
    made = of(units, ("uJ1",), ("tE2",))
    assert Term(-1, "fire of E2", "11.9") in made.row.terms
    assert Term(-1, "defender's terrain: ford", "11.6") in made.column.terms
    assert (
        Term(-1, "fire of E2", "11.9")
        not in of(units, ("uJ1",), ("tE2",), postures={"tE": "attack"}).row.terms
    )


# ---- terrain


def test_2_2_the_defender_takes_the_best_terrain() -> None:
    """Over the stream into the open: the stream; a ford only if all come over it."""
    at = board({"uJ1": "3021", "uJ2": "3122", "tG1": "3022"})
    over = Combat("uesugi", ("uJ1",), ("tG1",))
    assert [terrain.terrain for terrain in terrains(at, over)] == ["clear", "ford"]
    both = Combat("uesugi", ("uJ1", "uJ2"), ("tG1",))
    assert [terrain.terrain for terrain in terrains(at, both)] == ["clear"]
    assert odds(at, over).column.total == -1
    assert odds(at, both).column.total == 0


# attackers, whether the height of the defender at 0102 (level 2) counts; 0103 is of level 1, 0101 of level 2
HEIGHTS = [(("0103",), True), (("0101",), False), (("0103", "0101"), False)]


@pytest.mark.parametrize(("hexes", "counts"), HEIGHTS)
def test_11_6_height_counts_where_all_the_attackers_stand_lower(hexes: tuple[str, ...], counts: bool) -> None:
    attackers = ("uJ1", "uJ2")[: len(hexes)]
    at = board(dict(zip(attackers, hexes, strict=True)) | {"tG1": "0102"})
    names = [terrain.terrain for terrain in terrains(at, Combat("uesugi", attackers, ("tG1",)))]
    assert ("uphill" in names) is counts


UNITS = {name: (unit.elan, unit.mass) for name, unit in board().data.units.items() if name in ("tE2", "uM2")}


def test_11_4_a_shooter_across_the_river_adds_its_fire_and_makes_no_charge() -> None:
    """M2 shoots over the river while J1 fights at the ford: a melee still, and M2's fire counts."""
    units = {"uM2": "3022", "uJ1": "2921", "tG1": "2922"}
    made = of(units, ("uJ1", "uM2"), ("tG1",))
    assert made.kind == "melee"
    assert Term(1, "fire of M2", "11.4") in made.row.terms
    at = board(units, field=Field("clan", moved=("uM2",)))
    assert odds(at, Combat("uesugi", ("uJ1", "uM2"), ("tG1",))).kind == "melee"
    charge = board(units, field=Field("clan", moved=("uJ1",)))
    assert odds(charge, Combat("uesugi", ("uJ1", "uM2"), ("tG1",))).kind == "charge"


def test_11_4_a_defender_across_the_river_shoots_back_in_a_melee() -> None:
    """M2 holds nobody by land: it answers with its fire alone beside J1, who is attacked by land."""
    units = {"uM2": "3022", "uJ1": "2921", "tE2": "2922"}
    made = of(units, ("tE2",), ("uJ1", "uM2"))
    assert Term(-1, "fire of M2", "11.4") in made.row.terms
    assert "fire of E2" not in [term.why for term in made.row.terms]
