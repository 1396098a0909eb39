"""A game that has gone back: what was left is kept and marked, and counts no more."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cli.prove.importing import Asked, given_lines, opening_of
from domain.game.entries.entries import Ordered, Rewound
from domain.kit.facts import Fact
from domain.titles import TITLES
from projections.exports.notation import orders_of, read_notation
from projections.exports.report import report, stages
from projections.exports.statistics import statistics
from projections.exports.tables import EVENTS, ORDERS, on_line, rows, track_changes
from projections.replay import Replay
from referee.copies.importing import Orders, import_orders
from referee.games.referee import Referee
from referee.record.envelope import Act
from referee.record.record import Record
from tests.record.stores import opened, play, repeatable

ACT = Act("test")


@pytest.fixture
def record(tmp_path: Path) -> Iterator[Record]:
    made = repeatable(tmp_path / "s.bugyo")
    yield made
    made.close()


def rewound(record: Record) -> Replay:
    """Eighteen orders, back to the end of the ninth, and nine others."""
    referee = opened(record)
    play(referee, "g", 9, Random(3))
    to = record.load("g").game.position
    play(referee, "g", 9, Random(4))
    Referee(record).rewind("g", Rewound(to, "a wrong board was mailed"), ACT)
    play(referee, "g", 9, Random(5))
    envelopes = record.envelopes("g")
    return Replay("g", TITLES["shinobi"], record.data("shinobi", envelopes[0].entry.data), envelopes)


def test_what_was_left_is_marked(record: Record) -> None:
    game = rewound(record)
    back = next(n for n in range(1, len(game) + 1) if isinstance(game.envelope(n).entry, Rewound))
    to = game.envelope(back).entry.to
    stands = [*range(1, to + 1), *range(back, len(game) + 1)]
    assert on_line(game) == stands
    assert [row["position"] for row in rows(game, "public", EVENTS) if row["stands"]] == stands
    left = [row for row in rows(game, "public", ORDERS) if not row["stands"]]
    assert [row["position"] for row in left] == [
        n for n in range(to + 1, back) if isinstance(game.envelope(n).entry, Ordered)
    ]
    assert left


def test_tracks_and_turns_are_those_of_the_line_that_stands(record: Record) -> None:
    game = rewound(record)
    stands = dict(game.pictures.tracks(game.view(1, "referee")))
    for position, track, before, after in track_changes(game, "referee"):
        assert position in on_line(game)
        assert stands[track] == before
        stands[track] = after
    assert stands == game.pictures.tracks(game.view(len(game), "referee"))
    turns = [turn for stage in stages(game) for turn in stage.turns]
    assert len(set(turns)) == len(turns)
    assert all(one.at in on_line(game) for one in statistics(game, "referee").swings)


def test_the_report_says_that_play_went_back(record: Record) -> None:
    text = report(rewound(record), "public", None).text
    assert "## Beside the game" in text
    assert "a wrong board was mailed" in text


def test_the_orders_play_the_line_that_stands(record: Record) -> None:
    game = rewound(record)
    raw = b"".join(orders_of(game, "referee"))
    left = [line for line in raw.decode().splitlines() if "(left)" in line]
    assert left
    assert all(line.startswith("; ") for line in left)
    script = read_notation(raw)
    opening = opening_of(record, script, Asked(None, "again", False, None, ""))
    import_orders(record, Orders(opening, tuple(given_lines(script, real=True)), "0" * 64, real=True))
    stood = [game.envelope(n).entry for n in on_line(game)]
    again = [one.entry for one in record.envelopes("again")]
    assert [one for one in again if isinstance(one, Fact)] == [one for one in stood if isinstance(one, Fact)]
