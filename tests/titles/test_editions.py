"""The editions of each title: what they fix, what they mend, and a recorded game of each, decided again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from domain.kit.editions import edition_of
from domain.kit.rules import Rules, options_of
from domain.titles import OURS, TITLES
from referee.bundle.checking import audit_bundle, read_bundle
from referee.bundle.verify import verify
from tests.titles.recorded import editions


def test_each_edition_fixes_what_a_later_one_reads_otherwise(rules: Rules) -> None:
    """So that the options of a board say which edition it is played by."""
    editions = rules.editions
    assert [edition.name for edition in editions] == [
        f"{rules.title}/{number}" for number in range(1, len(editions) + 1)
    ]
    for place, edition in enumerate(editions):
        assert all(set(later.options) <= set(edition.options) for later in editions[place:])
        options = options_of(rules, rules.scenarios[0].name, "default", edition.name)
        assert options is not None
        assert edition_of(editions, options) == edition
    for name, value in editions[0].options.items():
        assert getattr(rules.options(), name) == value


def test_each_later_edition_says_what_it_mends(rules: Rules) -> None:
    assert all(edition.mends.endswith(".") for edition in rules.editions[1:])


@pytest.mark.budget(150, "a whole game of the longest title, decided by both verifiers")
@pytest.mark.parametrize(
    ("edition", "path"),
    [pytest.param(*each, id=each[0]) for rules in TITLES.values() for each in editions(rules).items()],
)
def test_a_game_of_each_later_edition_still_holds(edition: str, path: Path) -> None:
    """Those of the first are among the endings (test_recorded.py)."""
    assert verify(str(path)).ok
    bundle = read_bundle(path)
    opened = json.loads(bundle.members["game.jsonl"].splitlines()[1])
    assert opened["public"]["entry"]["edition"] == edition
    assert audit_bundle(bundle).finding is None


def test_what_is_known_of_a_title_before_it_is_imported_is_what_it_declares() -> None:
    assert {title: (TITLES[title].letter, TITLES[title].name) for title in OURS} == OURS
