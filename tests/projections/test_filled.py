"""Rows of tables of sentences: what they fill in is there, and what only fills in is a row."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from typing import Any, get_type_hints

import pytest
from msgspec import Struct

from domain.kit.sums import Sum
from projections.clan_war.asks import _ASKS as CLAN_WAR_ASKS
from projections.clan_war.sentences import _SENTENCES as CLAN_WAR
from projections.kawanakajima.asks import _ASKS as KAWANAKAJIMA_ASKS
from projections.kawanakajima.sentences import _SUMS as KAWANAKAJIMA_SUMS
from projections.kawanakajima.sentences import SENTENCES as KAWANAKAJIMA
from projections.language.catalogues import Reader, written_for
from projections.language.filled import Depending, Row, SentenceOf, sentence_of
from projections.locale.sentences import ROOT
from projections.rising_sun.asks import _ASKS as RISING_SUN_ASKS
from projections.rising_sun.sentences import _SENTENCES as RISING_SUN
from projections.shinobi.sentences import _SENTENCES as SHINOBI
from projections.telling.log import _OPEN as LOG
from projections.telling.people import _SENTENCES as PEOPLE
from projections.telling.rulings import _SENTENCES as RULINGS
from projections.twilight_shogun.sentences import _SENTENCES as TWILIGHT_SHOGUN
from projections.twilight_shogun.sentences import _SUMS as TWILIGHT_SHOGUN_SUMS


class Taken(Struct, frozen=True):
    seat: str
    stones: int
    left: int = 0
    by: Any = None


# ---- how they are said


def test_a_field_may_be_called_otherwise_and_written_in_a_way_of_its_own() -> None:
    of_heaps = SentenceOf(seat=str.upper, count=("stones", lambda stones: "o" * stones))
    said = of_heaps("{seat}: {count}, {rest:+d}, {name}", rest="left", name=("by.left", abs))
    assert said(Taken("red", 2, 3, Taken("", 0, -4)), "blue") == "RED: oo, +3, 4"
    assert said.needs == {"seat", "stones", "left", "by.left"}


@pytest.mark.parametrize(
    ("language", "stones", "text"),
    [("en", 1, "red has 1 coin."), ("fr", 1, "red a 1 pièce."), ("fr", 2, "red a 2 pièces.")],
)
def test_a_number_says_which_of_both_is_said_in_the_language_of_the_reader(
    language: str, stones: int, text: str
) -> None:
    said = sentence_of(
        "{clan} has {count} coin.", "{clan} has {count} coins.", "stones", clan="seat", count="stones"
    )
    with written_for(Reader(language)):
        assert said(Taken("red", stones)) == text


def test_what_is_said_depends_on_what_a_field_holds() -> None:
    ends = Depending("left", {0: sentence_of("{seat} wins.")}, otherwise=sentence_of("{left} left."))
    assert [ends(Taken("red", 1, left), "red") for left in (0, 2)] == ["red wins.", "2 left."]
    both = Depending("seat left", {("red", 0): sentence_of("Red!")})
    assert both(Taken("red", 1)) == "Red!"
    with pytest.raises(KeyError):
        both(Taken("blue", 1))


# ---- those that there are

TABLES: tuple[Mapping[type, Callable[..., str]], ...] = (
    *(SHINOBI, KAWANAKAJIMA, TWILIGHT_SHOGUN, RISING_SUN, CLAN_WAR),
    *(KAWANAKAJIMA_ASKS, RISING_SUN_ASKS, CLAN_WAR_ASKS, LOG, PEOPLE, RULINGS),
)
ROWS = [
    pytest.param(kind, row, id=f"{kind.__module__}.{kind.__name__}")
    for table in TABLES
    for kind, row in table.items()
    if isinstance(row, Row)
]


SUMS = [
    pytest.param(kind, row, field, id=f"{kind.__module__}.{kind.__name__}.{field}")
    for table in (KAWANAKAJIMA_SUMS, TWILIGHT_SHOGUN_SUMS)
    for kind, rows in table.items()
    for row, field in rows
]


def needs(row: Row) -> set[str]:
    """The fields of all that a row may say."""
    return row.needs.union(*map(needs, row.told)) if isinstance(row, Depending) else row.needs


@pytest.mark.parametrize(("kind", "row"), ROWS)
def test_what_a_row_fills_in_is_a_field_of_its_event_and_never_sealed(kind: type[Struct], row: Row) -> None:
    held = get_type_hints(kind)
    for path in needs(row):
        first, *rest = path.split(".")
        assert first in kind.__struct_fields__
        assert "Sealed" not in str(held[first])
        assert all(hasattr(held[first], name) for name in rest)


@pytest.mark.parametrize(("kind", "row", "field"), SUMS)
def test_what_a_sum_is_told_of_is_a_sum_of_its_event(kind: type[Struct], row: Row, field: str) -> None:
    test_what_a_row_fills_in_is_a_field_of_its_event_and_never_sealed(kind, row)
    assert get_type_hints(kind)[field] is Sum


def only_fills(made: ast.FunctionDef) -> bool:
    """Whether a function says one message, with fields of its event or prompt as they are."""
    *before, last = made.body
    if not isinstance(last, ast.Return) or not all(isinstance(one, ast.Assign) for one in before):
        return False
    said = last.value
    if isinstance(said, ast.Call) and isinstance(said.func, ast.Attribute) and said.func.attr == "format":
        field = re.compile(rf"{made.args.args[0].arg}(\.\w+)+")
        given = [ast.unparse(one.value) for one in said.keywords]
        return not said.args and len(before) < 2 and all(map(field.fullmatch, given))
    return isinstance(said, ast.Call) and ast.unparse(said.func) == "_"


MODULES = [
    *sorted((ROOT / "projections").glob("*/*sentences.py")),
    *sorted((ROOT / "projections").glob("*/*asks.py")),
    *(ROOT / "projections/telling" / f"{name}.py" for name in ("log", "people", "rulings")),
]


def test_what_only_fills_in_fields_of_its_event_is_a_row() -> None:
    told = [
        made
        for path in MODULES
        for made in ast.parse(path.read_text("utf-8")).body
        if isinstance(made, ast.FunctionDef)
        and made.args.args
        and made.args.args[0].arg in ("event", "entry", "item")
    ]
    assert len(told) > 80
    assert len(ROWS) > 270
    assert [made.name for made in told if only_fills(made)] == []
