"""Diaries on the pages: that of a seat, to whoever holds it; and those that are open, beside the replay.

The link to look may be shown, and a mail that has the link to play may be forwarded: notes are told only to a
browser that the holder's mailbox has said “yes” to, as all his games are. Nobody keeps what is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from domain.game.state.game_state import GameState
from projections.language.catalogues import reader
from projections.language.messages import _, minute, term
from projections.page.diaries import Entry, Opened
from projections.replay import Replay
from referee.record.record import Record
from referee.seats import diary
from referee.seats.seat_view import Scene, persons
from referee.web.gallery import Sight

SHOWN = 60_000
"""Signs of the notes of a seat that stand beside the replay; more are told by mail."""


def page_data(scene: Scene, why_not: str) -> dict[str, Any]:
    """What the page has in itself: nothing of the notes."""
    game, replay = scene.game, scene.replay
    return {
        "game": game.id,
        "title": term(game.rules.name),
        "turn": game.label,
        "seat": scene.seat,
        "seat_name": term(scene.seat),
        "person": scene.person,
        "language": reader().language,
        "head": f"{len(replay)} {replay.head()}",
        "over": game.is_over(),
        "longest": diary.LONGEST,
        "play": "look" if why_not else "yes",
        "play_why": why_not,
    }


def told(record: Record, sight: Sight, *, is_his: bool) -> dict[str, Any]:
    """`is_his`: the browser that asks is known to be the holder's."""
    replay, seat = sight.replay, sight.viewer
    head = f"{len(replay)} {replay.head()}"
    if sight.bearer is None or sight.bearer.behalf:
        return {"state": "another", "says": _("Only whoever holds the seat has its notes."), "head": head}
    if not is_his:
        return {"state": "unknown", "says": "", "head": head}
    game = replay.newest()
    holder, said = game.register.holders[seat], diary.wishes(record, game, seat)
    notes = [_of_page(replay, one, holder) for one in diary.own_notes(record, game, seat)]
    wishes = {"left": said.left, "shared": said.shared}
    return {"state": "told", "says": "", "head": head, "notes": notes, **wishes, "most": diary.MOST}


def _of_page(replay: Replay, note: diary.Note, holder: str) -> dict[str, Any]:
    is_own = note.writer == holder
    event, when = _when(replay, note)
    marks = {"left": note.left and is_own, "shared": note.shared and is_own}
    return {
        "number": note.number,
        "event": event,
        "when": when,
        "at": minute(note.at),
        "who": "" if is_own else note.writer,
        "text": note.text,
        **marks,
    }


def _when(replay: Replay, note: diary.Note) -> tuple[int, str]:
    """The event after which it was written, and that in words; a note of before that was kept by its time
    alone."""
    event = note.event or sum(one.at <= note.at for one in replay.envelopes)
    event = min(max(event, 1), len(replay))
    turn = note.turn or replay.at(event).label
    return event, _("{turn}, event {event}").format(turn=turn, event=event)


def opened(record: Record, replay: Replay) -> tuple[Opened, ...]:
    """A diary for each seat of which a writer has agreed."""
    game = replay.newest()
    return tuple(one for seat in game.seats if (one := _opened(record, replay, game, seat)).entries)


def _opened(record: Record, replay: Replay, game: GameState, seat: str) -> Opened:
    notes = diary.shared_notes(record, game, seat)
    shown = list(_in_room(notes))
    left = len(notes) - len(shown)
    more = _("More are told by mail: “notes {seat}”.").format(seat=seat) if left else ""
    entries = tuple(Entry(*_when(replay, one), minute(one.at), one.writer, one.text) for one in shown)
    return Opened(persons(game, seat), entries, more)


def _in_room(notes: list[diary.Note]) -> Iterator[diary.Note]:
    room = SHOWN
    for note in notes:
        room -= len(note.text)
        if room < 0:
            return
        yield note


def stands(record: Record, game: GameState) -> str:
    """ "" where there is none, so that a page without one is kept as ever."""
    found = {seat: diary.shared_notes(record, game, seat) for seat in game.seats}
    return sha256(msgspec.json.encode(found)).hexdigest() if any(found.values()) else ""
