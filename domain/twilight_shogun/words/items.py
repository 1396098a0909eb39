"""Steps and prompts: whatever the sequence of play still has to do.

Tags are for ever; new fields have defaults. A prompt has the `seat` that answers it, a step its `player`.
"""

from __future__ import annotations

from msgspec import Struct

from domain.twilight_shogun.data.effects import Deed, Way

ACTIONS = ("influence", "realign", "coup")


class BeginTurn(Struct, frozen=True, tag="begin-turn"):
    """Initial phase: the first player, then the treaty marker, the cards, the navy and the rounds."""


class CheckTreaty(Struct, frozen=True, tag="check-treaty"):
    """The open deck is added once the treaty level allows."""


class DealCards(Struct, frozen=True, tag="deal-cards"):
    """Both hands are filled."""


class Draw(Struct, frozen=True, tag="draw"):
    """A seat draws cards out of the deck."""

    player: str
    count: int


class Reshuffle(Struct, frozen=True, tag="reshuffle"):
    """The discards are the new deck."""


class CheckNavy(Struct, frozen=True, tag="check-navy"):
    """The optional navy marker goes to whoever is far behind."""


class PlaceNavy(Struct, frozen=True, tag="place-navy"):
    """Prompt: where the navy marker stands in this turn."""

    seat: str


class BeginRound(Struct, frozen=True, tag="begin-round"):
    """The next round is this player's, if a card is left."""

    player: str


class Play(Struct, frozen=True, tag="play"):
    """Prompt: which card, and for what."""

    seat: str


class Act(Struct, frozen=True, tag="act", omit_defaults=True):
    """Prompt: one action with so many APs.

    `card` is where the APs come from. Where its event grants them, `actions` and `spaces` may be fewer
    than all; no spaces means any.
    """

    seat: str
    ap: int
    card: str
    actions: tuple[str, ...] = ACTIONS
    spaces: tuple[str, ...] = ()
    granted: bool = False


class Realign(Struct, frozen=True, tag="realign", omit_defaults=True):
    """Prompt: a realignment goes on with the APs that are left."""

    seat: str
    ap: int
    card: str
    spaces: tuple[str, ...] = ()
    granted: bool = False


class Attempt(Struct, frozen=True, tag="attempt", omit_defaults=True):
    """One attempt of a realignment; dropped if there is nothing to realign any more.

    `ap` is what is left before it, `rest` are the targets that the player has named after it.
    """

    player: str
    space: str
    ap: int
    card: str
    rest: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()
    granted: bool = False


class BeginEvent(Struct, frozen=True, tag="begin-event"):
    """The event of the card that is played, if its condition was met; `player` resolves it."""

    card: str
    player: str


class Intervene(Struct, frozen=True, tag="intervene"):
    """The intervention level changes by so much, one step after the other."""

    by: int
    cause: str


class Evade(Struct, frozen=True, tag="evade"):
    """Prompt: the active player may evade an increase to the level that loses the game."""

    seat: str
    cause: str


class Score(Struct, frozen=True, tag="score"):
    """One of the seven scorings."""

    scoring: str


class Emperor(Struct, frozen=True, tag="emperor"):
    """The emperor's flags stand."""

    player: str


class PutAway(Struct, frozen=True, tag="put-away"):
    """The card that was played goes to the discards or out of the game."""

    card: str


class EndRound(Struct, frozen=True, tag="end-round"):
    """Voluntary recovery; then the other player's round."""

    player: str


class FlipMarkers(Struct, frozen=True, tag="flip-markers"):
    """The influence markers show whose control has changed."""


class EndPhase(Struct, frozen=True, tag="end-phase"):
    """Jo-i, refreshed markers, and after the last turn the victory check."""


class Refresh(Struct, frozen=True, tag="refresh"):
    """The markers show their heads again."""


class FinalScoring(Struct, frozen=True, tag="final-scoring"):
    """The game has gone to its last turn: every scoring is played."""


class Victory(Struct, frozen=True, tag="victory"):
    """After the last scoring: the player with VP on his side of the track wins."""


# ---- the effects of events


class Resolve(Struct, frozen=True, tag="resolve"):
    """One effect of the event of a card; `player` resolves the event."""

    player: str
    card: str
    effect: Deed


class PutInfluence(Struct, frozen=True, tag="put-influence", omit_defaults=True):
    """Prompt: `left` influence of `side` is still to be placed, or to be removed, in these spaces.

    Where `reach` holds the seat must have influence in a space or next to it. At most `most` in one space,
    0 for any number; `put` are those that have had some, and how much.
    """

    seat: str
    card: str
    side: str
    left: int
    removes: bool
    spaces: tuple[str, ...]
    reach: bool
    most: int = 0
    put: tuple[tuple[str, int], ...] = ()


class Attack(Struct, frozen=True, tag="attack"):
    """Prompt: the target of a warfare event; `target` is the number to reach."""

    seat: str
    card: str
    target: int
    spaces: tuple[str, ...]


class ChooseWay(Struct, frozen=True, tag="choose-way"):
    """Prompt: one of several ways to resolve the event that `player` plays."""

    seat: str
    player: str
    card: str
    ways: tuple[Way, ...]


class DropCards(Struct, frozen=True, tag="drop-cards"):
    """Prompt: so many cards of the hand are to be discarded."""

    seat: str
    card: str
    count: int


class Retrieve(Struct, frozen=True, tag="retrieve"):
    """Prompt: so many of these cards are to be taken out of the discards."""

    seat: str
    card: str
    count: int
    cards: tuple[str, ...]


ITEMS = (
    BeginTurn,
    CheckTreaty,
    DealCards,
    Draw,
    Reshuffle,
    CheckNavy,
    PlaceNavy,
    BeginRound,
    Play,
    Act,
    Realign,
    Attempt,
    BeginEvent,
    Intervene,
    Evade,
    Score,
    Emperor,
    PutAway,
    EndRound,
    FlipMarkers,
    EndPhase,
    Refresh,
    FinalScoring,
    Victory,
    Resolve,
    PutInfluence,
    Attack,
    ChooseWay,
    DropCards,
    Retrieve,
)
