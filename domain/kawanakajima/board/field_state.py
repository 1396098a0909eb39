"""What is going on in the field while a chit is played: whom it activates, who has moved, who has fought."""

from __future__ import annotations

from msgspec import Struct


class Field(Struct, frozen=True):
    """What the chit being played has set going.

    `kind` is that of the event `Activated`, "" before the first. `moved`: the units that have moved, in that
    order. `fought`: those that have fought as attackers, `attacked` those that they fought, `retreated` those
    that have retreated before the enemy. `tried`: the clans that have tried to change their posture; `wanted`
    the posture that the last of them tries to take. `pursued`: those that have followed a retreat.
    """

    kind: str = ""
    moved: tuple[str, ...] = ()
    fought: tuple[str, ...] = ()
    attacked: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    wanted: str = ""
    retreated: tuple[str, ...] = ()
    pursued: tuple[str, ...] = ()


NOTHING = Field()
