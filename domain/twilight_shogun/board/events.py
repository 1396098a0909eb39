"""Events: set-up and sequence of play, cards and actions, scoring and the end, corrections.

Tags are for ever; new fields have defaults.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from domain.kit.editions import Amended
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum
from domain.twilight_shogun.board.state import Change, Lasting, Standing, Use

Status = Literal["nothing", "presence", "domination", "control"]


class GameSetUp(Struct, frozen=True, tag="game-set-up"):
    """The influence that stands at the beginning."""

    changes: tuple[Change, ...]


class TurnBegan(Struct, frozen=True, tag="turn-began"):
    """Turns count from 1. `levels` are the court operation levels that decided who goes first."""

    turn: int
    first: str
    levels: dict[str, int]


class OpenDeckAdded(Struct, frozen=True, tag="open-deck-added"):
    """Draw deck, discards and the open deck are one new draw deck of so many cards; "Open" from now on."""

    cards: int


class Reshuffled(Struct, frozen=True, tag="reshuffled"):
    """The discards are the new draw deck of so many cards."""

    cards: int


class CardsDrawn(Struct, frozen=True, tag="cards-drawn"):
    """A seat has drawn cards; all may know how many."""

    seat: str
    count: int
    cards: Sealed[tuple[str, ...]]


class RoundBegan(Struct, frozen=True, tag="round-began"):
    """Rounds count from 1 in each turn, one for each card that is played."""

    round: int
    seat: str


class CardPlayed(Struct, frozen=True, tag="card-played", omit_defaults=True):
    """A card has left the hand; `met`: whether the condition of its event holds at the start of the round.
    `ifs`: whether each "if" of its text does, where an option has them judged so early.
    """

    seat: str
    card: str
    use: Use
    met: bool
    ifs: tuple[bool, ...] = ()


class EventOccurred(Struct, frozen=True, tag="event-occurred"):
    """The event of a card takes place; `seat` resolves it."""

    card: str
    seat: str


class EventFailed(Struct, frozen=True, tag="event-failed"):
    """The condition of the event did not hold at the start of the round."""

    card: str
    seat: str


class EventBarred(Struct, frozen=True, omit_defaults=True, tag="event-barred"):
    """The event cannot occur: the lasting event of `by` forbids it, or by "" its card is out of play."""

    card: str
    seat: str
    by: str = ""


class JoiPerformed(Struct, frozen=True, tag="jo-i-performed"):
    """The Jo-i marker shows "Performed" until the turn ends."""

    card: str


class CardDiscarded(Struct, frozen=True, tag="card-discarded"):
    """The card that was played goes to the discards."""

    card: str


class CardRemoved(Struct, frozen=True, tag="card-removed"):
    """The card that was played is out of the game."""

    card: str


class InfluencePlaced(Struct, frozen=True, tag="influence-placed"):
    """Action "placing influence": `cost` in APs; `spent` names those that count against a limit."""

    seat: str
    ap: int
    cost: Sum
    spent: tuple[str, ...]
    changes: tuple[Change, ...]


class Realigned(Struct, frozen=True, tag="realigned"):
    """One attempt of the action "realignment"; the sums hold the die and the control of either side."""

    seat: str
    space: str
    own: Sum
    others: Sum
    spent: tuple[str, ...]
    changes: tuple[Change, ...]


class Couped(Struct, frozen=True, tag="couped"):
    """The action "coup". `value` is its sum: die, APs, less twice the stability."""

    seat: str
    space: str
    value: Sum
    changes: tuple[Change, ...]


class CourtTried(Struct, frozen=True, tag="court-tried"):
    """The action "court operation": `limit` is the highest face that succeeds."""

    seat: str
    card: str
    face: int
    limit: Sum
    level: int
    succeeded: bool


class ActionEnded(Struct, frozen=True, tag="action-ended"):
    """A seat gives up the APs that are left."""

    seat: str
    ap: int


class InterventionChanged(Struct, frozen=True, tag="intervention-changed"):
    """The level of the powers' intervention, and what changed it: "coup" or a card."""

    before: int
    after: int
    cause: str


class InterventionEvaded(Struct, frozen=True, tag="intervention-evaded"):
    """The active player has declined an increase that would have lost the game."""

    seat: str
    level: int
    cause: str


class Recovered(Struct, frozen=True, tag="recovered"):
    """Voluntary recovery: influence below the support rises to it, of both sides, in every space."""

    changes: tuple[Change, ...]


