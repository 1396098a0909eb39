"""Game end and victor: chapter 11."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.twilight_shogun.board.events import (
    EmperorFlagsStood,
    FinalScoringBegan,
    GameWon,
    InterventionChanged,
    InterventionEvaded,
    Resigned,
    Scored,
    VpScored,
)
from domain.twilight_shogun.board.evolve import evolve
from domain.twilight_shogun.board.points import vp_events
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.view import ENDINGS, ending, winners
from domain.twilight_shogun.words.items import Emperor, Evade, FinalScoring, Intervene, Play, Victory
from domain.twilight_shogun.words.orders import Accept, DropSheet, Resign, StandingEvade, TakeSheet
from domain.twilight_shogun.words.orders import Evade as Evaded
from tests.twilight_shogun.boards import TABLES, board, refusal, scenario, summed

DIE = "the die for the flags"


# [11.1]: where the marker stands, who scores how much, and who has won
@pytest.mark.parametrize(
    ("vp", "seat", "points", "winner"),
    [(18, ANTI, 1, ""), (18, ANTI, 2, ANTI), (19, ANTI, 5, ANTI), (-18, PRO, 1, ""), (-18, PRO, 2, PRO)],
)
def test_11_1_ts_22_twenty_vp_win_at_once(vp: int, seat: str, points: int, winner: str) -> None:
    at = board(vp=vp)
    for event in vp_events(at, seat, summed("2.23", (points, "a test"))):
        at = evolve(at, getattr(event, "event", event))
    assert at.vp == vp + (points if seat == ANTI else -points)
    assert winners(at) == ((winner,) if winner else ())


def test_2_23_the_marker_moves_up_for_anti_and_down_for_pro() -> None:
    (scored,) = vp_events(board(vp=3), PRO, summed("9.5", (5, "a test")))
    assert scored == VpScored(PRO, summed("9.5", (5, "a test")), -2)


def test_11_1_a_player_may_recognise_the_opponents_victory_at_any_time() -> None:
    told = scenario(board(hands={PRO: ("cholera",)}), Play(PRO)).when(ANTI, Resign())
    after = told.then(Resigned(ANTI), GameWon(PRO, "resignation", "Pro-Bakufu is recognised."))
    assert winners(after) == (PRO,)
    assert told.agenda == ()


# [11.2]: the level, the change and the level afterwards
@pytest.mark.parametrize(
    ("level", "by", "after"), [(0, 1, 1), (2, 2, 4), (3, 1, 4), (4, -1, 3), (1, -2, 0), (0, -1, 0)]
)
def test_11_2_the_level_rises_and_falls_not_below_zero(level: int, by: int, after: int) -> None:
    told = scenario(board(intervention=level), Intervene(by, "black-ships")).goes_on()
    assert told.board.intervention == after
    assert told.board.winner == ""
    assert told.agenda == ()


def test_11_2_at_level_four_an_increase_can_be_evaded() -> None:
    """Reading 8: the active player decides, who would lose."""
    told = scenario(board(intervention=4, active=ANTI), Intervene(1, "namamugi")).goes_on()
    assert told.agenda == (Evade(ANTI, "namamugi"),)
    assert told.offers(ANTI) == (Evaded(), Accept())
    assert told.when(ANTI, Evaded()).then(InterventionEvaded(ANTI, 4, "namamugi")).intervention == 4


@pytest.mark.parametrize("order", [StandingEvade(), TakeSheet()])
def test_11_2_it_is_evaded_unasked_where_the_seat_has_left_that(order: Struct) -> None:
    told = scenario(board(hands={PRO: ("cholera",)}), Play(PRO)).when(ANTI, order)
    assert told.board.left == {ANTI: ("evade",)}
    given = replace(told.board, intervention=4, active=ANTI)
    assert (
        scenario(given, Intervene(1, "namamugi")).goes_on().then(InterventionEvaded(ANTI, 4, "namamugi"))
        == given
    )
    asked = scenario(given, Play(PRO)).when(ANTI, DropSheet()).board
    assert scenario(asked, Intervene(1, "namamugi")).goes_on().agenda == (Evade(ANTI, "namamugi"),)


def test_without_a_sheet_in_the_data_none_is_taken() -> None:
    """[mail/standing-orders]: such a data set is from before there were sheets."""
    told = scenario(board(hands={PRO: ("cholera",)}, tables=replace(TABLES, sheets={})), Play(PRO))
    assert refusal(told, ANTI, TakeSheet()).startswith(
        "[mail/standing-orders] The data set of this game recommends no standing orders."
    )
    assert told.when(ANTI, StandingEvade()).board.left == {ANTI: ("evade",)}


def test_11_2_an_increase_by_two_goes_to_four_and_then_can_be_evaded() -> None:
    told = scenario(board(intervention=3), Intervene(2, "namamugi")).goes_on()
    assert told.then(InterventionChanged(3, 4, "namamugi")).intervention == 4
    assert told.agenda == (Evade(PRO, "namamugi"),)


def test_11_2_level_five_is_lost_by_the_active_player() -> None:
    told = scenario(board(intervention=4, active=ANTI), Evade(ANTI, "namamugi")).when(ANTI, Accept())
    why = "The intervention level has reached 5 in a round of Anti-Bakufu."
    after = told.then(InterventionChanged(4, 5, "namamugi"), GameWon(PRO, "intervention", why))
    assert (winners(after), ending(after)) == ((PRO,), "intervention")


def test_11_2_nothing_can_be_evaded_by_an_option() -> None:
    """Reading 8, the other way."""
    at = board(intervention=4, active=PRO, options=Options(evadable=False))
    assert scenario(at, Intervene(1, "namamugi")).goes_on().board.winner == ANTI


# TS-23, [11.3]: VP before, whose event, die, first player, VP after, winner
FLAGS = [
    (5, ANTI, 4, ANTI, 1, ANTI),
    (3, ANTI, 4, ANTI, -1, PRO),
    (4, ANTI, 4, ANTI, 0, ANTI),
    (4, ANTI, 4, PRO, 0, PRO),
    (-6, PRO, 2, PRO, -4, PRO),
]


@pytest.mark.parametrize(("vp", "seat", "face", "first", "after", "winner"), FLAGS)
def test_11_3_ts_23_the_flags(vp: int, seat: str, face: int, first: str, after: int, winner: str) -> None:
    told = scenario(board(vp=vp, first=first), Emperor(seat)).goes_on([face])
    opponent = PRO if seat == ANTI else ANTI
    stood, scored, won = told.events
    assert stood == EmperorFlagsStood(seat, face)
    assert scored == VpScored(opponent, summed("11.3", (face, DIE)), after)
    assert (won.winner, won.ending) == (winner, "emperor")  # type: ignore[attr-defined]


def test_11_4_every_scoring_is_played_and_then_the_vp_decide() -> None:
    at = board({"kyo": (3, 0), "nagasaki": (0, 1)}, vp=18)
    told = scenario(at, FinalScoring()).goes_on()
    assert told.events[0] == FinalScoringBegan()
    assert [event.scoring for event in told.events if isinstance(event, Scored)] == list(TABLES.scorings)
    assert told.board.vp == 21
    assert told.events[-1] == GameWon(ANTI, "final", "Anti-Bakufu has 21 VP.")


def test_11_4_ts_22_the_limit_may_hold_to_the_end_by_an_option() -> None:
    """Reading 14, the other way: Pro-Bakufu would come back in the last of the scorings."""
    at = board({"kyo": (3, 0)}, vp=15, is_final=True, options=Options(final_limit=True))
    assert vp_events(at, ANTI, summed("9.5", (5, "Kyo")))[1:]
    plain = replace(at, setting=replace(at.setting, options=Options()))
    assert not vp_events(plain, ANTI, summed("9.5", (5, "Kyo")))[1:]


# [11.4], [11.0]: VP and first player of the last turn, and the winner
@pytest.mark.parametrize(
    ("vp", "first", "winner"), [(1, PRO, ANTI), (-1, ANTI, PRO), (0, PRO, PRO), (0, ANTI, ANTI)]
)
def test_11_4_the_first_player_wins_at_zero(vp: int, first: str, winner: str) -> None:
    told = scenario(board(vp=vp, first=first), Victory()).goes_on()
    assert winners(told.board) == (winner,)
    assert told.board.ending == "final"


def test_11_0_every_ending_has_a_sentence() -> None:
    assert set(ENDINGS) == {"vp", "resignation", "intervention", "emperor", "final"}
    assert ending(board()) == ""
