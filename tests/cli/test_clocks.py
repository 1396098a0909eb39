"""What the referee does at the command line with people, clocks and press."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import OPEN, PLAYERS, Bugyo
from tests.cli.mails import stranger
from tests.referee.mail.golden.proofs import short_key

AGREED = ("--deadline", "72h", "--grace", "12h", "--at", "18:00", "--zone", "Europe/Paris")
WHY = ("--reason", "As agreed.")


def test_a_game_is_opened_with_what_is_agreed(fresh: Bugyo, tmp_path: Path) -> None:
    page = tmp_path / "club.toml"
    page.write_text('hours = "2d"\nvacation = 14\n')
    opened = fresh.json(*OPEN, *PLAYERS, "--level", 0, "--policy", page, *AGREED, "--phase", "deploy=24h")
    assert {name: opened["policy"][name] for name in ("hours", "grace", "vacation", "clock", "phases")} == {
        "hours": 72,
        "grace": 720,
        "vacation": 14,
        "clock": "18:00",
        "phases": {"deploy": 24},
    }
    said = fresh("policy", "summer").stdout
    assert "You have 72 hours for an answer." in said
    assert "Deadlines fall at 18:00 Europe/Paris." in said


def test_what_cannot_be_agreed_is_a_usage_error(fresh: Bugyo) -> None:
    for option, value, why in (
        ("--deadline", "soon", "is no span of time"),
        ("--zone", "Mars/Olympus", "no time zone"),
        ("--days", "someday", "are no days"),
        ("--at", "6pm", "written as 18:00"),
    ):
        assert why in fresh(*OPEN, *PLAYERS, option, value, code=2).stderr
    assert "no seat can give the game up" in fresh(*OPEN, *PLAYERS, "--nmr", "forfeit", code=1).stderr


def test_a_game_without_deadlines_says_so(bugyo: Bugyo) -> None:
    assert "Nothing is agreed beside the rules" in bugyo("policy", "summer").stdout
    assert bugyo("clock", "show").stdout == "No deadline runs.\n"
    assert (
        "iga has no deadline now"
        in bugyo("clock", "move", "summer", "iga", "2099-01-01 12:00", *WHY, code=1).stderr
    )


def test_a_policy_is_changed_for_a_reason(bugyo: Bugyo) -> None:
    assert "--reason TEXT" in bugyo("policy", "summer", "--deadline", "3d", code=2).stderr
    said = bugyo("policy", "summer", "--deadline", "3d", *WHY).stdout
    assert said.startswith("The referee changes what is agreed: As agreed.\nTime to answer: ")
    assert [row["state"] for row in bugyo.json("clock", "show")["deadlines"]] == ["runs"]
    (summer,) = (row for row in bugyo.json("list") if row["id"] == "summer")
    assert summer["deadline"] == bugyo.json("clock", "show")["deadlines"][0]["deadline"]
    bugyo("audit", "summer")


def test_a_pause_a_seat_and_the_end_are_told_and_audited(bugyo: Bugyo) -> None:
    assert "The referee pauses the game: As agreed." in bugyo("clock", "pause", "summer", *WHY).stdout
    assert "paused already" in bugyo("clock", "pause", "summer", *WHY, code=1).stderr
    assert "The referee lets the game go on" in bugyo("clock", "resume", "summer", *WHY).stdout
    assert "Dora takes the seat iga" in bugyo("roster", "take", "summer", "iga", "Dora", *WHY).stdout
    assert next(row["people"] for row in bugyo.json("list") if row["id"] == "summer")[0] == "Dora"
    assert "Nobody sits at “mori”" in bugyo("roster", "leave", "summer", "mori", *WHY, code=2).stderr
    assert (
        "referee writes to all: “Well played.”" in bugyo("press", "summer", "--text", "Well played.").stdout
    )
    assert "Give the text" in bugyo("press", "summer", code=2).stderr
    said = bugyo("abandon", "summer", *WHY).stdout
    assert "ends the game without winners" in said
    assert "The game is over. Winners: nobody." in said
    assert "The game is over" in bugyo("abandon", "summer", *WHY, code=1).stderr
    bugyo("audit", "summer")


def test_people_are_known_by_their_names(bugyo: Bugyo) -> None:
    assert {row["person"] for row in bugyo.json("people")} >= {"Anna", "Boris"}
    assert "Nobody called “Zoe”" in bugyo("people", "Zoe", code=66).stderr
    assert bugyo("people", "Anna").stdout.startswith("PERSON")


def test_the_clock_of_the_machine_is_confirmed(bugyo: Bugyo) -> None:
    assert "Nobody is called late for an hour." in bugyo("clock", "confirm").stdout
    assert bugyo.json("clock", "show")["stopped"] == ""


def test_a_key_is_registered_listed_and_forgotten(bugyo: Bugyo, tmp_path: Path) -> None:
    page = tmp_path / "anna.pub"
    page.write_text("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGJ1Z3lvYnVneW9idWd5b2J1Z3lvYnVneW9idWd5b2J1 anna\n")
    assert bugyo.json("key", "anna@example.org") == {"address": "anna@example.org", "keys": []}
    assert bugyo("key", "anna@example.org", page).stdout.startswith("ssh-ed25519 AAAA")
    assert len(bugyo.json("key", "anna@example.org", page)["keys"]) == 1
    assert "No key is registered" in bugyo("key", "anna@example.org", "--forget").stdout
    page.write_text(short_key("anna"))
    (kept,) = bugyo.json("key", "anna@example.org", page)["keys"]
    assert kept == f"minisign {short_key('anna').split()[-1]}"
    page.write_text("-----BEGIN OPENSSH PRIVATE KEY-----\n")
    assert "no public key of ssh or minisign" in bugyo("key", "anna@example.org", page, code=65).stderr
    assert "Name a file" in bugyo("key", "anna@example.org", page, "--forget", code=2).stderr


def test_the_mails_that_came_in_are_listed_by_what_became_of_them(bugyo: Bugyo, tmp_path: Path) -> None:
    assert bugyo("mails").stdout == "Nothing is known of any mail.\n"
    bugyo("deliver", "--outgoing", tmp_path / "out", stdin=stranger(), code=67)
    (case,) = bugyo.json("mails")
    assert case["kind"] == "refused"
    assert bugyo.json("mails", "--kind", "robot") == []
    assert case["address"] in bugyo("mails", "--kind", "refused").stdout
