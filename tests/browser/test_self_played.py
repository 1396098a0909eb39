"""Games that programs have played, for the page that checks; `python -m tests.titles.many` plays more."""

from __future__ import annotations

import pytest

from domain.titles import TITLES
from tests.browser.checked import Check
from tests.bundle.maker import zipped
from tests.titles.many import GAMES, clean, numbers, player_of

FEW = 3


@pytest.mark.soak
@pytest.mark.parametrize("kind", GAMES)
@pytest.mark.parametrize("title", TITLES)
def test_games_of_programs_hold(title: str, kind: str, check: Check) -> None:
    """Each has been audited, and `verify.py` has passed it."""
    for _, members in clean(TITLES[title], numbers(kind, FEW), player_of(kind, title)):
        said = check(zipped(members))
        assert said.status == "holds", said.verdict
