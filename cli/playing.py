"""open, orders: what changes a game."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click
from msgspec import Struct

from cli.codes import BAD_DATA, REFUSED
from cli.command import command, game_argument, title_argument
from cli.faults import Stop
from cli.looking import replay_of
from cli.mailing import mail_options, outbox, write
from cli.people import Person, seated
from cli.printing import FAILS, HOLDS, QUIET, document, note, say
from cli.stores import existing, made
from cli.titles import title_named
from cli.waiting import person_at
from projections.log import log
from projections.texts import _, listed
from referee.datasets import read_files
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Kept, Record
from referee.service import Opening, Referee
from referee.sheet import NOT_REACHED, PLAYED, UNREADABLE, Line, Result, Sheet
from referee.sheet import REFUSED as REFUSED_LINE

LONGEST = 1_000_000
"""Bytes of the largest file of orders."""

COMMENTS = (";", "#")

STYLES = {PLAYED: HOLDS, NOT_REACHED: QUIET}


@command(
    "open",
    'bugyo open shinobi --id summer --player "Anna <anna@example.org>" --player Boris --player Chiyo',
    "bugyo open shinobi --seat iga=Anna --seat ise=Boris --seat kii=Chiyo --preset official",
    more=_(
        "People take the seats in their order, or the seats that they are named for. An address is "
        "registered for the mail desk and shown to nobody. With --outgoing everybody gets the first mail."
    ),
)
@title_argument
@click.option(
    "--id",
    "name",
    metavar="ID",
    help=_("What the game is called: a-z, 0-9, hyphens.  [default: TITLE-1, -2…]"),
)
@click.option("--player", "players", multiple=True, metavar="PERSON", help=_("Who takes the next free seat."))
@click.option("--seat", "seats", multiple=True, metavar="SEAT=PERSON", help=_("Who takes this seat."))
@click.option("--scenario", default="standard", show_default=True, help=_("How the title is set up."))
@click.option("--preset", default="default", show_default=True, help=_("Which options of the rules hold."))
@click.option(
    "--data",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help=_("Your own data set instead of the one that ships."),
)
@mail_options
def open_(
    store: Path,
    as_json: bool,
    title: str,
    name: str | None,
    players: tuple[str, ...],
    seats: tuple[str, ...],
    scenario: str,
    preset: str,
    data: Path | None,
    outgoing: Path | None,
    address: str,
) -> None:
    rules = title_named(title)
    people = seated(rules.seats, seats, players)
    files = read_files(title, data) if data else None
    box = outbox(outgoing)
    with made(store) as record:
        name = name or _free_name(record, title)
        names = tuple(person.name for person in people.values())
        opening = Opening(name, title, names, scenario, preset, files)
        kept = Referee(record).open(opening, Act(COMMAND_LINE))
        for seat, person in people.items():
            if person.address:
                record.register(name, seat, person.address)
        mailed = write(record, box, address, lambda desk: desk.announce(kept.game.id))
    if as_json:
        document(_opened(kept, people, mailed))
    else:
        _tell_opened(kept, people, mailed)


def _free_name(record: Record, title: str) -> str:
    taken, number = set(record.games()), 1
    while f"{title}-{number}" in taken:
        number += 1
    return f"{title}-{number}"


def _opened(kept: Kept, people: dict[str, Person], mailed: Sequence[str]) -> dict[str, Any]:
    opened = kept.game.opened
    assert opened is not None, "A game that has just been opened has an opening."
    return {
        "game": kept.game.id,
        "title": opened.title,
        "scenario": opened.scenario,
        "edition": opened.edition,
        "preset": opened.preset,
        "options": opened.options,
        "data": opened.data,
        "chance": opened.chance,
        "seats": [
            {"seat": seat, "person": person.name, "address": person.address}
            for seat, person in people.items()
        ],
        "position": kept.position,
        "turn": kept.game.turn,
        "head": kept.head.hex(),
        "awaited": kept.game.awaited(),
        "mailed": mailed,
    }


def _tell_opened(kept: Kept, people: dict[str, Person], mailed: Sequence[str]) -> None:
    game, opened = kept.game, kept.game.opened
    assert opened is not None, "A game that has just been opened has an opening."
    said = _("{game} is open: {name}, scenario {scenario}.")
    say(said.format(game=game.id, name=game.rules.name, scenario=opened.scenario), HOLDS)
    for seat, person in people.items():
        say(f"  {seat:<10} {person.name}{f' <{person.address}>' if person.address else ''}")
    said = _("Edition {edition}, preset {preset}, data set {data}.")
    say(said.format(edition=opened.edition, preset=opened.preset, data=opened.data[:16]))
    say(_("Throws: {chance}").format(chance=opened.chance))
    say(_("Event {position}, head {head}.").format(position=kept.position, head=kept.head.hex()))
    say(_("Awaited: {seats}.").format(seats=listed(game.awaited())))
    _tell_mailed(mailed)
    note(_("Next: bugyo what {game}").format(game=game.id), QUIET)


def _tell_mailed(mailed: Sequence[str]) -> None:
    if mailed:
        note(_("Mails are written to {seats}.").format(seats=listed(mailed)))


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
        "With --outgoing whoever is awaited then gets a mail."
    ),
)
@game_argument()
@click.argument("seat", metavar="SEAT")
@click.argument("file", type=click.File("rb"), metavar="FILE|-")
@mail_options
def orders(
    store: Path, as_json: bool, game: str, seat: str, file: Any, outgoing: Path | None, address: str
) -> None:
    box, raw = outbox(outgoing), file.read(LONGEST + 1)
    lines = _lines(raw, getattr(file, "name", "-"))
    with existing(store) as record:
        stands = record.load(game).game
        if seat not in stands.seats:
            said = _("Nobody sits at “{seat}” in {game}. The seats are: {seats}.")
            message = said.format(seat=seat, game=game, seats=", ".join(stands.seats))
            raise click.BadParameter(message, param_hint="SEAT")
        reference = hashlib.sha256(raw).hexdigest()
        act = Act(COMMAND_LINE, reference, seat, "referee", behalf=person_at(stands, seat))
        results = Sheet(Referee(record), game, seat, act).play(lines)
        mailed = write(record, box, address, lambda desk: desk.tell(game))
        played = Played(results, _effects(record, game, seat, results), record.load(game), mailed)
    if as_json:
        document(_results(seat, played))
    else:
        _tell_results(seat, played)
    if any(result.outcome in (UNREADABLE, REFUSED_LINE) for result in results):
        sys.stdout.flush()
        click.get_current_context().exit(REFUSED)


def _lines(raw: bytes, name: str) -> list[Line]:
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


def _effects(record: Record, game: str, seat: str, results: Sequence[Result]) -> dict[int, list[str]]:
    """What the seat may read of what followed from each line, the order itself left out."""
    positions = {n: r.line.number for r in results if r.first for n in range(r.first + 1, r.last + 1)}
    effects: dict[int, list[str]] = {result.line.number: [] for result in results}
    if positions:
        for line in log(replay_of(record, game, seat), seat, after=min(positions) - 1):
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
                "error": result.error,
                "effects": played.effects[result.line.number],
            }
            for result in played.results
        ],
        "position": game.position,
        "turn": game.turn,
        "head": played.kept.head.hex(),
        "over": game.is_over(),
        "winners": game.winners,
        "awaited": game.awaited(),
        "mailed": played.mailed,
    }


def _tell_results(seat: str, played: Played) -> None:
    for result in played.results:
        _tell_result(result, played.effects[result.line.number])
    game = played.kept.game
    _tell_mailed(played.mailed)
    say(_("Event {position}, head {head}.").format(position=game.position, head=played.kept.head.hex()))
    if game.is_over():
        say(_("The game is over. Winners: {seats}.").format(seats=listed(game.winners) or _("nobody")))
    elif game.awaited():
        say(_("Awaited: {seats}.").format(seats=listed(game.awaited())))
        note(_("Next: bugyo what {game} --seat {seat}").format(game=game.id, seat=game.awaited()[0]), QUIET)


def _tell_result(result: Result, effects: Sequence[str]) -> None:
    number, style = result.line.number, STYLES.get(result.outcome, FAILS)
    said = _("{number:>4}  {text}  ({outcome})")
    say(said.format(number=number, text=result.line.text, outcome=_(result.outcome)), style)
    for text in effects:
        say(f"        {text}")
    for line in result.error.splitlines():
        say(f"      {line}", FAILS)
