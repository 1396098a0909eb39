"""Battles of a game that is played elsewhere: two clans suffice, and the end is a sheet."""

from __future__ import annotations

import csv

import pytest

from domain.kit.errors import IllegalMove
from domain.rising_sun import RISING_SUN
from domain.rising_sun.board import events as e
from domain.rising_sun.board.state import Board, begin
from domain.rising_sun.data.headings import STATUSES
from domain.rising_sun.data.options import Options
from domain.rising_sun.herald import setup
from domain.rising_sun.view import View, view
from domain.rising_sun.words.items import Prepare
from projections.rising_sun.board import board as picture
from tests.rising_sun.boards import FILES, TABLES, Told
from tests.rising_sun.test_campaign import SPRING

BATTLES = Options(settles="battles")

TWO = """
herald: honor lotus koi
herald: coins koi 6
herald: coins lotus 3
herald: ronin lotus 2
herald: vp koi 4
herald: vp lotus 1
herald: figures koi in nagato daimyo, bushi
herald: figures lotus in nagato 2 bushi, shinto
herald: figures koi in edo bushi
herald: war nagato
herald: ready
koi: bid 0 2 0 1
lotus: bid 0 0 0 2
koi: hostage shinto
lotus: poets yes
""".strip().splitlines()
"""Koi 2, Lotus 2 after the hostage: a tie, which the Lotus wins by Honor."""


def new(*clans: str) -> Told:
    return Told(begin(BATTLES, TABLES, ("herald", *clans)), Prepare("herald"))


def seen(told: Told) -> View:
    return view(told.scenario.game.state, "lotus")


def test_a_battle_of_two_ends_with_its_sheet() -> None:
    """[war-phase/settled]: force and tie, token, points, coins, Ronin, Honor, killed and captured."""
    told = new("koi", "lotus").says(*TWO)
    assert told.awaited == ()
    assert told.events[-1] == e.BattlesSettled(
        (e.WarSettled("nagato", {"lotus": 2, "koi": 2}, ("lotus", "koi"), "lotus"),),
        {
            "lotus": e.ClanSettled((1, 2), (3, 1), (2, 2), {}, {"shinto": 1}),
            "koi": e.ClanSettled((4, 5), (6, 5), (0, 0), {"daimyo": 1, "bushi": 1}, {}),
        },
        (("lotus", "koi"), ("lotus", "koi")),
    )
    assert not told.of(e.ReservesDiscarded, e.GameWon, e.HostagesReturned)
    assert (RISING_SUN.winners(told.board), RISING_SUN.ending(told.board)) == ((), "settled")
    assert RISING_SUN.conserved(told.board) == ""


def test_the_board_shows_the_force_that_decided_and_how_a_tie_fell() -> None:
    """The figures of the Koi are dead, and the board still says why."""
    told = new("koi", "lotus").says(*TWO)
    nagato = next(one for one in seen(told).provinces if one.name == "nagato")
    assert (nagato.forces, nagato.decided, nagato.tied) == (
        {"lotus": 2},
        {"lotus": 2, "koi": 2},
        ("lotus", "koi"),
    )
    said = " ".join(picture(seen(told)).split())
    assert "token: Lotus; decided by Force: Lotus 2 and Koi 2; a tie, to Lotus by Honor" in said
    assert "Koi 4 > 5 6 > 5 0 2 killed: daimyo and bushi" in said


def test_the_lines_for_the_next_board_are_what_has_changed() -> None:
    told = new("koi", "lotus").says(*TWO)
    assert seen(told).entry == (
        "vp lotus 2",
        "coins lotus 1",
        "vp koi 5",
        "coins koi 5",
        "figures koi in nagato none",
        "figures lotus in nagato 2-bushi",
    )


OVER_SEA = """
herald: honor lotus koi
herald: figures koi in kyushu nure-onna, bushi
herald: figures lotus in shikoku shinto
herald: war shikoku
herald: ready
koi: cross yes
""".strip().splitlines()
"""The monster leaves Kyushu for Shikoku, which comes before it on the map, and wins there."""


@pytest.mark.parametrize(
    ("lines", "clans"),
    [(TWO, ("koi", "lotus")), (SPRING, ("koi", "lotus", "turtle")), (OVER_SEA, ("koi", "lotus"))],
)
def test_the_lines_entered_on_the_board_before_give_the_board_after(
    lines: list[str], clans: tuple[str, ...]
) -> None:
    """[war-phase/settled]: whatever the battles were, nothing is missing in them, and each is accepted."""
    told = new(*clans).says(*lines)
    entered = [line for line in lines if line.startswith("herald: ") and line != "herald: ready"]
    again = new(*clans).says(*entered, *(f"herald: {line}" for line in seen(told).entry))
    assert _lies(again.board) == _lies(told.board)


def test_a_figure_leaves_its_province_before_it_comes_into_another() -> None:
    """[war-phase/settled, board/figures]: a monster that stands elsewhere would be refused."""
    assert seen(new("koi", "lotus").says(*OVER_SEA)).entry == (
        "figures lotus in shikoku none",
        "figures koi in kyushu bushi",
        "figures koi in shikoku nure-onna",
    )


RISEN = """
herald: honor lotus koi
herald: figures koi in edo phoenix
herald: figures lotus in edo 3 bushi
herald: war edo
herald: ready
""".strip().splitlines()


def test_a_monster_that_rises_again_is_not_on_the_sheet_of_the_killed() -> None:
    """[war-phase/settled, card/killed]: the Phoenix stands on the board as before."""
    told = new("koi", "lotus").says(*RISEN)
    assert told.of(e.FigureReturned) == [e.FigureReturned("koi", "phoenix", "edo")]
    sheet = seen(told).sheet
    assert sheet is not None
    assert sheet.clans["koi"].killed == {}
    assert told.board.figures["edo"]["koi"] == {"phoenix": 1}


def test_the_force_that_decided_is_of_this_season() -> None:
    """[board/ready]: the herald's next board is no more told by the battles of the last."""
    told = Told(begin(Options(), TABLES, ("herald", "koi", "lotus", "turtle")), Prepare("herald"))
    told.says(*SPRING)
    assert told.board.phase == "entry"
    assert [one.name for one in seen(told).provinces if one.decided or one.tied] == []


def _lies(board: Board) -> tuple[object, ...]:
    figures = {
        (province, clan): army
        for province, there in board.figures.items()
        for clan, army in there.items()
        if army
    }
    return board.honor, board.points, board.coins, board.ronin, figures


@pytest.mark.parametrize(("clans", "fits"), [(1, False), (2, True), (6, True), (7, False)])
def test_setup_two_clans_suffice_for_a_battle(clans: int, fits: bool) -> None:
    """[setup/seats]; a campaign wants as many as the box says."""
    board = begin(BATTLES, TABLES, RISING_SUN.seats[: clans + 1])
    if fits:
        assert setup(board)
        return
    with pytest.raises(IllegalMove, match="2 to 6 clans"):
        setup(board)


def test_setup_a_campaign_of_two_is_refused() -> None:
    with pytest.raises(IllegalMove, match="3 to 6 clans"):
        setup(begin(Options(), TABLES, RISING_SUN.seats[:3]))


def test_what_is_said_of_the_cards_is_what_their_file_says() -> None:
    """All effects but those that the sentence names come from the one repository."""
    rows = csv.DictReader(
        line for line in FILES["cards.csv"].decode().splitlines() if not line.startswith("#")
    )
    others = {row["name"] for row in rows if "src/types/game.ts" not in row["source"]}
    assert others == {"oni-of-skulls"}
    assert all(f"but {other} come" in STATUSES["card/force"] for other in others)
