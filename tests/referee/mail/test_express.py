"""Which mails overtake others in the queue: those whose bytes show the token of the turn."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from benchmarks.mails import Table, open_games
from referee.identity.express import LOOKED, shows_token
from referee.reading.reading import read_mail
from referee.seats.tokens import server_key, shown
from tests.tokens import token


@pytest.fixture
def table(tmp_path: Path) -> Table:
    open_games(tmp_path / "games.db", 1)
    return Table(tmp_path / "games.db", read_mail)


def test_a_mail_with_the_token_of_the_turn_goes_first(table: Table) -> None:
    raw = table.mail("g0")
    goes_first = partial(shows_token, table.record, table.record.clock)
    assert goes_first(raw)
    assert goes_first(raw.replace(b"\r\n", b"\n").replace(b"\nTOKEN", b"\n> TOKEN"))
    assert not goes_first(raw.replace(b"TOKEN", b"TOKE"))
    assert not goes_first(raw.replace(b"ORDERS g0", b"ORDERS g1"))
    assert not goes_first(b"x" * LOOKED + raw)
    assert not goes_first(b"pass\n")


def test_the_token_of_another_turn_does_not(table: Table) -> None:
    game = table.record.load("g0").game
    seat = game.awaited()[0]
    old = shown(token(server_key(table.record), "g0", seat, "T0"))
    text = f"-----BEGIN ORDERS g0 T0 {seat}-----\nTOKEN {old}\npass\n-----END ORDERS g0 T0 {seat}-----\n"
    assert game.label != "T0"
    assert not shows_token(table.record, table.record.clock, text.encode())
