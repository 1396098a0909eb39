"""Chapter 13.8: a clan withdraws from a siege.

13.8    by a peripheral zone with a marker of its side; what the side pays
13.4    a side that has not enough left gives up units, or some go disorganised (RULINGS.md, F71)
10.3    where the units stand then
11.11   what the units given up cost
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import NamedTuple

from domain.kawanakajima.board.field_events import UnitEliminated
from domain.kawanakajima.board.fortress import (
    card,
    disabled_of,
    effectives_of,
    garrison,
    is_fit,
    joined,
    markers_of,
    points_of,
)
from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.siege_events import ClanWithdrew
from domain.kawanakajima.board.state import Board, enemy, short, side_of, siege_of, unit_named, units_of
from domain.kawanakajima.board.zones import holders, occupants
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.combat.losses import fallen
from domain.kawanakajima.words.siege_items import CheckSiege, WithdrawClan
from domain.kawanakajima.words.siege_orders import Withdraw
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does
from domain.kit.narrowed import ONE, SOME, Narrowed, Picks, Value, values_of
from domain.kit.sums import Sum, Term

Units = tuple[str, ...]
FIT, WORN, BEHIND = 2, 1, 0
"""How a unit comes out of a siege: as it is, disorganised, or not at all."""


class Going(NamedTuple):
    """How each unit of a clan comes out: those that need effectives, those that need disabled, the others."""

    fit: Units
    worn: Units
    behind: Units


class Price(NamedTuple):
    """What a side pays; `recovered` are losses that go with the clan."""

    effectives: int
    disabled: int
    markers: Units
    recovered: int


# ---- what it costs


@kept
def goings(board: Board, clan: str, zone: str) -> tuple[Going, ...]:
    """How a clan can come out by a zone, as well as its side can pay; the best for its strength first [13.8].

    Nobody is given up, and nobody goes disorganised, who need not.
    """
    units = units_of(board, clan)
    able: list[tuple[tuple[int, ...], Going]] = []
    for how in product(*(_ways(board, unit) for unit in units)):
        going = Going(
            *(tuple(u for u, way in zip(units, how, strict=True) if way == one) for one in (2, 1, 0))
        )
        if len(going.behind) < len(units) and _is_paid(board, clan, zone, going):
            able.append((how, going))
    best = [(how, going) for how, going in able if not any(_is_better(other, how) for other, _ in able)]
    order = sorted(
        best, key=lambda one: (-points_of(board, one[1].fit + one[1].worn), -points_of(board, one[1].fit))
    )
    return tuple(going for _, going in order)


def _ways(board: Board, unit: str) -> tuple[int, ...]:
    """A unit that is worn already pays with disabled; by an option no other changes are made."""
    usual = FIT if is_fit(board, unit) else WORN
    if board.options.withdrawal == "strict":
        return (usual,)
    return tuple(way for way in (FIT, WORN, BEHIND) if way <= usual)


def _is_better(other: tuple[int, ...], how: tuple[int, ...]) -> bool:
    return other != how and all(one >= two for one, two in zip(other, how, strict=True))


def _is_paid(board: Board, clan: str, zone: str, going: Going) -> bool:
    """Whether effectives, disabled, and the markers that are joined to the zone are enough [13.8]."""
    troops = siege_of(board).troops[side_of(clan)]
    short_of = max(0, points_of(board, going.worn) - troops.disabled)
    if short_of and board.options.withdrawal == "strict":
        return False
    needs = points_of(board, going.fit) + short_of
    return needs <= troops.effectives + len(linked(board, side_of(clan), zone))


def linked(board: Board, side: str, zone: str) -> tuple[str, ...]:
    """The side's markers that are joined to a zone by zones without a marker of the enemy [13.8]."""
    near = joined(board, side, (zone,))
    return tuple(there for there in markers_of(board, side) if there in near)


def price(board: Board, clan: str, zone: str, going: Going, chosen: Units) -> Price:
    """What the side pays, with the markers that it chooses in the place of effectives [13.8].

    Of units that are given up the men go as well who are not lost yet: from the disabled first.
    """
    side = side_of(clan)
    troops, known = siege_of(board).troops[side], markers_of(board, side)
    disabled = min(points_of(board, going.worn), troops.disabled)
    needs = points_of(board, going.fit + going.worn) - disabled
    more = tuple(there for there in linked(board, side, zone) if there not in chosen)
    markers = (*chosen, *more[: max(0, needs - len(chosen) - troops.effectives)])
    effectives = needs - len(markers)
    whole = points_of(board, going.fit + going.worn + going.behind)
    also = max(0, whole - troops.lost - disabled - needs)
    from_disabled = min(also, troops.disabled - disabled)
    from_effectives = min(also - from_disabled, troops.effectives - effectives)
    rest = tuple(there for there in known if there not in markers)
    markers = (*markers, *rest[: also - from_disabled - from_effectives])
    disabled, effectives = disabled + from_disabled, effectives + from_effectives
    return Price(effectives, disabled, markers, whole - disabled - effectives - len(markers))


