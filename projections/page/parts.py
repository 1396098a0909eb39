"""Boards as parts by their ids, and what changes from one to the next: the same data for every page.

Everything that comes up again is kept once and named by its place in a list: `tokens` are the elements that
parts are drawn with, `fragments` the contents of parts as lists of tokens, `places` are [x, y, width, height,
layer, marks, fragment] and, where orders have one, the word for it; `parts` are the ids of parts. The marks
of a place are 1 if it turns, 2 if it is quiet, 3 if both. A change is a part and where it is put ([part,
place]), or a part that is gone ([part]).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from projections.drawing.svg import Drawing, Part, named
from projections.language.messages import plain

Change = list[int]

Placed = Mapping[int, int]
"""A board: the places of its parts, as they are drawn one after the other."""

FIRST = -1
"""In the place of the part before it: nothing lies below it in its layer."""

_TOKEN = re.compile(r"<text[^<>]*>[^<]*</text>(?:</g>)*|<[^<>]+>(?:</g>)*|,[^<,]*|[^<,]+")
"""What a part says of itself is cut at its commas: most pieces come up again."""


class Indexed:
    """Values that are named by their place in a list."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[Any, int] = {}

    def place(self, value: Any) -> int:
        """Where the value stands; it is added where it is new."""
        if value not in self._places:
            self._places[value] = len(self.values)
            self.values.append(value)
        return self._places[value]


class Parts:
    """The tables of some boards."""

    def __init__(self) -> None:
        self._tokens, self._fragments = Indexed(), Indexed()
        self._places, self._ids = Indexed(), Indexed()
        self._known: dict[str, int] = {}

    def board(self, drawing: Drawing) -> dict[int, int]:
        return {self.id(part.id): self.place(part) for part in drawing.parts}

    def id(self, of: str) -> int:
        return self._ids.place(of)

    def place(self, part: Part) -> int:
        fragment = self._fragment(named(part))
        where = (part.x, part.y, part.width, part.height, part.layer, marks_of(part), fragment)
        return self._places.place((*where, part.word) if part.word else where)

    def tables(self) -> dict[str, list[Any]]:
        return {
            "tokens": self._tokens.values,
            "fragments": self._fragments.values,
            "places": self._places.values,
            "parts": self._ids.values,
        }

    def _fragment(self, content: str) -> int:
        """Where the content of a part stands, taken to pieces the first time that it comes up."""
        if content not in self._known:
            tokens = tuple(self._tokens.place(_short(token)) for token in _TOKEN.findall(content))
            self._known[content] = self._fragments.place(tokens)
        return self._known[content]


def marks_of(part: Part) -> int:
    """1 if it turns, 2 if it is quiet, 3 if both."""
    return int(part.turns) + 2 * int(part.quiet)


def _short(token: str) -> str:
    """An element whose quotes JSON need not escape."""
    return token if "'" in token else token.replace('"', "'")


def changes(before: Placed, after: Placed) -> Iterator[Change]:
    """What is gone, then what is new or elsewhere."""
    yield from ([part] for part in before if part not in after)
    yield from ([part, place] for part, place in after.items() if before.get(part) != place)


# ---- patches: what a page takes over whose tables know nothing of what it shows already


def patches(first: Drawing, *others: Drawing) -> dict[str, Any]:
    """What changes from a board to the next, and from that to the one after it.

    `boards` has for each of the others its `change`, and those of `size`, `said` and `shapes` that are not as
    before. A part that is new, or lies upon others than before, also says which part of its layer comes
    before it ([part, place, before it]), `FIRST` for none: so all lie as if they were drawn anew.
    """
    tables, boards, before = Parts(), list[dict[str, Any]](), first
    for drawing in others:
        boards.append({"change": [*_patched(tables, before, drawing)], **_beside(before, drawing)})
        before = drawing
    return {**tables.tables(), "boards": boards}


def _patched(tables: Parts, before: Drawing, after: Drawing) -> Iterator[Change]:
    known, now = ({part.id: part for part in one.parts} for one in (before, after))
    yield from ([tables.id(gone)] for gone in known if gone not in now)
    rest, last = _as_they_lay(before, after), dict[int, str]()
    for part in after.parts:
        if part.id not in rest:
            below = last.get(part.layer)
            yield [tables.id(part.id), tables.place(part), FIRST if below is None else tables.id(below)]
        elif known[part.id] != part:
            yield [tables.id(part.id), tables.place(part)]
        last[part.layer] = part.id


def _as_they_lay(before: Drawing, after: Drawing) -> frozenset[str]:
    """The parts that need not be laid anew: of each layer as many as lie upon each other as before."""
    lay = {(part.layer, part.id): nth for nth, part in enumerate(before.parts)}
    kept = list[str]()
    for parts in after.layers().values():
        known = {lay[part.layer, part.id]: part.id for part in parts if (part.layer, part.id) in lay}
        kept += [known[nth] for nth in _rising([*known])]
    return frozenset(kept)


def _rising(numbers: Sequence[int]) -> list[int]:
    """The longest of its rows, with gaps, in which each number is higher than the one before."""
    ends, before = list[int](), dict[int, int | None]()  # the lowest end of a row of each length
    for number in numbers:
        at = bisect_left(ends, number)
        before[number] = ends[at - 1] if at else None
        ends[at : at + 1] = [number]
    found, number_ = list[int](), ends[-1] if ends else None
    while number_ is not None:
        found.append(number_)
        number_ = before[number_]
    return found[::-1]


def _beside(before: Drawing, after: Drawing) -> dict[str, Any]:
    was, now = (
        {"size": [one.width, one.height], "said": spoken(one), "shapes": one.shapes}
        for one in (before, after)
    )
    return {name: value for name, value in now.items() if was[name] != value}


def spoken(drawing: Drawing) -> str:
    """What the board is, to those who cannot see it."""
    return plain(f"{drawing.title}. {drawing.description}".strip())
