"""Steps and prompts that the sequence of play puts on the agenda.

Tags are for ever; new fields have defaults. A prompt has the `seat` that answers it, a step its `player`.
"""

from __future__ import annotations

from msgspec import Struct


class DealClan(Struct, frozen=True, tag="deal-clan"):
    player: str


class DealHand(Struct, frozen=True, tag="deal-hand"):
    player: str


class ChooseFirst(Struct, frozen=True, tag="choose-first"):
    """Who begins."""


class BeginTurn(Struct, frozen=True, tag="begin-turn"):
    """Puts the actions of one player's turn on the agenda."""

    player: str


class Deploy(Struct, frozen=True, tag="deploy"):
    """Prompt, action 1: place a card before another player, or send a ninja."""

    seat: str


class Home(Struct, frozen=True, tag="home"):
    """Prompt, action 2: place a card at home, or move a card."""

    seat: str


class Attack(Struct, frozen=True, tag="attack"):
    """Prompt, action 3: attack an army in another province."""

    seat: str


class Refill(Struct, frozen=True, tag="refill"):
    player: str


class EndTurn(Struct, frozen=True, tag="end-turn"):
    """The next player's turn, or the end of the game."""

    player: str


class Reveal(Struct, frozen=True, tag="reveal"):
    """Clan cards and hands are opened."""


class Count(Struct, frozen=True, tag="count"):
    """The cards of the players' clans are counted."""


class BreakTie(Struct, frozen=True, tag="break-tie"):
    players: tuple[str, ...]


ITEMS = (
    DealClan,
    DealHand,
    ChooseFirst,
    BeginTurn,
    Deploy,
    Home,
    Attack,
    Refill,
    EndTurn,
    Reveal,
    Count,
    BreakTie,
)
