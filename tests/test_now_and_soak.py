"""What is left to soak is there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.now_and_soak import FEWER

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("name", FEWER)
def test_a_test_that_is_sampled_is_there_and_has_parameters(name: str) -> None:
    path, _, function = name.partition("::")
    before, found, _ = (ROOT / path).read_text("utf-8").partition(f"\ndef {function}(")
    assert found
    assert "@pytest.mark.parametrize" in before.rpartition("\n\n\n")[2]
