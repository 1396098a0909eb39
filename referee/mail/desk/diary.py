"""The diary of a seat: notes that only their writer reads, and what he leaves to whoever takes the seat.

It stands beside the record, where it can be forgotten: a note is no fact of the game and proves nothing, and
an event of it would tell the others that there is one. No export and no bundle has it.

keep, forget, shared_or_not  what its writer does with it
own     his notes, and those that are left to him
shared  what others may read of a seat, once the game is over
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove, StaleOrder
from projections.language.messages import _, _n, minute, wrap
from referee.record.record import Record

LONGEST, MOST = 4_000, 200
"""Signs of a note, and notes of a seat."""

INDENT, TEXT = " " * 6, " " * 8


class Note(Struct, frozen=True):
    """What somebody has written, and when; `left`, for whoever takes the seat after him; `shared`, for all
    after the end."""

    writer: str
    at: int
    text: str
    left: bool = False
    shared: bool = False


def keep(record: Record, game: GameState, seat: str, text: str, *, left: bool) -> int:
    """Its number. Raises `IllegalMove` where there is no room."""
    if len(text) > LONGEST:
        raise IllegalMove(
            "notes",
            _("A note has {most} signs at most; this one has {count}.").format(most=LONGEST, count=len(text)),
        )
    if len(_notes(record, game, seat)) >= MOST:
        raise IllegalMove(
            "notes",
            _("A seat has {most} notes at most.").format(most=MOST),
            _("Forget one: “forget note 1”."),
        )
    number = record.count_up(f"diary-number/{game.id}/{seat}")
    _put(record, game, seat, number, Note(game.register.holders[seat], record.clock(), text, left))
    return number


def forget(record: Record, game: GameState, seat: str, number: int) -> None:
    """Its mail is kept as all mails are. Raises `StaleOrder` where the writer has none of that number."""
    note = _notes(record, game, seat).get(number)
    if note is None or note.writer != game.register.holders[seat]:
        raise StaleOrder(_("You have no note {number}.").format(number=number))
    record.unset(_name(game, seat, number))


def shared_or_not(record: Record, game: GameState, seat: str, *, yes: bool) -> str:
    """Lets all read the notes that the holder has written so far, once the game is over, or takes that back;
    what is said of that."""
    holder = game.register.holders[seat]
    mine = {number: note for number, note in _notes(record, game, seat).items() if note.writer == holder}
    for number, note in mine.items():
        _put(record, game, seat, number, replace(note, shared=yes))
    if not yes:
        return _("None of your notes will be open to others.")
    said = _n(
        "{count} note of yours is open to all after the end.",
        "{count} notes of yours are open to all after the end.",
        len(mine),
    )
    return said.format(count=len(mine))


def own(record: Record, game: GameState, seat: str) -> Iterator[str]:
    holder = game.register.holders[seat]
    mine = {n: one for n, one in _notes(record, game, seat).items() if one.writer == holder or one.left}
    yield from _told(mine, holder) if mine else wrap(_("You have no note."), INDENT, INDENT)


def shared(record: Record, game: GameState, seat: str) -> Iterator[str]:
    """Raises `StaleOrder` while the game is on."""
    if not game.is_over():
        raise StaleOrder(_("Notes are opened after the end of the game, if their writer agrees."))
    found = {n: one for n, one in _notes(record, game, seat).items() if one.shared}
    yield from (
        _told(found) if found else wrap(_("No note of {seat} is open.").format(seat=seat), INDENT, INDENT)
    )


def _told(notes: dict[int, Note], reader: str = "") -> Iterator[str]:
    for number, note in sorted(notes.items()):
        said = _("{number}, {time}:")
        if note.writer != reader:
            said = _("{number}, {time}, {person}:")
        elif note.left:
            said = _("{number}, {time}, for whoever takes your seat:")
        yield from wrap(said.format(number=number, time=minute(note.at), person=note.writer), INDENT, INDENT)
        for line in note.text.splitlines():
            yield from wrap(line, TEXT, TEXT)


def _notes(record: Record, game: GameState, seat: str) -> dict[int, Note]:
    kept = record.settings_below(f"diary/{game.id}/{seat}/")
    return {int(name.rpartition("/")[2]): msgspec.json.decode(one, type=Note) for name, one in kept.items()}


def _put(record: Record, game: GameState, seat: str, number: int, note: Note) -> None:
    record.set(_name(game, seat, number), msgspec.json.encode(note))


def _name(game: GameState, seat: str, number: int) -> str:
    return f"diary/{game.id}/{seat}/{number}"
