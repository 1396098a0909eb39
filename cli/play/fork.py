"""fork: a game as it stood after one of its events goes on in another store, as a what-if."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import click
from msgspec.structs import replace

from cli.frame.codes import CANNOT_CREATE
from cli.frame.command import PlaceType, command, complete_game
from cli.frame.persons import programs_at
from cli.frame.printing import HOLDS, QUIET, document, note, say
from cli.frame.reasons import Look, person_option, reason_option, recorded
from cli.frame.records import data_option, filled, is_file, read_game
from cli.frame.standing import stand, stands
from cli.frame.stop import Stop
from cli.frame.stores import existing, made
from domain.game.entries.entries import Imagined
from domain.kit.sealed import REFEREE
from projections.language.messages import _
from referee.audit.game_lines import Export, read_export
from referee.copies.forking import Left, Plan, begin, check_room, left_by, left_in, planned
from referee.copies.imagining import Guess, begin_guess, guess, is_seats, seen_by
from referee.games.what_if import holds_what_ifs
from referee.record.location import Place, Server
from referee.record.record import Kept, Record


@command(
    "fork",
    "bugyo fork bots-7-1 --at 41",
    'bugyo fork summer --at 41 --reason "dispute 3: what if the other hex was meant"',
    "bugyo fork summer.zip --at 41 --as summer-if --into try.db",
    "bugyo fork summer-iga.jsonl --seed 7 --bot ise=steady --into try.db",
    more=_(
        "Nothing of the game is changed, and none of its throws is drawn: faces of the what-if come from a "
        "generator, or with --real from dice that you enter, and are marked wherever they are shown. All "
        "commands work on the what-if; no mail is written of it. Its first events have the same digests as "
        "those of the game. It holds everything that is sealed: forking a game that is played is a look, "
        "which every player reads, with the --reason. FILE is an export or a bundle in which nothing is "
        "sealed."
    )
    + "\n\n"
    + _(
        "FILE may also be what a seat sees of a game that is played: what the seat cannot know is then "
        "imagined, with --seed each time otherwise. Such a what-if is a game of its own, and no continuation "
        "of the other; you order for every seat, or let programs play with --bot and “bugyo solo”."
    ),
)
@click.argument("what", metavar="GAME|FILE|-", shell_complete=complete_game)
@click.option(
    "--at",
    type=click.IntRange(min=1),
    metavar="N",
    help=_("After event N, where all that follows from an order ends.  [default: the newest]"),
)
@click.option("--as", "name", default="", metavar="NAME", help=_("What it is called.  [default: GAME-if-N]"))
@click.option(
    "--into",
    type=PlaceType(),
    metavar="STORE",
    help=_("The store of what-ifs that it goes on in.  [default: FILE.what-if beside the store]"),
)
@click.option("--real", is_flag=True, help=_("Faces are entered by hand, with “bugyo throw”."))
@click.option(
    "--seed",
    type=click.IntRange(0, 2**31 - 1),
    metavar="N",
    help=_("What is imagined where FILE is what a seat sees: the same seed, the same.  [default: 1]"),
)
@data_option(_("The data set that the game was played with, where FILE leaves it out."))
@click.option(
    "--bot",
    "bots",
    multiple=True,
    metavar="SEAT=STRENGTH",
    help=_("A program at a seat of such a what-if: random, steady, or keen:N; may be given again."),
)
@reason_option
@person_option
def fork(
    store: Place,
    as_json: bool,
    what: str,
    at: int | None,
    name: str,
    into: Place | None,
    real: bool,
    seed: int | None,
    data: Path | None,
    bots: tuple[str, ...],
    reason: str,
    person: str,
) -> None:
    if is_file(what):
        target: Place = into or beside(store)
        export = filled(_export(what), data)
        if is_seats(export):
            kept = _guessed(target, export, at, Guess(0, name, 1 if seed is None else seed, real), bots)
        else:
            _nothing_imagined(seed, bots)
            left = left_by(export)
            plan = planned(left, at, name, real=real)
            with made(target) as what_ifs:
                kept = begin(what_ifs, left, plan)
    else:
        _nothing_imagined(seed, bots)
        with existing(store) as record:
            left, look = left_in(record, what), Look(REFEREE, reason, person)
            plan, target = planned(left, at, name, real=real), _target(record, store, into)
            kept = _forked(record, target, left, plan, look)
    if as_json:
        document({"game": kept.game.id, "store": str(target), **stand(kept)})
    else:
        _tell(kept, target)


def _guessed(target: Place, export: Export, at: int | None, wanted: Guess, bots: Sequence[str]) -> Kept:
    """A what-if from what a seat sees."""
    sight = seen_by(export)
    seats = tuple(held.seat for held in sight.opened.seats)
    sit = {seat: one.name for seat, one in programs_at(seats, bots, {}).items()}
    guessed = guess(sight, at, replace(wanted, programs=sit))
    with made(target) as what_ifs:
        return begin_guess(what_ifs, sight, guessed)


def _nothing_imagined(seed: int | None, bots: Sequence[str]) -> None:
    """A usage error for what means nothing where all of a game is known."""
    if seed is not None or bots:
        raise click.UsageError(_("--seed and --bot are for what a seat sees of a game that is played."))


def _export(what: str) -> Export:
    game = read_game(what)
    if isinstance(game, Export):
        return game
    from referee.bundle.members import GAME  # takes its time, and few need it

    return read_export(game.members[GAME].splitlines(keepends=True))


def beside(store: Place) -> Place:
    """The store of the what-ifs of "games.db": "games.what-if.db" beside it. A usage error for a server."""
    if isinstance(store, Server):
        raise click.UsageError(_("The store is on a server: name one for the what-if with --into STORE."))
    return store.with_name(f"{store.stem}.what-if{store.suffix}")


def _target(record: Record, store: Place, into: Place | None) -> Place:
    """Where the what-if goes on: not in the store of the game; that of a what-if takes further ones.

    Raises `Stop`.
    """
    target = into or (store if holds_what_ifs(record) else beside(store))
    if _is_same(store, target) and not holds_what_ifs(record):
        said = _("{store} holds the game itself, and a what-if goes on in another store. Leave out --into.")
        raise Stop(said.format(store=store), CANNOT_CREATE)
    return target


def _is_same(store: Place, target: Place) -> bool:
    if isinstance(store, Server) or isinstance(target, Server):
        return store == target
    return target.exists() and target.samefile(store)


def _forked(record: Record, target: Place, left: Left, plan: Plan, look: Look) -> Kept:
    """The look is recorded before anything is seen, and once nothing else is in the way."""
    game = record.load(left.game).game
    if not (game.is_over() or game.ledger.fork or look.reason.strip()):
        said = _("While {game} is on, a fork is a look at all that is sealed: say why with --reason TEXT.")
        raise click.UsageError(said.format(game=left.game))
    with ExitStack() as stack:
        same = _is_same(record.place, target)
        what_ifs = record if same else stack.enter_context(made(target))
        check_room(what_ifs, left, plan)
        recorded(record, game, look)
        return begin(what_ifs, left, plan)


def _tell(kept: Kept, target: Place) -> None:
    fork, game = kept.game.ledger.fork, kept.game
    assert fork is not None, "It was forked just now."
    said = _("{name} goes on from {game} after event {at}, in {store}.")
    if isinstance(fork, Imagined):
        said = _("{name} begins with what {seat} sees of {game} after event {at}, in {store}.")
    about = {"game": fork.game, "at": fork.at, "seat": getattr(fork, "seat", "")}
    say(said.format(name=game.id, store=target, **about), HOLDS)
    say(stands(game))
    say(_("No mail is written of it, and no throw of it is one of {game}.").format(game=fork.game))
    said = _("Next: bugyo what {name} --store {store}")
    note(said.format(name=game.id, store=target), QUIET)
