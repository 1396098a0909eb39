"""The names of things in other languages: what a sheet of them may hold, and how they are typed."""

from __future__ import annotations

import pytest

from domain.kit.errors import BadTable
from domain.kit.own_names import FILE, LONGEST, MOST, MOST_LANGUAGES, OwnNames, read_names, typed
from domain.kit.vocabulary import Kind, Name


def read(text: str) -> OwnNames:
    return read_names({FILE: text.encode()})


def test_a_set_without_a_sheet_has_no_names() -> None:
    assert read_names({}) == ()


def test_names_are_read_by_language_and_empty_cells_are_none() -> None:
    text = "# ours\nname,fr,ru\nEdo,,Эдо\nBlack Ships,Navires noirs,\n\n"
    assert read(text) == (("fr", (("Black Ships", "Navires noirs"),)), ("ru", (("Edo", "Эдо"),)))
    assert read("name,fr,ru\nEdo,,\n") == ()
    assert read("name\nEdo\n") == ()


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 1, "the columns"),
        ("fr,name\n", 1, "the columns"),
        ("name,French\n", 1, "the columns"),
        ("name,fr,fr\n", 1, "the columns"),
        ("name,fr\nEdo\n", 2, "2 cells"),
        ("name,fr\n,Yedo\n", 2, "a name"),
        ("name,fr\nEdo,\n# again\nEdo,Yedo\n", 4, "each name once"),
        ("name,fr\nEdo, Yedo\n", 2, "without blanks"),
        ("name,fr\nEdo,Ye\u202edo\n", 2, "in one line"),
        ("name,fr\nEdo,Ye\x1bdo\n", 2, "in one line"),
        ("name,fr\nEdo,…\n", 2, "a letter or a digit"),
        (f"name,fr\nEdo,{'y' * (LONGEST + 1)}\n", 2, f"at most {LONGEST} characters"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(text: str, line: int, expected: str) -> None:
    with pytest.raises(BadTable) as wrong:
        read(text)
    assert (wrong.value.path, wrong.value.line) == (FILE, line)
    assert expected in wrong.value.expected


def test_the_longest_name_is_read() -> None:
    assert read(f"name,fr\nEdo,{'y' * LONGEST}\n") == (("fr", (("Edo", "y" * LONGEST),)),)


def test_a_sheet_has_so_many_names_and_languages_and_no_more() -> None:
    """A stranger's game is read with it, and its names are kept for as long as the game is."""
    rows = [f"Thing {nth},Chose {nth}\n" for nth in range(MOST)]
    assert len(read(f"name,fr\n{''.join(rows)}")[0][1]) == MOST
    with pytest.raises(BadTable) as wrong:
        read(f"name,fr\n{''.join(rows)}One more,\n")
    assert str(wrong.value) == f"{FILE}, line 1: expected at most {MOST:,} names, got more."
    codes = [f"a{chr(ord('a') + nth)}" for nth in range(MOST_LANGUAGES + 1)]
    assert len(read(f"name,{','.join(codes[1:])}\nEdo,{','.join(codes[1:])}\n")) == MOST_LANGUAGES
    with pytest.raises(BadTable) as wrong:
        read(f"name,{','.join(codes)}\n")
    assert f"at most {MOST_LANGUAGES} languages" in str(wrong.value)


def test_a_name_with_a_comma_is_typed_without_it() -> None:
    own = (("fr", (("Ii Naosuke, tairo", "Ii Naosuke, tairō; régent"),)),)
    (naosuke,) = typed((Name("ii-naosuke-tairo"),), own)
    assert naosuke == Name("ii-naosuke-tairo", ("Ii-Naosuke-tairō-régent",))
    assert Kind("card", (naosuke,)).words["ii-naosuke-tairo-regent"] == ("ii-naosuke-tairo",)


def test_a_name_is_spelled_in_every_language_and_others_stay() -> None:
    own = (("fr", (("Black Ships", "Navires noirs"),)), ("ru", (("Black Ships", "Чёрные корабли"),)))
    ships, edo = Name("black-ships", ("75",)), Name("edo")
    assert typed((ships, edo), own) == (
        Name("black-ships", ("75", "Navires-noirs", "Чёрные-корабли")),
        edo,
    )
    assert typed((ships, edo), ()) == (ships, edo)
