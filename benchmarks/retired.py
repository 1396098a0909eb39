"""Targets that cannot be had, or that nobody would notice, each with its reason; *missed* is to be mended."""

from __future__ import annotations

RETIRED = {
    "with no sheet, line by line": (
        "Whoever writes each order of Kawanakajima by itself has chosen to: by default a sheet answers what "
        "needs no thought, and whole sheets are fewer mails too."
    ),
}
"""By what the rows are called that have them."""


def retired(what: str) -> bool:
    return any(name in what for name in RETIRED)


def text() -> str:
    """The reasons, in RESULTS.md below the table of speed."""
    return "\n".join(("## Retired targets\n", *(f"- *… {name} …*: {why}" for name, why in RETIRED.items())))
