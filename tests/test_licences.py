"""docs/licences.md says of every package that comes with Bugyo what the package says of itself."""

from __future__ import annotations

from pathlib import Path

from tests.licences import DEV, PAGE, dependencies, direct, licence

ROOT = PAGE.parents[1]
ROWS = {
    row[0]: (row[1], row[2])
    for row in (line.strip("| ").split(" | ") for line in PAGE.read_text("utf-8").splitlines())
    if len(row) == 3
}


def test_the_table_says_what_the_packages_say() -> None:
    """What others bring along for the tests is left out: that changes from week to week."""
    asked = {name: (licence(name), where) for name, where in dependencies().items()}
    ours = {name for name, (_, where) in asked.items() if where != DEV} | direct() & asked.keys()
    assert ours >= {"eventsourcing", "pillow", "starlette", "psycopg", "chess"}
    said = "Run `python -m tests.licences`."
    assert {name: ROWS.get(name) for name in ours} == {name: asked[name] for name in ours}, said
    assert not {name for name in ours if not asked[name][0]}


def test_what_comes_with_bugyo_obliges_nobody_but_as_the_page_says() -> None:
    obliging = {name: where for name, (kind, where) in ROWS.items() if "GPL" in kind or "MPL" in kind}
    shipped = {name for name, where in obliging.items() if where != DEV}
    assert shipped == {"certifi", "psycopg", "psycopg-binary", "psycopg-pool"}
    assert {where for name, where in obliging.items() if name.startswith("psycopg")} == {"postgres"}
    assert ROWS["chess"][1] == DEV


def test_the_gpl_is_imported_by_benchmarks_alone() -> None:
    importing = [
        path
        for folder in ("domain", "referee", "projections", "cli", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if path != Path(__file__) and b"import chess" in path.read_bytes()
    ]
    assert importing == []
