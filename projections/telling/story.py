"""The story of one event: back to its rule, its order and its throws, and on to what became of it."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.game.checking.proof import check_throws
from domain.game.deciding.forks import origin
from domain.game.entries.entries import Entry, Forked, Rewound, SheetCommitted
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.entries.rulings import (
    Adjudicated,
    AdjudicationsOpened,
    Corrected,
    Disputed,
    DisputeWithdrawn,
    Recused,
    Reopened,
    Ruled,
)
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.ledger import Ledger
from domain.game.state.lines import targets, that_stand
from domain.kit.chance import Question, SheetShown, Thrown, ThrownAgain
from domain.kit.sealed import Sealed
from projections.language.messages import _, wrap
from projections.replay import Replay, left
from projections.telling.explain import Explained, told_line, unit
from projections.telling.log import Logged, Teller

RULE, ORDER = "rule", "order"
"""The parts that a page can have more of: where the rule stands in the code, how the order came."""


class Throw(Struct, frozen=True):
    """A throw or a draw of the unit, and what proves it.

    `index` is its number among the questions of its `lane`, 0 where none can be proved. Its cell is the one
    at `place` of sheet `sheet` of the referee, which event `committed` has published as `commitment`; `cell`
    is hexadecimal, "" while it is sealed. `holds` says whether all throws up to it follow from their cells.
    """

    told: Logged
    index: int
    committed: int = 0
    sheet: int = 0
    place: int = 0
    commitment: str = ""
    cell: str = ""
    holds: bool = False
    lane: str = ""


class Story(Struct, frozen=True):
    """`order` is the one that has brought the event about, with `own`, or else the last before it. `turned`
    are the rewinds after which it stood no more, or again; `about` the disputes, rulings and corrections
    that concern it; `rest` what else followed in the same unit."""

    game: str
    viewer: str
    event: Logged
    digest: str
    cause: str
    heading: str
    stands: bool
    turned: tuple[Logged, ...]
    order: Logged | None
    own: bool
    throws: tuple[Throw, ...]
    rest: tuple[Logged, ...]
    about: tuple[Logged, ...]
    what_if: dict[str, str | int] | None

    @property
    def bringer(self) -> int:
        """The event that somebody has brought about: the order, where there is one, or this."""
        return self.order.position if self.order and self.own else self.event.position


def story(replay: Replay, position: int, viewer: str) -> Story:
    """Raises `NoSuchPosition`."""
    envelope, teller = replay.envelope(position), Teller(replay, viewer)
    entries = [one.entry for one in replay.envelopes]
    told, explained = teller.logged(position), Explained(replay, position, viewer)
    ordered = explained.ordered()
    positions = unit(replay, position)
    return Story(
        replay.game,
        viewer,
        told,
        envelope.digest.hex(),
        envelope.act[0],
        replay.rules.headings.get(told.rule, ""),
        that_stand(targets(entries))[position - 1],
        tuple(map(teller.logged, _turned(entries, position))),
        teller.logged(ordered) if ordered else None,
        ordered in positions,
        tuple(
            _throw(replay, teller, n) for n in positions if isinstance(entries[n - 1], Thrown | ThrownAgain)
        ),
        explained.others(),
        tuple(map(teller.logged, about(entries, position))),
        left(replay.fork(position)),
    )


def _turned(entries: Sequence[Entry], position: int) -> Iterator[int]:
    """The rewinds after which the event stands no more, or again."""
    goals, stands = targets(entries), True
    for at, entry in enumerate(entries, 1):
        if at > position and isinstance(entry, Rewound):
            then = that_stand(goals[:at])[position - 1]
            if then != stands:
                yield at
            stands = then


def _throw(replay: Replay, teller: Teller, position: int) -> Throw:
    entry: Thrown | ThrownAgain = replay.envelope(position).entry
    if isinstance(entry, ThrownAgain):
        first = _throw(replay, teller, entry.of)
        return Throw(teller.logged(position), *(getattr(first, name) for name in Throw.__struct_fields__[1:]))
    told, index = teller.logged(position), entry.question.index
    if not index:
        return Throw(told, 0)
    ledger = replay.at(position).ledger
    cell = entry.cell.seen_by(teller.viewer) if isinstance(entry.cell, Sealed) else entry.cell
    entries = [one.entry for one in replay.envelopes[:position]]
    committed, (sheet, place), commitment = _committed(ledger, entries, entry.question)
    holds = check_throws(origin([one.entry for one in replay.envelopes], replay.game), entries) is None
    lane = entry.question.lane
    return Throw(told, index, committed, sheet, place, commitment, cell or "", holds, lane)


def _committed(
    ledger: Ledger, entries: Sequence[Entry], question: Question
) -> tuple[int, tuple[int, int], str]:
    """The event in which the commitment of a throw's cell was published, its sheet and place, and it."""
    if isinstance(ledger, FirstLedger):
        sheet, place = ledger.place(REFEREE_SHEET, question.index - 1)
        commitment = ledger.commitments[REFEREE_SHEET][question.index - 1]
        return _event_of(entries, SheetCommitted, (REFEREE_SHEET, sheet)), (sheet, place), commitment
    found = ledger.place(REFEREE_SHEET, question)
    if found is None:
        return 0, (0, 0), ""
    at = _event_of(entries, SheetShown, (question.lane, found[0]))
    return at, found, ledger.shown[question.lane][found[1] - 1]


