"""Chapter 13.6.1: an assault.

The target, who takes part, an advantage; sacrifices announced in turn; the dice; what follows: the zone is
conquered, or the attackers lose, or a tie with a last sacrifice and its answer.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from domain.kawanakajima.board import siege_events
from domain.kawanakajima.board.fortress import (
    defence_score,
    has_marker,
    has_room,
    is_last_marker,
    participants,
)
from domain.kawanakajima.board.state import DISABLED, EFFECTIVES, LOST, Attempt, Board, enemy, siege_of
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.siege.actions import (
    ADVANTAGE,
    assault_bars,
    markers_term,
    price_of,
    score_term,
    spent,
)
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_items import (
    AnswerSacrifice,
    BidSacrifice,
    CheckSiege,
    EndAssault,
    LastSacrifice,
    LoseTroops,
    SeizeZone,
    SiegeTurn,
    ThrowAssault,
)
from domain.kawanakajima.words.siege_orders import Assault, Sacrifice, Seize
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import Fault, either
from domain.kit.facts import Outcome, does, keeps
from domain.kit.sums import Sum, Term

SLICE = 2
"""Points of difference for each loss of attackers that are repelled [13.6.1]."""

LAST = 1
"""Points of the last sacrifice, and of its answer [13.6.1]."""


def attempt_of(board: Board) -> Attempt:
    """The assault that is being fought."""
    attempt = siege_of(board).assault
    if attempt is None:
        raise Fault("There is no assault.")
    return attempt


# ---- the target


@BOOK.answer(SiegeTurn, Assault, "13.6.1")
def assault(board: Board, item: SiegeTurn, seat: str, order: Assault, chance: Chance) -> Outcome:
    """A zone with a marker of the enemy next to one's own; an advantage for an action more [13.6.1]."""
    refuse_first(assault_bars(board, seat, order))
    zone, zones = order.zone, participants(board, seat, order.zone)
    pays, score = spent(board, seat, "assault", price_of(order)), defence_score(board, zone, zones)
    announced = siege_events.AssaultAnnounced(seat, zone, zones, score, order.advantage == ADVANTAGE)
    return keeps(pays, announced, then=(BidSacrifice(seat), ThrowAssault(), EndAssault()))


# ---- sacrifices


def most_to_sacrifice(board: Board, seat: str) -> int:
    """Points that a side can still sacrifice: not more in all than attackers take part [13.6.1]."""
    attempt = attempt_of(board)
    left = len(attempt.participants) - attempt.sacrifices.get(seat, 0)
    return min(left, siege_of(board).troops[seat].effectives)


@BOOK.offered(BidSacrifice, "13.6.1")
def sacrifices(board: Board, item: BidSacrifice, seat: str) -> Iterator[Sacrifice | Done]:
    """Up to the limit, or no more [13.6.1]."""
    yield from (Sacrifice(points) for points in range(1, most_to_sacrifice(board, seat) + 1))
    yield Done()


def bid_bars(board: Board, seat: str, order: Sacrifice) -> Bars:
    most = most_to_sacrifice(board, seat)
    if not 1 <= order.points <= most:
        why = f"You can sacrifice {most} more: not more in all than markers attack, nor than effectives."
        yield Bar("13.6.1", why, 'Write "done", or a smaller number.')


@BOOK.answer(BidSacrifice, Sacrifice, "13.6.1")
def bid(board: Board, item: BidSacrifice, seat: str, order: Sacrifice, chance: Chance) -> Outcome:
    """Points announced are gone; then the other side may answer [13.6.1]."""
    refuse_first(bid_bars(board, seat, order))
    total = attempt_of(board).sacrifices.get(seat, 0) + order.points
    return does(siege_events.Sacrificed(seat, order.points, total), then=(BidSacrifice(enemy(seat)),))


@BOOK.answer(BidSacrifice, Done, "13.6.1")
def bid_no_more(board: Board, item: BidSacrifice, seat: str, order: Done, chance: Chance) -> Outcome:
    """Once both sides want no more, one after the other, it is over [13.6.1]."""
    return does(then=() if item.passed else (BidSacrifice(enemy(seat), passed=True),))


# ---- the dice


