"""The game after orders that are not sent yet is what it becomes, as far as it is told, and hangs on nothing
that others hide."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import Entry, Ordered
from domain.game.entries.people import CONDITION, OrderHeld
from domain.game.state.fences import fence
from domain.game.state.game_state import GameState, fold_on
from domain.kit.facts import Fact
from domain.kit.rules import Rules, unseen
from domain.kit.sealed import Sealed
from domain.titles import TITLES
from referee.programs import foreseeing
from referee.programs.foreseeing import (
    FULL,
    HIDDEN,
    MOST,
    MOST_ALONE,
    OTHER,
    OVER,
    REFUSED,
    THROW,
    Rehearsal,
    Stage,
    rehearsed,
)
from referee.seats.rehearsed import Rehearsals
from referee.web.posted import MOST_LINES
from tests.nim.rules import NIM
from tests.playing import Game
from tests.titles.play import Luck, Played, data_of, few
from tests.titles.secrets import TWISTED, worlds
from tests.titles.short import GAMES, short

STEPS, TRIED, DEEP = 40, 8, 5
"""Orders of a game that are played, positions between two that are looked at, orders that are rehearsed."""


class Queue(NamedTuple):
    """A position with orders that a seat could give one after the other, and how it would stand then."""

    game: Game
    seat: str
    orders: Sequence[Struct]
    found: Rehearsal


def queues(rules: Rules, seed: int, data: Any) -> Iterator[Queue]:
    played, random = Played(rules, seed, data), Random(f"queues {seed}")
    while not played.game.is_over() and played.orders < STEPS:
        if played.orders % TRIED == 0:
            yield queue(Game.at(played.game.now), random)
        played.step()


def queue(game: Game, random: Random) -> Queue:
    seat, orders = random.choice(game.awaited()), list[Struct]()
    found = rehearsed(game.now, seat, orders)
    while found and not found.stop and len(orders) < DEEP and (legal := found.game.examples(seat)):
        orders.append(random.choice(legal))
        found = rehearsed(game.now, seat, orders)
    assert found
    return Queue(game, seat, orders, found)


def seen(rehearsal: Rehearsal | None) -> Any:
    """All that a seat can be told of a rehearsal."""
    assert rehearsal
    known, seat = rehearsal, rehearsal.seat
    view = known.game.rules.view(known.game.state, seat)
    made = [[foreseeing._seen(entry, seat) for entry in entries] for entries in known.made]
    ends = (known.stop, known.throw, known.asked, known.error, known.most)
    return view, made, known.orders, known.fences, fence(known.game, seat), ends


def look(game: Game, seat: str) -> Any:
    """What a seat sees; and on which chits something is written, which all do."""
    return game.rules.view(game.state, seat), set(getattr(game.state.board, "notes", ()))


@pytest.mark.parametrize("seed", few(1, 8))
def test_what_others_hide_changes_nothing_of_it(rules: Rules, data: Any, seed: int) -> None:
    """Also of an order that is refused."""
    compared = 0
    for game, seat, orders, found in queues(rules, seed, data):
        for owner, other in worlds(game):
            if owner != seat and look(game, seat) == look(other, seat):
                assert seen(rehearsed(other.now, seat, orders)) == seen(found)
                again = [*orders, *orders[:1]]
                assert seen(rehearsed(other.now, seat, again)) == seen(rehearsed(game.now, seat, again))
                compared += 1
    assert bool(compared) == (rules.title in TWISTED)


def whole(entries: Sequence[Entry]) -> Sequence[Entry]:
    ends = (at for at, one in enumerate(entries, 1) if isinstance(one, Fact) and not one.more)
    return entries[: max(ends, default=0)]


@pytest.mark.parametrize("seed", few(1, 8))
def test_it_is_how_the_game_stands_once_they_are_played(rules: Rules, data: Any, seed: int) -> None:
    """Each order meets the question that it was rehearsed for, and what is told is what becomes of it: the
    board, who is asked, and what."""
    stops = set[str]()
    for start, seat, orders, found in queues(rules, seed, data):
        now, view = start.now, rules.view
        stops.add(found.stop)
        assert len(found.orders) == len(orders) == len(found.fences) == len(found.made)
        for at, order in enumerate(orders):
            before, game = now, Game.at(now)
            assert found.fences[at] in ("", fence(now, seat))
            made = game.post(seat, order, Luck(f"{seed} {at}"))
            now = game.now
            told = found.made[at]
            assert seen_by(made[: len(told)], seat) == seen_by(told, seat)
        if found.stop in (THROW, HIDDEN):
            now = fold_on(before, whole(found.made[-1])) if whole(found.made[-1]) else before
        assert view(now.state, seat) == view(found.game.state, seat)
        if found.stop in ("", OTHER):
            assert found.asked == now.awaited()
            assert fence(now, seat) == fence(found.game, seat)
        assert (found.stop == OVER) == (found.stop not in (THROW, HIDDEN) and now.is_over())
    assert stops & {THROW, HIDDEN, OTHER, ""}
    assert REFUSED not in stops


def seen_by(entries: Sequence[Entry], seat: str) -> list[Any]:
    return [foreseeing._seen(entry, seat) for entry in entries]


def test_an_order_more_is_played_alone_and_what_was_kept_says_the_same(
    rules: Rules, data: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, seat, orders, _found = max(queues(rules, 1, data), key=lambda one: len(one.orders))
    tried, after = list[Struct](), foreseeing.after

    def noted(stage: Stage, order: Struct) -> Stage:
        tried.append(order)
        return after(stage, order)

    monkeypatch.setattr("referee.seats.rehearsed.after", noted)
    kept = Rehearsals(most=3)
    for at in range(len(orders) + 1):
        assert seen(kept.rehearsed(game.now, seat, orders[:at])) == seen(
            rehearsed(game.now, seat, orders[:at])
        )
    assert tried == orders
    assert len(kept._kept) <= 3
    assert kept.rehearsed(game.now, seat, orders) is kept.rehearsed(game.now, seat, orders)
    assert tried == orders


def started(rules: Rules, seed: int) -> Played:
    return Played(rules, seed, data_of(rules))


def holding(game: GameState, seat: str, line: str, number: int = 1) -> GameState:
    return fold_on(game, (OrderHeld(seat, number, Sealed((seat,), line), CONDITION),))


def test_what_the_seat_has_left_itself_answers_and_what_others_have_does_not() -> None:
    rules = TITLES["shinobi"]
    game = started(rules, 1).game
    seat = game.awaited()[0]
    write = rules.notation(game.now.data, game.seats).write
    tried = ((order, rehearsed(game.now, seat, [order])) for order in game.examples(seat))
    order, first = next((order, found) for order, found in tried if found and found.asked == (seat,))
    then = first.game.examples(seat)
    line = f"unless turn 999: {write(then[0])}"
    own, others = holding(game.now, seat, line), game.now
    for other in set(game.seats) - {seat}:
        others = holding(others, other, line)
    with_own = rehearsed(own, seat, [order])
    assert with_own
    given = [entry.plain() for entry in with_own.made[0] if isinstance(entry, Ordered)]
    assert given[:2] == [order, then[0]]
    with_others = rehearsed(others, seat, [order])
    assert with_others
    assert with_others.made == first.made
    assert not any(held for held in with_others.game.register.held.values())


@pytest.mark.parametrize("seed", few(1, 4))
def test_what_is_kept_holds_no_sealed_order_of_another(rules: Rules, data: Any, seed: int) -> None:
    """Nor any state but imagined ones: of the game itself only what all may know, and the seat."""
    for game, seat, _orders, found in queues(rules, seed, data):
        begun = foreseeing.begun(game.now, seat)
        assert begun
        for imagined in (*begun.games, found.game):
            assert imagined.state is not game.state
            orders = [order for scope in imagined.scopes for order in scope.orders.values()]
            assert all(order.seat == seat or not isinstance(order.order, Sealed) for order in orders)
            assert set(imagined.register.held) <= {seat}


def test_without_programs_or_where_nothing_can_be_played_there_is_none() -> None:
    game = started(TITLES["shinobi"], 1).game
    seat = game.awaited()[0]
    alone = replace(game.now, rules=replace(game.rules, players=None))
    assert rehearsed(alone, seat, ()) is None
    assert Rehearsals().rehearsed(alone, seat, game.examples(seat)[:1]) is None
    assert NIM.players is None


def test_so_many_orders_are_tried_as_a_page_may_send() -> None:
    """Where somebody else has been asked beside the seat, fewer."""
    assert MOST < MOST_ALONE == MOST_LINES
    rules = TITLES["clan_war"]
    game = started(rules, 2).game
    seat = game.awaited()[0]
    assert len(game.awaited()) > 1
    orders = list[Struct]()
    while (found := rehearsed(game.now, seat, orders)) and not found.stop:
        orders.append(Random(len(orders)).choice(found.game.examples(seat)))
    assert found
    assert found.most == MOST
    assert found.stop != FULL or len(orders) == MOST


@pytest.mark.parametrize("title", ["kawanakajima", "twilight_shogun"])
def test_what_shows_a_seat_nothing_is_named_and_its_own(title: str) -> None:
    """All other events that show something end a rehearsal, whosoever they are."""
    rules, found = TITLES[title], set[type]()
    assert set(rules.shows_nothing) < set(rules.reveals)
    for entry in (entry for nth in range(GAMES) for entry in short(title, nth).entries):
        event = getattr(entry, "event", None)
        blind = [seat for seat in rules.seats if not unseen(rules, event, seat)]
        is_named = isinstance(event, tuple(rules.shows_nothing))
        shows = isinstance(event, rules.reveals)
        assert len(blind) == (1 if is_named else 0 if shows else len(rules.seats))
        found |= {type(event)} if is_named else set()
    assert found
