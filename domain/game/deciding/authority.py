"""Whether a party may speak now, and whether the faces that it gives can be an answer."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.game.entries.policy import Policy
from domain.game.state.game_state import GameState
from domain.game.state.ledger import LaneLedger
from domain.kit.chance import Question
from domain.kit.errors import BrokenRecord, IllegalMove, StaleOrder
from domain.kit.facts import tag_of

MAIL = "mail"
VOUCHED = 2
"""The least level from which it must be on record what vouches for a mail."""


def unvouched(policy: Policy, cause: str, authority: str) -> str:
    """Why a mail may not order in a game, by the level that is recorded with it; "" where it may.

    Where the least level is 1 the desk has seen to that, and nothing has to be on record.
    """
    level = int(authority[:1] or 0) if authority[:1] in "0123" else 0
    if cause != MAIL or policy.authority < VOUCHED or level >= policy.authority:
        return ""
    return f"This game takes orders from mails of level {policy.authority}; this one has level {level}."


def check_authority(game: GameState, seat: str, order: Struct) -> None:
    """Raises `IllegalMove` or `StaleOrder`, with what would do."""
    if seat not in game.seats:
        raise nobody(game, seat)
    check_open(game)
    if type(order) in game.rules.always:
        return
    awaited = game.rules.awaited(game.state)
    if seat not in awaited and seat not in game.rules.welcome(game.state):
        raise StaleOrder(f"It is not the turn of {seat}.", f"The game waits for {_list(awaited)}.")
    if type(order) not in game.rules.expected(game.state):
        raise _misplaced(game, seat, order)


def _misplaced(game: GameState, seat: str, order: Struct) -> StaleOrder:
    """Where the order belongs, where the title says it; and what is asked for now."""
    instead = f"Asked for: {_list([tag_of(one) for one in _possible(game, seat)])}."
    bar = game.rules.misplaced(game.state, type(order))
    if bar is not None:
        return StaleOrder(bar.why, bar.instead or instead, bar.rule)
    return StaleOrder(f"{tag_of(type(order)).capitalize()} does not answer what is asked now.", instead)


def check_open(game: GameState) -> None:
    """The game is on, this program plays it, and no order is locked. Raises `StaleOrder`."""
    if game.is_over():
        raise over()
    if game.is_foreign:
        raise _foreign(game)
    if game.ledger.absent:
        begun = isinstance(game.ledger, LaneLedger) and game.ledger.renewed
        said = "The game stands still until all have joined anew." if begun else "The game has not begun."
        raise StaleOrder(said, f"It waits for {_list(game.ledger.absent)} to join.")
    if game.is_locked():
        raise StaleOrder(
            "An order is locked and its throw is awaited.", "Write again when the throw is there."
        )


def _foreign(game: GameState) -> StaleOrder:
    return StaleOrder(
        f"The game is played by the edition {game.opening().edition}, which this program does not have.",
        "It waits until the referee has installed a program that has it; nothing is lost.",
    )


def check_playing(game: GameState) -> None:
    """People have not ended the game, this program plays it, and its record is whole.

    Raises `BrokenRecord` or `StaleOrder`."""
    check_whole(game)
    if game.register.ended():
        raise over()
    if game.is_foreign:
        raise _foreign(game)


def check_whole(game: GameState) -> None:
    """The record does not stop inside a unit. Raises `BrokenRecord`."""
    if game.more:
        raise BrokenRecord(game.id, game.position + 1, f"{game.more} facts of the last unit are missing.")


def over() -> StaleOrder:
    return StaleOrder("The game is over.", "Its record can be replayed and audited.")


def nobody(game: GameState, seat: str) -> IllegalMove:
    return IllegalMove("seat", f"Nobody sits at {seat} in this game.", f"The seats are {_list(game.seats)}.")


def _possible(game: GameState, seat: str) -> list[type[Struct]]:
    """The types of order that the seat could give; others are only there to be refused with a reason."""
    offered = {type(offer) for offer in game.rules.offers(game.state, seat) or ()}
    return [kind for kind in game.expected() if not offered or kind in offered]


def _list(words: Sequence[str]) -> str:
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def misfit(question: Question, faces: Sequence[int]) -> IllegalMove:
    """Faces that cannot answer a question."""
    limits, given = question.limits(), ", ".join(map(str, faces)) or "Nothing"
    each = f"of at most {', '.join(map(str, limits))}" if question.draw else f"of 1 to {question.sides}"
    what = ("place" if question.draw else "face") + ("s" if len(limits) > 1 else "")
    return IllegalMove(
        question.rule, f"{given} cannot answer {question.purpose}.", f"Enter {len(limits)} {what} {each}."
    )
