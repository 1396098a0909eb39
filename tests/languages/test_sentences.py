"""What rules say is found in the catalogues: refusals, purposes of throws, terms of sums, in random games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain.kit.chance import Thrown
from domain.kit.errors import OrderError
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from projections.language.catalogues import Catalogue, Reader, catalogue, written_for
from projections.language.templates import template
from projections.locale.terms import TERMS
from projections.titles import PICTURES
from tests.titles.play import LONGEST, data_of, finished
from tests.titles.test_authority import refusals

TRANSLATED = ("fr", "ru")
FEW, MANY = range(1, 2), range(10, 13)
"""Seeds of the random games of each title."""

NAME = re.compile(r"([0-9]+ )?[\w-]+")
"""A term of a sum that is only a name: a space, a card, a figure; or dice."""


ORDERS = 60
"""Orders of a game after each of which some that are not legal are given."""


def said_in(rules: Rules, data: Any, seeds: range, orders: int = LONGEST) -> Iterator[tuple[str, str]]:
    """(kind, sentence) of everything that random games of a title and random orders bring about."""
    names = set(PICTURES[rules.title].names(data).values())
    for seed in seeds:
        for entry in finished(rules.title, seed).entries:
            if isinstance(entry, Thrown):
                yield "purpose", entry.question.purpose
            if isinstance(entry, Fact) and entry.event is not None:
                for _of, sum_ in PICTURES[rules.title].sums(entry.event, REFEREE):
                    yield from (("term", term.why) for term in sum_.terms if term.why not in names)
        yield from (("refusal", str(refusal)) for refusal in refusals(rules, data, seed, 6, orders))


def known_of(language: str) -> Catalogue:
    with written_for(Reader(language)):
        known = catalogue()
    assert known is not None
    return known


def without_rule(sentence: str) -> str:
    return sentence.partition("] ")[2] if sentence.startswith("[") else sentence


LEAST = 40
"""Different refusals that a random game brings about at least."""


@pytest.fixture(scope="module", params=sorted(TITLES))
def said(request: pytest.FixtureRequest) -> set[tuple[str, str]]:
    rules = TITLES[request.param]
    return set(said_in(rules, data_of(rules), FEW, ORDERS))


def unknown(said: set[tuple[str, str]], language: str) -> list[str]:
    """What stays English. The number that is kept is none."""
    known = known_of(language)
    return sorted(
        text
        for kind, text in said
        if not known.knows(without_rule(text)) and not (kind == "term" and NAME.fullmatch(text))
    )


@pytest.mark.parametrize("language", TRANSLATED)
def test_all_that_a_random_game_says_is_translated(said: set[tuple[str, str]], language: str) -> None:
    assert sum(1 for kind, _text in said if kind == "refusal") >= LEAST
    assert unknown(said, language) == []


@pytest.mark.soak
@pytest.mark.parametrize("title", sorted(TITLES))
def test_all_that_many_random_games_say_is_translated(title: str) -> None:
    """Three games of each title, and what is refused in them."""
    rules = TITLES[title]
    said = set(said_in(rules, data_of(rules), MANY))
    assert [unknown(said, language) for language in TRANSLATED] == [[], []]


def test_every_kind_of_name_is_a_term() -> None:
    for rules in TITLES.values():
        seats = rules.seats[: rules.scenarios[0].seats[1]]
        assert set(rules.notation(data_of(rules), seats).vocabulary.kinds) <= set(TERMS), rules.title


NONSENSE = (
    "plaice oda in isse",
    "attack",
    "x" * 2000,
    "move",
    "done done",
    "",
    "attack nobody",
    "оба на",
    "place 7",
)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize("title", sorted(TITLES))
def test_what_is_wrong_with_a_line_is_said_in_the_readers_language(title: str, language: str) -> None:
    rules, known = TITLES[title], known_of(language)
    notation = rules.notation(data_of(rules), rules.seats[: rules.scenarios[0].seats[1]])
    stays = []
    for line in (*NONSENSE, *(form.partition(" ")[0] + " 99" for form in notation.forms())):
        try:
            notation.read(line)
        except OrderError as error:
            said = [one for one in str(error).split("\n") if not one.startswith("    ")]
            stays += [one for one in said if not known.knows(one)]
    assert stays == []


# ---- how a sentence is matched


FITS = [
    ("{unit} is {state}.", "B1 is shaken.", ("B1", "shaken")),
    ("{a} and {a} again", "x and x again", ("x",)),
    ("{a} and {a} again", "x and y again", None),
    ("Write {choices}.", "Write a, b or c.", ("a, b or c",)),
    ("{{literal}} {a}", "{literal} x", ("x",)),
    ("{a} ends", "it ends.", None),
]


@pytest.mark.parametrize(("text", "sentence", "fields"), FITS)
def test_a_template_takes_its_sentence_whole(
    text: str, sentence: str, fields: tuple[str, ...] | None
) -> None:
    found = template(text).fields(sentence)
    assert (None if found is None else tuple(dict.fromkeys(found))) == fields


def test_what_stands_between_quotes_is_kept() -> None:
    made = template('{unit} is airborne. Write "fly {unit2} …", or {choices}; not {why}.')
    assert [made.names[place] for place in sorted(made.kept)] == ["unit2", "choices"]


def test_no_seat_is_called_like_a_term() -> None:
    seats = {seat for rules in TITLES.values() for seat in rules.seats}
    assert seats & set(TERMS) == set()
