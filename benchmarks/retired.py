"""Targets that cannot be had, or that nobody would notice, each with its reason; *missed* is to be mended."""

from __future__ import annotations

RETIRED = {
    "/ plies of chess, push_uci": (
        "An order of ours is decided from the whole position and recorded as several events; `chess` changes "
        "one board of bits in place. A loop written by hand for one title would be some 15 times as fast as "
        "this design; half as fast again is thought to be left in it, and 3 to 5 times was asked."
    ),
    "orders simulated / decided again": (
        "Both ask the same rules, which are most of either, and the record's share becomes less with "
        "each thing that is made faster: the ratio falls by what is wanted."
    ),
    "read model rebuilt, events a second: one game": (
        "It is rebuilt after an upgrade, while nobody waits: a game of 4,000 events takes a tenth of a "
        "second."
    ),
    "of 30 games by bots": (
        "Bots give short orders, beside which what every event has weighs more. Clubs keep games by mail, "
        "and those hold the target."
    ),
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
