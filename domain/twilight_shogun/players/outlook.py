"""What a seat makes of a board: each action and each event, as points for it.

Placing [8.1], coup [8.3] and realignment [8.2] here, events in `deeds.py`. What is legal is asked of the rules;
the best of it is found without playing it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from domain.twilight_shogun.actions.placing import cost_to_place
from domain.twilight_shogun.actions.reach import in_reach, reaches
from domain.twilight_shogun.board.bans import forbidding
from domain.twilight_shogun.board.state import Board, controller, in_play, neighbours, other, tracks
from domain.twilight_shogun.data.tables import ANTI
from domain.twilight_shogun.players.stakes import Stakes
from domain.twilight_shogun.words.items import Act

MOST = 6
"""No more APs are planned in one go; what an event grants beyond is spread by the next question."""

BEST = 9
"""The spaces among which influence is shared out: those where an AP does most."""

FACES = 6

REALIGNED = 2
"""How far a lost realignment takes the loser down, in the middle."""

AGAIN = 0.75
"""What each further attempt in the same space is worth, as a part of the one before."""

COUPED = 0.12
"""What it costs that a coup raises the intervention level: the next is forbidden the sooner [11.2]."""

Places = tuple[str, ...]
Plan = tuple[float, Places]


class Outlook:
    """A board as a seat judges it; every question is worked out once."""

    def __init__(self, board: Board, seat: str) -> None:
        self.board, self.seat, self.foe = board, seat, other(seat)
        self.stakes = Stakes(board, (seat,))
        self.sign = 1 if seat == ANTI else -1
        self.events: dict[tuple[str, str], float] = {}
        self._curves: dict[str, list[tuple[int, int, float]]] = {}
        self._plans: dict[tuple[Places, bool], list[list[Plan]]] = {}
        self._coups: dict[tuple[str, int], float] = {}
        self._realigned: dict[str, float] = {}

    def gain(self, name: str, own: int, foe: int) -> float:
        """What so much influence more, or less, in a space is worth to the seat."""
        if self.sign > 0:
            return self.stakes.gain(name, own, foe)
        return -self.stakes.gain(name, foe, own)

    # ---- placing

    def curve(self, name: str) -> list[tuple[int, int, float]]:
        """For 1, 2, 3… influence in a space: how much, what it costs, what it is worth [8.1]."""
        found = self._curves.get(name)
        if found is None:
            found = self._curves[name] = list(self._curve(name))
        return found

    def _curve(self, name: str) -> Iterable[tuple[int, int, float]]:
        space, here = self.board.setting.tables.spaces[name], self.board.influence[name]
        cost, dear = cost_to_place(self.board, name, self.seat), tracks(self.board).controlled_cost
        normal = space.cost if self.board.setting.options.kyo_always_two else 1
        behind = here[self.foe] - here[self.seat]
        paid, held = 0, controller(self.board, name) == self.foe
        if space.limit and self.board.spent.count((self.seat, name)):
            return
        for count in range(1, MOST + 1):
            paid += cost
            if paid > MOST:
                return
            yield count, paid, self.gain(name, count, 0)
            if space.limit:
                return
            held = held and behind - count >= space.stability
            cost = dear if held else normal

    def open_to(self) -> list[str]:
        """The spaces where the seat may place [8.1]."""
        board, lasting = self.board, self.board.lasting
        return [
            name
            for name in board.influence
            if in_play(board, name)
            and in_reach(board, name, self.seat, through_edo=True)
            and not (lasting and forbidding(board, self.seat, "influence", name))
        ]

    def plans(self, ap: int, within: Places = ()) -> list[Plan]:
        """Two ways to share so many APs out, the best first, with what each is worth."""
        key = (within, False)
        if key not in self._plans:
            self._plans[key] = self._planned(within)
        return [tables[min(ap, MOST)] for tables in self._plans[key]]

    def _planned(self, within: Places) -> list[list[Plan]]:
        spaces = [name for name in self.open_to() if not within or name in within]
        liked = sorted(spaces, key=self._rate, reverse=True)[:BEST]
        first = shared([(name, self.curve(name)) for name in liked])
        named = {word for word in first[min(3, MOST)][1] if not word.isdecimal()}
        return [first, shared([(name, self.curve(name)) for name in liked if name not in named])]

    def _rate(self, name: str) -> float:
        return max([gain / cost for _, cost, gain in self.curve(name)], default=0.0)

    def placing(self, places: Sequence[str]) -> float:
        """What a list of places is worth."""
        counts: dict[str, int] = {}
        last = ""
        for word in places:
            if word.isdecimal():
                counts[last] += int(word) - 1
            else:
                counts[word] = counts.get(word, 0) + 1
                last = word
        return sum([self.gain(name, count, 0) for name, count in counts.items()])

    # ---- coup

    def coup(self, name: str, ap: int) -> float:
        """What a coup with so many APs may be expected to bring [8.3]."""
        key = (name, ap)
        if key not in self._coups:
            there = self.board.influence[name][self.foe]
            less = ap - 2 * self.board.setting.tables.spaces[name].stability
            values = [max(0, face + less) for face in range(1, FACES + 1)]
            hoped = [self.gain(name, max(0, value - there), -min(value, there)) for value in values if value]
            self._coups[key] = sum(hoped) / FACES - COUPED
        return self._coups[key]

    def targets(self, what: str, within: Places = ()) -> list[str]:
        """Where the seat may attempt a coup, or a realignment that can take something [8.2, 8.3]."""
        board, lasting = self.board, self.board.lasting
        free = what == "realign" and not board.setting.options.realign_needs_reach
        support, spaces = self.stakes.support, board.setting.tables.spaces
        return [
            name
            for name, here in board.influence.items()
            if here[self.foe] > (support.get((name, self.foe), 0) if what == "realign" else 0)
            and (not within or name in within)
            and (spaces[name].kind == "clan" if what == "coup" else not spaces[name].limit)
            and in_play(board, name)
            and (free or reaches(board, name, self.seat))
            and not (lasting and forbidding(board, self.seat, what, name))  # type: ignore[arg-type]
        ]

    def best_coups(self, ap: int, within: Places = ()) -> list[str]:
        """The clan where a coup promises most; none where the level forbids it [11.2]."""
        if self.board.intervention >= tracks(self.board).coup_forbidden_at:
            return []
        return sorted(self.targets("coup", within), key=lambda name: -self.coup(name, ap))[:2]

    # ---- realignment

    def realigning(self, name: str, attempts: int = 1) -> float:
        """What so many attempts in a space may be expected to bring [8.2]."""
        if name not in self._realigned:
            self._realigned[name] = self._once(name)
        once = self._realigned[name]
        return once * (1 + AGAIN * (attempts - 1)) if once > 0 else once

    def _once(self, name: str) -> float:
        lead = self.clans_near(name)
        win, lose = higher(lead), higher(-lead)
        here = self.board.influence[name]
        fall = REALIGNED + max(0, lead) // 2
        mine = min(here[self.seat], REALIGNED + max(0, -lead) // 2)
        return win * self.gain(name, 0, -min(fall, here[self.foe])) + lose * self.gain(name, -mine, 0)

    def clans_near(self, name: str) -> int:
        """The clans that the seat controls there and next to it, less those of the other [8.2, 9.4]."""
        lead = 0
        for one in (name, *neighbours(self.board, name)):
            holder = controller(self.board, one)
            if holder:
                lead += 1 if holder == self.seat else -1
        return lead

    def best_realignments(self, within: Places = ()) -> list[str]:
        return sorted(self.targets("realign", within), key=lambda name: -self.realigning(name))[:1]

    # ---- all that an action may be

    def best(self, act: Act) -> float:
        """What the APs of an action are worth, spent as well as the seat can."""
        hopes = [0.0]
        if "influence" in act.actions:
            hopes += [value for value, _ in self.plans(act.ap, act.spaces)]
        if "coup" in act.actions:
            hopes += [self.coup(name, act.ap) for name in self.best_coups(act.ap, act.spaces)]
        if "realign" in act.actions:
            hopes += [self.realigning(name, act.ap) for name in self.best_realignments(act.spaces)]
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


def shared(curves: Sequence[tuple[str, Sequence[tuple[int, int, float]]]]) -> list[Plan]:
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
