"""The lines of a raw mail, read again as the desk reads them: orders of the title, and lines of the desk."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.protocol_orders import Cell, Commit, Join, Root, Spend
from domain.game.state.words import WORDS, is_for_every_game
from domain.kit.conditions import Words, is_forked
from domain.kit.errors import OrderError
from referee.club import words as signs_on
from referee.club.words import StandBy
from referee.games.order_sheet import Line
from referee.reading.blocks import take_apart
from referee.reading.courtesies import without_thanks
from referee.reading.line_words import Conditional, Later, Replace, Wait, read_line, takes
from referee.reading.order_lines import order_lines
from referee.reading.reading import ReadMail


class Said(Struct, frozen=True):
    """What a line says. `means` is the order or the desk's command, None where it cannot be read; `order` the
    order, or the one in that command, in canonical notation; `typed` the one in that command as it stands
    there, also where it cannot be read. `cell` stands above it, for it; `waits`: so does “wait”. A cell is
    `idle` where no order follows it.
    """

    text: str
    means: Struct | None = None
    order: str = ""
    typed: str = ""
    cell: str = ""
    waits: bool = False
    idle: bool = False


class Mailed(Struct, frozen=True):
    """A mail: the game and the seat that its block names, "" where it names none, and its lines."""

    game: str
    seat: str
    lines: Mapping[int, Said]


def read_again(mail: ReadMail, words: Words, seats: Sequence[str]) -> Mailed:
    """A mail, each line in the words in which a sheet of orders is read (`games/order_sheet.py`)."""
    lines = _all_said(order_lines(mail.lines), words, seats)
    return Mailed(mail.block.game.lower(), mail.block.seat.lower(), lines)


def text_again(text: str, words: Words, seats: Sequence[str]) -> list[Said]:
    """The lines of a text that is nothing but a block of orders."""
    parts = take_apart(text.replace("\r\n", "\n").split("\n"))
    return list(_all_said(order_lines(parts.lines), words, seats).values())


def _all_said(lines: Sequence[Line], words: Words, seats: Sequence[str]) -> dict[int, Said]:
    found: dict[int, Said] = {}
    cell, above, waits = "", 0, False
    for line in lines:
        said = _said(line.text, words, seats)
        found[line.number] = replace(said, cell=cell, waits=waits, idle=isinstance(said.means, Cell))
        if isinstance(said.means, Cell):
            cell, above = said.means.cell, line.number
        elif (said.order or said.typed) and not isinstance(said.means, _WITHOUT_CELL):
            if above:
                found[above] = replace(found[above], idle=False)
            cell, above = "", 0
        waits = waits or isinstance(said.means, Wait)
    return found


_WITHOUT_CELL = (Replace, Conditional, Join, Root, Commit, Spend)
"""Lines that leave the cell above them to the order below."""


def _said(text: str, words: Words, seats: Sequence[str]) -> Said:
    notation = WORDS if is_for_every_game(text) else words.orders
    try:
        if not is_forked(text):
            order = notation.read(text)
            return Said(text, order, notation.write(order))
    except OrderError:
        pass
    if signs_on.is_one(bare := without_thanks(text)) and isinstance(by := signs_on.read(bare), StandBy):
        return Said(text, by)
    try:
        means = read_line(text, seats) if takes(text, seats) else None
    except OrderError:
        return Said(text)
    return Said(text, means, _inner(means, words), _typed(means))


def _inner(means: Struct | None, words: Words) -> str:
    """The order, or the condition, in a command that keeps one, in canonical notation; "" where none can be
    read. What takes the place of a condition is one."""
    match means:
        case Conditional(line=line):
            return _canonical(lambda: words.write(words.read(line)))
        case Later(line=line):
            return _canonical(lambda: words.orders.write(words.orders.read(line)))
        case Replace(line=line):
            order = _canonical(lambda: words.orders.write(words.orders.read(line)))
            return order or _canonical(lambda: words.write(words.read(line)))
    return ""


def _canonical(written: Callable[[], str]) -> str:
    try:
        return written()
    except OrderError:
        return ""


def _typed(means: Struct | None) -> str:
    return means.line if isinstance(means, Later | Conditional) else ""


def printable(text: str) -> str:
    """The text in one line, without signs that a terminal would obey."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
