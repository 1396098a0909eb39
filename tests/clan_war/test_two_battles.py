"""Crane against Crane by the third edition, from sealed lists to the sealed lists of the next battle."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board.list_events import ListsOpened
from domain.clan_war.board.own_table import own_table
from domain.clan_war.board.state import Board
from domain.clan_war.carried import sheets
from domain.clan_war.data.options import Options
from domain.clan_war.view import view
from domain.clan_war.words.grammar import notation
from domain.game.entries.entries import Entry, Rewound, Seated
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC
from projections.clan_war.board import board as picture
from tests.clan_war.boards import DATA
from tests.playing import Game
from tests.titles.play import Luck, opening

BOTH = ("north", "south")
WORDS = notation(DATA, BOTH)
OPTIONS = Options(**CLAN_WAR.editions[-1].options, reports_stand="confirmed")


class Battle:
    """A game that is played in lines; `events` are those of the last one."""

    def __init__(self) -> None:
        seats = tuple(Seated(seat, f"player of {seat}") for seat in BOTH)
        first = replace(opening(CLAN_WAR, 0), preset="", options=OPTIONS, seats=seats)
        self.luck, self.game = Luck(3), Game("g", CLAN_WAR)
        self.entries: list[Entry] = [*self.game.open(first, DATA, self.luck)]
        self.events: list[Any] = []

    @property
    def board(self) -> Board:
        board: Board = self.game.state.board
        return board

    def say(self, seat: str, *lines: str) -> Battle:
        for line in lines:
            made = self.game.post(seat, WORDS.read(line), self.luck)
            self.entries += made
            self.events = [one.event for one in made if isinstance(one, Fact)]
        return self

    def done(self) -> Battle:
        return self.say("north", "done").say("south", "done")

    def sheets(self) -> dict[str, tuple[str, ...]]:
        return sheets(self.board)


def mustered() -> Battle:
    battle = Battle()
    for seat, name in (("north", "Doji's Spears"), ("south", "Kakita's Spears")):
        battle.say(
            seat,
            "clan crane",
            f'muster crane-bushi as "{name}"',
            f"recruit crane-general in {seat}-crane-bushi",
            f"call {seat}-crane-general as Lord of the {seat.capitalize()} Hill",
            f"unit {seat}-2 move 6 tl 6 ml 6 models 4 leadership 1 traits flight",
        )
    battle.say("south", "call south-2 as Wings of the Dawn")
    return battle.say("north", "call north-2 as wings-of-the dawn")


def fought() -> Battle:
    battle = mustered().done()
    battle.say("north", 'march "doji\'s spears" 2')
    battle.say("north", "honor north +21 a duel won", "vp south -1 a standard lost")
    battle.say("south", 'casualties "Kakita\'s Spears" 3', "vp south 2 the bridge")
    battle.say("south", "confirm 1 2").say("north", "deny 3 nobody held it").say("south", "retract 3")
    return battle.say("north", "end battle").say("south", "end battle")


def test_lists_are_sealed_to_the_last_and_then_all_open() -> None:
    battle = mustered()
    assert (battle.board.units, battle.board.called) == ({}, {})
    assert own_table(battle.board, "north").units.keys() == {"north-crane-bushi", "north-2"}
    battle.done()
    (lists,) = [one for one in battle.events if isinstance(one, ListsOpened)]
    assert [(one.army, one.word) for one in lists.lapsed] == [("south", "south-2")]
    assert battle.board.called == {
        "north-crane-bushi": "Doji's Spears",
        "north-crane-general": "Lord of the North Hill",
        "north-2": "wings-of-the dawn",
        "south-crane-bushi": "Kakita's Spears",
        "south-crane-general": "Lord of the South Hill",
    }
    assert battle.board.turn == 1


def test_what_is_confirmed_counts_to_the_end_and_is_carried_on() -> None:
    over = fought()
    stands = {name: (one.honor, one.vp) for name, one in over.board.armies.items()}
    assert over.board.winners == ("north",)
    assert stands == {"north": (35, 0), "south": (14, -1)}
    assert over.sheets()["south"] == (
        "clan crane",
        "muster crane-bushi",
        "unit south-2 move 6 tl 6 ml 6 models 4 leadership 1 traits flight",
        "recruit crane-general in south-crane-bushi",
        "casualties south-crane-bushi 3",
        "call south-crane-bushi as Kakita's Spears",
        "call south-crane-general as Lord of the South Hill",
        "vp south -1 carried over",
    )


def test_the_lines_of_one_battle_are_the_sealed_lists_of_the_next() -> None:
    over, following = fought(), Battle()
    for seat, lines in over.sheets().items():
        following.say(seat, *lines)
    assert following.board.units == {}
    assert {one.vp for one in following.board.armies.values()} == {0}
    following.done()
    assert {one.vp for one in following.board.armies.values()} == {0}
    following.say("north", "confirm 2").say("south", "confirm 1")
    assert following.board.called == over.board.called
    assert {name: (one.honor, one.vp, one.clan) for name, one in following.board.armies.items()} == {
        name: (one.honor, one.vp, one.clan) for name, one in over.board.armies.items()
    }
    assert {name: (one.profile, one.models) for name, one in following.board.units.items()} == {
        name: (one.profile, one.models) for name, one in over.board.units.items()
    }
    assert following.board.people == over.board.people


def test_a_battle_that_is_given_up_in_the_muster_tells_no_list_and_leaves_nothing_to_carry_on() -> None:
    battle = mustered().say("south", "resign")
    assert battle.board.winners == ("north",)
    assert battle.sheets() == {}
    for viewer in ("south", PUBLIC):
        seen = view(battle.game.state, viewer)
        text = picture(seen)
        assert "Doji" not in text
        assert "next battle" not in text
    assert "Doji's Spears" in picture(view(battle.game.state, "north"))


def test_a_word_on_a_report_from_before_a_rewind_is_refused() -> None:
    battle = mustered().done()
    before = battle.game.position
    battle.say("north", "honor north +21 a duel won")
    battle.game.rewind(Rewound(before, "measured again"), battle.entries, battle.luck)
    assert battle.board.claims == {}
    for line in ("confirm 1", "deny 1 no"):
        with pytest.raises(IllegalMove, match="No report 1 waits"):
            battle.say("south", line)
    battle.say("north", "vp north 1 the bridge").say("south", "confirm 1")
    assert (battle.board.armies["north"].honor, battle.board.armies["north"].vp) == (14, 1)
