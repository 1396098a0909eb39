"""Programs at the seats of a game: where none may sit, and in which games they may have to order."""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.entries.levels import TWO_SHEETS
from domain.game.entries.policy import BOT
from domain.game.state.game_state import GameState
from domain.kit.likeness import program_of
from domain.kit.rules import Rules
from referee.record.record import Record

_MARK = "programs/of/"
"""Before the name of a game."""


def unfit(rules: Rules, people: Sequence[str], level: int) -> str:
    """Why a game cannot be opened with the programs among its people."""
    return unplayable(rules, level) if any(map(program_of, people)) else ""


def unplayable(rules: Rules, level: int) -> str:
    """Why no program can hold a seat."""
    if rules.players is None:
        return f"No program plays {rules.name} yet."
    if level >= TWO_SHEETS:
        return (
            f"At level {level} of proof each seat draws secret cells on a machine of its own, which a "
            "program of the referee cannot do. Programs play at the levels 0 and 1."
        )
    return ""


def mark(record: Record, game: GameState) -> None:
    """Puts down that programs may have to order in a game, so that nobody has to look at every game."""
    register = game.register
    may_order = (register.has_programs or register.policy.nmr == BOT) and not game.is_over()
    if may_order and not record.setting(_MARK + game.id):
        record.set(_MARK + game.id, b"1")


def marked(record: Record) -> tuple[str, ...]:
    """The games in which programs may have to order."""
    return tuple(name.removeprefix(_MARK) for name in record.settings_below(_MARK))


def unmark(record: Record, game: str) -> None:
    """The game is over, or no program plays in it."""
    record.unset(_MARK + game)
