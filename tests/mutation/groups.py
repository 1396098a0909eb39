"""Which modules are changed, and which tests are asked about them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
TITLES = ("shinobi", "kawanakajima", "twilight_shogun", "rising_sun", "clan_war")

BESIDE = (
    *("tests/game", "tests/protocol", "tests/titles/test_forks.py", "tests/titles/test_looks.py"),
    *("tests/titles/test_rewinds.py", "tests/bundle/test_both_people.py"),
    *("tests/bundle/test_both_rulings.py", "tests/bundle/test_both_disputes.py"),
)
"""Tests of what is recorded beside the play."""


VERIFIED = tuple(
    f"tests/bundle/test_{name}.py"
    for name in (
        "verify",
        "lanes",
        "limits",
        "both",
        "both_lines",
        "both_people",
        "both_rulings",
        "both_disputes",
    )
)


class Group(Struct, frozen=True):
    """Modules by their patterns below the root, and the tests that are asked, in pytest's words; `more` are
    asked about those that survive (`--again`, `--afresh`)."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]
    more: tuple[str, ...] = ()

    def paths(self) -> tuple[Path, ...]:
        return tuple(sorted({path for pattern in self.modules for path in ROOT.glob(pattern)}))


GROUPS: Mapping[str, Group] = {
    "verifiers": Group(("referee/bundle/verify*.py",), VERIFIED, ("tests/bundle",)),
    "audit": Group(
        ("domain/game/checking/readjudicate.py", "domain/game/checking/proof.py"),
        ("tests/protocol", "tests/game"),
        BESIDE,
    ),
    "kit": Group(
        ("domain/kit/**/*.py",),
        ("tests/kit", "tests/game", "tests/shinobi"),
        ("tests/kit", "tests/protocol", "tests/rising_sun", "tests/exports/test_statistics.py"),
    ),
    "game": Group(("domain/game/**/*.py",), ("tests/game", "tests/protocol", "tests/referee/clocks"), BESIDE),
    **{
        title: Group(
            (f"domain/{title}/**/*.py",), (f"tests/{title}",), (f"tests/{title}", "tests/perft", "tests/kit")
        )
        for title in TITLES
    },
}
