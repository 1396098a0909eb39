"""orders: the orders of a seat, line by line."""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from cli.frame.codes import BAD_DATA, REFUSED
from cli.frame.command import command, game_argument
from cli.frame.desk_setup import check_address, outbox, tell_mailed
from cli.frame.mailing import write
from cli.frame.officials import act_options, acting
from cli.frame.printing import FAILS, HOLDS, QUIET, document, note, say
from cli.frame.reasons import Look, at_one_keyboard, reason_option, recorded, replay_of, who_looks_option
from cli.frame.refusals import in_public
from cli.frame.standing import next_steps, person_at, stand, stands
from cli.frame.stop import Stop
from cli.frame.stores import existing
from domain.game.state.game_state import GameState
from domain.kit.sealed import PUBLIC
from projections.language.messages import _
from projections.telling.log import log
from referee.games.order_sheet import FORFEITED, KEPT, NOT_REACHED, PLAYED, UNREADABLE, Line, Result, Sheet
from referee.games.order_sheet import REFUSED as REFUSED_LINE
from referee.games.referee import Referee
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.location import Place
from referee.record.record import Kept, Record

LONGEST = 1_000_000
"""Bytes of the largest file of orders."""

SHOWN = 100
"""Signs of a line that are quoted; --json has all of them."""

COMMENTS = (";", "#")

STYLES = {PLAYED: HOLDS, NOT_REACHED: QUIET, KEPT: QUIET}
STOPS = (UNREADABLE, REFUSED_LINE, FORFEITED)
"""What ends a file of orders, which then ends with 1."""


ALL = "all"
"""In the place of a seat: each line says whose it is."""

_NAMED = re.compile(r"([^:]{1,60}):(.+)")


class Part(Struct, frozen=True):
    """Lines of a file that follow each other and are of one seat."""

    seat: str
    lines: list[Line]


class Played(Struct, frozen=True):
    """A file and what became of it: the results of its lines, whose they are, the log of its events, the game
    after it, and the seats that were written to."""

    results: tuple[Result, ...]
    seats: dict[int, str]
    effects: dict[int, list[str]]
    kept: Kept
    mailed: tuple[str, ...]


