"""Every test of this folder runs for every title."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kit.rules import Rules
from domain.titles import TITLES
from tests.titles.play import data_of


@pytest.fixture(params=TITLES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return TITLES[request.param]


@pytest.fixture
def data(rules: Rules) -> Any:
    return data_of(rules)
