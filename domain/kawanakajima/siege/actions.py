"""Chapter 13.6: the actions of a siege.

13.4.3  how many
13.6.1  the combat chit: markers, assaults (assaults.py), fire, rallying troops
13.6.2  the rally chit
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from domain.kawanakajima.board.fortress import (
    actions_of,
    bases_of,
    card,
    defence_score,
    garrison,
    has_marker,
    is_last_marker,
    open_zones,
    participants,
    targets_of,
)
from domain.kawanakajima.board.siege_events import (
    ActionsCounted,
    ActionsEnded,
    ActionSpent,
    FortressFired,
    MarkersPosted,
    Mustered,
    TroopsLost,
    TroopsRallied,
)
from domain.kawanakajima.board.state import DISABLED, EFFECTIVES, Board, enemy, siege_of
from domain.kawanakajima.book import BOOK
from domain.kawanakajima.siege.begin import effectives_left, zone_bars
from domain.kawanakajima.words.orders import Done
from domain.kawanakajima.words.siege_items import CheckSiege, CountActions, LoseTroops, RallyTroops, SiegeTurn
from domain.kawanakajima.words.siege_orders import Assault, Lose, Muster, Post, Shoot
from domain.kit.bars import Bar, Bars, refuse_first
from domain.kit.chance import Chance
from domain.kit.errors import either
from domain.kit.facts import Outcome, does, keeps
from domain.kit.narrowed import ONE, Narrowed, Picks, several, values_of
from domain.kit.sums import Sum, Term

ADVANTAGE = "advantage"
FIRE_NEEDS = 4
"""What a fire needs, besides the defence score [13.6.1]."""

LOST_AT_MOST, REGAINED_FROM = 2, 5
"""Faces of the rally chit: up to the one a point is lost, from the other on it is effective [13.6.2]."""


# ---- the combat chit


@BOOK.step(CountActions, "13.4.3")
def count_actions(board: Board, item: CountActions, chance: Chance) -> Outcome:
    """The side's actions for this chit, and then one after the other [13.4.3, 13.6.1]."""
    if board.siege is None or not garrison(board, item.side):
        return does()
    return does(ActionsCounted(item.side, actions_of(board, item.side)), then=(SiegeTurn(item.side),))


@BOOK.moot(SiegeTurn, "13.6.1")
def no_action_left(board: Board, item: SiegeTurn) -> bool:
    """Without actions, or anything that they could do, it is over [13.6.1]."""
    return board.siege is None or not next(_possible(board, item.seat), None)


@BOOK.examples(SiegeTurn, "13.6.1")
def actions(board: Board, item: SiegeTurn, seat: str) -> Iterator[Struct]:
    """Markers, assaults, fire, rallying; or no more: what is left is lost [13.6.1]."""
    yield from _possible(board, seat)
    yield Done()


def _possible(board: Board, seat: str) -> Iterator[Struct]:
    zones, siege = reachable(board, seat), siege_of(board)
    for zone in targets_of(board, seat):
        found = (Assault(zone), Assault(zone, ADVANTAGE))
        yield from (order for order in found if not any(assault_bars(board, seat, order)))
        if not any(fire_bars(board, seat, zone)):
            yield Shoot(zone)
    most = zones[: siege.troops[seat].effectives]
    posts = (*((most,) if len(most) > 1 else ()), *((zone,) for zone in zones))
    yield from (Post(post) for post in posts if not any(post_bars(board, seat, post)))
    if not any(muster_bars(board, seat)):
        yield Muster()


def reachable(board: Board, seat: str) -> tuple[str, ...]:
    """Where a side can place markers from its zones of base [13.6.1]."""
    return open_zones(board, seat, bases_of(board, seat)) if siege_of(board).troops[seat].effectives else ()


def _action_bars(board: Board, count: int = 1) -> Bars:
    """So many actions are left [13.6.1]."""
    if count > siege_of(board).actions:
        why = f"That takes {count} actions, and {siege_of(board).actions} are left."
        yield Bar("13.6.1", why, 'Leave the advantage out, or write "done".')


