"""The lines of a mail in its answer: each order as received, what was understood, what it brought about.

What was not read as an order is counted; nothing is silently dropped.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, groupby, zip_longest

from domain.game.entries.entries import Ordered
from domain.game.state.words import words_for
from domain.kit.chance import Thrown
from domain.kit.conditions import is_condition
from domain.kit.errors import OrderError, Reason
from domain.kit.sealed import Sealed
from projections.language.catalogues import FULL, reader
from projections.language.messages import COLUMNS, _, _n, columns, term, wrap
from projections.language.messages import plain as printable
from referee.games.order_sheet import (
    ALREADY,
    ANSWERED,
    CLOSED,
    DONE,
    FORFEITED,
    HELD,
    KEPT,
    NOT_ANSWERED,
    NOT_ASKED,
    NOT_REACHED,
    PLAYED,
    REFUSED,
    UNREADABLE,
    Result,
)
from referee.mail.writing.allowance import ECHO, TOLD
from referee.reading.order_lines import order_lines
from referee.reading.reading import ASKED, ReadMail
from referee.seats.defused_text import NARROW, defused
from referee.seats.seat_view import Scene, effects, is_written, wrap_kept

INDENT = " " * 6

NUMBERED = "{:>3} > "
"""What stands before a line of the mail."""
COMMITMENT = 32
"""Signs that are shown of a line of commitments, or of a cell with its proof."""

BROUGHT_ABOUT = 36
"""Words of what one order has brought about."""

OPEN_TO_ALL = ("people", "press")
"""Rules whose refusals tell nothing of the board."""

_COMMITMENTS = re.compile(r"\s*(commit \S+)\s", re.IGNORECASE)
_CELLS = re.compile(r"\s*((?:cell|spent|root)\s+\S.*)", re.IGNORECASE)


def counted(results: Sequence[Result]) -> str:
    """What became of the orders, for a subject: "2 orders played, 1 refused"."""
    counts = Counter(result.outcome for result in results)
    orders = [
        outcome
        for outcome in (
            *(PLAYED, ALREADY, HELD, FORFEITED, CLOSED, NOT_ASKED, REFUSED, UNREADABLE, NOT_REACHED),
        )
        if counts[outcome]
    ]
    said = [_orders(one, counts[one]) if one is orders[0] else _others(one, counts[one]) for one in orders]
    if counts[DONE]:
        said.append(_n("{count} line done", "{count} lines done", counts[DONE]).format(count=counts[DONE]))
    if counts[ANSWERED]:
        asked = _n("{count} question answered", "{count} questions answered", counts[ANSWERED])
        said.append(asked.format(count=counts[ANSWERED]))
    if counts[NOT_ANSWERED]:
        left = _n("{count} not answered", "{count} not answered", counts[NOT_ANSWERED])
        said.append(left.format(count=counts[NOT_ANSWERED]))
    return ", ".join(said) or _("no order found")


def _orders(outcome: str, count: int) -> str:
    said = {
        PLAYED: _n("{count} order played", "{count} orders played", count),
        ALREADY: _n("{count} order already played", "{count} orders already played", count),
        HELD: _n("{count} order held", "{count} orders held", count),
        FORFEITED: _n("{count} order forfeited", "{count} orders forfeited", count),
        CLOSED: _n("{count} order too late", "{count} orders too late", count),
        NOT_ASKED: _n("{count} order for another question", "{count} orders for another question", count),
        REFUSED: _n("{count} order refused", "{count} orders refused", count),
        UNREADABLE: _n("{count} order not readable", "{count} orders not readable", count),
        NOT_REACHED: _n("{count} order not reached", "{count} orders not reached", count),
    }[outcome]
    return said.format(count=count)


def _others(outcome: str, count: int) -> str:
    said = {
        ALREADY: _n("{count} already played", "{count} already played", count),
        HELD: _n("{count} held", "{count} held", count),
        FORFEITED: _n("{count} forfeited", "{count} forfeited", count),
        CLOSED: _n("{count} too late", "{count} too late", count),
        NOT_ASKED: _n("{count} for another question", "{count} for another question", count),
        REFUSED: _n("{count} refused", "{count} refused", count),
        UNREADABLE: _n("{count} not readable", "{count} not readable", count),
        NOT_REACHED: _n("{count} not reached", "{count} not reached", count),
    }[outcome]
    return said.format(count=count)


def answered(scene: Scene, mail: ReadMail, results: Sequence[Result]) -> Iterator[str]:
    """Every order of the mail with what became of it, as far as there is room."""
    yield from bounded(_answered(scene, mail, results), ECHO, _no_room)
    if beyond := [result.line.number for result in results if result.outcome == NOT_ANSWERED]:
        yield from _beyond(beyond)


def _no_room() -> str:
    said = _(
        "The rest of your lines is left out here: what a mail brings about is told in {most} kB at most. The "
        "count above is of all of them."
    )
    return said.format(most=TOLD // 1000)


def _beyond(numbers: Sequence[int]) -> Iterator[str]:
    """The questions that one mail cannot ask."""
    said = _n(
        "{count} question was not answered (line {lines}): at most ten in one mail. Ask it in another.",
        "{count} questions were not answered (lines {lines}): at most ten in one mail. Ask them in others.",
        len(numbers),
    )
    yield from wrap(said.format(count=len(numbers), lines=_ranges(numbers)))


def bounded(lines: Iterable[str], most: int, rest: Callable[[], str]) -> Iterator[str]:
    """What comes after so many bytes is not even made; `rest` says so."""
    for line in lines:
        most -= len(line.encode()) + 1
        if most < 0:
            yield ""
            yield from wrap(rest())
            return
        yield line


def _answered(scene: Scene, mail: ReadMail, results: Sequence[Result]) -> Iterator[str]:
    received = {line.number: line.text for line in mail.lines}
    results = [result for result in results if result.outcome != NOT_ANSWERED]
    for result, following in zip_longest(results, results[1:]):
        number = result.line.number
        text = _short(received.get(number, result.line.text))
        yield from _received(number, text)
        if result.outcome == KEPT:
            yield from wrap(_kept(following), INDENT, INDENT)
        else:
            yield from _became(scene, result, text)


def told_apart(mail: ReadMail, results: Sequence[Result]) -> Iterator[str]:
    """The lines of somebody who may write for a seat and is shown nothing of it: nothing of the game stands
    in what became of them."""
    yield from bounded(_told_apart(mail, results), ECHO, _no_room)


def _told_apart(mail: ReadMail, results: Sequence[Result]) -> Iterator[str]:
    received = {line.number: line.text for line in mail.lines}
    for result in results:
        yield from _received(result.line.number, received.get(result.line.number, result.line.text))
        yield from wrap(_apart(result), INDENT, INDENT)
        if result.error is not None and result.error.rule in OPEN_TO_ALL:
            yield from _error(result.line.number, result.error, "")


def _apart(result: Result) -> str:
    said = {
        NOT_ANSWERED: _("Not answered: at most ten questions in one mail."),
        ANSWERED: _("Not answered: you may write for this seat, and nothing of it is shown to you."),
        DONE: _("Done: {order}"),
        ALREADY: _("This came before, and is not done again."),
        UNREADABLE: _("Not readable: a press begins with “press to all: ” or “press to SEAT: ”."),
    }.get(result.outcome, _("Refused: {order}"))
    return said.format(order=defused(_short(result.order or result.line.text.partition("\n")[0])))


def _kept(following: Result | None) -> str:
    """What became of a cell, by what became of the order after it."""
    if following is None or following.outcome == KEPT:
        return _("No order follows this cell. Nothing is played with it.")
    return _("The cell for the next line.")


def _short(text: str) -> str:
    """A line as it came; of commitments and proofs, which fill screens, only the beginning."""
    cell = _CELLS.fullmatch(text)
    if cell and len(cell[1]) > COMMITMENT:
        return f"{cell[1][:COMMITMENT]}…"
    found = _COMMITMENTS.match(text)
    if not found:
        return text
    return _("{beginning} … ({count} commitments)").format(
        beginning=found[1][:COMMITMENT], count=len(text.split()) - 1
    )


def unplayed(mail: ReadMail) -> Iterator[str]:
    """The lines of a mail that was refused as a whole, as received."""
    orders = [line for line in mail.lines if line.kind in ASKED]
    if orders:
        yield _("None of these lines was played:")
        yield ""
        received = (piece for line in orders for piece in _received(line.number, line.text))
        yield from bounded(received, ECHO, _no_room)


def as_read(scene: Scene, mail: ReadMail) -> Iterator[str]:
    """The orders of a mail that waits for a word, as received and as they are understood."""
    yield from bounded(_as_read(scene, mail), ECHO, _no_room)


def _as_read(scene: Scene, mail: ReadMail) -> Iterator[str]:
    for line in order_lines(mail.lines):
        yield from _received(line.number, line.text)
        words = words_for(scene.game, line.text)
        with suppress(OrderError):
            yield from wrap(words.write(words.read(line.text)), INDENT, INDENT)


def not_orders(mail: ReadMail, *, has_orders: bool = False) -> Iterator[str]:
    """How the mail was read, and how many lines were not read as orders, of each kind, and which; after a
    blank line. Where it has orders nobody wonders why quoted lines and a signature are none."""
    told = ("comment", "text") if has_orders else ("comment", "quoted", "signature", "text")
    if mail.notices or any(line.kind in told and line.text.strip() for line in mail.lines):
        yield ""
    for notice in mail.notices:
        yield from wrap(term(notice))
    for kind in told:
        numbers = [line.number for line in mail.lines if line.kind == kind and line.text.strip()]
        if numbers:
            said = _counted_lines(kind, len(numbers))
            yield from wrap(said.format(count=len(numbers), lines=_ranges(numbers)))


def _counted_lines(kind: str, count: int) -> str:
    if kind == "comment":
        return _n(
            "{count} comment was not read as an order (line {lines}).",
            "{count} comments were not read as orders (lines {lines}).",
            count,
        )
    if kind == "quoted":
        return _n(
            "{count} quoted line was not read as an order (line {lines}).",
            "{count} quoted lines were not read as orders (lines {lines}).",
            count,
        )
    if kind == "signature":
        return _n(
            "{count} line of a signature was not read as an order (line {lines}).",
            "{count} lines of a signature were not read as orders (lines {lines}).",
            count,
        )
    return _n(
        "{count} other line was not read as an order (line {lines}).",
        "{count} other lines were not read as orders (lines {lines}).",
        count,
    )


def _ranges(numbers: Sequence[int]) -> str:
    """Line numbers, runs of them as "4-9"."""
    runs = groupby(enumerate(numbers), lambda pair: pair[1] - pair[0])
    ends = [[number for _place, number in run] for _key, run in runs]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in ends)


def _received(number: int, text: str) -> Iterator[str]:
    """A line as it came, whole; signs that a terminal would obey are blanks, and it looks like no line of
    ours: whoever forges a sender writes what its owner is answered."""
    line = NUMBERED.format(number)
    begun = width = len(line)
    for sign in defused(text):
        if width + columns(sign) > NARROW:
            yield line.rstrip()
            line, width = " " * (begun - 2) + "> ", begun
        line, width = line + sign, width + columns(sign)
    yield line.rstrip()


def _became(scene: Scene, result: Result, text: str) -> Iterator[str]:
    said = (
        _held(result)
        if result.outcome == HELD
        else {
            PLAYED: _("Played: {order}"),
            ALREADY: _("Played before, at event {first}, and not played again: {order}"),
            REFUSED: _("Refused: {order}"),
            FORFEITED: _("Illegal, and forfeited, as is agreed in this game: {order}"),
            UNREADABLE: _("Not readable:"),
            NOT_REACHED: _("Not reached: {order}"),
            CLOSED: _("Not played: {order}"),
            NOT_ASKED: _("Not played, and nothing below it: {order}"),
            DONE: _("Done: {order}"),
            ANSWERED: _("Answer:"),
        }[result.outcome]
    )
    if result.outcome == UNREADABLE and result.error is not None:
        yield from _error(result.line.number, result.error, text)
        return
    yield from wrap(said.format(order=defused(_short(result.order)), first=result.first), INDENT, INDENT)
    if result.error is not None and result.outcome != CLOSED:  # said once for all lines
        yield from _error(result.line.number, result.error, text)
    for line in result.said:
        yield from (
            wrap_kept(defused(line)) if result.outcome == ANSWERED else wrap(defused(line), INDENT, INDENT)
        )
    if result.first:
        yield from _effects(scene, result)


def _held(result: Result) -> str:
    """What an order waits for."""
    if result.in_sheet:
        return _("Kept for when its turn comes: {order}")
    if result.line.text.lower().startswith("later "):
        return _("Kept until you are asked for such an order: {order}")
    if is_condition(result.line.text):
        return _("Kept under seal until it holds: {order}")
    return _("Kept until you write “release”, or until its time comes: {order}")


def _error(number: int, error: Reason, text: str) -> Iterator[str]:
    if error.excerpt:
        yield from _pointed(number, *error.excerpt, text=text)
    said = " ".join(map(term, error.sentences))
    yield from wrap(defused(f"[{error.rule}] {said}" if error.rule else said), INDENT, INDENT)


def _pointed(number: int, excerpt: str, caret: str = "", *, text: str) -> Iterator[str]:
    """The caret under the word that is meant: under the line itself, or under an excerpt where the grammar
    reads another than what came."""
    indent = " " * len(NUMBERED.format(number))
    if columns(indent + excerpt) > COLUMNS:
        return  # ideographs: the line stands above, whole
    if excerpt != printable(text):
        yield indent + defused(excerpt)
    if caret:
        before = excerpt[: len(caret) - 1]
        yield indent + " " * columns(before) + "^"


def _effects(scene: Scene, result: Result) -> Iterator[str]:
    """What the order brought about, the first of it where it is much; the order itself has just been said."""
    told, left = _in_brief(scene, result)
    for position, text in told:
        first, rest = f"{INDENT}{position:>4}  ", " " * 12
        if is_written(scene, position):
            yield from wrap(text, first, rest[:-2] + "| ", NARROW)
        else:
            yield from wrap(text, first, rest)
    if left:
        yield from wrap(left_out(left, result.first), INDENT, INDENT)


def _in_brief(scene: Scene, result: Result) -> tuple[list[tuple[int, str]], int]:
    """What the order brought about, as far as there is room, and how many events are left out: throws first,
    whose dice stand in what follows from them."""
    lines, facts = list[tuple[int, str]](), list[tuple[int, str]]()
    for line in effects(scene, result.first, last_of(scene, result)):
        entry = scene.replay.envelope(line.position).entry
        is_sealed = isinstance(entry, Thrown) and isinstance(entry.faces, Sealed)
        if not is_sealed and not (line.position == result.first and isinstance(entry, Ordered)):
            lines.append((line.position, f"{line.text} [{line.rule}]" if line.rule else line.text))
            facts += lines[-1:] if not isinstance(entry, Thrown) else []
    if reader().length == FULL or sum(len(text.split()) + 1 for _at, text in lines) <= BROUGHT_ABOUT:
        return lines, 0
    room = accumulate(len(text.split()) + 1 for _at, text in facts)
    told = [line for line, words in zip(facts, room, strict=True) if words <= BROUGHT_ABOUT]
    return told, len(lines) - len(told)


def left_out(count: int, after: int) -> str:
    """How what is left out can be read."""
    said = _n("{count} more event: reply “log {after}”.", "{count} more events: reply “log {after}”.", count)
    return said.format(count=count, after=after)


def last_of(scene: Scene, result: Result) -> int:
    """The last event of an order: those which one line of a mail brings about have the same act."""
    if result.last or not result.first:
        return result.last
    act, position = scene.replay.envelope(result.first).act, result.first
    while position < len(scene.replay) and scene.replay.envelope(position + 1).act == act:
        position += 1
    return position
