"""Folds: a long game as it stood after some of its events, kept beside them.

They are made of events alone, may be thrown away at any time, and are read by the very program that has
made them. No audit looks at them.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from hashlib import sha256
from operator import attrgetter
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import astuple, replace

from domain.game.state.game_state import GameState, begun, unopened
from domain.kit.chance import Recalled
from domain.kit.errors import UNFOLDED, BrokenRecord
from domain.kit.facts import State
from domain.kit.framing import framed, number
from domain.kit.rules import Rules
from domain.titles import TITLES
from referee.record.envelope import UNREADABLE, decoder, title_of
from referee.record.writing import Writing

EVERY = 400
"""Events from one fold of a game to the next; the first is kept after twice as many. To read one costs as
much as to fold some 100 events: a game as short as those of Shinobi is sooner folded whole."""

MOST = 3
"""Folds of one game, the newest: a mail tells what has happened since the last one."""

_PARTS = ("ledger", "register", "opened", "position", "pending", "asked", "answers", "spare", "scopes")
"""What is kept of a game beside its board and agenda; the rest follows from its opening."""

_TUPLE, _DICT, _STRUCT = 0, 1, 2
"""What begins the form of each; those of structs go on with the place of their name."""

_PLAIN = frozenset((str, int, bool, bytes, type(None)))
"""Types of which a value is its own form."""

ReadData = Callable[[str, str], Any]
"""The data set of a title by its name."""


class Fold(Struct, frozen=True, array_like=True):
    """A row: a game after the event of a position, with the digest and received-at of that event."""

    game: str
    position: int
    program: str
    head: bytes
    at: int
    state: bytes
    digest: str


class Folds:
    """The folds of the games of a store."""

    def __init__(self, recorder: Writing, data: ReadData) -> None:
        self._recorder = recorder
        self._data = data

    def keep(self, game: GameState, head: bytes, at: int) -> None:
        """Keeps a game as it stands after its newest event, and the last of those that were kept before; not
        one that holds what we cannot write. Within a transaction."""
        name = program(game.rules)
        if not name or game.more:
            return
        try:
            state = _bytes_of(game)
        except TypeError:
            return
        row = (game.id, game.position, name, head, at, state)
        self._recorder.write(
            "DELETE FROM folds WHERE game=? AND (position<=? OR position>=? OR program<>?)",
            (game.id, game.position - MOST * EVERY, game.position, name),
        )
        self._recorder.write("INSERT INTO folds VALUES (?,?,?,?,?,?,?)", (*row, _digest(*row)))

    def at(self, game: str, upto: int = sys.maxsize) -> tuple[GameState, bytes, int] | None:
        """The newest fold of a game, or that which is the last at a position or before, with the digest and
        received-at of its event; None where there is none that holds and is of this program."""
        try:
            rows = self._recorder.rows(
                "SELECT game, position, program, head, at, state, digest FROM folds WHERE game=? "
                "AND position<=? ORDER BY position DESC LIMIT 1",
                (game, min(upto, 2**62)),
            )
        except sqlite3.DatabaseError as error:  # of a page that is none, or letters that are none
            _ignored(f"The newest fold of {game} cannot be read ({error}).")
            return None
        if not rows:
            return None
        *row, _ = rows[0]
        fold = Fold(*rows[0])
        rules = TITLES.get(title_of(self._recorder.first_topic(game)))
        if rules is None or fold.program != program(rules):
            return None
        if fold.digest != _digest(*row) or not self._is_on_record(fold, rules):
            _ignored(f"The fold of {game} at event {fold.position} is not what was kept.")
            return None
        try:
            return _game_of(fold, rules, self._data), bytes(fold.head), fold.at
        except (msgspec.MsgspecError, BrokenRecord, *UNFOLDED) as error:
            _ignored(f"The fold of {game} at event {fold.position} cannot be used ({error}).")
            return None

    def _is_on_record(self, fold: Fold, rules: Rules) -> bool:
        """Whether the event after which it was made is there, with the same history."""
        rows = self._recorder.rows(
            "SELECT state FROM stored_events WHERE originator_id=? AND originator_version=?",
            (fold.game, fold.position),
        )
        try:
            return bool(rows) and decoder(rules.title).decode(rows[0][0]).digest == fold.head
        except UNREADABLE:
            return False


def _ignored(why: str) -> None:
    logging.getLogger("bugyo").warning("%s It is ignored: the game is folded from its events.", why)


def _digest(game: str, position: int, name: str, head: bytes, at: int, state: bytes) -> str:
    named = (game.encode(), number(position), name.encode(), bytes(head), number(at), bytes(state))
    return framed("bugyo/1/fold", *named).hex()


# ---- the program


def _packages(rules: Rules) -> tuple[str, ...]:
    """Whose structs a fold holds, and whose code folds them: also a title's own, "domain.shinobi"."""
    words = str(rules.evolve.__module__).split(".")
    return ("domain.kit", "domain.game", ".".join(words[:2] if words[0] == "domain" else words[:1]))


