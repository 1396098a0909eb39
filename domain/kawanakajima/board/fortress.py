"""Chapter 13, the fortress: its card, and who is in it.

13.1  zones and attack lines, the defence score
13.2  zones of base
13.3  the hex of Kaizu
13.4  the strengths of a side, and its markers
"""

from __future__ import annotations

from collections.abc import Iterable

from domain.kawanakajima.board.state import Board, clan_of, enemy, short, side_of, siege_of, units_of
from domain.kawanakajima.board.zones import leader_value, state_word
from domain.kawanakajima.data.tables import Fortress
from domain.kit.errors import TableMissing
from domain.kit.sums import Sum, Term

FIT = 1
"""Steps that a unit may have lost and still count among the effectives: in order or shaken [13.4.1]."""


def card(board: Board) -> Fortress:
    """The fortress card. Raises `TableMissing` where the data set has none."""
    if board.data.fortress is None:
        raise TableMissing("zones.csv", "13.1 needs the zones of the fortress")
    return board.data.fortress


# ---- who is inside


def garrison(board: Board, side: str) -> tuple[str, ...]:
    """The units of a side in Kaizu [13.3]."""
    return tuple(unit for unit in inside(board) if side_of(unit) == side)


def inside(board: Board) -> tuple[str, ...]:
    fort = board.fort
    return tuple(unit for unit, stands in board.units.items() if stands.hex == fort) if fort else ()


def in_the_open(board: Board, units: Iterable[str]) -> tuple[str, ...]:
    """The units that stand on the map, and not behind walls [13.3]."""
    places, fort = board.data.map.places, board.fort
    return tuple(unit for unit in units if board.units[unit].hex in places and board.units[unit].hex != fort)


def is_inside(board: Board, clan: str) -> bool:
    """Whether a clan is in Kaizu: whole, as it has gone in [13.3]."""
    return any(clan_of(unit) == clan for unit in inside(board))


def besieged(board: Board, clan: str) -> bool:
    """Whether a clan of either side takes part in a siege: it acts in nothing else [13.6]."""
    return board.siege is not None and is_inside(board, clan)


def free_of_siege(board: Board, clans: Iterable[str]) -> tuple[str, ...]:
    """The clans that take no part in a siege [13.6]."""
    return tuple(clan for clan in clans if not besieged(board, clan)) if board.siege else tuple(clans)


def is_leaving(board: Board, unit: str) -> bool:
    """Whether a unit in Kaizu has to follow a mate who has gone out: a clan goes out whole [13.3]."""
    if not board.fort or board.units[unit].hex != board.fort:
        return False
    mates = units_of(board, clan_of(unit))
    return any(mate in board.field.moved and board.units[mate].hex != board.fort for mate in mates)


def leaving(board: Board, unit: str, free: tuple[str, ...]) -> tuple[str, ...]:
    """Where a unit that stands in Kaizu may end: a clan goes out whole, or not at all [13.3]."""
    mates = [mate for mate in units_of(board, clan_of(unit)) if mate != unit]
    outside = tuple(hexagon for hexagon in free if hexagon != board.fort)
    gone = [mate for mate in mates if mate in board.field.moved]
    if gone:
        return outside if board.units[gone[0]].hex != board.fort else (board.fort,)
    return free if len(outside) > len(mates) else (board.fort,)


# ---- strengths


def points_of(board: Board, units: Iterable[str]) -> int:
    """Points of Elan and Mass [13.4.1]."""
    return sum(board.data.units[unit].elan + board.data.units[unit].mass for unit in units)


def is_fit(board: Board, unit: str) -> bool:
    return board.units[unit].losses <= FIT


def effectives_of(board: Board, units: Iterable[str]) -> Sum:
    """Elan and Mass of the units in order or shaken [13.4.1]."""
    return _strength(board, [unit for unit in units if is_fit(board, unit)], "13.4.1")


def disabled_of(board: Board, units: Iterable[str]) -> Sum:
    """Elan and Mass of the units disorganised or exhausted [13.4.2]."""
    return _strength(board, [unit for unit in units if not is_fit(board, unit)], "13.4.2")


