"""The question of a seat that a mail answers, and whether it is still open.

An order answers what was asked of its seat when the mail went out that it answers: at the event which its
HEAD line names; where it has none, at that of our mail which it replies to, as its id tells. Where that
question is closed since, or where nobody can tell which one is meant, the order must not be taken for an
answer to what is asked now.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import asdict

from domain.game.entries.entries import (
    DEFAULT_ORDER,
    ONLY_ANSWER,
    PROGRAM,
    STANDING_ORDER,
    Joined,
    Ordered,
    Rewound,
)
from domain.game.entries.levels import WITNESS
from domain.game.state.game_state import GameState
from projections.language.messages import _
from projections.replay import Replay
from referee.reading.reading import ReadMail
from referee.record.outbox import OutboxTable
from referee.record.record import Record
from referee.seats import folded_games
from referee.transport.letters import ANSWER, END, NEWS, OPENING, PRESS, REMINDER, TURN

Key = tuple[Any, ...]
"""A question without those whom it waits for: it stays the same while others answer it."""

_BY_POSITION = (ANSWER, TURN, NEWS, PRESS, REMINDER, END, OPENING)
"""The kinds of mails whose ids name the event at which they were written."""

_NAME = re.compile(r"<([a-z0-9-]+)\.(\d{1,9})\.([a-z0-9-]+)\.([a-z]+)\.[0-9a-f]{16}(?:\.\d+)?@")
_FIRST = 1
"""The opening mail is named by the first event, whenever it was written."""


class NoSuchHead(Exception):
    """The HEAD line of a mail names no event of the game."""


# ---- a mail


def late(record: Record, game: str, seat: str, mail: ReadMail, since: int = 0) -> str:
    """Why no order of a mail of a seat may be played, in a sentence; "" where they may.

    `since` is the event at which the mail came, if it has waited for a word. The witness answers a request,
    which names its throw.
    """
    if seat == WITNESS:
        return ""
    replay = folded_games.replay(record, game)
    try:
        position = event_answered(record, replay, seat, mail) or since
    except NoSuchHead:
        return _(
            "The HEAD line of your mail names no event of this game as it is on record, so that nobody can "
            "tell what your orders answer, and none was played. Answer this mail, and leave its HEAD line as "
            "it is."
        )
    why = closed(replay, seat, position) if position else ""
    if not why:
        return ""
    said = _("Your mail answers a question that is closed by now, so none of its orders was played. {why}")
    instead = _("Nothing is asked of you now.")
    if _open(replay.newest(), seat):
        instead = _("What is asked now stands below: answer this mail.")
    return f"{said.format(why=why)} {instead}"


def unclear(record: Record, game: str, seat: str, mail: ReadMail) -> bool:
    """Whether nothing tells what a mail with orders answers, and the seat has answered already what is still
    asked of it."""
    if mail.block.head or seat == WITNESS:
        return False
    replay = folded_games.replay(record, game)
    return not event_answered(record, replay, seat, mail) and _is_answered(replay, seat)


def seen(record: Record, game: str, seat: str, mail: ReadMail) -> int:
    """The event which a mail answers, or at which it came if it has waited for a word; 0 where nothing
    tells."""
    try:
        named = event_answered(record, folded_games.replay(record, game), seat, mail)
    except NoSuchHead:
        return 0
    return named or int(record.setting(_setting(game, seat, mail.digest), b"0"))


def arrives(record: Record, game: str, seat: str, digest: str) -> None:
    """Keeps at which event a mail came in that waits for a word."""
    record.set_once(_setting(game, seat, digest), str(record.load(game).game.position).encode())


def arrived(record: Record, game: str, seat: str, digest: str, at: int) -> int:
    """The newest event when the mail came; of a mail from before this was kept, the newest by that time."""
    kept = int(record.setting(_setting(game, seat, digest), b"0"))
    return kept or sum(envelope.at <= at for envelope in record.envelopes(game))


def _setting(game: str, seat: str, digest: str) -> str:
    return f"came/{game}/{seat}/{digest}"


def event_answered(record: Record, replay: Replay, seat: str, mail: ReadMail) -> int:
    """The event that a mail answers; 0 where nothing in it tells. Raises `NoSuchHead`."""
    block = mail.block
    if not block.head:
        return _by_id(record, replay.game, seat, mail.answers)
    is_there = 1 <= block.position <= len(replay)
    if not (is_there and replay.envelope(block.position).digest.hex().startswith(block.head)):
        raise NoSuchHead
    return block.position


def _by_id(record: Record, game: str, seat: str, answers: str) -> int:
    """The event of a mail of ours to this seat, by its id."""
    found = _NAME.match(answers)
    if not found or (found[1], found[3]) != (game, seat) or found[4] not in _BY_POSITION:
        return 0
    position = int(found[2])
    if (found[4] == OPENING and position == _FIRST) or not OutboxTable(record).knows(answers):
        return 0
    return position


# ---- whether a question is open


def closed(replay: Replay, seat: str, position: int) -> str:
    """Why the question that a seat had at an event is closed by now, in a sentence; "" while it is open, or
    where nothing was asked and nothing is.

    An order that the seat may give at any time answers no question. What a rewind has left counts: the mail
    may have been written before it.
    """
    newest = len(replay)
    if position >= newest:
        return ""
    question, always = _open(replay.at(position), seat), replay.rules.always
    for at in range(position + 1, newest + 1):
        entry = replay.envelope(at).entry
        if _orders(entry, seat, always) or (isinstance(entry, Joined) and entry.seat == seat):
            return _by(entry, at)
        if isinstance(entry, Rewound) and entry.to < position:
            return _("With event {event} play has gone back behind it.").format(event=at)
        if question and question not in _asked(replay.at(at), seat):
            return _("With event {event} play has gone on without it.").format(event=at)
    is_same = _next(replay.newest(), seat) in (question, None)
    return "" if is_same else _("Something else is asked of you now.")


def _is_answered(replay: Replay, seat: str) -> bool:
    """Whether a seat has answered what is asked of it now, and still is asked: for one thing more, or in
    the place of its answer."""
    newest, always = len(replay), replay.rules.always
    question = _next(replay.newest(), seat)
    orders = (at for at in range(newest, 1, -1) if _orders(replay.envelope(at).entry, seat, always))
    last = next(orders, 0) if question else 0
    if not last or _next(replay.at(last - 1), seat) != question:
        return False
    return all(question in _asked(replay.at(at), seat) for at in range(last, newest + 1))


def _orders(entry: Any, seat: str, always: tuple[type, ...]) -> bool:
    return isinstance(entry, Ordered) and entry.seat == seat and type(entry.plain()) not in always


def _by(entry: Any, at: int) -> str:
    """What has answered a question, in a sentence."""
    said = {
        STANDING_ORDER: _("Your standing orders have answered it: event {event}."),
        DEFAULT_ORDER: _("A default order was given for you: event {event}."),
        PROGRAM: _("A program has ordered for you: event {event}."),
        ONLY_ANSWER: _("The one answer that the rules left was given for you: event {event}."),
    }.get(getattr(entry, "by", ""), _("An order of yours has answered it: event {event}."))
    return said.format(event=at)


# ---- what is asked


def _open(game: GameState, seat: str) -> Key | None:
    """The question that a seat may answer at once; None where there is none."""
    return None if game.asked or game.pending or game.is_over() else _next(game, seat)


def _next(game: GameState, seat: str) -> Key | None:
    """The question at the head of the agenda, though an order be locked; None where it is not the seat's."""
    if game.ledger.absent:
        return (Joined,) if seat in game.ledger.absent else None
    return _key(game, game.state.agenda[0], seat) if game.state.agenda else None


def _asked(game: GameState, seat: str) -> Iterator[Key | None]:
    """Every question of a seat that is on the agenda, also below what has come between."""
    if game.ledger.absent:
        return iter([_next(game, seat)])
    return (_key(game, item, seat) for item in game.state.agenda)


def _key(game: GameState, item: Any, seat: str) -> Key | None:
    several = getattr(item, "seats", None)
    asked = (item.seat,) if hasattr(item, "seat") else (*(several or ()), *getattr(item, "welcome", ()))
    if seat not in asked:
        return None
    fields = asdict(item).items()
    if several is None:
        return type(item), *fields
    return type(item), *((name, value) for name, value in fields if not _is_of_seats(game, value))


def _is_of_seats(game: GameState, value: Any) -> bool:
    """Whether a field says who has answered, and who has not."""
    return isinstance(value, tuple) and set(value) <= set(game.seats)
