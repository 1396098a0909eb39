"""What lasts and what is out of play, as players see it; and what nobody may see of it [2.35, 9.2]."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from domain.kit.facts import State
from domain.kit.sealed import PUBLIC, REFEREE
from domain.twilight_shogun.board.state import Board, Lasting, RetiredFace
from domain.twilight_shogun.card_text import told
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data.tables import ANTI, PRO
from domain.twilight_shogun.view import View, view
from domain.twilight_shogun.words import items as i
from domain.twilight_shogun.words import orders as o
from projections.drawing.svg import svg
from projections.twilight_shogun.board import board as picture
from projections.twilight_shogun.drawing import drawing
from projections.twilight_shogun.mails import brief
from tests.twilight_shogun.boards import TABLES, board, refusal, scenario

GONE, KEPT = "satcho", "omiya"
BEFORE = board(hands={PRO: ("glover", KEPT), ANTI: ("iwakura",)}, active=ANTI)


def seen(at: Board, viewer: str) -> View:
    return view(State(at, ()), viewer)


def holding(card: str) -> Board:
    """`GONE` is out of play; Pro-Bakufu holds a card, and the other one is in the deck."""
    at = board(hands={PRO: ("glover", card), ANTI: ("iwakura",)}, retired=(GONE,), active=ANTI)
    return replace(at, aside=(), deck=tuple(sorted({*at.deck, *at.aside})))


# ---- who holds a card that is out of play


def shown(at: Board, viewer: str) -> tuple[Any, ...]:
    """All that a viewer is shown: the view, the picture, the mail, the drawing."""
    now = seen(at, viewer)
    return msgspec.json.encode(now), picture(now), brief(now, seen(BEFORE, viewer)), svg(drawing(now))


@pytest.mark.parametrize("viewer", [ANTI, PUBLIC])
def test_9_2_nobody_else_sees_who_holds_a_card_that_is_out_of_play(viewer: str) -> None:
    assert shown(holding(GONE), viewer) == shown(holding(KEPT), viewer)
    assert shown(holding(GONE), PRO) != shown(holding(KEPT), PRO)


def test_9_2_nor_by_what_is_offered_or_refused() -> None:
    told = []
    for card in (GONE, KEPT):
        at = scenario(holding(card), i.Play(ANTI))
        orders = (o.PlayAction(GONE), o.Court(KEPT), o.Discard(GONE))
        told.append((at.game.examples(ANTI), [refusal(at, ANTI, order) for order in orders]))
    assert told[0] == told[1]


def test_9_2_its_holder_is_told_that_its_event_never_comes() -> None:
    at = holding(GONE)
    held = seen(at, PRO).players[1].hand or ()
    assert {one.card: (one.would_occur, one.is_out_of_play) for one in held} == {
        GONE: (False, True),
        "glover": (True, False),
    }
    for viewer in (PRO, REFEREE):
        assert "satcho, Alliance of Satsuma and Choshu (Anti, 4 AP, removal; out of" in picture(
            seen(at, viewer)
        )
    assert "Alliance of Satsuma and Choshu, event out of play: Anti" in brief(
        seen(at, PRO), seen(BEFORE, PRO)
    )
    drawn = svg(drawing(seen(at, PRO)))
    assert "Anti-Bakufu, out of play" in drawn
    assert "4 AP, event out of play: Anti-Bakufu" in drawn


def test_9_2_and_of_one_whose_condition_fails_that_it_does_not_now() -> None:
    drawn = svg(drawing(seen(holding(KEPT), PRO)))
    assert "Pro-Bakufu, event not now" in drawn
    assert "event out of play" not in drawn


# ---- what lasts


def test_the_picture_and_the_short_one_of_mails_say_what_lasts_and_what_is_out_of_play() -> None:
    one = Lasting("satcho", ANTI, "turn", (), "To the end of the turn: nobody may try a court operation.")
    at = replace(BEFORE, lasting=(one,), faces=(RetiredFace("shogun", "head"),))
    said = (
        "Lasting, Alliance of Satsuma and Choshu: To the end of the turn: nobody may\n"
        "  try a court operation.\nOut of play: Tokugawa Iemochi.\n"
    )
    for viewer in (ANTI, PRO, PUBLIC, REFEREE):
        assert said in picture(seen(at, viewer))
        assert said in brief(seen(at, viewer), seen(BEFORE, viewer))
        assert "Lasting" not in picture(seen(BEFORE, viewer))


# where something is forbidden, in words
PLACES = [
    (x.Where(spaces=("fukui", "tosa")), "Fukui or Tosa"),
    (x.Where(spaces=("kyo",)), "Kyo"),
    (x.Where(areas=("kyushu", "ou")), "Kyushu or Ou"),
    (x.Where(powered=True), "powered clans"),
]


@pytest.mark.parametrize(("where", "said"), PLACES)
def test_2_35_each_of_the_places_is_forbidden_by_itself(where: x.Where, said: str) -> None:
    effect = x.Last("turn", (x.Ban("coup", "anti", where),))
    assert told(TABLES, effect) == f"to the end of the turn: Anti-Bakufu may not attempt a coup in {said}"
