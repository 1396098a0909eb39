"""Writes docs/glossary.md from the catalogues: `python -m projections.locale.glossary`."""

from __future__ import annotations

import tomllib
from pathlib import Path

from msgspec import Struct, convert

from projections.language.catalogues import TERM
from projections.locale.collect import catalogue_of
from projections.locale.sentences import ROOT
from projections.locale.terms import GAMES

HEAD = """\
# Glossary

[Bugyo's own words](#bugyos-own-words) ([en français](#les-mots-de-bugyo), [по-русски](#слова-bugyo)) and
those of the games, as mails write them in each language. French words of Kawanakajima are those of its
rulebook, Russian words of Shinobi those of its description; the others are the usual ones of the hobby.
Written by `python -m projections.locale.glossary` from `projections/locale`; a test keeps it true.

What a player writes in orders is the same in every language: the names of seats, provinces, units, cards and
manoeuvres, and the words of the orders.
"""

OWN = (
    ("Bugyo's own words", "| English | français | русский | what it is |"),
    ("Les mots de Bugyo", "| mot | ce que c'est |"),
    ("Слова Bugyo", "| слово | что это |"),
)


class Own(Struct, frozen=True, forbid_unknown_fields=True):
    """A word of ours: its names in English, French and Russian, and what it is."""

    names: tuple[str, str, str]
    en: str
    fr: str
    ru: str


def own_words() -> list[Own]:
    text = Path(__file__).with_name("own_words.toml").read_text("utf-8")
    return convert(tomllib.loads(text)["word"], list[Own])


def _own() -> str:
    words = own_words()
    rows: tuple[list[tuple[str, ...]], ...] = (
        [(*word.names, word.en) for word in words],
        [(word.names[1], word.fr) for word in words],
        [(word.names[2], word.ru) for word in words],
    )
    parts = []
    for (heading, columns), told in zip(OWN, rows, strict=True):
        parts.append(f"\n## {heading}\n\n{columns}\n|{'---|' * len(told[0])}\n")
        parts += [f"| {' | '.join(row)} |\n" for row in told]
    return "".join(parts)


def glossary() -> str:
    french, russian = catalogue_of("fr"), catalogue_of("ru")
    parts = [HEAD, _own()]
    for game, words in GAMES.items():
        parts.append(f"\n## {game}\n\n| English | français | русский |\n|---|---|---|\n")
        for word in dict.fromkeys(words):
            found = [one.get(word, context=TERM) for one in (french, russian)]
            said = [str(message.string) if message else "" for message in found]
            parts.append(f"| {word} | {said[0]} | {said[1]} |\n")
    return "".join(parts)


def main() -> None:
    (ROOT / "docs" / "glossary.md").write_text(glossary(), encoding="utf-8")


if __name__ == "__main__":
    main()
