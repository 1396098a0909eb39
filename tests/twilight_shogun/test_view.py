"""The view of a seat [2.3], and of all: markers [2.2, 2.21], tracks [2.14], boxes [2.15]."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest

from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE
from domain.twilight_shogun.board.state import begin, conserved
from domain.twilight_shogun.cards.scoring import standings
from domain.twilight_shogun.data.options import Options
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.view import turn, view, winners
from tests.twilight_shogun.boards import SEATS, TABLES, board

HANDS: dict[str, Sequence[str]] = {ANTI: ("cholera", "loyalists-crushed"), PRO: ("dutch-warning",)}


def seen(viewer: str) -> dict[str, tuple[str, ...] | None]:
    shown = view(State(board(hands=HANDS)), viewer)
    return {
        player.seat: None if player.hand is None else tuple(held.card for held in player.hand)
        for player in shown.players
    }


def test_2_3_a_hand_is_seen_by_its_seat_and_the_referee_alone() -> None:
    assert seen(PUBLIC) == {ANTI: None, PRO: None}
    assert seen(ANTI) == {ANTI: HANDS[ANTI], PRO: None}
    assert seen(PRO) == {ANTI: None, PRO: HANDS[PRO]}
    assert seen(REFEREE) == HANDS


@pytest.mark.parametrize("viewer", [PUBLIC, ANTI, PRO])
def test_2_3_nobody_sees_the_deck_and_all_see_the_other_piles(viewer: str) -> None:
    at = board(hands=HANDS, discard=("stowaways",), removed=("ii-naosuke",))
    shown = view(State(at), viewer)
    assert shown.deck is None
    assert (shown.cards_in_deck, shown.cards_aside) == (len(at.deck), len(at.aside))
    assert (shown.discard, shown.removed) == (("stowaways",), ("ii-naosuke",))
    assert [player.cards_in_hand for player in shown.players] == [2, 1]
    assert view(State(at), REFEREE).deck == at.deck


def test_2_35_the_own_cards_say_whether_their_event_would_occur() -> None:
    shown = view(State(board(hands=HANDS)), ANTI)
    assert [(held.card, held.would_occur) for held in shown.players[0].hand or ()] == [
        ("cholera", True),
        ("loyalists-crushed", False),
    ]


def test_3_0_2_21_a_space_shows_influence_support_control_and_markers() -> None:
    shown = view(State(board({"tosa": (1, 4)}, markers={"yodo": ("tosa", "head")})), PUBLIC)
    (tosa,) = (space for space in shown.spaces if space.space == "tosa")
    assert (tosa.influence, tosa.support, tosa.control) == ({ANTI: 1, PRO: 4}, {ANTI: 1, PRO: 1}, PRO)
    assert [(marker.id, marker.name, marker.value) for marker in tosa.markers] == [
        ("yodo", "Yamanouchi Yodo", 1)
    ]


def test_2_14_2_15_tracks_and_boxes() -> None:
    at = board(vp=-3, treaty=1, intervention=2, joi=1, court_modifier=1, yokohama=True)
    shown = view(State(at), PUBLIC)
    assert (shown.vp, shown.treaty, shown.intervention, shown.joi) == (-3, 1, 2, 1)
    assert (shown.court_modifier, shown.yokohama, shown.turn) == (1, True, 3)
    assert shown.scored_now == {name: standings(at, name) for name in TABLES.scorings}


def test_the_view_can_be_written_as_json() -> None:
    shown = view(State(board(hands=HANDS)), ANTI)
    assert b"dutch-warning" not in msgspec.json.encode(shown)


def test_the_turn_and_the_winner_as_mails_write_them() -> None:
    assert (turn(board(turn=5)), turn(begin(Options(), TABLES, SEATS))) == ("T5", "T0")
    assert (winners(board()), winners(board(winner=PRO))) == ((), (PRO,))


# what is wrong with a board, in a sentence
WRONG = [
    ({"deck": ()}, "There is one card kyo-scoring; 0 are found."),
    ({"discard": ("cholera",), "deck": ("cholera",)}, "There is one card kyo-scoring; 0 are found."),
    ({"influence": {"edo": (0, 1)}}, "There is influence in edo, which is not in play."),
    (
        {"influence": {"tosa": (-1, 1)}},
        "The influence in tosa is {'anti': -1, 'pro': 1}; it cannot be less than zero.",
    ),
]


@pytest.mark.parametrize(("more", "why"), WRONG)
def test_2_2_cards_and_influence_are_conserved(more: dict[str, object], why: str) -> None:
    assert conserved(board(**more)) == why  # type: ignore[arg-type]
    assert conserved(board()) == ""
