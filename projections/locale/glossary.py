"""Writes docs/glossary.md from the catalogues: `python -m projections.locale.glossary`."""

from __future__ import annotations

from projections.language.catalogues import TERM
from projections.locale.collect import catalogue_of
from projections.locale.sentences import ROOT
from projections.locale.terms import GAMES

HEAD = """\
# Glossary

The words of the games, as mails write them in each language. French words of Kawanakajima are those of its
rulebook, Russian words of Shinobi those of its description; the others are the usual ones of the hobby.
Written by `python -m projections.locale.glossary` from `projections/locale`; a test keeps it true.

What a player writes in orders is the same in every language: the names of seats, provinces, units, cards and
manoeuvres, and the words of the orders.
"""


def glossary() -> str:
    french, russian = catalogue_of("fr"), catalogue_of("ru")
    parts = [HEAD]
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
