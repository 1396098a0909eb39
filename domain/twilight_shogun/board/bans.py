"""Events that last: what they forbid, and where [2.35]."""

from __future__ import annotations

from domain.twilight_shogun.board.state import Board, controller, is_clan
from domain.twilight_shogun.data.effects import Ban, What, Where


def fits(board: Board, where: Where, name: str) -> bool:
    """Whether a space is one of those that a card speaks of, as the board is now; reach is not asked."""
    space = board.setting.tables.spaces[name]
    return (
        (not where.spaces or name in where.spaces)
        and (not where.areas or space.area in where.areas)
        and (not where.powered or space.powered)
        and (not where.clans or is_clan(board, name))
        and (not where.control or (controller(board, name) or "neutral") in where.control)
    )


def forbidding(board: Board, seat: str, what: What, name: str = "") -> str:
    """The card whose lasting event forbids this to a seat; "" if none does [2.35].

    `name` is the space of an action or of warfare, or the card of an event.
    """
    for one in board.lasting:
        if any(_forbids(board, ban, seat, what, name) for ban in one.forbids):
            return one.card
    return ""


def _forbids(board: Board, ban: Ban, seat: str, what: What, name: str) -> bool:
    if ban.what != what or ban.side not in ("", seat):
        return False
    if what == "event":
        return name in ban.cards
    return what == "court" or fits(board, ban.where, name)
