"""The events of a long game, read from the store where they are asked for: a mail needs the last few."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from typing import Any, overload

from domain.kit.errors import BrokenRecord
from referee.record.envelope import UNREADABLE, Envelope, decoder
from referee.record.writing import Writing

PART = 64
"""Events that are read at a time."""

MOST_PARTS = 64
"""Parts that are at hand; of more, that which was longest not asked for is read anew."""

Part = Sequence[Envelope[Any]]


class FarEnvelopes(Sequence[Envelope[Any]]):
    """So many events of a game, as `Record.envelopes` gives them. Of one that is damaged only he is told who
    comes to it."""

    def __init__(self, recorder: Writing, game: str, title: str, count: int) -> None:
        self._recorder, self._game, self._count = recorder, game, count
        self._decode = decoder(title).decode
        self._parts: OrderedDict[int, Part] = OrderedDict()

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Envelope[Any]: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Envelope[Any]]: ...
    def __getitem__(self, index: int | slice) -> Envelope[Any] | Sequence[Envelope[Any]]:
        """Raises `BrokenRecord`."""
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(self._count))]
        place = range(self._count)[index]
        return self._part(place // PART)[place % PART]

    def extend(self, newer: Iterable[Envelope[Any]]) -> None:
        """The game has gone on."""
        for envelope in newer:
            nth = self._count // PART
            if nth in self._parts or not self._count % PART:
                self._parts[nth] = (*self._parts.get(nth, ()), envelope)
            self._count += 1

    def _part(self, nth: int) -> Part:
        part = self._parts.get(nth)
        if part is None:
            part = self._parts[nth] = self._read(nth * PART, min((nth + 1) * PART, self._count))
            while len(self._parts) > MOST_PARTS:
                self._parts.popitem(last=False)
        self._parts.move_to_end(nth)
        return part

    def _read(self, after: int, upto: int) -> Part:
        rows = self._recorder.rows(
            "SELECT originator_version, state FROM stored_events WHERE originator_id=? "
            "AND originator_version>? AND originator_version<=? ORDER BY originator_version",
            (self._game, after, upto),
        )
        found = list[Envelope[Any]]()
        for expected, (position, state) in enumerate(rows, after + 1):
            if position != expected:
                raise BrokenRecord(self._game, expected, "The event is missing.")
            try:
                found.append(self._decode(state))
            except UNREADABLE as error:
                raise BrokenRecord(self._game, position, f"It cannot be read: {error}.") from error
        if len(found) < upto - after:
            raise BrokenRecord(self._game, after + len(found) + 1, "The event is missing.")
        return found
