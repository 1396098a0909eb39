"""The picks that say an order: what somebody has typed, or what comes back unplayed, as steps have it."""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec import Struct

from domain.kit.errors import Fault
from domain.kit.facts import tag_of
from domain.kit.narrowed import Narrow, Narrowed, Picks, Value
from domain.kit.notation import Notation
from domain.kit.steps import Looking

MOST, LONGEST = 400, 60
"""Lists of picks that are tried, and picks of one."""


def picks_of(narrow: Narrow, words: Notation, order: Struct) -> Picks | None:
    """None where no picks say it that lead to a legal order."""
    looking, line, left = Looking(narrow), words.write(order), MOST
    tags = frozenset(map(tag_of, words.orders))

    def found(picks: Picks, of: str = "", nth: int = 0) -> Picks | None:
        """After the pick `nth` of a field."""
        nonlocal left
        left -= 1
        here = looking.at(picks)
        if type(here.order) is type(order) and _written(words, here.order) == line:
            return picks
        nth = nth + 1 if here.field == of else 0
        for pick in _that_say(here, order, nth, tags) if len(picks) < LONGEST else ():
            may = left > 0 and looking.may((*picks, pick))
            said = found((*picks, pick), here.field, nth) if may else None
            if said is not None:
                return said
        return None

    return found(())


def _that_say(here: Narrowed, order: Struct, nth: int, tags: Container[str]) -> list[str]:
    """The picks that say something which the order says too, first what it says `nth` of a field."""
    found = dict.fromkeys(_said(here, order, tags))
    next_word = _words_of(order, here.field)[nth : nth + 1] if here.field else ()
    return sorted(found, key=lambda pick: pick not in next_word)


def _written(words: Notation, order: Struct) -> str:
    """ "" for one that is not written yet: of a combat without a target."""
    try:
        return words.write(order)
    except Fault:
        return ""


def _said(here: Narrowed, order: Struct, tags: Container[str]) -> Iterator[str]:
    tag = tag_of(type(order))
    for one in here.values:
        is_other = one.group in tags and one.group != tag and f"{one.pick} ".startswith(f"{one.group} ")
        if not is_other and (_says(order, one) if one.field else one.value == tag):
            yield one.pick
    for word in _words_of(order, here.field) if here.field else ():
        if here.other(word) is not None:
            yield word


def _says(order: Struct, value: Value) -> bool:
    said = _words_of(order, value.field)
    return value.value in said or " ".join(said) == value.value or bool(said and not value.value)


def _words_of(order: Struct, field: str) -> tuple[str, ...]:
    said = getattr(order, field, "")
    if isinstance(said, tuple):
        return tuple(map(str, said))
    return (str(said),) if said != "" else ()
