"""Steps and prompts that the sequence of play still has before it.

Tags are for ever; new fields have defaults. A prompt has the `seat` or the `seats` that answer it; the
`welcome` may still report though the game does not wait for them.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

Phase = Literal["primary", "cavalry", "ranged", "close", "end"]
Kind = Literal["enemy", "own"]


class MusterArmies(Struct, frozen=True, tag="muster-armies", omit_defaults=True):
    """Prompt: units and personalities, in any order."""

    seats: tuple[str, ...]
    welcome: tuple[str, ...] = ()


class OpenLists(Struct, frozen=True, tag="open-lists"):
    """The army lists that were under seal."""


class SetHonor(Struct, frozen=True, tag="set-honor"):
    """The starting honor of an army."""

    army: str


class BeginTurn(Struct, frozen=True, tag="begin-turn"):
    """The next turn."""


class BeginPhase(Struct, frozen=True, tag="begin-phase"):
    phase: Phase


class Reports(Struct, frozen=True, tag="reports", omit_defaults=True):
    """Prompt: what happens on the table in a phase, in any order."""

    phase: Phase
    seats: tuple[str, ...]
    welcome: tuple[str, ...] = ()


class SettleReports(Struct, frozen=True, tag="settle-reports"):
    """Whom the reports that wait are asked of, until none is open."""


class Confirming(Struct, frozen=True, tag="confirming", omit_defaults=True):
    """Prompt: whether what the other side has reported is so."""

    seats: tuple[str, ...]
    welcome: tuple[str, ...] = ()


class LandingTest(Struct, frozen=True, tag="landing-test", omit_defaults=True):
    """The Maneuver test after a landing; `how` is a row of the table of modifiers, `dive` another."""

    unit: str
    how: Literal["plain", "engaging", "short", "angle"]
    dive: bool = False


class FlyBys(Struct, frozen=True, tag="fly-bys"):
    """The fly-by attacks of a movement phase."""

    phase: Phase


class FlyByChoice(Struct, frozen=True, tag="fly-by-choice"):
    """Prompt: whether a unit rolls its fly-by attack, of so many dice."""

    seat: str
    unit: str
    target: str
    dice: int


class ForcedLanding(Struct, frozen=True, tag="forced-landing"):
    """Prompt: how a unit that is forced down lands."""

    seat: str
    unit: str
    cause: str


class Damage(Struct, frozen=True, tag="damage"):
    """The Damage dice of a forced landing."""

    unit: str
    dice: int


class Destructions(Struct, frozen=True, tag="destructions"):
    """The tests of captors that were attacked all-out."""


class DestructionTest(Struct, frozen=True, tag="destruction-test", omit_defaults=True):
    captor: str
    attacker: str = ""


class Recoveries(Struct, frozen=True, tag="recoveries"):
    """The attempts that units may make after Close Combat."""


class RecoveryChoice(Struct, frozen=True, tag="recovery-choice"):
    """Prompt: whether a unit tries to recover a hostage."""

    seat: str
    unit: str
    hostage: str


class CaptorGone(Struct, frozen=True, tag="captor-gone"):
    """The hostages of a unit that is removed; `engaged` were those engaged with it."""

    captor: str
    engaged: tuple[str, ...]


class RescuerChoice(Struct, frozen=True, tag="rescuer-choice"):
    """Prompt: which of one's units recovers the hostages of a captor that is gone."""

    seat: str
    captor: str
    units: tuple[str, ...]


class ExtraCard(Struct, frozen=True, tag="extra-card"):
    """Who may draw one Tactical Card more."""


class HonorTests(Struct, frozen=True, tag="honor-tests"):
    """The tests that are due at the end of the turn."""


class HonorTest(Struct, frozen=True, tag="honor-test"):
    """One unit's test because `army` has reached a level of honor."""

    unit: str
    army: str
    kind: Kind
    level: int
    penalty: int


class EndTurn(Struct, frozen=True, tag="end-turn"):
    """The next turn, or the end at the turn limit."""


class Victory(Struct, frozen=True, tag="victory"):
    """Victory points are counted."""


ITEMS = (
    MusterArmies,
    OpenLists,
    SetHonor,
    BeginTurn,
    BeginPhase,
    Reports,
    SettleReports,
    Confirming,
    LandingTest,
    FlyBys,
    FlyByChoice,
    ForcedLanding,
    Damage,
    Destructions,
    DestructionTest,
    Recoveries,
    RecoveryChoice,
    CaptorGone,
    RescuerChoice,
    ExtraCard,
    HonorTests,
    HonorTest,
    EndTurn,
    Victory,
)
