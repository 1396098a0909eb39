"""Games that the desk has folded: an answer costs no more at the end of a long game than at its start."""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from weakref import WeakKeyDictionary

from domain.kit.errors import BrokenRecord
from projections.replay import Replay
from referee.record.far_envelopes import FarEnvelopes
from referee.record.record import Record, since
from referee.seats.long_games import of_long_game
from referee.seats.seat_view import Scene, replay_of, seen_by
from referee.seats.tokens import holder, server_key

MOST = 20_000
"""Events of all games of a store that are kept; of more, the games that were longest not asked for are folded
anew. Each is a state that shares most of itself with the one before: some two kilobytes."""

_kept: WeakKeyDictionary[Record, OrderedDict[str, Replay]] = WeakKeyDictionary()


def replay(record: Record, game: str) -> Replay:
    """What was folded before, with the events since; all of it anew where the store says otherwise: a
    transaction that was not kept has left nothing behind.

    It grows with the game: whoever holds it while something is recorded sees that. Raises `UnknownGame`,
    `BrokenRecord`.
    """
    kept = _kept.setdefault(record, OrderedDict())
    known = kept.pop(game, None)
    newer = None
    if known is not None:
        at = len(known)
        with suppress(BrokenRecord):  # the newest event is gone with its transaction
            newer = since(record.recorder, known.rules.title, game, at, known.envelope(at).digest)
    if known is None or newer is None:
        known = of_long_game(record, game) or replay_of(record, game)
    elif isinstance(known.envelopes, FarEnvelopes):
        known.envelopes.extend(newer)
    else:
        known.envelopes = [*known.envelopes, *newer]
    kept[game] = known
    while len(kept) > 1 and sum(len(one.states) for one in kept.values()) > MOST:
        kept.popitem(last=False)
    return known


def scene(record: Record, game: str, seat: str) -> Scene:
    """Raises `UnknownGame`, `BrokenRecord`."""
    known = replay(record, game)
    return seen_by(known, server_key(record), holder(record, known.newest(), seat))
