"""The measure of all advice: points for a board, and for a change of influence in a space.

The unit is a victory point; above 0 is good for Anti-Bakufu. A clan counts for itself, for what the scoring
of its area would give [9.5], and for every influence that is missing to its control or makes it safe [3.2].
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from domain.twilight_shogun.board.state import Board, held_by, supports
from domain.twilight_shogun.data.tables import ANTI, PRO, Area, Space

HELD, POWERED = 0.55, 0.75
"""What control of a clan is worth beside all scorings, and how much more that of a powered one."""

NEARLY = 0.5
"""The part of that which is there on the way to control."""

SAFE, SAFEST = 0.14, 3
"""What an influence more than control needs is worth, and how many of them count."""

CROWD = 0.3
"""What a clan more in an area is worth where no status changes yet, as a part of the VP for each."""

MARGIN, WIDEST = 0.22, 3
"""What each influence of a lead is worth where no clan is, and how many of them count."""

EARLY, FINAL = 0.35, 0.65
"""How much of the last scoring counts in the first turn, and how much more in the last [11.4]."""

IN_HAND, UNSEEN = 0.6, 0.5
"""How much a scoring counts that a seat holds, and one that the other may hold for all it knows."""

REMEMBERED = 1 << 14
"""Answers that are kept for the boards of one search, which are much alike."""

SIGNS = {ANTI: 1, PRO: -1, "": 0}

Count = tuple[int, int, int]
"""Of an area: the clans of Anti-Bakufu, those of Pro-Bakufu, and who has the powered one, 1, -1 or 0."""


class Pays(NamedTuple):
    """The scoring of an area: VP for each status, the clans of a majority and all of them [9.5]."""

    presence: int
    domination: int
    control: int
    majority: int
    clans: int


class Ground(NamedTuple):
    """All that a lead in a space is judged by: the space, who holds it and its area, and what that pays.

    Where no clan is, `pays` is None, and `weight` the VP of more influence, as often as they are to come.
    """

    stability: int
    powered: bool
    holder: int
    in_area: Count
    pays: Pays | None
    weight: float
    is_clan: bool


class Stakes:
    """A board as `seats` see it whose hands are open."""

    def __init__(self, board: Board, seats: tuple[str, ...]) -> None:
        self.board, self.seats = board, seats
        self.spaces: Mapping[str, Space] = board.setting.tables.spaces
        self.support = supports(board)
        self.holders = {
            name: SIGNS[held_by(self.spaces[name], here)] for name, here in board.influence.items()
        }
        self.pays = {name: pays(area) for name, area in board.setting.tables.areas.items()}
        self.counts = self._counted()

    @cached_property
    def weights(self) -> dict[str, float]:
        """How often each scoring is still to come, as `weights` says."""
        return weights(self.board, self.seats)

    @cached_property
    def grounds(self) -> dict[str, Ground]:
        return {name: self._ground(name, space) for name, space in self.spaces.items()}

    def _counted(self) -> dict[str, Count]:
        counts = dict.fromkeys(self.pays, (0, 0, 0))
        for name, holder in self.holders.items():
            space = self.spaces[name]
            if holder and space.area:
                counts[space.area] = moved(counts[space.area], space.powered, 0, holder)
        return counts

    def _ground(self, name: str, space: Space) -> Ground:
        area, holder = space.area, self.holders[name]
        if not area:
            weight = self.weights.get(name, 0.0)
            return Ground(space.stability, space.powered, holder, NOBODY, None, weight, space.kind == "clan")
        weight, count = self.weights[area], self.counts[area]
        return Ground(space.stability, space.powered, holder, count, self.pays[area], weight, True)

    def gain(self, name: str, anti: int, pro: int) -> float:
        """What so much influence more, or less, of either side in a space is worth, once all recovered."""
        before, after = self.lead(name), self.lead(name, anti, pro)
        if before == after:
            return 0.0
        ground = self.grounds[name]
        return lead_worth(ground, after) - lead_worth(ground, before)

    def lead(self, name: str, anti: int = 0, pro: int = 0) -> int:
        """The influence of Anti-Bakufu less that of the other, with so much more of either; neither stays
        below its support [3.4].
        """
        here, support = self.board.influence[name], self.support
        own, least = here[ANTI] + anti, support.get((name, ANTI), 0)
        his, least_his = here[PRO] + pro, support.get((name, PRO), 0)
        return (own if own > least else least) - (his if his > least_his else least_his)


NOBODY: Count = (0, 0, 0)


def pays(area: Area) -> Pays:
    return Pays(area.presence, area.domination, area.control, area.majority, len(area.clans))


@lru_cache(REMEMBERED)
def lead_worth(ground: Ground, lead: int) -> float:
    """What such a lead of Anti-Bakufu in a space is worth, beside all that is elsewhere."""
    if not ground.is_clan:
        worth = ground.weight if lead > 0 else -ground.weight if lead < 0 else 0.0
        return MARGIN * max(-WIDEST, min(WIDEST, lead)) + worth
    now = holder_of(ground.stability, lead)
    value = clan_worth(ground.stability, ground.powered, lead)
    if now == ground.holder or not ground.pays:
        return value
    after = moved(ground.in_area, ground.powered, ground.holder, now)
    shift = area_worth(ground.pays, after, 1.0) - area_worth(ground.pays, ground.in_area, 1.0)
    return value + ground.weight * shift


def moved(count: Count, powered: bool, was: int, now: int) -> Count:
    """The holders of an area once one of its clans has another: 1, -1 or 0 for nobody."""
    anti, pro, first = count
    return anti + (now == 1) - (was == 1), pro + (now == -1) - (was == -1), now if powered else first


def holder_of(stability: int, lead: int) -> int:
    """1 for Anti-Bakufu, -1 for Pro-Bakufu, 0 for nobody [3.2]."""
    if not lead or abs(lead) < stability:
        return 0
    return 1 if lead > 0 else -1


def clan_worth(stability: int, powered: bool, lead: int) -> float:
    """Control of a clan by itself, or the way to it, and how safe it is."""
    if not lead:
        return 0.0
    size, full = abs(lead), HELD + POWERED * powered
    if size < stability:
        value = full * NEARLY * size / stability
    else:
        value = full + SAFE * min(SAFEST, size - stability)
    return value if lead > 0 else -value


def area_worth(area: Pays, count: Count, weight: float) -> float:
    """The scoring of an area with such holders of its clans, and a little for each clan."""
    each = CROWD * area.control / area.clans
    return weight * (area_score(area, count) + each * (count[0] - count[1]))


def area_score(area: Pays, count: Count) -> int:
    """What the scoring of an area would move the VP [9.5]."""
    anti, pro, powered = count
    return _status(area, anti, pro, powered == 1) - _status(area, pro, anti, powered == -1)


def _status(area: Pays, own: int, others: int, powered: bool) -> int:
    if powered and own >= area.majority:
        return area.control
    if powered and own > others:
        return area.domination
    return area.presence if own else 0


def weights(board: Board, seats: tuple[str, ...]) -> dict[str, float]:
    """How often each scoring is still to come: by area, and by space with its VP where no clan is."""
    tables = board.setting.tables
    last = EARLY + FINAL * board.turn / tables.tracks.turns
    cards = {card.scoring: card.id for card in tables.cards.values() if card.scoring}
    found: dict[str, float] = {}
    for scoring in tables.scorings.values():
        weight = last + coming(board, seats, cards.get(scoring.id, ""))
        if scoring.area:
            found[scoring.area] = weight
        for name, vp in scoring.spaces.items():
            found[name] = weight * vp
    return found


def coming(board: Board, seats: tuple[str, ...], card: str) -> float:
    """How likely the scoring of a card is in this turn: sure where an open hand has it."""
    if any(card in board.hands[seat] for seat in seats):
        return IN_HAND
    if not card or card in board.discard or card in board.removed or card in board.aside:
        return 0.0
    hidden = sum([len(hand) for seat, hand in board.hands.items() if seat not in seats])
    if not hidden or (board.played and board.played.card == card):
        return 0.0
    return UNSEEN * hidden / (hidden + len(board.deck))
