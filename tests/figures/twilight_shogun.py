"""Figures of Twilight of Shogun: the rhythm that its deck gives."""

from __future__ import annotations

from collections.abc import Callable

from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.state import Board, tracks
from domain.twilight_shogun.data.tables import ANTI
from tests.figures.measuring import Figure, ends, mean, number, share
from tests.figures.told import Told
from tests.twilight_shogun.boards import TABLES


def turn_of(kind: type) -> Callable[[Told], int]:
    """The turn in which that happens for the first time; 0 for never."""
    return lambda told: next((board.turn for event, board in told.moments if isinstance(event, kind)), 0)


def happens(kind: type) -> Callable[[Told], bool]:
    return lambda told: bool(told.events(kind))


def may_coup(board: Board) -> bool:
    return board.intervention < tracks(board).coup_forbidden_at


def rounds_with_coups(told: Told) -> int:
    return sum(may_coup(board) for event, board in told.moments if isinstance(event, e.RoundBegan))


def turns_of_joi(told: Told) -> int:
    """Turns that have ended after Jo-i was performed in them."""
    performed = [board.turn for event, board in told.moments if isinstance(event, e.JoiPerformed)]
    return len(set(performed) & {event.turn for event in told.events(e.TurnEnded)})


def vp_after(turn: int) -> Figure:
    def vp(told: Told) -> int:
        return next((b.vp for event, b in told.moments if event == e.TurnEnded(turn)), 0)

    return mean(
        f"vp-{turn}",
        f"VP after turn {turn}, where a game gets there; positive for Anti-Bakufu",
        vp,
        lambda told: e.TurnEnded(turn) in told.events(e.TurnEnded),
    )


OPEN, PORT = turn_of(e.OpenDeckAdded), turn_of(e.YokohamaOpened)

FIGURES = (
    mean("turns", "turns of a game", lambda told: told.board.turn),
    mean("orders", "orders of both sides", lambda told: told.orders.total()),
    mean("open-deck", "turn in which the open deck comes, where it does", OPEN, lambda told: OPEN(told) > 0),
    share("never-open", "games in which it never comes", lambda told: not OPEN(told)),
    share("coups-allowed", "rounds that begin with coups allowed", rounds_with_coups, number(e.RoundBegan)),
    mean("coups", "coups in a game", number(e.Couped)),
    share("jo-i", "turns in which Jo-i is performed", turns_of_joi, number(e.TurnEnded)),
    mean("yokohama", "turn in which Yokohama is opened, where it is", PORT, lambda told: PORT(told) > 0),
    share("port", "games in which Yokohama is opened", happens(e.YokohamaOpened)),
    share(
        "fizzled",
        "events that come up and whose condition fails",
        number(e.EventFailed),
        number(e.EventFailed, e.EventOccurred),
    ),
    share("ends-final", "games that the final scoring ends", ends("final")),
    share("ends-vp", "games that the VP limit ends", ends("vp")),
    share("ends-intervention", "games that the intervention of the powers ends", ends("intervention")),
    share("flags", "games that the emperor's flags end", ends("emperor")),
    share("anti-wins", "games that Anti-Bakufu wins", lambda told: told.winners == (ANTI,)),
    *(vp_after(turn) for turn in range(1, TABLES.tracks.turns + 1)),
)