def program(rules: Rules) -> str:
    """The digest of the code that folds a title's games, and of this; "" where the code cannot be read."""
    return digest_of(rules.title, (*_packages(rules), __name__))


@cache
def digest_of(title: str, names: Sequence[str]) -> str:
    """That of the code of some packages. It is read once in a process."""
    made = sha256(f"{title}\0".encode())
    for name in names:
        files = list(_files(name))
        if not files:
            return ""
        for path in files:
            with open(path, "rb", 0) as file:
                made.update(sha256(file.read()).digest())
    return made.hexdigest()


def _files(name: str) -> Iterator[str]:
    """The files of a package, or of a module that stands alone. The first mail after a restart waits for
    this: no `Path` is made of them."""
    module = sys.modules[name]
    places: Sequence[str] = getattr(module, "__path__", ())
    for place in places:
        yield from _within(place)
    if not places and module.__file__:
        yield module.__file__


def _within(folder: str) -> Iterator[str]:
    for entry in sorted(os.scandir(folder), key=attrgetter("name")):
        if entry.is_dir():
            yield from _within(entry.path)
        elif entry.name.endswith(".py"):
            yield entry.path


# ---- bytes


def _bytes_of(game: GameState) -> bytes:
    """What is not as it was when the board was empty. Raises `TypeError` for what we cannot write."""
    board, empty = game.state.board, begun(game, game.data).state.board
    changed = {
        name: value
        for name in type(board).__struct_fields__
        if (value := getattr(board, name)) != getattr(empty, name)
    }
    parts = {name: getattr(game, name) for name in _PARTS}
    names: dict[type, int] = {}
    form = _form((parts, changed, game.state.agenda), names)
    spelled = [f"{kind.__module__}.{kind.__qualname__}" for kind in names]
    return msgspec.msgpack.encode((spelled, form))


def _game_of(fold: Fold, rules: Rules, data: ReadData) -> GameState:
    spelled, form = msgspec.msgpack.decode(fold.state)
    packages = _packages(rules)
    kinds = [_kind(name, packages) for name in spelled]
    parts, changed, agenda = _value(form, kinds)
    game = replace(unopened(fold.game, rules), **parts)
    game = begun(game, data(rules.title, game.opening().data))
    return replace(game, state=State(replace(game.state.board, **changed), agenda))


def _kind(name: str, packages: Sequence[str]) -> Callable[..., Any]:
    """A struct of some packages by its name: nothing else is ever called. Raises `LookupError`."""
    module, _, word = name.rpartition(".")
    is_ours = f"{module}.".startswith(tuple(f"{package}." for package in packages))
    kind = getattr(sys.modules[module], word, None) if is_ours else None
    if not isinstance(kind, type) or not (issubclass(kind, Struct) or kind is Recalled):
        raise LookupError(name)
    return kind


def _form(value: Any, names: dict[type, int]) -> Any:
    """Of a value that is not plain."""
    kind = type(value)
    if kind is tuple:
        return [_TUPLE, *_forms(value, names)]
    if kind is dict:
        return [_DICT, *_forms((one for pair in value.items() for one in pair), names)]
    if isinstance(value, Struct) or kind is Recalled:
        parts = value if kind is Recalled else astuple(value)
        return [_STRUCT + names.setdefault(kind, len(names)), *_forms(parts, names)]
    if isinstance(value, str | int | bytes):
        return value
    raise TypeError(f"A fold cannot hold {kind.__name__}.")


def _forms(values: Iterable[Any], names: dict[type, int]) -> list[Any]:
    """Most of them are plain: of these no function is called."""
    return [one if type(one) in _PLAIN else _form(one, names) for one in values]


def _value(form: list[Any], kinds: Sequence[Callable[..., Any]]) -> Any:
    what, *parts = form
    values = [_value(part, kinds) if type(part) is list else part for part in parts]
    if what == _TUPLE:
        return tuple(values)
    if what == _DICT:
        return dict(zip(values[::2], values[1::2], strict=True))
    return kinds[what - _STRUCT](*values)
