"""A party's own sheet: what a seat or a witness keeps on its own machine, apart from the referee's store.

new_sheet, open_sheet   make the file, and open it again
more_cells              draws a further sheet into the same file
commit_lines            the lines that publish the commitments
next_cell               opens the next cell: marked as used, durably, before it is given out
fill                    a line “cell …” before each order of a seat
answer_request          the reply of a witness to a request

One cell is never given for two questions, nor two for one. The file is replaced as a whole, readable by its
owner only, under a lock, so that two programs on one sheet cannot give the same cell twice.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.levels import WITNESS
from domain.game.entries.protocol_orders import is_for_every_game
from domain.kit.cells import CELL, cell_commitment
from referee.mail.reading.reading import ReadMail, read_mail
from referee.mail.transport.letters import is_address
from referee.mail.writing.witness_requests import Asked, asked_in, recipient, reply
from referee.record.private_files import NotOrdinary, keep_names, ordinary

LINE = 14
"""Commitments of a line, each line a sheet of its own: no mail server may break a line of 998 signs."""

SIZE = 112
"""Cells that are drawn at once where nothing else is asked."""

FEW = 16
"""With fewer cells left than this, a witness's reply publishes further ones."""

MOST_BYTES = 32 << 20
"""Of the file: some hundred thousand cells."""

Entropy = Callable[[int], bytes]


class SheetTrouble(Exception):
    """The file of a sheet cannot be used as asked; the sentence says why, and what would do."""


class Answered(Struct, frozen=True):
    """A question that a witness has answered, and the lines that answered it."""

    index: int
    inputs: str
    lines: tuple[str, ...]


class Cells(Struct, frozen=True):
    """What the file holds. `cells` are hexadecimal, `sizes` how many of them each sheet has, `used` how many
    were given out. `desk` is the only address whose requests a witness answers, "" until the first."""

    game: str
    party: str
    cells: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    used: int = 0
    desk: str = ""
    answered: tuple[Answered, ...] = ()


