"""The way of a mail: the modules and functions of ours that one mail with one order goes through.

`python -m benchmarks.walk` counts them by room, for a desk that knows the game and reads the mail itself, and
has no process of its own for that. What it counts stands in WALK.md, which it writes; a way that has grown it
does not write there: the way gets shorter, never longer.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import NamedTuple

from benchmarks.mails import Table, open_games
from referee.reading.reading import read_mail

ROOT = Path(__file__).parents[1]
PACKAGES = ("domain", "referee", "projections")

WARM = 7
"""Mails before the one that is followed: what is made once for a game is made. The order after them ends no
turn: where one does, cards are drawn, and chance is seven modules and seventy functions more."""

PAGE = Path(__file__).parent / "WALK.md"
WRITES = "python -m benchmarks.walk"

HEAD = f"""# The way of a mail

One mail with one order goes through so many modules and functions of each room. `{WRITES}`
writes this page, unless the way has grown.
"""


class Step(NamedTuple):
    """A function that the mail went through, by its file and its name in it."""

    module: str
    function: str

    @property
    def room(self) -> str:
        return self.module.rpartition("/")[0]


def walked(directory: Path) -> frozenset[Step]:
    """The steps of one mail, each once. What a function does in a comprehension or a lambda is its own."""
    open_games(directory / "walk.db", 1)
    table, seen = Table(directory / "walk.db", read_mail), set[CodeType]()

    def enters(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            seen.add(frame.f_code)

    try:
        for _ in range(WARM):
            table.handle(table.mail("g0"))
        raw = table.mail("g0")
        sys.setprofile(enters)
        try:
            table.handle(raw)
        finally:
            sys.setprofile(None)
    finally:
        table.record.close()
    return frozenset(_steps(seen))


def _steps(codes: set[CodeType]) -> Iterator[Step]:
    for code in codes:
        path = Path(code.co_filename)
        is_ours = path.is_relative_to(ROOT) and path.relative_to(ROOT).parts[0] in PACKAGES
        if is_ours and not code.co_name.startswith("<"):
            yield Step(path.relative_to(ROOT).as_posix(), code.co_qualname)


def text(steps: frozenset[Step]) -> str:
    """A row for each room, and one for all."""
    modules = Counter(Step(module, "").room for module in {step.module for step in steps})
    functions = Counter(step.room for step in steps)
    rows = [(room, modules[room], functions[room]) for room in sorted(modules)]
    rows.append(("all", modules.total(), len(steps)))
    return "\n".join(f"{room:<28}{count:>4} modules{called:>5} functions" for room, count, called in rows)


def page(steps: frozenset[Step]) -> str:
    return f"{HEAD}\n```\n{text(steps)}\n```\n"


def grown(steps: frozenset[Step], before: str) -> str:
    """Why a way is not the new one, by the page of before; "" where it has not grown."""
    found = re.search(r"^all +(\d+) modules +(\d+) functions$", before, re.MULTILINE)
    if found is None:
        return f"{PAGE.name} has no row “all”: restore it."
    modules, functions = len({step.module for step in steps}), len(steps)
    if modules <= int(found[1]) and functions <= int(found[2]):
        return ""
    return (
        f"The way of a mail has grown: {modules} modules and {functions} functions, where {found[1]} and "
        f"{found[2]} stand in {PAGE.name}. Take out what only passes it on, turns back, or is asked twice."
    )


def main(steps: frozenset[Step], path: Path = PAGE) -> str:
    """Prints the way, and writes the page; or why it did not."""
    print(text(steps))
    why = grown(steps, path.read_text())
    if not why:
        path.write_text(page(steps))
    return why


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        sys.exit(main(walked(Path(folder))) or None)
