"""The page of results: each command keeps what it measured under its own heading."""

from __future__ import annotations

from pathlib import Path

RESULTS = Path(__file__).with_name("RESULTS.md")
FACES, MAILS, PEOPLE, TABLE, SPEED = "Faces", "Mails a side", "People", "The table of a seat", "Speed"


def keep(heading: str, command: str, text: str) -> None:
    """`command` is what writes it, behind `python -m`."""
    written = f"Written by `python -m {command} --write`.\n\n{text}\n"
    RESULTS.write_text(kept(RESULTS.read_text("utf-8"), heading, written), encoding="utf-8")


def kept(results: str, heading: str, text: str) -> str:
    """The results with one part of them anew. The table of speed, the longest, stands last."""
    parts = dict(part.split("\n\n", 1) for part in results.removeprefix("# ").split("\n# "))
    parts[heading] = text
    order = (FACES, MAILS, PEOPLE, TABLE, SPEED)
    return "\n".join(f"# {name}\n\n{parts[name]}" for name in order if name in parts)
