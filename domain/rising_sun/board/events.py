"""Events of the game, of what the herald enters and of what a ruling has set right.

Tags are for ever; new fields have defaults.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.kit.sealed import Sealed
from domain.kit.sums import Sum

Coins4 = tuple[int, int, int, int]
"""Coins on Seppuku, Take Hostage, Hire Ronin and Imperial Poets."""

Pair = tuple[str, str]
Change = tuple[int, int]
"""Before and after."""

# ---- what the herald enters


class HonorEntered(Struct, frozen=True, tag="honor-entered"):
    """The whole track, the highest first."""

    track: tuple[str, ...]


class AllianceEntered(Struct, frozen=True, tag="alliance-entered"):
    """Two clans are allied, and with nobody else."""

    first: str
    second: str


class AllianceDropped(Struct, frozen=True, tag="alliance-dropped"):
    clan: str


class CoinsEntered(Struct, frozen=True, tag="coins-entered"):
    clan: str
    coins: int


class RoninEntered(Struct, frozen=True, tag="ronin-entered"):
    clan: str
    ronin: int


class PointsEntered(Struct, frozen=True, tag="points-entered"):
    clan: str
    points: int


class FiguresEntered(Struct, frozen=True, tag="figures-entered"):
    """All that a clan has in a province."""

    clan: str
    province: str
    figures: dict[str, int]


class CardsEntered(Struct, frozen=True, tag="cards-entered"):
    """All season cards of a clan."""

    clan: str
    cards: tuple[str, ...]


class TokensEntered(Struct, frozen=True, tag="tokens-entered"):
    """All war tokens of a clan of one season, which counts from 1."""

    clan: str
    season: int
    provinces: tuple[str, ...]


class WarsEntered(Struct, frozen=True, tag="wars-entered"):
    """The war provinces, in the order of their numbers."""

    provinces: tuple[str, ...]


# ---- the War phase


class WarPhaseBegan(Struct, frozen=True, tag="war-phase-began"):
    """The board stands; `season` counts from 1."""

    season: int


class RoninSwapped(Struct, frozen=True, tag="ronin-swapped"):
    """All Ronin of a clan have become coins."""

    seat: str
    ronin: int


class BushiPlaced(Struct, frozen=True, tag="bushi-placed"):
    """A free Bushi has come out of the reserve."""

    seat: str
    province: str


class EffectDeclined(Struct, frozen=True, tag="effect-declined"):
    """A seat does not use an ability or a card, or no more of it."""

    seat: str
    effect: str


class WarOpened(Struct, frozen=True, tag="war-opened"):
    """It is the turn of a war province; `number` is its war number."""

    province: str
    number: int


class TokenDiscarded(Struct, frozen=True, tag="token-discarded"):
    """Nobody has Force in a war province."""

    province: str


class ForcesCompared(Struct, frozen=True, tag="forces-compared"):
    """The Force of each player; of `tied`, if there are several, the one with the highest Honor wins."""

    province: str
    forces: dict[str, Sum]
    tied: tuple[str, ...]


class TokenTaken(Struct, frozen=True, tag="token-taken"):
    """A seat has the war token of a province."""

    seat: str
    province: str
    season: int
    how: Literal["uncontested", "allied", "battle"]


class BattleBegan(Struct, frozen=True, tag="battle-began"):
    """Who is in the battle to its end, highest Honor first, with the coins and Ronin that all may know."""

    province: str
    players: tuple[str, ...]
    coins: dict[str, int]
    ronin: dict[str, int]


class TimingChosen(Struct, frozen=True, tag="timing-chosen"):
    """Whether a seat's effects at the start of the battle come first or last."""

    seat: str
    moment: str


class FigureMoved(Struct, frozen=True, tag="figure-moved"):
    """A figure of `clan` has been moved by a card of `seat`."""

    seat: str
    card: str
    clan: str
    figure: str
    source: str
    target: str


class FigureBorrowed(Struct, frozen=True, tag="figure-borrowed"):
    """A figure of `clan` fights on the side of `seat` until the end of the battle."""

    seat: str
    card: str
    clan: str
    figure: str


class BidSealed(Struct, frozen=True, tag="bid-sealed"):
    """A bid is in; it may be replaced until all are."""

    seat: str
    bid: Sealed[Coins4]


