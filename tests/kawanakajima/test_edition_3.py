"""What edition 3 reads otherwise, and what may be chosen in it, beside the older readings.

[6.5, 7.2, 7.3, 8.2, 9.3.3, 11.8, 11.13, 12.1, 16.2]; pursuit [9.3.1] is in test_retreats.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.activation.compulsory_chits import advancing, nearer
from domain.kawanakajima.activation.postures import may_regroup, must_regroup
from domain.kawanakajima.activation.rally import may_rally
from domain.kawanakajima.board.events import (
    ChitDrawn,
    ChitRefused,
    CommandThrown,
    ImpetuousGiven,
    KansukeCalled,
    PlanShown,
    PostureChanged,
    SpecialOpened,
    StateCorrected,
    TurnBegan,
)
from domain.kawanakajima.board.evolve import evolve
from domain.kawanakajima.board.field_events import (
    Activated,
    UnitAdvanced,
    UnitEliminated,
    UnitMoved,
    UnitRetreated,
)
from domain.kawanakajima.board.state import Board, Field, Note, honjin, with_chit
from domain.kawanakajima.combat.odds import odds
from domain.kawanakajima.command.chits import draw_chit
from domain.kawanakajima.command.delays import distance_of
from domain.kawanakajima.command.plans import LEAST
from domain.kawanakajima.data.options import OLDEST, USUAL, Options
from domain.kawanakajima.words.field_items import (
    Activation,
    AfterCombat,
    ClanFlight,
    Combat,
    ForcedAdvance,
    Manoeuvre,
    RallyPhase,
)
from domain.kawanakajima.words.field_orders import Advance, Move
from domain.kawanakajima.words.items import (
    AddCompulsory,
    BeginSaving,
    DrawChit,
    LeaderLost,
    SavePoints,
    ThrowCommand,
)
from domain.kawanakajima.words.orders import Attempt, Delay, Done, Kansuke, Play, Save
from domain.kit.chance import Chance, Faces
from domain.kit.errors import IllegalMove
from domain.kit.hexes import distance
from domain.kit.rules import fixed_options, options_of
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import board, planned, scenario
from tests.kawanakajima.data import DATA
from tests.scenario import Scenario

NEW = replace(USUAL, **fixed_options(KAWANAKAJIMA, "historical"))
OLD = Options()


def test_rules_edition_new_games_have_its_readings_and_older_ones_keep_theirs() -> None:
    one, two, three = (edition.name for edition in KAWANAKAJIMA.editions)
    assert KAWANAKAJIMA.edition == three
    assert options_of(KAWANAKAJIMA, "historical", "default") == NEW
    assert options_of(KAWANAKAJIMA, "historical", "default", one) == OLD
    assert options_of(KAWANAKAJIMA, "historical", "default", two) == Options(forced_steps=True)
    assert (NEW.pursuit_once, NEW.sight_from_entries) == (True, True)
    free = set(OLDEST) & set(KAWANAKAJIMA.choices())
    assert free == {"kuruma_gift", "attempts", "retreat_invites", "surviving_general"}
    assert all(getattr(USUAL, name) != OLDEST[name] for name in free)


# ---- 6.5, 16.2: from an entry point

A2 = DATA.map.entries["A2"].hexes


def above(steps: int) -> str:
    """A hex that far from the nearest of those next to A2."""
    at = (hex for hex in DATA.map.places if min(distance(hex, there) for there in A2) == steps)
    return next(at)


def waiting(hex: str, options: Options = NEW, posture: str = "attack") -> Board:
    return board({"tN1": "A2", "tN2": "A2", "uC1": hex}, {"tN": posture}, options)


@pytest.mark.parametrize(("steps", "regroups"), [(2, False), (6, False), (7, True)])
def test_6_5_16_2_a_clan_on_an_entry_point_sees_six_hexes_from_those_next_to_it(
    steps: int, regroups: bool
) -> None:
    assert must_regroup(waiting(above(steps)), "tN") is regroups
    assert must_regroup(waiting(above(steps), OLD), "tN")


def test_6_5_16_2_its_special_attack_is_not_lost() -> None:
    told = scenario(waiting(above(2)), Activation("takeda", ("tN",), special=True, posture=False)).goes_on()
    told.then(Activated("takeda", ("tN",), "special attack"))
    assert told.agenda[0] == Manoeuvre("takeda", ("tN",))
    offers = told.game.examples("takeda") or ()
    assert all(isinstance(order, Move) and order.path[-1] not in ("A2", "") for order in offers)
    lost = scenario(waiting(above(2), OLD), Activation("takeda", ("tN",), special=True, posture=False))
    lost.goes_on().then(
        Activated("takeda", ("tN",), "special attack"), PostureChanged("tN", "regroup", "no enemy near")
    )


def test_6_5_16_2_it_cannot_stay_on_the_mountain() -> None:
    told = scenario(waiting(above(5)), Manoeuvre("takeda", ("tN",)))
    with pytest.raises(
        IllegalMove, match=r"An attacking clan goes to the nearest enemy .* cannot stay at A2"
    ):
        told.when("takeda", Done())


def test_6_5_16_2_an_enemy_beyond_a_river_may_still_be_left_aside() -> None:
    bank = DATA.map.bank
    across = next(
        hex for hex in DATA.map.places for here in A2 if distance(hex, here) <= 6 and bank[hex] != bank[here]
    )
    assert may_regroup(waiting(across), "tN")
    same = next(hex for hex in DATA.map.beside[A2[0]] if hex not in A2 and bank[hex] == bank[A2[0]])
    assert not may_regroup(waiting(same), "tN")


# ---- 9.3.3, 16.2


def test_9_3_3_16_2_an_attacking_unit_comes_down_by_a_hex() -> None:
    at = waiting(above(3))
    assert (advancing(at, "takeda"), advancing(waiting(above(3), OLD), "takeda")) == (("tN1", "tN2"), ())
    told = scenario(at, ForcedAdvance("takeda"))
    offers = told.offers("takeda") or ()
    assert {order.path[0] for order in offers if isinstance(order, Move)} <= set(A2)
    (first, *_) = (order for order in offers if isinstance(order, Move))
    told.refused(
        "takeda",
        Move("N1", ("0101",)),
        f"[9.3.3] The advance is by one hex, nearer to the nearest enemy. N1 may advance to "
        f"{_either(nearer(at, 'tN1'))}.",
    )
    told.when("takeda", first)
    assert told.events[0] == UnitMoved("tN1", ("A2", first.path[0]), 0, "combat chit")


def _either(names: tuple[str, ...]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


@pytest.mark.parametrize("posture", ["move", "defence", "regroup"])
def test_9_3_3_16_2_in_another_posture_nobody_comes_down(posture: str) -> None:
    assert advancing(waiting(above(3), NEW, posture), "takeda") == ()


# ---- 7.3, C19: the gift of Kuruma Gakari

DRAWN_GIFT = replace(OLD, kuruma_gift="drawn")


def bowl(options: Options, note: str = "retreat", plan: str = "kuruma-gakari", **more: Any) -> Scenario:
    """The Uesugi's chit 2 alone is in the bowl, with a retreat written for it, and is drawn."""
    notes = {"u2": Note(note, ("uB",))}
    at = board(options=options, chits={"u2": "bowl"}, notes=notes, uesugi=planned(plan), **more)
    return scenario(at, DrawChit()).goes_on([1])


