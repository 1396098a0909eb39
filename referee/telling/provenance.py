"""The provenance of an event: who brought it about, by which means, and the bytes of the mail."""

from __future__ import annotations

from collections.abc import Iterator
from email.parser import BytesHeaderParser
from email.policy import default

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.people import PLAYS, OrderHeld, OrderReleased
from domain.kit.roots import is_digest
from domain.kit.sealed import REFEREE
from projections.language.messages import _, minute, plain, wrap
from projections.replay import Enveloped, Replay
from referee.record.envelope import HELD, MAIL, MAIL_OF_REFEREE, official_of
from referee.record.mail_cases import PileTable
from referee.record.record import Record
from referee.seats.defused_text import defused
from referee.telling.tracing import Origin, origin_of

BELOW = "  "


class Brought(Struct, frozen=True):
    """`digest` is that of the raw mail, or of the file of orders, and `line` the line in it; "" where there
    is none. `level` and `marks` are what vouched for the mail. Its Message-ID and the bytes of the line,
    `origin`, are for its sender and the referee, where the store has the mail.
    """

    cause: str
    at: int
    seat: str
    person: str
    behalf: str
    digest: str
    line: str
    level: str
    marks: tuple[str, ...]
    message_id: str = ""
    origin: Origin | None = None
    swept_at: int | None = None  # when its mail was swept away, milliseconds since 1970


def brought_by(record: Record, replay: Replay, position: int, viewer: str) -> Brought:
    """Who has brought about an event, as a viewer may know it; of an order that was held back, who held it.

    Raises `NoSuchPosition`.
    """
    envelope = replay.envelope(_held_at(replay, position))
    cause, reference, seat, person, behalf, *authority = envelope.act
    level, *marks = "".join(authority).split() or [""]
    name, _colon, line = reference.partition(":")
    digest = word if is_digest(word := name.rpartition(" ")[2]) else ""
    person = official_of(reference) or person
    found = Brought(cause, envelope.at, seat, person, behalf, digest, line, level, tuple(marks))
    if cause != MAIL or not _may_read(replay, envelope, viewer):
        return found
    origin, raw = origin_of(record, reference), record.mail(found.digest)
    own = viewer in (seat, REFEREE) and raw is not None
    mail_id = (
        str(BytesHeaderParser(policy=default).parsebytes(raw)["Message-ID"] or "") if own and raw else ""
    )
    swept = PileTable(record).swept(found.digest)
    swept_at = swept.swept_at if swept else None
    return replace(found, message_id=plain(mail_id), origin=origin, swept_at=swept_at)


def _held_at(replay: Replay, position: int) -> int:
    """Where an order was held back that is played by this event; else the position itself."""
    act = replay.envelope(position).act
    if act[0] != HELD:
        return position
    entries = [one.entry for one in replay.envelopes[:position]]
    released = next(
        entry for entry in reversed(entries) if isinstance(entry, OrderReleased) and entry.why in PLAYS
    )
    known = (released.seat, released.number)
    places = enumerate(entries, 1)
    return next(n for n, one in places if isinstance(one, OrderHeld) and (one.seat, one.number) == known)


def _may_read(replay: Replay, envelope: Enveloped, viewer: str) -> bool:
    """Whether a viewer may read a mail, also when the game is over: the referee, and whoever has sent it, as
    long as that is who sits there."""
    seat, person, behalf = envelope.act[2:5]
    holder = replay.at(len(replay)).register.holders.get(seat, "")
    return viewer == REFEREE or (viewer == seat and not behalf and person in ("", holder))


def shown(brought: Brought) -> Iterator[str]:
    """The lines of a page."""
    yield from wrap(_by_whom(brought))
    if brought.digest:
        said = _("mail {digest}") if brought.cause in (MAIL, MAIL_OF_REFEREE) else _("file {digest}")
        yield from wrap(said.format(digest=brought.digest), BELOW, BELOW)
    if brought.swept_at:
        said = _("It was swept away on {time}.").format(time=minute(brought.swept_at))
        yield from wrap(said, BELOW, BELOW)
    if brought.message_id:
        yield from wrap(_("Message-ID {id}").format(id=brought.message_id), BELOW, BELOW)
    origin = brought.origin
    if origin is None and brought.line:
        yield BELOW + _("line {number} of it").format(number=brought.line)
    elif origin is not None:
        said = _("line {number}, bytes {start} to {end} of it:")
        yield BELOW + said.format(number=origin.number, start=origin.start, end=origin.end)
        for line in origin.raw.decode("ascii", "backslashreplace").splitlines():
            yield from wrap(plain(line), f"{BELOW}| ", f"{BELOW}| ")


def _by_whom(brought: Brought) -> str:
    """Who did it, when and by which right, in a sentence."""
    if brought.cause == MAIL:
        said = _("It came by mail from {person}, received {time}, at authority level {level} ({marks}).")
        if not brought.level:
            said = _("It came by mail from {person}, received {time}.")
        if "page" in brought.marks:
            said = _("It came by the page of {person}, {time}, at authority level {level} ({marks}).")
    elif brought.behalf:
        said = _("{person} entered it for {behalf}, by {cause}, {time}.")
    elif brought.person:
        said = _("{person} did it, by {cause}, {time}.")
    else:
        said = _("It was recorded by {cause}, {time}.")
    return said.format(
        person=defused(brought.person or brought.seat),
        behalf=defused(brought.behalf),
        cause=_cause(brought.cause),
        time=minute(brought.at),
        level=brought.level,
        marks=", ".join(brought.marks),
    )


def _cause(cause: str) -> str:
    """Why something was recorded, in words."""
    return {
        "mail": _("mail"),
        "mail of the referee": _("mail of the referee"),
        "command line": _("command line"),
        "clock": _("clock"),
        "held": _("held"),
        "bots": _("bots"),
        "ruling": _("ruling"),
    }.get(cause, cause)
