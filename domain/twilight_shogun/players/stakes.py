"""What a board is worth, and what a change of influence in a space would be: the measure of all advice.

The unit is a victory point; above 0 is good for Anti-Bakufu. A clan counts for itself, for what the scoring of
its area would give [9.5], and for every influence that is missing to its control or makes it safe [3.2].
"""

from __future__ import annotations

from collections.abc import Mapping

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
"""What a level of court operations is worth beside its VP: the first round, and the way to the top [6.1, 8.4]."""

Count = list[int]
"""Of an area: the clans of Anti-Bakufu, those of Pro-Bakufu, and who has the powered one, 1, -1 or 0."""


class Stakes:
    """A board as `seats` see it whose hands are open; a question is worked out once."""

    def __init__(self, board: Board, seats: tuple[str, ...]) -> None:
        self.board = board
        self.spaces: Mapping[str, Space] = board.setting.tables.spaces
        self.support = supports(board)
        self.weights = weights(board, seats)
        self.counts = self._counted()
        self._gains: dict[tuple[str, int, int], float] = {}

    def _counted(self) -> dict[str, Count]:
        counts = {area: [0, 0, 0] for area in self.board.setting.tables.areas}
        influence = self.board.influence
        for name, space in self.spaces.items():
            if space.area and (holder := held_by(space, influence[name])):
                side = holder != ANTI
                counts[space.area][side] += 1
                if space.powered:
                    counts[space.area][2] = -1 if side else 1
        return counts

    def gain(self, name: str, anti: int, pro: int) -> float:
        """What so much influence more, or less, of either side in a space is worth, once all has recovered."""
        key = (name, anti, pro)
        found = self._gains.get(key)
        if found is None:
            found = self._gains[key] = self._gain(name, anti, pro)
        return found

    def _gain(self, name: str, anti: int, pro: int) -> float:
        here, support, space = self.board.influence[name], self.support, self.spaces[name]
        own, least_own = here[ANTI], support.get((name, ANTI), 0)
        his, least_his = here[PRO], support.get((name, PRO), 0)
        before = max(own, least_own) - max(his, least_his)
        after = max(own + anti, least_own, 0) - max(his + pro, least_his, 0)
        if before == after:
            return 0.0
        if space.kind != "clan":
            return self._open_place(name, after) - self._open_place(name, before)
        return self._clan(space, before, after)

    def _clan(self, space: Space, before: int, after: int) -> float:
        value = clan_worth(space, after) - clan_worth(space, before)
        was, now = holder_of(space, before), holder_of(space, after)
        if was != now and space.area:
            value += self.area_worth(space.area, moved(self.counts[space.area], space, was, now))
            value -= self.area_worth(space.area, self.counts[space.area])
        return value

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
        for name, here in board.influence.items():
            own = max(here[ANTI], self.support.get((name, ANTI), 0))
            lead = own - max(here[PRO], self.support.get((name, PRO), 0))
            if lead:
                space = self.spaces[name]
                value += clan_worth(space, lead) if space.kind == "clan" else self._open_place(name, lead)
        return value


def moved(count: Count, space: Space, was: int, now: int) -> Count:
    """The holders of an area once one of its clans has another: 1, -1 or 0 for nobody."""
    anti, pro, powered = count
    return [
        anti + (now == 1) - (was == 1),
        pro + (now == -1) - (was == -1),
        now if space.powered else powered,
    ]


def holder_of(space: Space, lead: int) -> int:
    """1 for Anti-Bakufu, -1 for Pro-Bakufu, 0 for nobody [3.2]."""
    if abs(lead) < space.stability or not lead:
        return 0
    return 1 if lead > 0 else -1


def clan_worth(space: Space, lead: int) -> float:
    """Control of a clan by itself, or the way to it, and how safe it is."""
    if not lead:
        return 0.0
    size, full = abs(lead), HELD + (POWERED if space.powered else 0.0)
    if size < space.stability:
        value = full * NEARLY * size / space.stability
    else:
        value = full + SAFE * min(SAFEST, size - space.stability)
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
    if any([card in board.hands[seat] for seat in seats]):
        return IN_HAND
    if not card or card in board.discard or card in board.removed or card in board.aside:
        return 0.0
    hidden = sum([len(hand) for seat, hand in board.hands.items() if seat not in seats])
    if not hidden or (board.played and board.played.card == card):
        return 0.0
    return UNSEEN * hidden / (hidden + len(board.deck))
