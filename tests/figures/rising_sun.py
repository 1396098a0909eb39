"""Figures of Rising Sun's War phases: how tokens are won, what bids are worth, what battles cost."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from domain.kit.facts import Fact
from domain.rising_sun.board import events as e
from tests.figures.measuring import Figure, mean, number, share
from tests.figures.told import Told

battles, wars = number(e.BattleBegan), number(e.WarOpened)
ADVANTAGES = number(e.AdvantageWon, e.AdvantageSkipped)


def taken(how: str) -> Callable[[Told], int]:
    return lambda told: sum(event.how == how for event in told.events(e.TokenTaken))


def outcomes(told: Told) -> list[tuple[e.ForcesCompared, str]]:
    """The Forces that ended each battle, with who has its token."""
    forces, found = e.ForcesCompared("", {}, ()), []
    for event, _ in told.moments:
        if isinstance(event, e.ForcesCompared):
            forces = event
        elif isinstance(event, e.TokenTaken) and event.how == "battle":
            found.append((forces, event.seat))
    return found


def decided_by_honor(told: Told) -> int:
    return sum(len(forces.tied) > 1 for forces, _ in outcomes(told))


def highest_began(told: Told) -> int:
    """Battles whose winner had the most figures, or as many as any other, as they began."""
    won, board_before = 0, None
    for event, board in told.moments:
        if isinstance(event, e.BattleBegan):
            board_before = board
        elif isinstance(event, e.TokenTaken) and event.how == "battle" and board_before is not None:
            there = board_before.figures[event.province]
            sizes = {clan: sum(army.values()) for clan, army in there.items()}
            won += sizes[event.seat] == max(sizes.values())
    return won


def bid(told: Told) -> int:
    return sum(sum(coins) for event in told.events(e.BidsRevealed) for coins in event.bids.values())


def kept(told: Told) -> int:
    return sum(sum(event.kept.values()) for event in told.events(e.BidsRevealed))


def killed(told: Told) -> int:
    return sum(dead.count for event in told.events(e.FiguresKilled) for dead in event.dead)


def scored(told: Told, *, winter: bool) -> int:
    """Points of winter, or those that are scored before it."""
    facts = (entry for entry in told.entries if isinstance(entry, Fact))
    gains = ((fact.event, fact.rule.startswith("winter/")) for fact in facts)
    return sum(event.points.total for event, late in gains if isinstance(event, e.Scored) and late == winter)


in_war, in_winter = partial(scored, winter=False), partial(scored, winter=True)


def all_scored(told: Told) -> int:
    return sum(event.points.total for event in told.events(e.Scored))


def honorable(told: Told) -> float:
    """How high the winner stands on the Honor track in the end: 1 is its top, 0 its foot."""
    track: tuple[str, ...] = told.board.honor
    return (len(track) - 1 - track.index(told.board.winner)) / (len(track) - 1)


FIGURES: tuple[Figure, ...] = (
    mean("orders", "orders of a game, the herald's among them", lambda told: told.orders.total()),
    mean("wars", "war provinces of a game", wars),
    share("fought", "war provinces that are fought for", battles, wars),
    share("uncontested", "war tokens without a battle", taken("uncontested"), wars),
    share("honor-decides", "battles whose Forces are tied, so that Honor decides", decided_by_honor, battles),
    share("larger-wins", "battles that the largest army wins", highest_began, battles),
    share("bid", "coins that are put on the tile, of those in battles", bid, lambda t: bid(t) + kept(t)),
    share("no-coin", "Advantages on which nobody has put a coin", number(e.AdvantageSkipped), ADVANTAGES),
    share(
        "advantage-ties",
        "Advantages that Honor gives, of those that somebody wins",
        lambda told: sum(len(event.tied) > 1 for event in told.events(e.AdvantageWon)),
        number(e.AdvantageWon),
    ),
    mean("killed", "figures that are killed in a battle", killed, battles),
    mean("hostages", "hostages that are taken in a battle", number(e.HostageTaken), battles),
    mean("winner-honor", "Honor of the winner, from 0, the lowest, to 1", honorable),
    share("ends-honor", "games that Honor decides among equal points", lambda told: told.ending == "honor"),
    mean(
        "scored", "points that are scored before winter, by battles", partial(scored, winter=False), battles
    ),
    share(
        "winter", "points that winter gives, of all that are scored", partial(scored, winter=True), all_scored
    ),
)
