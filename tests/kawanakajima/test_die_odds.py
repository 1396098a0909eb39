"""The chances of one die are those that the rules give: each face is thrown."""

from __future__ import annotations

from fractions import Fraction

import pytest

from domain.game.entries.entries import Ordered
from domain.kawanakajima.board.field_events import PostureTried, RallyTried
from domain.kawanakajima.words.field_orders import Posture, Rally
from domain.kit.chance import Answer, Bound, Question
from domain.kit.facts import Fact
from projections.kawanakajima.die_odds import answer, of
from projections.reference.asking import of_game
from tests.browser.games import recorded
from tests.playing import Game
from tests.referee.mail.html.scenes import GAMES, scene_at, stops

FACES = range(1, 7)
MOST = 3
"""Positions of each kind that are looked at."""


class First:
    """The same face, whatever is asked first; after that a 3."""

    def __init__(self, face: int) -> None:
        self._faces = [face]

    def answer(self, question: Question, bound: Bound) -> Answer:
        found = [self._faces.pop() if self._faces else 3 for _ in question.limits()]
        return Answer(tuple(min(face, top) for face, top in zip(found, question.limits(), strict=True)))


def tried(game: Game, seat: str, order: Posture | Rally, face: int) -> PostureTried | RallyTried | None:
    made = Game.at(game.now).post(seat, order, First(face))
    events = (entry.event for entry in made if isinstance(entry, Fact))
    return next((event for event in events if isinstance(event, PostureTried | RallyTried)), None)


@pytest.mark.parametrize("kind", [Posture, Rally])
def test_each_face_is_counted(kind: type[Posture] | type[Rally]) -> None:
    looked, whole = 0, recorded("kawanakajima", GAMES["kawanakajima"])
    for at in stops("kawanakajima"):
        entry = whole.envelope(at + 1).entry
        order = entry.plain() if isinstance(entry, Ordered) else None
        if not isinstance(order, kind) or looked == MOST:
            continue
        scene = scene_at("kawanakajima", at, entry.seat)
        found = [tried(Game.at(scene.game), entry.seat, order, face) for face in FACES]
        if any(one is None for one in found):
            continue  # no die is needed
        looked += 1
        lines = answer(of_game(scene.replay, {}, entry.seat), of(order))
        assert lines is not None
        said = "\n".join(lines)
        for one in found:
            if isinstance(one, PostureTried):
                share = Fraction(
                    sum(bool(each.reached) for each in found if isinstance(each, PostureTried)), 6
                )
                assert f": {share} (" in said
            elif isinstance(one, RallyTried) and one.face != 1:
                same = [each for each in found if isinstance(each, RallyTried) and each.face != 1]
                share = Fraction(sum(each.levels == one.levels for each in same), 6)
                assert f"{share} (" in said
    assert looked


def test_what_is_no_such_question_is_asked_of_combats() -> None:
    scene = scene_at("kawanakajima", stops("kawanakajima")[-1])
    asked = of_game(scene.replay, {}, scene.seat)
    assert answer(asked, "posture z attack") is None
    assert answer(asked, "rally") is None
    assert answer(asked, "posture b nonsense") is None
    assert answer(asked, "nonsense") is None
