"""Both sides of limits that mutants have shown to be untested: a small data set, empty piles, endings."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.kit.errors import BadTable
from domain.kit.facts import State
from domain.kit.sealed import PUBLIC
from domain.shinobi import SHINOBI
from domain.shinobi.data.tables import read_data
from domain.shinobi.view import view
from tests.shinobi.boards import FILES, board

TEXT = FILES["cards.toml"].decode()


def changed(*pairs: tuple[str, str]) -> dict[str, bytes]:
    text = TEXT
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return {"cards.toml": text.encode()}


def test_a_clan_of_one_card_no_ninja_and_a_hand_of_one_are_enough() -> None:
    one = changed(("cards = 11", "cards = 2"), ("value = 58", "value = 13"), ("value = 4", "value = 1"))
    assert read_data(one).per_clan == dict.fromkeys(("go-hojo", "mori", "oda", "takeda", "uesugi"), 2)
    assert read_data(one).hand.value == 1
    none = changed(('value = 3\nsource = "printed: r', 'value = 0\nsource = "printed: r'), ("= 58", "= 55"))
    assert read_data(none).ninja.value == 0
    single = changed(
        ("cards = 11", "cards = 1"),
        ("value = 58", "value = 8"),
        ("value = 4", "value = 1"),
    )
    assert set(read_data(single).per_clan.values()) == {1}


def test_a_clan_without_a_card_is_refused_where_it_stands() -> None:
    with pytest.raises(BadTable, match=r"cards.toml, line 32: expected 1 card or more, got 0\."):
        read_data(changed(("cards = 11", "cards = 0"), ("value = 58", "value = 3")))


def test_what_no_card_lies_of_is_not_listed() -> None:
    given = replace(board(), discard={"mori": 0, "oda": 2, "ninja": 0}, deck={"mori": 0, "oda": 3})
    assert view(State(given), PUBLIC).discard == {"oda": 2}
    shown = view(State(replace(given, revealed=True)), PUBLIC)
    assert (shown.discard, shown.deck) == ({"oda": 2}, {"oda": 3})


@pytest.mark.parametrize(("winners", "ending"), [((), ""), (("iga",), "victory"), (("iga", "kii"), "shared")])
def test_how_a_game_has_ended(winners: tuple[str, ...], ending: str) -> None:
    assert SHINOBI.ending(board(winners=winners)) == ending


def test_what_is_missing_as_a_whole_is_missed_in_the_first_line() -> None:
    with pytest.raises(BadTable, match=r"cards\.toml, line 1: expected a complete record, got .*troops"):
        read_data({"cards.toml": b""})
