"""Steps with what would follow from them: the orders of a list of picks, rehearsed in states that the seat
may imagine, and the board as it would be then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.game.state.words import notation_of
from domain.kit.errors import Fault, OrderError
from domain.kit.facts import State
from projections.seat_page.table_board import Draws, boards_of, kind_on, patches_of
from referee.programs.foreseeing import REFUSED, THROW, Rehearsal
from referee.record.record import Record
from referee.seats.rehearsed import Rehearsals, document
from referee.seats.seat_view import Scene
from referee.seats.steps import Wanted, told
from referee.web.kept_boards import KeptBoards


class Rehearsing:
    """Tells steps with what would follow. Safe to use from several threads."""

    def __init__(self, record: Record, boards: Draws | None = None) -> None:
        self._record = record
        self._rehearsals = Rehearsals()
        self._boards = boards or KeptBoards()

    def step(self, scene: Scene, wanted: Wanted, state: State[Any, Any] | None) -> dict[str, Any]:
        """`state` is that which is imagined."""
        game, seat = scene.game, scene.seat

        def after(orders: Sequence[Struct]) -> State[Any, Any] | None:
            found = self._rehearsals.rehearsed(game, seat, orders)
            return found.game.state if found and not found.stop and len(found.orders) == len(orders) else None

        picks = wanted.picks or _said(scene, wanted, state)
        step = {**told(scene, Wanted(picks, wanted.why), state, after)}
        step["picks"] = picks[: step["gone"]["nth"]] if step["gone"] else picks
        lines = step["lines"] if step["complete"] else [one["line"] for one in step["queue"]]
        try:
            orders = [notation_of(game).read(line) for line in lines[: len(lines) - step["kept"]]]
        except (OrderError, Fault):
            return step
        found = self._rehearsals.rehearsed(game, seat, orders) if orders else None
        if found is None:
            return step
        return {**step, **self._foreseen(scene, step, found), "patch": self._patch(scene, wanted, found)}

    def _foreseen(self, scene: Scene, step: Mapping[str, Any], found: Rehearsal) -> dict[str, Any]:
        title, name = scene.game.rules.title, scene.game.opening().data
        files = (
            self._record.data_files(title, name) if found.stop == THROW else {}
        )  # only odds are asked of them
        made = document(scene, found, files)
        if found.stop == REFUSED and step["complete"]:
            made |= {"complete": False, "lacks": made["error"], "why": ""}
        if step["kept"]:  # of lines with fences, none may wait
            made["fences"] = []
        return made

    def _patch(self, scene: Scene, wanted: Wanted, found: Rehearsal) -> dict[str, Any]:
        """From the board that stands to that which would, as the seat would see it: of the kind that the page
        shows."""
        replay = scene.replay
        kinds = (kind_on(replay.pictures, narrow=wanted.narrow),)
        now = self._boards(replay, len(replay), replay.eye(scene.viewer), kinds)
        view = replay.rules.view(found.game.state, scene.seat)
        return patches_of(now, boards_of(replay.pictures, view, kinds))


def _said(scene: Scene, wanted: Wanted, state: State[Any, Any] | None) -> tuple[str, ...]:
    """The picks that say the line which was typed; none where it is read as no picks."""
    if not wanted.typed:
        return ()
    return tuple([one["v"] for one in told(scene, Wanted(typed=wanted.typed), state)["trail"]])
