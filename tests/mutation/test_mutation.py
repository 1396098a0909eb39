"""The runner of mutants: what it changes, and that a mutant is killed by a test that notices it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.mutation import results
from tests.mutation.__main__ import joined
from tests.mutation.covering import HIT, telling
from tests.mutation.groups import GROUPS, ROOT
from tests.mutation.mutants import mutants
from tests.mutation.results import Module, Results, Survivor, page
from tests.mutation.running import change, compiled

SOURCE = '''\
"""A module."""

LIMIT = 3


def early(day: int, days: tuple[int, ...] = (1, 2)) -> str:
    """Not changed: 1 < 2."""
    if day < LIMIT and day not in days:
        raise ValueError(f"{day + 1} is wrong.")
    return "yes" if not days else "no"


def total(numbers: list[int]) -> int:
    found = 0
    for one in (number for number in numbers if number != 5):
        found += one * 2
    return found
'''

# line, what stands there, what is put in its place
CHANGES = [
    (8, "day < LIMIT and day not in days", "(day < LIMIT or day not in days)"),
    (8, "day < LIMIT", "(day <= LIMIT)"),
    (8, "day not in days", "(day in days)"),
    (9, 'raise ValueError(f"{day + 1} is wrong.")', "pass"),
    (10, 'return "yes" if not days else "no"', "return None"),
    (10, '"yes" if not days else "no"', "('no' if not days else 'yes')"),
    (10, "not days", "(days)"),
    (14, "0", "(-1)"),
    (14, "0", "(1)"),
    (15, "number != 5", "(True)"),
    (15, "number != 5", "(number == 5)"),
    (15, "5", "(4)"),
    (15, "5", "(6)"),
    (16, "found += one * 2", "pass"),
    (16, "one * 2", "(one // 2)"),
    (16, "2", "(1)"),
    (16, "2", "(3)"),
    (17, "return found", "return None"),
]


def test_the_mutants_of_a_module() -> None:
    assert sorted((one.line, one.before, one.after) for one in mutants(SOURCE)) == sorted(CHANGES)


def test_a_mutant_is_one_change_and_every_line_keeps_its_number() -> None:
    for one in mutants(SOURCE):
        changed = one.of(SOURCE)
        ast.parse(changed)
        assert changed != SOURCE
        lines = zip(SOURCE.splitlines(), changed.splitlines(), strict=True)
        assert [number for number, (old, new) in enumerate(lines, 1) if old != new] == [one.line]


@pytest.mark.soak
@pytest.mark.parametrize("group", GROUPS)
def test_every_mutant_of_a_group_can_be_compiled(group: str) -> None:
    """Of three modules a sample: some thirty mutants each."""
    for path in GROUPS[group].paths()[:3]:
        source = path.read_text("utf-8")
        made = mutants(source)
        for one in made[:: len(made) // 30 + 1]:
            changed = one.of(source)
            ast.parse(changed)
            assert changed.count("\n") == source.count("\n"), one


def loaded(path: Path) -> dict[str, object]:
    names: dict[str, object] = {}
    path.write_text(SOURCE, encoding="utf-8")
    exec(compiled(path, SOURCE), names)
    return names


def test_functions_get_their_changed_code_wherever_they_are_held(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    held = {"by another name": loaded(path)["total"]}
    (one,) = [one for one in mutants(SOURCE) if one.after == "(one // 2)"]
    total = held["by another name"]
    assert callable(total)
    assert total([1, 5, 7]) == 16
    change(path, SOURCE, compiled(path, one.of(SOURCE)))
    assert total([1, 5, 7]) == 3


def test_code_that_tells_its_lines_does_what_it_did(tmp_path: Path) -> None:
    path, lines = tmp_path / "module.py", list[int]()
    names = loaded(path)
    change(path, SOURCE, telling(path, {path: SOURCE}), **{HIT: lambda file, line: lines.append(line)})
    early, total = names["early"], names["total"]
    assert callable(early)
    assert callable(total)
    assert early(4) == "no"
    assert lines == [8, 10]
    assert total([3, 5]) == 6
    assert lines[2:] == [14, 15, 16, 17]


MODULE = "def is_late(day: int) -> bool:\n    return day > 3\n\n\ndef unused() -> int:\n    return 1\n"
WEAK = "from late import is_late\n\n\ndef test_late() -> None:\n    assert is_late(9)\n"
STRONG = f"{WEAK}    assert is_late(4)\n    assert not is_late(3)\n"

TRY = """
import sys, pytest
from pathlib import Path
from tests.mutation.mutants import mutants
from tests.mutation.running import Runner
path = Path(sys.argv[1]) / "late.py"
source = path.read_text()
def work(runner):
    for one in mutants(source):
        print(one.after, *runner.tried(path, source, one), sep=";", file=sys.stderr)
