"""What a combat promises before the dice: the table over all throws, for whoever chooses between combats."""

from __future__ import annotations

from itertools import product

from domain.kawanakajima.board.state import Board, enemy, unit_named
from domain.kawanakajima.combat.odds import odds
from domain.kawanakajima.words.field_items import Combat
from domain.kawanakajima.words.field_orders import Fight


def promise(board: Board, seat: str, order: Fight) -> float:
    """The average rank of the result of a combat, over all throws [11.5]."""
    units = tuple(unit_named(board, seat, unit) for unit in order.units)
    foes = tuple(unit_named(board, enemy(seat), unit) for unit in order.targets)
    made, table = odds(board, Combat(seat, units, foes, order.leader)), board.data.combat
    column, row = made.column.total, made.row.total
    return sum(
        often * times * table.result(column + across, row + down).rank
        for (across, often), (down, times) in product(_TWO_DICE.items(), repeat=2)
    )


_TWO_DICE = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""How often two dice make a sum."""
