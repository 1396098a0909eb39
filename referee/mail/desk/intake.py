"""What must not be applied twice: the names of a sheet, and what became of it the first time.

order_lines the lines that ask for something
readable    those of them that mean something
is_for_any_turn  whether none of them hangs on a turn
plays, only_plays  whether one of them, or each, is an order
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
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from domain.game.state.game_state import GameState
from domain.kit.errors import OrderError
from domain.kit.framing import framed
from referee.games.order_sheet import ALREADY, DONE, HELD, PLAYED, Line, Result, words_for
from referee.mail.desk.line_words import ORDERS, read_line, takes
from referee.mail.reading.passages import END_PRESS, press_goes_on
from referee.mail.reading.quoting import ASKED, undressed
from referee.mail.reading.quoting import Line as Mailed
from referee.mail.reading.reading import ReadMail, plain
from referee.record.record import Record

Names = tuple[str, str]
"""The name by Message-ID, and the name by orders."""

_RESULTS = msgspec.msgpack.Decoder(tuple[Result, ...])

_COMMITMENTS = re.compile(r"[0-9a-f]{64}(?: [0-9a-f]{64})*")


def order_lines(mail: ReadMail) -> tuple[Line, ...]:
    """The lines that ask for something, as the grammars read them: orders, questions, press.

    Commitments go on over lines: mail programs break lines that are longer than a screen is wide. A press
    that goes on to its end is one line, with the breaks in its text.
    """
    found: list[Line] = []
    is_press = False
    asked = [line for line in mail.lines if line.kind in ASKED]
    texts = [undressed(plain(line.text)) for line in asked]
    for place, (line, text) in enumerate(zip(asked, texts, strict=True)):
        is_press = is_press and line.kind == "press"
        if is_press:
            is_press = not END_PRESS.fullmatch(text)
            if is_press:
                found[-1] = Line(found[-1].number, f"{found[-1].text}\n{line.text.rstrip()}")
        elif found and found[-1].text.startswith("commit ") and _COMMITMENTS.fullmatch(text):
            found[-1] = Line(found[-1].number, f"{found[-1].text} {text}")
        else:
            is_press = line.kind == "press" and press_goes_on(text, _below(asked, texts, place))
            text = _as_written(line.text, text)
            found.append(Line(line.number, text if ":" in text or not is_press else f"{text}:"))
    return tuple(found)


def _below(asked: Sequence[Mailed], texts: Sequence[str], place: int) -> list[str]:
    """The lines of press that follow directly."""
    pairs = zip(asked[place + 1 :], texts[place + 1 :], strict=True)
    return [text for _line, text in takewhile(lambda pair: pair[0].kind == "press", pairs)]


_BEFORE_TEXT = re.compile(
    r"(?:[*•·‣▪◦-]\s+|\d{1,2}[.)]\s+)?[*_]?"
    r"((?:anonymous\s+)?press\b[^:]*:|dispute\b(?:[\s,]*\d+\b)*[\s,]*(?:\[[^\]\s]{1,40}\])?(?:\s*:)?"
    r"|appeal\b[\s:]*\d{1,6}\b(?:\s*:)?|resign\s+seat\b(?:\s*:)?|take\s+back\b(?:\s+to\s+(?:event\s+)?\d{1,6}\b)?)",
    re.IGNORECASE,
)
"""What stands in a line before the text that people are to read."""


def _as_written(received: str, text: str) -> str:
    """A line of the desk's as the grammars read it, but what it says to people character for character."""
    found = _BEFORE_TEXT.match(received.lstrip())
    if found is None:
        return text
    return f"{plain(found[1])} {received.lstrip()[found.end() :].strip()}".rstrip()


def readable(game: GameState, mail: ReadMail) -> tuple[tuple[Line, str], ...]:
    """The lines that mean something, each with what it means in canonical notation."""
    found: list[tuple[Line, str]] = []
    for line in order_lines(mail):
        notation = words_for(game, line.text)
        try:
            found.append((line, notation.write(notation.read(line.text))))
        except OrderError:
            if takes(line.text, game.seats):
                found.append((line, line.text.partition("\n")[0]))
    return tuple(found)


def is_for_any_turn(game: GameState, mail: ReadMail) -> bool:
    """Whether all that a mail asks for is beside the play: press, consent, people. It hangs on no turn."""
    lines = [line.text for line in order_lines(mail)]
    return bool(lines) and all(_is_for_any_turn(game, text) for text in lines)


def _is_for_any_turn(game: GameState, text: str) -> bool:
    with suppress(OrderError):
        words_for(game, text).read(text)
        return False
    try:
        return takes(text, game.seats) and not isinstance(read_line(text, game.seats), ORDERS)
    except OrderError:
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


def names_of(mail: ReadMail, seat: str, turn: str) -> Names:
    """A mail without Message-ID is named by its bytes."""
    by_id = framed("bugyo/1/message", seat.encode(), (mail.message_id or mail.digest).encode())
    return f"mid:{by_id.hex()}", f"orders:{_orders(mail, seat, turn)}"


def _orders(mail: ReadMail, seat: str, turn: str) -> str:
    named = (seat, turn, str(mail.block.position), mail.block.head)
    fields = (*named, *(_unlettered(line.text) for line in order_lines(mail)))
    return framed("bugyo/1/orders", *(field.encode() for field in fields)).hex()


def _unlettered(text: str) -> str:
    """A line without what mail programs change in it on its way."""
    first, *rest = text.split("\n")
    return "\n".join([plain(first), *rest])


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
    for name in names:
        kept = record.setting(_setting(game, name))
        if kept:
            return tuple(_again(result) for result in _RESULTS.decode(kept))
    return None


def finish(record: Record, game: str, mail: ReadMail, names: Names, results: tuple[Result, ...]) -> None:
    """Keeps what became of a sheet.

    Under the name by orders only where something was played: whoever sends a refused sheet once more means
    it, and the game may have moved on to where it is legal. Nor where a line beside the play may be meant
    anew.
    """
    by_id, orders = names
    kept = msgspec.msgpack.encode(tuple(replace(result, said=()) for result in results))
    record.set_once(_setting(game, by_id), kept)
    is_anew = not mail.block.head and any(result.outcome in (DONE, HELD) for result in results)
    if any(result.first for result in results) and not is_anew:
        record.set_once(_setting(game, orders), kept)


def _again(result: Result) -> Result:
    return replace(result, outcome=ALREADY) if result.outcome == PLAYED else result


def _setting(game: str, name: str) -> str:
    return f"sheet/{game}/{name}"
