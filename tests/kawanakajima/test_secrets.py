"""What a side has written down changes nothing that the other sees: plans, notes, entries, postures [6.2]."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from random import Random

import pytest

from domain.game.entries.entries import Entry
from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.data.options import PRESETS
from domain.kit.facts import Fact
from domain.kit.sealed import PUBLIC
from tests.kawanakajima.data import DATA
from tests.playing import Game
from tests.titles.play import Played
from tests.titles.test_secrecy import seen, swapped

PRESET_NAMES = tuple(PRESETS)
TURNS, SWAPS, TRIED = "T5", 12, 300


def played_to(turn: str, preset: str) -> Played:
    """A random game of the preset that has come to that turn, or to its end but for one order."""
    played = Played(KAWANAKAJIMA, PRESET_NAMES.index(preset), DATA)
    while played.game.turn != turn:
        played.step()
        assert not played.game.is_over(), "Another seed is needed: this game ends too early."
    return played


def folded(entries: list[Entry]) -> Game:
    game = Game("swapped", KAWANAKAJIMA)
    for entry in entries:
        game.fold(entry)
        if game.position == 1:
            game.begin(DATA)
    return game


def of_each_kind(played: list[Entry], others: Iterable[list[Entry]]) -> list[list[Entry]]:
    """One game for each kind of event that is another in it."""
    found: dict[type, list[Entry]] = {}
    for entries in others:
        pairs = zip(played, entries, strict=False)
        changed = next((one for before, one in pairs if one is not before and one != before), None)
        if isinstance(changed, Fact):
            found.setdefault(type(changed.event), entries)
    return [*found.values()]


@pytest.mark.parametrize("preset", ["default", "everything"])
@pytest.mark.parametrize("swaps", [0, pytest.param(SWAPS, marks=pytest.mark.soak)])
def test_6_2_7_1_8_3_16_2_what_is_sealed_from_a_viewer_changes_nothing_that_he_sees(
    preset: str, swaps: int
) -> None:
    played = played_to(TURNS, preset)
    for viewer in ("takeda", "uesugi", PUBLIC):
        others = list(islice(swapped(played.entries, viewer), 5_000))
        assert len(others) > SWAPS
        alike = seen(KAWANAKAJIMA, played.game, tuple(played.entries), viewer)
        random = Random(preset + viewer)
        each = of_each_kind(played.entries, random.sample(others, min(TRIED, len(others))))
        assert len(each) > 1
        for entries in (*each, *random.sample(others, swaps)):
            other = folded(entries)
            assert KAWANAKAJIMA.conserved(other.state.board) == ""
            assert other.state != played.game.state or entries == played.entries
            assert seen(KAWANAKAJIMA, other, tuple(entries), viewer) == alike
