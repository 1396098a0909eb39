"""A story as the text of a page, which grows: of a game that goes on only what is new is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from projections.page.boards import Boards
from projections.page.making import embedded
from projections.page.story import Story
from projections.replay import Replay


class Grown:
    """The story of a game for a viewer, in the words of one reader."""

    def __init__(self, replay: Replay, viewer: str, boards: Boards | None = None) -> None:
        self._story = Story(replay, viewer, boards)
        self._lists = {name: _List() for name in ("tokens", "fragments", "places", "parts", "steps")}

    def goes_on(self, replay: Replay) -> bool:
        """Whether a later stand of the game is told by adding to what is told; if so, it is told next."""
        return self._story.goes_on(replay)

    def text(self) -> str:
        """The same that `embedded` makes of the whole story."""
        self._lists["steps"].add([*self._story.steps()])
        about = embedded(self._story.about()).removesuffix("}")
        for name, values in self._story.tables().items():
            self._lists[name].add(values[self._lists[name].count :])
        lists = ",".join(f'"{name}":[{told.text}]' for name, told in self._lists.items())
        return f"{about},{lists}}}"


class _List:
    """The text of values one after the other."""

    def __init__(self) -> None:
        self.count, self.text = 0, ""

    def add(self, values: Sequence[Any]) -> None:
        if values:
            self.text += ("," if self.text else "") + embedded(values)[1:-1]
            self.count += len(values)
