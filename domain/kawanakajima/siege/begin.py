"""Chapter 13, how a siege begins and grows.

13.3, 13.5  a clan goes into Kaizu; against the enemy that begins a siege
13.4.4      presence markers
13.7        a clan that comes into a siege
"""

from __future__ import annotations

from collections.abc import Iterator

from domain.kawanakajima.board import fortress
from domain.kawanakajima.board.siege_events import FortressEntered, MarkersPosted, SiegeBegan
from domain.kawanakajima.board.state import Board, clan_named, enemy, short, siege_of, units_of
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.data.tables import CENTRE
from domain.kawanakajima.siege.entering import way_in_bars, ways_in
from domain.kawanakajima.words.field_items import Manoeuvre
from domain.kawanakajima.words.items import KaizuTaken
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_items import BeginSiege, CheckSiege, PlaceMarkers
from domain.kawanakajima.words.siege_orders import Occupy, Post
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import By, Outcome, does, keeps
from domain.kit.narrowed import Count, Narrowed, Picks, several

# ---- into Kaizu


def occupy_bars(board: Board, item: Manoeuvre, seat: str, order: Occupy) -> Bars:
    clan = clan_named(board, seat, order.clan)
    if not board.fort:
        why = "Fortresses are besieged in the hypothetical scenario only; here Kaizu is a hex like others."
        yield Bar("13.3", why, 'Write "move" with the hex.')
    elif clan not in item.clans:
        could = f"Clans that are: {either([short(known) for known in item.clans])}."
        yield Bar("10.1", f"Clan {order.clan} is not activated.", could)
    else:
        yield from way_in_bars(board, clan, order.zone)


@BOOK.answer(Manoeuvre, Occupy, "13.3")
def occupy(board: Board, item: Manoeuvre, seat: str, order: Occupy, chance: Chance) -> Outcome:
    """A whole clan goes into Kaizu: against the enemy, into a siege, or to hold it [13.3, 13.7]."""
    refuse_first(occupy_bars(board, item, seat, order))
    clan = clan_named(board, seat, order.clan)
    ways = {unit: way for unit, way in ways_in(board, clan, order.zone).items() if way is not None}
    units = units_of(board, clan)
    entered = FortressEntered(
        clan,
        order.zone,
        {unit: way.path for unit, way in ways.items()},
        {unit: way.spent for unit, way in ways.items()},
        fortress.effectives_of(board, units),
        fortress.disabled_of(board, units),
    )
    if board.siege:
        return keeps(By("13.7", entered), then=(PlaceMarkers(seat, (order.zone,)), CheckSiege()))
    met = BeginSiege(seat, order.zone) if fortress.garrison(board, enemy(seat)) else KaizuTaken(seat)
    return keeps(entered, then=(met,))


@BOOK.step(BeginSiege, "13.5")
def begin_siege(board: Board, item: BeginSiege, chance: Chance) -> Outcome:
    """The strengths of both sides; then the besieged places his markers, then the besieger [13.4, 13.5]."""
    side, other = item.besieger, enemy(item.besieger)
    began = SiegeBegan(
        side,
        item.zone,
        {one: fortress.effectives_of(board, fortress.garrison(board, one)) for one in board.armies},
        {one: fortress.disabled_of(board, fortress.garrison(board, one)) for one in board.armies},
    )
    placing = (
        PlaceMarkers(other, (CENTRE,), anywhere=True, must=True),
        PlaceMarkers(side, (item.zone,), must=True),
    )
    return does(began, then=(*placing, CheckSiege()))


# ---- markers


def places_for(board: Board, item: PlaceMarkers) -> tuple[str, ...]:
    """The zones that can get a marker now: as many as there are effectives, and room [13.4.4, 13.5]."""
    if board.siege is None or not siege_of(board).troops[item.seat].effectives:
        return ()
    if item.anywhere:
        return tuple(zone for zone in fortress.card(board).zones if fortress.has_room(board, item.seat, zone))
    return fortress.open_zones(board, item.seat, item.start)


@BOOK.moot(PlaceMarkers, "13.5")
def nothing_to_place(board: Board, item: PlaceMarkers) -> bool:
    """Without effectives, or a zone, nothing is placed [13.5]."""
    return not places_for(board, item)


def wait_bars(board: Board, item: PlaceMarkers) -> Bars:
    """At the beginning a side places at least one marker (RULINGS.md, F58) [13.5]."""
    if item.must and not fortress.markers_of(board, item.seat):
        able = either(places_for(board, item))
        yield Bar("13.5", "A side begins with one marker at least.", f"Zones that can: {able}.")


@BOOK.examples(PlaceMarkers, "13.5")
def markers_to_place(board: Board, item: PlaceMarkers, seat: str) -> Iterator[Post | Done]:
    """In one zone, in all of them as far as the effectives go, or no more [13.5]."""
    found = places_for(board, item)
    most = found[: siege_of(board).troops[seat].effectives]
    if len(most) > 1:
        yield Post(most)
    yield from (Post((zone,)) for zone in found)
    if not any(wait_bars(board, item)):
        yield Done()


@BOOK.answer(PlaceMarkers, Post, "13.5")
def place_markers(board: Board, item: PlaceMarkers, seat: str, order: Post, chance: Chance) -> Outcome:
    """A point of effectives for each marker, in zones that can be reached [13.4.4, 13.5, 13.7]."""
    refuse_first(zone_bars(board, seat, order.zones, places_for(board, item), "13.5"))
    return keeps(MarkersPosted(seat, order.zones))


@BOOK.narrows(PlaceMarkers, Post, "13.5", first=True)
def zones_to_pick(board: Board, item: PlaceMarkers, seat: str, picks: Picks) -> Narrowed:
    """Zones, each for a point of effectives [13.4.4, 13.5]."""

    def bars(order: Post) -> Bars:
        return zone_bars(board, seat, order.zones, places_for(board, item), "13.5")

    return several(
        "zones", fortress.card(board).zones, picks, Post, bars, effectives_left(board, seat, picks)
    )


def effectives_left(board: Board, seat: str, picks: Picks) -> tuple[Count, ...]:
    all_ = siege_of(board).troops[seat].effectives
    return (Count("effectives", all_ - len(picks), all_),)


def zone_bars(board: Board, seat: str, zones: tuple[str, ...], able: tuple[str, ...], rule: str) -> Bars:
    """Different zones that can be reached, and effectives for all [13.4.4]."""
    effectives = siege_of(board).troops[seat].effectives
    for zone in zones:
        if zone not in able or zones.count(zone) > 1:
            why = f"A marker cannot be placed in {zone}: it is not there, is taken, or cannot be reached."
            yield Bar(rule, why, f"Zones that can: {either(able) or 'none'}.")
    if not zones or len(zones) > effectives:
        why = f"{len(zones)} zones are named, and there are {effectives} points of effectives."
        yield Bar(rule, why, "Name one zone for a point, or fewer.")


@BOOK.answer(PlaceMarkers, Done, "13.5")
def no_more_markers(board: Board, item: PlaceMarkers, seat: str, order: Done, chance: Chance) -> Outcome:
    """The others wait [13.5]."""
    refuse_first(wait_bars(board, item))
    return does()
