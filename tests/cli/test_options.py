"""`bugyo games TITLE` says what presets and options do; an option that cannot be set names its values."""

from __future__ import annotations

import pytest

from domain.kit.rules import Rules, options_of
from domain.titles import TITLES
from projections.language.catalogues import LANGUAGES
from projections.titles import PICTURES
from referee.games.chosen_options import spelled, values
from tests.cli.conftest import Bugyo


@pytest.mark.parametrize("rules", TITLES.values(), ids=list(TITLES))
def test_every_value_that_is_not_usual_has_a_sentence(rules: Rules) -> None:
    usual = options_of(rules, rules.scenarios[0].name, "default")
    for name in rules.choices():
        known, held = values(rules, name), getattr(usual, name)
        assert held in known, name
        for value in list(known)[:3]:
            assert value == held or PICTURES[rules.title].reading(name, value), f"{name}={value}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_title_tells_its_presets_and_options(fresh: Bugyo, language: str) -> None:
    said = fresh("games", "shinobi", "--language", language).stdout
    assert "\n  last_turns: each, single\n      single: " in said
    assert ("When the deck has run out, only the next player" in said) is (language == "en")
    assert ("As usual." in said) is (language == "en")
    assert max(map(len, said.splitlines())) <= 78


def test_numbers_are_told_as_a_range(fresh: Bugyo) -> None:
    assert "turn_limit: 6, or another of 1 to 99\n" in fresh("games", "clan_war").stdout
    assert spelled(TITLES["clan_war"], "turn_limit") == "a number from 1 to 99"
    assert [one["title"] for one in fresh.json("games", "clan_war")] == ["clan_war"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--option", "last_turns=two"), "“last_turns” cannot be “two”: it is each or single."),
        (("--option", "last_turn=each"), "There is no option “last_turn”. Did you mean “last_turns”?"),
        (
            ("--preset", "offical"),
            "There is no preset “offical”. Did you mean “official”? There",
        ),
    ],
)
def test_what_cannot_be_chosen_names_what_can(fresh: Bugyo, asked: tuple[str, str], said: str) -> None:
    people = [word for name in ("Anna", "Boris", "Eva") for word in ("--player", name)]
    assert said in fresh("open", "shinobi", *people, *asked, code=1).stderr
