"""what: who is awaited, and with which orders."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
from msgspec import Struct

from cli.frame.command import command, game_argument
from cli.frame.printing import QUIET, document, note, say
from cli.frame.reasons import Look, at_one_keyboard, check_viewer, look_options, recorded
from cli.frame.standing import asked, level_lines, named, next_steps, person_at, stands, won
from cli.frame.stores import existing, is_new_user, tell_broken, whole
from domain.game.entries.levels import WITNESS
from domain.game.entries.protocol_orders import Commit, Root
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState
from domain.game.state.words import WORDS, forms_of, notation_of
from domain.kit.errors import BrokenRecord
from domain.kit.sealed import PUBLIC, REFEREE
from projections.language.messages import _
from projections.read_model.rows import OPEN
from projections.replay import viewers
from projections.telling.log import what_if
from referee.record.location import Place

MOST = 24
"""Legal orders that are printed one by one; --json has them all."""


class Awaited(Struct, frozen=True):
    """A seat that must speak. `orders` is None where they cannot be listed, or are not for this viewer.

    `cell` is the number of the cell of its own that its order needs, and `place` that of the order; 0 where
    it has no cells.
    """

    seat: str
    person: str
    forms: tuple[str, ...]
    orders: tuple[str, ...] | None
    hidden: bool
    cell: int
    place: int


@command(
    "what",
    "bugyo what summer",
    "bugyo what",
    'bugyo what summer --seat iga --reason "Anna asks on the phone what she may order"',
    more=_(
        "Without GAME it looks at every game that is being played. Orders that come from a hand are shown "
        "to its seat: looking with --seat is recorded, and needs --reason."
    ),
)
@game_argument(required=False)
@look_options()
def what(store: Place, as_json: bool, game: str | None, look: Look) -> None:
    if game is None:
        _all(store, as_json, look)
        return
    with existing(store) as record:
        stood = record.load(game).game
        check_viewer(game, look.viewer, viewers(stood))
        if look.viewer == PUBLIC and at_one_keyboard(record, game):
            look = Look(REFEREE)
        if recorded(record, stood, look):
            stood = record.load(game).game
    if as_json:
        document(_asked(stood, look.viewer))
    else:
        _tell(stood, look.viewer)
        _tell_more(stood)


def _all(store: Place, as_json: bool, look: Look) -> None:
    if look.viewer != PUBLIC:
        raise click.UsageError(_("With --seat name the GAME: a look is recorded in its game."))
    from cli.play.list import BROKEN_GAME, games_of  # one game needs no read model

    rows = [] if is_new_user(store) else games_of(store)
    games, broken = _loaded(store, [row["id"] for row in rows if row["status"] in (OPEN, BROKEN_GAME)])
    if as_json:
        lost = [{"game": error.game, "broken": str(error)} for error in broken]
        document([*(_asked(game, PUBLIC) for game in games), *lost])
        return
    for game in games:
        _tell(game, PUBLIC)
    if not games:
        note(_("No game is being played."))
    tell_broken(broken)


def _loaded(store: Place, ids: Sequence[str]) -> tuple[list[GameState], list[BrokenRecord]]:
    if not ids:
        return [], []
    with existing(store) as record:
        kept, broken = whole(record, ids)
    return [one.game for one in kept], broken


def _asked(game: GameState, viewer: str) -> dict[str, Any]:
    return {
        "game": game.id,
        "title": game.rules.title,
        "turn": game.label,
        "position": game.position,
        "over": game.is_over(),
        "winners": game.winners,
        "drawn": game.is_drawn,
        "begun": not game.ledger.absent,
        "level": game.ledger.level,
        "locked": game.asked is not None or game.pending is not None,
        "asked": asked(game),
        "viewer": viewer,
        "awaited": [awaited(game, seat, viewer) for seat in game.awaited()],
    }


def awaited(game: GameState, seat: str, viewer: str) -> Awaited:
    """A seat that must speak, and what it may say, as far as the viewer may know."""
    hidden = game.is_private() and viewer not in (seat, REFEREE)
    offers = None if hidden else game.offers(seat)
    orders = None if offers is None else tuple(map(notation_of(game).write, offers))
    return Awaited(seat, person_at(game, seat), _forms(game, seat), orders, hidden, *_cell(game, seat))


def _cell(game: GameState, seat: str) -> tuple[int, int]:
    """The number of the next cell of a seat, and the place of its next order."""
    ledger = game.ledger
    if not ledger.has_cells(seat) or ledger.absent:
        return 0, 0
    return ledger.next_number(seat), 0 if isinstance(ledger, FirstLedger) else ledger.next_place(seat)


def _forms(game: GameState, seat: str) -> tuple[str, ...]:
    """How what is asked of a party is written; a witness that is missing owes its root."""
    if seat != WITNESS:
        return forms_of(game)
    return WORDS.forms((Commit,) if isinstance(game.ledger, FirstLedger) else (Root,))


def _tell(game: GameState, viewer: str) -> None:
    if game.ledger.absent:
        _tell_joining(game)
        return
    if game.is_over():
        ended = won(game.winners, drawn=game.is_drawn) or _("nobody has won")
        say(_("{game} is over: {won}.").format(game=game.id, won=ended))
    elif not game.awaited():
        say(_("{game}, {turn}: {stands}").format(game=game.id, turn=game.label, stands=stands(game)))
    elif game.ledger.fork is not None:
        say(what_if(game.ledger.fork), QUIET)
    for seat in game.awaited():
        _tell_seat(game, awaited(game, seat, viewer))


def _tell_joining(game: GameState) -> None:
    said = _("{game} has not begun; these must join:")
    if game.stands_still():
        said = _("{game} stands still; these must join anew:")
    say(said.format(game=game.id))
    for seat in game.ledger.absent:
        forms = _(" or ").join(_forms(game, seat))
        say(_("  {seat}: {forms}").format(seat=named(game, seat), forms=forms))


def _tell_more(game: GameState) -> None:
    """What proves the throws of a game that is about to begin, and what helps where no order is asked."""
    missing = game.ledger.absent
    for line in level_lines(game.ledger.level) if missing else ():
        say(line, QUIET)
    for line in next_steps(game) if missing or not game.awaited() else ():
        note(line, QUIET)


def _tell_seat(game: GameState, one: Awaited) -> None:
    said = _("{game}, {turn}: {seat} is awaited.")
    say(said.format(game=game.id, turn=game.label, seat=named(game, one.seat)))
    for line in one.forms if one.orders is None else one.orders[:MOST]:
        say(f"  {line}")
    if one.cell:
        said = _("  Before it: the line of cell {number} of its own.")
        if one.place:
            said = _(
                "  Before it: cell {number} of its own, by bugyo seat fill … --place {place} --first {number}"
            )
        say(said.format(number=one.cell, place=one.place), QUIET)
    if one.hidden:
        said = _("  Which of these are legal, {seat} alone may know: --seat {seat} --reason TEXT.")
        say(said.format(seat=one.seat), QUIET)
    elif one.orders is not None and len(one.orders) > MOST:
        more = _("  … and {count} more; --json lists them all.")
        say(more.format(count=len(one.orders) - MOST), QUIET)
