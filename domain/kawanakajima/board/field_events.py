"""Events of the field: chapters 5, 6, 9.3 and 10 to 12.

Tags are for ever; new fields have defaults. A path begins with the hex that was left. What may be under
seal is a posture, where both sides have agreed on secret ones [6.2].
"""

from __future__ import annotations

from msgspec import Struct

from domain.kit.sealed import Sealed
from domain.kit.sums import Sum

Units = tuple[str, ...]
Hexes = tuple[str, ...]


class Activated(Struct, frozen=True, tag="activated"):
    """Clans act: by "clan" chit, "special attack", "march", "combat", or are "dispersed".

    For "rally" and "initiative" the sides act in turn: side and clans are empty.
    """

    side: str
    clans: tuple[str, ...]
    kind: str


class PostureWanted(Struct, frozen=True, tag="posture-wanted"):
    """A clan is to try to take a posture."""

    clan: str
    posture: str | Sealed[str]


class PostureTried(Struct, frozen=True, tag="posture-tried", omit_defaults=True):
    """The die of a change of posture, or of the feint that lets a clan close up."""

    clan: str
    face: int
    tried: Sum
    needed: int | Sealed[int]
    reached: bool
    feint: bool = False


class UnitMoved(Struct, frozen=True, tag="unit-moved", omit_defaults=True):
    """A unit has gone along a path. `spent`: movement points; 0 where a rule counts hexes."""

    unit: str
    path: Hexes
    spent: int
    why: str = "movement"


class MarchThrown(Struct, frozen=True, tag="march-thrown"):
    """The dice for the first march, (takeda, uesugi), ties included; the winner begins."""

    faces: tuple[tuple[int, int], ...]
    first: str


class UnitRetreated(Struct, frozen=True, tag="unit-retreated"):
    """A retreat before the enemy [9.3.1]."""

    unit: str
    path: Hexes


class UnitPursued(Struct, frozen=True, tag="unit-pursued"):
    unit: str
    path: Hexes
    prey: str


class Fought(Struct, frozen=True, tag="fought"):
    """A combat: "charge", "melee" or "fire"; the sums of column and row with their dice; the cell."""

    side: str
    attackers: Units
    defenders: Units
    kind: str
    column: Sum
    row: Sum
    column_dice: tuple[int, ...]
    row_dice: tuple[int, ...]
    result: str


class ResultConverted(Struct, frozen=True, tag="result-converted"):
    """The defender's plan has turned a result into another [7.3]."""

    side: str
    plan: str
    face: int
    before: str
    after: str


class StepsLost(Struct, frozen=True, tag="steps-lost"):
    """`losses`: all the steps that the unit has lost by now."""

    unit: str
    steps: int
    losses: int
    why: str


class UnitEliminated(Struct, frozen=True, tag="unit-eliminated"):
    """A unit is out of the game: in "combat" or by "flight"."""

    unit: str
    hex: str
    why: str


class LeaderTested(Struct, frozen=True, tag="leader-tested", omit_defaults=True):
    """The die that decides whether a leader dies: at `at_most` or less."""

    unit: str
    face: int
    at_most: int
    killed: bool
    samurai: bool = False


class LeaderKilled(Struct, frozen=True, tag="leader-killed", omit_defaults=True):
    """A leader of `side` is dead, in "combat" or by "seppuku"; his value goes to the Bundori track."""

    unit: str
    side: str
    value: int
    how: str
    samurai: bool = False


class FlightTested(Struct, frozen=True, tag="flight-tested"):
    """The die that decides whether a clan takes flight, and what the table says, after [16.4]."""

    clan: str
    face: int
    tried: Sum
    flight: bool
    retreat: bool
    seppuku: bool


class ClanFled(Struct, frozen=True, tag="clan-fled"):
    """All these units of the clan are to be eliminated."""

    clan: str
    units: Units


class SeppukuDeclined(Struct, frozen=True, tag="seppuku-declined"):
    clan: str


class BundoriMarked(Struct, frozen=True, tag="bundori-marked"):
    """Somebody of the clan without a name has taken his life: a point on the Bundori track of `side`."""

    side: str
    clan: str
    value: int


class RetreatBlocked(Struct, frozen=True, tag="retreat-blocked"):
    """A beaten unit has nowhere to retreat to."""

    unit: str
    hex: str


class UnitFellBack(Struct, frozen=True, tag="unit-fell-back"):
    """A retreat by a hex, as the result of a combat."""

    unit: str
    path: Hexes


class UnitAdvanced(Struct, frozen=True, tag="unit-advanced"):
    """An advance after combat."""

    unit: str
    path: Hexes


class RallyTried(Struct, frozen=True, tag="rally-tried"):
    """The die of a rally. `losses`: the steps that the unit has still lost after it."""

    unit: str
    face: int
    tried: Sum
    levels: int
    losses: int


FIELD_EVENTS: tuple[type[Struct], ...] = (
    Activated,
    PostureWanted,
    PostureTried,
    UnitMoved,
    MarchThrown,
    UnitRetreated,
    UnitPursued,
    Fought,
    ResultConverted,
    StepsLost,
    UnitEliminated,
    LeaderTested,
    LeaderKilled,
    FlightTested,
    ClanFled,
    SeppukuDeclined,
    BundoriMarked,
    RetreatBlocked,
    UnitFellBack,
    UnitAdvanced,
    RallyTried,
)
