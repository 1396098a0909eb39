"""Influence, control and support: chapters 2 and 3.

The map and what lies on it [2.0, 2.1, 2.11, 2.12, 2.13, 2.22, 2.24]; influence and control [3.0, 3.1, 3.2];
support [3.3] and recovery [3.4]; the order of the rounds [7.0, 7.1].
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from domain.twilight_shogun.board.events import ControlShifted, Recovered, RoundBegan, Shift
from domain.twilight_shogun.board.state import controller, in_play, neighbours, support
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.sequence.turn import next_round, recoveries
from domain.twilight_shogun.words.items import BeginRound, EndPhase, EndRound, FlipMarkers
from tests.twilight_shogun.boards import TABLES, board, changed, scenario, summed

# TS-9, [3.2]: Tosa has stability 2; influence of Anti and Pro, and who controls it
CONTROL = [
    ((1, 3), PRO),
    ((1, 2), ""),
    ((3, 1), ANTI),
    ((2, 1), ""),
    ((0, 0), ""),
    ((4, 4), ""),
    ((2, 0), ANTI),
]


@pytest.mark.parametrize(("influence", "who"), CONTROL)
def test_3_2_ts_9_control_needs_a_lead_of_the_stability(influence: tuple[int, int], who: str) -> None:
    assert controller(board({"tosa": influence}), "tosa") == who


@pytest.mark.parametrize("space", ["kyo", "nagasaki", "yokohama"])
def test_2_11_nobody_controls_a_space_that_is_no_clan(space: str) -> None:
    assert controller(board({space: (9, 0)}, yokohama=True), space) == ""


def test_2_11_edo_is_controlled_by_pro_for_its_neighbours_and_holds_no_influence() -> None:
    at = board()
    assert controller(at, "edo") == PRO
    assert not in_play(at, "edo")


def test_2_0_2_1_the_map_has_36_spaces_and_32_of_them_are_clans_five_of_them_powered() -> None:
    kinds = [space.kind for space in TABLES.spaces.values()]
    assert (
        len(kinds),
        kinds.count("clan"),
        kinds.count("port"),
        kinds.count("nonclan"),
        kinds.count("edo"),
    ) == (
        36,
        32,
        2,
        1,
        1,
    )
    powered = [space.id for space in TABLES.spaces.values() if space.powered]
    assert powered == ["mito", "fukui", "tosa", "choshu", "satsuma"]


def test_2_12_every_clan_belongs_to_one_area_and_nothing_else_does() -> None:
    clans = [clan for area in TABLES.areas.values() for clan in area.clans]
    assert sorted(clans) == sorted(space.id for space in TABLES.spaces.values() if space.kind == "clan")


def test_2_13_lines_join_two_spaces_each_way() -> None:
    for space in TABLES.spaces.values():
        assert space.adjacent
        assert all(space.id in TABLES.spaces[one].adjacent for one in space.adjacent), space.id


def test_2_24_ts_13_a_closed_yokohama_is_next_to_nothing() -> None:
    closed, opened = board(), board(yokohama=True)
    assert not in_play(closed, "yokohama")
    assert "yokohama" not in neighbours(closed, "nagasaki")
    assert in_play(opened, "yokohama")
    assert "yokohama" in neighbours(opened, "nagasaki")


def test_3_3_ts_1_support_is_not_counted_in_the_influence() -> None:
    at = board({"aizu": (0, 5)})
    assert at.influence["aizu"][PRO] == 5
    assert support(at, "aizu", PRO) == 3
    assert changed("aizu", PRO, 5, 3) not in recoveries(at)
    assert not [one for one in recoveries(at) if one.space == "aizu"]


def test_3_3_ts_2_support_is_counted_for_each_side_by_itself() -> None:
    at = board({"kyo": (4, 5)}, markers={"choshu": ("kyo", "tail")})
    assert (support(at, "kyo", PRO), support(at, "kyo", ANTI)) == (0, 3)


def test_2_22_the_face_that_is_up_says_whose_support_it_is_and_how_much() -> None:
    head, tail = (board(markers={"ii": ("hikone", face)}) for face in ("head", "tail"))
    assert (support(head, "hikone", PRO), support(head, "hikone", ANTI)) == (3, 0)  # inherent 1
    assert (support(tail, "hikone", PRO), support(tail, "hikone", ANTI)) == (1, 1)


def test_3_4_what_recovers_is_told_in_the_order_of_the_map() -> None:
    """Also where a marker brings support to a side that has none there: in Kyo, before all clans."""
    at = board(dict.fromkeys(TABLES.spaces, (0, 0)), markers={"ii": ("kyo", "head")})
    assert ("kyo", PRO) not in TABLES.inherent
    least = [(name, seat, support(at, name, seat)) for name in TABLES.spaces for seat in (ANTI, PRO)]
    told = [changed(name, seat, 0, most) for name, seat, most in least if most and in_play(at, name)]
    assert changed("kyo", PRO, 0, 2) in told[1:-1]
    assert recoveries(at) == tuple(told)


def test_2_11_a_support_marker_in_edo_has_no_influence() -> None:
    """Reading 34."""
    at = board(markers={"shogun": ("edo", "head")})
    assert [one for one in recoveries(at) if one.space == "edo"] == []


def recovered(influence: dict[str, tuple[int, int]], **more: object) -> list[object]:
    """What changes at the end of a round of Pro-Bakufu in the spaces that are named."""
    given = board(influence, **more)  # type: ignore[arg-type]
    told = scenario(replace(given, hands={ANTI: ("cholera",), PRO: ()}), EndRound(PRO)).goes_on()
    (event,) = (one for one in told.events if isinstance(one, Recovered))
    assert told.cited[0] == "3.4"
    assert not recoveries(told.board)
    return [one for one in event.changes if one.space in influence]


def test_3_4_ts_3_after_the_hamaguri_gate() -> None:
    """All Anti-Bakufu influence and markers have left Kyo, and Katsura is placed there again."""
    assert recovered({"kyo": (0, 4)}, markers={"choshu": ("kyo", "head")}) == [changed("kyo", ANTI, 0, 2)]


def test_3_4_ts_4_yodo_gives_one_influence_back_after_a_coup() -> None:
    given: dict[str, tuple[int, int]] = {"tosa": (4, 0)}
    assert recovered(given, markers={"yodo": ("tosa", "head")}) == [changed("tosa", PRO, 0, 1)]


def test_3_4_ts_5_owari_gives_its_inherent_influence_back() -> None:
    assert recovered({"owari": (2, 0)}) == [changed("owari", PRO, 0, 1)]


def test_3_4_both_recover_in_every_space_and_nothing_above_the_support_changes() -> None:
    assert recovered({"mito": (0, 0), "kyo": (0, 7), "aizu": (9, 2), "satsuma": (2, 0)}) == [
        changed("kyo", ANTI, 0, 1),
        changed("mito", ANTI, 0, 1),
        changed("mito", PRO, 0, 1),
        changed("aizu", PRO, 2, 3),
    ]


def test_3_4_a_closed_yokohama_recovers_nothing() -> None:
    at = board(markers={"navy": ("yokohama", "head")})
    assert [one for one in recoveries(at) if one.space == "yokohama"] == []
    opened = replace(at, yokohama=True)
    assert [one for one in recoveries(opened) if one.space == "yokohama"] == [changed("yokohama", PRO, 0, 2)]


def test_3_2_after_a_round_the_markers_show_whose_control_has_changed() -> None:
    """Tosa is won, Uwajima lost to nobody, Kii changes hands; Aizu is as it was."""
    at = board(
        {"tosa": (3, 1), "uwajima": (1, 1), "kii": (0, 4), "aizu": (0, 3)},
        shown={"uwajima": ANTI, "kii": ANTI, "aizu": PRO},
    )
    told = scenario(at, FlipMarkers()).goes_on()
    own, others = "influence of Anti-Bakufu", "influence of Pro-Bakufu"
    after = told.then(
        ControlShifted(
            (
                Shift("kii", ANTI, PRO, 3, summed("3.2", (4, others), (0, own))),
                Shift("uwajima", ANTI, "", 1, summed("3.2", (1, own), (-1, others))),
                Shift("tosa", "", ANTI, 2, summed("3.2", (3, own), (-1, others))),
            )
        )
    )
    assert after.shown == {"uwajima": "", "kii": PRO, "aizu": PRO, "tosa": ANTI}
    assert scenario(after, FlipMarkers()).goes_on().events == ()


def test_7_0_the_players_alternate_and_the_longer_hand_plays_on_alone() -> None:
    """Reading 18."""
    both = board(hands={ANTI: ("cholera",), PRO: ("dutch-warning",)})
    assert next_round(both, ANTI) == BeginRound(PRO)
    assert next_round(both, PRO) == BeginRound(ANTI)
    alone = board(hands={ANTI: ("cholera",)})
    assert next_round(alone, ANTI) == BeginRound(ANTI)
    assert next_round(board(), ANTI) == EndPhase()


def test_7_1_a_round_is_numbered_and_has_its_player() -> None:
    told = scenario(board(hands={ANTI: ("cholera",)}), BeginRound(ANTI)).goes_on()
    after = told.then(RoundBegan(2, ANTI))
    assert (after.round, after.active) == (2, ANTI)
