"""One event back to its rule, to the order and the throws of its unit, and its sums term by term."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.game.entries.entries import (
    Contributed,
    Entry,
    Forked,
    Joined,
    Looked,
    Opened,
    Ordered,
    RootCommitted,
    SheetCommitted,
    Spent,
)
from domain.game.entries.rulings import Corrected
from domain.kit.chance import Thrown, ThrownAgain
from domain.kit.facts import Fact
from domain.kit.sums import Sum
from projections.language.messages import _, heading, minute, term, wrap
from projections.replay import Replay
from projections.telling.log import Logged, Teller, is_open, rule


def explain(replay: Replay, position: int, viewer: str) -> str:
    """The explanation of an event as text of 78 columns, as a viewer may know it. Raises `NoSuchPosition`."""
    entry: Entry = replay.envelope(position).entry
    explained = Explained(replay, position, viewer)
    parts = [explained.event(), explained.rule(entry)]
    parts += [explained.order(), explained.throws(), explained.sums(), explained.rest()]
    with replay.named():
        return "\n".join("".join(f"{line}\n" for line in part) for part in map(list, parts) if part)


def unit(replay: Replay, position: int) -> range:
    """The positions of the order or step that an event belongs to: what was recorded together or not at all.

    An order that had to wait for its throw is one unit with what followed when the throw was there.
    """
    first = position
    while first > 1 and not _closes(replay.envelope(first - 1).entry):
        first -= 1
    last = position
    while last < len(replay) and not _closes(replay.envelope(last).entry):
        last += 1
    return range(first, last + 1)


def _closes(entry: Entry) -> bool:
    alone = (Opened, RootCommitted, SheetCommitted, Spent, Joined, Contributed, Looked, Forked)
    return isinstance(entry, alone) or (isinstance(entry, Fact) and not entry.more)


class Explained:
    """One event of a game to one viewer: most methods give the lines of one part, or none."""

    def __init__(self, replay: Replay, position: int, viewer: str) -> None:
        self._replay = replay
        self._position = position
        self._teller = Teller(replay, viewer)
        self._unit = unit(replay, position)

    def event(self) -> Iterator[str]:
        told = self._teller.logged(self._position)
        yield from wrap(
            _("Event {position} of {game}, {turn}, {time}").format(
                position=self._position, game=self._replay.game, turn=told.turn, time=minute(told.at)
            )
        )
        text = told.text or _("It only moves the sequence of play on; logs do not show it.")
        yield from wrap(text, "  ", "  ")

    def rule(self, entry: Entry) -> Iterator[str]:
        number = rule(entry)
        if number:
            yield _("It follows from this rule:")
            yield from wrap(self._heading(number), "  ", "      ")

    def order(self) -> Iterator[str]:
        """The order of the unit; for a step of the sequence of play, the last order before it."""
        before, entry = self.ordered(), self._replay.envelope(self._position).entry
        if not isinstance(entry, Fact | Thrown | ThrownAgain) or self._unit[0] == 1:
            return
        corrected = self._corrected()
        if corrected:
            yield _("It was brought about by a ruling:")
            before = corrected
        elif before in self._unit:
            yield _("It was brought about by this order:")
        else:
            yield from wrap(_("No order brought it about: the sequence of play does this unasked."))
            if before:
                yield _("The last order before it:")
        if before:
            yield from self._line(before)

    def _corrected(self) -> int:
        """The position of the correction that the unit follows from; 0 where none is in it."""
        entries = ((n, self._replay.envelope(n).entry) for n in self._unit)
        return next((n for n, one in entries if isinstance(one, Corrected) and n < self._position), 0)

    def ordered(self) -> int:
        """The position of the order of the unit, or of the last one before it; 0 where there is none."""
        return self._order_in(self._unit) or self._order_in(range(1, self._unit[0]))

    def others(self) -> tuple[Logged, ...]:
        """What else happened in the same unit, as far as logs show it."""
        facts = [n for n in self._others() if isinstance(self._replay.envelope(n).entry, Fact)]
        return tuple(line for line in map(self._teller.logged, facts) if line.text)

    def throws(self) -> Iterator[str]:
        thrown = [n for n in self._others() if isinstance(self._replay.envelope(n).entry, Thrown)]
        if thrown:
            yield _("Throws and draws for it:")
        for position in thrown:
            yield from self._line(position)

    def sums(self) -> Iterator[str]:
        """The sums of the unit: what a victory is computed from stands in the event before it."""
        entries: list[Entry] = [self._replay.envelope(position).entry for position in self._unit]
        events = [entry.event for entry in entries if isinstance(entry, Fact) and entry.event is not None]
        viewer = self._teller.viewer
        for event in events:
            for of, sum_ in self._replay.pictures.sums(event, viewer) if is_open(event, viewer) else ():
                yield from wrap(_("{of}: {total}").format(of=of, total=sum_.total))
                yield from _terms(sum_)

    def rest(self) -> Iterator[str]:
        lines = self.others()
        if lines:
            yield _("In the same step:")
        for line in lines:
            yield from told_line(line)

    def _others(self) -> Sequence[int]:
        return [position for position in self._unit if position != self._position]

    def _order_in(self, positions: range) -> int:
        """The newest order among the positions; 0 where there is none."""
        orders = (n for n in reversed(positions) if isinstance(self._replay.envelope(n).entry, Ordered))
        return next(orders, 0)

    def _line(self, position: int) -> list[str]:
        return told_line(self._teller.logged(position))

    def _heading(self, number: str) -> str:
        said = heading(self._replay.rules.headings.get(number, ""))
        return _("{rule}: {heading}").format(rule=number, heading=said) if said else number


def told_line(line: Logged) -> list[str]:
    """An event as a page lists it: its position, its sentence, its rule."""
    text = f"{line.text} [{line.rule}]" if line.rule else line.text
    return wrap(text, f"{line.position:5}  ", " " * 7)


def _terms(sum_: Sum) -> Iterator[str]:
    for one in sum_.terms:
        yield from wrap(f"{term(one.why)} [{one.rule}]", f"  {one.value:+3}  ", " " * 7)
