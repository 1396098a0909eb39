"""Chapter 4: the sequence of play.

4.1   turns, and their chits
4.2   command, activation, end of the turn
16.5  fatigue (chits.py, why_turn_is_over)
"""

from __future__ import annotations

from domain.kawanakajima.board.events import SamuraiLeft, TurnBegan, TurnEnded
from domain.kawanakajima.board.state import COMPULSORY, Board
from domain.kawanakajima.board.zones import in_enemy_zone
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.command.chits import TIRED, is_samurai, place_when_void
from domain.kawanakajima.command.command_points import commanding
from domain.kawanakajima.data.tables import AWAY, BOWL, DRAWN
from domain.kawanakajima.words import items
from domain.kit.chance import Chance
from domain.kit.facts import By, Outcome, does


@BOOK.step(items.BeginTurn, "4.2")
def begin_turn(board: Board, item: items.BeginTurn, chance: Chance) -> Outcome:
    """Command: delays, points, plan, chits; then activation [4.1, 4.2]."""
    then = (
        items.EnterClans(),
        items.UpdateDelays(),
        *(items.ThrowCommand(general) for general in commanding(board)),
        items.BeginSaving(),
        items.BeginChoices(),
        items.AddCompulsory(),
        items.DrawChit(),
    )
    return does(TurnBegan(item.turn), then=then)


@BOOK.step(items.EndTurn, "4.2")
def end_turn(board: Board, item: items.EndTurn, chance: Chance) -> Outcome:
    """Chits left over: clans to the reserve, special ones to box 1; then the next turn [4.2, 16.5]."""
    left = {
        chit: place_when_left(board, chit) for chit, place in board.chits.items() if place in (BOWL, DRAWN)
    }
    places = left | dict.fromkeys(COMPULSORY, AWAY)
    last = board.turn >= board.data.scenarios[board.options.scenario].turns
    then = (items.CountPoints(),) if last else (items.BeginTurn(board.turn + 1),)
    ended = By("16.5" if item.why == TIRED else "4.2", TurnEnded(board.turn, item.why, places))
    return does(*samurai_leave(board), ended, then=then)


def place_when_left(board: Board, chit: str) -> str:
    """A samurai's chit that was not drawn stays in the bowl [4.2]."""
    return BOWL if is_samurai(chit) else place_when_void(board, chit)


def samurai_leave(board: Board) -> tuple[By, ...]:
    """A samurai leaves a unit that ends the turn outside the enemy's zones [14.3]."""
    return tuple(
        By("14.3", SamuraiLeft(side, army.samurai))
        for side, army in board.armies.items()
        if army.samurai and not in_enemy_zone(board, army.samurai)
    )
