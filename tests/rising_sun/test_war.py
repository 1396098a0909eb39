"""The War phase: provinces in their order, who is involved, and what happens before and after."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Army
from domain.rising_sun.data.options import Options
from domain.rising_sun.view import turn
from domain.rising_sun.words.items import BeginWar, War
from tests.rising_sun.boards import PLAIN, Told, board, total


def test_war_phase_order_provinces_come_by_their_numbers() -> None:
    """[war-phase/order, war-phase/cleanup]"""
    given = board(
        {"oshu": {"koi": {"bushi": 1}}, "edo": {"turtle": {"bushi": 1}}},
        wars=("oshu", "kanto", "edo"),
        coins={"koi": 3},
        ronin={"turtle": 2},
        options=Options(seasons=1, clan_abilities=False),
    )
    told = Told(given, BeginWar())
    assert told.events == [
        e.WarOpened("oshu", 1),
        e.TokenTaken("koi", "oshu", 1, "uncontested"),
        e.WarOpened("kanto", 2),
        e.TokenDiscarded("kanto"),
        e.WarOpened("edo", 3),
        e.TokenTaken("turtle", "edo", 1, "uncontested"),
        e.ReservesDiscarded({"lotus": 0, "koi": 3, "turtle": 0}, {"lotus": 0, "koi": 0, "turtle": 2}),
        e.GameWon("lotus", "honor", {"lotus": 0, "koi": 0, "turtle": 0}, ("lotus", "koi", "turtle")),
    ]
    assert set(told.board.coins.values()) | set(told.board.ronin.values()) | {told.board.purse} == {0}


def test_war_phase_order_a_turn_is_that_of_its_war_to_its_end() -> None:
    """The token is taken before the poets sing and the coins are paid: all of it is the first war."""
    given = board(
        {"oshu": {"koi": {"bushi": 1}, "lotus": {"bushi": 2}}, "edo": {"turtle": {"bushi": 1}}},
        wars=("oshu", "edo"),
        coins={"koi": 1},
    )
    told = Told(given, BeginWar())
    assert turn(told.board) == "S1.1"
    told.says("koi: bid 0 0 0 1")
    assert e.TokenTaken("lotus", "oshu", 1, "battle") in told.events
    assert (told.awaited, turn(told.board)) == (("koi",), "S1.1")
    told.says("koi: poets yes")
    assert told.of(e.WarOpened) == [e.WarOpened("oshu", 1), e.WarOpened("edo", 2)]
    assert turn(told.board) == "S2"


# what stands in Nagato, the allies, what happens
INVOLVED = [
    ({}, (), "nobody"),
    ({"koi": {"bushi": 1}}, (), "uncontested"),
    ({"koi": {"bushi": 1}, "turtle": {"stronghold": 1}}, (), "uncontested"),
    ({"koi": {"bushi": 1}, "turtle": {"bushi": 1}}, (), "battle"),
    ({"koi": {"bushi": 1}, "turtle": {"bushi": 1}}, ("koi", "turtle"), "allied"),
    ({"koi": {"bushi": 1}, "turtle": {"bushi": 1}}, ("koi", "lotus"), "battle"),
    (
        {"koi": {"bushi": 1}, "turtle": {"bushi": 1}, "lotus": {"bushi": 1}},
        ("koi", "turtle"),
        "battle",
    ),
]


@pytest.mark.parametrize(("there", "allies", "what"), INVOLVED)
def test_battle_involved_two_with_force_who_are_not_allied(
    there: dict[str, Army], allies: tuple[str, str], what: str
) -> None:
    """[battle/involved, war-phase/uncontested, war-phase/allied-pair]; readings 1 and 2."""
    told = Told(board({"nagato": there}, alliances=(allies,) if allies else ()))
    taken = told.of(e.TokenTaken)
    if what == "nobody":
        assert told.events == [e.WarOpened("nagato", 1), e.TokenDiscarded("nagato")]
        return
    assert isinstance(taken[0], e.TokenTaken)
    assert taken[0].how == what
    fighting = [event.players for event in told.of(e.BattleBegan) if isinstance(event, e.BattleBegan)]
    everybody = tuple(clan for clan in ("lotus", "koi", "turtle") if clan in there)
    assert fighting == ([everybody] if what == "battle" else [])


def test_war_phase_allied_pair_a_tie_goes_to_the_higher_honor() -> None:
    given = board({"nagato": {"koi": {"bushi": 2}, "turtle": {"bushi": 2}}}, alliances=(("koi", "turtle"),))
    force = total(2, "2 bushi", "figures/force")
    assert Told(given).events == [
        e.WarOpened("nagato", 1),
        e.ForcesCompared("nagato", {"koi": force, "turtle": force}, ("koi", "turtle")),
        e.TokenTaken("koi", "nagato", 1, "allied"),
    ]


# ---- the Koi


@pytest.mark.parametrize(("ronin", "coins"), [(3, 5), (1, 3), (0, 2)])
def test_clan_koi_ronin_become_coins_at_the_start(ronin: int, coins: int) -> None:
    """[clan/koi]"""
    given = board(options=Options(), coins={"koi": 2}, ronin={"koi": ronin, "turtle": 4}, wars=())
    told = Told(given, BeginWar())
    assert told.of(e.RoninSwapped) == ([e.RoninSwapped("koi", ronin)] if ronin else [])
    discarded = told.of(e.ReservesDiscarded)
    assert discarded == [
        e.ReservesDiscarded({"lotus": 0, "koi": coins, "turtle": 0}, {"lotus": 0, "koi": 0, "turtle": 4})
    ]


def test_clan_koi_keeps_its_ronin_without_clan_abilities() -> None:
    """Reading 14."""
    assert Told(board(ronin={"koi": 3}, wars=()), BeginWar()).of(e.RoninSwapped) == []


# ---- the Fox


FOX = ("fox", "koi", "turtle")


def fox(timing: str = "phase", bushi: int = 0) -> Told:
    given = board(
        {
            "edo": {"koi": {"bushi": 1}, "turtle": {"bushi": 1}},
            "oshu": {"fox": {"shinto": 1}},
            "hokkaido": {"fox": {"bushi": bushi}} if bushi else {},
        },
        honor=FOX,
        options=Options(fox_timing=timing),  # type: ignore[arg-type]
        wars=("edo", "oshu", "kanto"),
    )
    return Told(given, BeginWar())


def test_clan_fox_places_a_bushi_in_each_war_province_where_it_has_nothing() -> None:
    """[clan/fox]; reading 18."""
    told = fox()
    assert told.awaited == ("fox",)
    why = "[clan/fox] A free Bushi goes where you have nothing and there is a war now: edo, kanto."
    told.refuses("fox: place oshu", why).refuses("fox: place kyushu", why)
    told.says("fox: place kanto", "fox: decline")
    assert told.of(e.BushiPlaced, e.EffectDeclined) == [
        e.BushiPlaced("fox", "kanto"),
        e.EffectDeclined("fox", "free Bushi"),
    ]
    assert e.TokenTaken("fox", "kanto", 1, "uncontested") in told.events


@pytest.mark.parametrize(("bushi", "placed"), [(6, 0), (5, 1), (4, 2)])
def test_clan_fox_places_no_more_than_are_in_its_reserve(bushi: int, placed: int) -> None:
    told = fox(bushi=bushi)
    for province in ("edo", "kanto")[:placed]:
        assert told.awaited == ("fox",)
        told.says(f"fox: place {province}")
    assert len(told.of(e.BushiPlaced)) == placed
    assert e.TokenTaken("fox", "oshu", 1, "uncontested") in told.events


def test_clan_fox_may_place_before_each_battle_by_an_option() -> None:
    told = fox("battle")
    assert told.events == [e.WarOpened("edo", 1)]
    told.says("fox: place edo")
    assert told.events[1:3] == [
        e.BushiPlaced("fox", "edo"),
        e.BattleBegan("edo", ("fox", "koi", "turtle"), dict.fromkeys(FOX, 0), dict.fromkeys(FOX, 0)),
    ]
    assert e.TokenDiscarded("kanto") in told.events
    assert told.board.figures["edo"] == {"fox": {"bushi": 1}, "koi": {}, "turtle": {}}


def test_clan_fox_that_declines_is_not_in_the_battle() -> None:
    told = fox("battle").says("fox: decline")
    assert told.of(e.BattleBegan) == [
        e.BattleBegan("edo", ("koi", "turtle"), {"koi": 0, "turtle": 0}, {"koi": 0, "turtle": 0})
    ]


# ---- a monster from over the sea


def at_sea(source: str) -> Told:
    """Nagato has no sea route; Kyushu has one to Shikoku, Kansai and Hokkaido."""
    there = {
        source: {"koi": {"nure-onna": 1}},
        "kyushu": {"turtle": {"bushi": 1}, "lotus": {"shinto": 1}},
    }
    return Told(board(there, wars=("kyushu",), options=PLAIN), War("kyushu"))


def test_card_crosses_a_sea_route_to_join_the_battle() -> None:
    """[card/crosses]"""
    told = at_sea("shikoku")
    assert told.awaited == ("koi",)
    told.refuses("koi: cross ask", "[card/crosses] The answer is yes or no, not ask.")
    told.says("koi: cross yes")
    assert told.events[:3] == [
        e.WarOpened("kyushu", 1),
        e.FigureMoved("koi", "nure-onna", "koi", "nure-onna", "shikoku", "kyushu"),
        e.BattleBegan(
            "kyushu",
            ("lotus", "koi", "turtle"),
            {"lotus": 0, "koi": 0, "turtle": 0},
            {"lotus": 0, "koi": 0, "turtle": 0},
        ),
    ]
    assert told.of(e.TokenTaken) == [e.TokenTaken("koi", "kyushu", 1, "battle")]


def test_card_crosses_or_stays() -> None:
    told = at_sea("hokkaido").says("koi: cross no")
    assert told.events[1] == e.EffectDeclined("koi", "nure-onna")
    assert told.board.figures["hokkaido"]["koi"] == {"nure-onna": 1}


def test_card_crosses_only_where_a_sea_route_leads() -> None:
    told = at_sea("nagato")
    assert isinstance(told.events[1], e.BattleBegan)
    assert replace(told.board).figures["nagato"]["koi"] == {"nure-onna": 1}
