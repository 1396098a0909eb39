"""Real dice, checked: who was to throw them, that a throw is what another seat has confirmed, and that they
are left for no other reason than a silence or denials.

Each function gives, in a sentence, why an entry does not hold; "" where it does. Who sits where is checked
where people are.
"""

from __future__ import annotations

from domain.game.entries.dice import ALONE, BY_CLOCK, BY_DENIAL, DiceAnswered, DiceClaimed, DiceLeft
from domain.game.entries.entries import Asked, Entry
from domain.game.entries.people import Delegated, Lapsed, SeatLeft, SeatTaken
from domain.game.state.dice import MOST_DENIALS
from domain.game.state.ledger import Ledger
from domain.game.state.register import CONFIRM, THROW
from domain.kit.chance import Thrown


def wrong_thrower(ledger: Ledger, entry: Asked) -> str:
    dice, question = ledger.dice, entry.question
    if not dice.agreed:
        return "This game has not agreed to real dice."
    if question.draw or question.secret:
        return "Nobody draws by real dice, nor in secret."
    due = entry.thrower == dice.newest or (not dice.newest and entry.thrower in ledger.seats)
    return "" if due else f"{entry.thrower} is not the seat that throws."


def wrong(ledger: Ledger, entry: DiceClaimed | DiceAnswered | DiceLeft, before: Entry | None) -> str:
    dice = ledger.dice
    if not dice.thrower or dice.question is None:
        return "No throw with real dice is awaited."
    if isinstance(entry, DiceLeft):
        return _wrongly_left(ledger, entry, before)
    if isinstance(entry, DiceClaimed):
        if entry.seat != dice.thrower or dice.claim:
            return f"{entry.seat} does not throw, or has told before what its dice show."
        return "" if dice.question.fits(entry.faces) else f"{entry.faces} cannot answer its question."
    if not dice.claim or entry.seat == dice.thrower or entry.seat not in ledger.seats:
        return f"Nothing waits to be confirmed, or not by {entry.seat}."
    return ""


def _wrongly_left(ledger: Ledger, entry: DiceLeft, before: Entry | None) -> str:
    if entry.why == BY_DENIAL:
        is_due = isinstance(before, DiceAnswered) and ledger.dice.denied >= MOST_DENIALS
    elif entry.why == ALONE:
        is_due = isinstance(before, SeatTaken | SeatLeft | Delegated)
    else:
        is_due = entry.why == BY_CLOCK and isinstance(before, Lapsed) and before.prompt in (THROW, CONFIRM)
    return "" if is_due else "Real dice are left, and nothing lies before it that ends them."


def wrong_dice(ledger: Ledger, entry: Thrown) -> str:
    """Of a throw: what was confirmed is thrown, and nothing else while people throw. At level 0 the referee
    may have thrown, where nobody has agreed otherwise."""
    dice = ledger.dice
    if dice.confirmed:
        is_it = entry.real and (entry.question, entry.answer()) == (dice.question, dice.claim)
        return "" if is_it else "Other dice were confirmed than are thrown."
    if dice.thrower:
        return "Real dice were not confirmed, and something is thrown."
    return "Real dice do not belong in a game of this level." if entry.real and ledger.level else ""
