"""The rule index: code, refusals and tests cite headings that exist, and every heading leads to both."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from domain.kit.rules import Rules

ROOT = Path(__file__).parents[2]
RULE_AT = {
    "step": 1,
    "answer": 2,
    "offered": 1,
    "when_none": 1,
    "moot": 1,
    "IllegalMove": 0,
    "By": 0,
    "Bar": 0,
    "Correction": 0,
    "so_already": 0,
    "sets": 0,
    "Term": 2,
    "facts": 0,
    "throw": 0,
    "draw": 0,
    "refusal": 0,
}
"""Where in a call of the kit the rule stands."""

HEADING = r"[a-z][a-z-]*/[a-z][a-z-]*|\d+(?:\.\d+)+"
BRACKETS = re.compile(rf"\[((?:{HEADING})(?:, (?:{HEADING}))*)\]")


@cache
def modules(folder: Path) -> tuple[tuple[Path, ast.Module], ...]:
    return tuple((path, ast.parse(path.read_text())) for path in sorted(folder.rglob("*.py")))


def in_brackets(text: str) -> list[str]:
    return [heading for cited in BRACKETS.findall(text) for heading in cited.split(", ")]


def in_calls(tree: ast.Module) -> Iterator[str]:
    """Headings that stand in code: arguments of the kit's calls, and what a guard yields."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            given = node.args[RULE_AT[name] : RULE_AT[name] + 1] if name in RULE_AT else []
        elif isinstance(node, ast.Yield) and isinstance(node.value, ast.Tuple):
            given = node.value.elts[:1]
        else:
            continue
        yield from (
            one.value for one in given if isinstance(one, ast.Constant) and isinstance(one.value, str)
        )


def functions(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Each function with its docstring."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node.name, ast.get_docstring(node) or ""


def test_whatever_code_cites_is_a_heading(rules: Rules) -> None:
    for path, tree in modules(ROOT / "domain" / rules.title):
        cited = {*in_calls(tree), *in_brackets(path.read_text())}
        assert cited <= set(rules.headings), path.name


def test_every_heading_has_a_function_whose_docstring_cites_it(rules: Rules) -> None:
    trees = [tree for _, tree in modules(ROOT / "domain" / rules.title)]
    cited = {heading for tree in trees for _, said in functions(tree) for heading in in_brackets(said)}
    assert set(rules.headings) - cited == set()


def test_every_rule_function_cites_the_rule_it_is_registered_for(rules: Rules) -> None:
    for _, tree in modules(ROOT / "domain" / rules.title):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                registered = list(in_calls(ast.Module([ast.Expr(one) for one in node.decorator_list], [])))
                assert set(registered) <= set(in_brackets(ast.get_docstring(node) or "")), node.name


def test_the_list_of_chapters_names_every_module_of_rules_and_none_that_is_gone(rules: Rules) -> None:
    folder = ROOT / "domain" / rules.title
    said = ast.get_docstring(ast.parse((folder / "__init__.py").read_text())) or ""
    there = {path.name for path in folder.rglob("*.py")} | {path.name for path in folder.iterdir()}
    assert set(re.findall(r"\b\w+\.py\b|\b\w+(?=/\s)", said)) <= there
    of_rules = {path.name for path, tree in modules(folder) if _has_rules(tree)} - {"__init__.py"}
    assert of_rules <= set(re.findall(r"\w+\.py", said))


def _has_rules(tree: ast.Module) -> bool:
    decorators = (
        one for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for one in node.decorator_list
    )
    return any(in_calls(ast.Module([ast.Expr(one) for one in decorators], [])))


def test_every_heading_is_mentioned_by_a_test_and_tests_cite_no_other(rules: Rules) -> None:
    texts = [path.read_text() for path in (ROOT / "tests" / rules.title).rglob("*.py")]
    cited = {heading for text in texts for heading in in_brackets(text)}
    assert cited <= set(rules.headings)
    assert [heading for heading in rules.headings if not any(heading in text for text in texts)] == []


def test_a_rule_function_is_no_longer_than_thirty_lines(rules: Rules) -> None:
    for path, tree in modules(ROOT / "domain" / rules.title):
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                assert (node.end_lineno or 0) - node.lineno < 30, f"{path.name}: {node.name}"
