"""People are not seats: who takes one, leaves one, acts for one; what all decide; policies and clocks.

Addresses are no part of the record: that of a seat is registered with it, those of standbys and delegates
beside it by their names. What is here is done at once: whoever is named by somebody else has agreed already
(`naming.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.entries import people
from domain.game.entries.policy import SEALED, Policy
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.likeness import program_of
from domain.kit.sealed import REFEREE
from referee.clocks.timetable import NoSuchZone, days_between, shared_zone
from referee.games import names, programs
from referee.games.addresses import Move, keep_address, keep_move, known, readdress
from referee.games.left_orders import called, end, unfit
from referee.games.referee import Referee, Taken, authorise
from referee.record import timers
from referee.record.envelope import HELD, MAIL, Act
from referee.record.record import Kept

MOST_DELEGATES = 3
"""Those who may act for a seat at a time: each of them is sent what the seat is sent."""

NOT_A_DAY = "Days are written as 2026-12-24, the first before the last."


def take_seat(
    referee: Referee, game: str, seat: str, person: str, reason: str, act: Act, address: str = ""
) -> Taken:
    """Another person takes a seat; its mail goes to `address`, or to what is known of a standby."""
    return _put(referee, game, people.SeatTaken(seat, person, reason), act, (person, address))


def leave_seat(referee: Referee, game: str, seat: str, reason: str, act: Act) -> Taken:
    """The person of a seat gives it up."""

    def make(g: GameState, _at: int) -> people.SeatLeft:
        return people.SeatLeft(seat, g.register.holders.get(seat, ""), reason)

    return referee.put(game, make, act)


def list_standby(
    referee: Referee, game: str, person: str, listed: bool, act: Act, address: str = ""
) -> Taken:
    """A person is ready to take a seat that falls free, or is so no more."""
    named = (person, address) if listed else ("", "")
    return _put(referee, game, people.Standby(person, listed), act, named)


def delegate(
    referee: Referee, game: str, seat: str, to: str, scope: str, until: int, act: Act, address: str = ""
) -> Taken:
    """A seat lets another person act for it until a time, in "orders", "press" or "all"."""
    with referee.record.recorder.together():
        check_delegates(referee, game, seat, to)
        taken = _put(referee, game, people.Delegated(seat, to, scope, until), act, (to, address))
        end_left(referee, taken.kept, seat, unfit(referee.record, taken.kept.game, seat, taken.kept.at))
        return taken


def end_delegation(referee: Referee, game: str, seat: str, to: str, act: Act, reason: str = "") -> Taken:
    """Somebody acts for a seat no more, and what he has left for it is not played."""
    with referee.record.recorder.together():
        taken = _put(referee, game, people.DelegationEnded(seat, to, reason), act)
        left = unfit(referee.record, taken.kept.game, seat, taken.kept.at)
        end_left(referee, taken.kept, seat, left, is_answered=act.cause == MAIL and not act.behalf)
        return taken


def end_left(
    referee: Referee, kept: Kept, seat: str, ended: Sequence[people.OrderHeld], *, is_answered: bool = False
) -> int:
    """Ends held orders of a seat, as `kept` has them; the event from which that is recorded, 0 where there
    are none. The seat is told by a mail, unless it is answered who has asked for it."""
    if not ended or kept.game.is_over():
        return 0
    taken = referee.decide(kept.game.id, lambda run, at: end(run, ended, at), Act(HELD, seat=seat))
    first = taken.kept.game.position - len(taken.entries) + 1
    if not is_answered:
        timers.call(referee.record.recorder, called(taken.kept, seat, first))
    return first


def change_address(
    referee: Referee, game: str, entry: people.AddressChanged, before: str, address: str, act: Act
) -> Taken:
    """A person is written to elsewhere; whoever has the address `before`, where several have his name."""
    if before == address.lower():
        raise StaleOrder(f"Mails to {entry.person} go there already.")
    with referee.record.recorder.together():
        taken = _put(referee, game, entry, act)
        readdress(referee.record, game, entry.person, before, address.lower())
        keep_move(referee.record, Move(game, entry, before, address.lower(), taken.kept.game.position))
    return taken


def agree(referee: Referee, game: str, seat: str, on: str, yes: bool, act: Act) -> Taken:
    """A seat agrees to "pause", "resume", "abandon", "show", "draw" or "SEAT wins"; with the last one it is
    decided. Of a vote that is sealed the record keeps nothing of the mail."""
    agreed = people.Agreed(seat, on, yes)
    if not votes_sealed(referee.record.load(game).game, on):
        return _put(referee, game, agreed, act)

    def make(g: GameState, at: int) -> people.Voted:
        authorise(g, seat, act, "", at)
        return people.sealed_vote(agreed)

    return referee.put(game, make, Act(act.cause))


def votes_sealed(game: GameState, on: str) -> bool:
    """Whether nobody is to see who agrees to something."""
    return people.is_vote(on) and game.register.policy.votes == SEALED


def concede(referee: Referee, game: str, seat: str, act: Act) -> Taken:
    """A seat gives the game up: between two the other wins, else it goes on as the policy says."""
    return _put(referee, game, people.Conceded(seat), act)


def pause(referee: Referee, game: str, reason: str, until: int, act: Act) -> Taken:
    """All clocks stop, with `until` (0: none) to that time."""
    return referee.put(game, lambda _game, at: people.Paused(people.BY_REFEREE, reason, at, until), act)


def resume(referee: Referee, game: str, reason: str, act: Act) -> Taken:
    return referee.put(game, lambda _game, at: people.Resumed(people.BY_REFEREE, reason, at), act)


def abandon(referee: Referee, game: str, reason: str, act: Act) -> Taken:
    """The game ends without winners, and everything is opened."""
    return _put(referee, game, people.Abandoned(people.BY_REFEREE, reason), act)


def change_policy(referee: Referee, game: str, policy: Policy, reason: str, act: Act) -> Taken:
    """Other policies from now on; every time that runs begins anew, but for what the referee has moved."""
    try:
        shared_zone(policy.zone)
    except NoSuchZone as error:
        raise IllegalMove("game", str(error)) from None

    def make(g: GameState, _at: int) -> people.PolicyChanged:
        moved = any(one.moved for one in g.register.deadlines.values())
        return people.PolicyChanged(policy, reason, keeps_moved=moved)

    return referee.put(game, make, act)


def move_deadline(referee: Referee, game: str, seat: str, at: int, reason: str, act: Act) -> Taken:
    return _put(referee, game, people.DeadlineMoved(seat, at, reason), act)


def take_vacation(referee: Referee, game: str, seat: str, first: str, last: str, act: Act) -> Taken:
    """The clock of a seat stops for whole days of the game's zone, 2026-12-24; today's from now."""

    def make(g: GameState, at: int) -> people.VacationTaken:
        try:
            begins, ends, days = days_between(first, last, g.register.policy.zone)
        except ValueError:
            raise IllegalMove("clock", NOT_A_DAY, "Write for example 2026-12-24 to 2027-01-02.") from None
        if g.register.policy.vacation == 0:
            raise IllegalMove("clock", "No days of vacation are agreed in this game.", "Ask for a pause.")
        if days_between(first, first, g.register.policy.zone)[1] <= at:
            raise IllegalMove("clock", f"{first} is over already.", "A vacation begins today or later.")
        return people.VacationTaken(seat, max(begins, at), ends, days)

    return referee.put(game, make, act)


def _put(
    referee: Referee, game: str, entry: people.Conduct, act: Act, person: tuple[str, str] = ("", "")
) -> Taken:
    """Records an entry, and keeps the address of the person that it names, who may be called so."""
    name, address = person
    with referee.record.recorder.together():
        if name:
            check_name(referee, game, name, address, act)
            _check_program(referee, game, name)
        if address:
            keep_address(referee.record, game, name, address)
        return referee.put(game, lambda _game, _at: entry, act)


def check_name(referee: Referee, game: str, name: str, address: str, act: Act) -> None:
    """Whether somebody may be named so; a program only by the referee. Raises `IllegalMove`."""
    if program_of(name) and not address and is_of_the_referee(act):
        return
    now = referee.record.load(game).game
    may_add = is_of_the_referee(act)
    names.check(now, name, address, known(referee.record, now), may_add=may_add)


def _check_program(referee: Referee, game: str, name: str) -> None:
    """Whether a program may be named so here. Raises `IllegalMove`."""
    now = referee.record.load(game).game
    if program_of(name) and (why := programs.unplayable(now.rules, now.ledger.level)):
        raise IllegalMove("people", why)


def is_of_the_referee(act: Act) -> bool:
    """Whether the referee does it: somebody who only has his name writes mails."""
    return act.person == REFEREE and act.cause != MAIL


def check_delegates(referee: Referee, game: str, seat: str, to: str) -> None:
    now = referee.record.now(kept := referee.record.load(game))
    others = [one for one in kept.game.register.delegations if one.seat == seat and one.to != to]
    if sum(now <= one.until for one in others) >= MOST_DELEGATES:
        raise IllegalMove(
            "people",
            f"{MOST_DELEGATES} people act for {seat} already.",
            "Write “undelegate NAME” for one of them first.",
        )
