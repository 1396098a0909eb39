"""Brings the catalogues up to date and compiles them: `python -m projections.locale.collect [MORE.po …]`.

Translations that are new in further .po files are taken over from them.

Five kinds: what is marked with `_` and `_n` in mails, boards, logs, drawings and the replay page; the words
of the games (`terms`); the sentences of the rules (`sentences`); the headings of the rules; what two pages
say, that which checks a bundle and that of an owner's kit. Of the commands only what they say around what
they show is collected: their help and the referee's commands stay English.
"""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from domain.kawanakajima.standing.preferences import WORDS, meaning
from domain.titles import TITLES
from projections.language.catalogues import CATALOGUES, CHECK, DOMAIN, HEADING, SENTENCE, TERM
from projections.locale.sentences import ROOT, sentences
from projections.locale.terms import FURTHER, JOINTS, TERMS
from projections.reference.order_help import asks, says
from projections.reference.titles import reference_of

LANGUAGES = ("fr", "ru")
FOLDERS = ("projections", "referee", "cli")
NOT_COLLECTED = re.compile(
    r"projections/(drawing|exports|read_model)/\w+\.py"
    r"|referee/(transport/(boxes|imap|smtp|listener|outbox)|service/configuration|mail/office/(checking|serving))\.py"
    r"|referee/(demo|web/(?!answering|desk_|gate|index|open_lists|pages|posted|ratings_page|previews|referee_page|seat_data|seat_matters|sending|showing|shown|stepping|trying)\w+)\.py"
    r"|cli/(?!frame/(standing|faults|stop|stores)|begin/options|look/(show|step_through|stops)|play/(preview|tried))[\w/]+\.py"
)
CHECKING = "referee/bundle/check/texts.toml"
OWNERS = "projections/page/owner/texts.toml"
MARKED = {"_": 1, "_n": 2, "sentence_of": 2}
"""How many messages a call has at most; one that stands alone has no plural."""
CALLED = re.compile(r"\b(_n?|sentence_of)\(")
"""What stands in every file that marks a message."""
WIDTH = 0
"""Each text on a line of its own: a changed word changes one line."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
"""The same catalogue is compiled to the same bytes."""


def template(root: Path = ROOT) -> Catalog:
    """Every message of the sources below a folder, without translations."""
    made = Catalog(project="Bugyo", charset="utf-8", fuzzy=False)
    for word, where in TERMS.items():
        made.add(word, context=TERM, locations=[("projections/locale/terms.py", 0)], auto_comments=[where])
    for text in FURTHER:
        made.add(text, context=SENTENCE, locations=[("projections/locale/terms.py", 0)])
    for rules in TITLES.values():
        for text in (*rules.headings.values(), *rules.statuses.values()):
            made.add(text, context=HEADING, locations=[(f"domain/{rules.title}/data/headings.py", 0)])
    for text in documented():
        made.add(text, context=SENTENCE, locations=[("projections/reference/order_help.py", 0)])
    for text in JOINTS:
        made.add(text, locations=[("projections/locale/terms.py", 0)])
    for text, files in sentences(root).items():
        made.add(text, context=SENTENCE, locations=[(name, 0) for name in files])
    owners = [(OWNERS, text) for part in texts(root / OWNERS).values() for text in part.values()]
    for name, message in (*marked(root), *owners):
        made.add(message, None, [(name, 0)])
    for name, text in texts(root / CHECKING).items():
        made.add(text, context=f"{CHECK} {name}", locations=[(CHECKING, 0)])
    return made


def documented() -> Iterator[str]:
    """What `help` says of orders and of the questions that they answer, out of their docstrings."""
    for rules in TITLES.values():
        prompts = reference_of(rules.title).prompts
        for order in rules.orders:
            yield from filter(None, (says(order), *map(asks, prompts(order))))
    yield from map(meaning, WORDS)


def texts(path: Path) -> dict[str, Any]:
    """What a page says by its names, where the sources have it."""
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


@cache
def marked(root: Path) -> list[tuple[str, str | tuple[str, ...]]]:
    """What is marked in the sources: file and message. Read once for all languages."""
    return [
        (name, message)
        for folder in FOLDERS
        for path in sorted((root / folder).rglob("*.py"))
        if not NOT_COLLECTED.match(name := path.relative_to(root).as_posix())
        if CALLED.search(text := path.read_text("utf-8"))
        for message in _calls(ast.parse(text), said=folder != "cli")
    ]


def _calls(node: ast.AST, *, said: bool) -> Iterator[str | tuple[str, ...]]:
    """The messages of a module in their order. What a command marks outside its functions is its help."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            outside: list[ast.AST] = [*child.decorator_list, *child.args.defaults]
            for part in (*outside, *child.body):
                yield from _calls(part, said=said or part not in outside)
            continue
        number = MARKED.get(getattr(child.func, "id", ""), 0) if isinstance(child, ast.Call) else 0
        if number and said and isinstance(child, ast.Call):
            texts = [str(ast.literal_eval(given)) for given in child.args[:number]]
            yield texts[0] if len(texts) == 1 else tuple(texts)
        yield from _calls(child, said=said)


