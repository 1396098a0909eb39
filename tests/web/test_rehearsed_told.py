"""What a page is told of orders that are not sent yet: what follows, why no more, the chances of a throw."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

from domain.game.state.words import notation_of
from domain.twilight_shogun.words.orders import PlayCoup
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


def thrown_of(title: str, kind: str) -> tuple[dict[str, Any], list[str]]:
    """The chances of such an order as they are drawn, and in lines."""
    ((scene, told),) = rehearsals(title, kind)
    made = document(scene, told, {})
    return made["thrown"], made["odds"]


def coup_thrown() -> tuple[dict[str, Any], list[str]]:
    """The same of the first coup that a table of the recorded game could attempt."""
    for at in stops("twilight_shogun"):
        scene = scene_at("twilight_shogun", at)
        for order in scene.game.examples(scene.seat):
            if isinstance(order, PlayCoup):
                told = rehearsed(scene.game, scene.seat, [order])
                assert told
                made = document(scene, told, {})
                return made["thrown"], made["odds"]
    raise LookupError


def good(thrown: dict[str, Any]) -> str:
    """The share of its faces that are good."""
    assert len(thrown["faces"]) == 6
    return str(Fraction(sum(one["worth"] == "good" for one in thrown["faces"]), 6))


def test_dice_that_are_drawn_say_what_the_lines_say() -> None:
    court, lines = thrown_of("twilight_shogun", "Court")
    assert any(f" {good(court)} (" in line for line in lines)
    coup, lines = coup_thrown()
    row = " ".join(one["says"].replace("–", ".") for one in coup["faces"])
    assert any(" ".join(line.split()[1:]) == row for line in lines)
    posture, lines = thrown_of("kawanakajima", "Posture")
    assert f" {good(posture)} (" in lines[0]
    rally, _lines = thrown_of("kawanakajima", "Rally")
    assert [one["worth"] for one in rally["faces"]].count("bad") == 1


def test_results_that_are_drawn_have_the_shares_of_the_lines() -> None:
    realigned, lines = thrown_of("twilight_shogun", "PlayRealign")
    found = [found[1] for line in lines if (found := re.search(r"\((\d+)%\)", line))]
    assert [str(one["hundredths"]) for one in realigned["shares"]] == found
    fight, _lines = thrown_of("kawanakajima", "Fight")
    they, you, neither = (one["hundredths"] for one in fight["shares"])
    assert max(they, you) + neither <= 101
    assert they + you + neither >= 99
    morale, lines = thrown_of("clan_war", "Morale")
    assert abs(morale["shares"][0]["hundredths"] - float(lines[-1].split()[-1].rstrip(".%"))) <= 0.5


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
