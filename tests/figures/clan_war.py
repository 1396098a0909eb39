"""Figures of Clan War: tests and what they do, honor, hostages, flight."""

from __future__ import annotations

from collections.abc import Callable

from domain.clan_war.board import combat_events as c
from domain.clan_war.board import events as e
from domain.clan_war.board import flight_events as f
from tests.figures.measuring import Figure, mean, number, share
from tests.figures.told import Told


def passed(*kinds: type) -> Callable[[Told], int]:
    return lambda told: sum(event.roll.passed for event in told.events(*kinds))


def turns(told: Told) -> int:
    return int(told.board.turn)


def armies(told: Told) -> int:
    return len(told.seats)


def first_wins(told: Told) -> float:
    """The part of the victory that goes to the first seat."""
    return (told.seats[0] in told.winners) / len(told.winners)


def fair(told: Told) -> float:
    """A seat's part if all were alike."""
    return 1 / len(told.seats)


def destroyed(told: Told) -> int:
    return sum(unit.destroyed for unit in told.board.units.values())


def swing(told: Told) -> int:
    """How far honor has gone from where it was set, army by army."""
    began = {event.army: event.honor.total for event in told.events(e.StartingHonorSet)}
    return sum(abs(army.honor - began.get(army.name, 0)) for army in told.board.armies.values())


def whys(told: Told) -> list[str]:
    """Why it has ended."""
    return [event.why for event in told.events(e.BattleEnded)]


FIGURES: tuple[Figure, ...] = (
    mean("turns", "turns of a battle", turns),
    mean("orders", "reports of a turn", lambda told: told.orders.total(), turns),
    share("draws", "battles that are drawn", lambda told: told.ending == "draw"),
    share("agreed", "battles that all armies end by agreement", lambda t: "agreed" in whys(t)),
    mean("first-wins", "victories of the first seat, by those that were fair", first_wins, fair),
    mean("swing", "change of an army's honor in a battle", swing, armies),
    mean("levels", "levels of honor that an army reaches", number(e.LevelReached), armies),
    share("morale", "Morale tests that are passed", passed(e.MoraleTested), number(e.MoraleTested)),
    share("honor-tests", "tests of honor that are passed", passed(e.HonorTested), number(e.HonorTested)),
    share("maneuvers", "Maneuver tests that are passed", passed(f.ManeuverTested), number(f.ManeuverTested)),
    share(
        "destruction",
        "tests of a captor under an all-out attack that are passed",
        passed(c.DestructionTested),
        number(c.DestructionTested),
    ),
    mean("hostages", "hostages that are taken in a battle", number(c.HostageTaken)),
    share(
        "units-lost", "units that are destroyed, of those mustered", destroyed, lambda t: len(t.board.units)
    ),
    mean("throws", "throws of dice in a turn", lambda told: len(told.throws), turns),
)
