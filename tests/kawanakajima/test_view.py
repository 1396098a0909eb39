"""What each viewpoint may know of a board."""

from __future__ import annotations

import msgspec
import pytest

from domain.kawanakajima.board.state import Note
from domain.kawanakajima.data.options import Options
from domain.kawanakajima.view import ArmySeen, turn, view, winners
from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE
from tests.kawanakajima.pictured import TAKEDA, UESUGI, middle

VIEWERS = ("takeda", "uesugi", PUBLIC, REFEREE)


def army(viewer: str, side: str, options: Options = Options(), **changed: object) -> ArmySeen:  # noqa: B008
    seen = view(State(middle(options, **changed)), viewer)
    return next(one for one in seen.armies if one.seat == side)


# viewer, side, whether the viewer knows what that side has written down
KNOWS = [
    ("takeda", "takeda", True),
    ("takeda", "uesugi", False),
    ("uesugi", "takeda", False),
    ("uesugi", "uesugi", True),
    (PUBLIC, "takeda", False),
    (PUBLIC, "uesugi", False),
    (REFEREE, "takeda", True),
    (REFEREE, "uesugi", True),
]


@pytest.mark.parametrize(("viewer", "side", "known"), KNOWS)
def test_what_a_side_has_written_is_its_own(viewer: str, side: str, known: bool) -> None:
    """Plan [7.1], points saved [7.2], notes of special chits [8.3], entry points [16.2], standing orders."""
    own, seen = {"takeda": TAKEDA, "uesugi": UESUGI}[side], army(viewer, side)
    notes = {"takeda": {"t2": Note("attack", ("tG",))}, "uesugi": {"u1": Note("retreat", ("uF",))}}
    entries = [clan.entry for clan in seen.clans if clan.clan in ("tO", "tP", "uB")]
    assert seen.plan == (own.plan if known else None)
    assert seen.saved == (own.saved if known else None)
    assert seen.left == ({name: n for name, n in own.left.items() if n} if known else None)
    assert seen.notes == (notes[side] if known else None)
    assert seen.choices == (own.choices if known else None)
    assert seen.standing == (own.standing if known else None)
    expected = ["D3", "D3"] if side == "takeda" else [""]
    assert entries == (expected if known else [None] * len(expected))


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_plan_that_has_been_used_is_known_to_all(viewer: str) -> None:
    """[7.1]"""
    shown = {"takeda": TAKEDA, "uesugi": msgspec.structs.replace(UESUGI, shown=True)}
    assert army(viewer, "uesugi", armies=shown).plan == "saku"
    assert army(viewer, "takeda", armies=shown).plan == (
        "kokuyoku" if viewer in ("takeda", REFEREE) else None
    )


@pytest.mark.parametrize("viewer", VIEWERS)
def test_postures_are_open_unless_both_sides_agree_otherwise(viewer: str) -> None:
    """[6.2]"""
    plain = {clan.clan: clan.posture for clan in army(viewer, "takeda").clans}
    assert (plain["tG"], plain["tM"], plain["tA"]) == ("regroup", "move", "defence")
    secret = {clan.posture for clan in army(viewer, "takeda", Options(secret_postures=True)).clans}
    assert secret == ({"regroup", "move", "defence"} if viewer in ("takeda", REFEREE) else {None})


@pytest.mark.parametrize("viewer", VIEWERS)
def test_everything_is_open_once_the_game_is_over(viewer: str) -> None:
    """[17.5]"""
    options = Options(secret_postures=True)
    over = [
        army(viewer, side, options, ending="points", winners=("uesugi",)) for side in ("takeda", "uesugi")
    ]
    known = [
        army(REFEREE, side, options, ending="points", winners=("uesugi",)) for side in ("takeda", "uesugi")
    ]
    assert over == known
    assert over[0].saved == 3


@pytest.mark.parametrize("viewer", VIEWERS)
def test_chits_stand_where_everybody_sees_them(viewer: str) -> None:
    """[8.1, 9.3]"""
    seen = view(State(middle()), viewer)
    assert seen.bowl == ("tG", "uB", "u1", "samurai takeda", "march", "combat takeda")
    assert seen.played == ("rally", "combat uesugi", "initiative")
    assert army(viewer, "takeda").delays == {"1": ("tM", "t2"), "3": ("tO",)}
    assert army(viewer, "takeda").command == {"shingen": 3, "kosaka": 2}
    assert army(viewer, "uesugi").command == {"kenshin": 5}
    assert seen.lead == -4


def test_a_unit_is_seen_with_its_state_and_its_living_leader() -> None:
    """[5.1, 5.3]"""
    units = {unit.unit: unit for clan in army(PUBLIC, "uesugi").clans for unit in clan.units}
    assert (units["uB1"].state, units["uB1"].leader, units["uB1"].samurai) == ("shaken", 1, True)
    assert (units["uF2"].state, units["uF2"].hex, units["uF2"].leader) == ("eliminated", "", 0)
    takeda = {unit.unit: unit for clan in army(PUBLIC, "takeda").clans for unit in clan.units}
    assert (takeda["tI1"].state, takeda["tI1"].leader) == ("in order", 0)
    assert takeda["tM1"].hex == "B1"
    assert takeda["tA1"].general == "shingen"


def test_a_view_can_be_written_as_json() -> None:
    """What the command line prints."""
    written = msgspec.json.encode(view(State(middle()), "takeda"))
    assert b'"viewer":"takeda"' in written
    assert len(written) < 60_000


def test_the_turn_and_the_winners() -> None:
    """[4.2, 17.5]"""
    assert turn(middle()) == "T3"
    assert winners(middle()) == ()
    assert winners(middle(winners=("takeda", "uesugi"))) == ("takeda", "uesugi")
