"""Questions to chance, and their answers.

A rule asks; it never throws by itself. Where the answer comes from (the operating system, a committed sheet,
a record that is audited) is the business of a `Source`. A source that has to wait for somebody raises
`NotYet`: the order stays locked, and the same pure decision runs again when the answer is there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from msgspec import Struct

from domain.kit.errors import Fault
from domain.kit.sealed import Sealed

T = TypeVar("T")


class Question(Struct, frozen=True, omit_defaults=True):
    """What is asked of chance.

    A throw is `count` faces of 1 to `sides`. A draw takes `count` things, one after the other, out of `sides`
    that are hidden: its first face is 1 to `sides`, its second 1 to `sides` - 1, and so on.
    `purpose` is derived by the rules from the state, never typed by anybody.
    """

    rule: str
    purpose: str
    sides: int
    count: int = 1
    draw: bool = False
    secret: bool = False

    def limits(self) -> tuple[int, ...]:
        """The highest face possible at each place of the answer."""
        return tuple(self.sides - place if self.draw else self.sides for place in range(self.count))


class Thrown(Struct, frozen=True, tag="thrown", omit_defaults=True):
    """Chance has answered a question.

    The faces of a secret draw are sealed from every seat, also from the one that draws: they count
    places among what is hidden, and with the card in hand would tell which cards the others hold.
    """

    question: Question
    faces: tuple[int, ...] | Sealed[tuple[int, ...]]

    def answer(self) -> tuple[int, ...]:
        return self.faces.value if isinstance(self.faces, Sealed) else self.faces


def thrown(question: Question, faces: tuple[int, ...]) -> Thrown:
    """The record of an answer. Raises `Fault` where it does not fit the question."""
    limits = question.limits()
    if len(faces) != len(limits) or not all(1 <= f <= top for f, top in zip(faces, limits, strict=True)):
        raise Fault(f"Chance answered {faces} to {question}.")
    return Thrown(question, Sealed((), faces) if question.secret else faces)


class NotYet(Exception):
    """The answer is not available now; the unit of work runs again when it is."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class Source(Protocol):
    """Where faces come from."""

    def answer(self, question: Question) -> tuple[int, ...]:
        """As many faces as `question.limits()` has places, or `NotYet`."""
        ...


class Chance:
    """Chance as a rule sees it: first the answers on record, in their order, then the source.

    `fresh` holds what the source answered, to be recorded with the facts that follow.
    """

    def __init__(self, source: Source, on_record: Sequence[Thrown] = ()) -> None:
        self._source = source
        self._on_record = list(on_record)
        self.fresh: list[Thrown] = []

    def throw(self, rule: str, purpose: str, *, sides: int, count: int = 1) -> tuple[int, ...]:
        """`count` faces of 1 to `sides`, open to everybody."""
        return self._ask(Question(rule, purpose, sides, count))

    def draw(
        self, rule: str, purpose: str, hidden: Sequence[T], count: int = 1, *, secret: bool = True
    ) -> tuple[T, ...]:
        """`count` things out of `hidden`, which stand in an order that the state alone decides."""
        faces = self._ask(Question(rule, purpose, len(hidden), count, draw=True, secret=secret))
        left = list(hidden)
        return tuple(left.pop(face - 1) for face in faces)

    def unused(self) -> bool:
        """Whether an answer on record was not asked for."""
        return bool(self._on_record)

    def _ask(self, question: Question) -> tuple[int, ...]:
        if self._on_record:
            return self._recall(question)
        faces = self._source.answer(question)
        self.fresh.append(thrown(question, faces))
        return faces

    def _recall(self, question: Question) -> tuple[int, ...]:
        known = self._on_record.pop(0)
        if known.question != question:
            raise Fault(f"The rules ask {question}; on record is an answer to {known.question}.")
        return known.answer()


class Faces:
    """Chance from a list of faces, for tests and for throws that are known beforehand; then `NotYet`."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def answer(self, question: Question) -> tuple[int, ...]:
        if len(self.left) < question.count:
            raise NotYet(question)
        taken = tuple(self.left[: question.count])
        del self.left[: question.count]
        return taken
