"""Random games of the historical scenario, in all its variants: no fault, no dead end, a clean audit."""

from __future__ import annotations

import pytest

from domain.game.checking.readjudicate import conserved, readjudicate
from domain.game.entries.entries import STANDING_ORDER, Ordered
from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.data.options import PRESETS
from domain.kawanakajima.scenario.victory import ENDINGS
from domain.kawanakajima.words.orders import Always, Resign, When
from tests.kawanakajima.boards import SEATS
from tests.kawanakajima.data import DATA
from tests.titles.play import Played
from tests.titles.test_games import moves_the_agenda_once_a_unit, through_the_store


def plays_to_its_end(seed: int) -> Played:
    played = Played(KAWANAKAJIMA, seed, DATA).to_the_end()
    assert played.game.state.board.ending in ENDINGS
    assert played.game.winners
    assert readjudicate(KAWANAKAJIMA, DATA, played.entries) is None
    assert conserved(KAWANAKAJIMA, DATA, played.entries) is None
    return played


@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.soak), len(PRESETS) - 1])
def test_a_random_game_is_kept_whole(seed: int) -> None:
    played = plays_to_its_end(seed)
    assert through_the_store(KAWANAKAJIMA, played.entries) == played.entries
    moves_the_agenda_once_a_unit(played.entries)


STANDING = (
    When("B", "posture B attack then done"),
    When("G", "delay then posture G defence then done"),
    Always("retreats", "away from the enemy, towards own A"),
    Always("leaders", "on the column"),
    Always("delays", "never"),
    Always("advances", "always"),
)


def test_standing_orders_answer_in_a_game_and_the_audit_knows_them() -> None:
    """[mail/standing-orders]"""
    played = Played(KAWANAKAJIMA, 0, DATA)
    for seat in SEATS:
        for order in STANDING:
            played.entries += played.game.post(seat, order, played.luck)
    seats, kinds, looked_at = set[str](), set[type](), 0
    while not (seats == set(SEATS) and len(kinds) >= 4):
        assert not played.game.is_over(), (seats, kinds)
        played.step()
        new, looked_at = played.entries[looked_at:], len(played.entries)
        by = [entry for entry in new if isinstance(entry, Ordered) and entry.by == STANDING_ORDER]
        seats |= {entry.seat for entry in by}
        kinds |= {type(entry.plain()) for entry in by}
    assert readjudicate(KAWANAKAJIMA, DATA, played.entries) is None


def test_a_resignation_ends_a_game_wherever_it_stands() -> None:
    """[end/resignation]"""
    played = Played(KAWANAKAJIMA, 2, DATA)
    while played.orders < 60:
        played.step()
    played.entries += played.game.post("takeda", Resign(), played.luck)
    assert (played.game.is_over(), played.game.winners) == (True, ("uesugi",))
    assert readjudicate(KAWANAKAJIMA, DATA, played.entries) is None
