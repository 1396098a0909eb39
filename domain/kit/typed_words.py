"""Words that people type besides the printed ones, by language: files that a translator edits.

    [words]
    take = { en = "grab", fr = "prendre, prends", ru = "взять" }

Each lies beside the module that reads with it, is called like it and loaded as it is, with its package. No
data set has them: a game of any age is read with the words of today.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pkgutil import get_data
from typing import Any, NamedTuple

from msgspec import Struct, ValidationError, convert

from domain.kit.data_files import line_of, text_of, toml_of
from domain.kit.errors import BadTable, either

LANGUAGES = ("en", "fr", "ru", "de", "es", "it", "pl", "ja")

_NO_LITERAL = re.compile(r"\{\w+\}|[][]")

Spellings = tuple[str, ...]
Orders = Iterable[type[Struct]]


class _Tables(Struct):
    """The tables as they stand in a file; what an entry of them is, `_File` says with its line."""

    words: dict[str, Any] = {}
    optional: tuple[str, ...] = ()
    names: dict[str, dict[str, Any]] = {}
    clause_words: dict[str, Any] = {}
    forms: dict[str, Any] = {}


class _File(NamedTuple):
    name: str
    text: str

    def tables(self) -> _Tables:
        """Raises `BadTable`."""
        there = toml_of(self.name, self.text, dict[str, Any])
        tables = _Tables.__struct_fields__
        for table in there:
            if table not in tables:
                raise BadTable(self.name, line_of(self.text, table), either(tables), f'"{table}"')
        try:
            return convert(there, _Tables)
        except ValidationError:
            return toml_of(self.name, self.text, _Tables)  # which says the line

    def bad(self, table: str, word: str, wanted: str, got: object) -> BadTable:
        key = rf"{re.escape(_key(word))}(?:\.\w+)?"  # or "word.fr = …"
        line = line_of(self.text, *table.split(".", 1), key)
        found = f'"{got}"' if got else "nothing"
        return BadTable(self.name, line, wanted, found if got == word else f"{found} for {word}")

    def languages(self, table: str, word: str, entry: object) -> Iterator[Any]:
        """What an entry has for each language, in our order of them. Raises `BadTable`."""
        if not isinstance(entry, dict):
            raise self.bad(table, word, 'languages, such as { fr = "…" }', entry)
        for language in entry:
            if language not in LANGUAGES:
                raise self.bad(table, word, f"a language ({', '.join(LANGUAGES)})", language)
        yield from (entry[language] for language in LANGUAGES if language in entry)

    def spellings(self, table: str, entries: Mapping[str, Any], *, most: int) -> dict[str, Spellings]:
        """Those of each word, of at most so many words themselves. Raises `BadTable`."""
        found = dict[str, Spellings]()
        for word, entry in entries.items():
            found[word] = ()
            for some in self.languages(table, word, entry):
                if not isinstance(some, str):
                    raise self.bad(table, word, "a text in quotation marks", some)
                for spelling in map(str.strip, some.split(",")):
                    if ";" in spelling or not 0 < len(spelling.split()) <= most:
                        wanted = "single words" if most == 1 else "words"
                        raise self.bad(table, word, f"{wanted} with one comma between them", spelling)
                    found[word] += (spelling,)
        return found

    def forms(self, entries: Mapping[str, Any], orders: Orders) -> dict[type[Struct], Spellings]:
        """Those of each order. Raises `BadTable`."""
        by_tag = {str(order.__struct_config__.tag): order for order in orders}
        self.known("forms", entries, by_tag)
        found = dict[type[Struct], Spellings]()
        for tag, entry in entries.items():
            found[by_tag[tag]] = ()
            for some in self.languages("forms", tag, entry):
                if not isinstance(some, list) or not all(isinstance(form, str) for form in some):
                    raise self.bad("forms", tag, 'forms, such as ["take {card}"]', some)
                found[by_tag[tag]] += tuple(some)
        return found

    def known(self, table: str, words: Iterable[str], known: Iterable[str]) -> None:
        """Raises `BadTable` where something else than what is known is given other spellings."""
        there = dict.fromkeys(known)
        for word in words:
            if word not in there:
                raise self.bad(table, word, f"{either([*there]) or 'nothing'}", word)


class Typed(Struct, frozen=True):
    """Other spellings of the literal words of orders and conditions, and of names by their kinds; other forms
    of orders; words that may be left out."""

    file: _File
    words: Mapping[str, Spellings]
    optional: frozenset[str]
    names: Mapping[str, Mapping[str, Spellings]]
    clause_words: Mapping[str, Spellings]
    forms: Mapping[type[Struct], Spellings]

    def also(self, kind: str, word: str) -> Spellings:
        """Those of a name that the file may know."""
        return self.names.get(kind, {}).get(word, ())

    def kind(self, kind: str, words: Iterable[str]) -> dict[str, Spellings]:
        """Those of all words of a kind. Raises `BadTable` where the file has another."""
        known = {word: self.also(kind, word) for word in words}
        self.file.known(f"names.{_key(kind)}", self.names.get(kind, {}), known)
        return known

    def in_clauses(self, kinds: Orders) -> Mapping[str, Spellings]:
        """Those of literal words of these conditions. Raises `BadTable` where the file has another."""
        self.file.known("clause_words", self.clause_words, _literal(_written(kinds)))
        return self.clause_words


def typed_beside(module: str, *orders: type[Struct]) -> Typed:
    """What is typed for these orders, out of the file that stands beside a module and is called like it.
    Raises `BadTable`."""
    path = f"{module.replace('.', '/')}.toml"
    return read_typed(path, get_data(module, path.rpartition("/")[2]) or b"", *orders)


def read_typed(name: str, raw: bytes, *orders: type[Struct]) -> Typed:
    """What is typed for these orders, out of a file. Raises `BadTable`."""
    file = _File(name, text_of({name: raw}, name))
    there = file.tables()
    forms = file.forms(there.forms, orders)
    if orders:
        literal = [*_literal(_written(orders)), *_literal(form for some in forms.values() for form in some)]
        file.known("words", there.words, literal)
        file.known("optional", there.optional, literal)
    return Typed(
        file,
        file.spellings("words", there.words, most=1),
        frozenset(there.optional),
        {kind: file.spellings(f"names.{_key(kind)}", some, most=9) for kind, some in there.names.items()},
        file.spellings("clause_words", there.clause_words, most=1),
        forms,
    )


def _written(kinds: Orders) -> Iterator[str]:
    """The forms in which orders are written."""
    for kind in kinds:
        form: str | tuple[str, ...] = getattr(kind, "FORM")  # noqa: B009 — it is no field
        yield from (form,) if isinstance(form, str) else form


def _literal(forms: Iterable[str]) -> Iterator[str]:
    for form in forms:
        yield from _NO_LITERAL.sub(" ", form).split()


def _key(word: str) -> str:
    """A word as it stands in TOML before the equals sign."""
    return word if re.fullmatch(r"[\w-]+", word, re.ASCII) else f'"{word}"'


KIT = typed_beside(__name__)
"""What is typed for every title."""
