"""The sequence of play [turn/order] and the refill [turn/refill]."""

from __future__ import annotations

from domain.kit.chance import Question, Thrown
from domain.kit.sealed import Sealed
from domain.shinobi.board.events import CardsDrawn, LastTurnsBegan, TurnBegan
from domain.shinobi.board.state import NOTHING_DONE, Deeds
from domain.shinobi.words.items import Attack, BeginTurn, Deploy, EndTurn, Home, Refill
from tests.shinobi.boards import board, scenario

HELD = ("oda", "oda")


def test_turn_order_three_actions_then_the_refill() -> None:
    given = board({"kii": {"oda": 1}}, {"iga": HELD}, active="kii", done=Deeds(ninja=("iga", "oda")))
    told = scenario(given, BeginTurn("iga")).goes_on()
    after = told.then(TurnBegan("iga", 8))
    assert told.agenda == (Deploy("iga"), Home("iga"), Attack("iga"), Refill("iga"), EndTurn("iga"))
    assert (after.turn, after.active, after.done) == (8, "iga", NOTHING_DONE)
    assert told.game.turn == "T8"


def test_turn_order_passes_clockwise_and_round() -> None:
    for seat, following in (("iga", "ise"), ("ise", "kii"), ("kii", "iga")):
        told = scenario(board(hands={following: HELD}), EndTurn(seat)).goes_on()
        assert told.events == (TurnBegan(following, 8),)


def test_turn_refill_fills_the_hand_up_to_four() -> None:
    given = board(hands={"iga": HELD})
    told = scenario(given, Refill("iga")).goes_on([1, 55])
    after = told.then(CardsDrawn("iga", 2, Sealed(("iga",), ("go-hojo", "ninja"))))
    assert after == board(hands={"iga": (*HELD, "go-hojo", "ninja")})
    assert told.happened[0] == Thrown(
        Question("turn/refill", "refill of iga, turn 7", 56, 2, draw=True, secret=True), Sealed((), (1, 55))
    )


def test_turn_refill_draws_nothing_into_a_full_hand() -> None:
    given = board(hands={"iga": (*HELD, *HELD)})
    assert scenario(given, Refill("iga")).goes_on().then() == given


def test_turn_refill_draws_nothing_from_an_empty_deck_and_reshuffles_nothing() -> None:
    """Reading 19: the discard, ninja and all, stays where it is."""
    given = board(hands={"iga": HELD}, deck={}, last_turn=9)
    assert scenario(given, Refill("iga")).goes_on().then() == given


def test_sh_9_a_refill_takes_what_is_left_and_the_last_turns_begin() -> None:
    given = board(hands={"iga": HELD}, deck={"mori": 1})
    told = scenario(given, Refill("iga")).goes_on([1])
    after = told.then(CardsDrawn("iga", 1, Sealed(("iga",), ("mori",))), LastTurnsBegan("iga", 3))
    assert told.cited == ("turn/refill", "end/last-turns")
    assert after == board(hands={"iga": (*HELD, "mori")}, deck={}, last_turn=10)
    assert len(after.hands["iga"]) == 3


def test_sh_9_also_when_the_last_card_fills_the_hand() -> None:
    told = scenario(board(hands={"iga": HELD}, deck={"mori": 2}), Refill("iga")).goes_on([1, 1])
    told.then(CardsDrawn("iga", 2, Sealed(("iga",), ("mori", "mori"))), LastTurnsBegan("iga", 3))


def test_sh_9_not_while_a_card_is_left() -> None:
    told = scenario(board(hands={"iga": HELD}, deck={"mori": 3}), Refill("iga")).goes_on([1, 1])
    assert told.then(CardsDrawn("iga", 2, Sealed(("iga",), ("mori", "mori")))).last_turn == 0
