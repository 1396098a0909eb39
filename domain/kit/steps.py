"""An order put together step by step: which values there are after some picks, and what the picks say.

The list of picks is all that is kept of a step. Values come from the offers of a prompt, by a trie; else from
what a chapter narrows; else from the form of the order, whose names are only possible. What is legal is asked
of the bars of the answer, or of `decide`: no rule stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from domain.kit.bars import Bar
from domain.kit.errors import UNFOLDED
from domain.kit.facts import State, tag_of
from domain.kit.forms import form_of, judged
from domain.kit.narrowed import ONE, Count, Limits, Narrow, Narrowed, Picks, Value
from domain.kit.notation import Notation
from domain.kit.rules import Rules
from domain.kit.tries import trie

LEGAL, POSSIBLE, SHUT = "legal", "possible", ""
"""Whether a value leads to a legal order; it may, but nobody looks so far; it does not."""

SURE, NEXT = "yes", "then"
"""The picks that confirm an order which destroys, ends or gives up, and that end one to which more could be
added, so that the next may follow."""

Grave = Callable[[Struct], bool]

MOST_ORDERS = 4_000
"""Offers that are made a trie of; of more, a prompt has to be narrowed."""

MOST_LOOKS = 4_000
"""Lists of picks that are looked at to find out where one step leads; what is not looked at is possible."""

MOST_SHUT = 40
"""Values that are told though they lead nowhere."""


class Choice(Struct, frozen=True):
    """A value, and whether it may be picked: `may`; `bar` is what forbids it, where that is known."""

    value: Value
    may: str
    bar: Bar | None = None


class Step(Struct, frozen=True):
    """What may be picked after some picks, and what these are. `order` is what they say by themselves,
    `lacks` why it cannot be given yet, and `before` the picks as they were read; `asks_sure`, if it is only
    asked whether the order is meant; `way` where it goes on a map of hexes. `onward`: what ends it, and
    begins the next.
    """

    before: tuple[Value, ...]
    widget: str
    field: str
    choices: tuple[Choice, ...] = ()
    order: Struct | None = None
    lacks: Bar | None = None
    left: tuple[Count, ...] = ()
    limits: Limits | None = None
    is_ordered: bool = False
    asks_sure: bool = False
    way: tuple[str, ...] = ()
    onward: tuple[Choice, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Whether the order may be given."""
        return self.order is not None and self.lacks is None and not self.asks_sure

    @property
    def is_open(self) -> bool:
        """Whether something more may be picked."""
        return any(one.may for one in (*self.choices, *self.onward)) or self.limits is not None

    @property
    def is_closed(self) -> bool:
        """Whether the next pick begins another order."""
        return self.is_whole and not self.is_open


class First(NamedTuple):
    """The first order of some picks, how many of them it takes, and whether the next begins another."""

    step: Step
    used: int
    is_closed: bool


class NoSuchPick(Exception):
    """A pick that cannot be read or leads nowhere now; `nth` counts from 0. `bar` says what forbids it."""

    def __init__(self, nth: int, bar: Bar | None = None) -> None:
        super().__init__(nth)
        self.nth = nth
        self.bar = bar


class Looking:
    """Looks ahead, from what has been picked: each list of picks once, and so many in all."""

    def __init__(self, narrow: Narrow) -> None:
        self._narrow = narrow
        self._left = MOST_LOOKS
        self._known: dict[Picks, Narrowed] = {}
        self._may: dict[Picks, str] = {}
        self._bars: dict[Picks, tuple[Bar, ...]] = {}

    def at(self, picks: Picks) -> Narrowed:
        if picks not in self._known:
            self._left -= 1
            self._known[picks] = self._narrow(picks)
        return self._known[picks]

    def hindered(self, picks: Picks) -> tuple[Bar, ...]:
        """What forbids the order that the picks are: up to the first that no further pick lifts."""
        if picks not in self._bars:
            found = list[Bar]()
            for bar in self.at(picks).hindered():
                found.append(bar)
                if not bar.cured:
                    break
            self._bars[picks] = tuple(found)
        return self._bars[picks]

    def may(self, picks: Picks) -> str:
        """Whether some legal order begins with these picks."""
        if picks not in self._may:
            self._may[picks] = self._looked(picks) if self._left > 0 else POSSIBLE
        return self._may[picks]

    def _looked(self, picks: Picks) -> str:
        here = self.at(picks)
        if not here.is_sure:
            return POSSIBLE
        if here.order is not None:
            bars = self.hindered(picks)
            if not bars:
                return LEGAL
            if not bars[-1].cured:
                return SHUT
        found = (self.may((*picks, pick)) for pick in here.cures or [one.pick for one in here.values])
        return next(filter(None, found), POSSIBLE if here.limits else SHUT)

    def bar(self, picks: Picks) -> Bar | None:
        """What forbids an order that begins with these picks, if it is known."""
        here = self.at(picks)
        if here.order is None and here.values:
            return self.bar((*picks, here.values[0].pick))
        return next(iter(self.hindered(picks)[::-1]), None)


def why_not(narrow: Narrow, picks: Picks, value: str) -> Bar | None:
    """What forbids a value after some picks, be it among those that are told or not; None where nothing is
    known. Raises `NoSuchPick`."""
    read(narrow, picks)
    looking = Looking(narrow)
    here = looking.at(picks)
    pick = next((one.pick for one in here.values if value in (one.value, one.pick)), value)
    if here.is_sure:
        with suppress(*UNFOLDED):  # a chapter need not know what it has not named itself
            return None if looking.may((*picks, pick)) else looking.bar((*picks, pick))
    return None


