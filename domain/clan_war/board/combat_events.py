"""Events of Close Combat and of hostages. Tags are for ever."""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.board.trials import Roll
from domain.kit.sums import Sum


class HostageTaken(Struct, frozen=True, tag="hostage-taken"):
    hostage: str
    clan: str
    unit: str


class ModeChosen(Struct, frozen=True, tag="mode-chosen"):
    """How a unit fights a captor: "easy" or "all-out"."""

    unit: str
    captor: str
    mode: str


class Fought(Struct, frozen=True, tag="fought", omit_defaults=True):
    """A Close Combat in wounds given and taken, with each side's modifiers to ATT for hostages.

    `modes`: how each side has fought the other, "easy", "all-out" or "".
    """

    unit: str
    target: str
    given: int
    taken: int
    att: Sum
    target_att: Sum
    modes: tuple[str, str] = ("", "")


class ModelsSacrificed(Struct, frozen=True, tag="models-sacrificed"):
    unit: str
    hostage: str
    models: int
    left: int


class DestructionTested(Struct, frozen=True, tag="destruction-tested", omit_defaults=True):
    """Whether the hostages of a captor have survived; `attacker` where each has a test of its own."""

    captor: str
    roll: Roll
    attacker: str = ""


class HostageDestroyed(Struct, frozen=True, tag="hostage-destroyed"):
    """`how`: "all-out attack" or "special order"."""

    hostage: str
    captor: str
    how: str


class RecoveryTested(Struct, frozen=True, tag="recovery-tested"):
    unit: str
    captor: str
    hostage: str
    roll: Roll


class RecoveryDeclined(Struct, frozen=True, tag="recovery-declined"):
    unit: str
    hostage: str


class HostageRecovered(Struct, frozen=True, tag="hostage-recovered"):
    """A hostage is now in another unit. `how`: "test" or "captor gone"."""

    hostage: str
    unit: str
    how: str


class HostageFreed(Struct, frozen=True, tag="hostage-freed"):
    """The captor is gone and nobody was engaged with it: the hostage leaves the battle."""

    hostage: str


COMBAT_EVENTS = (
    HostageTaken,
    ModeChosen,
    Fought,
    ModelsSacrificed,
    DestructionTested,
    HostageDestroyed,
    RecoveryTested,
    RecoveryDeclined,
    HostageRecovered,
    HostageFreed,
)
