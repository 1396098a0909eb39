"""The sequence of play: chapters 4, 5, 6 and 10.

Set-up [1.0, 4.0, 4.1, 4.2, 4.3]; the sequence [5.0, 5.1, 5.2, 5.3]; initial phase [6.0, 6.1, 6.2, 6.3]; end
phase [10.0].
"""

from __future__ import annotations

import pytest

from domain.kit.chance import Question, Thrown
from domain.kit.sealed import Sealed
from domain.twilight_shogun import TWILIGHT_SHOGUN
from domain.twilight_shogun.board.events import (
    CardsDrawn,
    GameSetUp,
    InterventionChanged,
    OpenDeckAdded,
    Reshuffled,
    TurnBegan,
    TurnEnded,
    VpScored,
)
from domain.twilight_shogun.board.state import Board, begin
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.sequence.setup import setup
from domain.twilight_shogun.sequence.turn import dealt, hand_size
from domain.twilight_shogun.words.items import (
    BeginRound,
    BeginTurn,
    CheckNavy,
    CheckTreaty,
    DealCards,
    Draw,
    EndPhase,
    FinalScoring,
    FlipMarkers,
    Play,
    Refresh,
    Reshuffle,
)
from tests.playing import Game
from tests.titles.play import Luck, opening
from tests.twilight_shogun.boards import SEATS, TABLES, board, changed, scenario, summed

CLOSED = tuple(card.id for card in TABLES.cards.values() if card.deck == "closed")
OPEN = tuple(card.id for card in TABLES.cards.values() if card.deck == "open")


def left_in_deck(*cards: str, **more: object) -> Board:
    """The deck has these cards; the rest of the closed ones are discarded."""
    hands = more.pop("hands", {})
    held = tuple(card for hand in hands.values() for card in hand)  # type: ignore[attr-defined]
    rest = tuple(card for card in CLOSED if card not in cards and card not in held)
    return board(hands=hands, discard=rest, **more)  # type: ignore[arg-type]


def test_4_0_4_2_as_much_influence_as_the_inherent_numbers() -> None:
    (fact,) = setup(begin(Options(), TABLES, SEATS))
    assert isinstance(fact.event, GameSetUp)
    assert fact.then == (FlipMarkers(), BeginTurn())
    assert changed("aizu", PRO, 0, 3) in fact.event.changes
    assert changed("kyo", ANTI, 0, 1) in fact.event.changes
    assert {one.after for one in fact.event.changes if one.space != "aizu"} == {1}


def test_1_0_4_1_4_3_a_game_opens_with_five_cards_each_and_anti_first() -> None:
    game = Game("opened", TWILIGHT_SHOGUN)
    game.open(opening(TWILIGHT_SHOGUN, 0), TABLES, Luck(0))
    at = game.state.board
    assert [len(at.hands[seat]) for seat in SEATS] == [5, 5]
    assert {card for hand in at.hands.values() for card in hand} | set(at.deck) == set(CLOSED)
    assert at.aside == OPEN
    assert (at.turn, at.first, at.vp, at.treaty, at.intervention, at.joi) == (1, ANTI, 0, 0, 0, 0)
    assert (at.court, at.yokohama, at.court_modifier) == ({ANTI: 0, PRO: 0}, False, 0)
    assert game.awaited() == (ANTI,)
    assert game.turn == "T1"


# TS-18, [6.1]: court operation levels of Anti and Pro, who goes first now, and next
FIRST = [
    ((0, 1), ANTI, PRO),
    ((1, 1), ANTI, ANTI),
    ((2, 1), ANTI, ANTI),
    ((0, 1), PRO, PRO),
    ((2, 1), PRO, ANTI),
]


@pytest.mark.parametrize(("levels", "first", "then"), FIRST)
def test_6_1_ts_18_who_goes_first(levels: tuple[int, int], first: str, then: str) -> None:
    at = board(
        court=dict(zip(SEATS, levels, strict=True)), first=first, hands=dict.fromkeys(SEATS, CLOSED[:0])
    )
    told = scenario(at, BeginTurn())
    told.goes_on([1] * 10)
    assert told.events[0] == TurnBegan(4, then, dict(zip(SEATS, levels, strict=True)))
    assert told.cited[0] == "6.1"


