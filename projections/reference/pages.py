"""The answer to a question: a page of lines, of what the data set prints and of what the viewer may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from difflib import get_close_matches

from projections.language.catalogues import named_by
from projections.language.messages import COLUMNS, _, columns, plain, wrap
from projections.own_names import naming_of
from projections.reference import cited, order_help, printed_tables
from projections.reference.lookup import found, nearest
from projections.reference.titles import reference_of
from projections.references import Asked, Reference, Topic

VERBS = ("card", "cards", "unseen", "table", "tables", "near", "where", "odds", "rule", "rules")

LONGEST = 200
"""Characters of a question."""


def answer(asked: Asked, verb: str, words: str) -> list[str]:
    """Lines of at most 78 columns."""
    with _named(asked):
        return fitted(_ANSWERS[verb](asked, reference_of(asked.rules.title), words.strip()[:LONGEST]))


def help_on(asked: Asked, words: str) -> list[str]:
    """What can be written; [] where the title has nothing that begins with a word."""
    with _named(asked):
        return _help(asked, words)


def _help(asked: Asked, words: str) -> list[str]:
    known, word = reference_of(asked.rules.title), words.strip()[:LONGEST]
    if not word:
        return fitted(order_help.now(asked, known))
    if word.lower() in ("standing", "standing orders"):
        return fitted(order_help.standing(asked, known))
    first, _space, rest = word.partition(" ")
    if first.lower() in VERBS and not order_help.one(asked, known, word):
        return answer(asked, first.lower(), rest)
    return fitted(order_help.one(asked, known, word))


def _named(asked: Asked) -> AbstractContextManager[None]:
    """With the names that the data set has in the language of the reader."""
    naming = naming_of(asked.rules.title, asked.data)
    return named_by(naming) if naming else nullcontext()


def unknown(asked: Asked, words: str) -> list[str]:
    return fitted(order_help.unknown(asked, reference_of(asked.rules.title), words))


def fitted(lines: Iterable[str]) -> list[str]:
    """Every line as it is, or wrapped with its own indentation where it is too long."""
    printable = (line if line.isprintable() else plain(line) for line in lines)
    return [part for line in printable for part in ([line] if columns(line) <= COLUMNS else _wrapped(line))]


def _wrapped(line: str) -> list[str]:
    blanks = " " * (len(line) - len(line.lstrip()))
    return wrap(line.strip(), blanks, f"{blanks}  ")


def _of(asked: Asked, topic: Topic | None, words: str, without: str) -> Iterable[str]:
    """The page of a name; what to write where none stands there, or none that is known."""
    if topic is None:
        return [_("This title has nothing of that kind.")]
    if not words:
        return [without]
    meant = found(asked, topic, words)
    if meant is None:
        return nearest(asked, topic, words)
    return list(topic.page(asked, *meant)) or [_("There is nothing to say of this now.")]


def _card(asked: Asked, known: Reference, words: str) -> Iterable[str]:
    return _of(asked, known.card, words, _("Name one: “card NAME”. “cards” lists them all."))


def _cards(asked: Asked, known: Reference, words: str) -> Iterable[str]:
    if words:
        return _card(asked, known, words)
    return known.listed(asked) if known.card else [_("This title has nothing of that kind.")]


def _near(asked: Asked, known: Reference, words: str) -> Iterable[str]:
    return _of(asked, known.near, words, _("Name a place: “near PLACE”."))


def _where(asked: Asked, known: Reference, words: str) -> Iterable[str]:
    return _of(asked, known.where, words, _("Say what you look for: “where NAME”."))


def _unseen(asked: Asked, known: Reference, words: str) -> Iterable[str]:
    if asked.game is None:
        return [_("What is unseen is so in a game; ask it of one.")]
    return list(known.unseen(asked)) or [_("There is nothing to say of this now.")]


def _tables(asked: Asked, known: Reference, words: str) -> Iterator[str]:
    tables = known.tables()
    if not tables:
        yield _("This title has nothing of that kind.")
        return
    wide = max(map(len, tables), default=0)
    yield _("Tables; “table NAME” prints one:")
    for name, printed in tables.items():
        yield from wrap(f"{printed.says} [{printed.rule}]", f"  {name:<{wide}}  ", " " * (wide + 4))


def _table(asked: Asked, known: Reference, words: str) -> Iterable[str]:
    tables, word = known.tables(), words.lower().strip(". ")
    meant = [name for name in tables if name == word] or [
        name for name in tables if word and name.startswith(word)
    ]
    if len(meant) == 1:
        return printed_tables.page(asked, meant[0], tables[meant[0]])
    if not (word and tables):
        return _tables(asked, known, words)
    close = meant or get_close_matches(word[:40], tables, 3, 0.5) or list(tables)
    said = _("There is no table “{words}”.").format(words=words[:40])
    return [said, _("The nearest: {names}.").format(names=", ".join(close))]


def _odds(asked: Asked, known: Reference, words: str) -> Iterator[str]:
    if known.odds is None:
        yield _("Nothing is thrown in this title, and no chances can be asked for.")
        return
    answered = known.odds.answer(asked, words) if words else None
    if answered is not None:
        yield from answered
        return
    if words:
        yield _("“odds {words}” cannot be read.").format(words=words[:60])
    yield _("Chances that can be asked for:")
    for form, said in known.odds.forms():
        yield f"  {form}"
        yield from wrap(said, order_help.INDENT, order_help.INDENT)


def _rule(asked: Asked, known: Reference, words: str) -> Iterable[str]:
    return cited.page(asked.rules, words) if words else cited.headings(asked.rules)


_ANSWERS: Mapping[str, Callable[[Asked, Reference, str], Iterable[str]]] = {
    "card": _card,
    "cards": _cards,
    "unseen": _unseen,
    "table": _table,
    "tables": _tables,
    "near": _near,
    "where": _where,
    "odds": _odds,
    "rule": _rule,
    "rules": _rule,
}
