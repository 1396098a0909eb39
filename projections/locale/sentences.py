"""The sentences of the rules, as templates, read from the sources with `ast`.

`domain` and the parts of the referee that know no language say plain English, in f-strings and in strings. A
field of a template is named for what stands in it; `choices` are what a player may write.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FOLDERS = ("domain", "referee")
SAID = re.compile(
    r"domain/|referee/(proof/levels|programs/advising|games/(order_sheet|people|names|press|held_orders|refusals|deadlines|programs))\.py"
    r"|referee/club/(lists|words|reliability|standbys|observers)\.py"
    r"|referee/(clocks/(timetable|machine_clock)|identity/(naming|authority|seating))\.py"
    r"|referee/mail/desk/cpu_budget\.py"
    r"|referee/reading/(line_words|opening|reading|pages|guard)\.py"
)
NOT_FOR_PLAYERS = re.compile(
    r"domain/\w+/data/(reading\w*|rows|headings|checks|tables|premises)\.py"
    r"|domain/\w+/(words/(corrections|fixed_words)|corrections(/\w+)?|board/(conserved|corrected))\.py"
    r"|domain/kit/(data_files|hexes|rules|facts|book|corrections|assembled|typed_words)\.py"
    r"|domain/game/(suggestions|checking/(readjudicate|proof))\.py|domain/installed\.py"
)
"""Modules whose sentences are for the owner of a data set, or for the referee: they stay English."""

OF_PROGRAMS = re.compile(r"domain/\w+/programs/")
"""Modules whose rules of thumb stand as the keys of a table, each with what it scores."""

NO_SENTENCES = {
    *("BadTable", "Fault", "BrokenRecord", "TableMissing", "TypeError", "ValueError", "KeyError", "compile"),
    *("AssertionError", "RuntimeError", "LookupError", "NewType", "TypeVar", "framed", "_", "_n", "lines_of"),
}
"""What is called with strings that no player reads."""

TEMPLATES = {"Refusals"}
"""What is called with templates: their fields stand in braces already."""

FORMS = {"FORM", "FORMS", "__slots__"}
SAYS = "SAYS"
"""The sentence of an event: a template as it stands."""

MEANT = {"throw": 0, "draw": 0, "Term": 2, "IllegalMove": 0, "Bar": 0, "StaleOrder": -1}
"""What is called with sentences that may be of one word, and where the number of the rule stands."""

NAME = re.compile(
    r"[a-z]+/\S*|[a-z]+:\S*|[a-z ](?:[a-z ]* )?\S[^\s|]*\|\S+|[a-z ]+ (\S+ )?[\[(]?"
    r"(POSITION|ORDER|NUMBER|DATE|PERSON|SEAT|TITLE|WORD|NAME|TIME|CODE|REASON)\b.*"
    r"|import sys.*|player namespaces=.*|Message\[.*"
)
"""The name of a rule, or of something in the store; how a line is written; a program."""

LISTS = {"either", "join"}
FEWEST_LETTERS = 4
MOST_VARIANTS = 8


@cache
def sentences(root: Path = ROOT) -> Mapping[str, list[str]]:
    """Every template in the sources below a folder, with the files that it stands in. Read once for all
    languages."""
    found: dict[str, list[str]] = {}
    for path in sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if NOT_FOR_PLAYERS.match(name) or not SAID.match(name):
            continue
        for text in _Collector(takes_keys=bool(OF_PROGRAMS.match(name))).of(path):
            if name not in found.setdefault(text, []):
                found[text].append(name)
    return found


class _Collector(ast.NodeVisitor):
    """The templates of one module."""

    def __init__(self, *, takes_keys: bool = False) -> None:
        self._found: list[str] = []
        self._takes_keys = takes_keys

    def of(self, path: Path) -> list[str]:
        self.visit(ast.parse(path.read_text("utf-8")))
        return self._found

    def visit_Expr(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):  # a docstring
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if not any(isinstance(target, ast.Name) and target.id in FORMS for target in node.targets):
            self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name) and node.target.id == SAYS and node.value:
            self._found.append(str(ast.literal_eval(node.value)))
        elif not (isinstance(node.target, ast.Name) and node.target.id in FORMS) and node.value:
            self.visit(node.value)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        for part in node.body:
            self.visit(part)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for part in node.body:
            self.visit(part)

    def visit_Call(self, node: ast.Call) -> None:
        name = _name_of_call(node)
        if name in NO_SENTENCES:
            return
        if name in TEMPLATES:
            self._found += [ast.literal_eval(given) for given in node.args]
            return
        for place, given in enumerate((*node.args, *(keyword.value for keyword in node.keywords))):
            if MEANT.get(name) == place:
                continue
            if name in MEANT and isinstance(given, ast.Constant | ast.JoinedStr):
                self._take(given, least=2 if isinstance(given, ast.JoinedStr) else 1)
            else:
                self.visit(given)
        self.visit(node.func)

    def visit_Dict(self, node: ast.Dict) -> None:
        for key in node.keys if self._takes_keys else ():
            if key is not None:
                self.visit(key)
        for value in node.values:
            self.visit(value)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, str) and " " in node.value.strip():
            self._take(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self._take(node)
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self._visit_field(part.value)

    def _visit_field(self, node: ast.expr) -> None:
        """What stands in a field: a sentence of its own, unless it has been taken as a variant."""
        if isinstance(node, ast.IfExp) and all(map(_is_text, (node.body, node.orelse))):
            return
        self.visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.op, ast.Add) and any(map(_is_text, _added(node))):
            self._take(node)
            for part in _added(node):
                if isinstance(part, ast.IfExp) or not _is_text(part):
                    self.visit(part)
        else:
            self.generic_visit(node)

    def _take(self, node: ast.expr, least: int = FEWEST_LETTERS) -> None:
        variants = list(_Fields().variants(node))
        for text in variants if len(variants) <= MOST_VARIANTS else ():
            words = re.findall(r"[^\W\d_]{2,}", re.sub(r"\{\w*\}", "", text))
            if sum(map(len, words)) >= least and not NAME.fullmatch(text):
                self._found.append(" ".join(text.split()))


class _Fields:
    """The names of the fields of one template."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def variants(self, node: ast.expr) -> Iterator[str]:
        """Each text that an expression can give, its fields in braces."""
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value.replace("{", "{{").replace("}", "}}")
        elif isinstance(node, ast.JoinedStr):
            yield from map("".join, product(*(list(self.variants(part)) for part in node.values)))
        elif isinstance(node, ast.FormattedValue):
            yield from self._field(node.value)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            yield from map("".join, product(*(list(self.variants(part)) for part in _added(node))))
        else:
            yield from self._field(node)

    def _field(self, node: ast.expr) -> Iterator[str]:
        if isinstance(node, ast.IfExp) and all(map(_is_text, (node.body, node.orelse))):
            yield from self.variants(node.body)
            yield from self.variants(node.orelse)
        else:
            yield "{" + self._name(node) + "}"

    def _name(self, node: ast.expr) -> str:
        written = ast.unparse(node)
        if written not in self._known:
            name = _plain_name(node)
            taken = [known for known in self._known.values() if known.rstrip("0123456789") == name]
            self._known[written] = f"{name}{len(taken) + 1}" if taken else name
        return self._known[written]


