"""Every test of this folder runs for every title: of titles whose games are long, with fewer seeds."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kit.rules import Rules
from domain.titles import TITLES
from tests.titles.play import data_of

EVERY = {"kawanakajima": 5, "twilight_shogun": 2, "rising_sun": 2, "clan_war": 2}
"""Of so many pairs of seeds one is played, of the other titles all: in pairs, for scenarios take turns."""


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left = [item for item in items if not _is_played(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if _is_played(item)]


def _is_played(item: pytest.Item) -> bool:
    params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    title, seed = params.get("rules"), params.get("seed")
    return not isinstance(seed, int) or seed // 2 % EVERY.get(str(title), 1) == 0


@pytest.fixture(params=TITLES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return TITLES[request.param]


@pytest.fixture
def data(rules: Rules) -> Any:
    return data_of(rules)
