"""The mutants of a module: one expression or statement is changed, every line keeps its number."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import copy
from typing import TypeGuard

from msgspec import Struct

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}
_UNTOUCHED = (ast.JoinedStr, ast.FormattedValue, ast.arguments)
"""What has no place of its own in the source, or is no behaviour; nor is `strict=`, a guard against us."""


class Mutant(Struct, frozen=True):
    """A change. `first` to `last` are the lines of its statement's head, `start` and `end` bytes."""

    function: str
    line: int
    first: int
    last: int
    start: int
    end: int
    before: str
    after: str

    def of(self, source: str) -> str:
        """The source of the module with this change."""
        raw = source.encode()
        return (raw[: self.start] + self.after.encode() + raw[self.end :]).decode()


def mutants(source: str) -> tuple[Mutant, ...]:
    """Every mutant of a module, in the order of its lines."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    return tuple(sorted(finder.found, key=lambda one: (one.start, one.end, one.after)))


class _Finder(ast.NodeVisitor):
    def __init__(self, source: str) -> None:
        self.raw = source.encode()
        self.starts = [0]
        for line in self.raw.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))
        self.scope: list[str] = []
        self.inside = 0
        self.statement: ast.stmt | None = None
        self.found: list[Mutant] = []

    # ---- where

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self.scope.append(node.name)
        for one in node.body:
            self.visit(one)
        self.scope.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self.scope.append(node.name)
        self.inside += 1
        for one in node.body[int(ast.get_docstring(node) is not None) :]:
            self.visit(one)
        self.inside -= 1
        self.scope.pop()

    def visit(self, node: ast.AST) -> None:
        if isinstance(node, _UNTOUCHED):
            return
        if isinstance(node, ast.keyword) and node.arg == "strict":
            return
        before = self.statement
        if isinstance(node, ast.stmt):
            self.statement = node
        if self.inside and not isinstance(node, ast.FunctionDef | ast.ClassDef):
            for after in _changes(node):
                self._add(node, after)
        super().visit(node)
        self.statement = before

    def _add(self, node: ast.AST, after: str) -> None:
        assert isinstance(node, ast.expr | ast.stmt | ast.comprehension)
        place = _place(node)
        statement = self.statement
        assert statement is not None
        start, end = self._offset(place.lineno, place.col_offset), self._end(place)
        body = getattr(statement, "body", None)
        last = body[0].lineno - 1 if isinstance(body, list) and body else statement.end_lineno or 0
        gap = b"\n" * self.raw[start:end].count(b"\n")
        self.found.append(
            Mutant(
                ".".join(self.scope),
                *(place.lineno, statement.lineno, max(last, statement.lineno), start, end),
                " ".join(self.raw[start:end].decode().split()),
                f"({after}{gap.decode()})" if isinstance(place, ast.expr) else after + gap.decode(),
            )
        )

    def _offset(self, line: int, column: int) -> int:
        return self.starts[line - 1] + column

    def _end(self, node: ast.expr | ast.stmt) -> int:
        return self._offset(node.end_lineno or node.lineno, node.end_col_offset or 0)


def _place(node: ast.expr | ast.stmt | ast.comprehension) -> ast.expr | ast.stmt:
    """What is replaced: of an `if` its condition."""
    if isinstance(node, ast.comprehension):
        return node.ifs[0]
    return node.test if isinstance(node, ast.If) else node


def _changes(node: ast.AST) -> Iterator[str]:
    """What can stand in the place of a node, as source."""
    if isinstance(node, ast.Compare):
        yield from _compared(node)
    elif isinstance(node, ast.If) and isinstance(node.test, ast.Name | ast.Attribute | ast.Call):
        yield f"not {ast.unparse(node.test)}"
    elif isinstance(node, ast.BoolOp) or _is_sum(node):
        yield _with(node, op=_OTHER[type(node.op)]())
    elif isinstance(node, ast.Constant):
        yield from _counted(node.value)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield ast.unparse(node.operand)
    elif isinstance(node, ast.IfExp):
        yield _with(node, body=node.orelse, orelse=node.body)
    elif isinstance(node, ast.comprehension) and node.ifs:
        yield "True"
    elif isinstance(node, ast.stmt):
        yield from _left_out(node)


def _compared(node: ast.Compare) -> Iterator[str]:
    for place, op in enumerate(node.ops):
        ops = [*node.ops]
        ops[place] = _OTHER[type(op)]()  # type: ignore[call-overload]
        yield _with(node, ops=ops)


def _counted(value: object) -> Iterator[str]:
    if isinstance(value, bool):
        yield str(not value)
    elif isinstance(value, int):
        yield str(value + 1)
        yield str(value - 1)


def _left_out(node: ast.stmt) -> Iterator[str]:
    """A statement that is not done, a result that is not given."""
    if isinstance(node, ast.Return):
        if node.value is not None and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            yield "return None"
    elif isinstance(node, ast.Raise | ast.AugAssign | ast.Continue | ast.Break) or _is_done(node):
        yield "pass"


def _is_sum(node: ast.AST) -> TypeGuard[ast.BinOp]:
    """Whether it is an operation with numbers, as far as can be seen."""
    if not isinstance(node, ast.BinOp) or type(node.op) not in _OTHER:
        return False
    sides = (node.left, node.right)
    return not any(isinstance(side, ast.JoinedStr | ast.Constant) and not _is_number(side) for side in sides)


def _is_done(node: ast.stmt) -> bool:
    """Whether it is a call or a yield for its own sake, and not “...”."""
    return isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _with(node: ast.expr, **changes: object) -> str:
    changed = copy(node)
    for name, value in changes.items():
        setattr(changed, name, value)
    return ast.unparse(changed)
