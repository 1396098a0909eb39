"""What the campaigns have counted, and the table that docs/reliability.md makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from tests.faults.campaigns import Counts
from tests.faults.table import CAMPAIGNS

RESULTS = Path(__file__).with_name("results.json")
PAGE = Path(__file__).parents[2] / "docs" / "reliability.md"

BEGIN, END = "<!-- written by python -m tests.faults --write -->\n", "<!-- end -->\n"
COLUMNS = ("Fault", "Injected by", "Tried", "Lost / corrupt / half", "Also", "Date", "Command")


class Result(Struct, frozen=True):
    """`date` is the day, UTC; a `control` is as it should be where something was lost."""

    name: str
    counts: Counts
    date: str
    seconds: int
    control: bool = False

    def is_as_it_should(self) -> bool:
        return self.counts.is_clean() != self.control


def known() -> dict[str, Result]:
    """All that is kept."""
    if not RESULTS.exists():
        return {}
    return {one.name: one for one in msgspec.json.decode(RESULTS.read_bytes(), type=list[Result])}


def keep(results: Sequence[Result]) -> None:
    """Keeps new results in place of older ones, here and on the page."""
    kept = known() | {one.name: one for one in results}
    listed = [kept[one.name] for one in CAMPAIGNS if one.name in kept]
    RESULTS.write_bytes(msgspec.json.format(msgspec.json.encode(listed), indent=1) + b"\n")
    before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}{rows()}{END}{rest.partition(END)[2]}", encoding="utf-8")


def rows() -> str:
    """A line for each campaign that has been run, in the order of the page."""
    kept = known()
    lines = [_line(COLUMNS), _line(["---"] * len(COLUMNS))]
    for one in CAMPAIGNS:
        if one.name in kept:
            result = kept[one.name]
            counts = result.counts
            harm = f"{counts.lost:,} / {counts.corrupt:,} / {counts.half:,}"
            fault = f"*control:* {one.fault}" if one.control else one.fault
            tried = f"{counts.tried:,} {one.unit if counts.tried != 1 else one.unit.removesuffix('s')}"
            command = f"`{one.command}`"
            lines.append(_line([fault, one.by, tried, harm, counts.also, result.date, command]))
    return "".join(lines)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |\n"
