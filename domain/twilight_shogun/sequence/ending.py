"""Chapter 11: game end and victor, and the VP track that leads there.

11.1   sudden death: the VP limit, and a victory that is recognised
11.2   the powers' intervention
11.3   the emperor's flags stand
11.4   the end of the last turn
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does, keeps
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.board.events import (
    EmperorFlagsStood,
    FinalScoringBegan,
    GameWon,
    InterventionChanged,
    InterventionEvaded,
    Resigned,
)
from domain.twilight_shogun.board.points import moved
from domain.twilight_shogun.board.state import Board, other, tracks
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.data.tables import ANTI, PRO, SIDES
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import Emperor, Evade, FinalScoring, Intervene, Score, Victory


@BOOK.anytime(orders.Resign, "11.1")
def resign(board: Board, seat: str, order: orders.Resign, chance: Chance) -> Outcome:
    """A player may recognise the opponent's victory at any time [11.1]."""
    return keeps(Resigned(seat), GameWon(other(seat), "resignation", f"{SIDES[other(seat)]} is recognised."))


@BOOK.step(Intervene, "11.2")
def intervene(board: Board, item: Intervene, chance: Chance) -> Outcome:
    """The level falls at once, and rises step by step, or at once by an option; the step that loses can be
    evaded [11.2].
    """
    level, top = board.intervention, tracks(board).lose_at
    step = item.by if board.setting.options.raises == "whole" else min(item.by, 1)
    after = max(0, min(level + step, top))
    if after == level:
        return does()
    if after >= top:
        if board.setting.options.evadable:
            return does(then=(Evade(board.active, item.cause),))
        return does(*lost(board, item.cause))
    more = (Intervene(item.by - step, item.cause),) if item.by > step else ()
    return does(InterventionChanged(level, after, item.cause), then=more)


def lost(board: Board, cause: str) -> tuple[Struct, ...]:
    """Whoever is active when the level reaches the last box loses, whoever has raised it [11.2]."""
    level, loser = tracks(board).lose_at, board.active
    why = f"The intervention level has reached {level} in a round of {SIDES[loser]}."
    return InterventionChanged(board.intervention, level, cause), GameWon(other(loser), "intervention", why)


@BOOK.offered(Evade, "11.2")
def evasions(board: Board, item: Evade, seat: str) -> Iterator[orders.Evade | orders.Accept]:
    """The increase to the last box may be evaded or suffered [11.2]."""
    yield orders.Evade()
    yield orders.Accept()


@BOOK.answer(Evade, orders.Evade, "11.2")
def evade(board: Board, item: Evade, seat: str, order: orders.Evade, chance: Chance) -> Outcome:
    """The increase is ignored; the rest of the event takes place [11.2]."""
    return does(InterventionEvaded(seat, board.intervention, item.cause))


@BOOK.answer(Evade, orders.Accept, "11.2")
def suffer(board: Board, item: Evade, seat: str, order: orders.Accept, chance: Chance) -> Outcome:
    """Whoever does not evade loses [11.2]."""
    return does(*lost(board, item.cause))


@BOOK.step(Emperor, "11.3")
def flags_stand(board: Board, item: Emperor, chance: Chance) -> Outcome:
    """The opponent gets as many VP as the die shows; then the side with VP has won [11.3]."""
    seat = item.player
    (face,) = chance.throw("11.3", f"the emperor's flags of {SIDES[seat]}", sides=6)
    scored = moved(board, other(seat), Sum((Term(face, "the die for the flags", "11.3"),)))
    return does(EmperorFlagsStood(seat, face), scored, leader(scored.vp, board.first, "emperor"))


def leader(vp: int, first: str, ending: str) -> GameWon:
    """The side with VP wins; at zero the first player of the turn [11.0]."""
    winner = first if vp == 0 else ANTI if vp > 0 else PRO
    if vp == 0:
        return GameWon(
            winner, ending, f"The VP marker stands at zero; {SIDES[winner]} goes first in this turn."
        )
    return GameWon(winner, ending, f"{SIDES[winner]} has {abs(vp)} VP.")


@BOOK.step(FinalScoring, "11.4")
def final_scoring(board: Board, item: FinalScoring, chance: Chance) -> Outcome:
    """After the last turn every scoring is played, wherever its card is [11.4]."""
    scorings = map(Score, board.setting.tables.scorings)
    return does(FinalScoringBegan(), then=(*scorings, Victory()))


@BOOK.step(Victory, "11.4")
def victory(board: Board, item: Victory, chance: Chance) -> Outcome:
    """The side with VP wins; at zero the first player of the last turn [11.4]."""
    return does(leader(board.vp, board.first, "final"))