words = ["-q", "-p", "no:cacheprovider", "--rootdir", sys.argv[1], sys.argv[1]]
pytest.main(words, plugins=[Runner({path: source}, work)])
"""


def tried(folder: Path, test: str) -> dict[str, str]:
    """What becomes of each mutant of a small module."""
    (folder / "late.py").write_text(MODULE)
    (folder / "test_late.py").write_text(test)
    done = subprocess.run(
        [sys.executable, "-c", TRY, str(folder)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    said = [line.split(";") for line in done.stderr.splitlines() if ";" in line and " tests; " not in line]
    return {f"{after} {number}": became for number, (after, became, _) in enumerate(said)}


@pytest.mark.soak
def test_a_mutant_is_killed_by_a_test_that_notices_it_and_by_no_other(tmp_path: Path) -> None:
    first, second = tmp_path / "weak", tmp_path / "strong"
    first.mkdir()
    second.mkdir()
    weak, strong = tried(first, WEAK), tried(second, STRONG)
    assert list(weak.values()) == ["killed", "survived", "survived", "survived", "alone", "alone", "alone"]
    assert list(strong.values()) == ["killed", "killed", "killed", "killed", "alone", "alone", "alone"]


def test_what_is_asked_again_is_taken_from_the_survivors_and_the_rest_stays() -> None:
    path = ROOT / "domain" / "kit" / "sums.py"
    made = mutants(SOURCE)[:4]
    survivors = tuple(Survivor(one.function, one.line, one.before, one.after, 1, one.start) for one in made)
    module = Module("domain/kit/sums.py", 18, 9, 4, 1, survivors)
    became = [(path, one, kind, 1) for one, kind in zip(made, ("killed", "stuck", "survived"), strict=False)]
    (now,) = joined(Results("2026-12-01", 1, (module,)), became).modules
    assert now == replace(module, killed=5, stuck=2, survivors=survivors[2:])


# ---- the page


PUBLISHED = results.PAGE.read_text("utf-8")


def test_every_survivor_that_is_published_is_explained_and_nothing_else_is() -> None:
    assert results.unexplained(PUBLISHED) == []


def test_the_numbers_that_are_published_add_up() -> None:
    assert results.wrong_numbers(PUBLISHED) == []
    assert all(f"\n## {group}\n" in PUBLISHED for group in GROUPS)


def test_groups_that_were_not_tried_here_stay_on_the_page_as_they_stand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "RESULTS", tmp_path / "none.json")
    assert page(PUBLISHED) == PUBLISHED, "Run `python -m tests.mutation --page`."


def test_what_is_said_of_a_mutant_that_is_no_survivor_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(results, "EXPLAINED", tmp_path / "explained.toml")
    said = '[[survivor]]\nmodule = "a.py"\nfunction = "f"\nbefore = "1"\nafter = "(2)"\nwhy = "Because."\n'
    results.EXPLAINED.write_text(said)
    one = Module("a.py", 4, 2, 1, 0, (Survivor("f", 7, "1", "(2)", 3),))
    results.keep("kit", Results("2026-12-01", 1, (one,)))
    now = page(PUBLISHED)
    assert "| `a.py`:7 `f` | `1` → `(2)` | Because. |" in now
    assert "2 of 4 mutants tried, 1 noticed (50.0 %), 1 survive." in now
    assert results.unexplained(page()) == []
    assert results.wrong_numbers(now) == []
    assert results.wrong_numbers(now.replace("| 4 | 2 |", "| 4 | 3 |")) == ["a.py", "kit"]
    results.keep("kit", Results("2026-12-01", 1, (replace(one, survivors=()),)))
    assert results.unexplained(page()) == [("a.py", "f", "1", "(2)", "Because.")]
