"""A record decided again: what an audit needs of its opening, and where it says what differs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.checking.readjudicate import Counted, Finding, conserved, readjudicate
from domain.game.deciding.bars_rulings import unfinished
from domain.game.entries.entries import Contributed, Entry, Forked, Looked, Opened, Ordered, Rewound, Seated
from domain.game.entries.people import Deadline, Paused, SeatTaken
from domain.game.entries.policy import AT_REVEAL, Policy, Refereeing
from domain.game.entries.rulings import Corrected, LookedUnseen
from domain.game.state.game_state import GameState
from domain.game.state.lines import unit_ends
from domain.kit.chance import Chance, Thrown, ThrownAgain
from domain.kit.facts import Fact
from domain.kit.rules import Facts, Rules, Scenario
from domain.shinobi import SHINOBI
from domain.shinobi.words.orders import Attack
from tests.game import auction
from tests.game.auction import AUCTION, Bid
from tests.game.bench import Bench, disputed, ruled
from tests.playing import Game
from tests.titles.play import Luck, data_of


def audited(entries: Sequence[Entry], rules: Rules = SHINOBI) -> Finding | None:
    return readjudicate(rules, data_of(SHINOBI), entries)


def test_an_audit_needs_an_opening() -> None:
    bench = Bench()
    none = Finding(1, "The record does not begin with an opening.")
    assert audited([]) == none
    assert audited(bench.entries[1:]) == none
    assert audited(bench.entries) is None


def test_an_audit_names_the_first_entry_that_differs() -> None:
    bench = Bench()
    bench.order(3)
    last = len(bench.entries)
    ordered = max(n for n, entry in enumerate(bench.entries) if isinstance(entry, Ordered))
    other = replace(bench.entries[ordered], order=Attack("takeda", "ise", "oda"))
    found = audited([*bench.entries[:ordered], other, *bench.entries[ordered + 1 :]])
    assert found is not None
    assert found.position == ordered + 1
    cut = audited(bench.entries[:-1])
    assert cut is not None
    assert (cut.position, cut.why) == (
        last,
        f"By the rules {bench.entries[-1]} follows, and the record ends.",
    )
    more = audited([*bench.entries, bench.entries[-1]])
    assert more == Finding(last + 1, "Nothing follows here by the rules, but something is on record.")


def test_an_audit_asks_what_else_must_hold_between_units() -> None:
    """It is asked before each unit, with the received-at of the newest entry, and at the end."""
    bench = Bench()
    bench.put(SeatTaken("iga", "Dora", "So."), 7)
    bench.put(disputed(1, "ise"), 9)
    asked: list[tuple[int, type, int]] = []

    def between(game: GameState, entry: Entry | None, at: int) -> str:
        asked.append((game.position, type(entry), at))
        return ""

    def judged(says: Callable[[GameState, Entry | None, int], str]) -> Finding | None:
        return readjudicate(SHINOBI, bench.game.data, bench.entries, times=bench.times, between=says)

    assert judged(between) is None
    last = len(bench.entries)
    assert asked == [
        (last - 2, SeatTaken, 0),
        (last - 1, type(bench.entries[-1]), 7),
        (last, type(None), 9),
    ]
    asked.clear()
    assert readjudicate(SHINOBI, bench.game.data, bench.entries, between=between) is None
    assert [at for _, _, at in asked] == [0, 0, 0]
    for position, due in ((last - 1, SeatTaken), (last, type(bench.entries[-1])), (last, type(None))):
        late = judged(lambda game, entry, at, due=due: "Too late." if type(entry) is due else "")  # type: ignore[misc]
        assert late == Finding(position, "Too late.")


def test_a_record_cannot_end_before_the_effects_of_a_ruling() -> None:
    bench = Bench()
    bench.order()
    bench.put(ruled(1, "corrected", effects=1))
    found = audited(bench.entries)
    assert found is not None
    assert (found.position, found.why) == (len(bench.entries) + 1, unfinished(bench.docket, None))
    bench.correct("discard oda 1")
    assert audited(bench.entries) is None


def test_a_contribution_that_nobody_asked_for_could_not_happen() -> None:
    bench = Bench()
    found = audited([*bench.entries, Contributed("witness", 1, "00" * 32)])
    assert found is not None
    assert found.position == len(bench.entries) + 1
    assert found.why.startswith("By the rules this could not happen: ")
    ruling = audited([*bench.entries, Corrected(1, SHINOBI.correcting(bench.game.data, bench.game.seats))])
    assert ruling is not None
    assert ruling.position == len(bench.entries) + 1


def test_what_happened_beside_the_play_is_decided_again() -> None:
    """Deadlines, pauses and looks, also where nobody says when they were received."""
    bench = Bench(Policy(hours=24, referee=Refereeing(looks=AT_REVEAL)))
    bench.keep(bench.game.schedule((Deadline(bench.turn, bench.game.prompt(), 0, 9),), 0))
    (unseen,) = bench.keep(bench.game.look(Looked("referee", "everything", "Why.")))
    bench.put(Paused("referee", "So.", 0))
    assert isinstance(unseen, LookedUnseen)
    assert audited(bench.entries) is None
    bench.holds()


@pytest.mark.parametrize("orders", [1, 2, 4])
def test_a_what_if_may_leave_before_all_that_follows_has_happened(orders: int) -> None:
    """After each unit of the last order's: what had happened by then is decided again, and no more."""
    bench = Bench()
    before = len(bench.entries)
    for _ in range(orders):
        before = len(bench.entries)
        bench.order()
    places = [at for at in unit_ends(bench.entries) if at > before]
    assert places
    for at in places:
        shared = bench.entries[:at]
        game = Game("what-if", SHINOBI)
        game.fold(shared[0])
        game.begin(bench.game.data)
        game.fold_all(shared)
        left = Forked("g", at, "00" * 32, "a seed")
        record = [*shared, *game.fork(left, shared, bench.luck)]
        assert audited(record) is None
        assert audited([*shared[:-1], left]) is not None


