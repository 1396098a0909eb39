"""Events of the game, and of what a ruling has set right. Tags are for ever; new fields have defaults."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from domain.kit.sealed import Sealed
from domain.kit.sums import Sum

Action = Literal["deploy", "home", "attack"]


class ClanDealt(Struct, frozen=True, tag="clan-dealt"):
    """A seat has its clan card; it alone may know which."""

    seat: str
    clan: Sealed[str]


class CardsDrawn(Struct, frozen=True, tag="cards-drawn"):
    """A seat has drawn troop cards; all may know how many."""

    seat: str
    count: int
    cards: Sealed[tuple[str, ...]]


class FirstPlayerChosen(Struct, frozen=True, tag="first-player-chosen"):
    seat: str


class TurnBegan(Struct, frozen=True, tag="turn-began"):
    """One player's turn. Turns count from 1."""

    seat: str
    turn: int


class Placed(Struct, frozen=True, tag="placed"):
    seat: str
    card: str
    province: str


class NinjaSent(Struct, frozen=True, tag="ninja-sent"):
    """A ninja and one card of the army `clan` in `province` are discarded."""

    seat: str
    clan: str
    province: str


class Moved(Struct, frozen=True, tag="moved"):
    seat: str
    clan: str
    source: str
    target: str


class Attacked(Struct, frozen=True, tag="attacked"):
    """An army of the seat's own province has attacked; one card of the attacked army is discarded.

    `strength` and `defence` are the cards of the two armies before the loss.
    """

    seat: str
    clan: str
    province: str
    army: str
    strength: int
    defence: int


class ActionSkipped(Struct, frozen=True, tag="action-skipped"):
    """A mandatory action had no legal form; `why` says so in a sentence."""

    seat: str
    action: Action
    why: str


class AttackDeclined(Struct, frozen=True, tag="attack-declined"):
    """A seat did not attack although it could; only where an option allows it."""

    seat: str


class LastTurnsBegan(Struct, frozen=True, tag="last-turns-began"):
    """The deck is empty after the turn of `emptied_by`; so many turns follow."""

    emptied_by: str
    turns: int


class ClansRevealed(Struct, frozen=True, tag="clans-revealed"):
    """The clan cards, by seat, and those that nobody held."""

    clans: dict[str, str]
    unused: tuple[str, ...]


class HandsRevealed(Struct, frozen=True, tag="hands-revealed"):
    """What was left in the hands at the end, by seat."""

    hands: dict[str, tuple[str, ...]]


class Tally(Struct, frozen=True):
    """The cards of a player's clan: in all provinces, or in the player's own where a tie is broken."""

    seat: str
    clan: str
    cards: Sum


class ClansCounted(Struct, frozen=True, tag="clans-counted"):
    tallies: tuple[Tally, ...]


class TieBroken(Struct, frozen=True, tag="tie-broken"):
    """The tied players' clans, each counted in the player's own province."""

    tallies: tuple[Tally, ...]


class GameWon(Struct, frozen=True, tag="game-won"):
    """The end of the game. Several winners share the victory."""

    winners: tuple[str, ...]


class ArmyCorrected(Struct, frozen=True, tag="army-corrected"):
    """The cards of a clan in a province; the difference is in the discard."""

    province: str
    clan: str
    before: int
    after: int


class DiscardCorrected(Struct, frozen=True, tag="discard-corrected"):
    """The discarded cards of a kind; the difference is in the deck."""

    card: str
    before: int
    after: int


class HandCorrected(Struct, frozen=True, tag="hand-corrected"):
    """All cards of a hand; the difference is in the deck. All may know how many there were and are."""

    seat: str
    held: int
    count: int
    before: Sealed[tuple[str, ...]]
    after: Sealed[tuple[str, ...]]


class MarkCorrected(Struct, frozen=True, tag="mark-corrected"):
    """Whether an army bears a mark of this turn: "struck", "placed" or "reinforced"."""

    mark: str
    province: str
    clan: str
    before: bool
    after: bool


CORRECTED = (ArmyCorrected, DiscardCorrected, HandCorrected, MarkCorrected)
EVENTS = (
    ClanDealt,
    CardsDrawn,
    FirstPlayerChosen,
    TurnBegan,
    Placed,
    NinjaSent,
    Moved,
    Attacked,
    ActionSkipped,
    AttackDeclined,
    LastTurnsBegan,
    ClansRevealed,
    HandsRevealed,
    ClansCounted,
    TieBroken,
    GameWon,
    *CORRECTED,
)
