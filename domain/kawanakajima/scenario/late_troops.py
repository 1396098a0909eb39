"""Chapters 16.2 and 16.3, and 17.3: troops that come later.

16.2   Mount Saijo: entry points, written down in secret
16.3   how far an entry point is from the general
17.3   clan N of the Uesugi
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from domain.kawanakajima.board.events import ClanEntered, EntriesWritten
from domain.kawanakajima.board.memo import kept
from domain.kawanakajima.board.state import (
    Board,
    clan_named,
    clans_of,
    covered,
    hypothetical,
    is_eliminated,
    is_present,
    short,
    side_of,
)
from domain.kawanakajima.book import BOOK, listed
from domain.kawanakajima.data.tables import AWAY, RESERVE
from domain.kawanakajima.words.items import EnterClans, WriteEntries
from domain.kawanakajima.words.orders import WriteEntry
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does
from domain.kit.hexes import distance
from domain.kit.narrowed import ONE, Narrowed, Picks, values_of
from domain.kit.sealed import Sealed
from domain.kit.sums import Sum, Term

ANYWHERE = 7
"""Where the Uesugi march on Kaizu, one clan of so many has every entry point for an example."""


@BOOK.examples(WriteEntries, "16.2")
def entries_to_write(board: Board, item: WriteEntries, seat: str) -> Iterator[Struct]:
    """Any entry point for the next clan; where Kaizu is the goal, mostly the nearest to it [16.2, 18.1]."""
    left, points = unwritten(board, item), tuple(board.data.map.entries)
    if hypothetical(board) and len(left) % ANYWHERE:
        kaizu = board.data.map.kaizu
        points = (min(points, key=lambda point: _hexes_to(board, kaizu, point)),)
    yield from (WriteEntry(short(left[0]), point) for point in points)


def entry_bars(board: Board, item: WriteEntries, seat: str, order: WriteEntry) -> Bars:
    entries, without = board.data.map.entries, unwritten(board, item)
    if order.point not in entries:
        why = f"{order.point} is no entry point of Mount Saijo."
        yield Bar("16.2", why, f"The entry points are {either(tuple(entries))}.")
    if clan_named(board, seat, order.clan) not in without:
        why = f"Clan {order.clan} is not on Mount Saijo, or has its entry point already."
        yield Bar("16.2", why, f"Clans still without one: {listed(without)}.")


@BOOK.narrows(WriteEntries, WriteEntry, "16.2")
def entry_to_pick(board: Board, item: WriteEntries, seat: str, picks: Picks) -> Narrowed:
    """The entry point of the next clan, or another clan and its entry point [16.2]."""
    (first, *others), points = map(short, unwritten(board, item)), board.data.map.entries
    if not picks:
        values = (*values_of("point", points, first), *values_of("clan", others, "other clans"))
        return Narrowed(values, ONE, "point")
    if picks[-1] in points:
        clan = picks[0] if len(picks) > 1 else first
        return Narrowed(order=WriteEntry(clan, picks[-1]), bars=partial(entry_bars, board, item, seat))
    return Narrowed(values_of("point", points, picks[0]), ONE, "point")


@BOOK.answer(WriteEntries, WriteEntry, "16.2")
def write_entry(board: Board, item: WriteEntries, seat: str, order: WriteEntry, chance: Chance) -> Outcome:
    """The entry point of each clan on Mount Saijo is written down in secret before the game [16.2]."""
    refuse_first(entry_bars(board, item, seat, order))
    clan = clan_named(board, seat, order.clan)
    written = EntriesWritten(seat, Sealed((seat,), {clan: order.point}))
    return does(written, then=(item,) if len(unwritten(board, item)) > 1 else ())


def unwritten(board: Board, item: WriteEntries) -> tuple[str, ...]:
    """The clans that have no entry point yet.

    Which they are shows in no event and in no item.
    """
    return tuple(clan for clan in item.clans if clan not in board.entries)


@BOOK.step(EnterClans, "16.2")
def enter_clans(board: Board, item: EnterClans, chance: Chance) -> Outcome:
    """Clans stand on their entry points at the beginning of their turn, in the posture of movement [16.2]."""
    return does(
        *(_entered(board, clan, point) for clan, point in board.entries.items() if _is_due(board, point))
    )


def _is_due(board: Board, point: str) -> bool:
    return board.data.map.entries[point].turn == board.turn


def _entered(board: Board, clan: str, point: str) -> ClanEntered:
    places = dict.fromkeys(board.data.clans[clan].units, point)
    return ClanEntered(clan, places, covered(board, clan, "move"))


def distance_to_entry(board: Board, general: str, place: str, point: str) -> Sum:
    """Hexes from the general to the nearest entry point, and ten for each point from there on [16.3].

    A general who is still on the mountain is at every point.
    """
    entries = board.data.map.entries
    names, step = tuple(entries), board.data.numbers.entry_step
    if not place:
        return Sum((Term(0, f"{general} is on Mount Saijo", "16.3"),))
    away = {name: _hexes_to(board, place, name) for name in names}
    nearest = min(names, key=lambda name: (away[name], abs(names.index(name) - names.index(point))))
    further = abs(names.index(nearest) - names.index(point))
    terms = [Term(away[nearest], f"hexes from {general} to {nearest}", "16.3")]
    if further:
        terms.append(Term(step * further, f"{point}: {_points_further(further)}", "16.3"))
    return Sum(tuple(terms))


def _points_further(count: int) -> str:
    return "one entry point further" if count == 1 else f"{count} entry points further"


def _hexes_to(board: Board, place: str, point: str) -> int:
    """Hexes, of about 200 metres each; the entry point is the one behind those next to it [16.1, 16.3]."""
    if place == point:
        return 0
    entries = board.data.map.entries
    from_here = entries[place].hexes if place in entries else (place,)
    steps = 2 if place in entries else 1
    return min(distance(here, there) for here in from_here for there in entries[point].hexes) + steps


# ---- 17.3


@kept
def baggage_guard(board: Board) -> str:
    """The Uesugi clan that is not on the map at the beginning [17.3]."""
    return next(
        clan
        for clan in clans_of(board, "uesugi")
        if not board.data.units[board.data.clans[clan].units[0]].start
    )


def units_lost(board: Board, side: str) -> int:
    """The side's units that have been eliminated or have fled [17.3]."""
    return sum(side_of(unit) == side and is_eliminated(board, unit) for unit in board.units)