def _event_of(entries: Sequence[Entry], kind: type[Struct], first: tuple[str, int]) -> int:
    """The last event of a kind that begins with these two fields."""
    places = enumerate(entries, 1)
    fields = kind.__struct_fields__[:2]
    alike = (at for at, one in places if isinstance(one, kind) and _of(one, fields) == first)
    return max(alike, default=0)


def _of(entry: Struct, fields: Sequence[str]) -> tuple[Any, ...]:
    return tuple(getattr(entry, name) for name in fields)


def about(entries: Sequence[Entry], position: int) -> list[int]:
    """The positions of the disputes, rulings and corrections that concern an event: those that cite it, and
    what belongs to these."""
    disputes, rulings, found = set[int](), set[int](), list[int]()
    for at, entry in enumerate(entries, 1):
        if isinstance(entry, Forked):  # in a what-if they are counted anew
            disputes, rulings = set(), set()
        if _concerns(entry, position, disputes, rulings):
            found.append(at)
            if isinstance(entry, Disputed):
                disputes.add(entry.number)
            elif isinstance(entry, Ruled):
                rulings.add(entry.number)
    return found


def _concerns(entry: Entry, position: int, disputes: Container[int], rulings: Container[int]) -> bool:
    match entry:
        case Disputed():
            return position in entry.events or entry.appeals in rulings
        case Ruled():
            return position in entry.events or entry.dispute in disputes
        case Recused() | Adjudicated() | AdjudicationsOpened():
            return entry.dispute in disputes
        case DisputeWithdrawn():
            return entry.number in disputes
        case Corrected() | Reopened():
            return entry.ruling in rulings
    return False


# ---- the page


def tell(replay: Replay, one: Story, more: Mapping[str, Sequence[str]]) -> str:
    """A page of 78 columns. `more` are further lines of the parts `RULE` and `ORDER`."""
    explained = Explained(replay, one.event.position, one.viewer)
    parts = (
        [*explained.event(), *_stands(one)],
        [*explained.rule(replay.envelope(one.event.position).entry), *more.get(RULE, ())],
        [*explained.order(), *more.get(ORDER, ())],
        list(_throws(one)),
        list(explained.sums()),
        list(explained.rest()),
        list(_about(one)),
    )
    return "\n".join("".join(f"{line}\n" for line in part) for part in parts if part)


def _stands(one: Story) -> Iterator[str]:
    if one.stands and not one.turned:
        said = _("It stands. Digest: {digest}")
    elif one.stands:
        said = _("It stands again; play had gone back behind it. Digest: {digest}")
    else:
        said = _("It stands no more: play has gone back behind it. Digest: {digest}")
    yield from wrap(said.format(digest=one.digest), "  ", "  ")
    for line in one.turned:
        yield from told_line(line)
    if one.what_if:
        said = _("It is no event of {game}, but of a what-if that leaves {game} after event {at}.")
        if one.what_if["seat"]:
            said = _("It is no event of {game}, but of a what-if: what {seat} could not know is imagined.")
        yield from wrap(said.format(**one.what_if), "  ", "  ")


def _throws(one: Story) -> Iterator[str]:
    if one.throws:
        yield _("Throws and draws for it:")
    for throw in one.throws:
        yield from told_line(throw.told)
        yield from _proof(throw)


def _proof(throw: Throw) -> Iterator[str]:
    inset = " " * 7
    if not throw.index:
        yield from wrap(_("Nothing proves it: it follows from no sheet."), inset, inset)
        return
    said = _("Its cell is {place} of sheet {sheet} of the referee, committed to in event {event}:")
    if throw.lane:
        said = _(
            "Its cell is {place} of sheet {sheet} of lane {lane} of the referee, shown in event {event}:"
        )
    numbers = {"place": throw.place, "sheet": throw.sheet, "event": throw.committed, "lane": throw.lane}
    yield from wrap(said.format(**numbers), inset, inset)
    yield f"{inset}{throw.commitment}"
    if throw.cell:
        yield from wrap(_("The cell, opened:"), inset, inset)
        yield f"{inset}{throw.cell}"
    else:
        yield from wrap(_("The cell is sealed until the end of the game."), inset, inset)
    held = _("It holds: from the cell, the phrases and the orders exactly this follows.")
    broken = _("It does not hold: “bugyo audit” says where.")
    yield from wrap(held if throw.holds else broken, inset, inset)


def _about(one: Story) -> Iterator[str]:
    if one.about:
        yield _("Disputes, rulings and corrections about it:")
    for line in one.about:
        yield from told_line(line)
