"""Chances of actions, as the reference tells them: what comes of every face is what the game makes of it."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import Act
from domain.twilight_shogun.words.orders import Coup, Realign
from projections.twilight_shogun.reference import coups, courts, realignments
from tests.twilight_shogun.boards import board, scenario

CARD = "cholera"
DIE = range(1, 7)


@pytest.mark.parametrize("influence", [(1, 3), (1, 1), (2, 6)])
def test_8_3_each_face_of_a_coup_does_what_the_table_says(influence: tuple[int, int]) -> None:
    at = board({"tosa": influence})
    rows = {line[:4].strip(): line[4:] for line in coups(at, ANTI, "tosa")}
    for ap, face in product(range(1, 5), DIE):
        after = (
            scenario(at, Act(ANTI, ap, CARD)).when(ANTI, Coup("tosa"), faces=[face]).board.influence["tosa"]
        )
        lost, won = after[PRO] - influence[1], after[ANTI] - influence[0]
        shown = rows[str(ap)][8 * (face - 1) : 8 * face].split()
        assert shown == (([f"{lost:+}"] + [f"{won:+}"] * bool(won)) if lost or won else ["."])


def test_8_2_the_chances_of_a_realignment_are_those_of_all_throws() -> None:
    at, fallen = board({"fukuoka": (1, 3), "kokura": (0, 2)}), Counter[str]()
    for faces in product(DIE, DIE):
        told = scenario(at, Act(PRO, 1, CARD)).when(PRO, Realign(("fukuoka",)), faces=faces)
        after = told.board.influence["fukuoka"]
        lost = {"Anti-Bakufu": 1 - after[ANTI], "Pro-Bakufu": 3 - after[PRO]}
        whose = next((side for side, count in lost.items() if count), "")
        fallen[f"{whose} loses {lost[whose]}" if whose else "nothing changes"] += 1
    shown = {line[20:]: line[:20] for line in realignments(at, PRO, "fukuoka") if line.startswith("  ")}
    assert {what: f"({count / 36:.0%})" in shown[what] for what, count in fallen.items()} == dict.fromkeys(
        shown, True
    )


def test_8_4_a_court_operation_succeeds_up_to_the_ap_of_the_card() -> None:
    shown = list(courts(board({}), PRO, ""))
    assert [line.strip() for line in shown if line.startswith("  ")][1] == "2: 1/3 (33%)"
