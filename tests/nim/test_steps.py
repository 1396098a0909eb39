"""Nim has its steps without a line of its own; a title that hides something and has no programs has none."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kit.rules import Rules
from domain.titles import TITLES
from projections.replay import Replay
from referee.seats.seat_view import Scene
from referee.seats.steps import NONE, Wanted, imagined, told
from tests.nim.rules import NIM, Taken
from tests.referee.mail.players import Table
from tests.titles.play import Played
from tests.titles.stepping import every_order_is_reached, every_walk_leads_on, positions

PEOPLE = {"red": "anna@example.org", "blue": "bela@example.org"}


@pytest.mark.parametrize("seed", range(3))
def test_every_order_of_a_game_is_put_together(rules: Rules, data: Any, seed: int) -> None:
    played, luck = Played(rules, seed, data), Random(seed)
    words = rules.notation(data, played.game.seats)
    while not played.game.is_over():
        for position in positions(rules, (played.game.state,)):
            every_order_is_reached(rules, words, position, luck)
            every_walk_leads_on(rules, words, position, luck)
        played.step()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    made = Table(tmp_path, 1, title="nim", people=PEOPLE)
    yield made
    made.record.close()


def scene(table: Table, seat: str = "red") -> Scene:
    envelopes = table.record.envelopes("spring")
    data = table.record.data("nim", envelopes[0].entry.data)
    return Scene(Replay("spring", TITLES["nim"], data, envelopes), seat, "token")


def step(seen: Scene, *picks: str) -> dict[str, Any]:
    return told(seen, Wanted(picks), imagined(seen))


def test_a_seat_joins_with_a_sentence_of_its_own(table: Table) -> None:
    asked = step(scene(table))
    assert (asked["widget"], asked["field"], asked["complete"]) == ("text", "phrase", False)
    assert step(scene(table), "short")["lacks"] == (
        "The phrase “short” has 5 characters; at least 12 are needed."
    )
    joined = step(scene(table), "the herons are back")
    assert (joined["lines"], joined["complete"]) == (["join the herons are back"], True)


def test_its_door_has_numbers_and_heaps(table: Table) -> None:
    table.join()
    first = step(scene(table))
    assert [one["v"] for one in first["values"]] == [f"take {n}" for n in (1, 2, 3, 4, 5)]
    heaps = step(scene(table), "take 4")
    assert [one["v"] for one in heaps["values"]] == ["middle", "right"]
    whole = step(scene(table), "take 4", "middle")
    assert (whole["lines"], whole["complete"]) == (["take 4 from middle"], True)
    assert step(scene(table), "take 5")["lines"] == ["take 5 from right"]


def test_its_words_are_those_of_the_form_and_it_writes_none_itself(table: Table) -> None:
    table.join()
    heaps = step(scene(table), "take 4")
    assert heaps["ask"] == "Choose: heap"
    assert [one["says"] for one in heaps["trail"]] == ["Take: 4"]
    assert (heaps["open"], heaps["lines"]) == ("take 4 from …", [])
    assert step(scene(table), "take 4", "middle")["ask"] == "Ready to be sent."
    assert {one["group"] for one in step(scene(table))["values"]} == {"Take"}


def test_a_game_is_played_to_its_end_by_what_steps_offer(table: Table) -> None:
    """By taps alone, and what they write is taken."""
    table.join()
    luck = Random(4)
    while not table.game.is_over():
        seat, picks = table.game.awaited()[0], list[str]()
        while not (found := step(scene(table, seat), *picks))["complete"]:
            picks.append(luck.choice([one["v"] for one in found["values"] if one["may"]]))
        stood = table.game.position
        table.send(seat, *found["lines"])
        assert table.game.position > stood


def test_of_what_is_hidden_and_cannot_be_imagined_no_step_is_made(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The true state never stands in for an imagined one."""
    table.join()
    monkeypatch.setitem(TITLES, "nim", replace(NIM, reveals=(Taken,)))
    seen = scene(table)
    assert imagined(seen) is None
    assert (step(seen)["widget"], step(seen)["values"]) == (NONE, [])
