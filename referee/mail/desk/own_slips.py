"""The line “undo”: a seat takes back what it has ordered, alone where nobody was told of it, else it asks.

It means what the seat had seen when it wrote: an old mail takes nothing back that was ordered later.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from domain.game.entries.entries import SEAT, Entry, Ordered, Rewound
from domain.game.state.lines import taken_back
from domain.game.state.words import notation_of
from domain.kit.errors import StaleOrder
from projections.language.messages import _
from referee.games import rulings
from referee.games.referee import Referee, Taken
from referee.identity import question_answered
from referee.reading.reading import ReadMail
from referee.record.envelope import Act
from referee.record.record import Record
from referee.seats.taking_back import told_others


def undo(
    referee: Referee, game: str, seat: str, to: int, mail: ReadMail, act: Act, keys: Sequence[str]
) -> tuple[str, ...]:
    """What has become of it, in sentences. Raises `OrderError`."""
    record = referee.record
    seen = question_answered.seen(record, game, seat, mail)
    if not seen:
        raise StaleOrder(_("Nothing in your mail tells which order you mean: answer the newest one of ours."))
    slip = rulings.Slip(to, seen, told_others(record, game, seat))
    return (_said(record, seat, rulings.undo(referee, game, seat, slip, act, keys)),)


def _said(record: Record, seat: str, taken: Taken) -> str:
    back = next((one for one in taken.entries if isinstance(one, Rewound)), None)
    if back is None:
        return _(
            "Others know of it: each of them was asked by a mail whether you may take it back. It is taken "
            "back when all have let you."
        )
    game = taken.kept.game
    before = [one.entry for one in record.envelopes(game.id)][: game.position - len(taken.entries)]
    orders = ", ".join(map(notation_of(game).write, _orders(before, seat, back.to)))
    return _("Taken back: {orders}.").format(orders=orders)


def _orders(entries: Sequence[Entry], seat: str, to: int) -> list[Struct]:
    """In the order in which they were given."""
    found = (one for _at, one in taken_back(entries, seat, to) if isinstance(one, Ordered))
    return [one.plain() for one in reversed([*found]) if one.by == SEAT]
