"""What a title says of its steps: whole words for each kind of order, and no order as it is typed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from domain.kit.facts import tag_of
from domain.titles import TITLES
from projections.language.catalogues import LANGUAGES, Reader, written_for
from projections.pictures import Field
from projections.titles import PICTURES
from referee.seats.seat_view import Scene
from referee.seats.steps import Wanted, imagined, told
from tests.titles.short import GAMES, Short, short

WORDED = ("shinobi", "twilight_shogun")
"""Titles that say all of their kinds of order themselves."""

MENIAL = {"standing-evade", "take-sheet", "drop-sheet"}
"""Kinds that stand beside the turn, as lines."""

TYPED = re.compile(r"^[a-z0-9]+(-[a-z0-9]+)+$")
"""A word as only orders have it: "play-event-first"."""

EVERY = 6

NOTHING = SimpleNamespace(players=())
"""A view in which nobody holds anything."""


@pytest.mark.parametrize("title", WORDED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_kind_of_order_has_a_label_in_each_language(title: str, language: str) -> None:
    kinds = [one for one in TITLES[title].orders if tag_of(one) not in MENIAL]
    with written_for(Reader(language)):
        said = [PICTURES[title].steps.kind(NOTHING, Field("", one, "", {}), tag_of(one), {}) for one in kinds]
    assert all(said)
    assert all(label[0].isupper() and len(label) <= 34 for label in said)


@pytest.fixture(params=[(title, nth) for title in WORDED for nth in range(GAMES)], ids=str)
def game(request: pytest.FixtureRequest) -> Short:
    return short(*request.param)


def steps_of(game: Short) -> Iterator[dict[str, Any]]:
    """Those of one way through the steps of each position."""
    stops = [at for at, stop in game.stops.items() if stop.awaited() and not stop.is_over()]
    for nth, at in enumerate(stops[::EVERY]):
        scene, picks = Scene(game.replay(at), game.stops[at].awaited()[0], "token"), tuple[str, ...]()
        while len(picks) < 4:
            found = told(scene, Wanted(picks), imagined(scene))
            yield found
            may = [one["v"] for one in found["values"] if one["may"]]
            if not may:
                break
            picks = (*picks, may[nth % len(may)])


def test_no_label_question_or_heading_reads_like_an_order(game: Short) -> None:
    for step in steps_of(game):
        assert not step["ask"].startswith("Choose: "), step["ask"]
        for one in (*step["values"], *step["trail"]):
            for said in (one["says"], one.get("group", "")):
                assert not TYPED.match(said), said


def test_refusals_name_places_as_they_are_printed() -> None:
    """Where they call the thing that was picked, or is to be."""
    game = short("twilight_shogun", 0)
    names = game.replay(1).names
    shut = [one for step in steps_of(game) for one in step["values"] if one.get("why") and one["v"] in names]
    assert shut
    for one in shut:
        assert not re.search(rf"(?<![\w-]){one['v']}(?![\w-])", one["why"]), one
