"""Conditions of every title: how they are read, when they fire, what they tell, and what they cannot tell."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.checking.propriety import check_conduct
from domain.game.checking.readjudicate import readjudicate
from domain.game.deciding.conditions import Firing, firing, words_of, written
from domain.game.entries.entries import STANDING_ORDER, Entry, Ordered
from domain.game.entries.people import FIRED, STOPPED, OrderHeld, OrderReleased
from domain.game.state.game_state import GameState
from domain.kit.errors import IllegalMove, OrderError
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, Sealed
from domain.titles import TITLES
from tests.playing import Game
from tests.titles.play import Played, data_of
from tests.titles.secrets import worlds

NOBODY = ("bots", "", "", "", "")

CLAUSES = {
    "shinobi": (
        ("ninja is in hand", "ninja is in hand"),
        ("i hold oda", "oda is in hand"),
        ("2 takeda are in kii", "2 takeda in kii"),
        ("mori is discarded", "mori is discarded"),
        ("the deck has 30 or fewer", "deck has 30 or fewer"),
    ),
    "kawanakajima": (
        ("B1 is eliminated", "B1 is eliminated"),
        ("their C1 is shaken", "their C1 is shaken"),
        ("enemy C1 is on 1512", "their C1 is on 1512"),
        ("special 2 is drawn", "special 2 is drawn"),
        ("i lead by -3", "lead is -3"),
    ),
    "twilight_shogun": (
        ("satsuma is theirs", "satsuma is theirs"),
        ("i have dutch-warning", "hold dutch-warning"),
        ("dutch-warning is discarded", "discarded dutch-warning"),
        ("round 4", "round 4"),
        ("i lead by 2", "lead is 2"),
        ("intervention is 3 or more", "intervention is 3 or more"),
    ),
    "rising_sun": (
        ("koi has 3 coins", "koi has 3 coins"),
        ("koi has 6 force in edo", "koi has 6 force in edo"),
        ("edo is taken by turtle", "edo is taken by turtle"),
        ("the battle is in edo", "battle is in edo"),
        ("koi has more honor than turtle", "koi has more honor than turtle"),
    ),
    "clan_war": (
        ("crab-1 is eliminated", "crab-1 is destroyed"),
        ("crab has 2 vp", "crab has 2 vp"),
        ("crab-1 is engaged", "crab-1 is engaged"),
    ),
}
"""As a player writes them, and as they are kept."""


def middle(rules: Rules, seed: int = 3, steps: int = 40) -> Played:
    played = Played(rules, seed, data_of(rules))
    for _ in range(steps):
        if not played.game.is_over():
            played.step()
    return played


def an_order(game: Game, seat: str) -> str:
    return words_of(game.now).orders.write(game.examples(seat)[0])


def leaves(played: Played, seat: str, line: str) -> list[Entry]:
    """What comes of it when a seat leaves a condition."""
    game = played.game
    number = game.register.numbers.get(seat, 0) + 1
    held = OrderHeld(seat, number, Sealed((seat,), written(game.now, seat, line)), "condition")
    made = list(game.put(held, played.luck))
    played.entries += made
    return made


def holds(played: Played) -> None:
    count = len(played.entries)
    assert readjudicate(played.rules, played.data, played.entries, played.game.id) is None
    assert check_conduct(played.entries, [NOBODY] * count, [0] * count) is None


def test_every_clause_is_read_as_people_write_it_and_judged_for_every_seat(rules: Rules) -> None:
    game = middle(rules).game
    words, kinds = words_of(game.now), set[type]()
    for said, kept in CLAUSES[rules.title]:
        clause = words.clauses.read(said)
        assert words.clauses.write(clause) == kept
        assert words.clauses.read(kept) == clause
        kinds.add(type(clause))
        for viewer in (*game.seats, PUBLIC):
            assert isinstance(judge(game, viewer, game.seats[0], clause).holds, bool)
    assert kinds == {*rules.clauses.kinds}


def judge(game: Game, viewer: str, seat: str, clause: Any) -> Any:
    return game.rules.clauses.judge(game.rules.view(game.state, viewer), seat, clause)


def test_a_branch_is_given_order_by_order_and_the_audit_decides_it_alike(rules: Rules) -> None:
    """Random games in which awaited seats leave conditions that hold, or whose other branch does."""
    played, fired = middle(rules, steps=0), list[OrderReleased]()
    for step in range(32):
        if played.game.is_over():
            break
        seat = played.game.awaited()[0]
        if step % 4:
            played.step()
            continue
        order = an_order(played.game, seat)
        clause = ("if turn 0 or later", "unless turn 0 or later")[step // 4 % 2]
        branches = f"{order} then {order}" if step // 4 % 2 == 0 else f"{order} else: {order}"
        made = leaves(played, seat, f"{clause}: {branches}")
        found = [one for one in made if isinstance(one, OrderReleased) and one.why == FIRED]
        if found:
            after = made[made.index(found[0]) + 1]
            assert isinstance(after, Ordered)
            assert (after.seat, after.by) == (seat, STANDING_ORDER)
            assert words_of(played.game.now).orders.write(after.plain()) == order
        fired += found
    assert fired
    begun = [one.shown for one in fired if one.shown]
    assert begun
    assert all(isinstance(shown, str) and "turn 0 or later (" in shown for shown in begun)
    holds(played)


def test_what_cannot_go_on_stops(rules: Rules) -> None:
    played = middle(rules, steps=0)
    seat = played.game.awaited()[0]
    order = an_order(played.game, seat)
    made = leaves(played, seat, f"on turn {played.game.turn[1:].split('.')[0]}: {order} then {order}")
    first = next(one for one in made if isinstance(one, OrderReleased))
    assert isinstance(first.left, Sealed)
    assert first.left.value == f"then {order}"
    assert first.turn
    for _ in range(80):
        if played.game.held_by(seat) and not played.game.is_over():
            played.step()
    ends = [one for one in played.entries if isinstance(one, OrderReleased)][-1]
    assert ends.why in (FIRED, STOPPED)
    assert not played.game.held_by(seat)
    holds(played)


def firings(game: Game, seat: str) -> Iterator[tuple[str, Firing | None]]:
    """What would come of every clause of a seat that is asked, and of its contrary."""
    order = an_order(game, seat)
    for said, _kept in CLAUSES[game.rules.title]:
        for opener in ("if", "unless"):
            line = words_of(game.now).write(words_of(game.now).read(f"{opener} {said}: {order}"))
            yield line, firing(with_condition(game.now, seat, line))


def with_condition(game: GameState, seat: str, line: str) -> GameState:
    held = OrderHeld(seat, 1, Sealed((seat,), line), "condition")
    return replace(game, register=replace(game.register, held={seat: (held,)}))


@pytest.mark.parametrize("title", ["shinobi", "kawanakajima", "twilight_shogun", "rising_sun"])
def test_other_peoples_secrets_fire_nothing(title: str) -> None:
    """Where others hide another thing, the same conditions fire, and show the same; and where the writer
    hides another thing, what is shown to all is the same."""
    rules, compared = TITLES[title], 0
    for steps in (6, 40):
        game = middle(rules, steps=steps).game
        for seat in game.awaited():
            here = dict(firings(game, seat))
            for whose, other in worlds(game):
                order = an_order(game, seat)
                for line, fired in here.items():
                    there = firing(with_condition(other.now, seat, line))
                    if whose != seat:
                        assert there == fired, (line, whose)
                    elif fired and there and not isinstance(fired.released.shown, Sealed):
                        assert there.released.shown == fired.released.shown, (line, order)
                    compared += 1
    assert compared


# ---- limits and refusals


@pytest.fixture
def shinobi() -> Played:
    return middle(TITLES["shinobi"], steps=6)


def refusal(played: Played, line: str) -> str:
    with pytest.raises(OrderError) as error:
        written(played.game.now, played.game.seats[0], line)
    return str(error.value)


def test_a_condition_has_limits(shinobi: Played) -> None:
    seat, game = shinobi.game.seats[0], shinobi.game.now
    four = " and ".join(["turn 90"] * 4)
    assert written(game, seat, f"if {four}: pass").startswith("if turn 90 and")
    assert "at most 4 clauses, and this has 5" in refusal(shinobi, f"if {four} and turn 90: pass")
    twelve = " then ".join(["pass"] * 12)
    assert written(game, seat, f"if turn 90: {twelve}").endswith("then pass")
    assert "1 to 12 orders, and this has 13" in refusal(shinobi, f"if turn 90: {twelve} then pass")
    line = "if turn 90: pass"
    assert written(game, seat, line.replace(" p", " " * (600 - len(line) + 1) + "p")) == line
    assert "601 characters" in refusal(shinobi, line.replace(" p", " " * (601 - len(line) + 1) + "p"))


def test_a_seat_leaves_twenty_conditions(shinobi: Played) -> None:
    seat = next(seat for seat in shinobi.game.seats if seat not in shinobi.game.awaited())
    for _ in range(20):
        leaves(shinobi, seat, "if turn 900: pass")
    with pytest.raises(IllegalMove, match="has left 20 conditions already"):
        leaves(shinobi, seat, "if turn 900: pass")
    shinobi.game.put(OrderReleased(seat, 7, "withdrawn"), shinobi.luck)
    assert [one.number for one in shinobi.game.held_by(seat)][5:7] == [6, 8]


REFUSED = [
    ("if atlantis is mine: pass", "I do not know"),
    ("if turn 90: dance", "I do not know"),
    ("on turn 0: pass", "Turn 0 is over"),
    ("if turn 90: pass else: pass else: pass", "one “else”"),
    ("if turn 90:", "no whole condition"),
    ("if turn 90: then", "I do not know"),
]


@pytest.mark.parametrize(("line", "why"), REFUSED)
def test_what_is_no_condition_is_refused(shinobi: Played, line: str, why: str) -> None:
    assert why in refusal(shinobi, line)


def test_nobody_says_that_a_condition_has_held(shinobi: Played) -> None:
    seat = next(seat for seat in shinobi.game.seats if seat not in shinobi.game.awaited())
    leaves(shinobi, seat, "if turn 900: pass")
    for why in (FIRED, STOPPED):
        with pytest.raises(IllegalMove, match="ends by itself"):
            shinobi.game.put(OrderReleased(seat, 1, why), shinobi.luck)
    forged = [*shinobi.entries, OrderReleased(seat, 1, FIRED, "turn 900 (T900)")]
    assert readjudicate(shinobi.rules, shinobi.data, forged, shinobi.game.id) is not None
    count = len(forged)
    assert check_conduct(forged, [NOBODY] * count, [0] * count) is not None


LIES: list[dict[str, Any]] = [
    {"why": "withdrawn", "shown": "turn 1"},
    {"why": "stopped", "turn": "T1"},
    {"why": FIRED, "left": Sealed(("iga",), "then pass")},
    {"why": FIRED, "left": Sealed((), "then pass"), "turn": "T1"},
    {"why": FIRED, "shown": Sealed(("ise",), "turn 1")},
    {"why": FIRED, "left": "then pass", "turn": "T1"},
]


@pytest.mark.parametrize("lie", LIES)
def test_a_release_says_only_what_it_may(shinobi: Played, lie: dict[str, Any]) -> None:
    leaves(shinobi, "iga", "if turn 900: pass")
    with pytest.raises(IllegalMove, match="Only a condition that has held is shown"):
        shinobi.game.put(OrderReleased("iga", 1, **lie), shinobi.luck)