def test_a_throw_that_answers_again_stands_before_one_that_is_new() -> None:
    """Play goes back, and another order asks the same first question and another second one."""

    def twice(state: Any, seat: str, order: Bid, chance: Chance) -> Facts:
        chance.throw("bid", "the first", sides=6)
        chance.throw("bid", f"the second of {order.coins}", sides=6)
        return AUCTION.decide(state, seat, order, chance)

    rules, luck = replace(AUCTION, decide=twice), Luck("twice")
    seats = tuple(Seated(seat, seat) for seat in AUCTION.seats)
    opened = Opened("auction", "standard", "auction/1", "default", auction.Options(), "", seats, "a test")
    game, entries = Game("g", rules), list[Entry]()
    entries += game.open(opened, None, luck)
    start = len(entries)
    entries += game.post("red", Bid(4), luck)
    entries += game.rewind(Rewound(start, "A slip."), entries, luck)
    entries += game.post("red", Bid(6), luck)
    kinds = [type(entry) for entry in entries[start:]]
    assert kinds == [Ordered, Thrown, Thrown, Fact, Rewound, Ordered, ThrownAgain, Thrown, Fact]
    assert readjudicate(rules, None, entries) is None
    new, fact = entries[-2:]
    assert isinstance(new, Thrown)
    other = replace(new, question=replace(new.question, purpose="dinner"))
    why = "the rules ask for the second of 6; on record is dinner."
    assert readjudicate(rules, None, [*entries[:-2], other, fact]) == Finding(len(entries) - 1, why)


# ---- the edition

SHORT = Scenario("short", (3, 4), "complete", options={"must_attack": False}, needs=("kii",))
WITH_SHORT = replace(SHINOBI, scenarios=(*SHINOBI.scenarios, SHORT))
CHOSEN = replace(WITH_SHORT, choose_seats=True)
NO_MATCH, NO_SEATS = (f"Its {what} are not those of the scenario “short”." for what in ("options", "seats"))
IGA, ISE, KII, LAST = (Seated(seat, seat) for seat in ("iga", "ise", "kii", SHINOBI.seats[-1]))

