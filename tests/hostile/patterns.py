"""Every regular expression of the package: compiled when a module is imported, or where it is used."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

PACKAGES = ("domain", "referee", "projections", "cli")
EACH = frozenset({"sub", "subn", "split", "findall", "finditer"})
"""Ways that go on after what they have found."""
WAYS = {**dict.fromkeys(EACH, "each"), "search": "search", "match": "match", "fullmatch": "fullmatch"}
HANDED_ON = {
    "projections.page.owner.toml_places:_GAP": "match",
    "projections.page.owner.toml_places:_HEAD": "match",
    "projections.page.owner.toml_places:_KEY": "match",
    "projections.page.owner.toml_places:_SCALAR": "match",
    "projections.page.owner.toml_places:_IN_LIST": "match",
    "referee.reading.passages:_END": "fullmatch",
}
"""How those are used that a function is given."""
ELSEWHERE = (
    "re.compile(pattern, re.DOTALL)",
    "re.fullmatch(shape, value)",
    r"re.fullmatch(b'[0-9a-f]{%d}\\n' % (2 * size), members[name])",
    r"re.fullmatch(b'[0-9a-f]{%d}\\n' % (2 * size), self.members[name])",
)
"""Calls whose patterns are known only when they are used: those of sentences and of the verifier have tests
of their own, and the others are of a fixed length."""
ANY = frozenset(WAYS.values())
STAND_IN = "abc"
"""For what is put into a pattern only when it is used."""


class Used(NamedTuple):
    where: str
    pattern: re.Pattern[Any]
    ways: frozenset[str]


def all_patterns() -> list[Used]:
    """Raises AssertionError for one whose text cannot be told."""
    found: dict[tuple[Any, int], Used] = {}
    for one in [*_kept(), *_written()]:
        same = found.get(key := (one.pattern.pattern, one.pattern.flags))
        if same is None:
            found[key] = one
        elif one.ways != ANY:  # else it is compiled there, and its uses are known already
            found[key] = same._replace(ways=same.ways | one.ways)
    return list(found.values())


@cache
def modules() -> tuple[ModuleType, ...]:
    names = ["bugyo"]
    for package in PACKAGES:
        path = importlib.import_module(package).__path__
        names += [package, *(one.name for one in pkgutil.walk_packages(path, f"{package}."))]
    return tuple(importlib.import_module(name) for name in names if not name.endswith("__main__"))


@cache
def tree(module: ModuleType) -> ast.Module:
    assert module.__file__
    return ast.parse(Path(module.__file__).read_text(encoding="utf-8"))


@cache
def nodes(module: ModuleType) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(tree(module)))


def _kept() -> Iterator[Used]:
    """Those that modules keep: by name, in containers, in classes, or as a method of one."""
    for module in modules():
        for name, value in list(vars(module).items()):
            if not name.startswith("__"):
                for pattern, way in _inside(value, 0):
                    ways = frozenset({way}) if way else _ways(module, name, value)
                    yield Used(f"{module.__name__}:{name}", pattern, ways)


def _inside(value: Any, depth: int) -> Iterator[tuple[re.Pattern[Any], str]]:
    if isinstance(value, re.Pattern):
        yield value, ""
    elif isinstance(bound := getattr(value, "__self__", None), re.Pattern):
        yield bound, WAYS[value.__name__]
    elif depth < 6 and isinstance(value, dict):
        for key, inner in list(value.items()):
            yield from _inside(key, depth + 1)
            yield from _inside(inner, depth + 1)
    elif depth < 6 and isinstance(value, tuple | list | set | frozenset):
        for inner in value:
            yield from _inside(inner, depth + 1)
    elif depth < 6 and isinstance(value, type) and value.__module__.partition(".")[0] in PACKAGES:
        for inner in list(vars(value).values()):
            if not isinstance(inner, type):
                yield from _inside(inner, depth + 1)


def _ways(module: ModuleType, name: str, value: Any) -> frozenset[str]:
    """How a name is used, by its own module and by those that import it; in every way, where that cannot be
    told."""
    if known := HANDED_ON.get(f"{module.__name__}:{name}"):
        return frozenset({known})
    users = [one for one in modules() if vars(one).get(name) is value]
    ways = frozenset[str]().union(*(_named(user).get(name, frozenset()) for user in users))
    return ANY if "" in ways or not ways else ways


@cache
def _named(module: ModuleType) -> dict[str, frozenset[str]]:
    """The ways in which each name is used; "" for any other use."""
    found: dict[str, frozenset[str]] = {}
    known: set[ast.AST] = set()
    for node in nodes(module):
        way, name = "", None
        if isinstance(node, ast.Attribute) and node.attr in WAYS:
            way, name = WAYS[node.attr], node.value
        elif isinstance(node, ast.Attribute) and node.attr in ("pattern", "flags"):
            known.add(node.value)
        elif isinstance(node, ast.Call) and _of_re(node) and node.args:
            way, name = WAYS.get(_of_re(node), ""), node.args[0]
        if way and name is not None:
            known.add(name)
            text = name.attr if isinstance(name, ast.Attribute) else getattr(name, "id", "")
            found[text] = found.get(text, frozenset()) | {way}
    for node in nodes(module):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node not in known:
            found[node.id] = found.get(node.id, frozenset()) | {""}
    return found


def _of_re(call: ast.Call) -> str:
    """The function of `re` that is called, "" for all else."""
    match call.func:
        case ast.Attribute(value=ast.Name(id="re"), attr=name) if name in WAYS or name == "compile":
            return name
        case _:
            return ""


def _written() -> Iterator[Used]:
    """Those that stand in a call."""
    for module in modules():
        if vars(module).get("re") is not re:  # to parse all takes longer than to try the patterns
            taken = {name for name, value in vars(module).items() if value is getattr(re, name, module)}
            assert not taken & {*WAYS, "compile"}, f"{module.__name__} has taken {taken} out of re"
            continue
        for node in nodes(module):
            if isinstance(node, ast.Call) and (way := _of_re(node)) and node.args:
                ways = frozenset({WAYS[way]}) if way in WAYS else ANY
                for pattern in _texts(module, node):
                    yield Used(f"{module.__name__}:{node.lineno}", pattern, ways)


def _texts(module: ModuleType, call: ast.Call) -> Iterator[re.Pattern[Any]]:
    flags = next((one.value for one in call.keywords if one.arg == "flags"), None)
    if _of_re(call) == "compile":
        flags = call.args[1] if len(call.args) > 1 else flags
    elif _of_re(call) in ("match", "search", "fullmatch", "findall", "finditer") and len(call.args) > 2:
        flags = call.args[2]
    number = _value(module, flags) if flags is not None else 0
    text = _value(module, call.args[0])
    if isinstance(text, re.Pattern):
        yield text
    elif text is not None:
        yield re.compile(text, number)
    else:
        assert ast.unparse(call) in ELSEWHERE, f"{module.__name__}:{call.lineno}: {ast.unparse(call)}"


def _value(module: ModuleType, node: ast.expr) -> Any:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(_value(module, part)) for part in node.values)
    try:
        inner = node.value if isinstance(node, ast.FormattedValue) else node
        return eval(compile(ast.Expression(inner), "", "eval"), {**vars(module)})
    except NameError:
        return STAND_IN if isinstance(node, ast.FormattedValue) else None