class BiddingClosed(Struct, frozen=True, tag="bidding-closed"):
    """The herald has closed the bidding; `missing` have bid nothing."""

    seat: str
    missing: tuple[str, ...]


class BidsRevealed(Struct, frozen=True, tag="bids-revealed"):
    """All bids of a battle; `kept` are the coins that were not put on the tile."""

    bids: dict[str, Coins4]
    kept: dict[str, int]


class AdvantageSkipped(Struct, frozen=True, tag="advantage-skipped"):
    """Nobody has put a coin on it."""

    advantage: str


class AdvantageWon(Struct, frozen=True, tag="advantage-won"):
    """Most coins; of `tied`, if there are several, the highest Honor as it stands now."""

    advantage: str
    seat: str
    coins: int
    tied: tuple[str, ...]


class AdvantageDeclined(Struct, frozen=True, tag="advantage-declined"):
    advantage: str
    seat: str


class AdvantageEmpty(Struct, frozen=True, tag="advantage-empty"):
    """The winner has nothing to execute it with; `why` says so in a sentence."""

    advantage: str
    seat: str
    why: str


class StandingSet(Struct, frozen=True, tag="standing-set"):
    """How a seat answers without being asked: an Advantage, and yes, no or ask."""

    seat: str
    answer: Sealed[tuple[str, str]]


class SheetLaid(Struct, frozen=True, tag="sheet-laid"):
    """These are all the answers that a seat has left: yes or no, by Advantage."""

    seat: str
    answers: Sealed[dict[str, str]]


class Dead(Struct, frozen=True):
    """Figures of one kind on one side."""

    clan: str
    figure: str
    count: int


class FiguresKilled(Struct, frozen=True, tag="figures-killed"):
    """Figures go back to the reserves. `killer` is the seat that killed them, by `cause`."""

    province: str
    cause: str
    killer: str
    dead: tuple[Dead, ...]


class FiguresSpared(Struct, frozen=True, tag="figures-spared"):
    """A seat leaves alive what it could kill."""

    seat: str
    card: str


class FigureReturned(Struct, frozen=True, tag="figure-returned"):
    """A killed figure is back in the province at once."""

    seat: str
    figure: str
    province: str


class HonorGained(Struct, frozen=True, tag="honor-gained"):
    """A clan has gone up the track, past `over`, the nearest first."""

    seat: str
    over: tuple[str, ...]


class HonorLost(Struct, frozen=True, tag="honor-lost"):
    """A clan has gone down the track, past `under`, the nearest first."""

    seat: str
    under: tuple[str, ...]


class Scored(Struct, frozen=True, tag="scored"):
    """Victory points of one event."""

    seat: str
    points: Sum


class PointsLost(Struct, frozen=True, tag="points-lost"):
    seat: str
    points: int
    why: str


class ReserveChanged(Struct, frozen=True, tag="reserve-changed"):
    """Coins and Ronin that a seat has gained or, where negative, lost."""

    seat: str
    coins: int
    ronin: int
    why: str


class HostageTaken(Struct, frozen=True, tag="hostage-taken"):
    """A figure of `clan` is held by `seat` until the next season: captured, not killed."""

    seat: str
    clan: str
    figure: str


class RoninHired(Struct, frozen=True, tag="ronin-hired"):
    """Force that a seat has in this battle beside its figures."""

    seat: str
    force: Sum


class ReparationsPaid(Struct, frozen=True, tag="reparations-paid"):
    """What the losers discard of the tile, and what each gets out of the winner's coins there."""

    seat: str
    discarded: dict[str, int]
    shares: dict[str, Sum]


class BattleEnded(Struct, frozen=True, tag="battle-ended"):
    """A figure that was borrowed, if it is still there, is its owner's again."""

    province: str


class ReservesDiscarded(Struct, frozen=True, tag="reserves-discarded"):
    """All coins and Ronin are gone after a War phase."""

    coins: dict[str, int]
    ronin: dict[str, int]


class WarSettled(Struct, frozen=True):
    """A war province: the Force that decided ({} without a battle), who was tied by it, who has the token."""

    province: str
    forces: dict[str, int]
    tied: tuple[str, ...]
    taken: str


