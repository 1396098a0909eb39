"""Every form, other word and name with which an order can be written means one order, in every title."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct

import domain
from domain.kit.errors import AmbiguousOrder, OrderError
from domain.kit.notation import Notation, _Form
from domain.kit.rules import Rules
from domain.kit.typed_words import Typed
from domain.kit.vocabulary import Kind, Many, Names, Number, Slot, Text, Word


def test_every_form_means_its_order_with_each_word_for_its_literal_ones(rules: Rules, data: Any) -> None:
    notation = rules.notation(data, rules.seats)
    wrong, read = list[str](), 0
    for form in _forms(notation):
        order = form.build([_value(step) for step in form.steps if not isinstance(step, Word)])
        for line in _lines_together(form):
            read += 1
            wrong += _differs(notation, line, order)
    assert read > 100
    assert wrong == []


def test_every_spelling_of_a_name_means_it_alone(rules: Rules, data: Any) -> None:
    notation = rules.notation(data, rules.seats)
    wrong, read = list[str](), 0
    for kind, form, at in _carriers(notation):
        for spelling, names in kind.words.items():
            texts = [_shown(step) for step in form.steps]
            line = _line(form, [*texts[:at], spelling, *texts[at + 1 :]])
            values = [_value(step) for step in form.steps]
            values[at] = (names[0],) if isinstance(form.steps[at], Many) else names[0]
            given = [value for value, step in zip(values, form.steps, strict=True) if _is_slot(step)]
            read += 1
            wrong += _differs(notation, line, form.build(given) if len(names) == 1 else None)
    assert read > 100 or rules.title == "shinobi"
    assert wrong == []


OF_OTHER_KINDS = {"fixed", "wish", "numbered"}
"""Tables of words that are names of several kinds, or of none."""


def test_whatever_is_typed_for_a_name_is_typed_for_one_that_the_title_has(rules: Rules, data: Any) -> None:
    if not (Path(domain.__file__).parent / rules.title / "words" / "typed.toml").exists():
        return  # a title may begin as one file
    typed: Typed = import_module(f"domain.{rules.title}.words.typed").typed()
    orders = rules.notation(data, rules.seats)
    some = (orders, rules.correcting(data, rules.seats), rules.clauses.notation(orders))
    known = dict[str, set[str]]()
    for kind, found in ((kind, found) for words in some for kind, found in words.vocabulary.kinds.items()):
        known.setdefault(kind, set()).update(found.canonical)
    for kind in {*typed.names} - OF_OTHER_KINDS:
        assert {*typed.names[kind]} <= known.get(kind, set()), kind


def test_an_abbreviation_fits_one_name_of_all_that_the_title_has(rules: Rules, data: Any) -> None:
    """Also of those that sit at no seat of a game: else it would mean another thing in the next."""
    every, abbreviated = rules.notation(data, rules.seats), 0
    for count in {len(rules.seats), min(len(rules.seats), 3)}:
        some = rules.notation(data, rules.seats[:count])
        for name, kind in some.vocabulary.kinds.items():
            whole = every.vocabulary.kinds[name]
            for start in _starts(kind):
                found = kind.begun(start)
                if len(found) == 1 and start not in kind.words:
                    abbreviated += 1
                    assert whole.begun(start) in (found, ()), start
                    assert _started(whole, start) == set(found), start
    assert abbreviated > 10


def _started(kind: Kind, start: str) -> set[str]:
    """The names that a beginning fits, counted in the plainest way."""
    fits = {name for word, names in kind.words.items() if word.startswith(start) for name in names}
    inner = {name for word, names in kind.inner.items() if word.startswith(start) for name in names}
    return fits or inner


def _starts(kind: Kind) -> set[str]:
    letters = [word for word in (*kind.words, *kind.inner) if sum(map(str.isalpha, word)) > 1]
    return {word[:length].strip() for word in letters for length in (2, 3, 4, 6) if length < len(word)}


def _forms(notation: Notation) -> Iterator[_Form]:
    seen = set[int]()
    typed = (form for forms in notation._first_typed.values() for form in forms)
    canonical = (form for forms in notation._forms.values() for form in forms)
    for form in (*canonical, *typed):
        if id(form) not in seen:
            seen.add(id(form))
            yield form


def _carriers(notation: Notation) -> Iterator[tuple[Kind, _Form, int]]:
    """A form for each kind of names, and the place of the name in it."""
    left = {id(kind): kind for kind in notation.vocabulary.kinds.values()}
    for form in _forms(notation):
        for at, step in enumerate(form.steps):
            slot = step.item if isinstance(step, Many) else step
            if isinstance(slot, Names) and id(slot.kind) in left and not form.is_typed:
                yield left.pop(id(slot.kind)), form, at


def _lines(form: _Form) -> Iterator[str]:
    """The form with a value in each slot, and with each other word for each of its literal ones."""
    texts = [_shown(step) for step in form.steps]
    yield _line(form, texts)
    for at, step in enumerate(form.steps):
        for spelling in sorted(step.spellings) if isinstance(step, Word) else ():
            yield _line(form, [*texts[:at], spelling, *texts[at + 1 :]])


def _lines_together(form: _Form) -> Iterator[str]:
    """The same in fewer lines: all its literal words are written otherwise at once, in each of their ways."""
    ways = [sorted(step.spellings) if isinstance(step, Word) else [] for step in form.steps]
    texts = [_shown(step) for step in form.steps]
    yield _line(form, texts)
    for nth in range(max(map(len, ways), default=0)):
        yield _line(
            form, [way[nth % len(way)] if way else text for way, text in zip(ways, texts, strict=True)]
        )


def _line(form: _Form, texts: Sequence[str]) -> str:
    """As it is written, with a comma between two slots."""
    commas = [_is_slot(one) and _is_slot(two) for one, two in zip(form.steps, form.steps[1:], strict=False)]
    return " ".join(text + "," * comma for text, comma in zip(texts, [*commas, False], strict=True))


def _is_slot(step: Word | Slot) -> bool:
    return not isinstance(step, Word)


def _shown(step: Word | Slot) -> str:
    value = _value(step)
    return str(value[0] if isinstance(step, Many) and isinstance(value, tuple) else value)


def _value(step: Word | Slot) -> object:
    match step:
        case Many():
            return (_value(step.item),)
        case Names():
            return step.kind.canonical[0]
        case Number():
            return 1 if step.low is None else step.low
        case Text():
            return "for reasons"
    return step.text


def _differs(notation: Notation, line: str, order: Struct | None) -> list[str]:
    """What a line is read as, where that is not the order; None is for a line that must be refused."""
    try:
        read = notation.read(line)
    except AmbiguousOrder as refusal:
        return [] if order is None else [f"{line}: {refusal}"]
    except OrderError as refusal:
        return [f"{line}: {refusal}"]
    return [] if read == order else [f"{line}: {read}"]


PROSE = (
    *("Stop!", "Done:", "Pass…", "please pass", "I accept", "J'accepte.", "Rien.", "Tosa is mine"),
    *("2 AP", "1 event", "whose event", "return event", "event 8", "koi has 5 coins", "crane-1 is broken"),
    *("B1 at 1512", "G1 à 1512", "takeda attacks mori in ise", "I think so", "Вступаю в бой!", "Я пас."),
    *(
        "Attack: tomorrow",
        "Play well!",
        "We move to Paris in May",
        "I place my trust in you",
        "et la carte 8 ?",
    ),
)


def test_what_people_tell_each_other_is_no_order(rules: Rules, data: Any) -> None:
    notation = rules.notation(data, rules.seats)
    for line in PROSE:
        with pytest.raises(OrderError):
            notation.read(line)
