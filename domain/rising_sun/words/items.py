"""Steps and prompts that the sequence of play puts on the agenda.

Tags are for ever; new fields have defaults. A prompt has the `seat` that answers it, or `seats`; a step its
`player`.
"""

from __future__ import annotations

from msgspec import Struct


class Prepare(Struct, frozen=True, tag="prepare"):
    """Prompt: the herald enters the board of a season."""

    seat: str


class BeginWar(Struct, frozen=True, tag="begin-war"):
    """Puts the abilities at the start of the War phase and its provinces on the agenda."""


class SwapRonin(Struct, frozen=True, tag="swap-ronin"):
    player: str


class FreeBushi(Struct, frozen=True, tag="free-bushi"):
    """Prompt: a free Bushi for one of the provinces."""

    seat: str
    provinces: tuple[str, ...]


class War(Struct, frozen=True, tag="war"):
    """One war province: first whoever may still join over sea."""

    province: str


class CrossSea(Struct, frozen=True, tag="cross-sea"):
    """Prompt: whether a monster joins from `source`."""

    seat: str
    card: str
    source: str
    province: str


class Judge(Struct, frozen=True, tag="judge"):
    """Whether there is a battle, and who else gets the token."""

    province: str


class BeginBattle(Struct, frozen=True, tag="begin-battle"):
    province: str


class Timing(Struct, frozen=True, tag="timing", omit_defaults=True):
    """Prompt: whether the effects of `seat` come before those of the others. `waiting` have less Honor."""

    seat: str
    waiting: tuple[str, ...]
    early: tuple[str, ...] = ()
    late: tuple[str, ...] = ()


class StartEffect(Struct, frozen=True, tag="start-effect"):
    """An effect at the start of the battle comes into force, if its figure is still there."""

    player: str
    card: str


class DriveOut(Struct, frozen=True, tag="drive-out"):
    """Prompt: a figure of one of `clans` is moved out of the province."""

    seat: str
    card: str
    clans: tuple[str, ...]


class BurnOne(Struct, frozen=True, tag="burn-one"):
    """Prompt: a figure of `clan` is killed."""

    seat: str
    card: str
    clan: str


class BorrowOne(Struct, frozen=True, tag="borrow-one"):
    """Prompt: a figure of another player fights on one's own side."""

    seat: str
    card: str


class AskBids(Struct, frozen=True, tag="ask-bids"):
    """Puts the prompt for bids on the agenda, for all who have a coin."""


class Bids(Struct, frozen=True, tag="bids", omit_defaults=True):
    """Prompt: sealed bids. `welcome` have bid and may replace it."""

    seats: tuple[str, ...]
    welcome: tuple[str, ...] = ()


class ClosableBids(Struct, frozen=True, tag="closable-bids", omit_defaults=True):
    """Prompt: sealed bids, by an option. `welcome` have bid; or are the herald, who may close."""

    seats: tuple[str, ...]
    welcome: tuple[str, ...] = ()


class Reveal(Struct, frozen=True, tag="reveal"):
    """All bids are opened."""


class Compare(Struct, frozen=True, tag="compare"):
    """The coins on one Advantage are compared."""

    advantage: str


class HonorTie(Struct, frozen=True, tag="honor-tie"):
    """A tie that was won by Honor, for an ability that rewards it."""

    player: str
    tied: tuple[str, ...]


class CommitSeppuku(Struct, frozen=True, tag="commit-seppuku"):
    """Prompt."""

    seat: str


class ChooseHostage(Struct, frozen=True, tag="choose-hostage", omit_defaults=True):
    """Prompt: `left` more hostages may be taken; `owners` have lost one already."""

    seat: str
    left: int
    owners: tuple[str, ...] = ()


class StealPoints(Struct, frozen=True, tag="steal-points"):
    """The points for the hostages that were taken."""

    player: str
    owners: tuple[str, ...]


class HireThem(Struct, frozen=True, tag="hire-them"):
    """Prompt: whether the Ronin fight."""

    seat: str


class Settle(Struct, frozen=True, tag="settle"):
    """The Force of all is compared; the token is taken."""


class SpareThem(Struct, frozen=True, tag="spare-them", omit_defaults=True):
    """Prompt: whether what the seat could kill is spared: all losers' figures, or one of each of `clans`."""

    seat: str
    clans: tuple[str, ...] = ()
    card: str = ""


class Losses(Struct, frozen=True, tag="losses"):
    """The figures of the losers are killed."""

    player: str


class AfterKilling(Struct, frozen=True, tag="after-killing"):
    """What a card gives for figures that have just been killed, `count` times."""

    player: str
    card: str
    count: int


class TokenCards(Struct, frozen=True, tag="token-cards"):
    """Puts the cards that reward the token on the agenda."""

    player: str
    province: str


class TokenCard(Struct, frozen=True, tag="token-card"):
    """What a card gives for the token."""

    player: str
    card: str


class HearPoets(Struct, frozen=True, tag="hear-poets"):
    """Prompt: whether the poets sing."""

    seat: str


class Reparations(Struct, frozen=True, tag="reparations"):
    """The coins on the tile are discarded or paid."""


class OddCoins(Struct, frozen=True, tag="odd-coins"):
    """Prompt: who of `losers` gets one of `coins` odd coins."""

    seat: str
    coins: int
    losers: tuple[str, ...]


class EndBattle(Struct, frozen=True, tag="end-battle"):
    """What was borrowed goes back."""


class EndWar(Struct, frozen=True, tag="end-war"):
    """Clean-up after a War phase."""


class NextSeason(Struct, frozen=True, tag="next-season"):
    """Hostages go home, and the herald enters the next board."""


class Winter(Struct, frozen=True, tag="winter"):
    """Tokens and provinces are scored, clan by clan."""


class Victory(Struct, frozen=True, tag="victory"):
    """Who has won."""


ITEMS = (
    *(Prepare, BeginWar, SwapRonin, FreeBushi, War, CrossSea, Judge, BeginBattle, Timing, StartEffect),
    *(DriveOut, BurnOne, BorrowOne, AskBids, Bids, ClosableBids, Reveal, Compare, HonorTie),
    *(
        CommitSeppuku,
        ChooseHostage,
        StealPoints,
        HireThem,
        Settle,
        SpareThem,
        Losses,
        AfterKilling,
        TokenCards,
        TokenCard,
        HearPoets,
    ),
    *(Reparations, OddCoins, EndBattle, EndWar, NextSeason, Winter, Victory),
)