def answered(told: Scenario, seat: str, order: Struct) -> Scenario:
    """The answer about the chit, and what comes before the next is drawn."""
    left = (item for item in told.agenda if not isinstance(item, DrawChit))
    return scenario(told.board, *left).when(seat, order)


GIFT = (PlanShown("uesugi", "kuruma-gakari"), ImpetuousGiven("takeda", 1))


def test_7_3_the_gift_is_due_when_the_chit_is_drawn_also_when_it_is_refused() -> None:
    told = bowl(DRAWN_GIFT)
    told.then(ChitDrawn("u2"), *GIFT)
    told = answered(told, "uesugi", Delay())
    told.then(ChitRefused("u2"))
    assert told.board.armies["takeda"].left == {"impetuous": 1}


def test_7_3_and_once_only_though_it_is_played() -> None:
    told = answered(bowl(DRAWN_GIFT), "uesugi", Play())
    assert [event for event in told.events if isinstance(event, ImpetuousGiven | PlanShown)] == []
    assert isinstance(told.events[1], SpecialOpened)


def test_7_3_by_the_other_reading_a_refused_chit_stays_secret() -> None:
    told = bowl(OLD)
    told.then(ChitDrawn("u2"))
    told = answered(told, "uesugi", Play())
    assert [event for event in told.events if isinstance(event, ImpetuousGiven | PlanShown)] == [*GIFT]


