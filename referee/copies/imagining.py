"""What-ifs from what a seat knows: a game of its own begins where the seat's export shows the game.

Only the export is used. What the seat cannot know is imagined by a seed, so that nothing of it tells what is
true. It is no continuation of the game: it has an opening, a name and a key of its own, and no head of the
game stands in its chain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.decide import open_game
from domain.game.deciding.forks import check_fork
from domain.game.deciding.run import Run
from domain.game.entries.entries import Entry, Imagined, Opened, Seated
from domain.game.entries.people import SeatTaken
from domain.game.entries.policy import TODAY
from domain.game.state.game_state import unopened
from domain.game.state.lines import targets, that_stand, unit_ends
from domain.game.state.positions import text_of
from domain.kit import facts
from domain.kit.editions import Amended, edition_of
from domain.kit.errors import UNFOLDED, Fault
from domain.kit.facts import Fact, State
from domain.kit.players import Players
from domain.kit.rules import Rules
from domain.kit.sealed import Sealed
from domain.titles import TITLES, package
from referee.audit.audit import audit_export
from referee.audit.game_lines import Altered, Export, is_over, seen_entries
from referee.copies.forking import CannotFork, check_free, named_what_if
from referee.games import programs
from referee.games.referee import Cells
from referee.games.what_if import mark
from referee.proof.signing import public_key
from referee.record.envelope import COMMAND_LINE, Act
from referee.record.record import Kept, Record

REAL = "its faces are those of real dice, entered by hand"
GENERATED = "its faces are those of a generator of the operating system"


class Sight(Struct, frozen=True):
    """A game as a seat sees it: what the export of the seat shows of its events, with their digests, and the
    files of its data set."""

    game: str
    rules: Rules
    seat: str
    entries: Sequence[Entry]
    digests: Sequence[str]
    files: Mapping[str, bytes]

    @property
    def opened(self) -> Opened[Any]:
        opened = self.entries[0]
        assert isinstance(opened, Opened), "The audit has found an opening there."
        return opened


class Guess(Struct, frozen=True):
    """A what-if as it is wanted: after which event, its name, the seed of what is imagined, whether faces are
    entered by hand, and the programs at seats."""

    at: int
    name: str
    seed: int = 1
    real: bool = False
    programs: Mapping[str, str] = {}


def is_seats(export: Export) -> bool:
    """Whether an export is that of a seat in a game that is on."""
    return export.header.viewer in TITLES[export.header.title].seats and not is_over(export)


def seen_by(export: Export) -> Sight:
    """What an export of a seat shows. Raises `CannotFork`."""
    header, rules = export.header, TITLES[export.header.title]
    verdict = audit_export(export)
    if verdict.finding is not None:
        where = f" at event {verdict.finding.position}" if verdict.finding.position else ""
        raise CannotFork(f"The export does not hold{where}: {verdict.finding.why}")
    if rules.players is None:
        raise CannotFork(f"{rules.name} does not say what a seat may imagine: a what-if needs all of a game.")
    if not header.data:
        raise CannotFork("The export leaves its data set out. Name the directory that has it with --data.")
    try:
        entries = seen_entries(export)
    except Altered as altered:
        raise CannotFork(f"The export does not hold at event {altered.position}: {altered.why}") from None
    files = {name: text.encode() for name, text in header.data.items()}
    digests = [event.digest for event in export.events]
    sight = Sight(header.game, rules, header.viewer, entries, digests, files)
    if header.viewer not in (held.seat for held in sight.opened.seats):
        raise CannotFork(f"{header.viewer} has no seat in {header.game}.")
    if sight.opened.imagined is not None:
        raise CannotFork(
            f"{header.game} is a what-if already, and this export does not show what was imagined in it. "
            "Fork it in its store, or its export with --seat referee."
        )
    return sight


def guess(sight: Sight, at: int | None, wanted: Guess) -> Guess:
    """Looks at what is asked before anything is done. Without `at` the newest event that will do.

    Raises `CannotFork`, `OrderError`.
    """
    ends = unit_ends(sight.entries)
    at = at or max(ends, default=len(sight.entries))
    name = named_what_if(wanted.name, sight.game, at, (sight.game,))
    if at > len(sight.entries):
        raise CannotFork(f"{sight.game} has {len(sight.entries)} events; it cannot be left after {at}.")
    check_fork(sight.entries, at, is_over=False)
    return replace(wanted, at=at, name=name)


def begin_guess(record: Record, sight: Sight, guessed: Guess) -> Kept:
    """Lets a what-if begin in a store: all of it or nothing. Raises `WrongStore`, `CannotFork`."""
    check_free(record, guessed.name, sight.game, guessed.at)
    with record.recorder.together():
        mark(record)
        named = record.keep_data(sight.rules.title, sight.files)
        data = record.data(sight.rules.title, named)
        opened = _opened(sight, guessed, data, named, public_key(record))
        kept = record.start(unopened(guessed.name, sight.rules))
        run = Run(kept.game, Cells(record).chance)
        open_game(run, opened, data)
        made = record.append(kept, run.game, run.made, Act(COMMAND_LINE))
        programs.mark(record, made.game)
        return made


def _opened(sight: Sight, guessed: Guess, data: Any, named: str, key: str) -> Opened[Any]:
    real, opened = sight.opened, sight.opened
    seats = tuple(held.seat for held in real.seats)
    empty = sight.rules.begin(real.options, data, seats)
    state = imagined_state(sight, guessed, empty)
    if any(isinstance(entry, Fact) and isinstance(entry.event, Amended) for entry in sight.entries):
        options = state.board.setting.options
        opened = replace(opened, options=options, edition=edition_of(sight.rules.editions, options).name)
    people = _people(sight, guessed)
    position = text_of(state, sight.rules.begin(opened.options, data, seats))
    head = sight.digests[guessed.at - 1]
    return Opened(
        opened.title,
        opened.scenario,
        opened.edition,
        opened.preset,
        opened.options,
        named,
        tuple(Seated(seat, people[seat]) for seat in seats),
        f"This is a what-if: what {sight.seat} cannot know is imagined, and "
        f"{REAL if guessed.real else GENERATED}.",
        key=key,
        policy=replace(TODAY, advice=True),
        tables=opened.tables,
        package=package(opened.title),
        imagined=Imagined(
            sight.game, guessed.at, head, sight.seat, guessed.seed, Sealed((), position), guessed.real
        ),
    )


def _people(sight: Sight, guessed: Guess) -> dict[str, str]:
    """Who sits where in the game, and the programs that sit there in the what-if."""
    people = {held.seat: held.person for held in sight.opened.seats}
    taken = (entry for entry in sight.entries[: guessed.at] if isinstance(entry, SeatTaken))
    return people | {entry.seat: entry.person for entry in taken} | dict(guessed.programs)


def imagined_state(sight: Sight, guessed: Guess, empty: Any) -> State[Any, Any]:
    """A position that the seat cannot tell from that of the game. Raises `CannotFork`."""
    players = sight.rules.players
    assert players is not None, "Whoever sees a game has asked for them."
    luck = Random(f"{sight.game} {guessed.at} {sight.seat} {guessed.seed}")
    try:
        known = players.known(_folded(sight, players, guessed.at, empty), sight.seat)
        return players.imagine(known, sight.seat, luck)
    except (Fault, *UNFOLDED) as error:
        raise CannotFork(f"What {sight.seat} sees of {sight.game} is no position: {error}") from None


def _folded(sight: Sight, players: Players, at: int, empty: Any) -> State[Any, Any]:
    """The position after an event, as far as the seat can tell."""
    seat, seen = sight.seat, players.seen
    rules, entries = sight.rules, sight.entries[:at]

    def evolve(board: Any, event: Any) -> Any:
        return seen(board, event, seat) if seen else rules.evolve(board, event)

    state: State[Any, Any] = State(empty)
    for entry, stands in zip(entries, that_stand(targets(entries)), strict=True):
        if stands and isinstance(entry, Fact):
            state = facts.fold(evolve, state, entry)
    return state
