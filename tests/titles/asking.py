"""Questions to the reference of a title, and a game to ask them of."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from domain.kit.notation import Notation
from domain.titles import TITLES
from projections.reference import pages
from projections.reference.asking import of_title
from projections.reference.titles import reference_of
from projections.references import Asked, Topic
from tests.playing import Game
from tests.titles.play import FIXTURES, data_of


@cache
def files_of(title: str) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((FIXTURES / title).iterdir()) if path.is_file()}


@cache
def printed(title: str) -> Asked:
    """The title by itself."""
    return of_title(TITLES[title], files_of(title))


def asked_of(game: Game, viewer: str) -> Asked:
    """A game before the eyes of a viewer."""
    rules, data = game.rules, game.now.data
    words = _notation(rules.title, game.seats) if data is data_of(rules) else rules.notation(data, game.seats)
    return Asked(rules, game.now.data, files_of(rules.title), words, game.now, viewer, viewer)


@cache
def _notation(title: str, seats: tuple[str, ...]) -> Notation:
    """The words of a game with the data set as it ships."""
    return TITLES[title].notation(data_of(TITLES[title]), seats)


def answered(asked: Asked, question: str) -> list[str]:
    """What a mail with that line is answered."""
    verb, _blank, words = question.partition(" ")
    if verb in pages.VERBS:
        return pages.answer(asked, verb, words)
    return pages.help_on(asked, words) or pages.unknown(asked, words)


def questions(asked: Asked, most: int = 8) -> Iterator[str]:
    """Everything that can be asked of a title; of names of a kind no more than so many."""
    known = reference_of(asked.rules.title)
    yield from ("cards", "unseen", "tables", "odds", "rules", "help", "help standing")
    yield from (f"table {name}" for name in known.tables())
    for verb, topic in (("card", known.card), ("near", known.near), ("where", known.where)):
        yield from (f"{verb} {name}" for name in names(asked, topic, most))
    yield from (f"rule {number}" for number in list(asked.rules.headings)[:: max(1, most)])
    verbs = dict.fromkeys(form.split()[0] for form in asked.notation.forms())
    yield from (f"help {verb}" for verb in verbs)


def names(asked: Asked, topic: Topic | None, most: int) -> Iterator[str]:
    """Names of each kind, spread over all of them."""
    for kind in topic.kinds if topic else ():
        known = asked.notation.vocabulary.kinds[kind].canonical
        yield from known[:: max(1, len(known) // most)]
