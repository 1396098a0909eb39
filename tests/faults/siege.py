"""A mail desk under siege as a campaign: `python -m tests.siege` has its length and all its figures."""

from __future__ import annotations

from pathlib import Path

from tests.faults.campaigns import Counts
from tests.siege.promises import Figures, summary
from tests.siege.siege import MAILS, Orders, besieged

MINUTES = 60


def campaign(times: int, folder: Path, seed: int) -> Counts:
    """So many honest orders, at the rate of those of an hour."""
    made = besieged(folder / "siege", Orders(minutes=MINUTES * times / MAILS, mails=times, seed=seed))
    print("\n".join(made.broken), flush=True)
    return counts_of(made)


def counts_of(made: Figures) -> Counts:
    """Lost is an order that was not played, or a mail with its token that was not answered; what else was
    promised and does not hold counts as corrupt."""
    lost = made.asked - made.played + made.typos - made.typos_answered
    others = len(made.broken) if not lost else len(made.broken) - 1
    return Counts(made.asked, lost, max(0, others), made.twice, summary(made))
