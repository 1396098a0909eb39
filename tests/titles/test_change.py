"""The command for who changes a title has each row of the table in docs/house.md, and names what is stale."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.errors import BadTable
from domain.kit.rules import Rules
from domain.titles import TITLES
from tests.made import kept
from tests.made.pages import everything
from tests.pace import rounds
from tests.titles import change
from tests.titles.change import NEEDS, ROOT, Need

SHINOBI = TITLES["shinobi"]

BY_HAND = ("table",)
"""Rows of the page that the command has no more to say of than of rules and of what is made."""


def table() -> list[list[str]]:
    """The rows of the page: what, what a change needs, the tests, the commands."""
    part = (ROOT / "docs" / "house.md").read_text("utf-8").partition("## What a change of a title needs\n")[2]
    lines = [line for line in part.partition("\n## ")[0].splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[1:]]


def test_the_table_has_a_row_for_each_need_and_no_other() -> None:
    assert [row[0] for row in table() if row[0] not in BY_HAND] == [need.name for need in NEEDS]


def test_every_test_and_command_of_the_table_is_there() -> None:
    for what, _needs, tests, commands in table():
        for path in re.findall(r"`(tests/[\w/.]+)`", tests.replace("TITLE", "shinobi")):
            assert (ROOT / path).exists(), (what, path)
        for module in re.findall(r"`(?:python -m )?((?:tests|projections)\.[\w.]+)", commands):
            place = ROOT / module.replace(".", "/")
            assert place.with_suffix(".py").exists() or (place / "__main__.py").exists(), (what, module)


def test_the_tests_that_it_runs_are_there() -> None:
    names = [name.format(title=title) for need in NEEDS for name in need.tests for title in TITLES]
    assert [name for name in names if not (ROOT / "tests" / name).exists()] == []


def test_every_command_of_the_table_is_that_of_a_page_that_is_made() -> None:
    """Whatever is made of a title is in a row of the table."""
    listed = " ".join(row[3] for row in table())
    of_title = [one for name, one in everything().items() if "shinobi" in name]
    for one in of_title:
        assert one.command.split()[2] in listed, one.name


def test_every_option_has_its_ruling(rules: Rules) -> None:
    assert list(change.unruled(rules)) == []


# ---- what is stale is named


class Options(Struct, frozen=True):
    """An option that nobody has written down."""

    odd_moons: bool = False


def test_an_option_without_a_ruling_is_named() -> None:
    (said,) = change.unruled(replace(SHINOBI, options=Options))
    assert said == "write a row for the option `odd_moons` into domain/shinobi/RULINGS.md"


MADE = ("reference", "positions", "sheets", "figures", "programs")


def test_what_was_made_of_something_else_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "DIGESTS", tmp_path / "digests.json")
    kept.keep(*(one for name, one in everything().items() if "shinobi" in name))
    told = [need for need in NEEDS if need.name in MADE]
    assert [said for need in told for said in need.told(SHINOBI)] == []
    text = kept.DIGESTS.read_text("utf-8")
    stale = re.sub(r'("(?:figures|positions) of shinobi": .*?"rules":")\w', r"\1_", text)
    kept.DIGESTS.write_text(stale, encoding="utf-8")
    assert [said for need in told for said in need.told(SHINOBI)] == [
        f"{what}: other rules than when it was made. Run `python -m tests.{command} --write shinobi`"
        for what, command in (("positions of shinobi", "perft"), ("figures of shinobi", "figures"))
    ]


# what is put in the place of what stands in a file, and what is said
STALE: list[tuple[Callable[[Rules], Iterator[str]], str, str, str, str]] = [
    (
        change.of_schema,
        "docs/schema/shinobi.json",
        '"same_clan_attack"',
        '"same_clan"',
        "it is not that of today's structs. Run `python -m projections.exports.schemas`",
    ),
    (
        change.of_samples,
        "fixtures/frozen/shinobi.json",
        '"event/placed"',
        '"event/laid"',
        "1 tags have none, event/placed first. Run `python -m tests.record.freeze`",
    ),
]


@pytest.mark.parametrize(("told", "file", "old", "new", "said"), STALE)
def test_a_file_of_something_else_is_named_with_its_command(
    told: Callable[[Rules], Iterator[str]],
    file: str,
    old: str,
    new: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / file).parent.mkdir(parents=True)
    text = (ROOT / file).read_text("utf-8")
    (tmp_path / file).write_text(text, encoding="utf-8")
    monkeypatch.setattr(change, "ROOT", tmp_path)
    assert list(told(SHINOBI)) == []
    (tmp_path / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert list(told(SHINOBI)) == [said]


# ---- the command


def needs(done: list[str], *, stale: bool) -> tuple[Need, ...]:
    """One that can be made, and one that cannot. Made, it is stale no more."""

    def told(rules: Rules) -> Iterator[str]:
        yield from ["old. Run `x`"] if stale and "schema" not in done else []

    return (
        Need("schema", (), told, lambda rules: done.append("schema")),
        Need("rule", (), lambda rules: iter(["write it"] if stale else [])),
    )


@pytest.mark.parametrize(
    ("words", "stale", "made", "said", "code"),
    [
        (["shinobi"], False, [], "shinobi: nothing is to be done.\n", 0),
        (["shinobi"], True, [], "shinobi: schema: old. Run `x`.\nshinobi: rule: write it.\n", 1),
        (
            ["shinobi", "--write"],
            True,
            ["schema"],
            "shinobi: schema is made anew.\nshinobi: rule: write it.\n",
            1,
        ),
    ],
)
def test_it_says_what_is_to_be_done_and_makes_what_it_can(
    words: list[str],
    stale: bool,
    made: list[str],
    said: str,
    code: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    done: list[str] = []
    monkeypatch.setattr(change, "NEEDS", needs(done, stale=stale))
    monkeypatch.setattr(change, "failing", lambda rules: iter(()))
    assert change.main(words) == code
    assert done == made
    assert capsys.readouterr().out == said


def test_a_table_that_cannot_be_read_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def told(rules: Rules) -> Iterator[str]:
        raise BadTable("cards.toml", 5, "int", "str")

    monkeypatch.setattr(change, "NEEDS", (Need("words", (), told),))
    assert list(change.to_do(SHINOBI)) == ["words: cards.toml, line 5: expected int, got str."]


def test_a_test_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever pytest says of it, and that it could not be run."""

    def run(words: list[str], **_: Any) -> Any:
        assert "tests/shinobi" in words
        return Done(1, "F.\nFAILED tests/shinobi/test_home.py::test_x - assert 1 == 2\n1 failed\n", "")

    monkeypatch.setattr(subprocess, "run", run)
    assert list(change.failing(SHINOBI)) == ["FAILED tests/shinobi/test_home.py::test_x - assert 1 == 2"]
    monkeypatch.setattr(subprocess, "run", lambda words, **_: Done(4, "", "no such file"))
    assert list(change.failing(SHINOBI)) == ["The tests could not be run: no such file"]


class Done(Struct):
    returncode: int
    stdout: str
    stderr: str


MOST = 6_000
"""Rounds of work that all of it may take for a title: a minute of an idle machine."""


@pytest.mark.soak
def test_all_of_it_is_green_for_every_title(rules: Rules) -> None:
    before = spent()
    assert [*change.to_do(rules), *change.failing(rules)] == []
    assert rounds(spent() - before) < MOST


def spent() -> float:
    """Seconds of CPU of this process and of those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
