"""Chapter 8.1 and the distances of 8.3: the delay track.

8.1   the track moves on
8.3   into the bowl or a box, by the distance of the general
"""

from __future__ import annotations

from domain.kawanakajima.board.events import DelaysMoved
from domain.kawanakajima.board.state import Board, honjin, hypothetical, scenario_of, short, units_of
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.data.tables import BOWL, CHIEF, RESERVE
from domain.kawanakajima.movement.ways import cost_between
from domain.kawanakajima.scenario.late_troops import baggage_guard, distance_to_entry, may_be_called
from domain.kawanakajima.words.items import UpdateDelays
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.sums import Sum, Term


@BOOK.step(UpdateDelays, "8.1")
def update_delays(board: Board, item: UpdateDelays, chance: Chance) -> Outcome:
    """Chits in box 1 go into the bowl, all others one box lower [8.1]."""
    boxes = [str(box) for box in range(1, board.data.numbers.delay_boxes + 1)]
    lower = dict(zip(boxes, (BOWL, *boxes), strict=False))
    places = {chit: lower[place] for chit, place in board.chits.items() if place in lower}
    return does(DelaysMoved(places)) if places else does()


def box_of(board: Board, total: int) -> str:
    """Up to 9 movement points the chit goes into the bowl; else the tens are the box [8.3, 2.3]."""
    tens = total // board.data.numbers.delay_step
    return str(min(tens, board.data.numbers.delay_boxes)) if tens else BOWL


def distance_of(board: Board, general: str, clan: str) -> Sum:
    """Movement points from the general to the clan's nearest unit; hexes, on an entry point [8.3, 16.3].

    Units and their zones do not count: a messenger rides past them.
    """
    places = {short(unit): board.units[unit].hex for unit in units_of(board, clan)}
    entries = board.data.map.entries
    found = [
        _on_the_map(board, general, name, place) for name, place in places.items() if place not in entries
    ]
    here, title = honjin(board, general), general.title()
    found += [distance_to_entry(board, title, here, place) for place in places.values() if place in entries]
    return min(found, key=lambda one: one.total)


def _on_the_map(board: Board, general: str, name: str, place: str) -> Sum:
    """Movement points from the general; off the map he is wherever he may enter [8.3, 16.3, 18.1]."""
    ground, here = board.data.map, honjin(board, general)
    away, start = min(
        (cost_between(ground, point, place), point)
        for point in ((here,) if here else _out_of_sight(board, general))
    )
    who = general.title() if here else f"{general.title()} at {start}"
    return Sum((Term(away, f"movement points from {who} to {name}", "8.3"),))


def _out_of_sight(board: Board, general: str) -> tuple[str, ...]:
    """Where a general off the map is: at every entry point, or at the edge by which he marches up."""
    if hypothetical(board) and general == CHIEF["takeda"]:
        return scenario_of(board).column_entry
    return tuple(board.data.map.entries)


def placing(board: Board, general: str, clan: str) -> tuple[str, Sum]:
    """Where the chit of a clan goes, and why [8.3, 17.3]."""
    if may_be_called(board, clan) and board.chits[clan] == RESERVE:
        gate = _on_the_map(board, general, f"the entry of clan {short(clan)}", board.data.map.reinforcement)
        return box_of(board, gate.total), gate
    if clan == baggage_guard(board) and not units_of(board, clan):
        box = board.data.numbers.reinforcement_box
        return str(box), Sum(
            (Term(box * board.data.numbers.delay_step, f"clan {short(clan)} is called", "17.3"),)
        )
    found = distance_of(board, general, clan)
    return box_of(board, found.total), found
