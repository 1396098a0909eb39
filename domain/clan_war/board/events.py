"""Events of armies, honor, conditions, tests, turns and the end. Tags are for ever.

Events of flight stand in `flight_events.py`, those of combat and hostages in `combat_events.py`.
"""

from __future__ import annotations

from msgspec import Struct

from domain.clan_war.board.state import Personality, Profile
from domain.clan_war.board.trials import Roll
from domain.clan_war.words.items import Kind
from domain.kit.sums import Sum, Term


class UnitMustered(Struct, frozen=True, tag="unit-mustered"):
    profile: Profile


class ClanChosen(Struct, frozen=True, tag="clan-chosen"):
    """The clan that an army fights for."""

    army: str
    clan: str


class PersonalityRecruited(Struct, frozen=True, tag="personality-recruited"):
    personality: Personality


class UnitCalled(Struct, frozen=True, tag="unit-called"):
    """A unit has a name of its army's own."""

    unit: str
    called: str


class PersonalityCalled(Struct, frozen=True, tag="personality-called"):
    personality: str
    called: str


class ModifierEntered(Struct, frozen=True, tag="modifier-entered"):
    """A modifier of an army's starting honor."""

    army: str
    term: Term


class StartingHonorSet(Struct, frozen=True, tag="starting-honor-set"):
    """The honor with which an army begins; `high` and `low` are the levels that it has without a test."""

    army: str
    honor: Sum
    high: int
    low: int


class TurnBegan(Struct, frozen=True, tag="turn-began"):
    turn: int


class PhaseBegan(Struct, frozen=True, tag="phase-began"):
    phase: str


class ArmyDone(Struct, frozen=True, tag="army-done"):
    """A seat has nothing more to report in the phase."""

    army: str


class HonorChanged(Struct, frozen=True, tag="honor-changed", omit_defaults=True):
    """An army's honor has changed by the term, to `after`. `by` is the seat that reported it.

    `confirmed` is the seat that has confirmed it, or "ruling"; "" where reports stand at once.
    """

    army: str
    term: Term
    after: int
    by: str
    confirmed: str = ""


class LevelReached(Struct, frozen=True, tag="level-reached"):
    """An army has reached a level of honor for the first time; `due` tells whether a test follows."""

    army: str
    kind: Kind
    level: int
    penalty: int
    due: bool


class PointsChanged(Struct, frozen=True, tag="points-changed", omit_defaults=True):
    """Likewise of victory points."""

    army: str
    term: Term
    after: int
    by: str
    confirmed: str = ""


class ExtraCardGranted(Struct, frozen=True, tag="extra-card-granted"):
    """The army with the highest honor may draw one Tactical Card more in this End phase."""

    army: str
    honor: int


class ExtraCardWithheld(Struct, frozen=True, tag="extra-card-withheld"):
    """Several armies have the highest honor, and none draws."""

    armies: tuple[str, ...]
    honor: int


class MoraleTested(Struct, frozen=True, tag="morale-tested"):
    unit: str
    cause: str
    roll: Roll


class HonorTested(Struct, frozen=True, tag="honor-tested"):
    """A unit has tested because `army` has reached a level of honor."""

    unit: str
    army: str
    kind: Kind
    level: int
    roll: Roll


class DueLapsed(Struct, frozen=True, tag="test-lapsed"):
    """A test that is not taken, because the army's honor has come back."""

    army: str
    kind: Kind
    level: int


class ConditionChanged(Struct, frozen=True, tag="condition-changed", omit_defaults=True):
    """A unit is now unformed, formed, spent (until the end of turn `until`), broken, routing or rallied."""

    unit: str
    condition: str
    cause: str
    until: int = 0


class UnitReady(Struct, frozen=True, tag="unit-ready"):
    """A unit is no longer spent."""

    unit: str


class UnitWounded(Struct, frozen=True, tag="unit-wounded"):
    unit: str
    wounds: int


class ModelsLost(Struct, frozen=True, tag="models-lost"):
    unit: str
    models: int
    left: int


class UnitDestroyed(Struct, frozen=True, tag="unit-destroyed"):
    unit: str


class PersonalitySlain(Struct, frozen=True, tag="personality-slain"):
    personality: str


class TurnEnded(Struct, frozen=True, tag="turn-ended"):
    turn: int


class EndProposed(Struct, frozen=True, tag="end-proposed"):
    """An army wants to end the battle in this turn."""

    army: str


class ArmyResigned(Struct, frozen=True, tag="army-resigned"):
    army: str


class BattleEnded(Struct, frozen=True, tag="battle-ended"):
    """Why it ends: "agreed" or "turn limit"."""

    why: str


class Tally(Struct, frozen=True):
    army: str
    points: Sum


class PointsCounted(Struct, frozen=True, tag="points-counted"):
    tallies: tuple[Tally, ...]


class BattleWon(Struct, frozen=True, tag="battle-won"):
    """Who has won; several share a draw."""

    winners: tuple[str, ...]
    ending: str


LEDGER_EVENTS = (
    UnitMustered,
    ClanChosen,
    PersonalityRecruited,
    UnitCalled,
    PersonalityCalled,
    ModifierEntered,
    StartingHonorSet,
    TurnBegan,
    PhaseBegan,
    ArmyDone,
    HonorChanged,
    LevelReached,
    PointsChanged,
    ExtraCardGranted,
    ExtraCardWithheld,
    MoraleTested,
    HonorTested,
    DueLapsed,
    ConditionChanged,
    UnitReady,
    UnitWounded,
    ModelsLost,
    UnitDestroyed,
    PersonalitySlain,
    TurnEnded,
    EndProposed,
    ArmyResigned,
    BattleEnded,
    PointsCounted,
    BattleWon,
)