class Shift(Struct, frozen=True):
    """Control of a clan before and after; "" is nobody's. `lead` is that of the side that has or had it."""

    space: str
    before: str
    after: str
    stability: int
    lead: Sum


class ControlShifted(Struct, frozen=True, tag="control-shifted"):
    """After a round: the clans that another side controls than before it."""

    shifts: tuple[Shift, ...]


class Standings(Struct, frozen=True):
    """What one seat gets out of a scoring, and why."""

    seat: str
    status: Status
    points: Sum


class Scored(Struct, frozen=True, tag="scored"):
    """A scoring: what either seat gets; only the difference is moved on the track."""

    scoring: str
    standings: tuple[Standings, ...]


class VpScored(Struct, frozen=True, tag="vp-scored"):
    """The VP marker has moved. `vp` is where it stands now: positive for Anti-Bakufu."""

    seat: str
    points: Sum
    vp: int


class TurnEnded(Struct, frozen=True, tag="turn-ended"):
    """Jo-i and court operation markers are refreshed, the navy marker is back in Edo."""

    turn: int


class NavyPlaced(Struct, frozen=True, tag="navy-placed"):
    """The optional marker lies in a space, with the face of the seat that is behind."""

    seat: str
    space: str
    face: str


class FinalScoringBegan(Struct, frozen=True, tag="final-scoring-began"):
    """Every scoring is played; until the last of them nobody wins by VP."""


class EmperorFlagsStood(Struct, frozen=True, tag="emperor-flags-stood"):
    """The emperor's flags stand: the opponent gets as many VP as the die shows, and the game is over."""

    seat: str
    face: int


class Resigned(Struct, frozen=True, tag="resigned"):
    seat: str


class SheetLaid(Struct, frozen=True, tag="sheet-laid"):
    """These are all the standing orders that a seat has left: "evade", or none."""

    seat: str
    left: tuple[str, ...]


class GameWon(Struct, frozen=True, tag="game-won"):
    """The end of the game. `ending`: vp, resignation, intervention, emperor or final."""

    winner: str
    ending: str
    why: str


# ---- the events of cards [9.0]


class InfluenceChanged(Struct, frozen=True, tag="influence-changed"):
    """The event of a card has placed or removed influence."""

    card: str
    changes: tuple[Change, ...]


class MarkerPlaced(Struct, frozen=True, tag="marker-placed"):
    """A support marker is placed, moved or flipped; what it says and whom it supports stands in its face."""

    card: str
    marker: str
    space: str
    face: str
    name: str
    side: str
    value: int


class MarkerRemoved(Struct, frozen=True, tag="marker-removed"):
    card: str
    marker: str
    space: str
    name: str


class TreatyRaised(Struct, frozen=True, tag="treaty-raised"):
    card: str
    before: int
    after: int


class CourtMoved(Struct, frozen=True, tag="court-moved"):
    """An event has raised or lowered the court operation level of a seat."""

    card: str
    seat: str
    before: int
    after: int


class CourtModifierPlaced(Struct, frozen=True, tag="court-modifier-placed"):
    """The court operations of Anti-Bakufu are modified by so much from now on."""

    card: str
    value: int


class YokohamaOpened(Struct, frozen=True, tag="yokohama-opened"):
    card: str


class WarfareFought(Struct, frozen=True, tag="warfare-fought"):
    """A warfare event: the sum of die and control against the number of the event."""

    seat: str
    card: str
    space: str
    value: Sum
    target: int
    won: bool
    changes: tuple[Change, ...]


class WayChosen(Struct, frozen=True, tag="way-chosen"):
    seat: str
    card: str
    way: str


class CardDropped(Struct, frozen=True, tag="card-dropped"):
    """An event has cost a seat a card of its hand: `dropped` goes to the discards."""

    card: str
    seat: str
    dropped: str
    at_random: bool


class NothingDone(Struct, frozen=True, tag="nothing-done"):
    """A part of an event changes nothing; `why` says so in a sentence."""

    card: str
    seat: str
    why: str


class EventLasted(Struct, frozen=True, tag="event-lasted"):
    """An event lasts from now on, in the place of an earlier one of the same card."""

    lasting: Lasting


class LastingEnded(Struct, frozen=True, omit_defaults=True, tag="lasting-ended"):
    """The event of a card lasts no more; `by` is the card that ends it, "" the end of the turn."""

    card: str
    by: str = ""


