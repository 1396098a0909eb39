"""Rules of thumb for a clan in the War phase, each a sentence and a score in points.

Bids of the others are sealed: what is said of a bid comes out of coins, Force and Ronin, which lie open.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from domain.kit.facts import State
from domain.kit.players import Advice
from domain.rising_sun.board.force import base_force, strength
from domain.rising_sun.board.state import Board, ally, by_honor, held
from domain.rising_sun.programs import stakes
from domain.rising_sun.programs.bidding import purse
from domain.rising_sun.words import items as i
from domain.rising_sun.words import orders as o

_State = State[Any, Any]
Score = Callable[[Any], float]
NOTHING = 0.0


def advice(state: _State, seat: str) -> Sequence[Advice]:
    """The rules of thumb for the prompt that a seat has open; none for the herald."""
    head, board = state.agenda[0], state.board
    given = _GIVEN.get(type(head))
    if given is None or seat not in board.coins:
        return ()
    return tuple(_piece(text, score) for text, score in given(board, head, seat))


Pieces = list[tuple[str, Score]]


def _piece(text: str, score: Score) -> Advice:
    return Advice(text, lambda state, seat, order: score(order))


# ---- the bid


def on_bids(board: Board, item: Struct, seat: str) -> Pieces:
    """Five things to think of before a bid; three points are what usually decides [battle/bids]."""
    mine = purse(board, seat)
    return [
        (
            "Bid for Hire Ronin where your Ronin turn the battle: they cost nothing and stay yours.",
            lambda bid: mine.gain(stakes.RONIN, bid.ronin),
        ),
        (
            "Bid for Take Hostage where a figure less beats your rival, or where there is a point to steal.",
            lambda bid: mine.gain(stakes.HOSTAGE, bid.hostage),
        ),
        (
            "Where you cannot win by Force, bid for Seppuku: your figures die anyway, and so they earn "
            "points and Honor. A great army may earn more by it than by the token.",
            lambda bid: mine.gain(stakes.SEPPUKU, bid.seppuku),
        ),
        (
            "Bid for the Imperial Poets where many figures will die: each is a point, whosever it is.",
            lambda bid: mine.gain(stakes.POETS, bid.poets),
        ),
        (
            "Keep coins for the battles of this season that are still to come; after the last one they are "
            "worth nothing.",
            lambda bid: -mine.cost * (bid.seppuku + bid.hostage + bid.ronin + bid.poets),
        ),
    ]


# ---- Advantages that are won


def on_seppuku(board: Board, item: i.CommitSeppuku, seat: str) -> Pieces:
    """[advantage/seppuku]"""
    seen = stakes.outlook(board)
    worth = stakes.seppuku_worth(board, seen, seen.side(seat))
    return [
        (
            "Commit Seppuku where the battle is lost: it is a point and a step of Honor for each figure that "
            "would die anyway. Where you would win, do so only if the token is worth less.",
            lambda order: worth * _yes(order),
        )
    ]


def on_hostage(board: Board, item: i.ChooseHostage, seat: str) -> Pieces:
    """[advantage/hostage]"""
    forces = {one.clan: one.force for one in stakes.outlook(board).sides}
    rival = max((one for one in forces if one != seat), key=lambda one: forces[one])
    leader = max((clan for clan in board.points if clan != seat), key=lambda clan: board.points[clan])
    return [
        (
            "Take the strongest figure of the rival who would win the battle.",
            lambda order: weakened(board, order, rival),
        ),
        (
            "A hostage steals a point: take it of a clan that has one, best of the one that leads.",
            lambda order: stolen(board, order, leader),
        ),
        (
            "Always take a hostage if you may: it weakens somebody and costs nothing.",
            lambda order: -1.0 * isinstance(order, o.Decline),
        ),
    ]


def weakened(board: Board, order: o.TakeHostage | o.Decline, rival: str) -> float:
    """The Force that is taken from a rival, which counts whole of the strongest [figures/force]."""
    if not isinstance(order, o.TakeHostage):
        return NOTHING
    assert board.battle is not None
    taken = base_force(board, board.battle.province, order.clan, order.figure)[0]
    return taken * (1.0 if order.clan == rival else stakes.RIVAL) + stakes.RIVAL * stakes.life_of(board)


def stolen(board: Board, order: o.TakeHostage | o.Decline, leader: str) -> float:
    """The point of a clan that has one; one more weight for who leads [advantage/hostage]."""
    if not isinstance(order, o.TakeHostage) or not board.points[order.clan]:
        return NOTHING
    return 1.0 + stakes.RIVAL * (board.points[order.clan] == board.points[leader])


def on_ronin(board: Board, item: i.HireThem, seat: str) -> Pieces:
    """[advantage/ronin]"""
    return [
        ("Let your Ronin fight: the tokens are not spent.", _yes),
    ]


def on_poets(board: Board, item: i.HearPoets, seat: str) -> Pieces:
    """[advantage/poets]"""
    return [("Hear the poets: the points are yours for nothing.", _yes)]


# ---- after the outcome


def on_mercy(board: Board, item: i.SpareThem, seat: str) -> Pieces:
    """[card/spares]"""
    assert board.battle is not None
    seen = stakes.outlook(board)
    dying = sum(one.figures for one in seen.sides if one.clan not in (seat, ally(board, seat)))
    sings = board.battle.revealed and board.battle.bids.get(seat, (0, 0, 0, 0))[stakes.POETS] > max(
        (bid[stakes.POETS] for clan, bid in board.battle.bids.items() if clan != seat), default=0
    )
    dead = float(stakes.poets_worth(board, seen)) if sings else stakes.RIVAL * stakes.life_of(board) * dying
    points = sum(card.amount for _, card in held(board, seat, "spares"))
    return [
        ("Spare the losers for the points of your card.", lambda order: points * _yes(order)),
        (
            "Kill where the poets sing for you, or where those you spare would stand against you in a later "
            "season.",
            lambda order: dead * (1 - _yes(order)),
        ),
    ]


def on_odd_coins(board: Board, item: i.OddCoins, seat: str) -> Pieces:
    """[battle/reparations]"""
    battles = {clan: stakes.later_battles(board, clan) for clan in item.losers}

    def harmless(order: o.Odd) -> float:
        return sum(-board.points[clan] / 20 - battles[clan] / 4 for clan in order.clans)

    return [
        (
            "Give an odd coin to your ally, or to a clan that is behind and has no battle left to spend it "
            "in.",
            lambda order: harmless(order) + sum(ally(board, seat) == clan for clan in order.clans),
        )
    ]


# ---- the start of a battle, and before it


def on_timing(board: Board, item: i.Timing, seat: str) -> Pieces:
    """[battle/start]"""
    return [
        (
            "Let the others act first: you strike at what they leave.",
            lambda order: 0.5 * (order.moment == "last"),
        )
    ]


def on_drive(board: Board, item: i.DriveOut, seat: str) -> Pieces:
    """[card/drives-out]"""
    rival = strongest_rival(board, seat)

    def target(order: o.Drive | o.Decline) -> float:
        return strikes(board, seat, rival, order) if isinstance(order, o.Drive) else NOTHING

    def elsewhere(order: o.Drive | o.Decline) -> float:
        if not isinstance(order, o.Drive) or order.province not in stakes.open_wars(board):
            return NOTHING
        return -1.0 if board.figures[order.province][seat] else -0.3

    return [
        ("Drive out a figure of the rival who would win the battle, the strongest you may.", target),
        ("Drive it where no war is to come, and never into a battle of your own.", elsewhere),
    ]


def on_burn(board: Board, item: i.BurnOne, seat: str) -> Pieces:
    """[card/burns]"""
    rival = strongest_rival(board, seat)

    def burns(order: o.Burn) -> float:
        return strikes(board, seat, rival, order) * (-1 if item.clan == seat else 1)

    return [("Burn the strongest figure of a rival, and the weakest of your own.", burns)]


def on_borrow(board: Board, item: i.BorrowOne, seat: str) -> Pieces:
    """[card/borrows]"""
    rival = strongest_rival(board, seat)

    def borrows(order: o.Borrow | o.Decline) -> float:
        return 0.5 + strikes(board, seat, rival, order) if isinstance(order, o.Borrow) else NOTHING

    return [("Borrow a figure of your strongest rival: it is lost there, and fights for you.", borrows)]


def on_crossing(board: Board, item: i.CrossSea, seat: str) -> Pieces:
    """[card/crosses]"""
    force = board.setting.tables.cards[item.card].force
    here = turned(board, seat, item.province, force)
    there = turned(board, seat, item.source, -force) if item.source in stakes.open_wars(board) else NOTHING
    return [
        ("Cross the sea where the monster turns the battle.", lambda order: here * _yes(order)),
        (
            "Stay where the monster is needed for a war that is still to come.",
            lambda order: -there * _yes(order),
        ),
    ]


def on_free_bushi(board: Board, item: i.FreeBushi, seat: str) -> Pieces:
    """[clan/fox]"""
    one = board.setting.tables.kinds["bushi"].force

    def placed(order: o.Place | o.Decline) -> float:
        return turned(board, seat, order.province, one) if isinstance(order, o.Place) else NOTHING

    return [
        ("Place a free Bushi where nobody stands, or where one figure more wins.", placed),
        (
            "Place all that you may: each is in a war where you had nothing, and may earn a point when it "
            "dies.",
            lambda order: 0.3 * isinstance(order, o.Place),
        ),
    ]


def strongest_rival(board: Board, seat: str) -> str:
    """Who has the most Force of the others in the battle, a tie by Honor [battle/outcome]."""
    assert board.battle is not None
    province = board.battle.province
    there = (clan for clan in board.figures[province] if board.figures[province][clan] and clan != seat)
    rivals = by_honor(board, there)
    return max(rivals, key=lambda clan: strength(board, province, clan), default="")


def strikes(board: Board, seat: str, rival: str, order: o.Drive | o.Burn | o.Borrow) -> float:
    """The Force that the owner loses, more if it is the strongest rival, less if it is an ally."""
    assert board.battle is not None
    force = base_force(board, board.battle.province, order.clan, order.figure)[0] + 0.1
    if order.clan == ally(board, seat):
        return force / 4
    return force if order.clan in (rival, seat) else force / 2


def turned(board: Board, seat: str, province: str, change: int) -> float:
    """What a change of one's Force turns in a province: the token, won or lost [battle/outcome]."""
    forces = {
        clan: strength(board, province, clan) for clan, there in board.figures[province].items() if there
    }
    own = forces.pop(seat, 0)
    most = max(forces.values(), default=0)
    worth = stakes.token_worth(board, seat, province)
    before, after = _share(own, most), _share(own + change, most)
    return abs(after - before) * worth


def _share(own: int, most: int) -> float:
    """How sure one may be of a win by so much Force against the strongest of the others."""
    if own <= 0:
        return 0.0
    return 1.0 if not most else min(1.0, max(0.0, 0.5 + (own - most) / 4))


def _yes(order: Struct) -> float:
    return 1.0 if getattr(order, "choice", "") == "yes" else NOTHING


_GIVEN: Mapping[type, Callable[[Board, Any, str], Pieces]] = {
    i.Bids: on_bids,
    i.ClosableBids: on_bids,
    i.CommitSeppuku: on_seppuku,
    i.ChooseHostage: on_hostage,
    i.HireThem: on_ronin,
    i.HearPoets: on_poets,
    i.SpareThem: on_mercy,
    i.OddCoins: on_odd_coins,
    i.Timing: on_timing,
    i.DriveOut: on_drive,
    i.BurnOne: on_burn,
    i.BorrowOne: on_borrow,
    i.CrossSea: on_crossing,
    i.FreeBushi: on_free_bushi,
}