def test_5_0_5_1_the_initial_phase_in_its_order() -> None:
    told = scenario(board(), BeginTurn())
    facts = TWILIGHT_SHOGUN.advance(told.game.state, None)  # type: ignore[arg-type]
    assert facts[-1].then == (CheckTreaty(), DealCards(), CheckNavy(), BeginRound(ANTI))


# TS-27, [6.2]: treaty level, whether the deck is open already, and whether the open deck is added
@pytest.mark.parametrize(
    ("level", "is_open", "added"), [(1, False, False), (2, False, True), (3, True, False)]
)
def test_6_2_ts_27_the_open_deck_is_added_in_the_next_initial_phase(
    level: int, is_open: bool, added: bool
) -> None:
    at = board(treaty=level, open=is_open, discard=CLOSED[:4], aside=() if is_open else OPEN)
    told = scenario(at, CheckTreaty()).goes_on()
    if not added:
        assert told.then() == at
        return
    after = told.then(OpenDeckAdded(len(CLOSED) + len(OPEN)))
    assert after.deck == tuple(TABLES.cards)
    assert (after.discard, after.aside, after.open) == ((), (), True)


# [6.3]: treaty level, court operation level, hand
@pytest.mark.parametrize(
    ("treaty", "court", "cards"), [(0, 0, 5), (0, 3, 5), (0, 4, 6), (1, 0, 6), (4, 0, 9), (4, 4, 10)]
)
def test_6_3_the_hand_follows_from_the_treaty_level_and_the_court(
    treaty: int, court: int, cards: int
) -> None:
    assert hand_size(board(treaty=treaty, court={ANTI: court, PRO: 0}), ANTI) == cards


def test_6_3_cards_are_drawn_when_they_are_drawn_and_are_secret() -> None:
    told = scenario(board(), Draw(PRO, 2)).goes_on([3, 1])
    drawn = (CLOSED[2], CLOSED[0])
    after = told.then(CardsDrawn(PRO, 2, Sealed((PRO,), drawn)))
    assert after.hands[PRO] == (CLOSED[0], CLOSED[2])
    assert after.deck == tuple(card for card in CLOSED if card not in drawn)
    asked = Question("6.3", "2 cards for pro, turn 3, round 1", len(CLOSED), 2, draw=True, secret=True)
    assert told.happened[0] == Thrown(asked, Sealed((), (3, 1)))


# Reading 19, [6.3]: cards in the deck, what both need (the first player first), and what they get
SHARES = [
    (10, (5, 5), (5, 5)),
    (7, (5, 5), (4, 3)),
    (6, (5, 5), (3, 3)),
    (1, (5, 5), (1, 0)),
    (7, (5, 6), (4, 3)),
    (9, (3, 6), (3, 6)),
]


@pytest.mark.parametrize(("cards", "needs", "gets"), SHARES)
def test_6_3_the_odd_card_is_the_first_players(
    cards: int, needs: tuple[int, int], gets: tuple[int, int]
) -> None:
    assert tuple(dealt(dict(zip(SEATS, needs, strict=True)), cards).values()) == gets


def test_6_3_when_the_deck_runs_out_the_discards_are_the_new_one() -> None:
    told = scenario(left_in_deck(*CLOSED[:3], first=PRO), DealCards())
    told.goes_on([1, 1, 1, *[1] * 7])
    drawn, one, shuffled, *rest = told.events
    assert (drawn, one) == (
        CardsDrawn(PRO, 2, Sealed((PRO,), CLOSED[:2])),
        CardsDrawn(ANTI, 1, Sealed((ANTI,), CLOSED[2:3])),
    )
    assert shuffled == Reshuffled(len(CLOSED) - 3)
    assert [(event.seat, event.count) for event in rest] == [(PRO, 3), (ANTI, 4)]  # type: ignore[attr-defined]
    assert told.board.discard == ()


def test_6_3_the_deck_that_runs_out_with_the_last_card_of_a_hand_is_replaced_at_once() -> None:
    """What is discarded later is not in it."""
    told = scenario(left_in_deck(*CLOSED[:10]), DealCards()).goes_on([1] * 10)
    assert [type(event) for event in told.events] == [CardsDrawn, CardsDrawn, Reshuffled]
    assert (len(told.board.deck), told.board.discard) == (len(CLOSED) - 10, ())
    told = scenario(left_in_deck(*CLOSED[:11]), DealCards()).goes_on([1] * 10)
    assert [type(event) for event in told.events] == [CardsDrawn, CardsDrawn]
    assert len(told.board.deck) == 1


