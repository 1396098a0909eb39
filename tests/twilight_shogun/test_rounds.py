"""The card-play phase: chapter 7; conditions and removal: 9.2; who plays the event: 9.1.

The cards [2.3]: decks [2.31], APs [2.32], types [2.33], who acts and who plays the event [2.34], conditions
and removal [2.35]; rounds [7.0, 7.1], types in play [7.2, 7.21]; events [9.0, 9.1, 9.2].
"""

from __future__ import annotations

import pytest
from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.errors import OrderError
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board.events import (
    CardDiscarded,
    CardPlayed,
    CardRemoved,
    EventFailed,
    EventOccurred,
    InfluencePlaced,
    JoiPerformed,
    RoundBegan,
    Scored,
)
from domain.twilight_shogun.board.state import Board, Played
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.sequence.rounds import resolver
from domain.twilight_shogun.words.items import Act, BeginEvent, BeginRound, EndPhase, EndRound, Play, PutAway
from domain.twilight_shogun.words.orders import (
    Coup,
    Court,
    Influence,
    Pass,
    PlayAction,
    PlayActionFirst,
    PlayCoup,
    PlayEvent,
    PlayEventFirst,
    PlayInfluence,
    PlayRealign,
)
from tests.scenario import Scenario
from tests.titles.play import Luck
from tests.twilight_shogun.boards import TABLES, board, refusal, scenario

JOI = "jo-i-execution"
"""A card of Anti-Bakufu with 2 APs; its event performs Jo-i and grants 4 APs."""

OWN, FOREIGN, COMMON, MUST = "dutch-warning", "tokugawa-nariaki", "cholera", "ou-scoring"
"""As Pro-Bakufu sees them."""

CHOSHU = {"choshu": (1, 0), "kokura": (0, 1), "hikone": (0, 1)}


def holding(*cards: str, **more: object) -> Scenario:
    return scenario(board(CHOSHU, {PRO: cards}, **more), Play(PRO))  # type: ignore[arg-type]


def kinds(told: Scenario) -> list[type[Struct]]:
    return [type(event) for event in told.events]


# [7.21]: the card, an order that it does not allow, and why
REFUSED = [
    (FOREIGN, PlayEvent(FOREIGN), "[7.21] Tokugawa Nariaki is a card of the opponent: you act with its APs"),
    (FOREIGN, PlayAction(FOREIGN), "[7.21] Tokugawa Nariaki is a card of the opponent: you act with its APs"),
    (MUST, PlayEvent(MUST), "[7.21] Affairs of Ou must be played for both its APs and its event."),
    (MUST, PlayAction(MUST), "[7.21] Affairs of Ou must be played for both its APs and its event."),
    (
        COMMON,
        PlayEventFirst(COMMON),
        "[7.21] Cholera is played for its event or for its APs, not for both.",
    ),
    (OWN, PlayActionFirst(OWN), "[7.21]"),
    (OWN, PlayEvent(COMMON), "[7.1] You do not hold 12 cholera; you hold 26 dutch-warning."),
    (OWN, PlayCoup(COMMON, "choshu"), "[7.1] You do not hold 12 cholera; you hold 26 dutch-warning."),
    (OWN, PlayEvent("nothing"), "[7.1] There is no card nothing."),
    (OWN, PlayInfluence(OWN, ("satsuma",)), "[8.1] You have no influence in satsuma or next to it."),
    (OWN, PlayRealign(OWN, ("kokura",)), "[8.2] There is no influence of Anti-Bakufu in kokura."),
    (OWN, PlayCoup(OWN, "kokura"), "[8.3] There is no influence of Anti-Bakufu in kokura."),
]


@pytest.mark.parametrize(("held", "order", "why"), REFUSED)
def test_7_21_refuses(held: str, order: Struct, why: str) -> None:
    assert refusal(holding(held), PRO, order).startswith(why)


# an order that is refused, and how the first order begins that would do
INSTEAD = [
    (PlayEvent(FOREIGN), "play tokugawa-nariaki event first"),
    (PlayInfluence(FOREIGN, ("satsuma",)), "play tokugawa-nariaki action: influence "),
    (PlayCoup(OWN, "kokura"), "play dutch-warning action: coup choshu"),
    (PlayRealign(OWN, ("kokura",)), "play dutch-warning action: realign choshu"),
    (Court(MUST), "play ou-scoring event first"),
    (PlayEvent(COMMON), "play dutch-warning event"),
]


