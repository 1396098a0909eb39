"""Conditions that seats have left: how they are read in a game, and which of them answers what is asked.

The oldest comes first, and before it the rest of a branch that has begun. One fires where it holds by what
its seat may know and the next order of its branch is legal then; once, and before all standing orders.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct

from domain.game.entries.people import CONDITION, FIRED, STOPPED, OrderHeld, OrderReleased
from domain.game.state.game_state import GameState
from domain.kit.conditions import RULE, Condition, Seen, Words, judged
from domain.kit.errors import IllegalMove, OrderError
from domain.kit.rules import takes
from domain.kit.sealed import PUBLIC, Sealed


class Firing(NamedTuple):
    """What is recorded, and the order that follows; None where the rest of a branch stops."""

    released: OrderReleased
    order: Struct | None


def words_of(game: GameState) -> Words:
    """How conditions are written in a game; made once for each data set and its seats."""
    rules, key = game.rules, (game.rules.title, game.opening().data, game.seats)
    if key not in _WORDS:
        if len(_WORDS) >= MOST_WORDS:
            _WORDS.clear()
        _WORDS[key] = rules.words(game.data, game.seats)
    return _WORDS[key]


_WORDS: dict[tuple[str, str, tuple[str, ...]], Words] = {}
MOST_WORDS = 64


def written(game: GameState, seat: str, line: str) -> str:
    """A condition as it is kept. Raises `OrderError` where it cannot be read, or can never hold."""
    words = words_of(game)
    condition = words.read(line)
    view, label = game.rules.view(game.state, seat), game.turn
    for clause in condition.clauses:
        never = judged(game.rules.clauses, view, label, seat, clause).never
        if never:
            said = words.clauses.write(clause)
            raise IllegalMove(RULE, f"“{said}” can never hold. {never}", "Write what may still come about.")
    kept = words.write(condition)
    if words.read(kept) != condition:
        raise IllegalMove(RULE, f"“{kept}” cannot be kept as a condition.", "Write its orders in full.")
    return kept


def firing(game: GameState) -> Firing | None:
    """The first condition that answers what is asked now; None where none does."""
    expected, words = game.rules.expected(game.state), None
    for seat in game.rules.awaited(game.state):
        for held in _waiting(game, seat):
            words = words or words_of(game)
            condition = _read(words, held.line.value)
            if condition is None or held.turn not in ("", game.turn):
                return Firing(OrderReleased(seat, held.number, STOPPED), None)
            may_answer = (*condition.orders[:1], *condition.otherwise[:1])
            if any(type(order) in expected for order in may_answer):
                fired = _fired(game, words, held, condition)
                if fired is not None:
                    return fired
    return None


def _waiting(game: GameState, seat: str) -> Iterator[OrderHeld]:
    """What has begun stands first among those that a seat holds."""
    return (held for held in game.held_by(seat) if held.when == CONDITION)


def _read(words: Words, line: str) -> Condition | None:
    """None where other words hold now than when it was left."""
    try:
        return words.read(line)
    except OrderError:
        return None


def _fired(game: GameState, words: Words, held: OrderHeld, condition: Condition) -> Firing | None:
    """What comes of a condition that is judged now; the rest of a branch that cannot go on stops."""
    seat, rules, label = held.seat, game.rules, game.turn
    view = rules.view(game.state, seat)
    seen = [(clause, judged(rules.clauses, view, label, seat, clause)) for clause in condition.clauses]
    holds = all(one.holds for _clause, one in seen) != condition.negated
    branch = condition.orders if holds else condition.otherwise
    if not branch or not _is_legal(game, seat, branch[0]):
        return Firing(OrderReleased(seat, held.number, STOPPED), None) if held.turn else None
    text = "; ".join(_said(words, clause, one) for clause, one in seen)
    shown = Sealed((seat,), text) if _is_secret(game, seat, seen) else text
    if not branch[1:]:
        return Firing(OrderReleased(seat, held.number, FIRED, shown), branch[0])
    rest = Sealed((seat,), words.write(Condition((), False, branch[1:])))
    return Firing(OrderReleased(seat, held.number, FIRED, shown, rest, label), branch[0])


def _is_secret(game: GameState, seat: str, seen: Sequence[tuple[Struct, Seen]]) -> bool:
    """Whether others would learn from how a clause was judged what they may not know."""
    rules, label = game.rules, game.turn
    view = rules.view(game.state, PUBLIC)
    return any(one.secret or judged(rules.clauses, view, label, seat, clause) != one for clause, one in seen)


def _said(words: Words, clause: Struct, seen: Seen) -> str:
    """How a clause was judged: "B1 is eliminated", "not turn 5 (T4)"."""
    found = f" ({seen.found})" if seen.found else ""
    return f"{'' if seen.holds else 'not '}{words.clauses.write(clause)}{found}"


def _is_legal(game: GameState, seat: str, order: Struct) -> bool:
    """Whether an order answers what is asked, and the rules take it."""
    is_asked = type(order) in game.rules.expected(game.state)
    return is_asked and takes(game.rules.decide, game.state, seat, order)
