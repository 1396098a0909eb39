"""Examples come from all of a hand, and of every kind of order."""

from __future__ import annotations

from domain.game.state.variety import varied
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.words.orders import Coup, Court, Pass, PlayEvent, Realign
from tests.titles.play import Played, data_of


def test_each_card_comes_before_any_comes_again_and_each_kind_before_any_does() -> None:
    hand = [*(kind(card) for card in ("a", "b", "c") for kind in (PlayEvent, Court, Coup)), Pass()]
    assert varied(hand, 3) == (PlayEvent("a"), Court("b"), Coup("c"))
    assert varied(hand, 5) == (PlayEvent("a"), Court("b"), Coup("c"), Pass(), Court("a"))
    assert sorted(map(repr, varied(hand, 99))) == sorted(map(repr, hand))
    assert (varied(hand, 0), varied((), 6)) == ((), ())


def test_what_an_order_lists_is_about_the_first_of_it() -> None:
    orders = (Realign(("kyo",)), Realign(("kyo", "edo")), Realign(("edo", "kyo")))
    assert varied(orders, 2) == (orders[0], orders[2])


def test_the_first_examples_of_a_round_are_of_different_cards() -> None:
    played = Played(TWILIGHT_SHOGUN, 1, data_of(TWILIGHT_SHOGUN))
    while played.game.prompt() != "play":
        played.step()
    (seat,) = played.game.awaited()
    examples = played.rules.examples(played.game.state, seat)
    hand = {order.card for order in examples if hasattr(order, "card")}
    shown = varied(examples, len(hand))
    assert len(hand) > 3
    assert {order.card for order in shown if hasattr(order, "card")} == hand
    assert len({type(order) for order in shown}) >= 4
