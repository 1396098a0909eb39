"""Standing orders: what a seat leaves behind for a question that has one sensible answer.

mail/standing-orders   an increase of the intervention level that would lose the game is evaded [11.2]

Whatever else is asked of a seat in the other's round is a choice of its own, and is always asked.
"""

from __future__ import annotations

from msgspec import Struct

from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, keeps
from domain.twilight_shogun.board.events import SheetLaid
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Evade

RULE = "mail/standing-orders"
EVADE = "evade"


@BOOK.anytime(orders.StandingEvade, "mail/standing-orders")
def leave_evading(board: Board, seat: str, order: orders.StandingEvade, chance: Chance) -> Outcome:
    """The seat always evades [mail/standing-orders, 11.2]."""
    return keeps(SheetLaid(seat, (EVADE,)))


@BOOK.anytime(orders.TakeSheet, "mail/standing-orders")
def take_sheet(board: Board, seat: str, order: orders.TakeSheet, chance: Chance) -> Outcome:
    """The recommended standing orders [mail/standing-orders]."""
    refuse_first(sheet_bars(board, seat))
    return keeps(SheetLaid(seat, (EVADE,)))


def sheet_bars(board: Board, seat: str) -> Bars:
    if not board.setting.tables.sheets.get(seat):
        yield Bar(RULE, "The data set of this game recommends no standing orders.", "Write “standing evade”.")


@BOOK.anytime(orders.DropSheet, "mail/standing-orders")
def drop_sheet(board: Board, seat: str, order: orders.DropSheet, chance: Chance) -> Outcome:
    """The seat is asked for everything again [mail/standing-orders]."""
    return keeps(SheetLaid(seat, ()))


@BOOK.fires(Evade, "mail/standing-orders")
def standing_evasion(board: Board, item: Evade, seat: str) -> Struct | None:
    """Evading, where the seat has left it [mail/standing-orders, 11.2]."""
    return orders.Evade() if EVADE in board.left.get(seat, ()) else None
