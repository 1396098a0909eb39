"""The games of a record as a viewer may see them, and who may see which."""

from __future__ import annotations

import hmac
import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.kit.errors import BrokenRecord
from domain.kit.sealed import PUBLIC
from domain.titles import TITLES
from projections.language.catalogues import Reader, written_for
from projections.replay import Enveloped, Replay, stand
from referee.games.addresses import address_of
from referee.games.old_enough import delay, old_enough
from referee.record.envelope import UNREADABLE
from referee.record.record import Clock, Kept, Record, UnknownGame, since
from referee.record.snapshots import newest_positions
from referee.seats.links import link_token
from referee.seats.own_games import Own, address_at, own_games
from referee.seats.readers import reader_of
from referee.seats.referee_link import is_referee
from referee.seats.tokens import KEY, Bearer, bearers, server_key
from referee.web.desk_games import Overseen

MOST = 24
"""Games that are kept folded at every event; of more, those that were longest not asked for are read anew."""

AGAIN = 60_000
"""Milliseconds after which the list looks anew at a game of which there was nothing to see."""

NEVER = float("inf")


class NothingToSee(Exception):
    """No such game, seat, link or event. It is never said which: nobody learns what there is by guessing."""


class Sight(Struct, frozen=True):
    """A game as a viewer may see it now. `more` is in how many milliseconds there will be more of it to see,
    though nothing happens; None where nothing is held back. `reader` is whose link it is; `bearer` and
    `address` say so as the desk knows him."""

    replay: Replay
    viewer: str
    more: int | None = None
    reader: Reader = Reader()
    bearer: Bearer | None = None
    address: str = ""

    @property
    def who(self) -> str:
        """The seat of a game and whose link it is, as looks are counted."""
        return f"{self.replay.game}/{self.viewer}/{' '.join(self.bearer.marks if self.bearer else ())}"


class Newest(NamedTuple):
    """A game as it stands, the digest of its newest event, and when that came; `more` as in `Sight`."""

    game: GameState
    head: bytes
    at: int
    more: int | None = None


class _Listed(NamedTuple):
    """How a game stood when it had so many events, good `until` then; None: it is not to be seen."""

    position: int
    until: float
    stand: dict[str, Any] | None


