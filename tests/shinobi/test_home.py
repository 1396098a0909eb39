"""The second action [turn/order, turn/home, turn/move]."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.shinobi.board.events import ActionSkipped, Moved, Placed
from domain.shinobi.board.state import Deeds
from domain.shinobi.data.options import Options
from domain.shinobi.words.items import Home
from domain.shinobi.words.orders import Attack, Move, Ninja, Pass, Place
from tests.shinobi.boards import board, scenario

GIVEN = board({"iga": {"mori": 1}, "ise": {"oda": 1}, "kii": {"oda": 2}}, {"iga": ("takeda", "ninja")})
INSTEAD = (
    'Possible now: "place takeda in iga"; "move oda from ise to iga"; "move oda from ise to kii"; '
    '"move oda from kii to iga"; and 1 more.'
)

REFUSED = [
    (Place("takeda", "ise"), "[turn/home] The second card goes before yourself, in iga, not in ise."),
    (Place("ninja", "iga"), "[turn/ninja] A ninja can be sent in the first action only; it is never placed."),
    (Place("oda", "iga"), "[turn/home] You have no oda in hand; you hold takeda, ninja."),
    (Place("oda", "omi"), "[turn/home] There is no province omi in this game; there are iga, ise, kii."),
    (Move("mori", "iga", "ise"), "[turn/move] Troops may not be moved out of iga, your own province."),
    (
        Move("oda", "kii", "kii"),
        "[turn/move] A moved card must change its province; this one would stay in kii.",
    ),
    (Move("mori", "kii", "ise"), "[turn/move] There is no army of mori in kii."),
    (Move("ninja", "kii", "ise"), "[turn/move] Ninja belong to no clan and never lie in a province."),
    (
        Move("oda", "omi", "ise"),
        "[turn/move] There is no province omi in this game; there are iga, ise, kii.",
    ),
    (
        Move("oda", "ise", "omi"),
        "[turn/move] There is no province omi in this game; there are iga, ise, kii.",
    ),
    (Pass(), "[turn/order] The three actions of a turn are mandatory, and you can take the second."),
]


@pytest.mark.parametrize(("order", "why"), REFUSED)
def test_turn_home_and_turn_move_refuse(order: Place | Move | Pass, why: str) -> None:
    scenario(GIVEN, Home("iga")).refused("iga", order, f"{why} {INSTEAD}")


def test_sh_6_the_attack_cannot_come_before_the_second_action() -> None:
    scenario(GIVEN, Home("iga")).refused(
        "iga",
        Attack("oda", "ise", "mori"),
        "Attack does not answer what is asked now. Asked for: place or move.",
    )


def test_turn_home_a_ninja_is_no_second_action() -> None:
    scenario(GIVEN, Home("iga")).refused(
        "iga",
        Ninja("oda", "ise"),
        "Ninja does not answer what is asked now. Asked for: place or move.",
    )


def test_turn_home_offers_each_card_at_home_and_each_move() -> None:
    assert scenario(GIVEN, Home("iga")).offers("iga") == (
        Place("takeda", "iga"),
        Move("oda", "ise", "iga"),
        Move("oda", "ise", "kii"),
        Move("oda", "kii", "iga"),
        Move("oda", "kii", "ise"),
    )


def test_turn_home_places_a_card_before_oneself() -> None:
    after = (
        scenario(GIVEN, Home("iga")).when("iga", Place("takeda", "iga")).then(Placed("iga", "takeda", "iga"))
    )
    assert after == board(
        {"iga": {"mori": 1, "takeda": 1}, "ise": {"oda": 1}, "kii": {"oda": 2}},
        {"iga": ("ninja",)},
        done=Deeds(reinforced=(("iga", "takeda"),)),
    )


def test_sh_7_a_card_is_moved_to_oneself_or_to_a_third_player() -> None:
    to_oneself = scenario(GIVEN, Home("iga")).when("iga", Move("oda", "kii", "iga"))
    assert to_oneself.then(Moved("iga", "oda", "kii", "iga")) == board(
        {"iga": {"mori": 1, "oda": 1}, "ise": {"oda": 1}, "kii": {"oda": 1}},
        {"iga": ("takeda", "ninja")},
        done=Deeds(reinforced=(("iga", "oda"),)),
    )
    to_a_third = scenario(GIVEN, Home("iga")).when("iga", Move("oda", "kii", "ise"))
    assert to_a_third.then(Moved("iga", "oda", "kii", "ise")) == board(
        {"iga": {"mori": 1}, "ise": {"oda": 2}, "kii": {"oda": 1}},
        {"iga": ("takeda", "ninja")},
        done=Deeds(reinforced=(("ise", "oda"),)),
    )


def test_sh_7_no_card_is_moved_out_of_ones_own_province() -> None:
    scenario(GIVEN, Home("iga")).refused(
        "iga",
        Move("mori", "iga", "kii"),
        f"[turn/move] Troops may not be moved out of iga, your own province. {INSTEAD}",
    )


def test_turn_move_is_all_that_a_hand_of_ninja_can_do() -> None:
    told = scenario(board({"ise": {"oda": 1}}, {"iga": ("ninja", "ninja")}), Home("iga")).goes_on()
    assert told.events == ()
    assert told.offers("iga") == (Move("oda", "ise", "iga"), Move("oda", "ise", "kii"))


@pytest.mark.parametrize("hand", [(), ("ninja",)])
def test_turn_home_is_skipped_where_nothing_is_possible(hand: tuple[str, ...]) -> None:
    at = board({"iga": {"oda": 3}}, {"iga": hand})
    why = "No card in hand can be placed at home, and no card before another player can be moved."
    assert scenario(at, Home("iga")).goes_on().then(ActionSkipped("iga", "home", why)) == at


PLACED = replace(GIVEN, done=Deeds(placed=("ise", "oda"), reinforced=(("ise", "oda"),)))


def test_turn_move_may_take_back_the_card_just_placed() -> None:
    """Reading 9."""
    told = scenario(PLACED, Home("iga")).when("iga", Move("oda", "ise", "iga"))
    assert told.events == (Moved("iga", "oda", "ise", "iga"),)


def test_turn_move_may_not_take_it_back_with_no_take_back() -> None:
    """Reading 9, the option: only the very card; with another of its clan there, any of them moves."""
    setting = replace(PLACED.setting, options=Options(no_take_back=True))
    scenario(replace(PLACED, setting=setting), Home("iga")).refused(
        "iga",
        Move("oda", "ise", "iga"),
        "[turn/move] The only card of oda in ise is the one that you have just placed there. "
        'Possible now: "place takeda in iga"; "move oda from kii to iga"; "move oda from kii to ise".',
    )
    elsewhere = replace(PLACED, setting=setting, done=Deeds(placed=("kii", "oda")))
    told = scenario(elsewhere, Home("iga")).when("iga", Move("oda", "kii", "iga"))
    assert told.events == (Moved("iga", "oda", "kii", "iga"),)


def test_turn_home_is_never_answered_unasked_even_with_one_possibility() -> None:
    told = scenario(board(hands={"iga": ("oda",)}), Home("iga")).goes_on()
    assert told.offers("iga") == (Place("oda", "iga"),)
    assert told.orders == ()
    assert told.game.rules.private(told.game.state)
