"""Two clans that move together, one of them out of Kaizu [13.3]."""

from __future__ import annotations

import pytest

from domain.kawanakajima.words.field_items import Manoeuvre
from domain.kawanakajima.words.field_orders import Move
from domain.kit.errors import IllegalMove
from tests.kawanakajima.boards import scenario
from tests.kawanakajima.test_hypothetical import at

BOTH = ("tM", "tN")


def test_13_3_who_has_begun_to_leave_finishes_before_others_take_his_way_out() -> None:
    """M1 has gone out by 2727, and two exits are left for M2 and M3: N1 has to wait for them."""
    board = at(
        {"uB1": "2625", "uB2": "2726", "uC1": "2526", "uC2": "2528", "tN1": "2728"},
        postures={"tM": "attack", "tN": "attack"},
    )
    leaving = scenario(board, Manoeuvre("takeda", BOTH)).when("takeda", Move("M1", ("2727",)))
    with pytest.raises(IllegalMove, match="goes out whole before others move") as refused:
        leaving.when("takeda", Move("N1", ("2627",)))
    assert refused.value.rule == "13.3"
    gone = leaving.when("takeda", Move("M2", ("2627",))).when("takeda", Move("M3", ("2527",)))
    assert [gone.board.units[unit].hex for unit in ("tM1", "tM2", "tM3")] == ["2727", "2627", "2527"]
