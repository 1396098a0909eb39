"""Orders a player may give in the field, chapters 6 and 9 to 12. Tags are for ever.

Names are written as the player writes them, "G" and "G1"; whose they are follows from the place in the order.
"""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Struct

from domain.kit.vocabulary import Named

Clan = Annotated[str, Named("clan")]
Unit = Annotated[str, Named("unit")]
Hex = Annotated[str, Named("hex")]
PostureWord = Annotated[str, Named("posture")]
Axis = Annotated[str, Named("axis")]


class Posture(Struct, frozen=True, tag="posture"):
    """A clan tries to change its posture [6.4]. Where postures are secret nobody else knows which [6.2]."""

    FORM: ClassVar[str] = "posture {clan} {posture}"
    clan: Clan
    posture: PostureWord


class Move(Struct, frozen=True, tag="move"):
    """A unit goes along these hexes; one hex alone is reached by the cheapest way [10.1]."""

    FORM: ClassVar[str] = "move {unit} {path}"
    unit: Unit
    path: tuple[Hex, ...]


class Fight(Struct, frozen=True, tag="fight", omit_defaults=True):
    """Own units attack units of the enemy, the leader on the column or on the row [11.1]."""

    FORM: ClassVar[str] = "fight {units} on {targets}[ leader {leader}]"
    units: tuple[Unit, ...]
    targets: tuple[Unit, ...]
    leader: Axis = ""


class Leader(Struct, frozen=True, tag="leader"):
    """Where the leader of the attacked units counts [11.6]."""

    FORM: ClassVar[str] = "leader {axis}"
    axis: Axis


class Suffer(Struct, frozen=True, tag="suffer"):
    """Which unit takes the heavier part of a result [11.7]."""

    FORM: ClassVar[str] = "suffer {unit}"
    unit: Unit


class Retreat(Struct, frozen=True, tag="retreat"):
    """Where a unit retreats to [9.3.1, 11.7]."""

    FORM: ClassVar[str] = "retreat {unit} {hex}"
    unit: Unit
    hex: Hex


class Advance(Struct, frozen=True, tag="advance"):
    """A unit advances into a hex that its adversary has left [11.13]."""

    FORM: ClassVar[str] = "advance {unit} {hex}"
    unit: Unit
    hex: Hex


class Pursue(Struct, frozen=True, tag="pursue"):
    """Which unit pursues one that retreats [9.3.1]."""

    FORM: ClassVar[str] = "pursue {unit}"
    unit: Unit


class Rally(Struct, frozen=True, tag="rally"):
    """Units that try to rally, in this order [12.1]."""

    FORM: ClassVar[str] = "rally {units}"
    units: tuple[Unit, ...]


class Seppuku(Struct, frozen=True, tag="seppuku"):
    """Whose leader takes his life [11.12]."""

    FORM: ClassVar[str] = "seppuku {unit}"
    unit: Unit


class March(Struct, frozen=True, tag="march"):
    """The clan that marches next [9.3.2]."""

    FORM: ClassVar[str] = "march {clan}"
    clan: Clan


class Gather(Struct, frozen=True, tag="gather"):
    """A scattered clan in defence tries to close up [9.3.4]."""

    FORM: ClassVar[str] = "gather {clan}"
    clan: Clan


FIELD_ORDERS: tuple[type[Struct], ...] = (
    *(Posture, Move, Fight, Leader, Suffer, Retreat),
    *(Advance, Pursue, Rally, Seppuku, March, Gather),
)
