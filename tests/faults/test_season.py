"""Whatever happens to the whole service: nothing is lost, nothing is done twice, and every game holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.record import Record
from tests.faults.machine import campaign, run
from tests.faults.season import Season


def test_whatever_happens() -> None:
    done = run(2, 16)
    assert done["checks"] > 16


@pytest.mark.soak
def test_whatever_happens_at_length() -> None:
    """30 seasons of 40 doings: about 20 seconds."""
    done = run(30, 40, seed=2)
    assert min(done.values()) > 30
    assert sorted(done) == ["checks", "deaths", "failures of the store", "mails late or again"]


# ---- what the check would see


@pytest.fixture
def season(tmp_path: Path) -> Season:
    made = Season(tmp_path, 1)
    made.open()
    for _ in range(4):
        made.write("g0")
        made.deliver(made.written[-1])
    made.check()
    assert len(made.played) == 4
    return made


def test_an_order_that_is_gone_is_seen(season: Season) -> None:
    season.played.add("0" * 64)
    with pytest.raises(AssertionError):
        season.check()


def test_a_head_that_is_another_is_seen(season: Season) -> None:
    (game, position), head = next(iter(season.heads.items()))
    season.heads[game, position] = head[::-1]
    with pytest.raises(AssertionError):
        season.check()


def test_a_mail_that_is_played_twice_is_seen(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Record, "seen", lambda *_: 0)
    season.deliver(season.written[-1])


def test_a_failure_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Season, "check", _broken)
    found = campaign(2, tmp_path, 1)
    assert (found.tried, found.corrupt) == (2, 1)
    assert "It broke." in found.also


def _broken(_season: Season) -> None:
    raise AssertionError("It broke.")
