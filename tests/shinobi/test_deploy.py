"""The first action [turn/order, turn/deploy, turn/ninja]."""

from __future__ import annotations

import pytest

from domain.shinobi.board.events import ActionSkipped, NinjaSent, Placed
from domain.shinobi.board.state import Deeds
from domain.shinobi.words.items import Deploy
from domain.shinobi.words.orders import Move, Ninja, Pass, Place
from tests.shinobi.boards import board, scenario

HAND = ("oda", "takeda", "oda", "ninja")
GIVEN = board({"iga": {"mori": 1}, "ise": {"mori": 2, "oda": 1}}, {"iga": HAND})
INSTEAD = (
    'Possible now: "place oda in ise"; "place oda in kii"; "place takeda in ise"; "place takeda in kii"; '
    "and 2 more."
)

# order, the refusal without what would do
REFUSED = [
    (
        Place("oda", "iga"),
        "[turn/deploy] The first card goes before another player; iga is your own province.",
    ),
    (Place("ninja", "ise"), "[turn/ninja] A ninja is sent against a card; it is never placed."),
    (Place("mori", "ise"), "[turn/deploy] You have no mori in hand; you hold oda, oda, takeda, ninja."),
    (Place("oda", "omi"), "[turn/deploy] There is no province omi in this game; there are iga, ise, kii."),
    (
        Place("date", "ise"),
        "[turn/deploy] There are no cards of date; there are go-hojo, mori, oda, takeda, uesugi, ninja.",
    ),
    (Ninja("mori", "iga"), "[turn/ninja] A ninja strikes before another player; iga is your own province."),
    (Ninja("mori", "kii"), "[turn/ninja] There is no army of mori in kii."),
    (Ninja("takeda", "ise"), "[turn/ninja] There is no army of takeda in ise."),
    (Ninja("ninja", "ise"), "[turn/ninja] Ninja belong to no clan and never lie in a province."),
    (Ninja("mori", "omi"), "[turn/ninja] There is no province omi in this game; there are iga, ise, kii."),
    (Pass(), "[turn/order] The three actions of a turn are mandatory, and you can take the first."),
]


@pytest.mark.parametrize(("order", "why"), REFUSED)
def test_turn_deploy_and_turn_ninja_refuse(order: Place | Ninja | Pass, why: str) -> None:
    scenario(GIVEN, Deploy("iga")).refused("iga", order, f"{why} {INSTEAD}")


def test_turn_deploy_offers_each_card_before_each_other_player_and_the_ninja_at_each_army() -> None:
    assert scenario(GIVEN, Deploy("iga")).offers("iga") == (
        Place("oda", "ise"),
        Place("oda", "kii"),
        Place("takeda", "ise"),
        Place("takeda", "kii"),
        Ninja("mori", "ise"),
        Ninja("oda", "ise"),
    )


def test_turn_deploy_goes_clockwise_from_the_player() -> None:
    at = board(hands={"ise": ("oda",)})
    assert scenario(at, Deploy("ise")).offers("ise") == (Place("oda", "kii"), Place("oda", "iga"))


def test_turn_deploy_places_a_card_before_another_player() -> None:
    after = scenario(GIVEN, Deploy("iga")).when("iga", Place("oda", "ise")).then(Placed("iga", "oda", "ise"))
    assert after == board(
        {"iga": {"mori": 1}, "ise": {"mori": 2, "oda": 2}},
        {"iga": ("takeda", "oda", "ninja")},
        done=Deeds(placed=("ise", "oda"), reinforced=(("ise", "oda"),)),
    )


def test_turn_ninja_discards_the_ninja_and_any_one_card_before_another_player() -> None:
    after = (
        scenario(GIVEN, Deploy("iga")).when("iga", Ninja("oda", "ise")).then(NinjaSent("iga", "oda", "ise"))
    )
    assert after == board(
        {"iga": {"mori": 1}, "ise": {"mori": 2}},
        {"iga": ("oda", "takeda", "oda")},
        deck=GIVEN.deck,
        done=Deeds(ninja=("ise", "oda")),
    )
    assert after.discard == {"go-hojo": 0, "mori": 0, "oda": 1, "takeda": 0, "uesugi": 0, "ninja": 1}


def test_turn_ninja_needs_a_ninja_in_hand() -> None:
    at = board({"ise": {"mori": 1}}, {"iga": ("oda",)})
    scenario(at, Deploy("iga")).refused(
        "iga",
        Ninja("mori", "ise"),
        "[turn/ninja] You have no ninja in hand; you hold oda. "
        'Possible now: "place oda in ise"; "place oda in kii".',
    )


def test_turn_ninja_with_an_empty_table_is_refused_and_the_other_cards_do() -> None:
    at = board(hands={"iga": ("ninja", "ninja", "ninja", "oda")})
    scenario(at, Deploy("iga")).refused(
        "iga",
        Ninja("oda", "ise"),
        '[turn/ninja] There is no army of oda in ise. Possible now: "place oda in ise"; "place oda in kii".',
    )


# hand, what the event says: the action is skipped only where nothing is possible (reading 12)
SKIPPED: list[tuple[tuple[str, ...], str]] = [
    ((), "The hand is empty."),
    (("ninja", "ninja"), "None of the 2 cards in hand can be placed or sent."),
]


@pytest.mark.parametrize(("hand", "why"), SKIPPED)
def test_turn_deploy_is_skipped_where_nothing_is_possible(hand: tuple[str, ...], why: str) -> None:
    at = board({"iga": {"mori": 1}}, {"iga": hand})
    told = scenario(at, Deploy("iga")).goes_on()
    assert told.then(ActionSkipped("iga", "deploy", why)) == at
    assert told.agenda == ()


def test_turn_deploy_with_only_ninja_is_open_once_a_card_lies_before_another_player() -> None:
    told = scenario(board({"ise": {"mori": 1}}, {"iga": ("ninja",)}), Deploy("iga")).goes_on()
    assert told.events == ()
    assert told.offers("iga") == (Ninja("mori", "ise"),)


def test_turn_deploy_is_never_answered_unasked_even_with_one_possibility() -> None:
    told = scenario(board({"ise": {"mori": 1}}, {"iga": ("ninja",)}), Deploy("iga"))
    assert told.goes_on().orders == ()
    assert told.game.rules.private(told.game.state)


def test_turn_order_the_second_action_cannot_come_first() -> None:
    scenario(GIVEN, Deploy("iga")).refused(
        "iga",
        Move("mori", "ise", "kii"),
        "Move does not answer what is asked now. Asked for: place or ninja.",
    )
