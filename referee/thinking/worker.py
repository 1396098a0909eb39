"""The work of programs: for which game one thinks next, its order, and the mails that follow.

The store is read, then left alone while a program thinks; its order is a transaction of its own, as short as
that of a mail.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from domain.kit.errors import Fault
from referee.games import programs
from referee.games.referee import Referee, TryAgain
from referee.mail.desk.desk import TROUBLE
from referee.programs.search import Spread
from referee.programs.seats import awaits, give, think
from referee.service.reports import Report, Trouble


class Worker:
    """Thinks for the programs of a store. `tell` writes to the people of a game what has happened; `report`
    hears of what fails: that game waits until it goes on, and the others do not. `spread` is how one thought
    tries its orders."""

    def __init__(
        self, referee: Referee, tell: Callable[[str], object], report: Report, spread: Spread = map
    ) -> None:
        self._referee = referee
        self._spread = spread
        self._record = referee.record
        self._tell = tell
        self._report = report
        self._failed: dict[str, int] = {}
        self._untold: set[str] = set(
            programs.marked(self._record)
        )  # whoever was before us may have died before he told

    def work(self, go_on: Callable[[], bool] = lambda: True) -> int:
        """One thought for each game that waits for a program, again and again, until people must speak
        everywhere or it is not to `go_on`; how many orders were given. Raises what the store raises."""
        given = 0
        while ordered := sum(self._round(go_on)):
            given += ordered
        return given

    def _round(self, go_on: Callable[[], bool]) -> Iterator[bool]:
        for game in programs.marked(self._record):
            if not go_on():
                return
            yield self._one(game)

    def _one(self, game: str) -> bool:
        """The next thought for a game, if it waits for one; else its people are told what has happened."""
        position = 0
        try:
            kept = self._record.load(game)
            position = kept.game.position
            awaited = None if self._failed.get(game) == position else awaits(kept.game)
            if awaited is not None:
                self._untold.add(game)
                return give(self._referee, think(self._referee, awaited, self._spread)) is not None
            if game in self._untold:
                self._tell(game)
                self._untold.discard(game)
            if kept.game.is_over():
                programs.unmark(self._record, game)
        except TryAgain:  # the next round thinks anew
            return False
        except TROUBLE:
            raise
        except Exception as error:  # noqa: BLE001 - the other games go on
            self._fails(game, position, error)
        return False

    def _fails(self, game: str, position: int, error: Exception) -> None:
        self._failed[game] = position
        why = error if isinstance(error, Fault) else f"{type(error).__name__}: {error}"
        said = f"The program that {game} waits for at event {position} cannot go on: {why}"
        self._report(Trouble(" ".join(said.split())))
