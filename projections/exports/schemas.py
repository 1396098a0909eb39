"""Writes docs/schema, the JSON Schema of each title's export: `python -m projections.exports.schemas`."""

from __future__ import annotations

from pathlib import Path

from domain.titles import TITLES
from projections.exports.schema import written

PLACE = Path(__file__).parents[2] / "docs" / "schema"

if __name__ == "__main__":
    PLACE.mkdir(exist_ok=True)
    for rules in TITLES.values():
        (PLACE / f"{rules.title}.json").write_text(written(rules), encoding="utf-8")
