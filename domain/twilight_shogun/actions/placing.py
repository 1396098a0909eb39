"""Section 8.1: the action "placing influence".

8.1(1)   what an influence costs
8.1(2)   one after the other: reach and control change while it goes on
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kit.bars import Bar, Bars
from domain.kit.sums import Sum, Term
from domain.twilight_shogun.actions import reach
from domain.twilight_shogun.board import state
from domain.twilight_shogun.board.events import InfluencePlaced
from domain.twilight_shogun.board.evolve import with_changes
from domain.twilight_shogun.book import points, space_bars
from domain.twilight_shogun.words.items import Act

MOST = 99
"""No more influence is read out of one number."""


def placed(board: state.Board, act: Act, places: Sequence[str]) -> InfluencePlaced:
    """What a legal list of places costs, and what it changes [8.1]."""
    terms, spent, at = [], [], board
    for name in spelled_out(places):
        terms.append(Term(cost_to_place(at, name, act.seat), state.title_of(board, name), "8.1"))
        spent += [name] * reach.limited(board, act, name, terms[-1].value)
        at = with_changes(at, (state.change(at, name, act.seat, 1),))
    return InfluencePlaced(
        act.seat, act.ap, Sum(tuple(terms)), tuple(spent), differences(board, at, act.seat)
    )


def differences(before: state.Board, after: state.Board, seat: str) -> tuple[state.Change, ...]:
    """Where the influence of a seat is another than before [3.1]."""
    now = after.influence
    return tuple(
        state.Change(name, seat, here[seat], now[name][seat])
        for name, here in before.influence.items()
        if now[name][seat] != here[seat]
    )


def cost_to_place(board: state.Board, name: str, seat: str) -> int:
    """1 AP; 2 in a clan that the opponent controls just then; always 2 in Kyo [8.1].

    Kyo is our reading: the rule has lost the name of the place.
    """
    if state.controller(board, name) == state.other(seat):
        return state.tracks(board).controlled_cost
    return state.space_of(board, name).cost if board.setting.options.kyo_always_two else 1


def most_in(board: state.Board, act: Act, name: str) -> int:
    """How much influence the APs give in one space, if nothing bars the first [8.1]."""
    count, left, at = 0, act.ap, board
    while (cost := cost_to_place(at, name, act.seat)) <= left:
        if any(True for _ in over_limit(board, act, name, count + 1)):
            break
        count, left = count + 1, left - cost
        at = with_changes(at, (state.change(at, name, act.seat, 1),))
    return count


def placing_bars(board: state.Board, act: Act, places: Sequence[str]) -> Bars:
    """What forbids a list of places, judged one influence after the other [8.1]."""
    yield from reach.act_bars(act, "influence")
    yield from list_bars(places)
    left, at, wanted = act.ap, board, list(spelled_out(places))
    for name in wanted:
        yield from space_bars(board, "8.1", name)
        yield from reach.target_bars(act, name)
        yield from reach.lasting_bars(board, act.seat, "influence", name)
        if not reach.in_reach(at, name, act.seat, through_edo=True):
            yield Bar("8.1", f"You have no influence in {name} or next to it.")
        cost = cost_to_place(at, name, act.seat)
        yield from reach.ap_left_bars(act, "8.1", name, cost, left)
        yield from over_limit(board, act, name, wanted.count(name))
        left -= cost
        at = with_changes(at, (state.change(at, name, act.seat, 1),))


def over_limit(board: state.Board, act: Act, name: str, wanted: int) -> Bars:
    """Whether so many APs more would be too many for a space with a limit [8.0]."""
    limit = state.space_of(board, name).limit
    used = board.spent.count((act.seat, name))
    if reach.limited(board, act, name, 1) and used + wanted > limit:
        before = f"; you have spent {used} there already" if used else ""
        yield Bar("8.0", f"A player may spend {points(limit)} in {name} in a round{before}.")


def list_bars(places: Sequence[str]) -> Bars:
    """A number says how much goes to the space before it [8.1]."""
    if not places:
        yield Bar("8.1", "No space is named.")
    for before, word in zip(("1", *places), places, strict=False):
        if word.isdecimal() and (before.isdecimal() or not 1 <= int(word) <= MOST):
            yield Bar("8.1", f"The number {word} does not follow the space that it belongs to.")


def spelled_out(places: Sequence[str]) -> Iterator[str]:
    """The spaces one by one: "choshu 2 tosa" is choshu, choshu, tosa [8.1]."""
    for word, after in zip(places, (*places[1:], ""), strict=False):
        if not word.isdecimal():
            yield from [word] * (int(after) if after.isdecimal() else 1)
