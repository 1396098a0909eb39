"""Chapters 8.2 and 17.2: command points, and what is left of them."""

from __future__ import annotations

from domain.kawanakajima.board import state
from domain.kawanakajima.board.events import CommandThrown
from domain.kawanakajima.board.plans_in_play import active, used
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.data.tables import CHIEF, GENERALS
from domain.kawanakajima.words.items import ThrowCommand
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.sums import Sum, Term


@BOOK.step(ThrowCommand, "8.2")
def throw_command(board: state.Board, item: ThrowCommand, chance: Chance) -> Outcome:
    """A die, modified, gives a general his command points at the table [8.2, 17.2]."""
    general, side = item.general, GENERALS[item.general]
    unit = state.unit_of_general(board, general)
    if state.is_leader_dead(board, unit) and not state.outlives(board, unit):
        return does()
    face = chance.throw("8.2", f"command points of {general.title()}", sides=6)[0]
    die = Sum((Term(face, "die", "8.2"), *_modifiers(board, general, side)))
    points = command_points(board, general, die.total)
    shows = used(board, side) if any(term.rule == "7.3" for term in die.terms) else ()
    return does(*shows, CommandThrown(general, face, die, points))


def command_points(board: state.Board, general: str, die: int) -> int:
    """What the table gives for a modified die: by the turn, or in a column of the scenario [8.2, 18.2]."""
    own = state.scenario_of(board).command.get(general)
    if own:
        return own[max(0, min(die, len(own) - 1))]
    return board.data.command_points(general, board.turn, die)


def commanding(board: state.Board) -> tuple[str, ...]:
    """The generals who throw for command points; in the hypothetical scenario not Kosaka [17.2, 18.2]."""
    return tuple(CHIEF.values()) if state.hypothetical(board) else tuple(GENERALS)


def _modifiers(board: state.Board, general: str, side: str) -> tuple[Term, ...]:
    """Clan A out of defence counts for the commander-in-chief, the lost leaders for everybody [8.2, 17.2]."""
    terms: list[Term] = []
    clan = f"{side[0]}A"
    if general == CHIEF[side] and board.postures[clan] != "defence" and not state.is_destroyed(board, clan):
        terms.append(Term(board.data.numbers.command_not_in_defence, "clan A is not in defence", "8.2"))
    if board.armies[side].bundori:
        terms.append(Term(-board.armies[side].bundori, "leaders lost (Bundori)", "8.2"))
    plan = active(board, side)
    if plan is not None and plan.command:
        terms.append(Term(plan.command, f"battle plan {plan.name}", "7.3"))
    return tuple(terms)


def purse(board: state.Board, side: str, chosen: tuple[state.Choice, ...] = ()) -> dict[str, int]:
    """The command points that a side's generals have left, by general [8.2, 17.2].

    `chosen`: what is being chosen besides.
    """
    left = {general: count for general, count in board.command.items() if GENERALS[general] == side}
    left[CHIEF[side]] = left.get(CHIEF[side], 0) - board.armies[side].saved_now
    for choice in (*board.armies[side].choices, *chosen):
        if choice.general:
            left[choice.general] = left.get(choice.general, 0) - 1
    return left


def left_to_save(board: state.Board, side: str) -> int:
    """The commander's points, which alone activate a plan [7.2]."""
    return max(0, purse(board, side)[CHIEF[side]])
