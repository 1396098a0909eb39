"""The page of a title: its orders with examples, cards, places, tables and rules, as Markdown.

It says in one piece what can be asked by mail, line by line; `examples` are lines that were legal in a game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from projections.reference import cited, order_help, printed_tables
from projections.reference.pages import fitted
from projections.reference.titles import reference_of
from projections.references import Asked, Reference, Topic

MOST_PLACES = 60
"""Places that a page lists with their neighbours; a battlefield of hexes is better drawn."""


def page(asked: Asked, examples: Mapping[type[Struct], str]) -> str:
    known = reference_of(asked.rules.title)
    return "\n".join(_lines(asked, known, examples)) + "\n"


def _lines(asked: Asked, known: Reference, examples: Mapping[type[Struct], str]) -> Iterator[str]:
    yield f"# {asked.rules.name}"
    yield ""
    yield "Made from the title's types, data and docstrings by `python -m tests.titles.pages`; its examples"
    yield "are played. All of it can be asked by mail, between the two ORDERS lines of any mail of the game,"
    yield f"and in a terminal: `bugyo reference {asked.rules.title} QUESTION`. A question is no order, and"
    yield "needs no turn."
    yield from _part("Questions", order_help.questions(known))
    if known.odds:
        yield from _part("Chances", (line for form in known.odds.forms() for line in _form(*form)))
    yield from ("", "## Orders", "")
    yield from _orders(asked, known, examples)
    yield from _part("Standing orders", order_help.standing(asked, known))
    yield from _cards(asked, known.card)
    yield from _places(asked, known.near)
    yield from ("", "## Tables")
    for name, printed in known.tables().items():
        yield from _part(f"Table {name}", printed_tables.page(asked, name, printed), "###")
    yield from _part("Rules", cited.headings(asked.rules))


def _part(heading: str, lines: Iterable[str], level: str = "##") -> Iterator[str]:
    yield from ("", f"{level} {heading}", "", "```text", *fitted(lines), "```")


def _form(form: str, said: str) -> Iterator[str]:
    yield form
    yield f"    {said}"


def _orders(asked: Asked, known: Reference, examples: Mapping[type[Struct], str]) -> Iterator[str]:
    """Each order of the title, also of scenarios and options that a game may not have."""
    for order in asked.rules.orders:
        yield from (f"- `{form}`" for form in asked.notation.forms((order,)))
        when = order_help.when(asked, known, order)
        yield f"  {order_help.meaning(order)}{f' *{when}*' if when else ''}"
        if order in examples:
            yield f"  Example: `{examples[order]}`"


def _cards(asked: Asked, topic: Topic | None) -> Iterator[str]:
    for kind in topic.kinds if topic else ():
        assert topic is not None
        lines = [
            line
            for name in asked.notation.vocabulary.kinds[kind].canonical
            for line in (*topic.page(asked, kind, name), "")
        ]
        yield from _part("Cards" if kind == "card" else f"Cards: {kind}", lines[:-1])


def _places(asked: Asked, topic: Topic | None) -> Iterator[str]:
    for kind in topic.kinds if topic else ():
        assert topic is not None
        names = asked.notation.vocabulary.kinds[kind].canonical
        if len(names) <= MOST_PLACES and kind in ("space", "province"):
            pages = dict.fromkeys(tuple(topic.page(asked, kind, name)) for name in names)
            lines = [line for one in pages for line in (*one, "")]
            yield from _part("The map, place by place", lines[:-1])
