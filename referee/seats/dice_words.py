"""Real dice in words: whose throw a game waits for, or whose confirmation, and what would answer that."""

from __future__ import annotations

from domain.game.state.game_state import GameState
from domain.kit.chance import Question
from projections.language.messages import _, listed, term
from projections.telling.log import throw_of
from referee.seats.mail_parts import Choice

CONFIRM_DICE, DENY_DICE = "confirm dice", "deny dice"


def is_own(game: GameState, seat: str, person: str) -> bool:
    """Whoever acts for the seat that has thrown is not asked, for another one, whether he believes it."""
    dice = game.ledger.dice
    return bool(dice.claim) and seat != dice.thrower and person in game.register.hands(dice.thrower)


def of_dice(game: GameState, asked: Question, seat: str, person: str) -> str:
    """What is asked of the reader, or of whom else."""
    dice, throw = game.ledger.dice, throw_of(asked)
    shown = " ".join(map(str, dice.claim))
    if seat not in game.wanted() or is_own(game, seat, person):
        said = _("{game} waits for the dice of {seats}: {throw}. Nothing to do for you.")
        if dice.claim:
            said = _("{game} waits for {seats} to confirm {faces}, thrown by {thrower}: {throw}.")
    elif dice.claim:
        said = _(
            "{person}, {thrower} has thrown {faces} in {game}: {throw}. Do you believe it? Write “confirm "
            "dice” or “deny dice”."
        )
    else:
        said = _("{person}, throw your dice in {game}: {throw}. Write what they show: “{example}”.")
        if dice.denied:
            said = _(
                "{person}, your dice were denied in {game}: {throw}. Throw them anew, and write what they "
                "show: “{example}”."
            )
    seats = listed([term(one) for one in game.wanted()])
    what = {"faces": shown, "thrower": term(dice.thrower), "throw": throw, "example": _example(asked)}
    return said.format(person=person, game=game.id, seats=seats, **what)


def _example(asked: Question) -> str:
    return " ".join(["rolled", *(str(asked.sides - nth % 2) for nth in range(asked.count))])


def dice_choices(game: GameState, seat: str, person: str) -> tuple[Choice, ...]:
    """To tap; what dice show is a part, for nobody can list that."""
    if is_own(game, seat, person):
        return ()
    if game.ledger.dice.claim:
        return (Choice(CONFIRM_DICE, _("Confirm the dice")), Choice(DENY_DICE, _("Deny the dice")))
    asked = game.asked
    return (Choice(_example(asked), _("My dice show…"), is_part=True),) if asked else ()