@pytest.mark.parametrize(("order", "first"), INSTEAD)
def test_7_1_a_refusal_proposes_the_same_card_and_the_same_action_first(order: Struct, first: str) -> None:
    told = holding(MUST, FOREIGN, OWN)
    with pytest.raises(OrderError) as refused:
        told.game.post(PRO, order, Luck(0))
    _, _, instead = str(refused.value).partition(" Possible now, for example: ")
    assert instead.startswith(f'"{first}')


def test_7_0_without_a_card_there_is_no_round() -> None:
    told = scenario(board(hands={PRO: (OWN,)}, round=0), BeginRound(ANTI)).goes_on()
    assert told.events == (RoundBegan(1, PRO),)
    assert told.agenda == (Play(PRO), EndRound(PRO))
    empty = TWILIGHT_SHOGUN.advance(scenario(board(), BeginRound(ANTI)).game.state, Chance(Luck(0)))
    assert [fact.then for fact in empty] == [(EndPhase(),)]


@pytest.mark.parametrize("card", [OWN, COMMON])
def test_7_21_an_own_or_a_common_card_is_played_for_its_aps_and_nothing_else_follows(card: str) -> None:
    ap = TABLES.cards[card].ap
    told = holding(card).when(PRO, PlayAction(card))
    assert told.events == (CardPlayed(PRO, card, "action", True),)
    assert told.agenda == (Act(PRO, ap, card), PutAway(card))
    told.when(PRO, Pass())
    assert told.board.discard == (card,)


def test_7_21_an_own_card_is_played_for_its_event() -> None:
    told = holding("fudai-lords", FOREIGN).when(PRO, PlayEvent("fudai-lords"))
    assert kinds(told)[:2] == [CardPlayed, EventOccurred]
    assert told.board.played == Played("fudai-lords", PRO, "event", True, True)
    assert told.board.hands[PRO] == (FOREIGN,)


@pytest.mark.parametrize("first", ["action", "event"])
def test_7_21_ts_6_jo_i_execution_played_by_pro(first: str) -> None:
    """Pro-Bakufu acts with 2 APs and chooses the order; Anti-Bakufu acts with the 4 of the event."""
    told = holding(JOI).when(PRO, PlayActionFirst(JOI) if first == "action" else PlayEventFirst(JOI))
    acts = {"action": (PRO, Influence(("kokura", "2"))), "event": (ANTI, Influence(("choshu", "4")))}
    order = [first, "event" if first == "action" else "action"]
    for nth, part in enumerate(order):
        seat, what = acts[part]
        (act,) = (item for item in told.agenda[:1] if isinstance(item, Act))
        assert (act.seat, act.ap, act.granted) == (seat, {"action": 2, "event": 4}[part], part == "event")
        told.when(seat, what)
        assert nth or not isinstance(told.events[-1], CardDiscarded)
    assert told.board.joi == 1
    assert told.board.influence["kokura"] == {ANTI: 0, PRO: 3}
    assert told.board.influence["choshu"] == {ANTI: 5, PRO: 0}
    assert told.board.discard == (JOI,)


def test_7_2_the_action_in_one_line_goes_first() -> None:
    told = holding(JOI).when(PRO, PlayInfluence(JOI, ("kokura", "2")))
    assert kinds(told)[:4] == [CardPlayed, InfluencePlaced, EventOccurred, JoiPerformed]
    assert isinstance(told.agenda[0], Act)
    assert told.agenda[0].seat == ANTI


def test_7_21_a_must_play_card_gives_both_to_the_active_player() -> None:
    told = holding(MUST).when(PRO, PlayEventFirst(MUST))
    assert [type(event) for event in told.events[:3]] == [CardPlayed, EventOccurred, Scored]
    assert told.agenda[0] == Act(PRO, 2, MUST)


def test_7_1_a_coup_and_a_realignment_in_one_line() -> None:
    told = holding(OWN, "fudai-lords").when(PRO, PlayCoup("fudai-lords", "choshu"), faces=[4])
    assert told.board.influence["choshu"] == {ANTI: 0, PRO: 1}
    assert told.board.discard == ("fudai-lords",)
    told = holding("fudai-lords").when(PRO, PlayRealign("fudai-lords", ("choshu",)), faces=[3, 4])
    assert told.board.influence["choshu"] == {ANTI: 1, PRO: 0}


