"""The runner of mutants: what it changes, and that a mutant is killed by a test that notices it."""

from __future__ import annotations

import ast
import gc
import subprocess
import sys
from argparse import Namespace
from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.mutation import __main__ as night
from tests.mutation import groups, history, results
from tests.mutation.__main__ import joined
from tests.mutation.covering import HIT, telling
from tests.mutation.groups import GROUPS, ROOT, Group
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


@pytest.mark.budget(100, "looks at every object of the process")
def test_functions_get_their_changed_code_wherever_they_are_held(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    held = {"by another name": loaded(path)["total"]}
    (one,) = [one for one in mutants(SOURCE) if one.after == "(one // 2)"]
    total = held["by another name"]
    assert callable(total)
    assert total([1, 5, 7]) == 16
    gc.freeze()  # as tests/conftest.py does with what is imported
    change(path, SOURCE, compiled(path, one.of(SOURCE)))
    assert total([1, 5, 7]) == 3
    assert gc.get_freeze_count()


@pytest.mark.budget(100, "looks at every object of the process")
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


def test_every_survivor_that_is_published_is_explained() -> None:
    assert results.unexplained(PUBLISHED) == []


def test_what_is_explained_stands_on_the_page_or_in_the_source() -> None:
    assert results.outlived(PUBLISHED) == [], "Take it out of explained.toml."


def test_the_numbers_that_are_published_add_up() -> None:
    assert results.wrong_numbers(PUBLISHED) == []


def test_nothing_that_is_published_is_gone() -> None:
    assert results.gone(PUBLISHED) == [], "Run `python -m tests.mutation --page`."


def test_the_newest_night_is_not_too_long_ago() -> None:
    if reason := history.unknown():
        pytest.skip(reason)
    count = history.behind(results.newest(PUBLISHED))
    assert count is not None, "No commit of the newest night is in the history."
    assert count <= history.MOST, "Run `python -m tests.mutation --tonight`."


@pytest.mark.usefixtures("nothing_tried")
def test_groups_that_were_not_tried_here_stay_on_the_page_as_they_stand() -> None:
    assert page(PUBLISHED) == PUBLISHED, "Run `python -m tests.mutation --page`."


def test_what_is_said_of_a_mutant_that_is_no_survivor_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results.json")
    monkeypatch.setattr(results, "EXPLAINED", tmp_path / "explained.toml")
    said = '[[survivor]]\nmodule = "domain/kit/sums.py"\nfunction = "f"\nbefore = "1"\nafter = "(2)"\n'
    said += 'why = "Because."\n'
    results.EXPLAINED.write_text(said)
    one = Module("domain/kit/sums.py", 4, 2, 1, 0, (Survivor("f", 7, "1", "(2)", 3),))
    results.keep("kit", Results("2026-12-01", 1, (one,)))
    now = page(PUBLISHED)
    assert "| `domain/kit/sums.py`:7 `f` | `1` → `(2)` | Because. |" in now
    assert "2 of 4 mutants tried, 1 noticed (50.0 %), 1 survive." in now
    published = page()
    assert results.unexplained(published) == []
    assert results.wrong_numbers(now) == []
    wrong = now.replace("sums.py` | 4 | 2 |", "sums.py` | 4 | 3 |")
    assert results.wrong_numbers(wrong) == ["domain/kit/sums.py", "kit"]
    assert results.outlived(now) == []
    assert results.outlived(PUBLISHED) == [("domain/kit/sums.py", "f", "1")]
    results.EXPLAINED.write_text(said.replace("Because.", "As is said elsewhere."))
    assert results.unexplained(page()) == []
    assert results.unexplained(published) == [("domain/kit/sums.py", "f", "1", "(2)", "Because.")]


def section(group: str, date: str, commit: str = "85c484c9") -> str:
    """The part of a group with a module that is there and one that is not."""
    rows = "| `domain/kit/sums.py` | 1 | 1 | 1 | 0 | 0 |\n| `domain/kit/was.py` | 7 | 3 | 2 | 0 | 1 |\n"
    left = "| survivor | change | why |\n|---|---|---|\n| `domain/kit/was.py`:3 `f` | `1` → `(2)` | Why. |\n"
    what = "4 of 8 mutants tried, 3 noticed (75.0 %), 1 survive."
    head = "| module | made | tried | killed | never ended | survive |\n|---|---|---|---|---|---|\n"
    return f"\n## {group}\n\n{date}, commit {commit}, seed 1: {what}\n\n{head}{rows}\n{left}"


@pytest.fixture
def nothing_tried(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(results, "RESULTS", tmp_path / "none.json")


@pytest.mark.usefixtures("nothing_tried")
def test_a_module_or_a_group_that_is_gone_is_taken_off_the_page_and_its_numbers_with_it() -> None:
    text = results.HEAD + section("kit", "2026-11-28") + section("kites", "2026-11-28")
    assert results.gone(text) == ["domain/kit/was.py", "kites"]
    assert results.wrong_numbers(text) == []
    now = page(text)
    assert results.gone(now) == []
    assert results.wrong_numbers(now) == []
    assert "commit 85c484c9, seed 1: 1 of 1 mutants tried, 1 noticed (100.0 %), 0 survive.\n" in now
    assert now.endswith("| `domain/kit/sums.py` | 1 | 1 | 1 | 0 | 0 |\n")
    assert page(now) == now


def test_what_was_tried_here_does_not_stand_before_what_others_have_tried_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results.json")
    results.keep("kit", Results("2026-12-01", 1, (Module("domain/kit/sums.py", 5, 4, 4, 0, ()),), "aaaaaaaa"))
    for day, mine in (("2026-11-30", True), ("2026-12-01", True), ("2026-12-02", False)):
        text = page(results.HEAD + section("kit", day))
        assert [("aaaaaaaa" in text), ("85c484c9" in text)] == [mine, not mine]


def test_every_group_has_its_turn_those_first_that_were_never_tried() -> None:
    text, taken = results.HEAD + section("web", "2026-11-20") + section("kit", "2026-11-21"), list[str]()
    for day in range(len(GROUPS) + 1):
        taken.append(results.turn(text))
        parts = text.split("\n## ")
        kept = [part for part in parts if part.split()[0] != taken[-1]]
        text = "\n## ".join(kept) + section(taken[-1], f"2027-{1 + day // 28:02}-{1 + day % 28:02}")
    assert taken[:-3] == [group for group in GROUPS if group not in ("web", "kit")]
    assert taken[-3:] == ["web", "kit", taken[0]]


def test_a_night_chooses_its_group_and_its_seed_and_writes_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results.json")
    path = tmp_path / "mutation.md"
    monkeypatch.setattr(night, "PAGE", path)
    path.write_text(results.HEAD + section("kit", "2026-11-21", "aaaaaaaa"))
    asked: list[tuple[Group, int, int]] = []

    def tried(group: Group, before: Results | None, words: Namespace) -> Results:
        asked.append((group, words.most, words.seed))
        one = Module("domain/game/suggestions.py", 2, 1, 1, 0, ())
        return Results("2026-12-01", words.seed, (one,), "bbbbbbbb")

    monkeypatch.setattr(night, "_tried", tried)
    monkeypatch.setattr(sys, "argv", ["tests.mutation", "--tonight"])
    night.main()
    ((group, most, seed),) = asked
    assert (group, most) == (GROUPS["game"], 200)
    assert date.fromisoformat(str(seed)) >= date(2026, 11, 29)
    text = path.read_text()
    assert f"## game\n\n2026-12-01, commit bbbbbbbb, seed {seed}: 1 of 2 mutants tried" in text
    assert results.newest(text) == ["bbbbbbbb"]
    assert results.turn(text) == list(GROUPS)[2]


# ---- the groups


def test_every_module_is_in_one_group_and_the_tests_of_each_group_are_there() -> None:
    assert groups.ungrouped() == [], "Enter the folder in tests/mutation/groups.py."
    words = {word for group in GROUPS.values() for word in (*group.tests, *group.more)}
    assert [word for word in sorted(words) if not (ROOT / word).exists()] == []


def test_a_new_folder_is_named_until_it_is_in_a_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("referee/rooms/hall.py", "referee/web/deep/down.py", "domain/kit/sums.py", "bugyo.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    monkeypatch.setattr(groups, "ROOT", tmp_path)
    assert groups.ungrouped() == ["referee/rooms/hall.py"]


# ---- how old it is


def git(folder: Path, *words: str) -> str:
    me = ("-c", "user.name=Ota", "-c", "user.email=ota@example.org", "-c", "commit.gpgsign=false")
    return subprocess.run(["git", *me, *words], cwd=folder, capture_output=True, text=True, check=True).stdout


def test_a_page_is_as_old_as_its_newest_commit_in_the_history(tmp_path: Path) -> None:
    here, part = tmp_path / "here", tmp_path / "part"
    here.mkdir()
    assert history.unknown(here) == "There is no history here."
    git(here, "init", "-q")
    for name in ("one", "two", "three"):
        git(here, "commit", "-q", "--allow-empty", "-m", name)
    three, two, one = git(here, "rev-list", "HEAD").split()
    assert history.unknown(here) == ""
    assert [history.behind([one], here), history.behind([one, two], here)] == [2, 1]
    assert history.behind([three, "0123abcd"], here) == 0
    assert history.behind(["0123abcd"], here) is None
    git(tmp_path, "clone", "-q", "--depth", "1", here.as_uri(), str(part))
    assert history.unknown(part) == "The history here is cut short."
