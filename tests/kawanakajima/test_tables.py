"""The data set: what is known of the printed game holds exactly, what is reconstructed keeps its limits."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pytest

from benchmarks import combat_losses
from domain import kawanakajima
from domain.kawanakajima.data.headings import HEADINGS, STATUSES
from domain.kawanakajima.data.reading import read_data
from domain.kawanakajima.data.tables import POSTURES, SEATS, Flight, Hit, Suffered
from domain.kit.errors import BadTable
from domain.kit.hexes import distance
from tests.kawanakajima.data import DATA, FILES

# the six cells of the combat table that the examples tell: example, column, row, result
CELLS = [
    ("I", 8, 9, "d1^1"),
    ("II", 6, 6, "-"),
    ("IV", 7, 7, "a1-d1"),
    ("VI.1", 10, 7, "dR^R"),
    ("VI.2", 12, 8, "d2^1"),
    ("VIII", 10, 6, "-"),
]


@pytest.mark.parametrize(("example", "column", "row", "code"), CELLS)
def test_the_combat_table_has_the_known_cells(example: str, column: int, row: int, code: str) -> None:
    """[11.5]"""
    assert DATA.combat.result(column, row).code == code, example


def test_the_combat_table_never_gets_worse_for_the_attacker() -> None:
    """Neither with Elan, to the right, nor with Mass, downward [11.5]."""
    numbers = range(17)
    for other in numbers:
        for here, there in pairwise(numbers):
            assert DATA.combat.result(here, other).rank <= DATA.combat.result(there, other).rank
            assert DATA.combat.result(other, here).rank <= DATA.combat.result(other, there).rank


def severity(hit: Hit) -> tuple[int, int, int]:
    """What a unit suffers, in the order of 7.3 and 11.7: a step, a retreat, both, two steps, the end."""
    return 5 * hit.eliminated, 4 * (hit.losses // 2), hit.losses % 2 + 2 * hit.retreat


def test_neither_side_suffers_more_of_better_numbers_of_its_own() -> None:
    """Each cell beside its neighbours: the defender's part only grows to the right and downward, and the
    attackers' only shrinks, but where nothing becomes a loss of both: (6, 6) and (7, 7) are known [11.7].
    """
    numbers, seams = range(2, 15), 0
    for column, row in product(numbers, numbers):
        here = DATA.combat.result(column, row)
        for there in (DATA.combat.result(column + 1, row), DATA.combat.result(column, row + 1)):
            assert severity(here.defender.main) <= severity(there.defender.main)
            if (here.code, there.code) == ("-", "a1-d1"):
                seams += 1
            else:
                assert severity(here.attacker.main) >= severity(there.attacker.main)
    assert seams == 12


def test_what_a_combat_costs_both_sides_stands_in_the_rulings() -> None:
    """As `python -m benchmarks.combat_losses` prints it [11.5]."""
    rulings = (Path(kawanakajima.__file__).parent / "RULINGS.md").read_text("utf-8")
    assert "\n".join(combat_losses.lines(DATA.combat)) in rulings


def test_a_failed_attack_costs_something_and_not_everything() -> None:
    """Combat is compulsory [11.1]: the weaker attacker is often hurt, hardly ever always [11.5, 11.7]."""
    hurt = {
        odds: sum(ours != Hit() for ours, _ in combat_losses.suffered(DATA.combat, *odds)) / combat_losses.ALL
        for odds in ((2, -3), (0, 0), (-2, -3))
    }
    assert 0.2 < hurt[2, -3] < 0.3 < hurt[0, 0] < 0.4 < 0.6 < hurt[-2, -3] < 0.75


def test_the_combat_table_is_asymmetric_as_its_designer_says() -> None:
    """Elan drives back and is decisive, Mass wears down both: retreats to the right, shared losses below."""
    numbers = range(2, 15)
    shared = [
        (c, r)
        for c, r in product(numbers, numbers)
        if DATA.combat.result(c, r).code[:2] == "a1" and DATA.combat.result(c, r).defender.main.losses
    ]
    driven = [(c, r) for c, r in product(numbers, numbers) if DATA.combat.result(c, r).defender.main.retreat]
    assert sum(r - c for c, r in shared) > 0
    assert sum(c - r for c, r in driven) > 0
    assert [(c, r) for c, r in shared if c >= 10] == []


def test_what_lies_beyond_an_edge_of_a_table_is_read_at_the_edge() -> None:
    assert DATA.combat.result(99, 7) == DATA.combat.result(14, 7)
    assert DATA.combat.result(-9, -9) == DATA.combat.result(2, 2)
    assert DATA.rally.at(0) == DATA.rally.at(1)
    assert DATA.rally.at(9) == DATA.rally.at(7) == 3
    assert DATA.flight.at(-3) == DATA.flight.at(1) == Flight(flight=True)
    assert DATA.command_points("kenshin", 1, -2) == DATA.command_points("kenshin", 1, 0)
    assert DATA.command_points("kenshin", 1, 12) == DATA.command_points("kenshin", 1, 7)


RESULTS = [
    ("-", Suffered(Hit(), Hit()), Suffered(Hit(), Hit())),
    ("d1^1", Suffered(Hit(), Hit()), Suffered(Hit(1), Hit(1))),
    ("d2^1", Suffered(Hit(), Hit()), Suffered(Hit(2), Hit(1))),
    ("a1-d1", Suffered(Hit(1), Hit()), Suffered(Hit(1), Hit())),
    ("dR^R", Suffered(Hit(), Hit()), Suffered(Hit(0, True), Hit(0, True))),
    ("d1R^R", Suffered(Hit(), Hit()), Suffered(Hit(1, True), Hit(0, True))),
    ("dE^2", Suffered(Hit(), Hit()), Suffered(Hit(0, False, True), Hit(2))),
    ("a1R^R", Suffered(Hit(1, True), Hit(0, True)), Suffered(Hit(), Hit())),
]


@pytest.mark.parametrize(("code", "attacker", "defender"), RESULTS)
def test_a_result_says_what_each_side_suffers(code: str, attacker: Suffered, defender: Suffered) -> None:
    """[11.7]"""
    result = DATA.combat.results[code]
    assert (result.attacker, result.defender) == (attacker, defender)


def test_terrain_costs_what_the_last_page_says() -> None:
    """[10.2]"""
    assert {name: terrain.cost for name, terrain in DATA.terrain.items()} == {
        "clear": 1,
        "woods": 2,
        "kaizu": 3,
        "ford": 1,
        "stream": 1,
        "river": None,
        "uphill": 1,
        "downhill": 0,
        "defensive position": 2,
        "enemy zone": 2,
    }
    assert DATA.terrain["woods"].difficult
    assert DATA.terrain["defensive position"].column == -1


def test_postures_are_as_printed() -> None:
    """[6.5, 11.13]"""
    assert {p.posture: (p.allowance, p.advance) for p in DATA.postures.values()} == {
        "attack": (5, "must"),
        "move": (4, "no"),
        "defence": (3, "may"),
        "regroup": (0, "no"),
    }
    assert [p for p in POSTURES if DATA.postures[p].counter_charge] == ["attack"]
    assert DATA.postures["move"].column == 2
    assert DATA.postures["defence"].column == 0


def test_posture_changes_keep_the_known_values() -> None:
    """Example IV: 3 into attack; example VII: a natural 4 was enough [6.4]."""
    change = DATA.posture_change
    assert change["defence"]["attack"] == 3
    assert (change["move"]["defence"] or 7) <= 4
    assert all(change[now][now] is None for now in POSTURES)
    assert all(change[now][to] for now in POSTURES for to in POSTURES if now != to)


def test_a_state_counts_by_the_steps_lost() -> None:
    """[5.3]"""
    assert DATA.state_column == (0, 1, 2, 3)


def test_command_tables_rise_and_cover_every_turn() -> None:
    """[8.2, 17.2]"""
    for general, turn in product(("kenshin", "shingen", "kosaka"), range(1, 13)):
        points = [DATA.command_points(general, turn, die) for die in range(-5, 9)]
        assert points == sorted(points)
    # The 7 points of [7.2], saved by Shingen within two turns.
    assert DATA.command_points("shingen", 4, 4) + DATA.command_points("shingen", 5, 3) >= 7


PLANS = [
    ("ganko", 1, 3, 0, 0, POSTURES),
    ("kuruma-gakari", 6, 6, 1, 0, POSTURES),
    ("gyorin", 4, 3, 0, 0, POSTURES),
    ("koyaku", 0, 6, 0, 0, ("move", "defence")),
    ("kokuyoku", 4, 4, 0, 4, POSTURES),
    ("saku", 0, 3, 0, 0, ("defence",)),
    ("hoshi", 8, 1, 3, 0, ("attack", "regroup")),
]


@pytest.mark.parametrize(("name", "attack", "retreat", "impetuous", "combined", "postures"), PLANS)
def test_a_plan_has_what_is_printed(
    name: str, attack: int, retreat: int, impetuous: int, combined: int, postures: tuple[str, ...]
) -> None:
    """[7.3]"""
    plan = DATA.plans[name]
    assert (plan.attack, plan.retreat, plan.impetuous, plan.combined) == (
        attack,
        retreat,
        impetuous,
        combined,
    )
    assert plan.postures == postures


def test_plans_convert_results_as_printed() -> None:
    """[7.3]"""
    assert list(DATA.plans) == [name for name, *_ in PLANS]
    koyaku, saku = DATA.plans["koyaku"], DATA.plans["saku"]
    assert (koyaku.converts, koyaku.into) == ("d2^1", ("dE^2", *["d1R^R"] * 2, *["dR^R"] * 3))
    assert (saku.converts, saku.into) == ("dR^R", ("d2^1", "d1R^R", "d1^1", "d1^1", "-", "-"))
    assert (koyaku.rally, koyaku.rally_to_defence) == (1, 6)
    assert [name for name, plan in DATA.plans.items() if plan.defensive_positions] == ["gyorin", "saku"]
    hoshi = DATA.plans["hoshi"]
    assert (hoshi.into_attack, hoshi.out_of_attack, DATA.plans["ganko"].command) == (2, -1, 1)


def test_the_armies_are_those_of_the_scenario() -> None:
    """20 clans of the Takeda, 14 of the Uesugi, one to three units each; a point is a hundred men [16.1]."""
    clans, units = DATA.clans.values(), DATA.units.values()
    assert "".join(clan.letter for clan in clans if clan.seat == "takeda") == "ABCDEFGHIJKLMNOPQRST"
    assert "".join(clan.letter for clan in clans if clan.seat == "uesugi") == "ABCDEFGHIJKLMN"
    assert {len(clan.units) for clan in clans} == {1, 2, 3}
    strength = dict.fromkeys(("shingen", "kosaka", "kenshin"), 0)
    for unit in units:
        strength[DATA.clans[unit.clan].general] += unit.elan + unit.mass
    assert 72 <= strength["shingen"] <= 88
    assert 105 <= strength["kosaka"] <= 125
    assert 120 <= strength["kenshin"] <= 140


# unit, Elan, Mass, leader: what the examples tell
UNITS = [
    ("uB1", 2, 2, 1),
    ("uB2", 1, 2, 0),
    ("tD1", 1, 3, 0),
    ("tG1", 2, 3, 0),
    ("uJ1", 2, 2, 0),
    ("uJ2", 0, 2, 0),
]


@pytest.mark.parametrize(("name", "elan", "mass", "leader"), UNITS)
def test_a_unit_of_the_examples_is_as_told(name: str, elan: int, mass: int, leader: int) -> None:
    """[5.1]"""
    unit = DATA.units[name]
    assert (unit.elan, unit.mass, unit.leader, unit.fire) == (elan, mass, leader, 0)


def test_imafuku_has_two_points_and_each_general_his_unit() -> None:
    """[5.1, 17.2]"""
    assert DATA.units["tJ1"].elan + DATA.units["tJ1"].mass == 2
    generals = {unit.general: unit.name for unit in DATA.units.values() if unit.general}
    assert generals == {"shingen": "tA1", "kosaka": "tM1", "kenshin": "uA1"}
    assert {DATA.clans[clan].title for clan in ("tG", "tJ", "uB", "uJ")} == {
        *("Hara", "Imafuku", "Kakizaki", "Nakajo")
    }


def test_the_scenario_sets_up_all_but_the_contingent_and_the_baggage() -> None:
    """Each unit has its hex, nobody begins next to an enemy, and the Uesugi can reach one [17.1]."""
    for unit in DATA.units.values():
        later = DATA.clans[unit.clan].general == "kosaka" or unit.clan == "uN"
        assert (unit.start == "") is later, unit.name
    here = {seat: [u.start for u in DATA.units.values() if u.start and u.seat == seat] for seat in SEATS}
    nearest = min(distance(one, other) for one in here["takeda"] for other in here["uesugi"])
    assert 3 <= nearest <= 5
    for clan in DATA.clans.values():
        hexes = [DATA.units[unit].start for unit in clan.units if DATA.units[unit].start]
        for place in hexes[1:]:
            assert min(distance(place, other) for other in hexes if other != place) == 1, clan.name


# place, place, hexes between them as in nature (at about 220 m), and how far off the map may be
LANDMARKS = [
    ("Hachimanbara", "Kaizu", 13.0, 2),
    ("Hachimanbara", "Hirose", 7.3, 2),
    ("Hachimanbara", "Amenomiya", 26.2, 3),
    ("Kaizu", "Amenomiya", 21.7, 3),
    ("Hachimanbara", "Tanbajima", 16.2, 3),
]


@pytest.mark.parametrize(("one", "other", "hexes", "off"), LANDMARKS)
def test_places_lie_as_far_from_each_other_as_in_nature(one: str, other: str, hexes: float, off: int) -> None:
    """In straight lines; a walk over hexes is up to a sixth longer. [16.1]"""
    steps = distance(DATA.map.names[one], DATA.map.names[other])
    assert hexes - off <= steps <= hexes * 1.16 + off


def test_the_rivers_part_the_land_and_only_fords_join_it() -> None:
    """Hirose and Amenomiya over the Chikuma, Tanbajima over the Sai [2.2]."""
    bank, names = DATA.map.bank, DATA.map.names
    assert bank["2626"] != bank["3315"] != bank["4101"]
    assert all(bank[entry.hexes[0]] == bank["2626"] for entry in DATA.map.entries.values())
    fords = {tuple(sorted(pair)) for pair, side in DATA.map.sides.items() if side == "ford"}
    assert {next(n for n, h in names.items() if h in pair) for pair in fords} == {
        *("Hirose", "Amenomiya", "Tanbajima")
    }
    for (here, there), side in DATA.map.sides.items():
        assert (bank[here] != bank[there]) is (side in ("river", "ford"))
        assert (there in dict(DATA.map.steps[here])) is (side != "river")
        assert there in DATA.map.beside[here]


def test_saijo_has_its_four_entry_points_in_their_order() -> None:
    """[16.2, 16.3]"""
    entries = DATA.map.entries
    assert [(entry.name, entry.turn) for entry in entries.values()] == [
        ("A2", 2),
        ("B1", 1),
        ("C2", 2),
        ("D3", 3),
    ]
    hexes = [there for entry in entries.values() for there in entry.hexes]
    assert hexes == sorted(hexes)
    assert all(len(entry.hexes) > 1 for entry in entries.values())
    assert dict(DATA.map.steps["B1"])[entries["B1"].hexes[0]] == 2
    assert [here for here in DATA.map.places if "B1" in dict(DATA.map.steps[here])] == []


# from, to, cost
STEPS = [
    ("3315", "3316", 1),  # clear
    ("3615", "3618", None),  # not next to each other
    ("3617", "3618", 2),  # woods
    ("2626", "2625", 1),  # out of Kaizu
    ("2625", "2626", 3),  # into Kaizu
    ("0518", "0519", 2),  # the ford of Amenomiya
    ("1017", "1018", None),  # the Chikuma
    ("2405", "2406", 2),  # up one level
    ("2406", "2405", 1),  # and down
]


@pytest.mark.parametrize(("here", "there", "cost"), STEPS)
def test_a_step_costs_its_terrain(here: str, there: str, cost: int | None) -> None:
    """[10.2]"""
    assert dict(DATA.map.steps[here]).get(there) == cost
    assert dict(DATA.map.back[there]).get(here) == cost


def test_every_value_says_where_it_comes_from() -> None:
    """Lines without a source do not load; known values are not passed off as ours."""
    for name, raw in FILES.items():
        if name.endswith(".csv"):
            for line in raw.decode().splitlines()[2:]:
                assert any(
                    f"{kind}: " in line for kind in ("printed", "example", "inferred", "reconstructed")
                )
    assert b"11,-,a1-d1" in FILES["combat.csv"]


# file, what is written, what is written instead, the message
BAD = [
    ("map.csv", "01,w2", "01,x2", 'map.csv, line 3: expected terrain and level, such as c0 or w1, got "x2".'),
    (
        "sides.csv",
        "river,recon",
        "wall,recon",
        'sides.csv, line 3: expected one of river, ford, stream, got "wall".',
    ),
    (
        "units.csv",
        "takeda,D1,1,3",
        "takeda,D1,one,3",
        'units.csv, line 9: expected int in the column elan, got "one".',
    ),
    (
        "units.csv",
        "takeda,D1",
        "takeda,Z1",
        'units.csv, line 9: expected a clan of takeda in clans.csv, got "Z".',
    ),
    ("units.csv", "3213", "3315", 'units.csv, line 5: expected a hex without a unit, got "3315".'),
    ("units.csv", "3213", "0021", 'units.csv, line 5: expected a hex of the map, got "0021".'),
    (
        "clans.csv",
        "takeda,B",
        "takeda,A",
        'clans.csv, line 4: expected another letter than those before, got "A".',
    ),
    (
        "combat.csv",
        "a2^1,a1R^R,a1R^R",
        "a2^1,d1^1,a1R^R",
        'combat.csv, line 3: expected nothing worse for the attacker than d1^1 after it, got "a1R^R".',
    ),
    (
        "combat.csv",
        "a2^1,a1R^R,a1R^R",
        "a2^1,d7,a1R^R",
        'combat.csv, line 3: expected a result of results.csv, got "d7".',
    ),
    (
        "results.csv",
        "\nd2^1",
        "\nx2^1",
        'results.csv, line 13: expected a result such as d2^1 or a1-d1, got "x2^1".',
    ),
    (
        "rally.csv",
        "printed: 12.2",
        "somewhere: 12.2",
        'rally.csv, line 3: expected a source such as "printed: 6.5" '
        "(printed, example, inferred, reconstructed), "
        'got "somewhere: 12.2, a natural 1 makes the clan retreat".',
    ),
    (
        "rally.csv",
        "2,0",
        "9,0",
        'rally.csv, line 1: expected dice that follow each other, got "[1, 9, 3, 4, 5, 6, 7]".',
    ),
    (
        "flight.csv",
        "1,yes",
        "1,maybe",
        'flight.csv, line 3: expected bool in the column flight, got "maybe".',
    ),
    ("states.csv", "shaken,1", "shaken,2", 'states.csv, line 4: expected 1 losses, got "2".'),
    ("plans.toml", "attack = 6", 'attack = "six"', "plans.toml, line 17: expected int, got str."),
    ("plans.toml", '"defence"]\nretreat = 3', '"charge"]\nretreat = 3', None),
    (
        "numbers.toml",
        "value = 6",
        "value = = 6",
        "numbers.toml, line 4: expected TOML, got Invalid value (at line 4, column 9).",
    ),
    (
        "scenarios.toml",
        "turns = 10\n",
        "",
        'scenarios.toml, line 3: expected a complete record, got Object missing required field "turns".',
    ),
    (
        "entries.csv",
        "B1,1",
        "1512,1",
        'entries.csv, line 4: expected a letter and a turn, such as B1, got "1512".',
    ),
    (
        "terrain.csv",
        "woods,2",
        "woods,",
        'terrain.csv, line 4: expected a cost of 0 or more, and none for the river, got "None".',
    ),
    ("command.csv", "1,2,3,3,4", "1,3,2,3,4", None),
    (
        "posture_changes.csv",
        "4,4,3",
        "4,four,3",
        'posture_changes.csv, line 3: expected a whole number, got "four".',
    ),
    (
        "samurai.csv",
        "takeda,12",
        "takeda,6",
        'samurai.csv, line 4: expected a greater lead than before, got "6".',
    ),
    ("chits.csv", "rally,1", "tea,1", None),
    ("modifiers.csv", "support,1", "support,1,1", "modifiers.csv, line 5: expected 4 cells, got 5."),
    ("places.csv", "Kaizu,", "Kaisu,", "places.csv, line 1: expected a line for Kaizu, got none."),
    ("postures.csv", "posture,allowance", "posture,moves", None),
    (
        "clans.csv",
        "takeda,B,Yoshinobu,Takeda-Yoshinobu,shingen",
        "takeda,B,Yoshinobu,Takeda-Yoshinobu,kenshin",
        'clans.csv, line 4: expected one of shingen, kosaka, got "kenshin".',
    ),
    (
        "clans.csv",
        "uesugi,N",
        "uesugi,O",
        'clans.csv, line 1: expected a line for clan N of the side u, got "none".',
    ),
    (
        "command.csv",
        "shingen,2,3",
        "shingen,3,3",
        'command.csv, line 1: expected one column for shingen in turn 2, got "0".',
    ),
    (
        "command.csv",
        "shingen,2,3",
        "shingen,1,3",
        'command.csv, line 1: expected one column for shingen in turn 1, got "2".',
    ),
    ("rally.csv", "6,2", "6,4", 'rally.csv, line 8: expected levels that never fall, up to 3, got "4".'),
    ("plans.toml", 'given = "first combat"', 'given = "last combat"', None),
    (
        "numbers.toml",
        "value = 6",
        "value = -6",
        'numbers.toml, line 4: expected a number of 0 or more, got "-6".',
    ),
    (
        "scenarios.toml",
        'name = "historical"',
        'name = "history"',
        'scenarios.toml, line 1: expected the scenario historical, got "history, hypothetical".',
    ),
    (
        "units.csv",
        "takeda,A1,2,3,0,2,yes",
        "takeda,A1,2,3,0,2,no",
        'units.csv, line 1: expected one unit with the general shingen, got "0".',
    ),
]


def test_the_data_set_is_the_same_when_it_is_read_again() -> None:
    """All but the map, which is compared by what it is and not by what it says."""
    again = read_data(FILES)
    names = [name for name in DATA.__struct_fields__ if name != "map"]
    assert [getattr(again, name) for name in names] == [getattr(DATA, name) for name in names]


def test_18_1_the_column_has_as_many_hexes_on_either_side_each_once() -> None:
    text = FILES["scenarios.toml"].decode()
    first, last = "0104", "1008"
    assert f'column_beside = ["{first}", ' in text
    short = text.replace(f', "{last}"]', "]", 1)
    with pytest.raises(BadTable, match=': expected as many hexes on either side, got "10 and 9"'):
        read_data(FILES | {"scenarios.toml": short.encode()})
    again = text.replace(f'"{last}"]', f'"{first}"]', 1)
    with pytest.raises(BadTable, match=": expected each hex of the column once, got "):
        read_data(FILES | {"scenarios.toml": again.encode()})


@pytest.mark.parametrize(("name", "written", "instead", "message"), BAD)
def test_a_bad_table_is_refused_with_file_and_line(
    name: str, written: str, instead: str, message: str | None
) -> None:
    text = FILES[name].decode()
    assert written in text
    with pytest.raises(BadTable) as bad:
        read_data(FILES | {name: text.replace(written, instead, 1).encode()})
    assert bad.value.path == name
    if message is not None:
        assert str(bad.value) == message


def test_a_file_that_is_missing_is_named() -> None:
    files = {name: raw for name, raw in FILES.items() if name != "combat.csv"}
    with pytest.raises(BadTable) as bad:
        read_data(files)
    assert str(bad.value).startswith(
        "combat.csv, line 1: expected a file combat.csv, got the files chits.csv, "
    )


def test_a_file_of_another_name_is_not_passed_over() -> None:
    """An owner's `rallly.csv` would else be ignored without a word."""
    with pytest.raises(BadTable) as bad:
        read_data(FILES | {"rallly.csv": b""})
    assert str(bad.value).startswith("rallly.csv, line 1: expected one of the files map.csv, ")


OURS_IN = {
    "clans.csv": "6.1",
    "combat.csv": "11.5",
    "command.csv": "8.2",
    "entries.csv": "16.2",
    "flight.csv": "11.12",
    "lines.csv": "13.1",
    "map.csv": "2.2",
    "modifiers.csv": "11.9",
    "places.csv": "2.2",
    "posture_changes.csv": "6.4",
    "rally.csv": "12.1",
    "results.csv": "11.7",
    "samurai.csv": "14.1",
    "sides.csv": "2.2",
    "terrain.csv": "11.10",
    "units.csv": "5.1",
    "zones.csv": "13.2",
}


def test_what_is_ours_in_a_table_is_said_of_a_rule() -> None:
    """By `bugyo rule`: no file that holds reconstructed values is without a word."""
    ours = {
        name
        for name, content in FILES.items()
        if any("reconstructed" in line for line in content.decode().splitlines() if not line.startswith("#"))
    }
    assert ours == set(OURS_IN) | {name for name in ours if name.endswith(".toml")}
    assert set(OURS_IN.values()) <= set(STATUSES) <= set(HEADINGS)