def _strength(board: Board, units: Iterable[str], rule: str) -> Sum:
    return Sum(
        tuple(
            Term(
                points_of(board, (unit,)),
                f"Elan and Mass of {short(unit)}, {state_word(board.units[unit].losses)}",
                rule,
            )
            for unit in units
        )
    )


def actions_of(board: Board, side: str) -> Sum:
    """Fire of all the side's units in Kaizu, the best of their leaders, and one [13.4.3]."""
    units = garrison(board, side)
    terms = [
        Term(board.data.units[unit].fire, f"fire of {short(unit)}", "13.4.3")
        for unit in units
        if board.data.units[unit].fire
    ]
    best = max(units, key=lambda unit: leader_value(board, unit), default="")
    if best and leader_value(board, best):
        terms.append(Term(leader_value(board, best), f"leader of {short(best)}", "13.4.3"))
    return Sum((*terms, Term(1, "always", "13.4.3")))


# ---- markers


def has_marker(board: Board, side: str, zone: str) -> bool:
    return side in siege_of(board).markers.get(zone, ())


def markers_of(board: Board, side: str) -> tuple[str, ...]:
    """The zones where a side has a marker, in the order of the card [13.4.4]."""
    return tuple(zone for zone in card(board).zones if has_marker(board, side, zone))


def bases_of(board: Board, side: str) -> tuple[str, ...]:
    """The zones by which it came, and the centre or a peripheral zone where it has a marker [13.2]."""
    came = siege_of(board).bases[side]
    return tuple(
        zone
        for zone in card(board).zones
        if zone in came or (card(board).is_base(zone) and has_marker(board, side, zone))
    )


def joined(board: Board, side: str, start: Iterable[str]) -> tuple[str, ...]:
    """The zones joined to those of `start` by zones without a marker of the enemy [13.5, 13.6.1].

    Those of `start` are among them, but from one that the enemy holds, nothing leads on.
    """
    found, foe = list(start), enemy(side)
    for zone in found:
        if not has_marker(board, foe, zone):
            near = card(board).beside(zone)
            found += [there for there in near if there not in found and not has_marker(board, foe, there)]
    return tuple(found)


def open_zones(board: Board, side: str, start: Iterable[str]) -> tuple[str, ...]:
    """Where a side may place a marker, going from the zones of `start` [13.4.4, 13.5, 13.6.1].

    There is one in a zone; in a peripheral zone one of each side.
    """
    return tuple(zone for zone in joined(board, side, start) if has_room(board, side, zone))


def has_room(board: Board, side: str, zone: str) -> bool:
    """Whether a zone takes a marker of the side: one in all, one of each side outside the walls [13.4.4]."""
    there = siege_of(board).markers.get(zone, ())
    return not there or (side not in there and card(board).is_peripheral(zone))


def participants(board: Board, side: str, target: str) -> tuple[str, ...]:
    """The zones of the side's markers that are adjacent to a zone of the enemy's [13.4.4, 13.6.1].

    Two markers in one peripheral zone are adjacent.
    """
    near = card(board).beside(target)
    return tuple(zone for zone in markers_of(board, side) if zone in near or zone == target)


def defence_score(board: Board, target: str, zones: Iterable[str]) -> int:
    """The lowest score of the attack lines used; 0 within a peripheral zone [13.1, 13.6.1]."""
    scores = card(board).scores
    return min(0 if zone == target else scores[target, zone] for zone in zones)


def targets_of(board: Board, side: str) -> tuple[str, ...]:
    """The zones of the enemy's markers that are adjacent to a marker of the side [13.6.1]."""
    return tuple(zone for zone in markers_of(board, enemy(side)) if participants(board, side, zone))


def is_last_marker(board: Board, side: str) -> bool:
    """The last marker of a side is only removed when it has no effectives [13.6.1]."""
    return len(markers_of(board, side)) == 1 and siege_of(board).troops[side].effectives > 0
