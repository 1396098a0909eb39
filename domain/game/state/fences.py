"""The fence of an order: the question that it was composed for, in words that a mail can carry."""

from __future__ import annotations

import re

from domain.game.state.game_state import GameState

LONGEST = 200
"""Characters."""


def fence(game: GameState, seat: str) -> str:
    """The question that a seat may answer now: the tag of its prompt, the seat, and what the prompt names,
    "accept-chit takeda tB"; "" where the seat is asked nothing.

    What it counts and who else has answered does not go into it: that may change while somebody composes an
    order, and the question is the same.
    """
    if seat not in (*game.awaited(), *game.welcome()):
        return ""
    words = [game.prompt(), seat]
    if not game.ledger.absent:
        item = game.state.agenda[0]
        named = (getattr(item, name) for name in item.__struct_fields__ if name != "seat")
        words += [_UNFIT.sub("_", one) for one in named if isinstance(one, str) and one]
    return " ".join(words)[:LONGEST].rstrip()


_UNFIT = re.compile(r"[^A-Za-z0-9._-]+")
