"""The measure of all advice: points for a board, and for a change of influence in a space.

The unit is a victory point; above 0 is good for Anti-Bakufu. A clan counts for itself, for what the scoring
of its area would give [9.5], and for every influence that is missing to its control or makes it safe [3.2].
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

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

COURT = 0.5
"""What a level of court operations is worth beside its VP: who goes first [6.1], the way to the top [8.4]."""

SIGNS = {ANTI: 1, PRO: -1, "": 0}

Count = tuple[int, int, int]
"""Of an area: the clans of Anti-Bakufu, those of Pro-Bakufu, and who has the powered one, 1, -1 or 0."""


class Stakes:
    """A board as `seats` see it whose hands are open; a question is worked out once."""

    def __init__(self, board: Board, seats: tuple[str, ...]) -> None:
        self.board = board
        self.spaces: Mapping[str, Space] = board.setting.tables.spaces
        self.support = supports(board)
        self.weights = weights(board, seats)
        self.holders = {
            name: SIGNS[held_by(self.spaces[name], here)] for name, here in board.influence.items()
        }
        self.counts = self._counted()
        self._leads: dict[tuple[str, int], float] = {}
        self._shifts: dict[tuple[str, bool, int, int], float] = {}

    def _counted(self) -> dict[str, Count]:
        counts = dict.fromkeys(self.board.setting.tables.areas, (0, 0, 0))
        for name, holder in self.holders.items():
            space = self.spaces[name]
            if holder and space.area:
                counts[space.area] = moved(counts[space.area], space.powered, 0, holder)
        return counts

    def gain(self, name: str, anti: int, pro: int) -> float:
        """What so much influence more, or less, of either side in a space is worth, once all recovered."""
        before, after = self.lead(name, ANTI), self.lead(name, ANTI, anti, pro)
        return 0.0 if before == after else self.lead_worth(name, after) - self.lead_worth(name, before)

    def lead(self, name: str, seat: str, own: int = 0, foe: int = 0) -> int:
        """The influence of a seat less that of the other, with so much more of either.

        No side stays below its support [3.4].
        """
        here, support = self.board.influence[name], self.support
        if seat == PRO:
            own, foe = foe, own
        anti, least_anti = here[ANTI] + own, support.get((name, ANTI), 0)
        pro, least_pro = here[PRO] + foe, support.get((name, PRO), 0)
        lead = (anti if anti > least_anti else least_anti) - (pro if pro > least_pro else least_pro)
        return lead if seat == ANTI else -lead

    def lead_worth(self, name: str, lead: int) -> float:
        """What such a lead of Anti-Bakufu in a space is worth, beside all that is elsewhere."""
        key = (name, lead)
        found = self._leads.get(key)
        if found is None:
            found = self._leads[key] = self._lead_worth(name, lead)
        return found

    def _lead_worth(self, name: str, lead: int) -> float:
        space = self.spaces[name]
        if space.kind != "clan":
            return self._open_place(name, lead)
        now = holder_of(space.stability, lead)
        return clan_worth(space.stability, space.powered, lead) + self._shift(name, space, now)

    def _shift(self, name: str, space: Space, now: int) -> float:
        """What the scoring of its area changes by when a clan has another holder."""
        was = self.holders[name]
        if was == now or not space.area:
            return 0.0
        key = (space.area, space.powered, was, now)
        if key not in self._shifts:
            count = self.counts[space.area]
            after = self.area_worth(space.area, moved(count, space.powered, was, now))
            self._shifts[key] = after - self.area_worth(space.area, count)
        return self._shifts[key]

    def area_worth(self, name: str, count: Count) -> float:
        """The scoring of an area with such holders of its clans, and a little for each clan."""
        area = self.board.setting.tables.areas[name]
        return self.weights[name] * (
            area_score(area, count) + CROWD * (count[0] - count[1]) * area.control / len(area.clans)
        )

    def _open_place(self, name: str, lead: int) -> float:
        """Where no clan is, more influence than the other scores."""
        value = MARGIN * max(-WIDEST, min(WIDEST, lead))
        worth = self.weights.get(name, 0.0)
        return value + (worth if lead > 0 else -worth if lead < 0 else 0.0)

    def total(self) -> float:
        """What the whole board is worth, with the VP and the court operations."""
        board = self.board
        value = float(board.vp) + COURT * (board.court[ANTI] - board.court[PRO])
        for area, count in self.counts.items():
            value += self.area_worth(area, count)
        for name in board.influence:
            lead = self.lead(name, ANTI)
            if lead:
                value += self._lead_worth(name, lead)
        return value


def moved(count: Count, powered: bool, was: int, now: int) -> Count:
    """The holders of an area once one of its clans has another: 1, -1 or 0 for nobody."""
    anti, pro, first = count
    return anti + (now == 1) - (was == 1), pro + (now == -1) - (was == -1), now if powered else first


def holder_of(stability: int, lead: int) -> int:
    """1 for Anti-Bakufu, -1 for Pro-Bakufu, 0 for nobody [3.2]."""
    if not lead or abs(lead) < stability:
        return 0
    return 1 if lead > 0 else -1


@cache
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


def area_score(area: Area, count: Count) -> int:
    """What the scoring of an area would move the VP [9.5]."""
    anti, pro, powered = count
    return _status(area, anti, pro, powered == 1) - _status(area, pro, anti, powered == -1)


def _status(area: Area, own: int, others: int, powered: bool) -> int:
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
