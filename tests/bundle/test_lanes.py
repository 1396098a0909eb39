"""The verifier that travels against games of protocol 2, and against everybody who alters one of them and
signs it again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from referee.bundle.verify import Report
from tests.bundle.inside import verified
from tests.bundle.lanes import Laned, cell_of, moved_game, scoped_game, short_game, spent_game
from tests.bundle.maker import Secret

Entry = dict[str, Any]
Change = Callable[[Laned], object]
GAMES = {"short": short_game, "spent": spent_game, "scoped": scoped_game, "moved": moved_game}


def said(report: Report, beginning: str) -> str:
    return next((line for line in report.lines if line.startswith(beginning)), "")


def foreseen(report: Report) -> str:
    """How many throws are of level 1."""
    return next((line[6:12] for line in report.lines if "throws are of level 1" in line), "")


# --- what holds ---


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("viewer", ["public", "date", "hojo", "referee"])
@pytest.mark.parametrize("made", GAMES)
def test_a_game_of_protocol_2_holds(made: str, level: int, viewer: str) -> None:
    report = verified(GAMES[made](level, viewer).bundle())
    assert report == Report(True, None, None, "", report.lines)


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("viewer", ["public", "hojo"])
def test_a_game_that_is_not_over_holds_with_what_is_still_sealed(level: int, viewer: str) -> None:
    report = verified(short_game(level, viewer, over=False).bundle())
    assert (report.why, "8 checked, 1 still sealed" in said(report, "holds: 7")) == ("", True)


def test_the_largest_root_and_the_smallest_have_proofs() -> None:
    for sheets in (1, 3, 40):
        game = Laned(3, sheets=sheets)
        game.fact({"name": "begun"}, then=("march",))
        for _ in range(min(33, 32 * sheets)):
            game.throw("weather", 6)
        game.fact({"name": "rain"})
        assert verified(game.bundle()).why == ""


def test_an_order_counts_whoever_has_given_it() -> None:
    game = short_game(1)
    find(game, "ordered", 0)["by"] = "only answer"
    assert verified(game.bundle()).why == ""


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("list_of", ["date", "date hojo", ""])
def test_a_rewind_gives_back_the_list_of_orders(level: int, list_of: str) -> None:
    """Two rewinds on the spot would else throw the same question with another list, or with none."""
    game = Laned(level)
    game.fact({"name": "begun"}, then=("march",))
    game.order("date", {"march": "1206"})
    game.fact({"name": "marched"})
    start = game.at("fact")
    game.order("hojo", {"march": "0101"})
    game.fact({"name": "marched"})
    orders = {order[0]: order for order in game.scopes[-1].orders}
    game.rewind(start)
    kept = tuple(orders[seat] for seat in list_of.split())
    game.scopes = [replace(game.scopes[-1], orders=kept)]
    game.throw("weather", 10**6)
    game.fact({"name": "rain"})
    report = verified(game.bundle())
    assert (report.position or game.at("thrown"), report.ok) == (game.at("thrown"), list_of == "date")


# --- what it says ---


@pytest.mark.parametrize(("level", "counts"), [(1, ""), (2, "4 of 9"), (3, "4 of 9")])
def test_it_counts_the_throws_without_a_fresh_cell(level: int, counts: str) -> None:
    """The first of the weather; what an order asks that is aside, or has a cell that was spent; and what a
    seat asks whose cells went with its person. For the last of them one order has a fresh cell."""
    assert foreseen(verified(short_game(level).bundle())) == counts


@pytest.mark.parametrize(("held", "counts"), [(True, "1 of 1"), (False, "0 of 1")])
def test_an_order_that_was_held_back_has_no_fresh_cell(held: bool, counts: str) -> None:
    game, line = Laned(2), Secret("march 1206", ["date"])
    game.fact({"name": "begun"}, then=("march",))
    if held:
        waits = {"type": "order-held", "seat": "date", "number": 1, "line": line, "when": "ready"}
        game.entries += [waits, {"type": "order-released", "seat": "date", "number": 1, "why": "ready"}]
    game.order("date", {"march": "1206"})
    game.throw("combat", 6)
    game.fact({"name": "fought"})
    assert foreseen(verified(game.bundle())) == counts


def test_a_new_root_is_told_with_the_cells_that_are_left() -> None:
    game = spent_game()
    told = said(verified(game.bundle()), f"note: event {game.at('root-committed')}: ")
    assert told.endswith("left unused in each lane: date 31, hojo 32, game 0.")


def test_a_game_that_is_not_the_first_of_its_key_names_the_one_before() -> None:
    game, before = short_game(), "22" * 32
    game.entries[0].update(opening=7, before=before)
    told = f"note: it is opening 7 of this key; the one before has the digest {before}."
    assert said(verified(game.bundle()), "note: it is") == told
    assert not said(verified(short_game().bundle()), "note: it is")


def test_a_game_of_protocol_1_is_labelled() -> None:
    first = verified(moved_game(1).bundle())
    assert said(first, "not excluded: in protocol 1 ")
    assert said(first, "note: event ").endswith("goes on by protocol 2; all cells of before are void.")
    assert not said(verified(short_game(1).bundle()), "not excluded: in protocol 1 ")


# --- a dishonest referee, who signs everything again ---


def find(game: Laned, kind: str, nth: int = 0) -> Entry:
    return [entry for entry in game.entries if entry["type"] == kind][nth]


def put(kind: str, nth: int, **new: Any) -> Change:
    return lambda game: find(game, kind, nth).update(new)


def ask(kind: str, nth: int, **new: Any) -> Change:
    return lambda game: find(game, kind, nth).update(question={**find(game, kind, nth)["question"], **new})


def drop(kind: str, nth: int) -> Change:
    return lambda game: game.entries.remove(find(game, kind, nth))


def twice(kind: str, nth: int) -> Change:
    def change(game: Laned) -> None:
        at = game.entries.index(find(game, kind, nth))
        game.entries.insert(at, dict(game.entries[at]))

    return change


def later(kind: str, nth: int, by: int) -> Change:
    """Moves an entry to behind so many others."""

    def change(game: Laned) -> None:
        entry = find(game, kind, nth)
        at = game.entries.index(entry)
        game.entries.insert(at + by, game.entries.pop(at))

    return change


def stand(kind: str, nth: int, new: Entry) -> Change:
    """Puts an entry before another."""
    return lambda game: game.entries.insert(game.entries.index(find(game, kind, nth)), new)


def step(kind: str, nth: int, place: int) -> Change:
    """Another hash in a proof."""
    return lambda game: find(game, kind, nth)["proof"].__setitem__(place, "11" * 32)


def cut(kind: str, nth: int) -> Change:
    return lambda game: find(game, kind, nth)["proof"].pop()


def longer(kind: str, nth: int) -> Change:
    return lambda game: find(game, kind, nth)["proof"].append("11" * 32)


def cells(nth: int, change: Callable[[list[str]], object]) -> Change:
    return lambda game: change(find(game, "sheet-shown", nth)["cells"])


def own(kind: str, nth: int, party: str, place: int) -> Change:
    """Another cell of a seat, with its proof."""

    def change(game: Laned) -> None:
        lane = find(game, kind, nth).get("lane", party)
        cell, proof = cell_of(party, lane, 1, place).hex(), Laned(3).roots[party].proof(lane, place)
        find(game, kind, nth).update(cell=cell, proof=proof)

    return change


def face(nth: int) -> Change:
    def change(game: Laned) -> None:
        faces = find(game, "thrown", nth)["faces"]
        values = faces.value if isinstance(faces, Secret) else faces
        values[0] = values[0] % 5 + 1

    return change


def small(game: Laned) -> None:
    """A sheet of fewer cells."""
    find(game, "sheet-shown")["cells"] = find(game, "sheet-shown")["cells"][:4]


def other_sheet(game: Laned) -> None:
    """A true sheet of the root at another index: that of hojo in the place of date."""
    game.entries[game.at("sheet-shown", 1) - 1] = game.roots["referee"].shown("hojo", 1) | {"lane": "date"}


def second_sheet(game: Laned) -> None:
    game.entries[game.at("sheet-shown", 0) - 1] = game.roots["referee"].shown("game", 2)


def other_cell(place: int) -> str:
    """Another cell of the lane that the game's question 2 is asked in."""
    return cell_of("referee", "game", 1, place).hex()