def test_7_3_no_other_chit_and_no_other_plan_gives_it() -> None:
    bowl(DRAWN_GIFT, note="attack").then(ChitDrawn("u2"))
    bowl(DRAWN_GIFT, plan="kokuyoku").then(ChitDrawn("u2"))


def test_7_3_17_4_a_chit_that_is_void_gives_nothing() -> None:
    notes = {"u2": Note("retreat", ("uB",))}
    at = board(options=DRAWN_GIFT, uesugi=planned("kuruma-gakari"), turn=1, opened=False, notes=notes)
    at = with_chit(at, "u2", "bowl")
    assert draw_chit(at, DrawChit(), Chance(Faces(1))).events == (ChitDrawn("u2"),)


def test_7_3_17_6_1_kansuke_does_not_keep_it_back() -> None:
    told = bowl(replace(DRAWN_GIFT, kansuke=True))
    told.then(ChitDrawn("u2"), *GIFT)
    told = answered(told, "takeda", Kansuke())
    assert isinstance(told.events[0], KansukeCalled)
    assert told.board.armies["takeda"].left == {"impetuous": 1}


# ---- 7.2, C8, H13: an attempt with what is saved already

SAVED = replace(OLD, shingen_plan=True, attempts="saved")


def saving(options: Options, points: int, at_most: int, saved: int) -> Scenario:
    army = {"plan": "saku", "saved": saved, "at_most": at_most}
    return scenario(board(options=options, takeda=army, command={"shingen": points}), BeginSaving()).goes_on()


def test_7_2_without_points_of_this_turn_a_side_may_try_with_what_it_has() -> None:
    told = saving(SAVED, 0, 8, 7)
    assert told.agenda == (SavePoints(("takeda",)),)
    assert told.offers("takeda") == (Save(0), Attempt(0))
    told.refused(
        "takeda",
        Save(1),
        "[7.2] Your commander has 0 command points this turn; you want to save 1. Save from 0 to 0.",
    )
    told.when("takeda", Attempt(0), [3, 4])
    assert told.board.armies["takeda"].active


def test_7_2_by_the_other_reading_it_is_not_asked() -> None:
    assert saving(replace(SAVED, attempts="points"), 0, 8, 7).agenda == ()


def test_7_2_who_is_asked_tells_nothing_of_what_is_saved() -> None:
    """The enemy knows what it could have put by at the most; whether it did is under seal."""
    for saved in (0, 1, 2, 5):
        assert saving(SAVED, 0, LEAST, saved).agenda == (SavePoints(("takeda",)),)
    assert saving(SAVED, 0, LEAST - 1, 1).agenda == ()
    assert saving(SAVED, 0, LEAST, 1).offers("takeda") == (Save(0),)


def test_7_2_what_the_enemy_must_reckon_with_adds_up_and_an_attempt_opens_it() -> None:
    at = board(options=SAVED, takeda={"plan": "saku"}, command={"shingen": 4})
    told = scenario(at, SavePoints(("takeda",))).when("takeda", Save(1))
    assert (told.board.armies["takeda"].saved, told.board.armies["takeda"].at_most) == (1, 4)
    told = scenario(told.board, AddCompulsory(), SavePoints(("takeda",))).goes_on()
    told.when("takeda", Attempt(4), [3, 3])
    assert (told.board.armies["takeda"].saved, told.board.armies["takeda"].at_most) == (4, 4)


def test_7_2_a_general_who_is_gone_does_not_try() -> None:
    army = {"plan": "saku", "saved": 7, "at_most": 8}
    at = board(options=SAVED, takeda=army, command={"kosaka": 3})
    assert scenario(at, BeginSaving()).goes_on().agenda == ()


def test_7_2_18_2_with_no_enemy_on_the_map_shingen_tries_but_saves_nothing() -> None:
    options = replace(SAVED, scenario="hypothetical")
    army = {"plan": "saku", "saved": 7, "at_most": 8}
    at = board({"tA1": "0907", "uB1": "D3"}, options=options, takeda=army, command={"shingen": 4})
    told = scenario(at, BeginSaving()).goes_on()
    assert told.offers("takeda") == (Save(0), Attempt(0))
    told.refused(
        "takeda",
        Save(1),
        "[18.2] No enemy stands on the map: your commander can put nothing by this turn. Save from 0 to 0.",
    )
    other = board(
        {"tA1": "0907", "uB1": "D3"},
        options=replace(options, attempts="points"),
        takeda=army,
        command={"shingen": 4},
    )
    assert scenario(other, BeginSaving()).goes_on().agenda == ()


