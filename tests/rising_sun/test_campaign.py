"""A whole War phase, a whole campaign of three, and winter: told in the lines that people mail."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.kit.sums import Sum, Term
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Hostage, Token, begin
from domain.rising_sun.data.options import Options
from domain.rising_sun.view import turn
from domain.rising_sun.words.items import Prepare, Victory, Winter
from tests.rising_sun.boards import TABLES, Told, board, total

SPRING = """
herald: honor lotus koi turtle
herald: alliance turtle lotus
herald: vp turtle 3
herald: coins koi 8
herald: coins lotus 6
herald: coins turtle 4
herald: ronin lotus 3
herald: ronin turtle 1
herald: figures koi in nagato 2 bushi
herald: figures koi in nagato daimyo, bushi
herald: figures lotus in nagato shinto
herald: figures turtle in nagato oni of skulls, bushi
herald: figures turtle in edo stronghold
herald: figures koi in edo bushi
herald: figures lotus in oshu 2 bushi
herald: figures turtle in oshu 2 bushi
herald: war nagato edo oshu hokkaido kyushu
herald: ready
turtle: bid 0 3 0 1
koi: bid 0 0 1 3
koi: bid 0 0 1 2
lotus: bid 1 3 2 0
lotus: seppuku yes
lotus: hostage oni of skulls
lotus: ronin yes
koi: poets yes
koi: bid 0 0 2 0
turtle: bid 0 0 0 0
koi: ronin yes
""".strip().splitlines()
"""Nagato is the Dized example; in Edo the Turtle's stronghold fights; in Oshu two allies stand alone."""

SUMMER = """
herald: alliance koi turtle
herald: coins turtle 2
herald: coins lotus 1
herald: figures koi in edo none
herald: figures lotus in edo bushi
herald: figures turtle in edo 2 bushi, stronghold
herald: figures lotus in oshu bushi
herald: war oshu edo shikoku hokkaido kanto
herald: ready
""".strip().splitlines()


def new(options: Options | None = None) -> Told:
    seats = ("herald", "koi", "lotus", "turtle")
    return Told(begin(options or Options(), TABLES, seats), Prepare("herald"))


def test_a_whole_war_phase_of_spring() -> None:
    told = new().says(*SPRING)
    assert told.awaited == ("herald",)
    assert told.of(e.TokenTaken, e.TokenDiscarded) == [
        e.TokenTaken("lotus", "nagato", 1, "battle"),
        e.TokenTaken("koi", "edo", 1, "battle"),
        e.TokenTaken("lotus", "oshu", 1, "allied"),
        e.TokenDiscarded("hokkaido"),
        e.TokenDiscarded("kyushu"),
    ]
    assert told.events[-3:] == [
        e.ReservesDiscarded({"koi": 6, "lotus": 0, "turtle": 5}, {"koi": 0, "lotus": 3, "turtle": 1}),
        e.HostagesReturned((("lotus", "turtle", "oni-of-skulls"),)),
        e.SeasonBegan(2),
    ]
    after = told.board
    assert (after.season, after.phase, after.purse, after.alliances, after.wars) == (2, "entry", 0, (), ())
    assert (after.settled, after.war, after.entries, after.battle) == ((), 0, 0, None)
    assert after.points == {"koi": 3, "lotus": 2, "turtle": 2}
    assert after.figures["edo"] == {"koi": {"bushi": 1}, "lotus": {}, "turtle": {"stronghold": 1}}


def test_season_hostages_go_home_before_the_next_board_is_entered() -> None:
    """[season/hostages]: the monster can be summoned again, by its owner only."""
    told = new().says(*SPRING)
    assert told.board.hostages == ()
    told.refuses(
        "herald: figures koi in edo oni of skulls",
        "[board/figures] oni-of-skulls is a monster of turtle: first enter the cards of turtle without it.",
    )
    told.says("herald: figures turtle in edo oni of skulls")


def test_season_hostages_cannot_be_entered_before_they_are_home() -> None:
    given = board(hostages=(Hostage("koi", "turtle", "daimyo"),), phase="entry")
    Told(given, Prepare("herald")).refuses(
        "herald: figures turtle in edo daimyo",
        "[board/figures] turtle has 1 daimyo; 1 are elsewhere, and these are 1.",
    )


