"""Who has a token and a secret link for a seat: whoever sits there, and each whom it lets order for it.

Everybody has his own, derived with his name and a generation (`addresses.renew`): what is in other hands can
be made worthless for one of them without the others. A delegate who may only write has none.

Bearer    one of them
holder    whoever sits at a seat
bearers   all of a seat, as of a time
bearer_of the one of a name
"""

from __future__ import annotations

from msgspec import Struct

from domain.game.entries.people import PRESS
from domain.game.state.game_state import GameState
from referee.games.addresses import FIRST, generation
from referee.record.record import Record


class Bearer(Struct, frozen=True):
    """`behalf` names who sits there, "" where that is the person itself. `marks` are what token and link are
    derived with, beside game and seat; with `is_first`, the token needs none: nobody else has ever had one.
    """

    seat: str
    person: str
    marks: tuple[str, ...]
    behalf: str = ""
    is_first: bool = False


def holder(record: Record, game: GameState, seat: str) -> Bearer:
    """Whoever sits there, or the witness. Nobody sits at a seat that is free: its `person` is ""."""
    person = game.register.holders.get(seat, "")
    first = {held.seat: held.person for held in game.opened.seats} if game.opened else {}
    which = generation(record, game.id, seat, person)
    marks = (person,) if which == FIRST else (person, "generation", which)
    return Bearer(seat, person, marks, is_first=which == FIRST and person == first.get(seat, person))


def bearers(record: Record, game: GameState, seat: str, now: int) -> tuple[Bearer, ...]:
    """All who have a token of a seat at a time: none where nobody sits there."""
    sits = holder(record, game, seat)
    if seat in game.seats and not sits.person:
        return ()
    given = (one for one in game.register.delegations if one.seat == seat and one.scope != PRESS)
    delegates = (
        Bearer(
            seat,
            one.to,
            (one.to, "for", sits.person, str(one.until), generation(record, game.id, seat, one.to)),
            sits.person,
        )
        for one in given
        if now <= one.until
    )
    return (sits, *delegates)


def bearer_of(record: Record, game: GameState, seat: str, person: str, now: int) -> Bearer:
    """The one of that name; whoever sits there where none is named. Of somebody who may not act, or only
    write, what is derived is good for nothing."""
    if person in ("", game.register.holders.get(seat)):
        return holder(record, game, seat)
    found = (one for one in bearers(record, game, seat, now) if one.person == person)
    return next(found, Bearer(seat, person, (person, "for nothing")))
