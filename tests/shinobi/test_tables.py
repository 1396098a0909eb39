"""The data set, its sources, and what is said of a bad one."""

from __future__ import annotations

import pytest

from domain.kit.errors import BadTable
from domain.shinobi.data.tables import Number, read_data
from tests.shinobi.boards import CARDS, FILES

TEXT = FILES["cards.toml"].decode()


def test_the_cards_as_they_ship() -> None:
    assert CARDS.troops == Number(58, "printed: list of components")
    assert CARDS.clan_cards.value == 5
    assert CARDS.ninja.value == 3
    assert CARDS.hand.value == 4
    assert (CARDS.fewest_players.value, CARDS.most_players.value) == (3, 5)
    assert CARDS.per_clan == dict.fromkeys(("go-hojo", "mori", "oda", "takeda", "uesugi"), 11)


def test_the_eleven_cards_of_a_clan_are_inferred_and_say_so() -> None:
    assert {clan.source.partition(":")[0] for clan in CARDS.clans} == {"inferred"}
    assert CARDS.ninja.source.startswith("printed: ")


HAND = "expected a hand that leaves 5 players a deck of the 58 cards"

# what is written, what is written instead, the message
BAD = [
    ("value = 58", 'value = "many"', "cards.toml, line 5: expected int, got str."),
    (
        "value = 58",
        "value = 59",
        "cards.toml, line 5: expected the 58 cards of the clans and the ninja, got 59.",
    ),
    (
        "value = 58\n",
        "",
        'cards.toml, line 4: expected a complete record, got Object missing required field "value".',
    ),
    (
        "value = 58",
        "value = = 58",
        "cards.toml, line 5: expected TOML, got Invalid value (at line 5, column 9).",
    ),
    (
        '"printed: list',
        '"somewhere: list',
        'cards.toml, line 6: expected a source such as "printed: page" '
        '(printed, example, inferred, reconstructed), got "somewhere: list of components".',
    ),
    (
        'value = 3\nsource = "printed: r',
        'value = -1\nsource = "printed: r',
        "cards.toml, line 13: expected 0 ninja or more, got -1.",
    ),
    ("value = 4", "value = 12", f"cards.toml, line 17: {HAND}, got 12."),
    ("value = 4", "value = 0", f"cards.toml, line 17: {HAND}, got 0."),
    (
        'value = 5\nsource = "printed: list',
        'value = 6\nsource = "printed: list',
        "cards.toml, line 9: expected one for each of the 5 clans, got 6.",
    ),
    (
        'value = 3\nsource = "printed: box',
        'value = 1\nsource = "printed: box',
        "cards.toml, line 21: expected 2 to 5 players, got 1.",
    ),
    (
        'value = 5\nsource = "printed: box',
        'value = 6\nsource = "printed: box',
        "cards.toml, line 25: expected at most 5 players, one for each clan, got 6.",
    ),
    (
        'name = "mori"',
        'name = "go-hojo"',
        'cards.toml, line 36: expected another name than those before, got "go-hojo".',
    ),
    (
        'name = "mori"',
        'name = "ninja"',
        'cards.toml, line 36: expected another name than those before, got "ninja".',
    ),
    ('name = "mori"', "name = 7", "cards.toml, line 36: expected str, got int."),
    (
        'name = "mori"',
        'nam = "mori"',
        'cards.toml, line 35: expected a complete record, got Object contains unknown field "nam".',
    ),
]


@pytest.mark.parametrize(("written", "instead", "message"), BAD)
def test_a_bad_table_is_refused_with_its_line(written: str, instead: str, message: str) -> None:
    assert written in TEXT
    with pytest.raises(BadTable) as bad:
        read_data({"cards.toml": TEXT.replace(written, instead, 1).encode()})
    assert str(bad.value) == message


def test_a_clan_needs_a_card() -> None:
    with pytest.raises(BadTable) as bad:
        read_data({"cards.toml": TEXT.replace("cards = 11", "cards = 0", 1).encode()})
    assert str(bad.value) == "cards.toml, line 32: expected 1 card or more, got 0."


def test_the_file_must_be_there_and_be_text() -> None:
    with pytest.raises(BadTable) as bad:
        read_data({"map.csv": b""})
    assert str(bad.value) == "cards.toml, line 1: expected a file cards.toml, got the files map.csv."
    with pytest.raises(BadTable) as bad:
        read_data({"cards.toml": b"# a\n# \xff"})
    assert str(bad.value) == "cards.toml, line 2: expected UTF-8, got the byte 0xff."