def spent(board: Board, seat: str, action: str, count: int = 1) -> ActionSpent:
    """The event of an action that is paid."""
    return ActionSpent(seat, action, count, siege_of(board).actions - count)  # type: ignore[arg-type]


@BOOK.answer(SiegeTurn, Done, "13.6.1")
def end_actions(board: Board, item: SiegeTurn, seat: str, order: Done, chance: Chance) -> Outcome:
    """Actions that are not used are lost [13.6.1]."""
    return does(ActionsEnded(seat, siege_of(board).actions))


@BOOK.narrows(SiegeTurn, Post, "13.6.1")
def zones_to_pick(board: Board, item: SiegeTurn, seat: str, picks: Picks) -> Narrowed:
    """Zones that are joined to a base, each for a point of effectives [13.6.1]."""

    def bars(order: Post) -> Bars:
        return post_bars(board, seat, order.zones)

    return several("zones", card(board).zones, picks, Post, bars, effectives_left(board, seat, picks))


@BOOK.narrows(SiegeTurn, Assault, "13.6.1")
def zone_to_assault(board: Board, item: SiegeTurn, seat: str, picks: Picks) -> Narrowed:
    """A zone, and an advantage for an action more [13.6.1]."""
    if not picks:
        return Narrowed(values_of("zone", card(board).zones), ONE, "zone")
    more = values_of("advantage", (ADVANTAGE,)) if len(picks) == 1 else ()
    return Narrowed(more, ONE, "advantage", Assault(*picks), partial(assault_bars, board, seat))


@BOOK.narrows(SiegeTurn, Shoot, "13.6.1")
def zone_to_fire_at(board: Board, item: SiegeTurn, seat: str, picks: Picks) -> Narrowed:
    """A zone with a marker of the enemy [13.6.1]."""
    if not picks:
        return Narrowed(values_of("zone", card(board).zones), ONE, "zone")
    return Narrowed(order=Shoot(*picks), bars=lambda order: fire_bars(board, seat, order.zone))


# ---- markers and rallying


def post_bars(board: Board, seat: str, zones: tuple[str, ...]) -> Bars:
    yield from zone_bars(board, seat, zones, reachable(board, seat), "13.6.1")
    yield from _action_bars(board)


@BOOK.answer(SiegeTurn, Post, "13.6.1")
def post(board: Board, item: SiegeTurn, seat: str, order: Post, chance: Chance) -> Outcome:
    """An action places markers in zones that are joined to a zone of base [13.6.1]."""
    refuse_first(post_bars(board, seat, order.zones))
    return keeps(spent(board, seat, "post"), MarkersPosted(seat, order.zones))


def muster_bars(board: Board, seat: str) -> Bars:
    if not siege_of(board).troops[seat].disabled:
        yield Bar("13.6.1", "You have no disabled troops to rally.")
    yield from _action_bars(board)


@BOOK.answer(SiegeTurn, Muster, "13.6.1")
def muster(board: Board, item: SiegeTurn, seat: str, order: Muster, chance: Chance) -> Outcome:
    """A point of the disabled is effective again [13.6.1]."""
    refuse_first(muster_bars(board, seat))
    return keeps(spent(board, seat, "muster"), Mustered(seat))


# ---- fire


def assault_bars(board: Board, seat: str, order: Assault) -> Bars:
    """A zone that can be attacked; an advantage for an action more [13.6.1]."""
    yield from _target_bars(board, seat, order.zone)
    yield from _action_bars(board, price_of(order))


def price_of(order: Assault) -> int:
    return 2 if order.advantage == ADVANTAGE else 1


def fire_bars(board: Board, seat: str, zone: str) -> Bars:
    yield from _target_bars(board, seat, zone)
    yield from _action_bars(board)


