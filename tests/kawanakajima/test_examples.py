"""The worked examples I to VIII of the rulebook, from the position to the result, each with its throws.

The pictures of the rulebook are lost: the hexes are ours, chosen so that everything the text says holds.
The order of play is I, II, V, IV, VI, VII, VIII.
"""

from __future__ import annotations

from domain.kawanakajima.board.events import PostureChanged
from domain.kawanakajima.board.field_events import (
    Activated,
    Fought,
    PostureTried,
    PostureWanted,
    StepsLost,
    UnitAdvanced,
    UnitFellBack,
    UnitMoved,
)
from domain.kawanakajima.board.state import Board
from domain.kawanakajima.words.field_items import Activation, CombatChit, InitiativeChit, MarchChit
from domain.kawanakajima.words.field_orders import Fight, Leader, March, Move, Posture, Retreat
from domain.kawanakajima.words.orders import Done
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import board, scenario

POSTURES = {"uB": "attack", "tD": "defence", "tG": "defence", "tJ": "move", "uJ": "attack"}
START = {
    "uB1": "2711",
    "uB2": "2811",
    "tD1": "2715",
    "tG1": "3116",
    "tJ1": "3118",
    "uJ1": "2911",
    "uJ2": "3011",
}


def terms(*terms: tuple[int, str, str]) -> Sum:
    return Sum(tuple(Term(*term) for term in terms))


# ---- I


def example_i() -> tuple[Board, Board]:
    told = scenario(board(START, POSTURES), Activation("uesugi", ("uB",)))
    before = told.goes_on().board
    told.when("uesugi", Done())
    told.when("uesugi", Move("B1", ("2712", "2713", "2714")))
    told.when("uesugi", Move("B2", ("2814",)))
    after = told.when("uesugi", Fight(("B1", "B2"), ("D1",), "column"), [1, 3, 4, 5]).then(
        Fought(
            "uesugi",
            ("uB1", "uB2"),
            ("tD1",),
            "charge",
            terms(
                (4, "2d6", "11.5"),
                (2, "Elan of B1", "11.5"),
                (1, "Elan of B2", "11.5"),
                (1, "leader of the attackers", "11.6"),
            ),
            terms(
                (9, "2d6", "11.5"),
                (2, "Mass of B1", "11.5"),
                (2, "Mass of B2", "11.5"),
                (-1, "Elan of D1 in defence", "11.5"),
                (-3, "Mass of D1", "11.5"),
            ),
            (1, 3),
            (4, 5),
            "d1^1",
        ),
        StepsLost("tD1", 1, 1, "combat"),
    )
    assert told.agenda == ()
    return before, after


def test_example_i_a_charge_of_two_units_on_one_in_defence() -> None:
    """Kakizaki charges: 8 and 9, and the unit of Takeda is shaken [11.5, 11.6]."""
    before, after = example_i()
    assert before.units["tD1"].losses == 0
    assert after.units["tD1"].losses == 1
    assert (after.units["uB1"].hex, after.units["uB2"].hex) == ("2714", "2814")


# ---- II


def example_ii(at: Board) -> Board:
    told = scenario(at, CombatChit("takeda")).goes_on()
    told.when("takeda", Fight(("D1",), ("B1", "B2")))
    after: Board = told.when("uesugi", Leader("column"), [2, 6, 4, 5]).then(
        Fought(
            "takeda",
            ("tD1",),
            ("uB1", "uB2"),
            "melee",
            terms((8, "2d6", "11.5"), (-1, "state of D1", "5.3"), (-1, "leader of the defenders", "11.6")),
            terms(
                (9, "2d6", "11.5"),
                (3, "Mass of D1", "11.5"),
                (1, "Elan of D1 in a melee", "11.5"),
                (-2, "Elan of B1 in defence", "11.5"),
                (-2, "Mass of B1", "11.5"),
                (-1, "Elan of B2 in defence", "11.5"),
                (-2, "Mass of B2", "11.5"),
            ),
            (2, 6),
            (4, 5),
            "-",
        )
    )
    assert told.agenda == ()
    return after


def test_example_ii_a_melee_of_one_unit_with_all_that_it_holds() -> None:
    """The shaken unit of Takeda has to attack both units of Kakizaki: 6 and 6, nothing [9.3.3, 11.3]."""
    _, at = example_i()
    after = example_ii(at)
    assert after.units == at.units


def test_example_ii_it_may_not_attack_one_of_them_alone() -> None:
    _, at = example_i()
    scenario(at, CombatChit("takeda")).goes_on().refused(
        "takeda",
        Fight(("D1",), ("B2",)),
        "[11.3] B1 is in the zone of D1, and no other unit is left to attack it. "
        "Attack it in the same combat, or send fewer units.",
    )


# ---- V


def example_v(at: Board) -> Board:
    told = scenario(at, MarchChit()).goes_on()
    told.when("takeda", March("J"))
    after: Board = told.when("takeda", Move("J1", ("3117", "3116", "3115", "3114"))).board
    assert after.units["tJ1"].hex == "3114"
    return after


def test_example_v_only_the_clan_in_move_marches() -> None:
    """Four points, into no enemy zone, and no change of posture [9.3.2]."""
    at = example_ii(example_i()[1])
    assert scenario(at, MarchChit()).goes_on().offers("takeda") == (March("J"), Done())
    assert scenario(at, MarchChit()).goes_on().offers("uesugi") == ()
    assert example_v(at).postures["tJ"] == "move"


# ---- IV


