"""Figures of Kawanakajima: who wins and by what, what combat costs, how command works."""

from __future__ import annotations

from collections.abc import Callable

from domain.kawanakajima.board import events as e
from domain.kawanakajima.board import field_events as f
from domain.kawanakajima.board.state import side_of
from tests.figures.measuring import Figure, ends, mean, number, share
from tests.figures.told import Told
from tests.kawanakajima.data import DATA


def won(*winners: str) -> Callable[[Told], bool]:
    return lambda told: told.winners == winners


def turns(told: Told) -> int:
    return int(told.board.turn)


GENERALS = ("shingen-killed", "kenshin-killed")

fights = number(f.Fought)


def results(told: Told) -> list[str]:
    return [event.result for event in told.events(f.Fought)]


def attackers_hurt(told: Told) -> int:
    return sum(_hurts(DATA.combat.results[code].attacker) for code in results(told))


def defenders_hurt(told: Told) -> int:
    return sum(_hurts(DATA.combat.results[code].defender) for code in results(told))


def _hurts(suffered: object) -> bool:
    return suffered != DATA.combat.results["-"].attacker


def lost(side: str) -> Callable[[Told], int]:
    return lambda told: sum(side_of(event.unit) == side for event in told.events(f.UnitEliminated))


def mean_face(told: Told) -> int:
    return sum(map(sum, told.throws))


FIGURES: tuple[Figure, ...] = (
    mean("turns", "turns of a game", turns),
    mean("orders", "orders of both sides in a turn", lambda told: told.orders.total(), turns),
    share("takeda-wins", "games that the Takeda win", won("takeda")),
    share("uesugi-wins", "games that the Uesugi win", won("uesugi")),
    share("draws", "games that are drawn", ends("draw")),
    share(
        "general-killed",
        "games that the death of Shingen or Kenshin ends",
        ends(*GENERALS),
    ),
    mean("fights", "combats in a turn", fights, turns),
    share("attackers-hurt", "combats in which the attackers suffer", attackers_hurt, fights),
    share("defenders-hurt", "combats in which the defender suffers", defenders_hurt, fights),
    mean("takeda-lost", "units of the Takeda that are eliminated", lost("takeda")),
    mean("uesugi-lost", "units of the Uesugi that are eliminated", lost("uesugi")),
    mean("leaders", "leaders that are killed in a game", number(f.LeaderKilled)),
    mean("fled", "clans that flee in a game", number(f.ClanFled)),
    mean("chits", "chits that are drawn in a turn", number(e.ChitDrawn), turns),
    mean("die", "mean face of a die", mean_face, lambda told: sum(map(len, told.throws))),
)
