"""Chapter "honor": what honor and conditions do to tests."""

from __future__ import annotations

from domain.clan_war.board.state import Board, Unit
from domain.kit.sums import Term


def morale_terms(board: Board, unit: Unit) -> tuple[Term, ...]:
    """What honor and the unit's condition add to a Morale test [honor/high, honor/low]."""
    return (*honor_terms(board, unit), *existing_terms(board, unit))


def honor_terms(board: Board, unit: Unit) -> tuple[Term, ...]:
    """+1 from 20 up, also to creatures; low honor for the others [honor/high, honor/immunity]."""
    honor, table = board.armies[unit.army].honor, board.setting.data.honor
    if honor >= table.high.morale_at.value:
        if unit.is_creature and not board.setting.options.creature_bonus:
            return ()
        return (Term(table.high.morale.value, f"{honor} honor", "honor/high"),)
    return (Term(low_effect(board, unit)[0], f"{honor} honor", "honor/low"),)


def low_effect(board: Board, unit: Unit) -> tuple[int, int]:
    """Modifiers of Morale and Maneuver tests: the row of the present honor alone [honor/low].

    (0, 0) for a creature, and where the table is not supplied.
    """
    honor = board.armies[unit.army].honor
    rows = [row for row in board.setting.data.honor.low if honor <= row.at]
    if unit.is_creature or not rows:
        return 0, 0
    return rows[-1].morale, rows[-1].maneuver


def maneuver_terms(board: Board, unit: Unit) -> tuple[Term, ...]:
    """What low honor takes from a Maneuver test [honor/low]."""
    honor = board.armies[unit.army].honor
    return (Term(low_effect(board, unit)[1], f"{honor} honor", "honor/low"),)


def existing_terms(board: Board, unit: Unit) -> tuple[Term, ...]:
    """Being broken, and a Full Retreat in this turn, count in every Morale test [battle/morale]."""
    table, terms = board.setting.data.tests.morale, []
    if unit.broken:
        terms.append(Term(table.broken.value, "broken", "battle/morale"))
    if unit.deeds.retreated:
        terms.append(Term(table.full_retreat.value, "Full Retreat in this turn", "battle/morale"))
    return tuple(terms)


def earlier_tests(board: Board, unit: Unit) -> Term:
    """Each earlier Morale test of the turn, but for tests of high honor [battle/morale].

    By an option those of low honor are not counted either.
    """
    each = board.setting.data.tests.morale.cumulative.value
    tests = unit.deeds.morale_tests
    return Term(each * tests, f"{tests} earlier in this turn", "battle/morale")
