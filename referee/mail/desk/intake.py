"""The lines of a mail by what they mean: whether it asks, plays, or hangs on no turn."""

from __future__ import annotations

import re
from contextlib import suppress

from domain.game.state.game_state import GameState
from domain.game.state.words import words_for
from domain.kit.errors import OrderError
from referee.games.order_sheet import Line
from referee.reading.line_words import OF_ANY_TURN, ORDERS, read_line, takes
from referee.reading.order_lines import order_lines
from referee.reading.reading import ASKED, ReadMail


def readable(game: GameState, mail: ReadMail) -> tuple[tuple[Line, str], ...]:
    """The lines that mean something, each with what it means in canonical notation."""
    return tuple((line, said) for line in order_lines(mail.lines) if (said := _meaning(game, line.text)))


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
    lines = [line.text for line in order_lines(mail.lines)]
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
    return any(_plays(game, line.text) for line in order_lines(mail.lines))


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