def read(narrow: Narrow, picks: Picks, is_grave: Grave = lambda order: False) -> Step:
    """What the picks of one order mean, each read among the values that there were then. Raises
    `NoSuchPick`."""
    first = first_of(narrow, picks, is_grave)
    if first.used < len(picks):
        raise NoSuchPick(first.used)
    return first.step


def first_of(narrow: Narrow, picks: Picks, is_grave: Grave) -> First:
    """The first of the orders that picks say one after the other. Raises `NoSuchPick`."""
    looking, before = Looking(narrow), list[Value]()
    for nth, pick in enumerate(picks):
        here = looking.at(picks[:nth])
        value = next((one for one in here.values if one.pick == pick), None) or here.other(pick)
        if value is None or not looking.may(picks[: nth + 1]):
            step = _step(looking, picks[:nth], tuple(before), is_grave)
            if nth and (step.is_closed or (step.is_whole and value is None and pick not in (SURE, NEXT))):
                return First(step, nth + (step.is_closed and pick == NEXT), is_closed=True)
            if value is None and pick in (SURE, NEXT):
                return First(_ended(step, pick, nth), nth + 1, is_closed=True)
            raise NoSuchPick(nth, None if value is None else looking.bar(picks[: nth + 1]))
        before.append(value)
    step = _step(looking, picks, tuple(before), is_grave)
    return First(step, len(picks), bool(picks) and step.is_closed)


def _ended(step: Step, pick: str, nth: int) -> Step:
    """An order that is meant, or that is enough as it is."""
    if not (step.asks_sure if pick == SURE else step.is_whole):
        raise NoSuchPick(nth)
    sure = (Value(SURE, "", SURE),) if pick == SURE else ()
    return replace(step, before=(*step.before, *sure), choices=(), onward=(), asks_sure=False)


def _step(looking: Looking, picks: Picks, before: tuple[Value, ...], is_grave: Grave) -> Step:
    here = looking.at(picks)
    choices, lacks = tuple(_choices(looking, picks, here)), next(iter(looking.hindered(picks)), None)
    if here.order is not None and lacks is None and is_grave(here.order):
        sure = Choice(Value(SURE, "", SURE), LEGAL)
        return Step(before, ONE, "", (*choices, sure), here.order, asks_sure=True)
    beside = (here.left, here.limits, here.is_ordered)
    is_whole = here.order is not None and lacks is None
    onward = tuple([Choice(one, LEGAL) for one in here.onward if is_whole and looking.may((one.pick,))])
    return Step(
        before, here.widget, here.field, choices, here.order, lacks, *beside, way=here.way, onward=onward
    )


def _choices(looking: Looking, picks: Picks, here: Narrowed) -> Iterator[Choice]:
    shut = 0
    for one in here.values:
        may = looking.may((*picks, one.pick))
        shut += not may
        if may:
            yield Choice(one, may)
        elif shut <= MOST_SHUT:
            yield Choice(one, may, looking.bar((*picks, one.pick)))


# ---- where values come from


def narrowing(rules: Rules, words: Notation, state: State[Any, Any], seat: str) -> Narrow:
    """Of the prompt that is open, and of giving the game up at any time."""
    bars = judged(rules.decide, state, seat)
    bare = [kind for kind in rules.always if not kind.__struct_fields__ and rules.grave(kind())]
    beside = {tag_of(kind): form_of(kind, words, bars, lambda field: None) for kind in bare}
    return _with(_asked(rules, words, state, seat), beside)


def _asked(rules: Rules, words: Notation, state: State[Any, Any], seat: str) -> Narrow:
    if seat not in rules.awaited(state) and seat not in rules.welcome(state):
        return lambda picks: Narrowed()
    own = rules.narrows(state, seat)
    if own.whole is not None:
        return own.whole
    offers = None if own.kinds else rules.offers(state, seat)
    if offers is not None and len(offers) <= MOST_ORDERS:
        return trie(words, offers)
    kinds, bars = (rules.admitted or rules.expected)(state), judged(rules.decide, state, seat)
    found = {
        tag_of(one): own.kinds.get(tag_of(one))
        or form_of(
            one, words, bars, partial(rules.candidates, state, seat, one), rules.pairs.get(one, ("", ""))
        )
        for one in kinds
    }
    asking = [tag_of(one) for one in kinds if one.__struct_fields__]
    return _by_kind(found, asking[0] if len(asking) == 1 else own.first)


def _by_kind(found: Mapping[str, Narrow], first: str) -> Narrow:
    """The kind of an order, unless there is only one that asks for more; then this."""
    others = tuple([Value(tag, "", tag, tag) for tag in found if tag != first])

    def narrowed(picks: Picks) -> Narrowed:
        if picks and picks[0] in found and picks[0] != first:
            return found[picks[0]](picks[1:])
        if not first:
            return Narrowed(others)
        here = found[first](picks)
        return here if picks else replace(here, values=(*here.values, *others), is_sure=True)

    return narrowed


def _with(narrow: Narrow, beside: Mapping[str, Narrow]) -> Narrow:
    """And orders that may be given at any time, which are none of the values."""

    def narrowed(picks: Picks) -> Narrowed:
        if picks and picks[0] in beside:
            return beside[picks[0]](picks[1:])
        here = narrow(picks)
        if picks:
            return here

        def other(pick: str) -> Value | None:
            return Value(pick, "", pick, pick) if pick in beside else here.other(pick)

        return replace(here, other=other)

    return narrowed
