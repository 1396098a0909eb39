"""The witness's cells: one for each throw that a referee has asked for and signed, and never another.

A request is answered only if what it asks stands in an event whose head the game's key has signed. The head
goes into the reply: a referee who has asked in two histories cannot have two cells for one throw.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.own_cells import written
from domain.kit.chance import Question
from domain.kit.drawn_cells import SEED
from domain.kit.roots import CELLS, GAME, is_digest
from referee.own_cells import first_sheets
from referee.own_cells.files import (
    Entropy,
    FirstSheet,
    Opened,
    PartyFile,
    SheetTrouble,
    SignedAsking,
    WitnessCells,
    new_file,
)
from referee.own_cells.seats import SHEETS, check_sheets, root_line
from referee.proof.signing import NAME, Checkpoint, Signature, WrongSignature, is_canonical, verified
from referee.reading.reading import read_mail
from referee.reading.senders import is_address
from referee.record.chain import canonical, digest
from referee.seats.witness_requests import Asked, asked_in, copied, recipient, reply


class Reply(Struct, frozen=True):
    """The mail that brings a cell to the referee, and those that tell the players of it."""

    mail: bytes
    copies: tuple[bytes, ...] = ()


def new_witness(
    game: str,
    seats: Sequence[str],
    path: Path,
    *,
    sheets: int = SHEETS,
    key: str = "",
    desk: str = "",
    tell: Sequence[str] = (),
    entropy: Entropy = secrets.token_bytes,
) -> PartyFile:
    """Draws the cells of a witness into a new file; `seats` are those of the game, in their order. Raises
    `SheetTrouble`."""
    check_sheets(sheets)
    if not seats or len(set(seats)) < len(seats):
        raise SheetTrouble("The seats of the game are wanted, in the order of the invitation.")
    if key and not is_canonical(key):
        raise SheetTrouble("A key is 64 hexadecimal digits, as the invitation has them.")
    for address in (*tell, *filter(None, (desk,))):
        if not is_address(address):
            raise SheetTrouble(f"Mail cannot be sent to “{address}”.")
    seed = entropy(SEED).hex()
    cells = WitnessCells(
        game, seed, sheets, (*seats, GAME), key=key, desk=desk.lower(), tell=tuple(dict.fromkeys(tell))
    )
    return new_file(path, cells)


def answer_request(
    file: PartyFile, raw: bytes, *, at: int | None = None, entropy: Entropy = secrets.token_bytes
) -> Reply | str:
    """The reply to a request, as mails to be sent; or, in a sentence, why there is none.

    The same request gets the same reply. `at` dates it, in milliseconds since 1970. Raises `SheetTrouble`.
    """
    if isinstance(file.read(), FirstSheet):
        became = first_sheets.answer_request(file, raw, at=at, entropy=entropy)
        return became if isinstance(became, str) else Reply(became)
    mail = read_mail(raw)
    asked, own = asked_in(mail), recipient(raw)
    with file.locked() as cells:
        if not isinstance(cells, WitnessCells):
            return f"These are the cells of {cells.party}, who is no witness."
        why = first_sheets.not_for_us(cells, mail, own)
        if why or asked is None:
            return why or first_sheets.NO_REQUEST
        before = next((one for one in cells.opened if _is_of(one, asked)), None)
        why = _wrong(cells, asked, before)
        if why:
            return why
        if before is None:
            cells, before = _opened(cells, asked, mail.sender, entropy)
            file.write(cells)
    copies = tuple(copied(cells.game, before.lines[-1], own, to, at) for to in cells.tell)
    return Reply(reply(mail, before.lines, own, at), copies)


def _is_of(one: Opened, asked: Asked) -> bool:
    return (one.lane, one.index) == (asked.lane, asked.index)


# ---- what is signed


def _wrong(cells: WitnessCells, asked: Asked, before: Opened | None) -> str:
    """Why a request gets no cell; "" where it gets one. `before` is what was answered for its throw."""
    throw = f"{asked.lane}/{asked.index}"
    event = _event_of(asked)
    if event is None or not is_digest(asked.before):
        return f"The request for throw {throw} does not hold an event that asks for it."
    why = _unsigned(cells, asked, event.position)
    if why or event.game != cells.game:
        return why or f"The event that asks is one of the game {event.game}, not of {cells.game}."
    if (event.question.lane, event.question.index) != (asked.lane, asked.index):
        return f"The event that is signed asks for another throw than {throw}."
    if before and before.head != _head(asked):
        return (
            f"Throw {throw} was answered before, for another event: the head was {before.head}. No second "
            "cell is given for it. Keep both requests, and show them to the players: two histories are told."
        )
    due = _asked_so_far(cells, asked.lane) + 1
    if before is None and (asked.lane not in cells.lanes or asked.index != due):
        return f"This request is for throw {throw}; the next one of that lane is {due}."
    return ""


class _Event(Struct):
    """An event, as far as it matters here."""

    game: str
    position: int
    question: Question


def _event_of(asked: Asked) -> _Event | None:
    """The event that asks, out of its public form; None where it is none."""
    try:
        form: Any = msgspec.json.decode(asked.event)
        entry = form["entry"]
        if canonical(form) != asked.event or entry["type"] != "asked":
            return None
        named = {"game": form["game"], "position": form["position"], "question": entry["question"]}
        return msgspec.convert(named, type=_Event)
    except (msgspec.MsgspecError, RecursionError, KeyError, TypeError, AttributeError, ValueError):
        return None


def _head(asked: Asked) -> str:
    return digest(bytes.fromhex(asked.before), asked.event).hex()


def _unsigned(cells: WitnessCells, asked: Asked, position: int) -> str:
    """Why the head is not the game's; "" where its key has signed it."""
    key = cells.key or asked.key
    if not is_canonical(key):
        return "The request names no key of the game."
    signed = Checkpoint(cells.game, position, _head(asked), (Signature(NAME, asked.signature),))
    try:
        if verified(signed, {NAME: key}):
            return ""
    except (WrongSignature, ValueError):
        pass
    return f"The head of the event that asks is not signed by the key of {cells.game}, {key}."


