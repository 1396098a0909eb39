"""The dry check: how the lines of a sheet read, and what of them is legal, as far as the seat can know.

Nothing is played, and what follows is only rehearsed, in states that the seat may imagine: what comes of an
order may depend on what others hide, and judging must not tell it.

Tried      the lines that the page wants to know of
judged     what is said of each
answered   a question, answered as its mail would be
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.game.state.words import words_for
from domain.kit.errors import OrderError
from projections.language.messages import _, term
from referee.identity.question_answered import closed
from referee.programs.foreseeing import Stage, after, begun
from referee.reading.line_words import QUESTIONS, read_line, takes
from referee.reading.passages import END_PRESS
from referee.record.record import Record
from referee.seats.choices import is_legal
from referee.seats.seat_view import Scene
from referee.telling import questions
from referee.web.answering import Malformed
from referee.web.posted import LONGEST, check_lines

LEGAL, POSSIBLE, ILLEGAL, UNREAD, TALK = "legal", "possible", "illegal", "unread", "talk"


class Tried(Struct, frozen=True, forbid_unknown_fields=True):
    lines: tuple[str, ...]
    head: str = ""


class Question(Struct, frozen=True, forbid_unknown_fields=True):
    line: str


def judged(scene: Scene, tried: Tried) -> list[dict[str, str]]:
    """Raises `Malformed`."""
    check_lines(tried.lines)
    position = tried.head.partition(" ")[0]
    is_number = position.isascii() and position.isdecimal() and len(position) < 10
    late = closed(scene.replay, scene.seat, int(position)) if is_number and int(position) else ""
    game: GameState | None = scene.game
    stage = begun(scene.game, scene.seat)
    found: list[dict[str, str]] = []
    for line in tried.lines:
        state, canonical, says = _line(scene, game, _as_mailed(line.strip()), late)
        found.append({"text": line, "canonical": canonical, "state": state, "says": says})
        if state in (LEGAL, POSSIBLE):
            stage = _after(stage, line.strip()) if state == LEGAL else None
            game = stage.games[0] if stage and stage.games else None
    return found


def _as_mailed(line: str) -> str:
    """A text of several lines as the reading of a mail gives it: without the line that ends it."""
    first, *rest = line.replace("\r\n", "\n").split("\n")
    if rest and END_PRESS.fullmatch(rest[-1].strip()):
        rest.pop()
    return "\n".join([first if ":" in first else f"{first}:", *rest]) if rest else first


def _line(scene: Scene, game: GameState | None, text: str, late: str) -> tuple[str, str, str]:
    """What it is, how it is written, and what is to be said of it. `game` is None where only the reading can
    be told."""
    known, seats = game or scene.game, scene.game.seats
    words = words_for(known, text)
    try:
        canonical = words.write(words.read(text))
    except OrderError as error:
        return _talk(text, error, seats)
    if late:
        return ILLEGAL, canonical, _("The question that it answers is closed. {why}").format(why=late)
    legal = game and is_legal(game, scene.seat, text)
    if legal:
        return LEGAL, canonical, ""
    if legal is False:
        return ILLEGAL, canonical, _("That is no order that you may give now.")
    return POSSIBLE, canonical, ""


def _talk(text: str, error: OrderError, seats: tuple[str, ...]) -> tuple[str, str, str]:
    """A line that is no order: one of the desk's, or none."""
    if not text or text.startswith((";", "#")):
        return TALK, "", ""
    if not takes(text, seats):
        return UNREAD, "", term(str(error))
    try:
        read_line(text, seats)
    except OrderError as wrong:
        return UNREAD, "", term(str(wrong))
    return TALK, text, ""


def _after(stage: Stage | None, text: str) -> Stage | None:
    """The rehearsal with an order more; None where that cannot be told, or another is asked then."""
    if stage is None or not stage.games:
        return None
    with suppress(OrderError):
        return after(stage, words_for(stage.games[0], text).read(text))
    return None


def answered(record: Record, scene: Scene, asked: Question) -> list[str]:
    """Raises `Malformed` where it is no question."""
    text, seats = asked.line.strip()[:LONGEST], scene.game.seats
    with suppress(OrderError):
        question = read_line(text, seats) if takes(text, seats) else None
        if isinstance(question, QUESTIONS):
            return list(_lines(record, scene, question))
    raise Malformed(
        _("This is no question. Ask as by mail: help, card NAME, table NAME, near NAME, odds ORDER.")
    )


def _lines(record: Record, scene: Scene, question: Struct) -> Iterator[str]:
    try:
        yield from questions.answer(record, scene, question)
    except OrderError as error:
        yield term(str(error))
