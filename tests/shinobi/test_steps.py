"""Each kind of order of Shinobi, and the taps that lead to it."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.facts import State
from domain.shinobi import SHINOBI
from domain.shinobi.board.state import Board
from domain.shinobi.data.options import Options
from domain.shinobi.words import items as i
from domain.shinobi.words import orders as o
from tests.shinobi.boards import board
from tests.titles.play import data_of
from tests.titles.stepping import step_of

TABLE = board(
    {"iga": {"oda": 2}, "ise": {"oda": 1, "mori": 1}, "kii": {"oda": 1, "mori": 1}},
    {"iga": ("oda", "ninja"), "ise": ("oda",)},
    active="iga",
)
WORDS = SHINOBI.notation(data_of(SHINOBI), ("iga", "ise", "kii"))

MAY_PASS = replace(TABLE, setting=replace(TABLE.setting, options=Options(must_attack=False)))

TAPS: list[tuple[Board, Struct, Struct, tuple[str, ...]]] = [
    (TABLE, i.Deploy("iga"), o.Place("oda", "kii"), ("place oda", "kii")),
    (TABLE, i.Deploy("iga"), o.Ninja("mori", "ise"), ("ninja mori", "ise")),
    (TABLE, i.Home("iga"), o.Move("oda", "ise", "kii"), ("move oda", "ise", "kii")),
    (TABLE, i.Home("iga"), o.Place("oda", "iga"), ("place oda",)),
    (TABLE, i.Attack("iga"), o.Attack("mori", "ise", "oda"), ("attack mori", "ise")),
    (MAY_PASS, i.Attack("iga"), o.Pass(), ("pass",)),
]


@pytest.mark.parametrize(("at", "item", "order", "picks"), TAPS, ids=lambda one: type(one).__name__)
def test_each_kind_of_order_is_reached_by_taps(
    at: Board, item: Struct, order: Struct, picks: tuple[str, ...]
) -> None:
    step = step_of(SHINOBI, WORDS, State(at, (item,)), "iga", picks)
    assert (step.order, step.is_whole) == (order, True)


def test_no_kind_of_order_is_forgotten() -> None:
    assert {type(order) for _at, _item, order, _picks in TAPS} == {*o.ORDERS}
