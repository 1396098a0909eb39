"""What the export of a seat shows is folded into what the seat knows, and a what-if begins with that."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Entry, Opened
from domain.game.state.game_state import GameState, begun, fold_on, unopened
from domain.game.state.positions import state_of, text_of
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from domain.kit.sealed import REFEREE, UNSEEN, Sealed
from referee.audit.audit import audit_export
from referee.audit.game_lines import Export, export_lines, read_export
from referee.bundle import verify
from referee.bundle.checking import audit_bundle, read_bundle
from referee.bundle.writing import write_bundle
from referee.copies.imagining import Guess, begin_guess, guess, is_seats, seen_by
from referee.games.opening import Opening
from referee.games.referee import Referee
from referee.games.selfplay import play_out
from referee.programs.choosing import players_of
from referee.record.envelope import BOTS, Act
from referee.record.record import Record
from tests.titles.play import Played, few

STEPS, ORDERS = 40, 6


def veiled(entry: Entry, seat: str) -> Entry:
    """An entry as the export of a seat shows it."""
    if not isinstance(entry, Fact) or entry.event is None:
        return entry
    parts = {name: getattr(entry.event, name) for name in entry.event.__struct_fields__}
    hidden = {name: one for name, one in parts.items() if isinstance(one, Sealed) and seat not in one.to}
    event = replace(entry.event, **{name: Sealed(one.to, UNSEEN) for name, one in hidden.items()})
    return replace(entry, event=event)


def _evolved(seen: Callable[[Any, Any, str], Any], seat: str, board: Any, event: Any) -> Any:
    return seen(board, event, seat)


class Watched:
    """A game as each seat sees it, beside how it is."""

    def __init__(self, played: Played) -> None:
        self.played, self.at, self.seen = played, 1, dict[str, GameState]()
        for seat in played.game.seats:
            seen = players_of(played.rules).seen
            assert seen is not None
            evolve = partial(_evolved, seen, seat)
            game = fold_on(unopened("seen", replace(played.rules, evolve=evolve)), played.entries[:1])
            self.seen[seat] = begun(game, played.data)

    def look(self) -> None:
        new: Sequence[Entry] = self.played.entries[self.at :]
        self.at += len(new)
        for seat, game in self.seen.items():
            self.seen[seat] = fold_on(game, [veiled(entry, seat) for entry in new])

    def check(self) -> None:
        players, now = players_of(self.played.rules), self.played.game.state
        for seat, game in self.seen.items():
            assert players.known(game.state, seat) == players.known(now, seat)


def is_known(rules: Rules, seed: int, data: Any, steps: int) -> None:
    watched = Watched(Played(rules, seed, data))
    for _ in range(steps):
        watched.look()
        if watched.played.game.is_over():
            return
        watched.check()
        watched.played.step()


@pytest.mark.parametrize("seed", few(1, 12))
def test_what_a_seat_sees_of_the_events_is_what_it_knows(rules: Rules, data: Any, seed: int) -> None:
    is_known(rules, seed, data, STEPS)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12))
def test_the_same_of_long_games(rules: Rules, data: Any, seed: int) -> None:
    is_known(rules, seed, data, 1_000)


@pytest.mark.parametrize("seed", few(1, 8))
def test_a_position_is_the_same_again_out_of_its_data(rules: Rules, data: Any, seed: int) -> None:
    played, players = Played(rules, seed, data), players_of(rules)
    opened = played.entries[0]
    assert isinstance(opened, Opened)
    empty = rules.begin(opened.options, data, played.game.seats)
    for _ in range(STEPS):
        if played.game.is_over():
            break
        for seat in played.game.seats[: not played.orders % 8]:
            state = players.imagine(players.known(played.game.state, seat), seat, Random(played.orders))
            again = state_of("g", rules, empty, text_of(state, empty))
            assert again.agenda == state.agenda
            assert rules.view(again, REFEREE) == rules.view(state, REFEREE)
            assert text_of(again, empty) == text_of(state, empty)
        played.step()


# ---- what-ifs


def export_of(record: Record, game: str, seat: str) -> Export:
    return read_export(b"".join(export_lines(record, game, seat)).splitlines(keepends=True))


def running(rules: Rules, folder: Path, orders: int, seed: int = 1) -> tuple[Record, tuple[str, ...]]:
    """A store with a game that is on, and its seats."""
    record = Record(folder / "games.db")
    people = tuple(f"person {nth}" for nth in range(rules.scenarios[0].seats[0]))
    referee = Referee(record, seed=str(seed))
    game = referee.open(Opening("summer", rules.title, people), Act(BOTS)).game
    play_out(referee, "summer", Random(seed), orders=len(game.seats) + orders)
    return record, game.seats


def imagined(folder: Path, export: Export, name: str, seed: int) -> tuple[Record, GameState]:
    assert is_seats(export)
    record, sight = Record(folder / f"{name}.db"), seen_by(export)
    return record, begin_guess(record, sight, guess(sight, None, Guess(0, name, seed))).game


def is_played_on(
    rules: Rules, folder: Path, orders: int, seed: int, seats: int, *, bundled: bool = True
) -> None:
    record, playing = running(rules, folder, orders, seed)
    now = record.load("summer").game
    for seat in () if now.is_over() else playing[:seats]:
        what_ifs, game = imagined(folder, export_of(record, "summer", seat), f"if-{seat}", 7)
        assert rules.view(game.state, seat) == rules.view(now.state, seat)
        play_out(Referee(what_ifs), game.id, Random(seed), orders=ORDERS)
        assert what_ifs.load(game.id).game.position > game.position
        assert audit_export(export_of(what_ifs, game.id, REFEREE)).finding is None
        if bundled:
            holds(what_ifs, game.id, seat, folder)
        what_ifs.close()
    record.close()


def holds(what_ifs: Record, game: str, seat: str, folder: Path) -> None:
    """What a seat sees of it, other programs check as well."""
    write_bundle(what_ifs, game, seat, path := folder / f"{seat}.zip")
    report = verify.verify(str(path))
    assert (report.ok, report.why) == (True, "")
    assert audit_bundle(read_bundle(path)).finding is None


def test_a_what_if_begins_with_what_a_seat_sees_and_is_played_on(rules: Rules, tmp_path: Path) -> None:
    is_played_on(rules, tmp_path, 8, 1, seats=1, bundled=False)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 6))
def test_the_same_later_in_a_game(rules: Rules, tmp_path: Path, seed: int) -> None:
    is_played_on(rules, tmp_path, 30 * seed, seed, seats=2)
