"""Fair reports of a player without a table: those that the ledger bears out, each once."""

from __future__ import annotations

from collections.abc import Iterator

from domain.clan_war.board.state import Board, Claim, Unit, engaged_with, present
from domain.clan_war.words.reports import Honor, Points

OBJECTIVE, BEATEN, FAME = 1, 1, 5
"""Victory points for an objective and for a beaten enemy, and honor for one: what a table may agree on."""

ENDING = "end"
"""The phase in which it is seen who holds an objective."""


def is_in_order(unit: Unit) -> bool:
    """Formed, on the ground and of good cheer: such a unit can hold what it stands on."""
    tired = unit.broken or unit.routing or unit.is_spent
    return unit.formed and not unit.airborne and not unit.destroyed and not tired


def is_beaten(unit: Unit) -> bool:
    return unit.destroyed or unit.routing


def holders(board: Board, army: str) -> tuple[Unit, ...]:
    """The units of an army that can hold an objective."""
    return tuple(
        unit for unit in present(board, army) if is_in_order(unit) and not engaged_with(board, unit.name)
    )


def claims(board: Board, seat: str, phase: str) -> Iterator[Points | Honor]:
    """What a seat may report now for itself, in fairness, and nobody has reported."""
    if phase == ENDING:
        for unit in holders(board, seat):
            cause = f"objective held by {unit.name} in turn {board.turn}"
            if not is_told(board, cause, "VP"):
                yield Points(seat, OBJECTIVE, cause)
    for unit in board.units.values():
        if unit.army != seat and is_beaten(unit):
            cause = f"{unit.name} beaten"
            if not is_told(board, cause, "VP"):
                yield Points(seat, BEATEN, cause)
            if not is_told(board, cause, "honor"):
                yield Honor(seat, FAME, cause)


def is_told(board: Board, cause: str, what: str) -> bool:
    """Whether it stands in the ledger, or waits for a word of the other side."""
    entered = any(entry.what == what and entry.term.why == cause for entry in board.entries)
    return entered or any(one.what == what and one.term.why == cause for one in board.claims.values())


def is_borne_out(board: Board, claim: Claim) -> bool:
    """Whether the ledger shows what another has reported: what a fair player would report itself."""
    amount, cause = claim.term.value, claim.term.why
    if claim.army != claim.by:
        return False
    named = [unit for unit in board.units.values() if unit.name in cause.split()]
    mine = any(unit.army == claim.army and is_in_order(unit) for unit in named)
    theirs = any(unit.army != claim.army and is_beaten(unit) for unit in named)
    if claim.what == "VP":
        return (mine and amount <= OBJECTIVE) or (theirs and amount <= BEATEN)
    return amount < 0 or (theirs and amount <= FAME)
