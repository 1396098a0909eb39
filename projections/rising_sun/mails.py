"""The parts of a mail about Rising Sun: the short board, what concerns a seat, orders as taps."""

from __future__ import annotations

from typing import Any

from domain.rising_sun.board import events as e
from domain.rising_sun.view import View
from domain.rising_sun.words import orders as o
from projections.language.messages import _
from projections.pictures import GAIN, LOSS, OTHER, YOURS, Names
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


def rank(event: Any, seat: str, view: View) -> str:
    """Whether a clan's figures, Honor, points or coins are more or less now, and not by its own choice."""
    if isinstance(event, e.FigureMoved | e.FigureBorrowed | e.HostageTaken):
        mine = YOURS if isinstance(event, e.FigureMoved) else LOSS
        return mine if event.clan == seat and event.seat != seat else OTHER
    if isinstance(event, e.FiguresKilled):
        return LOSS if any(one.clan == seat for one in event.dead) else OTHER
    if isinstance(event, e.ReparationsPaid):
        if event.discarded.get(seat):
            return LOSS
        return GAIN if seat in event.shares and event.shares[seat].terms else OTHER
    if getattr(event, "seat", "") != seat:
        return OTHER
    if isinstance(event, e.HonorLost | e.PointsLost):
        return LOSS
    if isinstance(event, e.ReserveChanged):
        return LOSS if min(event.coins, event.ronin) < 0 else GAIN
    return GAIN if isinstance(event, e.HonorGained | e.Scored | e.AdvantageWon) else OTHER


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
