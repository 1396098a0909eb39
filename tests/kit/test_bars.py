"""Refusals: the first bar is read, and what would do is shown where the bar does not say it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import pytest
from msgspec import Struct

from domain.kit.bars import Bar, Bars, Refusals, refuse_first, unbarred, written
from domain.kit.errors import IllegalMove


class Go(Struct, frozen=True):
    FORM: ClassVar[str | tuple[str, ...]] = ("go {where}", "go {where} with {troops}", "[please] go {where}")
    JOINED: ClassVar[dict[str, str]] = {"troops": ", "}
    where: str
    troops: tuple[str, ...] = ()


class Name(Struct, frozen=True):
    FORM: ClassVar[str] = "[please] name {words}"
    words: tuple[str, ...]


REFUSALS = Refusals("Possible: {shown}.", "Possible: {shown}; and {more} more.", most=2)
LEGAL = tuple(Go(where) for where in "abc")


def bars() -> Bars:
    yield Bar("1.1", "First.")
    raise AssertionError("a second reason is never asked for")


def never() -> Iterator[Go]:
    raise AssertionError("what is legal is not asked for")
    yield Go("a")


def test_the_first_bar_is_the_refusal() -> None:
    with pytest.raises(IllegalMove, match=r"^\[1\.1\] First\.$"):
        refuse_first(bars())
    refuse_first(())


def test_candidates_that_nothing_forbids_stay_in_their_order() -> None:
    def not_to_b(order: Go) -> Bars:
        if order.where == "b":
            yield from bars()

    assert tuple(unbarred(LEGAL, not_to_b)) == (Go("a"), Go("c"))


def test_what_would_do_is_shown_up_to_the_most() -> None:
    assert REFUSALS.instead(LEGAL[:2]) == 'Possible: "go a"; "go b".'
    assert REFUSALS.instead(LEGAL) == 'Possible: "go a"; "go b"; and 1 more.'
    assert REFUSALS.instead(()) == ""


def test_a_bar_that_says_what_would_do_is_left_alone() -> None:
    with pytest.raises(IllegalMove) as refused:
        REFUSALS.guard([Bar("1.2", "No.", "Wait.")], LEGAL)
    assert (refused.value.rule, refused.value.instead) == ("1.2", "Wait.")


def test_where_nothing_is_barred_nobody_asks_what_is_legal() -> None:
    REFUSALS.guard((), never())


@pytest.mark.parametrize(
    ("order", "text"),
    [
        (Go("a"), "go a"),
        (Go("a", ("x", "y")), "go a with x, y"),
        (Name(("x", "y")), "please name x y"),
    ],
)
def test_an_order_is_written_in_the_first_form_that_names_all(order: Struct, text: str) -> None:
    assert written(order) == text
