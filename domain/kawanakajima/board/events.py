"""Events of set-up, command and the sequence of play, and of corrections. Tags are for ever.

New fields have defaults. field_events.py has those of the field, siege_events.py those of a siege.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from domain.kawanakajima.board.field_events import (
    FIELD_EVENTS,
    Fought,
    PostureTried,
    RallyTried,
    UnitRetreated,
)
from domain.kawanakajima.board.siege_events import SIEGE_EVENTS
from domain.kawanakajima.board.state import Choice, Hidden, Note, Standing, Troops, side_of
from domain.kit.editions import Amended
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum


class UnitsPlaced(Struct, frozen=True, tag="units-placed"):
    places: dict[str, str]


class PlanChosen(Struct, frozen=True, tag="plan-chosen"):
    """A side has chosen its battle plan; it alone may know which."""

    side: str
    plan: Sealed[str]


class PlanActivated(Struct, frozen=True, tag="plan-activated"):
    """From now on the special activations and abilities of a side's plan are in play."""

    side: str


class PlanShown(Struct, frozen=True, tag="plan-shown"):
    side: str
    plan: str


class PositionsGranted(Struct, frozen=True, tag="positions-granted"):
    side: str
    face: int
    count: int


class PositionBuilt(Struct, frozen=True, tag="position-built"):
    unit: str
    hex: str


class PostureChanged(Struct, frozen=True, tag="posture-changed", omit_defaults=True):
    """A clan takes a posture; `why` says in a few words what made it."""

    clan: str
    posture: Hidden
    why: str = ""


class EntriesWritten(Struct, frozen=True, tag="entries-written"):
    """Entry points are written down, clan by clan; their side alone may know of which clans, and which."""

    side: str
    points: Sealed[dict[str, str]]


class TurnBegan(Struct, frozen=True, tag="turn-began"):
    turn: int


class ClanEntered(Struct, frozen=True, tag="clan-entered"):
    clan: str
    places: dict[str, str]
    posture: Hidden


class DelaysMoved(Struct, frozen=True, tag="delays-moved"):
    """The chits of the delay track have gone on: to a lower box, or from the last one into the bowl."""

    places: dict[str, str]


class CommandThrown(Struct, frozen=True, tag="command-thrown"):
    """A general's die, what modifies it, and the command points that he has this turn."""

    general: str
    face: int
    die: Sum
    points: int


class PointsSaved(Struct, frozen=True, tag="points-saved"):
    """Command points put by for the activation of the plan; `attempt`: it is tried now."""

    side: str
    points: Sealed[int]
    attempt: bool


class PlanAttempted(Struct, frozen=True, tag="plan-attempted"):
    """2d6 against the points saved. `left` is what remains of them."""

    side: str
    faces: tuple[int, ...]
    saved: int
    active: bool
    left: int


class ChoiceMade(Struct, frozen=True, tag="choice-made"):
    """A side has chosen chits; the enemy sees them when both are ready."""

    side: str
    choices: Sealed[tuple[Choice, ...]]


class ChoicesCleared(Struct, frozen=True, tag="choices-cleared"):
    side: str


class ChoicesClosed(Struct, frozen=True, tag="choices-closed"):
    side: str


class ChitPlaced(Struct, frozen=True, tag="chit-placed"):
    """The chit of a clan: into the bowl, or into a box of the delay track by the distance of its general."""

    chit: str
    place: str
    general: str
    distance: Sum


class SpecialPlaced(Struct, frozen=True, tag="special-placed", omit_defaults=True):
    """A special chit goes into the bowl; what it is for is written down in secret."""

    chit: str
    note: Sealed[Note]
    general: str = ""


class CompulsoryAdded(Struct, frozen=True, tag="compulsory-added"):
    chits: tuple[str, ...]


class ChitDrawn(Struct, frozen=True, tag="chit-drawn"):
    chit: str


class ChitVoid(Struct, frozen=True, tag="chit-void"):
    """A chit that was drawn has no effect. `place` is where it goes."""

    chit: str
    why: str
    place: str


class ChitRefused(Struct, frozen=True, tag="chit-refused"):
    chit: str


class KansukeCalled(Struct, frozen=True, tag="kansuke-called"):
    """The chit goes to box 1 of its owner's delay track, at a price in victory points."""

    chit: str
    place: str
    cost: Sum


class ChitPlayed(Struct, frozen=True, tag="chit-played"):
    chit: str


class SpecialOpened(Struct, frozen=True, tag="special-opened"):
    chit: str
    activation: str
    clans: tuple[str, ...]


class ChitReturned(Struct, frozen=True, tag="chit-returned"):
    chit: str
    place: str


class ImpetuousGiven(Struct, frozen=True, tag="impetuous-given"):
    """Impetuous attacks of a side's plan pass to the enemy, `side`."""

    side: str
    count: int


class ImpetuousOrdered(Struct, frozen=True, tag="impetuous-ordered"):
    side: str
    clan: str


class CombinedTested(Struct, frozen=True, tag="combined-tested"):
    clan: str
    face: int
    die: Sum
    result: Literal["joins", "stays", "flees"]


class PointsScored(Struct, frozen=True, tag="points-scored"):
    """Victory points of a side. `lead` is the marker after it: above 0 the Takeda lead."""

    side: str
    points: Sum
    lead: int


class SamuraiCalled(Struct, frozen=True, tag="samurai-called"):
    """The marker has passed a samurai's line: that of `side` goes into the bowl."""

    side: str
    line: int


class SamuraiJoined(Struct, frozen=True, tag="samurai-joined"):
    """The samurai joins a unit; `use` is "rally" or "attack"."""

    side: str
    unit: str
    use: str


class SamuraiLeft(Struct, frozen=True, tag="samurai-left"):
    side: str
    unit: str


