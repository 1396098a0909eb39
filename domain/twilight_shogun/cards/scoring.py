"""Section 9.5: scorings. Also what an area would give if it were scored now.

9.5(1)   presence, domination, control
9.5(2)   only the difference is moved
"""

from __future__ import annotations

from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.board.events import Scored, Standings, Status
from domain.twilight_shogun.board.points import vp_events
from domain.twilight_shogun.board.state import Board, controller, in_play, other, title_of
from domain.twilight_shogun.book import BOOK
from domain.twilight_shogun.data.tables import ANTI, PRO, SIDES, Area
from domain.twilight_shogun.words.items import Score


@BOOK.step(Score, "9.5")
def score(board: Board, item: Score, chance: Chance) -> Outcome:
    """Either side gets what its best status gives; the difference is moved on the track [9.5]."""
    both = standings(board, item.scoring)
    scored = Scored(item.scoring, both)
    ahead, behind = sorted(both, key=lambda one: -one.points.total)
    if ahead.points.total == behind.points.total:
        return does(scored)
    terms = tuple(
        Term(sign * one.points.total, f"{item.scoring}, {SIDES[one.seat]}", "9.5")
        for sign, one in ((1, ahead), (-1, behind))
        if one.points.total
    )
    return does(scored, *vp_events(board, ahead.seat, Sum(terms)))


def standings(board: Board, scoring: str) -> tuple[Standings, ...]:
    """What either side would get if this were scored now [9.5]."""
    printed = board.setting.tables.scorings[scoring]
    if printed.area:
        area = board.setting.tables.areas[printed.area]
        return tuple(in_area(board, area, seat) for seat in (ANTI, PRO))
    return tuple(in_spaces(board, printed.spaces, seat) for seat in (ANTI, PRO))


def in_area(board: Board, area: Area, seat: str) -> Standings:
    """The best status of a side in an area, and its VP [9.5]."""
    status = status_in(board, area, seat)
    worth = {"presence": area.presence, "domination": area.domination, "control": area.control}.get(status, 0)
    terms = (Term(worth, f"{status} in {area.name}", "9.5"),) if worth else ()
    return Standings(seat, status, Sum(terms))


def status_in(board: Board, area: Area, seat: str) -> Status:
    """Control is more than half of the clans with the powered one, domination the powered one and more clans
    than the opponent, presence one clan [9.5].
    """
    own = controlled(board, area, seat)
    powered = area.powered in own
    if powered and len(own) >= area.majority:
        return "control"
    if powered and len(own) > len(controlled(board, area, other(seat))):
        return "domination"
    return "presence" if own else "nothing"


def controlled(board: Board, area: Area, seat: str) -> tuple[str, ...]:
    """The clans of an area that a side controls [2.12]; Edo belongs to none."""
    return tuple(clan for clan in area.clans if controller(board, clan) == seat)


def in_spaces(board: Board, worth: dict[str, int], seat: str) -> Standings:
    """Where no clan is, more influence than the opponent scores; support is not counted [9.5]."""
    terms = tuple(
        Term(vp, f"more influence in {title_of(board, space)}", "9.5")
        for space, vp in worth.items()
        if in_play(board, space) and board.influence[space][seat] > board.influence[space][other(seat)]
    )
    return Standings(seat, "presence" if terms else "nothing", Sum(terms))
