"""The referee: opens games, takes orders, and records what follows from them."""

from __future__ import annotations

import random
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from eventsourcing.persistence import IntegrityError
from msgspec import Struct, ValidationError, convert, to_builtins
from msgspec.structs import replace

from domain.game.deciding.bars_people import unvouched
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
from domain.game.deciding.own_cells import shown_cell, spent
from domain.game.deciding.run import Run
from domain.game.entries.entries import (
    OWN,
    Asked,
    Entry,
    Looked,
    Lot,
    Opened,
    Rewound,
    RootCommitted,
    Seated,
    SheetCommitted,
    Tables,
    WhatIf,
)
from domain.game.entries.levels import REFEREE_SHEET, WITNESS
from domain.game.entries.people import (
    CONDUCT,
    ORDERS,
    SCOPE_OF,
    Conduct,
    DelegationEnded,
    Forfeited,
    Noted,
    OrderReleased,
    Pressed,
    SeatLeft,
    SeatTaken,
)
from domain.game.entries.policy import BOT, TODAY, Policy
from domain.game.entries.protocol_orders import WORDS, Cell, Join
from domain.game.state.first_ledger import FirstLedger
from domain.game.state.game_state import GameState, unopened
from domain.game.state.ledger import LaneLedger
from domain.kit.chance import Question, Source
from domain.kit.errors import IllegalMove
from domain.kit.notation import Notation
from domain.kit.rules import Rules, Scenario, fixed_options, options_of
from domain.kit.sealed import Sealed
from domain.titles import TITLES, is_listed, package
from referee.clocks import dues
from referee.clocks.timetable import NoSuchZone, table, zone_of
from referee.games import left_orders, programs, used_phrases
from referee.games.addresses import follow
from referee.games.datasets import read_files
from referee.games.signed_mails import Attested
from referee.games.what_if import check_kind
from referee.proof import openings
from referee.proof.cell_lanes import LaneChance, draw
from referee.proof.cell_sheets import LOW, SheetChance, draw_sheet
from referee.proof.chance import Generator, RealDice
from referee.proof.levels import LEVELS
from referee.proof.signing import public_key
from referee.record import sign_ons
from referee.record.chain import Entropy
from referee.record.envelope import Act, Envelope
from referee.record.record import Kept, Record

LONGEST_NAME = 40
NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
"""What a game may be called: it stands in subjects, tokens and file names."""

SHEETS = "sheets"
"""The cause of a sheet that is committed because the last one runs low."""

ATTEMPTS = 5
"""How often an order is decided again when somebody else was recorded first."""

Decide = Callable[[Run, int], None]
"""What a game decides at a time, its received-at."""

Make = Callable[[GameState, int], Conduct]


class CannotOpen(Exception):
    """A game cannot be opened as asked; the sentence says why, and what would do."""


