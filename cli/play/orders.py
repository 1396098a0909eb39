"""orders: the orders of a seat, line by line."""

from __future__ import annotations

import hashlib
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
from cli.frame.reasons import Look, reason_option, recorded, replay_of, who_looks_option
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


class Played(Struct, frozen=True):
    """A sheet and what became of it: the results of its lines, the log of its events, the game after
    it, and the seats that were written to."""

    results: tuple[Result, ...]
    effects: dict[int, list[str]]
    kept: Kept
    mailed: tuple[str, ...]


@command(
    "orders",
    "bugyo orders summer iga orders.txt",
    'echo "place takeda in ise" | bugyo orders summer iga -',
    more=_(
        "One order on a line; empty lines and lines that begin with ; or # are left out. Every line is read; "
        "they are played in their order, up to the first that cannot be. It ends with 1 if one could not be. "
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
        behalf = spoken_for(stood, seat)
        looks = bool(reason.strip())
        if looks:
            recorded(record, stood, Look(seat, reason, person))
        reference = f"{acting()} {hashlib.sha256(raw).hexdigest()}".strip()
        act = Act(COMMAND_LINE, reference, seat, "referee", behalf=behalf)
        results = Sheet(Referee(record), game, seat, act).play(lines)
        results = results if looks else in_public(record, game, seat, results)
        mailed = write(record, box, address, lambda desk: desk.tell(game))
        played = Played(results, _effects(record, game, results), record.load(game), mailed)
    if as_json:
        document(_results(seat, played))
    else:
        _tell_results(seat, played)
    if any(result.outcome in (UNREADABLE, REFUSED_LINE, FORFEITED) for result in results):
        sys.stdout.flush()
        click.get_current_context().exit(REFUSED)


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
        _tell_result(result, played.effects[result.line.number])
    game = played.kept.game
    tell_mailed(played.mailed)
    say(_("Event {position}, head {head}.").format(position=game.position, head=played.kept.head.hex()))
    say(stands(game))
    for line in next_steps(game):
        note(line, QUIET)


def _tell_result(result: Result, effects: Sequence[str]) -> None:
    number, style = result.line.number, STYLES.get(result.outcome, FAILS)
    said = _("{number:>4}  {text}  ({outcome})")
    say(said.format(number=number, text=short(result.line.text), outcome=_(result.outcome)), style)
    for text in effects:
        say(f"        {text}")
    for line in str(result.error or "").splitlines():
        say(f"      {line}", FAILS)


def short(text: str) -> str:
    """A line as it is quoted: commitments go on for pages."""
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
