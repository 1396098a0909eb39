"""Where in a long line the caret stands: both sides of the width that is shown."""

from __future__ import annotations

import pytest

from domain.kit.errors import WIDTH, UnreadableOrder

# length of the line, column of what is wrong: what is shown of the line, and where the caret stands in that
SHOWN = [
    (WIDTH - 1, 5, "0..69", 5),
    (WIDTH, 0, "0..70", 0),
    (WIDTH, WIDTH - 1, "0..70", WIDTH - 1),
    (WIDTH + 1, 0, "0..70…", 0),
    (WIDTH + 1, WIDTH // 2, "0..70…", WIDTH // 2),
    (WIDTH + 1, WIDTH // 2 + 1, "…1..71", WIDTH // 2 + 1),
    (WIDTH + 1, WIDTH, "…1..71", WIDTH),
    (200, 100, "…65..135…", 36),
    (200, 165, "…130..200", 36),
    (200, 164, "…129..199…", 36),
    (200, 199, "…130..200", 70),
]


@pytest.mark.parametrize(("length", "column", "shown", "caret"), SHOWN)
def test_the_part_around_the_caret_is_shown(length: int, column: int, shown: str, caret: int) -> None:
    line = "".join(chr(ord("!") + place % 90) for place in range(length))
    text = str(UnreadableOrder(line, column, "No.", ())).splitlines()
    first, last = (int(number) for number in shown.strip("…").split(".."))
    expected = "…" * shown.startswith("…") + line[first:last] + "…" * shown.endswith("…")
    assert text[:2] == [f"    {expected}", " " * (4 + caret) + "^"]
    assert expected[caret : caret + 1] == line[column : column + 1]
