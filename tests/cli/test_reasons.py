"""Looking is on the record: what is not public is shown to nobody who does not say why."""

from __future__ import annotations

import getpass
from pathlib import Path

import pytest

from cli.frame.codes import CANNOT_CREATE, NOT_FOUND
from tests.cli.conftest import WHY, Bugyo

LOOKS: list[tuple[object, ...]] = [
    ("what", "summer"),
    ("show", "summer"),
    ("show", "summer", "--at", 8),
    ("log", "summer"),
    ("replay", "summer"),
    ("explain", "summer", 8),
    ("export", "summer"),
]


def events(bugyo: Bugyo, game: str = "summer") -> int:
    return int(bugyo.json("show", game)["events"])


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("seat", ["iga", "referee"])
def test_who_does_not_say_why_is_shown_nothing(bugyo: Bugyo, look: tuple[object, ...], seat: str) -> None:
    before = events(bugyo)
    for why in ((), ("--reason", " ")):
        said = bugyo(*look, "--seat", seat, *why, code=2).stderr
        assert "While summer is on, looking with --seat is recorded: say why with --reason TEXT." in said
    assert events(bugyo) == before


@pytest.mark.parametrize("look", LOOKS)
def test_every_look_is_in_the_log_of_everybody(bugyo: Bugyo, look: tuple[object, ...]) -> None:
    before = events(bugyo)
    result = bugyo(*look, "--seat", "iga", *WHY)
    assert f"Event {before + 1} of summer tells every player that you look, and why." in result.stderr
    (line,) = bugyo.json("log", "summer", "--from", before + 1)["events"]
    said = f"Rei has looked at what iga alone may know ({look[0]}): Anna has lost her mail"
    assert line["text"] == said
    assert "\nEverything holds.\n" in bugyo("audit", "summer").stdout


def test_a_look_that_the_next_reveal_tells_names_nobody_before(bugyo: Bugyo) -> None:
    bugyo("policy", "summer", "--looks", "at the reveal", "--reason", "agreed")
    before = events(bugyo)
    said = bugyo("show", "summer", "--seat", "iga", *WHY).stderr
    assert f"Event {before + 1} of summer says that you look; at what and why, the next reveal tells." in said
    exported = bugyo("export", "summer").stdout.splitlines()[before + 1]
    assert "looked-unseen" in exported
    assert "Rei" not in exported
    newest = bugyo.json("audit", "summer")["referee"][-1]
    assert (newest["position"], newest["what"], newest["reason"]) == (before + 1, "looked-unseen", "")


def test_the_look_is_recorded_before_anything_is_shown(bugyo: Bugyo) -> None:
    before = events(bugyo)
    assert bugyo.json("show", "summer", "--seat", "referee", *WHY)["position"] == before + 1
    told = bugyo("log", "summer", "--seat", "iga", *WHY).stdout
    assert "Rei has looked at everything that is sealed (show):" in told


def test_a_look_without_a_name_is_that_of_the_user(bugyo: Bugyo) -> None:
    bugyo("show", "summer", "--seat", "iga", "--reason", "two\n  lines")
    last = bugyo.json("log", "summer")["events"][-1]["text"]
    assert last == f"{getpass.getuser()} has looked at what iga alone may know (show): two lines"


def test_a_user_whom_the_system_does_not_name_must_say_who_it_is(
    bugyo: Bugyo, monkeypatch: pytest.MonkeyPatch
) -> None:
    def nobody() -> str:
        raise KeyError("getpwuid(): uid not found: 4711")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert "--person NAME" in bugyo("show", "summer", "--seat", "iga", *WHY[:2], code=2).stderr
    bugyo("show", "summer", "--seat", "iga", *WHY)


@pytest.mark.parametrize("look", LOOKS)
def test_the_public_and_games_that_are_over_need_no_reason(bugyo: Bugyo, look: tuple[object, ...]) -> None:
    before = events(bugyo), events(bugyo, "bots-7-1")
    bugyo(*look, "--seat", "public")
    bugyo(look[0], "bots-7-1", *look[2:], "--seat", "referee")
    assert (events(bugyo), events(bugyo, "bots-7-1")) == before


def test_where_there_is_nothing_to_see_no_look_is_recorded(bugyo: Bugyo, tmp_path: Path) -> None:
    before = events(bugyo)
    bugyo("show", "summer", "--at", 999, "--seat", "iga", *WHY, code=NOT_FOUND)
    bugyo("replay", "summer", "--from", 999, "--seat", "iga", *WHY, code=NOT_FOUND)
    bugyo("explain", "summer", 999, "--seat", "iga", *WHY, code=NOT_FOUND)
    (tmp_path / "x").write_text("mine")
    bugyo("export", "summer", "-o", tmp_path / "x", "--seat", "iga", *WHY, code=CANNOT_CREATE)
    bugyo("export", "summer", "--format", "bundle", "--seat", "iga", *WHY, code=2)
    assert events(bugyo) == before


def test_orders_on_behalf_of_a_seat_show_what_everybody_may_know(bugyo: Bugyo) -> None:
    """What a seat draws is for its mail, or for a look that is recorded."""
    for _ in range(6):
        seat, orders = bugyo.legal("summer")
        done = bugyo.json("orders", "summer", seat, "-", stdin=orders[0])
        texts = [text for line in done["lines"] for text in line["effects"]]
        public = [
            line["text"]
            for line in bugyo.json("log", "summer", "--from", done["lines"][0]["first"])["events"]
        ]
        assert texts == public[1:]
