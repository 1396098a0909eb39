"""Questions to chance, and their answers.

A rule asks; it never throws by itself. Where the answer comes from (the operating system, a committed sheet,
a record that is audited) is the business of a `Source`. A source that has to wait for somebody raises
`NotYet`: the order stays locked, and the same pure decision runs again when the answer is there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import le
from typing import NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.errors import Fault
from domain.kit.sealed import Sealed

T = TypeVar("T")


class Question(Struct, frozen=True, omit_defaults=True):
    """What is asked of chance.

    A throw is `count` faces of 1 to `sides`. A draw takes `count` things, one after the other, out of
    `sides` that are hidden: its first face is 1 to `sides`, its second 1 to `sides` - 1, and so on.
    `purpose` is derived by the rules from the state, never typed by anybody. The rules leave `index` and
    `lane` open; the game numbers the questions of each lane from 1 where they have to be proved. Those of
    protocol 1 have no lane.
    """

    rule: str
    purpose: str
    sides: int
    count: int = 1
    draw: bool = False
    secret: bool = False
    index: int = 0
    lane: str = ""

    def limits(self) -> tuple[int, ...]:
        """The highest face possible at each place of the answer."""
        sides, count = self.sides, self.count
        return tuple(range(sides, sides - count, -1)) if self.draw else (sides,) * count

    def fits(self, faces: Sequence[int]) -> bool:
        """Whether these faces can be its answer: one for each place, none below 1 or above its limit."""
        if len(faces) != self.count:
            return False
        return all(map(le, faces, self.limits())) and min(faces, default=1) >= 1


class Thrown(Struct, frozen=True, tag="thrown", omit_defaults=True):
    """Chance has answered a question.

    The faces of a secret draw are sealed from every seat, also from the one that draws: they count
    places among what is hidden, and with the card in hand would tell which cards the others hold. So is
    the cell that they follow from. `cell` is hexadecimal; "" where chance is not provable. `real` marks a
    throw made with real dice, by agreement.
    """

    question: Question
    faces: tuple[int, ...] | Sealed[tuple[int, ...]]
    cell: str | Sealed[str] = ""
    real: bool = False

    def answer(self) -> tuple[int, ...]:
        return self.faces.value if isinstance(self.faces, Sealed) else self.faces

    def opened_cell(self) -> str:
        return self.cell.value if isinstance(self.cell, Sealed) else self.cell


class ThrownAgain(Struct, frozen=True, tag="thrown-again"):
    """The throw at position `of` answers its question once more: play has gone back behind it, and has come
    to the same question. Its cell is not opened again.
    """

    question: Question
    of: int


class SheetShown(Struct, frozen=True, tag="sheet-shown"):
    """The referee shows the commitments of a sheet, hexadecimal, before the first of its cells is opened; the
    `proof` is its path to the root.
    """

    lane: str
    sheet: int
    cells: tuple[str, ...]
    proof: tuple[str, ...]


class Answer(NamedTuple):
    """Faces, and the cell in hexadecimal that they follow from; "" where the source can prove nothing.
    `shown` is the sheet of that cell, where it is the first of it."""

    faces: tuple[int, ...]
    cell: str = ""
    shown: SheetShown | None = None


def thrown(question: Question, answer: Answer, *, real: bool = False) -> Thrown:
    """The record of an answer. Raises `Fault` where it does not fit the question."""
    faces = answer.faces
    if not question.fits(faces):
        raise Fault(f"Chance answered {faces} to {question}.")
    if question.secret:
        return Thrown(question, Sealed((), faces), Sealed((), answer.cell) if answer.cell else "", real)
    return Thrown(question, faces, answer.cell, real)


class NotYet(Exception):
    """The answer is not available now; the unit of work runs again when it is."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class Bound(Struct, frozen=True, gc=False):
    """What a question is tied to beside itself.

    `inputs` is the digest of the orders that raised it, `given` the cells that other parties contribute.
    """

    inputs: bytes
    given: tuple[bytes, ...]