def path_of(language: str, catalogues: Path = CATALOGUES) -> Path:
    return catalogues / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def catalogue_of(language: str, catalogues: Path = CATALOGUES) -> Catalog:
    """The catalogue as it is; an empty one where there is none."""
    path = path_of(language, catalogues)
    if not path.exists():
        return Catalog(locale=language, domain=DOMAIN, fuzzy=False)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def brought_up_to_date(language: str, root: Path = ROOT, catalogues: Path = CATALOGUES) -> Catalog:
    """The catalogue with every message that there is now; without what is no longer said."""
    made = catalogue_of(language, catalogues)
    made.update(template(root), no_fuzzy_matching=True, update_creation_date=False)
    return made


NOT_KEPT = re.compile(
    rb'^(?:"(?:POT-Creation-Date|PO-Revision-Date|Generated-By|Last-Translator):.*|#, python-brace-format)\n',
    re.MULTILINE,
)
"""What changes with each run, and the mark of messages with fields: a test compares the fields of all."""


def written(made: Catalog) -> bytes:
    file = BytesIO()
    write_po(
        file,
        made,
        width=WIDTH,
        sort_by_file=True,
        omit_header=False,
        no_location=True,
        ignore_obsolete=True,
    )
    return re.sub(NOT_KEPT, b"", file.getvalue())


def compiled(made: Catalog) -> bytes:
    """The catalogue as programs read it, without what has no translation."""
    done = Catalog(locale=made.locale, fuzzy=False, creation_date=LONG_AGO, revision_date=LONG_AGO)
    done.mime_headers = [("Plural-Forms", made.plural_forms)]  # those of Babel change with its version
    file = BytesIO()
    for message in made:
        if message.id and is_done(message):
            done[message.id] = message
    write_mo(file, done)
    return file.getvalue()


def take_over(made: Catalog, path: Path) -> None:
    """Translations of another file of the same language, where there is none yet."""
    with path.open("rb") as file:
        other = read_po(file, domain=DOMAIN)
    for message in made if other.locale == made.locale else ():
        theirs = other.get(message.id, context=message.context) if message.id else None
        if theirs is not None and is_done(theirs) and not is_done(message):
            message.string = theirs.string


def main(further: list[str], root: Path = ROOT, catalogues: Path = CATALOGUES) -> None:
    for language in LANGUAGES:
        made = brought_up_to_date(language, root, catalogues)
        for more in further:
            take_over(made, Path(more))
        path = path_of(language, catalogues)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(made))
        path.with_suffix(".mo").write_bytes(compiled(catalogue_of(language, catalogues)))
        missing = sum(1 for message in made if message.id and not is_done(message))
        print(f"{language}: {len(made)} messages, {missing} without a translation")


def is_done(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple | list) else bool(message.string)


if __name__ == "__main__":
    main(sys.argv[1:])
