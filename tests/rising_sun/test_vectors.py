"""The test vectors RS-1 to RS-10 of the fact sheet, section A.5, told in mailed lines."""

from __future__ import annotations

import pytest

from domain.kit.sums import Sum, Term
from domain.rising_sun.board import events as e
from tests.rising_sun.boards import WORDS, Told, board, shared, total


def dized(points: int = 3) -> Told:
    """The example of the digital rulebook; the Koi keeps its two Ronin, as printed (reading 14)."""
    given = board(
        {
            "nagato": {
                "turtle": {"bushi": 1, "oni-of-skulls": 1},
                "koi": {"bushi": 1, "daimyo": 1},
                "lotus": {"shinto": 1},
            }
        },
        honor=("koi", "lotus", "turtle"),
        alliances=(("turtle", "lotus"),),
        coins={"turtle": 4, "koi": 8, "lotus": 6},
        ronin={"turtle": 1, "koi": 2, "lotus": 3},
        points={"turtle": points},
    )
    return Told(given)


BIDS = ("turtle: bid 0 3 0 1", "koi: bid 0 0 1 3", "lotus: bid 1 3 2 0")
ANSWERS = ("lotus: seppuku yes", "lotus: hostage oni-of-skulls", "lotus: ronin yes", "koi: poets yes")


def test_rs_1_the_worked_example_of_the_rulebook() -> None:
    """[battle/involved, battle/public, battle/reveal, battle/compare, battle/outcome, battle/reparations]"""
    told = dized().says(*BIDS, *ANSWERS)
    assert told.events == [
        e.WarOpened("nagato", 1),
        e.BattleBegan(
            "nagato",
            ("koi", "lotus", "turtle"),
            {"koi": 8, "lotus": 6, "turtle": 4},
            {"koi": 2, "lotus": 3, "turtle": 1},
        ),
        *told.of(e.BidSealed),
        e.BidsRevealed(
            {"koi": (0, 0, 1, 3), "lotus": (1, 3, 2, 0), "turtle": (0, 3, 0, 1)},
            {"koi": 4, "lotus": 0, "turtle": 0},
        ),
        e.AdvantageWon("seppuku", "lotus", 1, ()),
        e.FiguresKilled("nagato", "seppuku", "lotus", (e.Dead("lotus", "shinto", 1),)),
        e.Scored("lotus", total(1, "1 killed by Seppuku", "advantage/seppuku")),
        e.HonorGained("lotus", ("koi",)),
        e.AdvantageWon("hostage", "lotus", 3, ("lotus", "turtle")),
        e.HostageTaken("lotus", "turtle", "oni-of-skulls"),
        e.PointsLost("turtle", 1, "hostage"),
        e.Scored("lotus", total(1, "stolen from turtle", "advantage/hostage")),
        e.AdvantageWon("ronin", "lotus", 2, ()),
        e.RoninHired("lotus", total(3, "3 Ronin", "advantage/ronin")),
        e.ForcesCompared(
            "nagato",
            {
                "koi": Sum((Term(1, "daimyo", "figures/force"), Term(1, "bushi", "figures/force"))),
                "lotus": total(3, "hired Ronin", "advantage/ronin"),
                "turtle": total(1, "bushi", "figures/force"),
            },
            (),
        ),
        e.TokenTaken("lotus", "nagato", 1, "battle"),
        e.FiguresKilled("nagato", "battle", "lotus", (e.Dead("koi", "daimyo", 1), e.Dead("koi", "bushi", 1))),
        e.AdvantageWon("poets", "koi", 3, ()),
        e.Scored("koi", total(3, "3 killed in the battle", "advantage/poets")),
        e.ReparationsPaid("lotus", {"koi": 4, "turtle": 4}, {"koi": shared(6, 2), "turtle": shared(6, 2)}),
        e.BattleEnded("nagato"),
    ]
    after = told.board
    assert after.coins == {"koi": 7, "lotus": 0, "turtle": 3}
    assert after.points == {"koi": 3, "lotus": 2, "turtle": 2}
    assert after.honor == ("lotus", "koi", "turtle")
    assert after.figures["nagato"] == {"koi": {}, "lotus": {}, "turtle": {"bushi": 1}}
    assert after.ronin == {"koi": 2, "lotus": 3, "turtle": 1}


