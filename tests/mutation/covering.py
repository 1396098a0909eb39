"""Which tests run which statements of the modules that are changed, and how long each takes.

The functions of these modules get code that says which line it comes to; all other code runs as fast as ever.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import CodeType

import pytest
from msgspec import Struct

HIT = "__mutation_hit__"
"""The name, in a module, of what is told a line."""


class Seen(Struct):
    """What a test has run: seconds of the processor, and (file, line) of statements."""

    seconds: float
    lines: list[tuple[str, int]]


class Watch:
    """A plugin of pytest that notes the statements which are come to while each test runs."""

    def __init__(self) -> None:
        self._lines: set[tuple[str, int]] = set()
        self.seen: dict[str, Seen] = {}
        self.failed: set[str] = set()

    def hit(self, file: str, line: int) -> None:
        self._lines.add((file, line))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self._lines = set()
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.seen[item.nodeid] = Seen(time.process_time() - start, sorted(self._lines))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)


def telling(path: Path, sources: Mapping[Path, str]) -> CodeType:
    """The code of a module in which every statement of a function first says its line."""
    tree = _Telling(str(path)).visit(ast.parse(sources[path]))
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


class _Telling(ast.NodeTransformer):
    def __init__(self, file: str) -> None:
        self._file = file
        self._inside = 0

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self._inside += 1
        self.generic_visit(node)
        self._inside -= 1
        docstring = int(ast.get_docstring(node) is not None)
        node.body = [*node.body[:docstring], *self._told(node.body[docstring:])]
        return node

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if (
                self._inside
                and isinstance(block, list)
                and not isinstance(node, ast.FunctionDef | ast.ClassDef)
            ):
                setattr(node, name, self._told(block))
        return node

    def _told(self, block: list[ast.stmt]) -> list[ast.stmt]:
        told: list[ast.stmt] = []
        for one in block:
            name = ast.Name(HIT, ast.Load())
            said = ast.Expr(ast.Call(name, [ast.Constant(self._file), ast.Constant(one.lineno)], []))
            told += [ast.copy_location(said, one), one]
        return told
