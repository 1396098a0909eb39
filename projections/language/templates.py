"""Sentences with fields in them: how one is recognised, and what its fields hold."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from string import Formatter
from typing import NamedTuple

CHOICES = "choices"
"""Fields with this name hold what a player may write: it stays as it is."""

TELLING = {
    "signed": r"([+-][0-9]+)",
    "digits": "([0-9]+)",
    "quarter": "(spring|summer|autumn|winter)",
    "lowest": "(-?[0-9]+)",
    "highest": "(-?[0-9]+)",
}
"""What fields of these names hold; it tells a short template from others."""

LIGHT = 6
"""A template with fewer fixed characters ("{clan} in {seat}") and no such field takes single words only."""

HEAVY = 12
"""Fixed characters that a message must have to be told from others once its fields are filled."""

_WORD = re.compile(r"[^\W\d_]+")


class Template(NamedTuple):
    """A sentence with fields in it. `key` is a word that stands in it for certain, "" where none does.

    `weight` is the length of its fixed parts. `context` is "" for a message that the program says, and that
    may be on record as it was written. `kept` are the places of fields that are not translated: choices, and
    what stands between quotes.
    """

    context: str
    text: str
    pattern: str
    names: tuple[str, ...]
    kept: frozenset[int]
    key: str
    weight: int

    def fields(self, said: str) -> tuple[str, ...] | None:
        """What the fields hold in a sentence; None where it is another."""
        found = _compiled(self.pattern).fullmatch(said)
        if found is None:
            return None
        held = dict(zip(self.names, found.groups(), strict=True))
        is_so = all(held[name] == value for name, value in zip(self.names, found.groups(), strict=True))
        return found.groups() if is_so else None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.DOTALL)


def template(text: str, context: str = "") -> Template:
    pattern = [""]  # a piece for each field that takes whatever comes, with what follows it
    names: list[str] = []
    kept: list[int] = []
    quotes = 0
    parts = list(Formatter().parse(text))
    weight = sum(len(literal) for literal, *_rest in parts)
    is_told = any(name in TELLING for _literal, name, *_rest in parts) or weight >= LIGHT
    field = "(.*?)" if is_told else r"(\S*?)"
    choices = "(.*?)" if is_told else "([^;]*?)"  # "a clan: oda or mori; or a choice: yes or no" is two
    for literal, name, _form, _conversion in parts:
        pattern[-1] += re.escape(literal)
        quotes += literal.count('"') + literal.count("“") + literal.count("”")
        if name is None:
            continue
        if name in TELLING:
            pattern[-1] += TELLING[name]
        else:
            pattern.append(choices if name.startswith(CHOICES) else field)
        if quotes % 2 or name.startswith(CHOICES):
            kept.append(len(names))
        names.append(name)
    *before, last = pattern
    # where a piece first fits it stays: nothing is tried anew for the sake of those after it
    whole = "".join(f"(?>{piece})" for piece in before) + last
    return Template(context, text, whole, tuple(names), frozenset(kept), _key(parts), weight)


def _key(parts: Iterable[tuple[str, str | None, str | None, str | None]]) -> str:
    """The longest word that no field can lengthen."""
    fixed = "\0".join(literal for literal, *_rest in parts)
    whole = [word[0] for word in _WORD.finditer(fixed) if "\0" not in _around(fixed, word)]
    return max(whole, key=len, default="")


def _around(text: str, word: re.Match[str]) -> str:
    return text[max(0, word.start() - 1) : word.end() + 1]


class Templates:
    """Many templates, the heaviest first, and by the word that each must have."""

    def __init__(self, known: Iterable[Template]) -> None:
        self._places: dict[str, list[int]] = {}
        self._known = sorted(known, key=lambda one: (-one.weight, one.text))
        for place, one in enumerate(self._known):
            self._places.setdefault(one.key, []).append(place)

    def __iter__(self) -> Iterator[Template]:
        return iter(self._known)

    def near(self, text: str) -> Iterator[Template]:
        """Those that the text might be, the heaviest first."""
        words = {"", *_WORD.findall(text)}
        places = sorted(place for word in words for place in self._places.get(word, ()))
        return (self._known[place] for place in places)
