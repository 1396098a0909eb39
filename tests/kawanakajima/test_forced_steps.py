"""From edition 2 on one legal movement or combat is taken unasked [6.5, 10.1, 11.1, rules/edition]."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import ONLY_ANSWER, Ordered
from domain.game.state.game_state import GameState
from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.activation.manoeuvre import forced_move, possible_moves
from domain.kawanakajima.board.state import Board, short
from domain.kawanakajima.combat.declare import fighters, forced_fight
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.standing.standing_orders import is_legal
from domain.kawanakajima.words.field_items import Engage, Manoeuvre
from domain.kawanakajima.words.field_orders import Fight, Move
from domain.kawanakajima.words.orders import Done
from domain.kit.rules import options_of
from tests.kawanakajima.boards import SEATS, board, scenario
from tests.kawanakajima.data import DATA
from tests.kawanakajima.player import Player
from tests.playing import Game
from tests.titles.play import Luck, opening

FORCED = Options(forced_steps=True)
OLD = KAWANAKAJIMA.editions[0].name
SEED, MANY = 3, 150


# ---- one way


def test_11_1_the_one_combat_that_is_possible_and_due_is_fought_unasked() -> None:
    units = {"tG1": "2715", "uJ1": "2714"}
    for options, orders in ((FORCED, [Fight(("G1",), ("J1",))]), (Options(), [])):
        told = scenario(board(units, {"tG": "attack"}, options), Engage("takeda", ("tG",)))
        told.goes_on([3, 3, 3, 3] if orders else ())
        unasked = [one for one in told.happened if isinstance(one, Ordered)]
        assert [(one.order, one.by) for one in unasked] == [(order, ONLY_ANSWER) for order in orders]


def test_11_6_whoever_has_a_leader_is_asked_where_he_counts() -> None:
    at = board({"tA1": "2715", "uJ1": "2714"}, {"tA": "attack"}, FORCED)
    assert forced_fight(at, Engage("takeda", ("tA",)), "takeda") == ()
    assert forced_fight(at, Engage("uesugi", ("uJ",)), "uesugi") == (Fight(("J1",), ("A1",)),)


def test_11_2_whoever_may_stay_out_of_it_is_asked() -> None:
    at = board({"uM2": "3022", "tG1": "2922"}, {"uM": "defence"}, FORCED)
    assert forced_fight(at, Engage("uesugi"), "uesugi") == ()


# ---- as all legal orders say, wherever a game comes to


@cache
def stops() -> tuple[GameState, ...]:
    """The first points of a game of the first edition at which units move or fight."""
    game, luck, found = Game("forced", KAWANAKAJIMA), Luck(SEED), list[GameState]()
    first = opening(KAWANAKAJIMA, 0)
    options = options_of(KAWANAKAJIMA, first.scenario, first.preset, OLD)
    game.open(replace(first, edition=OLD, options=options), DATA, luck)
    players = {seat: Player(seat, SEED) for seat in SEATS}
    while len(found) < MANY:
        (seat, *_) = game.awaited()
        if isinstance(game.state.agenda[0], Engage | Manoeuvre):
            found.append(game.now)
        game.post(seat, players[seat].choose(game), luck)
    return tuple(found)


def forced(at: Board) -> Board:
    return replace(at, setting=replace(at.setting, options=replace(at.options, forced_steps=True)))


def some(names: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(names, count) for count in range(1, len(names) + 1))


def combats(at: Board, item: Engage) -> set[Struct]:
    """Every combat that is legal, by trying all of them; and to be done, if that is."""
    able = fighters(at, item)
    foes = tuple(dict.fromkeys(chain.from_iterable(able.values())))
    each = (
        Fight(tuple(map(short, units)), tuple(map(short, chosen)), axis)
        for units in some(tuple(able))
        for chosen in some(foes)
        for axis in ("", "column", "row")
    )
    return {order for order in (*each, Done()) if is_legal(at, item, item.seat, order)}


def test_11_1_a_combat_is_forced_where_no_other_order_is_legal() -> None:
    seen = Counter[bool]()
    for now in stops():
        at, item = now.state.board, now.state.agenda[0]
        if isinstance(item, Engage) and len(fighters(at, item)) <= 3:
            orders, legal = forced_fight(forced(at), item, item.seat), combats(at, item)
            assert set(orders) == (legal if len(legal) == 1 else set())
            assert forced_fight(at, item, item.seat) == ()
            seen[bool(orders)] += 1
    assert min(seen[True], seen[False]) > 5, seen


def test_10_1_a_movement_is_forced_where_no_other_is_legal() -> None:
    seen = Counter[type]()
    for now in stops():
        at, item = now.state.board, now.state.agenda[0]
        if isinstance(item, Manoeuvre):
            order = next(iter(forced_move(forced(at), item, item.seat)), None)
            moves = tuple(possible_moves(at, item))
            leaving = [move for move in moves if at.units[item.seat[0] + move.unit].hex != move.path[-1]]
            may_stay = is_legal(at, item, item.seat, Done())
            if isinstance(order, Move):
                assert (moves, may_stay) == ((order,), False) or (leaving == [order] and not may_stay)
            elif isinstance(order, Done):
                assert (leaving, may_stay) == ([], True)
            else:
                assert len(leaving) > 1 or (leaving and may_stay)
            assert forced_move(at, item, item.seat) == ()
            seen[type(order)] += 1
    assert min(seen[type(None)], seen[Move], seen[Done]) > 0, seen
