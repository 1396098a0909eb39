"""Lines about real dice: what they answer has to be known, or an older word would count for another throw."""

from __future__ import annotations

from contextlib import suppress

from domain.game.deciding.real_dice import NOT_AGREED
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove, StaleOrder
from projections.language.messages import _
from referee.games.dice import asked_since
from referee.identity.question_answered import NoSuchHead, event_answered
from referee.reading.reading import ReadMail
from referee.record.record import Record
from referee.seats import folded_games


def check_dice_answer(record: Record, game: GameState, seat: str, mail: ReadMail) -> None:
    """The mail answers one that has asked for these dice, or told of them: whoever throws knows what for, and
    whoever confirms what. Raises `IllegalMove`, `StaleOrder`."""
    if not game.ledger.dice.agreed:
        raise IllegalMove("dice", NOT_AGREED, _("The cells of the game throw, or the referee does."))
    since = asked_since(record, game)
    if not since:
        raise StaleOrder(_("No throw with real dice is awaited now."))
    answered = 0
    with suppress(NoSuchHead):
        answered = event_answered(record, folded_games.replay(record, game.id), seat, mail)
    if answered < since:
        raise StaleOrder(
            _("Your mail does not answer what is asked since event {event}.").format(event=since),
            _("Read the newest mail of the game, and answer that."),
        )
