"""What only the board and the rules can tell of rulings and take-backs: what they cite, which results they
make others, what rests on an order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from itertools import chain
from typing import TYPE_CHECKING, Any

from domain.game.deciding.authority import check_authority
from domain.game.deciding.defaults import default_order
from domain.game.entries.entries import Entry, Looked, Rewound
from domain.game.entries.people import HEADINGS, Forfeited
from domain.game.entries.rulings import (
    Adjudicated,
    Corrected,
    Disputed,
    LookedUnseen,
    Revised,
    Ruled,
    TakeBackProposed,
    Version,
)
from domain.game.state.lines import check_rewind, check_take_back, standing, targets
from domain.kit import facts
from domain.kit.chance import Answer, Bound, Chance, NotYet, Question, Source
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed

if TYPE_CHECKING:
    from domain.game.deciding.aggregate import Game

OWN = frozenset({"rewind", "mail", *HEADINGS.values()})
"""What may be cited beside the rules of a title: the headings of our own refusals."""


def unfit(game: Game, entry: Disputed | Ruled | Adjudicated | Forfeited) -> str:
    """Which event or rule is cited that is not there, that nothing is said, or nothing forfeited; "" where
    all is well."""
    if isinstance(entry, Forfeited):
        return _unforfeited(game, entry)
    if not isinstance(entry, Ruled) and not entry.text.value.strip():
        return "Say it in words: nothing is said."
    return "" if isinstance(entry, Adjudicated) else _uncited(game, entry)


def _unforfeited(game: Game, entry: Forfeited) -> str:
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


def _uncited(game: Game, entry: Disputed | Ruled) -> str:
    rules = entry.rules if isinstance(entry, Ruled) else (entry.rule,)
    strange = [rule for rule in rules if rule and rule not in game.rules.headings and rule not in OWN]
    if strange:
        return f"{game.rules.name} has no rule “{strange[0]}”."
    late = [event for event in entry.events if event > game.position]
    return f"There is no event {late[0]} yet; the newest is {game.position}." if late else ""


def sealed(game: Game, corrected: Corrected[Any]) -> Corrected[Any]:
    """The correction as it is recorded: under seal where only its seat may know it."""
    what = corrected.plain()
    rules = game.rules
    hides = isinstance(what, rules.sealed_corrections) and not rules.played_openly(game.state.board, what)
    return Corrected(corrected.ruling, Sealed((what.seat,), what) if hides else what)


def shown(look: LookedUnseen, of: int | None = None) -> Looked:
    """A look that was not seen at once, as it is seen: who, at what, and why."""
    person, at, reason = look.what.value.split("\n", 2)
    return Looked(person, at, reason, look.number if of is None else of)


def turns_after(game: Game, walked: Game, to: int, entries: Sequence[Entry]) -> list[str]:
    """The turns whose results a rewind to `to` makes others: the one that is reached again, those of the
    line that is left, and those of a line that is taken up again. `walked` has the opening alone."""
    goals = targets(entries)
    before, after = standing(goals), standing([*goals, to])[:-1]
    known = (_turns_of(copy(walked), entries, *lines) for lines in ((before, after), (after, before)))
    return list(dict.fromkeys(chain([game.turn], *known)))


def _turns_of(
    walked: Game, entries: Sequence[Entry], line: Sequence[bool], other: Sequence[bool]
) -> Iterator[str]:
    """The turns of the events that one line has and the other has not."""
    if not any(on_line > on_other for on_line, on_other in zip(line, other, strict=True)):
        return
    for entry, on_line, on_other in zip(entries[1:], line[1:], other[1:], strict=True):
        if on_line and isinstance(entry, Fact):
            walked.state = facts.fold(walked.rules.evolve, walked.state, entry)
            if not on_other:
                yield walked.turn


def revised(game: Game, turns: Sequence[str]) -> Revised:
    """The next version of each turn."""
    docket = game.register.docket
    return Revised(tuple(Version(turn, docket.version(turn) + 1) for turn in turns))


def propose(
    game: Game, proposed: TakeBackProposed, entries: Sequence[Entry], source: Source, at: int = 0
) -> tuple[Entry, ...]:
    """A seat asks the others to let it take back. `entries` are all that is on record.

    Raises `StaleOrder` or `IllegalMove`.
    """
    check_rewind(
        Rewound(proposed.to, proposed.reason),
        entries,
        is_over=game.is_over(),
        is_locked=bool(game.pending or game.asked),
    )
    check_take_back(entries, proposed.seat, proposed.to, game.rules.reveals)
    return game.put(proposed, source, at)
