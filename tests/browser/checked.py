"""What the page that checks says of a record."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

CHECK = """async ([raw, given]) => {
  const bytes = Uint8Array.from(atob(raw), (sign) => sign.charCodeAt(0));
  const since = performance.now();
  const report = await bugyoCheck.check(bytes, { given });
  const { status, verdict, rows, notes, throws } = report;
  const took = performance.now() - since;
  return { status, verdict, rows, notes, took, throws: throws.length };
}"""


class Said(NamedTuple):
    """`rows` by name: status, sentence, event. It `took` so many milliseconds."""

    status: str
    verdict: str
    rows: Mapping[str, tuple[str, str, int]]
    notes: list[str]
    throws: int
    took: float

    def fault(self) -> tuple[str, int]:
        """The first row that fails, and the event that it names."""
        return next(((name, row[2]) for name, row in self.rows.items() if row[0] == "fails"), ("", 0))


Check = Callable[..., Said]
"""Checks bytes, with what was given to compare; in a browser."""


def checked(page: Any, raw: bytes, given: str = "") -> Said:
    found = page.evaluate(CHECK, [b64encode(raw).decode(), given])
    rows = {row["name"]: (row["status"], row["sentence"], row["event"]) for row in found.pop("rows")}
    return Said(rows=rows, **found)
