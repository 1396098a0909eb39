"""What the replay page knows of a game: the parts of its boards, and what each event changes of them.

Everything that comes up again is kept once and named by its place in a list, so 5,000 events stay small:
`fragments` are the contents of parts, `places` are [x, y, width, height, layer, marks, fragment], `parts` the
names of parts. The marks of a place are 1 if it turns, 2 if it is quiet, 3 if both. A step says which parts
it puts where ([part, place]) and which it takes away ([part]).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from domain.kit.facts import Fact
from projections.drawing import Drawing, Part
from projections.log import Teller, is_open
from projections.replay import Replay
from projections.texts import minute, plain

Change = list[int]

K = TypeVar("K")


class Indexed:
    """Values that are named by their place in a list."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self._places: dict[Any, int] = {}

    def place(self, value: Any) -> int:
        """Where the value stands; it is added where it is new."""
        if value not in self._places:
            self._places[value] = len(self.values)
            self.values.append(value)
        return self._places[value]


class Story:
    """A game told to a viewer, step by step."""

    def __init__(self, replay: Replay, viewer: str) -> None:
        self._replay = replay
        self._teller = Teller(replay, viewer)
        self._fragments, self._places, self._names = Indexed(), Indexed(), Indexed()
        self._shown: dict[int, int] = {}
        self._stands: dict[Any, Any] = {}
        self._size = (0, 0)

    def data(self) -> dict[str, Any]:
        """The whole story, of builtin values only."""
        steps = [self._step(position) for position in range(1, len(self._replay) + 1)]
        return {
            "game": self._replay.game,
            "name": self._replay.rules.name,
            "viewer": self._teller.viewer,
            "head": self._replay.envelope(len(self._replay)).digest.hex(),
            "size": self._size,
            "fragments": self._fragments.values,
            "places": self._places.values,
            "parts": self._names.values,
            "steps": steps,
        }

    def _step(self, position: int) -> dict[str, Any]:
        """What an event says and changes; what is empty, or as after the event before, is left out."""
        told = self._teller.logged(position)
        view = self._replay.view(position, self._teller.viewer)
        pictures = self._replay.pictures
        found = {
            **self._moved({"turn": told.turn, "at": minute(told.at)}),
            "text": plain(told.text),
            "rule": told.rule if told.text else "",
            "sums": list(self._sums(position)),
            "change": list(self._change(pictures.drawing(view))),
            "tracks": self._tracks(pictures.tracks(view)),
        }
        return {name: value for name, value in found.items() if value}

    def _sums(self, position: int) -> Iterator[list[Any]]:
        entry = self._replay.envelope(position).entry
        event = entry.event if isinstance(entry, Fact) else None
        if event is None or not is_open(event, self._teller.viewer):
            return
        for of, sum_ in self._replay.pictures.sums(event, self._teller.viewer):
            yield [of, sum_.total, [[term.value, term.why, term.rule] for term in sum_.terms]]

    def _change(self, drawing: Drawing) -> Iterator[Change]:
        self._size = (drawing.width, drawing.height)
        now = {self._names.place(part.id): self._place(part) for part in drawing.parts}
        yield from ([name] for name in self._shown if name not in now)
        yield from ([name, place] for name, place in now.items() if self._shown.get(name) != place)
        self._shown = now

    def _place(self, part: Part) -> int:
        fragment = self._fragments.place(part.content)
        marks = int(part.turns) + 2 * int(part.quiet)
        where = (part.x, part.y, part.width, part.height, part.layer, marks, fragment)
        return self._places.place(where)

    def _tracks(self, tracks: Mapping[str, int]) -> dict[str, int]:
        moved = self._moved({("track", name): value for name, value in tracks.items()})
        return {name: value for (_track, name), value in moved.items()}

    def _moved(self, values: Mapping[K, Any]) -> dict[K, Any]:
        """What stands elsewhere than after the event before."""
        moved = {name: value for name, value in values.items() if self._stands.get(name) != value}
        self._stands.update(moved)
        return moved