class Opening(Struct, frozen=True):
    """How a game is to be opened. `people` are the persons in the order of the seats.

    `seats` are those that they take; without them, the first ones of the title. `scenario` is the first one
    of the title, `edition` the newest one, where none is named. `options` are changes to the preset.
    `level` is the level of proof of its throws (`levels.py`). `policy` is what is agreed beside the rules.
    `tables` are whose the rows of `data` are, where it is an owner's. `lot` is how people came to their
    seats, where it was by lot.
    """

    id: str
    title: str
    people: tuple[str, ...]
    scenario: str = ""
    preset: str = "default"
    data: Mapping[str, bytes] | None = None
    level: int = 1
    seats: tuple[str, ...] = ()
    options: Mapping[str, str] = {}
    policy: Policy = TODAY
    edition: str = ""
    tables: Tables | None = None
    lot: Lot | None = None


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
    """Everything that changes a game goes through here.

    `source` is where the faces of games at level 0 come from; the others have their sheets. With a `seed`,
    sheets come from a generator that anybody can repeat: for self-play and demonstrations.
    """

    def __init__(self, record: Record, source: Source | None = None, *, seed: str = "") -> None:
        self.record = record
        self._source: Source = source or RealDice()
        self._seed = seed
        self._entropy: Entropy = random.Random(seed).randbytes if seed else secrets.token_bytes

    def open(self, opening: Opening, act: Act) -> Kept:
        """Opens a game: to its first prompt at level 0, else until everybody has joined.

        Raises `CannotOpen`, `WrongStore`, `BadTable`, `TableMissing`.
        """
        rules = self._title(opening)
        check_kind(self.record, opening.id, None)
        if opening.lot is None and sign_ons.is_waiting(self.record, opening.id):
            raise CannotOpen(f"People still sign on to a game “{opening.id}”. Choose another id.")
        files = opening.data or read_files(opening.title)
        with self.record.together():  # what cannot be read is not kept
            name = self.record.keep_data(opening.title, files)
            data = self.record.data(opening.title, name)
        kept = self.record.start(unopened(opening.id, rules))
        run = Run(kept.game, self.chance)
        try:
            with self.record.together():
                open_game(run, self._opened(opening, rules, name), data)
                made = self._keep(kept, run, act, self.record.now(kept)).kept
                if opening.level:
                    openings.count(self.record, opening.id)
                return made
        except IllegalMove as refusal:
            raise CannotOpen(refusal.why) from None
        except IntegrityError:
            raise CannotOpen(f"There is a game “{opening.id}” already. Choose another id.") from None

    def check(self, opening: Opening) -> None:
        """Whether a game can be opened so, as far as it can be told before. Raises `CannotOpen`."""
        _options(self._title(opening), opening)

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
            authorise(run.game, seat, act, ORDERS, at)
            if seat == WITNESS and isinstance(order, Cell):
                self._check_head(run.game, order)
            post(run, seat, order, cell)
            if isinstance(order, Join):
                self._check_phrase(run.game, seat)

        if not isinstance(order, Join):
            return self.decide(game, decide, act, keys, signed=signed)
        with self.record.together():
            taken = self.decide(game, decide, act, keys, signed=signed)
            used_phrases.keep(self.record, taken.kept.game, seat)
            return taken

    def _check_head(self, game: GameState, order: Cell) -> None:
        """The witness has answered this history, and no other. Raises `IllegalMove`."""
        if isinstance(game.ledger, FirstLedger) or game.asked is None:
            return
        envelopes = self.record.envelopes(game.id)
        position, head = asking(envelopes, game.asked), shown_cell(order.cell).head
        if head and position and envelopes[position - 1].digest.hex() != head:
            raise IllegalMove(
                "protocol/cell",
                f"This cell answers another event than the one that asked, event {position}.",
                "Answer the newest request. If it is the answer to that, keep both: you were shown another "
                "history.",
            )

    def _check_phrase(self, game: GameState, seat: str) -> None:
        """Raises `IllegalMove` for a phrase that the person has used before."""
        if used_phrases.is_used(self.record, game, seat):
            raise IllegalMove(
                "join",
                "You have joined with this phrase before, so that others know it.",
                "Choose another sentence, which you have used in no game.",
            )

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
            scope = SCOPE_OF.get(type(entry))
            seat = entry.sender if isinstance(entry, Pressed) else getattr(entry, "seat", "")
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
        entry = Forfeited(seat, Sealed((seat,), line))
        return self.put(game, lambda _game, _at: entry, act, keys, signed=signed)

    def release(self, game: str, released: OrderReleased, act: Act, *, now: int | None = None) -> Taken:
        """Plays an order that was held back. Raises like `take`, and where it cannot be played."""
        return self.decide(game, lambda run, at: release(run, released, at), act, now=now)

    def note(self, game: str, noted: Sequence[Noted], act: Act, keys: Sequence[str] = ()) -> Taken:
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

    def randomness(self, size: int) -> bytes:
        """Bytes that nobody can foresee, but for who knows the seed of a demonstration."""
        return self._entropy(size)

    def chance(self, game: GameState) -> Source:
        """Where the faces of a game come from."""
        ledger = game.ledger
        if ledger.fork is not None:
            return self.chance_after(ledger.fork)
        if not ledger.level:
            return self._source
        if isinstance(ledger, FirstLedger):
            return SheetChance(self.record, ledger)
        return LaneChance(self.record, ledger)

    def chance_after(self, fork: WhatIf) -> Source:
        """Where the faces of a what-if come from."""
        return self._source if fork.real else Generator()

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
                if _runs_low(kept.game):
                    kept = self._replenished(kept)
                at = self.record.now(kept) if now is None else max(now, kept.at)
                if kept.game.register.held:
                    kept = left_orders.end_late(self.record, self.chance, kept, at)
                run = Run(kept.game, self.chance)
                for entry in signed.due(run.game) if signed else ():
                    put(run, entry, at)
                decide(run, at)
                self.renew_where_out(run)
                taken = self._keep(kept, run, act, at, keys)
                if signed:
                    signed.is_kept = True
                return taken
            except IntegrityError:
                continue
        raise TryAgain(
            f"Others were recorded in {game} at the same time, {ATTEMPTS} times. Nothing was applied."
        )

    # ---- how

    def _keep(self, kept: Kept, run: Run, act: Act, at: int, keys: Sequence[str] = ()) -> Taken:
        """Records what was decided, with the deadlines that follow, and when the game is to be looked at."""
        register = run.game.register
        has_clock = register.policy.has_clock()
        if has_clock or register.deadlines or register.running:
            schedule(run, table(run.game, at), at)
        decided = run.decided()
        game, entries = decided
        if game.register.has_programs or game.register.policy.nmr == BOT:
            programs.mark(self.record, game)
        may_come_due = has_clock or any(game.register.held.values())
        if not may_come_due and not any(isinstance(entry, CONDUCT) for entry in entries):
            return Taken(self.record.append(kept, decided, act, keys=keys, at=at), entries)
        with self.record.together():
            kept = self.record.append(kept, decided, act, keys=keys, at=at)
            for position, entry in enumerate(entries, kept.position - len(entries) + 1):
                if isinstance(entry, SeatTaken | SeatLeft):
                    dues.call_loser(self.record, game.id, entry, act, position)
                if isinstance(entry, SeatTaken | SeatLeft | DelegationEnded):
                    follow(self.record, game.id, entry, position)
            dues.index(self.record, game, at)
        return Taken(kept, entries)

    def renew(self, game: str, reason: str, act: Act) -> Taken:
        """Draws new cells for a game in the place of the others: everybody joins anew, and it goes on by
        protocol 2. Raises `OrderError`, `TryAgain`."""
        return self.decide(game, lambda run, _at: renew(run, self._drawn(run.game, reason)), act)

    def renew_where_out(self, run: Run) -> None:
        """New cells, where the lane of the question that is open has none left."""
        ledger, asked = run.game.ledger, run.game.asked
        if not isinstance(ledger, LaneLedger) or asked is None or not ledger.level or ledger.absent:
            return
        if ledger.place(REFEREE_SHEET, asked) is None:
            renew(run, self._drawn(run.game, f"The cells of lane {asked.lane} are used up."))

    def _drawn(self, game: GameState, reason: str) -> RootCommitted:
        known = game.ledger.generations if isinstance(game.ledger, LaneLedger) else {}
        generation = known.get(REFEREE_SHEET, 0) + 1
        sheets = game.rules.sheets
        return draw(self.record, game.id, game.seats, sheets, self._entropy, generation, reason)

    def spend(self, game: str, seat: str, cell: str, why: str, line: str, act: Act) -> None:
        """Records that a cell of a seat came with a line that was not played, if it is the next of the seat.
        Raises `OrderError`, `TryAgain`."""
        if spent(self.record.load(game).game, seat, cell, why, line):
            self.decide(game, lambda run, _at: spend(run, seat, cell, why, line), act)

    def _replenished(self, kept: Kept) -> Kept:
        """In a game of protocol 1 the next sheet, where the last one runs low."""
        run = Run(kept.game, self.chance)
        ledger = kept.game.ledger
        assert isinstance(ledger, FirstLedger), "Later protocols commit to all cells at once."
        commit(run, self._sheet(kept.game.id, len(ledger.sheets[REFEREE_SHEET]) + 1))
        return self.record.append(kept, run.decided(), Act(SHEETS))

    def _sheet(self, game: str, sheet: int) -> SheetCommitted:
        return draw_sheet(self.record, game, sheet, self._entropy)

    def _title(self, opening: Opening) -> Rules:
        if not NAME.fullmatch(opening.id):
            raise CannotOpen(f"“{opening.id}” cannot be a game's id. Use up to 40 of a-z, 0-9 and hyphens.")
        rules = TITLES.get(opening.title)
        if rules is None or not is_listed(opening.title):
            raise CannotOpen(f"There is no title “{opening.title}”. There are: {', '.join(TITLES)}.")
        _check_seats(rules, _scenario(rules, opening.scenario), opening)
        if why := programs.unfit(rules, opening.people, opening.level):
            raise CannotOpen(why)
        _check_zone(opening.policy)
        if opening.level not in LEVELS:
            raise CannotOpen(f"There is no level {opening.level} of proof. There are 0, 1, 2 and 3.")
        if opening.preset not in rules.presets:
            raise CannotOpen(f"There is no preset “{opening.preset}”. There are: {', '.join(rules.presets)}.")
        return rules

    def _opened(self, opening: Opening, rules: Rules, data: str) -> Opened[Any]:
        preset, options = _options(rules, opening)
        policy = replace(opening.policy, sheets=opening.policy.sheets and rules.takes_sheet is not None)
        opened = Opened(
            opening.title,
            _scenario(rules, opening.scenario).name,
            opening.edition or rules.edition,
            preset,
            options,
            data,
            tuple(map(Seated, _seats(rules, opening), opening.people)),
            " ".join(filter(None, (LEVELS[opening.level].sentence(), self._seeded()))),
            opening.level,
            public_key(self.record),
            None if policy == TODAY else policy,
            tables=opening.tables,
            lot=opening.lot,
            package=package(opening.title),
        )
        return self._committed(opened, opening, rules) if opening.level else opened

    def _committed(self, opened: Opened[Any], opening: Opening, rules: Rules) -> Opened[Any]:
        """The opening with the root of all cells that the referee has drawn."""
        seats = tuple(held.seat for held in opened.seats)
        drawn = draw(self.record, opening.id, seats, rules.sheets, self._entropy)
        number, before = openings.newest(self.record)
        root, sheets = drawn.root, drawn.sheets
        return replace(opened, protocol=2, root=root, sheets=sheets, opening=number + 1, before=before)

    def _seeded(self) -> str:
        return f"The cells come from the seed {self._seed}: everybody can foresee them." if self._seed else ""


