"""Throws that can be checked: cells, the question that each answers, and the faces that follow.

A party commits to a sheet of secret cells before it can know what will be asked. Each question takes the
next cell. The faces follow from the cell, the question and what other parties contribute, and from
nothing that anybody could vary after the order is known. Everything here is a pure function: it throws,
checks and proves alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.kit.chance import Question
from domain.kit.framing import framed, keyed, number

CELL = 32
"""Bytes of a cell."""

_WORD = 8
_WORDS = 1 << (8 * _WORD)


def cell_commitment(game: str, party: str, sheet: int, place: int, cell: bytes) -> bytes:
    """What is published of a cell before it is used. Sheets and places count from 1."""
    return framed("bugyo/1/cell", game.encode(), party.encode(), number(sheet), number(place), cell)


def phrases_digest(phrases: Mapping[str, str], protocol: int = 1) -> bytes:
    """The joining phrases of all seats, in the order of the seats' names."""
    words = (word.encode() for seat in sorted(phrases) for word in (seat, phrases[seat]))
    return framed(f"bugyo/{protocol}/phrases", *words)


def question_digest(game: str, phrases: bytes, question: Question, inputs: bytes) -> bytes:
    """What the cell is bound to; `inputs` is the digest of the orders that raised the question. One that is
    asked in a lane is of protocol 2."""
    return framed(
        "bugyo/2/question" if question.lane else "bugyo/1/question",
        game.encode(),
        *((question.lane.encode(),) if question.lane else ()),
        number(question.index),
        phrases,
        question.rule.encode(),
        question.purpose.encode(),
        number(question.count),
        number(question.sides),
        b"draw" if question.draw else b"throw",
        inputs,
    )


def faces(
    cell: bytes, asked: bytes, contributions: Sequence[bytes], limits: Sequence[int], protocol: int = 1
) -> tuple[int, ...]:
    """One face of 1 to each limit, without bias for any number of sides."""
    key = keyed(cell, f"bugyo/{protocol}/key", asked, *contributions)
    words = _words(key, f"bugyo/{protocol}/words")
    return tuple(_face(words, limit) for limit in limits)


def _words(key: bytes, purpose: str) -> Iterator[int]:
    """64-bit words without end."""
    counter = 0
    while True:
        block = keyed(key, purpose, number(counter))
        yield from (int.from_bytes(block[at : at + _WORD], "big") for at in range(0, len(block), _WORD))
        counter += 1


def _face(words: Iterator[int], sides: int) -> int:
    """The next word below the largest multiple of `sides`: a word above it would favour the low faces."""
    fair = _WORDS - _WORDS % sides
    return next(word % sides + 1 for word in words if word < fair)
