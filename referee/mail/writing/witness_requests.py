"""The request to the witness, one for each throw that waits for its cell; and a program's reply to it.

question_of   the throw that waits for the witness
request       the mail to the witness
Asked         what a request asks, as a program reads it
asked_in      finds it in a mail
recipient     whom a mail was sent to
reply         the mail that brings the cell
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime

from msgspec import Struct

from domain.game.entries.levels import WITNESS
from domain.kit.chance import Question
from domain.kit.framing import framed
from projections.language.messages import _, _n, wrap
from referee.mail.reading.opening import STANDARD, header_fields
from referee.mail.reading.quoting import plain
from referee.mail.reading.reading import ReadMail
from referee.mail.seat_view.seat_view import Scene, block
from referee.mail.seat_view.tokens import shown

FEW = 16
"""With no more cells left than this, a witness should publish a further sheet."""

_ASKED = re.compile(r"; QUESTION (\d{1,9}) ([0-9a-f]{64})")


class Asked(Struct, frozen=True):
    """A throw that waits for the witness: its index, and the digest of the orders that are locked."""

    index: int
    inputs: str

    def line(self) -> str:
        """As it stands in the block, a comment for the desk."""
        return f"; QUESTION {self.index} {self.inputs}"


# ---- the mail to the witness


def question_of(scene: Scene) -> Question | None:
    """The throw that waits for the witness now."""
    game = scene.game
    return game.asked if game.asked and game.ledger.awaits_witness(game.asked) else None


def request(scene: Scene, question: Question) -> list[str]:
    """What the witness is asked: public things, and nothing else."""
    inputs = scene.game.binding().bound(question.index).inputs.hex()
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
    return said.format(number=ledger.next_number(WITNESS), left=left)


# ---- its reply, of a program


def asked_in(mail: ReadMail) -> Asked | None:
    """The question of a request, or None in another mail."""
    for line in mail.lines:
        found = _ASKED.fullmatch(plain(line.text)) if line.kind == "comment" else None
        if found:
            return Asked(int(found[1]), found[2])
    return None


def recipient(raw: bytes) -> str:
    """The one address that a mail was sent to; what cannot be told apart is no address."""
    value = next((value for name, value in header_fields(raw, STANDARD) if name == "to"), "")
    return value[value.rfind("<") + 1 : -1] if value.endswith(">") else value


def reply(mail: ReadMail, lines: Sequence[str], own: str, at: int | None = None) -> bytes:
    """A mail from `own` as a person would send it: a desk takes no orders from what says that it is a
    robot. The same lines for the same mail have the same Message-ID."""
    block = mail.block
    names = f"{block.game} {block.turn} {block.seat}"
    message = EmailMessage()
    message["From"], message["To"] = own, mail.sender
    message["Subject"] = f"Re: [{names}]"
    message["Date"] = format_datetime(
        datetime.now(UTC) if at is None else datetime.fromtimestamp(at // 1000, UTC)
    )
    mark = framed("bugyo/1/reply", mail.message_id.encode(), *(line.encode() for line in lines)).hex()[:24]
    message["Message-ID"] = f"<{block.game}.{block.seat}.{mark}@{own.rpartition('@')[2]}>"
    if mail.message_id and "=?" not in mail.message_id:
        message["In-Reply-To"] = message["References"] = mail.message_id
    text = (
        f"-----BEGIN ORDERS {names}-----",
        f"TOKEN {shown(block.token)}",
        *([f"HEAD {block.position} {block.head}"] if block.head else []),
        *lines,
        f"-----END ORDERS {names}-----",
    )
    message.set_content("".join(f"{line}\n" for line in text), cte="7bit")
    return message.as_bytes()
