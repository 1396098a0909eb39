"""How lines are cut into the parts of a condition, held to the one pattern that read them before."""

from __future__ import annotations

import re
from random import Random

import pytest

from domain.kit.conditions import _parts, is_condition, is_forked

BEFORE = re.compile(
    r"(?:(unless|sauf\ssi|à\smoins\sque|разве\sчто)|if|when|on|si|quand|lorsque|au|если|когда|на)"
    r"\s+(.+?)\s?:\s?(.+)",
    re.IGNORECASE,
)
ELSE = re.compile(r"[ ,;.]+(?:else|otherwise|sinon|иначе) ?: ?", re.IGNORECASE)
FORKED = re.compile(rf"{BEFORE.pattern}{ELSE.pattern}.+", re.IGNORECASE)
"""Of the lines that people write these take no time; of those in `tests.hostile`, hours."""

LINES = [
    # line                                       negated, said, branches; or None
    ("if turn 5: pass", (False, "turn 5", ["pass"])),
    ("If turn 5 : pass", (False, "turn 5", ["pass"])),
    ("unless turn 5: a then b, else: c", (True, "turn 5", ["a then b", "c"])),
    ("sauf si tour 5 : a ; sinon : b", (True, "tour 5", ["a", "b"])),
    ("à moins que tour 5: a sinon: b", (True, "tour 5", ["a", "b"])),
    ("разве что ход 5: a. Иначе: b", (True, "ход 5", ["a", "b"])),
    ("если ход 5: a", (False, "ход 5", ["a"])),
    ("on a: b: c", (False, "a", ["b: c"])),
    ("if a: b else: c otherwise: d", (False, "a", ["b", "c", "d"])),
    ("if a: b else:", (False, "a", ["b", ""])),
    ("if a: elsewhere: b", (False, "a", ["elsewhere: b"])),
    *((line, None) for line in ("if", "if a", "if a:", "iffy a: b", "press all: if a: b", "if a: b\nc", "")),
]


@pytest.mark.parametrize(("line", "parts"), LINES)
def test_a_condition_is_cut_at_its_first_colon_and_at_its_branch_words(line: str, parts: object) -> None:
    found = _parts(line)
    assert (
        found and (found.is_negated, found.said.strip(), [one.strip() for one in found.branches])
    ) == parts


WORDS = (
    *("if", "unless", "sauf si", "когда", "Au", "a", "turn 5", ":", " :", ": ", " ", ",", ".", ";", "pass"),
    *(" else", " else: ", "otherwise:", "sinon : ", " иначе: ", ", else :", "then", "b", "c"),
)


def test_lines_of_any_such_words_are_read_as_before() -> None:
    random, seen = Random(40), 0
    for _ in range(4_000):
        line = " ".join(("if a", "".join(random.choices(WORDS, k=random.randint(1, 7))))).strip()
        before = BEFORE.fullmatch(line)
        assert is_condition(line) == (before is not None), line
        if before is not None:
            seen, parts = seen + 1, _parts(line)
            assert parts
            branches = [one.strip(" :,.;") for one in ELSE.split(before[3])]
            assert parts.said.strip() == before[2].strip(), line
            if branches[0]:
                assert [one.strip(" :,.;") for one in parts.branches] == branches, line
            if all(branches):
                assert is_forked(line) == (FORKED.fullmatch(line) is not None), line
    assert seen > 1_000
