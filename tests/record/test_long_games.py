"""A long game whose writer is killed again and again, and whose folds somebody throws away, damages or gives
another name: it is what folding from nothing gives, and so is what its mails show."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, TextIO

import pytest

from benchmarks.streams import ACT, GAME, long_game, moves
from domain.game.deciding.run import Run
from domain.game.entries.entries import Rewound
from domain.game.state.game_state import GameState
from referee.games.referee import Referee
from referee.record import far_envelopes
from referee.record.folds import EVERY
from referee.record.location import Place
from referee.record.record import Record
from referee.seats import folded_games
from referee.seats.seat_view import replay_of
from tests.faults.children import Child
from tests.record.servers import Cluster
from tests.record.stores import hurry

EVENTS, KILLS = 5_000, 20
"""Events before the first kill, and the kills."""

LONGEST = 0.2
"""Seconds that a writer lives after its first word, at most."""

BENT = (
    "DELETE FROM folds",
    "DELETE FROM folds WHERE position % 3=1",
    "DELETE FROM folds WHERE position=(SELECT max(position) FROM folds)",
    "UPDATE folds SET program='another'",
    "UPDATE folds SET state=head WHERE position % 2=0",
    "UPDATE folds SET at=at+1",
)
"""What becomes of the folds between two writers; as often nothing does."""


def go_on(record: Record, events: int) -> None:
    """So many events as one commit."""
    kept = record.load(GAME)
    run = Run(kept.game, Referee(record).cells.chance)
    for fact in islice(moves(kept.game), 1, events + 1):
        run.take(fact)
    record.append(kept, run.game, run.made, ACT)


def write(store: Place, seed: str, told: TextIO) -> None:
    """Until it is killed."""
    record, random = Record(store), Random(seed)
    referee = Referee(record)
    while True:
        position = record.load(GAME).game.position
        if random.random() < 0.02:
            units = range(position - 3 * EVERY, position)
            referee.rewind(GAME, Rewound(random.choice(units), "a slip"), ACT)
        else:
            go_on(record, random.choice((1, 1, 4, EVERY // 2, EVERY + 1)))
        print(record.load(GAME).game.position, file=told)


def parts(game: GameState) -> dict[str, Any]:
    """All of a game but the rules, which hold functions."""
    return {name: getattr(game, name) for name in game.__struct_fields__ if name != "rules"}


def is_as_from_nothing(record: Record, random: Random) -> None:
    known, whole = record.load(GAME), record.fold(GAME)
    assert (parts(known.game), known.head, known.at) == (parts(whole.game), whole.head, whole.at)
    seen, all_of_it = folded_games.replay(record, GAME), replay_of(record, GAME)
    newest = len(all_of_it)
    for position in (newest, newest - 1, random.randint(newest - 3 * EVERY, newest)):
        assert parts(seen.at(position)) == parts(all_of_it.at(position))


def besieged(store: Place, times: int, events: int, seed: int) -> int:
    """How often a game was gone on with from a fold."""
    random, folded = Random(seed), 0
    with closing(Record(store)) as record:
        if isinstance(store, Path):
            hurry(record)
        long_game(record, events, rewinds=events // 1000)
    for number in range(times):
        child = Child(partial(write, store, f"{seed}-{number}"))
        first = child.first()
        said = [first, *child.killed_after(random.uniform(0, LONGEST))]
        with closing(Record(store)) as record:
            assert record.load(GAME).game.position >= int(said[-1]), "What was acknowledged is there."
            if number % 2:
                record.recorder.write(random.choice(BENT), ())
        with closing(Record(store)) as record:
            folded += record.load(GAME).folded > 0
            is_as_from_nothing(record, random)
    return folded


def in_a_file(folder: Path, _cluster: Callable[[], Cluster]) -> Place:
    return folder / "long.bugyo"


def on_a_server(_folder: Path, cluster: Callable[[], Cluster]) -> Place:
    return cluster().fresh()


@pytest.mark.of_files
@pytest.mark.parametrize("where", [in_a_file, on_a_server])
@pytest.mark.soak
def test_a_long_game_is_what_folding_from_nothing_gives(
    where: Callable[..., Place], tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """About ten seconds each."""
    store = where(tmp_path, partial(request.getfixturevalue, "cluster"))
    assert besieged(store, KILLS, EVENTS, 7) >= KILLS // 2


def test_what_was_undone_in_a_long_game_is_forgotten_though_its_events_are_read_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Events that come in the place of others may be as many; and where none come, none is missed."""
    monkeypatch.setattr(far_envelopes, "MOST_PARTS", 1)

    def undone(order: Any) -> None:
        with suppress(InterruptedError), record.recorder.together():
            referee.take(GAME, seat, order, ACT)
            seen = folded_games.replay(record, GAME)
            seen.newest()
            assert len(seen.envelopes) > kept.game.position
            seen.envelope(1)  # the newest are not at hand any more
            raise InterruptedError

    with closing(Record(tmp_path / "undone.bugyo")) as record:
        long_game(record, 2 * EVERY)
        kept = record.load(GAME)
        record.folds.keep(kept.game, kept.head, kept.at)
    with closing(Record(tmp_path / "undone.bugyo")) as record:
        kept = record.load(GAME)
        referee = Referee(record, seed="undone")
        seat = kept.game.awaited()[0]
        one, *_, other = kept.game.offers(seat) or ()
        folded_games.replay(record, GAME)
        undone(one)
        assert len(folded_games.replay(record, GAME).envelopes) == kept.game.position
        undone(one)
        referee.take(GAME, seat, other, ACT)
        board = folded_games.replay(record, GAME).newest().state.board
        assert board == record.fold(GAME).game.state.board
