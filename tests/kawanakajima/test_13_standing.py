"""Standing orders for a siege: preferences, and orders left for a chit [mail/standing-orders, 13]."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import Struct

from domain.kawanakajima.board.state import Board, Standing, with_army
from domain.kawanakajima.standing.standing_orders import answer
from domain.kawanakajima.words.field_items import Manoeuvre
from domain.kawanakajima.words.items import SelectChits
from domain.kawanakajima.words.orders import Always, Done, When
from domain.kawanakajima.words.siege_items import (
    AnswerSacrifice,
    BidSacrifice,
    KeepSurvivors,
    LastSacrifice,
    LoseTroops,
    PlaceMarkers,
    SeizeZone,
    SiegeTurn,
    WithdrawClan,
)
from domain.kawanakajima.words.siege_orders import (
    Assault,
    Keep,
    Lose,
    Muster,
    Occupy,
    Post,
    Sacrifice,
    Seize,
    Shoot,
    Withdraw,
)
from tests.kawanakajima.boards import SEATS, board
from tests.kawanakajima.sieges import GARRISON, HYPOTHETICAL, assaulting, besieged, told

MARKERS = {"centre": "t", "k1": "t", "a": "u", "k2": "u"}


def at_war(**more: Any) -> Board:
    return besieged(MARKERS, more.pop("takeda", (10, 2)), more.pop("uesugi", (5, 2)), actions=3, **more)


def bidding(given: dict[str, int]) -> Board:
    return assaulting(at_war(), "k1", ("a", "k2"), 1, given=given)


LOSS = LoseTroops("uesugi", "uesugi", 1, ("a", "k2"), "lost", "repelled")
ENTERING = PlaceMarkers("uesugi", ("a",))
TIED = bidding({})
WON = assaulting(at_war(), "k3", ("k2",), 1)

# the wish, the board, the prompt, the answer
WISHES: list[tuple[str, str, Board, Any, Struct | None]] = [
    ("posts", "always", besieged({"centre": "t"}, (13, 0), (2, 0)), ENTERING, Post(("a", "k1"))),
    ("posts", "never", besieged({"centre": "t"}, (13, 0), (2, 0)), ENTERING, Done()),
    (
        "posts",
        "never",
        besieged({"centre": "t"}, (13, 0), (2, 0)),
        PlaceMarkers("uesugi", ("a",), must=True),
        Post(("a",)),
    ),
    ("sieges", "assault fire", at_war(), SiegeTurn("uesugi"), Assault("k1")),
    ("sieges", "assault with advantage", at_war(), SiegeTurn("uesugi"), Assault("k1", "advantage")),
    ("sieges", "fire", at_war(), SiegeTurn("uesugi"), Shoot("k1")),
    ("sieges", "muster fire", at_war(), SiegeTurn("uesugi"), Muster()),
    ("sieges", "muster fire", at_war(uesugi=(5, 0)), SiegeTurn("uesugi"), Shoot("k1")),
    ("sieges", "post", at_war(bases=("b",)), SiegeTurn("uesugi"), Post(("b", "k3", "k4", "k5", "c"))),
    ("sieges", "never", at_war(), SiegeTurn("uesugi"), Done()),
    ("sacrifices", "never", bidding({"takeda": 2}), BidSacrifice("uesugi"), Done()),
    ("sacrifices", "answer", bidding({"takeda": 2}), BidSacrifice("uesugi"), Sacrifice(2)),
    ("sacrifices", "answer", bidding({"takeda": 1, "uesugi": 1}), BidSacrifice("uesugi"), Done()),
    ("sacrifices", "most", bidding({}), BidSacrifice("uesugi"), Sacrifice(2)),
    ("sacrifices", "answer", TIED, LastSacrifice("uesugi"), Done()),
    ("sacrifices", "most", TIED, LastSacrifice("uesugi"), Sacrifice(1)),
    ("sacrifices", "answer", TIED, AnswerSacrifice("uesugi"), Sacrifice(1)),
    ("sacrifices", "never", TIED, AnswerSacrifice("uesugi"), Done()),
    ("troops", "effectives", at_war(), LOSS, Lose("effectives")),
    ("troops", "markers", at_war(), LOSS, Lose("a")),
    ("seizures", "markers", WON, SeizeZone("uesugi"), Seize("k2")),
    (
        "seizures",
        "effectives",
        assaulting(at_war(), "k3", ("k2",), 1),
        SeizeZone("uesugi"),
        Seize("effectives"),
    ),
    ("seizures", "never", WON, SeizeZone("uesugi"), Done()),
    ("withdrawals", "effectives", at_war(uesugi=(10, 0)), WithdrawClan("uesugi", "uC"), Withdraw("a")),
    ("withdrawals", "markers", at_war(uesugi=(10, 0)), WithdrawClan("uesugi", "uC"), Withdraw("a", ("a",))),
    ("survivors", "strong", at_war(), KeepSurvivors("uesugi", 9, 3), Keep(("C1", "C2"), ("C2",))),
    ("survivors", "leaders", at_war(), KeepSurvivors("uesugi", 5, 0), Keep(("C1",))),
    ("survivors", "strong", at_war(), KeepSurvivors("uesugi", 2, 0), Done()),
    ("troops", "effectives", at_war(), SiegeTurn("uesugi"), None),
    ("sieges", "fire", at_war(), LOSS, None),
]


@pytest.mark.parametrize(("occasion", "wish", "at", "item", "order"), WISHES)
def test_a_preference_answers_a_prompt_of_a_siege(
    occasion: str, wish: str, at: Board, item: Any, order: Struct | None
) -> None:
    game = told(at, SelectChits(SEATS)).when("uesugi", Always(occasion, wish))
    left = {one.occasion: one for one in game.board.armies["uesugi"].standing}
    assert set(left) == {occasion}
    assert answer(with_army(at, "uesugi", standing=tuple(left.values())), item, "uesugi") == order


def test_moves_to_kaizu_go_in_when_they_can() -> None:
    inside = {"uC1": "2526", "uC2": "2527"}
    wish = {"standing": (Standing("moves", (), ("kaizu",)),)}
    at = board({**GARRISON, **inside}, {"uC": "attack"}, HYPOTHETICAL, uesugi=wish)
    assert answer(at, Manoeuvre("uesugi", ("uC",)), "uesugi") == Occupy("C", "a")
    far = board({"uC1": "2523", "tG1": "3010"}, {"uC": "move"}, HYPOTHETICAL, uesugi=wish)
    move: Any = answer(far, Manoeuvre("uesugi", ("uC",)), "uesugi")
    assert move.path[-1] in ("2526", "2527", "2625")


def test_orders_for_the_combat_chit_may_be_left() -> None:
    game = told(at_war(), SelectChits(SEATS))
    line = "assault k1 with advantage then sacrifice 1 then muster then done"
    game.when("uesugi", When("combat", line))
    (left,) = game.board.armies["uesugi"].standing
    assert left.orders == (Assault("k1", "advantage"), Sacrifice(1), Muster(), Done())
