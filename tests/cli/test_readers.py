"""reader: the language, the zone and the digest of a person, at the command line."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Bugyo


def test_what_a_person_wants_is_set_and_kept(bugyo: Bugyo, tmp_path: Path) -> None:
    said = bugyo("reader", "Anna@x.org", "--language", "French", "--zone", "Europe/Paris").stdout
    assert said == "Mails are in français, with times of Europe/Paris.\n"
    bugyo("reader", "anna@x.org", "--digest", "18:00")
    found = bugyo.json("reader", "ANNA@x.org")
    assert (found.pop("language"), found.pop("zone")) == ("fr", "Europe/Paris")
    assert (found.pop("address"), found.pop("digest")) == ("anna@x.org", "18:00")
    assert found == {"length": "", "plain": False, "proof": False, "dark": False}


def test_what_cannot_be_is_said(bugyo: Bugyo) -> None:
    assert "There is no language “xx”." in bugyo("reader", "anna@x.org", "--language", "xx", code=1).stderr
    assert "“Anna” is no mail address." in bugyo("reader", "Anna", code=2).stderr
