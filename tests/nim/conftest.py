"""Nim among the titles, as long as a test lasts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.kit.rules import Rules
from domain.titles import TITLES
from projections.titles import PICTURES
from referee.games import datasets
from tests.nim import pictures
from tests.nim.rules import NIM
from tests.titles import play

FIXTURES = Path(__file__).parent / "fixtures"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, NIM.title, NIM)
    monkeypatch.setitem(PICTURES, NIM.title, pictures.PICTURES)
    monkeypatch.setattr(datasets, "FIXTURES", FIXTURES)
    monkeypatch.setattr(play, "FIXTURES", FIXTURES)


@pytest.fixture
def rules() -> Rules:
    return NIM


@pytest.fixture
def data(rules: Rules) -> Any:
    return play.data_of(rules)
