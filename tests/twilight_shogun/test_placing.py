"""Placing influence: section 8.1, and what all actions share: 8.0."""

from __future__ import annotations

import pytest

from domain.twilight_shogun.actions.placing import most_in
from domain.twilight_shogun.board.events import ActionEnded, InfluencePlaced
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import Act
from domain.twilight_shogun.words.orders import Coup, Influence, Pass, Realign
from tests.twilight_shogun.boards import Influence as Given
from tests.twilight_shogun.boards import board, changed, refusal, scenario, summed

CARD = "cholera"


def placed(
    given: Given, seat: str, ap: int, *places: str, options: Options | None = None, **more: object
) -> InfluencePlaced:
    at = board(given, options=options, **more)  # type: ignore[arg-type]
    told = scenario(at, Act(seat, ap, CARD)).when(seat, Influence(places))
    (event,) = told.events
    assert isinstance(event, InfluencePlaced)
    for one in event.changes:
        assert told.board.influence[one.space][one.seat] == one.after
    return event


# [8.1]: influence of Anti and Pro, who places with how many APs, where, and why not
REFUSED = [
    ({"tosa": (1, 0)}, ANTI, 3, ("satsuma",), "[8.1] You have no influence in satsuma or next to it."),
    ({"tosa": (1, 0)}, ANTI, 1, ("tosa", "2"), "[8.1] tosa costs 1 AP; of 1 AP 0 are left."),
    ({"tosa": (1, 3)}, ANTI, 1, ("tosa",), "[8.1] tosa costs 2 APs; of 1 AP 1 is left."),
    ({"kyo": (1, 0)}, ANTI, 1, ("kyo",), "[8.1] kyo costs 2 APs; of 1 AP 1 is left."),
    ({"kyo": (1, 0)}, ANTI, 3, ("kyo", "2"), "[8.1] kyo costs 2 APs; of 3 APs 1 is left."),
    ({"mito": (1, 0)}, ANTI, 2, ("edo",), "[2.11] No influence may stand in edo."),
    ({"mito": (1, 0)}, PRO, 2, ("edo",), "[2.11] No influence may stand in edo."),
    ({}, PRO, 2, ("yokohama",), "[2.24] yokohama is not in play until its port is opened."),
    ({"saga": (0, 1)}, PRO, 4, ("nagasaki", "2"), "[8.0] A player may spend 1 AP in nagasaki in a round."),
    (
        {"saga": (0, 1)},
        PRO,
        4,
        ("2", "saga"),
        "[8.1] The number 2 does not follow the space that it belongs to.",
    ),
    ({"saga": (0, 1)}, PRO, 4, ("saga", "2", "2"), "[8.1] The number 2 does not follow the space"),
    ({"saga": (0, 1)}, PRO, 4, (), "[8.1] No space is named."),
    ({"saga": (0, 1)}, PRO, 4, ("nowhere",), "[8.1] There is no space nowhere on the map."),
]


@pytest.mark.parametrize(("given", "seat", "ap", "places", "why"), REFUSED)
def test_8_1_refuses(given: Given, seat: str, ap: int, places: tuple[str, ...], why: str) -> None:
    told = scenario(board(given), Act(seat, ap, CARD))
    assert refusal(told, seat, Influence(places)).startswith(why)


def test_8_1_ts_10_the_second_influence_is_cheaper_once_the_control_is_broken() -> None:
    """Tosa has stability 2 and Pro-Bakufu controls it with 3 to 1."""
    assert placed({"tosa": (1, 3)}, ANTI, 3, "tosa", "2") == InfluencePlaced(
        ANTI, 3, summed("8.1", (2, "Tosa"), (1, "Tosa")), (), (changed("tosa", ANTI, 1, 3),)
    )


# TS-11, [8.1]: APs, and how much influence in Kyo they give; the rest may be left
@pytest.mark.parametrize(("ap", "gained", "left"), [(2, 1, 0), (3, 1, 1), (4, 2, 0), (5, 2, 1)])
def test_8_1_ts_11_kyo_always_costs_two(ap: int, gained: int, left: int) -> None:
    event = placed({"kyo": (1, 0)}, ANTI, ap, "kyo", str(gained))
    assert event.changes == (changed("kyo", ANTI, 1, 1 + gained),)
    assert ap - event.cost.total == left


def test_8_1_kyo_costs_one_by_an_option() -> None:
    """Reading 1, the other way."""
    event = placed({"kyo": (1, 0)}, ANTI, 1, "kyo", options=Options(kyo_always_two=False))
    assert event.cost == summed("8.1", (1, "Kyo"))


def test_8_0_ts_12_one_ap_in_each_port_in_a_round() -> None:
    given: Given = {"saga": (0, 1)}
    event = placed(given, PRO, 3, "nagasaki", "yokohama", "saga", yokohama=True)
    assert event.spent == ("nagasaki", "yokohama")
    told = scenario(board(given, yokohama=True), Act(PRO, 1, CARD), Act(PRO, 1, CARD, granted=True))
    told.when(PRO, Influence(("nagasaki",)))
    assert told.board.spent == ((PRO, "nagasaki"),)
    assert refusal(told, PRO, Influence(("nagasaki",))).startswith(
        "[8.0] A player may spend 1 AP in nagasaki in a round; you have spent 1 there already."
    )
    told.when(PRO, Influence(("yokohama",)))
    assert told.board.spent == ((PRO, "nagasaki"), (PRO, "yokohama"))


