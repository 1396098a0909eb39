"""The page is told what became of each line that it has sent, what comes back, and how it is undone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.game.entries.entries import Rewound
from domain.game.entries.people import OrderHeld
from projections.replay import Replay
from referee.programs.foreseeing import rehearsed
from referee.seats import folded_games
from referee.seats.seat_view import Scene
from referee.seats.taking_back import way_back
from referee.web.gallery import Gallery
from tests.referee.mail.test_desk_world import PEOPLE
from tests.web.playing import Playing


@pytest.fixture
def playing(tmp_path: Path) -> Iterator[Playing]:
    made = Playing(tmp_path)
    made.known(made.seat)
    yield made
    made.record.close()


def queue(playing: Playing) -> tuple[list[str], list[str]]:
    """Two orders of the seat that is asked, one after the other, and what each answers."""
    seat, game = playing.seat, playing.game
    words = game.rules.notation(game.data, game.seats)
    for line in playing.legal():
        first = rehearsed(game, seat, [words.read(line)])
        if first and not first.stop:
            lines = [line, words.write(first.game.examples(seat)[0])]
            found = rehearsed(game, seat, [words.read(line) for line in lines])
            assert found
            return lines, list(found.fences)
    raise AssertionError("Nothing can be told of any order.")


def sent(playing: Playing, *lines: str, **other: Any) -> dict[str, Any]:
    return playing.sends(playing.seat, playing.given(playing.seat, *lines, **other))


def test_a_queue_is_played_line_by_line_and_told_so(playing: Playing) -> None:
    seat, (lines, asked), stood = playing.seat, queue(playing), playing.played()
    given = playing.given(seat, *lines, asked=asked)
    told = playing.sends(seat, given)
    assert [one["outcome"] for one in told["results"]] == ["played"] * len(lines)
    assert [one["order"] for one in told["results"]] == lines
    assert [one["line"] for one in told["results"]] == [*range(len(lines))]
    assert (told["ended"], told["rest"], told["throw"]) == (None, [], "")
    assert (told["first"], told["last"]) == (stood + 1, told["results"][-1]["last"])
    assert told["receipt"] == told["lines"]
    assert "is your turn" in told["stands"] or "the turn of" in told["stands"]
    played = playing.played()
    again = playing.sends(seat, given)
    assert again == told
    assert playing.played() == played


def test_the_first_that_meets_another_question_ends_it_and_the_rest_comes_back(playing: Playing) -> None:
    lines, asked = queue(playing)
    asked[1] = "attack nobody"
    given = [lines[0], "", *lines[1:]]
    told = sent(playing, *given, asked=[asked[0], "", *asked[1:]])
    assert [one["outcome"] for one in told["results"]][:2] == ["played", "for another question"]
    assert told["ended"]["line"] == 2
    assert "“attack nobody”" in told["ended"]["why"]
    assert told["rest"] == [one["line"] for one in told["results"][1:]]
    assert not [one for one in playing.record.envelopes("winter") if isinstance(one.entry, OrderHeld)]


@pytest.mark.parametrize(
    ("line", "outcome"), [("nonsense", "unreadable"), ("attack oda in iga with oda", "refused")]
)
def test_what_is_refused_comes_back_with_its_reason(playing: Playing, line: str, outcome: str) -> None:
    stood, legal = playing.played(), playing.legal()[0]
    told = sent(playing, line, legal)
    assert told["results"][0]["outcome"] == outcome
    assert told["ended"]["line"] == 0
    assert told["ended"]["why"]
    assert told["rest"] == [0, 1]
    assert (told["back"], told["why_not_back"], told["first"]) == (None, "", 0)
    assert playing.played() >= stood


def test_of_a_sheet_whose_question_is_closed_all_comes_back(playing: Playing) -> None:
    seat, order = playing.seat, playing.legal()[0]
    head = playing.given(seat)["head"]
    sent(playing, order)
    stood = playing.played()
    told = playing.sends(seat, playing.given(seat, playing.legal(seat)[0], head=head))
    assert [one["outcome"] for one in told["results"]] == ["too late for its question"]
    assert told["rest"] == [0]
    assert told["ended"]["why"]
    assert playing.played() == stood


def test_what_take_back_would_do_it_does(playing: Playing) -> None:
    seat, (lines, asked), stood = playing.seat, queue(playing), playing.game.state
    told = sent(playing, lines[0], asked=asked[:1])
    assert told["back"] == {"line": "undo to 17", "asks": False}
    assert told["why_not_back"] == ""
    undone = playing.sends(seat, playing.given(seat, told["back"]["line"]))
    assert undone["results"][0]["outcome"] == "done"
    assert [one for one in playing.record.envelopes("winter") if isinstance(one.entry, Rewound)]
    assert playing.game.state == stood
    again = sent(playing, lines[0], asked=asked[:1])
    assert again["back"] == told["back"]
    playing.sends(seat, playing.given(seat, again["back"]["line"]))
    assert playing.game.state == stood
    told = sent(playing, *lines, asked=asked)
    assert told["back"] is None
    assert "a reveal rests on it" in told["why_not_back"]


def test_where_others_know_of_it_they_are_asked(playing: Playing) -> None:
    told = sent(playing, queue(playing)[0][0])
    kept = playing.given(playing.seat)
    playing.record.set(f"told/winter/{next(iter(PEOPLE))}", str(told["last"]).encode())
    scene = scene_of(playing)
    found = way_back(playing.record, scene, told["first"])
    assert (found.line, found.asks) == (told["back"]["line"], True)
    assert found.why_not.startswith("Others know of it")
    stood = playing.game.state
    asked = playing.sends(playing.seat, {**kept, "lines": [found.line]})
    assert asked["results"][0]["outcome"] == "done"
    assert playing.game.state == stood
    assert playing.game.register.docket.proposal is not None


def scene_of(playing: Playing) -> Scene:
    return folded_games.scene(playing.record, "winter", playing.seat)


def test_a_game_that_has_gone_on_is_folded_on(playing: Playing, monkeypatch: pytest.MonkeyPatch) -> None:
    gallery = Gallery(playing.record, lambda: playing.now)
    before = gallery._whole("winter")
    sent(playing, playing.legal()[0])
    whole = playing.record.envelopes("winter")
    monkeypatch.setattr(playing.record, "envelopes", None)
    after = gallery._whole("winter")
    assert len(after) == len(whole) > len(before)
    assert [one.digest for one in after.envelopes] == [one.digest for one in whole]
    anew = Replay("winter", after.rules, after.data, whole)
    assert anew.newest() == after.newest()
    assert all(after.states[at] is before.states[at] for at in before.states)
    assert gallery._whole("winter") is after
