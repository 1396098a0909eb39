"""What commands make is made of what is there now; and what is not is told, with its command."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from domain.titles import TITLES
from tests.bundle import vectors
from tests.made import kept, pages, sources
from tests.made.pages import Made, everything, guides
from tests.made.quoted import quoted
from tests.made.sources import ROOT, TOKEN, is_comment, is_docstring, is_sentence, paths, without


@pytest.mark.parametrize("title", TITLES)
def test_what_is_made_of_a_title_is_made_of_what_it_is_today(title: str) -> None:
    found = [one for name, one in everything().items() if title in name]
    assert len(found) >= 7
    assert list(kept.stale(found)) == []


def test_pages_that_quote_commands_and_mails_are_made_of_what_these_are_today() -> None:
    assert list(kept.stale(guides().values())) == []


def test_nothing_is_kept_of_what_is_not_made_any_more() -> None:
    assert set(kept.read()) == set(everything())


def test_the_commands_are_there() -> None:
    for one in everything().values():
        module = one.command.split()[2].replace(".", "/")
        assert (ROOT / f"{module}.py").exists() or (ROOT / module / "__main__.py").exists(), one.command


# ---- what is told


def test_what_is_made_of_something_else_is_told_with_its_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = {"data": "1", "rules": "2"}
    one = Made("page", "python -m page", {"data": lambda: now["data"], "rules": lambda: now["rules"]})
    monkeypatch.setattr(kept, "DIGESTS", tmp_path / "digests.json")
    kept.keep(one)
    assert list(kept.stale([one])) == []
    now["rules"] = "3"
    assert list(kept.stale([one])) == ["page: other rules than when it was made. Run `python -m page`."]
    now["data"] = "4"
    (said,) = kept.stale([one])
    assert said.startswith("page: other data and rules than when it was made.")


FIGURES = {f"figures of shinobi{strength}" for strength in ("", ", steady", ", keen")}
ROWS = {"row of shinobi, keen and steady", "row of shinobi, steady and random"}
PLAYED = FIGURES | ROWS | {"positions of shinobi", "sheets of shinobi", "docs/titles/shinobi.md"}
BY_PROGRAMS = {*ROWS, "figures of shinobi, steady", "figures of shinobi, keen"}

ATTACK, ORDERS = "domain/shinobi/turn.py", "domain/shinobi/words/orders.py"
ADVICE = "domain/shinobi/programs/advice.py"

# file, what stands there, what comes in its place, and what is to be made anew then
CHANGED: list[tuple[str, str, str, set[str]]] = [
    ("fixtures/shinobi/cards.toml", "value = 58", "value = 59", PLAYED),
    (ATTACK, "return ", "return not ", PLAYED),
    (ATTACK, "There is no army", "No army is there", set()),
    (ATTACK, '"""', '"""Said otherwise. ', set()),
    (ATTACK, "\n\n\n", "\n\n\n# Why it is so.\n", set()),
    (ATTACK, "from domain.kit.", "from domain.kit.elsewhere.", set()),
    (ADVICE, "RISK = 0.25", "RISK = 0.75", BY_PROGRAMS),
    ("referee/programs/search.py", "sqrt(", "exp(", {name for name in BY_PROGRAMS if "keen" in name}),
    (
        "tests/titles/players.py",
        "TYPICAL = 0.8",
        "TYPICAL = 0.9",
        {"figures of shinobi", "sheets of shinobi"},
    ),
    ("tests/perft/counting.py", "DEEPEST = 3", "DEEPEST = 2", {"positions of shinobi"}),
    (ORDERS, '    """', '    """Otherwise. ', {"docs/titles/shinobi.md"}),
    ("domain/kawanakajima/command/turn.py", "def ", "def other_", set()),
]


@pytest.fixture
def afresh() -> Iterator[Callable[[], None]]:
    """Forgets what sources were read."""

    def forget() -> None:
        for known in (sources.played, sources.read, pages.data, pages.rules, pages.words):
            known.cache_clear()

    yield forget
    forget()


@pytest.mark.parametrize(("file", "old", "new", "to_be_made"), CHANGED)
def test_what_depends_on_a_change_is_to_be_made_anew_and_nothing_else(
    file: str,
    old: str,
    new: str,
    to_be_made: set[str],
    afresh: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watched = [one for name, one in everything().items() if name in PLAYED]
    before = {one.name: one.digests() for one in watched}
    text = (ROOT / file).read_text("utf-8")
    assert old in text
    changed = text.replace(old, new, 1)
    monkeypatch.setattr(Path, "read_text", reading({ROOT / file: changed}))
    afresh()
    assert {one.name for one in watched if one.digests() != before[one.name]} == to_be_made


def reading(instead: dict[Path, str]) -> Callable[..., str]:
    read = Path.read_text
    return lambda path, *words: instead[path] if path in instead else read(path, *words)


def test_of_what_a_page_quotes_another_word_is_seen_and_another_line_break_is_not() -> None:
    known = frozenset({"There is no army of ", "What nobody says here."})
    page = quoted("> There is no\narmy of oda in kii.", known)
    assert quoted("There is no army of oda.", known) == page
    assert quoted("There was no army of oda.", known) != page


# ---- how sources are read


def test_docstrings_are_those_that_python_takes_for_some() -> None:
    for path in paths("domain/shinobi"):
        if path.suffix == ".py":
            text = path.read_text("utf-8")
            found = {
                text.count("\n", 0, one.start()) + 1 for one in TOKEN.finditer(text) if is_docstring(one)
            }
            assert found == set(docstrings(ast.parse(text))), path


def docstrings(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and node.value.value != ...:
            yield node.lineno


# a source                                                what is left of it
SOURCES = [
    ('x = 1  # one\n\n\n# two\ny = "#3"\n', 'x = 1\ny = "#3"'),
    ('"""Of it."""\n\nx = """#a"""\n', 'x = """#a"""'),
    ('def f(x):\n    """One.\n\n    Two.\n    """\n    return x\n', "def f(x):\n    return x"),
    ('f(\n    """told"""\n)\n', 'f(\n    """told"""\n)'),
    ('yield Bar("turn/order", f"There is {no} army.")\n', 'yield Bar("turn/order", )'),
    ('tag = "go-hojo army"\n', 'tag = "go-hojo army"'),
]


@pytest.mark.parametrize(("source", "left"), SOURCES)
def test_comments_docstrings_and_sentences_decide_no_game(source: str, left: str) -> None:
    assert without(source, is_comment, is_docstring, is_sentence) == left


def test_the_vectors_are_those_that_their_command_writes() -> None:
    """They are cheap enough to be made again."""
    assert vectors.PAGE.read_text("utf-8") == vectors.page(), "Run `python -m tests.bundle.vectors`."
