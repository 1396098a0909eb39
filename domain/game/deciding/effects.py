"""The effects of rulings and take-backs: something is corrected, or play goes back. Each is a command of a
`Run`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from msgspec.structs import replace

from domain.game.deciding.authority import check_open, check_whole
from domain.game.deciding.decide import check_entry, put
from domain.game.deciding.own_slips import check_undo, check_untold
from domain.game.deciding.run import Run, settle
from domain.game.entries.entries import SEAT, Entry, Rewound
from domain.game.entries.rulings import Corrected, Revised, TakeBackProposed, Version
from domain.game.state.game_state import GameState, back_to, begun, fold, fold_all, unopened
from domain.game.state.lines import check_rewind, check_take_back, targets, that_stand
from domain.kit import facts
from domain.kit.facts import Fact
from domain.kit.sealed import Sealed


def correct(run: Run, corrected: Corrected[Any]) -> None:
    """An effect of the newest ruling, and what follows after the last one. Raises `OrderError`."""
    game = run.game
    check_whole(game)
    check_open(game)
    check_entry(game, corrected)
    follows = game.rules.correct(game.state, corrected.plain())
    run.take(sealed(game, corrected), *follows)
    if not run.game.register.docket.due:
        run.take(revised(run.game, [run.game.turn]))
        settle(run)


def sealed(game: GameState, corrected: Corrected[Any]) -> Corrected[Any]:
    """The correction as it is recorded: under seal where only its seat may know it."""
    what = corrected.plain()
    rules = game.rules
    hides = isinstance(what, rules.sealed_corrections) and not rules.played_openly(game.state.board, what)
    return Corrected(corrected.ruling, Sealed((what.seat,), what) if hides else what)


def rewind(run: Run, rewound: Rewound, entries: Sequence[Entry], at: int = 0) -> None:
    """Play goes back, and what follows unasked. `entries` are all that is on record of the game, and `at` is
    when a seat takes back by itself.

    Raises `StaleOrder` or `IllegalMove`.
    """
    game = run.game
    check_whole(game)
    check_rewind(rewound, entries, is_over=game.is_over(), is_locked=game.is_locked())
    is_own = rewound.by == SEAT
    if is_own:
        check_undo(entries, rewound, game.rules.reveals)
    check_entry(game, rewound, at)
    is_ruled, opened = bool(game.register.docket.due), _only_opened(game, entries)
    again = fold_all(opened, (*entries, rewound))
    if is_own:
        check_untold(game, again, rewound, entries)
    run.game = replace(game, spare=again.spare)
    run.take(rewound, past=lambda _to: back_to(again))
    if is_ruled:
        run.take(revised(run.game, turns_after(run.game, opened, rewound.to, entries)))
    settle(run)


def _only_opened(game: GameState, entries: Sequence[Entry]) -> GameState:
    """The same game as it was after its first entry."""
    return begun(fold(unopened(game.id, game.rules), entries[0]), game.data)


def turns_after(game: GameState, opened: GameState, to: int, entries: Sequence[Entry]) -> list[str]:
    """The turns whose results a rewind to `to` makes others: the one that is reached again, those of the
    line that is left, and those of a line that is taken up again. `opened` has the opening alone."""
    goals = targets(entries)
    before, after = that_stand(goals), that_stand([*goals, to])[:-1]
    known = (_turns_of(opened, entries, *lines) for lines in ((before, after), (after, before)))
    return list(dict.fromkeys(chain([game.turn], *known)))


def _turns_of(
    opened: GameState, entries: Sequence[Entry], line: Sequence[bool], other: Sequence[bool]
) -> Iterator[str]:
    """The turns of the events that one line has and the other has not."""
    if not any(on_line > on_other for on_line, on_other in zip(line, other, strict=True)):
        return
    rules, state = opened.rules, opened.state
    for entry, on_line, on_other in zip(entries[1:], line[1:], other[1:], strict=True):
        if on_line and isinstance(entry, Fact):
            state = facts.fold(rules.evolve, state, entry)
            if not on_other:
                yield rules.turn(state.board)


def revised(game: GameState, turns: Sequence[str]) -> Revised:
    """The next version of each turn."""
    docket = game.register.docket
    return Revised(tuple(Version(turn, docket.version(turn) + 1) for turn in turns))


def propose(run: Run, proposed: TakeBackProposed, entries: Sequence[Entry], at: int = 0) -> None:
    """A seat asks the others to let it take back. `entries` are all that is on record.

    Raises `StaleOrder` or `IllegalMove`.
    """
    game = run.game
    back = Rewound(proposed.to, proposed.reason)
    check_rewind(back, entries, is_over=game.is_over(), is_locked=game.is_locked())
    check_take_back(entries, proposed.seat, proposed.to, game.rules.reveals)
    put(run, proposed, at)
