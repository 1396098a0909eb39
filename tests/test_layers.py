"""Imports point one way, the domain stays pure, and files stay small. Read from the sources with `ast`."""

from __future__ import annotations

import ast
import gc
import re
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "referee", "projections", "cli")
MEASURED = (*PACKAGES, "tests", "benchmarks")
SHARED = ("kit", "game")

MAY_IMPORT = {
    "domain": {"domain"},
    "projections": {"projections", "domain"},
    "referee": {"referee", "domain"},
    "cli": {"cli", "referee", "projections", "domain"},
}
DRAWS_BOARDS = (
    *("referee.transport", "referee.reading", "referee.seats", "referee.identity", "referee.mail"),
    *("referee.telling", "referee.web", "referee.demo", "referee.owner_data.name_sheet", "referee.pictures"),
    "referee.thinking",
)
"""Where the referee may use projections: the boards that it mails and shows, and the names on them."""

TRANSLATED = ("referee.bundle.check",)
"""And the catalogues, for what a page says that no mail or board has, and the look of all pages."""

IN_COMMON = ("projections.language.catalogues", "projections.page.look")

MAY_IMPORT_EVENTSOURCING = {
    *("referee.record.record", "referee.record.store", "referee.record.postgres", "referee.record.writing"),
    "referee.record.read_only",
    *("projections.read_model.settings", "projections.read_model.following"),
    *(
        "referee.copies.importing",
        "referee.games.referee",
        "referee.mail.desk.desk",
    ),  # they catch what it raises
    *(
        "cli.frame.stores",
        "cli.play.list",
        "referee.mail.office.checking",
    ),  # they catch what it raises
}
IMPURE = {
    *("asyncio", "concurrent", "datetime", "glob", "io", "multiprocessing", "os", "pathlib", "random"),
    *("secrets", "select", "shutil", "signal", "socket", "sqlite3", "subprocess", "tempfile", "threading"),
    *("time", "urllib", "uuid"),
}
LONGEST_FUNCTION, LONGEST_FILE = 30, 600


