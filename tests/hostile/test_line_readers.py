"""Nothing that reads lines or mails takes much longer than twice as long for twice the line."""

from __future__ import annotations

from itertools import islice, pairwise, product

import pytest

from tests.hostile.growth import Grown, grows_faster
from tests.hostile.readers import Reader, readers
from tests.hostile.strings import SEPARATORS, grown_of, twice

READERS = readers()
MARKS = (
    *SEPARATORS,
    '"',
    "(",
    ">",
    "<",
    "[",
    "{",
    "@",
    ". ",
    "|",
    "x: ,",
    "\N{EM DASH}",
    "\N{COMBINING ACUTE ACCENT}",
)


def texts(reader: Reader, *, more: bool = False) -> dict[str, Grown]:
    """Signs and words over and over, with marks between and behind them."""
    found = {f"{mark!r}…": grown_of("", mark, "\0") for mark in MARKS}
    for number, word in enumerate(reader.words):
        few = (0, 7)[: 1 + (len(reader.words) < 12)]
        some = MARKS[number % 4 :: 4] if more else [MARKS[(number + step) % len(MARKS)] for step in few]
        found |= {f"{word!r} {mark!r}…": grown_of(f"{word} ", mark, " x") for mark in some}
        found |= {f"({word!r} {mark!r})…": grown_of("", word + mark, "") for mark in some[:2]}
        found[f"({word[:-1]!r})…"] = grown_of("", word[:-1] or word, "")
    first = reader.words[0] if reader.words else "x"
    pairs = list(product(MARKS[:5], MARKS[-5:])) if more else list(pairwise(MARKS))[::2]
    found |= {f"{first!r} {one!r}… x {two!r}…": twice(f"{first} ", one, "x", two) for one, two in pairs}
    return found


def too_slow(reader: Reader, *, more: bool = False) -> str:
    """With more texts these are as long as may be, else half as long."""
    longest, every = (reader.longest, 1) if more else (reader.longest // 2, reader.every)
    for said, grown in islice(texts(reader, more=more).items(), 0, None, every):
        if why := grows_faster(reader.read, grown, longest):
            return f"{said}: {why}"
    return ""


@pytest.mark.parametrize("name", READERS)
def test_every_reader_takes_twice_as_long_for_twice_the_line(name: str) -> None:
    assert not too_slow(READERS[name])


@pytest.mark.soak
@pytest.mark.parametrize("name", READERS)
def test_every_reader_does_with_many_more_lines(name: str) -> None:
    assert not too_slow(READERS[name], more=True)