# [9.1]: a card, and who plays its event in a round of Pro-Bakufu
@pytest.mark.parametrize(("card", "seat"), [(OWN, PRO), (COMMON, PRO), (MUST, PRO), (FOREIGN, ANTI)])
def test_9_1_who_plays_the_event(card: str, seat: str) -> None:
    assert resolver(board(), PRO, card) == seat
    assert resolver(board(), ANTI, card) == (ANTI if card != OWN else PRO)


TOBA = "toba-fushimi"
"""A removal card of Anti-Bakufu: court operation level 3, and more influence in Kyo."""


def toba(level: int) -> Board:
    return board(
        {"kyo": (2, 1), "hikone": (0, 1)}, {PRO: (TOBA,)}, court={ANTI: level, PRO: 0}, removed=("satcho",)
    )


def test_9_2_ts_25_the_condition_is_judged_at_the_start_of_the_round() -> None:
    told = scenario(toba(3), Play(PRO)).when(PRO, PlayInfluence(TOBA, ("kyo", "2")))
    assert told.board.influence["kyo"] != {ANTI: 2, PRO: 1}
    assert told.events[0] == CardPlayed(PRO, TOBA, "action-first", True)
    assert EventOccurred(TOBA, ANTI) in told.events


def test_9_2_ts_26_a_removal_card_leaves_the_game_where_its_event_occurs_by_force() -> None:
    told = scenario(toba(3), Play(PRO)).when(PRO, PlayInfluence(TOBA, ("hikone", "1")))
    while told.agenda:
        told.when(ANTI, Pass())
    assert told.events[-1] == CardRemoved(TOBA)
    assert (told.board.removed, told.board.discard) == (("satcho", TOBA), ())


def test_2_35_9_2_an_event_whose_condition_fails_does_not_occur_and_its_card_is_discarded() -> None:
    told = scenario(toba(2), Play(PRO)).when(PRO, PlayInfluence(TOBA, ("hikone", "1")))
    assert told.events[0] == CardPlayed(PRO, TOBA, "action-first", False)
    assert told.events[2:] == (EventFailed(TOBA, ANTI), CardDiscarded(TOBA))
    assert (told.board.removed, told.board.discard) == (("satcho",), (TOBA,))


def test_2_35_an_own_event_whose_condition_fails_may_be_chosen_and_is_nothing() -> None:
    """Reading 21."""
    told = holding("loyalists-crushed").when(PRO, PlayEvent("loyalists-crushed"))
    assert told.events == (
        CardPlayed(PRO, "loyalists-crushed", "event", False),
        EventFailed("loyalists-crushed", PRO),
        CardDiscarded("loyalists-crushed"),
    )


def test_9_2_a_removal_card_that_was_played_for_its_aps_is_discarded() -> None:
    told = holding("kazunomiya").when(PRO, PlayInfluence("kazunomiya", ("kokura",)))
    assert told.events[-1] == CardDiscarded("kazunomiya")


def test_2_23_jo_i_counts_the_events_of_the_turn() -> None:
    at = board(hands={}, played=Played(JOI, PRO, "event-first", True))
    told = scenario(at, BeginEvent(JOI, ANTI)).goes_on()
    assert told.events[:2] == (EventOccurred(JOI, ANTI), JoiPerformed(JOI))
    assert told.board.joi == 1


def test_9_0_nothing_of_an_event_is_asked_before_the_action_that_goes_first() -> None:
    told = holding(JOI).when(PRO, PlayActionFirst(JOI))
    assert told.agenda == (Act(PRO, 2, JOI), BeginEvent(JOI, ANTI), PutAway(JOI))
    told.when(PRO, Coup("choshu"), faces=[1])
    assert told.agenda[0].seat == ANTI


def test_2_3_2_33_2_34_the_cards_say_who_acts_and_who_plays_the_event() -> None:
    sides = {card.side for card in TABLES.cards.values()}
    assert sides == {"pro", "anti", "common", "must"}
    assert all(card.ap in (1, 2, 3, 4) for card in TABLES.cards.values())


def test_2_31_every_card_is_in_one_of_the_two_decks() -> None:
    decks = [card.deck for card in TABLES.cards.values()]
    assert set(decks) == {"closed", "open"}
    assert [card.number for card in TABLES.cards.values()] == list(range(1, len(decks) + 1))
