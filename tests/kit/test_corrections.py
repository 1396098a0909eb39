"""Corrections: refused with the first bar, recorded with their rule, folded where their value stands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.corrections import At, Correction, Corrections, on_board, put, so_already
from domain.kit.errors import IllegalMove
from domain.kit.facts import State


class Purse(Struct, frozen=True):
    coins: int


class Board(Struct, frozen=True):
    purses: Mapping[str, Purse]
    over: bool = False


class SetCoins(Struct, frozen=True):
    clan: str
    coins: int


class CoinsCorrected(Struct, frozen=True):
    clan: str
    before: int
    after: int


def over(state: State[Board, Any], said: SetCoins) -> Bars:
    if state.board.over:
        yield Bar("9", "It is over.")


def coins_bars(board: Board, said: SetCoins) -> Bars:
    if board.purses[said.clan].coins == said.coins:
        yield so_already("2", f"{said.clan} has {said.coins}")


def coins_set(board: Board, said: SetCoins) -> tuple[Struct, ...]:
    return (CoinsCorrected(said.clan, board.purses[said.clan].coins, said.coins),)


CORRECTIONS = Corrections({SetCoins: Correction("2", on_board(coins_bars), coins_set)}, over)
BOARD = Board({"mori": Purse(3), "oda": Purse(1)})


def test_a_correction_is_recorded_with_what_stood_before() -> None:
    (fact,) = CORRECTIONS.correct(State(BOARD), SetCoins("mori", 5))
    assert (fact.rule, fact.event, fact.done) == ("2", CoinsCorrected("mori", 3, 5), False)


def test_what_bars_all_is_read_before_what_bars_one() -> None:
    with pytest.raises(IllegalMove, match=r"\[2\] mori has 3 already; there is nothing to correct\."):
        CORRECTIONS.correct(State(BOARD), SetCoins("mori", 3))
    with pytest.raises(IllegalMove, match=r"\[9\]"):
        CORRECTIONS.correct(State(Board(BOARD.purses, over=True)), SetCoins("mori", 3))


def test_a_plain_value_is_folded_where_it_stands_and_nothing_else_changes() -> None:
    fold = At(lambda event: ("purses", event.clan, "coins"))
    after = fold(BOARD, CoinsCorrected("mori", 3, 5))
    assert after == Board({"mori": Purse(5), "oda": Purse(1)})
    assert BOARD.purses["mori"] == Purse(3)
    assert put(BOARD, (), after) is after
