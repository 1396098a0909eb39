"""open --level, throw, and how a game reads that waits for joining, for dice, or for a witness."""

from __future__ import annotations

import pytest

from cli.frame.codes import NOT_FOUND, REFUSED
from referee.proof.levels import LEVELS
from tests.cli.conftest import OPEN, PLAYERS, Bugyo

THREE = (*OPEN, *PLAYERS)


@pytest.mark.parametrize("level", [0, 1, 2])
def test_open_says_which_level_and_what_it_leaves(fresh: Bugyo, level: int) -> None:
    opened = fresh.json(*THREE, "--level", level)
    assert (opened["level"], opened["leaves"]) == (level, LEVELS[level].leaves)
    assert opened["begun"] == (level == 0)
    assert (opened["awaited"] == ["iga", "ise", "kii"]) == (level > 0)
    assert opened["witness"] is None
    said = " ".join(fresh(*OPEN[:3], "autumn", *OPEN[4:], *PLAYERS, "--level", level).stdout.split())
    assert f"Throws, level {level}: {LEVELS[level].who}" in said
    assert f"not excluded: {LEVELS[level].leaves}." in said


def test_level_1_is_the_default(fresh: Bugyo) -> None:
    assert fresh.json(*THREE)["level"] == 1


def test_level_3_has_a_witness_and_no_other_level_has(fresh: Bugyo) -> None:
    assert "needs a witness" in fresh(*THREE, "--level", 3, code=2).stderr
    assert "--level 3" in fresh(*THREE, "--level", 2, "--witness", "Dai", code=2).stderr
    assert "is no person" in fresh(*THREE, "--level", 3, "--witness", "<", code=2).stderr
    fresh(*THREE, "--level", 4, code=2)
    assert not fresh.store.exists()
    opened = fresh.json(*THREE, "--level", 3, "--witness", "Dai <dai@example.org>")
    assert opened["witness"] == {"name": "Dai", "address": "dai@example.org"}
    assert opened["awaited"] == ["iga", "ise", "kii", "witness"]


def test_a_game_that_waits_for_joining(fresh: Bugyo) -> None:
    fresh(*THREE)
    fresh("orders", "summer", "ise", "-", stdin="join a phrase of my own")
    assert "waits for iga and kii to join" in fresh("list").stdout
    assert fresh.json("list")[0]["begun"] is False
    said = fresh("what", "summer").stdout
    assert said.startswith("summer has not begun; these must join:\n  iga (Anna): join PHRASE\n  kii (Eva)")
    assert "It has not begun: iga (Anna) and kii (Eva) must join." in fresh("show", "summer").stdout
    what = fresh.json("what", "summer")
    assert (what["begun"], [one["seat"] for one in what["awaited"]]) == (False, ["iga", "kii"])
    refused = fresh("orders", "summer", "iga", "-", stdin="pass", code=REFUSED).stdout
    assert "It has not begun" in refused
    fresh("orders", "summer", "iga", "-", stdin="join ex and nothing but")
    assert "Awaited: " in fresh("orders", "summer", "kii", "-", stdin="join why, says the owl").stdout
    assert fresh.json("what", "summer")["begun"] is True


def test_a_game_that_waits_for_the_sheet_of_its_witness_and_then_for_its_cell(fresh: Bugyo) -> None:
    fresh.open("far", 3)
    fresh.join("far")
    assert "waits for the witness to join" in fresh("list").stdout
    assert "  the witness: root ROOT\n" in fresh("what", "far").stdout
    fresh("orders", "far", "witness", "-", stdin=f"root {'0' * 64} 2")
    said = "It waits for the witness, for its cell for throw game/1: clan card of iga, 1 out of 5."
    for text in (fresh("what", "far").stdout, fresh("show", "far").stdout):
        assert said in " ".join(text.split())
    assert "awaits a throw" in fresh("list").stdout
    assert fresh.json("what", "far")["asked"]["from"] == "witness"
    wrong = fresh("throw", "far", 1, code=REFUSED).stderr
    assert "[protocol/throw]" in wrong


def test_real_dice_answer_the_question_that_is_open(fresh: Bugyo) -> None:
    fresh.open("dice", 0)
    assert "Real dice are awaited: clan card of iga, 1 out of 5." in fresh("what", "dice").stdout
    assert "bugyo throw dice N\n" in fresh("what", "dice").stderr
    asked = fresh.json("what", "dice")["asked"]
    done = fresh.json("throw", "dice", 5)
    assert done["throw"] == {key: asked[key] for key in done["throw"]}
    assert (asked["from"], done["faces"]) == ("real dice", [5])
    assert "4 for clan card of ise, 1 out of 4 [setup/clans]." in fresh("throw", "dice", 4).stdout
    told = [line["text"] for line in fresh.json("log", "dice")["events"]]
    assert "Draw for clan card of iga, 1 out of 5: sealed. The dice were real, entered by hand." in told


# what is entered          the refusal
MISFITS = [
    ((6,), "[setup/clans] 6 cannot answer clan card of iga. Enter 1 place of at most 5."),
    ((0,), "[setup/clans] 0 cannot answer clan card of iga. Enter 1 place of at most 5."),
    ((1, 1), "[setup/clans] 1, 1 cannot answer clan card of iga. Enter 1 place of at most 5."),
]


@pytest.mark.parametrize(("faces", "why"), MISFITS)
def test_faces_that_do_not_fit_are_refused(fresh: Bugyo, faces: tuple[int, ...], why: str) -> None:
    fresh.open("dice", 0)
    before = fresh.json("show", "dice")
    assert why in fresh("throw", "dice", *faces, code=REFUSED).stderr
    assert fresh.json("show", "dice") == before


def test_dice_that_nobody_waits_for_are_refused(bugyo: Bugyo) -> None:
    said = bugyo("throw", "summer", 3, code=REFUSED).stderr
    assert "No throw is awaited in summer. Awaited: " in said
    assert "The game is over." in bugyo("throw", "bots-7-1", 3, code=REFUSED).stderr
    bugyo("throw", "winter", 3, code=NOT_FOUND)
    bugyo("throw", "summer", "three", code=2)
    bugyo("throw", "summer", code=2)


def test_only_who_has_a_part_in_the_game_gives_orders(fresh: Bugyo) -> None:
    fresh.open("far", 3)
    fresh.open("near", 1)
    assert (
        "The seats are: iga, ise, kii, witness."
        in fresh("orders", "far", "edo", "-", stdin="pass", code=2).stderr
    )
    assert (
        "The seats are: iga, ise, kii."
        in fresh("orders", "near", "witness", "-", stdin="pass", code=2).stderr
    )