class Gallery:
    """The sights of a record. Safe to use from several threads."""

    def __init__(self, record: Record, clock: Clock) -> None:
        self._record = record
        self._clock = clock
        self._lock = threading.Lock()
        self._replays: OrderedDict[tuple[str, int], Replay] = OrderedDict()
        self._listing = threading.Lock()
        self._listed: dict[str, _Listed] = {}

    def public(self, game: str) -> Sight:
        """What everybody may see: all that is public and old enough. Raises `NothingToSee`."""
        whole = self._whole(game)
        count, more = old_enough(whole.envelopes, delay(whole.at(len(whole))), self._clock())
        if not count:
            raise NothingToSee
        return Sight(self._folded(game, whole.envelopes[:count]), PUBLIC, more)

    def is_over(self, game: str) -> bool:
        """Whether it is now, whatever everybody may see of it."""
        return self._whole(game).newest().is_over()

    def seat(self, game: str, seat: str, token: str) -> Sight:
        """What a seat may see, at once. Raises `NothingToSee`."""
        replay = self._whole(game)
        bearer, address = self._holder(replay.newest(), seat, token)
        return Sight(replay, seat, reader=reader_of(self._record, address), bearer=bearer, address=address)

    def newest_of(self, game: str, seat: str, token: str) -> tuple[Newest, Reader]:
        """The game of a seat as it stands, without its past, and who looks. Raises `NothingToSee`."""
        kept = self._load(game)
        _bearer, address = self._holder(kept.game, seat, token)
        return Newest(kept.game, kept.head, kept.at), reader_of(self._record, address)

    def _holder(self, game: GameState, seat: str, token: str) -> tuple[Bearer, str]:
        """Whose link it is, and his address."""
        bearer = self._whose(game, seat, token) if seat in game.seats else None
        if bearer is None:
            raise NothingToSee
        if bearer.behalf:
            return bearer, address_of(self._record, game.id, bearer.person)
        return bearer, self._record.addresses(game.id).get(seat, "")

    def _whose(self, game: GameState, seat: str, token: str) -> Bearer | None:
        """Whose link it is of those who may look for the seat now: each is compared, found or not."""
        self._check_keyed()
        key, found = server_key(self._record), list[Bearer]()
        for one in bearers(self._record, game, seat, self._clock()):
            expected = link_token(key, game, seat, *one.marks)
            found += [one] if hmac.compare_digest(token.encode(), expected.encode()) else []
        return found[0] if found else None

    def _check_keyed(self) -> None:
        """A store from which no link was ever given has no key, and who only reads it makes none. Raises
        `NothingToSee`."""
        if not self._record.setting(KEY):
            raise NothingToSee

    def own_games(self, token: str) -> tuple[list[Own], Reader]:
        """The games of whoever has the secret page, and who that is. Raises `NothingToSee`."""
        self._check_keyed()
        address = address_at(self._record, token)
        if not address:
            raise NothingToSee
        reader = reader_of(self._record, address)
        with written_for(reader):
            return own_games(self._record, address, self._clock(), self._whole), reader

    def overseen(self, token: str) -> Overseen:
        """All that a desk is about, for whoever referees it. Raises `NothingToSee`."""
        self._check_keyed()
        if not is_referee(self._record, token):
            raise NothingToSee
        found, broken = list[Kept](), list[BrokenRecord]()
        for game in self._record.games():
            try:
                found.append(self._load(game))
            except BrokenRecord as error:
                broken.append(error.of(game))
        return Overseen(self._record, self._clock(), tuple(found), tuple(broken), self._whole)

    def games(self) -> list[dict[str, Any]]:
        """How each game stands for everybody, the newest game first. Only a game that has gone on, or of
        which there is more to see, is looked at anew."""
        with self._listing:
            positions, now = dict(newest_positions(self._record)), self._clock()
            for game, position in positions.items():
                known = self._listed.get(game)
                if known is None or known.position != position or now >= known.until:
                    self._listed[game] = self._looked_at(game, position, now)
            found = [self._listed[game].stand for game in reversed(self._record.games()) if game in positions]
        return [stand for stand in found if stand is not None]

    def _looked_at(self, game: str, position: int, now: int) -> _Listed:
        try:
            seen = self.newest(game)
        except (NothingToSee, BrokenRecord):
            return _Listed(position, now + AGAIN, None)
        return _Listed(position, NEVER if seen.more is None else now + seen.more, self._stand(seen))

    def _stand(self, seen: Newest) -> dict[str, Any]:
        """As `stand` has it, with the times that everybody may know."""
        deadlines = {} if seen.game.register.paused else seen.game.register.deadlines
        due = [deadlines[seat].at for seat in seen.game.awaited() if seat in deadlines]
        times = {"at": seen.at, "opened": self._opened(seen.game.id), "due": max(due, default=0)}
        return {**stand(seen.game, seen.head), **times}

    def newest(self, game: str) -> Newest:
        """A game as it stands for everybody, without its past: only games that hold something back are read
        from their beginning. Raises `NothingToSee`."""
        kept = self._load(game)
        if not delay(kept.game):
            return Newest(kept.game, kept.head, kept.at)
        sight = self.public(game)
        last = sight.replay.envelope(len(sight.replay))
        return Newest(sight.replay.newest(), last.digest, last.at, sight.more)

    def _opened(self, game: str) -> int:
        """When the first event of a game was received."""
        (first,) = self._record.recorder.select_events(game, limit=1)
        opening: Enveloped = self._record.decoder(self._record.title(game)).decode(first.state)
        return opening.at

    def _load(self, game: str) -> Kept:
        """The game as it stands, by one thread at a time: what the record knows of games is for one."""
        with self._lock:
            try:
                return self._record.load(game)
            except UnknownGame:
                raise NothingToSee from None

    def _whole(self, game: str) -> Replay:
        """The whole game; where it has gone on, what has come since is read."""
        position = self._load(game).game.position
        known = self._replays.get((game, position))
        return known or self._grown(game, position) or self._folded(game, self._record.envelopes(game))

    def _grown(self, game: str, position: int) -> Replay | None:
        """The newest that is known of a game, with what has come since; None where nothing is known of it, or
        the store does not go on from there."""
        with self._lock:
            counts = [count for name, count in self._replays if name == game and count < position]
            if not counts:
                return None
            known, newer = self._replays.pop((game, max(counts))), None
            with suppress(*UNREADABLE):
                head = known.envelope(len(known)).digest
                newer = since(self._record.recorder, known.rules.title, game, len(known), head)
            if newer is None:
                return None
            grown = Replay(game, known.rules, known.data, [*known.envelopes, *newer])
            grown.states = dict(known.states)  # what was folded of it is not folded anew
            return self._kept(grown)

    def _folded(self, game: str, envelopes: Sequence[Enveloped]) -> Replay:
        """The game folded at every event, so that threads only read it."""
        key = (game, len(envelopes))
        with self._lock:
            replay = self._replays.get(key)
            if replay is None:
                title = self._record.title(game)
                data = self._record.data(title, envelopes[0].entry.data)
                replay = Replay(game, TITLES[title], data, envelopes)
            return self._kept(replay)

    def _kept(self, replay: Replay) -> Replay:
        """Kept folded at every event; whoever calls it has the lock."""
        replay.is_over()
        key = (replay.game, len(replay))
        self._replays[key] = replay
        self._replays.move_to_end(key)
        if len(self._replays) > MOST:
            self._replays.popitem(last=False)
        return replay
