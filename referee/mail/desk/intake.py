"""A sheet of orders, applied once: its names, and what became of it the first time.

readable    the lines that mean something; means, whether one does
is_for_any_turn  whether none of them hangs on a turn
plays, only_plays  whether one of them, or each, is an order
only_asks   whether it has nothing but questions
may_be_unsure  whether it has to be looked at how it is written
names_of    by its Message-ID, and by seat, turn, head and orders
conflicts   the same Message-ID has come with other orders
beside_play which names a line has that is no order of the title
finished    what became of the sheet when it was played
finish      keeps that
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game.state.game_state import GameState
from domain.game.state.words import words_for
from domain.kit.errors import OrderError
from domain.kit.framing import framed
from referee.games.order_sheet import ALREADY, DONE, HELD, PLAYED, Line, Result
from referee.reading.blocks import DIFFERS, UNKNOWN
from referee.reading.line_words import MAY_END, OF_ANY_TURN, ORDERS, read_line, takes
from referee.reading.order_lines import order_lines
from referee.reading.reading import ASKED, ReadMail, plain
from referee.record.record import Record

Names = tuple[str, str]
"""The name by Message-ID, and the name by orders."""

_RESULTS = msgspec.msgpack.Decoder(list[dict[str, Any]])


def readable(game: GameState, mail: ReadMail) -> tuple[tuple[Line, str], ...]:
    """The lines that mean something, each with what it means in canonical notation."""
    return tuple((line, said) for line in order_lines(mail) if (said := _meaning(game, line.text)))


def _meaning(game: GameState, text: str) -> str:
    notation = words_for(game, text)
    try:
        return notation.write(notation.read(text))
    except OrderError:
        return text.partition("\n")[0] if takes(text, game.seats) else ""


def means(game: GameState, text: str) -> bool:
    """Whether a line is an order, or one of the desk's that can be read."""
    with suppress(OrderError):
        words_for(game, text).read(text)
        return True
    with suppress(OrderError):
        return takes(text, game.seats) and bool(read_line(text, game.seats))
    return False


def is_for_any_turn(game: GameState, mail: ReadMail, *, by_token: bool = False) -> bool:
    """Whether all that a mail asks for is beside the play: press, consent, people. It hangs on no turn.
    `by_token`: whether it may come with the token of an older one."""
    lines = [line.text for line in order_lines(mail)]
    return bool(lines) and all(_is_for_any_turn(game, text, by_token=by_token) for text in lines)


def _is_for_any_turn(game: GameState, text: str, *, by_token: bool) -> bool:
    with suppress(OrderError):
        words_for(game, text).read(text)
        return False
    with suppress(OrderError):
        line = read_line(text, game.seats) if takes(text, game.seats) else None
        is_one = line is not None and not isinstance(line, ORDERS)
        return is_one and (not by_token or isinstance(line, OF_ANY_TURN))
    return False


def plays(game: GameState, mail: ReadMail) -> bool:
    """Whether a line of a mail is an order, to be played at once or to wait: it hangs on what is asked."""
    return any(_plays(game, line.text) for line in order_lines(mail))


def only_plays(game: GameState, mail: ReadMail) -> bool:
    """Whether nothing in it that means something is anything else."""
    lines = [line.text for line, _said in readable(game, mail)]
    return bool(lines) and all(_plays(game, text) for text in lines)


def _plays(game: GameState, text: str) -> bool:
    with suppress(OrderError):
        words_for(game, text).read(text)
        return True
    with suppress(OrderError):
        return takes(text, game.seats) and isinstance(read_line(text, game.seats), ORDERS)
    return False


def only_asks(mail: ReadMail) -> bool:
    """Whether a mail has nothing but questions: the answers go to the registered address, whoever asks. A
    page shows them too, so that a diary is no such question from there."""
    wanted = [line for line in mail.lines if line.kind in ASKED]
    is_private = bool(mail.page) and any(_NOTES.match(line.text) for line in wanted)
    return bool(wanted) and {line.kind for line in wanted} == {"question"} and not is_private


_NOTES = re.compile(r"\W*notes\b", re.IGNORECASE)


_MAY_ASK = re.compile(
    rf"{'|'.join(MAY_END)}|surrender|give.?up|draw\b|fold\b|^.{{60}}",
    re.IGNORECASE,
)
"""What is in orders that may end something, and in those that may have been broken."""


def may_be_unsure(mail: ReadMail) -> bool:
    """Whether a mail is more than orders in a block of its own: how it is written is then looked at."""
    is_other = (mail.looks_quoted and not mail.in_block) or mail.cited in (UNKNOWN, DIFFERS)
    kinds = {line.kind for line in mail.lines if line.kind != "order" or _MAY_ASK.search(line.text)}
    return is_other or not kinds.isdisjoint(("text", "press", "order"))


def names_of(mail: ReadMail, seat: str, turn: str) -> Names:
    """A mail without Message-ID is named by its bytes."""
    by_id = framed("bugyo/1/message", seat.encode(), (mail.message_id or mail.digest).encode())
    named = (seat, turn, str(mail.block.position), mail.block.head)
    lines = (line.text.split("\n") for line in order_lines(mail))
    # without what mail programs change in a line on its way
    fields = (*named, *("\n".join([plain(first), *rest]) for first, *rest in lines))
    fields += tuple(f"ASKED {line.answers}" for line in order_lines(mail) if line.answers)
    by_orders = framed("bugyo/1/orders", *(field.encode() for field in fields))
    return f"mid:{by_id.hex()}", f"orders:{by_orders.hex()}"


def beside_play(mail: ReadMail, keys: Sequence[str]) -> Sequence[str]:
    """What names a line of the desk's, of those by which an order of its mail is known.

    The same block, with the event that it answers, is the same sheet however often it is sent. Without one,
    the same words in a new mail are meant anew: “agree to pause” after “disagree to pause”.
    """
    return keys if mail.block.head else keys[:1]


def conflicts(record: Record, game: str, names: Names) -> bool:
    """Whether this Message-ID has come from this seat before, with other orders."""
    by_id, orders = names
    return record.set_once(f"message/{game}/{by_id}", orders.encode()) != orders.encode()


def finished(record: Record, game: str, names: Names) -> tuple[Result, ...] | None:
    """What became of the sheet before; nothing in it is played again."""
    settings = [f"sheet/{game}/{name}" for name in names]
    kept = record.settings(settings)
    first = next((kept[name] for name in settings if kept.get(name)), None)
    return tuple(map(_again, _RESULTS.decode(first))) if first else None


def finish(record: Record, game: str, mail: ReadMail, names: Names, results: tuple[Result, ...]) -> None:
    """Keeps what became of a sheet.

    Under the name by orders only where something was played: whoever sends a refused sheet once more means
    it, and the game may have moved on to where it is legal. Nor where a line beside the play may be meant
    anew.
    """
    by_id, orders = names
    kept = msgspec.msgpack.encode(tuple(replace(result, said=(), offers=()) for result in results))
    record.set_once(f"sheet/{game}/{by_id}", kept)
    is_anew = not mail.block.head and any(result.outcome in (DONE, HELD) for result in results)
    if any(result.first for result in results) and not is_anew:
        record.set_once(f"sheet/{game}/{orders}", kept)


def _again(kept: dict[str, Any]) -> Result:
    error = kept.get("error")
    if isinstance(error, str):  # before 2026-11-22 the whole of a refusal was kept as one text
        kept["error"] = {"sentences": [error]} if error else None
    result = msgspec.convert(kept, Result)
    return replace(result, outcome=ALREADY) if result.outcome == PLAYED else result