@BOOK.answer(SiegeTurn, Shoot, "13.6.1")
def shoot(board: Board, item: SiegeTurn, seat: str, order: Shoot, chance: Chance) -> Outcome:
    """A die and the markers next to the zone, against four and the lowest defence score [13.6.1]."""
    zone = order.zone
    refuse_first(fire_bars(board, seat, zone))
    pays, zones = spent(board, seat, "fire"), participants(board, seat, zone)
    (face,) = chance.throw("13.6.1", f"fire of {seat} at {zone}", sides=6)
    fire = Sum((Term(face, "die", "13.6.1"), markers_term(zone, zones)))
    score = defence_score(board, zone, zones)
    needed = Sum((Term(FIRE_NEEDS, "fire", "13.6.1"), *score_term(zone, score)))
    hit = fire.total >= needed.total
    told = FortressFired(seat, zone, zones, face, fire, needed, hit)
    foe = enemy(seat)
    chooser = foe if board.options.fire_losses == "owner" else seat
    loss = LoseTroops(chooser, foe, 1, (zone,), DISABLED, "fire")
    return keeps(pays, told, then=(loss, CheckSiege()) if hit else ())


def _target_bars(board: Board, seat: str, zone: str) -> Bars:
    """A marker of the enemy, next to one of the side's [13.4.4, 13.6.1]."""
    able = targets_of(board, seat)
    if zone not in able:
        why = f"There is no marker of the enemy in {zone}, or none of yours next to it."
        yield Bar("13.6.1", why, f"Zones that can be attacked: {either(able) or 'none'}.")


def markers_term(zone: str, zones: tuple[str, ...]) -> Term:
    return Term(len(zones), f"markers next to {zone}: {', '.join(zones)}", "13.6.1")


def score_term(zone: str, score: int) -> tuple[Term, ...]:
    return (Term(score, f"defence score of {zone}", "13.1"),) if score else ()


# ---- losses


def sources(board: Board, item: LoseTroops) -> tuple[str, ...]:
    """Effectives, or a marker of those struck; the last marker only without effectives [13.6.1]."""
    if board.siege is None:
        return ()
    held = tuple(zone for zone in item.zones if has_marker(board, item.side, zone))
    effectives = (EFFECTIVES,) if siege_of(board).troops[item.side].effectives else ()
    return (*(() if is_last_marker(board, item.side) else held), *effectives)


@BOOK.offered(LoseTroops, "13.6.1")
def losses_to_take(board: Board, item: LoseTroops, seat: str) -> Iterator[Lose]:
    """A marker of those that are struck, or a point of effectives [13.6.1]."""
    yield from (Lose(source) for source in sources(board, item))


def loss_bars(board: Board, item: LoseTroops, order: Lose) -> Bars:
    able = sources(board, item)
    if order.source not in able:
        why = f"The loss cannot be taken from {order.source}."
        yield Bar("13.6.1", why, f"It can be taken from {either(able)}.")


@BOOK.answer(LoseTroops, Lose, "13.6.1")
def lose_troops(board: Board, item: LoseTroops, seat: str, order: Lose, chance: Chance) -> Outcome:
    """Whose choice it is says where each point is taken from [13.6.1]."""
    refuse_first(loss_bars(board, item, order))
    left = item.count - 1
    again = LoseTroops(item.seat, item.side, left, item.zones, item.to, item.why)
    lost = TroopsLost(item.side, order.source, item.to, item.why)  # type: ignore[arg-type]
    return does(lost, then=(again,) if left else ())


# ---- the rally chit


@BOOK.step(RallyTroops, "13.6.2")
def rally_troops(board: Board, item: RallyTroops, chance: Chance) -> Outcome:
    """A die for each point of the disabled: 1 and 2 lose it, 5 and 6 make it effective [13.6.2]."""
    count = board.siege.troops[item.side].disabled if board.siege else 0
    if not count:
        return does()
    faces = chance.throw("13.6.2", f"disabled troops of {item.side} in Kaizu", sides=6, count=count)
    lost = sum(face <= LOST_AT_MOST for face in faces)
    return does(TroopsRallied(item.side, faces, lost, sum(face >= REGAINED_FROM for face in faces)))
