"""The four War Advantages from left to right, and how they are compared."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kit.sums import Sum, Term
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Army
from domain.rising_sun.data.options import Options
from domain.rising_sun.words.items import Compare, Settle
from domain.rising_sun.words.orders import TakeHostage
from tests.rising_sun.boards import Told, at_battle, board, total

ALL: dict[str, Army] = {"lotus": {"bushi": 1}, "koi": {"bushi": 1}, "turtle": {"bushi": 1}}

# the three bids on one Advantage, who wins it, who is tied
COMPARED = [
    ((1, 0, 0), "lotus", ()),
    ((1, 2, 0), "koi", ()),
    ((1, 2, 3), "turtle", ()),
    ((2, 2, 0), "lotus", ("lotus", "koi")),
    ((1, 2, 2), "koi", ("koi", "turtle")),
    ((2, 2, 2), "lotus", ("lotus", "koi", "turtle")),
]


@pytest.mark.parametrize(("bids", "winner", "tied"), COMPARED)
def test_battle_compare_most_coins_then_the_highest_honor_of_the_tied(
    bids: tuple[int, int, int], winner: str, tied: tuple[str, ...]
) -> None:
    """[battle/compare]; reading 3."""
    given = at_battle(
        board({"nagato": ALL}),
        bids={clan: (0, coins, 0, 0) for clan, coins in zip(ALL, bids, strict=True)},
    )
    assert Told(given, Compare("hostage")).events == [e.AdvantageWon("hostage", winner, max(bids), tied)]


def test_battle_skipped_without_a_coin() -> None:
    """[battle/skipped]"""
    told = Told(at_battle(board({"nagato": ALL})), Compare("poets"))
    assert told.events == [e.AdvantageSkipped("poets")]
    assert told.scenario.cited == ("battle/skipped",)


# ---- Seppuku


def won(advantage: str, there: dict[str, Army], **more: Any) -> Told:
    """The Koi has won an Advantage in Nagato."""
    slot = ("seppuku", "hostage", "ronin", "poets").index(advantage)
    bid = tuple(int(place == slot) for place in range(4))
    killed = more.pop("killed", 0)
    given = at_battle(board({"nagato": there}, coins={"koi": 1}, **more), bids={"koi": bid}, killed=killed)
    return Told(given, Compare(advantage))


# own figures, points, those passed on the track
SEPPUKU = [
    ({"bushi": 1}, 1, ("lotus",)),
    ({"bushi": 2}, 2, ("lotus",)),
    ({"bushi": 2, "daimyo": 1, "shinto": 1, "phoenix": 1}, 5, ("lotus",)),
]


@pytest.mark.parametrize(("own", "points", "over"), SEPPUKU)
def test_advantage_seppuku_all_figures_a_point_and_honor_for_each(
    own: Army, points: int, over: tuple[str, ...]
) -> None:
    """[advantage/seppuku, honor/track, figures/killed]; reading 5: never past the top."""
    told = won("seppuku", {"koi": own, "turtle": {"bushi": 1}}).says("koi: seppuku yes")
    killed = told.of(e.FiguresKilled)[0]
    assert isinstance(killed, e.FiguresKilled)
    assert {one.figure: one.count for one in killed.dead} == own
    assert told.events[2] == e.Scored(
        "koi", total(points, f"{points} killed by Seppuku", "advantage/seppuku")
    )
    assert told.events[3] == e.HonorGained("koi", over)
    assert told.board.honor == ("koi", "lotus", "turtle")


@pytest.mark.parametrize(
    ("figures", "over", "track"),
    [
        (1, ("koi",), ("lotus", "turtle", "koi")),
        (2, ("koi", "lotus"), ("turtle", "lotus", "koi")),
        (3, ("koi", "lotus"), ("turtle", "lotus", "koi")),
    ],
)
def test_honor_track_one_step_for_each_figure(
    figures: int, over: tuple[str, ...], track: tuple[str, ...]
) -> None:
    """[honor/track]: past the nearest first, and never past the top."""
    given = at_battle(
        board({"nagato": {"turtle": {"bushi": figures}, "koi": {"bushi": 1}}}), bids={"turtle": (1, 0, 0, 0)}
    )
    told = Told(given, Compare("seppuku")).says("turtle: seppuku yes")
    assert told.of(e.HonorGained) == [e.HonorGained("turtle", over)]
    assert told.board.honor == track


def test_honor_track_nothing_happens_at_the_top() -> None:
    given = at_battle(
        board({"nagato": {"lotus": {"bushi": 3}, "koi": {"bushi": 1}}}), bids={"lotus": (1, 0, 0, 0)}
    )
    told = Told(given, Compare("seppuku")).says("lotus: seppuku yes")
    assert told.of(e.HonorGained) == []
    assert told.board.points["lotus"] == 3


def test_advantage_seppuku_all_or_nothing() -> None:
    told = won("seppuku", {"koi": {"bushi": 2}, "turtle": {"bushi": 1}})
    told.refuses("koi: seppuku ask", "[advantage/seppuku] The answer is yes or no, not ask.")
    told.says("koi: seppuku no")
    assert told.of(e.FiguresKilled, e.AdvantageDeclined) == [e.AdvantageDeclined("seppuku", "koi")]


# what the winner has nothing for: an Advantage, the armies, the reason
EMPTY = [
    ("seppuku", {"koi": {"stronghold": 1}, "turtle": {"bushi": 1}}, "There is no figure of koi in nagato."),
    (
        "hostage",
        {"koi": {"bushi": 1}, "turtle": {"daimyo": 1, "stronghold": 1, "yurei": 1}},
        "Nobody else has a figure in nagato that can be taken.",
    ),
    ("ronin", {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}, "koi has no Ronin."),
    ("poets", {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}, "Nobody has been killed in nagato."),
]


@pytest.mark.parametrize(("advantage", "there", "why"), EMPTY)
def test_an_advantage_with_nothing_to_do_is_won_and_not_asked(
    advantage: str, there: dict[str, Army], why: str
) -> None:
    """Readings 6 and 7: [advantage/seppuku, advantage/hostage, figures/daimyo, advantage/ronin]"""
    told = won(advantage, there)
    assert told.events == [e.AdvantageWon(advantage, "koi", 1, ()), e.AdvantageEmpty(advantage, "koi", why)]
    assert told.awaited == ()


# ---- Take Hostage

MANY: dict[str, Army] = {
    "lotus": {"daimyo": 1, "shinto": 1},
    "koi": {"bushi": 2},
    "turtle": {"bushi": 2, "stronghold": 1, "oni-of-skulls": 1, "shinto": 1},
}


def test_advantage_hostage_any_figure_of_another_player_but_no_daimyo() -> None:
    """[advantage/hostage, figures/daimyo, clan/turtle]"""
    told = won("hostage", MANY, alliances=(("koi", "turtle"),))
    offers = told.scenario.offers("koi") or ()
    assert [one for one in offers if isinstance(one, TakeHostage)] == [
        TakeHostage("shinto", "lotus"),
        TakeHostage("shinto", "turtle"),
        TakeHostage("bushi", "turtle"),
        TakeHostage("oni-of-skulls", "turtle"),
    ]
    for line, figure in (
        ("daimyo of lotus", "daimyo"),
        ("stronghold", "stronghold"),
        ("bushi of koi", "bushi"),
    ):
        told.refuses(
            f"koi: hostage {line}",
            f"[advantage/hostage] No {figure} of another player can be taken in nagato; no Daimyo ever can.",
        )


@pytest.mark.parametrize(
    ("line", "clan", "figure"),
    [
        ("hostage oni of skulls", "turtle", "oni-of-skulls"),
        ("hostage turtle bushi", "turtle", "bushi"),
        ("hostage shinto of lotus", "lotus", "shinto"),
    ],
)
def test_advantage_hostage_is_removed_and_held(line: str, clan: str, figure: str) -> None:
    told = won("hostage", MANY, points={"lotus": 2, "turtle": 2}).says(f"koi: {line}")
    assert told.events[1:] == [
        e.HostageTaken("koi", clan, figure),
        e.PointsLost(clan, 1, "hostage"),
        e.Scored("koi", total(1, f"stolen from {clan}", "advantage/hostage")),
    ]
    assert told.board.battle is not None
    assert told.board.battle.killed == 0
    assert told.board.figures["nagato"][clan].get(figure, 0) == MANY[clan][figure] - 1


def test_advantage_hostage_the_clan_must_be_named_where_several_have_the_figure() -> None:
    won("hostage", MANY).refuses(
        "koi: hostage shinto", "[advantage/hostage] Several have shinto: lotus, turtle."
    )


@pytest.mark.parametrize("line", ["decline", "hostage none", "pass"])
def test_battle_decline_no_hostage(line: str) -> None:
    """[battle/decline]"""
    assert won("hostage", MANY).says(f"koi: {line}").events[1:] == [e.AdvantageDeclined("hostage", "koi")]


# ---- cards that change hostages


def test_card_hostages_one_more_with_respect_in_one_gain() -> None:
    """[card/hostages]; reading 25: the second point is not there to be stolen."""
    told = won("hostage", MANY, cards={"koi": ("respect",)}, points={"turtle": 1})
    told.says("koi: hostage bushi", "koi: hostage bushi")
    assert told.of(e.HostageTaken) == [e.HostageTaken("koi", "turtle", "bushi")] * 2
    assert told.of(e.PointsLost, e.Scored) == [
        e.PointsLost("turtle", 1, "hostage"),
        e.Scored("koi", total(1, "stolen from turtle", "advantage/hostage")),
    ]
    assert told.awaited == ()


def test_card_hostages_one_may_be_enough_and_one_may_be_all() -> None:
    told = won("hostage", MANY, cards={"koi": ("respect",)}, points={"turtle": 5})
    told.says("koi: hostage bushi", "koi: decline")
    assert told.board.points["koi"] == 1
    alone = won(
        "hostage",
        {"koi": {"bushi": 1}, "turtle": {"bushi": 1}},
        cards={"koi": ("respect",)},
        points={"turtle": 5},
    )
    assert alone.says("koi: hostage bushi").board.points["koi"] == 1
    assert alone.awaited == ()


@pytest.mark.parametrize(("points", "gained"), [(1, 2), (0, 1)])
def test_card_hostages_are_better_with_sincerity(points: int, gained: int) -> None:
    told = won("hostage", MANY, cards={"koi": ("sincerity",)}, points={"turtle": points})
    told.says("koi: hostage bushi")
    stolen = (Term(1, "stolen from turtle", "advantage/hostage"),) if points else ()
    assert told.of(e.Scored) == [e.Scored("koi", Sum((*stolen, Term(1, "sincerity", "card/hostages"))))]
    assert told.of(e.HonorGained) == [e.HonorGained("koi", ("lotus",))]
    assert told.board.points["koi"] == gained


# ---- Hire Ronin


def test_advantage_ronin_each_token_is_force_1_and_is_not_spent() -> None:
    """[advantage/ronin]; reading 8 is RS-5."""
    told = won("ronin", {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}, ronin={"koi": 3, "turtle": 9})
    told.refuses("koi: ronin ask", "[advantage/ronin] The answer is yes or no, not ask.")
    told.says("koi: ronin yes")
    assert told.events[1:] == [e.RoninHired("koi", total(3, "3 Ronin", "advantage/ronin"))]
    assert told.board.ronin["koi"] == 3
    declined = won("ronin", {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}, ronin={"koi": 3})
    assert declined.says("koi: ronin no").events[1:] == [e.AdvantageDeclined("ronin", "koi")]


@pytest.mark.parametrize(("coins", "worth"), [(1, 0), (2, 1), (7, 6)])
def test_clan_koi_coins_in_reserve_fight_as_ronin(coins: int, worth: int) -> None:
    """[clan/koi]; reading 22: the coin on the tile does not."""
    given = board(
        {"nagato": {"koi": {"bushi": 1}, "turtle": {"bushi": 1}}}, options=Options(), coins={"koi": coins}
    )
    told = Told(at_battle(given, bids={"koi": (0, 0, 1, 0)}), Compare("ronin"))
    if not worth:
        assert told.events[1:] == [e.AdvantageEmpty("ronin", "koi", "koi has no Ronin.")]
        return
    told.says("koi: ronin yes")
    assert told.events[1:] == [e.RoninHired("koi", total(worth, f"{worth} coins in reserve", "clan/koi"))]
    assert told.board.coins["koi"] == coins


# ---- Imperial Poets


def test_advantage_poets_a_point_for_each_figure_killed() -> None:
    """[advantage/poets]"""
    told = won("poets", {"koi": {"bushi": 1}}, killed=4)
    told.refuses("koi: poets ask", "[advantage/poets] The answer is yes or no, not ask.")
    told.says("koi: poets yes")
    assert told.events[1:] == [e.Scored("koi", total(4, "4 killed in the battle", "advantage/poets"))]
    declined = won("poets", {"koi": {"bushi": 1}}, killed=4).says("koi: poets no")
    assert declined.events[1:] == [e.AdvantageDeclined("poets", "koi")]


# ---- the Sun

SUN = ("sun", "koi", "turtle")


def tied_with_the_sun(options: Options, honor: tuple[str, ...] = SUN, **more: Any) -> Told:
    there: dict[str, Army] = {clan: {"bushi": 1} for clan in SUN}
    given = board({"nagato": there}, honor=honor, options=options, **more)
    return Told(at_battle(given, bids=dict.fromkeys(SUN, (0, 0, 0, 2))), Compare("poets"))


def test_clan_sun_gains_by_a_tie_that_it_wins_by_honor() -> None:
    """[clan/sun]; reading 19: nobody loses what is on the tile, or what is not there."""
    told = tied_with_the_sun(
        Options(), coins={"sun": 2, "koi": 3, "turtle": 2}, points={"koi": 0, "turtle": 4}
    )
    assert told.of(e.ReserveChanged, e.Scored, e.PointsLost) == [
        e.ReserveChanged("sun", 1, 0, "tie won by Honor"),
        e.Scored("sun", total(1, "tie won by Honor", "clan/sun")),
        e.ReserveChanged("koi", -1, 0, "tie lost by Honor"),
        e.PointsLost("turtle", 1, "tie lost by Honor"),
    ]
    assert told.board.purse == 7


@pytest.mark.parametrize(("other", "gained"), [(2, 1), (1, 0)])
def test_clan_sun_gains_by_a_tie_of_two_for_the_token(other: int, gained: int) -> None:
    """[clan/sun, battle/outcome]"""
    there: dict[str, Army] = {"sun": {"bushi": 2}, "koi": {"bushi": other}}
    given = board({"nagato": there}, honor=SUN, options=Options(), coins={"koi": 3})
    told = Told(at_battle(given), Settle())
    assert len(told.of(e.ReserveChanged)) == 2 * gained
    assert told.board.coins == {"sun": gained, "koi": 3 - gained, "turtle": 0}


@pytest.mark.parametrize("options", [Options(sun_ties=False), Options(clan_abilities=False)])
def test_clan_sun_gains_nothing_by_an_option(options: Options) -> None:
    assert tied_with_the_sun(options, coins=dict.fromkeys(SUN, 3)).of(e.ReserveChanged) == []


def test_clan_sun_gains_nothing_by_a_tie_that_it_loses() -> None:
    told = tied_with_the_sun(Options(), honor=("koi", "sun", "turtle"), coins=dict.fromkeys(SUN, 3))
    assert told.of(e.ReserveChanged) == []