class TurnEnded(Struct, frozen=True, tag="turn-ended"):
    """A turn is over. `places`: where the chits that were left in the bowl go."""

    turn: int
    why: str
    places: dict[str, str]


class Resigned(Struct, frozen=True, tag="resigned"):
    seat: str


class GameEnded(Struct, frozen=True, tag="game-ended"):
    """The end of the game, in a word, who has won, and the points that decided it."""

    ending: str
    winners: tuple[str, ...]
    margin: Sum


class StandingWritten(Struct, frozen=True, tag="standing-written"):
    """A seat has left a standing order; it stands in the place of the one for the same occasion."""

    seat: str
    standing: Sealed[Standing]


class SheetLaid(Struct, frozen=True, tag="sheet-laid"):
    """These are all the standing orders that a seat has left."""

    seat: str
    standing: Sealed[tuple[Standing, ...]]


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


COMMAND_EVENTS: tuple[type[Struct], ...] = (
    *(UnitsPlaced, PlanChosen, PlanActivated, PlanShown, PositionsGranted, PositionBuilt, PostureChanged),
    EntriesWritten,
    TurnBegan,
    ClanEntered,
    DelaysMoved,
    CommandThrown,
    PointsSaved,
    PlanAttempted,
    ChoiceMade,
    ChoicesCleared,
    ChoicesClosed,
    ChitPlaced,
    SpecialPlaced,
    CompulsoryAdded,
    ChitDrawn,
    ChitVoid,
    ChitRefused,
    KansukeCalled,
    ChitPlayed,
    SpecialOpened,
    ChitReturned,
    ImpetuousGiven,
    ImpetuousOrdered,
    CombinedTested,
    PointsScored,
    SamuraiCalled,
    SamuraiJoined,
    SamuraiLeft,
    TurnEnded,
    Resigned,
    GameEnded,
    StandingWritten,
    SheetLaid,
)


# ---- what a ruling has set right


Zones = tuple[str, ...]


class UnitCorrected(Struct, frozen=True, tag="unit-corrected"):
    """Where a unit stood and stands; "" is off the map."""

    unit: str
    before: str
    after: str


class StateCorrected(Struct, frozen=True, tag="state-corrected"):
    """The steps that a unit had lost and has. Four of them take it off the map; `hex` is where it stood."""

    unit: str
    hex: str
    before: int
    after: int


class LeaderCorrected(Struct, frozen=True, tag="leader-corrected"):
    """The leader of a unit lives again, or is dead."""

    unit: str
    killed: bool


class TrackCorrected(Struct, frozen=True, tag="track-corrected"):
    """The victory points of a side, or its Bundori: the values of its own leaders that are lost."""

    side: str
    track: Literal["points", "bundori"]
    before: int
    after: int


class ChitCorrected(Struct, frozen=True, tag="chit-corrected"):
    """Where the chit of a clan was and is."""

    chit: str
    before: str
    after: str


class SamuraiCorrected(Struct, frozen=True, tag="samurai-corrected"):
    """The units that the samurai of a side was and is with; "" is with none: he is out of the game."""

    side: str
    before: str
    after: str


class PositionCorrected(Struct, frozen=True, tag="position-corrected"):
    """A unit has a defensive position where it stands, or has none."""

    unit: str
    hex: str
    built: bool


class TroopsCorrected(Struct, frozen=True, tag="troops-corrected"):
    """The strengths of a side in a siege, and the zones with its markers."""

    side: str
    before: Troops
    after: Troops
    zones_before: Zones
    zones_after: Zones


CORRECTED: tuple[type[Struct], ...] = (
    UnitCorrected,
    StateCorrected,
    LeaderCorrected,
    TrackCorrected,
    ChitCorrected,
    SamuraiCorrected,
    PositionCorrected,
    TroopsCorrected,
)

EVENTS: tuple[type[Struct], ...] = (
    *(*COMMAND_EVENTS, *FIELD_EVENTS),
    *(SurplusEntered, SavingSealed, KaizuChanged),
    *(*SIEGE_EVENTS, *CORRECTED),
    Amended,
)

REVEALS = (
    PlanShown,
    PlanAttempted,
    ChitPlaced,
    SpecialPlaced,
    SpecialOpened,
    ClanEntered,
    CommandThrown,
    PostureTried,
    Fought,
    RallyTried,
    UnitRetreated,
    GameEnded,
)
"""Events that show somebody what was hidden from it [6.2, 7.1, 8.3, 9.5, 16.2].

A plan, what was saved for it, which chits were chosen, what is written for one, an entry point; all of it
at the end of the game.

`CommandThrown`, `PostureTried`, `Fought` and `RallyTried` carry sums whose terms name a plan or tell a
posture; they come with a throw. `UnitRetreated`: whether somebody pursues tells if the enemy is in attack. A
chit is chosen by a draw, out of a bowl that all can see. What is under seal and says no more is none:
`PlanChosen`, `EntriesWritten`, `ChoiceMade`, `PointsSaved`, `SavingSealed`, `PostureWanted`,
`StandingWritten`, `SheetLaid`.

Doubtful, and none: `Activated` and `PostureChanged`. Where postures are secret, a side that lets a clan march
says itself that it is in move, and the reason beside a sealed posture ("no enemy near") what it must be. No
view shows that; and in all other games a slip of the pen in the set-up could not be taken back.
"""

SHOWS_NOTHING: Mapping[type[Struct], Callable[[Any, str], bool]] = {
    ChitPlaced: lambda event, seat: side_of(event.chit) == seat,
    SpecialPlaced: lambda event, seat: side_of(event.chit) == seat,
}
"""Of these, what a side has chosen or written itself [7.1]."""
