"""The steps of an order of which nobody says what is legal: the fields of its form, one after the other.

Names come from the vocabulary, numbers from their limits. Only an order that says all it has to is tried;
what leads there is possible, and no more is promised.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance, Faces, NotYet
from domain.kit.errors import IllegalMove
from domain.kit.facts import State
from domain.kit.narrowed import (
    NUMBER,
    ONE,
    PAIR,
    SOME,
    TEXT,
    Limits,
    Narrow,
    Narrowed,
    Picks,
    Value,
    values_of,
)
from domain.kit.notation import Field, Notation
from domain.kit.rules import Decide
from domain.kit.vocabulary import Kind, Names, Number, Text, fold

ADD = "+"
"""What a pick begins with that goes on to a field which comes after a list, or may be left out."""

ON = "on "
"""What a pick begins with that names the second of a pair, be it before the first or after it."""

MOST_NAMES = 200
"""Names of a kind that are listed; of more, one is typed."""

LONGEST = 2_000
"""Signs of a text in an order."""

Given = dict[str, list[str]]
Candidates = Callable[[str], Collection[str] | None]
"""The names that may stand for a field, where a title says which; None for all of their kind."""


def judged(decide: Decide, state: State[Any, Any], seat: str) -> Callable[[Struct], Bars]:
    """Why an order is refused, as a bar; a throw that it needs is not made."""

    def bars(order: Struct) -> Bars:
        try:
            decide(state, seat, order, Chance(Faces()))
        except NotYet:
            return
        except IllegalMove as refusal:
            yield Bar(refusal.rule, refusal.why)

    return bars


Pair = tuple[str, str]
"""Two fields that are picked at once, in any order: whoever does something, and to whom."""


def form_of(
    order: type[Struct],
    words: Notation,
    bars: Callable[[Struct], Bars],
    names: Candidates,
    pair: Pair = ("", ""),
) -> Narrow:
    """An order without a field is whole as soon as it is picked; one of which a field has no candidate leads
    nowhere."""

    fields = words.fields(order)

    def narrowed(picks: Picks) -> Narrowed:
        if not fields:
            return Narrowed(order=order(), bars=bars)
        if not picks and any(one.is_required and _is_empty(names(one.name)) for one in fields):
            return Narrowed()
        given, at = _given(fields, picks, pair)
        field = fields[at] if at < len(fields) else None
        if pair[0] and not {*pair} <= {*given}:
            return _pairing(given, pair, names)
        more = _more(fields, given, field)
        whole = _built(order, fields, given) if _is_said(field, given) else None
        if field is None or _is_full(field, given):
            return Narrowed(more, order=whole, bars=bars, is_sure=False)
        return _asking(field, given, more, whole, bars, names(field.name))

    return narrowed


def _pairing(given: Given, pair: Pair, names: Candidates) -> Narrowed:
    """Both sides, but what is picked already."""
    who, whom = pair
    values = values_of(who, names(who) or (), "attackers") if who not in given else ()
    targets = [Value(f"{ON}{one}", whom, one, "targets") for one in names(whom) or () if whom not in given]
    return Narrowed((*values, *targets), PAIR, who, is_sure=False)


def _is_empty(candidates: Collection[str] | None) -> bool:
    """Whether nothing can be named for a field."""
    return candidates is not None and not candidates


def _given(fields: tuple[Field, ...], picks: Picks, pair: Pair) -> tuple[Given, int]:
    """What the picks say of each field, and which field the next one is for."""
    given: Given = {}
    at = _next(fields, given, -1)
    for pick in picks:
        if pair[0] and not {*pair} <= {*given}:
            given[pair[1] if pick.startswith(ON) else pair[0]] = [pick.removeprefix(ON)]
            at = _next(fields, given, at)
            continue
        named = next((n for n, one in enumerate(fields) if pick == ADD + one.name), None)
        if named is not None and named != at:
            at = named
            continue
        given.setdefault(fields[at].name, []).append(pick)
        if _is_full(fields[at], given):
            at = _next(fields, given, at)
    return given, at


def _next(fields: tuple[Field, ...], given: Given, at: int) -> int:
    """The next field that has to be written, or the only one there is; past the last where there is none."""
    if len(fields) == 1 and not given:
        return 0
    return next((n for n, one in enumerate(fields) if one.is_required and one.name not in given), len(fields))


def _is_full(field: Field, given: Given) -> bool:
    return not field.is_list and len(given.get(field.name, ())) >= (field.width or 1)


def _is_said(field: Field | None, given: Given) -> bool:
    """Whether the field that the next pick is for may be left as it is."""
    return field is None or (bool(given.get(field.name)) and (field.is_list or _is_full(field, given)))


def _more(fields: tuple[Field, ...], given: Given, field: Field | None) -> tuple[Value, ...]:
    """The fields that may come next instead of more of this one: the next that has to, else all that may."""
    if not _is_said(field, given):
        return ()
    left = [one for one in fields if one.name not in given]
    due = [one for one in left if one.is_required][:1] or left
    return tuple([Value(ADD + one.name, one.name, "", "more") for one in due])


def _asking(
    field: Field,
    given: Given,
    more: tuple[Value, ...],
    whole: Struct | None,
    bars: Callable[[Struct], Bars],
    candidates: Collection[str] | None,
) -> Narrowed:
    """What may stand for a field."""
    item, taken = field.item, given.get(field.name, ())
    if field.width:
        item = field.slots[len(taken)]  # type: ignore[assignment]
    limits = _numbers(item)
    known = item.kind.canonical if isinstance(item, Names) and candidates is None else candidates or ()
    is_listed = not limits if isinstance(item, Names) else candidates is not None
    if is_listed and len(known) <= MOST_NAMES:
        names = [word for word in known if not (field.is_list and word in taken)]
        values = values_of(field.name, names)
        widget = SOME if field.is_list else ONE
        return Narrowed((*values, *more), widget, field.name, whole, bars, is_sure=False)
    widget, read = NUMBER if limits else TEXT, _read(field.name, item, taken if field.is_list else ())
    return Narrowed(more, widget, field.name, whole, bars, limits=limits, is_sure=False, other=read)


def _numbers(item: Names | Number | Text) -> Limits | None:
    """Of a number, or of names that are numbers at one distance: "0", "0.25", "0.5"."""
    if isinstance(item, Number):
        return Limits(item.least, item.most)
    words = item.kind.canonical if isinstance(item, Names) else ()
    if len(words) < 2 or not all(word.replace(".", "", 1).isdecimal() for word in words):
        return None
    numbers = tuple(map(float, words))
    step = numbers[1] - numbers[0]
    even = all(one == numbers[0] + nth * step for nth, one in enumerate(numbers))
    return Limits(numbers[0], numbers[-1], step) if even else None


def _read(field: str, item: Names | Number | Text, taken: Collection[str]) -> Callable[[str], Value | None]:
    """Of a list each but once."""
    read = _text(field)
    if isinstance(item, Number):
        read = _number(field, Limits(item.least, item.most))
    elif isinstance(item, Names):
        read = _name(field, item.kind)
    return lambda pick: None if pick in taken else read(pick)


def _name(field: str, kind: Kind) -> Callable[[str], Value | None]:
    return lambda pick: Value(pick, field, pick) if kind.words.get(fold(pick)) == (pick,) else None


def _number(field: str, limits: Limits) -> Callable[[str], Value | None]:
    def read(pick: str) -> Value | None:
        digits = pick.removeprefix("-")
        if not (digits.isascii() and digits.isdecimal() and len(digits) < 10):
            return None
        number, (least, most, _step) = int(pick), limits
        within = (least is None or least <= number) and (most is None or number <= most)
        return Value(str(number), field, str(number)) if within and str(number) == pick else None

    return read


def _text(field: str) -> Callable[[str], Value | None]:
    def read(pick: str) -> Value | None:
        fits = 0 < len(pick) <= LONGEST and pick.strip() == pick and pick.isprintable()
        return Value(pick, field, pick) if fits else None

    return read


def _built(order: type[Struct], fields: tuple[Field, ...], given: Given) -> Struct | None:
    """The order; None where a field that has to be written is not, or one is only half."""
    made: dict[str, Any] = {}
    for field in fields:
        if field.name not in given:
            if field.is_required:
                return None
            continue
        if not _is_said(field, given):
            return None
        said = [int(one) if isinstance(field.item, Number) else one for one in given[field.name]]
        made[field.name] = tuple(said) if field.is_list or field.width else said[0]
    return order(**made)
