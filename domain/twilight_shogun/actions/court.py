"""Section 8.4: the action "court operation".

8.4(1)   a card is spent for its APs only, once in a turn, and no must-play card
8.4(2)   the die against the APs; a higher level gives VP, the highest an extra card
"""

from __future__ import annotations

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.actions.reach import lasting_bars
from domain.twilight_shogun.board.events import CourtTried
from domain.twilight_shogun.board.points import vp_events
from domain.twilight_shogun.board.state import Board, tracks
from domain.twilight_shogun.data.tables import ANTI, SIDES


def court_bars(board: Board, seat: str, name: str) -> Bars:
    """No must-play card, no second operation in a turn, no level above the highest [8.4]."""
    card = board.setting.tables.cards[name]
    if card.side == "must":
        yield Bar("8.4", f"{card.name} must be played; it cannot be used for a court operation.")
    yield from lasting_bars(board, seat, "court")
    if board.court_done[seat]:
        yield Bar("8.4", "You have tried a court operation in this turn already.")
    if board.court[seat] >= tracks(board).court_top:
        yield Bar("8.4", f"Your court operation level is {board.court[seat]}; the track has no higher one.")


def court_tried(board: Board, seat: str, name: str, chance: Chance) -> tuple[Struct, ...]:
    """The level rises by one where the die is not higher than the APs of the card [8.4]."""
    limit = court_limit(board, seat, name)
    (face,) = chance.throw("8.4", f"court operation of {SIDES[seat]}", sides=6)
    succeeded = face <= limit.total
    level = board.court[seat] + succeeded
    tried = CourtTried(seat, name, face, limit, level, succeeded)
    return (tried, *court_vp(board, seat, level)) if succeeded else (tried,)


def court_limit(board: Board, seat: str, name: str) -> Sum:
    """The APs of the card, with the modification marker for Anti-Bakufu [8.4, 2.24]."""
    terms = [Term(board.setting.tables.cards[name].ap, "APs of the card", "8.4")]
    if seat == ANTI and board.court_modifier:
        terms.append(Term(board.court_modifier, "court operation modification marker", "2.24"))
    return Sum(tuple(terms))


def court_vp(board: Board, seat: str, level: int) -> tuple[Struct, ...]:
    """The VP printed at a level; the highest gives an extra card in each turn instead [8.4]."""
    printed = tracks(board).court_vp
    if level > len(printed) or not printed[level - 1]:
        return ()
    return vp_events(board, seat, Sum((Term(printed[level - 1], f"court operation level {level}", "8.4"),)))
