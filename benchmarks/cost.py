"""The cost of proof: chain, commitments and throws of an event, and the time to verify a long game.

The same game is opened, adjudicated and recorded twice, once with everything that proves it and once with
nothing in its place: no digest, public form, salt, sheet, cell, question or face is computed. The disk is not
waited for, and the processor's time is what counts: a busy machine is unfair to none.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from benchmarks.loading import EVENTS
from benchmarks.measure import Case, cpu_seconds, interleaved
from benchmarks.report import Figure
from benchmarks.streams import ACT, GAME, long_game, opened
from domain.game.deciding.decide import post
from domain.game.deciding.run import Run
from domain.game.entries.entries import RootCommitted
from domain.game.entries.levels import REFEREE_SHEET
from domain.game.state import ledger
from domain.kit.chance import Answer, Bound, Question, Thrown
from referee.bundle.verify import verify
from referee.bundle.writing import write_bundle
from referee.games import referee as of_games
from referee.games.referee import Referee
from referee.proof import cell_lanes
from referee.record import record as recording
from referee.record.record import Record
from referee.record.store import Pool

MOST = 25.0
"""Microseconds that proof may cost an event."""

SOON = 200.0
"""Microseconds that a verifier may take for an event of a long game."""

PROVED, BARE = "with proof", "without"
NOTHING = bytes(32)


class Played(Struct, frozen=True):
    """A self-played game: its orders after the deal, the faces that chance gave, how many events it has."""

    orders: tuple[tuple[str, Any], ...]
    faces: dict[tuple[str, int], tuple[int, ...]]
    events: int


def costs(directory: Path, repeats: int) -> list[Figure]:
    """Both figures, in microseconds."""
    with patch.object(Pool, "synchronous", "OFF"):
        played = _played(directory / "cost-sample")
        times = proving(directory, played, repeats)
        verified = 1e6 * verifying(directory, repeats) / EVENTS
    proved, bare = (1e6 * times[name] / played.events for name in (PROVED, BARE))
    what = "chain, commitments and throws, an event, µs: with proof - without"
    what_verified = f"verify.py, {EVENTS:,} events, an event, µs"
    return [
        Figure(what, f"{proved:,.1f} µs", f"{bare:,.1f} µs", proved - bare, at_most=MOST),
        Figure(what_verified, f"{verified:.0f} µs", "–", verified, at_most=SOON),
    ]


def proving(directory: Path, played: Played, repeats: int) -> dict[str, float]:
    """Seconds to open, adjudicate and record a whole game, with proof and without."""
    fresh = (directory / f"cost-{n}" for n in count())
    cases: dict[str, Case] = {
        PROVED: lambda: _replay(next(fresh), played),
        BARE: lambda: _bare(next(fresh), played),
    }
    return interleaved(cases, repeats)


def verifying(directory: Path, repeats: int) -> float:
    """The least seconds of CPU in which the bundle of a long game is verified."""
    record, path = Record(directory / "verified.bugyo"), directory / "verified.zip"
    long_game(record, EVENTS)
    write_bundle(record, GAME, "referee", path)
    record.close()
    report = verify(str(path))
    assert report.ok, report.why
    return interleaved({"verify": lambda: cpu_seconds(lambda: verify(str(path)))}, repeats)["verify"]


# ---- orders


def _played(path: Path) -> Played:
    """A game of random players, to its end."""
    record, random, orders = Record(path), Random(1), []
    kept = opened(record)
    referee = Referee(record, seed="play")
    while not kept.game.is_over():
        seat = kept.game.awaited()[0]
        order = random.choice(kept.game.offers(seat) or ())
        orders.append((seat, order))
        kept = referee.take(GAME, seat, order, ACT).kept
    thrown = [one.entry for one in record.envelopes(GAME) if isinstance(one.entry, Thrown)]
    record.close()
    faces = {(throw.question.lane, throw.question.index): throw.answer() for throw in thrown}
    return Played(tuple(orders), faces, kept.game.position)


def _replay(path: Path, played: Played) -> float:
    """The game is kept in memory, and each order committed by itself: loading is no part of it."""
    record = Record(path)
    taken = cpu_seconds(lambda: _play(record, played))
    record.close()
    return taken


def _play(record: Record, played: Played) -> None:
    kept, referee = opened(record), Referee(record, seed="play")
    for seat, order in played.orders:
        run = Run(kept.game, referee.cells.chance)
        post(run, seat, order)
        kept = record.append(kept, run.game, run.made, ACT)
    assert kept.game.is_over()


# ---- the same without proof


def _bare(path: Path, played: Played) -> float:
    with _without_proof(played.faces):
        return _replay(path, played)


@contextmanager
def _without_proof(faces: dict[tuple[str, int], tuple[int, ...]]) -> Iterator[None]:
    """Everything that proves anything is replaced by nothing; chance gives the faces of the game before."""

    def answer(_: Any, question: Question, bound: Bound) -> Answer:
        return Answer(faces[question.lane, question.index])

    with ExitStack() as stack:
        for place, name, nothing in (
            (recording, "public_bytes", lambda *_: b""),
            (recording, "digest", lambda *_: NOTHING),
            (recording, "commitment", lambda *_: ""),
            (recording, "has_secrets", lambda _: False),
            (recording, "salts_for", lambda *_: ()),
            (ledger, "framed", lambda *_: NOTHING),
            (ledger, "order_digest", lambda *_: NOTHING),
            (cell_lanes.LaneChance, "answer", answer),
            (of_games, "draw", _no_root),
        ):
            stack.enter_context(patch.object(place, name, nothing))
        yield


def _no_root(*_: object) -> RootCommitted:
    """A root of which nothing is drawn, kept or hashed."""
    return RootCommitted(REFEREE_SHEET, NOTHING.hex(), 1)