class ClanSettled(Struct, frozen=True):
    """A clan before the War phase and after it; its own figures that others hold, and that were killed.

    Whoever has risen again is not among them.
    """

    points: Change
    coins: Change
    ronin: Change
    killed: dict[str, int]
    captured: dict[str, int]


class BattlesSettled(Struct, frozen=True, tag="battles-settled"):
    """The end of a game that only settles battles: its sheet. Nothing is discarded, and nobody has won.

    `honor` is the track before and after.
    """

    wars: tuple[WarSettled, ...]
    clans: dict[str, ClanSettled]
    honor: tuple[tuple[str, ...], tuple[str, ...]]


class HostagesReturned(Struct, frozen=True, tag="hostages-returned"):
    """Every hostage goes back to its owner's reserve: (captor, owner, figure)."""

    hostages: tuple[tuple[str, str, str], ...]


class SeasonBegan(Struct, frozen=True, tag="season-began"):
    """The herald enters a new board, a last one in winter (4); alliances are made anew."""

    season: int


class GameWon(Struct, frozen=True, tag="game-won"):
    """The end. `how`: "victory", or "honor" where Honor broke a tie among `tied`."""

    winner: str
    how: Literal["victory", "honor"]
    points: dict[str, int]
    tied: tuple[str, ...]


# ---- what a ruling has set right, each with what stood before


class HonorCorrected(Struct, frozen=True, tag="honor-corrected"):
    """The whole track, the highest first."""

    before: tuple[str, ...]
    after: tuple[str, ...]


class AlliancesCorrected(Struct, frozen=True, tag="alliances-corrected"):
    """All alliances."""

    before: tuple[Pair, ...]
    after: tuple[Pair, ...]


class CoinsCorrected(Struct, frozen=True, tag="coins-corrected"):
    clan: str
    before: int
    after: int


class RoninCorrected(Struct, frozen=True, tag="ronin-corrected"):
    clan: str
    before: int
    after: int


class PointsCorrected(Struct, frozen=True, tag="points-corrected"):
    clan: str
    before: int
    after: int


class FiguresCorrected(Struct, frozen=True, tag="figures-corrected"):
    """All that a clan has in a province."""

    clan: str
    province: str
    before: dict[str, int]
    after: dict[str, int]


class CardsCorrected(Struct, frozen=True, tag="cards-corrected"):
    """All season cards of a clan."""

    clan: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class TokensCorrected(Struct, frozen=True, tag="tokens-corrected"):
    """All war tokens of a clan of one season, which counts from 1."""

    clan: str
    season: int
    before: tuple[str, ...]
    after: tuple[str, ...]


class HostagesCorrected(Struct, frozen=True, tag="hostages-corrected"):
    """All figures of `clan` that `captor` holds."""

    captor: str
    clan: str
    before: dict[str, int]
    after: dict[str, int]


ENTERED = (
    *(HonorEntered, AllianceEntered, AllianceDropped, CoinsEntered, RoninEntered, PointsEntered),
    *(FiguresEntered, CardsEntered, TokensEntered, WarsEntered),
)
CORRECTED = (
    *(HonorCorrected, AlliancesCorrected, CoinsCorrected, RoninCorrected, PointsCorrected),
    *(FiguresCorrected, CardsCorrected, TokensCorrected, HostagesCorrected),
)
EVENTS = (
    *ENTERED,
    *(WarPhaseBegan, RoninSwapped, BushiPlaced, EffectDeclined, WarOpened),
    *(TokenDiscarded, ForcesCompared, TokenTaken, BattleBegan, TimingChosen, FigureMoved, FigureBorrowed),
    *(BidSealed, BiddingClosed, BidsRevealed, AdvantageSkipped, AdvantageWon, AdvantageDeclined),
    *(
        AdvantageEmpty,
        StandingSet,
        SheetLaid,
        FiguresKilled,
        FiguresSpared,
        FigureReturned,
        HonorGained,
        HonorLost,
    ),
    *(Scored, PointsLost, ReserveChanged, HostageTaken, RoninHired, ReparationsPaid, BattleEnded),
    *(ReservesDiscarded, HostagesReturned, SeasonBegan, GameWon, BattlesSettled),
    *CORRECTED,
)
