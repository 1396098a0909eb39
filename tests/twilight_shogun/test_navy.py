"""The optional rule: chapter 12 [12.0, 12.1]."""

from __future__ import annotations

import pytest

from domain.twilight_shogun.board.events import NavyPlaced, TurnEnded
from domain.twilight_shogun.board.state import Board, support
from domain.twilight_shogun.data.options import PRESETS
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.words.items import CheckNavy, PlaceNavy, Refresh
from domain.twilight_shogun.words.orders import Navy
from tests.twilight_shogun.boards import board, refusal, scenario

HARBOURS = ("kyo", "nagasaki", "mito", "fukui", "tosa", "choshu", "satsuma")


def afloat(**more: object) -> Board:
    return board(options=PRESETS["navy"], **more)  # type: ignore[arg-type]


# [12.1], reading 27: VP, and who places the marker
@pytest.mark.parametrize(("vp", "seat"), [(10, PRO), (9, ""), (-10, ANTI), (-9, ""), (0, ""), (15, PRO)])
def test_12_0_12_1_who_is_ten_behind_places_the_marker(vp: int, seat: str) -> None:
    told = scenario(afloat(vp=vp), CheckNavy()).goes_on()
    if seat:
        assert told.agenda == (PlaceNavy(seat),)
    else:
        assert told.then(NavyPlaced("", "edo", "head")).markers["navy"].space == "edo"


def test_12_1_without_the_option_there_is_no_marker() -> None:
    assert scenario(board(vp=19), CheckNavy()).goes_on().then().markers == {}


def test_12_1_kyo_the_open_ports_and_the_powered_clans() -> None:
    told = scenario(afloat(vp=10), PlaceNavy(PRO))
    assert {offer.space for offer in told.offers(PRO) or ()} == set(HARBOURS)  # type: ignore[attr-defined]
    opened = scenario(afloat(vp=10, yokohama=True), PlaceNavy(PRO))
    assert {offer.space for offer in opened.offers(PRO) or ()} == {*HARBOURS, "yokohama"}  # type: ignore[attr-defined]


# [12.1]: who places it, the face, and whose support it is
@pytest.mark.parametrize(("seat", "face"), [(PRO, "head"), (ANTI, "tail")])
def test_12_1_the_marker_shows_the_face_of_the_side(seat: str, face: str) -> None:
    told = scenario(afloat(vp=10 if seat == PRO else -10), PlaceNavy(seat)).when(seat, Navy("tosa"))
    after = told.then(NavyPlaced(seat, "tosa", face))
    assert support(after, "tosa", seat) == 2 + (seat == ANTI)  # Anti-Bakufu has an inherent 1 in Tosa


# [12.1]: where it may not stand
@pytest.mark.parametrize(
    ("space", "why"),
    [
        ("aizu", "[12.1] The marker may stand in Kyo, an open port or a powered clan; aizu is none of them."),
        ("yokohama", "[2.24] yokohama is not in play until its port is opened."),
        ("edo", "[2.11] No influence may stand in edo."),
    ],
)
def test_12_1_refuses(space: str, why: str) -> None:
    assert refusal(scenario(afloat(vp=10), PlaceNavy(PRO)), PRO, Navy(space)) == why


def test_12_1_at_the_end_of_the_turn_it_is_back_in_edo() -> None:
    told = scenario(afloat(markers={"navy": ("tosa", "tail")}), Refresh()).goes_on()
    told.then(NavyPlaced("", "edo", "tail"), TurnEnded(3))
    assert told.cited == ("12.1", "10.0")
    assert scenario(told.board, Refresh()).goes_on().events == (TurnEnded(3),)
