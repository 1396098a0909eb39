"""Tokens: 120 bits for a seat and a turn, bound to all that names them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from referee.record.record import Record
from referee.seats.tokens import BrokenKey, same, server_key, shown
from tests.tokens import token

KEY = bytes(range(32))


def test_a_token_is_24_characters_of_base32() -> None:
    assert re.fullmatch("[A-Z2-7]{24}", token(KEY, "winter", "iga", "T5"))


@pytest.mark.parametrize(
    ("key", "game", "seat", "turn"),
    [
        (bytes(32), "winter", "iga", "T5"),
        (KEY, "summer", "iga", "T5"),
        (KEY, "winter", "ise", "T5"),
        (KEY, "winter", "iga", "T6"),
        (KEY, "winterig", "a", "T5"),
        (KEY, "winter", "igaT", "5"),
    ],
)
def test_another_key_game_seat_or_turn_has_another_token(key: bytes, game: str, seat: str, turn: str) -> None:
    assert token(key, game, seat, turn) != token(KEY, "winter", "iga", "T5")


def test_tokens_of_a_mail_that_was_sent_last_year_still_hold() -> None:
    assert shown(token(KEY, "winter", "iga", "T5")) == "B2Z4-TRDQ-R5ON-7WLS-SFTE-RVQ4"


@pytest.mark.parametrize("write", [shown, str, str.lower, lambda text: shown(text).replace("-", " ")])
def test_dashes_blanks_and_case_do_not_matter(write: object) -> None:
    made = token(KEY, "winter", "iga", "T5")
    assert callable(write)
    assert same(write(made), made)


@pytest.mark.parametrize("given", ["", "A", "ж", "K" * 24])
def test_anything_else_is_not_the_token(given: str) -> None:
    assert not same(given, token(KEY, "winter", "iga", "T5"))


def test_the_key_is_made_once(tmp_path: Path) -> None:
    record = Record(tmp_path / "store.db")
    made = server_key(record)
    assert len(made) == 32
    assert server_key(record) == made
    record.close()
    again = Record(tmp_path / "store.db")
    assert server_key(again) == made
    again.close()


def test_who_makes_the_key_second_takes_the_first(tmp_path: Path) -> None:
    record = Record(tmp_path / "store.db")
    assert record.set_once("server-key", b"first") == b"first"
    assert record.set_once("server-key", b"second") == b"first"
    with pytest.raises(BrokenKey, match="backup"):
        server_key(record)
    record.close()
