"""Conditions: orders that a seat leaves for when something is so, read and written for every title.

    if B1 is eliminated: retreat B2 1512 then done else: fight B2 on C1
    unless turn 5 or later and B1 is on 1512: done
    on turn 5: done

A clause is what is said of the board. Its words and whether it holds are the title's, which judges it by what
the seat may know: so no condition tells its writer more than it could see. Turns are the kit's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta, Struct

from domain.kit.errors import IllegalMove, OrderError, UnreadableOrder
from domain.kit.notation import Notation
from domain.kit.typed_words import KIT, Spellings, Typed
from domain.kit.vocabulary import Name, Vocabulary, names_of

RULE = "held"
LONGEST, MOST_CLAUSES, MOST_ORDERS = 600, 4, 12
"""Characters of a condition, its clauses, and the orders of each branch."""

IF, UNLESS, THEN, ELSE, AND = "if", "unless", "then", "else", "and"


def _any_of(word: str) -> str:
    """A pattern of all that stands for one of these words."""
    return "|".join(re.escape(spelling).replace("\\ ", r"\s") for spelling in KIT.also("condition", word))


BEGINS = re.compile(rf"(?:({_any_of(UNLESS)})|{_any_of(IF)})\s+", re.IGNORECASE)
"""How conditions begin. The rest is cut up without a pattern, which would try each colon with each word."""
_ELSE = re.compile(rf"[ ,;.](?:{_any_of(ELSE)}) ?: ?", re.IGNORECASE)
_AND = re.compile(rf" (?:{_any_of(AND)}) ", re.IGNORECASE)
BETWEEN = re.compile(rf" (?:{_any_of(THEN)}) ", re.IGNORECASE)


class Turn(Struct, frozen=True, tag="turn"):
    """It is this turn."""

    FORM: ClassVar[tuple[str, ...]] = ("turn {turn}", "turn is {turn}", "it is turn {turn}")
    turn: Annotated[int, Meta(ge=0, le=999)]


class FromTurn(Struct, frozen=True, tag="from-turn"):
    """It is this turn, or a later one."""

    FORM: ClassVar[str] = "turn {turn} or later"
    turn: Annotated[int, Meta(ge=0, le=999)]


TURNS = (Turn, FromTurn)

WHOSE = names_of(KIT.kind("whose", ("own", "their")))
"""Whose something is, as the writer sees it."""


class Seen(NamedTuple):
    """Whether a clause holds, what there was to see in a few words, and why it can `never` hold from now on,
    in a sentence; "" where it can. What is `secret` is about what only the writer knows, also where it does
    not hold."""

    holds: bool
    found: str = ""
    never: str = ""
    secret: bool = False


class Clauses(Struct, frozen=True):
    """What conditions of a title can be about.

    `judge` is asked with what the seat may know (`Rules.view`), the seat and the clause; also with what
    everybody may, to see whether all may be told. `names` are those that no order has; `words` other
    spellings of literal words, or all that is `typed` for them.
    """

    kinds: tuple[type[Struct], ...] = ()
    judge: Callable[[Any, str, Any], Seen] = lambda view, seat, clause: Seen(False)
    names: Mapping[str, tuple[Name, ...]] = {}
    words: Mapping[str, Spellings] = {}
    typed: Callable[[], Typed] | None = None

    def notation(self, orders: Notation) -> Notation:
        """The words of the clauses, for those of the orders."""
        names, words = self.names, self.words
        if self.typed:
            said = self.typed()
            names = {kind: _spelled(said, kind, some) for kind, some in names.items()}
            words = said.in_clauses(self.kinds)
        known = Vocabulary(dict(names))
        known.kinds.update(orders.vocabulary.kinds)
        return Notation((*TURNS, *self.kinds), known, words={**KIT.in_clauses(TURNS), **words})


def _spelled(said: Typed, kind: str, names: tuple[Name, ...]) -> tuple[Name, ...]:
    return tuple(Name(name.word, (*name.also, *said.also(kind, name.word))) for name in names)


class Condition(Struct, frozen=True):
    """What a seat orders if all clauses hold (where it is `negated`: unless they do), and otherwise.

    Without a clause it is the rest of a branch that has begun.
    """

    clauses: tuple[Struct, ...]
    negated: bool
    orders: tuple[Struct, ...]
    otherwise: tuple[Struct, ...] = ()


class Words(NamedTuple):
    """How conditions are read and written in one game; orders of the types `always` wait for none."""

    orders: Notation
    clauses: Notation
    always: tuple[type[Struct], ...]

    def read(self, line: str) -> Condition:
        """Raises `UnreadableOrder`, `AmbiguousOrder` or `IllegalMove`."""
        if len(line) > LONGEST:
            why = f"The line has {len(line):,} characters; a condition has at most {LONGEST:,}."
            raise UnreadableOrder(line, LONGEST, why, ())
        if line.startswith(f"{THEN} "):
            return Condition((), False, self._orders(line.removeprefix(f"{THEN} ")))
        parts = _parts(line)
        if parts is None:
            raise UnreadableOrder(line, len(line), "This is no whole condition.", ('"if …: ORDER"',))
        if len(parts.branches) > 2:
            raise IllegalMove(RULE, "A condition has one “else”.", "Write another condition for the rest.")
        orders, *others = map(self._orders, parts.branches)
        return Condition(self._clauses(parts.said), parts.is_negated, orders, others[0] if others else ())

    def _clauses(self, text: str) -> tuple[Struct, ...]:
        try:
            return (self.clauses.read(text),)
        except OrderError:
            parts = _AND.split(text)
            if len(parts) > MOST_CLAUSES:
                why = f"A condition has at most {MOST_CLAUSES} clauses, and this has {len(parts)}."
                raise IllegalMove(RULE, why, "Write several conditions.") from None
            return tuple(map(self.clauses.read, parts))

    def _orders(self, text: str) -> tuple[Struct, ...]:
        lines = script(text)
        if not 0 < len(lines) <= MOST_ORDERS:
            why = f"A branch of a condition has 1 to {MOST_ORDERS} orders, and this has {len(lines)}."
            raise IllegalMove(RULE, why, "Write “then” between them.")
        orders = tuple(map(self.orders.read, lines))
        for line, order in zip(lines, orders, strict=True):
            if isinstance(order, self.always):
                why = f"“{line}” can be ordered at any time, and waits for no condition."
                raise IllegalMove(RULE, why, "Write an order that answers what is asked in the game.")
        return orders

    def write(self, one: Condition) -> str:
        """As it is kept, which reads as the same."""
        orders = self._script(one.orders)
        if not one.clauses:
            return f"{THEN} {orders}"
        said = f" {AND} ".join(map(self.clauses.write, one.clauses))
        others = f" {ELSE}: {self._script(one.otherwise)}" if one.otherwise else ""
        return f"{UNLESS if one.negated else IF} {said}: {orders}{others}"

    def _script(self, orders: tuple[Struct, ...]) -> str:
        return f" {THEN} ".join(map(self.orders.write, orders))


def script(text: str) -> tuple[str, ...]:
    """The orders that are written one after the other with “then” between them."""
    return tuple([line for part in BETWEEN.split(text) if (line := part.strip(" :,."))])


def is_condition(line: str) -> bool:
    """Whether a line is written like a condition."""
    return _parts(line) is not None


def is_forked(line: str) -> bool:
    """Whether it is a condition with two branches: no standing order of a title has them."""
    parts = _parts(line)
    return parts is not None and parts.branches[0] != "" and any(parts.branches[1:])


class _Parts(NamedTuple):
    is_negated: bool
    said: str
    branches: list[str]


def _parts(line: str) -> _Parts | None:
    """A line cut at its first colon, and behind that at each “else”; None for no condition."""
    begins = BEGINS.match(line)
    if begins is None or "\n" in line:
        return None
    said, _colon, rest = line[begins.end() :].partition(":")
    if not said or not rest:
        return None
    *before, last = _ELSE.split(rest.removeprefix(" "))
    return _Parts(bool(begins[1]), said.rstrip(), [*(one.rstrip(" ,;.") for one in before), last])


def judged(clauses: Clauses, view: Any, turn: str, seat: str, clause: Struct) -> Seen:
    """Whether a clause holds by what a seat may know; `turn` is that of the game, as mails write it."""
    if not isinstance(clause, TURNS):
        return clauses.judge(view, seat, clause)
    digits = re.search(r"\d+", turn)
    now = int(digits[0]) if digits else 0
    if isinstance(clause, FromTurn):
        return Seen(now >= clause.turn, turn)
    is_over = f"Turn {clause.turn} is over: it is {turn}." if now > clause.turn else ""
    return Seen(now == clause.turn, turn, is_over)
