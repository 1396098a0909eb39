"""The parts of a mail about Rising Sun: the short board, what concerns a seat, orders as taps."""

from __future__ import annotations

from typing import Any

from domain.rising_sun.board import events as e
from domain.rising_sun.view import View
from domain.rising_sun.words import orders as o
from projections.language.messages import _
from projections.pictures import Names
from projections.rising_sun.board import board

BOOKKEEPING: frozenset[type] = frozenset(
    {
        *(e.HonorEntered, e.AllianceEntered, e.AllianceDropped, e.CoinsEntered, e.RoninEntered),
        *(e.PointsEntered, e.FiguresEntered, e.CardsEntered, e.TokensEntered, e.WarsEntered),
        *(e.BidSealed, e.AdvantageSkipped, e.EffectDeclined, e.BattleEnded, e.StandingSet),
    }
)
"""Not told to those whom they do not concern: what the herald enters stands on the board."""


def brief(view: View, before: View | None) -> str:
    """The whole board, which is small."""
    return board(view)


def concerns(event: Any, seat: str, view: View) -> bool:
    """Whether a clan's figures, Honor, points or coins are others now, and not by its own choice."""
    if isinstance(event, e.FigureMoved | e.FigureBorrowed | e.HostageTaken):
        return event.clan == seat and event.seat != seat
    if isinstance(event, e.FiguresKilled):
        return any(one.clan == seat for one in event.dead)
    if isinstance(event, e.ReparationsPaid):
        return bool(event.discarded.get(seat) or (seat in event.shares and event.shares[seat].terms))
    touched = (e.HonorLost, e.HonorGained, e.PointsLost, e.Scored, e.ReserveChanged, e.AdvantageWon)
    return isinstance(event, touched) and event.seat == seat


def group(order: Any, names: Names) -> tuple[str, str]:
    """Short labels for what a battle asks; what has none is its own label."""
    figure, clan = getattr(order, "figure", ""), getattr(order, "clan", "")
    row = " ".join(names.get(word, word) for word in (clan, figure) if word)
    if isinstance(order, o.Drive):
        return row, _("to {target}").format(target=names.get(order.province, order.province))
    if isinstance(order, o.Burn | o.Borrow | o.TakeHostage):
        return names.get(clan, clan), names.get(figure, figure)
    if isinstance(order, o.Place):
        return _("free Bushi"), names.get(order.province, order.province)
    if isinstance(order, o.Decline):
        return "", _("decline")
    if isinstance(order, o.Seppuku | o.HireRonin | o.Poets | o.Cross | o.Spare):
        return "", _("yes") if order.choice == "yes" else _("no")
    return "", ""