# ---- 11.13: a hex that is left in a retreat of its clan


def beaten(invites: bool, *went: str, units: dict[str, Any] | None = None) -> Scenario:
    """J1 has beaten G1, whose hex is empty; `went`: who has retreated in this activation."""
    at = board(
        {"tG1": "2718", "uJ1": "2714"} if units is None else units,
        {"uJ": "attack"},
        replace(OLD, retreat_invites=invites),
        field=Field("clan", retreated=went),
    )
    item = AfterCombat("uesugi", ("uJ1",), ("tG1",), ("2714",), ("2715",))
    return scenario(at, item).goes_on()


def test_11_13_a_retreat_with_the_clan_is_pursued_and_not_taken_besides() -> None:
    assert beaten(False, "tG1").events == ()
    assert beaten(True, "tG1").events == (UnitAdvanced("uJ1", ("2714", "2715")),)


def test_11_13_who_is_eliminated_or_falls_back_leaves_its_hex_by_either_reading() -> None:
    for invites in (True, False):
        for units in ({"tG1": "2716", "uJ1": "2714"}, {"uJ1": "2714"}):
            assert beaten(invites, units=units).events == (UnitAdvanced("uJ1", ("2714", "2715")),)


def test_11_13_a_retreat_before_the_combat_does_not_matter() -> None:
    """G1 had retreated earlier with this chit, was attacked where it came to, and fell back."""
    at = board(
        {"tG1": "2716", "uJ1": "2714"},
        {"uJ": "attack"},
        replace(OLD, retreat_invites=False),
        field=Field("combat", retreated=("tG1",)),
    )
    item = AfterCombat("uesugi", ("uJ1",), ("tG1",), ("2714",), ("2715",), retreated=1)
    scenario(at, item).goes_on().then(UnitAdvanced("uJ1", ("2714", "2715")))


@pytest.mark.parametrize(("invites", "hexes"), [(True, ("2714", "2814")), (False, ("2814",))])
def test_11_12_11_13_of_a_clan_that_retreats_only_the_hex_of_the_fallen_is_taken(
    invites: bool, hexes: tuple[str, ...]
) -> None:
    """B2 has been eliminated on 2814, B1 retreats from 2714 with the clan; G1 and D1 are in defence."""
    units = {"uB1": "2714", "tG1": "2715", "tD1": "2815"}
    at = board(units, {"uB": "attack"}, replace(OLD, retreat_invites=invites), field=Field("clan"))
    after = AfterCombat("takeda", ("tG1", "tD1"), ("uB1", "uB2"), ("2715", "2815"), ("2714", "2814"))
    told = scenario(at, ClanFlight("uB"), after).goes_on([2])
    (retreat, *_) = told.offers("uesugi") or ()
    told.when("uesugi", retreat)
    assert any(isinstance(event, UnitRetreated) for event in told.events)
    offers = told.offers("takeda") or ()
    assert {order.hex for order in offers if isinstance(order, Advance)} == set(hexes)


# ---- 12.1: who has retreated in this turn

RETREATED = {"uB1": ("2714", 1), "uB2": ("2715", 3)}


@pytest.mark.parametrize(("reading", "able"), [("chit", ("uB1", "uB2")), ("turn", ("uB2",))])
def test_12_1_after_a_special_retreat_of_this_turn(reading: Any, able: tuple[str, ...]) -> None:
    at = board(RETREATED, {"uB": "regroup"}, replace(OLD, rally_after_retreat=reading))
    at = evolve(evolve(at, UnitRetreated("uB1", ("2713", "2714"))), Activated("", (), "rally"))
    assert may_rally(at, RallyPhase("uesugi", ("uB",))) == able
    assert may_rally(evolve(at, TurnBegan(4)), RallyPhase("uesugi", ("uB",))) == ("uB1", "uB2")


@pytest.mark.parametrize("reading", ["chit", "turn"])
def test_12_1_with_the_same_chit_by_neither_reading(reading: Any) -> None:
    at = board(RETREATED, {"uB": "regroup"}, replace(OLD, rally_after_retreat=reading))
    at = evolve(at, UnitRetreated("uB1", ("2713", "2714")))
    assert may_rally(at, RallyPhase("uesugi", ("uB",))) == ("uB2",)


# ---- 11.8: one of several defenders is in a defensive position

BOTH = {"2715": "tG1", "2814": "tD1"}


