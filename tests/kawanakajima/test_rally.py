"""Rally [12.1, 12.2], what Koyaku does to it [7.3], and the samurai's [14.2]."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kawanakajima.activation.rally import may_rally
from domain.kawanakajima.board.events import PlanShown, PostureChanged
from domain.kawanakajima.board.field_events import RallyTried, UnitRetreated
from domain.kawanakajima.board.state import Field
from domain.kawanakajima.words.field_items import Activation, RallyChit, RallyPhase, RallyToDefence, RallyUnit
from domain.kawanakajima.words.field_orders import Posture, Rally, Retreat
from domain.kawanakajima.words.orders import Done
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import board, planned, scenario
from tests.kawanakajima.data import DATA
from tests.scenario import Scenario

TWO = {"uB1": ("2714", 1), "uB2": ("2715", 3)}


def rallying(units: dict[str, Any], clan: str = "uB", posture: str = "regroup", **more: Any) -> Scenario:
    at = board(units, {clan: posture}, **more)
    return scenario(at, RallyPhase("uesugi" if clan[0] == "u" else "takeda", (clan,)))


# ---- who


# circumstances, who may
WHO: list[tuple[dict[str, Any], str, tuple[str, ...]]] = [
    (TWO, "regroup", ("uB1", "uB2")),
    (TWO, "defence", ()),
    (TWO, "attack", ()),
    ({"uB1": "2714", "uB2": ("2715", 3)}, "regroup", ("uB2",)),
    (TWO | {"tG1": "2716"}, "regroup", ("uB1",)),
]


@pytest.mark.parametrize(("units", "posture", "able"), WHO)
def test_12_1_who_may_rally(units: dict[str, Any], posture: str, able: tuple[str, ...]) -> None:
    at = board(units, {"uB": posture})
    assert may_rally(at, RallyPhase("uesugi", ("uB",))) == able


def test_12_1_nobody_who_has_retreated_or_should_have() -> None:
    retreated = board(TWO, {"uB": "regroup"}, field=Field("clan", retreated=("uB1",)))
    assert may_rally(retreated, RallyPhase("uesugi", ("uB",))) == ("uB2",)
    at = board(TWO, {"uB": "regroup"})
    assert may_rally(at, RallyPhase("uesugi", ("uB",), ("uB2",))) == ("uB1",)


def test_12_1_what_a_refusal_says() -> None:
    told = rallying({"uB1": "2714", "uB2": ("2715", 3)})
    told.refused(
        "uesugi",
        Rally(("B1",)),
        "[12.1] B1 cannot rally: only a unit with losses, in regroup, in no enemy zone can. "
        "Units that may: B2.",
    )
    assert told.when("uesugi", Done()).agenda == ()


# ---- the die


# face, levels that the table gives for it with the leader of Kakizaki
LEVELS = [(face, DATA.rally.at(face + 1)) for face in range(2, 7)]


@pytest.mark.parametrize(("face", "levels"), LEVELS)
def test_12_1_the_table_gives_levels(face: int, levels: int) -> None:
    told = rallying({"uB1": ("2714", 3)}).when("uesugi", Rally(("B1",)), [face])
    tried = Sum((Term(face, "die", "12.1"), Term(1, "leader", "12.1")))
    told.then(RallyTried("uB1", face, tried, levels, 3 - levels))
    assert told.board.units["uB1"].losses == 3 - levels


def test_12_1_nothing_is_better_than_in_order() -> None:
    told = rallying({"uB1": ("2714", 1)}).when("uesugi", Rally(("B1",)), [6])
    assert told.board.units["uB1"].losses == 0
    rallied = told.events[0]
    assert isinstance(rallied, RallyTried)
    assert rallied.levels == 1


def test_12_1_a_die_for_each_unit_in_the_order_of_the_player() -> None:
    told = rallying(TWO).when("uesugi", Rally(("B2", "B1")), [5, 2])
    assert [(e.unit, e.face) for e in told.events if isinstance(e, RallyTried)] == [("uB2", 5), ("uB1", 2)]
    assert told.agenda == ()


# ---- the natural 1


def test_12_2_a_natural_one_makes_the_clan_retreat() -> None:
    """B2 stands three hexes from the enemy and goes; it may not rally after that."""
    units = {"uB1": ("2713", 1), "uB2": ("2714", 1), "tG1": "2717"}
    told = rallying(units).when("uesugi", Rally(("B1", "B2")), [1])
    assert told.events == (
        RallyTried("uB1", 1, Sum((Term(1, "die", "12.1"), Term(1, "leader", "12.1"))), 0, 1),
    )
    told.when("uesugi", Retreat("B2", "2813")).then(UnitRetreated("uB2", ("2714", "2813")))
    assert told.agenda == ()


def test_12_2_whoever_does_not_have_to_go_rallies_all_the_same() -> None:
    told = rallying(TWO).when("uesugi", Rally(("B1", "B2")), [1, 5])
    assert [event.unit for event in told.events if isinstance(event, RallyTried)] == ["uB1", "uB2"]
    assert told.board.postures["uB"] == "regroup"


# ---- Koyaku


def test_7_3_koyaku_adds_one_and_a_natural_six_allows_defence() -> None:
    told = rallying({"uB2": ("2714", 3)}, uesugi=planned("koyaku"))
    told.when("uesugi", Rally(("B2",)), [6])
    tried = Sum((Term(6, "die", "12.1"), Term(1, "battle plan koyaku", "7.3")))
    told.then(
        PlanShown("uesugi", "koyaku"), RallyTried("uB2", 6, tried, DATA.rally.at(7), 3 - DATA.rally.at(7))
    )
    assert told.offers("uesugi") == (Posture("B", "defence"), Done())
    told.refused(
        "uesugi",
        Posture("B", "attack"),
        '[7.3] Only clan B may change, and only to defence. Possible: "posture B defence" or "done".',
    )
    told.when("uesugi", Posture("B", "defence")).then(PostureChanged("uB", "defence", "rally under Koyaku"))


def test_7_3_a_five_does_not() -> None:
    told = rallying({"uB2": ("2714", 3)}, uesugi=planned("koyaku")).when("uesugi", Rally(("B2",)), [5])
    assert told.agenda == ()
    without = rallying({"uB2": ("2714", 3)}).when("uesugi", Rally(("B2",)), [6])
    assert without.agenda == ()


def test_7_3_a_clan_that_takes_defence_rallies_no_more_units() -> None:
    told = rallying(TWO, uesugi=planned("koyaku", shown=True))
    told.when("uesugi", Rally(("B1", "B2")), [6])
    told.when("uesugi", Posture("B", "defence"))
    assert told.agenda == ()
    assert told.board.units["uB2"].losses == 3
    stays = rallying(TWO, uesugi=planned("koyaku", shown=True))
    stays.when("uesugi", Rally(("B1", "B2")), [6])
    stays.when("uesugi", Done(), [4])
    assert stays.board.units["uB2"].losses < 3
    assert stays.offers("uesugi") == ()
    assert RallyToDefence("uesugi", "uB") not in stays.agenda


# ---- the rally chit, the phase of an activation, the samurai


def test_9_3_1_with_the_rally_chit_only_units_that_need_not_retreat_rally() -> None:
    units: dict[str, Any] = {"uB1": ("2714", 1), "uB2": ("2715", 1), "tG1": "2718"}
    told = scenario(board(units, {"uB": "regroup"}), RallyChit()).goes_on()
    told.when("uesugi", Retreat("B2", "2814"))
    told.refused(
        "uesugi",
        Rally(("B2",)),
        "[12.1] B2 cannot rally: only a unit with losses, in regroup, in no enemy zone can. "
        "Units that may: B1.",
    )
    told.when("uesugi", Rally(("B1",)), [2])
    assert told.agenda == ()


def test_9_4_the_last_phase_of_an_activation() -> None:
    told = scenario(board(TWO, {"uB": "regroup"}), Activation("uesugi", ("uB",))).goes_on()
    told.when("uesugi", Done())
    told.when("uesugi", Rally(("B2",)), [6])
    assert told.board.units["uB2"].losses < 3


def test_14_2_a_samurai_rallies_his_unit_in_any_posture_and_in_an_enemy_zone() -> None:
    at = board({"uB2": ("2714", 2), "tG1": "2715"}, {"uB": "attack"})
    told = scenario(at, RallyUnit("uB2", free=True)).goes_on([4])
    assert isinstance(told.events[0], RallyTried)
    without = scenario(at, RallyUnit("uB2", "2714")).goes_on()
    assert without.events == ()


def test_12_2_a_natural_one_regains_nothing_whatever_the_sum() -> None:
    """Kenshin's two and the one of Koyaku make four of it, which else is a level."""
    told = rallying({"uA2": ("2714", 2), "uA1": "2715"}, clan="uA", uesugi=planned("koyaku", shown=True))
    told.when("uesugi", Rally(("A2",)), [1])
    tried = Sum((Term(1, "die", "12.1"), Term(2, "leader", "12.1"), Term(1, "battle plan koyaku", "7.3")))
    assert DATA.rally.at(tried.total) == 1
    told.then(RallyTried("uA2", 1, tried, 0, 2))


def test_9_3_1_a_unit_that_ought_to_retreat_and_cannot_does_not_rally_either() -> None:
    """Six enemies, three hexes away, close the ring about G1."""
    ring = {"uC1": "2712", "uC2": "3013", "uC3": "3016", "uB1": "2718", "uB2": "2416", "uA1": "2413"}
    told = scenario(board(ring | {"tG1": ("2715", 2)}, {"tG": "regroup"}), RallyChit()).goes_on()
    assert told.agenda == ()
    assert told.board.units["tG1"].losses == 2
