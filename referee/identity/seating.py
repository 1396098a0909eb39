"""Programs that somebody wants to seat in the referee's name: he is asked, at the address that the desk is
configured with, and nothing is recorded before he has said yes.

A question is a row of `mail_cases` that belongs to no turn. Its mark is hidden in another way than those of
players, and only the address of the referee is heard about it.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from domain.game.deciding.authority import over
from domain.game.deciding.bars_people import bars
from domain.game.entries.people import SeatTaken
from domain.game.state.game_state import GameState
from domain.kit.bars import first_reason
from domain.kit.errors import BrokenRecord, IllegalMove, StaleOrder
from domain.kit.framing import keyed
from domain.kit.likeness import program_of
from referee.games import people, programs
from referee.games.referee import Referee, Taken
from referee.identity.cases import ASKED, SEATING, hidden, is_open_in, mark_of
from referee.programs.seats import NoProgram, named
from referee.reading.reading import ReadMail
from referee.record.envelope import Act
from referee.record.mail_cases import Case, CaseTable
from referee.record.record import Record, UnknownGame
from referee.seats.tokens import server_key

OPEN = 3
"""Questions that are open at a time, of all games: of those that mails have raised, of mails for which their
server vouches, and of the page, each by themselves, so that who forges mails uses up his own."""

REASON = "The referee lets a program play here."
"""The reason on record."""


class Seating(Struct, frozen=True):
    """Which program is to sit where somebody sat when it was asked for, "" for nobody; `proven` is what the
    mail has proved that has asked for it."""

    program: str
    holder: str
    proven: str


# ---- what is asked for


def known(record: Record, name: str) -> GameState:
    """The game of a name. Raises `IllegalMove`."""
    try:
        return record.load(name).game
    except UnknownGame:
        raise IllegalMove("people", f"There is no game “{name}” here.") from None
    except BrokenRecord:
        raise IllegalMove("people", f"The record of {name} is broken.") from None


def wanted(game: GameState, what: tuple[str, str], proven: str, opened: Sequence[Case]) -> Seating:
    """`what` are the seat and the strength as they are written, `opened` the questions that wait for the
    referee. Raises `OrderError` for what could not be done as the game stands, and where he is asked as much
    already."""
    seat, strength = (word.lower() for word in what)
    seating = Seating(_program(game, seat, strength), game.register.holders.get(seat, ""), proven)
    for case in opened:
        if (case.game, case.seat, seating_of(case).program) == (game.id, seat, seating.program):
            raise StaleOrder("You are asked that already.", "Answer the mail that has asked.")
    if sum(seating_of(case).proven == proven for case in opened) >= OPEN:
        raise IllegalMove(
            "people", f"{OPEN} such questions wait for your answer.", "Answer them with yes or no first."
        )
    return seating


def _program(game: GameState, seat: str, strength: str) -> str:
    """The name of the program that is to take a seat. Raises `OrderError` where it could not."""
    if seat not in game.seats:
        seats = ", ".join(game.seats)
        raise IllegalMove("people", f"{game.id} has no seat “{seat}”.", f"Its seats are {seats}.")
    if game.is_over():
        raise over()
    if game.is_foreign:
        raise StaleOrder(f"This program does not have the edition that {game.id} is played by.")
    program, holder = _named(strength), game.register.holders.get(seat, "")
    if program_of(holder):
        raise IllegalMove("people", f"A program plays {seat} already: {holder}.")
    why = programs.unplayable(game.rules, game.ledger.level)
    why = why or first_reason(bars(game.register, SeatTaken(seat, program, REASON), None))
    if why:
        raise IllegalMove("people", why)
    return program


def _named(strength: str) -> str:
    try:
        return named(strength)
    except NoProgram:
        raise IllegalMove(
            "people",
            f"There is no program “{strength}”.",
            "There are random, steady and keen; keen:40 plays on 40 times in its head for an order.",
        ) from None


def ask(record: Record, game: str, seat: str, seating: Seating, mail: ReadMail) -> str:
    """Puts the question down, for whoever `mail` names as its sender; gives its mark."""
    mark, why = mark_for(record, game, seat, mail), f"{SEATING}: {seating.program}"
    evidence = msgspec.json.encode(seating)
    case = Case(0, record.clock(), mail.digest, ASKED, why, mail.sender, game, seat, SEATING, evidence)
    CaseTable(record).add(case, answered=True, mark=hidden(mark, SEATING))
    return mark


def mark_for(record: Record, game: str, seat: str, mail: ReadMail) -> str:
    """The token of the question that a mail raises, which only the mail to the referee has."""
    return mark_of(server_key(record), game, seat, f"{SEATING} {mail.digest}")


# ---- the questions


def questions_of(record: Record, game: str) -> list[Case]:
    """Oldest first."""
    return CaseTable(record).of_turn(game, SEATING)


def opened(record: Record, address: str) -> list[Case]:
    """Those to an address that can be answered, of whatever game."""
    return [case for case in CaseTable(record).to_address(address, SEATING) if is_open(record, case)]


def seating_of(case: Case) -> Seating:
    return msgspec.json.decode(case.evidence, type=Seating)


def is_open(record: Record, case: Case) -> bool:
    """Nor where the record of its game is broken."""
    try:
        return is_open_in(record.load(case.game).game, case, record.clock())
    except BrokenRecord:
        return False


def seated(referee: Referee, case: Case, act: Act) -> Taken:
    """Judged once more as the game stands. Raises `OrderError`."""
    strength = program_of(seating_of(case).program)
    program = _program(referee.record.load(case.game).game, case.seat, strength)
    return people.take_seat(referee, case.game, case.seat, program, REASON, act)


# ---- the page


def sealed(key: bytes, address: str, message_id: str, line: str) -> str:
    """What the referee's page writes into a field of a mail of its own: nobody else can."""
    return keyed(key, "bugyo/1/referee-page", *(part.encode() for part in (address, message_id, line))).hex()


def is_of_page(key: bytes, mail: ReadMail, line: str) -> bool:
    """A mail that the referee's own page has written."""
    expected = sealed(key, mail.sender, mail.message_id, line)
    return bool(mail.page) and hmac.compare_digest(mail.page.encode(), expected.encode())
