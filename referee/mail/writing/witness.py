"""The request to the witness: one for each throw that waits for its cell.

request       the mail to the witness
question_of   the throw that waits for the witness
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.game.state.ledger import WITNESS
from domain.kit.chance import Question
from projections.language.messages import _, _n, wrap
from referee.mail.seat_view.seat_view import Scene, block
from referee.mail.writing.requests import Asked

FEW = 16
"""With no more cells left than this, a witness should publish a further sheet."""


def question_of(scene: Scene) -> Question | None:
    """The throw that waits for the witness now."""
    game = scene.game
    return game.asked if game.asked and game.ledger.awaits_witness(game.asked.index) else None


def request(scene: Scene, question: Question) -> list[str]:
    """What the witness is asked: public things, and nothing else."""
    inputs = scene.game.ledger.binding((), 0).bound(question.index).inputs.hex()
    said = _(
        "The game {game} waits for your cell for throw {index}. What raises it is locked and recorded, up to "
        "event {position}: nobody can change it now."
    )
    asks = _("Answer with the line “cell …” of the next cell of your sheet, between these lines.")
    return [
        *wrap(said.format(game=scene.replay.game, index=question.index, position=len(scene.replay))),
        "",
        *_table(scene, question, inputs),
        "",
        *block(scene, asks, Asked(question.index, inputs).line()),
        "",
    ]


def _table(scene: Scene, question: Question, inputs: str) -> Iterator[str]:
    rows = (
        (_("Throw"), str(question.index)),
        (_("Purpose"), question.purpose),
        (_("Rule"), question.rule),
        (_("Faces"), _faces(question)),
        (_("Orders"), inputs),
        (_("Your cell"), _next_cell(scene)),
    )
    for label, value in rows:
        yield from wrap(value, f"{label:<10}  ", " " * 12)


def _faces(question: Question) -> str:
    count, sides = question.count, question.sides
    if question.draw:
        said = (
            _("{count} drawn out of {sides}, sealed")
            if question.secret
            else _("{count} drawn out of {sides}")
        )
        return said.format(count=count, sides=sides)
    return _n("{count} face of 1 to {sides}", "{count} faces of 1 to {sides}", count).format(
        count=count, sides=sides
    )


def _next_cell(scene: Scene) -> str:
    ledger = scene.game.ledger
    left = ledger.left(WITNESS)
    said = _("number {number}; {left} are left, this one included")
    if left <= FEW:
        said += _("; publish a further sheet, its lines “commit …” above the cell")
    return said.format(number=ledger.opened.get(WITNESS, 0) + 1, left=left)
