"""Forks: a what-if leaves a game after one of its events and goes on under a name of its own.

What it shares with the game keeps its bytes, its name and its digests; what follows is not the game's, and
its faces have nothing to do with the game's sheets.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from domain.game.deciding.run import Run, settle
from domain.game.entries.entries import Entry, Forked, Opened, WhatIf
from domain.game.state.lines import nearest, unit_ends
from domain.kit.errors import IllegalMove


def departures(entries: Sequence[Entry]) -> list[str]:
    """For each entry the game that it leaves; "" for all that are no forks."""
    return [entry.game if type(entry) is Forked else "" for entry in entries]


def names(departures: Sequence[str], game: str) -> list[str]:
    """The name of the game that each event says it belongs to; `game` is that of the newest."""
    found = [game] * len(departures)
    for place in range(len(departures) - 1, 0, -1):
        found[place - 1] = departures[place] or found[place]
    return found


SAME_NAME = "A what-if must have another name: it could be taken for the game that it leaves."


def same_name(departures: Sequence[str], game: str) -> int:
    """The position at which a game is left for one of the same name, or of one that it had before; 0 where
    every name is another."""
    taken: set[str] = set()
    left = [(position, name) for position, name in enumerate(departures, 1) if name]
    for (position, name), following in zip(left, [*(name for _, name in left[1:]), game], strict=False):
        taken.add(name)
        if following in taken:
            return position
    return 0


def newest_fork(entries: Sequence[Entry]) -> WhatIf | None:
    """How a record came to be a what-if; None where it is a game."""
    forked = next((entry for entry in reversed(entries) if isinstance(entry, Forked)), None)
    opened = entries[0] if entries else None
    return forked or (opened.imagined if isinstance(opened, Opened) else None)


def origin(entries: Sequence[Entry], game: str) -> str:
    """The game that a record begins as."""
    return next(filter(None, departures(entries)), game)


def fork(run: Run, forked: Forked, entries: Sequence[Entry]) -> None:
    """The what-if leaves the game where it stands; what follows unasked. `entries` are all up to there.

    Raises `IllegalMove`.
    """
    check_name(forked, entries, run.game.id)
    leave(run, forked, entries)


def leave(run: Run, forked: Forked, entries: Sequence[Entry]) -> None:
    """The same, whatever the what-if is called. Raises `IllegalMove`."""
    check_fork(entries, forked.at, is_over=run.game.is_over())
    run.take(forked)
    run.game = replace(run.game, spare={})  # what has answered in the game does not answer here
    settle(run)


def check_name(forked: Forked, entries: Sequence[Entry], name: str) -> None:
    """A what-if has a name of its own: else it could be taken for the game. Raises `IllegalMove`."""
    if same_name(departures([*entries, forked]), name):
        raise IllegalMove("fork", SAME_NAME, f"“{name}” is the name of {forked.game}.")


def check_fork(entries: Sequence[Entry], at: int, *, is_over: bool) -> None:
    """A game can be left where all that follows from an order ends, and not where it is over.

    `entries` are what is on record of it, `is_over` says whether it is over after event `at`. Raises
    `IllegalMove`.
    """
    if at not in unit_ends(entries):
        raise IllegalMove(
            "fork",
            f"No what-if can begin after event {at}: only where all that follows from an order ends.",
            nearest(unit_ends(entries), at),
        )
    if is_over:
        ends = unit_ends(entries[: at - 1])
        raise IllegalMove("fork", f"After event {at} the game is over.", nearest(ends, at))
