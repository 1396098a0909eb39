"""A simple player: it orders its clans to attack what is near, and fights where the odds are best.

It knows what its seat may know, and chooses among the examples of legal orders; it does not look ahead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from random import Random
from typing import Any

from msgspec import Struct

from domain.kawanakajima.board.state import Board, clan_of, enemy, side_of, unit_named, units_of
from domain.kawanakajima.board.zones import enemy_hexes
from domain.kawanakajima.combat.odds import odds
from domain.kawanakajima.data.tables import Hit, Suffered
from domain.kawanakajima.movement.ways import cost_between
from domain.kawanakajima.words import field_orders as f
from domain.kawanakajima.words import orders as o
from domain.kawanakajima.words.field_items import Combat
from domain.kit.hexes import distance, is_label
from tests.kawanakajima.data import DATA
from tests.playing import Game

FAR = 99
THROWS = Counter(one + two for one, two in product(range(1, 7), repeat=2))
"""How often two dice make a sum."""

NEAR = 7
"""Movement points within which it lets a clan attack."""


class Player:
    """Answers for one seat. `plan`: the battle plan that it chooses; "" for any."""

    def __init__(self, seat: str, seed: int, plan: str = "") -> None:
        self.seat, self.plan, self.random = seat, plan, Random(f"{seat} {seed}")

    def choose(self, game: Game) -> Struct:
        """The order that it likes best; of several, any."""
        board: Board = game.state.board
        return max(
            game.examples(self.seat), key=lambda order: (self._worth(board, order), self.random.random())
        )

    def _worth(self, board: Board, order: Any) -> float:
        worth = _WORTH.get(type(order))
        return worth(self, board, order) if worth else 0.0

    # ---- set-up and command

    def plan_worth(self, board: Board, order: o.ChooseOwn) -> float:
        return float(order.plan == self.plan)

    def first_posture(self, board: Board, order: o.Postures) -> float:
        clan = self.seat[0] + order.clans[0]
        return self.liking(board, clan, order.posture) - self.liking(board, clan, board.postures[clan])

    def entry(self, board: Board, order: o.WriteEntry) -> float:
        """The entry point that is nearest to its own general."""
        general = next(
            unit for unit in board.units if DATA.units[unit].general and side_of(unit) == self.seat
        )
        return -float(distance(DATA.map.entries[order.point].hexes[0], board.units[general].hex))

    def chit(self, board: Board, order: o.Command) -> float:
        """Clans near the enemy first; the general's last."""
        clan = self.seat[0] + order.clans[0]
        near = self.nearest(board, clan)
        if clan == f"{self.seat[0]}A":
            return 0.5
        return (20.0 - near if near <= NEAR else 6.0) + self._wanting(board, clan)

    def special(self, board: Board, order: o.Special) -> float:
        if order.activation == "impetuous":
            return 30.0
        if order.activation == "combined":
            return 3.0
        clan = self.seat[0] + order.aim[0]
        near, worn = self.nearest(board, clan), self.worn(board, clan)
        if order.activation == "attack":
            return 25.0 - worn if 1 < near <= NEAR and clan[1] != "A" else 0.1
        return 18.0 if worn >= 2 and near > 1 else 0.1

    def _wanting(self, board: Board, clan: str) -> float:
        """How much better another posture would be."""
        now = self.liking(board, clan, board.postures[clan])
        return max(self.liking(board, clan, posture) for posture in DATA.postures) - now

    # ---- the field

    def posture(self, board: Board, order: f.Posture) -> float:
        clan = self.seat[0] + order.clan
        return self.liking(board, clan, order.posture) - self.liking(board, clan, board.postures[clan]) - 0.5

    def liking(self, board: Board, clan: str, posture: str) -> float:
        """How well a posture fits a clan: near and fresh attack, worn out regroup, far away move."""
        near, worn = self.nearest(board, clan), self.worn(board, clan)
        if clan[1] == "A":
            return {"defence": 3.0}.get(posture, 0.0)
        if worn >= 1.5 and near > 1:
            return {"regroup": 3.0, "defence": 1.0}.get(posture, 0.0)
        if near <= NEAR:
            return {"attack": 3.0 - worn, "defence": 1.0}.get(posture, 0.0)
        return {"move": 3.0, "defence": 1.0, "regroup": min(worn, 1.0)}.get(posture, 0.0)

    def march(self, board: Board, order: f.March) -> float:
        return 1.0

    def move(self, board: Board, order: f.Move) -> float:
        """Towards the enemy, in attack to where most friends can strike the weakest; in defence it stays."""
        unit, there = unit_named(board, self.seat, order.unit), order.path[-1]
        if not unit or not is_label(there):
            return 0.0
        away = self.way(board, there)
        posture = board.postures[clan_of(unit)]
        if posture == "attack":
            return 2.0 + self._contact(board, there) - 0.1 * away
        return 1.0 - 0.001 * away if posture == "move" else -1.0

    def _contact(self, board: Board, there: str) -> float:
        """What can be attacked from a hex: the weakest enemy, and the friends who already touch it."""
        at = {unit.hex: name for name, unit in board.units.items() if unit.hex}
        worth = 0.0
        for foe in (at[hex_] for hex_ in DATA.map.beside[there] if hex_ in at):
            if side_of(foe) == self.seat:
                continue
            known, state = DATA.units[foe], board.units[foe]
            friends = sum(
                1 for hex_ in DATA.map.beside[state.hex] if hex_ in at and side_of(at[hex_]) == self.seat
            )
            unfit = DATA.postures[board.postures[clan_of(foe)]].column
            rough = DATA.terrain[DATA.map.places[state.hex].terrain].difficult
            worth = max(worth, 6.0 - known.elan - known.mass + state.losses + friends + unfit - 2 * rough)
        return worth

    def fight(self, board: Board, order: f.Fight) -> float:
        """What the combat table promises."""
        units = tuple(unit_named(board, self.seat, unit) for unit in order.units)
        foes = tuple(unit_named(board, enemy(self.seat), unit) for unit in order.targets)
        found = odds(board, Combat(self.seat, units, foes, order.leader))
        return promise(found.column.total, found.row.total, len(units) - 1, len(foes) - 1) + 0.3

    def retreat(self, board: Board, order: f.Retreat) -> float:
        """As far from the enemy as can be."""
        if not is_label(order.hex):
            return 0.0
        return float(min((distance(order.hex, foe) for foe in enemy_hexes(board, self.seat)), default=FAR))

    def rally(self, board: Board, order: f.Rally) -> float:
        return float(len(order.units))

    def suffer(self, board: Board, order: f.Suffer) -> float:
        unit = unit_named(board, self.seat, order.unit)
        return -float(board.units[unit].losses * 2 + DATA.units[unit].elan + DATA.units[unit].leader)

    def seppuku(self, board: Board, order: f.Seppuku) -> float:
        return -1.0 if order.unit[0] == "A" else 1.0

    def samurai(self, board: Board, order: o.Samurai) -> float:
        near = self.nearest(board, self.seat[0] + order.unit[0])
        return {"attack": 2.0 if near <= NEAR else 0.0, "rally": 1.0}.get(order.use, 0.0)

    # ---- what it sees

    def nearest(self, board: Board, clan: str) -> int:
        """Movement points between a clan and the nearest enemy."""
        return min((self.way(board, board.units[unit].hex) for unit in units_of(board, clan)), default=FAR)

    def way(self, board: Board, here: str) -> int:
        """Movement points to the nearest enemy, around rivers."""
        foes = enemy_hexes(board, self.seat)
        return min((min(cost_between(DATA.map, here, foe), FAR) for foe in foes), default=FAR)

    def worn(self, board: Board, clan: str) -> float:
        """Steps lost, per unit."""
        units = units_of(board, clan)
        return sum(board.units[unit].losses for unit in units) / len(units) if units else 0.0


