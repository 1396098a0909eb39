"""A game only goes on between units, and only under the edition that it was opened by."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding, readjudicate
from domain.game.entries.entries import Opened, Seated
from domain.kit.chance import Faces
from domain.kit.errors import BrokenRecord
from domain.shinobi import SHINOBI
from domain.shinobi.data.options import Options
from domain.shinobi.words.items import Deploy
from referee.games.datasets import read_files
from tests.chance import Seeded
from tests.playing import Game

DATA = SHINOBI.read_data(read_files("shinobi"))


@dataclass
class Dealt:
    game: Game
    entries: list[Any]


@pytest.fixture
def dealt() -> Dealt:
    seats = tuple(Seated(seat, f"player of {seat}") for seat in SHINOBI.seats[:3])
    opened = Opened("shinobi", "standard", SHINOBI.edition, "default", Options(), "data", seats, "a seed")
    game = Game("g", SHINOBI)
    return Dealt(game, list(game.open(opened, DATA, Seeded("deal"))))


@pytest.mark.parametrize("act", ["post", "enter", "settle"])
def test_a_game_that_stops_inside_a_unit_is_broken_whatever_is_asked_of_it(dealt: Dealt, act: str) -> None:
    """An order must not be decided on half of what the one before it brought about."""
    game = dealt.game
    game.now = replace(game.now, more=2)
    seat, before = game.awaited()[0], game.state
    (offer, *_) = SHINOBI.offers(game.state, seat) or ()
    calls = {
        "post": lambda: game.post(seat, offer, Faces()),
        "enter": lambda: game.enter((1,), Faces()),
        "settle": lambda: game.settle(Faces()),
    }
    with pytest.raises(BrokenRecord) as broken:
        calls[act]()
    assert str(broken.value) == (
        'The record of game "g" is broken at event 18. 2 facts of the last unit are missing.'
    )
    assert (game.state, game.position) == (before, 17)


def test_a_deal_ends_between_units_before_a_prompt(dealt: Dealt) -> None:
    assert (dealt.game.more, type(dealt.game.state.agenda[0])) == (0, Deploy)
    assert readjudicate(SHINOBI, DATA, dealt.entries) is None


WRONG = [
    ({"title": "chess"}, "It opens chess, edition shinobi/1; these are the rules of shinobi/1."),
    ({"edition": "shinobi/9"}, "It opens shinobi, edition shinobi/9; these are the rules of shinobi/1."),
    ({"preset": "house"}, "Its options are not those of the preset “house”."),
    ({"preset": "official"}, "Its options are not those of the preset “official”."),
    ({"options": Options(must_attack=False)}, "Its options are not those of the preset “default”."),
    ({"scenario": "short"}, "There is no scenario “short”."),
    (
        {"seats": (Seated("iga", "a"), Seated("ise", "b"))},
        "Its seats are not those of the scenario “standard”.",
    ),
    (
        {"seats": (Seated("iga", "a"), Seated("kii", "b"), Seated("ise", "c"))},
        "Its seats are not those of the scenario “standard”.",
    ),
]


@pytest.mark.parametrize(("changes", "why"), WRONG)
def test_an_opening_that_does_not_fit_the_rules_fails_at_once(
    dealt: Dealt, changes: dict[str, Any], why: str
) -> None:
    entries = [replace(dealt.entries[0], **changes), *dealt.entries[1:]]
    assert readjudicate(SHINOBI, DATA, entries) == Finding(1, why)