@cache
def modules(package: str) -> dict[str, Path]:
    """Every module of a package by its dotted name."""
    found = {}
    for path in sorted((ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def tree(path: Path) -> ast.Module:
    """A file as it is parsed. Nobody looks for garbage meanwhile: of so many objects none is."""
    gc.disable()
    try:
        return ast.parse(path.read_text())
    finally:
        gc.enable()


def nodes(path: Path, named: re.Pattern[str]) -> Iterator[ast.AST]:
    """The nodes of a file that has such words at all."""
    if named.search(path.read_text()):
        yield from ast.walk(tree(path))


class Function(NamedTuple):
    """A function: how many lines its body has without the docstring, and the words of them.

    Where the words differ the code does, but for comments.
    """

    name: str
    lines: int
    words: str


@cache
def functions(path: Path) -> tuple[Function, ...]:
    """All that a file defines, in the order of `defined`; they are what is kept, and not the tree."""
    rows = path.read_text().splitlines()
    return tuple(Function(node.name, _lines(body), _words(rows, body)) for node, body in defined(tree(path)))


def defined(parsed: ast.Module) -> Iterator[tuple[ast.FunctionDef | ast.AsyncFunctionDef, list[ast.stmt]]]:
    """Functions with their bodies, also within others. Only statements are looked at: one node of twelve."""
    waiting: list[ast.AST] = [parsed]
    for node in waiting:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node, node.body[ast.get_docstring(node, clean=False) is not None :]
        for inside in ("body", "orelse", "handlers", "finalbody", "cases"):
            found = getattr(node, inside, None)
            waiting += found if isinstance(found, list) else []


def _lines(body: Sequence[ast.stmt]) -> int:
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def _words(rows: Sequence[str], body: Sequence[ast.stmt]) -> str:
    lines = rows[body[0].lineno - 1 : body[-1].end_lineno] if body else ()
    return re.sub(r"\W+", "", "".join(line.partition("#")[0] for line in lines))


IMPORT = re.compile(r"^ *(?:from ([\w.]+) import (\([^)]*\)|[^\n#]+)|import ([^\n#]+))", re.MULTILINE)
"""As ruff formats them. To read all files whole takes twenty times as long, and few tests ask for more."""


@cache
def imports(path: Path) -> tuple[str, ...]:
    """What a file imports, as dotted names: "domain.titles.TITLES" for a `from` import."""
    found: list[str] = []
    for where, names, whole in IMPORT.findall(path.read_text()):
        listed = re.sub(r"#.*", "", names).strip("() \n") or whole
        known = [name.partition(" as ")[0].strip() for name in listed.split(",") if name.strip()]
        assert not where.startswith("."), f"{path}: relative imports hide where they point."
        found += [f"{where}.{name}" if where else name for name in known]
    return tuple(found)


def ours(path: Path) -> Iterator[str]:
    """The imports from our own packages, tests and benchmarks included."""
    yield from (name for name in imports(path) if name.partition(".")[0] in MEASURED)


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


FORMS = (
    """
import sys, os
import os.path as where  # a comment
from a.b import c
def f():
    from d import (
        e,  # a comment
        f as g,
    )
    if TYPE_CHECKING:
        from h import *
""",
    ("sys", "os", "os.path", "a.b.c", "d.e", "d.f", "h.*"),
)


def test_imports_are_read_in_each_of_their_forms(tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(FORMS[0])
    assert imports(tmp_path / "module.py") == FORMS[1]


@pytest.mark.soak
@pytest.mark.parametrize("package", PACKAGES)
def test_imports_are_read_as_python_reads_them(package: str) -> None:
    """Also those within functions, those for types alone, and none of what only stands in a text."""
    for path in modules(package).values():
        read: list[str] = []
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Import):
                read += [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                read += [f"{'.' * node.level}{node.module}.{alias.name}" for alias in node.names]
        assert sorted(read) == sorted(imports(path)), path


@pytest.mark.parametrize("package", PACKAGES)
def test_imports_point_one_way(package: str) -> None:
    assert [
        (module, name)
        for module, path in modules(package).items()
        for name in ours(path)
        if name.partition(".")[0] not in MAY_IMPORT[package]
        and not (within(module, *DRAWS_BOARDS) and within(name, "projections"))
        and not (within(module, *TRANSLATED) and within(name, *IN_COMMON))
    ] == []


MAKE_PRODUCT_FILES = ("projections.locale", "projections.exports.schemas", "cli.reference")
"""Tools that live with what they make: catalogues, schemas, the reference of commands."""


def test_no_program_imports_the_tools_that_make_product_files() -> None:
    assert [
        (module, name)
        for package in PACKAGES
        for module, path in modules(package).items()
        for name in ours(path)
        if within(name, *MAKE_PRODUCT_FILES) and not within(module, *MAKE_PRODUCT_FILES)
    ] == []


def titles() -> list[str]:
    folders = (path for path in (ROOT / "domain").iterdir() if (path / "__init__.py").exists())
    return sorted(path.name for path in folders if path.name not in SHARED)


def test_inside_the_domain_titles_import_the_kit_and_no_other_title() -> None:
    allowed = {"kit": ["kit"], "game": ["game", "kit"], **{name: [name, "kit"] for name in titles()}}
    assert [
        (module, name)
        for part, may in allowed.items()
        for module, path in modules(f"domain/{part}").items()
        for name in ours(path)
        if not within(name, *(f"domain.{other}" for other in may))
    ] == []


@pytest.mark.parametrize("package", ["domain/kit", "domain/game"])
def test_kit_and_game_never_name_a_title(package: str) -> None:
    words = re.compile("|".join(rf"\b{name}\b" for name in titles()))
    texts = {module: path.read_text() for module, path in modules(package).items()}
    found = {module: words.findall(_code(text)) for module, text in texts.items() if words.search(text)}
    assert [(module, names) for module, names in found.items() if names] == []


def _code(text: str) -> str:
    """A file without its comments and docstrings, which may give examples."""
    parsed = ast.parse(text)
    for node in ast.walk(parsed):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value = ast.Constant(None)
    return ast.unparse(parsed)


def test_only_one_module_of_the_domain_names_the_titles() -> None:
    rooms = {f"domain.{title}" for title in titles()}
    elsewhere = {
        module
        for module, path in modules("domain").items()
        for there in {".".join(name.split(".")[:2]) for name in ours(path)} & rooms
        if not within(module, there)
    }
    assert elsewhere == set()  # `domain.titles` imports each by its name


def test_the_domain_imports_the_standard_library_msgspec_and_itself() -> None:
    allowed = (set(sys.stdlib_module_names) - IMPURE) | {"msgspec", "domain", "__future__"}
    assert [
        (module, name)
        for module, path in modules("domain").items()
        for name in imports(path)
        if name.partition(".")[0] not in allowed
    ] == []


READ_BESIDE = {"domain.kit.typed_words", "domain.installed", "domain.titles"}
"""What people type is loaded with the package, as code is; titles when they are asked for."""


def test_the_domain_loads_nothing_but_what_people_type() -> None:
    assert {
        module
        for module, path in modules("domain").items()
        for name in imports(path)
        if within(name, "pkgutil", "importlib", "zipimport")
    } == READ_BESIDE


def test_the_domain_calls_no_clock_file_or_input() -> None:
    barred = {"open", "input", "print", "exec", "eval", "__import__"}
    words = re.compile(rf"\b({'|'.join(barred)})\(")
    assert [
        (module, node.func.id)
        for module, path in modules("domain").items()
        for node in nodes(path, words)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in barred
    ] == []


def test_the_library_is_imported_where_the_record_is_kept_and_nowhere_else() -> None:
    found = {
        module
        for package in PACKAGES
        for module, path in modules(package).items()
        if any(within(name, "eventsourcing") for name in imports(path))
    }
    assert found - MAY_IMPORT_EVENTSOURCING == set()


SQL = re.compile(r"SELECT .+ FROM |INSERT .*INTO |UPDATE .+ SET |DELETE FROM |PRAGMA ")


def test_no_sql_lives_in_the_commands_or_in_the_referee_but_in_the_record() -> None:
    assert [
        (module, node.value)
        for package in ("referee", "cli", "domain")
        for module, path in modules(package).items()
        if not within(module, "referee.record")
        for node in nodes(path, SQL)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and SQL.search(node.value)
    ] == []


def measured_files() -> list[Path]:
    ours = [path for package in (*PACKAGES, "benchmarks") for path in modules(package).values()]
    return [ROOT / "bugyo.py", *ours]


def test_no_file_is_longer_than_six_hundred_lines() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text().splitlines()) for path in measured_files()}
    assert {name: lines for name, lines in lengths.items() if lines > LONGEST_FILE} == {}


@pytest.mark.parametrize("package", [*PACKAGES, "benchmarks"])
def test_no_function_has_more_than_thirty_lines_of_body(package: str) -> None:
    assert [
        (str(path.relative_to(ROOT)), one.name, one.lines)
        for path in modules(package).values()
        for one in functions(path)
        if one.lines > LONGEST_FUNCTION
    ] == []


MOST_METHODS = 25
"""Of a class; one with more has more than one subject."""

LARGE = {
    "projections.replay.Replay": 26,
    "referee.bundle.verify_lanes.Lanes": 27,
    "referee.bundle.verify_people.People": 47,
    "referee.bundle.verify_rulings.Docket": 32,
    "referee.club.lists.Lists": 32,
    "referee.mail.desk.other_lines.DeskLines": 32,
    "referee.mail.desk.sign_on.SignOn": 31,
    "referee.record.record.Record": 46,
    "referee.web.application._Pages": 34,
}
"""Those that were larger when this was written: here too numbers only go down, and are lowered by hand."""


def test_no_class_has_many_methods() -> None:
    found = {
        f"{name}.{kind}": len(METHOD.findall(body))
        for package in PACKAGES
        for name, path in modules(package).items()
        for kind, body in CLASS.findall(path.read_text())
    }
    assert {name: count for name, count in found.items() if count > MOST_METHODS} == LARGE


CLASS = re.compile(r"^class (\w+)(.*\n(?:[ #)].*\n|\n)*)", re.MULTILINE)
METHOD = re.compile(r"^    (?:async )?def ", re.MULTILINE)
"""By how the formatter lays them out: to parse all files takes a hundred times as long."""


@pytest.mark.budget(80, "every line of production is read")
def test_no_function_body_of_three_lines_stands_twice() -> None:
    """The verifiers travel alone, and say again what we do."""
    alike: dict[str, list[str]] = {}
    where = {name: path for package in PACKAGES for name, path in modules(package).items()}
    for name, path in where.items():
        for one in functions(path) if ".verify" not in name else ():
            if one.lines >= 3:
                alike.setdefault(one.words, []).append(name)
    found: dict[str, list[str]] = {}
    for name in sorted({name for names in alike.values() if len(names) > 1 for name in names}):
        for node, body in defined(tree(where[name])):
            if _lines(body) >= 3:
                found.setdefault(ast.dump(ast.Module(body, [])), []).append(f"{name}.{node.name}")
    assert [names for names in found.values() if len(names) > 1] == [TOLD_ALIKE]


TOLD_ALIKE = [
    "projections.shinobi.sentences._cards_drawn",
    "projections.twilight_shogun.sentences._cards_drawn",
]
"""Events of two titles that happen to have the same fields: titles know nothing of each other."""


def test_the_first_sentence_of_a_file_says_what_is_in_it() -> None:
    """As one would say it to a colleague: "Orders a player may give", and not "What can be said"."""
    for path in measured_files():
        said = path.read_text().partition('"""')
        assert said[0] in ("", "#!/usr/bin/env python3\n"), path.name
        assert said[1], path.name
        assert not said[2].startswith("What "), path.name


def test_nothing_is_named_utils() -> None:
    names = ("utils", "util", "helpers", "misc", "common")
    assert [path for path in measured_files() if path.stem in names or path.parent.name in names] == []


def test_nothing_that_is_committed_names_a_path_of_this_machine() -> None:
    """The folder of this checkout and the home of whoever runs the tests."""
    ours = {str(ROOT).encode(), str(Path.home()).encode()} - {b"/"}
    assert [
        (name, path.decode())
        for name, text in _committed()
        for path in ours
        if re.search(re.escape(path) + rb"(?![\w-])", text)
    ] == []


def _committed() -> Iterator[tuple[str, bytes]]:
    """Every file under version control; in a copy without it, every source file."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False, text=True
    ).stdout.split("\0")
    names = [name for name in listed if name] or [str(path.relative_to(ROOT)) for path in measured_files()]
    for name in names:
        path = ROOT / name
        if path.is_file():
            yield name, path.read_bytes()
