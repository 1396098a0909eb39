"""Whether a seat can take back what it has ordered: alone, by asking the others, or not, and why not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from domain.game.deciding import own_slips
from domain.game.entries.entries import Entry
from domain.game.state.lines import targets, that_stand, unit_ends
from domain.kit.errors import OrderError
from projections.language.messages import _, term
from referee.games import rulings
from referee.record.record import Record
from referee.seats.seat_view import Scene


class Way(NamedTuple):
    """The line that takes back, "" where none does; whether it `asks` the others first; and why not, or what
    it does not bring back."""

    line: str
    asks: bool = False
    why_not: str = ""


def way_back(record: Record, scene: Scene, first: int = 0) -> Way:
    """To before the order at event `first`; 0: before the newest order of the seat."""
    game, seat = scene.game, scene.seat
    entries = [envelope.entry for envelope in scene.replay.envelopes]
    try:
        to = _before(entries, first) or own_slips.newest(entries, seat)
        slip = rulings.Slip(to, len(entries), told_others(record, game.id, seat))
        alone = rulings.would_undo(game, entries, seat, slip, scene.replay.envelopes[-1].at)
    except OrderError as refused:
        return Way("", why_not=" ".join(map(term, refused.reason().sentences)))
    why = "" if alone else _("Others know of it by now: each is asked by a mail whether you may.")
    if game.ledger.has_cells(seat):
        why = " ".join(filter(None, (why, _("Your cells that went with it stay spent."))))
    return Way(f"undo to {to}", not alone, why)


def _before(entries: Sequence[Entry], first: int) -> int:
    """Where the unit before an event ends, on the line that stands; 0 where there is none."""
    stands = that_stand(targets(entries))
    return max((at for at in unit_ends(entries[: max(first - 1, 0)]) if stands[at - 1]), default=0)


def told_others(record: Record, game: str, seat: str) -> int:
    """The newest event that anybody else was told of by mail, or has asked for."""
    others = (party for party in record.addresses(game) if party != seat)
    return max((int(record.setting(f"told/{game}/{party}", b"0")) for party in others), default=0)
