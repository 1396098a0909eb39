"""A title put together: what is usual is filled in, what is given stands; single values corrected; rows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import pytest
from msgspec import Struct

from domain.kit.assembled import Corrected, assembled, sets
from domain.kit.bars import Bar, Bars
from domain.kit.book import Book
from domain.kit.data_files import table_of
from domain.kit.errors import BadTable, IllegalMove
from domain.kit.facts import Fact, State
from domain.kit.rules import Edition, Rules, Scenario
from domain.kit.vocabulary import Named


class Options(Struct, frozen=True):
    pass


class Purse(Struct, frozen=True):
    coins: int


class Board(Struct, frozen=True):
    purses: Mapping[str, Purse]
    turn: int = 3
    winners: tuple[str, ...] = ()


class Pay(Struct, frozen=True, tag="pay"):
    FORM: ClassVar[str] = "pay {clan}"
    clan: Annotated[str, Named("clan")]


class Paid(Struct, frozen=True, tag="paid"):
    clan: str


class Asked(Struct, frozen=True, tag="asked"):
    seat: str


class SetCoins(Struct, frozen=True, tag="set-coins"):
    FORM: ClassVar[str] = "coins {clan} {coins}"
    clan: Annotated[str, Named("clan")]
    coins: int


BOOK: Book[Board] = Book()
BOARD = Board({"oda": Purse(2), "mori": Purse(5)})


def in_debt(board: Board, said: SetCoins) -> Bars:
    if said.coins < 0:
        yield Bar("2", f"{said.clan} cannot have {said.coins}.")


COINS = sets("2", lambda said: ("purses", said.clan, "coins"), lambda said: said.coins, in_debt)


def title(**given: Any) -> Rules:
    usual = {
        "title": "purses",
        "name": "Purses",
        "seats": ("red", "blue"),
        "options": Options,
        "presets": {"default": Options()},
        "events": (Paid,),
        "items": (Asked,),
        "orders": (Pay,),
        "headings": {"2": "Coins"},
        "read_data": lambda files: None,
        "begin": lambda options, data, seats: BOARD,
        "setup": lambda board: (),
        "evolve": lambda board, event: board,
    }
    return assembled(BOOK, lambda data, seats: {"clan": ("oda", "mori")}, **{**usual, **given})


def test_what_is_usual_is_filled_in() -> None:
    rules = title()
    assert (rules.edition, rules.scenarios) == ("purses/1", (Scenario("standard", (2, 2), "complete"),))
    assert rules.view(State(BOARD), "red") is BOARD
    assert (rules.turn(BOARD), rules.winners(BOARD), rules.ending(BOARD)) == ("T3", (), "")
    assert rules.ending(Board({}, winners=("red",))) == "victory"
    assert (rules.conserved(BOARD), rules.letter) == ("", "")
    assert rules.notation(None, ("red", "blue")).read("pay oda") == Pay("oda")
    assert (rules.events, rules.corrections) == ((Paid,), ())


def test_what_is_given_stands() -> None:
    rules = title(
        editions=(Edition("purses/2"),), view=lambda state, viewer: viewer, awaited=lambda state: ("blue",)
    )
    assert (rules.edition, rules.view(State(BOARD), "red")) == ("purses/2", "red")
    assert rules.awaited(State(BOARD)) == ("blue",)


def test_a_field_that_there_is_not_and_one_that_is_missing_are_errors() -> None:
    with pytest.raises(TypeError, match="colour"):
        title(colour="red")
    with pytest.raises(TypeError, match="name"):
        assembled(BOOK, lambda data, seats: {}, title="none", seats=(), orders=())


def test_a_book_fills_all_that_it_answers() -> None:
    assert BOOK.fields().keys() <= set(Rules.__struct_fields__)
    rules = title()
    assert all(getattr(rules, name) == function for name, function in BOOK.fields().items())


# ---- corrections

CORRECTING = title(corrections={SetCoins: COINS})


def test_a_correction_is_recorded_with_what_stood_there_and_folded() -> None:
    (fact,) = CORRECTING.correct(State(BOARD), SetCoins("oda", 4))
    event = Corrected(("purses", "oda", "coins"), 2, 4)
    assert fact == Fact("2", event)
    assert CORRECTING.evolve(BOARD, event) == Board({"oda": Purse(4), "mori": Purse(5)})
    assert CORRECTING.evolve(BOARD, Paid("oda")) is BOARD
    assert (CORRECTING.events, CORRECTING.corrections) == ((Paid, Corrected), (SetCoins,))
    assert CORRECTING.correcting(None, ()).read("coins oda 4") == SetCoins("oda", 4)


# of what is said           why it is refused
BARRED = [
    (BOARD, SetCoins("oda", 2), "purses oda coins is 2 already; there is nothing to correct."),
    (BOARD, SetCoins("oda", -1), "oda cannot have -1."),
    (
        Board({}, winners=("red",)),
        SetCoins("oda", 4),
        "The game is over; nothing on its board can be corrected",
    ),
]


@pytest.mark.parametrize(("board", "said", "why"), BARRED)
def test_a_correction_is_barred(board: Board, said: SetCoins, why: str) -> None:
    with pytest.raises(IllegalMove, match=why) as refused:
        CORRECTING.correct(State(board), said)
    assert refused.value.rule == "2"


# ---- rows of a data set


class Clan(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    coins: int
    source: str


class Clans(Struct, frozen=True, forbid_unknown_fields=True):
    clan: tuple[Clan, ...]


ROWS = """\
# Two clans.
[[clan]]
name = "oda"
coins = 2
source = "printed: page 3"

[[clan]]
name = "mori"
coins = 5
source = "printed: page 3"
"""


def test_rows_are_read() -> None:
    found = table_of("clans.toml", Clans)({"clans.toml": ROWS.encode()})
    assert [(one.name, one.coins) for one in found.clan] == [("oda", 2), ("mori", 5)]


# what stands there, what instead, and the line with what was expected
WRONG = [
    ('"mori"\ncoins = 5', '"mori"\ncoins = "5"', "line 9: expected int, got str"),
    ('5\nsource = "printed: page 3"', '5\nsource = "a friend"', "line 10: expected a source such as"),
    ('"mori"', '"mori"\nmen = 4', "line 7: expected a complete record"),
    ("[[clan]]", "[clan]]", "line 2: expected TOML"),
]


@pytest.mark.parametrize(("there", "instead", "why"), WRONG)
def test_a_row_that_is_wrong_is_named_with_its_line(there: str, instead: str, why: str) -> None:
    with pytest.raises(BadTable, match=why):
        table_of("clans.toml", Clans)({"clans.toml": ROWS.replace(there, instead).encode()})
    with pytest.raises(BadTable, match="a file clans"):
        table_of("clans.toml", Clans)({})
