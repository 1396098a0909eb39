"""open: a game, its seats, and how its throws are proven."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.begin.games import title_named
from cli.frame.codes import REFUSED
from cli.frame.command import command, title_argument
from cli.frame.desk_setup import check_address, mail_options, outbox, tell_mailed
from cli.frame.mailing import write
from cli.frame.officials import check_look
from cli.frame.persons import Person, newcomer, seated
from cli.frame.printing import HOLDS, QUIET, document, fields, note, say
from cli.frame.reasons import sit_at_one_keyboard
from cli.frame.records import data_option
from cli.frame.standing import level_lines, next_steps, stand, stands
from cli.frame.stop import Stop
from cli.frame.stores import made
from cli.play.policy import Change, policy_options
from domain.game.entries.levels import WITNESS, WITNESSED
from domain.game.entries.policy import AT_REVEAL, TODAY, Policy
from domain.kit.errors import IllegalMove
from domain.kit.sealed import REFEREE
from projections.language.messages import _, wrap
from projections.telling.own_tables import own_tables
from referee.club.reliability import ask_for
from referee.club.reliability import check as check_reliable
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.owner_data.checked import own_set
from referee.programs.seats import join_all
from referee.proof.levels import LEVELS
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.location import Place
from referee.record.record import Kept, Record
from referee.telling.agreed import agreements


class Made(Struct, frozen=True):
    """A game that has just been opened, who plays and who is its witness, and who was written to."""

    kept: Kept
    people: dict[str, Person]
    witness: Person | None
    mailed: tuple[str, ...]


@command(
    "open",
    'bugyo open shinobi --id summer --player "Anna <anna@example.org>" --player Boris --player Chiyo',
    "bugyo open shinobi --seat iga=Anna --seat ise=Boris --seat kii=Chiyo --preset official",
    "bugyo open shinobi --player Anna --bot ise=steady --bot kii=keen:40",
    "bugyo open shinobi --one-keyboard --player Anna --player Boris --player Chiyo",
    'bugyo open shinobi --level 3 --witness "Dai <dai@example.org>" --player Anna --player Boris --player Al',
    more=_(
        "People take the seats in their order, or the seats that they are named for. An address is "
        "registered for the mail desk and shown to nobody. With --outgoing everybody gets the first mail. "
        "The game begins when every seat has joined: each sends “join” and a phrase of its own, which "
        "enters every throw. At level 0 nobody has to join, and nothing is proven. A program takes a seat "
        "with --bot: random, steady by rules of thumb, keen:N by N games that it plays on in its head for "
        "an order. It joins by itself, and everybody reads that it is a program."
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
@click.option(
    "--bot", "bots", multiple=True, metavar="SEAT=STRENGTH", help=_("Which program takes this seat.")
)
@click.option("--scenario", default="", help=_("How the title is set up.  [default: its first scenario]"))
@click.option("--preset", default="default", show_default=True, help=_("Which options of the rules hold."))
@click.option(
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help=_("One option that is to differ from the preset."),
)
@data_option(_("Your own data set instead of the one that ships."))
@click.option(
    "--level",
    type=click.IntRange(0, max(LEVELS)),
    default=1,
    show_default=True,
    help=_(
        "How throws are proven: 0 real dice, entered by hand; 1 the referee's sheet; 2 also sheets of the "
        "seats; 3 also a witness."
    ),
)
@click.option("--witness", metavar="PERSON", help=_("Who opens a cell for every throw, at level 3."))
@click.option(
    "--reliable",
    type=click.IntRange(0, 100),
    default=0,
    metavar="PERCENT",
    help=_("The least share of answers in time, of people with an address of whom there is a record here."),
)
@click.option(
    "--one-keyboard",
    is_flag=True,
    help=_("All sit at one keyboard: whoever types sees every hand, as the record says from its opening on."),
)
@policy_options
@mail_options
def open_(
    store: Place,
    as_json: bool,
    title: str,
    players: tuple[str, ...],
    seats: tuple[str, ...],
    bots: tuple[str, ...],
    witness: str | None,
    reliable: int,
    one_keyboard: bool,
    change: Change,
    outgoing: Path | None,
    address: str,
    **settings: Any,
) -> None:
    rules = title_named(title)
    settings["policy"] = change(replace(TODAY, sheets=True))
    people = seated(rules.seats, seats, players, bots, choose=rules.choose_seats)
    watcher = _witness(witness, settings["level"])
    if one_keyboard:
        _check_one_keyboard(people, settings["policy"])
    box = outbox(outgoing)
    with made(store) as record:
        check_address(record, box, address, *(one.address for one in (*people.values(), watcher) if one))
        for one in people.values():
            if one.address:
                _check_reliable(record, reliable / 100, one)
        kept = _open(record, title, people, **settings)
        kept = sit_at_one_keyboard(record, kept.game.id) if one_keyboard else kept
        _register(record, kept.game.id, people, watcher)
        ask_for(record, kept.game.id, reliable / 100)
        kept = join_all(Referee(record), kept.game.id)
        mailed = write(record, box, address, lambda desk: desk.announce(kept.game.id))
    opened = Made(kept, people, watcher, mailed)
    if as_json:
        document(_opened(opened))
    else:
        _tell_opened(opened)


def _check_one_keyboard(people: dict[str, Person], policy: Policy) -> None:
    """A usage error where somebody plays by mail, or the players are told of looks only later. Raises `Stop`
    in a club whose referees look by name."""
    check_look(REFEREE)
    if any(one.address for one in people.values()):
        said = _(
            "Whoever plays by mail sits at no keyboard of yours: leave out the addresses, or the option."
        )
        raise click.BadParameter(said, param_hint="--one-keyboard")
    if policy.referee.looks == AT_REVEAL:
        said = _("Looks are told at the next reveal in this game, and this is told at its opening.")
        raise click.BadParameter(said, param_hint="--one-keyboard")


def _witness(written: str | None, level: int) -> Person | None:
    """Who is the witness. A usage error where the level has none, or needs one."""
    if level >= WITNESSED and written is None:
        raise click.UsageError(_("Level {level} needs a witness: add --witness PERSON.").format(level=level))
    if level < WITNESSED and written is not None:
        said = _(
            "A witness has nothing to do at level {level}: add --level {needed}, or leave --witness out."
        )
        raise click.UsageError(said.format(level=level, needed=WITNESSED))
    return None if written is None else newcomer(written)


def _open(
    record: Record,
    title: str,
    people: dict[str, Person],
    *,
    name: str | None,
    data: Path | None,
    options: tuple[str, ...],
    **settings: Any,
) -> Kept:
    files, tables = own_set(title, data) if data else (None, None)
    opening = Opening(
        name or free_name(record, title),
        title,
        tuple(one.name for one in people.values()),
        data=files,
        tables=tables,
        seats=tuple(people),
        options=_options(options),
        **settings,
    )
    return Referee(record).open(opening, Act(COMMAND_LINE))


def _options(written: tuple[str, ...]) -> dict[str, str]:
    """What is written as NAME=VALUE. A usage error for anything else."""
    for text in written:
        if "=" not in text:
            said = _("“{text}” sets no option. Write NAME=VALUE; “bugyo games TITLE” lists the names.")
            raise click.BadParameter(said.format(text=text), param_hint="--option")
    return {name: value for name, _found, value in (text.partition("=") for text in written)}


def _check_reliable(record: Record, least: float, one: Person) -> None:
    try:
        check_reliable(record, least, one.address)
    except IllegalMove as why:
        raise Stop(f"{one.name}: {why}", REFUSED) from None


def _register(record: Record, game: str, people: dict[str, Person], witness: Person | None) -> None:
    parties = {**people, WITNESS: witness} if witness else people
    for party, somebody in parties.items():
        if somebody.address:
            record.register(game, party, somebody.address)


def free_name(record: Record, title: str) -> str:
    """A name that no game of the store has: "rising-sun-1"."""
    taken, called = set(record.games()), title.replace("_", "-")
    return next(name for number in count(1) if (name := f"{called}-{number}") not in taken)


def _opened(made: Made) -> dict[str, Any]:
    opened, level = made.kept.game.opened, LEVELS[made.kept.game.ledger.level]
    policy = made.kept.game.register.policy
    assert opened is not None, "A game that has just been opened has an opening."
    return {
        "game": made.kept.game.id,
        **fields(opened, "title", "scenario", "edition", "preset", "options"),
        **fields(opened, "data", "tables", "chance", "level"),
        "excludes": level.excludes,
        "leaves": level.leaves,
        "key": opened.key,
        "policy": fields(policy, *policy.__struct_fields__),
        "seats": [
            {"seat": seat, "person": one.name, "address": one.address} for seat, one in made.people.items()
        ],
        "witness": made.witness,
        **stand(made.kept),
        "mailed": made.mailed,
    }


def _tell_opened(made: Made) -> None:
    game, opened = made.kept.game, made.kept.game.opened
    assert opened is not None, "A game that has just been opened has an opening."
    said = _("{game} is open: {name}, scenario {scenario}.")
    say(said.format(game=game.id, name=game.rules.name, scenario=opened.scenario), HOLDS)
    for seat, one in {**made.people, **({WITNESS: made.witness} if made.witness else {})}.items():
        say(f"  {seat:<10} {one.name}{f' <{one.address}>' if one.address else ''}")
    said = _("Edition {edition}, preset {preset}, data set {data}.")
    say(said.format(edition=opened.edition, preset=opened.preset, data=opened.data[:16]))
    if opened.tables:
        say("\n".join(wrap(own_tables(opened))))
    for line in (*level_lines(opened.level), *agreements(game.register.policy)):
        say(line)
    say(
        _("Event {position}, head {head}.").format(
            position=made.kept.game.position, head=made.kept.head.hex()
        )
    )
    say(stands(game))
    tell_mailed(made.mailed)
    for line in next_steps(game):
        note(line, QUIET)
