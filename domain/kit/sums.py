"""A computed result, term by term, each with the rule it comes from: what `bugyo explain` prints."""

from __future__ import annotations

from msgspec import Struct


class Term(Struct, frozen=True):
    value: int
    why: str
    rule: str


class Sum(Struct, frozen=True):
    terms: tuple[Term, ...]

    @property
    def total(self) -> int:
        return sum([term.value for term in self.terms])
