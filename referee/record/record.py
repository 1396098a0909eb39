"""`Record`: load a game, append to it, and what else is kept in the store."""

from __future__ import annotations

import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any, ClassVar

import msgspec
from eventsourcing.application import Application
from eventsourcing.utils import Environment
from msgspec import Struct

from domain.game.entries.entries import Entry, Opened, Rewound
from domain.game.state.game_state import GameState, begun, fold, fold_all, fold_on, unopened
from domain.installed import elsewhere
from domain.kit.errors import UNFOLDED, BrokenRecord, TitleMissing
from domain.kit.framing import framed
from domain.titles import GUESTS, TITLES
from referee.record.chain import (
    Commit,
    Entropy,
    commitment,
    digest,
    genesis,
    has_secrets,
    public_bytes,
    salts_for,
    veiled,
)
from referee.record.envelope import UNREADABLE, Act, Envelope, decoder, encode, title_of, topic
from referee.record.folds import EVERY, Folds
from referee.record.known import ADDRESSES, SEATS_AT, SET, UNSET, Intake, Row, asked_ahead
from referee.record.library_settings import prepared, to_read
from referee.record.location import Place
from referee.record.writing import Writing

Clock = Callable[[], int]
"""Milliseconds since 1970, UTC."""


NAMED = 8
"""Games that are named where another was asked for."""


class UnknownGame(Exception):
    """There is no such game in this store."""

    def __init__(self, game: str, known: Sequence[str]) -> None:
        some = (
            f"It has: {', '.join(known[:NAMED])}{'…' if len(known) > NAMED else ''}."
            if known
            else "It has no game yet."
        )
        super().__init__(f"There is no game “{game}” in this store. {some}")
        self.game = game


class _Opening(Struct):
    """As much of an opening as can be read without its title."""

    package: str = ""


def pack_files(files: Mapping[str, bytes]) -> bytes:
    """The files of a data set as one blob, sorted by name."""
    return msgspec.msgpack.Encoder(order="sorted").encode(dict(files))


def data_digest(title: str, blob: bytes) -> str:
    """The name of a data set: what the opening of a game cites."""
    return framed("bugyo/1/data", title.encode(), blob).hex()


def system_clock() -> int:
    return time.time_ns() // 1_000_000