@BOOK.step(ThrowAssault, "13.6.1")
def throw_assault(board: Board, item: ThrowAssault, chance: Chance) -> Outcome:
    """A die for each side; more is a conquest, less a repulse by its margin, the same a tie [13.6.1]."""
    attempt = attempt_of(board)
    side, zone = attempt.side, attempt.zone
    purpose = f"assault of {side} on {zone}: attacker, defender"
    mine, theirs = chance.throw("13.6.1", purpose, sides=6, count=2)
    attack, defence = _attack(attempt, mine), _defence(attempt, theirs)
    margin = attack.total - defence.total
    if margin > 0:
        told = siege_events.AssaultThrown(side, zone, (mine, theirs), attack, defence, "taken")
        return does(told, _struck(board), then=_conquest(board))
    if margin < 0:
        told = siege_events.AssaultThrown(side, zone, (mine, theirs), attack, defence, "repelled")
        return does(told, then=_repulse(board, -margin))
    told = siege_events.AssaultThrown(side, zone, (mine, theirs), attack, defence, "tie")
    loss = LoseTroops(side, side, 1, attempt.participants, DISABLED, "tie")
    return does(told, then=(loss, CheckSiege(), LastSacrifice(side)))


def _attack(attempt: Attempt, face: int) -> Sum:
    """The die, the markers next to the zone, the sacrifice, the advantage [13.6.1]."""
    terms = [Term(face, "die", "13.6.1"), markers_term(attempt.zone, attempt.participants)]
    terms += _sacrifice(attempt, attempt.side)
    if attempt.advantage:
        terms.append(Term(1, "advantage", "13.6.1"))
    return Sum(tuple(terms))


def _defence(attempt: Attempt, face: int) -> Sum:
    """The die, the lowest defence score of the lines that are used, the sacrifice [13.6.1]."""
    score, given = score_term(attempt.zone, attempt.score), _sacrifice(attempt, enemy(attempt.side))
    return Sum((Term(face, "die", "13.6.1"), *score, *given))


def _sacrifice(attempt: Attempt, side: str) -> tuple[Term, ...]:
    points = attempt.sacrifices.get(side, 0)
    return (Term(points, f"sacrifice of {side}", "13.6.1"),) if points else ()


def _repulse(board: Board, margin: int) -> tuple[Struct, ...]:
    """A marker or a point for each full two points of difference [13.6.1]."""
    attempt = attempt_of(board)
    count = margin // SLICE
    if not count:
        return ()
    loss = LoseTroops(attempt.side, attempt.side, count, attempt.participants, LOST, "repelled")
    return (loss, CheckSiege())


# ---- a conquest


def _struck(board: Board) -> siege_events.TroopsLost:
    """The marker is removed; the last one of a side that has effectives stays, and they pay [13.6.1]."""
    attempt = attempt_of(board)
    foe = enemy(attempt.side)
    source = EFFECTIVES if is_last_marker(board, foe) else attempt.zone
    return siege_events.TroopsLost(foe, source, "disabled", "assault")


def _conquest(board: Board) -> tuple[Struct, ...]:
    seat = attempt_of(board).side
    return (CheckSiege(), SeizeZone(seat))


def seizures(board: Board, seat: str) -> tuple[str, ...]:
    """Where the marker for a conquered zone comes from: one that took part, or the effectives [13.6.1]."""
    if board.siege is None or board.siege.assault is None:
        return ()
    attempt = board.siege.assault
    if not has_room(board, seat, attempt.zone) or has_marker(board, enemy(seat), attempt.zone):
        return ()
    held = tuple(zone for zone in attempt.participants if has_marker(board, seat, zone))
    return (*held, *((EFFECTIVES,) if siege_of(board).troops[seat].effectives else ()))


@BOOK.moot(SeizeZone, "13.6.1")
def nothing_to_seize(board: Board, item: SeizeZone) -> bool:
    """The siege is over, or the zone has its marker [13.6.1]."""
    return not seizures(board, item.seat)


@BOOK.offered(SeizeZone, "13.6.1")
def ways_to_seize(board: Board, item: SeizeZone, seat: str) -> Iterator[Seize | Done]:
    """A marker that took part, a point of effectives, or none [13.6.1]."""
    yield from (Seize(source) for source in seizures(board, seat))
    yield Done()


