"""The mails that go out: answers, warnings, and the news that nobody has asked for.

What each seat was told last is remembered in the store, so that news may be repeated safely: a desk that died
between a commit and its mails tells them when it is handed the mail again, and nobody is told twice.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from domain.game.ledger import WITNESS
from projections.replay import Replay
from projections.texts import _
from referee.mail import answers, invitations
from referee.mail.boxes import Outbox
from referee.mail.echo import counted, last_of
from referee.mail.invitations import Body
from referee.mail.letters import REPLIED, Letter, compose, is_address, message_id, name_of
from referee.mail.proofs import proof
from referee.mail.reading import ReadMail
from referee.mail.scene import Scene, replay_of, scene, seen_by
from referee.mail.tokens import server_key
from referee.mail.witness import question_of, request
from referee.record.record import Clock, Record
from referee.sheet import Result

OPENING, WARNING, REMINDER = "opening", "warning", "reminder"
ANSWER, REQUEST = "answer", "request"
"""Kinds of mails, as their Message-IDs name them. Beside these there are "turn", "news" and "end"."""

BARE = (OPENING, WARNING, REMINDER)
"""Mails without a checkpoint."""


LetterFor = Callable[[Scene, str], Letter | None]
"""The letter for a party at an address, or None."""


class Post:
    """Writes to the seats of the games of a record. Raises `OSError` where a mail cannot be written."""

    def __init__(self, record: Record, outgoing: Outbox, address: str, clock: Clock) -> None:
        self._record = record
        self._outgoing = outgoing
        self.address = address
        self._clock = clock

    # ---- answers

    def answer(self, mail: ReadMail, game: str, seat: str, results: Sequence[Result]) -> None:
        """What became of the lines of a mail."""
        now = self._scene(game, seat)
        said = {
            position
            for result in results
            if result.first
            for position in range(result.first, last_of(now, result) + 1)
        }
        self._reply(mail, now, counted(results), answers.played(now, mail, results, self._told(now), said))

    def refuse(self, mail: ReadMail, game: str, seat: str, why: str) -> None:
        """Why nothing of a mail was played. `game` and `seat` are the sender's, or ""."""
        if not (game and seat):
            self.elsewhere(mail, answers.refused(why, mail))
            return
        now = self._scene(game, seat)
        self._reply(mail, now, _("nothing was played"), answers.refused(why, mail, now, self._told(now)))

    def elsewhere(self, mail: ReadMail, body: Body) -> None:
        """An answer that belongs to no game of the sender's."""
        name = name_of(ANSWER, mail.digest)
        self._send(_replies(mail, mail.sender, answers.ELSEWHERE, _text(body), name))

    def warn(self, game: str, seat: str) -> None:
        """Tells a seat that its token is in other hands: once a turn, however often it is tried."""
        now = self._scene(game, seat)
        setting, turn = f"warned/{game}/{seat}", now.game.turn
        address = self._addresses(game).get(seat)
        if not address or self._record.setting(setting) == turn.encode():
            return
        what = _("a mail with your token was refused")
        body = [*answers.to_owner(seat), ""]
        self._send(self._threaded(now, address, what, body, WARNING, name_of(WARNING, turn, game, seat)))
        self._record.set(setting, turn.encode())

    # ---- unasked

    def announce(self, game: str) -> tuple[str, ...]:
        """The first mail to everybody."""
        return self._to_all(game, self._first)

    def tell(self, game: str) -> tuple[str, ...]:
        """What each party has to know, or to do, that it was not written yet."""
        return self._to_all(game, self._due)

    def remind(self, game: str) -> tuple[str, ...]:
        """What is still awaited, to those who owe it; and whom a locked game waits for, to all others."""
        return self._to_all(game, self._owed)

    def _to_all(self, game: str, letter_for: LetterFor) -> tuple[str, ...]:
        replay, written = replay_of(self._record, game), []
        for party, address in self._addresses(game).items():
            now = seen_by(replay, server_key(self._record), party)
            letter = letter_for(now, address)
            if letter:
                self._send(letter)
                self._remember(now, letter_for == self._owed)
                written.append(party)
        return tuple(written)

    def _remember(self, now: Scene, reminded: bool) -> None:
        """What was written. A reminder of a seat's turn tells nothing of what has happened."""
        if not (reminded and now.seat in now.game.awaited()):
            self._set_told(now)
        if now.seat == WITNESS:
            self._set_requested(now)

    # ---- what is due

    def _first(self, now: Scene, address: str) -> Letter:
        what = _("the game is opened")
        if now.game.ledger.missing():
            what = _("you are invited")
        body = invitations.opening(now, self.address)
        return self._letter(now, address, _subject(now, what), body, OPENING, _root(now))

    def _due(self, now: Scene, address: str) -> Letter | None:
        told = self._told(now)
        if now.game.is_over():
            return self._news(now, address) if told < len(now.replay) else None
        if now.game.ledger.missing():
            return None if told else self._first(now, address)
        if now.seat == WITNESS:
            return self._request(now, address, anew=False)
        return self._news(now, address) if _is_news(now.replay, now.seat, told) else None

    def _owed(self, now: Scene, address: str) -> Letter | None:
        if now.seat in now.game.awaited():
            return self._reminder(now, address)
        if question_of(now) is None:
            return None
        if now.seat == WITNESS:
            return self._request(now, address, anew=True)
        return self._news(now, address) if self._told(now) < len(now.replay) else None

    def _news(self, now: Scene, address: str) -> Letter:
        told = self._told(now)
        if now.game.is_over():
            kind, what, body = "end", _("the game is over"), answers.ending(now, told)
        elif now.seat in now.game.awaited():
            kind, what, body = "turn", _("it is your turn"), answers.news(now, told)
        else:
            kind, what, body = "news", _waiting(now), answers.news(now, told)
        return self._threaded(now, address, what, body, kind, self._at_position(kind, now))

    def _reminder(self, now: Scene, address: str) -> Letter:
        what = _("it is still your turn")
        if now.game.ledger.missing():
            what = _("you are still invited")
        name = self._at_position(REMINDER, now)
        return self._threaded(now, address, what, answers.reminder(now), REMINDER, name)

    def _request(self, now: Scene, address: str, *, anew: bool) -> Letter | None:
        """The request for the throw that waits; one that was sent only where it is wanted anew."""
        question = question_of(now)
        if question is None or (question.index <= self._requested(now) and not anew):
            return None
        what = _("your cell for throw {index}").format(index=question.index)
        name = name_of(REQUEST, "", now.replay.game, WITNESS, question.index)
        return self._threaded(now, address, what, request(now, question), REQUEST, name)

    # ---- how

    def _reply(self, mail: ReadMail, now: Scene, what: str, body: Body) -> None:
        """An answer about a game goes to the registered address of its seat, which is the sender's."""
        game, seat = now.replay.game, now.seat
        name = name_of(ANSWER, mail.digest, game, seat, len(now.replay))
        proven = proof(self._record, now, name, mail.digest)
        text = _text([*body, *proven.receipt])
        subject = _("Re: {subject}").format(subject=_subject(now, what))
        letter = _replies(mail, self._record.addresses(game)[seat], subject, text, name)
        self._send(replace(letter, checkpoint=proven.checkpoint))
        if not now.game.is_over():  # the end of a game is a mail of its own
            self._set_told(now)

    def _threaded(self, now: Scene, address: str, what: str, body: Body, kind: str, name: str) -> Letter:
        """A mail that hangs on the opening mail of its game and seat."""
        letter = self._letter(now, address, _subject(now, what), body, kind, name)
        return replace(letter, thread=(message_id(_root(now), self.address),))

    def _letter(self, now: Scene, address: str, subject: str, body: Body, kind: str, name: str) -> Letter:
        """A mail that nobody has asked for, with its receipt."""
        proven = proof(self._record, now, name)
        checkpoint = "" if kind in BARE else proven.checkpoint
        return Letter(address, subject, _text([*body, *proven.receipt]), name, checkpoint=checkpoint)

    def _send(self, letter: Letter) -> None:
        if is_address(letter.to):
            self._outgoing.put(compose(letter, self.address, self._clock()))

    def _scene(self, game: str, seat: str) -> Scene:
        return scene(self._record, server_key(self._record), game, seat)

    def _addresses(self, game: str) -> dict[str, str]:
        """The parties that can be written to."""
        known = self._record.addresses(game)
        return {seat: address for seat, address in known.items() if is_address(address)}

    @staticmethod
    def _at_position(kind: str, now: Scene) -> str:
        return name_of(kind, "", now.replay.game, now.seat, len(now.replay))

    def _told(self, now: Scene) -> int:
        """The position that the seat was told of last; 0 if it was never written to."""
        return int(self._record.setting(f"told/{now.replay.game}/{now.seat}", b"0"))

    def _set_told(self, now: Scene) -> None:
        self._record.set(f"told/{now.replay.game}/{now.seat}", str(len(now.replay)).encode())

    def _requested(self, now: Scene) -> int:
        """The index of the newest throw that the witness was asked for; 0 if it was asked for none."""
        return int(self._record.setting(f"requested/{now.replay.game}", b"0"))

    def _set_requested(self, now: Scene) -> None:
        question = question_of(now)
        if question:
            self._record.set(f"requested/{now.replay.game}", str(question.index).encode())


