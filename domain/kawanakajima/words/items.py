"""Items of the agenda: steps, and prompts, which have `seat` or `seats`. Tags are for ever.

New fields have defaults. Items for the field stand in field_items.py, for a siege in siege_items.py.
"""

from __future__ import annotations

from msgspec import Struct

from domain.kawanakajima.words.field_items import FIELD_ITEMS
from domain.kawanakajima.words.siege_items import SIEGE_ITEMS
from domain.kit.sums import Sum


class PlaceUnits(Struct, frozen=True, tag="place-units"):
    """The units of the scenario go to their hexes."""


class Deploy(Struct, frozen=True, tag="deploy"):
    """Prompt: one clan may be placed beside clan M."""

    seat: str


class ChoosePlan(Struct, frozen=True, tag="choose-plan"):
    """Prompt: a battle plan, in secret."""

    seats: tuple[str, ...]


class OpenPlan(Struct, frozen=True, tag="open-plan"):
    """A plan that is active from the beginning comes into play."""

    side: str


class BuildPositions(Struct, frozen=True, tag="build-positions"):
    """Prompt: units for so many defensive positions."""

    seat: str
    count: int


class SetPostures(Struct, frozen=True, tag="set-postures"):
    """Prompt: postures that the plan allows, for those clans."""

    seat: str
    clans: tuple[str, ...]


class WriteEntries(Struct, frozen=True, tag="write-entries"):
    """Prompt: the entry points of these clans, in secret; it stays until the last of them is written."""

    seat: str
    clans: tuple[str, ...]


class BeginTurn(Struct, frozen=True, tag="begin-turn"):
    turn: int


class EnterClans(Struct, frozen=True, tag="enter-clans"):
    """Clans whose turn of appearance it is stand on their entry points."""


class UpdateDelays(Struct, frozen=True, tag="update-delays"):
    """Command, step 1."""


class ThrowCommand(Struct, frozen=True, tag="throw-command"):
    """Command, step 2, for one general."""

    general: str


class BeginSaving(Struct, frozen=True, tag="begin-saving"):
    """Command, step 3, if somebody has a plan to activate."""


class SavePoints(Struct, frozen=True, tag="save-points", omit_defaults=True):
    """Prompt, command, step 3: points for the plan. `trying`: who has written an attempt."""

    seats: tuple[str, ...]
    trying: tuple[str, ...] = ()


class AttemptPlan(Struct, frozen=True, tag="attempt-plan"):
    side: str


class BeginChoices(Struct, frozen=True, tag="begin-choices"):
    """Command, step 4, for whoever has points."""


class SelectChits(Struct, frozen=True, tag="select-chits", omit_defaults=True):
    """Prompt, command, step 4: chits, in secret; whoever is ready may still begin again."""

    seats: tuple[str, ...]
    welcome: tuple[str, ...] = ()


class PlaceChits(Struct, frozen=True, tag="place-chits"):
    """The chosen chits are shown and placed."""


class AddCompulsory(Struct, frozen=True, tag="add-compulsory"):
    """The end of command: the five compulsory chits go into the bowl."""


class DrawChit(Struct, frozen=True, tag="draw-chit"):
    """Activation, step 1; or the end of the turn."""


class CallKansuke(Struct, frozen=True, tag="call-kansuke"):
    """Prompt: Kansuke may put the chit off."""

    seat: str
    chit: str


class AcceptChit(Struct, frozen=True, tag="accept-chit"):
    """Prompt: the chit may go back into the bowl."""

    seat: str
    chit: str


class PlayChit(Struct, frozen=True, tag="play-chit"):
    """Activation, step 2."""

    chit: str


class PlaySpecial(Struct, frozen=True, tag="play-special"):
    """What was written for a special chit is opened and done."""

    chit: str


class ReturnChit(Struct, frozen=True, tag="return-chit"):
    chit: str


class ChooseImpetuous(Struct, frozen=True, tag="choose-impetuous"):
    """Prompt: the clan of the enemy that has to attack."""

    seat: str


class ThrowCombined(Struct, frozen=True, tag="throw-combined", omit_defaults=True):
    """The next of the clans throws for combined manoeuvres; then those that have joined are activated."""

    side: str
    clans: tuple[str, ...]
    joined: tuple[str, ...] = ()


class PlaceSamurai(Struct, frozen=True, tag="place-samurai"):
    """Prompt: the unit that the samurai joins."""

    seat: str


class Score(Struct, frozen=True, tag="score"):
    side: str
    points: Sum


class LeaderLost(Struct, frozen=True, tag="leader-lost"):
    """The leader of a unit is dead; of two of them the game hangs."""

    unit: str


class CombatBegun(Struct, frozen=True, tag="combat-begun"):
    """A side begins a combat: what its plan makes of the first one."""

    side: str


class EndTurn(Struct, frozen=True, tag="end-turn"):
    why: str


class CountPoints(Struct, frozen=True, tag="count-points"):
    """The end of the last turn."""


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


COMMAND_ITEMS: tuple[type[Struct], ...] = (
    PlaceUnits,
    Deploy,
    ChoosePlan,
    OpenPlan,
    BuildPositions,
    SetPostures,
    WriteEntries,
    BeginTurn,
    EnterClans,
    UpdateDelays,
    ThrowCommand,
    BeginSaving,
    SavePoints,
    AttemptPlan,
    BeginChoices,
    SelectChits,
    PlaceChits,
    AddCompulsory,
    DrawChit,
    CallKansuke,
    AcceptChit,
    PlayChit,
    PlaySpecial,
    ReturnChit,
    ChooseImpetuous,
    ThrowCombined,
    PlaceSamurai,
    Score,
    LeaderLost,
    CombatBegun,
    EndTurn,
    CountPoints,
)
ITEMS: tuple[type[Struct], ...] = (
    *COMMAND_ITEMS,
    *FIELD_ITEMS,
    FormColumn,
    EnterSurplus,
    TryPlans,
    KaizuTaken,
    *SIEGE_ITEMS,
)
