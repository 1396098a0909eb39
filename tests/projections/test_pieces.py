"""Pieces of boards are kept by all that they show, and by the words of their reader."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from domain.kit.same import Same
from projections.drawing.pieces import NewestDrawn, only, piece, piece_of, says_the_same
from projections.language.catalogues import Reader, written_for
from projections.language.drafts import Draft, drafted
from projections.language.messages import _


class Seen(Struct, frozen=True):
    viewer: str
    hands: dict[str, int]
    turn: int


def test_what_shows_the_same_is_drawn_once_in_each_language_and_draft() -> None:
    drawn = list[str]()

    @piece(8)
    def turn(number: int) -> str:
        drawn.append(_("Turn {turn}").format(turn=number))
        return drawn[-1]

    for language in ("en", "fr", "en", "fr"):
        with written_for(Reader(language)):
            assert turn(3) == _("Turn {turn}").format(turn=3)
    for _draft in range(2):
        with drafted(Draft()):
            turn(3)
    assert len(drawn) == 4


def test_what_is_kept_tells_apart_all_that_it_is_drawn_of() -> None:
    """Also mappings that are equal in another order; of more than was said what was longest unused goes."""
    drawn = list[str]()

    @piece_of(2)
    def hands(seen: Seen, at: int) -> str:
        drawn.append(" ".join(seen.hands))
        return drawn[-1]

    one, other = ({"iga": 1, "ise": 2}, {"ise": 2, "iga": 1})
    for held, at in ((one, 0), (other, 0), (dict(one), 0), (one, 1), (one, 0)):
        assert hands(Seen("iga", held, 1), at) == " ".join(held)
    assert drawn == ["iga ise", "ise iga", "iga ise"]
    hands(Seen("iga", other, 1), 0)
    assert len(drawn) == 4


def test_a_piece_that_is_drawn_of_some_fields_is_the_same_whatever_the_others_are() -> None:
    seen: list[Any] = [only(Seen(viewer, {"ise": 2}, 3), "turn") for viewer in ("iga", "ise")]
    assert seen == [Seen(None, None, 3)] * 2  # type: ignore[arg-type]


def test_the_newest_board_is_drawn_anew_where_it_shows_something_else() -> None:
    drawn, newest = list[Seen](), NewestDrawn()

    def draw(seen: Seen) -> str:
        drawn.append(seen)
        return f"{_('Turn {turn}').format(turn=seen.turn)} {seen.viewer}"

    for viewer, turn, language in (("iga", 1, "en"), ("iga", 1, "en"), ("ise", 1, "en"), ("ise", 1, "fr")):
        with written_for(Reader(language)):
            view = Seen(viewer, {}, turn)
            assert newest(draw, view) == draw(view)
            drawn.pop()
    assert [seen.viewer for seen in drawn] == ["iga", "ise", "ise"]


@pytest.mark.parametrize(
    ("other", "alike"),
    [
        (Seen("iga", {"iga": 1, "ise": 2}, 3), True),
        (Seen("iga", {"ise": 2, "iga": 1}, 3), False),
        (Seen("iga", {"iga": 1, "ise": 3}, 3), False),
        (Seen("iga", {"iga": 1}, 3), False),
        (Seen("iga", {"iga": 1, "ise": 2}, True), False),
        (("iga", {"iga": 1, "ise": 2}, 3), False),
    ],
)
def test_two_views_say_the_same_where_all_in_them_does_in_the_same_order(other: Any, alike: bool) -> None:
    assert says_the_same(Seen("iga", {"iga": 1, "ise": 2}, 3), other) is alike


def test_the_very_same_is_answered_once_and_what_is_only_equal_anew() -> None:
    """It keeps what it was asked of: a number that is free again would stand for something else."""
    asked, same = list[int](), Same(2)
    one, other = Seen("iga", {}, 1), Seen("iga", {}, 1)
    for of, at in ((one, 0), (one, 0), (other, 0), (one, 1), (one, 1), (one, 0)):
        same((of,), lambda: asked.append(len(asked)) or len(asked), at)  # type: ignore[func-returns-value]
    assert len(asked) == 4, "Of the third it is full, and begins anew."
