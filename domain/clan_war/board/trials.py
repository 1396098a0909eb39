"""Chapter "battle": how a test is made."""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.board.state import Board, leadership
from domain.clan_war.data.tables import Primitive
from domain.kit.chance import Chance
from domain.kit.sums import Sum, Term


class Roll(Struct, frozen=True):
    """A test: the faces, the sum and what it is compared with ("≥ 6" is compare ">=", needed 6)."""

    faces: tuple[int, ...]
    sum: Sum
    compare: str
    needed: int
    passed: bool


def trial(
    board: Board,
    chance: Chance,
    kind: Primitive,
    rule: str,
    purpose: str,
    *,
    needed: int,
    terms: tuple[Term, ...] = (),
) -> Roll:
    """One die and the modifiers, compared as the data set says [battle/tests]."""
    faces = die(board, chance, rule, purpose)
    total = Sum((Term(sum(faces), "the die", rule), *(term for term in terms if term.value)))
    return Roll(faces, total, kind.compare, needed, holds(kind.compare, total.total, needed))


def die(board: Board, chance: Chance, rule: str, purpose: str) -> tuple[int, ...]:
    """One die; where the data set lets it explode, its highest face is thrown again [battle/tests]."""
    test = board.setting.data.tests.die
    faces = chance.throw(rule, purpose, sides=test.sides.value)
    while test.explode.value and faces[-1] == test.sides.value:
        faces += chance.throw(rule, f"{purpose}, throw {len(faces) + 1}", sides=test.sides.value)
    return faces


def holds(compare: str, total: int, needed: int) -> bool:
    """Whether a sum passes: greater or equal, greater, less or equal, less [battle/tests]."""
    return {
        ">=": total >= needed,
        ">": total > needed,
        "<=": total <= needed,
        "<": total < needed,
    }[compare]


def command(board: Board, kind: Primitive, unit: str, rule: str) -> tuple[Term, ...]:
    """The Leadership of the unit's commander, where such a test counts it [battle/tests]."""
    return (Term(leadership(board, unit), f"Leadership in {unit}", rule),) if kind.leadership else ()


def against(board: Board, kind: Primitive, enemy: str, rule: str) -> tuple[Term, ...]:
    """The Leadership of the enemy's commander, against a contested test [battle/tests]."""
    if not kind.leadership:
        return ()
    return (Term(-leadership(board, enemy), f"Leadership in {enemy}", rule),)
