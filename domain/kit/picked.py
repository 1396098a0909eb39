"""The picks that say an order: what somebody has typed, or what comes back unplayed, as steps have it."""

from __future__ import annotations

from collections.abc import Container, Iterator

from msgspec import Struct

from domain.kit.errors import Fault
from domain.kit.facts import tag_of
from domain.kit.narrowed import ALLOT, Narrow, Narrowed, Picks, Value
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
    next_word = _next_word(here, order, nth)
    return sorted(found, key=lambda pick: pick != next_word and not next_word.endswith(f"-{pick}"))


def _next_word(here: Narrowed, order: Struct, nth: int) -> str:
    """The first that the picks do not say yet; a number belongs to the word before it."""
    words = _words_of(order, here.field) if here.field else ()
    if type(here.order) is type(order):
        said = _words_of(here.order, here.field)
        same = (one == two for one, two in zip(words, said, strict=False))
        nth = next((at for at, is_same in enumerate(same) if not is_same), min(len(words), len(said)))
    here_word = words[nth] if nth < len(words) else ""
    return words[nth - 1] if here_word.isdecimal() and nth and not words[nth - 1].isdecimal() else here_word


def _written(words: Notation, order: Struct) -> str:
    """ "" for one that is not written yet: of a combat without a target."""
    try:
        return words.write(order)
    except Fault:
        return ""


def _said(here: Narrowed, order: Struct, tags: Container[str]) -> Iterator[str]:
    """What is said already comes last: once more it may mean a higher number."""
    tag, again = tag_of(type(order)), list[str]()
    for one in here.values:
        is_other = one.group in tags and one.group != tag and f"{one.pick} ".startswith(f"{one.group} ")
        is_said = one.field and getattr(here.order, one.field, None) == getattr(order, one.field, "")
        if is_other or not (_says(order, one) if one.field else one.value == tag):
            continue
        if not is_said:
            yield one.pick
        elif here.widget == ALLOT:
            again.append(one.pick)
    for word in _words_of(order, here.field) if here.field else ():
        if here.other(word) is not None:
            yield word
    yield from again


def _says(order: Struct, value: Value) -> bool:
    """Also of a number, and of a name with one: "3-bushi"."""
    said = _words_of(order, value.field)
    if value.value in ("", value.field):
        return bool(said)
    return value.value in (*said, " ".join(said), *(word.partition("-")[2] for word in said))


def _words_of(order: Struct, field: str) -> tuple[str, ...]:
    said = getattr(order, field, "")
    if isinstance(said, tuple):
        return tuple(map(str, said))
    return (str(said),) if said != "" else ()
