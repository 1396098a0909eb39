"""Items of the agenda for a siege [13]: steps, and prompts that a seat answers.

Tags are for ever; new fields have defaults. A prompt has the `seat` that answers it.
"""

from __future__ import annotations

from msgspec import Struct

Zones = tuple[str, ...]


class BeginSiege(Struct, frozen=True, tag="begin-siege"):
    """A side has come into Kaizu by a zone, against the enemy [13.5]."""

    besieger: str
    zone: str


class PlaceMarkers(Struct, frozen=True, tag="place-markers", omit_defaults=True):
    """Prompt: markers of a side that has come into the siege [13.5, 13.7].

    From the zones of `start` on; `anywhere`: in any zones. `must`: at least one.
    """

    seat: str
    start: Zones
    anywhere: bool = False
    must: bool = False


class CountActions(Struct, frozen=True, tag="count-actions"):
    """The actions of a side, when its combat chit is played [13.4.3]."""

    side: str


class SiegeTurn(Struct, frozen=True, tag="siege-turn"):
    """Prompt: the next action of the siege, or no more [13.6.1]."""

    seat: str


class BidSacrifice(Struct, frozen=True, tag="bid-sacrifice", omit_defaults=True):
    """Prompt: points to sacrifice, or none. `passed`: the other side has just wanted no more [13.6.1]."""

    seat: str
    passed: bool = False


class ThrowAssault(Struct, frozen=True, tag="throw-assault"):
    """Both sides throw [13.6.1]."""


class LoseTroops(Struct, frozen=True, tag="lose-troops"):
    """Prompt: where so many points are taken from [13.6.1].

    `side` loses them, from its effectives or its markers in `zones`; they are "disabled" or "lost".
    """

    seat: str
    side: str
    count: int
    zones: Zones
    to: str
    why: str


class SeizeZone(Struct, frozen=True, tag="seize-zone"):
    """Prompt: a marker for the zone that was conquered, or none [13.6.1]."""

    seat: str


class LastSacrifice(Struct, frozen=True, tag="last-sacrifice"):
    """Prompt: a last sacrifice of the attacker after a tie [13.6.1]."""

    seat: str


class AnswerSacrifice(Struct, frozen=True, tag="answer-sacrifice"):
    """Prompt: the sacrifice of the defender that keeps the tie [13.6.1]."""

    seat: str


class EndAssault(Struct, frozen=True, tag="end-assault"):
    """Nothing more is to be done in the assault."""


class RallyTroops(Struct, frozen=True, tag="rally-troops"):
    """Dice for the disabled of a side, when the rally chit is played [13.6.2]."""

    side: str


class WithdrawClan(Struct, frozen=True, tag="withdraw-clan"):
    """Prompt: how a clan withdraws [13.8]."""

    seat: str
    clan: str


class CheckSiege(Struct, frozen=True, tag="check-siege"):
    """Whether a side has nothing left, or nobody [13.9]."""


class EndSiege(Struct, frozen=True, tag="end-siege"):
    """The end of a siege [13.9]."""

    loser: str


class KeepSurvivors(Struct, frozen=True, tag="keep-survivors"):
    """Prompt: the winner's units that survive, of `most` points, `disabled` of them [13.9]."""

    seat: str
    most: int
    disabled: int


SIEGE_ITEMS: tuple[type[Struct], ...] = (
    *(BeginSiege, PlaceMarkers, CountActions, SiegeTurn, BidSacrifice, ThrowAssault, LoseTroops, SeizeZone),
    *(LastSacrifice, AnswerSacrifice, EndAssault, RallyTroops, WithdrawClan, CheckSiege, EndSiege),
    KeepSurvivors,
)
