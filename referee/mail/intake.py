"""What must not be applied twice: the names of a sheet, and what became of it the first time.

order_lines the lines that are orders
names_of    by its Message-ID, and by seat, turn, head and orders
conflicts   the same Message-ID has come with other orders
finished    what became of the sheet when it was played
finish      keeps that
recalled    what was played of a sheet whose turn has passed before it was finished
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from domain.game.ledger import WITNESS
from domain.game.orders import Cell
from domain.kit.errors import OrderError
from domain.kit.framing import framed
from referee.mail.reading import ReadMail, plain
from referee.record.record import Record
from referee.sheet import ALREADY, KEPT, PLAYED, REFUSED, UNREADABLE, Line, Result, words_for

Names = tuple[str, str]
"""The name by Message-ID, and the name by orders."""

_RESULTS = msgspec.msgpack.Decoder(tuple[Result, ...])


_COMMITMENTS = re.compile(r"[0-9a-f]{64}(?: [0-9a-f]{64})*")


def order_lines(mail: ReadMail) -> tuple[Line, ...]:
    """The lines that are orders, as the grammars read them.

    Commitments go on over lines: mail programs break lines that are longer than a screen is wide.
    """
    found: list[Line] = []
    for line in mail.lines:
        if line.kind != "order":
            continue
        text = plain(line.text)
        if found and found[-1].text.startswith("commit ") and _COMMITMENTS.fullmatch(text):
            found[-1] = Line(found[-1].number, f"{found[-1].text} {text}")
        else:
            found.append(Line(line.number, text))
    return tuple(found)


def names_of(mail: ReadMail, seat: str, turn: str) -> Names:
    """A mail without Message-ID is named by its bytes."""
    by_id = framed("bugyo/1/message", seat.encode(), (mail.message_id or mail.digest).encode())
    return f"mid:{by_id.hex()}", f"orders:{_orders(mail, seat, turn)}"


def _orders(mail: ReadMail, seat: str, turn: str) -> str:
    named = (seat, turn, str(mail.block.position), mail.block.head)
    fields = (*named, *(line.text for line in order_lines(mail)))
    return framed("bugyo/1/orders", *(field.encode() for field in fields)).hex()


def conflicts(record: Record, game: str, names: Names) -> bool:
    """Whether this Message-ID has come from this seat before, with other orders."""
    by_id, orders = names
    return record.set_once(f"message/{game}/{by_id}", orders.encode()) != orders.encode()


def finished(record: Record, game: str, names: Names) -> tuple[Result, ...] | None:
    """What became of the sheet before; nothing in it is played again."""
    for name in names:
        kept = record.setting(_setting(game, name))
        if kept:
            return tuple(_again(result) for result in _RESULTS.decode(kept))
    return None


def finish(record: Record, game: str, names: Names, results: tuple[Result, ...]) -> None:
    """Keeps what became of a sheet.

    Under the name by orders only where something was played: whoever sends a refused sheet once more means
    it, and the game may have moved on to where it is legal.
    """
    by_id, orders = names
    kept = msgspec.msgpack.encode(results)
    record.set_once(_setting(game, by_id), kept)
    if any(result.first for result in results):
        record.set_once(_setting(game, orders), kept)


def recalled(
    record: Record, game: str, seat: str, names: Names, lines: Sequence[Line], why: str
) -> tuple[Result, ...] | None:
    """Only what was played before the desk broke off; None where that is nothing. `why` the rest is not."""
    loaded = record.load(game).game
    results: list[Result] = []
    for line in lines:
        notation = words_for(loaded, line.text)
        try:
            order = notation.read(line.text)
        except OrderError as error:
            results.append(Result(line, UNREADABLE, error=str(error)))
            continue
        text = notation.write(order)
        if isinstance(order, Cell) and seat != WITNESS:
            results.append(Result(line, KEPT, text))
        elif first := record.seen(game, [f"{name}:{line.number}" for name in names]):
            results.append(Result(line, ALREADY, text, first))
        else:
            results.append(Result(line, REFUSED, text, error=why))
    return tuple(results) if any(result.first for result in results) else None


def _again(result: Result) -> Result:
    return replace(result, outcome=ALREADY) if result.outcome == PLAYED else result


def _setting(game: str, name: str) -> str:
    return f"sheet/{game}/{name}"
