"""The catalogues are current, complete and well made."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message

from projections.language.catalogues import CATALOGUES, CHECK, LANGUAGES, SENTENCE, TERM
from projections.locale.collect import (
    CALLED,
    MARKED,
    brought_up_to_date,
    catalogue_of,
    compiled,
    is_done,
    path_of,
    written,
)
from projections.locale.sentences import ROOT
from projections.locale.terms import JOINTS, TERMS

TRANSLATED = tuple(code for code in LANGUAGES if code != "en")


@cache
def catalogue(language: str) -> Catalog:
    return catalogue_of(language)


def messages(language: str) -> Iterator[Message]:
    return (message for message in catalogue(language) if message.id)


def texts(value: object) -> tuple[str, ...]:
    return tuple(value) if isinstance(value, tuple | list) else (str(value),)


def fields(text: str) -> list[str]:
    return sorted(f"{name}:{form}" for _, name, form, _conv in Formatter().parse(text) if name is not None)


def test_the_catalogues_are_those_of_the_languages() -> None:
    assert sorted(path.parent.name for path in CATALOGUES.glob("*/LC_MESSAGES")) == sorted(TRANSLATED)


@pytest.mark.budget(120, "all sources are read")
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_that_the_sources_have_is_collected(language: str) -> None:
    now = written(brought_up_to_date(language))
    assert path_of(language).read_bytes() == now, "Run `python -m projections.locale.collect`."


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_message_is_translated(language: str) -> None:
    assert [(m.context, m.id) for m in messages(language) if not is_done(m)] == []


@pytest.mark.parametrize("language", TRANSLATED)
def test_what_programs_read_is_compiled_from_what_people_edit(language: str) -> None:
    made = path_of(language).with_suffix(".mo").read_bytes()
    assert made == compiled(catalogue_of(language)), "Run `python -m projections.locale.collect`."


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_translation_has_the_fields_of_its_message(language: str) -> None:
    assert [
        (texts(m.id)[-1], text)
        for m in messages(language)
        for text in texts(m.string)
        if text and not is_of_check(m) and fields(text) != fields(texts(m.id)[-1])
    ] == []


def is_of_check(message: Message) -> bool:
    """Whether the page says it that checks a bundle: its fields have words of the language in them."""
    return (message.context or "").startswith(f"{CHECK} ")


PUT_IN = re.compile(r"\{(\w+)#?([^{}]*)\}")


@pytest.mark.parametrize(("language", "forms"), [("fr", 2), ("ru", 3)])
def test_what_the_page_says_that_checks_has_its_fields_and_their_words(language: str, forms: int) -> None:
    said = [(str(m.id), str(m.string)) for m in messages(language) if is_of_check(m)]
    assert len(said) > 300
    for english, text in said:
        found = PUT_IN.findall(text)
        assert {name for name, _ in found} == {name for name, _ in PUT_IN.findall(english)}, text
        assert {len(words.split("|")) for _, words in found if words} <= {forms}, text
        assert "{" not in PUT_IN.sub("", text), text


@pytest.mark.parametrize(("language", "forms"), [("fr", 2), ("ru", 3)])
def test_numbers_have_all_their_forms(language: str, forms: int) -> None:
    plural = [m for m in messages(language) if isinstance(m.id, tuple)]
    assert catalogue(language).num_plurals == forms
    assert len(plural) > 40
    assert {len(texts(m.string)) for m in plural} == {forms}


@pytest.mark.parametrize("language", TRANSLATED)
def test_blanks_at_the_ends_stay_and_none_is_of_an_odd_kind(language: str) -> None:
    ends = re.compile(r"^(\s*).*?(\s*)$", re.DOTALL)
    wrong = []
    for message in (one for one in messages(language) if one.id not in JOINTS):  # French: " ; "
        for text in texts(message.string) if is_done(message) else ():
            before, after = ends.match(texts(message.id)[0]), ends.match(text)
            assert before is not None
            assert after is not None
            if before.groups() != after.groups() or "\xa0" in text or "\u202f" in text or "\n" in text:
                wrong.append(text)
    assert wrong == []


HEADING = re.compile(r"\S {2,}\S")


@pytest.mark.parametrize("language", TRANSLATED)
def test_headings_of_columns_are_no_wider_than_in_english(language: str) -> None:
    assert [
        text
        for m in messages(language)
        for text in texts(m.string)
        if HEADING.search(texts(m.id)[0]) and "{" not in texts(m.id)[0] and len(text) > len(texts(m.id)[0])
    ] == []


# ---- how messages are marked


@cache
def marked() -> tuple[tuple[str, ast.Call, bool], ...]:
    """Every call that marks a message, and whether it is made when the module is read."""
    return tuple(
        (path.relative_to(ROOT).as_posix(), call, early)
        for folder in ("projections", "referee")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if CALLED.search(text := path.read_text("utf-8"))
        for call, early in _calls(ast.parse(text), True)
    )


def _calls(node: ast.AST, early: bool) -> Iterator[tuple[ast.Call, bool]]:
    for child in ast.iter_child_nodes(node):
        later = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in MARKED:
            yield child, early
        yield from _calls(child, early and not later)


def called(call: ast.Call) -> str:
    return getattr(call.func, "id", "")


def test_messages_are_translated_when_they_are_said() -> None:
    found = list(marked())
    assert len(found) > 800
    rows = [name for name, call, early in found if early and called(call) == "sentence_of"]
    assert len(rows) > 200  # they say their messages later
    assert [
        (name, call.lineno) for name, call, early in found if early and called(call) != "sentence_of"
    ] == []


def test_messages_are_marked_as_they_stand() -> None:
    assert [
        (name, call.lineno)
        for name, call, _early in marked()
        for given in call.args[: MARKED[called(call)]]
        if not (isinstance(given, ast.Constant) and isinstance(given.value, str))
    ] == []


# ---- the glossary


GLOSSARY = ROOT / "docs" / "glossary.md"


def test_the_glossary_says_what_the_catalogues_say() -> None:
    from projections.locale.glossary import glossary

    assert GLOSSARY.read_text("utf-8") == glossary(), "Run `python -m projections.locale.glossary`."


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_term_is_in_the_catalogue(language: str) -> None:
    known = {m.id for m in messages(language) if m.context == TERM}
    assert known == set(TERMS)
    assert sum(1 for m in messages(language) if m.context == SENTENCE) > 700


def test_catalogues_ship_with_the_program() -> None:
    assert (Path("projections") / "locale").resolve() == CATALOGUES or CATALOGUES.parent.name == "projections"


@pytest.mark.parametrize(("language", "nth"), [("fr", 1), ("ru", 2)])
def test_our_own_words_are_those_of_mails_and_pages(language: str, nth: int) -> None:
    """Some message with the English word has it, whatever its ending is there."""
    from projections.locale.glossary import own_words

    said = [(texts(m.id)[0].lower(), " ".join(texts(m.string)).lower()) for m in messages(language)]
    stems = {word.names[0]: word.names[nth][: max(4, len(word.names[nth]) - 2)] for word in own_words()}
    assert len(stems) > 20
    assert [
        one for one in stems if not any(one in english and stems[one] in text for english, text in said)
    ] == []
