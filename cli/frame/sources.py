"""Where a rule number stands in the source: the functions that cite it, and the tests that mention it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

import domain

ROOT = Path(domain.__file__).resolve().parent.parent
"""A checkout, or where the packages are installed; only a checkout has tests."""

_Named = ast.FunctionDef | ast.ClassDef


class Place(Struct, frozen=True):
    """A function, a class, or a line of a table outside of all functions (then `name` is "")."""

    file: str
    line: int
    name: str
    says: str


def citing(title: str, number: str) -> list[Place]:
    """The functions and classes of a title whose docstring cites the number, with its first line."""
    cited = _pattern(number)
    return [
        Place(_shown(path), node.lineno, node.name, said.partition("\n")[0])
        for path, tree, _ in _modules(ROOT / "domain" / _package(title))
        for node in ast.walk(tree)
        if isinstance(node, _Named) and (said := ast.get_docstring(node) or "") and cited.search(said)
    ]


def testing(title: str, number: str) -> list[Place]:
    """The tests that mention the number, once each; [] where no checkout is at hand."""
    mentioned = re.compile(f"{_pattern(number).pattern}|test_{re.escape(re.sub(r'[^0-9a-z]', '_', number))}_")
    places: dict[tuple[Path, str], Place] = {}
    for path, tree, text in _modules(ROOT / "tests" / _package(title)):
        for line, words in enumerate(text.splitlines(), 1):
            if mentioned.search(words):
                found = _around(tree, path, line, words)
                places.setdefault((path, found.name or str(line)), found)
    return list(places.values())


def _package(title: str) -> str:
    return title.replace("-", "_")


def _pattern(number: str) -> re.Pattern[str]:
    """The number as a whole: 7.3 is neither 7.32 nor 7.3.1."""
    return re.compile(rf"(?<![\w./-]){re.escape(number)}(?![\w/-]|\.\d)")


def _modules(directory: Path) -> Iterator[tuple[Path, ast.Module, str]]:
    for path in sorted(directory.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield path, ast.parse(text), text


def _around(tree: ast.Module, path: Path, line: int, words: str) -> Place:
    """The function around a line, or the line by itself."""
    for node in tree.body:
        if isinstance(node, _Named) and node.lineno <= line <= (node.end_lineno or line):
            return Place(_shown(path), node.lineno, node.name, "")
    return Place(_shown(path), line, "", words.strip())


def _shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()
