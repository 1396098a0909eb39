"""The words of the steps of an order: those of its title, else what is said of every title."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.kit.bars import Bar
from domain.kit.facts import tag_of
from domain.kit.narrowed import Value
from domain.kit.steps import SURE
from projections.language.messages import _, term
from projections.pictures import Field, Names, StepWords

Odds = Callable[[Field, str], str]
"""How likely it is what a value of a field brings; "" where nothing is thrown, or nobody knows."""


class Words:
    """The words of the steps of a seat. `kinds` are the orders that it may give."""

    def __init__(
        self, seat: str, view: Any, kinds: Sequence[type[Struct]], said: StepWords, names: Names
    ) -> None:
        self._seat, self._view, self._said, self._names = seat, view, said, names
        self._kinds: Mapping[str, type[Struct]] = {tag_of(kind): kind for kind in kinds}

    def asks(self, field: Field) -> str:
        """What the title asks where that field is to be said; "" for what all titles ask."""
        return self._said.ask(self._view, field, "", self._names)

    def label(self, one: Value, order: type[Struct], given: Mapping[str, Any]) -> str:
        """What stands on a button; `order` is what is put together, with what has been said of it."""
        if one.pick == SURE:
            return _("Yes, do it")
        if not one.field:
            return self.kind(one.value, given)
        field = Field(self._seat, order, one.field, given)
        own = self._said.value(self._view, field, one.value or one.pick, self._names)
        if not (own or one.value):
            return _("Add: {what}").format(what=term(one.field.replace("_", " ")))
        return own or term(self._names.get(one.value) or one.value)

    def kind(self, tag: str, given: Mapping[str, Any]) -> str:
        """A kind of order: as its title calls it; else by the words of its form, those before its first field
        or, where that has been picked before the kind, those after it."""
        kind = self._kinds.get(tag.partition(" ")[0])
        if kind is None:
            return _begun(term(tag.replace("-", " ")))
        own = self._said.kind(self._view, Field(self._seat, kind, "", given), tag, self._names)
        return own or _begun(_in_form(kind, has_begun=bool(given)))

    def arranged(self, told: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Values that are kinds of orders, as the title has them stand one after the other."""
        places = {tag: nth for nth, tag in enumerate(self._said.order)}
        return sorted(told, key=lambda one: places.get(one["v"], -1))

    def picked(self, one: Value, order: type[Struct], given: Mapping[str, Any]) -> str:
        """The same of what has been picked: with its kind, where both were one pick."""
        label = self.label(one, order, given)
        if one.group not in self._kinds or one.group == one.pick or not one.field:
            return label
        return _("{kind}: {what}").format(kind=self.kind(one.group, {}), what=label)

    def group(self, one: Value, order: type[Struct], given: Mapping[str, Any]) -> str:
        """The heading that a value stands under; "" for none."""
        own = self._said.group(self._view, Field(self._seat, order, one.field, given), one.value, self._names)
        if one.group in self._kinds:
            is_beside = one.group != one.pick
            return self.kind(one.group, {}) if is_beside else "" if one.field else own
        return term(_begun(one.group.replace("-", " "))) if one.group else own

    def note(self, one: Value, order: type[Struct], given: Mapping[str, Any], odds: Odds) -> str:
        """What a value costs, what else is known of it, and how likely it is what it brings."""
        cost = _("{number} {what}").format(number=one.cost.number, what=term(one.cost.of)) if one.cost else ""
        kind = order if one.field else self._kinds.get(one.value, order)
        field = Field(self._seat, kind, one.field, given)
        own = self._said.note(self._view, field, one.value, self._names)
        return ", ".join(filter(None, (cost, own, odds(field, one.value))))

    def named(self, sentence: str, words: Iterable[str]) -> str:
        """A sentence with the printed names of what it calls as orders do."""
        said = {word: term(self._names.get(word, "")) for word in words}
        return _WORD.sub(lambda found: said.get(found[0]) or found[0], sentence)


_WORD = re.compile(r"[\w-]+")
_SLOT = re.compile(r"\{\w+\}|\[[^\[\]]*\]")


def _in_form(kind: type[Struct], *, has_begun: bool) -> str:
    form = getattr(kind, "FORM", tag_of(kind))
    parts = [" ".join(part.split()) for part in _SLOT.split(form if isinstance(form, str) else form[0])]
    said = " ".join(filter(None, parts[1:])) if has_begun else parts[0]
    return term(said or parts[0] or tag_of(kind))


def begun(kind: type[Struct], given: Mapping[str, Any]) -> str:
    """An order as far as it is written: "place takeda …"."""
    form = getattr(kind, "FORM", tag_of(kind))
    line = re.sub(r"\[[^\[\]]*\]", "", form if isinstance(form, str) else form[0])
    for field, said in given.items():
        line = line.replace(f"{{{field}}}", " ".join(said) if isinstance(said, tuple) else said)
    before, slot, _rest = line.partition("{")
    return f"{before.rstrip()} …" if slot else line


def _begun(said: str) -> str:
    return f"{said[:1].upper()}{said[1:]}"


def question(kind: str, field: str, *, many: bool) -> str:
    """What is asked where a name of that kind is to be picked, or several; a field without is a number."""
    known = (_of_several() if many else {}).get(kind) or _of_one().get(kind)
    what = term(field.replace("_", " "))
    if not known and not kind:
        return _begun(_("{what}: how many?").format(what=what))
    return known or _("Choose: {what}").format(what=what)


def why(bar: Bar | None) -> str:
    """What forbids it; "" where nothing does."""
    return term(bar.why) if bar is not None else ""


def in_own_words() -> str:
    return _("In words of your own:")


def who_whom() -> str:
    return _("Who fights whom?")


def kind_of_order() -> str:
    return _("What do you do?")


def more_of_it() -> str:
    return _("Is there more to say of it?")


def _of_one() -> dict[str, str]:
    which_clan, where = _("Which clan?"), _("Where?")
    return {
        **dict.fromkeys(("clan", "army"), which_clan),
        **dict.fromkeys(("space", "place", "hex", "entry point", "zone"), where),
        "unit": _("Which unit?"),
        "card": _("Which card?"),
        "province": _("Which province?"),
        "personality": _("Which personality?"),
        "hostage": _("Which hostage?"),
        "figure": _("Which figure?"),
        "posture": _("Which posture?"),
        "plan": _("Which plan?"),
        "general": _("Who pays?"),
        "season": _("Of which season?"),
        "condition": _("Which condition?"),
        "outcome": _("How did it come out?"),
        "distance": _("How many inches?"),
        "axis": _("On the column or on the row?"),
        "choice": _("Yes or no?"),
        "moment": _("First or last?"),
        "source": _("From where?"),
        "use": _("What for?"),
        "special activation": _("For what?"),
    }


def _of_several() -> dict[str, str]:
    return {
        "clan": _("Which clans?"),
        "unit": _("Which units?"),
        "card": _("Which cards?"),
        "province": _("Which provinces?"),
        "troop": _("Which figures?"),
    }
