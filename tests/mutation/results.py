"""What was found: on this machine, in `build/mutation.json`, and published, in `docs/mutation.md`.

The page is what is kept of the runs of others: a group that was not tried here stays on it as it stands.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.mutation.groups import GROUPS, ROOT

HERE = Path(__file__).parent
RESULTS = ROOT / "build" / "mutation.json"
EXPLAINED, PAGE = HERE / "explained.toml", ROOT / "docs" / "mutation.md"


class Survivor(Struct, frozen=True):
    """A mutant that no test has noticed; `tests` is how many were asked, 0 where none runs the line. `start`
    tells it from others of the same line: where it begins in the file, in bytes."""

    function: str
    line: int
    before: str
    after: str
    tests: int
    start: int = 0


class Module(Struct, frozen=True):
    """Of a module: mutants that could be made, that were tried, and what became of them."""

    module: str
    made: int
    tried: int
    killed: int
    stuck: int
    survivors: tuple[Survivor, ...]


class Results(Struct, frozen=True):
    """Of a group: when, with which seed, the modules, and the commit that was checked out, if it is known."""

    date: str
    seed: int
    modules: tuple[Module, ...]
    commit: str = ""


def read() -> dict[str, Results]:
    return msgspec.json.decode(RESULTS.read_bytes(), type=dict[str, Results]) if RESULTS.exists() else {}


def keep(group: str, results: Results) -> None:
    raw = msgspec.json.encode({**read(), group: results})
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_bytes(msgspec.json.format(raw, indent=1) + b"\n")


def explained() -> Mapping[tuple[str, str, str, str], str]:
    """Why a survivor is none that a test should kill, by module, function and change."""
    entries = tomllib.loads(EXPLAINED.read_text("utf-8"))["survivor"]
    return {(one["module"], one["function"], one["before"], one["after"]): one["why"] for one in entries}


# ---- the page

HEAD = """\
# Mutation testing

Small changes are made to the source, one at a time: a comparison, a sum, a number ±1, a condition turned
round, a result not given, a statement left out. Some test should fail each time; where none does, the mutant
survives, and is listed here with what it means. The tests that run the changed line are asked, up to ten
seconds' worth, those first that run the fewest other lines; “no test” says that none of the group runs it.
Not changed: code at module level (tables, constants, fields of structs), decorators, defaults of arguments
and what stands inside of f-strings.

Every module is in a group, called by its folder (`tests/mutation/groups.py`). A night takes one:
`python -m tests.mutation --tonight` tries 200 mutants of the group whose turn it is, which is the first that
stands under “Not tried yet”, and otherwise the one of the oldest date; of two, the one that groups.py names
first. The seed is the day (20261129), so that each night takes others. Date, commit and survivors are written
here at once. Each survivor is then killed by a test and asked about again (`GROUP --again`, `--page`), or
explained in `tests/mutation/explained.toml`; a test fails until then. It fails as well when a module that
stands here is gone (`--page` takes its row away), or when the newest night is 500 commits back.

