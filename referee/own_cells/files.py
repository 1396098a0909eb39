"""The file of a party's cells: what stands in it, and how it is changed.

One cell is never given for two questions, nor two for one. The file is replaced as a whole, readable by its
owner only, under a lock, so that two programs on one file cannot give the same cell twice.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct

from domain.game.entries.levels import WITNESS
from domain.kit.drawn_cells import SEED, Drawn
from domain.kit.roots import CELLS, named
from referee.record.private_files import NotOrdinary, keep_names, ordinary

MOST_BYTES = 32 << 20
"""Of the file: some hundred thousand cells."""

Entropy = Callable[[int], bytes]


class SheetTrouble(Exception):
    """The file of a party cannot be used as asked; the sentence says why, and what would do."""


class Given(Struct, frozen=True):
    """A cell that was given out: its number, and the place and the line of the order that it is bound to. One
    that is `lost` was sent as spent, and goes with nothing any more."""

    number: int
    place: int
    line: str
    lost: bool = False


class SeatCells(Struct, frozen=True):
    """The cells of a seat, which all follow from the `seed`, hexadecimal; `generation` counts its roots."""

    game: str
    party: str
    seed: str
    sheets: int
    generation: int = 1
    given: tuple[Given, ...] = ()

    def drawn(self) -> Drawn:
        party = named(self.party, self.generation)
        return Drawn(self.game, party, (self.party,), self.sheets, bytes.fromhex(self.seed)).whole()

    def total(self) -> int:
        return self.sheets * CELLS

    def used(self) -> int:
        return len(self.given)


class SignedAsking(Struct, frozen=True):
    """What a referee has signed when it asked for a cell: `event` is the public form of the event that asks,
    `before` the digest before it, both as docs/format.md has them, and `signature` that of its head."""

    position: int
    before: str
    event: str
    signature: str


class Opened(Struct, frozen=True):
    """A question that a witness has answered: the head that it answers, the lines that went out, and what
    was signed."""

    lane: str
    index: int
    head: str
    lines: tuple[str, ...]
    asked: SignedAsking


class WitnessCells(Struct, frozen=True):
    """The cells of a witness. `since` is how many questions of each lane came before this `generation`.

    `key` is the game's, hexadecimal, and `desk` the only address whose requests are answered, each "" until
    the first request; `tell` are the addresses of the players.
    """

    game: str
    seed: str
    sheets: int
    lanes: tuple[str, ...]
    generation: int = 1
    since: Mapping[str, int] = {}
    key: str = ""
    desk: str = ""
    tell: tuple[str, ...] = ()
    opened: tuple[Opened, ...] = ()

    @property
    def party(self) -> str:
        return WITNESS

    def drawn(self) -> Drawn:
        party = named(WITNESS, self.generation)
        return Drawn(self.game, party, self.lanes, self.sheets, bytes.fromhex(self.seed)).whole()

    def total(self) -> int:
        return len(self.lanes) * self.sheets * CELLS

    def used(self) -> int:
        """Those of this generation."""
        return len(self.opened) - sum(self.since.values())


class Answered(Struct, frozen=True):
    """A question of protocol 1 that a witness has answered, and the lines that answered it."""

    index: int
    inputs: str
    lines: tuple[str, ...]


class FirstSheet(Struct, frozen=True):
    """What a party keeps for a game of protocol 1. `cells` are hexadecimal, `sizes` how many of them each
    sheet has, `used` how many were given out. `desk` is as in `WitnessCells`."""

    game: str
    party: str
    cells: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    used: int = 0
    desk: str = ""
    answered: tuple[Answered, ...] = ()


Cells = SeatCells | WitnessCells | FirstSheet


class PartyFile:
    """The file of a party. What is in it is read anew each time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Cells:
        """Raises `SheetTrouble`."""
        try:
            return _decoded(ordinary(self.path, MOST_BYTES))
        except FileNotFoundError:
            raise SheetTrouble(f"There is no sheet at {self.path}. Make one first.") from None
        except OSError as error:
            raise SheetTrouble(f"{self.path} cannot be read: {error.strerror}.") from None
        except (msgspec.MsgspecError, RecursionError, NotOrdinary, ValueError) as error:
            raise SheetTrouble(f"{self.path} is not the file of a sheet: {error}.") from None

    @contextmanager
    def locked(self) -> Iterator[Cells]:
        """What is in the file, with nobody else changing it."""
        handle = os.open(self.path.with_name(f"{self.path.name}.lock"), os.O_CREAT | os.O_RDWR, 0o600)
        try:
            _lock(handle)
            yield self.read()
        finally:
            os.close(handle)

    def write(self, cells: Cells) -> None:
        """Replaces the file: a power cut leaves the old one or the new one."""
        try:
            _replace_file(self.path, msgspec.json.format(msgspec.json.encode(cells), indent=1))
        except OSError as error:
            raise SheetTrouble(f"{self.path} cannot be written: {error.strerror}.") from None


def open_file(path: Path) -> PartyFile:
    """Raises `SheetTrouble`."""
    file = PartyFile(path)
    file.read()
    return file


def new_file(path: Path, cells: Cells) -> PartyFile:
    """Raises `SheetTrouble`, also where there is a file: its cells may be committed already."""
    if path.exists():
        raise SheetTrouble(f"{path} is there already, and what it holds may be committed. Name another file.")
    file = PartyFile(path)
    file.write(cells)
    return file


# ---- what is in it


class _Kind(Struct):
    """What tells the files apart: protocol 1 kept each cell, and no seed; only a witness has many lanes."""

    seed: str = ""
    lanes: tuple[str, ...] = ()


def _decoded(raw: bytes) -> Cells:
    kind = msgspec.json.decode(raw, type=_Kind)
    if not kind.seed:
        return msgspec.json.decode(raw, type=FirstSheet)
    if len(bytes.fromhex(kind.seed)) != SEED:
        raise ValueError(f"its seed has not {SEED} bytes")
    if kind.lanes:
        return msgspec.json.decode(raw, type=WitnessCells)
    return msgspec.json.decode(raw, type=SeatCells)


# ---- the file system


def _lock(handle: int) -> None:
    try:
        import fcntl
    except ImportError:  # Windows: one program on a sheet
        return
    fcntl.flock(handle, fcntl.LOCK_EX)


def _replace_file(path: Path, data: bytes) -> None:
    fresh = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    handle = os.open(fresh, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError:
        fresh.unlink(missing_ok=True)
        raise
    keep_names(path.parent)
