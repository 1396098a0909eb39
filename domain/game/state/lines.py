"""The lines of a game: a rewind leaves one line of events and goes on from an earlier event of it.

Nothing is erased: what was left stays in the record, and is passed over where the board is folded. A throw
that was made there answers the same question again, unless the ruling says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from domain.game.entries.entries import SEAT, Asked, Contributed, Entry, Forked, Ordered, Rewound
from domain.game.entries.rulings import Corrected
from domain.kit.chance import Thrown, ThrownAgain
from domain.kit.errors import IllegalMove, StaleOrder
from domain.kit.facts import Fact


def targets(entries: Sequence[Entry]) -> list[int]:
    """For each entry the position that it goes back to; 0 for all that are no rewinds."""
    return [entry.to if isinstance(entry, Rewound) else 0 for entry in entries]


def that_stand(targets: Sequence[int]) -> list[bool]:
    """Whether each entry lies on the line that stands after the last one. Who goes back to himself, or to
    what comes, goes to the entry before: a record from anybody's hand must not let us walk in a circle."""
    stands = [False] * len(targets)
    position = len(targets)
    while position:
        stands[position - 1] = True
        to = targets[position - 1]
        position = to if 0 < to < position else position - 1
    return stands


def unit_ends(entries: Sequence[Entry]) -> list[int]:
    """The positions after which all that follows from an order, or a step, is on record."""
    return [at for at, entry in enumerate(entries, 1) if isinstance(entry, Fact) and not entry.more]


def spare(entries: Sequence[Entry], stands: Sequence[bool]) -> dict[int, Thrown]:
    """Throws on lines that were left, by their positions: those that no ruling has made void, and that have
    not answered again on the line that stands. Those of a game do not answer in its what-ifs."""
    found: dict[int, Thrown] = {}
    for position, (entry, on_line) in enumerate(zip(entries, stands, strict=True), 1):
        if isinstance(entry, Fact):  # nearly all are
            continue
        if isinstance(entry, Thrown):
            if not on_line:
                found[position] = entry
        elif isinstance(entry, ThrownAgain):
            if on_line:
                found.pop(entry.of, None)
        elif isinstance(entry, Rewound) and entry.anew:
            found = {at: throw for at, throw in found.items() if at <= entry.to}
        elif isinstance(entry, Forked):
            found = {}
    return found


class _Halves(NamedTuple):
    """Positions, as halves of halves; 0 where there is none. The lowest parts are the bits of a number."""

    first: _Halves | int
    second: _Halves | int


_PART = 10
_HALVES = 14
"""Powers of two: the positions of a part, and the parts. No record has so many events."""


class Spare:
    """The throws that may answer once more, kept along a record: what `spare` finds at its end.

    Each event keeps which throws its line has shown, made there or answered there again. What two lines have
    in common is kept once, so that a rewind costs no more than any other entry, wherever it goes.
    """

    def __init__(self) -> None:
        self._lines: list[_Halves | int] = [0]
        self._open: dict[int, Thrown] = {}

    def add(self, entry: Entry) -> None:
        """Takes in the next entry. A rewind goes to an event before it: that is for the caller to see to."""
        line, position = self._lines[-1], len(self._lines)
        if type(entry) is Fact:
            pass  # nearly all are
        elif isinstance(entry, Thrown):
            self._open[position] = entry
            line = _with(line, position, _HALVES)
        elif isinstance(entry, ThrownAgain):
            line = _with(line, entry.of, _HALVES) if 0 < entry.of < position else line
        elif isinstance(entry, Rewound):
            line = self._lines[entry.to]
            while entry.anew and self._open and next(reversed(self._open)) > entry.to:
                self._open.popitem()
        elif isinstance(entry, Forked):
            self._open = {}
        self._lines.append(line)

    def get(self, position: int) -> Thrown | None:
        """The throw at a position; None where there is none, or it may not answer once more."""
        throw = self._open.get(position)
        return None if throw is None or _has(self._lines[-1], position) else throw

    def left(self) -> dict[int, Thrown]:
        """All of them, by their positions."""
        return {at: throw for at, throw in self._open.items() if not _has(self._lines[-1], at)}


def _with(shown: _Halves | int, position: int, height: int) -> _Halves | int:
    if not height:
        assert isinstance(shown, int)
        return shown | 1 << (position & (1 << _PART) - 1)
    first, second = shown if isinstance(shown, tuple) else (0, 0)
    if position >> (_PART + height - 1) & 1:
        return _Halves(first, _with(second, position, height - 1))
    return _Halves(_with(first, position, height - 1), second)


def _has(shown: _Halves | int, position: int) -> bool:
    height = _HALVES
    while isinstance(shown, tuple):
        height -= 1
        shown = shown[position >> (_PART + height) & 1]
    return bool(shown >> (position & (1 << _PART) - 1) & 1)


