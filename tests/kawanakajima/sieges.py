"""Boards with a siege of Kaizu: Takeda M (14 points) inside, Uesugi C (12 points) against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.kawanakajima.board.fortress import points_of
from domain.kawanakajima.board.state import Attempt, Board, Siege, Troops
from domain.kawanakajima.data.options import Options
from tests.kawanakajima.boards import Stands, board, scenario
from tests.scenario import Scenario

HYPOTHETICAL = Options(scenario="hypothetical")
KAIZU = "2626"
GARRISON: dict[str, Stands] = dict.fromkeys(("tM1", "tM2", "tM3"), KAIZU)
BESIEGERS: dict[str, Stands] = dict.fromkeys(("uC1", "uC2", "uC3"), KAIZU)
POSTURES = {"tM": "defence", "uC": "attack"}

Strengths = tuple[int, int]
"""Effectives and disabled."""


def besieged(
    markers: Mapping[str, str],
    takeda: Strengths = (0, 0),
    uesugi: Strengths = (0, 0),
    units: Mapping[str, Stands] | None = None,
    **more: Any,
) -> Board:
    """A siege by the Uesugi, who came by a. `markers`: "t", "u" or "tu", zone by zone.

    What the strengths and the markers leave of the points of the units is lost. `options` are single ones;
    `bases` those of the Uesugi; `actions`, `assault`.
    """
    siege = {name: more.pop(name) for name in ("actions", "assault") if name in more}
    bases = {"takeda": ("centre",), "uesugi": more.pop("bases", ("a",))}
    options = Options(scenario="hypothetical", **more.pop("options", {}))
    at = board(
        {**(GARRISON | BESIEGERS), **(units or {})},
        POSTURES | more.pop("postures", {}),
        options,
        **more,
    )
    named = {
        zone: tuple({"t": "takeda", "u": "uesugi"}[who] for who in whose) for zone, whose in markers.items()
    }
    troops = {
        side: Troops(effectives, disabled, _lost(at, named, side, effectives + disabled))
        for side, (effectives, disabled) in (("takeda", takeda), ("uesugi", uesugi))
    }
    return replace_siege(at, Siege("uesugi", troops, bases, named, **siege))


def _lost(at: Board, markers: Mapping[str, tuple[str, ...]], side: str, points: int) -> int:
    inside = [unit for unit, stands in at.units.items() if stands.hex == KAIZU and unit[0] == side[0]]
    lost = points_of(at, inside) - points - sum(side in sides for sides in markers.values())
    assert lost >= 0, f"The units of {side} are not worth so much."
    return lost


def replace_siege(at: Board, siege: Siege) -> Board:
    return replace(at, siege=siege)


def assaulting(at: Board, zone: str, participants: tuple[str, ...], score: int, **more: Any) -> Board:
    """The Uesugi assault a zone."""
    assert at.siege is not None
    attempt = Attempt(
        "uesugi", zone, participants, score, more.get("advantage", False), more.get("given", {})
    )
    return replace_siege(at, replace(at.siege, assault=attempt))


def told(at: Board, *agenda: Struct) -> Scenario:
    return scenario(at, *agenda)


def troops(at: Board, side: str) -> tuple[int, int, int]:
    """Effectives, disabled, lost."""
    assert at.siege is not None
    found = at.siege.troops[side]
    return found.effectives, found.disabled, found.lost