def _replies(mail: ReadMail, to: str, subject: str, text: str, name: str) -> Letter:
    return Letter(to, subject, text, name, REPLIED, mail.reply_to_ids, mail.message_id)


def _subject(now: Scene, what: str) -> str:
    return _("{tag} {what}").format(tag=now.tag, what=what)


def _is_news(replay: Replay, seat: str, told: int) -> bool:
    """Whether others are awaited than the seat was told, or it is awaited anew. A throw that waits is no
    news: the seat that raised it was answered, and the others are told what came of it."""
    newest = len(replay)
    if not told or told >= newest:
        return not told
    return bool(replay.at(newest).awaited()) and _stands(replay, seat, told) != _stands(replay, seat, newest)


def _stands(replay: Replay, seat: str, position: int) -> tuple[tuple[str, ...], str]:
    game = replay.at(position)
    awaited = game.awaited()
    return awaited, game.turn if seat in awaited else ""


def _waiting(now: Scene) -> str:
    awaited = ", ".join(now.game.awaited())
    if awaited:
        return _("{seats} to act").format(seats=awaited)
    return _("the witness to open a cell") if question_of(now) else _("a throw is awaited")


def _root(now: Scene) -> str:
    """The name of the opening mail, which the mails of a game hang on."""
    return name_of(OPENING, "", now.replay.game, now.seat, 1)


def _text(lines: Body) -> str:
    return "".join(f"{line}\n" for line in lines)
