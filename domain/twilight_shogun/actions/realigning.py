"""Section 8.2: the action "realignment".

8.2(1)   what an attempt costs
8.2(2)   attempt after attempt; the next target may be chosen when the last result is known
8.2(3)   the attempt
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct

from domain.kit.bars import Bar, Bars
from domain.kit.chance import Chance
from domain.kit.facts import Outcome, does
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.actions import reach
from domain.twilight_shogun.actions.placing import over_limit
from domain.twilight_shogun.board.events import Realigned
from domain.twilight_shogun.board.evolve import evolve
from domain.twilight_shogun.board.state import (
    Board,
    Change,
    change,
    controller,
    neighbours,
    other,
    space_of,
    title_of,
)
from domain.twilight_shogun.book import BOOK, space_bars
from domain.twilight_shogun.data.tables import SIDES
from domain.twilight_shogun.words.items import Act, Attempt, Realign


def act_of(item: Realign | Attempt) -> Act:
    """The action that goes on, with the APs that are left."""
    seat = item.seat if isinstance(item, Realign) else item.player
    return Act(seat, item.ap, item.card, ("realign",), item.spaces, item.granted)


def attempt_of(act: Act, targets: Sequence[str]) -> Attempt:
    first, *rest = targets
    return Attempt(act.seat, first, act.ap, act.card, tuple(rest), act.spaces, act.granted)


@BOOK.step(Attempt, "8.2")
def attempt(board: Board, item: Attempt, chance: Chance) -> Outcome:
    """Both throw a die and add the clans that they control there and next to it; the higher reduces the
    influence of the other by the difference [8.2].
    """
    seat, name = item.player, item.space
    mine, theirs = chance.throw("8.2", f"realignment by {SIDES[seat]} in {name}", sides=6, count=2)
    own, others = strength(board, name, seat, mine), strength(board, name, other(seat), theirs)
    cost = space_of(board, name).cost
    spent = (name,) * reach.limited(board, act_of(item), name, cost)
    done = Realigned(seat, name, own, others, spent, reduction(board, name, seat, own.total - others.total))
    return does(done, then=goes_on(evolve(board, done), item, item.ap - cost))


def strength(board: Board, name: str, seat: str, face: int) -> Sum:
    """A die, and one for each clan that a side controls: the target and its neighbours [8.2].

    Edo is controlled by Pro-Bakufu for its neighbours [2.11]; an option leaves the target out.
    """
    near = (
        (name, *neighbours(board, name))
        if board.setting.options.realign_target_counts
        else (neighbours(board, name))
    )
    held = [one for one in near if controller(board, one) == seat]
    return Sum(
        (Term(face, "die", "8.2"), *(Term(1, f"controls {title_of(board, one)}", "8.2") for one in held))
    )


def reduction(board: Board, name: str, seat: str, lead: int) -> tuple[Change, ...]:
    """The loser's influence falls by the difference, not below zero [8.2]."""
    loser = other(seat) if lead > 0 else seat
    fallen = change(board, name, loser, -abs(lead))
    return (fallen,) if fallen.after != fallen.before else ()


def goes_on(board: Board, item: Attempt, left: int) -> tuple[Struct, ...]:
    """The next attempt that was asked for and still can be made, or the question for one [8.2]."""
    act = Act(item.player, left, item.card, ("realign",), item.spaces, item.granted)
    for at, name in enumerate(item.rest):
        if may_realign(board, act, name):
            return (attempt_of(act, item.rest[at:]),)
    if next(realignable(board, act), ""):
        return (Realign(act.seat, left, act.card, act.spaces, act.granted),)
    return ()


def may_realign(board: Board, act: Act, *targets: str) -> bool:
    """Whether such attempts are possible with the APs that are left [8.2]."""
    return next(realign_bars(board, act, targets), None) is None


def realign_bars(board: Board, act: Act, targets: Sequence[str]) -> Bars:
    """What forbids a list of targets, as the board is now [8.2]."""
    yield from reach.act_bars(act, "realign")
    if not targets:
        yield Bar("8.2", "No space is named.")
    left = act.ap
    for name in targets:
        yield from target_of_realignment_bars(board, act, name)
        cost = space_of(board, name).cost
        yield from reach.ap_left_bars(act, "8.2", name, cost, left)
        yield from over_limit(board, act, name, list(targets).count(name))
        left -= cost


def target_of_realignment_bars(board: Board, act: Act, name: str) -> Bars:
    """A space with the opponent's influence, in or next to one's own [8.2]."""
    yield from space_bars(board, "8.2", name)
    yield from reach.target_bars(act, name)
    yield from reach.lasting_bars(board, act.seat, "realign", name)
    if not board.influence[name][other(act.seat)]:
        yield Bar("8.2", f"There is no influence of {SIDES[other(act.seat)]} in {name}.")
    if board.setting.options.realign_needs_reach and not reach.reaches(board, name, act.seat):
        yield Bar("8.2", f"You have no influence in {name} or next to it.")


def realignable(board: Board, act: Act) -> Iterator[str]:
    """The spaces where an attempt is possible now [8.2]: none without influence of the opponent."""
    foe = other(act.seat)
    for name, here in board.influence.items():
        if here[foe] and space_of(board, name).cost <= act.ap and may_realign(board, act, name):
            yield name
