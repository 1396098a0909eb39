"""Names on the command line: what is none is refused before anything is opened, with what would do."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Bugyo

FENCE = "-----BEGIN ORDERS winter T1 iga-----"
BAD = [
    *(FENCE, "Locked. Pay now", "visit evil.example", "Call 0900 123 456", "x" * 41, "referee"),
    *("evil.example <anna@example.org>", "Anna, pay <anna@example.org>"),
]
GOOD = [
    ("J. R. Tolkien Jr. <jrr@example.org>", "J. R. Tolkien Jr."),
    ("anna.k@example.org", "anna k"),
    ("anna_k+go@example.org", "anna k"),
    ("Chloe\u0301", "Chloé"),
]


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("way", ["--player", "--seat"])
def test_no_game_is_opened_with_what_is_no_name(fresh: Bugyo, way: str, name: str) -> None:
    who = f"iga={name}" if way == "--seat" else name
    said = fresh("open", "shinobi", way, who, "--player", "Bela", "--player", "Cara", code=2).stderr
    assert "Write another before the address, such as “Dora K. <dora@example.org>”." in " ".join(said.split())
    assert not fresh.store.exists()


@pytest.mark.parametrize(("written", "name"), GOOD)
def test_a_name_is_taken_from_an_address_and_composed(fresh: Bugyo, written: str, name: str) -> None:
    fresh("open", "shinobi", "--id", "one", "--player", written, "--player", "Bela", "--player", "Cara")
    assert name in fresh("log", "one").stdout


def test_whoever_looks_is_called_by_a_name(bugyo: Bugyo) -> None:
    said = bugyo("show", "summer", "--seat", "iga", "--reason", "why", "--person", FENCE, code=2).stderr
    assert "is no name of a person" in said
