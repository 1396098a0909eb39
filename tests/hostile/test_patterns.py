"""No regular expression of the package takes much longer than twice as long for twice the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from projections.language.catalogues import LONGEST, Reader, catalogue, written_for
from referee.bundle import (
    verify_entries,
    verify_lanes,
    verify_people,
    verify_record,
    verify_rulings,
    verify_throws,
)
from referee.reading import quoting, senders
from tests.hostile.growth import grows_faster
from tests.hostile.patterns import Used, all_patterns
from tests.hostile.strings import grown_of, hostile

CHECKED = {
    "referee.reading.quoting:_FENCE": quoting.LONGEST_FENCE,
    "referee.reading.senders:_SHOWN": senders.LONGEST,
    "a sentence": LONGEST,
}
"""Signs of the longest text that these are given, whose length is looked at first."""

WAYS: dict[str, Callable[[re.Pattern[Any], Any], object]] = {
    "match": lambda pattern, text: pattern.match(text),
    "fullmatch": lambda pattern, text: pattern.fullmatch(text),
    "search": lambda pattern, text: pattern.search(text),
    "each": lambda pattern, text: pattern.sub(text[:0], text),
}
"""`sub` goes on like `finditer`, and makes nothing of what it finds."""

PARTS = 12
"""Of all patterns: no test takes long."""


def too_slow(used: Iterable[Used], *, more: bool = False) -> list[str]:
    """The first hostile text for each that is too slow."""
    found = []
    for one in used:
        longest = CHECKED.get(one.where, 1 << 17)
        texts = hostile(one.pattern, more=more).items()
        tries = ((way, said, grown) for said, grown in texts for way in _worst(one.ways))
        for way, said, grown in tries:
            if why := grows_faster(_work(one.pattern, way), grown, longest):
                found.append(f"{one.where} {way} {said}: {why}")
                break
    return found


def _worst(ways: frozenset[str]) -> frozenset[str]:
    """Without those that do no more work than another."""
    less = {"match": {"search", "each"}, "search": {"each"}}
    return frozenset(way for way in ways if ways.isdisjoint(less.get(way, ())))


def _work(pattern: re.Pattern[Any], way: str) -> Callable[[str], object]:
    if isinstance(pattern.pattern, bytes):
        return lambda text: WAYS[way](pattern, text.encode("latin-1", "replace"))
    return lambda text: WAYS[way](pattern, text)


@pytest.fixture(scope="module")
def patterns() -> list[Used]:
    return all_patterns()


def test_all_patterns_are_found(patterns: list[Used]) -> None:
    assert len(patterns) > 300


@pytest.mark.parametrize("part", range(PARTS))
def test_every_pattern_takes_twice_as_long_for_twice_the_text(patterns: list[Used], part: int) -> None:
    assert not too_slow(patterns[part::PARTS])


def test_sentences_with_fields_are_recognised_as_fast() -> None:
    """Where one has ten fields, a refusal with somebody's words in it would be tried at the tenth power."""
    with written_for(Reader(language="fr")):
        known = catalogue()
    assert known
    patterns = [re.compile(one.pattern, re.DOTALL) for one in known._templates]
    assert len(patterns) > 1_000
    for pattern in patterns:
        texts = _filled(pattern.pattern)
        for grown in (grown_of("", text, "\0") for text in texts):
            assert not grows_faster(pattern.fullmatch, grown, LONGEST), pattern.pattern


def _filled(pattern: str) -> Iterator[str]:
    """What stands between its fields, each by itself and in a row."""
    fixed = [re.sub(r"\\(.)", r"\1", part) for part in re.split(r"\(\?>|\([^()]*\)|\)", pattern)]
    yield "1".join(fixed)
    yield "".join((part + "1") * 9 for part in fixed if part)
    yield from (part for part in (fixed[0], fixed[-1]) if part)


def test_the_words_of_the_verifier_are_as_fast() -> None:
    """The forms of the fields of a record, which it matches one by one."""
    found = [Used("a field", re.compile(text), frozenset({"fullmatch"})) for text in _shapes()]
    assert len(found) > 10
    assert not too_slow(found)


def _shapes() -> set[str]:
    def inside(value: Any) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict | list | tuple):
            for one in value.values() if isinstance(value, dict) else value:
                yield from inside(one)

    modules = (verify_entries, verify_lanes, verify_people, verify_record, verify_rulings, verify_throws)
    names = [value for module in modules for name, value in vars(module).items() if name.isupper()]
    return {text for value in names for text in inside(value) if set(text) & set("[(|+*")}


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_every_pattern_does_with_many_more_texts(patterns: list[Used], part: int) -> None:
    assert not too_slow(patterns[part::PARTS], more=True)
