"""Games that people open begin with the standing orders that are recommended, unless they say otherwise."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Bugyo

PEOPLE = ("--player", "Ann", "--player", "Ben", "--level", 0)
LAID = "a whole sheet of standing orders"


@pytest.mark.parametrize(("option", "begins"), [((), True), (("--no-sheets",), False), (("--sheets",), True)])
def test_a_game_begins_with_them_unless_its_policy_says_no(
    bugyo: Bugyo, option: tuple[str, ...], begins: bool
) -> None:
    opened = bugyo("open", "kawanakajima", "--id", "river", *PEOPLE, *option).stdout
    assert ("Each seat begins with the standing orders that are recommended to it." in opened) is begins
    assert bugyo.json("policy", "river")["sheets"] is begins
    assert (LAID in bugyo("log", "river").stdout) is begins
    assert "\nEverything holds.\n" in bugyo("audit", "river").stdout


@pytest.mark.parametrize(
    ("option", "advises"), [((), False), (("--advice",), True), (("--no-advice",), False)]
)
def test_seats_are_advised_only_where_the_policy_says_so(
    bugyo: Bugyo, option: tuple[str, ...], advises: bool
) -> None:
    opened = bugyo("open", "shinobi", "--id", "river", *PEOPLE, "--player", "Cem", *option).stdout
    assert ("Each seat may ask a program for advice" in opened) is advises
    assert bugyo.json("policy", "river")["advice"] is advises


def test_a_title_that_recommends_none_begins_without(bugyo: Bugyo) -> None:
    opened = bugyo("open", "shinobi", "--id", "river", *PEOPLE, "--player", "Cem", "--sheets").stdout
    assert "standing orders" not in opened
    assert bugyo.json("policy", "river")["sheets"] is False
