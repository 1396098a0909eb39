"""solo: a person against programs, in the terminal or on the page, from nothing."""

from __future__ import annotations

import getpass
from itertools import islice
from secrets import token_hex

import click
from msgspec import Struct
from msgspec.structs import replace

from cli.begin.games import title_named
from cli.frame.codes import INTERRUPTED
from cli.frame.command import command, complete_title
from cli.frame.languages import language_option
from cli.frame.persons import program as program_named
from cli.frame.printing import document, note
from cli.frame.standing import stand
from cli.frame.stores import made
from cli.play.open import free_name
from cli.play.table import Table
from domain.game.entries.policy import TODAY
from domain.game.entries.protocol_orders import Join
from domain.game.state.game_state import GameState
from domain.kit.likeness import is_like_a_program
from domain.kit.rules import Rules
from projections.language.messages import _
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.programs.choosing import STEADY
from referee.programs.seats import join_all, named, play_waiting
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.location import Place
from referee.record.record import Record
from referee.service.extras import need_pages

SOMEBODY = "You"
"""Who plays, where the system has no name for its user, or one that is a program's."""


class Against(Struct, frozen=True):
    """How a game is begun: the person's seat ("" for the first), the program at each of the others, how many
    play (0 for as few as can), and the preset."""

    seat: str
    program: str
    players: int
    preset: str


@command(
    "solo",
    "bugyo solo shinobi",
    "bugyo solo twilight_shogun --against keen:60",
    "bugyo solo kawanakajima --seat uesugi --page",
    "bugyo solo shinobi-1",
    more=_(
        "Programs take the other seats, and you play at once: orders are listed with numbers, and a number "
        "or the order itself is your answer; “help” says what else may be asked, “undo” takes back. With "
        "--page you play in a browser on this machine. The game is recorded like any other; where you stop, "
        "the same command with its id goes on. With --json it is only begun, and the document says where it "
        "stands."
    ),
)
@click.argument("what", metavar="TITLE|GAME", shell_complete=complete_title)
@click.option("--seat", default="", metavar="SEAT", help=_("Your seat.  [default: the first]"))
@click.option(
    "--against",
    "program",
    default=STEADY,
    show_default=True,
    metavar="STRENGTH",
    help=_("The program at the other seats: random, steady, or keen:N."),
)
@click.option(
    "--players",
    type=click.IntRange(min=2),
    metavar="N",
    help=_("How many play, you among them.  [default: as few as can]"),
)
@click.option("--preset", default="default", show_default=True, help=_("Which options of the rules hold."))
@click.option("--page", is_flag=True, help=_("Play in a browser on this machine; Ctrl-C ends."))
@language_option
def solo(
    store: Place,
    as_json: bool,
    what: str,
    seat: str,
    program: str,
    players: int | None,
    preset: str,
    page: bool,
) -> None:
    if page:
        need_pages()  # before a game is begun that nobody could play so
    with made(store) as record:
        game = _begun(record, what, Against(seat, program_named(program).name, players or 0, preset))
        seat = seat_of_person(game)
        if page:
            from cli.play.solo_page import play_on_page

            play_on_page(record, game.id, seat)
        elif as_json:
            play_waiting(Referee(record), game.id)
        else:
            _sit_down(Table(record, game.id, seat), game.id)
        kept = record.load(game.id)
    if as_json:
        document({"game": game.id, "seat": seat, **stand(kept)})
    elif not kept.game.is_over():
        _tell_how_to_go_on(game.id)
    else:
        note(_("Next: bugyo replay {game}, or bugyo audit {game}").format(game=game.id))


def _sit_down(table: Table, game: str) -> None:
    try:
        table.play()
    except KeyboardInterrupt:
        note("")
        _tell_how_to_go_on(game)
        click.get_current_context().exit(INTERRUPTED)


def _tell_how_to_go_on(game: str) -> None:
    note(_("The game is kept. To go on: bugyo solo {game}").format(game=game))


def _begun(record: Record, what: str, against: Against) -> GameState:
    """The game of that id where there is one; else a new one of that title, which everybody has joined."""
    if what in record.games():
        return _own(record, record.load(what).game)
    people = _people(title_named(what), against)
    referee, game = Referee(record), free_name(record, what)
    opening = Opening(
        game,
        what,
        tuple(people.values()),
        preset=against.preset,
        seats=tuple(people),
        policy=replace(TODAY, sheets=True, advice=True),
    )
    seat = seat_of_person(referee.open(opening, Act(COMMAND_LINE)).game)
    phrase = f"{people[seat]} sits down at this table: {token_hex(16)}."
    referee.take(game, seat, Join(phrase), Act(COMMAND_LINE, seat=seat, person=people[seat]))
    return join_all(referee, game).game


def _own(record: Record, game: GameState) -> GameState:
    """A game of one person, who sits here. A usage error for a game of others, or by mail: whoever sat down
    would see a hand, and nobody would read of it."""
    persons = [seat for seat in game.seats if holds(game, seat)]
    others = len(persons) > 1 or any(seat in record.addresses(game.id) for seat in persons)
    if others and not (game.ledger.fork or game.is_over()):
        said = _(
            "{game} is played by others, or by mail. Look at a seat with “bugyo show {game} --seat SEAT "
            "--reason TEXT”, and order for it with “bugyo orders”."
        )
        raise click.BadParameter(said.format(game=game.id), param_hint="GAME")
    return game


def holds(game: GameState, seat: str) -> bool:
    """Whether a person has a seat."""
    return bool(game.register.holders.get(seat)) and not game.register.program(seat)


def _people(rules: Rules, against: Against) -> dict[str, str]:
    """Who sits where. A seat that the scenario cannot do without wins nothing: rules of thumb play it."""
    scenario = rules.scenarios[0]
    own = against.seat or next(seat for seat in rules.seats if seat not in scenario.needs)
    if own not in rules.seats:
        said = _("{title} has no seat “{seat}”. The seats are: {seats}.")
        text = said.format(title=rules.title, seat=own, seats=", ".join(rules.seats))
        raise click.BadParameter(text, param_hint="--seat")
    needed = (*scenario.needs, own)
    rest = (seat for seat in rules.seats if seat not in needed)
    taken = {*needed, *islice(rest, _players(rules, against) - len(set(needed)))}
    programs = {seat: named(STEADY) for seat in scenario.needs}
    seats = [seat for seat in rules.seats if seat in taken]
    return {seat: user() if seat == own else programs.get(seat, against.program) for seat in seats}


def _players(rules: Rules, against: Against) -> int:
    """How many sit down. A usage error where the title is not for so many."""
    fewest, most = rules.scenarios[0].seats
    if against.players and not fewest <= against.players <= most:
        said = _("{title} is for {fewest} to {most}.")
        text = said.format(title=rules.name, fewest=fewest, most=most)
        raise click.BadParameter(text, param_hint="--players")
    return against.players or fewest


def user() -> str:
    """The name of the system's user."""
    try:
        name = getpass.getuser()
    except (OSError, KeyError):  # the system knows no name
        return SOMEBODY
    return SOMEBODY if is_like_a_program(name) else name


def seat_of_person(game: GameState) -> str:
    """The first seat that no program has. A usage error where there is none."""
    for seat in game.seats:
        if holds(game, seat):
            return seat
    said = _("Programs have all seats of {game}.").format(game=game.id)
    raise click.BadParameter(said, param_hint="GAME")
