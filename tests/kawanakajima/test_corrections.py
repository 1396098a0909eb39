"""What a ruling may set right: each correction taken, and refused at each of its limits."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board import events as e
from domain.kawanakajima.board.events import KaizuChanged, PostureChanged
from domain.kawanakajima.board.field_events import Activated
from domain.kawanakajima.board.siege_events import ActionsCounted
from domain.kawanakajima.board.state import Board, Troops, Unit, clans_of
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.data.tables import DRAWN
from domain.kawanakajima.words import field_items as f
from domain.kawanakajima.words import items as i
from domain.kawanakajima.words import siege_items as s
from domain.kawanakajima.words.corrections import (
    CORRECTIONS,
    SetChit,
    SetKaizu,
    SetLeader,
    SetPosition,
    SetPosture,
    SetSamurai,
    SetState,
    SetTrack,
    SetTroops,
    SetUnit,
    places,
)
from domain.kawanakajima.words.field_orders import Posture
from domain.kawanakajima.words.items import DrawChit, KaizuTaken
from domain.kawanakajima.words.siege_orders import Shoot
from domain.kit.editions import PlayBy
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum
from tests.kawanakajima.boards import SEATS, board, scenario
from tests.kawanakajima.data import DATA
from tests.kawanakajima.sieges import HYPOTHETICAL, KAIZU, assaulting, besieged
from tests.scenario import Scenario

T, U = "takeda", "uesugi"
GONE, WORN = ("", 4), ("2913", 2)


def stood(*agenda: Struct, **more: Any) -> Scenario:
    """Turn 3 of the historical scenario: Takeda J1 is eliminated, G1 is disorganised on 2913."""
    here: dict[str, Any] = {
        "units": {
            "tG1": WORN,
            "tJ1": GONE,
            "tD1": "2916",
            "tD2": "3016",
            "tA1": "3315",
            "uB1": "2513",
            "uB2": "2512",
            "uA1": "2213",
        },
        "positions": {"2513": "uB1"},
        "takeda": {"points": 3, "bundori": 1},
        "chits": {"tJ": "reserve"},
    }
    return scenario(board(**here | more), *(agenda or (DrawChit(),)))


def corrected(told: Scenario, correction: Struct) -> tuple[tuple[Fact[Any, Any], ...], Board]:
    """The facts of a correction, which leaves the agenda as it is, and the board after it."""
    before = told.agenda
    made = KAWANAKAJIMA.correct(told.game.state, correction)
    for fact in made:
        told.game.fold(fact)
    assert told.agenda == before
    assert KAWANAKAJIMA.conserved(told.board) == ""
    assert refused(told, correction).endswith("already; there is nothing to correct.")
    after: Board = told.board
    return made, after


def refused(told: Scenario, correction: Struct) -> str:
    with pytest.raises(IllegalMove) as refusal:
        KAWANAKAJIMA.correct(told.game.state, correction)
    return str(refusal.value)


SAMURAI = Options(samurai=True)

# what is corrected, what differs on the board, the rule that it follows from, and what has happened
TAKEN: list[tuple[Struct, dict[str, Any], str, Struct]] = [
    (SetUnit(T, "D1", "2917"), {}, "10.3", e.UnitCorrected("tD1", "2916", "2917")),
    (SetUnit(T, "D1", KAIZU), {}, "10.3", e.UnitCorrected("tD1", "2916", KAIZU)),
    (
        SetUnit(T, "D1", "B1"),
        {"entries": {"tD": "B1"}},
        "10.3",
        e.UnitCorrected("tD1", "2916", "B1"),
    ),
    (SetState(T, "D1", "shaken"), {}, "5.3", e.StateCorrected("tD1", "2916", 0, 1)),
    (SetState(T, "G1", "in order"), {}, "5.3", e.StateCorrected("tG1", "2913", 2, 0)),
    (SetState(U, "B1", "eliminated"), {}, "5.3", e.StateCorrected("uB1", "2513", 0, 4)),
    (SetLeader(T, "D2", "dead"), {}, "11.11", e.LeaderCorrected("tD2", True)),
    (SetPosture(T, "D", "attack"), {}, "6.1", PostureChanged("tD", "attack", "ruling")),
    (
        SetPosture(T, "D", "attack"),
        {"options": Options(secret_postures=True)},
        "6.1",
        PostureChanged("tD", Sealed((T,), "attack"), "ruling"),
    ),
    (SetTrack(T, "points", -2), {}, "15.1", e.TrackCorrected(T, "points", 3, -2)),
    (SetTrack(T, "bundori", 0), {}, "11.11", e.TrackCorrected(T, "bundori", 1, 0)),
    (SetTrack(U, "bundori", 7), {}, "11.11", e.TrackCorrected(U, "bundori", 0, 7)),
    (SetChit(T, "D", "bowl"), {}, "8.3", e.ChitCorrected("tD", "reserve", "bowl")),
    (SetChit(T, "D", "box-4"), {}, "8.3", e.ChitCorrected("tD", "reserve", "4")),
    (
        SetChit(T, "D", "reserve"),
        {"chits": {"tD": "2"}},
        "8.3",
        e.ChitCorrected("tD", "2", "reserve"),
    ),
    (SetSamurai(T, "D1"), {"options": SAMURAI}, "14.2", e.SamuraiCorrected(T, "", "tD1")),
    (
        SetSamurai(T),
        {"options": SAMURAI, "takeda": {"samurai": "tD1"}, "chits": {"samurai takeda": "unit"}},
        "14.2",
        e.SamuraiCorrected(T, "tD1", ""),
    ),
    (
        SetSamurai(T),
        {"options": SAMURAI, "chits": {"samurai takeda": "bowl"}},
        "14.2",
        e.SamuraiCorrected(T, "", ""),
    ),
    (SetPosition(T, "D1", "built"), {}, "11.8", e.PositionCorrected("tD1", "2916", True)),
    (SetPosition(U, "B1", "gone"), {}, "11.8", e.PositionCorrected("uB1", "2513", False)),
]


@pytest.mark.parametrize(("correction", "more", "rule", "event"), TAKEN)
def test_a_correction_is_one_fact_that_leaves_the_agenda(
    correction: Struct, more: dict[str, Any], rule: str, event: Struct
) -> None:
    assert corrected(stood(**more), correction)[0] == (Fact(rule, event),)


def test_every_correction_is_taken_here() -> None:
    assert {type(correction) for correction, *_ in TAKEN} | {SetTroops, SetKaizu, PlayBy} == set(CORRECTIONS)


def test_the_board_stands_as_a_correction_says() -> None:
    told = stood(options=SAMURAI)
    for correction in (
        *(SetUnit(T, "D1", "2917"), SetState(T, "D1", "exhausted"), SetLeader(T, "D2", "dead")),
        *(SetPosture(T, "D", "move"), SetTrack(T, "points", 9), SetTrack(U, "bundori", 2)),
        *(SetChit(T, "D", "box-1"), SetSamurai(T, "D1"), SetPosition(T, "D1", "built")),
    ):
        corrected(told, correction)
    after = told.board
    assert (after.units["tD1"], after.units["tD2"]) == (Unit("2917", 3), Unit("3016", 0, True))
    assert (after.postures["tD"], after.chits["tD"]) == ("move", "1")
    assert (after.armies[T].points, after.armies[U].bundori) == (9, 2)
    assert (after.armies[T].samurai, after.chits["samurai takeda"]) == ("tD1", "unit")
    assert after.positions == {"2513": "uB1", "2917": "tD1"}


def test_11_8_a_unit_that_is_put_elsewhere_loses_its_position() -> None:
    assert corrected(stood(), SetUnit(U, "B1", "2413"))[1].positions == {}


def test_5_3_an_eliminated_unit_is_off_the_map_and_its_samurai_out_of_the_game() -> None:
    told = stood(options=SAMURAI)
    corrected(told, SetSamurai(U, "B1"))
    after = corrected(told, SetState(U, "B1", "eliminated"))[1]
    assert after.units["uB1"] == Unit("", 4)
    assert (after.positions, after.armies[U].samurai, after.chits["samurai uesugi"]) == ({}, "", "away")
    assert after.armies[T].points == 3  # nothing is scored


def test_5_3_a_unit_comes_back_exhausted_and_with_it_the_chit_of_its_clan() -> None:
    made, after = corrected(stood(chits={"tJ": "away"}), SetUnit(T, "J1", "3114"))
    assert made == (
        Fact("5.3", e.StateCorrected("tJ1", "", 4, 3), more=2),
        Fact("4.2", e.ChitCorrected("tJ", "away", "reserve"), more=1),
        Fact("10.3", e.UnitCorrected("tJ1", "", "3114")),
    )
    assert (after.units["tJ1"], after.chits["tJ"]) == (Unit("3114", 3), "reserve")
    told = stood()
    made, _ = corrected(told, SetUnit(T, "J1", "3114"))
    assert [type(fact.event) for fact in made] == [e.StateCorrected, e.UnitCorrected]
    corrected(told, SetState(T, "J1", "shaken"))


def test_11_11_a_leader_lives_again() -> None:
    told = stood()
    corrected(told, SetLeader(T, "D2", "dead"))
    assert corrected(told, SetLeader(T, "D2", "alive"))[1].units["tD2"] == Unit("3016")


# ---- words


WRITTEN: list[tuple[str, Struct]] = [
    ("unit takeda D1 at 1512", SetUnit(T, "D1", "1512")),
    ("state takeda D1 disorganised", SetState(T, "D1", "disorganised")),
    ("state takeda D1 in order", SetState(T, "D1", "in order")),
    ("leader takeda D1 dead", SetLeader(T, "D1", "dead")),
    ("position takeda D1 built", SetPosition(T, "D1", "built")),
    ("posture takeda D defence", SetPosture(T, "D", "defence")),
    ("chit takeda D in box-2", SetChit(T, "D", "box-2")),
    ("track takeda points -7", SetTrack(T, "points", -7)),
    ("samurai takeda with D1", SetSamurai(T, "D1")),
    ("samurai takeda", SetSamurai(T)),
    (
        "troops takeda 5 effective 2 disabled markers centre k1",
        SetTroops(T, 5, 2, ("centre", "k1")),
    ),
    ("troops takeda 5 effective 2 disabled", SetTroops(T, 5, 2)),
    ("kaizu uesugi", SetKaizu(U)),
]


@pytest.mark.parametrize(("line", "correction"), WRITTEN)
def test_a_correction_is_read_and_written(line: str, correction: Struct) -> None:
    words = KAWANAKAJIMA.correcting(DATA, SEATS)
    assert words.read(line) == correction
    assert words.write(correction).replace(",", "") == line


# ---- refusals


SO = "already; there is nothing to correct."

REFUSED: list[tuple[Struct, dict[str, Any], str]] = [
    (SetUnit(T, "D9", "2917"), {}, "[5.1] There is no unit Takeda D9."),
    (
        SetUnit(U, "N1", "2917"),
        {},
        "[16.2] Uesugi N1 has not come onto the map yet. It comes by the sequence of play.",
    ),
    (SetUnit(T, "D1", "2916"), {}, f"[10.3] Takeda D1 stands on 2916 {SO}"),
    (SetUnit(T, "D1", "9999"), {}, "[10.2] There is no hex 9999 on the map."),
    (
        SetUnit(T, "D1", "2513"),
        {},
        "[10.3] 2513 is taken by Uesugi B1; a hex holds one unit. Put Uesugi B1 elsewhere first.",
    ),
    (SetUnit(T, "D1", "B1"), {"entries": {"tD": "A2"}}, "[16.2] B1 is not the entry point of clan D."),
    (SetState(T, "D1", "in order"), {}, f"[5.3] Takeda D1 is in order {SO}"),
    (SetState(T, "J1", "eliminated"), {}, f"[5.3] Takeda J1 is eliminated {SO}"),
    (
        SetState(T, "J1", "shaken"),
        {},
        '[5.3] Takeda J1 is not on the map. Put it back first: "unit takeda J1 at …".',
    ),
    (SetState(U, "N1", "shaken"), {}, "[5.3] Uesugi N1 is not on the map."),
    (SetState(U, "X1", "shaken"), {}, "[5.1] There is no unit Uesugi X1."),
    (SetLeader(T, "D1", "dead"), {}, "[11.11] Takeda D1 has no leader."),
    (SetLeader(T, "D2", "alive"), {}, f"[11.11] The leader of Takeda D2 is alive {SO}"),
    (
        SetLeader(T, "A1", "dead"),
        {},
        "[16.4] The death of Shingen ends the game; no ruling decides it so. "
        "Go back to before what went wrong instead.",
    ),
    (SetPosture(T, "X", "move"), {}, "[6.1] There is no clan Takeda X."),
    (SetPosture(T, "C", "move"), {}, "[6.1] No unit of clan Takeda C is on the map."),
    (SetPosture(T, "D", "defence"), {}, f"[6.1] Clan Takeda D is in defence {SO}"),
    (SetTrack(T, "points", 3), {}, f"[15.1] The points of Takeda are 3 {SO}"),
    (SetTrack(T, "bundori", 1), {}, f"[11.11] The bundori of Takeda is 1 {SO}"),
    (
        SetTrack(T, "bundori", -1),
        {},
        "[11.11] The bundori of Takeda cannot be -1; the track begins at 0.",
    ),
    (SetChit(T, "D", "reserve"), {}, f"[8.3] The chit of Takeda D is in reserve {SO}"),
    (
        SetChit(T, "D", "bowl"),
        {"chits": {"tD": DRAWN}, "drawn": "tD"},
        "[9.1] The chit of Takeda D is being played. Go back to before it was drawn instead.",
    ),
    (SetChit(U, "N", "bowl"), {}, "[6.1] No unit of clan Uesugi N is on the map."),
    (SetSamurai(T, "D1"), {}, "[14.1] This game is played without samurai."),
    (SetSamurai(T), {"options": SAMURAI}, f"[14.3] The samurai of Takeda is out of the game {SO}"),
    (
        SetSamurai(T, "D1"),
        {"options": SAMURAI, "takeda": {"samurai": "tD1"}, "chits": {"samurai takeda": "unit"}},
        f"[14.2] The samurai of Takeda is with D1 {SO}",
    ),
    (
        SetSamurai(T, "D1"),
        {"options": SAMURAI, "units": {"tD1": "B1"}},
        "[14.2] Takeda D1 is on an entry point, not on the map.",
    ),
    (
        SetPosition(T, "D1", "gone"),
        {},
        f"[11.8] Takeda D1 has no defensive position on 2916 {SO}",
    ),
    (SetPosition(U, "B1", "built"), {}, f"[11.8] Uesugi B1 has a defensive position on 2513 {SO}"),
    (
        SetPosition(T, "D1", "built"),
        {"units": {"tD1": "B1"}, "positions": {}},
        "[11.8] Takeda D1 stands on B1, where no defensive position can be.",
    ),
    (SetTroops(T, 3, 0), {}, "[13.4] There is no siege; units are counted, and no strengths."),
    (
        SetKaizu(U),
        {},
        "[18.3] In the historical scenario Kaizu is a hex like others; nobody holds it.",
    ),
    (
        SetTrack(T, "points", 1),
        {"turn": 0},
        "[setup/units] The set-up is not finished; nothing on the board can be corrected yet. "
        "Go back to before what went wrong instead.",
    ),
    (
        SetTrack(T, "points", 1),
        {"ending": "draw"},
        "[end/resignation] The game is over; nothing on its board can be corrected any more. "
        "Go back to before its end instead.",
    ),
]


@pytest.mark.parametrize(("correction", "more", "why"), REFUSED)
def test_a_correction_is_refused(correction: Struct, more: dict[str, Any], why: str) -> None:
    assert refused(stood(**more), correction) == why


# ---- Kaizu


def siege(**more: Any) -> Scenario:
    """Takeda M: 14 points in Kaizu, 5 effective, 2 disabled; Uesugi C: 12 points, 6 effective, 1 disabled."""
    at = besieged({"centre": "t", "a": "u"}, (5, 2), (6, 1), **more)
    return scenario(at, s.SiegeTurn(U), DrawChit())


def test_13_4_the_strengths_of_a_side_and_its_markers() -> None:
    made, after = corrected(siege(), SetTroops(T, 4, 3, ("k4", "centre")))
    zones = ("centre", "k4")
    event = e.TroopsCorrected(T, Troops(5, 2, 6), Troops(4, 3, 5), ("centre",), zones)
    assert made == (Fact("13.4", event),)
    assert after.siege is not None
    assert after.siege.troops == {T: Troops(4, 3, 5), U: Troops(6, 1, 4)}
    assert after.siege.markers == {"centre": (T,), "a": (U,), "k4": (T,)}


def test_13_4_4_in_a_peripheral_zone_there_may_be_a_marker_of_each_side() -> None:
    told = siege()
    after = corrected(told, SetTroops(T, 5, 2, ("a",)))[1]
    assert after.siege is not None
    assert after.siege.markers == {"a": (T, U)}
    after = corrected(told, SetTroops(T, 6, 2))[1]
    assert after.siege is not None
    assert after.siege.markers == {"a": (U,)}
    assert after.siege.troops[T] == Troops(6, 2, 6)


@pytest.mark.parametrize(
    ("correction", "why"),
    [
        (SetTroops(T, 12, 2, ("centre",)), "[13.4] Takeda has 14 points in Kaizu; this would be 15."),
        (SetTroops(T, 5, 2, ("centre",)), f"[13.4] The strengths of Takeda are these {SO}"),
        (
            SetTroops(T, 0, 2),
            "[13.9] Takeda would have neither effectives nor markers, and the siege would be over. "
            "Go back to before what went wrong instead.",
        ),
        (
            SetTroops(T, 5, 0, ("k1", "k1")),
            "[13.4.4] The zone k1 is named twice; it holds one marker of a side.",
        ),
        (SetTroops(T, 5, 0, ("k9",)), "[13.1] There is no zone k9 on the card of Kaizu."),
        (
            SetTroops(U, 5, 0, ("a", "centre")),
            "[13.4.4] In the zone centre is a marker of Takeda; it holds one. "
            'Correct "troops takeda …" first.',
        ),
        (
            SetState(T, "M1", "shaken"),
            "[13.4] Takeda M1 is in the siege of Kaizu, where strengths are counted and not units. "
            'Say "troops takeda …" instead.',
        ),
        (
            SetUnit(T, "M1", "2525"),
            "[13.3] A clan is in Kaizu whole or not at all; Takeda M1 alone does not go in or out. "
            "Go back to before the clan went in or out instead.",
        ),
        (
            SetPosition(T, "M1", "built"),
            f"[11.8] Takeda M1 stands on {KAIZU}, where no defensive position can be.",
        ),
        (
            SetKaizu(U),
            "[18.3] Units of Takeda are in Kaizu. Go back to before they went in instead.",
        ),
        (SetKaizu(T), f"[18.3] Takeda holds Kaizu {SO}"),
    ],
)
def test_13_4_a_correction_in_a_siege_is_refused(correction: Struct, why: str) -> None:
    assert refused(siege(), correction) == why


def test_13_4_the_last_point_and_all_points_can_be_said() -> None:
    told = siege()
    assert corrected(told, SetTroops(T, 14, 0))[1].siege.troops[T] == Troops(14, 0, 0)  # type: ignore[union-attr]
    assert corrected(told, SetTroops(T, 1, 0))[1].siege.troops[T] == Troops(1, 0, 13)  # type: ignore[union-attr]


def test_13_6_1_the_actions_of_a_siege_go_on_after_a_correction() -> None:
    """A combat chit that is played afterwards counts, and its actions see the corrected markers."""
    told = scenario(siege().board, f.CombatChit(U))
    corrected(told, SetTroops(U, 4, 0, ("a", "k1")))
    told.goes_on()
    assert [type(event) for event in told.events] == [Activated, ActionsCounted]
    assert told.agenda == (s.SiegeTurn(U),)
    assert Shoot("centre") not in told.game.examples(U)
    assert told.game.examples(U)


def test_18_3_who_holds_kaizu() -> None:
    empty = board({"uC1": "2313"}, options=HYPOTHETICAL)
    told = scenario(empty, DrawChit())
    made, after = corrected(told, SetKaizu(U))
    assert made == (Fact("18.3", KaizuChanged(U)),)
    assert (after.kaizu, after.armies[U].points) == (U, 0)
    assert corrected(told, SetKaizu(T))[1].kaizu == T


# ---- what is being decided


def busy(thing: str, why: str) -> str:
    return f"{thing} is what play is about: {why} is not finished. Go back to before {why} instead."


D1, GD, D2 = SetState(T, "D1", "shaken"), SetPosture(T, "D", "move"), SetState(T, "D2", "shaken")
TAKEDA_D1, CLAN_D = "[5.3] Takeda D1", "[6.1] Clan Takeda D"

BUSY: list[tuple[Struct, Struct, str, str]] = [
    (f.Manoeuvre(T, ("tD",)), D1, TAKEDA_D1, "the activation"),
    (f.Manoeuvre(T, ("tD",)), GD, CLAN_D, "the activation"),
    (f.Manoeuvre(T, ("tD",)), SetUnit(T, "D1", "2917"), "[10.3] Takeda D1", "the activation"),
    (f.PosturePhase(T, ("tD",)), GD, CLAN_D, "the activation"),
    (f.CloseUp(T, "tD", ("tD1",)), D2, "[5.3] Takeda D2", "the activation"),
    (f.Loss("tD1", 1), D1, TAKEDA_D1, "the combat"),
    (f.LeaderRisk("tD2", 4), SetLeader(T, "D2", "dead"), "[11.11] Takeda D2", "the combat"),
    (f.Suffering(T, ("tD1",), "a1", True), GD, CLAN_D, "the combat"),
    (f.Combat(U, ("uB1",), ("tD1",)), D1, TAKEDA_D1, "the combat"),
    (f.Combat(T, ("tD1",), ("uB1",)), D1, TAKEDA_D1, "the combat"),
    (f.ClanFlight("tD"), D1, TAKEDA_D1, "the combat"),
    (
        f.AdvanceAfter(U, ("uB1",), ("2917",)),
        SetUnit(T, "D1", "2917"),
        "[10.3] 2917",
        "the combat",
    ),
    (i.Score(T, Sum(())), SetTrack(T, "points", 1), "[15.1] The points of Takeda", "the combat"),
    (f.RetreatClan(T, "tD", ("tD1",), ("2513",)), D2, "[5.3] Takeda D2", "the retreat"),
    (f.Pursuit(U, ("uB1",), "tD1", ("2916", "2917")), D1, TAKEDA_D1, "the retreat"),
    (f.RallyUnit("tD1"), D1, TAKEDA_D1, "the rally"),
    (i.SelectChits((T, U)), SetChit(T, "D", "bowl"), "[8.3] The chit of Takeda D", "the choice of chits"),
    (i.AcceptChit(T, "tD"), SetChit(T, "D", "bowl"), "[8.3] The chit of Takeda D", "the play of the chit"),
]


@pytest.mark.parametrize(("item", "correction", "thing", "why"), BUSY)
def test_what_is_being_decided_is_not_corrected(
    item: Struct, correction: Struct, thing: str, why: str
) -> None:
    """On top of the agenda, and below a prompt that has come between."""
    assert refused(stood(item), correction) == busy(thing, why)
    assert refused(stood(f.AnswerLeader(U, ("tA1",), ("uA1",), ""), item), correction) == busy(thing, why)
    corrected(stood(), correction)


def test_12_1_the_rally_of_a_whole_army_is_about_no_clan_of_it() -> None:
    told = stood()
    state = replace(told.game.state, agenda=(f.RallyPhase(T, clans_of(told.board, T)),))
    told.game.now = replace(told.game.now, state=state)
    assert corrected(told, D1)[1].units["tD1"] == Unit("2916", 1)
    told = stood(f.RallyPhase(T, ("tD",)))
    assert refused(told, D1) == busy(TAKEDA_D1, "the rally")


def test_8_3_a_clan_whose_chit_is_chosen_is_not_destroyed() -> None:
    """Its chit is placed by the distance to one of its units: one has to be left."""
    told = stood(i.SelectChits((T, U)))
    said = busy("[5.3] Clan G", "the choice of chits")
    assert refused(told, SetState(T, "G1", "eliminated")) == said
    corrected(told, SetState(T, "G1", "exhausted"))
    corrected(told, SetState(T, "D1", "eliminated"))
    assert refused(told, SetState(T, "D2", "eliminated")) == busy("[5.3] Clan D", "the choice of chits")


def test_14_2_the_samurai_is_not_corrected_while_he_comes() -> None:
    told = stood(i.PlaceSamurai(T), options=SAMURAI)
    said = busy("[14.2] The samurai of Takeda", "the coming of the samurai")
    assert refused(told, SetSamurai(T, "D1")) == said
    host = stood(f.Loss("tD1", 1), options=SAMURAI)
    assert refused(host, SetSamurai(T, "D1")) == busy("[14.2] The samurai of Takeda", "the combat")


@pytest.mark.parametrize(
    "item",
    [s.ThrowAssault(), s.BidSacrifice(T), s.LoseTroops(T, T, 1, ("centre",), "lost", "fire"), KaizuTaken(U)],
)
def test_13_6_1_nothing_of_kaizu_is_corrected_while_it_is_fought_for(item: Struct) -> None:
    told = scenario(assaulting(siege().board, "centre", ("a",), 2), item)
    said = busy("[13.4] The strength of Takeda", "the fight for Kaizu")
    assert refused(told, SetTroops(T, 4, 3, ("centre",))) == said


# ---- after a correction


def test_6_4_play_goes_on_from_what_is_corrected() -> None:
    """A clan whose posture was corrected may try what the table says of the new one."""
    told = stood()
    corrected(told, SetPosture(T, "D", "move"))
    state = replace(told.game.state, agenda=(f.PosturePhase(T, ("tD",)),))
    told.game.now = replace(told.game.now, state=state)
    offered = told.offers(T) or ()
    assert Posture("D", "defence") in offered
    assert Posture("D", "move") not in offered


def test_11_1_a_fight_whose_enemy_is_put_away_is_dropped() -> None:
    """The prompt to fight has lost its object: the sequence of play goes on by itself [11.1]."""
    at = board({"tD1": "2916", "uB1": "2917"}, postures={"tD": "attack"})
    told = scenario(at, f.Engage(T), i.EndTurn("over"))
    assert told.game.awaited() == (T,)
    corrected(told, SetUnit(U, "B1", "2413"))
    dropped = KAWANAKAJIMA.advance(told.game.state, None)  # type: ignore[arg-type]
    assert dropped == (Fact("11.1", None, True),)


def test_6_2_with_secret_postures_the_other_side_is_not_told_which() -> None:
    secret = Options(secret_postures=True)
    seen = []
    for posture in ("move", "attack"):
        told = stood(options=secret)
        corrected(told, SetPosture(T, "D", posture))
        seen.append([KAWANAKAJIMA.view(told.game.state, viewer) for viewer in (T, U, "public")])
    assert [one == other for one, other in zip(*seen, strict=True)] == [False, True, True]
    assert KAWANAKAJIMA.sealed_corrections == (SetPosture,)
    said = SetPosture(T, "D", "move")
    assert KAWANAKAJIMA.played_openly(stood().board, said)
    assert not KAWANAKAJIMA.played_openly(stood(options=secret).board, said)


def test_a_ruling_names_the_places_of_chits_from_the_first_box_to_the_last() -> None:
    assert places(2) == ("reserve", "bowl", "box-1", "box-2")
    assert places(1) == ("reserve", "bowl", "box-1")
