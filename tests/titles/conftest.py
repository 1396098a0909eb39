"""Every test of this folder runs for every title: of titles whose games are long, with fewer seeds."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kit.rules import Rules
from domain.titles import TITLES
from tests.titles.play import EVERY, MORE, data_of, is_played


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left = [item for item in items if not _is_played(item)]
    config.hook.pytest_deselected(items=left)
    items[:] = [item for item in items if _is_played(item)]


def _is_played(item: pytest.Item) -> bool:
    params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    title, seed = params.get("rules"), params.get("seed")
    rates = MORE if item.get_closest_marker("soak") else EVERY
    return not isinstance(seed, int) or is_played(str(title), seed, rates)


@pytest.fixture(params=TITLES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return TITLES[request.param]


@pytest.fixture
def data(rules: Rules) -> Any:
    return data_of(rules)
