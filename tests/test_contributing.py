"""CONTRIBUTING.md names what is there, and says when all of the long proofs must run."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
LONGEST = 80


def test_it_is_short_and_its_links_lead_somewhere() -> None:
    assert len(PAGE.splitlines()) <= LONGEST
    linked = re.findall(r"\]\(([^):#]+)[)#]", PAGE)
    assert linked
    assert [one for one in linked if not (ROOT / one).is_file()] == []


def test_what_it_tells_to_run_can_be_made() -> None:
    made = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    assert {"check", "soak", "bench", "title"} <= made & set(re.findall(r"`make ([a-z]+)", PAGE))


def test_it_says_when_all_of_the_long_proofs_must_run() -> None:
    rows = [line.split(" | ") for line in PAGE.splitlines() if "all of `make soak`" in line]
    when = " ".join(row[0] for row in rows)
    assert [word for word in ("release", "record", "proof", "kit") if word not in when] == []
