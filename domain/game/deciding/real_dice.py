"""Real dice, thrown by the people of a game that has agreed to them at its opening."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.game.entries.dice import ALONE, BY_CLOCK, BY_DENIAL, DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.entries import Entry, Ordered
from domain.game.entries.people import Lapsed
from domain.game.state.dice import MOST_DENIALS
from domain.game.state.game_state import GameState
from domain.game.state.register import CONFIRM, THROW, Register
from domain.kit.chance import Answer, Thrown, thrown
from domain.kit.sealed import REFEREE

NOT_AGREED = "In this game nobody throws real dice: that is agreed at the opening, or not at all."


def thrower_of(game: GameState, order: Ordered[Any] | None) -> str:
    """The seat that throws; "" where nobody does."""
    return game.register.thrower(order.seat if order else game.ledger.dice.newest)


def dice_bars(game: GameState, entry: DiceClaimed | DiceAnswered | DiceLeft) -> str:
    """Why it cannot be so now; "" where it can."""
    dice = game.ledger.dice
    if not dice.agreed:
        return NOT_AGREED
    if dice.question is None or not dice.thrower:
        return "No throw with real dice is awaited."
    if game.ledger.absent:
        return "The game stands still until all have joined anew."
    if isinstance(entry, DiceLeft):
        return "Real dice are left by a silence or by denials, and nobody can say so."
    if isinstance(entry, DiceAnswered):
        return _unanswerable(game, entry)
    if entry.seat != dice.thrower:
        return f"{dice.thrower} throws for {dice.question.purpose}, not {entry.seat}."
    if dice.claim:
        return "Your dice have been told already, and wait for a confirmation. They cannot be thrown again."
    if dice.question.fits(entry.faces):
        return ""
    count, sides, told = dice.question.count, dice.question.sides, ", ".join(map(str, entry.faces))
    return f"Dice cannot show {told} here: {count} of 1 to {sides} are wanted."


def _unanswerable(game: GameState, entry: DiceAnswered) -> str:
    dice = game.ledger.dice
    if not dice.claim:
        return f"Nothing is to be confirmed: {dice.thrower} has not told yet what the dice show."
    if entry.seat not in game.register.others(dice.thrower):
        return "Another person than who has thrown confirms or denies what the dice show."
    return ""


def confirms_own(register: Register, thrower: str, seat: str, person: str, told_by: tuple[str, ...]) -> str:
    """Why a person cannot answer for a seat: he, or who holds it, acts for the seat that throws, or has told
    what its dice show; "" where he can. `told_by` names who did, and for whom. The referee, who acts for all,
    does so on the record.
    """
    throwers = {*register.hands(thrower), *told_by} - {"", REFEREE}
    who = person or seat
    if throwers.isdisjoint((person, register.holders.get(seat, ""))):
        return ""
    return f"{who} acts for {thrower}, or has thrown: nobody confirms his own dice."


def thrown_now(game: GameState, entry: Entry) -> Iterator[Thrown | DiceLeft]:
    """What follows from an entry that is folded: what was confirmed is thrown; the dice are left after a
    silence, a last denial, or where nobody is left who could throw or confirm."""
    dice = game.ledger.dice
    if dice.confirmed and dice.question is not None:
        yield thrown(dice.question, Answer(dice.claim), real=True)
    elif not dice.thrower:
        return
    elif isinstance(entry, Lapsed) and entry.prompt in (THROW, CONFIRM):
        yield DiceLeft(BY_CLOCK)
    elif isinstance(entry, DiceAnswered) and dice.denied >= MOST_DENIALS:
        yield DiceLeft(BY_DENIAL)
    elif not _goes_on(game):
        yield DiceLeft(ALONE)


def _goes_on(game: GameState) -> bool:
    """Whether somebody can throw still, and another confirm it."""
    dice, register = game.ledger.dice, game.register
    return bool(register.others(dice.thrower) if dice.claim else register.thrower(dice.thrower))
