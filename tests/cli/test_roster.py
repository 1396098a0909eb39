"""Who is named at the command line: asked by mail where mails have a way out, at once with --agreed."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest

from tests.cli.conftest import Bugyo

WHY = ("--reason", "Anna has lost her mail")

DORA = "Dora <dora@example.org>"


@pytest.fixture
def out(bugyo: Bugyo, tmp_path: Path) -> Path:
    bugyo.open("winter", 0)
    return tmp_path / "out"


def to(out: Path, address: str) -> list[str]:
    """The texts of the mails to an address."""
    mails = (message_from_bytes(path.read_bytes(), policy=policy.default) for path in (out / "new").iterdir())
    found = [mail.get_body(("plain",)) for mail in mails if mail["To"] == address]
    return [" ".join(str(one.get_content()).split()) for one in found if one is not None]


NAMED = [
    (("roster", "standby", "winter", DORA), "Dora stands by."),
    (("roster", "take", "winter", "kii", DORA, *WHY), "Dora takes the seat kii"),
    (
        ("roster", "delegate", "winter", "kii", DORA, "--until", "2099-12-24 18:00"),
        "Dora may order and write",
    ),
]


@pytest.mark.parametrize(("named", "done"), NAMED, ids=[row[0][1] for row in NAMED])
def test_whoever_is_named_is_asked_and_nothing_is_recorded(
    bugyo: Bugyo, out: Path, named: tuple[str, ...], done: str
) -> None:
    before = bugyo.json("what", "winter")["position"]
    said = bugyo(*named, "--outgoing", out).stdout
    assert "Dora is asked by mail. It is done once “yes” has come from dora@example.org." in said
    assert bugyo.json("what", "winter")["position"] == before
    (text,) = to(out, "dora@example.org")
    assert "whether you, “Dora”, will" in text
    assert done not in text


@pytest.mark.parametrize(("named", "done"), NAMED, ids=[row[0][1] for row in NAMED])
def test_whoever_has_agreed_or_cannot_be_asked_is_not(
    bugyo: Bugyo, out: Path, named: tuple[str, ...], done: str
) -> None:
    assert done in bugyo(*named, "--agreed", "--outgoing", out).stdout


def test_without_a_way_out_for_mails_it_is_done_at_once(bugyo: Bugyo, out: Path) -> None:
    assert "Dora stands by." in bugyo("roster", "standby", "winter", DORA).stdout


def test_a_question_can_be_taken_back(bugyo: Bugyo, out: Path) -> None:
    ask = ("roster", "delegate", "winter", "kii", DORA, "--until", "2099-12-24 18:00", "--outgoing", out)
    bugyo(*ask)
    assert "Dora is asked no more." in bugyo("roster", "delegate", "winter", "kii", "Dora").stdout
    assert "does not act for kii" in bugyo("roster", "delegate", "winter", "kii", "Dora", code=1).stderr


@pytest.mark.parametrize("name", ["referee", "iga", "Anna"])
def test_a_name_of_a_role_a_seat_or_a_player_is_refused(bugyo: Bugyo, out: Path, name: str) -> None:
    bugyo("roster", "standby", "winter", f"{name} <x@example.org>", "--agreed", code=1)


def test_an_address_is_changed_with_a_reason_and_both_are_told(bugyo: Bugyo, out: Path) -> None:
    bugyo("roster", "take", "winter", "kii", DORA, *WHY, "--agreed")
    change = ("roster", "address", "winter", "Dora", "dora@new.example", "--reason", "She rang me up.")
    assert (
        "The referee registers another address of Dora: She rang me up."
        in bugyo(*change, "--outgoing", out).stdout
    )
    assert any("go to another address" in text for text in to(out, "dora@example.org"))
    assert any("come here from now on" in text for text in to(out, "dora@new.example"))
    assert "there already" in bugyo(*change, code=1).stderr
    assert "Nobody is called “Emil”" in bugyo(*change[:3], "Emil", *change[4:], code=2).stderr
    assert "cannot be sent to" in bugyo(*change[:4], "nowhere", *change[5:], code=2).stderr