class Record(Application[str]):
    """The store of games, on the eventsourcing library: in a file, or on a PostgreSQL server. The record is
    the same; whoever writes does so alone, and many may read."""

    name = "record"
    log_section_size = 500
    env: ClassVar[dict[str, str]] = {
        "MAPPER_TOPIC": "referee.record.writing:UnionMapper",
        "TRANSCODER_TOPIC": "referee.record.writing:NoTranscoder",
        "ORIGINATOR_ID_TYPE": "text",
    }
    recorder: Writing

    def __init__(
        self,
        place: Place,
        *,
        clock: Clock = system_clock,
        entropy: Entropy = secrets.token_bytes,
        commit: Commit = commitment,
        only_read: bool = False,
    ) -> None:
        """Opens the store at `place`, or makes it; to read only, the one that is there. Raises
        `StoreRefused`."""
        super().__init__(to_read(place) if only_read else prepared(place))
        self.place = place
        self.clock = clock  # the time of day
        self.entropy = entropy
        self.commit = commit
        self._newest: OrderedDict[str, Kept] = OrderedDict()
        self.folds = Folds(self.recorder, self.data)

    @property
    def path(self) -> Path:
        """The file of a store that is one."""
        if not isinstance(self.place, Path):
            raise TypeError(f"{self.place} is no file.")
        return self.place

    def construct_env(self, name: str, env: Any = None) -> Environment:
        """Only what stands in this class and in the call: a stray environment variable must change
        nothing."""
        return Environment(name, {**self.env, **(env or {})})

    def close(self) -> None:
        self.recorder.close()
        super().close()

    # ---- games

    def games(self) -> tuple[str, ...]:
        """The ids of all games, in the order of their opening."""
        rows = self.recorder.rows(
            f"SELECT originator_id FROM stored_events WHERE originator_version=1 ORDER BY {self.recorder.ROW}"
        )
        return tuple(row[0] for row in rows)

    def _first_games(self) -> tuple[str, ...]:
        """As many as a sentence names, and one more: a stray mail must not cost a look at every event."""
        rows = self.recorder.rows(
            "SELECT originator_id FROM stored_events WHERE originator_version=1 "
            f"ORDER BY {self.recorder.ROW} LIMIT {NAMED + 1}"
        )
        return tuple(row[0] for row in rows)

    def load(self, game: str) -> Kept:
        """The game as it stands: what was known of it, and the events since. Raises `UnknownGame`."""
        kept = None
        for find in (self._newest.get, self._from_fold):
            known = find(game)
            try:
                kept = _caught_up(self.recorder, known) if known else None
            except (msgspec.MsgspecError, *UNFOLDED):
                kept = None
            if kept:
                break
        self._newest[game] = kept = kept or self.fold(game)
        self._newest.move_to_end(game)
        while len(self._newest) > MOST_AT_HAND:
            self._newest.popitem(last=False)
        return kept

    def _from_fold(self, game: str) -> Kept | None:
        """The game as it stood when it was kept last, beside its events."""
        found = self.folds.at(game)
        return Kept(*found, folded=found[0].position) if found else None

    def fold(self, game: str, *, upto: int | None = None) -> Kept:
        """The game folded from its events, to the newest or to a position. Raises `UnknownGame`."""
        title = self.title(game)
        states = self._states(game)
        kept = self._folded(unopened(game, TITLES[title]), states[:upto])
        if kept.game.more and kept.game.position == len(states):
            raise BrokenRecord(game, len(states) + 1, f"{kept.game.more} facts of the last unit are missing.")
        return kept

    def _folded(self, game: GameState, states: Sequence[tuple[int, bytes]]) -> Kept:
        """The game after its stored events. Raises `BrokenRecord`."""
        decode = decoder(game.rules.title).decode
        game, entries = self._begun(game, decode, states[0][1])
        try:
            entries += (decode(state).entry for _, state in states[1:])
        except UNREADABLE as error:
            raise BrokenRecord(game.id, len(entries) + 1, f"It cannot be read: {error}.") from error
        game, newest = fold_all(game, entries), decode(states[-1][1])
        return Kept(game, newest.digest, newest.at)

    def _begun(
        self, game: GameState, decode: Callable[[bytes], Envelope[Any]], state: bytes
    ) -> tuple[GameState, list[Entry]]:
        """The game with its empty board, and the opening."""
        try:
            opening = decode(state).entry
            if not isinstance(opening, Opened):
                raise BrokenRecord(game.id, 1, "The record does not begin with an opening.")
            return begun(fold(game, opening), self.data(game.rules.title, opening.data)), [opening]
        except (msgspec.MsgspecError, *UNFOLDED) as error:
            raise BrokenRecord(game.id, 1, f"It cannot be read: {error}.") from error

    def decoder(self, title: str) -> msgspec.msgpack.Decoder[Any]:
        """What reads the stored bytes of a title's events. Raises `KeyError`."""
        return decoder(title)

    def title(self, game: str) -> str:
        """The title of a game. Raises `UnknownGame`, or `BrokenRecord` where we do not have the title."""
        topic = self.recorder.first_topic(game)
        if not topic:
            raise UnknownGame(game, self._first_games())
        title = title_of(topic)
        if title not in TITLES:
            raise self._not_installed(game, title)
        if title in GUESTS and (why := elsewhere(title, self._package(game), GUESTS)):
            raise TitleMissing(game, 1, why)
        return title

    def _not_installed(self, game: str, title: str) -> BrokenRecord:
        package = self._package(game)
        if not package:
            return BrokenRecord(game, 1, f"This program has no title “{title}”.")
        would = f"install the package {package}, which brings it."
        return TitleMissing(game, 1, f"Its title “{title}” is not installed: {would}")

    def _package(self, game: str) -> str:
        """The package that brought the title of a game: it stands in the opening, which can be read so far
        without the title. "" where it cannot."""
        try:
            state = self.recorder.first_state(game)
            return msgspec.msgpack.decode(state, type=Envelope[_Opening]).entry.package
        except UNREADABLE:
            return ""

    def envelopes(self, game: str) -> list[Envelope[Any]]:
        """Every recorded event of a game with what stands around it. Raises `UnknownGame`, `BrokenRecord`."""
        decode, found = decoder(self.title(game)).decode, list[Envelope[Any]]()
        try:
            found += (decode(state) for _, state in self._states(game))
        except UNREADABLE as error:
            raise BrokenRecord(game, len(found) + 1, f"It cannot be read: {error}.") from error
        return found

    def _states(self, game: str) -> list[tuple[int, bytes]]:
        """The stored bytes of a game without a gap."""
        states = self.recorder.states(game)
        if states[-1][0] != len(states):
            missing = next(n for n, (position, _) in enumerate(states, 1) if position != n)
            raise BrokenRecord(game, missing, "The event is missing.")
        return states

    def start(self, game: GameState) -> Kept:
        """A game that has no event yet."""
        return Kept(game, genesis(game.id))

    def now(self, kept: Kept) -> int:
        """The received-at of what is recorded next: it never goes back, whatever the machine's clock does."""
        return max(self.clock(), kept.at)

    def append(
        self,
        kept: Kept,
        game: GameState,
        entries: Sequence[Entry],
        act: Act,
        *,
        keys: Sequence[str] = (),
        at: int | None = None,
    ) -> Kept:
        """Records what a game has decided, which stands so then: all of it or nothing, durable when this
        returns.

        `keys` are what must never be applied again;
        `IntegrityError` means that somebody else was first, by position or by key: load again and decide
        again. `at` is what `now` has said, where the entries speak of it.
        """
        first = game.position - len(entries) + 1
        at = max(self.clock() if at is None else at, kept.at)
        rows, head = self._chained(game, first, kept.head, entries, act, at)
        intake = [Intake(game.id, key, first) for key in keys]
        if game.position < max(kept.folded, EVERY) + EVERY:
            self.recorder.insert(rows, intake)
            kept = Kept(game, head, at, kept.folded)
        else:
            kept = Kept(game, head, at, game.position)
            with self.recorder.together():
                self.recorder.insert(rows, intake)
                self.folds.keep(game, head, at)
        self._newest[game.id] = kept
        return kept

    def restore(self, game: str, title: str, envelopes: Sequence[Envelope[Any]]) -> None:
        """Stores a whole game as it was recorded elsewhere, after `export` has verified it."""
        rows = [
            (game, position, topic(title, envelope.entry), encode(envelope))
            for position, envelope in enumerate(envelopes, 1)
        ]
        self.recorder.insert(rows)

    def _chained(
        self, game: GameState, first: int, head: bytes, entries: Sequence[Entry], act: Act, at: int
    ) -> tuple[list[Row], bytes]:
        name, title, words = game.id, game.rules.title, act.words()
        entropy, commit = self.entropy, self.commit
        rows: list[Row] = []
        for position, entry in enumerate(entries, first):
            salts = salts_for(entry, entropy) if has_secrets(entry) else ()
            shown = veiled(name, position, entry, salts, commit) if salts else entry
            head = digest(head, public_bytes(act, at, shown, name, position))
            state = encode(Envelope(head, at, words, entry, salts))
            rows.append((name, position, topic(title, entry), state))
        return rows, head

    def seen(self, game: str, keys: Sequence[str]) -> int:
        """The position that one of these keys brought about; 0 where none was applied."""
        marks = ",".join("?" * len(keys))
        rows = self.recorder.rows(
            f"SELECT position FROM intake WHERE game=? AND key IN ({marks}) LIMIT 1", (game, *keys)
        )
        return int(rows[0][0]) if rows else 0

    # ---- data sets

    def keep_data(self, title: str, files: Mapping[str, bytes]) -> str:
        """Keeps a data set by its digest, for as long as a game may name it."""
        blob = pack_files(files)
        name = data_digest(title, blob)
        self.recorder.write(
            "INSERT INTO datasets SELECT ?,?,? WHERE NOT EXISTS (SELECT 1 FROM datasets WHERE digest=?)",
            (name, title, blob, name),
        )
        return name

    def data(self, title: str, name: str) -> Any:
        """The data set that a game was opened with."""
        cached = _DATA.get((title, name))
        if cached is None:
            cached = _DATA[title, name] = TITLES[title].read_data(self.data_files(title, name))
        return cached

    def data_files(self, title: str, name: str) -> dict[str, bytes]:
        """The files of a data set as they were kept. Raises `BrokenRecord` where their digest is another."""
        rows = self.recorder.rows("SELECT files FROM datasets WHERE digest=? AND title=?", (name, title))
        if not rows or data_digest(title, rows[0][0]) != name:
            raise BrokenRecord(title, 1, f"The data set {name[:12]} of its opening is not in the store.")
        files: dict[str, bytes] = msgspec.msgpack.decode(rows[0][0], type=dict[str, bytes])
        return files

    # ---- the referee's sheets

    def keep_cells(self, game: str, sheet: int, cells: Sequence[bytes]) -> None:
        """Keeps the secret cells of a sheet. A sheet that has cells already keeps those: they are never
        drawn again."""
        row = (
            "INSERT INTO cells SELECT ?,?,?,? WHERE NOT EXISTS "
            "(SELECT 1 FROM cells WHERE game=? AND sheet=? AND place=?)"
        )
        named = (((game, sheet, place), cell) for place, cell in enumerate(cells, 1))
        self.recorder.write_all(row, [(*name, cell, *name) for name, cell in named])

    def cells(self, game: str, sheet: int) -> list[bytes]:
        """The secret cells of a sheet, in the order of their use."""
        rows = self.recorder.rows(
            "SELECT cell FROM cells WHERE game=? AND sheet=? ORDER BY place", (game, sheet)
        )
        return [bytes(cell) for (cell,) in rows]

    def cell(self, game: str, sheet: int, place: int) -> bytes:
        """One secret cell. Raises `BrokenRecord` where it is gone: then the game cannot go on by this
        sheet.
        """
        rows = self.recorder.rows(
            "SELECT cell FROM cells WHERE game=? AND sheet=? AND place=?", (game, sheet, place)
        )
        if not rows:
            raise BrokenRecord(game, 0, f"cell {place} of sheet {sheet} is not in the store.")
        return bytes(rows[0][0])

    def keep_seed(self, game: str, generation: int, raw: bytes) -> None:
        """Keeps what all the referee's cells of a game follow from, for each time that they are drawn.

        What is there stays, so that none are drawn again."""
        self.set_once(f"cells/{game}/{generation}", raw)

    def seed(self, game: str, generation: int) -> bytes:
        """What was kept so; b"" where there is nothing."""
        return self.setting(f"cells/{game}/{generation}")

    # ---- mails, addresses, settings

    def keep_mail(self, name: str, raw: bytes) -> bool:
        """Keeps the bytes of a mail under their digest, before anybody reads them. False: it was there
        already."""
        written = self.recorder.write(
            "INSERT INTO mails (digest, received_at, raw) SELECT ?,?,? "
            "WHERE NOT EXISTS (SELECT 1 FROM mails WHERE digest=?) ON CONFLICT DO NOTHING",
            (name, self.clock(), raw, name),
            counts=True,
        )
        return written == 1

    def mail(self, name: str) -> bytes | None:
        """The bytes of a mail by their digest; None where no such mail came in."""
        rows = self.recorder.rows("SELECT raw FROM mails WHERE digest=?", (name,))
        return bytes(rows[0][0]) if rows else None

    def mails(self) -> Iterator[tuple[str, int, bytes]]:
        """(digest, received at, bytes) of every mail that came in, oldest first."""
        yield from self.recorder.rows("SELECT digest, received_at, raw FROM mails ORDER BY rowid")

    def last_mail_at(self) -> int:
        """The received-at of the mail that came in last; 0 where none came."""
        return int(self.recorder.rows("SELECT max(received_at) FROM mails")[0][0] or 0)

    def register(self, game: str, seat: str, address: str) -> None:
        """The address of a seat. It is no part of the game's record: nobody else is shown it."""
        self.recorder.write(
            "INSERT INTO addresses VALUES (?,?,?) ON CONFLICT (game, seat) DO UPDATE SET "
            "address=excluded.address",
            (game, seat, address.lower()),
        )

    def addresses(self, game: str) -> dict[str, str]:
        return dict(self.recorder.rows(ADDRESSES, (game,)))

    def seats_of(self, address: str) -> list[tuple[str, str]]:
        """(game, seat) pairs that mail from this address may speak for."""
        return self.recorder.rows(SEATS_AT, (address.lower(),))

    def all_seats(self) -> list[tuple[str, str, str]]:
        """(game, seat, address) of every seat that has an address."""
        return self.recorder.rows("SELECT game, seat, address FROM addresses ORDER BY game, seat")

    def setting(self, name: str, default: bytes = b"") -> bytes:
        return self.settings((name,)).get(name, default)

    def settings(self, names: Sequence[str]) -> dict[str, bytes]:
        """Those of some settings that are set, by their names."""
        known = self.recorder.mine.known
        found = known.settings if known else {}
        if unknown := [name for name in names if name not in found]:
            marks = ",".join("?" * len(unknown))
            asked = f"SELECT name, value FROM settings WHERE name IN ({marks})"
            found |= {**dict.fromkeys(unknown), **dict(self.recorder.rows(asked, unknown))}
        return {name: bytes(value) for name in names if (value := found[name]) is not None}

    def unset(self, name: str) -> None:
        self.recorder.write(UNSET, (name,))
        if known := self.recorder.mine.known:
            known.settings[name] = None

    def settings_below(self, beginning: str) -> dict[str, bytes]:
        """Those whose names begin so; it ends in a slash."""
        asked = "SELECT name, value FROM settings WHERE name>=? AND name<?"
        rows = self.recorder.rows(asked, (beginning, beginning[:-1] + "0"))  # what follows the slash
        return {name: bytes(value) for name, value in rows}

    def set(self, name: str, value: bytes) -> None:
        self.recorder.write(SET, (name, value))
        if known := self.recorder.mine.known:
            known.settings[name] = value

    def count_up(self, name: str) -> int:
        """The next number under a name, from 1; never the same one twice."""
        with self.recorder.together():
            number = int(self.setting(name, b"0")) + 1
            self.set(name, str(number).encode())
        return number

    def set_once(self, name: str, value: bytes) -> bytes:
        """Sets what nobody has set before, and gives what stands there now."""
        with self.recorder.together():
            kept = self.settings((name,))
            if name not in kept:
                self.set(name, value)
        return kept.get(name, value)


