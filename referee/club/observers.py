"""People who observe games: what everybody may see of a game comes to them by mail.

The record of a game says nothing of them: nothing in it follows from who looks on, its heads would cover
their names for ever, and whoever stops has to be forgotten.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.kit.errors import BrokenRecord, IllegalMove, StaleOrder
from domain.kit.likeness import is_alike
from referee.games import people
from referee.games.addresses import acting, mailbox_of
from referee.games.old_enough import seen_count
from referee.games.referee import Referee
from referee.record.envelope import MAIL, Act
from referee.record.observers import Observer, ObserverTable
from referee.record.record import Record

if TYPE_CHECKING:  # whoever only ends it needs no club
    from referee.club.club_file import Club
    from referee.club.lists import Who
    from referee.club.words import Observe

OF_A_MAILBOX, OF_A_GAME = 5, 30
"""Games that one mailbox may observe, and people who may observe one; those who have stopped within a day
count, so that nobody begins and stops without end."""

DAY = 86_400_000


def begin(referee: Referee, club: Club, wish: Observe, who: Who, now: int) -> Observer:
    """Raises `OrderError`."""
    check(referee, club, wish, who, now)
    seen = seen_count(referee.record, wish.name, now)
    one = Observer(wish.name, who.mailbox, who.address.lower(), wish.person or who.name, now, seen)
    ObserverTable(referee.record).begin(one)
    return one


def check(referee: Referee, club: Club, wish: Observe, who: Who, now: int) -> None:
    """Raises `OrderError`."""
    from referee.club.lists import check_shape

    record, game = referee.record, wish.name
    if "games" not in club.public or not may_watch(record, game, now):
        raise StaleOrder(f"No game “{game}” can be observed here.", "“games” names those that there are.")
    kept = record.load(game)
    if kept.game.is_over() and seen_count(record, game, now) == kept.game.position:
        raise StaleOrder(f"The game “{game}” is over: nothing more happens in it.")
    if is_seated(record, game, who.address, now):
        raise _refused("You play in this game: its mails come to you as they are.")
    table = ObserverTable(record)
    mine, here = table.of_mailbox(who.mailbox), table.of_game(game)
    if any(one.game == game and not one.ended_at for one in mine):
        raise StaleOrder(f"You observe “{game}” already.", f"“stop observing {game}” ends that.")
    if sum(one.game != game for one in mine) >= OF_A_MAILBOX:
        raise _refused(f"You may observe {OF_A_MAILBOX} games, and begin with so many in a day.")
    if sum(one.mailbox != who.mailbox for one in here) >= OF_A_GAME:
        raise _refused(f"{OF_A_GAME} people observe this game already, or did today.")
    name = wish.person or who.name
    check_shape(name)
    people.check_name(referee, game, name, who.address, Act(MAIL))
    if any(one.mailbox != who.mailbox and is_alike(name, one.person) for one in here if one.person):
        raise _refused(
            "Somebody who observes this game is called so, or nearly so.",
            "Write another behind “named”, such as “named Dora K.”.",
        )


def may_watch(record: Record, game: str, now: int) -> bool:
    """Whether everybody may see a game now. A private one is not told apart from one that is not there."""
    try:
        return game in record.games() and seen_count(record, game, now) > 0
    except BrokenRecord:
        return False


def is_seated(record: Record, game: str, address: str, now: int) -> bool:
    """Whether mails of a seat go there, whatever the spelling, or it may act for one."""
    at = map(mailbox_of, record.addresses(game).values())
    return mailbox_of(address) in at or any(one.game == game for one in acting(record, address, now))


def of(record: Record, address: str) -> list[Observer]:
    """The games that a mailbox observes."""
    return [one for one in ObserverTable(record).of_mailbox(mailbox_of(address)) if not one.ended_at]


def watching(record: Record, game: str) -> list[Observer]:
    return [one for one in ObserverTable(record).of_game(game) if not one.ended_at]


def end(record: Record, address: str, game: str, now: int) -> list[str]:
    """`game` is "" for all."""
    table, mailbox = ObserverTable(record), mailbox_of(address)
    ended = [one.game for one in of(record, address) if game in ("", one.game)]
    for name in ended:
        table.end(name, mailbox, now)
    return ended


def _refused(why: str, *instead: str) -> IllegalMove:
    return IllegalMove("lists", why, *instead)
