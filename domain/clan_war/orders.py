"""All orders of a seat: `moves.py` and `reports.py`."""

from __future__ import annotations

from domain.clan_war.moves import MOVES
from domain.clan_war.reports import REPORTS

ORDERS = (*REPORTS, *MOVES)
