"""A game that its people have heard of: `world`, and `talking` where they write to each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest

from tests.referee.mail.test_desk_lines import Talking
from tests.referee.mail.test_desk_world import World

Made = TypeVar("Made", bound=World)


def _announced(made: Made) -> Iterator[Made]:
    made.desk.announce("winter")
    made.out()
    yield made
    made.record.close()


@pytest.fixture
def world(tmp_path: Path) -> Iterator[World]:
    yield from _announced(World(tmp_path))


@pytest.fixture
def talking(tmp_path: Path) -> Iterator[Talking]:
    yield from _announced(Talking(tmp_path))