@command(
    "orders",
    "bugyo orders summer iga orders.txt",
    "bugyo orders summer all evening.txt",
    'echo "place takeda in ise" | bugyo orders summer iga -',
    more=_(
        "One order on a line; empty lines and lines that begin with ; or # are left out. Every line is read; "
        "they are played in their order, up to the first that cannot be. It ends with 1 if one could not be. "
        "With “all” for SEAT each line names its own, or who sits there: “anna: pass”. Where one does not, "
        "nothing is played. "
        "With --outgoing whoever is awaited then gets a mail. A refusal that hangs on what only the seat may "
        "know says so, and no more: with --reason it is told whole, which is a look that every player reads."
    ),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.argument("file", type=click.File("rb"), metavar="FILE|-")
@reason_option
@who_looks_option
@act_options
def orders(
    store: Place,
    as_json: bool,
    game: str,
    seat: str,
    file: Any,
    reason: str,
    person: str,
    outgoing: Path | None,
    address: str,
) -> None:
    box = outbox(outgoing)
    if file.isatty():
        note(_("Write the orders of {seat}, one on a line; Ctrl-D ends.").format(seat=seat))
    raw = file.read(LONGEST + 1)
    lines = order_lines(raw, getattr(file, "name", "-"))
    with existing(store) as record:
        check_address(record, box, address)
        stood = record.load(game).game
        parts = parts_of(stood, seat, lines)
        looks = bool(reason.strip())
        for one in dict.fromkeys(part.seat for part in parts) if looks else ():
            recorded(record, stood, Look(one, reason, person))
        looks = looks or at_one_keyboard(record, game)
        reference = f"{acting()} {hashlib.sha256(raw).hexdigest()}".strip()
        results = _in_turn(record, game, parts, reference, looks=looks)
        mailed = write(record, box, address, lambda desk: desk.tell(game))
        seats = {line.number: part.seat for part in parts for line in part.lines}
        played = Played(results, seats, _effects(record, game, results), record.load(game), mailed)
    if as_json:
        document(_results(seat, played))
    else:
        _tell_results(seat, played)
    if any(result.outcome in STOPS for result in results):
        sys.stdout.flush()
        click.get_current_context().exit(REFUSED)


def parts_of(game: GameState, seat: str, lines: list[Line]) -> list[Part]:
    """The lines with the seats that order them. Refuses all of them where one is nobody's."""
    if seat != ALL or ALL in game.seats:
        spoken_for(game, seat)
        return [Part(seat, lines)]
    found = list[Part]()
    for line in lines:
        name, order = _whose(game, line)
        if not found or found[-1].seat != name:
            found.append(Part(name, []))
        found[-1].lines.append(Line(line.number, order))
    return found


def _whose(game: GameState, line: Line) -> tuple[str, str]:
    """The seat whose order a line is, and the order."""
    named = _NAMED.fullmatch(line.text)
    called = " ".join(named[1].split()).casefold() if named else ""
    seats = [seat for seat in game.seats if called and person_at(game, seat).casefold() == called]
    seats = [called] if called in game.seats else seats
    if named and len(seats) == 1:
        return seats[0], named[2].strip()
    said = _("Line {number} begins with nobody's name: “{text}”. Write one of these and a colon: {seats}.")
    if len(seats) > 1:
        said = _("Line {number} may be of several: “{text}”. Write one of these and a colon: {seats}.")
    who = ", ".join(seats or (f"{seat} ({person_at(game, seat) or '-'})" for seat in game.seats))
    why = said.format(number=line.number, text=short(line.text), seats=who)
    raise Stop(f"{why} {_('Nothing was played.')}", BAD_DATA)


def _in_turn(
    record: Record, game: str, parts: Sequence[Part], reference: str, *, looks: bool
) -> tuple[Result, ...]:
    """What became of each line, up to the first that could not be played."""
    found = list[Result]()
    for part in parts:
        if any(result.outcome in STOPS for result in found):
            found += [Result(line, NOT_REACHED) for line in part.lines]
            continue
        behalf = spoken_for(record.load(game).game, part.seat)
        act = Act(COMMAND_LINE, reference, part.seat, "referee", behalf=behalf)
        results = Sheet(Referee(record), game, part.seat, act).play(part.lines)
        found += results if looks else in_public(record, game, part.seat, results)
    return tuple(found)


def spoken_for(game: GameState, seat: str) -> str:
    """Whom the orders are given for. A usage error for a party that this game does not have."""
    parties = tuple(dict.fromkeys((*game.seats, *game.ledger.committers())))
    if seat not in parties:
        said = _("Nobody sits at “{seat}” in {game}. The seats are: {seats}.")
        message = said.format(seat=seat, game=game.id, seats=", ".join(parties))
        raise click.BadParameter(message, param_hint="SEAT")
    return person_at(game, seat) or seat


def order_lines(raw: bytes, name: str) -> list[Line]:
    """The lines of a file of orders. Refuses what is no text, and what is too long to be meant."""
    if len(raw) > LONGEST:
        said = _("{name} is longer than {most:,} bytes; that is no file of orders.")
        raise Stop(said.format(name=name, most=LONGEST), BAD_DATA)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        said = _("{name} is no text in UTF-8: byte {place} cannot be read. Nothing was played.")
        raise Stop(said.format(name=name, place=error.start + 1), BAD_DATA) from None
    if "\0" in text:
        said = _("{name} is no text: byte {place} is zero. Nothing was played.")
        raise Stop(said.format(name=name, place=raw.index(0) + 1), BAD_DATA)
    numbered = enumerate(text.splitlines(), 1)
    kept = [
        Line(n, line.strip())
        for n, line in numbered
        if line.strip() and not line.strip().startswith(COMMENTS)
    ]
    if not kept:
        raise Stop(_("{name} has no order in it.").format(name=name), BAD_DATA)
    return kept


def _effects(record: Record, game: str, results: Sequence[Result]) -> dict[int, list[str]]:
    """What everybody may read of what followed from each line, the order itself left out: what only the
    seat may know, its mail tells."""
    positions = {n: r.line.number for r in results if r.first for n in range(r.first + 1, r.last + 1)}
    effects: dict[int, list[str]] = {result.line.number: [] for result in results}
    if positions:
        for line in log(replay_of(record, game), PUBLIC, after=min(positions) - 1):
            if line.position in positions:
                effects[positions[line.position]].append(line.text)
    return effects


def _results(seat: str, played: Played) -> dict[str, Any]:
    game = played.kept.game
    return {
        "game": game.id,
        "seat": seat,
        "played": sum(result.outcome == PLAYED for result in played.results),
        "lines": [
            {
                "line": result.line.number,
                "seat": played.seats[result.line.number],
                "text": result.line.text,
                "outcome": result.outcome,
                "order": result.order,
                "first": result.first,
                "last": result.last,
                "error": str(result.error or ""),
                "effects": played.effects[result.line.number],
            }
            for result in played.results
        ],
        **stand(played.kept),
        "mailed": played.mailed,
    }


def _tell_results(seat: str, played: Played) -> None:
    for result in played.results:
        whose = f"{played.seats[result.line.number]}: " if seat == ALL else ""
        _tell_result(result, whose, played.effects[result.line.number])
    game = played.kept.game
    tell_mailed(played.mailed)
    say(_("Event {position}, head {head}.").format(position=game.position, head=played.kept.head.hex()))
    say(stands(game))
    for line in next_steps(game):
        note(line, QUIET)


def _tell_result(result: Result, whose: str, effects: Sequence[str]) -> None:
    number, style = result.line.number, STYLES.get(result.outcome, FAILS)
    said = _("{number:>4}  {text}  ({outcome})")
    say(said.format(number=number, text=whose + short(result.line.text), outcome=_(result.outcome)), style)
    for text in effects:
        say(f"        {text}")
    for line in str(result.error or "").splitlines():
        say(f"      {line}", FAILS)


def short(text: str) -> str:
    """A line as it is quoted: commitments go on for pages."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