def attacked(reading: Any, positions: dict[str, str]) -> tuple[int, int]:
    at = board(
        {"uB1": "2714", "tG1": "2715", "tD1": "2814"},
        {"tG": "defence", "tD": "defence"},
        replace(OLD, positions=reading),
        positions=positions,
        field=Field("clan", moved=("uB1",)),
    )
    made = odds(at, Combat("uesugi", ("uB1",), ("tG1", "tD1")))
    return made.column.total, made.row.total


def test_11_8_one_entrenched_defender_among_several() -> None:
    one = {"2715": "tG1"}
    assert attacked("any", one) == attacked("any", BOTH) == attacked("all", BOTH)
    assert attacked("all", one) == attacked("all", {}) == attacked("any", {})
    assert attacked("any", one) != attacked("any", {})


@pytest.mark.parametrize("reading", ["any", "all"])
def test_11_9_its_own_shooters_are_installed_by_either_reading(reading: Any) -> None:
    at = board(
        {"uB1": "2714", "tE2": "2715", "tD1": "2814"},
        options=replace(OLD, positions=reading),
        positions={"2715": "tE2"},
    )
    made = odds(at, Combat("uesugi", ("uB1",), ("tE2", "tD1")))
    assert Term(-1, "fire of E2", "11.9") in made.row.terms


# ---- 8.2, 11.11, C12: a general who outlives his unit

LIVING = replace(OLD, surviving_general="commands")


def fallen(options: Options, killed: bool = False, **more: Any) -> Board:
    at = board({"tA1": ("", 4), "tB1": "3312", "tM1": "2020"}, options=options, **more)
    return replace(
        at,
        fell={"tA1": "3315"},
        units=at.units | {"tA1": replace(at.units["tA1"], leader_killed=killed)},
    )


def test_8_2_he_commands_on_from_where_it_fell() -> None:
    told = scenario(fallen(LIVING), ThrowCommand("shingen")).goes_on([4])
    (event,) = told.events
    assert isinstance(event, CommandThrown)
    assert event.points == DATA.command_points("shingen", 3, 4)
    away = distance_of(fallen(LIVING), "shingen", "tB")
    standing = board({"tA1": "3315", "tB1": "3312"}, options=LIVING)
    assert away == distance_of(standing, "shingen", "tB")


def test_8_2_by_the_other_reading_he_is_out_of_the_game() -> None:
    assert scenario(fallen(OLD), ThrowCommand("shingen")).goes_on().events == ()


def test_8_2_nobody_commands_who_was_killed_or_fled() -> None:
    assert scenario(fallen(LIVING, killed=True), ThrowCommand("shingen")).goes_on().events == ()
    fled = replace(fallen(LIVING), fell={})
    assert scenario(fled, ThrowCommand("shingen")).goes_on().events == ()


def test_8_2_11_11_where_his_unit_fell_is_remembered_unless_it_fled() -> None:
    at = board({"tA1": "3315"}, options=LIVING)
    assert honjin(evolve(at, UnitEliminated("tA1", "3315", "combat")), "shingen") == "3315"
    again = replace(at, fell={"tA1": "2020"})
    assert honjin(evolve(again, UnitEliminated("tA1", "3315", "flight")), "shingen") == ""


def test_8_2_he_lives_on_as_well_where_a_ruling_has_eliminated_his_unit() -> None:
    for options, where in ((LIVING, "3315"), (OLD, "")):
        at = evolve(board({"tA1": "3315"}, options=options), StateCorrected("tA1", "3315", 0, 4))
        assert honjin(at, "shingen") == where


def test_8_2_a_clan_a_that_is_no_more_costs_nothing() -> None:
    """Its posture was that of its last day; nobody is out of defence any more."""
    gone = fallen(LIVING, postures={"tA": "attack"})
    for unit in DATA.clans["tA"].units:
        gone = replace(gone, units=gone.units | {unit: replace(gone.units[unit], hex="", losses=4)})
    (event,) = scenario(gone, ThrowCommand("shingen")).goes_on([4]).events
    assert isinstance(event, CommandThrown)
    assert event.die == Sum((Term(4, "die", "8.2"),))


def test_16_4_his_death_would_have_ended_the_game_and_his_escape_does_not() -> None:
    told = scenario(fallen(LIVING), LeaderLost("tA1")).goes_on()
    assert told.board.ending == "shingen-killed"
    assert fallen(LIVING).ending == ""
