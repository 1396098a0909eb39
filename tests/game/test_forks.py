"""Where a what-if can leave its game, and under which names the events of one are hashed."""

from __future__ import annotations

import pytest

from domain.game.deciding.forks import SAME_NAME, departures, names, newest_fork, origin, same_name
from domain.game.entries.entries import Entry, Forked
from domain.game.entries.people import Abandoned
from domain.game.state.lines import nearest, unit_ends
from domain.kit.chance import Faces
from domain.kit.errors import IllegalMove
from domain.kit.facts import Fact
from tests.game.bench import Bench, disputed


def left(at: int, game: str = "g") -> Forked:
    return Forked(game, at, "00" * 32, "a seed")


def test_a_what_if_begins_where_all_that_follows_from_an_order_ends() -> None:
    bench = Bench()
    bench.order(3)
    newest = len(bench.entries)
    assert unit_ends(bench.entries)[-1] == newest
    before = (bench.game.state, bench.game.awaited())
    real = left(newest, "real")
    assert bench.game.fork(real, bench.entries, Faces()) == (real,)
    assert (bench.game.state, bench.game.awaited(), bench.game.position) == (*before, newest + 1)


def test_it_does_not_begin_within_a_unit_or_behind_a_dispute() -> None:
    bench = Bench()
    bench.order(3)
    bench.put(disputed(1))
    ends = unit_ends(bench.entries)
    for at in (len(bench.entries), ends[-1] - 1):
        with pytest.raises(IllegalMove) as refusal:
            bench.game.fork(left(at, "real"), bench.entries, Faces())
        why = f"No what-if can begin after event {at}: only where all that follows from an order ends."
        assert (refusal.value.why, refusal.value.instead) == (why, nearest(ends, at))
    assert bench.game.position == len(bench.entries)


@pytest.mark.parametrize("is_abandoned", [True, False])
def test_it_does_not_begin_where_the_game_is_over(is_abandoned: bool) -> None:
    bench = Bench()
    while not bench.game.is_over():
        bench.order()
        if is_abandoned:
            bench.put(Abandoned("referee", "No time."))
    ends = unit_ends(bench.entries)
    with pytest.raises(IllegalMove) as refusal:
        bench.game.fork(left(ends[-1], "real"), bench.entries, Faces())
    assert refusal.value.why == f"After event {ends[-1]} the game is over."
    assert refusal.value.instead == f"The nearest such events are {ends[-2]}."


END: Fact[object, object] = Fact("r")
# the record of "two", a what-if of "one", which is a what-if of "g"      what each event is hashed under
RECORDS: list[tuple[list[Entry], list[str], str]] = [
    ([END, END], ["two", "two"], "two"),
    ([END, left(1), END], ["g", "two", "two"], "g"),
    ([END, left(1), END, left(3, "one"), END], ["g", "one", "one", "two", "two"], "g"),
    ([], [], "two"),
]


@pytest.mark.parametrize(("entries", "under", "first"), RECORDS)
def test_what_a_what_if_shares_with_its_game_keeps_its_name(
    entries: list[Entry], under: list[str], first: str
) -> None:
    assert names(departures(entries), "two") == under
    assert origin(entries, "two") == first
    forks = [entry for entry in entries if isinstance(entry, Forked)]
    assert newest_fork(entries) == (forks[-1] if forks else None)


# the games that the record of "two" leaves                    where one has a name that is taken
NAMES: list[tuple[list[str], int]] = [
    (["", ""], 0),
    (["", "g", "", "one", ""], 0),
    (["", "two", ""], 2),
    (["", "g", "", "g", ""], 2),
    (["", "two", "", "one", ""], 4),
    (["", "g", "", "one", "two"], 5),
]


@pytest.mark.parametrize(("left", "taken"), NAMES)
def test_a_name_that_is_taken_is_found(left: list[str], taken: int) -> None:
    assert same_name(left, "two") == taken


def test_a_what_if_cannot_bear_the_name_of_its_game() -> None:
    bench = Bench()
    bench.order(3)
    with pytest.raises(IllegalMove) as refusal:
        bench.game.fork(left(len(bench.entries), "g"), bench.entries, Faces())
    assert (refusal.value.why, refusal.value.instead) == (SAME_NAME, "“g” is the name of g.")