def test_a_whole_campaign_of_three_war_phases_and_winter() -> None:
    """[winter/tokens, winter/provinces, winter/victory]"""
    told = new().says(*SPRING)
    told.says(*SUMMER)
    _answer_all(told)
    assert told.board.season == 3
    told.says(
        "herald: war kanto edo oshu nagato kyushu", "herald: figures koi in kanto bushi", "herald: ready"
    )
    _answer_all(told)
    assert told.awaited == ()
    won = told.of(e.GameWon)[0]
    assert isinstance(won, e.GameWon)
    assert won.points == told.board.points
    assert RISING_SUN.winners(told.board) == (won.winner,)
    assert RISING_SUN.ending(told.board) == won.how
    scored = [event for event in told.of(e.Scored) if isinstance(event, e.Scored)]
    winter = sum(one.points.total for one in scored if one.points.terms[0].rule.startswith("winter/"))
    assert winter == sum(TABLES.token_points(token.season) for token in told.board.tokens) + 10 * sum(
        len({token.province for token in told.board.tokens if token.clan == clan}) in (3, 4)
        for clan in ("koi", "lotus", "turtle")
    )
    assert {token.season for token in told.board.tokens} == {1, 2, 3}


def _answer_all(told: Told) -> None:
    """Nobody bids, everybody declines."""
    while told.awaited not in ((), ("herald",)):
        seat = told.awaited[0]
        orders = told.scenario.game.examples(seat)
        told.scenario.when(seat, orders[1] if len(orders) > 1 else orders[0])
        told.events += told.scenario.events


def test_one_war_phase_is_a_game_by_an_option() -> None:
    """Reading 20: won by the points as they stand; nothing is scored for tokens."""
    told = new(Options(seasons=1)).says(*SPRING)
    assert told.awaited == ()
    assert told.events[-2:] == [
        e.ReservesDiscarded({"koi": 6, "lotus": 0, "turtle": 5}, {"koi": 0, "lotus": 3, "turtle": 1}),
        e.GameWon("koi", "victory", {"koi": 3, "lotus": 2, "turtle": 2}, ()),
    ]
    assert RISING_SUN.winners(told.board) == ("koi",)


# ---- a campaign that begins later, and winter entered


AUTUMN = """
herald: honor lotus koi turtle
herald: tokens koi of spring edo oshu
herald: tokens koi of summer edo
herald: tokens lotus of summer kanto
herald: war kanto edo oshu nagato kyushu
herald: figures koi in kanto bushi
herald: ready
""".strip().splitlines()
"""The Koi takes the token of Kanto and has three different provinces; four tokens."""


@pytest.mark.parametrize(("season", "number"), [("spring", 1), ("summer", 2), ("autumn", 3)])
def test_a_campaign_begins_in_the_season_that_an_option_names(season: str, number: int) -> None:
    """[board/tokens]; reading 33: one War phase less for each season that is over."""
    told = new(Options(first_season=season))  # type: ignore[arg-type]
    wars = 0
    while told.awaited:
        assert (told.board.season, turn(told.board)) == (number + wars, f"S{number + wars}")
        told.says(
            "herald: honor lotus koi turtle", "herald: war edo oshu kanto nagato kyushu", "herald: ready"
        )
        wars += 1
    assert wars == 4 - number
    assert told.of(e.WarPhaseBegan) == [e.WarPhaseBegan(nth) for nth in range(number, 4)]


def test_board_tokens_of_earlier_seasons_count_in_winter() -> None:
    """[board/tokens, winter/tokens, winter/provinces]"""
    told = new(Options(first_season="autumn")).says(*AUTUMN)
    assert told.of(e.Scored) == [
        e.Scored("lotus", total(2, "kanto (summer)", "winter/tokens")),
        e.Scored(
            "koi",
            Sum(
                (
                    Term(1, "edo (spring)", "winter/tokens"),
                    Term(1, "oshu (spring)", "winter/tokens"),
                    Term(2, "edo (summer)", "winter/tokens"),
                    Term(3, "kanto (autumn)", "winter/tokens"),
                )
            ),
        ),
        e.Scored("koi", total(10, "3 different provinces", "winter/provinces")),
    ]


