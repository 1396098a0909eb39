"""Statistics of a game as a viewer may know it: throws, time, losses, and what decided it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import median

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import SEAT, Entry, Joined, Ordered, Rewound
from domain.kit.chance import Thrown
from domain.kit.dice_odds import chi_square_tail, holm, sum_tail
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, Sealed
from projections.exports.losses import losses
from projections.exports.tables import raisers, track_changes
from projections.language.messages import _
from projections.replay import Replay
from projections.telling.log import Teller, is_open

EXPECTED = 5
"""How often each face should come at least, so that a test of the faces means anything."""

SWINGS = 3
"""Of each track so many swings are told."""


class Kind(Struct, frozen=True, order=True):
    """A kind of dice. Real ones were thrown by hand."""

    sides: int
    real: bool

    def said(self) -> str:
        return _("d{sides}, real").format(sides=self.sides) if self.real else f"d{self.sides}"


Throw = tuple[str, Kind, tuple[int, ...]]
"""Whose it is, the dice, and the faces."""


class Dice(Struct, frozen=True):
    """The open throws of one kind of dice. `p` is that of the chi-square test, None where there are too few
    faces for one; `adjusted` is `p` for all tests of the game together, by Holm."""

    kind: Kind
    faces: tuple[int, ...]
    """How often each face came, from 1 on."""

    p: float | None
    adjusted: float | None = None

    @property
    def count(self) -> int:
        return sum(self.faces)

    @property
    def total(self) -> int:
        return sum(face * many for face, many in enumerate(self.faces, 1))


class Luck(Struct, frozen=True):
    """The dice of one kind that were thrown when the newest order of the turn was one of `seat`; "" before
    there is one. `p` is that of the sum, on both sides. A high sum is not always good."""

    seat: str
    kind: Kind
    count: int
    total: int
    p: float
    adjusted: float = 1.0

    @property
    def expected(self) -> float:
        return self.count * (self.kind.sides + 1) / 2


class Pace(Struct, frozen=True):
    """How long a seat took for its answers, in milliseconds; an answer that nobody waited for took none."""

    seat: str
    answers: int
    median: int
    longest: int
    total: int


class Swing(Struct, frozen=True):
    """An event that moved a track; `at` is its position."""

    at: int
    turn: str
    track: str
    before: int
    after: int
    text: str


class Statistics(Struct, frozen=True):
    """`sealed` throws and `draws` are not tested: of those nobody knows the faces, and from draw to draw
    these choose among other things."""

    dice: tuple[Dice, ...]
    luck: tuple[Luck, ...]
    draws: int
    sealed: int
    tests: int
    pace: tuple[Pace, ...]
    losses: Mapping[tuple[str, str], int]
    swings: tuple[Swing, ...]


def statistics(replay: Replay, viewer: str) -> Statistics:
    """Everything that is counted; for the same game and viewer the same."""
    open_throws = [throw for _person, throw in open_throws_of(replay, viewer)]
    dice, luck = tested(open_throws)
    entries = [replay.envelope(n).entry for n in range(1, len(replay) + 1)]
    thrown = [entry for entry in entries if isinstance(entry, Thrown)]
    draws = sum(entry.question.draw for entry in thrown)
    return Statistics(
        dice,
        luck,
        draws,
        len(thrown) - draws - len(open_throws),
        sum(one.p is not None for one in dice) + len(luck),
        tuple(_pace(replay)),
        losses(replay, viewer),
        tuple(_swings(replay, viewer)),
    )


# ---- the dice


def open_throws_of(replay: Replay, viewer: str) -> Iterator[tuple[str, Throw]]:
    """Each throw whose faces the viewer knows: whose it is, as a person and as a seat. It is theirs who
    ordered last in the turn."""
    eye = replay.eye(viewer)
    for position, (seat, person) in enumerate(raisers(replay), 1):
        entry = replay.envelope(position).entry
        if isinstance(entry, Thrown) and not entry.question.draw and is_open(entry.faces, eye):
            yield person, (seat, Kind(entry.question.sides, entry.real), entry.answer())


def throws_of_people(replay: Replay) -> list[Throw]:
    """Those that everybody knows, each with the person whose it is; "" for nobody."""
    return [(person, kind, faces) for person, (_seat, kind, faces) in open_throws_of(replay, PUBLIC)]


def throws_of_nobody(entries: Iterable[Entry]) -> list[Throw]:
    """The open throws of a game that cannot be folded, for it has sealed values: whose they are is not to be
    known."""
    thrown = (entry for entry in entries if isinstance(entry, Thrown) and not entry.question.draw)
    return [
        ("", Kind(entry.question.sides, entry.real), entry.faces)
        for entry in thrown
        if not isinstance(entry.faces, Sealed)
    ]


def tested(throws: Sequence[Throw]) -> tuple[tuple[Dice, ...], tuple[Luck, ...]]:
    """The faces of each kind of dice, and the sums of each of whom there are throws; tested together."""
    return _adjusted(_dice(throws), _luck(throws))


def _dice(throws: Sequence[Throw]) -> list[Dice]:
    counted: dict[Kind, Counter[int]] = {}
    for _seat, kind, faces in throws:
        counted.setdefault(kind, Counter()).update(faces)
    found = ((kind, tuple(counted[kind][face] for face in range(1, kind.sides + 1))) for kind in counted)
    return sorted((Dice(kind, faces, _even(faces)) for kind, faces in found), key=lambda one: one.kind)


def _even(faces: Sequence[int]) -> float | None:
    """The probability that fair dice differ so much from an even distribution; None for too few of them."""
    expected = sum(faces) / len(faces)
    if len(faces) < 2 or expected < EXPECTED:
        return None
    return chi_square_tail(sum((many - expected) ** 2 / expected for many in faces), len(faces) - 1)


def _luck(throws: Sequence[Throw]) -> list[Luck]:
    counted: dict[tuple[str, Kind], list[int]] = {}
    for seat, kind, faces in throws:
        counted.setdefault((seat, kind), []).extend(faces)
    return [
        Luck(seat, kind, len(faces), sum(faces), sum_tail(len(faces), kind.sides, sum(faces)))
        for (seat, kind), faces in sorted(counted.items())
        if kind.sides > 1
    ]


def _adjusted(dice: Sequence[Dice], luck: Sequence[Luck]) -> tuple[tuple[Dice, ...], tuple[Luck, ...]]:
    """The same with the probabilities of all tests together."""
    tested = [one.p for one in dice if one.p is not None]
    together = iter(holm([*tested, *(one.p for one in luck)]))
    return (
        tuple(one if one.p is None else replace(one, adjusted=next(together)) for one in dice),
        tuple(replace(one, adjusted=next(together)) for one in luck),
    )


# ---- time


def _pace(replay: Replay) -> Iterator[Pace]:
    took: dict[str, list[int]] = {held.seat: [] for held in replay.envelope(1).entry.seats}
    since: dict[str, int] = {}
    for position in range(1, len(replay) + 1):
        envelope = replay.envelope(position)
        entry = envelope.entry
        if isinstance(entry, Joined) or (isinstance(entry, Ordered) and entry.by == SEAT):
            took[entry.seat].append(envelope.at - since.get(entry.seat, envelope.at))
        if isinstance(entry, Rewound):
            since = {}
        if not isinstance(entry, Fact) or not entry.more:
            awaited = replay.at(position).awaited()
            since = {seat: since.get(seat, envelope.at) for seat in awaited}
    for seat, times in took.items():
        if times:
            yield Pace(seat, len(times), int(median(times)), max(times), sum(times))


# ---- what decided it


def _swings(replay: Replay, viewer: str) -> Iterator[Swing]:
    """Of each track the events that moved it furthest, in the order of the game."""
    teller = Teller(replay, viewer)
    moved: dict[str, list[tuple[int, int, int]]] = {}
    for position, track, before, after in track_changes(replay, viewer):
        moved.setdefault(track, []).append((position, before, after))
    for track, changes in moved.items():
        furthest = sorted(changes, key=lambda one: -abs(one[2] - one[1]))[:SWINGS]
        for position, before, after in sorted(furthest):
            told = teller.logged(position)
            yield Swing(position, told.turn, track, before, after, told.text)
