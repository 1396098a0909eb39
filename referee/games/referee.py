"""The referee: opens games, takes orders, and records what follows from them. Faces come from the `Cells` of
a game, and at level 0 from the dice at hand.
"""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Sequence
from typing import Any

from eventsourcing.persistence import IntegrityError
from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.authority import unvouched
from domain.game.deciding.decide import (
    commit,
    enter,
    look,
    open_game,
    post,
    put,
    release,
    renew,
    schedule,
    spend,
)
from domain.game.deciding.effects import rewind
from domain.game.deciding.own_cells import spent
from domain.game.deciding.run import Run
from domain.game.entries import people
from domain.game.entries.entries import Entry, Looked, Opened, Rewound, RootCommitted, WhatIf
from domain.game.entries.levels import REFEREE_SHEET, WITNESS
from domain.game.entries.policy import BOT
from domain.game.entries.protocol_orders import Cell, Join
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState, unopened
from domain.game.state.ledger import LaneLedger
from domain.kit.chance import Source
from domain.kit.errors import IllegalMove
from domain.kit.formats import PROTOCOLS
from domain.kit.sealed import Sealed
from referee.clocks import dues
from referee.clocks.timetable import table
from referee.games import left_orders, programs, used_phrases
from referee.games.addresses import follow
from referee.games.datasets import read_files
from referee.games.opening import CannotOpen, Opening, first_entry, title_of
from referee.games.signed_mails import Attested
from referee.games.what_if import check_kind
from referee.games.witnessing import check_head
from referee.proof import openings
from referee.proof.cell_lanes import LaneChance, draw
from referee.proof.cell_sheets import LOW, SheetChance, draw_sheet
from referee.proof.chance import Generator, RealDice
from referee.proof.signing import public_key
from referee.record import sign_ons
from referee.record.chain import Entropy
from referee.record.envelope import Act
from referee.record.record import Kept, Record

SHEETS = "sheets"
"""The cause of a sheet that is committed because the last one runs low."""


class Cells:
    """The cells of the games of a record. `source` is where the faces of games at level 0 come from.

    `entropy` gives bytes that nobody can foresee; with a `seed`, everybody who knows that: for self-play and
    demonstrations.
    """

    def __init__(self, record: Record, source: Source | None = None, *, seed: str = "") -> None:
        self._record = record
        self._source: Source = source or RealDice()
        self._seed = seed
        self.entropy: Entropy = random.Random(seed).randbytes if seed else secrets.token_bytes

    def chance(self, game: GameState) -> Source:
        """Where the faces of a game come from."""
        ledger = game.ledger
        if ledger.fork is not None:
            return self.chance_after(ledger.fork)
        if not ledger.level:
            return self._source
        if isinstance(ledger, FirstLedger):
            return SheetChance(self._record, ledger)
        return LaneChance(self._record, ledger)

    def chance_after(self, fork: WhatIf) -> Source:
        """Where the faces of a what-if come from."""
        return self._source if fork.real else Generator()

    def seeded(self) -> str:
        """That everybody can foresee the cells; "" where nobody can."""
        return f"The cells come from the seed {self._seed}: everybody can foresee them." if self._seed else ""

    def rooted(self, opened: Opened[Any], game: GameState) -> Opened[Any]:
        """The opening of a game with the root of all cells that the referee has drawn."""
        seats = tuple(held.seat for held in opened.seats)
        drawn = draw(self._record, game.id, seats, game.rules.sheets, self.entropy)
        number, before = openings.newest(self._record)
        root, sheets = drawn.root, drawn.sheets
        return replace(
            opened, protocol=PROTOCOLS[-1], root=root, sheets=sheets, opening=number + 1, before=before
        )

    def root(self, game: GameState, reason: str) -> RootCommitted:
        """The root of new cells, in the place of those that a game has."""
        known = game.ledger.generations if isinstance(game.ledger, LaneLedger) else {}
        generation = known.get(REFEREE_SHEET, 0) + 1
        sheets = game.rules.sheets
        return draw(self._record, game.id, game.seats, sheets, self.entropy, generation, reason)

    def renew_where_out(self, run: Run) -> None:
        """New cells, where the lane of the question that is open has none left."""
        ledger, asked = run.game.ledger, run.game.asked
        if not isinstance(ledger, LaneLedger) or asked is None or not ledger.level or ledger.absent:
            return
        if ledger.place(REFEREE_SHEET, asked) is None:
            renew(run, self.root(run.game, f"The cells of lane {asked.lane} are used up."))

    def replenished(self, kept: Kept, ledger: FirstLedger) -> Kept:
        """In a game of protocol 1 that goes on, with the next sheet, where the last one runs low."""
        if not ledger.level or kept.game.is_over() or ledger.left(REFEREE_SHEET) >= LOW:
            return kept
        run, sheet = Run(kept.game, self.chance), len(ledger.sheets[REFEREE_SHEET]) + 1
        commit(run, draw_sheet(self._record, kept.game.id, sheet, self.entropy))
        return self._record.append(kept, run.game, run.made, Act(SHEETS))