# ---- the cell


def _asked_so_far(cells: WitnessCells, lane: str) -> int:
    """How many questions of a lane were answered: a referee may ask for the next one alone."""
    return max((one.index for one in cells.opened if one.lane == lane), default=0)


def _opened(cells: WitnessCells, asked: Asked, desk: str, entropy: Entropy) -> tuple[WitnessCells, Opened]:
    """The cell for a question; where its lane has none left, under a new root, which goes before it."""
    at = asked.index - cells.since.get(asked.lane, 0) - 1
    lines: tuple[str, ...] = ()
    if at >= cells.sheets * CELLS:
        cells = _renewed(cells, entropy)
        at, lines = 0, (root_line(cells.drawn()),)
    sheet, place = at // CELLS + 1, at % CELLS + 1
    drawn = cells.drawn()
    cell, proof = drawn.cell(asked.lane, (sheet, place)).hex(), drawn.proof(asked.lane, (sheet, place))
    head = _head(asked)
    line = f"cell {written(f'{asked.lane}/{asked.index}', cell, proof, head)}"
    event = _event_of(asked)
    signed = SignedAsking(event.position if event else 0, asked.before, asked.event.decode(), asked.signature)
    made = Opened(asked.lane, asked.index, head, (*lines, line), signed)
    key = cells.key or asked.key
    return replace(cells, key=key, desk=cells.desk or desk, opened=(*cells.opened, made)), made


def _renewed(cells: WitnessCells, entropy: Entropy) -> WitnessCells:
    """New cells; the questions that were asked so far had those of before."""
    since = {lane: _asked_so_far(cells, lane) for lane in cells.lanes}
    seed = entropy(SEED).hex()
    return replace(cells, seed=seed, generation=cells.generation + 1, since=since)
