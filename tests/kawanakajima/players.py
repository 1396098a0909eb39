"""Players who work for a siege, each for the story that a recorded game is to tell; else they play simply.

`tests/titles/recorded.py` records a game of each of the `STORIES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from domain.game.entries.entries import Entry
from domain.kawanakajima.board import siege_events as e
from domain.kawanakajima.board.fortress import garrison, is_inside
from domain.kawanakajima.board.state import EFFECTIVES, Board, enemy
from domain.kawanakajima.board.zones import enemy_hexes
from domain.kawanakajima.movement.ways import cost_between
from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words import orders as o
from domain.kawanakajima.words import siege_orders as s
from domain.kit.facts import Fact
from tests.kawanakajima.data import DATA
from tests.kawanakajima.player import FAR, Player
from tests.playing import Game

KAIZU = DATA.map.kaizu
WON, LOST, REINFORCED, ABANDONED = "siege-won", "siege-lost", "siege-reinforced", "siege-abandoned"

WEAK = ("uI", "uG")
"""The clans that alone attack Kaizu where the siege is to be lost: 7 points each against 14."""

BOLD = ("uC",)
"""The clan that alone attacks Kaizu where the siege is to be given up."""

UESUGI = tuple(clan for clan in DATA.clans if clan[0] == "u" and clan != "uA")
"""All but Kenshin's own."""

REACH = 8
"""Movement points to Kaizu at which a clan takes the posture of attack."""

SEEN: set[str] = set()
"""The games that have had a siege."""

PLAN = {"takeda": "ganko", "uesugi": "hoshi"}
"""Their battle plans."""


class SiegePlayer(Player):
    """The simple player, who knows what to do about Kaizu. `story`: how the siege is to end."""

    def __init__(self, seat: str, story: str, random: Random) -> None:
        super().__init__(seat, 0, PLAN[seat])
        self.story, self.random = story, random

    def _worth(self, board: Board, order: Any) -> float:
        worth = _WORTH.get(type(order))
        return worth(self, board, order) if worth else super()._worth(board, order)

    def entry(self, board: Board, order: o.WriteEntry) -> float:
        return -float(cost_between(board.data.map, order.point, KAIZU))

    def goes_to_kaizu(self, clan: str) -> bool:
        """The Uesugi all attack Kaizu, or only the weak ones; the Takeda come to help."""
        if self.seat == "takeda":
            return self.story in (REINFORCED, LOST)
        return clan in {LOST: WEAK, ABANDONED: BOLD}.get(self.story, UESUGI)

    def chit(self, board: Board, order: o.Command) -> float:
        """Who goes to Kaizu comes first, the nearest before all; who besieges it needs no chit."""
        clan = self.seat[0] + order.clans[0]
        if is_inside(board, clan):
            return 60.0 if self.wants_out(board, clan) else -1.0
        return super().chit(board, order) + 10.0 * self.goes_to_kaizu(clan)

    def wants_out(self, board: Board, clan: str) -> bool:
        return self.story == ABANDONED and self.seat == "uesugi" and board.siege is not None

    def liking(self, board: Board, clan: str, posture: str) -> float:
        """Attack near Kaizu; once inside it stays, unless the siege is to be given up; others keep away."""
        if self.wants_out(board, clan) and is_inside(board, clan):
            return {"defence": 5.0}.get(posture, 0.0)
        if is_inside(board, clan):
            return {board.postures[clan]: 5.0}.get(posture, 0.0)
        if (
            self.goes_to_kaizu(clan)
            and self.way_to_kaizu(board, clan) <= 8
            and garrison(board, enemy(self.seat))
        ):
            return {"attack": 5.0}.get(posture, 0.0)
        if (
            self.seat == "uesugi"
            and not self.goes_to_kaizu(clan)
            and self.way_to_kaizu(board, clan) <= 2 * REACH
        ):
            return {"defence": 5.0}.get(posture, 0.0)
        return super().liking(board, clan, posture)

    def way_to_kaizu(self, board: Board, clan: str) -> int:
        units = [board.units[unit].hex for unit in DATA.clans[clan].units if board.units[unit].hex]
        return min((cost_between(board.data.map, here, KAIZU) for here in units), default=99)

    def occupy(self, board: Board, order: s.Occupy) -> float:
        """Into Kaizu against the enemy, or to help; the Takeda by another zone than the first."""
        return 9.0 if self.goes_to_kaizu(self.seat[0] + order.clan) else -9.0

    def march(self, board: Board, order: f.March) -> float:
        return -1.0 if is_inside(board, self.seat[0] + order.clan) else 1.0

    def bring(self, board: Board, order: o.Bring) -> float:
        return 5.0 - 0.01 * cost_between(board.data.map, order.hex, KAIZU)

    def way(self, board: Board, here: str) -> int:
        """Movement points to the nearest enemy, also to one in Kaizu."""
        foes = enemy_hexes(board, self.seat)
        return min((min(cost_between(board.data.map, here, foe), FAR) for foe in foes), default=FAR)

    # ---- in the siege

    def is_reckless(self) -> bool:
        """The side that is to lose throws its men away."""
        return (self.seat, self.story) in (("takeda", WON), ("uesugi", LOST))

    def post(self, board: Board, order: s.Post) -> float:
        """Many markers, but some effectives are kept back."""
        siege = board.siege
        left = siege.troops[self.seat].effectives - len(order.zones) if siege else 0
        return 3.0 + 0.1 * len(order.zones) if left >= 2 else 0.5 - self.is_reckless()

    def assault(self, board: Board, order: s.Assault) -> float:
        if self.story == ABANDONED or (self.seat, self.story) == ("takeda", WON):
            return -1.0
        return 4.0 - (1.0 if order.advantage else 0.0)

    def fire(self, board: Board, order: s.Shoot) -> float:
        return -1.0 if self.is_reckless() else 3.5 if self.seat == "takeda" else 2.0

    def muster(self, board: Board, order: s.Muster) -> float:
        return -1.0 if self.is_reckless() else 1.0

    def sacrifice(self, board: Board, order: s.Sacrifice) -> float:
        """One or two points, as long as many are left; the reckless give all."""
        if self.is_reckless():
            return float(order.points)
        siege = board.siege
        rich = siege is not None and siege.troops[self.seat].effectives > 6
        return 1.0 if rich and order.points <= 2 else -1.0

    def seize(self, board: Board, order: s.Seize) -> float:
        return 2.0 if order.source == EFFECTIVES else 1.0

    def lose(self, board: Board, order: s.Lose) -> float:
        return 2.0 if order.source == EFFECTIVES else 1.0


