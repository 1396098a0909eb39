"""The diary of a seat: notes that only their writer reads, and what he leaves to whoever takes the seat.

It stands beside the record, where it can be forgotten: a note is no fact of the game and proves nothing, and
an event of it would tell the others that there is one. No export and no bundle has it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove, StaleOrder
from projections.language.messages import _, _n, minute, wrap
from referee.record.record import Record
from referee.seats.defused_text import defused

LONGEST, MOST = 4_000, 200
"""Signs of a note, and notes of a seat."""

INDENT, TEXT = " " * 6, " " * 8


class Wishes(Struct, frozen=True):
    """What a writer has said of his notes, those to come too: whether whoever takes the seat after him reads
    them, and whether all may after the end. `newest` is the number of his last note."""

    left: bool = False
    shared: bool = False
    newest: int = 0


class Note(Struct, frozen=True):
    """What somebody has written, and when: after which event of the game, in which turn; 0 where that was not
    kept yet. `left` and `shared` as in `Wishes`. Each writer counts for himself: nobody learns from a number
    how much he who sat there before has written."""

    writer: str
    at: int
    text: str
    left: bool = False
    shared: bool = False
    event: int = 0
    turn: str = ""
    number: int = 0


def keep(record: Record, game: GameState, seat: str, text: str, *, left: bool) -> int:
    """Its number. Raises `IllegalMove` where there is no room."""
    if len(text) > LONGEST:
        raise IllegalMove(
            "notes",
            _("A note has {most} signs at most; this one has {count}.").format(most=LONGEST, count=len(text)),
        )
    if len(_mine(record, game, seat)) >= MOST:
        raise IllegalMove(
            "notes",
            _("A seat has {most} notes at most.").format(most=MOST),
            _("Forget one: “forget note 1”."),
        )
    said = wishes(record, game, seat)
    number = 1 + max([said.newest, *(one.number for one in own_notes(record, game, seat))])
    left, when = left or said.left, (game.position, game.label)
    holder, place = game.register.holders[seat], record.count_up(f"diary-number/{game.id}/{seat}")
    _put(record, game, seat, place, Note(holder, record.clock(), text, left, said.shared, *when, number))
    _wish(record, game, seat, replace(said, newest=number))
    return number


def forget(record: Record, game: GameState, seat: str, number: int) -> None:
    """Its mail is kept as all mails are. Raises `StaleOrder` where the writer has none of that number."""
    places = [place for place, note in _mine(record, game, seat).items() if note.number == number]
    if not places:
        raise StaleOrder(_("You have no note {number}.").format(number=number))
    record.unset(_name(game, seat, places[0]))


def shared_or_not(record: Record, game: GameState, seat: str, *, yes: bool) -> str:
    """Lets all read the notes of the holder once the game is over, or takes that back; what is said of
    that."""
    count = _all(record, game, seat, {"shared": yes})
    if not yes:
        return _("None of your notes will be open to others.")
    said = _n(
        "{count} note of yours is open to all after the end.",
        "{count} notes of yours are open to all after the end.",
        count,
    )
    return said.format(count=count) + " " + _("So are those that you write from now on.")


def left_or_not(record: Record, game: GameState, seat: str, *, yes: bool) -> str:
    """The same of whoever takes the seat after the holder."""
    count = _all(record, game, seat, {"left": yes})
    if not yes:
        return _("Whoever takes your seat after you will read none of your notes.")
    said = _n(
        "Whoever takes your seat after you will read {count} note of yours.",
        "Whoever takes your seat after you will read {count} notes of yours.",
        count,
    )
    return said.format(count=count) + " " + _("So will he read those that you write from now on.")


def _all(record: Record, game: GameState, seat: str, said: dict[str, bool]) -> int:
    """Says it of all notes of the holder; how many there are."""
    mine = _mine(record, game, seat)
    for place, note in mine.items():
        _put(record, game, seat, place, replace(note, **said))
    _wish(record, game, seat, replace(wishes(record, game, seat), **said))
    return len(mine)


def _wish(record: Record, game: GameState, seat: str, said: Wishes) -> None:
    of_all = {**_wishes(record, game, seat), game.register.holders[seat]: said}
    record.set(f"diary-wishes/{game.id}/{seat}", msgspec.json.encode(of_all))


def wishes(record: Record, game: GameState, seat: str) -> Wishes:
    """Of whoever holds the seat."""
    return _wishes(record, game, seat).get(game.register.holders[seat], Wishes())


def _wishes(record: Record, game: GameState, seat: str) -> dict[str, Wishes]:
    kept = record.setting(f"diary-wishes/{game.id}/{seat}", b"{}")
    return msgspec.json.decode(kept, type=dict[str, Wishes])


def own_notes(record: Record, game: GameState, seat: str) -> list[Note]:
    """The notes of a person as they are kept, for pages."""
    holder = game.register.holders[seat]
    return [one for one in _notes(record, game, seat).values() if one.writer == holder or one.left]


def shared_notes(record: Record, game: GameState, seat: str) -> list[Note]:
    """None while the game is on."""
    found = _notes(record, game, seat).values() if game.is_over() else ()
    return [one for one in found if one.shared]


def own(record: Record, game: GameState, seat: str) -> Iterator[str]:
    """The notes of a person, and those that are left to him."""
    mine = own_notes(record, game, seat)
    yield from (
        _told(mine, game.register.holders[seat]) if mine else wrap(_("You have no note."), INDENT, INDENT)
    )


def shared(record: Record, game: GameState, seat: str) -> Iterator[str]:
    """Raises `StaleOrder` while the game is on."""
    if not game.is_over():
        raise StaleOrder(_("Notes are opened after the end of the game, if their writer agrees."))
    found = shared_notes(record, game, seat)
    yield from (
        _told(found) if found else wrap(_("No note of {seat} is open.").format(seat=seat), INDENT, INDENT)
    )


def _told(notes: Sequence[Note], reader: str = "") -> Iterator[str]:
    for note in notes:
        said = _("{number}, {time}:")
        if note.writer != reader:
            said = _("{number}, {time}, {person}:")
        elif note.left:
            said = _("{number}, {time}, for whoever takes your seat:")
        time = minute(note.at)
        if note.event:
            time += ", " + _("{turn}, event {event}").format(turn=note.turn, event=note.event)
        yield from wrap(
            said.format(number=note.number, time=time, person=defused(note.writer)), INDENT, INDENT
        )
        for line in note.text.splitlines():
            yield from wrap(line, TEXT, TEXT)


def _mine(record: Record, game: GameState, seat: str) -> dict[int, Note]:
    """Those of the holder, by their places."""
    holder = game.register.holders[seat]
    return {place: one for place, one in _notes(record, game, seat).items() if one.writer == holder}


def _notes(record: Record, game: GameState, seat: str) -> dict[int, Note]:
    """All notes of a seat, whoever has written them, by their places."""
    kept, found = record.settings_below(f"diary/{game.id}/{seat}/"), dict[int, Note]()
    for name, one in kept.items():
        place, note = int(name.rpartition("/")[2]), msgspec.json.decode(one, type=Note)
        found[place] = replace(note, number=note.number or place)
    return dict(sorted(found.items()))


def _put(record: Record, game: GameState, seat: str, place: int, note: Note) -> None:
    record.set(_name(game, seat, place), msgspec.json.encode(note))


def _name(game: GameState, seat: str, place: int) -> str:
    return f"diary/{game.id}/{seat}/{place}"
