"""Coup: section 8.3, and its ban: 11.2."""

from __future__ import annotations

import pytest

from domain.twilight_shogun.board.events import Couped, InterventionChanged
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import Act
from domain.twilight_shogun.words.orders import Coup, Realign
from tests.twilight_shogun.boards import Influence as Given
from tests.twilight_shogun.boards import board, changed, refusal, scenario, summed

CARD = "cholera"


def test_8_3_ts_4_a_coup_in_tosa() -> None:
    at = board({"tosa": (1, 2)}, markers={"yodo": ("tosa", "head")})
    told = scenario(at, Act(ANTI, 4, CARD)).when(ANTI, Coup("tosa"), faces=[5])
    value = summed("8.3", (5, "die"), (4, "APs"), (-4, "twice the stability of 2"))
    assert value.total == 5
    after = told.then(
        Couped(ANTI, "tosa", value, (changed("tosa", PRO, 2, 0), changed("tosa", ANTI, 1, 4))),
        InterventionChanged(0, 1, "coup"),
    )
    assert after.influence["tosa"] == {ANTI: 4, PRO: 0}
    assert after.intervention == 1
    assert told.cited == ("8.3", "8.3")


def test_8_3_ts_5_a_coup_in_owari() -> None:
    told = scenario(board({"owari": (1, 1)}), Act(ANTI, 4, CARD)).when(ANTI, Coup("owari"), faces=[4])
    value = summed("8.3", (4, "die"), (4, "APs"), (-6, "twice the stability of 3"))
    told.then(
        Couped(ANTI, "owari", value, (changed("owari", PRO, 1, 0), changed("owari", ANTI, 1, 2))),
        InterventionChanged(0, 1, "coup"),
    )


# [8.3]: APs and die in Tosa (stability 2, 1 to 3) and the influence afterwards; TS-7 is the first
VALUES = [(1, 1, (1, 3)), (1, 3, (1, 3)), (1, 4, (1, 2)), (3, 4, (1, 0)), (4, 4, (2, 0))]


@pytest.mark.parametrize(("ap", "face", "after"), VALUES)
def test_8_3_ts_7_what_the_value_does(ap: int, face: int, after: tuple[int, int]) -> None:
    told = scenario(board({"tosa": (1, 3)}), Act(ANTI, ap, CARD)).when(ANTI, Coup("tosa"), faces=[face])
    assert tuple(told.board.influence["tosa"].values()) == after
    assert told.board.intervention == 1


@pytest.mark.parametrize(("level", "legal"), [(3, True), (4, False)])
def test_11_2_ts_8_no_coup_at_level_four(level: int, legal: bool) -> None:
    told = scenario(board({"tosa": (1, 3)}, intervention=level), Act(ANTI, 2, CARD))
    if legal:
        assert told.when(ANTI, Coup("tosa"), faces=[1]).board.intervention == 4
    else:
        why = "[11.2] The intervention level is 4; no coup may raise it further."
        assert refusal(told, ANTI, Coup("tosa")) == why


# [8.3]: influence, who, where, and why not
REFUSED = [
    ({"kyo": (2, 2)}, ANTI, "kyo", "[8.3] kyo is no clan; a coup can be attempted in a clan only."),
    (
        {"nagasaki": (2, 2)},
        ANTI,
        "nagasaki",
        "[8.3] nagasaki is no clan; a coup can be attempted in a clan only.",
    ),
    ({"tosa": (2, 0)}, ANTI, "tosa", "[8.3] There is no influence of Pro-Bakufu in tosa."),
    ({"tosa": (0, 2)}, ANTI, "tosa", "[8.3] You have no influence in tosa or next to it."),
    ({"mito": (2, 0)}, ANTI, "edo", "[2.11] No influence may stand in edo."),
    ({"mito": (2, 0)}, ANTI, "nowhere", "[8.3] There is no space nowhere on the map."),
]


@pytest.mark.parametrize(("given", "seat", "space", "why"), REFUSED)
def test_8_3_refuses(given: Given, seat: str, space: str, why: str) -> None:
    assert refusal(scenario(board(given), Act(seat, 3, CARD)), seat, Coup(space)) == why


def test_8_3_influence_next_to_the_target_is_enough_also_where_no_clan_is() -> None:
    told = scenario(board({"kyo": (1, 0), "hikone": (0, 1)}), Act(ANTI, 3, CARD))
    told.when(ANTI, Coup("hikone"), faces=[2])
    assert told.board.influence["hikone"] == {ANTI: 0, PRO: 0}


@pytest.mark.parametrize("edo_reach", [True, False])
def test_8_3_edo_reaches_its_neighbours(edo_reach: bool) -> None:
    """Reading 3, both ways."""
    at = board({"matsushiro": (1, 0)}, options=Options(edo_reach=edo_reach))
    told = scenario(at, Act(PRO, 3, CARD))
    if edo_reach:
        told.when(PRO, Coup("matsushiro"), faces=[3])
    else:
        assert refusal(told, PRO, Coup("matsushiro")).startswith("[8.3] You have no influence")


def test_9_3_a_coup_only_where_the_event_grants_its_aps() -> None:
    at = board({"tosa": (1, 1), "uwajima": (1, 1)})
    told = scenario(at, Act(ANTI, 3, CARD, ("coup", "realign"), ("tosa",), granted=True))
    why = "[9.3] The event grants its APs for tosa only, not for uwajima."
    assert refusal(told, ANTI, Coup("uwajima")) == why
    assert refusal(told, ANTI, Realign(("uwajima",))) == why
    assert refusal(told, ANTI, Realign(("tosa", "uwajima"))) == why
    told.when(ANTI, Coup("tosa"), faces=[2])
    assert told.board.influence["tosa"] == {ANTI: 1, PRO: 0}
