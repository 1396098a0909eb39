"""What was found, as it is kept in `results.json`, and the page `docs/mutation.md`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.mutation.groups import GROUPS, ROOT

HERE = Path(__file__).parent
RESULTS, EXPLAINED, PAGE = HERE / "results.json", HERE / "explained.toml", ROOT / "docs" / "mutation.md"


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
    RESULTS.write_bytes(msgspec.json.format(raw, indent=1) + b"\n")


def explained() -> Mapping[tuple[str, str, str, str], str]:
    """Why a survivor is none that a test should kill, by module, function and change."""
    entries = tomllib.loads(EXPLAINED.read_text("utf-8"))["survivor"]
    return {(one["module"], one["function"], one["before"], one["after"]): one["why"] for one in entries}


def unexplained() -> list[str]:
    """The survivors of which nothing is said, and what is said of no survivor."""
    known, found = set(explained()), set()
    for results in read().values():
        for module in results.modules:
            found |= {(module.module, one.function, one.before, one.after) for one in module.survivors}
    return sorted(
        f"{module} {function}: {before} → {after}" for module, function, before, after in found ^ known
    )


# ---- the page

HEAD = """\
# Mutation testing

Small changes are made to the source, one at a time: a comparison, a sum, a number ±1, a condition turned
round, a result not given, a statement left out. Some test should fail each time; where none does, the mutant
survives, and is listed here with what it means. The tests that run the changed line are asked, up to ten
seconds' worth, those first that run the fewest other lines; “no test” says that none of the group runs it.
Not changed: code at module level (tables, constants, fields of structs), decorators, defaults of arguments
and what stands inside of f-strings.

Reproduce with `python -m tests.mutation GROUP --most NUMBER --seed NUMBER`; it is run by hand, not in
`make test`. Written by `python -m tests.mutation --page`. “made” counts the mutants that could be made,
“tried” the sample, which ends earlier where its time is over (`--minutes`). Survivors were asked about again
(`--again`) after tests were written for them; to the sample of `verifiers` those were added that had survived
at an earlier commit.
"""


def page() -> str:
    return "".join(_page())


def _page() -> Iterator[str]:
    yield HEAD
    whys, left = explained(), [group for group in GROUPS if group not in read()]
    if left:
        yield f"\nNot tried yet: {', '.join(left)}.\n"
    for group, results in sorted(read().items()):
        modules = results.modules
        made, tried, killed = (
            sum(getattr(one, name) for one in modules) for name in ("made", "tried", "killed")
        )
        stuck, survived = sum(one.stuck for one in modules), sum(len(one.survivors) for one in modules)
        share = 100 * (killed + stuck) / tried if tried else 100
        of = f"commit {results.commit}, " if results.commit else ""
        yield f"\n## {group}\n\n{results.date}, {of}seed {results.seed}: {tried} of {made} mutants tried, "
        yield f"{killed + stuck} noticed ({share:.1f} %), {survived} survive.\n\n"
        yield "| module | made | tried | killed | never ended | survive |\n|---|---|---|---|---|---|\n"
        for one in modules:
            numbers = (one.made, one.tried, one.killed, one.stuck, len(one.survivors))
            yield f"| `{one.module}` | {' | '.join(map(str, numbers))} |\n"
        yield from _survivors(modules, whys)


def _survivors(modules: tuple[Module, ...], whys: Mapping[tuple[str, str, str, str], str]) -> Iterator[str]:
    if any(one.survivors for one in modules):
        yield "\n| survivor | change | why |\n|---|---|---|\n"
    for module in modules:
        for one in module.survivors:
            why = whys.get((module.module, one.function, one.before, one.after), "")
            change = f"`{_cell(one.before)}` → `{_cell(one.after)}`"
            yield f"| `{module.module}`:{one.line} `{one.function}` | {change} | {why} |\n"


def _cell(text: str) -> str:
    short = text if len(text) <= 90 else f"{text[:60]} … {text[-25:]}"
    return " ".join(short.split()).replace("|", "\\|").replace("`", "'")
