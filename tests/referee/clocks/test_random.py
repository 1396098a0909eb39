"""Whatever people do in whatever order: a refusal leaves no trace, and both verifiers find nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from domain.game.entries.policy import Policy
from domain.kit.errors import OrderError
from domain.kit.sealed import PUBLIC, REFEREE
from referee.bundle import writing
from referee.bundle.checking import Bundle, audit_bundle
from referee.bundle.verify import verify
from referee.games import people
from referee.games.held_orders import hold, ready, withdraw
from referee.games.press import press
from referee.record.envelope import MAIL, Act
from tests.referee.clocks.club import DAY, HOUR, Club
from tests.referee.clocks.club import REFEREE as DESK
from tests.referee.clocks.conftest import Make

NAMES = ("Ann", "Ben", "Cem", "Dora", "Emil", "")
POLICIES = (
    Policy(hours=30, grace=90, clock="18:00", zone="Europe/Paris", days=(1, 2, 4, 6), vacation=5),
    Policy(hours=10, nmr="default orders", press="private", anonymous=True),
    Policy(hours=20, nmr="standby", press="white", vacation=9, reminders=(12, 3)),
    Policy(press="private"),
)

Do = Callable[[Club, Random], object]


def _act(one: Club, chance: Random, seat: str) -> Act:
    """Mostly whoever sits there; sometimes somebody else, or for somebody."""
    holder = one.game.register.holders[seat]
    person = holder if chance.random() < 0.8 else chance.choice(NAMES)
    return Act(MAIL, "", seat, person, "" if person == holder else chance.choice(("", holder)))


def _seat(one: Club, chance: Random) -> str:
    return chance.choice(one.game.seats)


def _order(one: Club, chance: Random) -> object:
    awaited = one.game.awaited()
    seat = chance.choice(awaited) if awaited and chance.random() < 0.9 else _seat(one, chance)
    return one.order(seat, _act(one, chance, seat)) if one.game.examples(seat) else None


def _hold(one: Club, chance: Random) -> object:
    seat, asked = _seat(one, chance), one.game.awaited()
    line = one.line(asked[0]) if asked else "pass"
    return hold(one.referee, "g", seat, line, chance.choice(("ready", "asked")), _act(one, chance, seat))


def _press(one: Club, chance: Random) -> object:
    seat = _seat(one, chance)
    to = chance.sample((*one.game.seats, "referee"), chance.randrange(3))
    return press(one.referee, "g", seat, to, "Hello.", _act(one, chance, seat), chance.random() < 0.4)


def _delegate(one: Club, chance: Random) -> object:
    seat, until = _seat(one, chance), one.now + chance.randint(-1, 3) * DAY
    scope = chance.choice(("all", "orders", "press"))
    return people.delegate(
        one.referee, "g", seat, chance.choice(NAMES), scope, until, _act(one, chance, seat)
    )


def _vacation(one: Club, chance: Random) -> object:
    seat, first = _seat(one, chance), chance.randint(16, 30)
    days = (f"2026-11-{first}", f"2026-11-{min(30, first + chance.randrange(4))}")
    return people.take_vacation(one.referee, "g", seat, *days, _act(one, chance, seat))


def _wait(one: Club, chance: Random) -> object:
    return one.at(one.now + chance.choice((1, HOUR, 11 * HOUR, DAY, 3 * DAY)))


def _agree(one: Club, chance: Random) -> object:
    seat, on = _seat(one, chance), chance.choice(("pause", "resume"))
    return people.agree(one.referee, "g", seat, on, chance.random() < 0.8, _act(one, chance, seat))


DOINGS: tuple[Do, ...] = (
    *(_order, _order, _order, _order, _wait, _wait, _hold, _press, _delegate, _vacation, _agree, _agree),
    lambda one, chance: ready(one.referee, "g", (seat := _seat(one, chance)), _act(one, chance, seat)),
    lambda one, chance: withdraw(
        one.referee, "g", (seat := _seat(one, chance)), chance.randint(1, 3), _act(one, chance, seat)
    ),
    lambda one, chance: people.take_seat(
        one.referee, "g", _seat(one, chance), chance.choice(NAMES), "As agreed.", DESK
    ),
    lambda one, chance: people.leave_seat(
        one.referee, "g", (seat := _seat(one, chance)), "", _act(one, chance, seat)
    ),
    lambda one, chance: people.list_standby(
        one.referee, "g", chance.choice(NAMES), chance.random() < 0.8, DESK
    ),
    lambda one, chance: people.pause(one.referee, "g", "A pause.", chance.choice((0, one.now + DAY)), DESK),
    lambda one, chance: people.resume(one.referee, "g", "We go on.", DESK),
    lambda one, chance: people.move_deadline(
        one.referee, "g", _seat(one, chance), one.now + chance.randint(-9, 99) * HOUR, "As agreed.", DESK
    ),
    lambda one, chance: people.change_policy(one.referee, "g", chance.choice(POLICIES), "As agreed.", DESK),
)


def play(one: Club, chance: Random, steps: int) -> Counter[str]:
    """So many doings; how many were done and how many refused."""
    done: Counter[str] = Counter()
    for _ in range(steps):
        before = one.game.position
        try:
            chance.choice(DOINGS)(one, chance)
            done["done"] += 1
        except OrderError:
            assert one.game.position == before
            done["refused"] += 1
    return done


@pytest.mark.parametrize("seed", range(8))
def test_whatever_people_do_the_record_holds(club: Make, seed: int) -> None:
    one, chance = club(POLICIES[seed % 4], level=seed % 2), Random(f"people {seed}")
    done = play(one, chance, 80)
    assert min(done["done"], done["refused"]) > 10
    assert one.finding() is None
    for viewer in ("iga", PUBLIC, REFEREE):
        members = writing.members(one.record, "g", viewer)
        assert verify(writing.zipped(members)).why == ""
        assert audit_bundle(Bundle(members)).finding is None


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 112))
def test_whatever_people_do_at_length(club: Make, seed: int) -> None:
    """12 games of 300 doings: about twenty seconds."""
    one, chance = club(POLICIES[seed % 4], level=seed % 2), Random(f"people {seed}")
    play(one, chance, 300)
    assert one.finding() is None
    members = writing.members(one.record, "g", PUBLIC)
    assert verify(writing.zipped(members)).why == ""
