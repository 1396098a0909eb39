"""VP: the marker moves on its track, and whoever brings it to the limit wins [2.23, 11.1]."""

from __future__ import annotations

from msgspec import Struct

from domain.kit.facts import By
from domain.kit.sums import Sum
from domain.twilight_shogun.board.events import GameWon, VpScored
from domain.twilight_shogun.board.state import Board, tracks
from domain.twilight_shogun.data.tables import ANTI, PRO, SIDES


def moved(board: Board, seat: str, points: Sum) -> VpScored:
    """The VP marker moves towards a seat: up for Anti-Bakufu, down for Pro-Bakufu [2.23]."""
    return VpScored(seat, points, board.vp + (points.total if seat == ANTI else -points.total))


def vp_events(board: Board, seat: str, points: Sum) -> tuple[Struct, ...]:
    """A seat scores; whoever reaches the limit wins at once [11.1].

    Not while the last scoring goes on [11.4], unless an option says so.
    """
    scored = moved(board, seat, points)
    limit = tracks(board).vp_limit
    suspended = board.is_final and not board.setting.options.final_limit
    if abs(scored.vp) < limit or suspended:
        return (scored,)
    winner = ANTI if scored.vp > 0 else PRO
    why = f"{SIDES[winner]} has reached {abs(scored.vp)} VP."
    return scored, By("11.1", GameWon(winner, "vp", why))
