"""What the simple player goes by; a game of it is told in `test_standing.py`, that nobody is favoured too
much in `tests/figures`."""

from __future__ import annotations

from tests.kawanakajima.player import promise


def test_a_combat_promises_more_with_better_odds() -> None:
    """What the player goes by: the average of the combat table [11.5]."""
    assert promise(-4, -4, 0, 0) < 0 < promise(2, 2, 0, 0)
    assert promise(0, 0, 0, 0) < promise(2, 0, 0, 0) < promise(4, 1, 0, 0)
    assert promise(2, 0, 0, 1) > promise(2, 0, 0, 0)
