"""Reports put together step by step: the names that may stand in each, and the numbers that are kept beside
the table."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from domain.clan_war import CLAN_WAR
from domain.clan_war.board.state import Board, Claim
from domain.clan_war.data.options import Options
from domain.clan_war.samples.counters import counters, repeated
from domain.clan_war.words import reports
from domain.clan_war.words.items import MusterArmies, Reports
from domain.kit.counters import Counted
from domain.kit.facts import State, tag_of
from domain.kit.narrowed import SOME
from domain.kit.sums import Term
from projections.clan_war.step_words import KINDS, QUESTIONS, STEPS
from projections.pictures import Field
from referee.seats.counter_rows import Counting, counted_rows
from tests.clan_war.boards import DATA, SEATS, archers, board, flier, hostage, unit
from tests.titles.stepping import step_of

AT = board(
    unit("crane-1"),
    flier("crane-2"),
    archers(),
    unit("lion-1", "lion"),
    engaged=(("crane-1", "lion-1"),),
    options=Options(reports_stand="confirmed"),
)
ASKED = Reports("primary", SEATS)


def state(at: Board = AT, item: object = ASKED) -> State[Board, object]:
    return State(replace(at, phase="primary" if isinstance(item, Reports) else "muster"), (item,))


def names(seat: str, *picks: str, at: Board = AT) -> list[str]:
    words = CLAN_WAR.notation(DATA, SEATS)
    return [one.value.value for one in step_of(CLAN_WAR, words, state(at), seat, picks).choices if one.may]


@pytest.mark.parametrize(
    ("picks", "found"),
    [
        (("casualties",), ["crane-1", "crane-2"]),
        (("fly",), ["crane-2"]),
        (("march",), ["crane-1"]),
        (("breakaway",), ["crane-1"]),
        (("engage",), ["crane-1", "crane-2", "archers", "lion-1"]),
        (("engage", "on lion-1"), ["crane-1", "crane-2"]),
        (("engage", "crane-2"), ["archers", "lion-1"]),
        (("points",), ["crane", "lion"]),
    ],
)
def test_a_report_offers_the_units_that_it_can_be_about(picks: tuple[str, ...], found: list[str]) -> None:
    assert names("crane", *picks) == found


def test_what_can_be_about_nothing_is_shut() -> None:
    assert "react" not in names("crane")
    assert "takeoff" not in names("crane")
    assert "fly" in names("crane")
    assert "fly" not in names("lion")


def test_reports_that_wait_are_confirmed_by_their_numbers() -> None:
    waits = {
        number: Claim(number, "VP", "crane", Term(2, "the bridge", "battle/points"), "crane", ("lion",))
        for number in (1, 2)
    }
    at = replace(AT, claims=waits, claimed=2)
    words = CLAN_WAR.notation(DATA, SEATS)
    step = step_of(CLAN_WAR, words, state(at), "lion", ("confirm", "2"))
    assert (step.widget, step.is_whole) == (SOME, True)
    assert words.write(step.order) == "confirm 2"  # type: ignore[arg-type]
    assert names("lion", "confirm", at=at) == ["1", "2"]
    assert names("crane", "retract", at=at) == ["1", "2"]
    assert "deny" not in names("crane", at=at)


def test_own_units_and_all_armies_are_counted() -> None:
    found = {one.name: [(two.what, two.stands, two.sign) for two in one.counters] for one in told("crane")}
    assert found == {
        "crane-1": [("models", 8, -1), ("Wounds", 0, 1)],
        "crane-2": [("models", 8, -1), ("Wounds", 0, 1)],
        "crane": [("VP", 0, 1), ("honor", 0, 1)],
        "lion": [("VP", 0, 1), ("honor", 0, 1)],
    }
    orders = [two.made(2) for one in told("crane") for two in one.counters]
    assert orders[:2] == [reports.Casualties("crane-1", 2), reports.Wounds("crane-1", 2)]
    assert orders[-2:] == [reports.Points("lion", 2, ""), reports.Honor("lion", 2, "")]
    assert all(two.waits for one in told("crane") for two in one.counters if one.field == "army")


def told(seat: str, item: object = ASKED) -> tuple[Counted, ...]:
    return counters(state(item=item), seat)


def test_in_the_muster_the_list_is_shown_and_nothing_counted() -> None:
    found = told("crane", MusterArmies(SEATS))
    assert [one.name for one in found] == ["crane", "crane-1", "crane-2"]
    assert not any(one.counters for one in found)


@pytest.mark.parametrize(("phase", "more"), [("primary", 4), ("close", 1), ("end", 0)])
def test_an_army_may_be_done_for_the_turn(phase: str, more: int) -> None:
    at = State(replace(AT, phase=phase), (replace(ASKED, phase=phase),))
    assert repeated(at, reports.Done()) == more
    assert repeated(at, reports.EndBattle()) == 0


def test_each_kind_has_a_group_and_words_and_each_field_a_question() -> None:
    words = CLAN_WAR.notation(DATA, SEATS)
    assert {tag_of(one) for one in CLAN_WAR.orders} == {*KINDS} - {"done rest"}
    fields = {field.name for one in CLAN_WAR.orders if one.__struct_fields__ for field in words.fields(one)}
    assert fields == {*QUESTIONS}
    view = CLAN_WAR.view(state(), "crane")
    kinds = {tag: Field("crane", one, "") for one in CLAN_WAR.orders for tag in [tag_of(one)]}
    assert all(STEPS.kind(view, kinds[tag.partition(" ")[0]], tag, {}) for tag in KINDS)


def test_a_hostage_is_called_with_its_clan() -> None:
    at = replace(AT, hostages={"guest-1": hostage(unit("lion-1", "lion"), "crane")})
    field = Field("lion", reports.Kill, "hostage", {})
    assert STEPS.value(CLAN_WAR.view(state(at), "lion"), field, "guest-1", {}) == "Guest 1 (Crane)"
    assert STEPS.value(CLAN_WAR.view(state(at), "lion"), field, "guest-2", {}) == ""


def test_what_is_counted_is_asked_for_once_while_nothing_is_queued() -> None:
    asked = list[str]()

    def told(at: State[Any, Any], seat: str) -> tuple[Counted, ...]:
        asked.append(seat)
        return ()

    game = SimpleNamespace(rules=SimpleNamespace(counters=told))
    scene: Any = SimpleNamespace(game=game, seat="crane")
    words = CLAN_WAR.notation(DATA, SEATS)
    first, queued = (Counting(scene, state(), words, None, said) for said in (STEPS, STEPS))
    for now, often in ((first, 1), (queued, 2)):
        asked.clear()
        counted_rows(first, now)
        assert len(asked) == often
