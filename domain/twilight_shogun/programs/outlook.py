"""The outlook of a seat on a board: the best of each action, and the points that it promises.

Placing [8.1], coup [8.3] and realignment [8.2]; events are in `deeds.py`. Nothing is played to find out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Any, TypeVar

from domain.twilight_shogun.actions.placing import spelled_out
from domain.twilight_shogun.board.bans import forbidding
from domain.twilight_shogun.board.state import Board, in_play, neighbours, other, tracks
from domain.twilight_shogun.data.effects import What
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.programs.stakes import REMEMBERED, Ground, Stakes, lead_worth
from domain.twilight_shogun.words.items import Act

MOST = 4
"""No more APs are planned in one go: hardly any card has more, and no event grants more for influence."""

BEST = 9
"""The spaces among which influence is shared out: those where an AP does most."""

USUAL = 3
"""The APs whose best plan a second one keeps away from."""

COUPS = 2
"""The clans that are thought of for a coup."""

FACES = 6

REALIGNED = 2
"""How far a lost realignment takes the loser down, in the middle."""

AGAIN = 0.75
"""What each further attempt in the same space is worth, as a part of the one before."""

COUPED = 0.12
"""What it costs that a coup raises the intervention level: the next is forbidden the sooner [11.2]."""

Places = tuple[str, ...]
Plan = tuple[float, Places]
Curve = tuple[tuple[int, int, float], ...]
Here = tuple[int, int]
"""The influence of a side in a space, and its support."""

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

    def here(self, name: str) -> tuple[Here, Here]:
        """Influence and support in a space, of the seat and of the other."""
        there, support = self.board.influence[name], self.stakes.support
        own, foe = self.seat, self.foe
        return (there[own], support.get((name, own), 0)), (there[foe], support.get((name, foe), 0))

    def curve(self, name: str) -> tuple[float, Curve]:
        """What an AP in a space may be worth; and for 1, 2… influence how much, its cost, its worth [8.1]."""
        board, space = self.board, self.stakes.spaces[name]
        if space.limit and board.spent.count((self.seat, name)):
            return 0.0, ()
        own, foe = self.here(name)
        normal = space.cost if board.setting.options.kyo_always_two else 1
        dear, limited = tracks(board).controlled_cost, bool(space.limit)
        return curve(self.stakes.grounds[name], self.sign, own, foe, normal, dear, limited)

    def plans(self, ap: int, within: Places = ()) -> list[Plan]:
        """Two ways to share so many APs out, the best first, with what each is worth."""
        return [shares[min(ap, MOST)] for shares in self.once(self._plans, within)]

    def _plans(self, within: Places) -> list[list[Plan]]:
        spaces = [name for name in self.once(self.open_to) if not within or name in within]
        curves = [(*self.curve(name), name) for name in spaces]
        liked = [(name, steps) for _, steps, name in sorted(curves, key=_rate, reverse=True)[:BEST]]
        first = shared(liked)
        return [first, shared([one for one in liked if one[0] not in first[USUAL][1]])]

    def placing(self, places: Sequence[str]) -> float:
        """What a list of places is worth."""
        counts = Counter(spelled_out(places))
        return sum([self.gain(name, count, 0) for name, count in counts.items()])

    # ---- coup

    def coup(self, name: str, ap: int) -> float:
        """What a coup with so many APs may be expected to bring [8.3]."""
        own, foe = self.here(name)
        return coup(
            self.stakes.grounds[name], self.sign, own, foe, ap - 2 * self.stakes.spaces[name].stability
        )

    def best_coups(self, ap: int, within: Places = ()) -> list[str]:
        """The clans where a coup promises most; none where the level forbids it [11.2]."""
        return self.once(self._best_coups, ap, within)

    def _best_coups(self, ap: int, within: Places) -> list[str]:
        if self.board.intervention >= tracks(self.board).coup_forbidden_at:
            return []
        names = [name for name in self.once(self._coupable) if not within or name in within]
        hopes = [(hope, name) for name in names if (hope := self.coup(name, ap)) > 0]
        return [name for _, name in sorted(hopes, reverse=True)[:COUPS]]

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
        hopes: list[float] = []
        if "influence" in actions:
            hopes += [value for value, _ in self.plans(ap, within)]
        if "coup" in actions:
            hopes += [self.coup(name, ap) for name in self.best_coups(ap, within)]
        if "realign" in actions:
            hopes += [self.realigning(name, ap) for name in self.best_realignments(within)]
        return max((0.0, *hopes))


_last: list[Outlook] = []


def outlook_of(board: Board, seat: str) -> Outlook:
    """The outlook of a seat. The last one is kept: all advice on the orders of a prompt asks for it."""
    for one in _last:
        if one.board is board and one.seat == seat:
            return one
    fresh = Outlook(board, seat)
    _last[:] = [fresh]
    return fresh


@cache
def higher(lead: int) -> float:
    """How often a die and so much is higher than another die."""
    pairs = [(mine, his) for mine in range(1, FACES + 1) for his in range(1, FACES + 1)]
    return sum(mine + lead > his for mine, his in pairs) / len(pairs)


@lru_cache(REMEMBERED)
def coup(ground: Ground, sign: int, own: Here, foe: Here, less: int) -> float:
    """`Outlook.coup`, out of all that it depends on; `less` is what is added to the die."""
    (here, least), (there, least_there) = own, foe
    before, hoped = sign * (max(here, least) - max(there, least_there)), 0.0
    for value in range(max(1, 1 + less), FACES + less + 1):
        fallen = max(there - value, 0, least_there)
        after = sign * (max(here + max(0, value - there), least) - fallen)
        hoped += sign * (lead_worth(ground, after) - lead_worth(ground, before))
    return hoped / FACES - COUPED


def _rate(one: tuple[float, Curve, str]) -> float:
    return one[0]


@lru_cache(REMEMBERED)
def curve(
    ground: Ground, sign: int, own: Here, foe: Here, normal: int, dear: int, limited: bool
) -> tuple[float, Curve]:
    """`Outlook.curve`, out of all that it depends on."""
    (here, least), (there, least_there) = own, foe
    fixed = max(there, least_there)
    before = lead_worth(ground, sign * (max(here, least) - fixed))
    found, paid, rate = [], 0, 0.0
    for count in range(1, 2 if limited else MOST + 1):
        held = ground.holder == -sign and there - here - count + 1 >= ground.stability
        paid += dear if held else normal
        if paid > MOST:
            break
        gain = sign * (lead_worth(ground, sign * (max(here + count, least) - fixed)) - before)
        found.append((count, paid, gain))
        rate = max(rate, gain / paid)
    return rate, tuple(found)


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
