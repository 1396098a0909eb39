"""The drawn map of a War phase: things say what they are, nothing leaves the frame, nothing hidden shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE
from domain.kit.sums import Sum, Term
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Board
from domain.rising_sun.view import View, view
from projections.drawing.small_pictures import dots
from projections.drawing.svg import Drawing, Part, svg
from projections.rising_sun import PICTURES
from projections.rising_sun.drawing import narrow
from projections.rising_sun.japan import MAP, PLACES, coast, room
from referee.mail.html.board_picture import WIDTH
from tests.rising_sun.boards import TABLES, at_battle, board
from tests.rising_sun.test_vectors import BIDS, dized
from tests.titles.play import Played

SIX = ("lotus", "koi", "turtle", "fox", "moon", "sun")

DRAWN: tuple[Callable[[View], Drawing], ...] = (PICTURES.drawing, narrow)

THINGS = ("land ", "army ", "figure ", "card ", "clan ", "bid ")
"""What one may point at."""


def crowded() -> Board:
    """Six clans in every province, each with all kinds and a monster, and a battle."""
    monsters = [name for name in TABLES.figures if name in TABLES.cards]
    figures: dict[str, dict[str, dict[str, int]]] = {}
    for nth, province in enumerate(TABLES.provinces):
        figures[province] = {clan: {"shinto": 1, "bushi": 3, "stronghold": 1} for clan in SIX}
        figures[province][SIX[nth % 6]][monsters[nth]] = 1
    laid = board(figures, honor=SIX, wars=tuple(TABLES.provinces), coins=dict.fromkeys(SIX, 5))
    return at_battle(laid, "hokkaido", bids={"koi": (1, 2, 0, 0), "fox": (1, 0, 2, 1)})


def seen(given: Board, viewer: str = PUBLIC) -> View:
    return view(State(given), viewer)


def games() -> Iterator[View]:
    """Positions of random games, and a crowded one."""
    yield seen(crowded())
    for seed in range(3):
        played = Played(RISING_SUN, seed, TABLES)
        while not played.game.is_over():
            if played.orders % 7 == 0:
                yield RISING_SUN.view(played.game.state, PUBLIC)
            played.step()


@pytest.fixture(scope="module")
def views() -> list[View]:
    return list(games())


@pytest.mark.parametrize("drawn", DRAWN)
def test_each_thing_has_a_name_and_a_word_that_orders_know(
    drawn: Callable[[View], Drawing], views: list[View]
) -> None:
    words = {*TABLES.provinces, *TABLES.clans, *TABLES.figures}
    for one in views:
        picture = drawn(one)
        assert len({part.id for part in picture.parts}) == len(picture.parts)
        things = [part for part in picture.parts if part.id.startswith(THINGS)]
        assert {part.id.split()[-1] for part in things if part.id.startswith("land ")} == {*TABLES.provinces}
        assert all(part.name for part in things)
        assert {part.word for part in things} <= words


@pytest.mark.parametrize("drawn", DRAWN)
def test_nothing_leaves_the_frame(drawn: Callable[[View], Drawing], views: list[View]) -> None:
    for one in views:
        picture = drawn(one)
        for part in picture.parts:
            assert 0 <= part.x <= part.x + part.width <= picture.width, part.id
            assert 0 <= part.y <= part.y + part.height <= picture.height, part.id


def test_the_land_lies_where_it_may_be_pointed_at() -> None:
    for name, where in PLACES.items():
        box = room(name)
        assert box.x <= where.name[0] <= box.x + box.width
        assert box.y <= where.name[1] <= box.y + box.height
        assert MAP.x <= box.x < box.x + box.width <= MAP.width
        assert coast(name).count("Q") == 2 * len(where.coast)


def test_no_card_hides_another_or_a_name_in_a_usual_game(views: list[View]) -> None:
    for one in views[1:]:
        parts = {part.id: part for part in PICTURES.drawing(one).parts}
        cards = [part for name, part in parts.items() if name.startswith("card ")]
        names = [part for name, part in parts.items() if name.startswith("province ")]
        for card in cards:
            assert not [other.id for other in (*cards, *names) if other is not card and _covers(card, other)]


def _covers(one: Part, other: Part) -> bool:
    across = min(one.x + one.width, other.x + other.width) - max(one.x, other.x)
    down = min(one.y + one.height, other.y + other.height) - max(one.y, other.y)
    return across > 0 and down > 0


def test_a_province_that_japan_has_not_is_drawn_in_the_sea() -> None:
    given = board({"nagato": {"koi": {"bushi": 1}}})
    elsewhere = replace(given, figures={"atlantis": given.figures["nagato"]}, wars=("atlantis",))
    for drawn in DRAWN:
        picture = drawn(seen(elsewhere))
        assert "Atlantis, war 1: Koi 1: bushi" in {part.name for part in picture.parts}
        assert svg(picture).startswith("<svg")


@pytest.mark.parametrize("viewer", [PUBLIC, "koi", "turtle"])
def test_another_bid_under_seal_gives_equal_bytes(viewer: str) -> None:
    """Only whoever has bid, and the referee, see which it is."""
    told = dized().says(*BIDS[:1]).board
    assert told.battle is not None
    clan, bid = next(iter(told.battle.bids.items()))
    other = replace(told.battle, bids={clan: (0, 0, 0, 0)})
    assert any(bid)
    worlds = told, replace(told, battle=other)
    for drawn in DRAWN:
        for eye, equal in ((viewer, viewer != clan), (REFEREE, False)):
            one, two = (svg(drawn(seen(world, eye))) for world in worlds)
            assert (one == two) is equal


def test_the_battle_is_marked_and_told_to_those_who_hear_it() -> None:
    told = dized().says(BIDS[0], BIDS[2]).board
    parts = {part.id: part for part in PICTURES.drawing(seen(told, "turtle")).parts}
    assert "front" in parts
    assert parts["swords"].name == "The battle for Nagato"
    assert parts["bid turtle"].name == "Turtle: Force 4; Seppuku 0, Hostage 3, Ronin 0, Poets 1"
    assert parts["bid lotus"].name == "Lotus: Force 1; its bid is sealed"
    assert parts["bid koi"].name == "Koi: Force 2; it has not bid"
    assert parts["land nagato"].name.startswith("Nagato, war 1: Koi 2: daimyo and bushi")


def test_a_figure_that_goes_stays_the_same_thing() -> None:
    before, after = (board({name: {"koi": {"phoenix": 1, "bushi": 2}}}) for name in ("edo", "oshu"))
    ids = [{part.id for part in PICTURES.drawing(seen(one)).parts} for one in (before, after)]
    assert "figure koi phoenix" in ids[0] & ids[1]
    assert "figure edo koi bushi" in ids[0] - ids[1]


# the newest events, the newest first; the marks that stand on the board, and what they say
MARKS: list[tuple[tuple[Any, ...], dict[str, str]]] = [
    ((), {}),
    ((e.BattleEnded("nagato"), e.AdvantageWon("seppuku", "koi", 1, ())), {}),
    ((e.AdvantageWon("ronin", "koi", 1, ()),), {"won": "Koi wins Ronin"}),
    ((e.AdvantageWon("ronin", "nobody", 1, ()),), {}),
    (
        (
            e.HonorGained("koi", ("lotus",)),
            e.FiguresKilled("nagato", "seppuku", "koi", (e.Dead("koi", "bushi", 2),)),
        ),
        {"killed": "killed: 2 bushi of Koi"},
    ),
    ((e.FiguresKilled("nagato", "battle", "koi", ()),), {}),
    (
        (e.FigureMoved("koi", "earth-dragon", "turtle", "bushi", "nagato", "oshu"),),
        {"way": "bushi of Turtle goes from Nagato to Oshu"},
    ),
    (
        (e.PointsLost("turtle", 1, "hostage"), e.HostageTaken("koi", "turtle", "oni-of-skulls")),
        {"taken": "taken hostage: Oni of Skulls of Turtle"},
    ),
]


@pytest.mark.parametrize(("events", "said"), MARKS)
def test_what_has_just_happened_is_marked(events: tuple[Any, ...], said: dict[str, str]) -> None:
    now = seen(dized().board)
    for marked, drawn in ((PICTURES.marked, PICTURES.drawing), (PICTURES.marked_narrow, narrow)):
        marks, picture = marked(now, events), drawn(now)
        assert {part.id: part.name for part in marks} == said
        for part in marks:
            assert part.quiet
            assert 0 <= part.x <= part.x + part.width <= picture.width
            assert 0 <= part.y <= part.y + part.height <= picture.height


def test_after_its_losses_a_battle_shows_the_force_that_decided_it_and_how_a_tie_fell() -> None:
    now = seen(dized().board)
    assert now.battle is not None
    won = replace(now, battle=replace(now.battle, winner="koi"))
    forces = {
        "koi": Sum((Term(7, "", ""),)),
        "turtle": Sum((Term(7, "", ""),)),
        "lotus": Sum((Term(1, "", ""),)),
    }
    compared = e.ForcesCompared("nagato", forces, ("koi", "turtle"))
    events = (e.FiguresKilled("nagato", "battle", "koi", (e.Dead("turtle", "bushi", 2),)), compared)
    for marked, drawn in ((PICTURES.marked, PICTURES.drawing), (PICTURES.marked_narrow, narrow)):
        marks = {part.id: part for part in marked(won, events)}
        assert {name: part.name for name, part in marks.items()} == {
            "decided koi": "Force 7",
            "decided turtle": "Force 7",
            "tie": "Of Koi and Turtle, tied, Koi has the highest Honor.",
            "killed": "killed: 2 bushi of Turtle",
        }
        assert ">7 wins<" in marks["decided koi"].content
        assert ">now 4<" in marks["decided turtle"].content
        mat = next(part for part in drawn(won).parts if part.id == "mat")
        for name in ("decided koi", "decided turtle", "tie"):
            one = marks[name]
            assert mat.x <= one.x <= one.x + one.width <= mat.x + mat.width
            assert mat.y <= one.y <= one.y + one.height <= mat.y + mat.height
        assert [part.id for part in marked(won, (events[0], e.WarOpened("nagato", 1), compared))] == [
            "killed"
        ]
        assert [part.id for part in marked(now, events)] == ["killed"]


def test_the_picture_of_a_mail_is_small() -> None:
    """Even of a board that is fuller than any."""
    picture = narrow(seen(crowded()))
    made = dots(svg(picture, scale=WIDTH / picture.width).encode())
    assert len(made) <= 150_000


def test_a_picture_is_the_same_each_time() -> None:
    for drawn in DRAWN:
        assert svg(drawn(seen(crowded()))) == svg(drawn(seen(crowded())))
