"""Writes docs/schema, the JSON Schema of each title's export: `python -m projections.exports.schemas`."""

from __future__ import annotations

from pathlib import Path

from domain.kit.rules import Rules
from domain.titles import TITLES
from projections.exports.schema import written

PLACE = Path(__file__).parents[2] / "docs" / "schema"


def write(rules: Rules, place: Path = PLACE) -> None:
    place.mkdir(parents=True, exist_ok=True)
    (place / f"{rules.title}.json").write_text(written(rules), encoding="utf-8")


if __name__ == "__main__":
    for rules in TITLES.values():
        write(rules)
