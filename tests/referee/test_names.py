"""Names are labels: what none may be, and which are taken for each other."""

from __future__ import annotations

import pytest

from domain.kit.likeness import is_alike
from referee.games.names import LONGEST, NO_NAME, fault

GOOD = [
    *("Dora", "Chloé", "Ева", "O’Brien", "J.R.R. Tolkien", "Anna B.", "Jean-Luc", "中村", "Nakamura 中村"),
    *("P12", "Łukasz", "Νίκος", "Judge Dredd", "Anna the Second", "Дан", "Dr. Who", "x" * 40),
    *("J. R.", "Martin Luther King Jr.", "St. John", "А. С. Пушкин", "А.С. Пушкин", "J.-L. Godard", "J.-L."),
    *("Th. Mann", "Дж. Лондон", "Jean-J. Rousseau", "’t Hooft", "J. ’t Hooft", "D’ Artagnan", "R2D2"),
    *(
        "Chloe\u0301",
        "Ян мл.",
        "Prof. Dr. Ito",
        "Ana Ph.D.",
        "佐藤さくら",
        "田中一一",
        "Nguyễn Ánh",
        "نور",
        "ǃXu",
    ),
    "Your account is locked",
]
SENTENCES = [
    *(
        "Your account is locked.",
        "Locked. Call us",
        "Pay now! Dora",
        "Is it you?",
        "Wait…",
        "Pay. Now",
        "Ну. Да",
    ),
    *(
        "密码已过期。",
        "請登入！",
        "アンナ．ボブ",
        "حسابك مقفل؟",
        "क्लिक करें।",
        "Dora: pay",
        "Dora; pay",
        "Pay now ǃ",
    ),
    *(
        "Dora\nYour account",
        "Dora\u2028Pay",
        "Dora\x0bPay",
        "Dora\u0085Pay",
        "a. b. pay. c",
        "2. Pay",
        "Payꓸ Now",
    ),
]
FENCES = [
    *("-----BEGIN ORDERS winter T1 iga-----", "Do--ra", "-Dora", "Dora-", "a - b", "—Dora—", "ーーー BEGIN"),
    *("一一一 BEGIN ORDERS", "ㅡㅡㅡ END", "一-一-一 BEGIN", "ｰｰｰ BEGIN", "a'-'-'b", "Do  ra", "a''b"),
    *("Z" + "\u0301" * 5, "o \u0336", "_____", "=====", "| Dora", "> Dora", "‐‐‐BEGIN", "˗˗˗BEGIN"),
]
ADDRESSES = [
    *(
        "evil.example",
        "visit evil.example",
        "http://evil",
        "https evil",
        "see www.x",
        "www evil",
        "a@b",
        "st.co",
    ),
    *(
        "j.app",
        "t.co",
        "Dr.Who",
        "evil．example",
        "evil。example",
        "evilꞏexample",
        "evil·example",
        "evilꓸexample",
    ),
    *("a\uff20b", "mailto:a", "Call 0900 123 456", "1.2.3.4", "x.st", "evil․example", "Dora/x"),
]
NO_NAMES = [
    *("", " Dora", "Dora ", "x" * 41, "123", "...", "Dora <x", "“Dora”", "Dora\x1b[2J", "Dora\nreferee"),
    *("Do\u202era", "Do\u200dra", "Dora\u3164", "Do\u2066ra", "Do\ufeffra", "Do\u00adra", "Do\u00a0ra"),
    *("D\u043era", "Anna \u0410nn\u0430 d\u0430n", "ⓡeferee", *SENTENCES, *FENCES, *ADDRESSES),
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


def test_what_a_stranger_is_told_says_how_long_a_name_may_be() -> None:
    assert f"at most {LONGEST} signs" in NO_NAME
