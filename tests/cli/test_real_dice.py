"""What the audit says of throws that no cell stands behind: real dice, and a referee's generator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.game.entries.entries import Opened
from domain.kit.chance import Question, Thrown
from referee.audit.audit import THROWS
from referee.audit.proof_notes import LEFT_CELLS, MOST_NAMED, NO_CELLS, proof_notes
from referee.bundle.verify import verify
from tests.cli.conftest import Bugyo

PLAYERS = ("--player", "Anna", "--player", "Boris", "--player", "Eva")
BY_HAND = "were real dice, entered by hand"


def promised(audited: dict[str, Any]) -> list[str]:
    """What is said to hold of throws."""
    found = [one["promise"] for one in audited["checks"] if one["result"] == "holds"]
    return [one for one in found if one in (THROWS, NO_CELLS, LEFT_CELLS)]


def enter(bugyo: Bugyo, game: str, most: int) -> list[int]:
    """Throws what the game waits for with ones, so often at most; the events of these throws."""
    found: list[int] = []
    while len(found) < most and (asked := bugyo.json("what", game)["asked"]):
        found.append(bugyo.json("throw", game, *[1] * asked["count"])["first"])
    return found


@pytest.fixture
def table(fresh: Bugyo) -> Bugyo:
    fresh("open", "shinobi", "--id", "table", "--level", 0, *PLAYERS)
    return fresh


def test_a_game_without_cells_promises_none_and_names_every_throw_entered_by_hand(
    table: Bugyo, tmp_path: Path
) -> None:
    before = table.json("audit", "table")
    assert (promised(before), before["notes"]) == ([NO_CELLS], [])
    entered = enter(table, "table", 4)
    said = (
        f"Of 4 throws without a cell 4 {BY_HAND}, and rest on the word of whoever entered them: event "
        f"{', '.join(map(str, entered))}."
    )
    table(
        "export",
        "table",
        "--format",
        "bundle",
        "--seat",
        "referee",
        "--reason",
        "x",
        "-o",
        tmp_path / "t.zip",
    )
    for what in ("table", tmp_path / "t.zip"):
        audited = table.json("audit", what)
        assert promised(audited) == [NO_CELLS]
        assert said in audited["notes"]
    assert verify((tmp_path / "t.zip").read_bytes()).why == ""


# throws by hand, throws of a generator, how the notes end
NAMED = [
    (0, 0, []),
    (1, 0, ["event 2."]),
    (MOST_NAMED, 0, [f"20, {MOST_NAMED + 1}."]),
    (MOST_NAMED + 1, 0, [f"20, {MOST_NAMED + 1} and 1 more."]),
    (0, 3, ["they rest on the referee's word."]),
    (1, 1, ["event 2.", "they rest on the referee's word."]),
]


@pytest.mark.parametrize(("real", "generated", "ends"), NAMED)
def test_throws_by_hand_are_named_and_the_others_counted(real: int, generated: int, ends: list[str]) -> None:
    opened: Opened[Any] = Opened("shinobi", "", "", "", None, "", (), "")
    question = Question("rule", "purpose", 6)
    thrown = [*[Thrown(question, (1,), real=True)] * real, *[Thrown(question, (1,))] * generated]
    notes = proof_notes("table", [opened, *thrown])
    assert len(notes) == len(ends)
    assert all(note.endswith(end) for note, end in zip(notes, ends, strict=True))
    assert sum(note.startswith(f"{generated} throws without a cell") for note in notes) == (generated > 0)


def test_an_export_that_hides_something_promises_no_cells_either(table: Bugyo, tmp_path: Path) -> None:
    enter(table, "table", 4)
    table("export", "table", "-o", tmp_path / "t.jsonl")
    audited = table.json("audit", tmp_path / "t.jsonl")
    assert (audited["complete"], promised(audited)) == (False, [NO_CELLS])


def test_a_game_with_cells_promises_them(bugyo: Bugyo) -> None:
    audited = bugyo.json("audit", "bots-7-1")
    assert promised(audited) == [THROWS]
    assert not any("without a cell" in note for note in audited["notes"])


def test_a_what_if_promises_the_cells_of_the_game_up_to_where_it_leaves_it(bugyo: Bugyo) -> None:
    bugyo("fork", "bots-7-1", "--at", 43, "--as", "other")
    other = Bugyo(bugyo.store.with_name("games.what-if.db"))
    assert promised(other.json("audit", "other")) == [LEFT_CELLS]


def test_dice_of_a_what_if_are_told_from_the_throws_of_its_game(bugyo: Bugyo) -> None:
    bugyo("fork", "bots-7-1", "--at", 40, "--real", "--as", "by-hand")
    what_ifs = Bugyo(bugyo.store.with_name("games.what-if.db"))
    (at,) = enter(what_ifs, "by-hand", 1)
    notes = what_ifs.json("audit", "by-hand")["notes"]
    assert [note for note in notes if BY_HAND in note] == [
        f"Of 1 throws without a cell 1 {BY_HAND}, and rest on the word of whoever entered them: event {at}."
    ]