# rules, is the option that of the scenario, seats, why the opening does not fit
OPENINGS: list[tuple[Rules, bool, tuple[Seated, ...], str]] = [
    (WITH_SHORT, True, (IGA, ISE, KII), ""),
    (WITH_SHORT, False, (IGA, ISE, KII), NO_MATCH),
    (WITH_SHORT, True, (IGA, ISE), NO_SEATS),
    (WITH_SHORT, True, (IGA, KII, ISE), NO_SEATS),
    (CHOSEN, True, (IGA, KII, ISE), ""),
    (CHOSEN, True, (KII, LAST, IGA), ""),
    (CHOSEN, True, (ISE, LAST, IGA), NO_SEATS),
    (CHOSEN, True, (IGA, KII, KII), NO_SEATS),
    (CHOSEN, True, (IGA, KII, Seated("oki", "oki")), NO_SEATS),
    (CHOSEN, True, (IGA, KII), NO_SEATS),
    (CHOSEN, True, tuple(Seated(seat, seat) for seat in SHINOBI.seats[:5]), NO_SEATS),
]


@pytest.mark.parametrize(("rules", "fits", "seats", "why"), OPENINGS)
def test_what_the_opening_says_is_what_the_scenario_says(
    rules: Rules, fits: bool, seats: tuple[Seated, ...], why: str
) -> None:
    """Where it does, the next thing that differs is what follows: the deal was made for others."""
    bench = Bench()
    options = replace(bench.entries[0].options, must_attack=not fits)  # type: ignore[union-attr]
    opened = replace(bench.entries[0], scenario="short", preset="own", options=options, seats=seats)
    assert audited([opened], rules) == (Finding(1, why) if why else Finding(2, _next_of(rules, opened)))


def _next_of(rules: Rules, opened: Any) -> str:
    game = Game("g", rules)
    made = game.open(opened, data_of(SHINOBI), Bench().luck)
    return f"By the rules {made[1]} follows, and the record ends."


# ---- what is conserved


def test_what_is_conserved_is_counted_after_every_entry_on_every_line() -> None:
    bench = Bench()
    bench.order(3)
    bench.rewind(bench.before_newest())
    bench.order(2)
    boards: list[Any] = []

    def count(board: Any) -> str:
        boards.append(board)
        return ""

    data = bench.game.data
    assert conserved(SHINOBI, data, bench.entries) is None
    assert conserved(replace(SHINOBI, conserved=count), data, bench.entries) is None
    assert len(boards) == len(bench.entries)
    assert boards[-1] == bench.game.state.board
    ((back, to),) = ((n, entry.to) for n, entry in enumerate(bench.entries) if isinstance(entry, Rewound))
    assert boards[back] == boards[to - 1] != boards[back - 1]
    for place in (1, 5, len(boards)):
        seen: list[Any] = []

        def lost(board: Any, seen: list[Any] = seen, place: int = place) -> str:
            seen.append(board)
            return "A card is lost." if len(seen) == place else ""

        found = conserved(replace(SHINOBI, conserved=lost), data, bench.entries)
        assert found == Finding(place, "A card is lost.")


def noted(boards: list[Any], board: Any) -> str:
    boards.append(board)
    return ""


def counting(bench: Bench, count: Callable[[Any], str], *fields: str) -> Counted:
    """What is counted while the game is decided again."""
    counted = Counted(replace(SHINOBI, conserved=count, counted=fields))
    assert readjudicate(counted.rules, bench.game.data, bench.entries, times=bench.times) is None
    return counted


def test_what_is_conserved_is_counted_where_the_board_has_changed() -> None:
    """On the empty board, and on each that differs in what is counted from the one before."""
    bench, every, some = Bench(), list[Any](), list[Any]()
    bench.order(3)
    bench.rewind(bench.before_newest())
    bench.order(2)
    for boards, fields in ((every, ()), (some, ("deck", "discard"))):
        assert counting(bench, partial(noted, boards), *fields).holds
    piles = [[board.deck, board.discard] for board in every]
    assert piles[0] == [some[0].deck, some[0].discard]
    changed = [pair for pair, before in zip(piles[1:], piles, strict=False) if pair != before]
    assert [[board.deck, board.discard] for board in some[1:]] == changed
    assert len(bench.entries) > len(every) > len(some)


@pytest.mark.parametrize("wrong", ["A card is lost.", KeyError("a card")])
@pytest.mark.parametrize("nth", [1, 2, 9])
def test_what_was_wrong_once_or_could_not_be_counted_holds_no_more(nth: int, wrong: str | KeyError) -> None:
    bench, boards = Bench(), list[Any]()
    bench.order(3)

    def count(board: Any) -> str:
        boards.append(board)
        if len(boards) == nth and isinstance(wrong, KeyError):
            raise wrong
        return str(wrong) if len(boards) == nth else ""

    assert not counting(bench, count).holds
