"""Mount Saijo [16.2], how far its entry points are [16.3], clan N [17.3], and the scale [16.1]."""

from __future__ import annotations

import pytest

from domain.kawanakajima.board.events import ChitPlayed, ClanEntered, EntriesWritten, TurnEnded
from domain.kawanakajima.command import chits
from domain.kawanakajima.command.delays import distance_of, placing
from domain.kawanakajima.movement.ways import cost_between
from domain.kawanakajima.scenario.late_troops import may_be_called, units_lost
from domain.kawanakajima.words.items import EndTurn, EnterClans, PlayChit, SelectChits, WriteEntries
from domain.kawanakajima.words.orders import Command, WriteEntry
from domain.kit.chance import Chance, Faces
from domain.kit.errors import OrderError
from domain.kit.facts import By
from domain.kit.hexes import distance
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term
from tests.kawanakajima.boards import Stands, board, scenario
from tests.kawanakajima.data import DATA
from tests.titles.test_secrecy import public_form

CONTINGENT = tuple(f"t{letter}" for letter in "MNOPQRST")


# ---- 16.2


def test_16_2_the_entry_points_stand_in_their_order_with_their_turns() -> None:
    assert {name: entry.turn for name, entry in DATA.map.entries.items()} == {
        "A2": 2,
        "B1": 1,
        "C2": 2,
        "D3": 3,
    }


def test_16_2_entry_points_are_written_in_secret() -> None:
    told = scenario(board(), WriteEntries("takeda", CONTINGENT)).when("takeda", WriteEntry("N", "C2"))
    after = told.then(EntriesWritten("takeda", Sealed(("takeda",), {"tN": "C2"})))
    assert after.entries == {"tN": "C2"}
    assert told.agenda == (WriteEntries("takeda", CONTINGENT),)  # nothing tells which clans are written
    assert told.orders[0].order == Sealed(("takeda",), WriteEntry("N", "C2"))
    twice = "[16.2] Clan N is not on Mount Saijo, or has its entry point already."
    told.refused("takeda", WriteEntry("N", "A2"), f"{twice} Clans still without one: M, O, P, Q, R, S or T.")
    told.refused(
        "takeda",
        WriteEntry("O", "E4"),
        "[16.2] E4 is no entry point of Mount Saijo. The entry points are A2, B1, C2 or D3.",
    )
    for clan in "MOPQRS":
        told.when("takeda", WriteEntry(clan, "B1"))
    assert told.agenda
    told.when("takeda", WriteEntry("T", "B1"))
    assert not told.agenda


def test_16_2_what_the_enemy_sees_does_not_tell_which_clans_come_together() -> None:
    """All together, or each elsewhere and in another order: for the enemy it is the same record."""
    seen = []
    for clans, points in (("MNOPQRST", ["A2"] * 8), ("TSRQPONM", ["A2", "B1", "C2", "D3"] * 2)):
        told = scenario(board(), WriteEntries("takeda", CONTINGENT))
        happened: list[object] = []
        for clan, point in zip(clans, points, strict=True):
            told.when("takeda", WriteEntry(clan, point))
            happened.append(public_form(told.happened, "uesugi"))
        seen.append((happened, told.agenda))
    assert seen[0] == seen[1]


def test_16_2_clans_appear_at_the_beginning_of_their_turn_in_the_posture_of_movement() -> None:
    written = {"tM": "C2", "tN": "B1", "tO": "A2", "tP": "D3"}
    for turn, arriving in ((1, ("tN",)), (2, ("tM", "tO")), (3, ("tP",)), (4, ())):
        told = scenario(board(turn=turn, entries=written), EnterClans()).goes_on()
        told.then(*(_entered(clan, written[clan]) for clan in arriving))
        for clan in written:
            here = clan in arriving
            assert told.board.postures[clan] == ("move" if here else "defence")
            assert told.board.chits[clan] == ("reserve" if here else "away")
            assert {told.board.units[unit].hex for unit in DATA.clans[clan].units} == {
                written[clan] if here else ""
            }


