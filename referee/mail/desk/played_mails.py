"""Mails that are taken: their lines are played, done and answered, each once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from domain.game.entries.levels import WITNESS
from domain.game.state.game_state import GameState
from domain.game.state.register import SIGNED
from domain.kit.errors import StaleOrder
from domain.kit.framing import framed
from projections.language.catalogues import written_for
from referee.games.deadlines import play_asked
from referee.games.order_sheet import (
    ALREADY,
    ANSWERED,
    CLOSED,
    DONE,
    HELD,
    NOT_ANSWERED,
    NOT_ASKED,
    NOT_REACHED,
    PLAYED,
    UNREADABLE,
    Result,
    Sheet,
)
from referee.games.referee import Referee, TryAgain
from referee.games.signed_mails import Attested
from referee.identity import cases, gate, question_answered
from referee.identity.answer_limits import ERROR, IN_FULL, LAST_IN_FULL, NOT_AT_ALL, QUESTION, pile_of
from referee.identity.authority import TOKEN, Evidence
from referee.identity.cases import About, Cases
from referee.identity.gate import Admission, actor_for, actor_of
from referee.identity.proving import Proving
from referee.mail.desk import intake, meant
from referee.mail.desk.idle_mails import IdleMails, unanswered
from referee.mail.desk.other_lines import DeskLines
from referee.mail.writing import answers, news_told, replies
from referee.mail.writing.echo import counted
from referee.mail.writing.post import Post
from referee.reading.order_lines import order_lines
from referee.reading.reading import ReadMail, plain
from referee.record.envelope import MAIL, Act
from referee.record.mail_cases import KEPT
from referee.record.record import Record
from referee.seats.readers import reader_of
from referee.service.exits import DATAERR, OK, Handled
from referee.transport import sendings

Results = tuple[Result, ...]

IDLE = (UNREADABLE, ANSWERED, NOT_ANSWERED, CLOSED, NOT_ASKED)
"""What becomes of the lines of a mail that changes nothing."""


Names = tuple[str, str]
"""The name by Message-ID, and the name by orders."""

_RESULTS = msgspec.msgpack.Decoder(list[dict[str, Any]])


class PlayedMails:
    """Plays them for the games of a referee."""

    def __init__(self, referee: Referee, post: Post, known: Cases, proving: Proving, idle: IdleMails) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = post
        self._clock = post.clock
        self._cases = known
        self._limits = known.limits
        self._proving = proving
        self._idle = idle

    def take(
        self,
        mail: ReadMail,
        admission: Admission,
        evidence: Evidence,
        reply: ReadMail | None = None,
        since: int = 0,
    ) -> Handled:
        """Plays what is new of a mail, and answers it; what came before is answered again. `reply` is the
        mail that brought the word for it, which is the one that is answered; `since` is when it came."""
        game, seat = admission.game, admission.seat
        names = names_of(mail, seat, admission.turn)
        shown = _as_answer_to(mail, reply) if reply else mail
        lines = self._lines(mail, admission, evidence)
        message = f"message/{game}/{names[0]}"
        results = finished(self._record, game, names, message)
        if self._record.set_once(message, names[1].encode()) != names[1].encode():
            # this Message-ID has come from this seat before, with other orders
            return self._idle.refuse(shown, admission, answers.conflict, DATAERR, evidence)
        with written_for(reader_of(self._record, shown.sender)):
            if results is None and admission.kind == gate.ADMITTED:
                closed = self.late(self._record.load(game).game, seat, mail, since)
                results = told = self._played(mail, admission, names, lines, closed)
            else:
                told = tuple(map(lines.asked_again, results or ()))
        if results is None:
            return self._idle.bar(shown, admission)
        finish(self._record, game, mail, names, results)
        if self._record.load(game).game.register.held:
            with suppress(TryAgain):  # the clock's next look plays them
                play_asked(self._referee, game)
        return self._answered(shown, admission, evidence, told)

    def ask(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> Handled:
        """Questions of whoever may sit there: they change nothing, and are answered to the address that may
        know. Whether they came before is not asked: nobody has proved who wrote them."""
        about = About(admission.game, admission.seat, admission.turn, evidence)
        proven = self._proving.proven(mail, admission, evidence)
        may = self._limits.may(proven, QUESTION, mail.sender, about.where)
        lines = self._lines(mail, admission, evidence)
        with written_for(reader_of(self._record, mail.sender)):
            results = self._played(mail, admission, (), lines) if may else ()
        if may:
            replies.answer(self._post, mail, admission.game, admission.seat, results)
        self._limits.count(proven, QUESTION, mail.sender, about.where, given=may)
        self._cases.note(cases.TAKEN, mail, counted(results), about, answered=may, pile=pile_of(proven))
        said = counted(results) if may else unanswered(counted(results))
        return Handled(OK, said, admission.game, admission.seat, results)

    def _played(
        self, mail: ReadMail, admission: Admission, names: Sequence[str], lines: DeskLines, closed: str = ""
    ) -> Results:
        where = (self._referee, admission.game, admission.seat, lines.act, names)
        reason = StaleOrder(closed).reason() if closed else None
        prose = not mail.in_block
        sheet = Sheet(*where, beside=lines, has_prose=prose, closed=reason, signed=lines.signed)
        asked = (
            meant.asked(self._record.load(admission.game).game, mail) if prose else order_lines(mail.lines)
        )
        return sheet.play(asked)

    def late(self, game: GameState, seat: str, mail: ReadMail, since: int = 0) -> str:
        """Why none of its orders may be played; "" where they may, or it has none."""
        why = question_answered.late(self._record, game.id, seat, mail, since)
        return why if why and intake.plays(game, mail) else ""

    def is_unclear(self, mail: ReadMail, admission: Admission) -> bool:
        """Whether its orders may be meant for what was asked before, and were not played before."""
        game, seat = admission.game, admission.seat
        if not intake.plays(self._record.load(game).game, mail):
            return False
        return question_answered.unclear(self._record, game, seat, mail) and not finished(
            self._record, game, names_of(mail, seat, admission.turn)
        )

    def _lines(self, mail: ReadMail, admission: Admission, evidence: Evidence) -> DeskLines:
        game, seat = admission.game, admission.seat
        if evidence.sender:
            actor = actor_for(self._record, mail.sender, game, seat, self._clock())
        else:
            actor = actor_of(self._record, game, seat, admission.person)
        act = Act(MAIL, mail.digest, seat, actor.person, actor.behalf, evidence.words())
        proof = self._proving.signed(mail, admission, evidence) if evidence.level >= SIGNED else None
        signed = None
        if proof and actor.person and seat != WITNESS:
            signed = Attested(seat, actor.person, proof.key, proof.text, proof.signature)
        where = (self._referee, game, seat, act, mail, signed, self._post.pages)
        return DeskLines(*where, self._post.notices)

    def _answered(
        self, mail: ReadMail, admission: Admission, evidence: Evidence, results: Results
    ) -> Handled:
        game, seat = admission.game, admission.seat
        about = About(game, seat, admission.turn, evidence)
        is_error = all(result.outcome == UNREADABLE for result in results)
        proven, form = self._proving.proven(mail, admission, evidence), IN_FULL
        answer = partial(replies.answer, self._post, results=results)
        idle = IDLE if proven == TOKEN else (*IDLE, ALREADY)
        if any(result.outcome == NOT_ASKED for result in results):
            idle = (*idle, NOT_REACHED)
        if all(result.outcome in idle for result in results):
            what, line = ERROR if is_error else QUESTION, lambda: answers.not_played(counted(results))
            form = self._idle.answer(proven, what, mail, about, answer, line)
        else:
            answer(mail, game, seat)
        if mail.page:
            sendings.became(self._record, mail.page if mail.word else mail.message_id, results)
        kind, pile = (cases.REFUSED, pile_of(proven)) if is_error else (cases.TAKEN, KEPT)
        is_answered = form != NOT_AT_ALL
        noted = is_error and is_answered
        said = counted(results)
        self._cases.note(kind, mail, said, about, answered=noted, pile=pile)
        news_told.tell(self._post, game)
        said = said if is_answered else unanswered(said)
        return Handled(OK, said, game, seat, results, about.turn if form == LAST_IN_FULL else "")


def _as_answer_to(mail: ReadMail, reply: ReadMail) -> ReadMail:
    """The lines of a mail, under the fields of the one that is answered."""
    return replace(
        mail,
        message_id=reply.message_id,
        reply_to_ids=reply.reply_to_ids,
        sender=reply.sender,
        word=reply.digest,
        page=mail.page and mail.message_id,
    )


def names_of(mail: ReadMail, seat: str, turn: str) -> Names:
    """A mail without Message-ID is named by its bytes."""
    by_id = framed("bugyo/1/message", seat.encode(), (mail.message_id or mail.digest).encode())
    named = (seat, turn, str(mail.block.position), mail.block.head)
    asked = order_lines(mail.lines)
    lines = (line.text.split("\n") for line in asked)
    # without what mail programs change in a line on its way
    fields = (*named, *("\n".join([plain(first), *rest]) for first, *rest in lines))
    fields += tuple(f"ASKED {line.answers}" for line in asked if line.answers)
    by_orders = framed("bugyo/1/orders", *(field.encode() for field in fields))
    return f"mid:{by_id.hex()}", f"orders:{by_orders.hex()}"


def finished(record: Record, game: str, names: Names, *beside: str) -> tuple[Result, ...] | None:
    """What became of the sheet before; nothing in it is played again. `beside` are settings that are asked
    for next."""
    settings = [f"sheet/{game}/{name}" for name in names]
    kept = record.settings((*settings, *beside))
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
