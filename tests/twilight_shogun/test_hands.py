"""Hands that an event looks at, cards that it brings back or costs [9.0, 8.4]. Who may not see what."""

from __future__ import annotations

import pytest

from domain.kit.chance import Thrown
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.view import view
from domain.twilight_shogun.words import items as i
from domain.twilight_shogun.words import orders as o
from projections.twilight_shogun.sentences import sentence
from tests.titles.test_secrecy import public_form
from tests.twilight_shogun.boards import board, refusal
from tests.twilight_shogun.test_events_of_cards import CARD, NAME, nothing, resolved

SECOND = Options(must_stays=True)
MUST, FREE, OTHER = "kyo-scoring", "iwakura", "sanjo"
KEPT = "Anti-Bakufu holds no card but such as must be played."


# ---- a hand is seen


def test_9_0_a_hand_is_seen_by_the_seat_that_looks() -> None:
    told = resolved(board(hands={ANTI: (FREE, OTHER), PRO: (MUST,)}), x.Look())
    told.then(e.HandSeen(CARD, PRO, ANTI, 2, Sealed((PRO, ANTI), (FREE, OTHER))))
    resolved(board(hands={PRO: (MUST,)}), x.Look()).then(nothing("Anti-Bakufu has no card in hand."))


def test_9_0_nobody_else_learns_what_was_seen() -> None:
    """With another hand of the same size all is alike to the public, in facts, sentences and views."""
    worlds = [resolved(board(hands={ANTI: hand}), x.Look()) for hand in ((FREE, OTHER), (FREE, "kozanji"))]
    for viewer, is_alike in ((PUBLIC, True), (PRO, False), (ANTI, False), (REFEREE, False)):
        events = [told.events[0] for told in worlds]
        assert (sentence(events[0], viewer) == sentence(events[1], viewer)) is is_alike
        if viewer != REFEREE:
            forms = [public_form(one, viewer) for one in events]
            assert (forms[0] == forms[1]) is is_alike
    views = [view(told.game.state, PRO) for told in worlds]
    assert views[0] == views[1], "A view has no memory: the log has what was seen."


def test_9_0_a_take_back_does_not_undo_a_look() -> None:
    assert e.HandSeen in e.REVEALS


# ---- cards come back


def test_9_0_a_card_comes_back_from_the_discards() -> None:
    told = resolved(board(discard=(FREE, OTHER, MUST)), x.Retrieve("pro", 2, sides=("anti", "must")))
    assert told.agenda == (i.Retrieve(PRO, CARD, 2, (MUST, FREE, OTHER)),) or told.agenda
    told.when(PRO, o.Retrieve(OTHER)).then(e.CardRetrieved(CARD, PRO, OTHER))
    assert refusal(told, PRO, o.Retrieve(OTHER)) == "[9.0] The card sanjo is not among the discards."
    told.when(PRO, o.Retrieve(MUST))
    assert set(told.board.hands[PRO]) == {OTHER, MUST}
    assert told.board.discard == (FREE,)
    assert told.agenda == ()


def test_9_0_only_the_cards_that_the_event_names_come_back() -> None:
    at = board(discard=(FREE, OTHER, MUST))
    told = resolved(at, x.Retrieve("pro", cards=(FREE, MUST)))
    assert refusal(told, PRO, o.Retrieve(OTHER)) == f"[9.0] {NAME} does not bring back sanjo."
    assert told.offers(PRO) == tuple(o.Retrieve(one) for one in at.discard if one != OTHER)


def test_9_0_where_no_such_card_lies_nothing_comes_back() -> None:
    said = nothing("There is no such card among the discards.")
    resolved(board(discard=(FREE,)), x.Retrieve("pro", cards=(OTHER,))).then(said)
    resolved(board(discard=(FREE,)), x.Retrieve("pro", sides=("must",))).then(said)
    one = resolved(board(discard=(FREE,)), x.Retrieve("anti", 3))
    assert one.board.hands[ANTI] == (FREE,)


# ---- cards are lost: what must be played may not be dropped


def test_8_4_a_card_that_must_be_played_cannot_be_discarded() -> None:
    hand = (MUST, FREE, OTHER)
    told = resolved(board(hands={ANTI: hand}, options=SECOND), x.Discard("anti", 1))
    said = "[8.4] Affairs of Kyo must be played; it cannot be discarded."
    assert refusal(told, ANTI, o.Discard(MUST)) == said
    assert o.Discard(MUST) not in (told.offers(ANTI) or ())
    told.when(ANTI, o.Discard(FREE)).then(e.CardDropped(CARD, ANTI, FREE, False))
    first = resolved(board(hands={ANTI: hand}), x.Discard("anti", 1))
    first.when(ANTI, o.Discard(MUST)).then(e.CardDropped(CARD, ANTI, MUST, False))


@pytest.mark.parametrize("at_random", [False, True])
def test_8_4_who_holds_only_such_cards_keeps_them(at_random: bool) -> None:
    at = board(hands={ANTI: (MUST,)}, options=SECOND)
    resolved(at, x.Discard("anti", 1, at_random)).then(nothing(KEPT))


def test_8_4_no_more_are_asked_for_than_may_be_discarded() -> None:
    told = resolved(board(hands={ANTI: (MUST, FREE)}, options=SECOND), x.Discard("anti", 2))
    assert told.agenda == (i.DropCards(ANTI, CARD, 1),)


def test_8_4_a_random_discard_passes_over_them_and_does_not_tell_how_many_there_are() -> None:
    """The hand is drawn card by card; the question says how many it holds, as all may know."""
    hands = ((MUST, FREE, OTHER), ("satcho", FREE, OTHER))
    asked = []
    for hand in hands:
        at = board(hands={ANTI: hand}, options=SECOND)
        place = at.hands[ANTI].index(hand[0]) + 1
        told = resolved(at, x.Discard("anti", 1, at_random=True), faces=(place, 1, 1))
        (thrown,) = (entry for entry in told.happened if isinstance(entry, Thrown))
        asked.append(thrown.question)
        lost = next(card for card in (hand[0], at.hands[ANTI][0], at.hands[ANTI][1]) if card != MUST)
        told.then(e.CardDropped(CARD, ANTI, lost, True))
    assert asked[0] == asked[1]
    assert asked[0].secret
    assert (asked[0].sides, asked[0].count) == (3, 3)