ATTEMPTS = 5
"""How often an order is decided again when somebody else was recorded first."""

Decide = Callable[[Run, int], None]
"""What a game decides at a time, its received-at."""

Make = Callable[[GameState, int], people.Conduct]


class AlreadyTaken(Exception):
    """The same order of the same mail was applied before, at `position`."""

    def __init__(self, position: int) -> None:
        super().__init__(position)
        self.position = position


class TryAgain(Exception):
    """Too much goes on at once; nothing was applied."""


class Taken(Struct, frozen=True):
    """What follows from one order: the game as it stands now, and the entries that were recorded."""

    kept: Kept
    entries: tuple[Entry, ...]


class Referee:
    """Everything that changes a game goes through here. `source` and `seed` are those of its `cells`."""

    def __init__(self, record: Record, source: Source | None = None, *, seed: str = "") -> None:
        self.record = record
        self.cells = Cells(record, source, seed=seed)

    def open(self, opening: Opening, act: Act) -> Kept:
        """Opens a game: to its first prompt at level 0, else until everybody has joined.

        Raises `CannotOpen`, `WrongStore`, `BadTable`, `TableMissing`.
        """
        rules = title_of(opening)
        check_kind(self.record, opening.id, None)
        if opening.lot is None and sign_ons.is_waiting(self.record, opening.id):
            raise CannotOpen(f"People still sign on to a game “{opening.id}”. Choose another id.")
        files = opening.data or read_files(opening.title)
        with self.record.recorder.together():  # what cannot be read is not kept
            name = self.record.keep_data(opening.title, files)
            data = self.record.data(opening.title, name)
        kept = self.record.start(unopened(opening.id, rules))
        run = Run(kept.game, self.cells.chance)
        try:
            with self.record.recorder.together():
                open_game(run, self._opened(opening, kept.game, name), data)
                made = self._keep(kept, run, act, self.record.now(kept)).kept
                if opening.level:
                    openings.count(self.record, opening.id)
                return made
        except IllegalMove as refusal:
            raise CannotOpen(refusal.why) from None
        except IntegrityError:
            raise CannotOpen(f"There is a game “{opening.id}” already. Choose another id.") from None

    def _opened(self, opening: Opening, game: GameState, data: str) -> Opened[Any]:
        key = public_key(self.record)
        opened = first_entry(opening, game.rules, data, self.cells.seeded(), key)
        return self.cells.rooted(opened, game) if opening.level else opened

    def take(
        self,
        game: str,
        seat: str,
        order: Struct,
        act: Act,
        keys: Sequence[str] = (),
        cell: str = "",
        *,
        signed: Attested | None = None,
    ) -> Taken:
        """One order and all that follows from it, recorded together. `cell` is the next one of the
        seat's sheet; `signed` is what its mail has signed.

        Raises `OrderError`, `AlreadyTaken` where one of `keys` was applied before, or `TryAgain`; then
        nothing changed.
        """

        def decide(run: Run, at: int) -> None:
            authorise(run.game, seat, act, people.ORDERS, at)
            if seat == WITNESS and isinstance(order, Cell):
                check_head(self.record, run.game, order)
            post(run, seat, order, cell)
            if isinstance(order, Join):
                used_phrases.check(self.record, run.game, seat)

        if not isinstance(order, Join):
            return self.decide(game, decide, act, keys, signed=signed)
        with self.record.recorder.together():
            taken = self.decide(game, decide, act, keys, signed=signed)
            used_phrases.keep(self.record, taken.kept.game, seat)
            return taken

    def put(
        self,
        game: str,
        make: Make,
        act: Act,
        keys: Sequence[str] = (),
        *,
        now: int | None = None,
        signed: Attested | None = None,
    ) -> Taken:
        """What somebody does beside the play, and all that follows, recorded together.

        `make` gives the entry for the game as it stands and the time at which it is received: `now`, or that
        of the clock. `signed` is what its mail has signed. Raises like `take`.
        """

        def decide(run: Run, at: int) -> None:
            entry = make(run.game, at)
            scope = people.SCOPE_OF.get(type(entry))
            seat = entry.sender if isinstance(entry, people.Pressed) else getattr(entry, "seat", "")
            if scope is not None and isinstance(seat, str):
                authorise(run.game, seat, act, scope, at)
            put(run, entry, at)

        return self.decide(game, decide, act, keys, now, signed=signed)

    def forfeit(
        self,
        game: str,
        seat: str,
        line: str,
        act: Act,
        keys: Sequence[str] = (),
        *,
        signed: Attested | None = None,
    ) -> Taken:
        """An illegal order is forfeited, and a default order follows. Raises like `take`, and where the
        policy of the game does not say so."""
        entry = people.Forfeited(seat, Sealed((seat,), line))
        return self.put(game, lambda _game, _at: entry, act, keys, signed=signed)

    def release(
        self, game: str, released: people.OrderReleased, act: Act, *, now: int | None = None
    ) -> Taken:
        """Plays an order that was held back. Raises like `take`, and where it cannot be played."""
        return self.decide(game, lambda run, at: release(run, released, at), act, now=now)

    def note(self, game: str, noted: Sequence[people.Noted], act: Act, keys: Sequence[str] = ()) -> Taken:
        """Keeps notes that somebody has brought, all of them or none. Raises like `take`."""

        def decide(run: Run, at: int) -> None:
            for each in noted:
                put(run, each, at)

        return self.decide(game, decide, act, keys)

    def enter(self, game: str, faces: Sequence[int], act: Act) -> Taken:
        """Faces of real dice for the question that is open, by agreement. Raises `OrderError`, `Fault`."""
        return self.decide(game, lambda run, _at: enter(run, faces), act)

    def rewind(self, game: str, rewound: Rewound, act: Act) -> Taken:
        """Play goes back to the end of an earlier unit. Raises `OrderError`, `TryAgain`."""

        def decide(run: Run, _at: int) -> None:
            entries = [envelope.entry for envelope in self.record.envelopes(game)]
            rewind(run, rewound, entries[: run.game.position])

        return self.decide(game, decide, act)

    def look(self, game: str, person: str, at: str, reason: str, act: Act) -> Taken:
        """Records that a person looks at what no seat's mail would show."""
        return self.decide(game, lambda run, _at: look(run, Looked(person, at, reason)), act)

    def decide(
        self,
        game: str,
        decide: Decide,
        act: Act,
        keys: Sequence[str] = (),
        now: int | None = None,
        *,
        signed: Attested | None = None,
    ) -> Taken:
        """Whatever a game decides as it stands, recorded together: below what the mail has `signed`, where
        that is not on record yet. Raises like `take`."""
        for _ in range(ATTEMPTS):
            kept = self.record.load(game)
            # looked up after loading, or a race looks like a refusal
            before = self.record.seen(game, keys) if keys else 0
            if before:
                raise AlreadyTaken(before)
            try:
                if isinstance(kept.game.ledger, FirstLedger):
                    kept = self.cells.replenished(kept, kept.game.ledger)
                at = max(self.record.clock() if now is None else now, kept.at)
                if kept.game.register.held:
                    kept = left_orders.end_late(self.record, self.cells.chance, kept, at)
                run = Run(kept.game, self.cells.chance)
                for entry in signed.due(run.game) if signed else ():
                    put(run, entry, at)
                decide(run, at)
                self.cells.renew_where_out(run)
                taken = self._keep(kept, run, act, at, keys)
                if signed:
                    signed.is_kept = True
                return taken
            except IntegrityError:
                continue
        raise TryAgain(
            f"Others were recorded in {game} at the same time, {ATTEMPTS} times. Nothing was applied."
        )

    def _keep(self, kept: Kept, run: Run, act: Act, at: int, keys: Sequence[str] = ()) -> Taken:
        """Records what was decided, with the deadlines that follow, and when the game is to be looked at."""
        register = run.game.register
        has_clock = register.policy.has_clock()
        if has_clock or register.deadlines or register.running:
            schedule(run, table(run.game, at), at)
        game, entries = run.game, tuple(run.made)
        if game.register.has_programs or game.register.policy.nmr == BOT:
            programs.mark(self.record, game)
        may_come_due = has_clock or any(game.register.held.values())
        if not may_come_due and not any(isinstance(entry, people.CONDUCT) for entry in entries):
            return Taken(self.record.append(kept, game, entries, act, keys=keys, at=at), entries)
        with self.record.recorder.together():
            kept = self.record.append(kept, game, entries, act, keys=keys, at=at)
            for position, entry in enumerate(entries, kept.game.position - len(entries) + 1):
                if isinstance(entry, people.SeatTaken | people.SeatLeft):
                    dues.call_loser(self.record, game.id, entry, act, position)
                if isinstance(entry, people.SeatTaken | people.SeatLeft | people.DelegationEnded):
                    follow(self.record, game.id, entry, position)
            dues.index(self.record, game, at)
        return Taken(kept, entries)

    def renew(self, game: str, reason: str, act: Act) -> Taken:
        """Draws new cells for a game in the place of the others: everybody joins anew, and it goes on by
        protocol 2. Raises `OrderError`, `TryAgain`."""
        return self.decide(game, lambda run, _at: renew(run, self.cells.root(run.game, reason)), act)

    def spend(self, game: str, seat: str, cell: str, why: str, line: str, act: Act) -> None:
        """Records that a cell of a seat came with a line that was not played, if it is the next of the seat.
        Raises `OrderError`, `TryAgain`."""
        if spent(self.record.load(game).game, seat, cell, why, line):
            self.decide(game, lambda run, _at: spend(run, seat, cell, why, line), act)


def authorise(game: GameState, seat: str, act: Act, scope: str, at: int) -> None:
    """The person may act for the seat, and the mail is vouched for. Raises `IllegalMove`."""
    why = game.register.stranger(seat, act.person, act.behalf, scope, at)
    why = why or unvouched(game.register.policy, act.cause, act.authority)
    if why:
        raise IllegalMove("people", why)
