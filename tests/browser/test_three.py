"""Three verifiers against each other: whatever somebody alters who has the key, all find it at the same
event, or they differ in a way that `judges.py` names with its reason.

`verify.py` and the page in the browser were written from docs/format.md, the audit from the program.
"""

from __future__ import annotations

import resource
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.browser.judges import by_audit, by_page, by_verify, differs
from tests.bundle.corpus import INVENTED, PLAYED
from tests.bundle.inside import remembered
from tests.bundle.mutations import Game, begun, mutated
from tests.pace import rounds

FEW, PARTS, MANY = 100, 3, 500
"""How many are altered in the ordinary tests, and in each part of the soak campaign: 1,500 there."""

BATCH = 10
"""Bundles of one game that the page checks at once."""

SECONDS, ROUNDS, MEGABYTES = 2, 270, 300
"""What one bundle may cost any of the three."""


@cache
def game(name: str) -> Game:
    return begun(name, {**PLAYED, **INVENTED}[name]())


@pytest.fixture(scope="module")
def page(chromium: Any, check_file: Path) -> Iterator[Any]:
    tab, said = chromium.new_page(), list[str]()
    tab.on("console", lambda message: said.append(message.text))
    tab.on("pageerror", lambda error: said.append(str(error)))
    tab.goto(check_file.as_uri())
    yield tab
    tab.close()
    assert said == []


def megabytes() -> int:
    """The most that this process has ever taken."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def campaign(page: Any, random: Random, count: int) -> tuple[list[str], Counter[str]]:
    """What is wrong with what they say of so many bundles; and how many they find alike, or differ in."""
    wrong, kinds = list[str](), Counter[str]()
    while kinds.total() < count:
        one = game(random.choice([*PLAYED, *INVENTED]))
        batch = [mutated(one, random) for _ in range(BATCH)]
        said = by_page(page, [members for _, members in batch])
        with remembered(one.members["game.jsonl"]):
            for (what, members), shown in zip(batch, said, strict=True):
                verify, audit = by_verify(members), by_audit(members) if one.name in PLAYED else None
                kind = differs(members, verify, shown, audit)
                kinds[kind or "alike"] += 1
                if "?" in kind:
                    wrong.append(f"{one.name}, {what}: {verify}, {audit}, {shown}")
                took = max(verify.took, shown.took, audit.took if audit else 0)
                if took > SECONDS and rounds(took) > ROUNDS:
                    wrong.append(f"{one.name}, {what}, takes too long: {verify}, {audit}, {shown}")
    return wrong, kinds


@pytest.mark.parametrize("name", [*PLAYED, *INVENTED])
def test_all_pass_what_nobody_has_altered(page: Any, name: str) -> None:
    members = game(name).members
    said = [by_verify(members), *by_page(page, [members])]
    said += [by_audit(members)] if name in PLAYED else []
    assert [one.why for one in said] == [""] * len(said)


@pytest.mark.soak
def test_what_is_altered_is_found_by_all_at_the_same_event(page: Any) -> None:
    game("rulings")
    before = megabytes()
    wrong, kinds = campaign(page, Random(1), FEW)
    assert wrong == []
    assert kinds["alike"] > FEW / 2
    assert megabytes() - before < MEGABYTES


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_many_alterations(page: Any, part: int) -> None:
    wrong, kinds = campaign(page, Random(f"part {part}"), MANY)
    assert wrong == []
    assert kinds["alike"] > MANY / 2
