"""Whether the deadlines on record are those that the policy of a game gives by its calendar.

Zone data change with the laws of countries, and are those of whoever audits. A deadline says itself which
were used, as it falls on the policy's time of day by some clock: what differs by no more than laws do is
told, and is no finding.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.game.entries.entries import Entry, Forked
from domain.game.entries.people import Deadline, DeadlinesSet
from domain.game.state.game_state import GameState
from referee.clocks.timetable import NoSuchZone, other_clocks, table


class Calendar:
    """What an audit looks deadlines up in; `told` are those that hold by other clocks than this machine's,
    with the zone."""

    def __init__(self) -> None:
        self.told: dict[Deadline, str] = {}

    def unscheduled(self, game: GameState, entry: Entry | None, at: int) -> str:
        """Why the deadlines on record are not those that the policy and its calendar give; "" where they are,
        and where a what-if leaves the game before they were counted."""
        if game.is_over() or game.register.docket.due or isinstance(entry, Forked):
            return ""
        try:
            due = table(game, at)
            if isinstance(entry, DeadlinesSet):
                holds = self._holds(game, at, due, entry.deadlines)
                return "" if holds else f"By the policy of the game the deadlines are {due}."
            known = game.register.deadlines
            stands = tuple(known[one.seat] for one in due if one.seat in known)
            holds = len(known) == len(due) and not game.register.running
            return (
                ""
                if holds and self._holds(game, at, due, stands)
                else f"The deadlines {due} should stand here."
            )
        except NoSuchZone as error:
            return str(error)

    def _holds(self, game: GameState, at: int, due: Sequence[Deadline], found: Sequence[Deadline]) -> bool:
        if tuple(found) == due:
            return True
        others = [one for one in found if one not in due]
        by_others = {one for clocks in other_clocks(game.register.policy) for one in table(game, at, clocks)}
        may = len(found) == len(due) and [one.seat for one in found] == [one.seat for one in due]
        if not may or not by_others.issuperset(others):
            return False
        self.told |= dict.fromkeys(others, game.register.policy.zone)
        return True

    def notes(self) -> tuple[str, ...]:
        if not self.told:
            return ()
        zones = ", ".join(sorted({*self.told.values()}))
        return (
            f"{len(self.told)} deadlines are not those that the clocks of {zones} give by the zone data of "
            "this machine, and differ by two hours at most: zone data change with laws, or the referee has "
            "given or taken that time.",
        )