def may_be_called(board: Board, clan: str) -> bool:
    """Clan N may be brought into play once three Uesugi units are lost [17.3].

    It is called again if its chit was in the bowl and was not drawn. In the hypothetical scenario it comes
    down from Mount Saijo like the others [18.1].
    """
    return (
        not hypothetical(board)
        and side_of(clan) == "uesugi"
        and board.chits[clan] in (AWAY, RESERVE)
        and not is_present(board, clan)
        and clan == baggage_guard(board)
        and not any(is_eliminated(board, unit) for unit in board.data.clans[clan].units)
        and units_lost(board, "uesugi") >= board.data.numbers.reinforcement_losses
    )


def arrival(board: Board, clan: str) -> ClanEntered:
    """Clan N comes onto the map at its hex, or next to it where that is taken, to move [17.3]."""
    taken = {unit.hex for unit in board.units.values() if unit.hex}
    gate = board.data.map.reinforcement
    free = sorted(
        (
            hexagon
            for hexagon in board.data.map.places
            if hexagon not in taken and hexagon != board.data.map.kaizu
        ),
        key=lambda hexagon: (distance(gate, hexagon), hexagon),
    )
    units = tuple(unit for unit in board.data.clans[clan].units if not is_eliminated(board, unit))
    return ClanEntered(clan, dict(zip(units, free, strict=False)), covered(board, clan, "move"))
