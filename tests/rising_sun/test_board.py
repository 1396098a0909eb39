"""Boards that the herald enters: every entry, both sides of its limits, corrections until the war begins."""

from __future__ import annotations

import pytest

from domain.kit.errors import IllegalMove
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Token, begin
from domain.rising_sun.data.options import Options
from domain.rising_sun.herald import setup
from domain.rising_sun.words.items import Prepare
from domain.rising_sun.words.orders import Coins, Figures
from tests.rising_sun.boards import PLAIN, TABLES, Told

FREE = Options(wars="free", clan_abilities=False)


def empty(options: Options = FREE, clans: tuple[str, ...] = ("koi", "lotus", "turtle")) -> Told:
    return Told(begin(options, TABLES, ("herald", *clans)), Prepare("herald"))


# a line of the herald, what is recorded
ENTRIES = [
    ("honor lotus koi turtle", (e.HonorEntered(("lotus", "koi", "turtle")),)),
    ("alliance turtle lotus", (e.AllianceEntered("turtle", "lotus"),)),
    ("alone turtle", (e.AllianceDropped("turtle"),)),
    ("coins koi 8", (e.CoinsEntered("koi", 8),)),
    ("ronin koi 2", (e.RoninEntered("koi", 2),)),
    ("vp koi 5", (e.PointsEntered("koi", 5),)),
    ("figures koi nagato 2 bushi, daimyo", (e.FiguresEntered("koi", "nagato", {"bushi": 2, "daimyo": 1}),)),
    ("figures koi in nagato none", (e.FiguresEntered("koi", "nagato", {}),)),
    (
        "figures turtle in edo oni of skulls, bushi",
        (
            e.FiguresEntered("turtle", "edo", {"oni-of-skulls": 1, "bushi": 1}),
            e.CardsEntered("turtle", ("oni-of-skulls",)),
        ),
    ),
    ("cards koi path of the lion, phoenix", (e.CardsEntered("koi", ("path-of-the-lion", "phoenix")),)),
    ("cards koi none", (e.CardsEntered("koi", ()),)),
    ("war nagato kyushu edo", (e.WarsEntered(("nagato", "kyushu", "edo")),)),
]


@pytest.mark.parametrize(("line", "recorded"), ENTRIES)
def test_board_herald_an_entry_is_recorded_and_the_herald_is_asked_again(
    line: str, recorded: tuple[object, ...]
) -> None:
    """[board/herald, board/honor, board/alliances, board/reserves, board/figures, board/cards, board/wars]"""
    told = empty().says(f"herald: {line}")
    assert tuple(told.events) == recorded
    assert told.awaited == ("herald",)
    assert told.board.entries == len(recorded)


REFUSED = [
    ("honor lotus koi", "[board/honor] The track has each clan once: koi, lotus, turtle, the highest first."),
    (
        "honor lotus koi koi",
        "[board/honor] The track has each clan once: koi, lotus, turtle, the highest first.",
    ),
    ("honor lotus koi fox", "[board/honor] fox does not play here; the clans are koi, lotus, turtle."),
    ("alliance koi koi", "[board/alliances] An alliance is between two clans; koi is one."),
    ("alone fox", "[board/alliances] fox does not play here; the clans are koi, lotus, turtle."),
    ("coins moon 3", "[board/reserves] moon does not play here; the clans are koi, lotus, turtle."),
    ("ronin moon 3", "[board/reserves] moon does not play here; the clans are koi, lotus, turtle."),
    ("vp moon 3", "[board/reserves] moon does not play here; the clans are koi, lotus, turtle."),
    (
        "figures koi in edo bushi, 2 bushi",
        "[board/figures] bushi stands twice in this line; write the number before it.",
    ),
    (
        "cards koi phoenix, phoenix",
        "[board/cards] phoenix has 1 copy; 0 with other clans, and 2 here.",
    ),
    ("war nagato nagato", "[board/wars] A province has one war number; one of these stands twice."),
    ("ready", "[board/ready] The Honor track is not entered."),
]


