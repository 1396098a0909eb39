"""The outlook of a seat on a board: the best of each action, and the points that it promises.

Placing [8.1], coup [8.3] and realignment [8.2]; events are in `deeds.py`. Nothing is played to find out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, TypeVar

from domain.twilight_shogun.actions.placing import spelled_out
from domain.twilight_shogun.board.bans import forbidding
from domain.twilight_shogun.board.state import Board, in_play, neighbours, other, tracks
from domain.twilight_shogun.data.effects import What
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.players.stakes import Stakes
from domain.twilight_shogun.words.items import Act

MOST = 4
"""No more APs are planned in one go: hardly any card has more, and no event grants more for influence."""

BEST = 9
"""The spaces among which influence is shared out: those where an AP does most."""

USUAL = 3
"""The APs whose best plan a second one keeps away from."""

LIKELY, COUPS = 4, 2
"""The clans that are looked at closely for a coup, by what the best die would take; and how many are told."""

FACES = 6

REALIGNED = 2
"""How far a lost realignment takes the loser down, in the middle."""

AGAIN = 0.75
"""What each further attempt in the same space is worth, as a part of the one before."""

COUPED = 0.12
"""What it costs that a coup raises the intervention level: the next is forbidden the sooner [11.2]."""

Places = tuple[str, ...]
Plan = tuple[float, Places]
Curve = list[tuple[int, int, float]]
T = TypeVar("T")


class Outlook:
    """A board as a seat judges it; every question is worked out once."""

    def __init__(self, board: Board, seat: str) -> None:
        self.board, self.seat, self.foe = board, seat, other(seat)
        self.stakes = Stakes(board, (seat,))
        self.sign = 1 if seat == ANTI else -1
        self.events: dict[tuple[str, str], float] = {}
        self.cards: dict[str, float] = {}
        self.kept: dict[tuple[Any, ...], Any] = {}
        self._curves: dict[str, Curve] = {}

    def once(self, function: Callable[..., T], *what: Any) -> T:
        """The answer of a function of this class, which is asked once."""
        key = (function.__name__, *what)
        if key not in self.kept:
            self.kept[key] = function(*what)
        found: T = self.kept[key]
        return found

    def gain(self, name: str, own: int, foe: int) -> float:
        """What so much influence more, or less, in a space is worth to the seat."""
        if self.sign > 0:
            return self.stakes.gain(name, own, foe)
        return -self.stakes.gain(name, foe, own)

    def _reached(self, edo: bool) -> list[str]:
        """The spaces in play in or next to a space with influence of the seat [8.1]."""
        board, spaces, near = self.board, self.stakes.spaces, set[str]()
        for name, here in board.influence.items():
            if here[self.seat] or (edo and self.seat == PRO and spaces[name].kind == "edo"):
                near.add(name)
                near.update(spaces[name].adjacent)
        return [name for name in board.influence if name in near and in_play(board, name)]

    def _allowed(self, what: What, names: list[str]) -> list[str]:
        """Those where no lasting event forbids an action [2.35]."""
        if not self.board.lasting:
            return names
        return [name for name in names if not forbidding(self.board, self.seat, what, name)]

    # ---- placing

    def open_to(self) -> list[str]:
        """The spaces where the seat may place [8.1]."""
        return self._allowed("influence", self.once(self._reached, True))

    def curve(self, name: str) -> Curve:
        """For 1, 2, 3… influence in a space: how much, what it costs, what it is worth [8.1]."""
        found = self._curves.get(name)
        if found is None:
            found = self._curves[name] = list(self._curve(name))
        return found

    def _curve(self, name: str) -> Iterator[tuple[int, int, float]]:
        board, space, here = self.board, self.stakes.spaces[name], self.board.influence[name]
        if space.limit and board.spent.count((self.seat, name)):
            return
        dear = tracks(board).controlled_cost
        normal = space.cost if board.setting.options.kyo_always_two else 1
        lead, least = here[self.seat] - here[self.foe], self.stakes.lead(name, self.seat)
        held, paid, sign = self.stakes.holders[name] == -self.sign, 0, self.sign
        before, worth = self.stakes.lead_worth(name, sign * least), self.stakes.lead_worth
        for count in range(1, MOST + 1):
            paid += dear if held else normal
            if paid > MOST:
                return
            after = self.stakes.lead(name, self.seat, count)
            yield count, paid, sign * (worth(name, sign * after) - before)
            if space.limit:
                return
            held = held and lead + count <= -space.stability

    def plans(self, ap: int, within: Places = ()) -> list[Plan]:
        """Two ways to share so many APs out, the best first, with what each is worth."""
        return [shares[min(ap, MOST)] for shares in self.once(self._plans, within)]

    def _plans(self, within: Places) -> list[list[Plan]]:
        spaces = [name for name in self.once(self.open_to) if not within or name in within]
        liked = sorted(spaces, key=self._rate, reverse=True)[:BEST]
        first = shared([(name, self.curve(name)) for name in liked])
        rest = [name for name in liked if name not in first[USUAL][1]]
        return [first, shared([(name, self.curve(name)) for name in rest])]

    def _rate(self, name: str) -> float:
        return max([gain / cost for _, cost, gain in self.curve(name)], default=0.0)

    def placing(self, places: Sequence[str]) -> float:
        """What a list of places is worth."""
        counts = Counter(spelled_out(places))
        return sum([self.gain(name, count, 0) for name, count in counts.items()])

    # ---- coup

    def coup(self, name: str, ap: int) -> float:
        """What a coup with so many APs may be expected to bring [8.3]."""
        return self.once(self._coup, name, ap)

    def _coup(self, name: str, ap: int) -> float:
        less = ap - 2 * self.stakes.spaces[name].stability
        hoped = [self._taken(name, face + less) for face in range(1, FACES + 1) if face + less > 0]
        return sum(hoped) / FACES - COUPED

    def _taken(self, name: str, value: int) -> float:
        there = self.board.influence[name][self.foe]
        return self.gain(name, max(0, value - there), -min(value, there))

    def best_coups(self, ap: int, within: Places = ()) -> list[str]:
        """The clans where a coup promises most; none where the level forbids it [11.2]."""
        return self.once(self._best_coups, ap, within)

    def _best_coups(self, ap: int, within: Places) -> list[str]:
        if self.board.intervention >= tracks(self.board).coup_forbidden_at:
            return []
        names = [name for name in self.once(self._coupable) if not within or name in within]
        hopes = [(self._taken(name, value), name) for name in names if (value := self._most(name, ap)) > 0]
        likely = [name for _, name in sorted(hopes, reverse=True)[:LIKELY]]
        found = [name for name in likely if self.coup(name, ap) > 0]
        return sorted(found, key=lambda name: -self.coup(name, ap))[:COUPS]

    def _most(self, name: str, ap: int) -> int:
        return FACES + ap - 2 * self.stakes.spaces[name].stability

    def _coupable(self) -> list[str]:
        """The clans with influence of the other that the seat reaches [8.3]."""
        influence, spaces = self.board.influence, self.stakes.spaces
        reached = self.once(self._reached, self.board.setting.options.edo_reach)
        return self._allowed(
            "coup", [one for one in reached if influence[one][self.foe] and spaces[one].kind == "clan"]
        )

    # ---- realignment

    def realigning(self, name: str, attempts: int = 1) -> float:
        """What so many attempts in a space may be expected to bring [8.2]."""
        once = self.once(self._realigning, name)
        return once * (1 + AGAIN * (attempts - 1)) if once > 0 else once

    def _realigning(self, name: str) -> float:
        lead, here = self.clans_near(name), self.board.influence[name]
        fall = min(here[self.foe], REALIGNED + max(0, lead) // 2)
        mine = min(here[self.seat], REALIGNED + max(0, -lead) // 2)
        return higher(lead) * self.gain(name, 0, -fall) + higher(-lead) * self.gain(name, -mine, 0)

    def clans_near(self, name: str) -> int:
        """The clans that the seat controls there and next to it, less those of the other [8.2, 9.4]."""
        holders = self.stakes.holders
        return self.sign * sum([holders[one] for one in (name, *neighbours(self.board, name))])

    def best_realignments(self, within: Places = ()) -> list[str]:
        """The space where an attempt promises most, if it promises anything."""
        return self.once(self._best_realignments, within)

    def _best_realignments(self, within: Places) -> list[str]:
        names = [one for one in self.once(self._realignable) if not within or one in within]
        found = [one for one in names if self.realigning(one) > 0]
        return sorted(found, key=lambda name: -self.realigning(name))[:1]

    def _realignable(self) -> list[str]:
        """The spaces where the other has more than recovers; no ports, for one attempt a round is little."""
        board, spaces, support = self.board, self.stakes.spaces, self.stakes.support
        options = board.setting.options
        names = self.once(self._reached, options.edo_reach)
        taken = [one for one in names if board.influence[one][self.foe] > support.get((one, self.foe), 0)]
        return self._allowed("realign", [one for one in taken if not spaces[one].limit])

    # ---- all that an action may be

    def best(self, act: Act) -> float:
        """What the APs of an action are worth, spent as well as the seat can."""
        return self.once(self._best, act.ap, act.actions, act.spaces)

    def _best(self, ap: int, actions: Places, within: Places) -> float:
        hopes = [0.0]
        if "influence" in actions:
            hopes += [value for value, _ in self.plans(ap, within)]
        if "coup" in actions:
            hopes += [self.coup(name, ap) for name in self.best_coups(ap, within)]
        if "realign" in actions:
            hopes += [self.realigning(name, ap) for name in self.best_realignments(within)]
        return max(hopes)


_last: list[Outlook] = []


def outlook_of(board: Board, seat: str) -> Outlook:
    """The outlook of a seat. The last one is kept: all advice on the orders of a prompt asks for it."""
    if _last and _last[0].board is board and _last[0].seat == seat:
        return _last[0]
    _last[:] = [Outlook(board, seat)]
    return _last[0]


@cache
def higher(lead: int) -> float:
    """How often a die and so much is higher than another die."""
    pairs = [(mine, his) for mine in range(1, FACES + 1) for his in range(1, FACES + 1)]
    return sum(mine + lead > his for mine, his in pairs) / len(pairs)


def shared(curves: Sequence[tuple[str, Curve]]) -> list[Plan]:
    """The best way to share 0, 1, 2… APs out over spaces, by what each number in each space is worth."""
    best: list[Plan] = [(0.0, ())] * (MOST + 1)
    for name, curve in curves:
        before = best[:]
        for count, cost, gain in curve:
            for spent in range(cost, MOST + 1):
                value, places = before[spent - cost]
                if value + gain > best[spent][0]:
                    words = (name, str(count)) if count > 1 else (name,)
                    best[spent] = (value + gain, (*places, *words))
    return best