def _plain_name(node: ast.expr) -> str:
    """What a field is called: "unit" for `unit.name`, `short(unit)` and `board.units[unit].name`."""
    if isinstance(node, ast.Name):
        return node.id.strip("_").lower().rstrip("0123456789") or "value"
    if isinstance(node, ast.Attribute):
        alone = node.attr in ("name", "short", "title", "value", "label", "army")
        return _plain_name(node.value) if alone else node.attr
    if isinstance(node, ast.Subscript):
        return _plain_name(node.slice if isinstance(node.slice, ast.Name | ast.Attribute) else node.value)
    if isinstance(node, ast.BoolOp | ast.IfExp):
        return _plain_name(node.values[0] if isinstance(node, ast.BoolOp) else node.body)
    if isinstance(node, ast.Call):
        return _name_of_called(node)
    if isinstance(node, ast.BinOp):
        return _plain_name(node.left)
    return "value"


def _name_of_called(node: ast.Call) -> str:
    called = _name_of_call(node)
    if called in LISTS:
        return "choices"
    if called in ("title", "upper", "lower", "capitalize") and isinstance(node.func, ast.Attribute):
        return _plain_name(node.func.value)
    if node.args and called not in ("points", "len", "listed"):
        return _plain_name(node.args[-1])
    return {"len": "count", "listed": "list"}.get(called, called.strip("_")) or "value"


def _name_of_call(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _is_text(node: ast.expr) -> bool:
    if isinstance(node, ast.IfExp):
        return all(map(_is_text, (node.body, node.orelse)))
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _added(node: ast.expr) -> list[ast.expr]:
    """The parts of a sum, in their order."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return [*_added(node.left), *_added(node.right)]
    return [node]


if __name__ == "__main__":
    for text, files in sentences().items():
        print(f"{files[0]}: {text}")
