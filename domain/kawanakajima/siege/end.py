"""Chapter 13.9: the end of a siege.

13.9    a side without markers and effectives is eliminated; the winner keeps what he has left
13.8    a side that has withdrawn its last clan gives the siege up
11.11   leaders of units that are eliminated
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from msgspec import Struct

from domain.kawanakajima.board.field_events import UnitEliminated
from domain.kawanakajima.board.fortress import garrison, markers_of, points_of
from domain.kawanakajima.board.siege_events import SiegeEnded, SurvivorsChosen
from domain.kawanakajima.board.siege_evolve import DISORGANISED
from domain.kawanakajima.board.state import Board, enemy, short, siege_of, unit_named
from domain.kawanakajima.board.zones import leader_value
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.combat.losses import fallen
from domain.kawanakajima.words.items import KaizuTaken
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_items import CheckSiege, EndSiege, KeepSurvivors
from domain.kawanakajima.words.siege_orders import Keep
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does
from domain.kit.narrowed import SOME, Count, Narrowed, Picks, Value, values_of
from domain.kit.sums import Sum, Term

Units = tuple[str, ...]

SHOWN = 6
"""Examples of survivors."""

WORN = "disorganised "
"""How the pick of a unit begins that is disorganised."""


@BOOK.step(CheckSiege, "13.9")
def check_siege(board: Board, item: CheckSiege, chance: Chance) -> Outcome:
    """A side without markers and effectives has lost, or without anybody in Kaizu [13.8, 13.9]."""
    if board.siege is None:
        return does()
    beaten = [side for side in board.armies if is_beaten(board, side)]
    return does(then=tuple(EndSiege(side) for side in beaten[:1]))


def is_beaten(board: Board, side: str) -> bool:
    effectives = siege_of(board).troops[side].effectives
    return not garrison(board, side) or not (effectives or markers_of(board, side))


@BOOK.step(EndSiege, "13.9")
def end_siege(board: Board, item: EndSiege, chance: Chance) -> Outcome:
    """The loser's units in Kaizu are eliminated; the winner counts what he has left [13.9]."""
    loser, winner = item.loser, enemy(item.loser)
    units, total = garrison(board, loser), left_of(board, winner)
    disabled = siege_of(board).troops[winner].disabled
    ended = SiegeEnded(winner, loser, total, disabled, not units)
    gone = (UnitEliminated(unit, board.fort, "siege") for unit in units)
    keeping = KeepSurvivors(winner, total.total, disabled)
    return does(ended, *gone, then=(keeping, *_fallen(board, units)))


def left_of(board: Board, side: str) -> Sum:
    """Effectives, disabled and markers together [13.9]."""
    troops, markers = siege_of(board).troops[side], markers_of(board, side)
    terms = (
        Term(troops.effectives, "effectives", "13.9"),
        Term(troops.disabled, "disabled", "13.9"),
        Term(len(markers), "markers", "13.9"),
    )
    return Sum(tuple(term for term in terms if term.value))


def _fallen(board: Board, units: Iterable[str]) -> tuple[Struct, ...]:
    """What the units that are gone are worth, and whether their leaders die [11.11, 13.9]."""
    return tuple(one for unit in units for one in fallen(board, unit))


# ---- survivors


def keepings(board: Board, item: KeepSurvivors) -> tuple[Units, ...]:
    """Groups of units that the points allow, the strongest first; none where nobody fits [13.9].

    One group for each sum; where there is a choice, the units with leaders are in it.
    """
    units = garrison(board, item.seat)
    if points_of(board, units) <= item.most:
        return (units,)
    found = _by_points(board, sorted(units, key=lambda unit: -leader_value(board, unit)))
    fit = sorted((points for points in found if 0 < points <= item.most), reverse=True)
    return tuple(found[points] for points in fit[:SHOWN])


def lightest(board: Board, units: Units, disabled: int) -> Units:
    """The units of the fewest points that are worth the disabled; all, where they are too few [13.9]."""
    found = _by_points(board, units)
    enough = min((points for points in found if points >= disabled), default=0)
    return found[enough] if enough >= disabled else units


def _by_points(board: Board, units: Sequence[str]) -> dict[int, Units]:
    """For each sum of points that the units can make the first group that makes it."""
    found: dict[int, Units] = {0: ()}
    for unit in units:
        for points, group in tuple(found.items()):
            found.setdefault(points + points_of(board, (unit,)), (*group, unit))
    return found


@BOOK.examples(KeepSurvivors, "13.9")
def survivors(board: Board, item: KeepSurvivors, seat: str) -> Iterator[Keep | Done]:
    """As many points as are left, with the lightest units disorganised [13.9]."""
    found = keepings(board, item)
    for units in found:
        worn = lightest(board, units, item.disabled)
        yield Keep(tuple(map(short, units)), tuple(map(short, worn)))
    if not any(keep_nobody_bars(board, item)):
        yield Done()


