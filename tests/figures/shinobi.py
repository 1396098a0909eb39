"""Figures of Shinobi: whether the order of the turns decides, and how often what is obligatory fails."""

from __future__ import annotations

from domain.shinobi.board import events as e
from tests.figures.measuring import Figure, mean, one, share
from tests.figures.told import Told


def first_wins(told: Told) -> float:
    """The part of the victory that goes to whoever has begun."""
    return (told.board.first in told.winners) / len(told.winners)


def last_wins(told: Told) -> float:
    """That of whoever had the last turn."""
    return (told.board.active in told.winners) / len(told.winners)


def fair(told: Told) -> float:
    """A seat's part if all were alike."""
    return 1 / len(told.seats)


def turns(told: Told) -> int:
    return int(told.board.turn)


def attacks(told: Told) -> int:
    return len(told.events(e.Attacked))


def no_first(told: Told) -> int:
    return sum(event.action == "deploy" for event in told.events(e.ActionSkipped))


def margin(told: Told) -> int:
    """What the first has on the table before the second."""
    (counted,) = told.events(e.ClansCounted)
    cards = sorted(tally.cards.total for tally in counted.tallies)
    return int(cards[-1] - cards[-2])


FIGURES: tuple[Figure, ...] = (
    mean("turns", "turns of a game, of all players together", turns),
    mean("orders", "orders of a turn", lambda told: told.orders.total(), turns),
    mean("first-wins", "victories of whoever begins, by those that were fair", first_wins, fair),
    mean("last-wins", "victories of whoever ends, by those that were fair", last_wins, fair),
    share("tied", "games in which clans are tied", lambda told: bool(told.events(e.TieBroken))),
    share("shared", "games that several win together", lambda told: told.ending == "shared"),
    mean("margin", "cards that the first clan has before the second", margin),
    share("attacks", "turns with an attack", attacks, turns),
    share("no-first", "turns without a first action, for want of cards", no_first, turns),
    mean("ninja", "ninja that are sent, of three", lambda told: len(told.events(e.NinjaSent)), one),
    mean(
        "left",
        "cards that are still in hands at the end",
        lambda told: sum(map(len, told.board.hands.values())),
    ),
)
