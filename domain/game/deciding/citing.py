"""What a dispute or a ruling cites and what is forfeited, held to the board and the rules of the title."""

from __future__ import annotations

from domain.game.deciding.authority import check_authority
from domain.game.deciding.consequences import default_order
from domain.game.entries.people import HEADINGS, Forfeited
from domain.game.entries.rulings import Adjudicated, Disputed, Ruled
from domain.game.state.game_state import GameState
from domain.kit.chance import Answer, Bound, Chance, NotYet, Question
from domain.kit.errors import IllegalMove

OWN = frozenset({"rewind", "mail", *HEADINGS.values()})
"""What may be cited beside the rules of a title: the headings of our own refusals."""


def unfit(game: GameState, entry: Disputed | Ruled | Adjudicated | Forfeited) -> str:
    """Which event or rule is cited that is not there, that nothing is said, or nothing forfeited; "" where
    all is well."""
    if isinstance(entry, Forfeited):
        return _unforfeited(game, entry)
    if not isinstance(entry, Ruled) and not entry.text.value.strip():
        return "Say it in words: nothing is said."
    return "" if isinstance(entry, Adjudicated) else _uncited(game, entry)


def _unforfeited(game: GameState, entry: Forfeited) -> str:
    """Why an order is not forfeited: it cannot be read, nobody asks for it, it is legal, or nothing could be
    played instead; "" where it is.

    Raises `OrderError` where it cannot be read, or nobody asks for it.
    """
    order = game.rules.notation(game.data, game.seats).read(entry.line.value)
    check_authority(game, entry.seat, order)
    if type(order) in game.rules.always():
        return "This order can be given at any time; it is in nobody's place."
    if default_order(game.rules, game.state, entry.seat) is None:
        return "No order is known that could be played instead."
    try:
        game.rules.decide(game.state, entry.seat, order, Chance(_Nobody()))
    except IllegalMove:
        return ""
    except NotYet:
        pass
    return "This order is legal."


class _Nobody:
    """Chance that never answers: what is illegal is refused before any throw."""

    def answer(self, question: Question, bound: Bound) -> Answer:
        raise NotYet(question)


def _uncited(game: GameState, entry: Disputed | Ruled) -> str:
    rules = entry.rules if isinstance(entry, Ruled) else (entry.rule,)
    strange = [rule for rule in rules if rule and rule not in game.rules.headings and rule not in OWN]
    if strange:
        return f"{game.rules.name} has no rule “{strange[0]}”."
    late = [event for event in entry.events if event > game.position]
    return f"There is no event {late[0]} yet; the newest is {game.position}." if late else ""
