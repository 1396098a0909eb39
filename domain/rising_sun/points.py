"""Victory points and Honor."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kit.sums import Sum, Term
from domain.rising_sun.board.events import HonorGained, HonorLost, Scored
from domain.rising_sun.board.state import Board, ally, held


def scored(board: Board, clan: str, *terms: Term) -> Scored:
    """One gain of points; what a card adds is part of it [card/allies]."""
    gained = tuple(term for term in terms if term.value)
    return Scored(clan, Sum((*gained, *(allied_terms(board, clan) if gained else ()))))


def allied_terms(board: Board, clan: str) -> Iterator[Term]:
    """While the clan has an ally, each gain is greater, copy by copy [card/allies]."""
    if ally(board, clan):
        for name, card in held(board, clan, "points-of-allies"):
            yield Term(card.amount, name, "card/allies")


def gains_honor(board: Board, clan: str, steps: int = 1) -> tuple[HonorGained, ...]:
    """Up past the next clan, step by step; at the top nothing happens [honor/track]."""
    at = board.honor.index(clan)
    over = tuple(reversed(board.honor[max(0, at - steps) : at]))
    return (HonorGained(clan, over),) if over else ()


def loses_honor(board: Board, clan: str, steps: int) -> tuple[HonorLost, ...]:
    """Down past the next clan, step by step; at the bottom nothing happens [honor/track]."""
    at = board.honor.index(clan)
    under = board.honor[at + 1 : at + 1 + steps]
    return (HonorLost(clan, under),) if under else ()
