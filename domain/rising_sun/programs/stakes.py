"""Estimates in victory points, out of the board: the worth of a war to a clan, and how its battle may go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from domain.rising_sun.advantages import ronin_force
from domain.rising_sun.battle import fought
from domain.rising_sun.board import state
from domain.rising_sun.board.force import base_force, strength, with_force
from domain.rising_sun.data.tables import DAIMYO, SEASONS
from domain.rising_sun.outcome import rewarding

LIFE = 0.1
"""Points that a figure is worth which will fight in a later season."""

FACE = 0.3
"""Points that a step of Honor is worth: it breaks ties."""

RIVAL = 0.3
"""Points that it is worth to take one from one rival: there may be several."""

STEP = 0.8
"""How much less the next bonus of winter is worth for each province that is missing."""

NOBODY = ""
SEPPUKU, HOSTAGE, RONIN, POETS = range(len(state.ADVANTAGES))


class Side(Struct, frozen=True):
    """A clan in a battle: its Force, what its Ronin add, how many figures can die, its coins.

    `prize` is what it is worth to win. `hostage` is the Force that a hostage costs it, 0 where none can be
    taken: then `takeable` is false.
    """

    clan: str
    force: int
    ronin: int
    figures: int
    coins: int
    prize: float
    takeable: bool
    hostage: int


class Outlook(Struct, frozen=True):
    """A battle before its outcome: the sides, the highest Honor first, and how likely each wins it.

    `hires` and `takes` are how likely each hires Ronin and takes a hostage, nobody too.
    """

    sides: tuple[Side, ...]
    hires: dict[str, float]
    takes: dict[str, float]
    wins: dict[str, float]

    def side(self, clan: str) -> Side:
        return next(one for one in self.sides if one.clan == clan)


def scores_tokens(board: state.Board) -> bool:
    """Whether there will be a winter, here or where the campaign is played [winter/tokens]."""
    options = board.setting.options
    return options.seasons > 1 or options.settles == "battles"


def seasons_left(board: state.Board) -> int:
    """War phases after this one [season]."""
    options = board.setting.options
    if options.settles == "campaign" and options.seasons == 1:
        return 0
    return max(0, len(SEASONS) - board.season)


def life_of(board: state.Board) -> float:
    """What it is worth that a figure lives [figures/killed]."""
    return LIFE if seasons_left(board) else 0.0


def token_worth(board: state.Board, clan: str, province: str) -> float:
    """What a token of this season is worth to a clan, in points [winter/tokens, card/tokens]."""
    cards = board.setting.tables.cards
    found = 0.0
    for item in rewarding(board, clan, province):
        card = cards[item.card]
        found += card.amount * (state.oni_of(board, clan) if card.effect == "token-with-it" else 1)
    if scores_tokens(board):
        owned = {one.province for one in board.tokens if one.clan == clan}
        found += board.setting.tables.token_points(board.season)
        if province not in owned:
            found += bonus_worth(board, len(owned) + 1) - bonus_worth(board, len(owned))
    return found


def bonus_worth(board: state.Board, provinces: int) -> float:
    """What so many different provinces are worth, and that the next step is near [winter/provinces]."""
    reached, more = 0, 0.0
    for needed, points in board.setting.tables.bonuses:
        if needed <= provinces:
            reached = points
        elif not more:
            more = (points - reached) * STEP ** (needed - provinces)
    return reached + more


def open_wars(board: state.Board) -> tuple[str, ...]:
    """The wars of this season that have not begun, in their order [war-phase/order]."""
    if board.phase != "war":
        return ()
    return tuple(province for province in board.wars[board.war :] if province not in board.settled)


def later_battles(board: state.Board, clan: str) -> int:
    """How many wars are still to come in which a clan has Force, and others too [war-phase/order]."""
    later = (with_force(board, province) for province in open_wars(board))
    return sum(1 for fighting in later if clan in fighting and len(fighting) > 1)


# ---- a battle


def outlook(board: state.Board) -> Outlook:
    """How the battle that is going on may go [battle/outcome]."""
    sides = tuple(side_of(board, clan) for clan in by_track(board, fought(board).players))
    hires, takes = likely(board, sides, RONIN), likely(board, sides, HOSTAGE)
    wins = dict.fromkeys((one.clan for one in sides), 0.0)
    for hirer, by_hire in hires.items():
        for taker, by_take in takes.items():
            wins[strongest(sides, hirer, taker)] += by_hire * by_take
    return Outlook(sides, hires, takes, wins)


def by_track(board: state.Board, clans: tuple[str, ...]) -> Iterator[str]:
    return (clan for clan in board.honor if clan in clans)


def side_of(board: state.Board, clan: str) -> Side:
    """A clan as it stands in the battle that is going on [figures/force, advantage/ronin]."""
    battle = fought(board)
    there = state.only_figures(board, battle.province, clan)
    figures = sum(there.values())
    forces = [
        base_force(board, battle.province, clan, figure)[0] for figure in there if takeable(board, figure)
    ]
    return Side(
        clan,
        strength(board, battle.province, clan) + battle.hired.get(clan, 0),
        0 if clan in battle.hired else ronin_force(board, clan).total,
        figures,
        board.coins[clan],
        token_worth(board, clan, battle.province) + figures * life_of(board),
        bool(forces),
        max(forces, default=0),
    )


def takeable(board: state.Board, figure: str) -> bool:
    return not state.is_immune(board, figure) and state.counts_as(board, figure) != DAIMYO


def likely(board: state.Board, sides: tuple[Side, ...], slot: int) -> dict[str, float]:
    """How likely each side wins Take Hostage or Hire Ronin, and has something of it [battle/compare].

    Bids that are open decide; before that the coins tell.
    """
    battle = fought(board)
    if battle.revealed:
        return {winner_of(battle.bids, sides, slot): 1.0}
    weights = {NOBODY: 1.0}
    weights |= {one.clan: float(one.coins) for one in sides if one.coins and can_use(one, sides, slot)}
    whole = sum(weights.values())
    return {clan: weight / whole for clan, weight in weights.items()}


def can_use(side: Side, sides: tuple[Side, ...], slot: int) -> bool:
    """Whether a side has something of Take Hostage or Hire Ronin [battle/decline]."""
    if slot == RONIN:
        return side.ronin > 0
    return any(one.takeable for one in sides if one.clan != side.clan)


def winner_of(bids: Mapping[str, tuple[int, int, int, int]], sides: tuple[Side, ...], slot: int) -> str:
    """Who has won an Advantage by open bids, if it is of use; nobody without a coin [battle/compare]."""
    best, most = NOBODY, 0
    for one in sides:
        if (bid := bids[one.clan][slot]) > most:
            best, most = one.clan, bid
    found = next((one for one in sides if one.clan == best), None)
    return best if found and can_use(found, sides, slot) else NOBODY


def strongest(sides: tuple[Side, ...], hirer: str, taker: str) -> str:
    """Who wins by Force, with the Ronin and the hostage of those two; a tie by Honor [battle/outcome]."""
    victim = prey(sides, taker) if taker else NOBODY
    best, most = sides[0].clan, -1
    for one in sides:
        force = one.force
        if one.clan == hirer:
            force += one.ronin
        if one.clan == victim:
            force -= one.hostage
        if force > most:
            best, most = one.clan, force
    return best


def prey(sides: tuple[Side, ...], taker: str) -> str:
    """Of whom a hostage is best taken: of the strongest of the others [advantage/hostage]."""
    best, most = NOBODY, -1
    for one in sides:
        if one.clan != taker and one.takeable and one.force > most:
            best, most = one.clan, one.force
    return best


# ---- what an Advantage is worth


def advantage_worths(board: state.Board, seen: Outlook, clan: str) -> tuple[float, float, float, float]:
    """What each Advantage is worth to a clan, in points, from left to right."""
    side = seen.side(clan)
    return (
        max(0.0, seppuku_worth(board, seen, side)),
        max(0.0, hostage_worth(board, seen, side)) if can_use(side, seen.sides, HOSTAGE) else 0.0,
        max(0.0, ronin_worth(seen, side)) if side.ronin else 0.0,
        poets_worth(board, seen),
    )


def seppuku_worth(board: state.Board, seen: Outlook, side: Side) -> float:
    """The points and Honor of the dead, less the battle that might have been won [advantage/seppuku]."""
    numbers = board.setting.tables.numbers
    each = numbers["points-of-seppuku"]
    each += sum(card.amount for _, card in state.held(board, side.clan, "own-killed"))
    steps = min(side.figures * numbers["honor-of-seppuku"], board.honor.index(side.clan))
    return side.figures * each + FACE * steps - seen.wins[side.clan] * side.prize


def hostage_worth(board: state.Board, seen: Outlook, side: Side) -> float:
    """A point that another has, what cards add, a rival's figure, and the battle [advantage/hostage]."""
    each = board.setting.tables.numbers["points-of-a-hostage"]
    owner = prey(seen.sides, side.clan)
    points = (1 + RIVAL) * min(each, board.points[owner])
    points += sum(card.amount + FACE for _, card in state.held(board, side.clan, "better-hostages"))
    with_it = without = 0.0
    for hirer, likelihood in seen.hires.items():
        with_it += likelihood * (strongest(seen.sides, hirer, side.clan) == side.clan)
        for taker, by_take in seen.takes.items():
            if taker != side.clan:
                without += likelihood * by_take * (strongest(seen.sides, hirer, taker) == side.clan)
    rest = 1 - seen.takes.get(side.clan, 0.0)
    return points + RIVAL * life_of(board) + side.prize * (with_it - without / rest if rest else 0.0)


def ronin_worth(seen: Outlook, side: Side) -> float:
    """How much likelier the battle is won with one's Ronin than without [advantage/ronin]."""
    with_them = without = 0.0
    for taker, likelihood in seen.takes.items():
        with_them += likelihood * (strongest(seen.sides, side.clan, taker) == side.clan)
        for hirer, by_hire in seen.hires.items():
            if hirer != side.clan:
                without += likelihood * by_hire * (strongest(seen.sides, hirer, taker) == side.clan)
    rest = 1 - seen.hires.get(side.clan, 0.0)
    return side.prize * (with_them - without / rest) if rest else 0.0


def poets_worth(board: state.Board, seen: Outlook) -> float:
    """A point for each that is dead, or will be [advantage/poets]."""
    dying = 0.0
    for one in seen.sides:
        spared = seen.wins[one.clan] + seen.wins.get(state.ally(board, one.clan), 0.0)
        dying += one.figures * (1 - min(1.0, spared))
    return (fought(board).killed + dying) * board.setting.tables.numbers["points-of-poets"]