def _runs_low(game: GameState) -> bool:
    """Whether the referee's newest sheet has few cells left for a game of protocol 1 that goes on."""
    ledger = game.ledger
    if not isinstance(ledger, FirstLedger) or not ledger.level or game.is_over():
        return False
    return ledger.left(REFEREE_SHEET) < LOW


def authorise(game: GameState, seat: str, act: Act, scope: str, at: int) -> None:
    """The person may act for the seat, and the mail is vouched for. Raises `IllegalMove`."""
    why = game.register.stranger(seat, act.person, act.behalf, scope, at)
    why = why or unvouched(game.register.policy, act.cause, act.authority)
    if why:
        raise IllegalMove("people", why)


def _check_zone(policy: Policy) -> None:
    try:
        zone_of(policy.zone)
    except NoSuchZone as error:
        raise CannotOpen(str(error)) from None


def asking(envelopes: Sequence[Envelope[Any]], question: Question) -> int:
    """The position of the event that has asked a question which is open; 0 where none has."""
    for place in range(len(envelopes), 0, -1):
        entry = envelopes[place - 1].entry
        if isinstance(entry, Asked) and entry.question == question:
            return place
    return 0


def stands_still(game: GameState) -> bool:
    """Whether everybody has to join anew before play goes on."""
    ledger = game.ledger
    return isinstance(ledger, LaneLedger) and ledger.renewed and bool(ledger.absent) and not game.is_over()


