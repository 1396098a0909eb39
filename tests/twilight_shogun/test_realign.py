"""Realignment: section 8.2."""

from __future__ import annotations

import pytest

from domain.twilight_shogun.actions.realigning import strength
from domain.twilight_shogun.board.events import ActionEnded, Realigned
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import Act
from domain.twilight_shogun.words.items import Realign as Again
from domain.twilight_shogun.words.orders import Pass, Realign
from tests.twilight_shogun.boards import Influence as Given
from tests.twilight_shogun.boards import board, changed, refusal, scenario, summed

CARD = "cholera"

FUKUOKA: Given = {"fukuoka": (1, 3), "kokura": (0, 1), "saga": (0, 1), "kurume": (1, 1)}
"""Pro-Bakufu controls Fukuoka (stability 2) and Kokura (1), next to it; nobody Saga (3) and Kurume (1)."""


def test_8_2_ts_14_dice_and_clans_that_are_controlled() -> None:
    """The target itself counts, unlike in Twilight Struggle (reading 5)."""
    told = scenario(board(FUKUOKA), Act(PRO, 1, CARD)).when(PRO, Realign(("fukuoka",)), faces=[3, 4])
    own = summed("8.2", (3, "die"), (1, "controls Fukuoka"), (1, "controls Kokura"))
    others = summed("8.2", (4, "die"))
    told.then(Realigned(PRO, "fukuoka", own, others, (), (changed("fukuoka", ANTI, 1, 0),)))
    assert told.agenda == ()


# [8.2]: dice of the player and of the opponent (two clans are the player's), and the influence afterwards
RESULTS = [((3, 5), (1, 3)), ((3, 4), (0, 3)), ((6, 1), (0, 3)), ((1, 4), (1, 2)), ((1, 6), (1, 0))]


@pytest.mark.parametrize(("faces", "after"), RESULTS)
def test_8_2_the_lower_loses_the_difference_and_never_more_than_it_has(
    faces: tuple[int, int], after: tuple[int, int]
) -> None:
    told = scenario(board(FUKUOKA), Act(PRO, 1, CARD)).when(PRO, Realign(("fukuoka",)), faces)
    assert tuple(told.board.influence["fukuoka"].values()) == after


def test_8_2_ts_15_edo_counts_for_pro() -> None:
    at = board({"matsushiro": (1, 0)})
    assert strength(at, "matsushiro", PRO, 3) == summed("8.2", (3, "die"), (1, "controls Edo Bakufu"))
    assert strength(at, "matsushiro", ANTI, 3) == summed("8.2", (3, "die"), (1, "controls Matsushiro"))


def test_8_2_the_target_does_not_count_by_an_option() -> None:
    """Reading 5, the other way."""
    at = board(FUKUOKA, options=Options(realign_target_counts=False))
    assert strength(at, "fukuoka", PRO, 3) == summed("8.2", (3, "die"), (1, "controls Kokura"))


def test_8_2_a_non_clan_space_is_a_target_but_counts_for_nobody() -> None:
    at = board({"kyo": (2, 5), "hikone": (0, 2), "nagasaki": (0, 5)})
    assert strength(at, "kyo", PRO, 1).total == 2
    assert strength(at, "saga", PRO, 1).total == 1
    told = scenario(at, Act(PRO, 3, CARD)).when(PRO, Realign(("kyo",)), faces=[5, 4])
    assert told.board.influence["kyo"] == {ANTI: 0, PRO: 5}


# [8.2]: influence, who realigns with how many APs, where, and why not
REFUSED = [
    ({"tosa": (1, 0)}, ANTI, 2, ("tosa",), "[8.2] There is no influence of Pro-Bakufu in tosa."),
    ({"tosa": (0, 1)}, ANTI, 2, ("tosa",), "[8.2] You have no influence in tosa or next to it."),
    ({"kyo": (1, 1)}, ANTI, 1, ("kyo",), "[8.2] kyo costs 2 APs; of 1 AP 1 is left."),
    ({"kyo": (1, 1)}, ANTI, 3, ("kyo", "kyo"), "[8.2] kyo costs 2 APs; of 3 APs 1 is left."),
    ({"tosa": (1, 1)}, ANTI, 2, ("tosa", "tosa", "tosa"), "[8.2] tosa costs 1 AP; of 2 APs 0 are left."),
    (
        {"nagasaki": (1, 1)},
        ANTI,
        2,
        ("nagasaki", "nagasaki"),
        "[8.0] A player may spend 1 AP in nagasaki in a round.",
    ),
    ({"mito": (1, 1)}, ANTI, 2, ("edo",), "[2.11] No influence may stand in edo."),
    ({"mito": (1, 1)}, ANTI, 2, ("yokohama",), "[2.24] yokohama is not in play until its port is opened."),
    ({"mito": (1, 1)}, ANTI, 2, (), "[8.2] No space is named."),
    ({"mito": (1, 1)}, ANTI, 2, ("nowhere",), "[8.2] There is no space nowhere on the map."),
]


