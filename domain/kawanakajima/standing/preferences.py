"""Preferences: how a seat wants what comes up again and again to be answered while it is away.

    moves: towards the enemy              fights: best             postures: never
    marches: clans M N                    leaders: on the column   retreats: away, towards own A
    sufferers: fresh, leaderless          advances: always         delays: never

`WORDS` are the words that mean something, occasion by occasion; standing_orders.py reads them. Each function
gives the answers to a prompt in the order in which they are wished; the first that is legal counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

from msgspec import Struct

from domain.kawanakajima.activation.manoeuvre import possible_moves
from domain.kawanakajima.board.state import Board, clan_named, side_of, unit_named, units_of
from domain.kawanakajima.board.zones import enemy_hexes, in_enemy_zone
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.combat.odds import average_rank
from domain.kawanakajima.movement.ways import FAR, cost_between, costs_to
from domain.kawanakajima.siege.entering import occupations
from domain.kawanakajima.standing.siege_preferences import ALWAYS, NEVER, SIEGE_WISHED, SIEGE_WORDS, Wishes
from domain.kawanakajima.words.field_items import (
    ChooseSeppuku,
    ChooseSufferer,
    CloseUp,
    Engage,
    ForcedAdvance,
    Initiative,
    Manoeuvre,
    MarchTurn,
    PosturePhase,
    Pursuit,
    RallyPhase,
    RallyToDefence,
)
from domain.kawanakajima.words.field_orders import (
    Advance,
    Fight,
    Gather,
    Leader,
    March,
    Move,
    Posture,
    Pursue,
    Rally,
    Retreat,
    Seppuku,
    Suffer,
)
from domain.kawanakajima.words.items import AcceptChit, CallKansuke, ChooseImpetuous, EnterSurplus
from domain.kawanakajima.words.orders import Bring, Delay, Done, Impetuous, Kansuke, Play
from domain.kit.facts import State
from domain.kit.hexes import distance, is_label

Order = TypeVar("Order", bound=Struct)

AWAY, DUTY = "away", "duty"
TO_ENEMY, KAIZU, STAY, BY_POSTURE = "enemy", "kaizu", "stay", "posture"
ENGAGED = "engaged"
COLUMN, ROW, DEFENCE, BEST = "column", "row", "defence", "best"
FRESH, WORN, STRONG, WEAK, LEADERLESS = "fresh", "worn", "strong", "weak", "leaderless"
OF_UNITS = (FRESH, WORN, STRONG, WEAK, LEADERLESS)

WORDS: Mapping[str, Wishes] = {
    "retreats": (AWAY,),
    "leaders": (COLUMN, ROW),
    "delays": (NEVER, ALWAYS),
    "advances": (NEVER, ALWAYS),
    "kansukes": (NEVER, ALWAYS),
    "moves": (TO_ENEMY, KAIZU, STAY, BY_POSTURE),
    "marches": (NEVER, ALWAYS),
    "fights": (BEST, DUTY),
    "postures": (NEVER, ENGAGED),
    "rallies": (NEVER, ALWAYS, DEFENCE),
    "initiatives": (NEVER, ALWAYS),
    "sufferers": OF_UNITS,
    "pursuits": OF_UNITS,
    "seppukus": (NEVER, *OF_UNITS),
    "provocations": (),
    **SIEGE_WORDS,
    "rears": (NEVER, ALWAYS),
}
"""What may be wished, occasion by occasion."""

LETTERED = ("retreats", "moves", "delays", "marches", "initiatives", "kansukes", "provocations")
"""Where the letters of clans may stand too."""

AGAINST = ("kansukes", "provocations")
"""Here they are clans of the enemy."""


def wished(board: Board, item: Any, seat: str, occasion: str, wishes: Wishes) -> Iterable[Struct]:
    """The answers that a preference has for a prompt, the best first; none where it does not apply."""
    return _WISHED[occasion](board, item, seat, wishes)


def _some(board: Board, item: Any, seat: str, kind: type[Order]) -> list[Order]:
    return [order for order in BOOK.some(State(board, (item,)), seat) if isinstance(order, kind)]


def _expects(board: Board, item: Any, kind: type[Struct]) -> bool:
    return kind in BOOK.expected(State(board, (item,)))


# ---- chits


def _delays(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Never, always, or the clans whose chit goes back [9.2]."""
    if not isinstance(item, AcceptChit):
        return ()
    return (Delay(),) if ALWAYS in wishes or item.chit in wishes else (Play(),)


