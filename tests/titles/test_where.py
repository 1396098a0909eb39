"""Where the values of orders lie on the board: `where` of each title, against the words of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest
from msgspec import Struct

from domain.game.entries.entries import Ordered
from domain.game.state.game_state import GameState
from domain.game.state.words import notation_of
from domain.kawanakajima.words.field_orders import Fight, Move
from domain.kawanakajima.words.orders import Impetuous
from domain.kit.facts import tag_of
from domain.kit.hexes import is_label
from domain.kit.vocabulary import Named
from domain.rising_sun.board.state import ADVANTAGES
from domain.rising_sun.words.orders import Bid
from domain.shinobi.words.orders import Ninja
from domain.titles import TITLES
from projections.drawing.svg import Drawing, Part
from projections.pictures import Field
from projections.titles import PICTURES
from tests.browser.games import recorded as game_of
from tests.nim import pictures as nim_pictures
from tests.nim.rules import Board, Options, Take
from tests.titles.recorded import recorded
from tests.titles.short import short

CONFUSED = {
    ("column", "units"): ("entry",),
    ("move", "path"): ("t", "u"),
    ("personality", "clan"): ("honor",),
    ("figures", "troops"): ("figure",),
    ("cards", "cards"): ("figure",),
}
"""What a field's values were taken for, because it is called alike: units that are not on the map yet for
entry points, and entry points for units; clans of persons for armies; figures that the herald enters for
others of their kind, and cards for the monsters that they bring."""

LYING = {
    "shinobi": ("card", "clan", "province"),
    "kawanakajima": ("unit", "clan", "zone", "entry point"),
    "twilight_shogun": ("space", "place", "card"),
    "rising_sun": ("province", "clan", "figure"),
    "clan_war": ("unit", "army", "personality", "hostage"),
}
"""The kinds of names that lie on the board of a title."""

NOWHERE = {
    ("twilight_shogun", "retrieve", "card"): "it is among the discards",
    ("rising_sun", "cards", "cards"): "season cards stand among the words of a clan",
    ("clan_war", "muster", "name"): "it is not there yet",
}
"""Fields of such a kind whose values lie on no board."""

SHORT = [(title, nth) for title in TITLES for nth in (0, 1)]

EVERY = 4
"""Of so many stops one is looked at."""


def values(order: Struct, seat: str) -> Iterator[tuple[Field, Any]]:
    """Each value of an order, with what the order has before it."""
    given = dict[str, Any]()
    for name in order.__struct_fields__:
        value = getattr(order, name)
        for one in value if isinstance(value, tuple) else (value,) if value != "" else ():
            yield Field(seat, type(order), name, dict(given)), one
        given[name] = value


def orders(game: GameState) -> Iterator[tuple[str, Struct]]:
    for seat in (*game.awaited(), *game.welcome()):
        found = dict.fromkeys((*(game.offers(seat) or ()), *game.examples(seat)))
        yield from ((seat, order) for order in found)


def key(field: Field) -> tuple[str, str]:
    return tag_of(field.order), field.name


def kind_of(order: type[Struct], name: str) -> str:
    """The kind of names that a field has; "" where it has none."""
    hint = get_type_hints(order, include_extras=True)[name]
    hints = (hint, *get_args(hint))
    marks = (one for each in hints if get_origin(each) is Annotated for one in get_args(each)[1:])
    return next((one.kind for one in marks if isinstance(one, Named)), "")


@cache
def positions(title: str, nth: int) -> tuple[tuple[Any, str, tuple[Struct, ...]], ...]:
    """Views of seats that are asked, and what they might answer."""
    found = []
    for game in [*short(title, nth).stops.values()][::EVERY]:
        by = dict[str, list[Struct]]()
        for seat, order in orders(game):
            by.setdefault(seat, []).append(order)
        found += [(game.rules.view(game.state, seat), seat, tuple(some)) for seat, some in by.items()]
    return tuple(found)


def ids(drawing: Drawing) -> frozenset[str]:
    return frozenset(part.id for part in drawing.parts)


def meant(parts: tuple[Part, ...], value: Any) -> frozenset[str]:
    """The parts whose word a value is, whatever it is said for."""
    return frozenset(part.id for part in parts if part.word and part.word == str(value))


def wrong(title: str, view: Any, seat: str, some: Iterable[Struct]) -> Iterator[tuple[Any, ...]]:
    """Values whose parts are not drawn, or that lie on none of the parts that have their words."""
    pictures = PICTURES[title]
    assert pictures.where is not None
    drawing = pictures.drawing(view)
    drawn = [ids(drawing), *([ids(pictures.narrow(view))] if pictures.narrow else [])]
    asked = {repr(one): one for order in some for one in values(order, seat)}
    for field, value in asked.values():
        found = frozenset(pictures.where(view, field, value))
        words = frozenset[str]() if is_label(str(value)) else meant(drawing.parts, value)
        taken = CONFUSED.get(key(field), ())
        is_told = not words or found & words or any(one.startswith(taken) for one in words)
        if not is_told or not all(found <= there for there in drawn):
            yield field.order.__name__, field.name, value, found, words


@pytest.mark.parametrize(("title", "nth"), SHORT)
def test_what_where_tells_is_drawn_and_what_is_drawn_is_told(title: str, nth: int) -> None:
    for view, seat, some in positions(title, nth):
        assert [*wrong(title, view, seat, some)] == []


@pytest.mark.soak
@pytest.mark.parametrize(("title", "ending"), [(rules.title, ending) for rules, ending, _path in recorded()])
def test_it_is_so_in_every_recorded_game(title: str, ending: str) -> None:
    told = game_of(title, ending)
    given = [at for at in range(1, len(told)) if isinstance(told.envelope(at + 1).entry, Ordered)]
    for at in given[::EVERY]:
        by = dict[str, list[Struct]]()
        for seat, order in orders(told.at(at)):
            by.setdefault(seat, []).append(order)
        for seat, some in by.items():
            assert [*wrong(title, told.view(at, seat), seat, some)] == [], at


FIELDS = [
    (rules.title, order, name)
    for rules in TITLES.values()
    for order in rules.orders
    for name in order.__struct_fields__
    if kind_of(order, name) in LYING[rules.title] and (rules.title, tag_of(order), name) not in NOWHERE
]


@pytest.mark.parametrize(("title", "order", "name"), FIELDS)
def test_each_field_of_things_on_the_board_finds_them(title: str, order: type[Struct], name: str) -> None:
    pictures, kind = PICTURES[title], kind_of(order, name)
    assert pictures.where is not None
    names = notation_of(short(title).game().now).vocabulary.kinds[kind].canonical
    asked = [
        (view, Field(seat, order, name)) for nth in (0, 1) for view, seat, _some in positions(title, nth)
    ]
    found = (pictures.where(view, field, one) for view, field in asked for one in names)
    assert any(found), (title, order, name)


def test_own_units_are_others_than_those_of_the_enemy_that_are_called_alike() -> None:
    where = PICTURES["kawanakajima"].where
    assert where is not None
    view = positions("kawanakajima", 0)[-1][0]
    both = {one.unit for army in view.armies for clan in army.clans for one in clan.units if one.hex}
    name = next(one[1:] for one in sorted(both) if {f"t{one[1:]}", f"u{one[1:]}"} <= both)
    asked: list[tuple[str, type[Struct], str, str]] = [
        ("takeda", Fight, "units", f"t{name}"),
        ("takeda", Fight, "targets", f"u{name}"),
        ("uesugi", Fight, "units", f"u{name}"),
        ("uesugi", Move, "unit", f"u{name}"),
        ("uesugi", Impetuous, "clan", f"clan t{name[0]}"),
    ]
    for seat, order, of, part in asked:
        assert where(view, Field(seat, order, of), name[0] if of == "clan" else name) == (part,)


def test_what_is_chosen_already_says_which_army_is_meant() -> None:
    where = PICTURES["shinobi"].where
    assert where is not None
    found = [(view, seat) for view, seat, _some in positions("shinobi", 0)]
    for view, seat in found:
        clan = next(iter(view.clans))
        others = [one.seat for one in view.provinces if one.seat != seat and one.armies.get(clan)]
        assert where(view, Field(seat, Ninja, "clan"), clan) == tuple(f"army {one} {clan}" for one in others)
        for one in others:
            field = Field(seat, Ninja, "clan", {"province": one})
            assert where(view, field, clan) == (f"army {one} {clan}",)


def test_the_smallest_title_has_its_heaps_on_lines() -> None:
    board = Board(Options(), ("red", "blue"), {"a": 3, "b": 4})
    pictures = nim_pictures.PICTURES
    assert pictures.where is not None
    for heap in board.heaps:
        (line,) = pictures.where(board, Field("red", Take, "heap"), heap)
        (part,) = (one for one in pictures.drawing(board).parts if one.id == line)
        assert f">{heap} " in part.content
    assert pictures.where(board, Field("red", Take, "stones"), 3) == ()


def test_the_coins_of_a_bid_lie_in_the_boxes_of_ones_own_row() -> None:
    pictures = PICTURES["rising_sun"]
    assert pictures.where is not None
    asked = [(view, seat) for view, seat, some in positions("rising_sun", 0) if Bid in map(type, some)]
    for view, seat in asked:
        parts = {part.id: part for part in pictures.drawing(view).parts}
        row, boxes = parts[f"bid {seat}"], list[Part]()
        for name in ADVANTAGES:
            (box,) = pictures.where(view, Field(seat, Bid, name), 1)
            boxes.append(parts[box])
        assert all(row.x < box.x < box.x + box.width < row.x + row.width for box in boxes)
        assert all(row.y < box.y < box.y + box.height < row.y + row.height for box in boxes)
        assert sorted(box.x for box in boxes) == [box.x for box in boxes]
        assert [one for one in parts if one.startswith("coins")] == [box.id for box in boxes]
        others = [clan.name for clan in view.clans if clan.name != seat]
        assert not any(pictures.where(view, Field(clan, Bid, "hostage"), 1) for clan in others)
    assert asked
