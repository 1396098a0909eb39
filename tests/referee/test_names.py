"""Names are labels: what none may be, and which are taken for each other."""

from __future__ import annotations

import pytest

from domain.kit.likeness import is_alike
from referee.games.names import fault

GOOD = [
    *("Dora", "Chloé", "Ева", "O’Brien", "J.R.R. Tolkien", "Anna B.", "Jean-Luc", "中村", "Nakamura 中村"),
    *("P12", "Łukasz", "Νίκος", "Judge Dredd", "Anna the Second", "Дан", "Dr. Who", "x" * 60),
]
NO_NAMES = [
    *("", " Dora", "Dora ", "x" * 61, "123", "...", "a@b", "evil.example", "see www.x", "Dora\nreferee"),
    *("Do\u202era", "Do\u200dra", "Dora\u3164", "Dora <x", "“Dora”", "Dora: hello", "Dora/x", "Dora\x1b[2J"),
    *("D\u043era", "Anna \u0410nn\u0430 d\u0430n", "ⓡeferee"),
]
ROLES = [
    *("referee", "Referee", "REFEREE", "ref eree", "re-feree", "The Referee", "Referee of the club"),
    *("ＲＥＦＥＲＥＥ", "réferee", "ʀeferee", "refereе", "witness", "Witness 2", "second", "public", "Bugyō"),
    *("bugyo", "magistrate", "Magistrat", "奉行", "judge", "GM", "somebody", "nobody", "рефери", "Судья"),
]
ALIKE = [
    ("Dan", "dan"),
    ("Dan", "ＤＡＮ"),
    ("Dan", "D an"),
    ("Dan", "Dаn"),
    ("Сара", "Capa"),
    ("Chloé", "Chloe"),
    ("Anni", "ANNl"),
    ("Bob", "B0b"),
    ("νικος", "ΝΙΚΟΣ"),
    ("Жан", "ЖАН"),
    ("Marna", "Mama"),
    ("Øystein", "Oystein"),
]
DIFFERENT = [("Dan", "Don"), ("Dan", "Дан"), ("Ева", "Eva"), ("Anna", "Anna B."), ("Иван", "Иоан")]


@pytest.mark.parametrize("name", GOOD)
def test_a_name_in_any_alphabet_is_one(name: str) -> None:
    assert fault(name) == ""


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_is_no_name(name: str) -> None:
    assert fault(name) != ""


@pytest.mark.parametrize("name", ROLES)
def test_a_role_is_no_name_however_it_is_written(name: str) -> None:
    assert fault(name) != ""


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert is_alike(one, other)
    assert is_alike(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_other_names_are_not(one: str, other: str) -> None:
    assert not is_alike(one, other)


def test_a_fault_repeats_nothing_that_moves_a_cursor_and_not_the_whole_of_it() -> None:
    assert fault("\x1b]0;" + "x" * 5_000).isprintable()
    assert len(fault("x" * 5_000)) < 200