def about(record: Record, game: str, sender: str) -> AbstractContextManager[Any]:
    """One transaction for a mail about a game, "" where it is about none: what every such mail asks is asked
    at once. Raises `Wider` where anything is written that is not of the game."""
    known = record._newest.get(game)
    if known is None:
        return record.recorder.together(game or None)
    return record.recorder.together(game, partial(asked_ahead, known.game, sender.lower()))


_DATA: dict[tuple[str, str], Any] = {}
"""Data sets are read once in a process; their names are digests of their bytes."""


MOST_AT_HAND = 256
"""Games that are kept; of more, those that were longest not asked for are folded anew."""


class Kept(Struct, frozen=True):
    """A game as it stands in the record, with the digest and received-at of its newest event. `folded` is
    the position at which it was last kept folded, 0 where it was not."""

    game: GameState
    head: bytes
    at: int = 0
    folded: int = 0


def since(recorder: Writing, title: str, game: str, position: int, head: bytes) -> list[Envelope[Any]] | None:
    """The events after one that is known; None where the store says otherwise. Raises what reading does."""
    decode = decoder(title).decode
    first, *more = recorder.states(game, position - 1) or [(0, b"")]
    if first[0] != position or decode(first[1]).digest != head:
        return None
    if [place for place, _ in more] != [*range(position + 1, position + 1 + len(more))]:
        return None
    return [decode(state) for _, state in more]


def _caught_up(recorder: Writing, known: Kept) -> Kept | None:
    """The game as it was last known, with the events since; None where the store says otherwise, or play went
    back. Raises what reading and folding do."""
    newer = since(recorder, known.game.rules.title, known.game.id, known.game.position, known.head)
    if newer is None or any(isinstance(one.entry, Rewound) for one in newer):
        return None
    game = fold_on(known.game, [one.entry for one in newer])
    head, at = (newer[-1].digest, newer[-1].at) if newer else (known.head, known.at)
    return None if game.more else Kept(game, head, at, known.folded)
