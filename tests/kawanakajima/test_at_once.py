"""Steps that need no word of their own: what follows from one order is what follows from two [6.4, 10.1]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct

from domain.game.state.game_state import GameState
from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.words.field_items import Manoeuvre, PosturePhase
from domain.kawanakajima.words.field_orders import Fight, Move
from domain.kawanakajima.words.orders import Done, TakeSheet
from domain.kit.errors import IllegalMove, OrderError
from tests.kawanakajima.boards import SEATS, board, scenario
from tests.kawanakajima.data import DATA
from tests.kawanakajima.player import Player
from tests.playing import Game
from tests.titles.play import Luck, opening

SEED, MANY = 0, 155


@pytest.fixture(scope="module")
def stops() -> list[GameState]:
    """The first points of a game at which a clan may change its posture, or move."""
    game, luck, found = Game("at once", KAWANAKAJIMA), Luck(SEED), list[GameState]()
    game.open(opening(KAWANAKAJIMA, 0), DATA, luck)
    players = {seat: Player(seat, SEED) for seat in SEATS}
    for seat in SEATS:
        game.post(seat, TakeSheet(), luck)
        game.post(seat, KAWANAKAJIMA.notation(DATA, SEATS).read("moves nothing"), luck)
        game.post(seat, KAWANAKAJIMA.notation(DATA, SEATS).read("fights nothing"), luck)
    while len(found) < MANY:
        (seat, *_) = game.awaited()
        if isinstance(game.state.agenda[0], PosturePhase | Manoeuvre):
            found.append(game.now)
        game.post(seat, players[seat].choose(game), luck)
    return found


def after(now: GameState, *orders: Struct) -> Any:
    game, luck = Game.at(now), Luck(1)
    (seat, *_) = now.awaited()
    for order in orders:
        game.post(seat, order, luck)
    return game.state


def pairs(stops: list[GameState], item: type, kind: type) -> Iterator[tuple[GameState, Struct]]:
    """Where nothing is lost by being done with it, each with an order that may follow."""
    for now in stops:
        if isinstance(now.state.agenda[0], item):
            try:
                then = Game.at(now)
                (seat, *_) = now.awaited()
                then.post(seat, Done(), Luck(1))
            except OrderError:
                continue
            clans = [getattr(at.state.agenda[0], "clans", ()) for at in (now, then)]
            same = clans[0] == clans[1]
            if then.awaited() == (seat,) and same:
                yield from ((now, one) for one in then.examples(seat)[:2] if isinstance(one, kind))


def test_6_4_who_moves_keeps_the_posture_of_its_clan(stops: list[GameState]) -> None:
    seen = 0
    for now, move in pairs(stops, PosturePhase, Move):
        if len(now.state.agenda[0].clans) == 1:
            assert after(now, move) == after(now, Done(), move)
            seen += 1
    assert seen > 5


def test_10_1_who_fights_after_moving_moves_no_more(stops: list[GameState]) -> None:
    seen = Counter[str]()
    for now, fight in pairs(stops, Manoeuvre, Fight):
        board = now.state.board
        has_moved = any(unit[:2] in now.state.agenda[0].clans for unit in board.field.moved)
        if has_moved and board.drawn != "march":
            assert after(now, fight) == after(now, Done(), fight)
        else:
            with pytest.raises(IllegalMove, match=r"No unit of the clan has moved yet|Clans march without"):
                after(now, fight)
        seen[str(has_moved)] += 1
    assert set(seen) == {"True", "False"}


def test_9_3_2_nobody_fights_on_a_march() -> None:
    given = board({"uB1": "2513", "tA1": "3315", "uA1": "2213"}, {"uB": "move"}, drawn="march")
    with pytest.raises(IllegalMove, match=r"9.3.2. Clans march without combat"):
        scenario(given, Manoeuvre("uesugi", ("uB",))).when("uesugi", Fight(("B1",), ("A1",)))


def test_6_4_several_clans_say_that_they_keep_theirs() -> None:
    given = board({"uB1": "2513", "uC1": "2512", "tA1": "3315", "uA1": "2213"}, drawn="u1")
    with pytest.raises(IllegalMove, match="Several clans may change their posture first"):
        scenario(given, PosturePhase("uesugi", ("uB", "uC"))).when("uesugi", Move("B1", ("2613",)))
