"""What a change of a title needs, and what of it is still to be done: `python -m tests.titles.change TITLE…`.

`make title TITLE` is the same. With `--write`, or `make title TITLE WRITE=1`, it first makes anew what
commands make in a minute or two. The rows of the table in docs/house.md are `NEEDS`. The exit code is 1 as
long as something is to be done.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import fields

from domain.kit.errors import Fault
from domain.kit.rules import Rules
from domain.titles import TITLES
from projections.exports import schemas
from projections.locale import collect, glossary
from tests.made.kept import stale
from tests.made.pages import Made, everything
from tests.record import freeze
from tests.titles import register

ROOT = Path(__file__).parents[2]

Missing = Callable[[Rules], Iterator[str]]


class Need(NamedTuple):
    """A row: the tests that say what is missing, what is `told` without one, and how it is made where that
    takes no longer than a minute or two. `{title}` stands for its name."""

    name: str
    tests: tuple[str, ...] = ()
    told: Missing = lambda rules: iter(())
    make: Callable[[Rules], None] | None = None


# ---- what is missing, in sentences that say what to do


def unruled(rules: Rules) -> Iterator[str]:
    """Options without a word in RULINGS.md, but for those that a scenario or an edition fixes."""
    named = re.findall(r"`(\w+)`", (ROOT / "domain" / rules.title / "RULINGS.md").read_text("utf-8"))
    fixed = {name for one in rules.scenarios for name in one.options}
    fixed |= {name for one in rules.editions for name in one.options}
    for field in fields(rules.options):
        if field.name not in {*named, *fixed}:
            yield f"write a row for the option `{field.name}` into domain/{rules.title}/RULINGS.md"


def of_schema(rules: Rules) -> Iterator[str]:
    for said in register.schema_missing(rules, ROOT):
        yield f"{said}. Run `python -m projections.exports.schemas`"


def of_samples(rules: Rules) -> Iterator[str]:
    for said in register.samples_missing(rules, ROOT):
        yield f"{said}. Run `python -m tests.record.freeze`"


def of_games(rules: Rules) -> Iterator[str]:
    for said in register.games_missing(rules, ROOT):
        yield f"{said}. Run `python -m tests.titles.recorded {rules.title}`"


def of_catalogues(rules: Rules) -> Iterator[str]:
    """Sentences of all files: a catalogue is one for every title."""
    for language in collect.LANGUAGES:
        made = collect.brought_up_to_date(language)
        if collect.path_of(language).read_bytes() != collect.written(made):
            yield f"{language}: not what the sources say. Run `python -m projections.locale.collect`"
        for message in made:
            if message.id and not collect.is_done(message):
                yield f"{language}: translate “{_said(message.id)}” in {_where(language)}"


def _where(language: str) -> Path:
    return collect.path_of(language).relative_to(ROOT)


def _said(text: object) -> str:
    return str(text[0] if isinstance(text, tuple | list) else text)


def of_terms(rules: Rules) -> Iterator[str]:
    for said in register.terms_missing(rules, ROOT):
        yield f"{said}. Write it into projections/locale/terms.py"
    if (ROOT / "docs" / "glossary.md").read_text("utf-8") != glossary.glossary():
        yield "docs/glossary.md is not of these. Run `python -m projections.locale.glossary`"


def of_positions(rules: Rules) -> Iterator[str]:
    for said in register.perft_missing(rules, ROOT):
        yield f"{said}. Run `python -m tests.perft --write {rules.title}`"
    yield from made("positions of {title}")(rules)


def made(*names: str) -> Missing:
    """Of what commands make, that which is made of something else than there is now."""

    def told(rules: Rules) -> Iterator[str]:
        return (said.removesuffix(".") for said in stale(named(rules, *names)))

    return told


def named(rules: Rules, *names: str) -> list[Made]:
    """All that begin so."""
    begins = tuple(name.format(title=rules.title) for name in names)
    return [one for name, one in everything().items() if name.startswith(begins)]


GUIDES = ("README.md", "docs/features.md", "docs/player.md", "docs/referee.md")


# ---- how it is made


def page(rules: Rules) -> None:
    ran(f"python -m tests.titles.pages {rules.title}")


def positions(rules: Rules) -> None:
    """It says which differ: whoever changes a rule looks whether they were meant to."""
    ran(f"python -m tests.perft --write {rules.title}")


def guides(rules: Rules) -> None:
    """Those that are told to be stale; a command may make two of them."""
    shown = (one for one in named(rules, *GUIDES) if list(stale([one])))
    for command in dict.fromkeys(one.command for one in shown):
        ran(command)


def ran(command: str) -> None:
    """In a process of its own, that reads what others have written just now."""
    subprocess.run([sys.executable, *command.split()[1:]], cwd=ROOT, check=True)


NEEDS = (
    Need("rule", ("{title}", "titles/test_headings.py")),
    Need("RULINGS", ("{title}",), unruled),
    Need("schema", (), of_schema, schemas.write),
    Need("frozen samples", ("record/test_frozen.py",), of_samples, lambda rules: freeze.add(rules.title)),
    Need("sentences", (), of_catalogues, lambda rules: collect.main([])),
    Need("words", ("titles/test_words.py",), of_terms, lambda rules: glossary.main()),
    Need("reference", (), made("docs/titles/{title}.md"), page),
    Need("recorded games", ("titles/test_recorded.py",), of_games),
    Need("short games", ("titles/test_short.py",)),
    Need("positions", ("perft/test_perft.py",), of_positions, positions),
    Need("sheets", (), made("sheets of {title}")),
    Need("figures", ("figures/test_figures.py",), made("figures of {title}")),
    Need("programs", ("programs/test_table.py",), made("row of {title}")),
    Need("guides", (), made(*GUIDES), guides),
)


def to_do(rules: Rules) -> Iterator[str]:
    """A sentence for everything that is told without a test."""
    for need in NEEDS:
        for said in told(need, rules):
            yield f"{said}." if said.startswith(need.name) else f"{need.name}: {said}."


def told(need: Need, rules: Rules) -> list[str]:
    """A table that cannot be read is said where it is missed."""
    try:
        return list(need.told(rules))
    except Fault as bad:
        return [str(bad).removesuffix(".")]


def write(rules: Rules) -> None:
    """Makes what is to be made anew and takes no longer than a minute or two, in the order of the rows."""
    for need in NEEDS:
        if need.make is not None and told(need, rules):
            print(f"{rules.title}: {need.name} is made anew.", flush=True)
            need.make(rules)


def failing(rules: Rules) -> Iterator[str]:
    """The tests of the rows that fail for a title."""
    files = dict.fromkeys(f"tests/{name}".format(title=rules.title) for need in NEEDS for name in need.tests)
    words = ["-q", "-n", "0", "-m", "not soak", "-k", rules.title, "--no-header", "--tb=no", "-rfE", *files]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "400"},
        capture_output=True,
        text=True,
        check=False,
    )
    found = [line for line in done.stdout.splitlines() if line.startswith(("FAILED ", "ERROR "))]
    yield from found
    if done.returncode and not found:
        yield f"The tests could not be run: {done.stdout[-2000:]}{done.stderr[-2000:]}"


def main(words: Sequence[str]) -> int:
    asked = argparse.ArgumentParser("python -m tests.titles.change")
    asked.add_argument("titles", nargs="+", choices=list(TITLES), metavar="TITLE")
    asked.add_argument("--write", action="store_true", help="first make anew what takes a minute or two")
    given = asked.parse_args(words)
    code = 0
    for title in given.titles:
        if given.write:
            write(TITLES[title])
        left = [*to_do(TITLES[title]), *failing(TITLES[title])]
        for said in left or ["nothing is to be done."]:
            print(f"{title}: {said}", flush=True)
        code |= bool(left)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