def test_6_3_a_deck_that_is_empty_is_replaced_before_the_deal() -> None:
    told = scenario(left_in_deck(), DealCards()).goes_on([1] * 10)
    assert [type(event) for event in told.events] == [Reshuffled, CardsDrawn, CardsDrawn]
    assert [len(told.board.hands[seat]) for seat in SEATS] == [5, 5]


def test_6_3_who_draws_in_the_middle_of_a_turn_goes_on_with_the_discards() -> None:
    told = scenario(left_in_deck(CLOSED[0]), Draw(ANTI, 3)).goes_on([1, 1, 1])
    assert [type(event) for event in told.events] == [CardsDrawn, Reshuffled, CardsDrawn]
    assert len(told.board.hands[ANTI]) == 3


def test_6_3_where_there_are_no_cards_at_all_nobody_draws() -> None:
    every = tuple(TABLES.cards)
    at = board(removed=every)
    assert scenario(at, DealCards()).goes_on().then() == at
    assert scenario(at, Draw(ANTI, 1)).goes_on().then() == at


def test_6_3_a_reshuffle_takes_all_discards() -> None:
    told = scenario(left_in_deck(CLOSED[0]), Reshuffle()).goes_on()
    assert told.then(Reshuffled(len(CLOSED))).deck == CLOSED


# TS-19, [10.0]: Jo-i performed, open, VP of Anti-Bakufu, reading 11 or 12 the other way
JOI = [
    (0, False, 0, Options()),
    (1, False, 2, Options()),
    (3, False, 2, Options()),
    (1, True, -2, Options()),
    (1, False, 0, Options(joi_needs_two=True)),
    (2, False, 2, Options(joi_needs_two=True)),
    (1, False, -2, Options(open_at_once=True)),
]


@pytest.mark.parametrize(("joi", "is_open", "vp", "options"), JOI)
def test_10_0_ts_19_jo_i_performed(joi: int, is_open: bool, vp: int, options: Options) -> None:
    at = board(joi=joi, open=is_open, options=options, treaty=2, turn=8)
    told = scenario(at, EndPhase()).goes_on()
    seat, word = (ANTI, "a closed") if vp > 0 else (PRO, "an open")
    scored = (VpScored(seat, summed("10.0", (2, f"Jo-i performed in {word} turn")), vp),) if vp else ()
    assert told.events[: len(scored)] == scored
    assert told.events[len(scored)] == TurnEnded(8)


def test_10_0_the_markers_are_refreshed() -> None:
    at = board(joi=2, court_done={ANTI: True, PRO: True}, intervention=3)
    after = scenario(at, Refresh()).goes_on().then(TurnEnded(3))
    assert (after.joi, after.court_done, after.intervention) == (0, {ANTI: False, PRO: False}, 3)


@pytest.mark.parametrize(("level", "after"), [(2, 1), (0, 0)])
def test_10_0_the_intervention_level_falls_by_an_option(level: int, after: int) -> None:
    """Reading 9, the other way."""
    told = scenario(board(intervention=level, options=Options(intervention_falls=True)), Refresh()).goes_on()
    fallen = (InterventionChanged(level, after, "end of turn"),) if level else ()
    assert told.then(*fallen, TurnEnded(3)).intervention == after


# [5.3]: the turn that ends, and what follows
@pytest.mark.parametrize(("turn", "following"), [(7, BeginTurn()), (8, FinalScoring())])
def test_5_3_the_last_turn_is_the_eighth(turn: int, following: object) -> None:
    (fact,) = TWILIGHT_SHOGUN.advance(scenario(board(turn=turn), EndPhase()).game.state, None)  # type: ignore[arg-type]
    assert fact.then == (Refresh(), following)


def test_5_2_the_first_player_plays_the_first_round() -> None:
    told = scenario(board(hands={ANTI: ("cholera",)}, round=0), BeginRound(ANTI)).goes_on()
    assert told.agenda[0] == Play(ANTI)


def test_6_3_what_is_drawn_for_is_said() -> None:
    told = scenario(board(round=0), Draw(PRO, 1)).goes_on([1])
    assert told.happened[0].question.purpose == "1 card for pro, turn 3"  # type: ignore[union-attr]
