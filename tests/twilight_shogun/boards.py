"""Boards for tests, written as short as the test vectors write them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.errors import OrderError
from domain.kit.sums import Sum, Term
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board.state import Board, Change, Played, Standing, begin, cards_in_order
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO, Tables
from tests.scenario import Scenario
from tests.titles.play import Luck, data_of

TABLES: Tables = data_of(TWILIGHT_SHOGUN)
SEATS = (ANTI, PRO)

Influence = dict[str, tuple[int, int]]
"""Of Anti-Bakufu and of Pro-Bakufu, by space."""


def board(
    influence: Influence | None = None,
    hands: dict[str, Sequence[str]] | None = None,
    markers: dict[str, tuple[str, str]] | None = None,
    options: Options | None = None,
    tables: Tables = TABLES,
    **more: Any,
) -> Board:
    """What is named is there; all other influence is zero; the other cards are where they begin."""
    empty = begin(options or Options(), tables, SEATS)
    here = {name: {ANTI: anti, PRO: pro} for name, (anti, pro) in (influence or {}).items()}
    held = empty.hands | {seat: cards_in_order(empty, tuple(cards)) for seat, cards in (hands or {}).items()}
    taken = {card for cards in held.values() for card in cards} | {*more.get("discard", ())}
    taken |= {*more.get("removed", ())} | ({more["played"].card} if more.get("played") else set())
    piles = {
        pile: tuple(card for card in getattr(empty, pile) if card not in taken) for pile in ("deck", "aside")
    }
    return replace(
        empty,
        influence=empty.influence | here,
        hands=held,
        markers={name: Standing(*standing) for name, standing in (markers or {}).items()},
        **piles | {"turn": 3, "round": 1, "active": PRO} | more,
    )


def scenario(at: Board, *agenda: Struct) -> Scenario:
    return Scenario(TWILIGHT_SHOGUN, at, agenda)


def changed(space: str, seat: str, before: int, after: int) -> Change:
    return Change(space, seat, before, after)


def summed(rule: str, *terms: tuple[int, str]) -> Sum:
    """A sum whose terms all follow from one rule."""
    return Sum(tuple(Term(value, why, rule) for value, why in terms))


def showing(
    card: str, seat: str = PRO, use: Any = "action", met: bool = True, occurred: bool = False
) -> Played:
    return Played(card, seat, use, met, occurred)


def refusal(told: Scenario, seat: str, order: Struct) -> str:
    """Why an order is refused, without what would do; nothing has changed, and no die was thrown."""
    before, source = told.game.state, _NoLuck(0)
    with pytest.raises(OrderError) as refused:
        told.game.post(seat, order, source)
    assert told.game.state is before
    return str(refused.value).partition(" Possible now, for example: ")[0]


class _NoLuck(Luck):
    def answer(self, question: Any, bound: Any) -> Any:
        raise AssertionError(f"A refusal must not throw: {question}")
