"""The proof that goes with a mail to a party: its receipt, signed, and the head of the game as a checkpoint.

A receipt stands at the end of every mail to a party, with the running number of the mail: a gap in them tells
that a mail is lost. It names the newest head that each other seat was sent, so that no two of them can be
told two histories and not see it when they compare.
"""

from __future__ import annotations

from msgspec import Struct

from projections.language.messages import _, wrap
from referee.mail.seat_view.seat_view import Scene
from referee.mail.transport.letters import is_address
from referee.record.record import Record

WIDEST = 76
"""Columns of a receipt; its reader joins the lines of a signature that is broken."""


class Proof(Struct, frozen=True):
    """What is said of it to people, the lines of a receipt, and the text of a checkpoint."""

    said: tuple[str, ...]
    receipt: tuple[str, ...]
    checkpoint: str


def proof(record: Record, scene: Scene, name: str, answered: str = "") -> Proof:
    """What goes with the mail of this name. `answered` is the digest of the mail that it answers, or ""."""
    from referee.proof.receipts import Table, issue
    from referee.proof.signing import make_checkpoint, seed_of

    game, position, head = scene.replay.game, len(scene.replay), scene.replay.head()
    known = record.addresses(game)
    table = Table(
        tuple(seat for seat in scene.game.seats if is_address(known.get(seat, ""))),
        scene.game.register.policy.anonymous,
    )
    receipt = issue(record, game, scene.seat, name, answered, position, head, table)
    lines = receipt.text().splitlines()
    narrow = (line[start : start + WIDEST] for line in lines for start in range(0, len(line), WIDEST))
    said = _("Proof: event {position}, head {head}, signed.")
    words = wrap(said.format(position=position, head=head[:16]))
    return Proof((*words, ""), tuple(narrow), make_checkpoint(seed_of(record), game, position, head).text())
