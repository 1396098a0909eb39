"""What a page is told of orders that are not sent yet: what follows, why no more, the chances of a throw."""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.game.state.words import notation_of
from projections.language.catalogues import LANGUAGES, Reader, written_for
from projections.reference import pages
from projections.reference.asking import of_game
from projections.reference.titles import reference_of
from referee.programs.foreseeing import FULL, HIDDEN, OTHER, OVER, THROW, Rehearsal, rehearsed
from referee.seats.rehearsed import document, odds, why_no_further
from referee.seats.seat_view import Scene
from tests.referee.mail.html.scenes import GAMES, scene_at, stops


def rehearsals(title: str, *kinds: str) -> list[tuple[Scene, Rehearsal]]:
    """Of each such order the first that is given in a recorded game, rehearsed where it was."""
    found: dict[str, tuple[Scene, Rehearsal]] = {}
    for at in stops(title):
        scene = scene_at(title, at)
        entry: Any = scene_at(title, at + 1, scene.seat).replay.envelope(at + 1).entry
        order = entry.plain()
        kind = type(order).__name__
        if kind in kinds and kind not in found and entry.seat == scene.seat:
            told = rehearsed(scene.game, scene.seat, [order])
            if told and told.stop == THROW:
                found[kind] = (scene, told)
        if len(found) == len(kinds):
            break
    return list(found.values())


@pytest.mark.parametrize(
    ("title", "kinds"),
    [
        ("kawanakajima", ["Fight", "Posture", "Rally"]),
        ("twilight_shogun", ["PlayCoup", "PlayRealign", "Court"]),
        ("clan_war", ["Morale"]),
    ],
)
def test_the_chances_of_the_throw_stand_beside_it(title: str, kinds: list[str]) -> None:
    found = rehearsals(title, *kinds)
    assert len(found) >= min(2, len(kinds))
    for scene, told in found:
        lines = odds(scene, told, {})
        assert any("%" in line or "+" in line for line in lines), told.orders
        assert not any("cannot be read" in line for line in lines), lines
        of = reference_of(title).odds
        assert of
        assert told.last
        assert lines == pages.answer(of_game(scene.replay, {}, scene.seat), "odds", of.of(told.last))
        made = document(scene, told, {})
        assert (made["stop"], made["odds"]) == (THROW, lines)
        assert made["why"].startswith("Then chance is asked: ")
        assert len(made["then"]) == len(made["fences"]) == 1
        assert json.dumps(made)


@pytest.mark.parametrize("title", GAMES)
def test_each_title_tells_its_rehearsals(title: str) -> None:
    """Only what can be sent as JSON, and in each language."""
    for at in stops(title)[:: max(1, len(stops(title)) // 4)]:
        scene = scene_at(title, at)
        order = next(iter(scene.game.examples(scene.seat)))
        told = rehearsed(scene.game, scene.seat, [order])
        assert told
        for language in LANGUAGES:
            with written_for(Reader(language)):
                made = document(scene, told, {})
            assert json.loads(json.dumps(made)) == made
        assert told.orders == (notation_of(scene.game).write(order),)


def test_it_is_said_why_no_more_is_told() -> None:
    scene = scene_at("shinobi", stops("shinobi")[3])
    other = next(seat for seat in scene.game.seats if seat != scene.seat)
    said = [why_no_further(scene, stop, None, (other,), 12) for stop in (HIDDEN, OVER, FULL, OTHER, "")]
    assert said[0] == "What follows then hangs on what is hidden from you."
    assert said[1] == "The game would be over."
    assert said[2] == "Send these first: 12 orders at once are tried."
    assert said[3].endswith(", unless an answer has been left for that.")
    assert said[4] == said[3].partition(", unless")[0] + "."
    assert why_no_further(scene, "", None, ()) == ""
    assert why_no_further(scene, "", None, (scene.seat,)) == "Then the game waits for you."
