"""From battle to battle: the sheet of one is the muster of the next [battle/carried]."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.battle.lists import whole_table
from domain.clan_war.board.events import ModelsLost, PointsChanged
from domain.clan_war.board.state import begin
from domain.clan_war.carried import carried, sheets
from domain.clan_war.data.options import Options
from domain.clan_war.view import view
from domain.clan_war.words.grammar import notation
from domain.clan_war.words.items import BeginTurn, MusterArmies, SetHonor
from domain.clan_war.words.reports import Casualties, Done, Points, Recruit, Resign
from domain.kit.facts import State
from domain.kit.sums import Term
from projections.clan_war.board import board as picture
from tests.clan_war.boards import DATA, board, hero, hostage, scenario, unit
from tests.scenario import Scenario
from tests.titles.asking import answered, asked_of
from tests.titles.play import Played

BOTH = ("north", "lion")
NEW = Options(**CLAN_WAR.editions[-1].options)
OPEN = Options(**CLAN_WAR.editions[1].options)
WORDS = notation(DATA, BOTH)


def muster(*lines: tuple[str, str], options: Options = NEW) -> Scenario:
    told = scenario(begin(options, DATA, BOTH), MusterArmies(BOTH), *map(SetHonor, BOTH), BeginTurn())
    for seat, line in lines:
        told.when(seat, WORDS.read(line))
    return told


FIRST = (
    ("north", "clan crane"),
    ("north", "muster crane-bushi"),
    ("north", 'muster crane-bushi as "Spears of the Dawn"'),
    ("north", "unit north-2 of unaligned move 5 tl 6 ml 6 models 4 range 8 16 traits flight"),
    ("north", "recruit crane-general in north-crane-bushi"),
    ("north", "recruit crane-captain in north-1"),
    ("north", "personality north-hero-1 of shadowlands honor 3 leadership 1 in north-2 skills charge"),
    ("north", "call north-crane-general as Doji Hoturi"),
    ("north", "hostage guest-1 of lion in north-crane-bushi"),
    ("north", "hostage guest-2 of crab in north-1"),
    ("north", "modifier -3 an ill omen"),
    ("lion", "muster lion-bushi"),
    ("lion", "hostage guest-3 of crane in lion-bushi"),
)


def fought() -> Scenario:
    """The end of a battle in which each side has lost and won something."""
    told = muster(*FIRST)
    for seat in BOTH:
        told.when(seat, Done())
    for line in (
        "casualties north-crane-bushi 5",
        "casualties north-2 4",
        "slain north-hero-1",
        "slain north-crane-captain",
        "honor north +21 a duel won",
        "vp north 4 the bridge",
        "condition north-1 spent",
    ):
        told.when("north", WORDS.read(line))
    told.when("lion", WORDS.read("vp lion -2 fled"))
    told.when("lion", Resign())
    assert told.board.winners == ("north",)
    return told


SHEET = (
    "clan crane",
    "muster crane-bushi",
    "muster crane-bushi as north-1",
    "recruit crane-general in north-crane-bushi",
    "casualties north-crane-bushi 5",
    "call north-1 as Spears of the Dawn",
    "call north-crane-general as Doji Hoturi",
    "hostage guest-1 of lion in north-crane-bushi",
    "hostage guest-2 of crab in north-1",
    "modifier 15 carried over",
    "vp north 4 carried over",
)


def test_the_sheet_has_survivors_names_hostages_honor_and_points() -> None:
    assert sheets(fought().board)["north"] == SHEET


def test_the_next_battle_begins_as_the_last_one_ended() -> None:
    over = fought().board
    lines = sheets(over)
    told = muster(*((seat, line) for seat in BOTH for line in lines[seat]))
    for seat in BOTH:
        told.when(seat, Done())
    begun = told.board
    assert begun.turn == 1
    assert {name: (army.honor, army.vp, army.clan) for name, army in begun.armies.items()} == {
        name: (army.honor, army.vp, army.clan) for name, army in over.armies.items()
    }
    standing = {name: one for name, one in over.units.items() if not one.destroyed}
    assert {name: (one.profile, one.models) for name, one in begun.units.items()} == {
        name: (one.profile, one.models) for name, one in standing.items()
    }
    assert begun.people == {name: one for name, one in over.people.items() if not one.slain}
    assert begun.called == over.called
    assert {(one.name, one.clan, one.captor) for one in begun.hostages.values()} == {
        (one.name, one.clan, one.captor) for one in over.hostages.values()
    }
    assert not begun.units["north-1"].is_spent


def test_nothing_is_carried_before_the_end() -> None:
    assert sheets(muster(*FIRST).board) == {}


def test_a_hostage_that_is_back_with_its_clan_is_at_home() -> None:
    mine, other = unit("crane-1"), unit("lion-1", "lion")
    held = (hostage(mine, "crane"), hostage(other, "crane", "guest-2"), hostage(mine, "lion", "guest-3"))
    at = board(mine, other, hostages=(*held[:2], replace(held[2], end="destroyed")), winners=("crane",))
    assert not any("hostage" in line for line in sheets(at)["crane"])
    assert "hostage guest-2 of crane in lion-1" in sheets(at)["lion"]


@pytest.mark.parametrize(
    ("honor", "parts"), [(10, []), (11, [1]), (210, [200]), (211, [200, 1]), (-191, [-200, -1])]
)
def test_much_honor_is_entered_in_parts_that_may_be_entered(honor: int, parts: list[int]) -> None:
    at = board(unit("crane-1"), winners=("crane",), honor={"crane": honor})
    entered = [one for one in carried(at, "crane") if type(one).__name__ == "Modifier"]
    assert [one.amount for one in entered] == parts  # type: ignore[attr-defined]


def test_who_lived_in_a_unit_that_is_gone_is_not_carried() -> None:
    gone = replace(unit("crane-1"), destroyed=True)
    at = board(gone, unit("crane-2"), people=(hero("crane-hero-1", gone),), winners=("lion",))
    assert not any("hero" in line for line in sheets(at)["crane"])


ARMED = (("north", "clan crane"), ("north", "muster crane-bushi"), ("lion", "muster lion-bushi"))


@pytest.mark.parametrize(
    ("seat", "order", "text"),
    [
        (
            "north",
            Casualties("north-crane-bushi", 12),
            "[battle/carried] 12 cannot be the models that north-crane-bushi has lost. "
            "Write a number from 1 to 11.",
        ),
        (
            "north",
            Casualties("north-crane-bushi", 0),
            "[battle/carried] 0 cannot be the models that north-crane-bushi has lost. "
            "Write a number from 1 to 11.",
        ),
        (
            "north",
            Casualties("lion-bushi", 1),
            "[battle/report] lion-bushi belongs to lion. You have north-crane-bushi.",
        ),
        (
            "north",
            Points("lion", -3, "x"),
            '[battle/carried] Before the battle north enters its own points. Write "vp north +3 x".',
        ),
        (
            "north",
            Points("north", 0, "x"),
            "[battle/points] A change of 0 changes nothing. Write the amount, such as +3 or -2.",
        ),
        (
            "north",
            Points("north", 201, "x"),
            "[battle/points] 201 cannot be a change of points. Write a number from -200 to 200.",
        ),
    ],
)
def test_battle_carried_refuses(seat: str, order: Struct, text: str) -> None:
    muster(*ARMED, options=OPEN).refused(seat, order, text)


def test_a_unit_may_begin_with_one_model_or_with_a_personality_alone() -> None:
    told = muster(*ARMED, options=OPEN).when("north", Casualties("north-crane-bushi", 11))
    assert told.events == (ModelsLost("north-crane-bushi", 11, 1),)
    text = "[battle/carried] Nobody would be left of north-crane-bushi. Leave it as it is."
    told.refused("north", Casualties("north-crane-bushi", 1), text)
    told.when("north", Recruit("crane-general", "north-crane-bushi"))
    told.when("north", Casualties("north-crane-bushi", 1))
    assert told.board.units["north-crane-bushi"].models == 0
    assert not told.board.units["north-crane-bushi"].destroyed


def test_points_of_the_battle_before_are_told_and_stand_in_the_ledger() -> None:
    told = muster(*ARMED, options=OPEN).when("north", Points("north", 200, "carried over"))
    term = Term(200, "carried over", "battle/carried")
    assert told.events == (PointsChanged("north", term, 200, "north"),)
    assert [(one.turn, one.term) for one in told.board.entries] == [(0, term)]


def test_the_board_of_a_battle_that_is_over_says_how_to_ask_and_the_answer_has_the_lines() -> None:
    told = fought()
    text = picture(view(State(told.board, ()), "lion"))
    asked = 'What each army enters in the next battle: ask "where north" and "where lion".'
    assert asked in " ".join(text.split())
    told.game.now = replace(told.game.now, data=DATA)
    lines = answered(asked_of(told.game, "lion"), "where north")
    assert lines[-len(SHEET) - 1 :] == [
        "What it enters in the next battle, before done:",
        *(f"  {line}" for line in SHEET),
    ]


def test_whatever_random_players_leave_can_be_entered() -> None:
    played = Played(CLAN_WAR, 2, DATA, Options(turn_limit=2)).to_the_end()
    over = played.game.state.board
    seats = over.setting.seats
    told = scenario(begin(NEW, DATA, seats), MusterArmies(seats), *map(SetHonor, seats))
    words = notation(DATA, seats)
    for seat, lines in sheets(over).items():
        for line in lines:
            told.when(seat, words.read(line))
    begun = whole_table(told.board)
    assert begun.units.keys() == {name for name, one in over.units.items() if not one.destroyed}
    assert {name: army.vp for name, army in begun.armies.items()} == {
        name: army.vp for name, army in over.armies.items()
    }
