"""What people type, as translators write it down: how a file is read, and what is said of a wrong entry."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Annotated, ClassVar

import pytest
from msgspec import Struct

from domain.kit.errors import BadTable
from domain.kit.notation import Notation
from domain.kit.typed_words import LANGUAGES, Typed, read_typed
from domain.kit.vocabulary import Named, Vocabulary, names_of

ROOT = Path(__file__).parents[2]


class Take(Struct, frozen=True, tag="take"):
    FORM: ClassVar[str] = "take {clan}[ by force]"
    clan: Annotated[str, Named("clan")]


class Leads(Struct, frozen=True, tag="leads"):
    FORM: ClassVar[tuple[str, ...]] = ("{clan} leads", "{clan} is ahead")
    clan: Annotated[str, Named("clan")]


TEXT = """# ours
optional = ["force"]

[words]
take = { ru = "взять", fr = "prendre,prends", en = "grab" }
the = { fr = "le" }

[names.clan]
oda = { ru = "Ода, Оды" }
"go hojo" = { ja = "後北条" }

[clause_words]
leads = { fr = "mène" }

[forms]
take.en = ["take the {clan}"]
take.ru = ["забрать {clan}"]
"""


def read(text: str) -> Typed:
    return read_typed("typed.toml", text.encode(), Take)


def test_words_are_read_in_the_order_of_the_languages() -> None:
    said = read(TEXT)
    assert said.words == {"take": ("grab", "prendre", "prends", "взять"), "the": ("le",)}
    assert said.forms == {Take: ("take the {clan}", "забрать {clan}")}
    assert said.kind("clan", ["mori", "go hojo", "oda"]) == {
        "mori": (),
        "go hojo": ("後北条",),
        "oda": ("Ода", "Оды"),
    }
    assert said.in_clauses([Leads]) == {"leads": ("mène",)}


def test_they_are_typed_for_the_printed_ones() -> None:
    said = read(TEXT)
    names = Vocabulary({"clan": names_of(said.kind("clan", ["oda", "go hojo"]))})
    words = Notation((Take,), names, words=said.words, optional=said.optional, typed=said.forms)
    for line in ("take oda", "prends Оды", "ВЗЯТЬ le ода", "забрать Оды", "grab oda by"):
        assert words.read(line) == Take("oda"), line


WORDS = "take, by, force, the or забрать"
ONE_COMMA = "with one comma between them"


@pytest.mark.parametrize(
    ("now", "then", "line", "said"),
    [
        ('fr = "le"', 'fe = "le"', 6, 'a language (en, fr, ru, de, es, it, pl, ja), got "fe" for the'),
        ("take = {", "tale = {", 5, f'{WORDS}, got "tale"'),
        ('["force"]', '["farce"]', 2, f'{WORDS}, got "farce"'),
        ("prendre,prends", "prendre prends", 5, f'single words {ONE_COMMA}, got "prendre prends" for take'),
        ("prendre,prends", "prendre,,prends", 5, f"single words {ONE_COMMA}, got nothing for take"),
        ('"Ода, Оды"', '"Ода; Оды"', 9, f'words {ONE_COMMA}, got "Ода; Оды" for oda'),
        ('"le"', "7", 6, 'a text in quotation marks, got "7" for the'),
        ('{ fr = "le" }', '"le"', 6, 'languages, such as { fr = "…" }, got "le" for the'),
        ("take.en", "teke.en", 16, 'take, got "teke"'),
        ('["take the {clan}"]', '"take it"', 16, 'forms, such as ["take {card}"], got "take it" for take'),
        ("[words]", "[worlds]", 4, 'words, optional, names, clause_words or forms, got "worlds"'),
        ('["force"]', "3", 2, "array, got int"),
        ('"le" }', '"le }', 6, "TOML, got"),
    ],
)
def test_a_wrong_entry_is_refused_with_its_line_and_what_would_do(
    now: str, then: str, line: int, said: str
) -> None:
    assert now in TEXT
    with pytest.raises(BadTable) as refused:
        read(TEXT.replace(now, then, 1))
    assert str(refused.value).startswith(f"typed.toml, line {line}: expected {said}")


def test_a_name_and_a_word_of_conditions_that_nothing_has_are_refused() -> None:
    said = read(TEXT)
    with pytest.raises(BadTable, match=r'typed.toml, line 9: expected mori or go hojo, got "oda"\.'):
        said.kind("clan", ["mori", "go hojo"])
    with pytest.raises(BadTable, match=r"line 10: .*got \"go hojo\"\."):
        said.kind("clan", ["oda"])
    with pytest.raises(BadTable, match=r'typed.toml, line 13: expected take, by or force, got "leads"\.'):
        said.in_clauses([Take])


FILES = sorted(
    path.relative_to(ROOT)
    for package in ("domain", "referee", "cli")
    for path in (ROOT / package).rglob("*.toml")
    if path.with_suffix(".py").exists() and "typed_beside" in path.with_suffix(".py").read_text("utf-8")
)


@pytest.mark.parametrize("path", FILES, ids=str)
def test_every_file_of_ours_is_read_and_tells_a_translator_what_to_do(path: Path) -> None:
    module = import_module(".".join(path.with_suffix("").parts))
    typed = getattr(module, "typed", None)
    if typed is not None:
        assert typed().file.name == path.as_posix()
    text = (ROOT / path).read_text("utf-8")
    assert text.startswith(("# What people", "# How people"))
    tests = [word for line in text.splitlines() for word in line.split() if word.startswith("tests/")]
    assert tests
    assert all((ROOT / test).exists() for test in tests)


HAVE_OTHERS = ("typed_words", "courtesies")
"""An example of an entry; what programs write in mails."""


def test_none_of_it_is_left_in_the_code_beside() -> None:
    """What people type in French is not seen so easily; in Russian it is."""
    assert len(FILES) == 10
    for path in (path for path in FILES if path.stem not in HAVE_OTHERS):
        code = (ROOT / path.with_suffix(".py")).read_text("utf-8")
        assert not [line for line in code.splitlines() if any("а" <= sign <= "я" for sign in line)], path


def test_the_languages_are_those_in_which_people_type() -> None:
    assert {"en", "fr", "ru"} <= {*LANGUAGES}
