"""People who stand by in a running game by a line of their own, as far as the club's file lets them."""

from __future__ import annotations

from domain.kit.errors import IllegalMove, StaleOrder
from referee.club import reliability
from referee.club.club_file import KNOWN, NOBODY, Club
from referee.club.lists import Who, check_shape
from referee.club.words import StandBy
from referee.games import people
from referee.games.addresses import lost_at, mailbox_of
from referee.games.referee import Referee
from referee.record import timers
from referee.record.envelope import MAIL, Act
from referee.record.mail_cases import persons_at


def stand_by(referee: Referee, club: Club, wish: StandBy, who: Who, act: Act) -> None:
    """Raises `OrderError`."""
    check(referee, club, wish, who)
    people.list_standby(referee, wish.name, act.person, True, act, who.address.lower())


def check(referee: Referee, club: Club, wish: StandBy, who: Who) -> None:
    """Raises `OrderError`."""
    record, game = referee.record, wish.name
    if club.standbys == NOBODY or (club.standbys == KNOWN and not who.is_known):
        known = "In this club whoever plays here, or has played here, may stand by."
        raise _refused("In this club nobody stands by unasked." if club.standbys == NOBODY else known)
    if game not in record.games() or record.load(game).game.is_over():
        raise StaleOrder(f"No game “{game}” is played here.", "“games” names those that there are.")
    register, limits = record.load(game).game.register, club.limits
    if _was_there(referee, game, who):
        raise _refused("You have been in this game already: only its referee can put you there again.")
    if len(register.standbys) >= limits.standing_by:
        raise _refused(f"{len(register.standbys)} people stand by in this game already.")
    if sum(_stands_by(referee, *one) for one in persons_at(record, who.address)) >= limits.stood_on:
        raise _refused(f"You stand by in {limits.stood_on} games already.")
    reliability.check(record, reliability.least_of(record, game), who.address, newcomers=club.newcomers)
    check_shape(wish.person or who.name)
    people.check_name(referee, game, wish.person or who.name, who.address, Act(MAIL))


def _was_there(referee: Referee, game: str, who: Who) -> bool:
    """Whether he has or had a seat, stands by, acts for somebody or did: whoever knows one seat may not sit
    at another."""
    record = referee.record
    here = (*record.addresses(game).values(), *timers.people_of(record.recorder, game).values())
    lost = any(one == game for one, _position in lost_at(record, who.mailbox))
    return lost or who.mailbox in map(mailbox_of, here)


def _stands_by(referee: Referee, game: str, person: str) -> bool:
    return person in referee.record.load(game).game.register.standbys


def _refused(why: str, *instead: str) -> IllegalMove:
    return IllegalMove("lists", why, *instead)
