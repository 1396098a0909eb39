"""How Nim is shown."""

from __future__ import annotations

from projections.assembled import assembled, on_lines
from projections.language.messages import _
from tests.nim.rules import Board


def board(view: Board) -> str:
    said = _("{seat} has won.").format(seat=view.winners[0]) if view.winners else f"T{view.turn}"
    heaps = (f"{heap:<10}{'o' * stones or '-'}\n" for heap, stones in view.heaps.items())
    return f"Nim: {said}\n\n{''.join(heaps)}"


PICTURES = assembled("Nim", board, lambda view: view.heaps, where=on_lines(2, heap=lambda view: view.heaps))
