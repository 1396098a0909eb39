"""Court operation: section 8.4."""

from __future__ import annotations

import pytest

from domain.kit.sums import Sum, Term
from domain.twilight_shogun.actions.court import court_limit
from domain.twilight_shogun.board.events import CardDiscarded, CardPlayed, CourtTried, GameWon, VpScored
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import Play
from domain.twilight_shogun.words.orders import Court
from tests.twilight_shogun.boards import board, refusal, scenario, summed

NARIAKI = "tokugawa-nariaki"
"""A card of Anti-Bakufu with 3 APs."""


def holding(seat: str, *cards: str, **more: object) -> Board:
    return board(hands={seat: cards}, **more)  # type: ignore[arg-type]


# TS-16: the die against 3 APs
@pytest.mark.parametrize(("face", "succeeded"), [(1, True), (3, True), (4, False), (6, False)])
def test_8_4_ts_16_the_die_must_not_exceed_the_aps(face: int, succeeded: bool) -> None:
    told = scenario(holding(PRO, NARIAKI), Play(PRO)).when(PRO, Court(NARIAKI), faces=[face])
    limit = summed("8.4", (3, "APs of the card"))
    scored = (VpScored(PRO, summed("8.4", (1, "court operation level 1")), -1),) if succeeded else ()
    after = told.then(
        CardPlayed(PRO, NARIAKI, "court", False),
        CourtTried(PRO, NARIAKI, face, limit, int(succeeded), succeeded),
        *scored,
        CardDiscarded(NARIAKI),
    )
    assert after.court == {ANTI: 0, PRO: int(succeeded)}
    assert after.court_done == {ANTI: False, PRO: True}
    assert after.discard == (NARIAKI,)


def test_8_4_ts_16_a_second_operation_in_a_turn_is_refused() -> None:
    at = holding(PRO, NARIAKI, court_done={ANTI: False, PRO: True})
    why = "[8.4] You have tried a court operation in this turn already."
    assert refusal(scenario(at, Play(PRO)), PRO, Court(NARIAKI)) == why


def test_8_4_ts_17_a_must_play_card_is_refused() -> None:
    why = "[8.4] Affairs of Ou must be played; it cannot be used for a court operation."
    assert refusal(scenario(holding(PRO, "ou-scoring"), Play(PRO)), PRO, Court("ou-scoring")) == why


def test_8_4_no_level_above_the_highest() -> None:
    """Reading 15."""
    at = holding(PRO, NARIAKI, court={ANTI: 0, PRO: 4})
    why = "[8.4] Your court operation level is 4; the track has no higher one."
    assert refusal(scenario(at, Play(PRO)), PRO, Court(NARIAKI)) == why


def test_7_1_a_card_that_is_not_held_is_refused() -> None:
    why = "[7.1] You do not hold 12 cholera; you hold 30 tokugawa-nariaki."
    assert refusal(scenario(holding(PRO, NARIAKI), Play(PRO)), PRO, Court("cholera")) == why


# [8.4]: the level that is reached, and the VP of Anti-Bakufu
@pytest.mark.parametrize(("level", "vp"), [(1, 1), (2, 2), (3, 3), (4, 0)])
def test_8_4_each_level_gives_its_vp_and_the_highest_none(level: int, vp: int) -> None:
    at = holding(ANTI, NARIAKI, court={ANTI: level - 1, PRO: 0})
    told = scenario(at, Play(ANTI)).when(ANTI, Court(NARIAKI), faces=[1])
    assert told.board.court[ANTI] == level
    assert told.board.vp == vp


def test_2_24_the_modification_marker_helps_or_hinders_anti_only() -> None:
    at = holding(ANTI, NARIAKI, court_modifier=1)
    own, marker = Term(3, "APs of the card", "8.4"), Term(1, "court operation modification marker", "2.24")
    assert court_limit(at, ANTI, NARIAKI) == Sum((own, marker))
    assert court_limit(at, PRO, NARIAKI) == Sum((own,))
    assert scenario(at, Play(ANTI)).when(ANTI, Court(NARIAKI), faces=[4]).board.court[ANTI] == 1


def test_8_4_an_event_of_the_opponent_does_not_occur_and_9_2_its_card_is_not_removed() -> None:
    """TS-26: Yoshida Shoin is a removal card of Anti-Bakufu."""
    told = scenario(holding(PRO, "yoshida-shoin"), Play(PRO)).when(PRO, Court("yoshida-shoin"), faces=[6])
    assert told.board.markers == {}
    assert (told.board.discard, told.board.removed) == (("yoshida-shoin",), ())


def test_11_1_the_vp_of_a_level_may_end_the_game() -> None:
    at = holding(ANTI, NARIAKI, court={ANTI: 2, PRO: 0}, vp=17)
    told = scenario(at, Play(ANTI)).when(ANTI, Court(NARIAKI), faces=[1])
    assert told.events[-1] == GameWon(ANTI, "vp", "Anti-Bakufu has reached 20 VP.")
    assert told.agenda == ()