def test_one_war_phase_can_be_that_of_any_season() -> None:
    told = new(Options(first_season="summer", seasons=1)).says("herald: honor lotus koi turtle", *AUTUMN[4:])
    assert told.board.tokens == (Token("koi", "kanto", 2),)
    assert told.awaited == ()


def test_winter_comes_after_a_last_board_by_an_option() -> None:
    """[board/ready]; reading 34: the points of cards, and Honor, that decide the game."""
    told = new(Options(first_season="autumn", winter="entered")).says(*AUTUMN)
    assert told.awaited == ("herald",)
    assert told.of(e.SeasonBegan, e.Scored) == [e.SeasonBegan(4)]
    assert (turn(told.board), RISING_SUN.view(told.scenario.game.state, "koi").season) == ("S4", "winter")
    told.refuses("herald: war edo oshu kanto nagato kyushu", "[board/wars] There is no war in winter.")
    told.says("herald: vp lotus 15", "herald: honor koi lotus turtle", "herald: tokens koi of autumn kanto")
    told.says("herald: ready")
    assert told.events[-1] == e.GameWon(
        "koi", "honor", {"koi": 17, "lotus": 17, "turtle": 0}, ("koi", "lotus")
    )


# ---- winter

PLACES = ("edo", "oshu", "kanto", "kansai", "nagato", "shikoku", "kyushu", "hokkaido")

# different provinces, their points
PROVINCES = [(1, 0), (2, 0), (3, 10), (4, 10), (5, 20), (6, 20), (7, 30), (8, 30)]


@pytest.mark.parametrize(("different", "points"), PROVINCES)
def test_winter_provinces_by_how_many_are_different(different: int, points: int) -> None:
    """[winter/provinces]"""
    tokens = tuple(Token("koi", province, 1) for province in PLACES[:different])
    again = (Token("koi", "edo", 2), Token("koi", "edo", 3))
    told = Told(board(tokens=(*tokens, *again)), Winter())
    assert "winter/tokens" in told.scenario.cited
    bonus = told.events[1:]
    term = Term(points, f"{different} different provinces", "winter/provinces")
    assert bonus == ([e.Scored("koi", Sum((term,)))] if points else [])


@pytest.mark.parametrize(("season", "name", "points"), [(1, "spring", 1), (2, "summer", 2), (3, "autumn", 3)])
def test_winter_tokens_by_their_season(season: int, name: str, points: int) -> None:
    """[winter/tokens]; an alliance adds nothing in winter."""
    given = board(
        tokens=(Token("koi", "edo", season),),
        cards={"koi": ("loyalty",)},
        alliances=(("koi", "lotus"),),
    )
    term = Term(points, f"edo ({name})", "winter/tokens")
    assert Told(given, Winter()).events == [e.Scored("koi", Sum((term,)))]


# points by Honor, the winner, how, those tied
VICTORIES = [
    ((1, 2, 0), "koi", "victory", ()),
    ((2, 2, 0), "lotus", "honor", ("lotus", "koi")),
    ((0, 2, 2), "koi", "honor", ("koi", "turtle")),
    ((0, 1, 2), "turtle", "victory", ()),
]


@pytest.mark.parametrize(("points", "winner", "how", "tied"), VICTORIES)
def test_winter_victory_most_points_then_honor(
    points: tuple[int, ...], winner: str, how: str, tied: tuple[str, ...]
) -> None:
    """[winter/victory]"""
    by_clan = dict(zip(("lotus", "koi", "turtle"), points, strict=True))
    told = Told(board(points=by_clan), Victory())
    assert told.events == [e.GameWon(winner, how, by_clan, tied)]  # type: ignore[arg-type]
    assert (RISING_SUN.winners(told.board), RISING_SUN.ending(told.board)) == ((winner,), how)
    assert told.board == replace(board(points=by_clan), phase="over", winner=winner, won=how)


def test_the_endings_are_those_that_the_rules_name() -> None:
    assert set(RISING_SUN.endings) == {"settled", *(how for _, _, how, _ in VICTORIES)}