@pytest.mark.parametrize(("given", "seat", "ap", "spaces", "why"), REFUSED)
def test_8_2_refuses(given: Given, seat: str, ap: int, spaces: tuple[str, ...], why: str) -> None:
    assert refusal(scenario(board(given), Act(seat, ap, CARD)), seat, Realign(spaces)) == why


def test_8_2_any_space_with_the_opponents_influence_by_an_option() -> None:
    """Reading 4, the other way."""
    at = board({"tosa": (0, 1)}, options=Options(realign_needs_reach=False))
    told = scenario(at, Act(ANTI, 1, CARD)).when(ANTI, Realign(("tosa",)), faces=[6, 1])
    assert told.board.influence["tosa"] == {ANTI: 0, PRO: 0}


@pytest.mark.parametrize("edo_reach", [True, False])
def test_8_2_edo_reaches_its_neighbours(edo_reach: bool) -> None:
    """Reading 3, both ways."""
    at = board({"matsushiro": (1, 0)}, options=Options(edo_reach=edo_reach))
    told = scenario(at, Act(PRO, 1, CARD))
    if edo_reach:
        told.when(PRO, Realign(("matsushiro",)), faces=[3, 3])
    else:
        assert refusal(told, PRO, Realign(("matsushiro",))).startswith("[8.2] You have no influence")


def test_8_2_the_next_target_is_chosen_after_the_result() -> None:
    at = board({"tosa": (1, 3), "uwajima": (1, 2)})
    told = scenario(at, Act(ANTI, 3, CARD)).when(ANTI, Realign(("tosa",)), faces=[3, 3])
    assert told.agenda == (Again(ANTI, 2, CARD),)
    assert told.board.influence["tosa"] == {ANTI: 0, PRO: 3}  # Pro-Bakufu controls Tosa and Uwajima
    told.when(ANTI, Realign(("uwajima",)), faces=[4, 2])
    assert told.agenda == (Again(ANTI, 1, CARD),)
    told.when(ANTI, Pass()).then(ActionEnded(ANTI, 1))
    assert not told.agenda


def test_8_2_several_attempts_in_one_order_and_what_is_left_is_asked_for() -> None:
    """The second attempt on Tosa has nothing to realign any more; its AP is not lost."""
    at = board({"tosa": (2, 1), "uwajima": (1, 1)})
    told = scenario(at, Act(ANTI, 3, CARD))
    told.when(ANTI, Realign(("tosa", "tosa", "uwajima")), faces=[4, 2, 1, 2])
    assert [event.space for event in told.events if isinstance(event, Realigned)] == ["tosa", "uwajima"]
    assert told.agenda == (Again(ANTI, 1, CARD),)


def test_8_2_nothing_more_is_asked_where_nothing_can_be_realigned() -> None:
    told = scenario(board({"tosa": (2, 1)}), Act(ANTI, 3, CARD)).when(ANTI, Realign(("tosa",)), faces=[4, 2])
    assert told.agenda == ()


def test_8_2_a_port_is_realigned_once_in_a_round() -> None:
    given = board({"nagasaki": (2, 2), "saga": (0, 1)})
    told = scenario(given, Act(ANTI, 2, CARD)).when(ANTI, Realign(("nagasaki",)), faces=[1, 1])
    (event,) = told.events
    assert event == Realigned(
        ANTI, "nagasaki", summed("8.2", (1, "die")), summed("8.2", (1, "die")), ("nagasaki",), ()
    )
    assert told.board.spent == ((ANTI, "nagasaki"),)
    assert refusal(told, ANTI, Realign(("nagasaki",))).startswith("[8.0] A player may spend 1 AP in nagasaki")
    told.when(ANTI, Realign(("saga",)), faces=[1, 1])