def due(board: Board, going: Going, pays: Price) -> Sum:
    """What is paid for, term by term: the units that go, and the men of those that are given up [13.8]."""
    fit, worn = effectives_of(board, going.fit), disabled_of(board, going.worn)
    turned = tuple(unit for unit in going.worn if is_fit(board, unit))
    terms = [*fit.terms, *worn.terms]
    terms += [
        Term(points_of(board, (unit,)), f"{short(unit)}, which goes disorganised", "13.8") for unit in turned
    ]
    men = pays.effectives + pays.disabled + len(pays.markers) - sum(term.value for term in terms)
    return Sum((*terms, *((Term(men, "men of the units given up", "13.8"),) if men else ())))


# ---- where to


def exits(board: Board, side: str, zone: str, count: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The free hexes tied to a zone, and for whom they are too few the free ones behind them [10.3, 13.8]."""
    at, steps = occupants(board), board.data.map.steps
    tied = tuple(there for there in card(board).zones[zone].hexes if there not in at)
    found = list(tied)
    for here in found:
        if len(found) >= count:
            break
        found += [
            there
            for there, _ in steps[here]
            if there not in found and there not in at and not holders(board, at, there, enemy(side))
        ]
    return tied, tuple(found[len(tied) :])


def doors(board: Board, clan: str) -> tuple[str, ...]:
    """The peripheral zones by which a clan can withdraw [13.8]."""
    side = side_of(clan)
    return tuple(
        zone
        for zone in markers_of(board, side)
        if card(board).is_peripheral(zone) and _has_room(board, clan, zone)
    )


def _has_room(board: Board, clan: str, zone: str) -> bool:
    found = goings(board, clan, zone)
    count = max((len(going.fit + going.worn) for going in found), default=0)
    tied, behind = exits(board, side_of(clan), zone, count)
    return bool(found) and bool(tied) and len(tied) + len(behind) >= count


def may_withdraw(board: Board, clan: str) -> bool:
    """With a marker in a peripheral zone, and men enough to go [13.8]."""
    return bool(doors(board, clan))


# ---- the order


AT = "at "
"""How the picks of hexes begin."""


@BOOK.examples(WithdrawClan, "13.8")
def ways_to_withdraw(board: Board, item: WithdrawClan, seat: str) -> Iterator[Withdraw]:
    """By each zone, for effectives, or for a marker as well [13.8]."""
    for zone in doors(board, item.clan):
        yield Withdraw(zone)
        going = goings(board, item.clan, zone)[0]
        for marker in linked(board, seat, zone):
            if not any(_price_bars(board, item.clan, zone, going, (marker,))):
                yield Withdraw(zone, (marker,))


def withdraw_bars(board: Board, item: WithdrawClan, seat: str, order: Withdraw) -> Bars:
    """By a zone with room outside, as whole and as fit as its side can pay for [13.8]."""
    clan, zone, known = item.clan, order.zone, doors(board, item.clan)
    if zone not in known:
        why = f"Clan {short(clan)} cannot withdraw by {zone}: it takes a marker there, and room outside."
        yield Bar("13.8", why, f"Possible: {either(known)}.")
        return
    yield from _name_bars(board, seat, clan, (*order.worn, *order.behind))
    meant = _meant(board, seat, clan, order)
    if not meant:
        could = either([_said(board, one) for one in goings(board, clan, zone)])
        why = "A clan withdraws as whole and as fit as its side can pay for."
        yield Bar("13.8", why, f"It could be {could}.")
        return
    yield from _price_bars(board, clan, zone, meant[0], order.markers)
    yield from _place_bars(board, seat, order, (*meant[0].fit, *meant[0].worn))


@BOOK.narrows(WithdrawClan, Withdraw, "13.8")
def withdrawal_to_pick(board: Board, item: WithdrawClan, seat: str, picks: Picks) -> Narrowed:
    """A zone, how the clan goes if not in its best way, markers in the place of effectives, and hexes.

    Without hexes its units go to those tied to the zone first [13.8].
    """
    if not picks:
        return Narrowed(values_of("zone", card(board).zones), ONE, "zone")
    zone, *more = picks
    others = {_said(board, going): going for going in goings(board, item.clan, zone)[1:]}
    hexes = tuple([one.removeprefix(AT) for one in more if one.startswith(AT)])
    markers = tuple([one for one in more if one not in others and not one.startswith(AT)])
    going = next((others[one] for one in more if one in others), None)
    worn = tuple([short(one) for one in going.worn if is_fit(board, one)]) if going else ()
    order = Withdraw(zone, markers, worn, tuple(map(short, going.behind)) if going else (), hexes)
    ways = [Value(said, "worn", "", "how it goes") for said in others] if not more else []
    left = (one for one in markers_of(board, seat) if one not in markers and not hexes)
    goals = _goals(board, seat, item.clan, order)
    places = tuple([Value(AT + one, "hexes", one, "to the hexes") for one in goals])
    values = (*ways, *values_of("markers", left, "what it takes"), *places)
    cures, bars = tuple([one.pick for one in places]), partial(withdraw_bars, board, item, seat)
    return Narrowed(values, SOME, "markers", order, bars, cures=cures if hexes else ())


def _goals(board: Board, seat: str, clan: str, order: Withdraw) -> tuple[str, ...]:
    """Where the next unit may go: the hexes tied to the zone before those behind them [13.8]."""
    meant = _meant(board, seat, clan, order) if order.zone in doors(board, clan) else ()
    count = len((*meant[0].fit, *meant[0].worn)) if meant else 0
    tied, behind = exits(board, seat, order.zone, count) if meant else ((), ())
    free = [[one for one in some if one not in order.hexes] for some in (tied, behind)]
    return tuple(free[0] or free[1]) if len(order.hexes) < count else ()


def _name_bars(board: Board, seat: str, clan: str, written: Units) -> Bars:
    for name in written:
        if unit_named(board, seat, name) not in units_of(board, clan):
            own = either([short(known) for known in units_of(board, clan)])
            yield Bar("13.8", f"{name} is not in clan {short(clan)}.", f"Its units: {own}.")


def _price_bars(board: Board, clan: str, zone: str, going: Going, chosen: Units) -> Bars:
    """Those markers can be paid with [13.8]."""
    side = side_of(clan)
    known = linked(board, side, zone)
    for marker in chosen:
        if marker not in known or chosen.count(marker) > 1:
            names = either(known) or "none"
            why = f"There is no marker in {marker} that is joined to {zone}: {names} could be taken."
            yield Bar("13.8", why)
    troops = siege_of(board).troops[side]
    needs = points_of(board, going.fit) + max(0, points_of(board, going.worn) - troops.disabled)
    if len(chosen) > needs:
        why = f"{needs} points of effectives are to be paid, and {len(chosen)} markers are named."
        yield Bar("13.8", why)
    pays = price(board, clan, zone, going, chosen)
    stay = [unit for unit in garrison(board, side) if unit not in units_of(board, clan)]
    left = troops.effectives - pays.effectives
    if stay and left and not [there for there in markers_of(board, side) if there not in pays.markers]:
        why = f"The last marker stays, as long as the side has effectives: {left} would be left."
        yield Bar("13.8", why)


def _place_bars(board: Board, seat: str, order: Withdraw, units: Units) -> Bars:
    """As many hexes as units, those tied to the zone first [13.8]."""
    if not order.hexes:
        return
    own = tuple(unit for unit in board.units if unit in units)
    tied, behind = exits(board, seat, order.zone, len(own))
    used = [there for there in order.hexes if there in tied]
    fits = len(order.hexes) == len(own) == len(set(order.hexes)) and all(
        there in (*tied, *behind) for there in order.hexes
    )
    if not fits or len(used) < min(len(own), len(tied)):
        why = f"{len(own)} units go to as many hexes, those tied to {order.zone} first."
        is_begun = len(order.hexes) < len(own) and {*order.hexes} <= {*tied, *behind}
        yield Bar("13.8", why, f"Free are {either((*tied, *behind))}.", cured=is_begun)


@BOOK.answer(WithdrawClan, Withdraw, "13.8")
def withdraw(board: Board, item: WithdrawClan, seat: str, order: Withdraw, chance: Chance) -> Outcome:
    """The clan leaves whole by a peripheral zone, and its side pays for it [13.8]."""
    refuse_first(withdraw_bars(board, item, seat, order))
    clan, zone, going = item.clan, order.zone, _meant(board, seat, item.clan, order)[0]
    places = _places(board, seat, order, (*going.fit, *going.worn))
    pays = price(board, clan, zone, going, order.markers)
    worn = tuple(unit for unit in going.worn if is_fit(board, unit))
    gone = (UnitEliminated(unit, board.fort, "siege") for unit in going.behind)
    told = ClanWithdrew(clan, zone, places, *pays, worn, going.behind, due(board, going, pays))
    costs = tuple(one for unit in going.behind for one in fallen(board, unit))
    return does(told, *gone, then=(*costs, CheckSiege()))


def _meant(board: Board, seat: str, clan: str, order: Withdraw) -> tuple[Going, ...]:
    """How the clan goes as the order says of the units; where it says nothing, the best first."""
    worn, behind = ({unit_named(board, seat, name) for name in one} for one in (order.worn, order.behind))
    return tuple(
        going
        for going in goings(board, clan, order.zone)
        if (not worn and not behind)
        or ({unit for unit in going.worn if is_fit(board, unit)} == worn and {*going.behind} == behind)
    )


def _said(board: Board, going: Going) -> str:
    turned = [short(unit) for unit in going.worn if is_fit(board, unit)]
    lost = [short(unit) for unit in going.behind]
    parts = (("disorganised", turned), ("without", lost))
    return " ".join(f"{word} {' '.join(names)}" for word, names in parts if names) or "whole"


def _places(board: Board, seat: str, order: Withdraw, units: Units) -> dict[str, str]:
    """Where each unit goes: the hexes tied to the zone first [13.8]."""
    own = tuple(unit for unit in board.units if unit in units)
    tied, behind = exits(board, seat, order.zone, len(own))
    return dict(zip(own, order.hexes or (*tied, *behind), strict=False))