@pytest.mark.parametrize(("line", "why"), REFUSED)
def test_board_an_entry_is_refused_with_its_reason(line: str, why: str) -> None:
    empty().refuses(f"herald: {line}", why)


def test_board_reserves_a_clan_has_at_least_nothing() -> None:
    told = empty()
    with pytest.raises(IllegalMove, match=r"^\[board/reserves\] koi cannot have -1\."):
        told.scenario.when("herald", Coins("koi", -1))
    told.scenario.when("herald", Coins("koi", 0))


def test_board_figures_a_clan_has_six_bushi_wherever_they_stand() -> None:
    told = empty().says("herald: figures koi in edo 4 bushi")
    told.refuses(
        "herald: figures koi in oshu 3 bushi",
        "[board/figures] koi has 6 bushi; 4 are elsewhere, and these are 3.",
    )
    told.says("herald: figures koi in oshu 2 bushi", "herald: figures koi in edo 2 bushi")
    told.says("herald: figures koi in oshu 4 bushi")
    assert told.board.figures["oshu"]["koi"] == {"bushi": 4}


@pytest.mark.parametrize("troop", ["courage", "borrowed-bushi", "2-phoenix", "dragon"])
def test_board_figures_only_kinds_and_monsters_stand_on_the_map(troop: str) -> None:
    told = empty()
    with pytest.raises(
        IllegalMove, match=rf"^\[board/figures\] There is no figure {troop}; there are daimyo"
    ):
        told.scenario.when("herald", Figures("koi", "edo", (troop,)))


def test_board_figures_a_monster_has_one_owner_and_one_place() -> None:
    told = empty().says("herald: figures koi in edo phoenix")
    told.refuses(
        "herald: figures koi in oshu phoenix",
        "[board/figures] phoenix stands in another province: first enter that one without it.",
    )
    told.refuses(
        "herald: figures lotus in edo phoenix",
        "[board/figures] phoenix is a monster of koi: first enter the cards of koi without it.",
    )
    told.refuses(
        "herald: cards koi none", "[board/cards] koi has phoenix on the map; its card belongs to the clan."
    )
    told.says("herald: figures koi in edo none", "herald: figures koi in oshu phoenix")
    assert told.board.cards["koi"] == ("phoenix",)


def test_board_cards_there_are_two_copies_of_a_virtue() -> None:
    told = empty().says("herald: cards koi courage", "herald: cards lotus courage")
    told.refuses(
        "herald: cards turtle courage", "[board/cards] courage has 2 copies; 2 with other clans, and 1 here."
    )
    told.says("herald: cards koi none", "herald: cards turtle courage")


def test_board_alliances_a_new_one_ends_the_old_ones() -> None:
    told = empty().says("herald: alliance koi lotus", "herald: alliance lotus turtle")
    assert told.board.alliances == (("lotus", "turtle"),)
    assert told.says("herald: alone turtle").board.alliances == ()


def test_board_herald_whatever_was_entered_can_be_corrected() -> None:
    told = empty().says("herald: coins koi 8", "herald: vp koi 9", "herald: honor koi lotus turtle")
    told.says("herald: coins koi 3", "herald: vp koi 0", "herald: honor turtle lotus koi")
    assert (told.board.coins["koi"], told.board.purse, told.board.points["koi"]) == (3, 3, 0)
    assert told.board.honor == ("turtle", "lotus", "koi")


def summer() -> Told:
    """The Koi has the token of Edo, of spring."""
    given = begin(Options(first_season="summer"), TABLES, ("herald", "koi", "lotus", "turtle"))
    return Told(given, Prepare("herald")).says("herald: tokens koi of spring edo")


TOKENS = [
    ("tokens koi of summer edo", "This is summer; tokens of summer are won in its own War phase."),
    ("tokens koi of autumn edo", "This is summer; tokens of autumn are won in its own War phase."),
    ("tokens koi of spring oshu oshu", "A province has one token in a season; one of these stands twice."),
    ("tokens fox of spring oshu", "fox does not play here; the clans are koi, lotus, turtle."),
    (
        "tokens lotus of spring oshu edo",
        "koi has the token of edo: first enter the tokens of koi without it.",
    ),
]


