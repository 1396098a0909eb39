"""`bugyo rewind`: what it says, whom it writes to, and what it refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from cli.frame.codes import REFUSED
from tests.cli.conftest import Bugyo


@pytest.fixture
def played(bugyo: Bugyo) -> Bugyo:
    """A few orders of the game summer."""
    for _ in range(4):
        seat, orders = bugyo.legal("summer")
        bugyo("orders", "summer", seat, "-", stdin=orders[0])
    return bugyo


def unit_before(bugyo: Bugyo) -> int:
    """The nearest event that play can go back to, as the refusal names it."""
    newest = bugyo.json("show", "summer")["position"]
    said = bugyo("rewind", "summer", "--to", newest, "--reason", "a slip", code=REFUSED).stderr
    return int(said.rstrip(".\n").split()[-1])


def test_play_goes_back_and_nothing_is_erased(played: Bugyo) -> None:
    to, before = unit_before(played), played.json("show", "summer")
    board = played("show", "summer", "--at", to).stdout.splitlines()[:-1]
    said = played("rewind", "summer", "--to", to, "--reason", "a slip of the pen")
    assert said.stdout.startswith(f"Play in summer goes back to after event {to}.\n")
    after = played.json("show", "summer")
    assert after["events"] > before["events"]
    assert played("show", "summer", "--at", before["events"] + 2).stdout.splitlines()[:-1] == board
    assert "a slip of the pen" in " ".join(played("log", "summer").stdout.split())
    assert played("show", "summer", "--at", before["position"]).exit_code == 0
    played("audit", "summer")


def test_whoever_is_awaited_is_written_to(played: Bugyo, tmp_path: Path) -> None:
    box = tmp_path / "out"
    to = unit_before(played)
    done = played.json(
        *(
            "rewind",
            "summer",
            "--to",
            to,
            "--reason",
            "a slip",
            "--outgoing",
            box,
            "--address",
            "r@example.org",
        )
    )
    assert (done["game"], done["to"]) == ("summer", to)
    assert set(done["awaited"]) - {"ise"} <= set(done["mailed"])  # Boris, at ise, has no address
    mails = [path.read_text() for path in (box / "new").iterdir()]
    assert len(mails) == len(done["mailed"])
    assert all("a slip" in mail for mail in mails)


def test_it_is_refused_with_what_would_do(played: Bugyo) -> None:
    refused = played("rewind", "summer", "--to", 1, "--reason", "a slip", code=REFUSED)
    assert "Play cannot go back to event 1" in refused.stderr
    over = played("rewind", "bots-7-1", "--to", 90, "--reason", "a slip", code=REFUSED)
    assert "The game is over" in over.stderr
    assert "--reason" in played("rewind", "summer", "--to", 60, code=2).stderr
