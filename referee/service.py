"""The referee: opens games, takes orders, and records what follows from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from eventsourcing.persistence import IntegrityError
from msgspec import Struct

from domain.game.aggregate import Game
from domain.game.entries import Entry, Opened, Seated
from domain.kit.chance import Source
from domain.kit.notation import Notation
from domain.kit.rules import Rules, Scenario
from domain.titles import TITLES
from referee.chance import SystemChance
from referee.datasets import read_files
from referee.record.envelope import Act
from referee.record.record import Kept, Record

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
"""What a game may be called: it stands in subjects, tokens and file names."""

ATTEMPTS = 5
"""How often an order is decided again when somebody else was recorded first."""


class CannotOpen(Exception):
    """A game cannot be opened as asked; the sentence says why, and what would do."""


class Opening(Struct, frozen=True):
    """How a game is to be opened. `people` are the persons in the order of the seats."""

    id: str
    title: str
    people: tuple[str, ...]
    scenario: str = "standard"
    preset: str = "default"
    data: Mapping[str, bytes] | None = None


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
    """Everything that changes a game goes through here."""

    def __init__(self, record: Record, source: Source | None = None) -> None:
        self.record = record
        self.source: Any = source or SystemChance()

    def open(self, opening: Opening, act: Act) -> Kept:
        """Opens a game and plays to its first prompt. Raises `CannotOpen`, `BadTable`, `TableMissing`."""
        rules = self._title(opening)
        files = opening.data or read_files(opening.title)
        data = rules.read_data(files)
        game = Game(opening.id, rules)
        kept = self.record.start(game)
        opened = self._opened(opening, rules, self.record.keep_data(opening.title, files))
        entries = game.open(opened, data, self.source)
        try:
            return self.record.append(kept, entries, act)
        except IntegrityError:
            raise CannotOpen(f"There is a game “{opening.id}” already. Choose another id.") from None

    def take(self, game: str, seat: str, order: Struct, act: Act, keys: Sequence[str] = ()) -> Taken:
        """One order and all that follows from it, recorded together.

        Raises `OrderError`, `AlreadyTaken` where one of `keys` was applied before, or `TryAgain`; then
        nothing changed.
        """
        return self._record(game, lambda kept: kept.game.post(seat, order, self.source), act, keys)

    # ---- how

    def _record(
        self, game: str, decide: Callable[[Kept], tuple[Entry, ...]], act: Act, keys: Sequence[str]
    ) -> Taken:
        for _ in range(ATTEMPTS):
            kept = self.record.load(game)
            before = (
                self.record.seen(game, keys) if keys else 0
            )  # after loading, or a race looks like a refusal
            if before:
                raise AlreadyTaken(before)
            entries = decide(kept)
            try:
                return Taken(self.record.append(kept, entries, act, keys=keys), entries)
            except IntegrityError:
                continue
        raise TryAgain(
            f"Others were recorded in {game} at the same time, {ATTEMPTS} times. Nothing was applied."
        )

    def _title(self, opening: Opening) -> Rules:
        if not NAME.fullmatch(opening.id):
            raise CannotOpen(f"“{opening.id}” cannot be a game's id. Use up to 40 of a-z, 0-9 and hyphens.")
        rules = TITLES.get(opening.title)
        if rules is None:
            raise CannotOpen(f"There is no title “{opening.title}”. There are: {', '.join(TITLES)}.")
        scenario = _scenario(rules, opening.scenario)
        least, most = scenario.seats
        if not least <= len(opening.people) <= most:
            raise CannotOpen(
                f"{rules.name} ({scenario.name}) is for {least} to {most} people, not {len(opening.people)}."
            )
        if opening.preset not in rules.presets:
            raise CannotOpen(f"There is no preset “{opening.preset}”. There are: {', '.join(rules.presets)}.")
        return rules

    def _opened(self, opening: Opening, rules: Rules, data: str) -> Opened[Any]:
        seats = tuple(Seated(seat, person) for seat, person in zip(rules.seats, opening.people, strict=False))
        return Opened(
            opening.title,
            opening.scenario,
            rules.edition,
            opening.preset,
            rules.presets[opening.preset],
            data,
            seats,
            self.source.sentence,
        )


def notation_of(game: Game) -> Notation:
    """The words of the orders in this game."""
    return game.rules.notation(game.data, game.seats)


def _scenario(rules: Rules, name: str) -> Scenario:
    for scenario in rules.scenarios:
        if scenario.name == name:
            return scenario
    names = ", ".join(scenario.name for scenario in rules.scenarios)
    raise CannotOpen(f"{rules.name} has no scenario “{name}”. It has: {names}.")
