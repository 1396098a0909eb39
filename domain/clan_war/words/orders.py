"""All orders of a seat: `moves.py` and `reports.py`."""

from __future__ import annotations

from domain.clan_war.words.movement_reports import MOVES
from domain.clan_war.words.reports import REPORTS

ORDERS = (*REPORTS, *MOVES)