@cache
def promise(column: int, row: int, others: int, more: int) -> float:
    """What a combat is worth on average: steps of the enemy less one's own.

    `others`, `more`: further units of the attacker and of the defender.
    """
    worth = 0.0
    for (across, often), (down, times) in product(THROWS.items(), repeat=2):
        result = DATA.combat.result(column + across, row + down)
        worth += often * times * (_harm(result.defender, more) - _harm(result.attacker, others))
    return worth / 36**2


def _harm(suffered: Suffered, others: int) -> float:
    return _weight(suffered.main) + others * _weight(suffered.others)


def _weight(hit: Hit) -> float:
    return hit.losses + 0.5 * hit.retreat + 3.0 * hit.eliminated


_WORTH: Mapping[type, Callable[[Player, Board, Any], float]] = {
    o.ChooseOwn: Player.plan_worth,
    o.Postures: Player.first_posture,
    o.WriteEntry: Player.entry,
    o.Command: Player.chit,
    o.Special: Player.special,
    o.Samurai: Player.samurai,
    o.Play: lambda player, board, order: 1.0,
    f.Posture: Player.posture,
    f.March: Player.march,
    f.Move: Player.move,
    f.Fight: Player.fight,
    f.Retreat: Player.retreat,
    f.Rally: Player.rally,
    f.Suffer: Player.suffer,
    f.Seppuku: Player.seppuku,
}