Reproduce with `python -m tests.mutation GROUP --most NUMBER --seed NUMBER`; it is run by hand, not in
`make test`. “made” counts the mutants that could be made, “tried” the sample, which ends earlier where its
time is over (`--minutes`). Survivors were asked about again after tests were written for them; to the sample
of `verifiers` those were added that had survived at an earlier commit.
"""


def page(before: str = "") -> str:
    """The page before, with the groups that were tried here anew, and without what is gone."""
    dates, whole = _dates(before), _sections(before)
    for group, here in read().items():
        if here.date >= dates.get(group, ""):
            whole[group] = _section(group, here)
    sections = {group: _without(gone(text), text) for group, text in whole.items() if group in GROUPS}
    left = [group for group in GROUPS if group not in sections]
    missing = f"\nNot tried yet: {', '.join(left)}.\n" if left else ""
    return HEAD + missing + "".join(text for _, text in sorted(sections.items()))


def turn(text: str) -> str:
    """The group whose turn it is: one that is not on the page, or else the one of the oldest date."""
    dates = _dates(text)
    return min(GROUPS, key=lambda group: dates.get(group, ""))


def _dates(text: str) -> dict[str, str]:
    """When each group was tried that is on a page."""
    found = {group: _DATE.search(section) for group, section in _sections(text).items()}
    return {group: one[1] for group, one in found.items() if one}


def _sections(text: str) -> dict[str, str]:
    """The part of each group, from its heading on."""
    parts = re.split(r"(?m)^(?=\n## )", text)[1:]
    return {part.split(maxsplit=2)[1]: part for part in parts}


def _section(group: str, results: Results) -> str:
    return "".join(_lines(group, results))


def _lines(group: str, results: Results) -> Iterator[str]:
    modules = results.modules
    made, tried, killed = (sum(getattr(one, name) for one in modules) for name in ("made", "tried", "killed"))
    stuck, survived = sum(one.stuck for one in modules), sum(len(one.survivors) for one in modules)
    of = f"commit {results.commit}, " if results.commit else ""
    yield f"\n## {group}\n\n{results.date}, {of}seed {results.seed}: "
    yield f"{_summed(made, tried, killed + stuck, survived)}.\n\n"
    yield "| module | made | tried | killed | never ended | survive |\n|---|---|---|---|---|---|\n"
    for one in modules:
        numbers = (one.made, one.tried, one.killed, one.stuck, len(one.survivors))
        yield f"| `{one.module}` | {' | '.join(map(str, numbers))} |\n"
    yield from _survivors(modules, explained())


def _summed(made: int, tried: int, noticed: int, survived: int) -> str:
    share = 100 * noticed / tried if tried else 100
    return f"{tried} of {made} mutants tried, {noticed} noticed ({share:.1f} %), {survived} survive"


def _survivors(modules: tuple[Module, ...], whys: Mapping[tuple[str, str, str, str], str]) -> Iterator[str]:
    if any(one.survivors for one in modules):
        yield _SURVIVORS
    for module in modules:
        for one in module.survivors:
            why = whys.get((module.module, one.function, one.before, one.after), "")
            change = f"`{_cell(one.before)}` → `{_cell(one.after)}`"
            yield f"| `{module.module}`:{one.line} `{one.function}` | {change} | {why} |\n"


def _cell(text: str) -> str:
    short = text if len(text) <= 90 else f"{text[:60]} … {text[-25:]}"
    return " ".join(short.split()).replace("|", "\\|").replace("`", "'")


# ---- what is published

_ROW = re.compile(r"^\| `([^`]+)` \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", re.MULTILINE)
_SUMMED = re.compile(r"\d+ of \d+ mutants tried.*survive")
_DATE = re.compile(r"(?m)^(\d{4}-\d\d-\d\d), (?:commit ([0-9a-f]+), )?seed ")
_NAMED = re.compile(r"(?m)^\| `([^`]+)`")
_SURVIVORS = "\n| survivor | change | why |\n|---|---|---|\n"
_SURVIVOR = re.compile(r"^\| `([^`]+)`:\d+ `([^`]+)` \| `(.*?)` → `(.*?)` \| (.*) \|$", re.MULTILINE)

Said = tuple[str, str, str, str, str]
"""Module, function and change of a survivor as they stand on the page, and why it is none to be killed."""


def gone(text: str) -> list[str]:
    """The modules and groups of a page that are no more."""
    named = {module for module in _NAMED.findall(text) if not (ROOT / module).is_file()}
    return sorted(named | (_sections(text).keys() - GROUPS.keys()))


def _without(modules: Collection[str], section: str) -> str:
    """The part of a group without the rows of some modules, summed up anew."""
    if not modules:
        return section
    lines = section.splitlines(keepends=True)
    left = "".join(line for line in lines if not (row := _NAMED.match(line)) or row[1] not in modules)
    made, tried, killed, stuck, survived = _sums(_rows(left))
    if not survived:
        left = left.replace(_SURVIVORS, "")
    return _SUMMED.sub(_summed(made, tried, killed + stuck, survived), left, count=1)


def _rows(section: str) -> list[tuple[str, tuple[int, ...]]]:
    return [(row[0], tuple(map(int, row[1:]))) for row in _ROW.findall(section)]


def _sums(rows: Collection[tuple[str, tuple[int, ...]]]) -> list[int]:
    return [sum(numbers[n] for _, numbers in rows) for n in range(5)]


def newest(text: str) -> list[str]:
    """The commits that were tried on the newest day of a page."""
    found = [(one[1], one[2]) for one in _DATE.finditer(text)]
    day = max((date for date, _ in found), default="")
    return sorted({commit for date, commit in found if date == day and commit})


def wrong_numbers(text: str) -> list[str]:
    """The modules and groups of a page whose numbers do not add up."""
    wrong = []
    for group, section in _sections(text).items():
        rows, survivors = _rows(section), Counter(one[0] for one in _SURVIVOR.findall(section))
        for module, (made, tried, killed, stuck, survive) in rows:
            if not made >= tried == killed + stuck + survive or survivors[module] != survive:
                wrong.append(module)
        made, tried, killed, stuck, survive = _sums(rows)
        if _summed(made, tried, killed + stuck, survive) not in section or survivors.total() != survive:
            wrong.append(group)
    return wrong


def unexplained(text: str) -> list[Said]:
    """The survivors of a page of which nothing or something else is said."""
    known = {(one[0], one[1], _cell(one[2]), _cell(one[3]), why) for one, why in explained().items()}
    return sorted(set(_SURVIVOR.findall(text)) - known)


def outlived(text: str) -> list[tuple[str, str, str]]:
    """What is explained and stands neither on a page nor in the source any more: module, function and what
    was changed there. What another night may find again stays explained."""
    published = set(_SURVIVOR.findall(text))
    return sorted(
        (module, function, before)
        for (module, function, before, after), why in explained().items()
        if (module, function, _cell(before), _cell(after), why) not in published
        and not _stands(ROOT / module, function, before)
    )


def _stands(path: Path, function: str, before: str) -> bool:
    if not path.is_file():
        return False
    text = " ".join(path.read_text("utf-8").split())
    return f"def {function.rpartition('.')[2]}(" in text and before in text