def _entered(clan: str, point: str) -> ClanEntered:
    return ClanEntered(clan, dict.fromkeys(DATA.clans[clan].units, point), "move")


# ---- 16.3


def _six_from_c() -> str:
    """A hex at a distance of 6 from C, and of more from the other entry points."""
    nearest = {
        point: {here: min(distance(here, gate) for gate in entry.hexes) + 1 for here in DATA.map.places}
        for point, entry in DATA.map.entries.items()
    }
    return next(
        here
        for here in DATA.map.places
        if nearest["C2"][here] == 6 and min(nearest[point][here] for point in ("A2", "B1", "D3")) > 6
    )


FURTHER = [
    ("A2", (6, 20), 26, "2"),  # the example of the book
    ("B1", (6, 10), 16, "1"),
    ("C2", (6,), 6, "bowl"),
    ("D3", (6, 10), 16, "1"),
]


@pytest.mark.parametrize(("point", "terms", "total", "box"), FURTHER)
def test_16_3_ten_hexes_for_each_entry_point_from_the_nearest_one(
    point: str, terms: tuple[int, ...], total: int, box: str
) -> None:
    given = board({"tA1": "3315", "tM1": _six_from_c(), "tN1": point})
    found = distance_of(given, "kosaka", "tN")
    assert tuple(term.value for term in found.terms) == terms
    assert {term.rule for term in found.terms} == {"16.3"}
    assert (found.total, placing(given, "kosaka", "tN")) == (total, (box, found))


def test_16_3_a_general_on_the_mountain_is_near_to_every_clan_there() -> None:
    given = board({"tA1": "3315", "tN1": "A2"})
    assert placing(given, "kosaka", "tN")[0] == "bowl"
    assert distance_of(given, "kosaka", "tN").terms == (Term(0, "Kosaka is on Mount Saijo", "16.3"),)


def test_16_3_a_general_on_an_entry_point_is_at_that_point() -> None:
    given = board({"tA1": "3315", "tM1": "C2", "tN1": "C2", "tO1": "A2"})
    assert distance_of(given, "kosaka", "tN").total == 0
    assert distance_of(given, "kosaka", "tO").total == 20


def test_16_3_on_the_map_movement_points_count_again() -> None:
    given = board({"tA1": "3315", "tM1": "2914", "tN1": "2815"})
    assert distance_of(given, "kosaka", "tN").terms[0].rule == "8.3"


def test_16_3_a_general_on_the_mountain_is_at_every_entry_point_for_clans_on_the_map_too() -> None:
    """C29: the clan has left by B1; the way from the nearest point to it counts."""
    given = board({"tA1": "3315", "tN1": "0715"})
    ways = {point: cost_between(DATA.map, point, "0715") for point in DATA.map.entries}
    nearest = min(ways, key=lambda point: (ways[point], point))
    found = distance_of(given, "kosaka", "tN")
    why = f"movement points from Kosaka at {nearest} to N1"
    assert found.terms == (Term(ways[nearest], why, "8.3"),)
    assert found.total > 0


@pytest.mark.parametrize(("on_map", "nearer"), [("2511", "N1"), ("3501", "A2")])
def test_8_3_the_nearest_unit_counts_where_a_clan_stands_partly_on_its_entry_point(
    on_map: str, nearer: str
) -> None:
    given = board({"tA1": "3315", "tM1": "0719" if nearer == "A2" else "2510", "tN1": on_map, "tN2": "A2"})
    found = distance_of(given, "kosaka", "tN")
    assert found.terms[0].rule == ("8.3" if nearer == "N1" else "16.3")
    alone = [
        distance_of(board({"tA1": "3315", "tM1": given.units["tM1"].hex, unit: place}), "kosaka", "tN")
        for unit, place in (("tN1", on_map), ("tN2", "A2"))
    ]
    assert found.total == min(one.total for one in alone) < max(one.total for one in alone)


