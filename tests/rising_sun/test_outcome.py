"""The outcome, the losses, the token and the reparations."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kit.sums import Sum, Term
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Army
from domain.rising_sun.data.options import Options
from domain.rising_sun.words.items import Reparations, Settle
from tests.rising_sun.boards import Told, at_battle, board, shared, total


def settled(there: dict[str, Army], **more: Any) -> Told:
    given = board({"nagato": there}, **more)
    return Told(at_battle(given), Settle())


# armies, the winner, those tied
OUTCOMES = [
    ({"lotus": {"bushi": 1}, "koi": {"bushi": 2}, "turtle": {"bushi": 1}}, "koi", ()),
    ({"lotus": {"bushi": 1}, "koi": {"bushi": 2}, "turtle": {"bushi": 2}}, "koi", ("koi", "turtle")),
    (
        {"lotus": {"bushi": 2}, "koi": {"bushi": 2}, "turtle": {"bushi": 2}},
        "lotus",
        ("lotus", "koi", "turtle"),
    ),
    ({"lotus": {"bushi": 1}, "koi": {"bushi": 2}, "turtle": {"bushi": 3}}, "turtle", ()),
]


@pytest.mark.parametrize(("there", "winner", "tied"), OUTCOMES)
def test_battle_outcome_the_highest_force_then_honor(
    there: dict[str, Army], winner: str, tied: tuple[str, ...]
) -> None:
    """[battle/outcome, battle/losses]"""
    told = settled(there)
    compared = told.events[0]
    assert isinstance(compared, e.ForcesCompared)
    assert compared.tied == tied
    assert told.events[1] == e.TokenTaken(winner, "nagato", 1, "battle")
    dead = tuple(e.Dead(clan, "bushi", army["bushi"]) for clan, army in there.items() if clan != winner)
    assert told.events[2] == e.FiguresKilled("nagato", "battle", winner, dead)
    assert {clan: army for clan, army in told.board.figures["nagato"].items() if army} == {
        winner: there[winner]
    }


@pytest.mark.parametrize(("ally", "survives"), [("turtle", True), ("lotus", False)])
def test_battle_losses_the_winners_ally_is_spared(ally: str, survives: bool) -> None:
    told = settled({"koi": {"bushi": 3}, "turtle": {"bushi": 1, "daimyo": 1}}, alliances=(("koi", ally),))
    assert bool(told.board.figures["nagato"]["turtle"]) is survives
    assert bool(told.of(e.FiguresKilled)) is not survives


def test_battle_losses_a_daimyo_dies_and_a_stronghold_stays() -> None:
    """[battle/losses, clan/turtle]; readings 24 and 31."""
    told = settled({"koi": {"bushi": 3}, "turtle": {"daimyo": 1, "stronghold": 2}})
    assert told.of(e.FiguresKilled) == [
        e.FiguresKilled("nagato", "battle", "koi", (e.Dead("turtle", "daimyo", 1),))
    ]
    assert told.board.figures["nagato"]["turtle"] == {"stronghold": 2}


def test_battle_outcome_hired_ronin_count() -> None:
    given = board({"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 2}}})
    told = Told(at_battle(given, hired={"koi": 2}), Settle())
    assert told.events[0] == e.ForcesCompared(
        "nagato",
        {
            "koi": Sum((Term(1, "bushi", "figures/force"), Term(2, "hired Ronin", "advantage/ronin"))),
            "turtle": total(2, "2 bushi", "figures/force"),
        },
        (),
    )
    assert told.events[1] == e.TokenTaken("koi", "nagato", 1, "battle")


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_card_spares_the_losers(answer: str) -> None:
    """[card/spares]"""
    told = settled({"koi": {"bushi": 3}, "turtle": {"bushi": 1}}, cards={"koi": ("mercy",)})
    told.refuses("koi: spare ask", "[card/spares] The answer is yes or no, not ask.")
    told.says(f"koi: spare {answer}")
    spared = [e.FiguresSpared("koi", "mercy"), e.Scored("koi", total(2, "mercy", "card/spares"))]
    killed = [e.FiguresKilled("nagato", "battle", "koi", (e.Dead("turtle", "bushi", 1),))]
    assert told.events[2:] == (spared if answer == "yes" else killed)
    assert told.board.battle is not None
    assert told.board.battle.killed == (answer == "no")


def test_card_spares_nobody_where_nobody_can_be_killed() -> None:
    told = settled(
        {"koi": {"bushi": 3}, "turtle": {"bushi": 1}},
        cards={"koi": ("mercy",)},
        alliances=(("koi", "turtle"),),
    )
    assert told.awaited == ()


# ---- reparations


def repaired(bids: dict[str, tuple[int, int, int, int]], options: Options, **more: Any) -> Told:
    coins = {clan: sum(bid) + 1 for clan, bid in bids.items()}
    there: dict[str, Army] = {clan: {"bushi": 1} for clan in bids}
    given = board({"nagato": there}, coins=coins, options=options, **more)
    return Told(at_battle(given, bids=bids, winner="koi"), Reparations())


# the winner's bid, what the losers get by Honor
SHARES = [
    ((0, 0, 0, 0), (0, 0)),
    ((1, 0, 0, 0), (1, 0)),
    ((2, 0, 0, 0), (1, 1)),
    ((1, 1, 1, 0), (2, 1)),
    ((2, 2, 2, 1), (4, 3)),
]


@pytest.mark.parametrize(("bid", "shares"), SHARES)
def test_battle_reparations_equal_shares_and_the_odd_coin_by_honor(
    bid: tuple[int, int, int, int], shares: tuple[int, int]
) -> None:
    """[battle/reparations]; readings 11 to 13, the option: each keeps the coin that was not on the tile."""
    bids = {"lotus": (0, 2, 0, 0), "koi": bid, "turtle": (0, 0, 0, 3)}
    told = repaired(bids, Options(clan_abilities=False, odd_coins="honor"))
    assert told.events == [
        e.ReparationsPaid(
            "koi",
            {"lotus": 2, "turtle": 3},
            {
                "lotus": shared(sum(bid), 2, shares[0] - shares[1]),
                "turtle": shared(sum(bid), 2),
            },
        )
    ]
    assert told.board.coins == {"lotus": 1 + shares[0], "koi": 1, "turtle": 1 + shares[1]}
    assert told.board.purse == 3 + sum(bid)


def test_battle_reparations_the_winner_is_asked_for_odd_coins_only() -> None:
    bids = {"lotus": (0, 0, 0, 0), "koi": (2, 0, 0, 0), "turtle": (0, 0, 0, 0)}
    assert repaired(bids, Options()).awaited == ()
    told = repaired(bids | {"koi": (3, 0, 0, 0)}, Options())
    assert told.awaited == ("koi",)
    why = "[battle/reparations] Losers that get an odd coin: 1 of lotus, turtle."
    told.refuses("koi: odd koi", why).refuses("koi: odd lotus turtle", why)
    told.says("koi: odd turtle")
    assert told.events == [
        e.ReparationsPaid(
            "koi", {"lotus": 0, "turtle": 0}, {"lotus": shared(3, 2), "turtle": shared(3, 2, 1)}
        )
    ]


def test_battle_reparations_the_winners_ally_has_lost_too() -> None:
    """Reading 12."""
    bids = {"lotus": (0, 0, 0, 0), "koi": (4, 0, 0, 0), "turtle": (1, 0, 0, 0)}
    told = repaired(bids, Options(), alliances=(("koi", "turtle"),))
    assert told.events == [
        e.ReparationsPaid("koi", {"lotus": 0, "turtle": 1}, {"lotus": shared(4, 2), "turtle": shared(4, 2)})
    ]


def test_battle_reparations_two_odd_coins_go_to_two_of_three() -> None:
    clans = ("lotus", "koi", "turtle", "fox")
    there: dict[str, Army] = {clan: {"bushi": 1} for clan in clans}
    given = board({"nagato": there}, honor=clans, coins={"koi": 5})
    told = Told(at_battle(given, bids={"koi": (5, 0, 0, 0)}, winner="koi"), Reparations())
    why = "[battle/reparations] Losers that get an odd coin: 2 of lotus, turtle, fox."
    told.refuses("koi: odd fox fox", why).refuses("koi: odd fox", why)
    told.says("koi: odd fox lotus")
    assert told.events == [
        e.ReparationsPaid(
            "koi",
            {"lotus": 0, "turtle": 0, "fox": 0},
            {"lotus": shared(5, 3, 1), "turtle": shared(5, 3), "fox": shared(5, 3, 1)},
        )
    ]
