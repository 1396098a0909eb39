"""The order that a program gives, however it plays: it is shown what its seat knows, and no more."""

from __future__ import annotations

from random import Random
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.rules import Rules
from referee.programs.choosing import KEEN, RANDOM, Program, at_random, players_of, steadily
from referee.programs.search import Spread, search


def choose(
    rules: Rules, program: Program, state: State[Any, Any], seat: str, luck: Random, spread: Spread = map
) -> Struct:
    """The order of a program, which gets of a state what its seat knows; `spread` is how a search tries."""
    players = players_of(rules)
    known = players.known(state, seat)
    if program.strength == KEEN and players.doubtful(known, seat):
        return search(rules, known, seat, luck, program.simulations, spread=spread)[0].order
    imagined = players.imagine(known, seat, luck)
    if program.strength == RANDOM:
        return at_random(rules, imagined, seat, luck)
    return steadily(players, imagined, seat, luck)
