"""Random games of the hypothetical scenario: kept whole, told and drawn; nothing hidden is seen; sieges."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import count, islice
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from domain.game.checking.readjudicate import conserved, readjudicate
from domain.game.entries.entries import STANDING_ORDER, Ordered
from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.board.fortress import is_inside
from domain.kawanakajima.board.siege_events import SiegeBegan
from domain.kawanakajima.board.state import Board, clan_named, units_of
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.movement.ways import cost_between
from domain.kawanakajima.scenario.victory import ENDINGS
from domain.kawanakajima.view import view
from domain.kawanakajima.words.field_orders import Posture
from domain.kawanakajima.words.orders import Always, Bring
from domain.kawanakajima.words.siege_orders import Occupy
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC, REFEREE
from projections.kawanakajima.board import board as picture
from projections.kawanakajima.drawing import drawing
from projections.kawanakajima.sentences import sentence, sums
from projections.language.messages import COLUMNS
from tests.kawanakajima.boards import SEATS
from tests.kawanakajima.data import DATA
from tests.kawanakajima.games import marching
from tests.kawanakajima.players import events
from tests.kawanakajima.test_drawing import stands_well
from tests.kawanakajima.test_secrets import SWAPS, folded
from tests.titles.play import Played
from tests.titles.test_games import moves_the_agenda_once_a_unit, through_the_store
from tests.titles.test_secrecy import seen, swapped

PLAIN = Options(scenario="hypothetical")
SECRET = Options(scenario="hypothetical", secret_postures=True, samurai=True, kansuke=True)

NEAR = 10
"""Movement points from Kaizu at which the random player is hungry for it."""

MANY, SLICES = 100, 4


def hungry(played: Played) -> tuple[str, Struct]:
    """Any legal order; but near Kaizu a clan is mostly to attack, and to enter where it can."""
    board, choices = played.game.state.board, list(played.choices())
    wanted = [one for one in choices if isinstance(one[1], Occupy) or _is_attack(board, *one)]
    if wanted and played.random.random() < 0.9:
        return played.random.choice(wanted)
    return played.random.choice(choices)


def _is_attack(board: Board, seat: str, order: Any) -> bool:
    if not isinstance(order, Posture) or order.posture != "attack":
        return False
    clan = clan_named(board, seat, order.clan)
    here = [board.units[unit].hex for unit in units_of(board, clan)]
    kaizu = board.data.map.kaizu
    return (
        not is_inside(board, clan) and min(cost_between(board.data.map, one, kaizu) for one in here) <= NEAR
    )


def played_out(seed: int, options: Options = PLAIN) -> Played:
    played = marching(seed, options)
    while not played.game.is_over():
        played.step(hungry(played))
    return played


def has_siege(played: Played) -> bool:
    return any(isinstance(event, SiegeBegan) for event in events(played.entries))


@cache
def with_a_siege(options: Options) -> Played:
    """The first random game that has one."""
    return next(played for seed in count() if has_siege(played := played_out(seed, options)))


@pytest.mark.soak
@pytest.mark.parametrize("options", [PLAIN, pytest.param(SECRET, marks=pytest.mark.soak)])
def test_a_random_game_with_a_siege_is_kept_whole_and_told(options: Options) -> None:
    """[13.5, 18.1]"""
    played = with_a_siege(options)
    assert played.game.state.board.ending in ENDINGS
    assert through_the_store(KAWANAKAJIMA, played.entries) == played.entries
    moves_the_agenda_once_a_unit(played.entries)
    assert readjudicate(KAWANAKAJIMA, DATA, played.entries) is None
    assert conserved(KAWANAKAJIMA, DATA, played.entries) is None
    for entry in played.entries:
        if isinstance(entry, Fact) and entry.event is not None:
            assert entry.rule in KAWANAKAJIMA.headings
            for viewer in (*SEATS, PUBLIC):
                assert sentence(entry.event, viewer).endswith((".", ")."))
                sums(entry.event, viewer)


def test_every_picture_of_a_random_game_fits_and_stands_well() -> None:
    """[13.1, 13.4]"""
    stops = list(with_a_siege(PLAIN).stops.values())
    sieges = [state for state in stops if state.board.siege]
    for state in (*stops[::120], *sieges[:: max(1, len(sieges) // 4)]):
        stands_well(drawing(view(state, PUBLIC)))
        for viewer in (*SEATS, PUBLIC, REFEREE):
            text = picture(view(state, viewer))
            assert text.isascii()
            assert [line for line in text.splitlines() if len(line) > COLUMNS] == []


def besieging() -> Played:
    """A random game, with all that can be secret, in the middle of a siege."""
    for seed in count():
        played = marching(seed, SECRET)
        while not played.game.is_over() and played.game.state.board.siege is None:
            played.step(hungry(played))
        if not played.game.is_over():
            return played
    raise AssertionError("count() never ends")


@pytest.mark.soak
def test_6_2_7_1_16_2_what_is_sealed_from_a_viewer_changes_nothing_that_he_sees() -> None:
    """Also in the middle of a siege: its card, strengths and markers are everybody's."""
    played = besieging()
    for viewer in (*SEATS, PUBLIC):
        others = list(islice(swapped(played.entries, viewer), 5_000))
        assert len(others) > SWAPS
        alike = seen(KAWANAKAJIMA, played.game, tuple(played.entries), viewer)
        drawn = drawing(view(played.game.state, viewer))
        for entries in Random(viewer).sample(others, SWAPS // 2):
            other = folded(entries)
            assert KAWANAKAJIMA.conserved(other.state.board) == ""
            assert seen(KAWANAKAJIMA, other, tuple(entries), viewer) == alike
            assert drawing(view(other.state, viewer)) == drawn


def test_standing_orders_bring_the_rear_of_the_column_onto_the_map() -> None:
    """[mail/standing-orders, 18.1]"""
    played = marching(3, PLAIN)
    played.entries += played.game.post("takeda", Always("rears", "always"), played.luck)
    while played.game.state.board.turn < 4:
        played.step(hungry(played))
    brought = [
        entry.plain()
        for entry in played.entries
        if isinstance(entry, Ordered) and isinstance(entry.plain(), Bring)
    ]
    by = Counter(
        entry.by
        for entry in played.entries
        if isinstance(entry, Ordered) and isinstance(entry.plain(), Bring)
    )
    assert by == {STANDING_ORDER: len(brought)}
    assert len({order.unit for order in brought}) == len(brought) > 10


@pytest.mark.soak
@pytest.mark.parametrize("first", range(SLICES))
def test_many_random_games_have_sieges_in_at_least_half_of_them(first: int) -> None:
    """Of 100 games all end, and nothing is lost on the way; every tenth is decided again, order by order
    [13.5]."""
    sieges = 0
    for seed in range(first, MANY, SLICES):
        played = played_out(seed)
        sieges += has_siege(played)
        assert KAWANAKAJIMA.conserved(played.game.state.board) == ""
        if seed % 10 == first:
            assert readjudicate(KAWANAKAJIMA, DATA, played.entries) is None
            assert conserved(KAWANAKAJIMA, DATA, played.entries) is None
    assert sieges >= MANY / SLICES / 2