def check_rewind(rewound: Rewound, entries: Sequence[Entry], *, is_over: bool, is_locked: bool) -> None:
    """Play can go back while it goes on and no order is locked, for a reason, to the end of a unit.

    Raises `StaleOrder` or `IllegalMove`.
    """
    if is_over:
        raise StaleOrder("The game is over, and everything is open.", "Its record stands.")
    if is_locked:
        raise StaleOrder(
            "An order is locked and its throw is awaited.", "Play can go back when the throw is there."
        )
    if not rewound.reason.strip():
        raise IllegalMove("rewind", "No reason is given.", "Say why play goes back: everybody reads it.")
    _check_target(entries, rewound.to)


def _check_target(entries: Sequence[Entry], to: int) -> None:
    """Loading and going back stop only between units, and going back goes somewhere."""
    newest = max((at for at, entry in enumerate(entries, 1) if isinstance(entry, Fact | Rewound)), default=0)
    ends = unit_ends(entries[: max(newest - 1, 0)])
    if to in ends:
        return
    raise IllegalMove(
        "rewind",
        f"Play cannot go back to event {to}: only to where all that follows from an order ends.",
        nearest(ends, to),
    )


def nearest(ends: Sequence[int], at: int) -> str:
    """The ends of units before and after an event, in a sentence."""
    before = max((end for end in ends if end < at), default=0)
    after = min((end for end in ends if end > at), default=0)
    near = " and ".join(str(end) for end in (before, after) if end)
    return f"The nearest such events are {near}." if near else "There is none yet."


def check_take_back(
    entries: Sequence[Entry], seat: str, to: int, reveals: tuple[type[Struct], ...] = ()
) -> None:
    """A seat may take back what it has ordered after `to` itself, as long as nothing else rests on it: no
    throw, no reveal, no order of another seat, no ruling. Where play has gone back to `to` since, what it
    has ordered after that is meant, and the ruling that let it go back holds. Raises `IllegalMove`.
    """
    mine = False
    for position, entry in taken_back(entries, seat, to):
        why = barrier(entry, seat, reveals)
        if why:
            raise IllegalMove(
                "take-back",
                f"{seat} cannot take back what it did before event {position}: {why} rests on it.",
                "Ask the referee for a ruling: “dispute …”.",
            )
        mine = mine or isinstance(entry, Ordered)
    if not mine:
        raise IllegalMove("take-back", f"{seat} has ordered nothing after event {to}.")


def taken_back(entries: Sequence[Entry], seat: str, to: int) -> Iterator[tuple[int, Entry]]:
    """The entries after `to`, or after play went back there, with their positions, newest first. What the
    seat has taken back by itself since is passed over: nothing else rested on it."""
    position = len(entries)
    while position > max(to, 0):
        entry = entries[position - 1]
        if isinstance(entry, Rewound) and entry.to == to:
            return
        goal = entry.to if isinstance(entry, Rewound) and undoes(entry, seat) else 0
        if to < goal < position:
            position = goal
            continue
        yield position, entry
        position -= 1


def undoes(entry: Any, seat: str) -> bool:
    """Whether a seat takes back by itself."""
    return isinstance(entry, Rewound) and (entry.by, entry.seat) == (SEAT, seat)


def newest_of(entries: Sequence[Entry], seat: str) -> tuple[int, int]:
    """The newest order of a seat that stands, and where the unit before it ends; 0 where there is none."""
    stands, order, before, ends = that_stand(targets(entries)), 0, 0, 0
    for at, entry in enumerate(entries, 1):
        if not stands[at - 1]:
            continue
        if isinstance(entry, Ordered) and (entry.seat, entry.by) == (seat, SEAT):
            order, before = at, ends
        elif isinstance(entry, Fact) and not entry.more:
            ends = at
    return (order, before) if order else (0, 0)


def rests_on(entries: Sequence[Entry], event: int, reveals: tuple[type[Struct], ...]) -> str:
    """What rests on an event: the first thing after its unit that no take-back by its seat would go back
    behind; "" where nothing does."""
    seat = next((entry.seat for entry in reversed(entries[:event]) if isinstance(entry, Ordered)), "")
    end = next((at for at in unit_ends(entries) if at >= event), len(entries))
    return next((why for entry in entries[end:] if (why := barrier(entry, seat, reveals))), "")


def barrier(entry: Any, seat: str, reveals: tuple[type[Struct], ...]) -> str:
    """What no take-back by consent goes back behind; "" where an entry is none."""
    if isinstance(entry, Thrown | ThrownAgain | Asked | Contributed):
        return "a throw"
    if isinstance(entry, Ordered) and entry.seat != seat:
        return f"an order of {entry.seat}"
    if isinstance(entry, Rewound | Corrected | Forked):
        return "a ruling, or another take-back,"
    if isinstance(entry, Fact) and isinstance(entry.event, reveals):
        return "a reveal"
    return ""
