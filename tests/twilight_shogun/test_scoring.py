"""Scoring: section 9.5."""

from __future__ import annotations

import pytest

from domain.kit.sums import Sum
from domain.twilight_shogun.board.events import GameWon, Scored, Standings, VpScored
from domain.twilight_shogun.cards.scoring import standings
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import Score
from tests.twilight_shogun.boards import TABLES, Influence, board, scenario, summed

NANKAI = TABLES.areas["nankai"]
NOTHING = Sum(())


def test_9_5_the_area_of_the_tests_has_six_clans_and_four_are_more_than_half() -> None:
    assert NANKAI.clans == ("kii", "tokushima", "takamatsu", "matsuyama", "uwajima", "tosa")
    assert (NANKAI.powered, NANKAI.majority) == ("tosa", 4)


# TS-20, TS-21: what Pro-Bakufu controls (with Tosa first), what Anti-Bakufu does, and the status of both
POWERED, THREE, FOUR = ("tosa",), ("tosa", "kii", "tokushima"), ("tosa", "kii", "tokushima", "takamatsu")
STATUS = [
    (FOUR, ("uwajima",), "control", "presence"),
    (THREE, ("uwajima",), "domination", "presence"),
    (POWERED, (), "domination", "nothing"),
    (POWERED, ("uwajima",), "presence", "presence"),
    (("tosa", "kii"), ("uwajima",), "domination", "presence"),
    (FOUR[1:], ("tosa",), "presence", "presence"),
    ((), (), "nothing", "nothing"),
]


@pytest.mark.parametrize(("pro", "anti", "of_pro", "of_anti"), STATUS)
def test_9_5_ts_20_ts_21_the_best_status_of_either_side(
    pro: tuple[str, ...], anti: tuple[str, ...], of_pro: str, of_anti: str
) -> None:
    given: Influence = dict.fromkeys(pro, (0, 5)) | dict.fromkeys(anti, (5, 0))
    told = scenario(board(given), Score("nankai")).goes_on()
    worth = {"nothing": 0, "presence": 1, "domination": 3, "control": 5}
    sums = {
        status: summed("9.5", (vp, f"{status} in Nankai")) if vp else NOTHING for status, vp in worth.items()
    }
    scored = Scored("nankai", (Standings(ANTI, of_anti, sums[of_anti]), Standings(PRO, of_pro, sums[of_pro])))  # type: ignore[arg-type]
    assert told.events[0] == scored
    assert told.board.vp == worth[of_anti] - worth[of_pro]
    assert len(told.events) == 1 + (of_anti != of_pro)


def test_9_5_only_the_difference_is_moved() -> None:
    """Reading 25: TS-20 with six clans."""
    told = scenario(board(dict.fromkeys(FOUR, (0, 5)) | {"uwajima": (5, 0)}), Score("nankai")).goes_on()
    why = summed("9.5", (5, "nankai, Pro-Bakufu"), (-1, "nankai, Anti-Bakufu"))
    assert told.events[1:] == (VpScored(PRO, why, -4),)


def test_9_5_ts_2_influence_decides_kyo_and_support_does_not_count() -> None:
    at = board({"kyo": (4, 5)}, markers={"choshu": ("kyo", "tail")})
    told = scenario(at, Score("kyo")).goes_on()
    assert told.board.vp == -5
    assert told.events[0] == Scored(
        "kyo",
        (
            Standings(ANTI, "nothing", NOTHING),
            Standings(PRO, "presence", summed("9.5", (5, "more influence in Kyo"))),
        ),
    )


# [9.5]: the ports, where Yokohama does not count before it is opened
@pytest.mark.parametrize(("opened", "vp"), [(False, 2), (True, -1)])
def test_9_5_the_ports(opened: bool, vp: int) -> None:
    at = board({"nagasaki": (2, 1), "yokohama": (0, 1) if opened else (0, 0)}, yokohama=opened)
    assert scenario(at, Score("powers")).goes_on().board.vp == vp


def test_9_5_nothing_moves_where_both_are_equal() -> None:
    told = scenario(board({"kyo": (3, 3)}), Score("kyo")).goes_on()
    told.then(Scored("kyo", (Standings(ANTI, "nothing", NOTHING), Standings(PRO, "nothing", NOTHING))))


def test_9_5_seven_scorings_two_of_them_of_no_area() -> None:
    assert len(TABLES.scorings) == 7
    assert sum(1 for one in TABLES.scorings.values() if not one.area) == 2
    cards = [one.scoring for one in TABLES.cards.values() if one.scoring]
    assert sorted(cards) == sorted(TABLES.scorings)


def test_9_5_ts_22_the_limit_ends_the_game_in_play_and_not_in_the_last_scoring() -> None:
    given: Influence = {"kyo": (3, 0)}
    told = scenario(board(given, vp=15), Score("kyo"), Score("powers")).goes_on()
    assert told.events[-1] == GameWon(ANTI, "vp", "Anti-Bakufu has reached 20 VP.")
    assert told.agenda == ()
    last = scenario(board(given, vp=15, is_final=True), Score("kyo"), Score("powers")).goes_on()
    assert last.board.vp == 20
    assert last.board.winner == ""


def test_9_5_what_would_be_scored_now_is_what_is_scored() -> None:
    at = board(dict.fromkeys(FOUR, (5, 0)))
    told = scenario(at, Score("nankai")).goes_on()
    assert told.events[0] == Scored("nankai", standings(at, "nankai"))