def number_of(question: Question) -> str:
    """A throw as people call it: “7”, or “iga/7” where each lane counts its own."""
    return f"{question.lane}/{question.index}" if question.lane else str(question.index)


def forms_of(game: GameState) -> tuple[str, ...]:
    """How the orders that are asked for now are written: "join PHRASE", "place CARD in PROVINCE"."""
    words = WORDS if game.ledger.absent else notation_of(game)
    return words.forms(game.expected())


def notation_of(game: GameState) -> Notation:
    """The words of the title's orders in this game; made once for each data set and its seats."""
    opened = game.opened
    assert opened is not None, "A game of the record begins with its opening."
    key = (game.rules.title, opened.data, game.seats)
    if key not in _NOTATIONS:
        if len(_NOTATIONS) >= MOST_NOTATIONS:
            _NOTATIONS.clear()
        _NOTATIONS[key] = game.rules.notation(game.data, game.seats)
    return _NOTATIONS[key]


_NOTATIONS: dict[tuple[str, str, tuple[str, ...]], Notation] = {}
MOST_NOTATIONS = 256


def _scenario(rules: Rules, name: str) -> Scenario:
    for scenario in rules.scenarios:
        if name in ("", scenario.name):
            return scenario
    names = ", ".join(scenario.name for scenario in rules.scenarios)
    raise CannotOpen(f"{rules.name} has no scenario “{name}”. It has: {names}.")