@pytest.mark.parametrize(("line", "why"), TOKENS)
def test_board_tokens_of_earlier_seasons_only_and_each_once(line: str, why: str) -> None:
    """[board/tokens]"""
    summer().refuses(f"herald: {line}", f"[board/tokens] {why}")


def test_board_tokens_replace_those_of_the_season() -> None:
    told = summer().says("herald: tokens koi of spring oshu kanto", "herald: tokens lotus of spring edo")
    assert told.of(e.TokensEntered)[-2:] == [
        e.TokensEntered("koi", 1, ("oshu", "kanto")),
        e.TokensEntered("lotus", 1, ("edo",)),
    ]
    told.says("herald: tokens koi of spring none")
    assert told.board.tokens == (Token("lotus", "edo", 1),)


def test_board_tokens_there_are_none_before_spring() -> None:
    empty().refuses(
        "herald: tokens koi of spring edo",
        "[board/tokens] This is spring; tokens of spring are won in its own War phase.",
    )


@pytest.mark.parametrize(("wars", "given"), [("edo oshu kanto nagato", 4), ("edo oshu kanto", 3)])
def test_board_wars_three_clans_have_five(wars: str, given: int) -> None:
    told = empty(PLAIN)
    told.refuses(f"herald: war {wars}", f"[board/wars] 3 clans have 5 wars in a season; these are {given}.")
    told.says("herald: war edo oshu kanto nagato kyushu")


def test_board_wars_may_be_any_number_by_an_option() -> None:
    """Reading 21."""
    assert empty().says("herald: war edo").board.wars == ("edo",)


def test_board_ready_needs_the_track_and_the_wars_and_then_war_begins() -> None:
    told = empty().says("herald: honor koi lotus turtle")
    told.refuses("herald: ready", "[board/ready] The war provinces of this season are not entered.")
    told.says("herald: war edo", "herald: ready")
    assert told.events[2:4] == [e.WarPhaseBegan(1), e.WarOpened("edo", 1)]


def test_board_herald_only_the_herald_enters_and_not_in_the_war() -> None:
    told = empty()
    for seat in ("koi", "lotus"):
        with pytest.raises(Exception, match=rf"It is not the turn of {seat}"):
            told.says(f"{seat}: coins koi 8")


# clans at the table, the refusal or ""
SEATED = [
    (("koi", "lotus"), "Rising Sun is for 3 to 6 clans; 2 are seated."),
    (("koi", "lotus", "turtle"), ""),
    (("koi", "lotus", "turtle", "fox", "sun", "moon"), ""),
    (
        ("koi", "lotus", "turtle", "fox", "sun", "moon", "bonsai"),
        "Rising Sun is for 3 to 6 clans; 7 are seated.",
    ),
]


@pytest.mark.parametrize(("clans", "why"), SEATED)
def test_setup_seats_three_to_six_clans(clans: tuple[str, ...], why: str) -> None:
    """[setup/seats]"""
    given = begin(PLAIN, TABLES, (*clans, "herald"))
    if not why:
        assert setup(given)[0].then == (Prepare("herald"),)
        return
    with pytest.raises(IllegalMove) as refusal:
        setup(given)
    assert (refusal.value.rule, refusal.value.why) == ("setup/seats", why)


def test_setup_seats_the_herald_must_be_there() -> None:
    with pytest.raises(IllegalMove) as refusal:
        setup(begin(PLAIN, TABLES, ("koi", "lotus", "turtle")))
    assert str(refusal.value) == (
        "[setup/seats] Nobody sits at herald, who enters the boards before each War phase. "
        "Give that seat to the referee, or to a player."
    )
    assert all(scenario.needs == ("herald",) for scenario in RISING_SUN.scenarios)