@pytest.mark.parametrize("order", [(0, 1, 2), (2, 1, 0), (1, 2, 0)])
def test_rs_1_the_order_in_which_bids_come_in_changes_nothing(order: tuple[int, ...]) -> None:
    told = dized().says(*(BIDS[nth] for nth in order), *ANSWERS)
    assert told.events[5:] == dized().says(*BIDS, *ANSWERS).events[5:]


def test_rs_1_the_oni_has_force_3_with_the_lowest_honor() -> None:
    """Without a bid: [card/force]"""
    told = dized().says("turtle: bid 0 0 0 0", "koi: bid 0 0 0 0", "lotus: bid 0 0 0 0")
    (compared,) = told.of(e.ForcesCompared)
    assert isinstance(compared, e.ForcesCompared)
    assert compared.forces["turtle"] == Sum(
        (Term(1, "bushi", "figures/force"), Term(3, "oni-of-skulls", "card/force"))
    )


def test_rs_2_a_tie_goes_by_honor_as_it_stands_then() -> None:
    """[battle/compare, honor/track]"""
    given = board(
        {"nagato": {"koi": {"bushi": 2}, "turtle": {"bushi": 1}}},
        honor=("koi", "turtle", "lotus"),
        coins={"koi": 3, "turtle": 4},
    )
    told = Told(given).says("koi: bid 2 1 0 0", "turtle: bid 3 1 0 0", "turtle: seppuku yes")
    assert told.board.honor == ("turtle", "koi", "lotus")
    assert told.of(e.AdvantageWon)[1] == e.AdvantageWon("hostage", "turtle", 1, ("turtle", "koi"))
    declined = Told(given).says("koi: bid 2 1 0 0", "turtle: bid 3 1 0 0", "turtle: seppuku no")
    assert declined.of(e.AdvantageWon)[1] == e.AdvantageWon("hostage", "koi", 1, ("koi", "turtle"))


