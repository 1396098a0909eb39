"""What a preview tells does not depend on what somebody hides."""

from __future__ import annotations

from copy import copy
from random import Random
from typing import Any

import pytest

from domain.game.entries.entries import Asked
from domain.kit.chance import Bound, Question
from domain.kit.errors import OrderError
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC
from referee.games.rehearsal import Given, Unfit, foreseeable
from tests.titles.play import Luck, Played
from tests.titles.test_reveals import folded, other_world
from tests.titles.test_secrecy import public_form

ORDERS = 60
"""Orders of each game."""


@pytest.mark.parametrize("seed", range(6))
def test_what_is_foreseeable_is_the_same_whatever_others_hide(rules: Rules, data: Any, seed: int) -> None:
    played, random = Played(rules, seed, data), Random(f"previews {seed}")
    for _ in range(ORDERS):
        if played.game.is_over():
            return
        seat, order = played.drawn()
        entries = other_world(played.entries, seat, random)
        there = folded(rules, data, entries) if entries else None
        if there is not None and _look_alike(rules, played, there, seat):
            _same_told(rules, played, there, (seat, order))
        played.step((seat, order))


def _look_alike(rules: Rules, played: Played, there: Any, seat: str) -> bool:
    here = played.game
    seen = (rules.view(game.state, seat) for game in (here, there))
    return here.awaited() == there.awaited() and len({repr(view) for view in seen}) == 1


def _same_told(rules: Rules, played: Played, there: Any, order: tuple[str, Any]) -> None:
    made = []
    for game in (copy(played.game), there):
        try:
            made.append(game.post(*order, Luck("the same")))
        except OrderError as refusal:
            made.append(str(refusal))
    if not any(isinstance(one, str) for one in made):
        one, two = (foreseeable(rules, entries) for entries in made)
        assert public_form(one, PUBLIC) == public_form(two, PUBLIC)
        assert (one == made[0]) == (two == made[1])
        assert not any(isinstance(entry, Asked) for entry in one)


def test_faces_that_are_set_come_first_and_a_seed_repeats_the_rest() -> None:
    dice, bound = Question("9.1", "a throw", 6, 2), Bound(b"", ())
    one, two = Given((3, 5, 1), "s"), Given((3, 5, 1), "s")
    for source in (one, two):
        assert source.answer(dice, bound).faces == (3, 5)
    assert one.left == [1]
    assert one.answer(dice, bound) == two.answer(dice, bound)
    assert one.left == []


def test_faces_of_throws_that_are_not_shown_were_not_asked_for() -> None:
    dice, bound = Question("9.1", "a throw", 6), Bound(b"", ())
    source = Given((3, 99, 98), "s")
    for _ in range(3):
        assert 1 <= source.answer(dice, bound).faces[0] <= 6
    source.settle(1)
    assert source.left == [99, 98]
    source.answer(dice, bound)
    with pytest.raises(Unfit, match=r"99 cannot answer a throw: its faces are 1 to 6\."):
        source.settle(1)