class PartySheet:
    """The file of a party's sheet. What is in it is read anew each time."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> Cells:
        """Raises `SheetTrouble`."""
        try:
            return msgspec.json.decode(ordinary(self.path, MOST_BYTES), type=Cells)
        except FileNotFoundError:
            raise SheetTrouble(f"There is no sheet at {self.path}. Make one first.") from None
        except OSError as error:
            raise SheetTrouble(f"{self.path} cannot be read: {error.strerror}.") from None
        except (msgspec.MsgspecError, RecursionError, NotOrdinary) as error:
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


# ---- the file


def new_sheet(
    game: str, party: str, size: int, path: Path, *, desk: str = "", entropy: Entropy = secrets.token_bytes
) -> PartySheet:
    """Draws the cells of a party into a new file. Raises `SheetTrouble`, also where there is a file: its
    cells may be committed already."""
    if path.exists():
        raise SheetTrouble(f"{path} is there already, and what it holds may be committed. Name another file.")
    sheet = PartySheet(path)
    sheet.write(_drawn(Cells(game, party, desk=desk.lower()), size, entropy))
    return sheet


def open_sheet(path: Path) -> PartySheet:
    """Raises `SheetTrouble`."""
    sheet = PartySheet(path)
    sheet.read()
    return sheet


def more_cells(
    sheet: PartySheet, size: int = SIZE, *, entropy: Entropy = secrets.token_bytes
) -> tuple[str, ...]:
    """Draws further cells; gives the lines that publish them, to be sent before the first of them is used."""
    with sheet.locked() as cells:
        sheet.write(_drawn(cells, size, entropy))
    return commit_lines(sheet, len(cells.sizes) + 1)


def commit_lines(sheet: PartySheet, first: int = 1) -> tuple[str, ...]:
    """The lines that publish the sheets from number `first` on, in their order; each line is one sheet."""
    return _commit_lines(sheet.read(), first)


def _commit_lines(cells: Cells, first: int) -> tuple[str, ...]:
    lines, at = [], 0
    for number, size in enumerate(cells.sizes, 1):
        made = (
            cell_commitment(cells.game, cells.party, number, place, bytes.fromhex(cell)).hex()
            for place, cell in enumerate(cells.cells[at : at + size], 1)
        )
        lines.append(f"commit {' '.join(made)}")
        at += size
    return tuple(lines[first - 1 :])


def _drawn(cells: Cells, size: int, entropy: Entropy) -> Cells:
    if size < 1:
        raise SheetTrouble("A sheet has at least one cell.")
    drawn = tuple(entropy(CELL).hex() for _ in range(size))
    sizes = tuple(min(LINE, size - start) for start in range(0, size, LINE))
    return replace(cells, cells=cells.cells + drawn, sizes=cells.sizes + sizes)


# ---- a seat


def next_cell(sheet: PartySheet) -> str:
    """The next cell, hexadecimal: marked as used before it is given out. Raises `SheetTrouble`."""
    with sheet.locked() as cells:
        taken = _taken(cells, 1)
        sheet.write(replace(cells, used=cells.used + 1))
    return taken[0]


def fill(sheet: PartySheet, orders: Sequence[str], first: int = 0) -> tuple[str, ...]:
    """The lines with a line “cell …” before each order; comments, and lines that join or commit, stay as
    they are. Raises `SheetTrouble`, and then nothing is used.

    `first` is the number of the cell that the referee asks for, where that is one that was given out before:
    its order was refused, or its mail was lost, and the game has not used it. The same orders get the same
    cells again.
    """
    with sheet.locked() as cells:
        at = first - 1 if first else cells.used
        if not 0 <= at <= cells.used:
            raise SheetTrouble(f"Cell {first} cannot be next: {cells.used} cells were given out so far.")
        wanted = sum(map(_is_order, orders))
        given = iter(_taken(replace(cells, used=at), wanted))
        sheet.write(replace(cells, used=at + wanted))
    lines: list[str] = []
    for line in orders:
        lines += [f"cell {next(given)}", line] if _is_order(line) else [line]
    return tuple(lines)


def _is_order(line: str) -> bool:
    text = line.strip()
    return bool(text) and not text.startswith((";", "#")) and not is_for_every_game(text)


def _taken(cells: Cells, count: int) -> tuple[str, ...]:
    left = len(cells.cells) - cells.used
    if left < count:
        raise SheetTrouble(
            f"The sheet has {left} cells left, and {count} are wanted. Draw further ones and publish them."
        )
    return cells.cells[cells.used : cells.used + count]


# ---- a witness


def answer_request(
    sheet: PartySheet, raw: bytes, *, at: int | None = None, entropy: Entropy = secrets.token_bytes
) -> bytes | str:
    """The reply to a request, as a mail to be sent; or, in a sentence, why there is none.

    The same request gets the same reply. A request for a question that was answered for other orders gets
    none: somebody asks twice. `at` dates the reply, in milliseconds since 1970. Raises `SheetTrouble`.
    """
    mail = read_mail(raw)
    asked, own = asked_in(mail), recipient(raw)
    with sheet.locked() as cells:
        why = _wrong(cells, mail, asked, own)
        if why or asked is None:
            return why or "This mail asks for no cell."
        before = next((one for one in cells.answered if one.index == asked.index), None)
        if before is None:
            cells, before = _answered(cells, asked, mail.sender, entropy)
            sheet.write(cells)
    return reply(mail, before.lines, own, at)


def _wrong(cells: Cells, mail: ReadMail, asked: Asked | None, own: str) -> str:
    """Why a request is not answered; "" where it is."""
    if cells.party != WITNESS:
        return f"This is the sheet of {cells.party}, who is no witness."
    if asked is None or not mail.block.token:
        return "This mail asks for no cell."
    if mail.block.game.lower() != cells.game or mail.block.seat.lower() != WITNESS:
        return f"This request is not for the witness of {cells.game}."
    if not (is_address(mail.sender) and is_address(own)):
        return "This request does not say who asks, or whom."
    if cells.desk and mail.sender != cells.desk:
        return f"This request comes from {mail.sender}, and the referee of {cells.game} is {cells.desk}."
    before = {one.index: one.inputs for one in cells.answered}
    if before.get(asked.index, asked.inputs) != asked.inputs:
        return (
            f"Throw {asked.index} was answered before, for other orders. No second cell is given for it. "
            "Keep both requests, and ask the referee."
        )
    if asked.index not in before and asked.index != len(before) + 1:
        return f"This request is for throw {asked.index}; the next one is throw {len(before) + 1}."
    return ""


def _answered(cells: Cells, asked: Asked, desk: str, entropy: Entropy) -> tuple[Cells, Answered]:
    """The next cell given for a question; where few are left, with further commitments above it."""
    (cell,) = _taken(cells, 1)
    drawn = cells
    if len(cells.cells) - cells.used <= FEW:
        drawn = _drawn(cells, SIZE, entropy)
    lines = (*_commit_lines(drawn, len(cells.sizes) + 1), f"cell {cell}")
    answered = Answered(asked.index, asked.inputs, lines)
    return (
        replace(drawn, used=cells.used + 1, desk=cells.desk or desk, answered=(*cells.answered, answered)),
        answered,
    )


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