def test_rs_3_an_advantage_without_a_coin_is_skipped() -> None:
    """[battle/skipped, battle/outcome]"""
    given = board(
        {"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 2}}}, coins={"koi": 1}, ronin={"koi": 9}
    )
    told = Told(given).says("koi: bid 0 0 0 1")
    assert told.of(e.AdvantageSkipped) == [
        e.AdvantageSkipped("seppuku"),
        e.AdvantageSkipped("hostage"),
        e.AdvantageSkipped("ronin"),
    ]
    assert told.of(e.TokenTaken) == [e.TokenTaken("turtle", "nagato", 1, "battle")]
    assert told.of(e.RoninHired) == []


def test_rs_4_nobody_else_gets_what_the_winner_declines() -> None:
    """[battle/decline]"""
    given = board(
        {"nagato": {"koi": {"bushi": 2}, "turtle": {"bushi": 1}}},
        coins={"koi": 2, "turtle": 1},
        points={"koi": 5, "turtle": 5},
    )
    told = Told(given).says("koi: bid 0 2 0 0", "turtle: bid 0 1 0 0", "koi: decline")
    assert told.of(e.AdvantageWon, e.AdvantageDeclined, e.HostageTaken) == [
        e.AdvantageWon("hostage", "koi", 2, ()),
        e.AdvantageDeclined("hostage", "koi"),
    ]
    assert told.board.points == {"lotus": 0, "koi": 5, "turtle": 5}


def test_rs_5_a_wiped_out_player_can_win_the_battle() -> None:
    """[battle/involved, advantage/seppuku, advantage/ronin]"""
    given = board(
        {"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 3}}},
        coins={"koi": 2},
        ronin={"koi": 4},
    )
    told = Told(given).says("koi: bid 1 0 1 0", "koi: seppuku yes", "koi: ronin yes")
    assert told.of(e.ForcesCompared) == [
        e.ForcesCompared(
            "nagato",
            {
                "koi": total(4, "hired Ronin", "advantage/ronin"),
                "turtle": total(3, "3 bushi", "figures/force"),
            },
            (),
        )
    ]
    assert told.of(e.TokenTaken) == [e.TokenTaken("koi", "nagato", 1, "battle")]
    assert told.board.figures["nagato"] == {"lotus": {}, "koi": {}, "turtle": {}}


def test_rs_6_nobody_left_the_higher_honor_wins() -> None:
    """[battle/outcome]: among those in the battle; the Lotus is not in it, whatever its Honor."""
    given = board(
        {"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}},
        honor=("lotus", "turtle", "koi"),
        coins={"koi": 2},
    )
    told = Told(given).says("koi: bid 1 1 0 0", "koi: seppuku yes", "koi: hostage bushi of turtle")
    assert told.of(e.HonorGained) == [e.HonorGained("koi", ("turtle",))]
    assert told.of(e.ForcesCompared) == [
        e.ForcesCompared("nagato", {"turtle": Sum(()), "koi": Sum(())}, ("koi", "turtle"))
    ]
    assert told.of(e.TokenTaken) == [e.TokenTaken("koi", "nagato", 1, "battle")]


def test_rs_6_at_no_force_the_other_wins_with_the_higher_honor() -> None:
    given = board(
        {"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}},
        honor=("turtle", "lotus", "koi"),
        coins={"koi": 2},
    )
    told = Told(given).says("koi: bid 1 1 0 0", "koi: seppuku yes", "koi: hostage bushi of turtle")
    assert told.of(e.TokenTaken) == [e.TokenTaken("turtle", "nagato", 1, "battle")]


@pytest.mark.parametrize(("line", "shares"), [("lotus: odd koi", (3, 2)), ("lotus: odd turtle", (2, 3))])
def test_rs_7_the_winner_places_the_odd_coin(line: str, shares: tuple[int, int]) -> None:
    """[battle/reparations]"""
    given = board(
        {"nagato": {"lotus": {"bushi": 4}, "koi": {"bushi": 1}, "turtle": {"bushi": 1}}}, coins={"lotus": 5}
    )
    told = Told(given).says("lotus: bid 0 5 0 0", "lotus: decline", line)
    assert told.of(e.ReparationsPaid) == [
        e.ReparationsPaid(
            "lotus",
            {"koi": 0, "turtle": 0},
            {"koi": shared(5, 2, shares[0] - 2), "turtle": shared(5, 2, shares[1] - 2)},
        )
    ]
    assert told.board.coins == {"lotus": 0, "koi": shares[0], "turtle": shares[1]}
    assert told.board.purse == 5


def test_rs_8_two_allies_alone_do_not_fight() -> None:
    """[war-phase/allied-pair]"""
    given = board(
        {"nagato": {"koi": {"bushi": 2}, "turtle": {"bushi": 3}}},
        alliances=(("koi", "turtle"),),
        coins={"koi": 4, "turtle": 4},
    )
    told = Told(given)
    assert told.events == [
        e.WarOpened("nagato", 1),
        e.ForcesCompared(
            "nagato",
            {
                "koi": total(2, "2 bushi", "figures/force"),
                "turtle": total(3, "3 bushi", "figures/force"),
            },
            (),
        ),
        e.TokenTaken("turtle", "nagato", 1, "allied"),
    ]
    assert (told.board.figures, told.board.coins) == (given.figures, given.coins)


@pytest.mark.parametrize(("points", "stolen"), [(0, 0), (1, 1), (2, 1)])
def test_rs_9_nothing_is_stolen_from_who_has_nothing(points: int, stolen: int) -> None:
    """[advantage/hostage]"""
    given = board(
        {"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 2}}}, coins={"koi": 1}, points={"turtle": points}
    )
    told = Told(given).says("koi: bid 0 1 0 0", "koi: hostage bushi")
    assert told.board.points == {"lotus": 0, "koi": stolen, "turtle": points - stolen}
    assert len(told.of(e.Scored, e.PointsLost)) == 2 * stolen
    assert told.of(e.HostageTaken) == [e.HostageTaken("koi", "turtle", "bushi")]


def test_rs_10_a_bid_of_more_than_one_has_is_refused_whole() -> None:
    """[battle/bids]"""
    given = board({"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}}, coins={"koi": 4, "turtle": 1})
    told = Told(given)
    told.scenario.refused(
        "koi",
        WORDS.read("bid 1 3 0 1"),
        "[battle/bids] You have 4 coins; this bid is 1 + 3 + 0 + 1 = 5. "
        'Four numbers, 4 together at most: "bid 0 2 2 0", for example.',
    )
    told.says("koi: bid 1 2 0 1")
    assert told.awaited == ("turtle",)
