"""Boards as parts: a patch tells what changes, and all lies as if it were drawn anew."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from projections.drawing.svg import Drawing, Part
from projections.page.parts import FIRST, Parts, changes, patches
from projections.replay import Replay
from projections.seat_page.table_board import boards_at, boards_of, patches_of
from tests.browser.games import recorded

GAMES = (
    ("shinobi", "victory", 60),
    ("kawanakajima", "kenshin-killed", 130),
    ("twilight_shogun", "emperor", 60),
    ("rising_sun", "victory", 70),
    ("clan_war", "victory", 110),
)


def contents(told: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The places of a patch with their contents in the place of their fragments."""
    drawn = ["".join(told["tokens"][token] for token in tokens) for tokens in told["fragments"]]
    return [(*place[:6], drawn[place[6]]) for place in told["places"]]


def taken(board: list[tuple[str, tuple[Any, ...]]], told: dict[str, Any], nth: int) -> Any:
    """A board after a patch of several, as a page takes it over: ids with what is drawn, in their order."""
    places = contents(told)
    for part, *where in told["boards"][nth]["change"]:
        id = told["parts"][part]
        if not where:
            board = [one for one in board if one[0] != id]
        elif len(where) == 1:
            board = [(id, places[where[0]]) if one[0] == id else one for one in board]
        else:
            board = [one for one in board if one[0] != id]
            below = "" if where[1] == FIRST else told["parts"][where[1]]
            at = next((n for n, one in enumerate(board, 1) if one[0] == below), 0)
            board.insert(at, (id, places[where[0]]))
    return board


def whole(drawing: Drawing) -> list[tuple[str, tuple[Any, ...]]]:
    told = patches(Drawing(0, 0, (), ""), drawing)
    board: list[tuple[str, tuple[Any, ...]]] = taken([], told, 0)
    return board


def layered(board: list[tuple[str, tuple[Any, ...]]]) -> dict[int, list[Any]]:
    found = dict[int, list[Any]]()
    for one in board:
        found.setdefault(one[1][4], []).append(one)
    return found


def boards(game: Replay, seat: str) -> list[Drawing]:
    return [game.drawing(at, seat) for at in range(len(game) - 12, len(game) + 1)]


@pytest.mark.parametrize(("title", "ending", "first"), GAMES)
def test_patches_one_after_the_other_are_the_boards_drawn_anew(title: str, ending: str, first: int) -> None:
    game = recorded(title, ending, first)
    drawn = boards(game, game.newest().seats[0])
    told = json.loads(json.dumps(patches(*drawn)))
    board = whole(drawn[0])
    for nth, drawing in enumerate(drawn[1:]):
        board = taken(board, told, nth)
        assert layered(board) == layered(whole(drawing))
    assert any(one["change"] for one in told["boards"])
    assert len(json.dumps(patches(*drawn[-2:]))) < len(json.dumps(patches(Drawing(0, 0, (), ""), drawn[-1])))


@pytest.mark.parametrize("seed", range(40))
def test_parts_that_come_go_and_change_their_order_lie_as_if_drawn_anew(seed: int) -> None:
    random = Random(seed)

    def drawn() -> Drawing:
        ids = random.sample("abcdefghij", random.randint(0, 10))
        parts = (Part(id, random.randint(0, 1), 0, 9, 9, "", random.randint(0, 2)) for id in ids)
        return Drawing(9, 9, tuple(parts), "")

    one, other = drawn(), drawn()
    after = taken(whole(one), patches(one, other), 0)
    assert layered(after) == layered(whole(other))


def test_a_patch_of_nothing_has_nothing_and_of_a_moved_part_only_that() -> None:
    one = Drawing(9, 9, tuple(Part(id, 0, 0, 9, 9, f"<g>{id}</g>") for id in "abc"), "A board")
    moved = Drawing(9, 12, (*one.parts[:2], Part("c", 5, 0, 9, 9, "<g>c</g>")), "A board")
    assert patches(one, one)["boards"] == [{"change": []}]
    told = patches(one, moved)
    assert told["parts"] == ["c"]
    assert told["boards"] == [{"change": [[0, 0]], "size": [9, 12]}]
    first = Drawing(9, 9, (one.parts[2], *one.parts[:2]), "A board")
    assert patches(one, first)["boards"] == [{"change": [[0, 0, FIRST]]}]


def test_the_changes_of_a_story_are_parts_and_their_places() -> None:
    tables, drawing = Parts(), Drawing(9, 9, (Part("a", 0, 0, 9, 9, ""), Part("b", 0, 0, 9, 9, "")), "")
    board = tables.board(drawing)
    assert [*changes({}, board)] == [[0, 0], [1, 0]]
    assert [*changes(board, {0: 0})] == [[1]]


@pytest.mark.parametrize(("title", "ending", "first"), GAMES)
def test_of_an_imagined_view_the_boards_are_those_of_an_event_but_for_its_marks(
    title: str, ending: str, first: int
) -> None:
    game = recorded(title, ending, first)
    seat = game.newest().seats[0]
    at, of = boards_at(game, first, seat), boards_of(game.pictures, game.view(first, seat))
    assert [*at] == [*of] == (["wide", "narrow"] if game.pictures.narrow else ["wide"])
    for kind, drawing in of.items():
        marked = {part.id for part in at[kind].parts} - {part.id for part in drawing.parts}
        told = patches_of(of, at)[kind]
        assert {told["parts"][part] for part, *_where in told["boards"][0]["change"]} == marked
