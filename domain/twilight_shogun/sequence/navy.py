"""Chapter 12, optional: Bakufu Navy and Katsu Kaishu.

12.1(1)   before the first round of a turn whoever is far behind places the marker
12.1(2)   at the end of the turn it is back in Edo
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.bars import Bar, Bars, unbarred
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.twilight_shogun.board.events import NavyPlaced
from domain.twilight_shogun.board.state import NAVY, Board, is_clan, is_edo, space_of, tracks
from domain.twilight_shogun.book import BOOK, REFUSALS, space_bars
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import CheckNavy, PlaceNavy


@BOOK.step(CheckNavy, "12.1")
def check_navy(board: Board, item: CheckNavy, chance: Chance) -> Outcome:
    """By an option of both players [12.0] who is behind by the printed VP places the marker; else it lies in
    Edo without effect [12.1].
    """
    if not board.setting.options.navy:
        return does()
    behind = who_is_behind(board)
    if behind:
        return does(then=(PlaceNavy(behind),))
    return does(back_in_edo(board)) if NAVY not in board.markers else does()


def who_is_behind(board: Board) -> str:
    """The side whose opponent has the printed VP or more; "" if none has [12.1]."""
    if abs(board.vp) < tracks(board).navy_vp:
        return ""
    return PRO if board.vp > 0 else ANTI


def back_in_edo(board: Board) -> NavyPlaced:
    """The marker lies in Edo, with either face up [12.1]."""
    face = board.markers[NAVY].face if NAVY in board.markers else "head"
    return NavyPlaced("", next(name for name in board.influence if is_edo(board, name)), face)


@BOOK.offered(PlaceNavy, "12.1")
def harbours(board: Board, item: PlaceNavy, seat: str) -> Iterator[orders.Navy]:
    """Kyo, the ports that are open, and the powered clans [12.1]."""
    return unbarred(map(orders.Navy, board.influence), lambda order: navy_bars(board, order.space))


@BOOK.answer(PlaceNavy, orders.Navy, "12.1")
def place_navy(board: Board, item: PlaceNavy, seat: str, order: orders.Navy, chance: Chance) -> Outcome:
    """The marker shows the face of the side that places it [12.1]."""
    REFUSALS.guard(navy_bars(board, order.space), harbours(board, item, seat))
    printed = board.setting.tables.markers[NAVY]
    face = "head" if printed.head.side == seat else "tail"
    return does(NavyPlaced(seat, order.space, face))


def navy_bars(board: Board, name: str) -> Bars:
    """Not in an ordinary clan, nor in a port that is closed [12.1]."""
    yield from space_bars(board, "12.1", name)
    if is_clan(board, name) and not space_of(board, name).powered:
        yield Bar(
            "12.1", f"The marker may stand in Kyo, an open port or a powered clan; {name} is none of them."
        )