def test_16_1_a_hex_is_about_200_metres_and_a_point_of_elan_or_mass_100_men() -> None:
    """Kaizu lies 11 hexes of 200 m from the mountain; the entry points are at its foot [16.1]."""
    gates = [gate for entry in DATA.map.entries.values() for gate in entry.hexes]
    assert 5 <= min(distance(DATA.map.kaizu, gate) for gate in gates) <= 11
    uesugi = sum(unit.elan + unit.mass for unit in DATA.units.values() if unit.seat == "uesugi")
    assert 120 <= uesugi <= 140  # 13,000 men


# ---- 17.3


def lost(count: int, guard: Stands = "") -> dict[str, Stands]:
    """The set-up with so many Uesugi units gone."""
    stands: dict[str, Stands] = {unit.name: unit.start for unit in DATA.units.values()}
    for unit in ("uB1", "uB2", "uC1", "uC2")[:count]:
        stands[unit] = ("", 4)
    return stands | {"uN1": guard}


@pytest.mark.parametrize(("count", "may"), [(0, False), (2, False), (3, True), (4, True)])
def test_17_3_clan_n_may_be_called_when_three_units_are_lost(count: int, may: bool) -> None:
    given = board(lost(count), command={"kenshin": 2})
    assert (units_lost(given, "uesugi"), may_be_called(given, "uN")) == (count, may)
    assert not may_be_called(given, "uC")
    told = scenario(given, SelectChits(("uesugi",)))
    if may:
        told.when("uesugi", Command(("N",)))
        assert placing(given, "kenshin", "uN")[0] == "3"
    else:
        with pytest.raises(OrderError, match="Clan N is not on the map"):
            told.game.post("uesugi", Command(("N",)), None)  # type: ignore[arg-type]


def test_17_3_it_is_called_once() -> None:
    assert not may_be_called(board(lost(3), chits={"uN": "2"}), "uN")
    assert not may_be_called(board(lost(3, guard="1510")), "uN")
    assert not may_be_called(board(lost(3, guard=("", 4))), "uN")


def test_17_3_a_chit_that_was_not_drawn_is_called_again_by_the_distance_of_its_hex() -> None:
    """At the end of the turn it goes into the reserve like any other [4.2, 8.3]."""
    told = scenario(board(lost(3), chits={"uN": "bowl"}, command={"kenshin": 2}), EndTurn("…"))
    ended = next(event for event in told.goes_on([1] * 3).events if isinstance(event, TurnEnded))
    assert ended.places["uN"] == "reserve"
    given = board(lost(3), chits={"uN": "reserve"}, command={"kenshin": 2})
    assert may_be_called(given, "uN")
    away = cost_between(DATA.map, given.units["uA1"].hex, DATA.map.reinforcement)
    why = "movement points from Kenshin to the entry of clan N"
    assert placing(given, "kenshin", "uN") == (str(away // 10), Sum((Term(away, why, "8.3"),)))
    scenario(given, SelectChits(("uesugi",))).when("uesugi", Command(("N",)))


def test_17_3_it_comes_onto_the_map_at_its_hex_when_its_chit_is_drawn() -> None:
    gate = DATA.map.reinforcement
    given = board(lost(3), chits={"uN": "drawn"})
    found = chits.play_chit(given, PlayChit("uN"), Chance(Faces()))
    played, entered = found.events
    assert played == ChitPlayed("uN")
    assert isinstance(entered, By)
    assert entered.rule == "17.3"
    entered = entered.event
    assert isinstance(entered, ClanEntered)
    assert entered.posture == "move"
    assert list(entered.places) == ["uN1", "uN2", "uN3"]
    assert entered.places["uN1"] == gate
    assert all(distance(gate, place) == 1 for place in list(entered.places.values())[1:])


def test_17_3_next_to_its_hex_where_that_is_taken() -> None:
    gate = DATA.map.reinforcement
    given = board(lost(3) | {"tG1": gate}, chits={"uN": "drawn"})
    entered = chits.play_chit(given, PlayChit("uN"), Chance(Faces())).events[1].event  # type: ignore[attr-defined]
    assert isinstance(entered, ClanEntered)
    assert gate not in entered.places.values()
    assert {distance(gate, place) for place in entered.places.values()} == {1}