def keep_bars(board: Board, item: KeepSurvivors, seat: str, order: Keep) -> Bars:
    """Units within the points that are left; of them disorganised ones for the disabled [13.9]."""
    yield from _name_bars(board, seat, order.units, garrison(board, seat))
    kept = _named(board, seat, order.units, garrison(board, seat))
    if not kept:
        yield from keep_nobody_bars(board, item)
        return
    points = points_of(board, kept)
    if points > item.most:
        why = f"Those units have {points} points of Elan and Mass, and {item.most} are left."
        yield Bar("13.9", why, _could(board, item))
    yield from _name_bars(board, seat, order.worn, kept)
    worn = _worn(board, item, seat, order, kept)
    if points_of(board, worn) < item.disabled and len(worn) < len(kept):
        why = (
            f"The disorganised units have {points_of(board, worn)} points, and {item.disabled} are disabled."
        )
        light = ", ".join(map(short, lightest(board, kept, item.disabled)))
        yield Bar("13.9", why, f"For example {light}.", cured=bool(order.worn))


@BOOK.narrows(KeepSurvivors, Keep, "13.9", first=True)
def survivors_to_pick(board: Board, item: KeepSurvivors, seat: str, picks: Picks) -> Narrowed:
    """Units within the points, and which of them are disorganised; else the lightest are [13.9]."""
    units = tuple([one for one in picks if not one.startswith(WORN)])
    worn = tuple([one.removeprefix(WORN) for one in picks if one.startswith(WORN)])
    names = [] if worn else [one for one in map(short, garrison(board, seat)) if one not in units]
    marks = [Value(WORN + one, "worn", one, WORN.strip()) for one in units if one not in worn]
    values = (*values_of("units", names), *(marks if item.disabled else ()))
    left = item.most - points_of(board, _named(board, seat, units, garrison(board, seat)))
    order, counts = Keep(units, worn) if units else None, (Count("points", left, item.most),)
    return Narrowed(values, SOME, "units", order, partial(keep_bars, board, item, seat), counts)


def _name_bars(board: Board, seat: str, written: Units, known: Units) -> Bars:
    for name in written:
        if unit_named(board, seat, name) not in known:
            could = f"Units that can be named: {either([short(one) for one in known])}."
            yield Bar("13.9", f"{name} is not among your units in Kaizu that are kept.", could)


@BOOK.answer(KeepSurvivors, Keep, "13.9")
def keep_survivors(board: Board, item: KeepSurvivors, seat: str, order: Keep, chance: Chance) -> Outcome:
    """Units within the points that are left; of them disorganised ones for the disabled [13.9]."""
    refuse_first(keep_bars(board, item, seat, order))
    kept = _named(board, seat, order.units, garrison(board, seat))
    worn = _worn(board, item, seat, order, kept)
    return _kept(board, seat, {unit: DISORGANISED * (unit in worn) for unit in kept})


def _worn(board: Board, item: KeepSurvivors, seat: str, order: Keep, kept: Units) -> Units:
    return _named(board, seat, order.worn, kept) if order.worn else lightest(board, kept, item.disabled)


def _kept(board: Board, seat: str, kept: dict[str, int]) -> Outcome:
    lost = tuple(unit for unit in garrison(board, seat) if unit not in kept)
    gone = (UnitEliminated(unit, board.fort, "siege") for unit in lost)
    taken = (KaizuTaken(seat),) if kept else ()
    return does(SurvivorsChosen(seat, kept, lost), *gone, then=(*_fallen(board, lost), *taken))


def _named(board: Board, seat: str, written: Units, known: Units) -> Units:
    """The units that are written, in the order of the data set."""
    units = [unit_named(board, seat, name) for name in written]
    return tuple(unit for unit in known if unit in units)


def _could(board: Board, item: KeepSurvivors) -> str:
    found = keepings(board, item)
    return f"For example {' '.join(map(short, found[0]))}." if found else 'Write "done".'


def keep_nobody_bars(board: Board, item: KeepSurvivors) -> Bars:
    if keepings(board, item):
        yield Bar("13.9", f"{item.most} points are left, and units can be kept.", _could(board, item))


@BOOK.answer(KeepSurvivors, Done, "13.9")
def keep_nobody(board: Board, item: KeepSurvivors, seat: str, order: Done, chance: Chance) -> Outcome:
    """Where too few points are left for any unit, none survives [13.9]."""
    refuse_first(keep_nobody_bars(board, item))
    return _kept(board, seat, {})