def example_iv(at: Board) -> Board:
    told = scenario(at, Activation("takeda", ("tG",))).goes_on()
    told.when("takeda", Posture("G", "attack"), [5]).then(
        PostureWanted("tG", "attack"),
        PostureTried("tG", 5, terms((5, "die", "6.4")), 3, True),
        PostureChanged("tG", "attack", "change of posture"),
    )
    told.when("takeda", Move("G1", ("2915",))).then(UnitMoved("tG1", ("3116", "3015", "2915"), 4))
    after: Board = told.when("takeda", Fight(("G1",), ("B2",)), [3, 3, 2, 4]).then(
        Fought(
            "takeda",
            ("tG1",),
            ("uB2",),
            "charge",
            terms(
                (6, "2d6", "11.5"),
                (2, "Elan of G1", "11.5"),
                (-1, "Elan of B2 in a counter-charge", "11.5"),
            ),
            terms((6, "2d6", "11.5"), (3, "Mass of G1", "11.5"), (-2, "Mass of B2", "11.5")),
            (3, 3),
            (2, 4),
            "a1-d1",
        ),
        StepsLost("uB2", 1, 1, "combat"),
        StepsLost("tG1", 1, 1, "combat"),
    )
    assert told.agenda == ()
    return after


def story_to_iv() -> Board:
    return example_iv(example_v(example_ii(example_i()[1])))


def test_example_iv_a_change_of_posture_and_a_counter_charge() -> None:
    """Hara goes into attack with a 5 where 3 is needed; both units lose a step: 7 and 7 [6.4, 11.5]."""
    after = story_to_iv()
    assert after.postures["tG"] == "attack"
    assert (after.units["tG1"].losses, after.units["uB2"].losses) == (1, 1)


def test_example_iv_the_number_needed_is_three() -> None:
    at = example_v(example_ii(example_i()[1]))
    for face, posture in ((2, "defence"), (3, "attack")):
        told = scenario(at, Activation("takeda", ("tG",))).goes_on()
        assert told.when("takeda", Posture("G", "attack"), [face]).board.postures["tG"] == posture


# ---- VI


def example_vi(at: Board) -> Board:
    told = scenario(at, Activation("uesugi", ("uJ",))).goes_on()
    told.when("uesugi", Done())
    told.when("uesugi", Move("J2", ("3013",)))
    told.when("uesugi", Move("J1", ("2914",)))
    told.when("uesugi", Fight(("J2",), ("J1",)), [2, 6, 3, 4]).then(
        Fought(
            "uesugi",
            ("uJ2",),
            ("tJ1",),
            "charge",
            terms((8, "2d6", "11.5"), (2, "defender's posture is unfit for combat", "11.6")),
            terms((7, "2d6", "11.5"), (2, "Mass of J2", "11.5"), (-2, "Mass of J1", "11.5")),
            (2, 6),
            (3, 4),
            "dR^R",
        )
    )
    told.when("takeda", Retreat("J1", "3115")).then(
        UnitFellBack("tJ1", ("3114", "3115")), UnitAdvanced("uJ2", ("3013", "3114"))
    )
    after: Board = told.when("uesugi", Fight(("J1",), ("G1",)), [4, 6, 4, 5]).then(
        Fought(
            "uesugi",
            ("uJ1",),
            ("tG1",),
            "charge",
            terms(
                (10, "2d6", "11.5"),
                (2, "Elan of J1", "11.5"),
                (-2, "Elan of G1 in a counter-charge", "11.5"),
                (1, "state of G1", "5.3"),
                (1, "support", "11.6"),
            ),
            terms((9, "2d6", "11.5"), (2, "Mass of J1", "11.5"), (-3, "Mass of G1", "11.5")),
            (4, 6),
            (4, 5),
            "d2^1",
        ),
        StepsLost("tG1", 2, 3, "combat"),
    )
    assert told.agenda == ()
    return after


def test_example_vi_two_charges_one_after_the_other() -> None:
    """Imafuku in move is driven back, Hara loses two steps and is exhausted [11.4, 11.6, 11.7, 11.13]."""
    after = example_vi(story_to_iv())
    assert after.units["tG1"].losses == 3
    assert (after.units["uJ2"].hex, after.units["tJ1"].hex) == ("3114", "3115")


# ---- VII


def example_vii(at: Board) -> Board:
    told = scenario(at, InitiativeChit()).goes_on()
    assert told.offers("takeda") == (Posture("J", "defence"), Done())
    after: Board = told.when("takeda", Posture("J", "defence"), [4]).then(
        PostureWanted("tJ", "defence"),
        PostureTried("tJ", 4, terms((4, "die", "6.4")), 3, True),
        PostureChanged("tJ", "defence", "change of posture"),
    )
    assert told.agenda == ()
    return after


def test_example_vii_clan_initiative_saves_a_clan_in_move() -> None:
    """Imafuku stands in an enemy zone and takes the posture of defence with a 4 [9.3.4]."""
    assert example_vii(example_vi(story_to_iv())).postures["tJ"] == "defence"


# ---- VIII


def test_example_viii_an_activation_that_is_combat_alone() -> None:
    """Imafuku cannot leave the enemy zone: a melee, 10 and 6, nothing [9.4, 11.5]."""
    at = example_vii(example_vi(story_to_iv()))
    told = scenario(at, Activation("takeda", ("tJ",))).goes_on()
    assert told.events == (Activated("takeda", ("tJ",), "clan"),)
    told.when("takeda", Done()).then()
    after = told.when("takeda", Fight(("J1",), ("J2",)), [4, 6, 1, 5]).then(
        Fought(
            "takeda",
            ("tJ1",),
            ("uJ2",),
            "melee",
            terms((10, "2d6", "11.5")),
            terms((6, "2d6", "11.5"), (2, "Mass of J1", "11.5"), (-2, "Mass of J2", "11.5")),
            (4, 6),
            (1, 5),
            "-",
        )
    )
    assert told.agenda == ()
    assert after.units == at.units
