"""Only the orders that the present phase admits are offered [battle/report]."""

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.book import IN_PHASES
from domain.clan_war.data.options import Options
from domain.clan_war.words import movement_reports as m
from domain.clan_war.words import reports as r
from domain.clan_war.words.items import MusterArmies, Phase, Reports
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.facts import State
from domain.kit.rules import options_of
from domain.titles import TITLES
from tests.clan_war.boards import DATA, SEATS, board, flier, reports, scenario, unit
from tests.titles.asking import answered, asked_of
from tests.titles.play import Played

PHASES: tuple[Phase, ...] = get_args(Phase)
NEVER = {r.Transfer}
WORDS = {r.Confirm, r.Deny, r.Retract}
AT = board(flier("crane-1"), unit("crane-2"), flier("lion-1", "lion"))

WRITTEN: dict[type[Struct], Struct] = {
    m.March: m.March("crane-2", "3"),
    m.TakeOff: m.TakeOff("crane-2", "3"),
    m.Fly: m.Fly("crane-1", "3"),
    m.Land: m.Land("crane-1", "3"),
    m.Dive: m.Dive("crane-1", "3", "dive"),
    m.Engage: m.Engage("lion-1", "crane-2", "3", "contact"),
    m.React: m.React("crane-2", "lion-1", 1),
    m.FlyBy: m.FlyBy("crane-1", "lion-1", 1, 1),
    m.BreakAway: m.BreakAway("crane-2", "3"),
    m.Retreat: m.Retreat("crane-2", "3"),
    m.Shoot: m.Shoot("crane-2", "lion-1", "3"),
    r.Fight: r.Fight("crane-2", "lion-1", 1, 1),
    r.Sacrifice: r.Sacrifice("crane-2", "guest-1"),
    r.Kill: r.Kill("guest-1"),
    r.KillAll: r.KillAll("crane-2"),
}
"""An order of each kind that belongs to certain phases."""


def admitted(item: Struct, options: Options | None = None) -> set[type[Struct]]:
    assert CLAN_WAR.admitted is not None
    at = board(unit("crane-1"), options=options or usual())
    return set(CLAN_WAR.admitted(State(at, (item,))))


def usual() -> Any:
    return options_of(CLAN_WAR, "battle", "default")


@pytest.mark.parametrize("phase", PHASES)
def test_what_belongs_to_another_phase_is_not_offered(phase: Phase) -> None:
    barred = {kind for kind, phases in IN_PHASES.items() if phase not in phases}
    expected = set(CLAN_WAR.expected(State(AT, (Reports(phase, SEATS),))))
    assert admitted(Reports(phase, SEATS)) == expected - barred - NEVER - WORDS


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("kind", IN_PHASES)
def test_what_is_not_offered_is_refused_and_says_where_it_belongs(kind: type[Struct], phase: Phase) -> None:
    if phase in IN_PHASES[kind]:
        return
    with pytest.raises(IllegalMove) as refusal:
        reports(AT, phase).when("crane", WRITTEN[kind])
    assert refusal.value.rule in CLAN_WAR.headings
    assert refusal.value.why.startswith("This belongs to the ")


@pytest.mark.parametrize(
    ("item", "phase", "order", "rule", "why"),
    [
        (
            Reports("ranged", SEATS),
            "ranged",
            r.Muster("x"),
            "battle/muster",
            "is over; now is the Ranged",
        ),
        (
            Reports("end", SEATS),
            "end",
            r.ClearList(),
            "battle/muster",
            "is over; now is the End phase.",
        ),
        (
            MusterArmies(SEATS),
            "muster",
            WRITTEN[m.Shoot],
            "battle/report",
            "Ranged phase; now the armies",
        ),
        (
            MusterArmies(SEATS),
            "muster",
            r.Honor("lion", 1, "x"),
            "battle/report",
            "the End phase; now the",
        ),
    ],
)
def test_what_belongs_to_the_muster_or_to_a_phase_says_so(
    item: Struct, phase: str, order: Struct, rule: str, why: str
) -> None:
    told = scenario(replace(AT, phase=phase), item)
    with pytest.raises(StaleOrder) as refusal:
        told.when("crane", order)
    assert refusal.value.rule == rule
    assert why in str(refusal.value)


def test_a_choice_that_is_not_asked_is_refused_as_ever() -> None:
    with pytest.raises(StaleOrder, match=r"^Rescuer does not answer what is asked now\. Asked for: morale,"):
        reports(AT, "primary").when("crane", r.Rescuer("crane-1"))


def test_the_page_and_the_mail_list_only_what_can_be_written_now() -> None:
    assert r.ClearList not in admitted(MusterArmies(SEATS))
    played = Played(CLAN_WAR, 5, DATA)
    assert r.ClearList in played.game.expected()
    while played.game.state.board.phase != "ranged":
        played.step()
    said = " ".join(answered(asked_of(played.game, played.game.awaited()[0]), "help"))
    listed = set(said.split("there are now:")[1].split(".")[0].replace(" ", "").split(","))
    assert {"shoot", "honor", "done"} <= listed
    assert not listed & {"fly", "march", "takeoff", "fight", "sacrifice", "muster", "transfer", "confirm"}
    for order in played.game.examples(played.game.awaited()[0]):
        assert type(order) in played.game.expected()


def test_words_on_reports_are_of_battles_that_ask_for_them() -> None:
    for stand in ("at-once", "confirmed"):
        played = Played(CLAN_WAR, 5, DATA, Options(reports_stand=stand))
        lines = answered(asked_of(played.game, played.game.awaited()[0]), "help confirm")
        assert (lines == ["“confirm” is never asked of you in this game."]) is (stand == "at-once")


def test_other_titles_offer_what_answers_the_prompt() -> None:
    assert [title for title, rules in TITLES.items() if rules.admitted is not None] == ["clan_war"]