def _kansukes(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Never, always, or against these clans of the enemy [17.6.1]."""
    if not isinstance(item, CallKansuke):
        return ()
    called = side_of(item.chit) != seat and (ALWAYS in wishes or item.chit in wishes)
    return (Kansuke(),) if called else (Play(),)


def _provocations(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """The clans of the enemy that are to attack, the first that is there [9.5.3]."""
    return [Impetuous(clan[1:]) for clan in wishes] if isinstance(item, ChooseImpetuous) else ()


# ---- postures


def _postures(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """No clan tries to change its posture, unless a script says so; or only those do not that attack an
    enemy who is there [6.4]."""
    if not isinstance(item, PosturePhase):
        return ()
    return (Done(),) if NEVER in wishes or all(_is_engaged(board, clan) for clan in item.clans) else ()


def _is_engaged(board: Board, clan: str) -> bool:
    return board.postures[clan] == "attack" and any(
        in_enemy_zone(board, unit) for unit in units_of(board, clan)
    )


def _initiatives(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Clans in trouble help themselves, scattered ones close up: all, none, or these [9.3.4]."""
    if isinstance(item, CloseUp):
        return _some(board, item, seat, Move)
    if not isinstance(item, Initiative):
        return ()
    possible: list[Posture | Gather] = [
        *_some(board, item, seat, Posture),
        *_some(board, item, seat, Gather),
    ]
    taken = [one for one in possible if ALWAYS in wishes or clan_named(board, seat, one.clan) in wishes]
    return (*taken, Done())


def _rallies(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """All that may, or none; under Koyaku into defence if it is wished [12.1, 7.3]."""
    if isinstance(item, RallyToDefence):
        return _some(board, item, seat, Posture) if DEFENCE in wishes else (Done(),)
    if not isinstance(item, RallyPhase):
        return ()
    return (Done(),) if NEVER in wishes else _some(board, item, seat, Rally)[:1]


# ---- movement


def _moves(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterator[Struct]:
    """Towards the nearest enemy, Kaizu or a clan of one's own, or not at all; as far as one may [6.5].

    Whoever comes nearer goes first; who does not come nearer stays, unless he must go. By posture, a clan in
    defence stays, and all others go towards the enemy.
    """
    if not isinstance(item, Manoeuvre | ForcedAdvance):
        return
    if BY_POSTURE in wishes:
        stays = isinstance(item, Manoeuvre) and all(board.postures[one] == "defence" for one in item.clans)
        wishes = (STAY,) if stays else (TO_ENEMY,)
    if KAIZU in wishes and isinstance(item, Manoeuvre):
        yield from occupations(board, item.clans)
    found = possible_moves(board, item) if isinstance(item, Manoeuvre) else _some(board, item, seat, Move)
    ranked = sorted(
        found,
        key=lambda order: (*(-_nearer(board, seat, order, wish) for wish in wishes), order.unit, order.path),
    )
    if not any(_nearer(board, seat, order, wish) > 0 for order in ranked[:1] for wish in wishes):
        yield Done()
    yield from ranked[:1]
    yield Done()


def _nearer(board: Board, seat: str, order: Move, wish: str) -> int:
    """How much nearer a movement brings a unit to where it is wished."""
    unit = unit_named(board, seat, order.unit)
    here, there = board.units[unit].hex, order.path[-1]
    if wish == KAIZU:
        fort = board.data.map.kaizu
        return cost_between(board.data.map, here, fort) - cost_between(board.data.map, there, fort)
    if wish == TO_ENEMY:
        return _to_enemy(board, seat, here) - _to_enemy(board, seat, there)
    return 0 if wish == STAY else _to_clan(board, wish, unit, here) - _to_clan(board, wish, unit, there)


def _to_enemy(board: Board, seat: str, here: str) -> int:
    """Movement points to the nearest enemy."""
    foes = enemy_hexes(board, seat)
    return min((cost_between(board.data.map, here, foe) for foe in foes), default=0)


def _to_clan(board: Board, clan: str, unit: str, here: str) -> int:
    """Hexes to the nearest unit of a clan of one's own, apart from the one that moves."""
    mates = (board.units[mate].hex for mate in units_of(board, clan) if mate != unit)
    if not is_label(here):
        return FAR
    return min((distance(here, mate) for mate in mates if is_label(mate)), default=FAR)


def _rears(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Units of the rear enter, as far towards Kaizu as they come; or they wait [18.1]."""
    if not isinstance(item, EnterSurplus):
        return ()
    if NEVER in wishes:
        return (Done(),)
    left = costs_to(board.data.map, board.data.map.kaizu)
    return (
        *sorted(_some(board, item, seat, Bring), key=lambda order: (left.get(order.hex, FAR), order.hex)),
        Done(),
    )


def _marches(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """All clans that can march do, in their order; or none, or these in the order wished [9.3.2]."""
    if not isinstance(item, MarchTurn):
        return ()
    if ALWAYS in wishes:
        return _some(board, item, seat, March)
    return (*(March(wish[1:]) for wish in wishes if wish != NEVER), Done())


def _retreats(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Of the retreats the one that fits the wishes best, the first wish before the second [9.3.1]."""
    if not _expects(board, item, Retreat):
        return ()
    possible = _some(board, item, seat, Retreat)
    return sorted(
        possible, key=lambda order: (*(_missed(board, seat, order, wish) for wish in wishes), order.hex)
    )[:1]


def _missed(board: Board, seat: str, order: Retreat, wish: str) -> int:
    """How badly a retreat misses a wish; the lower the better."""
    if wish == AWAY:
        return -min((distance(order.hex, foe) for foe in enemy_hexes(board, seat)), default=0)
    return _to_clan(board, wish, unit_named(board, seat, order.unit), order.hex)


# ---- combat


def _fights(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterator[Struct]:
    """The combat for which the table promises most; with "duty" only what must be fought [11.1]."""
    if not isinstance(item, Engage):
        return
    if DUTY in wishes:
        yield Done()
    yield from sorted(_some(board, item, seat, Fight), key=lambda order: -average_rank(board, seat, order))
    yield Done()


def _leaders(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Where the leader of attacked units counts [11.6]."""
    return [Leader(axis) for axis in wishes]


def _advances(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Into the hexes that the enemy has left, or not [11.13]."""
    if not _expects(board, item, Advance):
        return ()
    return (*((Done(),) if NEVER in wishes else ()), *_some(board, item, seat, Advance))


def _sufferers(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Which unit takes the heavier part of a result [11.7]."""
    if not isinstance(item, ChooseSufferer):
        return ()
    return sorted(_some(board, item, seat, Suffer), key=lambda order: _rank(board, seat, order.unit, wishes))


def _pursuits(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Which unit pursues [9.3.1]."""
    if not isinstance(item, Pursuit):
        return ()
    return sorted(_some(board, item, seat, Pursue), key=lambda order: _rank(board, seat, order.unit, wishes))


def _seppukus(board: Board, item: Any, seat: str, wishes: Wishes) -> Iterable[Struct]:
    """Whose leader takes his life; "never" where it may be declined [11.12, 16.4]."""
    if not isinstance(item, ChooseSeppuku):
        return ()
    possible = _some(board, item, seat, Seppuku)
    ranked = sorted(possible, key=lambda order: _rank(board, seat, order.unit, wishes))
    return (*((Done(),) if NEVER in wishes else ()), *ranked)


def _rank(board: Board, seat: str, written: str, wishes: Wishes) -> tuple[int, ...]:
    """How well a unit fits the wishes, the first before the second; the lower the better."""
    unit = unit_named(board, seat, written)
    losses, known = board.units[unit].losses, board.data.units[unit]
    size = known.elan + known.mass
    found = {FRESH: losses, WORN: -losses, STRONG: -size, WEAK: size, LEADERLESS: known.leader}
    return tuple(found[wish] for wish in wishes if wish in found)


_WISHED: Mapping[str, Callable[[Board, Any, str, Wishes], Iterable[Struct]]] = {
    "retreats": _retreats,
    "leaders": _leaders,
    "delays": _delays,
    "advances": _advances,
    "kansukes": _kansukes,
    "moves": _moves,
    "marches": _marches,
    "fights": _fights,
    "postures": _postures,
    "rallies": _rallies,
    "initiatives": _initiatives,
    "sufferers": _sufferers,
    "pursuits": _pursuits,
    "seppukus": _seppukus,
    "provocations": _provocations,
    **SIEGE_WISHED,
    "rears": _rears,
}


def meaning(occasion: str) -> str:
    """What an occasion is about, and what its words choose, in a sentence."""
    return " ".join((_WISHED[occasion].__doc__ or "").split()).partition(" [")[0]
