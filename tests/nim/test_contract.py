"""Nim keeps what every title keeps: the tests of the titles, and of the headings, with Nim for a title."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from pathlib import Path
from typing import Any

import pytest

from domain.kit.rules import Rules
from tests.nim.rules import NIM, Options, Take, Won
from tests.titles import (
    test_authority,
    test_corrections,
    test_games,
    test_headings,
    test_offers,
    test_rewinds,
    test_rulings,
    test_secrecy,
)
from tests.titles.play import Played

HERE = Path(__file__).parent
MODULES = (
    *(test_authority, test_corrections, test_games, test_offers, test_rewinds, test_rulings, test_secrecy),
)


NOT_OF_SHORT_GAMES = (
    "test_rewinds_are_met_and_throws_answer_again",
    "test_what_is_not_legal_is_refused",
    "test_nobody_orders_when_a_game_is_over",
)
"""What wants games of more than a dozen orders."""


def kept() -> list[Callable[..., None]]:
    """The tests of those modules that take a title, a seed and nothing that Nim has not."""
    found = [
        test
        for module in MODULES
        for name, test in vars(module).items()
        if name.startswith("test_")
        and set(signature(test).parameters) <= {"rules", "data", "seed"}
        and name not in NOT_OF_SHORT_GAMES
    ]
    return [test for test in found if "rules" in signature(test).parameters and not is_long(test)]


def is_long(test: Callable[..., None]) -> bool:
    return any(mark.name == "soak" for mark in getattr(test, "pytestmark", ()))


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("test", kept(), ids=lambda test: test.__name__)
def test_what_every_title_keeps(test: Callable[..., None], rules: Rules, data: Any, seed: int) -> None:
    given = {"rules": rules, "data": data, "seed": seed}
    test(**{name: given[name] for name in signature(test).parameters})


def test_what_is_not_legal_is_refused(rules: Rules, data: Any) -> None:
    some = [one for seed in range(20) for one in test_authority.refusals(rules, data, seed, 6)]
    assert len(some) > 300
    assert [str(one) for one in some if not test_authority.is_well_said(rules, one)] == []


def test_nobody_orders_when_a_game_is_over(rules: Rules, data: Any) -> None:
    played = Played(rules, 0, data)
    _, order = played.choices()[0]
    played.to_the_end()
    refusals = [test_authority.refused(played, seat, order) for seat in played.game.seats]
    assert [str(one) for one in refusals if not test_authority.is_well_said(rules, one)] == []


# who takes the last stone, by which preset, and who wins
LAST = [("default", "red"), ("misere", "blue")]


@pytest.mark.parametrize(("preset", "winner"), LAST)
def test_who_takes_the_last_stone_wins_or_loses_by_an_option(data: Any, preset: str, winner: str) -> None:
    """[end/last]"""
    played = Played(NIM, 0, data, NIM.presets[preset])
    for seat, order in (("red", Take(3, "left")), ("blue", Take(4, "middle")), ("red", Take(5, "right"))):
        played.step((seat, order))
    assert played.game.winners == (winner,)
    assert [getattr(one, "event", None) for one in played.entries][-1] == Won(winner)
    assert NIM.presets["misere"] == Options(last_loses=True)


@pytest.mark.parametrize(
    "heading",
    [
        test_headings.test_whatever_code_cites_is_a_heading,
        test_headings.test_every_heading_has_a_function_whose_docstring_cites_it,
        test_headings.test_every_rule_function_cites_the_rule_it_is_registered_for,
        test_headings.test_every_heading_is_mentioned_by_a_test_and_tests_cite_no_other,
        test_headings.test_a_rule_function_is_no_longer_than_thirty_lines,
    ],
)
def test_its_headings_lead_to_code_and_tests(
    heading: Callable[[Rules], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As they would where a published title stands."""
    for folder, pattern in (("domain", "rules.py"), ("tests", "test_*.py")):
        (tmp_path / folder / "nim").mkdir(parents=True)
        for path in HERE.glob(pattern):
            (tmp_path / folder / "nim" / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr(test_headings, "ROOT", tmp_path)
    heading(NIM)
