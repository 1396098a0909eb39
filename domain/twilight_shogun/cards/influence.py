"""Section 9.3: influence that an event places or removes.

9.3(1)   so much in each space that the event names; what exceeds the influence there is ignored
9.3(2)   where the seat chooses: in or next to a space with its influence, or in the spaces that are named
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import takewhile

from msgspec.structs import replace

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does, tag_of
from domain.kit.narrowed import ALLOT, Count, Narrowed, Picks, Value, values_of
from domain.twilight_shogun.actions.reach import in_reach
from domain.twilight_shogun.board.events import InfluenceChanged, MarkerRemoved, NothingDone
from domain.twilight_shogun.board.evolve import with_changes
from domain.twilight_shogun.board.state import Board, Change, change, faces_at, in_play, space_of, title_of
from domain.twilight_shogun.book import BOOK, REFUSALS, space_bars
from domain.twilight_shogun.cards.resolving import is_free, nothing, printed, resolves, side_of, spaces_where
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.tables import ANTI, PRO, SIDES
from domain.twilight_shogun.words import orders
from domain.twilight_shogun.words.items import PutInfluence, Resolve

STOP = tag_of(orders.Pass)


@resolves(x.Influence, "9.3")
def influence(board: Board, item: Resolve, effect: x.Influence, chance: Chance) -> Outcome:
    """So much influence more or less in each of the named spaces, wherever the player stands [9.3]."""
    side = side_of(item, effect.side)
    return changed(item, [change(board, one, side, effect.change) for one in playable(board, effect.spaces)])


@resolves(x.Clear, "9.3")
def clear(board: Board, item: Resolve, effect: x.Clear, chance: Chance) -> Outcome:
    """All influence of a side leaves the named spaces [9.3]."""
    side = side_of(item, effect.side)
    spaces = playable(board, effect.spaces)
    return changed(item, [change(board, one, side, -board.influence[one][side]) for one in spaces])


@resolves(x.Reset, "9.3")
def reset(board: Board, item: Resolve, effect: x.Reset, chance: Chance) -> Outcome:
    """Both sides have their inherent number in the space again, and no support marker stands there [9.3]."""
    name = effect.space
    space = space_of(board, name)
    wanted = ((ANTI, space.anti), (PRO, space.pro))
    changes = [Change(name, side, board.influence[name][side], to) for side, to in wanted]
    markers = [MarkerRemoved(item.card, marker, name, face.name) for marker, face in faces_at(board, name)]
    return does(*markers, *changed(item, changes).events)


def playable(board: Board, spaces: Iterable[str]) -> Iterator[str]:
    """A port that is not open yet is ignored by every event but its own [2.24]."""
    return (space for space in spaces if in_play(board, space))


def changed(item: Resolve | PutInfluence, changes: Iterable[Change]) -> Outcome:
    """The influence that is another now; where nothing is, the record says so [9.3]."""
    real = tuple(one for one in changes if one.before != one.after)
    if not real:
        return nothing(item, "The influence there is as the event would leave it.")
    return does(InfluenceChanged(item.card, real))


# ---- as the seat chooses


@resolves(x.Place, "9.3")
def place(board: Board, item: Resolve, effect: x.Place, chance: Chance) -> Outcome:
    """The seat that resolves the event chooses the spaces, one after the other [9.3]."""
    prompt = PutInfluence(
        seat=item.player,
        card=item.card,
        side=side_of(item, effect.side),
        left=abs(effect.count),
        removes=effect.count < 0,
        spaces=spaces_where(board, effect.where),
        reach=not is_free(board, effect.where),
        most=effect.most,
    )
    return does(then=(prompt,))


@BOOK.offered(PutInfluence, "9.3")
def puts(board: Board, item: PutInfluence, seat: str) -> Iterator[orders.Put | orders.Remove | orders.Pass]:
    """Every space that is allowed, with every number that is left [9.3]; by an option, to stop."""
    kind, found = orders.Remove if item.removes else orders.Put, False
    for name in item.spaces:
        numbers = (kind(name, count) for count in range(1, item.left + 1))
        for order in takewhile(lambda order: next(put_bars(board, item, order), None) is None, numbers):
            found = True
            yield order
    if found and board.setting.options.placing_may_stop:
        yield orders.Pass()


@BOOK.narrows(PutInfluence, None, "9.3")
def spaces_to_pick(board: Board, item: PutInfluence, seat: str, picks: Picks) -> Narrowed:
    """A space, and the same as often as more of it is meant; another one is another order [9.3]."""
    if picks == (STOP,):
        return Narrowed(order=orders.Pass(), bars=lambda _one: stop_bars(board, item))
    kind = orders.Remove if item.removes else orders.Put
    names = tuple(dict.fromkeys(picks)) or item.spaces
    values = values_of("space", names, tag_of(kind)) if len(names) == 1 or not picks else ()
    order = kind(picks[0], len(picks)) if values and picks else None
    stops = (Value(STOP, "", STOP, STOP),) if not picks and board.setting.options.placing_may_stop else ()
    left = (Count("influence", item.left - len(picks), item.left),)
    bars: Callable[[orders.Put | orders.Remove], Bars] = partial(put_bars, board, item)
    return Narrowed((*values, *stops), ALLOT, "space", order, bars, left)


def reaches_by_event(board: Board, item: PutInfluence, name: str) -> bool:
    """The seat has influence in the space or next to it [9.3].

    By options before what the event gives, and without Edo.
    """
    options = board.setting.options
    if options.event_reach == "before" and not item.removes and item.side == item.seat:
        board = with_changes(board, (change(board, space, item.seat, -count) for space, count in item.put))
    return in_reach(board, name, item.seat, through_edo=options.event_edo)


@BOOK.answer(PutInfluence, orders.Remove, "9.3")
@BOOK.answer(PutInfluence, orders.Put, "9.3")
def put(
    board: Board, item: PutInfluence, seat: str, order: orders.Put | orders.Remove, chance: Chance
) -> Outcome:
    """Influence is placed or removed where the event allows [9.3]."""
    REFUSALS.guard(put_bars(board, item, order), puts(board, item, seat))
    by = -order.count if item.removes else order.count
    done = dict(item.put)
    done[order.space] = done.get(order.space, 0) + order.count
    left = item.left - order.count
    rest = (replace(item, left=left, put=tuple(done.items())),) if left else ()
    return does(InfluenceChanged(item.card, (change(board, order.space, item.side, by),)), then=rest)


@BOOK.answer(PutInfluence, orders.Pass, "9.3")
def stop(board: Board, item: PutInfluence, seat: str, order: orders.Pass, chance: Chance) -> Outcome:
    """What an event places or removes goes to the last point, unless an option says otherwise [9.3]."""
    REFUSALS.guard(stop_bars(board, item), puts(board, item, seat))
    return does(NothingDone(item.card, seat, f"{item.left} influence is given up."))


def stop_bars(board: Board, item: PutInfluence) -> Bars:
    """Only where an option lets a seat stop [9.3]."""
    if not board.setting.options.placing_may_stop:
        yield Bar(
            "9.3",
            f"All is {'removed' if item.removes else 'placed'} that can be; {item.left} influence is left.",
        )


def put_bars(board: Board, item: PutInfluence, order: orders.Put | orders.Remove) -> Bars:
    """A space that the event allows, and no more than is left [9.3]."""
    name, count = order.space, order.count
    event, side = printed(board, item.card), SIDES[item.side]
    if item.removes != isinstance(order, orders.Remove):
        yield Bar("9.3", f"{event} {'removes' if item.removes else 'places'} influence of {side}.")
    yield from space_bars(board, "9.3", name)
    if name not in item.spaces:
        yield Bar("9.3", f"{event} does not let you choose {title_of(board, name)}.")
    if item.reach and not reaches_by_event(board, item, name):
        yield Bar("9.3", f"You have no influence in {title_of(board, name)} or next to it.")
    if count < 1:
        yield Bar(
            "9.3",
            f"At least 1 influence is {'removed' if item.removes else 'placed'} at a time, not {count}.",
        )
    if count > item.left:
        yield Bar("9.3", f"Of the influence of {event} {item.left} is left, not {count}.")
    yield from most_bars(board, item, name, count)


def most_bars(board: Board, item: PutInfluence, name: str, count: int) -> Bars:
    """No more in one space than the event says, and no more removed than there is [9.3]."""
    had, there = dict(item.put).get(name, 0), board.influence[name][item.side]
    if item.most and had + count > item.most:
        event = printed(board, item.card)
        yield Bar("9.3", f"{event} allows {item.most} in one space; this would be {had + count}.")
    if item.removes and count > there:
        yield Bar("9.3", f"{SIDES[item.side]} has {there} influence in {title_of(board, name)}, not {count}.")


@BOOK.when_none(PutInfluence, "9.3")
def no_room(board: Board, item: PutInfluence, chance: Chance) -> Outcome:
    """What can be placed or removed nowhere is ignored [9.3]."""
    verb = "removed" if item.removes else "placed"
    return does(NothingDone(item.card, item.seat, f"{item.left} influence can be {verb} nowhere."))