def test_8_0_the_limit_is_of_each_player() -> None:
    told = scenario(board({"saga": (1, 1)}, spent=((PRO, "nagasaki"),)), Act(ANTI, 1, CARD))
    assert told.when(ANTI, Influence(("nagasaki",))).board.influence["nagasaki"] == {ANTI: 1, PRO: 0}


def test_8_0_aps_of_an_event_are_free_of_the_limit_by_an_option() -> None:
    """Reading 26, the other way."""
    at = board({"saga": (0, 1)}, options=Options(event_ap_limited=False))
    told = scenario(at, Act(PRO, 3, CARD, granted=True)).when(PRO, Influence(("nagasaki", "3")))
    assert told.board.influence["nagasaki"] == {ANTI: 0, PRO: 3}
    assert told.board.spent == ()


def test_8_1_edo_is_a_space_with_pro_influence() -> None:
    event = placed({}, PRO, 1, "matsushiro")
    assert event.changes == (changed("matsushiro", PRO, 0, 1),)
    told = scenario(board(), Act(ANTI, 1, CARD))
    assert refusal(told, ANTI, Influence(("matsushiro",))).startswith(
        "[8.1] You have no influence in matsushiro"
    )


def test_8_1_ts_28_a_chain_reaches_as_far_as_the_aps_go() -> None:
    """From Tosa over Uwajima to Kumamoto and Satsuma, the opposite of Twilight Struggle."""
    event = placed({"tosa": (1, 0)}, ANTI, 3, "uwajima", "kumamoto", "satsuma")
    assert event == InfluencePlaced(
        ANTI,
        3,
        summed("8.1", (1, "Uwajima"), (1, "Kumamoto"), (1, "Satsuma")),
        (),
        (changed("uwajima", ANTI, 0, 1), changed("kumamoto", ANTI, 0, 1), changed("satsuma", ANTI, 0, 1)),
    )
    told = scenario(board({"tosa": (1, 0)}), Act(ANTI, 3, CARD))
    assert refusal(told, ANTI, Influence(("kumamoto", "uwajima"))).startswith(
        "[8.1] You have no influence in kumamoto"
    )


def test_8_0_nobody_has_to_spend_his_aps() -> None:
    """Reading 33."""
    told = scenario(board(), Act(PRO, 3, CARD)).when(PRO, Pass())
    assert told.then(ActionEnded(PRO, 3)) == board()
    assert told.agenda == ()


def test_9_1_an_event_may_grant_aps_for_fewer_actions_and_9_3_spaces() -> None:
    at = board({"tosa": (1, 1), "uwajima": (1, 0)})
    act = Act(ANTI, 2, CARD, ("influence",), ("tosa",), granted=True)
    told = scenario(at, act)
    assert refusal(told, ANTI, Coup("tosa")).startswith(
        "[9.1] The event grants 2 APs for placing influence, not for a coup."
    )
    assert refusal(told, ANTI, Realign(("tosa",))).startswith(
        "[9.1] The event grants 2 APs for placing influence"
    )
    assert refusal(told, ANTI, Influence(("uwajima",))).startswith(
        "[9.3] The event grants its APs for tosa only, not for uwajima."
    )
    assert told.when(ANTI, Influence(("tosa", "2"))).board.influence["tosa"][ANTI] == 3


def test_8_0_2_32_without_aps_nothing_is_asked() -> None:
    told = scenario(board(), Act(ANTI, 0, CARD)).goes_on()
    assert told.agenda == ()
    assert told.events == ()


# influence of Anti and Pro, who places with how many APs, where, and how much of it there at most
MOST = [
    ({"tosa": (1, 0)}, ANTI, 1, "tosa", 1),
    ({"tosa": (1, 0)}, ANTI, 3, "tosa", 3),
    ({"tosa": (1, 3)}, ANTI, 1, "tosa", 0),
    ({"tosa": (1, 3)}, ANTI, 4, "tosa", 3),
    ({"kyo": (1, 0)}, ANTI, 1, "kyo", 0),
    ({"kyo": (1, 0)}, ANTI, 3, "kyo", 1),
    ({"kyo": (1, 0)}, ANTI, 4, "kyo", 2),
    ({"saga": (0, 1)}, PRO, 4, "nagasaki", 1),
    ({"saga": (0, 1)}, PRO, 4, "saga", 4),
]


@pytest.mark.parametrize(("given", "seat", "ap", "space", "most"), MOST)
def test_8_1_how_much_the_aps_give_in_one_space(
    given: Given, seat: str, ap: int, space: str, most: int
) -> None:
    """Control that is broken on the way makes the rest cheaper; a limit ends it."""
    assert most_in(board(given), Act(seat, ap, CARD), space) == most
