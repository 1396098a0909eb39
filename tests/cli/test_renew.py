"""renew: new cells for a game, for which everybody joins anew."""

from __future__ import annotations

from pathlib import Path

from cli.frame.codes import REFUSED
from tests.cli.conftest import Bugyo
from tests.cli.mails import ADDRESS


def test_everybody_joins_anew_and_the_game_goes_on(fresh: Bugyo, tmp_path: Path) -> None:
    fresh.open("one", 1)
    fresh.join("one")
    before = fresh.legal("one")
    out = tmp_path / "out"
    mail = ("--outgoing", out, "--address", ADDRESS)
    fresh("renew", "one", code=2)
    done = fresh.json("renew", "one", "--reason", "the seed is lost", *mail)
    assert done["begun"] is False
    assert done["mailed"] == ["iga", "kii"]  # Boris has no address
    assert "It stands still: iga" in fresh("orders", "one", "iga", "-", stdin="pass", code=REFUSED).stdout
    assert "one stands still; these must join anew:" in fresh("what", "one").stdout
    again = fresh("renew", "one", "--reason", "once more", code=REFUSED).stderr
    assert "has not begun" in again
    for seat in ("iga", "ise", "kii"):
        fresh("orders", "one", seat, "-", stdin=f"join {seat} once more, and luck to all")
    assert fresh.legal("one") == before
    assert fresh("audit", "one").stdout.endswith("Everything holds.\n")


def test_a_game_without_cells_has_none_to_renew(fresh: Bugyo) -> None:
    fresh.open("none", 0)
    said = fresh("renew", "none", "--reason", "a test", code=REFUSED).stderr
    assert "The throws of this game follow from no cells." in said
