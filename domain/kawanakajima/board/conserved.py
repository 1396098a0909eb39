"""Counts that hold on every board: no unit, chit or point is lost or doubled."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kawanakajima.board.fortress import card, garrison, markers_of, points_of
from domain.kawanakajima.board.state import COMPULSORY, ELIMINATED, Board, side_of
from domain.kawanakajima.data.tables import AWAY, BOWL, DRAWN, PLAYED, POSTURES, RESERVE, SEATS


def conserved(board: Board) -> str:
    """What is wrong with the board's counts, in a sentence; "" when everything is there."""
    return next(_wrongs(board), "")


def _wrongs(board: Board) -> Iterator[str]:
    yield from _units(board)
    yield from _chits(board)
    yield from _siege(board)
    for clan, posture in board.postures.items():
        if posture not in POSTURES:
            yield f"Clan {clan} has the posture {posture}."
    for side, army in board.armies.items():
        if army.bundori < 0:
            yield f"The Bundori of {side} is {army.bundori}."
        if army.samurai and (side_of(army.samurai) != side or not board.units[army.samurai].hex):
            yield f"The samurai of {side} is with {army.samurai}, which is not there."


def _units(board: Board) -> Iterator[str]:
    """One unit to a hex, on the map or on an entry point [10.3, 5.3]."""
    places, entries, fort, taken = board.data.map.places, board.data.map.entries, board.fort, dict[str, str]()
    for name, unit in board.units.items():
        if not 0 <= unit.losses <= ELIMINATED:
            yield f"{name} has lost {unit.losses} steps."
        if not (stands := unit.hex):
            continue
        if stands in places:
            if stands in taken and stands != fort:
                yield f"{name} and {taken[stands]} stand on {stands}."
        elif stands not in entries:
            yield f"{name} stands on {stands}, which is not on the map."
        taken[stands] = name
    for hexagon, owner in board.positions.items():
        if board.units[owner].hex != hexagon:
            yield f"The defensive position of {owner} is on {hexagon}, and the unit is not."


def _siege(board: Board) -> Iterator[str]:
    """The points of a side's units in Kaizu are effective, disabled, on the card, or lost [13.4]."""
    if board.siege is None:
        return
    for side, troops in board.siege.troops.items():
        markers, points = len(markers_of(board, side)), points_of(board, garrison(board, side))
        if min(troops.effectives, troops.disabled, troops.lost) < 0:
            yield f"A strength of {side} in Kaizu is below 0: {troops}."
        if troops.effectives + troops.disabled + troops.lost + markers != points:
            yield f"{side} has {points} points in Kaizu; counted are {troops} and {markers} markers."
    for zone, sides in board.siege.markers.items():
        most = len(SEATS) if card(board).is_peripheral(zone) else 1
        if len(set(sides)) < len(sides) or len(sides) > most:
            yield f"In the zone {zone} are the markers of {', '.join(sides)}."


def _chits(board: Board) -> Iterator[str]:
    boxes = map(str, range(1, board.data.numbers.delay_boxes + 1))
    usual, of_all, of_samurai = (
        {RESERVE, BOWL, DRAWN, AWAY, *boxes},
        (BOWL, PLAYED, AWAY),
        (BOWL, DRAWN, AWAY, "unit"),
    )
    for chit, place in board.chits.items():
        if chit in COMPULSORY:
            allowed = place in of_all
        elif chit.startswith("samurai"):
            allowed = place in of_samurai
        else:
            allowed = place in usual
        if not allowed:
            yield f"The chit {chit} is at “{place}”."
    drawn = [chit for chit, place in board.chits.items() if place == DRAWN]
    if len(drawn) > 1:
        yield f"The chits {', '.join(drawn)} are drawn at once."
