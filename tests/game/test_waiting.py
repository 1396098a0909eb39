"""Whom a game waits for, what it asks of them, and what it refuses meanwhile: before all have joined, while a
throw is awaited, and when an order that was held back cannot be played.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.checking.readjudicate import readjudicate
from domain.game.entries.entries import Asked, Joined, Opened, Ordered, Seated, SheetCommitted
from domain.game.entries.people import OrderHeld, OrderReleased
from domain.kit.cells import cell_commitment
from domain.kit.chance import Answer, Bound, Chance, NotYet, Question, Thrown
from domain.kit.errors import IllegalMove, OrderError, StaleOrder
from domain.kit.notation import Notation
from domain.kit.rules import Facts
from domain.kit.sealed import Sealed
from domain.shinobi import SHINOBI
from domain.shinobi.data.options import Options
from domain.shinobi.words.orders import Attack, Place
from tests.game import auction
from tests.game.auction import AUCTION, Bid
from tests.game.bench import PEOPLE, Bench, ruled
from tests.playing import Game
from tests.titles.play import Luck, data_of

NOT_BEGUN = "The game has not begun."
LOCKED = "An order is locked and its throw is awaited."


class Later:
    """Chance that answers when it is told to, and until then not yet."""

    def __init__(self) -> None:
        self.luck, self.is_there = Luck("later"), True

    def answer(self, question: Question, bound: Bound) -> Answer:
        if not self.is_there:
            raise NotYet(question)
        return self.luck.answer(question, bound)


def sheet(party: str, size: int = 40) -> SheetCommitted:
    made = (cell_commitment("g", party, 1, n, bytes([n]) * 32).hex() for n in range(1, size + 1))
    return SheetCommitted(party, 1, tuple(made))


def invited(level: int) -> Game:
    """A game of Shinobi to which everybody is invited; nobody has joined."""
    game, seats = Game("g", SHINOBI), tuple(Seated(seat, person) for seat, person in PEOPLE.items())
    opened = Opened(
        "shinobi", "standard", SHINOBI.edition, "default", Options(), "data", seats, "a seed", level
    )
    game.open(opened, data_of(SHINOBI), Later(), (sheet("referee"),))
    return game


def raised(act: Callable[[], object]) -> tuple[type, str, str]:
    with pytest.raises((StaleOrder, IllegalMove)) as refusal:
        act()
    error: Any = refusal.value
    return type(error), error.why, error.instead


# ---- before all have joined


def test_a_game_waits_for_everybody_to_join() -> None:
    game = invited(1)
    for n, seat in enumerate(PEOPLE):
        left = tuple(PEOPLE)[n:]
        assert (game.awaited(), game.owing(), game.prompt()) == (left, left, "join")
        assert (game.offers(seat), game.examples(seat)) == (None, ())
        assert (game.is_over(), game.is_private()) == (False, False)
        made = game.join(seat, " Here. ", Later())
        assert made[0] == Joined(seat, "Here.")
    (turn,) = game.awaited()
    assert (game.prompt(), len(game.offers(turn) or ()) > 1) == ("deploy", True)


def test_offers_are_as_private_as_the_rules_say_once_all_have_joined() -> None:
    """Where a card is placed from the hand, they tell the hand."""
    game = invited(1)
    game.now = replace(game.now, rules=replace(SHINOBI, private=lambda state: True))
    assert not game.is_private()
    game.now = replace(game.now, rules=SHINOBI)
    for seat in PEOPLE:
        game.join(seat, "Here.", Later())
    assert game.is_private()
    game.now = replace(game.now, rules=replace(SHINOBI, private=lambda state: False))
    assert not game.is_private()


def test_what_is_refused_before_all_have_joined() -> None:
    game = invited(1)
    game.join("iga", "Here.", Later())
    order = Place("takeda", "iga")
    assert raised(lambda: game.post("iga", order, Later())) == (
        *(StaleOrder, NOT_BEGUN),
        "It waits for ise or kii to join.",
    )
    assert raised(lambda: game.post("oki", order, Later())) == (
        *(IllegalMove, "Nobody sits at oki in this game."),
        "The seats are iga, ise or kii.",
    )
    assert raised(lambda: game.join("oki", "Here.", Later())) == (
        *(IllegalMove, "Nobody sits at oki in this game."),
        "The seats are iga, ise or kii.",
    )
    assert raised(lambda: game.join("iga", "Again.", Later()))[:2] == (StaleOrder, "iga has joined already.")
    assert raised(lambda: game.join("ise", " ", Later()))[:2] == (IllegalMove, "The phrase is empty.")
    assert game.awaited() == ("ise", "kii")


def test_a_game_with_a_witness_waits_for_its_sheet_too() -> None:
    game = invited(3)
    for seat in PEOPLE:
        game.join(seat, "Here.", Later())
    assert (game.awaited(), game.prompt(), game.position) == (("witness",), "join", 5)
    source = Later()
    source.is_there = False
    assert [type(entry) for entry in game.commit(sheet("witness"), source)][-1] is Asked
    assert (game.awaited(), game.owing(), game.prompt()) == ((), ("witness",), "cell")


# ---- while a throw is awaited


def locked() -> tuple[Bench, Later]:
    """A game in which an order was given whose throw is awaited."""
    bench, source = Bench(), Later()
    bench.order()
    source.is_there = False
    seat = bench.turn
    bench.keep(bench.game.post(seat, bench.game.examples(seat)[0], source))
    return bench, source


def test_nobody_is_asked_while_a_throw_with_real_dice_is_awaited() -> None:
    bench, _ = locked()
    assert (bench.game.awaited(), bench.game.owing(), bench.game.prompt()) == ((), (), "")
    assert bench.game.asked is not None


def test_what_is_refused_while_a_throw_is_awaited() -> None:
    bench, source = locked()
    game, order = bench.game, Place("takeda", "iga")
    again = "Write again when the throw is there."
    assert raised(lambda: game.post("iga", order, source)) == (StaleOrder, LOCKED, again)
    assert raised(lambda: bench.rewind(bench.before_newest()))[:2] == (StaleOrder, LOCKED)
    bench.put(ruled(1, "corrected", effects=1))
    before = (game.position, game.state)
    assert raised(lambda: bench.correct("discard oda 1"))[:2] == (StaleOrder, LOCKED)
    assert (game.position, game.state) == before


def test_a_throw_with_real_dice_is_entered_and_play_goes_on() -> None:
    bench, source = locked()
    asked = bench.game.asked
    assert asked is not None
    limits = asked.limits()
    for faces in ((), (1,) * (len(limits) + 1), (0,) * len(limits), tuple(top + 1 for top in limits)):
        assert raised(lambda faces=faces: bench.game.enter(faces, source))[0] is IllegalMove  # type: ignore[misc]
    source.is_there = True
    bench.keep(bench.game.enter(limits, source))
    assert (bench.game.asked, len(bench.game.awaited())) == (None, 1)
    bench.holds()


def test_of_two_throws_in_a_row_each_is_awaited_and_audited() -> None:
    """One order asks twice: the second question is open as soon as the first is answered."""

    def twice(state: Any, seat: str, order: Any, chance: Chance) -> Facts:
        for purpose in ("the first", "the second"):
            chance.throw("bid", purpose, sides=6)
        return AUCTION.decide(state, seat, order, chance)

    rules, source = replace(AUCTION, decide=twice), Later()
    game, seats = Game("g", rules), tuple(Seated(seat, seat) for seat in AUCTION.seats)
    opened = Opened("auction", "standard", "auction/1", "default", auction.Options(), "", seats, "a test")
    entries = list(game.open(opened, None, source))
    source.is_there = False
    entries += game.post("red", Bid(4), source)
    for purpose, face in (("the first", 1), ("the second", 6)):
        assert game.asked is not None
        assert game.asked.purpose == purpose
        entries += game.enter((face,), source)
    assert [entry.answer() for entry in entries if isinstance(entry, Thrown)] == [(1,), (6,)]
    assert (game.asked, game.awaited()) == (None, ("blue",))
    assert readjudicate(rules, None, entries) is None


def test_no_throw_is_entered_that_nobody_has_asked_for() -> None:
    bench = Bench()
    assert raised(lambda: bench.game.enter((1,), Later()))[:2] == (StaleOrder, "No throw is awaited.")
    assert raised(lambda: bench.game.contribute("witness", "00" * 32, Later()))[:2] == (
        StaleOrder,
        "No throw is awaited.",
    )
    assert raised(lambda: bench.game.contribute("iga", "00" * 32, Later()))[:2] == (
        IllegalMove,
        "iga is not the witness.",
    )


# ---- an order that is not asked for


def test_an_order_that_does_not_answer_what_is_asked() -> None:
    bench = Bench()
    assert bench.game.prompt() == "deploy"
    assert raised(lambda: bench.game.post("iga", Attack("takeda", "ise", "oda"), Later())) == (
        *(StaleOrder, "Attack does not answer what is asked now."),
        "Asked for: place.",
    )
    assert raised(lambda: bench.game.post("ise", Place("takeda", "iga"), Later())) == (
        *(StaleOrder, "It is not the turn of ise."),
        "The game waits for iga.",
    )


# ---- held orders


@pytest.mark.parametrize("line", ["nonsense", "place takeda in iga", "cell zz\nplace takeda in iga"])
def test_a_held_order_that_cannot_be_played_stays_held_and_leaves_no_trace(line: str) -> None:
    bench = Bench()
    held = OrderHeld("ise", 1, Sealed(("ise",), line), "ready")
    bench.put(held)
    game = bench.game
    before = (game.position, game.state, game.held_by("ise"), game.register.numbers)
    with pytest.raises(OrderError):
        game.release(OrderReleased("ise", 1, "ready"), Luck("release"))
    assert (game.position, game.state, game.held_by("ise"), game.register.numbers) == before
    assert bench.put(OrderReleased("ise", 1, "refused")) == [OrderReleased("ise", 1, "refused")]
    assert game.held_by("ise") == ()
    bench.holds()


def test_a_held_order_is_played_when_it_is_released() -> None:
    bench = Bench()
    order = bench.game.examples("iga")[0]
    line = SHINOBI.notation(bench.game.data, bench.game.seats).write(order)
    for number, why in ((1, "withdrawn"), (2, "ready")):
        bench.put(OrderHeld("iga", number, Sealed(("iga",), line), "ready"))
        released = OrderReleased("iga", number, why)
        if why == "withdrawn":
            assert bench.put(released) == [released]
        else:
            made = bench.keep(bench.game.release(released, bench.luck))
            assert made[:2] == [released, Ordered("iga", order)]
    bench.holds()


def test_what_waits_is_read_with_words_that_are_made_once() -> None:
    """To make them takes longer than all else that becomes of an order."""
    bench, made = Bench(), list[tuple[str, ...]]()

    def notation(data: Any, seats: tuple[str, ...]) -> Notation:
        made.append(seats)
        return SHINOBI.notation(data, seats)

    bench.game.now = replace(bench.game.now, rules=replace(SHINOBI, notation=notation))
    for number in (1, 2):
        seat = bench.game.awaited()[0]
        line = SHINOBI.notation(bench.game.data, bench.game.seats).write(bench.game.examples(seat)[0])
        bench.put(OrderHeld(seat, number, Sealed((seat,), line), "ready"))
        bench.keep(bench.game.release(OrderReleased(seat, number, "ready"), bench.luck))
    assert len(made) < 2
