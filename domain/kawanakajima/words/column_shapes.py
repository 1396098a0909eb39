"""What chapter 18 adds to orders, items and events: the column of the Takeda, its rear, who holds Kaizu.

Tags are for ever; new fields have defaults.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Struct

from domain.kit.sealed import Sealed
from domain.kit.vocabulary import Named

UnitName = Annotated[str, Named("unit")]
Hex = Annotated[str, Named("hex")]


class Column(Struct, frozen=True, tag="column", omit_defaults=True):
    """Units stand in the column on these hexes; without hexes on the free ones, from its head."""

    FORM: ClassVar[str] = "column {units}[ at {hexes}]"
    units: tuple[UnitName, ...]
    hexes: tuple[Hex, ...] = ()


class Bring(Struct, frozen=True, tag="bring"):
    """A unit for which the column had no room enters by the edge of the map, and goes to a hex."""

    FORM: ClassVar[str] = "bring {unit} at {hex}"
    unit: UnitName
    hex: Hex


class FormColumn(Struct, frozen=True, tag="form-column"):
    """Prompt: the units of the column go to their hexes; it stays until the seat is done."""

    seat: str


class EnterSurplus(Struct, frozen=True, tag="enter-surplus"):
    """Prompt: units that the column had no room for enter; it stays until the seat is done."""

    seat: str


class TryPlans(Struct, frozen=True, tag="try-plans"):
    """Both sides have saved: whoever wants to try its plan does so now."""


class KaizuTaken(Struct, frozen=True, tag="kaizu-taken"):
    """A side alone is in Kaizu: what that is worth, if the other held it."""

    side: str


class SurplusEntered(Struct, frozen=True, tag="surplus-entered"):
    """A unit has entered by the edge of the map. `path` begins with the hex of the edge."""

    unit: str
    path: tuple[str, ...]
    spent: int


class SavingSealed(Struct, frozen=True, tag="saving-sealed"):
    """Command points put by for the plan, and whether it is tried; the enemy knows neither yet."""

    side: str
    points: Sealed[int]
    tries: Sealed[bool]


class KaizuChanged(Struct, frozen=True, tag="kaizu-changed"):
    """From now on this side holds Kaizu."""

    side: str


COLUMN_ORDERS: tuple[type[Struct], ...] = (Column, Bring)
COLUMN_ITEMS: tuple[type[Struct], ...] = (FormColumn, EnterSurplus, TryPlans, KaizuTaken)
COLUMN_EVENTS: tuple[type[Struct], ...] = (SurplusEntered, SavingSealed, KaizuChanged)