def seize_bars(board: Board, seat: str, order: Seize) -> Bars:
    able = seizures(board, seat)
    if order.source not in able:
        why = f"The marker cannot come from {order.source}."
        yield Bar("13.6.1", why, f'It can come from {either(able)}; or write "done".')


@BOOK.answer(SeizeZone, Seize, "13.6.1")
def seize(board: Board, item: SeizeZone, seat: str, order: Seize, chance: Chance) -> Outcome:
    """The zone is taken, by a marker that took part or by a new one [13.6.1]."""
    refuse_first(seize_bars(board, seat, order))
    return does(siege_events.ZoneSeized(seat, attempt_of(board).zone, order.source))


@BOOK.answer(SeizeZone, Done, "13.6.1")
def leave_empty(board: Board, item: SeizeZone, seat: str, order: Done, chance: Chance) -> Outcome:
    """The zone may stay empty [13.6.1]."""
    return does()


# ---- a tie


@BOOK.moot(LastSacrifice, "13.6.1")
def no_last_sacrifice(board: Board, item: LastSacrifice) -> bool:
    """It takes a marker next to the zone, and a point of effectives [13.6.1]."""
    if board.siege is None:
        return True
    near = participants(board, item.seat, attempt_of(board).zone)
    return not near or board.siege.troops[item.seat].effectives < LAST


@BOOK.offered(LastSacrifice, "13.6.1")
@BOOK.offered(AnswerSacrifice, "13.6.1")
def last_sacrifices(
    board: Board, item: LastSacrifice | AnswerSacrifice, seat: str
) -> Iterator[Sacrifice | Done]:
    """A point, or none [13.6.1]."""
    if not any(last_bars(board, seat, Sacrifice(LAST))):
        yield Sacrifice(LAST)
    yield Done()


def last_bars(board: Board, seat: str, order: Sacrifice) -> Bars:
    if order.points != LAST or siege_of(board).troops[seat].effectives < LAST:
        could = 'Write "sacrifice 1" or "done".'
        yield Bar("13.6.1", "After a tie one point is sacrificed, or none.", could)


def _last(board: Board, seat: str) -> siege_events.Sacrificed:
    """The event of a last sacrifice, or of its answer."""
    return siege_events.Sacrificed(seat, LAST, attempt_of(board).sacrifices.get(seat, 0) + LAST, last=True)


@BOOK.answer(LastSacrifice, Sacrifice, "13.6.1")
def sacrifice_last(board: Board, item: LastSacrifice, seat: str, order: Sacrifice, chance: Chance) -> Outcome:
    """The assault has succeeded, unless the defender sacrifices a point as well [13.6.1]."""
    refuse_first(last_bars(board, seat, order))
    return does(_last(board, seat), then=(AnswerSacrifice(enemy(seat)),))


@BOOK.answer(LastSacrifice, Done, "13.6.1")
def leave_the_tie(board: Board, item: LastSacrifice, seat: str, order: Done, chance: Chance) -> Outcome:
    """The tie stands [13.6.1]."""
    return does()


@BOOK.answer(AnswerSacrifice, Sacrifice, "13.6.1")
def keep_the_tie(board: Board, item: AnswerSacrifice, seat: str, order: Sacrifice, chance: Chance) -> Outcome:
    """With a point of his own the defender keeps the tie [13.6.1]."""
    refuse_first(last_bars(board, seat, order))
    attempt = attempt_of(board)
    return does(_last(board, seat), siege_events.TieBroken(attempt.side, attempt.zone, False))


@BOOK.answer(AnswerSacrifice, Done, "13.6.1")
def yield_the_zone(board: Board, item: AnswerSacrifice, seat: str, order: Done, chance: Chance) -> Outcome:
    """Without it the assault has succeeded [13.6.1]."""
    attempt = attempt_of(board)
    told = siege_events.TieBroken(attempt.side, attempt.zone, True)
    return does(told, _struck(board), then=_conquest(board))


@BOOK.step(EndAssault, "13.6.1")
def end_assault(board: Board, item: EndAssault, chance: Chance) -> Outcome:
    """The assault is over [13.6.1]."""
    if board.siege is None or board.siege.assault is None:
        return does()
    attempt = board.siege.assault
    return does(siege_events.AssaultEnded(attempt.side, attempt.zone))