_WORTH: Mapping[type, Callable[[SiegePlayer, Board, Any], float]] = {
    o.Column: lambda player, board, order: float(len(order.units)),
    o.Bring: SiegePlayer.bring,
    f.March: SiegePlayer.march,
    s.Occupy: SiegePlayer.occupy,
    s.Post: SiegePlayer.post,
    s.Assault: SiegePlayer.assault,
    s.Shoot: SiegePlayer.fire,
    s.Muster: SiegePlayer.muster,
    s.Sacrifice: SiegePlayer.sacrifice,
    s.Seize: SiegePlayer.seize,
    s.Lose: SiegePlayer.lose,
    s.Keep: lambda player, board, order: float(len(order.units)),
    o.Save: lambda player, board, order: -float(order.points),
    o.WriteEntry: SiegePlayer.entry,
    o.Command: SiegePlayer.chit,
    f.Posture: SiegePlayer.posture,
}


def plays(story: str, game: Game, seat: str, luck: Random) -> Struct:
    """What the seat orders for the story; once a siege is over, a side gives the game up."""
    if game.state.board.siege:
        SEEN.add(game.id)
    elif game.id in SEEN and not game.state.board.drawn:
        return o.Resign()
    return SiegePlayer(seat, story, luck).choose(game)


# ---- whether the story has been told


def events(entries: Sequence[Entry]) -> list[Struct]:
    return [entry.event for entry in entries if isinstance(entry, Fact) and entry.event is not None]


def won(entries: Sequence[Entry]) -> bool:
    """Whoever besieged Kaizu has taken it."""
    return any(end.winner == began.besieger and not end.lifted for began, end in sieges(entries))


def lost(entries: Sequence[Entry]) -> bool:
    """Whoever besieged Kaizu was beaten there."""
    return any(end.winner != began.besieger and not end.lifted for began, end in sieges(entries))


def abandoned(entries: Sequence[Entry]) -> bool:
    """The last clan of the besieger has withdrawn."""
    return any(end.winner != began.besieger and end.lifted for began, end in sieges(entries))


def reinforced(entries: Sequence[Entry]) -> bool:
    """Two more clans have come into a siege that was going on."""
    came, siege = 0, False
    for event in events(entries):
        siege = isinstance(event, e.SiegeBegan) or (siege and not isinstance(event, e.SiegeEnded))
        came += siege and isinstance(event, e.FortressEntered)
    return came >= 2


def sieges(entries: Sequence[Entry]) -> list[tuple[e.SiegeBegan, e.SiegeEnded]]:
    """Each siege that has ended: how it began, and how it ended."""
    found: list[tuple[e.SiegeBegan, e.SiegeEnded]] = []
    began: e.SiegeBegan | None = None
    for event in events(entries):
        if isinstance(event, e.SiegeBegan):
            began = event
        elif isinstance(event, e.SiegeEnded) and began:
            found.append((began, event))
    return found


class Story(NamedTuple):
    """What a recorded game is to show: its scenario, who plays for it, and whether a game has told it."""

    scenario: str
    player: Callable[[Game, str, Random], Struct]
    is_told: Callable[[Sequence[Entry]], bool]


PLAYERS: Mapping[str, Callable[[Game, str, Random], Struct]] = {}
"""No ending needs a player of its own."""

STORIES: Mapping[str, Story] = {
    name: Story("hypothetical", partial(plays, name), is_told)
    for name, is_told in ((WON, won), (LOST, lost), (REINFORCED, reinforced), (ABANDONED, abandoned))
}
