"""Observers at the desk: what they write, and the news that go to them.

News leave by the clock and never by the mail that brought something about: when they come, and how many,
follows from what everybody may see, from the delay of the game, and from nothing else.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import groupby

from domain.kit.errors import BrokenRecord, StaleOrder
from projections.language.catalogues import written_for
from referee.club import observers
from referee.club.club_file import Club
from referee.club.lists import Who
from referee.club.words import Observe
from referee.games.addresses import mailbox_of
from referee.games.old_enough import delay
from referee.games.referee import Referee
from referee.identity.authority import ALIGNED, TOKEN, VOUCHED
from referee.identity.cases import mark_of
from referee.mail.writing import digest, news_told, observers_told
from referee.mail.writing.post import Post
from referee.reading.courtesies import own_lines, without_thanks
from referee.reading.order_lines import order_lines
from referee.reading.reading import ReadMail
from referee.record.observers import Observer, ObserverTable
from referee.record.record import Clock, UnknownGame
from referee.seats.mail_parts import Parts
from referee.seats.public_scene import public_scene
from referee.seats.readers import described, reader_of, set_reader
from referee.seats.seat_view import Scene
from referee.seats.tokens import server_key, shown

HOUR = 3_600_000
DAY = 24 * HOUR
A_DAY = 6
"""Mails of one game that go to one observer in a day."""

PAUSE = DAY // A_DAY

LETTERS = 50
"""Letters of one look at all that is observed: the rest go at the next one."""

_TOLD = "observers/told/"
"""Before the name of a game: the setting of when its players were told of new observers last."""

_WISH = re.compile(r"(language|zone|digest|mails) (.{1,60})", re.IGNORECASE)


class Observing:
    """The observers of a desk. `club` says which games everybody may see."""

    def __init__(self, referee: Referee, post: Post, clock: Clock, club: Club) -> None:
        self._referee = referee
        self._record = referee.record
        self._post = post
        self._clock = clock
        self._club = club
        self._table = ObserverTable(referee.record)

    def check(self, wish: Observe, who: Who) -> None:
        """Raises `OrderError`."""
        observers.check(self._referee, self._club, wish, who, self._clock())

    def begin(self, wish: Observe, who: Who) -> Callable[[], Parts]:
        """What he is answered. Raises `OrderError`."""
        self.check(wish, who)
        one = observers.begin(self._referee, self._club, wish, who, self._clock())
        scene = public_scene(self._record, wish.name, self._clock(), self._post.pages)
        assert scene is not None  # it was checked just now
        return partial(observers_told.began, scene, one.person, A_DAY)

    def may_end(self, mail: ReadMail, game: str, proven: str) -> bool:
        """Whether a mail ends it without being asked about: it proves who wrote it, or has the mark of one
        that was sent to whoever observes the game; or there is nothing to end."""
        is_marked = hmac.compare_digest(mail.confirms, self._mark(game, mail.sender))
        ends = [one for one in self.games(mail.sender) if game in ("", one)]
        return is_marked or proven in (TOKEN, VOUCHED, ALIGNED) or not ends

    def _proof(self, one: Observer) -> str:
        return f"CONFIRM {shown(self._mark(one.game, one.address))}"

    def _mark(self, game: str, address: str) -> str:
        return mark_of(server_key(self._record), game, mailbox_of(address), observers_told.STOP)

    def end(self, address: str, game: str) -> Callable[[], Parts]:
        """What he is answered; `game` is "" for all."""
        ended = observers.end(self._record, address, game, self._clock())
        return partial(observers_told.ended, ended, game)

    def games(self, address: str) -> list[str]:
        return [one.game for one in observers.of(self._record, address)]

    def shown(self, address: str) -> Parts:
        """Who observes the games that are played from an address."""
        mine = sorted({game for game, _seat in self._record.seats_of(address)})
        watching = {game: observers.watching(self._record, game) for game in mine}
        return observers_told.shown({game: [one.person for one in some] for game, some in watching.items()})

    def answered(self, mail: ReadMail, *, is_told: bool) -> Callable[[], Parts] | None:
        """What somebody who observes is answered to a mail that is no line of these; None for anybody else.
        A choice of his mails is done at once, where he is told of it: anybody can make up such a mail."""
        games = self.games(mail.sender)
        if not games:
            return None
        lines = own_lines(line.text for line in order_lines(mail.lines))
        wish = _WISH.fullmatch(without_thanks(lines[0])) if len(lines) == 1 else None
        if wish is None or not is_told:
            return partial(observers_told.only_reads, games)
        try:
            chosen = set_reader(self._record, mail.sender, **{wish[1].lower(): wish[2].rstrip(".")})
        except StaleOrder as refusal:
            return partial(Parts, str(refusal))
        return lambda: Parts(described(chosen))

    # ---- by the clock

    def sweep(self) -> list[str]:
        """Sends what is due; lines for the log."""
        now = self._clock()
        self._table.forget(now - DAY)
        sent = dict[str, int]()
        for game, some in groupby(self._table.all(), key=lambda one: one.game):
            with suppress(BrokenRecord, UnknownGame):
                sent[game] = self._swept(game, [one for one in some if not self._left(one, now)], now)
            if sum(sent.values()) >= LETTERS:
                break
        return [f"observers {game}" for game, count in sent.items() if count]

    def _left(self, one: Observer, now: int) -> bool:
        """Whether he has a seat by now: then its mails come to him."""
        if observers.is_seated(self._record, one.game, one.address, now):
            self._table.end(one.game, one.mailbox, now)
            return True
        return False

    def _swept(self, game: str, watching: list[Observer], now: int) -> int:
        """How many letters there are."""
        self._tell_players(game, [one.person for one in watching if not one.shown], now)
        newest = self._record.load(game).game.position
        due = [one for one in watching if one.told < newest and self._is_time(one, now)]
        scene = public_scene(self._record, game, now, self._post.pages) if due else None
        if scene is None:
            return 0
        return sum(self._tell(scene, one, now) for one in due if one.told < len(scene.replay))

    def _is_time(self, one: Observer, now: int) -> bool:
        """Whether he may have one more mail; of whoever wishes for a digest, whether its time has come."""
        wishes = reader_of(self._record, one.address)
        if wishes.digest:
            return digest.day_due(wishes, now) != digest.day_due(wishes, one.sent_at or one.at)
        return now - one.sent_at >= PAUSE

    def _tell(self, scene: Scene, one: Observer, now: int) -> bool:
        """Whether there was anything to tell him."""
        with written_for(reader_of(self._record, one.address)):
            ours = (self._post.address, self._post.dress)
            letter = observers_told.letter(scene, one.told, one.address, *ours, self._proof(one))
        if letter:
            self._post.send(letter)
        self._table.told(one, len(scene.replay), now if letter else one.sent_at)
        if scene.game.is_over():
            self._table.end(one.game, one.mailbox, now)
        return letter is not None

    def _tell_players(self, game: str, people: list[str], now: int) -> None:
        """That these observe, at most once a day."""
        before = int(self._record.setting(_TOLD + game, b"0"))
        if not people or now - before < DAY:
            return
        now_plays = self._record.load(game).game
        said = partial(observers_told.to_players, people, delay(now_plays) // HOUR)
        for seat in now_plays.seats:
            news_told.notify(self._post, game, seat, said, f"observers {now}")
        self._table.shown(game)
        self._record.set(_TOLD + game, str(now).encode())
