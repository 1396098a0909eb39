"""The tables of disputes and rulings: what became of each, and who may know what it says."""

from __future__ import annotations

from typing import Any

import pytest

from domain.game.entries.entries import Forked
from domain.game.entries.rulings import Disputed, DisputeWithdrawn
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.shinobi import SHINOBI
from projections.exports.csv import csv_of
from projections.exports.tables import DISPUTES, RULINGS, moment, rows
from projections.replay import Replay
from tests.exports.games import NOON, replay
from tests.game.bench import RULE, Bench, disputed, ruled


@pytest.fixture(scope="module")
def bench() -> Bench:
    """Four disputes: ruled on, withdrawn, an appeal that is ruled on, and one that is open."""
    made = Bench()
    made.order(2)
    made.put(disputed(1, "iga", "It was mine.", events=(2, 3), rule=RULE, error="misread"))
    made.put(disputed(2, "ise", "=1+1"))
    made.put(DisputeWithdrawn(2, "ise"))
    made.put(ruled(1, "corrected", dispute=1, effects=1, events=(2,)))
    made.correct("hand kii none")
    made.put(disputed(3, "kii", "No.", appeals=1))
    made.put(ruled(2, "penalty", dispute=3, seat="iga", reason="Rude."))
    made.put(ruled(3, "note", rules=()))
    made.put(disputed(4, "ise", "=2+2"))
    return made


def game_of(bench: Bench, *more: Any) -> Replay:
    return replay(SHINOBI, [*bench.entries, *more])


def at_of(bench: Bench, kind: type, nth: int = 0) -> int:
    return [at for at, entry in enumerate(bench.entries, 1) if isinstance(entry, kind)][nth]


def test_a_row_says_what_is_disputed_and_what_became_of_it(bench: Bench) -> None:
    first, second, appeal, last = rows(game_of(bench), "iga", DISPUTES)
    at = at_of(bench, Disputed)
    assert first == {
        "dispute": 1,
        "position": at,
        "at": moment(NOON + 60_000 * (at - 1)),
        "turn": "T2",
        "seat": "iga",
        "events": "2 3",
        "rule": RULE,
        "error": "misread",
        "appeals": None,
        "status": "ruled",
        "ended": rows(game_of(bench), "iga", RULINGS)[0]["position"],
        "text": "It was mine.",
    }
    assert (second["status"], second["ended"], second["text"]) == (
        "withdrawn",
        at_of(bench, DisputeWithdrawn),
        None,
    )
    assert (appeal["appeals"], appeal["status"]) == (1, "ruled")
    assert (last["status"], last["ended"]) == ("open", None)


def test_a_row_says_what_is_ruled_and_which_results_are_others_since(bench: Bench) -> None:
    corrected, penalty, note = rows(game_of(bench), PUBLIC, RULINGS)
    assert corrected | {"at": ""} == {
        "ruling": 1,
        "position": at_of(bench, DisputeWithdrawn) + 1,
        "at": "",
        "turn": "T2",
        "dispute": 1,
        "kind": "corrected",
        "by": "referee",
        "seat": "",
        "events": "2",
        "rules": RULE,
        "effects": 1,
        "results": "T2.v2",
        "reason": "Why.",
    }
    assert (penalty["dispute"], penalty["seat"], penalty["reason"]) == (3, "iga", "Rude.")
    assert (penalty["turn"], penalty["results"]) == ("T2.v2", "")
    assert (note["dispute"], note["rules"], note["kind"]) == (None, "", "note")


TEXTS = [
    (PUBLIC, [None] * 4),
    ("iga", ["It was mine.", None, None, None]),
    ("ise", [None, "=1+1", None, "=2+2"]),
    (REFEREE, ["It was mine.", "=1+1", "No.", "=2+2"]),
]


@pytest.mark.parametrize(("viewer", "texts"), TEXTS)
def test_what_it_says_is_for_its_seat_and_the_referee(
    bench: Bench, viewer: str, texts: list[str | None]
) -> None:
    assert [row["text"] for row in rows(game_of(bench), viewer, DISPUTES)] == texts
    assert ("'=1+1" in csv_of(game_of(bench), viewer, DISPUTES).decode()) == ("=1+1" in texts)


def test_in_a_what_if_nothing_is_open(bench: Bench) -> None:
    forked = Forked("summer", len(bench.entries), "", "")
    further = Disputed(5, "iga", Sealed(("iga",), "And here?"))
    found = rows(game_of(bench, forked, further), PUBLIC, DISPUTES)
    assert [row["status"] for row in found] == ["ruled", "withdrawn", "ruled", "left", "open"]
    assert found[3]["ended"] == len(bench.entries) + 1


def test_a_game_without_disputes_has_no_rows() -> None:
    game = game_of(Bench())
    assert (rows(game, PUBLIC, DISPUTES), rows(game, PUBLIC, RULINGS)) == ([], [])