def unnumbered(game: Laned) -> None:
    shown = find(game, "sheet-shown", 0)
    shown.update(game.roots["referee"].shown("game", 2) | {"sheet": 1})


ROOT = {"type": "root-committed", "root": "22" * 32, "sheets": 1}
REFEREES = {**ROOT, "party": "referee", "reason": "I want to."}
JOIN = {"type": "joined", "seat": "date", "phrase": "a phrase of date again"}

DISHONEST: list[tuple[str, int, Change, tuple[str, int], str]] = [
    # game, level, what is altered, the entry at whose position it is found, what the verifier says
    ("short", 1, put("opened", 0, root="22" * 32), ("sheet-shown", 0), "not under the root"),
    ("short", 1, put("opened", 0, root=""), ("opened", 0), "no root of the referee's cells"),
    ("short", 1, put("opened", 0, sheets=0), ("opened", 0), "no root of the referee's cells"),
    ("short", 1, put("opened", 0, sheets=3), ("sheet-shown", 0), "the proof is too short"),
    ("short", 1, put("opened", 0, sheets=1025), ("opened", 0), "sheets cannot be 1025"),
    ("short", 1, put("opened", 0, protocol=3), ("opened", 0), "protocol cannot be 3"),
    ("short", 1, put("opened", 0, protocol=1), ("opened", 0), "there are no roots"),
    ("short", 1, put("opened", 0, level=0), ("opened", 0), "there are no roots"),
    ("short", 1, put("opened", 0, opening=0), ("opened", 0), "not numbered"),
    ("short", 1, put("opened", 0, opening=2), ("opened", 0), "names no opening before it"),
    ("short", 1, put("opened", 0, before="22" * 32), ("opened", 0), "names no opening before it"),
    # late, small, moved and forged sheets
    ("short", 1, drop("sheet-shown", 0), ("thrown", 0), "a sheet is shown before its first cell"),
    ("short", 1, later("sheet-shown", 0, 1), ("thrown", 0), "a sheet is shown before its first cell"),
    ("short", 1, later("sheet-shown", 1, 3), ("thrown", 1), "a sheet is shown before its first cell"),
    ("short", 1, twice("sheet-shown", 0), ("sheet-shown", 1), "the throw does not follow"),
    ("short", 1, small, ("sheet-shown", 0), "it has 4 cells"),
    ("short", 1, other_sheet, ("sheet-shown", 1), "not under the root"),
    ("short", 1, second_sheet, ("sheet-shown", 0), "sheet 2 is shown before place 1 of sheet 1"),
    ("short", 1, unnumbered, ("sheet-shown", 0), "not under the root"),
    ("short", 1, put("sheet-shown", 0, lane="date"), ("sheet-shown", 0), "where 'game' throws"),
    ("short", 1, put("sheet-shown", 0, lane="nobody"), ("sheet-shown", 0), "where 'game' throws"),
    ("short", 1, cells(0, lambda c: c.reverse()), ("sheet-shown", 0), "not under the root"),
    ("short", 1, cells(0, lambda c: c.append(c[0])), ("sheet-shown", 0), "it has 33 cells"),
    ("short", 1, cells(0, lambda c: c.__setitem__(9, "22" * 32)), ("sheet-shown", 0), "not under the root"),
    ("short", 1, step("sheet-shown", 1, 0), ("sheet-shown", 1), "not under the root"),
    ("short", 1, cut("sheet-shown", 0), ("sheet-shown", 0), "the proof is too short"),
    ("short", 1, longer("sheet-shown", 0), ("sheet-shown", 0), "the proof is too long"),
    ("short", 1, stand("fact", 2, {**REFEREES, "type": "sheet-committed", "sheet": 1, "cells": []}),
     ("sheet-committed", 0), "it belongs to protocol 1"),
    ("short", 1, stand("fact", 2, {**REFEREES, "reason": " "}), ("root-committed", 0), "has to say why"),
    ("short", 1, stand("fact", 2, {**REFEREES, "root": "", "sheets": 0}), ("root-committed", 0), "without"),
    ("short", 1, stand("fact", 2, {**REFEREES, "sheets": 0}), ("root-committed", 0), "or no sheets under it"),
    ("short", 1, stand("fact", 2, dict(REFEREES)), ("sheet-shown", 2), "the proof is too long"),
    ("short", 1, stand("thrown", 1, dict(REFEREES)), ("root-committed", 0), "the throw does not follow"),
    ("short", 1, stand("fact", 2, {**ROOT, "party": "witness"}), ("root-committed", 0), "no cells in this"),
    ("short", 1, stand("fact", 2, {**ROOT, "party": "date"}), ("root-committed", 0), "no cells in this"),
    ("short", 1, stand("fact", 2, {**ROOT, "party": "nobody"}), ("root-committed", 0), "no cells in this"),
    # phrases
    ("short", 1, put("joined", 0, phrase="eleven lett"), ("joined", 0), "too short"),
    ("short", 1, put("joined", 0, phrase="another heron waits"), ("thrown", 0), "the faces are ["),
    ("short", 1, put("joined", 0, phrase="the heron waits e\u0301"), ("joined", 0), "not in NFC"),
    ("short", 1, put("joined", 0, phrase="the heron  waits"), ("joined", 0), "blanks too many"),
    ("short", 1, put("joined", 0, phrase=" the heron waits"), ("joined", 0), "blanks too many"),
    ("short", 1, put("joined", 0, phrase="the heron waits "), ("joined", 0), "blanks too many"),
    ("short", 1, put("joined", 0, phrase="the heron\twaits"), ("joined", 0), "not printable"),
    ("short", 1, put("joined", 0, phrase="the heron\u00a0waits"), ("joined", 0), "not printable"),
    ("short", 1, put("joined", 0, phrase="the heron\u202ewaits"), ("joined", 0), "not printable"),
    ("short", 1, twice("joined", 0), ("joined", 1), "has joined since the newest root"),
    ("short", 1, put("joined", 0, seat="nobody"), ("joined", 0), "or is no seat here"),
    ("short", 1, drop("joined", 1), ("thrown", 0), "a seat has not joined"),
    ("short", 1, later("joined", 1, 5), ("thrown", 0), "a seat has not joined"),
    # throws
    ("short", 1, face(0), ("thrown", 0), "the faces are ["),
    ("short", 1, face(2), ("thrown", 2), "the faces are ["),
    ("short", 1, ask("thrown", 0, purpose="harvest"), ("thrown", 0), "the faces are ["),
    ("short", 1, ask("thrown", 0, index=2), ("thrown", 0), "question 2 of its lane stands where 1 is due"),
    ("short", 1, ask("thrown", 0, lane="date"), ("thrown", 0), "in lane 'date', where 'game' is due"),
    ("short", 1, ask("thrown", 1, lane="game"), ("thrown", 1), "in lane 'game', where 'date' is due"),
    ("short", 1, ask("thrown", 0, lane=""), ("thrown", 0), "in lane '', where 'game' is due"),
    ("short", 1, put("thrown", 3, cell="22" * 32), ("thrown", 3), "not the cell of question 2 in"),
    ("short", 1, put("thrown", 3, cell=other_cell(1)), ("thrown", 3), "not the cell"),
    ("short", 1, put("thrown", 3, cell=other_cell(3)), ("thrown", 3), "not the cell"),
    ("short", 1, put("thrown", 3, cell=""), ("thrown", 3), "the cell cannot be"),
    ("short", 1, put("thrown", 0, real=True), ("thrown", 0), "real dice"),
    ("short", 1, ask("thrown", 2, secret=False), ("thrown", 2), "must be open to everybody"),
    ("short", 1, drop("thrown", 0), ("fact", 1), "the throw does not follow"),
    ("spent", 1, drop("thrown", 5), ("thrown", 5), "question 7 of its lane stands where 6 is due"),
    ("spent", 1, twice("thrown", 5), ("thrown", 6), "question 6 of its lane stands where 7 is due"),
    # what they are bound to
    ("short", 1, put("ordered", 0, order={"march": ["1206"]}), ("thrown", 1), "the faces are ["),
    ("short", 1, put("ordered", 0, aside=True), ("thrown", 3), "the faces are ["),
    ("short", 1, drop("ordered", 1), ("sheet-shown", 2), "where 'game' throws"),
    ("short", 1, drop("ordered", 0), ("sheet-shown", 1), "where 'game' throws"),
    ("short", 1, put("ordered", 0, cell="22" * 32), ("ordered", 0), "needs no cell"),
    ("short", 1, put("ordered", 0, proof=["22" * 32]), ("ordered", 0), "a proof, and no cell"),
    ("short", 1, put("ordered", 0, seat="nobody"), ("ordered", 0), "'nobody' is no seat"),
    # rewinds
    ("short", 1, put("rewound", 0, to=1), ("rewound", 0), "no unit ends at event 1"),
    ("short", 1, put("rewound", 0, anew=True), ("thrown-again", 0), "is no throw that was left"),
    ("short", 1, put("thrown-again", 0, of=8), ("thrown-again", 0), "is no throw that was left"),
    ("short", 1, ask("thrown-again", 0, lane="game"), ("thrown-again", 0), "has answered another"),
    ("short", 1, ask("thrown-again", 0, purpose="x"), ("thrown-again", 0), "answered another question"),
    ("short", 1, twice("thrown-again", 0), ("thrown-again", 1), "is no throw that was left"),
    ("short", 1, drop("rewound", 0), ("thrown-again", 0), "is no throw that was left"),
    # cells of seats
    ("short", 2, drop("root-committed", 0), ("ordered", 0), "needs no cell"),
    ("short", 2, put("root-committed", 0, sheets=0), ("root-committed", 0), "or no sheets under it"),
    ("short", 2, put("root-committed", 0, reason="x"), ("root-committed", 0), "has to say why"),
    ("short", 2, put("root-committed", 0, root="22" * 32), ("ordered", 0), "not under the root"),
    ("short", 2, put("root-committed", 0, sheets=3), ("ordered", 0), "the proof is too short"),
    ("short", 2, put("ordered", 0, cell=""), ("ordered", 0), "needs a cell"),
    ("short", 2, put("ordered", 0, cell="22" * 32), ("ordered", 0), "not under the root"),
    ("short", 2, put("ordered", 0, proof=[]), ("ordered", 0), "has not come before with this order"),
    ("short", 2, step("ordered", 0, 0), ("ordered", 0), "not under the root"),
    ("short", 2, step("ordered", 0, -1), ("ordered", 0), "not under the root"),
    ("short", 2, cut("ordered", 0), ("ordered", 0), "too short"),
    ("short", 2, longer("ordered", 0), ("ordered", 0), "too long"),
    ("short", 2, own("ordered", 0, "date", 2), ("ordered", 0), "not under the root"),
    ("short", 2, own("ordered", 2, "date", 1), ("ordered", 2), "not under the root"),
    ("short", 2, put("ordered", 3, cell="22" * 32), ("ordered", 3), "needs no cell"),
    ("short", 2, put("ordered", 4, order={"march": ["1206"]}), ("ordered", 4), "has not come before"),
    ("short", 2, put("ordered", 4, by="default order", cell="", proof=[]), ("ordered", 4), "was not silent"),
    ("short", 2, own("ordered", 5, "hojo", 5), ("ordered", 5), "not under the root"),
    ("short", 2, put("ordered", 6, cell="22" * 32), ("ordered", 6), "needs no cell"),
    ("short", 2, drop("seat-taken", 0), ("ordered", 6), "needs a cell"),
    ("short", 2, put("root-committed", 2, party="date"), ("root-committed", 2), "has cells left"),
    ("short", 2, drop("root-committed", 2), ("ordered", 7), "needs no cell"),
    ("short", 2, twice("root-committed", 2), ("root-committed", 3), "has cells left"),
    ("short", 2, drop("root-committed", 3), ("ordered", 8), "needs a cell"),
    ("short", 2, twice("root-committed", 3), ("root-committed", 4), "no root to go without"),
    ("short", 2, stand("fact", 2, {**ROOT, "party": "date"}), ("root-committed", 2), "has cells left"),
    ("short", 2, stand("fact", 2, {**ROOT, "party": "witness"}), ("root-committed", 2), "no cells in this"),
    # cells that are spent
    ("short", 2, drop("spent", 1), ("ordered", 5), "has not come before with this order"),
    ("short", 2, drop("spent", 0), ("spent", 0), "not under the root"),
    ("short", 2, twice("spent", 1), ("spent", 2), "not under the root"),
    ("short", 2, put("spent", 1, place=1), ("spent", 1), "at place 1, where 2 is due"),
    ("short", 2, put("spent", 1, place=0), ("spent", 1), "at place 0, where 2 is due"),
    ("short", 2, put("spent", 0, place=2), ("spent", 0), "at place 2, where 0 is due"),
    ("short", 2, put("spent", 1, why="lost", place=0), ("spent", 1), "none where the cell was lost"),
    ("short", 2, put("spent", 1, why="lost", place=0, line=Secret("", ["hojo"])),
     ("ordered", 5), "has not come before with this order"),
    ("short", 2, put("spent", 1, why="late"), ("spent", 1), "why cannot be 'late'"),
    ("short", 2, put("spent", 1, line="open"), ("spent", 1), "sealed whole to its seat"),
    ("short", 2, put("spent", 1, line=Secret("x", ["date"])), ("spent", 1), "sealed whole to its seat"),
    ("short", 2, put("spent", 1, seat="nobody"), ("spent", 1), "'nobody' has no cells"),
    ("short", 2, put("spent", 1, seat="date"), ("spent", 1), "sealed whole to its seat"),
    ("short", 2, cut("spent", 1), ("spent", 1), "too short"),
    ("short", 2, drop("rewound", 0), ("ordered", 4), "has not come before with this order"),
    ("short", 1, stand("fact", 2, {"type": "spent", "seat": "date", "cell": "22" * 32, "proof": [],
                                   "why": "lost", "line": Secret("", ["date"])}),
     ("spent", 0), "'date' has no cells"),
    # the witness
    ("short", 3, drop("root-committed", 2), ("asked", 0), "'witness' is still awaited"),
    ("short", 3, later("root-committed", 2, 4), ("asked", 0), "'witness' is still awaited"),
    ("short", 3, stand("thrown", 4, {**ROOT, "party": "witness"}), ("root-committed", 3), "the witness has"),
    ("short", 3, put("root-committed", 2, root="", sheets=0), ("root-committed", 2), "cannot go without"),
    ("short", 3, drop("contributed", 1), ("thrown", 1), "the witness has not contributed"),
    ("short", 3, drop("asked", 1), ("contributed", 1), "is not open"),
    ("short", 3, twice("contributed", 1), ("contributed", 2), "has contributed to it before"),
    ("short", 3, put("contributed", 1, head="22" * 32), ("contributed", 1), "not that of the event"),
    ("short", 3, put("contributed", 1, head=""), ("contributed", 1), "not that of the event"),
    ("short", 3, later("ordered", 2, -2), ("ordered", 2), "a question is open"),
    ("short", 3, later("fact", 2, -2), ("fact", 2), "a question is open"),
    ("short", 3, put("contributed", 1, lane="game"), ("contributed", 1), "is not open"),
    ("short", 3, put("contributed", 1, index=2), ("contributed", 1), "is not open"),
    ("short", 3, put("contributed", 1, party="date"), ("contributed", 1), "cannot contribute"),
    ("short", 3, put("contributed", 1, party="referee"), ("contributed", 1), "cannot contribute"),
    ("short", 3, put("contributed", 1, cell="22" * 32), ("contributed", 1), "not under the root"),
    ("short", 3, put("contributed", 1, proof=[]), ("contributed", 1), "too short"),
    ("short", 3, own("contributed", 1, "witness", 2), ("contributed", 1), "not under the root"),
    ("short", 3, ask("asked", 1, purpose="x"), ("thrown", 1), "not thrown as it was asked"),
    ("short", 3, ask("asked", 1, index=2), ("asked", 1), "question 2 of its lane stands where 1 is due"),
    ("short", 3, ask("asked", 1, lane="game"), ("asked", 1), "in lane 'game', where 'date' is due"),
    ("short", 3, twice("asked", 1), ("asked", 2), "the question before it is still open"),
    ("short", 2, stand("thrown", 3, {"type": "contributed", "party": "witness", "index": 2, "lane": "game",
                                     "cell": "22" * 32}),
     ("contributed", 0), "cannot contribute"),
    # a lane that is used up
    ("spent", 1, drop("root-committed", 0), ("joined", 2), "has joined since the newest root"),
    ("spent", 1, put("root-committed", 0, reason=""), ("root-committed", 0), "has to say why"),
    ("spent", 1, put("root-committed", 0, root="22" * 32), ("sheet-shown", 2), "not under the root"),
    ("spent", 1, drop("joined", 3), ("thrown", 33), "a seat has not joined"),
    ("spent", 1, later("joined", 3, 2), ("thrown", 33), "a seat has not joined"),
    ("spent", 1, put("joined", 3, phrase="another phrase"), ("thrown", 33), "the faces are ["),
    ("spent", 1, drop("sheet-shown", 2), ("thrown", 33), "a sheet is shown before its first cell"),
    ("spent", 1, drop("sheet-shown", 3), ("thrown", 34), "a sheet is shown before its first cell"),
    ("spent", 1, ask("asked", 0, purpose="x"), ("thrown", 33), "not thrown as it was asked"),
    ("spent", 3, later("root-committed", 3, -4), ("root-committed", 3), "a question is open"),
    ("spent", 3, drop("root-committed", 4), ("contributed", 33), "'witness' has no cell left"),
    ("spent", 3, drop("joined", 3), ("contributed", 33), "somebody has to join"),
    ("spent", 3, twice("root-committed", 4), ("root-committed", 5), "the witness has cells"),
    # scopes
    ("scoped", 1, ask("thrown", 1, lane="game"), ("thrown", 1), "in lane 'game', where 'date' is due"),
    ("scoped", 1, ask("thrown", 2, lane="game"), ("thrown", 2), "in lane 'game', where 'date' is due"),
    ("scoped", 1, ask("thrown", 4, lane="game"), ("thrown", 4), "in lane 'game', where 'date' is due"),
    ("scoped", 1, ask("thrown", 5, lane="date"), ("thrown", 5), "in lane 'date', where 'game' is due"),
    ("scoped", 1, put("fact", 1, more=0), ("thrown", 1), "in lane 'date', where 'game' is due"),
    ("scoped", 1, put("fact", 2, done=True), ("thrown", 2), "in lane 'date', where 'game' is due"),
    ("scoped", 1, put("fact", 2, then=[]), ("thrown", 2), "in lane 'date', where 'game' is due"),
    ("scoped", 1, put("fact", 3, done=False), ("thrown", 5), "the faces are ["),
    ("scoped", 1, put("ordered", 1, aside=True), ("thrown", 4), "the faces are ["),
    ("scoped", 1, put("ordered", 1, order={"pursue": ""}), ("thrown", 3), "the faces are ["),
    ("scoped", 1, put("ordered", 2, aside=True), ("thrown", 5), "the faces are ["),
    # from protocol 1 to 2
    ("moved", 1, drop("root-committed", 0), ("joined", 2), "has joined, or is no seat here"),
    ("moved", 1, put("root-committed", 0, reason=""), ("root-committed", 0), "has to say why"),
    ("moved", 1, drop("joined", 2), ("thrown", 1), "a seat has not joined"),
    ("moved", 1, ask("thrown", 0, lane="date"), ("thrown", 0), "its question has a lane"),
    ("moved", 1, put("ordered", 0, aside=True), ("ordered", 0), "no order is aside in protocol 1"),
    ("moved", 1, put("thrown-again", 0, of=12), ("thrown-again", 0), "is no throw that was left"),
    ("moved", 2, put("root-committed", 1, party="referee", reason="x"), ("root-committed", 1), "is still"),
    ("moved", 2, later("root-committed", 1, -1), ("root-committed", 0), "it belongs to protocol 2"),
]  # fmt: skip


def altered(made: str, level: int, change: Change) -> tuple[Laned, Report]:
    game = GAMES[made](level)
    change(game)
    return game, verified(game.bundle())


@pytest.mark.parametrize(("made", "level", "change", "where", "why"), DISHONEST)
def test_a_dishonest_referee_is_found(
    made: str, level: int, change: Change, where: tuple[str, int], why: str
) -> None:
    game, report = altered(made, level, change)
    assert why in report.why
    found = find(game, *where)
    assert report.position == next(n for n, entry in enumerate(game.entries, 1) if entry is found)
