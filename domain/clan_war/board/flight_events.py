"""Events of movement, flight and ranged attacks. Tags are for ever; distances are in inches."""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.board.trials import Roll
from domain.kit.sums import Sum

Point = tuple[str, str]

HIGH_TERRAIN = "high terrain"
"""What has ended a movement in the air early."""


class Placed(Struct, frozen=True, tag="placed"):
    unit: str
    position: Point


class Marched(Struct, frozen=True, tag="marched", omit_defaults=True):
    unit: str
    phase: str
    distance: str
    kind: str = ""
    position: Point = ("", "")


class TookOff(Struct, frozen=True, tag="took-off", omit_defaults=True):
    """A unit has become airborne; `reformed` where it was unformed."""

    unit: str
    phase: str
    distance: str
    reformed: bool = False
    position: Point = ("", "")


class TakeOffPrevented(Struct, frozen=True, tag="take-off-prevented", omit_defaults=True):
    """Something was in the way: the unit stays on the ground, and its movement has ended."""

    unit: str
    phase: str
    distance: str
    position: Point = ("", "")


class ManeuverTested(Struct, frozen=True, tag="maneuver-tested"):
    unit: str
    purpose: str
    roll: Roll


class Flew(Struct, frozen=True, tag="flew", omit_defaults=True):
    """A movement in the air. `ended`: "" as ordered, "failed maneuver" or "high terrain"."""

    unit: str
    phase: str
    distance: str
    maneuvers: tuple[str, ...] = ()
    ended: str = ""
    position: Point = ("", "")


class Landed(Struct, frozen=True, tag="landed", omit_defaults=True):
    """An airborne unit is on the ground. `how`: "landing", "dive", "engagement" or "forced".

    `ended`: "" as ordered, or "high terrain".
    """

    unit: str
    phase: str
    distance: str
    how: str
    maneuvers: tuple[str, ...] = ()
    position: Point = ("", "")
    ended: str = ""


class Engaged(Struct, frozen=True, tag="engaged"):
    """Two units are in base contact; angle and contact as the players agree."""

    unit: str
    target: str
    phase: str
    distance: str
    from_air: bool
    dive: bool


class EngagementFailed(Struct, frozen=True, tag="engagement-failed", omit_defaults=True):
    """The unit has ended short of the target; `why` is "short", "angle" or "high terrain", as the players
    agree, or "maneuver" where one has failed on the way. `dive` is told from the second edition on.
    """

    unit: str
    target: str
    phase: str
    distance: str
    from_air: bool
    why: str
    dive: bool = False


class PartingShots(Struct, frozen=True, tag="parting-shots"):
    """The engaged enemies may take parting shots at a unit that takes to the skies."""

    unit: str
    enemies: tuple[str, ...]
    att: Sum
    dam: Sum


class BrokeAway(Struct, frozen=True, tag="broke-away"):
    """A unit has left its engagements. `how`: "break-away" or "full retreat"."""

    unit: str
    phase: str
    distance: str
    how: str
    skyward: bool


class BreakAwayFailed(Struct, frozen=True, tag="break-away-failed"):
    unit: str
    phase: str


class FlyByMet(Struct, frozen=True, tag="fly-by-met"):
    """Two airborne units have met; models of each in contact, as the players agree."""

    unit: str
    target: str
    models: int
    enemies: int


class FlyByStruck(Struct, frozen=True, tag="fly-by-struck"):
    """The dice of a fly-by attack; damage is resolved as the rulebook says."""

    unit: str
    target: str
    phase: str
    faces: tuple[int, ...]


class FlyByDeclined(Struct, frozen=True, tag="fly-by-declined"):
    unit: str
    target: str


class Shot(Struct, frozen=True, tag="shot", omit_defaults=True):
    """A ranged attack: the distance that counts, the ranges, the band and the modifier to ATT."""

    unit: str
    target: str
    measured: str
    distance: Sum
    close: Sum
    extended: Sum
    band: str
    att: Sum
    faces: tuple[int, ...] = ()
    reaction: bool = False


class ForcedDown(Struct, frozen=True, tag="forced-down"):
    """An airborne unit must land. `by` is the seat that reported it."""

    unit: str
    cause: str
    by: str


class ForcedLanded(Struct, frozen=True, tag="forced-landed", omit_defaults=True):
    """A unit has landed straight on; `extended` to be clear of others, at the price of Damage dice.

    `ended`: "" as ordered, or "high terrain".
    """

    unit: str
    distance: str
    extended: str
    dice: int
    unformed: bool
    ended: str = ""


class DamageThrown(Struct, frozen=True, tag="damage-thrown"):
    unit: str
    faces: tuple[int, ...]


class CardPlayed(Struct, frozen=True, tag="card-played", omit_defaults=True):
    unit: str
    card: str
    target: str = ""


class CardIgnored(Struct, frozen=True, tag="card-ignored", omit_defaults=True):
    """A card without effect, because a unit is airborne."""

    unit: str
    card: str
    airborne: str
    target: str = ""


class Challenged(Struct, frozen=True, tag="challenged"):
    challenger: str
    personality: str


class ChallengeIgnored(Struct, frozen=True, tag="challenge-ignored"):
    """A challenge to or from the air: ignored and not declined, without any effect on honor."""

    challenger: str
    personality: str
    airborne: str


FLIGHT_EVENTS = (
    Placed,
    Marched,
    TookOff,
    TakeOffPrevented,
    ManeuverTested,
    Flew,
    Landed,
    Engaged,
    EngagementFailed,
    PartingShots,
    BrokeAway,
    BreakAwayFailed,
    FlyByMet,
    FlyByStruck,
    FlyByDeclined,
    Shot,
    ForcedDown,
    ForcedLanded,
    DamageThrown,
    CardPlayed,
    CardIgnored,
    Challenged,
    ChallengeIgnored,
)