class CardRetired(Struct, frozen=True, tag="card-retired"):
    """An event has taken `retired` out of play, wherever it is; out of the discards at once."""

    card: str
    retired: str


class FaceRetired(Struct, frozen=True, tag="face-retired"):
    """An event has taken a face of a support marker out of play; `name` is what it says."""

    card: str
    marker: str
    face: str
    name: str


class HandSeen(Struct, frozen=True, tag="hand-seen"):
    """A seat sees the cards that the other holds; all may know how many they are."""

    card: str
    seat: str
    holder: str
    count: int
    cards: Sealed[tuple[str, ...]]


class CardRetrieved(Struct, frozen=True, tag="card-retrieved"):
    """A seat has taken `retrieved` out of the discards into its hand."""

    card: str
    seat: str
    retrieved: str


# ---- corrections of a ruling


class InfluenceCorrected(Struct, frozen=True, tag="influence-corrected"):
    """The influence of a side in a space is another now."""

    changes: tuple[Change, ...]


class MarkerCorrected(Struct, frozen=True, tag="marker-corrected"):
    """Where a support marker stood and stands; None is off the map. `name` is that of the face that is up,
    or was.
    """

    marker: str
    name: str
    before: Standing | None
    after: Standing | None


class TrackCorrected(Struct, frozen=True, tag="track-corrected"):
    """A marker on a track. The VP are positive for Anti-Bakufu."""

    track: str
    before: int
    after: int


class BoxCorrected(Struct, frozen=True, tag="box-corrected"):
    """What a box or a marker with two sides shows."""

    box: str
    before: str
    after: str


class CardCorrected(Struct, frozen=True, tag="card-corrected"):
    """A card has gone from a pile or a hand to another, one of which everybody sees."""

    card: str
    before: str
    after: str


class CardGiven(Struct, frozen=True, tag="card-given"):
    """A card of the draw deck is in the hand of a seat."""

    seat: str
    cards: Sealed[tuple[str, ...]]


class CardTaken(Struct, frozen=True, tag="card-taken"):
    """A card of the hand of a seat is in the draw deck again."""

    seat: str
    cards: Sealed[tuple[str, ...]]


EVENTS = (
    GameSetUp,
    TurnBegan,
    OpenDeckAdded,
    Reshuffled,
    CardsDrawn,
    RoundBegan,
    CardPlayed,
    EventOccurred,
    EventFailed,
    EventBarred,
    JoiPerformed,
    CardDiscarded,
    CardRemoved,
    InfluencePlaced,
    Realigned,
    Couped,
    CourtTried,
    ActionEnded,
    InterventionChanged,
    InterventionEvaded,
    Recovered,
    ControlShifted,
    Scored,
    VpScored,
    TurnEnded,
    NavyPlaced,
    FinalScoringBegan,
    EmperorFlagsStood,
    Resigned,
    SheetLaid,
    GameWon,
    InfluenceChanged,
    MarkerPlaced,
    MarkerRemoved,
    TreatyRaised,
    CourtMoved,
    CourtModifierPlaced,
    YokohamaOpened,
    WarfareFought,
    WayChosen,
    CardDropped,
    NothingDone,
    EventLasted,
    LastingEnded,
    CardRetired,
    FaceRetired,
    HandSeen,
    CardRetrieved,
    InfluenceCorrected,
    MarkerCorrected,
    TrackCorrected,
    BoxCorrected,
    CardCorrected,
    CardGiven,
    CardTaken,
    Amended,
)

REVEALS = (CardsDrawn, CardPlayed, CardDropped, HandSeen, CardCorrected, CardGiven, CardTaken)
"""The events that show somebody a card which was hidden from it: who draws it or looks, or all when it leaves
a hand.

`CardDiscarded` and `CardRemoved` tell of the card that `CardPlayed` has shown. A reshuffle and the open deck
show nothing: which cards they put into the deck was known. `EventFailed` says of a condition what everybody
can see. `CardTaken` shows nothing new to its seat, but all see that the hand has changed by a ruling, and a
take-back by consent must not undo that.
"""

SHOWS_NOTHING: Mapping[type[Struct], Callable[[Any, str], bool]] = {
    CardPlayed: lambda event, seat: event.seat == seat,
    CardDropped: lambda event, seat: event.seat == seat,
}
"""Of these, a card that leaves one's own hand."""
