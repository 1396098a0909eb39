"""The two verifiers against each other on real dice: who throws, who confirms, and when they are left."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.game.entries.policy import Policy
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.games.dice import answer_dice, claim_dice
from tests.bundle.inside import remembered
from tests.bundle.test_both import Change, Json, Lines, Members, drop, in_turn, judged, put, rechained, twice
from tests.bundle.test_both_people import acting
from tests.referee.clocks.club import Club

REAL = Policy(dice="real")


def thrown(path: object, *claims: tuple[int, str, bool]) -> Club:
    """A game whose first throw is told, confirmed and denied so."""
    one = Club(path, REAL, level=1)  # type: ignore[arg-type]
    one.join()
    for face, seat, yes in claims:
        claim_dice(one.referee, "g", "iga", [face], one.by("iga"))
        answer_dice(one.referee, "g", seat, yes, one.by(seat))
    return one


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """What iga throws is denied once, then confirmed."""
    one = thrown(tmp_path_factory.mktemp("dice"), (1, "ise", False), (3, "kii", True))
    yield one
    one.record.close()


@pytest.fixture(scope="module")
def left(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """What iga throws is denied twice, so that a cell throws."""
    one = thrown(tmp_path_factory.mktemp("left"), (1, "ise", False), (3, "kii", False))
    yield one
    one.record.close()


def members(one: Club, viewer: str) -> Members:
    return writing.members(one.record, "g", viewer)


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_both_pass_what_was_thrown_or_left(club: Club, left: Club, viewer: str) -> None:
    for one in (club, left):
        assert one.game.asked is None
        assert judged(members(one, viewer)) == (None, None)


def policy(**changes: object) -> Change:
    def change(lines: Lines) -> None:
        entry: Json = lines[1]["public"]["entry"]
        entry["policy"] = {**entry.get("policy", {}), **changes}

    return change


def real(**changes: object) -> Change:
    def change(lines: Lines) -> None:
        entries = [line["public"]["entry"] for line in lines[1:]]
        next(entry for entry in entries if entry["type"] == "thrown" and entry.get("real")).update(changes)

    return change


def without(*kinds: str) -> Change:
    def change(lines: Lines) -> None:
        lines[1:] = [line for line in lines[1:] if line["public"]["entry"]["type"] not in kinds]

    return change


BOTH: dict[str, Change] = {
    "real dice in a game that has not agreed to them": policy(dice="cells"),
    "dice that there are not": policy(dice="loaded"),
    "a throw that another was asked for": put("asked", 0, thrower="ise"),
    "a throw that nobody was asked for": put("asked", 0, thrower=""),
    "a claim of who does not throw": put("dice-claimed", 0, seat="ise"),
    "a claim that somebody else has made": acting("dice-claimed", 0, person="Zoe"),
    "a claim twice": twice("dice-claimed", 1),
    "a claim out of range": put("dice-claimed", 0, faces=[4]),
    "a claim of too many dice": put("dice-claimed", 0, faces=[1, 2]),
    "a confirmation by who has thrown": put("dice-answered", 1, seat="iga"),
    "a confirmation that somebody else has given": acting("dice-answered", 1, person="Zoe"),
    "a confirmation of nobody": put("dice-answered", 1, seat="oda"),
    "a denial of nothing": twice("dice-answered", 0),
    "a claim without a confirmation": drop("dice-answered", 1),
    "a throw that was denied": put("dice-answered", 1, yes=False),
    "a throw of other dice than were confirmed": real(faces=[2]),
    "a throw of what was claimed later": put("dice-claimed", 1, faces=[2]),
    "a throw that is said to be of a cell": real(real=False),
    "a throw with a cell": real(cell="0" * 64),
    "nothing but the throw": without("dice-claimed", "dice-answered"),
    "nothing but the throw, and unasked": without("dice-claimed", "dice-answered", "asked"),
    "a throw that did not follow": lambda lines: lines.pop(
        next(n for n, line in enumerate(lines) if n and line["public"]["entry"].get("real"))
    ),
}


@pytest.mark.parametrize(("what", "viewer"), in_turn(BOTH, ("iga", PUBLIC, REFEREE)))
def test_both_find_it_at_the_same_event(club: Club, what: str, viewer: str) -> None:
    found = members(club, viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, BOTH[what]))
    assert ours == theirs is not None


LEFT: dict[str, Change] = {
    "dice that are left for another reason": put("dice-left", 0, why="clock"),
    "dice that are left though nobody has gone": put("dice-left", 0, why="alone"),
    "dice that are left for no reason": put("dice-left", 0, why="rain"),
    "dice that are left early": drop("dice-answered", 1),
    "dice that are left twice": twice("dice-left", 0),
    "dice that were never left": drop("dice-left", 0),
}


@pytest.mark.parametrize(("what", "viewer"), in_turn(LEFT, ("iga", PUBLIC, REFEREE)))
def test_both_find_what_is_wrong_where_dice_were_left(left: Club, what: str, viewer: str) -> None:
    found = members(left, viewer)
    with remembered(found["game.jsonl"]):
        ours, theirs = judged(rechained(found, LEFT[what]))
    assert ours == theirs is not None


@pytest.mark.parametrize("viewer", ["iga", PUBLIC, REFEREE])
def test_both_find_a_throw_that_was_due_to_a_person_and_made_by_cells(viewer: str, tmp_path: Path) -> None:
    """The opening says afterwards that people throw; or another policy does."""
    one = Club(tmp_path, Policy(), level=1)
    one.join()
    found = members(one, viewer)
    for change in (policy(dice="real"), changed_policy):
        ours, theirs = judged(rechained(found, change))
        assert ours == theirs is not None
    one.record.close()


def changed_policy(lines: Lines) -> None:
    """A change of the policy at the end, which has another kind of dice."""
    last: Json = json.loads(json.dumps(lines[-1]))
    entry = {"type": "policy-changed", "policy": {"dice": "real"}, "reason": "We would like to."}
    last["public"].update(act={"cause": "command line"}, entry=entry)
    lines.append({**last, "openings": []})