def _seats(rules: Rules, opening: Opening) -> tuple[str, ...]:
    return opening.seats or rules.seats[: len(opening.people)]


def _check_seats(rules: Rules, scenario: Scenario, opening: Opening) -> None:
    """So many people, on seats that the title has and that may be chosen, and on all that it needs."""
    least, most = scenario.seats
    people, seats = len(opening.people), _seats(rules, opening)
    if not least <= people <= most:
        need = f"{least} to {most}" if least < most else f"{least}"
        raise CannotOpen(f"{rules.name} ({scenario.name}) is for {need} people, not {people}.")
    known = ", ".join(rules.seats)
    if len(seats) != people or len(set(seats)) != people or not set(seats) <= set(rules.seats):
        raise CannotOpen(f"{people} people cannot sit at {', '.join(seats)}. There are: {known}.")
    if not rules.choose_seats and seats != rules.seats[:people]:
        raise CannotOpen(f"{people} people sit at {', '.join(rules.seats[:people])}, and nowhere else.")
    lacking = [seat for seat in scenario.needs if seat not in seats]
    if lacking:
        raise CannotOpen(f"{rules.name} ({scenario.name}) needs somebody at {', '.join(lacking)}.")


def _options(rules: Rules, opening: Opening) -> tuple[str, Struct]:
    """The options that hold, and the preset which has them: `OWN` where none has."""
    scenario, edition = _scenario(rules, opening.scenario), opening.edition or rules.edition
    named = options_of(rules, scenario.name, opening.preset, edition)
    own = {name.replace("-", "_"): value for name, value in opening.options.items()}
    try:
        options: Struct = convert({**to_builtins(named), **own}, rules.options, strict=False)
    except ValidationError as error:
        choices = ", ".join(rules.choices())
        raise CannotOpen(f"These options cannot be set: {error}. There are: {choices}.") from None
    for name, value in fixed_options(rules, scenario.name, edition).items():
        if getattr(options, name) != value:
            of = f"The scenario {scenario.name}" if name in scenario.options else f"The edition {edition}"
            raise CannotOpen(f"{of} has the option {name}={value}, and no other.")
    known = (name for name in rules.presets if options_of(rules, scenario.name, name, edition) == options)
    return (opening.preset if options == named else next(known, OWN)), options