class Source(Protocol):
    """Where faces come from."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        """As many faces as `question.limits()` has places, or `NotYet`."""
        ...


class Binding(Struct, frozen=True, gc=False):
    """What ties the questions of one unit to their game.

    `first` is the index of the unit's first question in its `lane`, 0 where questions need no proof; `bound`
    says what the question of an index is tied to.
    """

    first: int
    bound: Callable[[int], Bound]
    lane: str = ""


UNBOUND = Binding(0, lambda index: Bound(b"", ()))


def unbound() -> Binding:
    """What ties the questions of a game that proves none."""
    return UNBOUND


class Recalled(NamedTuple):
    """A throw that is on record for the unit which is decided; `again` where it was made before a rewind."""

    throw: Thrown
    again: bool = False


class Chance:
    """Chance as a rule sees it: first the answers on record, in their order, then throws of lines that were
    left (`spare`, by position), then the source.

    `tie` says what the questions are tied to; it is asked once, and only where there is a question: most
    units have none. `fresh` holds what is to be recorded with the facts that follow. Where it `is_thrown`,
    open throws wait for people and their dice, whatever the source, but for the question that was `left`.
    """

    __slots__ = (
        "_asked", "_binding", "_is_thrown", "_left", "_on_record", "_recalled", "_source", "_spare", "_tie",
        "fresh",
    )  # fmt: skip

    def __init__(
        self,
        source: Source,
        on_record: Sequence[Recalled] = (),
        tie: Callable[[], Binding] = unbound,
        spare: Mapping[int, Thrown] = {},
        *,
        is_thrown: bool = False,
        left: Question | None = None,
    ) -> None:
        self._is_thrown, self._left = is_thrown, left
        self._source = source
        self._on_record = on_record
        self._recalled = 0
        self._binding: Binding | None = None
        self._tie = tie
        self._spare = spare
        self._asked = 0
        self.fresh: list[SheetShown | Thrown | ThrownAgain] = []

    def throw(self, rule: str, purpose: str, *, sides: int, count: int = 1) -> tuple[int, ...]:
        """`count` faces of 1 to `sides`, open to everybody."""
        return self._ask(Question(rule, purpose, sides, count))

    def draw(
        self, rule: str, purpose: str, hidden: Sequence[T], count: int = 1, *, secret: bool = True
    ) -> tuple[T, ...]:
        """`count` things out of `hidden`, which stand in an order that the state alone decides."""
        faces = self._ask(Question(rule, purpose, len(hidden), count, draw=True, secret=secret))
        left = list(hidden)
        return tuple([left.pop(face - 1) for face in faces])

    def unused(self) -> bool:
        """Whether an answer on record was not asked for."""
        return self._recalled < len(self._on_record)

    def _ask(self, question: Question) -> tuple[int, ...]:
        if self._recalled < len(self._on_record):
            return self._recall(question)
        for position, known in self._spare.items():
            if _unbound(known.question) == question and known.question.lane in ("", self._tied().lane):
                return self._give_again(position)
        question = self._bound(question)
        if self._is_thrown and not (question.draw or question.secret or question == self._left):
            raise NotYet(question)
        self._left = None
        answer = self._source.answer(question, self._tied().bound(question.index))
        if answer.shown:
            self.fresh.append(answer.shown)
        self.fresh.append(thrown(question, answer))
        return answer.faces

    def _tied(self) -> Binding:
        if self._binding is None:
            self._binding = self._tie()
        return self._binding

    def _bound(self, question: Question) -> Question:
        tied = self._tied()
        if not tied.first:
            return question
        self._asked += 1
        return replace(question, index=tied.first + self._asked - 1, lane=tied.lane)

    def _recall(self, question: Question) -> tuple[int, ...]:
        known, again = self._on_record[self._recalled]
        self._recalled += 1
        fits = _unbound(known.question) == question if again else known.question == self._bound(question)
        if known.real and not again:
            self._asked -= 1  # it has used up no cell: the next question has the same number
        if not fits:
            raise Fault(f"The rules ask {question}; on record is an answer to {known.question}.")
        return known.answer()

    def _give_again(self, position: int) -> tuple[int, ...]:
        known = self._spare[position]
        self._spare = {at: throw for at, throw in self._spare.items() if at != position}
        self.fresh.append(ThrownAgain(known.question, position))
        return known.answer()


def _unbound(question: Question) -> Question:
    """The question as the rules ask it."""
    return replace(question, index=0, lane="")


class Faces:
    """Chance from a list of faces, for tests and for throws that are known beforehand; then `NotYet`."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def answer(self, question: Question, bound: Bound) -> Answer:
        if len(self.left) < question.count:
            raise NotYet(question)
        taken = tuple(self.left[: question.count])
        del self.left[: question.count]
        return Answer(taken)
