"""Preferences for a siege: how a seat wants its prompts answered while it is away [13].

    posts: always            sieges: assault with advantage, fire, muster
    sacrifices: answer       troops: effectives       seizures: markers
    withdrawals: markers     survivors: leaders, strong

Like preferences.py: each function gives the answers to a prompt in the order in which they are wished.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from msgspec import Struct

from domain.kawanakajima.board.fortress import defence_score, participants, points_of, targets_of
from domain.kawanakajima.board.state import EFFECTIVES, Board, enemy, short, siege_of
from domain.kawanakajima.siege.actions import ADVANTAGE as EXTRA
from domain.kawanakajima.siege.actions import reachable, sources
from domain.kawanakajima.siege.assaults import attempt_of, most_to_sacrifice, seizures
from domain.kawanakajima.siege.begin import places_for
from domain.kawanakajima.siege.end import keepings, lightest
from domain.kawanakajima.siege.withdrawal import doors, linked
from domain.kawanakajima.words import siege_items
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_orders import (
    Assault,
    Keep,
    Lose,
    Muster,
    Post,
    Sacrifice,
    Seize,
    Shoot,
    Withdraw,
)

Wishes = tuple[str, ...]

NEVER, ALWAYS = "never", "always"
POST, ASSAULT, ADVANTAGE, FIRE, MUSTER = "post", "assault", "advantage", "fire", "muster"
ANSWER, MOST = "answer", "most"
MARKERS = "markers"
STRONG, LEADERS = "strong", "leaders"

SIEGE_WORDS: Mapping[str, Wishes] = {
    "posts": (NEVER, ALWAYS),
    "sieges": (ASSAULT, ADVANTAGE, FIRE, MUSTER, POST, NEVER),
    "sacrifices": (NEVER, ANSWER, MOST),
    "troops": (EFFECTIVES, MARKERS),
    "seizures": (EFFECTIVES, MARKERS, NEVER),
    "withdrawals": (EFFECTIVES, MARKERS),
    "survivors": (STRONG, LEADERS),
}
"""What may be wished, occasion by occasion."""


def _posts(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Markers in as many zones as can be, or in the zone of base alone [13.5, 13.7]."""
    if not isinstance(item, siege_items.PlaceMarkers):
        return ()
    found = places_for(board, item)
    if NEVER in wishes:
        return (Done(), *(Post((zone,)) for zone in item.start), *(Post((zone,)) for zone in found))
    return (Post(found[: siege_of(board).troops[seat].effectives]), Done())


def _sieges(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterator[Struct]:
    """The actions in the order in which they are wished; the best target first [13.6.1]."""
    if not isinstance(item, siege_items.SiegeTurn):
        return
    for wish in wishes:
        yield from _acts(board, seat, wish, ADVANTAGE in wishes)
    yield Done()


def _acts(board: Board, seat: str, wish: str, advantage: bool) -> Iterator[Struct]:
    targets = sorted(targets_of(board, seat), key=lambda zone: -_outweighs(board, seat, zone))
    if wish == ASSAULT:
        yield from (Assault(zone, EXTRA) for zone in targets[:1] if advantage)
        yield from (Assault(zone) for zone in targets[:1])
    elif wish == FIRE:
        yield from (Shoot(zone) for zone in targets[:1])
    elif wish == MUSTER:
        yield Muster()
    elif wish == POST:
        yield Post(reachable(board, seat)[: siege_of(board).troops[seat].effectives])


def _outweighs(board: Board, seat: str, zone: str) -> int:
    """By how much the markers next to a zone outweigh its defence score [13.6.1]."""
    zones = participants(board, seat, zone)
    return len(zones) - defence_score(board, zone, zones)


def _sacrifices(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Never, as much as the enemy, or as much as can be [13.6.1]."""
    if isinstance(item, siege_items.LastSacrifice | siege_items.AnswerSacrifice):
        gives = MOST in wishes or (ANSWER in wishes and isinstance(item, siege_items.AnswerSacrifice))
        return (Sacrifice(1), Done()) if gives else (Done(),)
    if not isinstance(item, siege_items.BidSacrifice):
        return ()
    given, most = attempt_of(board).sacrifices, most_to_sacrifice(board, seat)
    behind = given.get(enemy(seat), 0) - given.get(seat, 0)
    points = min(most, most if MOST in wishes else behind if ANSWER in wishes else 0)
    return (Sacrifice(points), Done()) if points > 0 else (Done(),)


def _troops(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Whether losses are taken from the effectives or from markers [13.6.1]."""
    if not isinstance(item, siege_items.LoseTroops):
        return ()
    return [Lose(source) for source in _in_order(sources(board, item), wishes)]


def _seizures(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """What goes into a zone that was conquered [13.6.1]."""
    if not isinstance(item, siege_items.SeizeZone):
        return ()
    found = [] if NEVER in wishes else _in_order(seizures(board, seat), wishes)
    return (*(Seize(source) for source in found), Done())


def _in_order(found: tuple[str, ...], wishes: Wishes) -> list[str]:
    """Effectives first, or markers first."""
    last = wishes[:1] == (MARKERS,)
    return sorted(found, key=lambda source: (source == EFFECTIVES) == last)


def _withdrawals(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterator[Struct]:
    """What is paid for a clan that withdraws: as many markers as can be, or effectives [13.8]."""
    if not isinstance(item, siege_items.WithdrawClan):
        return
    for zone in doors(board, item.clan):
        known = linked(board, seat, zone)
        if wishes[:1] == (MARKERS,):
            yield from (Withdraw(zone, known[:count]) for count in range(len(known), 0, -1))
        yield Withdraw(zone)


def _survivors(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """The most points, or first of all the units with leaders; the lightest are disorganised [13.9]."""
    if not isinstance(item, siege_items.KeepSurvivors):
        return ()

    def rank(units: tuple[str, ...]) -> tuple[int, ...]:
        leaders = sum(board.data.units[unit].leader for unit in units if not board.units[unit].leader_killed)
        worth = {STRONG: -points_of(board, units), LEADERS: -leaders}
        return tuple(worth[wish] for wish in wishes)

    found = sorted(keepings(board, item), key=rank)
    return [_kept(board, units, item.disabled) for units in found] or [Done()]


def _kept(board: Board, units: tuple[str, ...], disabled: int) -> Keep:
    return Keep(tuple(map(short, units)), tuple(map(short, lightest(board, units, disabled))))


SIEGE_WISHED: Mapping[str, Callable[[Board, Any, str, Wishes], Iterable[Struct]]] = {
    "posts": _posts,
    "sieges": _sieges,
    "sacrifices": _sacrifices,
    "troops": _troops,
    "seizures": _seizures,
    "withdrawals": _withdrawals,
    "survivors": _survivors,
}
