"""Captors and their hostages as the editions after the first have them [hostage/choice, hostage/taking]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.clan_war.board.combat_events import (
    Fought,
    HostageDestroyed,
    HostageTaken,
    ModelsSacrificed,
)
from domain.clan_war.board.events import ArmyDone
from domain.clan_war.board.flight_events import TookOff
from domain.clan_war.board.state import Army, Board, Combat, Deeds, Hostage, Mode
from domain.clan_war.data.options import Options
from domain.clan_war.hostage.captors import must_choose
from domain.clan_war.view import view
from domain.clan_war.words.items import Destructions, Recoveries, RecoveryChoice, Reports
from domain.clan_war.words.movement_reports import TakeOff
from domain.clan_war.words.reports import AllOut, Casualties, Done, Fight, Sacrifice, StrikeEasy, Take
from domain.kit.facts import State
from domain.kit.sums import Sum
from tests.clan_war.boards import HALF, board, edition, flier, hero, hostage, refused, reports, scenario, unit
from tests.clan_war.test_hostages import two_are_sacrificed

FIRST, SECOND = edition(1), edition(2)
A, B, C = unit("crane-1"), unit("lion-1", "lion"), unit("crab-1", "crab")
PAIR = ("crane-1", "lion-1")
THREE = ("crab", "crane", "lion")


def captors(*units: Any, **given: Any) -> Board:
    """crane-1 is engaged with lion-1."""
    usual: dict[str, Any] = {"engaged": (PAIR,), "options": SECOND}
    return board(*(units or (A, B)), **(usual | given))


# ---- hostage/choice: taken when one is done

CHOOSE = (
    "[hostage/choice] crane-1 is engaged with lion-1, which holds guest-1, and has not chosen how to fight. "
    'Write "easy crane-1 against lion-1" or "allout crane-1 against lion-1".'
)
TAKEN = Take("guest-1", "crane", "lion-1")


def test_hostage_choice_is_asked_of_an_army_that_was_done_when_the_hostage_was_taken() -> None:
    told = reports(captors(), "close").when("crane", Done()).when("lion", TAKEN)
    told.then(HostageTaken("guest-1", "crane", "lion-1"))
    assert told.agenda == (Reports("close", ("crane", "lion")),)
    told.refused("crane", Done(), CHOOSE)
    told.when("crane", StrikeEasy(*PAIR)).when("crane", Done()).when("lion", Done())
    assert told.board.phase == "end"


def test_hostage_choice_is_not_asked_again_by_the_first_edition() -> None:
    told = reports(captors(options=FIRST), "close").when("crane", Done()).when("lion", TAKEN)
    assert told.agenda == (Reports("close", ("lion",), ("crane",)),)
    assert told.when("lion", Done()).board.phase == "end"


@pytest.mark.parametrize(("phase", "engaged"), [("primary", (PAIR,)), ("close", ())])
def test_hostage_choice_takes_no_done_back_where_nothing_is_to_be_chosen(phase: Any, engaged: Any) -> None:
    told = reports(captors(engaged=engaged), phase).when("crane", Done()).when("lion", TAKEN)
    assert told.agenda[0] == Reports(phase, ("lion",), ("crane",))


def test_hostage_choice_is_asked_before_the_phase_ends_however_the_captor_came_by_its_hostage() -> None:
    """crab-1, which fights crane-2, recovers the hostage of lion-1 when crane is done."""
    at = captors(
        *(A, unit("crane-2"), B, C),
        seats=THREE,
        hostages=(hostage(B, "crane"),),
        engaged=(("crab-1", "lion-1"), ("crane-2", "crab-1")),
    )
    told = reports(at, "close").when("crane", Done()).when("lion", Casualties("lion-1", 8))
    assert told.board.hostages["guest-1"].captor == "crab-1"
    told.when("crab", Done()).when("lion", Done()).then(ArmyDone("lion"))
    assert told.agenda == (Reports("close", ("crane",), ("crab", "lion")),)
    told.when("crane", StrikeEasy("crane-2", "crab-1")).when("crane", Done())
    assert told.board.phase == "end"


# ---- hostage/taking: of a clan


def test_hostage_taking_is_from_a_clan() -> None:
    text = (
        "[hostage/taking] There is no clan unaligned. "
        "Write crab, crane, dragon, lion, phoenix, scorpion, unicorn, naga, ratling or shadowlands."
    )
    order = Take("guest-1", "unaligned", "crane-1")
    refused(captors(), "close", order, text)
    told = reports(captors(options=FIRST), "close").when("crane", order)
    told.then(HostageTaken("guest-1", "unaligned", "crane-1"))


# ---- hostage/choice, hostage/recovery, hostage/destruction: at home

HOME = hostage(A, "crane", "guest-1", "lion", "crane")
ALLY = unit("lion-2", "lion", clan="crane")


def allies(options: Options) -> Board:
    """A unit of crane in the army of lion is engaged with crane-1, which has brought guest-1 home."""
    return captors(A, ALLY, hostages=(HOME,), engaged=(("lion-2", "crane-1"),), options=options)


def test_hostage_choice_is_not_asked_where_the_hostage_is_at_home() -> None:
    assert list(must_choose(allies(FIRST), ALLY)) == ["crane-1"]
    assert list(must_choose(allies(SECOND), ALLY)) == []
    told = reports(allies(SECOND), "close").when("lion", Fight("lion-2", "crane-1", 1, 0))
    told.then(Fought("lion-2", "crane-1", 1, 0, Sum(()), Sum(())))
    text = (
        "[hostage/choice] crane-1 holds no hostage that concerns lion-2, which fights as always. "
        "Nothing is to be chosen."
    )
    refused(allies(SECOND), "close", AllOut("lion-2", "crane-1"), text, "lion")


NORTH, SOUTH = unit("north-1", "north", clan="crane"), unit("south-1", "south", clan="crane")
WON = (Combat("south-1", "north-1", 3, 1), Combat("lion-1", "north-1", 3, 1))


def of_one_clan(options: Options = SECOND, **more: Any) -> Board:
    """North and south fight for crane; north has brought guest-1 home from lion, and both attack it."""
    seats = ("lion", "north", "south")
    at = captors(
        *(B, NORTH, SOUTH),
        seats=seats,
        hostages=(Hostage("guest-1", "crane", "north-1", ("lion", "north")),),
        engaged=(("south-1", "north-1"), ("lion-1", "north-1")),
        options=options,
        **more,
    )
    clans = {"lion": "", "north": "crane", "south": "crane"}
    armies = {seat: Army(seat, at.armies[seat].honors, clan=clan) for seat, clan in clans.items()}
    return replace(at, armies=armies)


def test_hostage_recovery_at_home_by_its_captors_only_in_crane_against_crane() -> None:
    assert list(must_choose(of_one_clan(FIRST), SOUTH)) == ["north-1"]
    assert list(must_choose(of_one_clan(), SOUTH)) == []
    told = scenario(of_one_clan(combats=WON), Recoveries()).goes_on()
    assert told.agenda == (RecoveryChoice("lion", "lion-1", "guest-1"),)
    told = scenario(of_one_clan(FIRST, combats=WON), Recoveries()).goes_on()
    assert len(told.agenda) == 2


def test_hostage_recovery_no_models_are_sacrificed_for_a_hostage_at_home() -> None:
    text = "[hostage/recovery] guest-1 is of the clan of south, and at home. Nothing is to be recovered."
    refused(of_one_clan(combats=WON), "close", Sacrifice("south-1", "guest-1"), text, "south")
    told = reports(of_one_clan(combats=WON), "close").when("lion", Sacrifice("lion-1", "guest-1"))
    told.then(ModelsSacrificed("lion-1", "guest-1", 2, 6))


@pytest.mark.parametrize(("options", "lost"), [(FIRST, ["guest-1", "guest-2"]), (SECOND, ["guest-2"])])
def test_hostage_destruction_spares_a_hostage_that_is_at_home(options: Options, lost: list[str]) -> None:
    """crane-1 has guest-1 of crane and guest-2 of lion, for which lion-1 attacks it all-out."""
    captor = unit("crane-1", deeds=Deeds(wounds=9))
    at = captors(
        *(captor, B),
        hostages=(HOME, hostage(A, "lion", "guest-2")),
        modes=(Mode("lion-1", "crane-1", "all-out"),),
        combats=(Combat("lion-1", "crane-1", 9, 0, ("all-out", "")),),
        options=options,
    )
    told = scenario(at, Destructions()).goes_on(faces=[1])
    assert [one.hostage for one in told.events if isinstance(one, HostageDestroyed)] == lost


def test_hostage_easy_is_shown_only_while_there_is_somebody_to_spare() -> None:
    for options, shown in ((FIRST, 1), (SECOND, 0)):
        at = captors(*(A, B), hostages=(HOME,), modes=(Mode("lion-1", "crane-1", "easy"),), options=options)
        assert len(view(State(at), "lion").modes) == shown


# ---- hostage/recovery, hostage/destruction: what they count, and in which order


def test_hostage_destruction_comes_before_recovery() -> None:
    """Who won the combat does not recover what the all-out attack has destroyed."""
    for face, asked in ((1, False), (9, True)):
        at = captors(hostages=(hostage(B, "crane"),), modes=(Mode(*PAIR, "all-out"),))
        told = reports(at, "close").when("crane", Fight(*PAIR, 4, 1)).when("lion", Done())
        told.when("crane", Done(), faces=[face])
        assert isinstance(told.agenda[0], RecoveryChoice) if asked else told.board.phase == "end"


@pytest.mark.parametrize(("models", "people", "may"), [(2, 0, False), (2, 1, True), (1, 2, False)])
def test_hostage_recovery_who_stands_for_a_hostage_is_no_model_of_the_unit(
    models: int, people: int, may: bool
) -> None:
    """crane-1 holds guest-2 itself: the base that shows it neither is sacrificed nor is left over."""
    one = unit("crane-1", models_left=models)
    at = captors(
        *(one, B),
        people=tuple(hero(f"hero {nth}", A) for nth in range(people)),
        hostages=(hostage(B, "crane"), hostage(A, "crab", "guest-2")),
        combats=(Combat(*PAIR, 0, 1, ("easy", "")),),
    )
    two_are_sacrificed(at, models, may)


def test_hostage_taking_does_not_weigh_on_who_flies() -> None:
    """Twelve models may take off with the thirteenth base, which stands for the hostage."""
    flies = flier("crane-1", airborne=False, models=12)
    at = captors(flies, B, engaged=(), hostages=(hostage(flies, "lion"),))
    told = reports(at).when("crane", TakeOff("crane-1", HALF))
    assert any(isinstance(one, TookOff) for one in told.events)


def test_hostage_captor_gone_with_its_last_model_though_the_hostage_is_left() -> None:
    at = captors(hostages=(hostage(B, "crane"),), modes=(Mode(*PAIR, "easy"),))
    told = reports(at, "close").when("lion", Casualties("lion-1", 8))
    assert told.board.units["lion-1"].destroyed
    assert told.board.hostages["guest-1"].captor == "crane-1"
