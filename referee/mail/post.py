"""The mails that go out: answers, warnings, and the news that nobody has asked for.

What each seat was told last is remembered in the store, so that news may be repeated safely: a desk that died
between a commit and its mails tells them when it is handed the mail again, and nobody is told twice.
"""

from __future__ import annotations

from collections.abc import Sequence

from projections.replay import Replay
from projections.texts import _
from referee.mail import answers
from referee.mail.boxes import Outbox
from referee.mail.echo import counted, last_of
from referee.mail.letters import GENERATED, REPLIED, Letter, compose, is_address, message_id, name_of
from referee.mail.reading import ReadMail
from referee.mail.scene import Scene, replay_of, scene, seen_by
from referee.mail.tokens import server_key
from referee.record.record import Clock, Record
from referee.sheet import Result


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

    def elsewhere(self, mail: ReadMail, body: answers.Body) -> None:
        """An answer that belongs to no game of the sender's."""
        self._send(self._replies(mail, mail.sender, answers.ELSEWHERE, body, name_of("answer", mail.digest)))

    def warn(self, game: str, seat: str) -> None:
        """Tells a seat that its token is in other hands: once a turn, however often it is tried."""
        now = self._scene(game, seat)
        setting, turn = f"warned/{game}/{seat}", now.game.turn
        address = self._addresses(game).get(seat)
        if not address or self._record.setting(setting) == turn.encode():
            return
        name = name_of("warning", turn, game, seat)
        what = _("a mail with your token was refused")
        self._send(self._threaded(now, address, what, answers.to_owner(seat), name))
        self._record.set(setting, turn.encode())

    # ---- unasked

    def announce(self, game: str) -> tuple[str, ...]:
        replay = replay_of(self._record, game)
        written = []
        for seat, address in self._addresses(game).items():
            now = seen_by(replay, server_key(self._record), seat)
            subject = _("{tag} the game is opened").format(tag=now.tag)
            body = answers.opening(now, self.address)
            self._send(Letter(address, subject, _text(body), _root(now), GENERATED))
            self._set_told(now)
            written.append(seat)
        return tuple(written)

    def tell(self, game: str) -> tuple[str, ...]:
        replay = replay_of(self._record, game)
        written = []
        for seat, address in self._addresses(game).items():
            now = seen_by(replay, server_key(self._record), seat)
            if _is_news(replay, seat, self._told(now)):
                self._send(self._news(now, address))
                self._set_told(now)
                written.append(seat)
        return tuple(written)

    def _news(self, now: Scene, address: str) -> Letter:
        told = self._told(now)
        if now.game.is_over():
            kind, what, body = "end", _("the game is over"), answers.ending(now, told)
        elif now.seat in now.game.awaited():
            kind, what, body = "turn", _("it is your turn"), answers.news(now, told)
        else:
            kind, what, body = "news", _waiting(now), answers.news(now, told)
        name = name_of(kind, "", now.replay.game, now.seat, len(now.replay))
        return self._threaded(now, address, what, body, name)

    # ---- how

    def _reply(self, mail: ReadMail, now: Scene, what: str, body: answers.Body) -> None:
        """An answer about a game goes to the registered address of its seat, which is the sender's."""
        game, seat = now.replay.game, now.seat
        subject = _("Re: {tag} {what}").format(tag=now.tag, what=what)
        name = name_of("answer", mail.digest, game, seat, len(now.replay))
        self._send(self._replies(mail, self._record.addresses(game)[seat], subject, body, name))
        if not now.game.is_over():  # the end of a game is a mail of its own
            self._set_told(now)

    @staticmethod
    def _replies(mail: ReadMail, to: str, subject: str, body: answers.Body, name: str) -> Letter:
        return Letter(to, subject, _text(body), name, REPLIED, mail.reply_to_ids, mail.message_id)

    def _threaded(self, now: Scene, address: str, what: str, body: answers.Body, name: str) -> Letter:
        """A mail that hangs on the opening mail of its game and seat."""
        root = message_id(_root(now), self.address)
        subject = _("{tag} {what}").format(tag=now.tag, what=what)
        return Letter(address, subject, _text(body), name, GENERATED, (root,))

    def _send(self, letter: Letter) -> None:
        if is_address(letter.to):
            self._outgoing.put(compose(letter, self.address, self._clock()))

    def _scene(self, game: str, seat: str) -> Scene:
        return scene(self._record, server_key(self._record), game, seat)

    def _addresses(self, game: str) -> dict[str, str]:
        """The seats that can be written to."""
        known = self._record.addresses(game)
        return {seat: address for seat, address in known.items() if is_address(address)}

    def _told(self, now: Scene) -> int:
        """The position that the seat was told of last; 0 if it was never written to."""
        return int(self._record.setting(f"told/{now.replay.game}/{now.seat}", b"0"))

    def _set_told(self, now: Scene) -> None:
        self._record.set(f"told/{now.replay.game}/{now.seat}", str(len(now.replay)).encode())


def _is_news(replay: Replay, seat: str, told: int) -> bool:
    """Whether others are awaited than the seat was told, or it is awaited anew, or the game is over."""
    newest = len(replay)
    if not told or told >= newest:
        return not told
    return replay.is_over() or _stands(replay, seat, told) != _stands(replay, seat, newest)


def _stands(replay: Replay, seat: str, position: int) -> tuple[tuple[str, ...], str]:
    game = replay.at(position)
    awaited = game.awaited()
    return awaited, game.turn if seat in awaited else ""


def _waiting(now: Scene) -> str:
    awaited = ", ".join(now.game.awaited())
    return _("{seats} to act").format(seats=awaited) if awaited else _("a throw is awaited")


def _root(now: Scene) -> str:
    """The name of the opening mail, which the mails of a game hang on."""
    return name_of("opening", "", now.replay.game, now.seat, 1)


def _text(lines: answers.Body) -> str:
    return "".join(f"{line}\n" for line in lines)
