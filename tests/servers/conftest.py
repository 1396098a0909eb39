"""Tests of real mail servers take what these take, and wait for them."""

from __future__ import annotations

import pytest


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.get_closest_marker("budget") is None:
        item.add_marker(pytest.mark.budget(200, "mail servers begin and end with it"))
    item.add_marker(pytest.mark.waits("mail servers"))
