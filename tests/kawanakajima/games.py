"""Games of the hypothetical scenario, with options of their own."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.game.entries.entries import OWN, Opened
from domain.kawanakajima import KAWANAKAJIMA
from domain.kawanakajima.data.options import Options
from domain.kit.rules import fixed_options
from tests.kawanakajima.data import DATA
from tests.playing import Game
from tests.titles.play import Luck, Played, opening


def opening_of(options: Options) -> Opened[Any]:
    """An opening with those options, in the scenario that they name."""
    options = replace(options, **fixed_options(KAWANAKAJIMA, options.scenario))
    return replace(opening(KAWANAKAJIMA, 0), scenario=options.scenario, preset=OWN, options=options)


def marching(seed: int, options: Options) -> Played:
    """A random game with those options that has just been opened."""
    played = Played(KAWANAKAJIMA, seed, DATA)
    played.game, played.luck = Game(f"random-{seed}", KAWANAKAJIMA), Luck(seed)
    played.entries = list(played.game.open(opening_of(options), DATA, played.luck))
    played.stops = {played.game.position: played.game.state}
    return played
