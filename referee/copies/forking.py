"""Forks: a game as it stood after one of its events goes on in another store, as a what-if.

Nothing of the game is changed. Its secret cells stay where they are: faces of a what-if have nothing to do
with them. The events up to there keep their bytes and digests; what follows bears another name.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from domain.game.deciding.forks import check_fork, departures, fork
from domain.game.deciding.run import Run
from domain.game.entries.entries import Entry, Forked
from domain.game.state.game_state import GameState, begun, fold, fold_all, unopened
from domain.game.state.lines import unit_ends
from domain.titles import TITLES
from referee.audit.audit import audit_export
from referee.audit.game_lines import Export, envelopes_of, is_complete
from referee.games.opening import LONGEST_NAME, NAME
from referee.games.referee import Cells
from referee.games.what_if import check_kind, mark
from referee.proof.signing import public_key
from referee.record.envelope import COMMAND_LINE, Act, Envelope
from referee.record.record import Kept, Record

REAL = (
    "This is a what-if: its faces are those of real dice, entered by hand, and have nothing to do with the "
    "sheets of the game."
)
GENERATED = (
    "This is a what-if: its faces are those of a generator of the operating system, and have nothing to do "
    "with the sheets of the game."
)


class CannotFork(Exception):
    """A game cannot be left as asked; the sentence says why, and what would do."""


class Left(Struct, frozen=True):
    """A game that is left: all its events, and the files of its data set."""

    game: str
    title: str
    envelopes: Sequence[Envelope[Any]]
    files: dict[str, bytes]

    def entries(self) -> list[Entry]:
        return [envelope.entry for envelope in self.envelopes]


class Plan(Struct, frozen=True):
    """Where a what-if leaves its game, what it is called, and whether its faces are entered by hand."""

    at: int
    name: str
    real: bool = False


def left_in(record: Record, game: str) -> Left:
    """A game of a store. Raises `UnknownGame`, `BrokenRecord`."""
    title, envelopes = record.title(game), record.envelopes(game)
    return Left(game, title, envelopes, record.data_files(title, envelopes[0].entry.data))


def left_by(export: Export) -> Left:
    """The game of an export. Raises `CannotFork` where it does not hold, or hides what play needs."""
    header, verdict = export.header, audit_export(export)
    if verdict.finding is not None:
        where = f" at event {verdict.finding.position}" if verdict.finding.position else ""
        raise CannotFork(f"The export does not hold{where}: {verdict.finding.why}")
    if not is_complete(export):
        raise CannotFork(
            f"The export shows what {header.viewer} may know. What is sealed in it would be needed to play "
            "on: cards, chits and orders that only others know. A seat's export will do, from which they are "
            "imagined; or the referee's record or export, or any that was made after the end of the game."
        )
    files = {name: text.encode() for name, text in header.data.items()}
    return Left(header.game, header.title, envelopes_of(export), files)


def planned(left: Left, at: int | None, name: str, *, real: bool) -> Plan:
    """Looks at what is asked before anything is done. Without `at` the newest event that will do.

    Raises `CannotFork`, `OrderError`.
    """
    ends = unit_ends(left.entries())
    at = at or max(ends, default=len(left.envelopes))
    name = named_what_if(name, left.game, at, (left.game, *departures(left.entries())))
    if at > len(left.envelopes):
        raise CannotFork(f"{left.game} has {len(left.envelopes)} events; it cannot be left after {at}.")
    check_fork(left.entries(), at, is_over=_stood(left, at, name).is_over())
    return Plan(at, name, real)


def named_what_if(name: str, game: str, at: int, taken: Sequence[str]) -> str:
    """What a what-if is called, where it has a name or none; `taken` are those of the game. Raises
    `CannotFork`."""
    name = name or default_name(game, at)
    if not NAME.fullmatch(name):
        raise CannotFork(f"“{name}” cannot be a game's id. Use up to 40 of a-z, 0-9 and hyphens.")
    if name in taken:
        raise CannotFork(f"A what-if of {game} must have another name, or it could be taken for the game.")
    return name


def default_name(game: str, at: int) -> str:
    """ "summer-if-41" """
    end = f"-if-{at}"
    return f"{game[: LONGEST_NAME - len(end)].rstrip('-')}{end}"


def check_room(record: Record, left: Left, plan: Plan) -> None:
    """Whether a store takes a what-if. Raises `WrongStore`, `CannotFork`."""
    check_free(record, plan.name, left.game, plan.at)


def check_free(record: Record, name: str, game: str, at: int) -> None:
    """The same of a what-if of a game after an event. Raises `WrongStore`, `CannotFork`."""
    check_kind(record, name, Forked(game, at, "", ""))
    if name in record.games():
        raise CannotFork(
            f"There is a what-if “{name}” in that store already. Choose another name with --as NAME."
        )


def begin(record: Record, left: Left, plan: Plan) -> Kept:
    """Lets a what-if of a game begin in a store: all of it or nothing. Raises `WrongStore`, `CannotFork`."""
    check_room(record, left, plan)
    game, envelopes = _stood(left, plan.at, plan.name), left.envelopes[: plan.at]
    newest = envelopes[-1]
    forked = Forked(
        left.game,
        plan.at,
        newest.digest.hex(),
        REAL if plan.real else GENERATED,
        public_key(record),
        plan.real,
    )
    entries = [envelope.entry for envelope in envelopes]
    with record.recorder.together():
        mark(record)
        record.keep_data(left.title, left.files)
        record.restore(plan.name, left.title, envelopes)
        source = Cells(record).chance_after(forked)
        run = Run(game, lambda _game: source)
        fork(run, forked, entries)
        return record.append(Kept(game, newest.digest, newest.at), run.game, run.made, Act(COMMAND_LINE))


def _stood(left: Left, at: int, name: str) -> GameState:
    """The game as it stood after an event, under another name."""
    rules, entries = TITLES[left.title], left.entries()[:at]
    opened = fold(unopened(name, rules), entries[0])
    return fold_all(begun(opened, rules.read_data(left.files)), entries)
