"""Steps as a seat is told them: in its language, with the parts of the board on which they lie."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.kit.errors import Fault
from domain.kit.facts import State
from domain.kit.hexes import neighbours
from domain.titles import TITLES
from projections.language.catalogues import LANGUAGES, Reader, written_for
from referee.programs.choosing import players_of
from referee.seats import steps
from referee.seats.rehearsed import Rehearsals
from referee.seats.seat_view import Scene
from referee.seats.steps import NONE, Wanted, imagined, told
from referee.web.answering import encoded
from tests.playing import Game
from tests.titles.play import Luck
from tests.titles.short import GAMES, Short, short

EVERY = 6
"""So manieth stops of a short game are looked at."""

FIELDS = set(steps._document("", NONE))


@pytest.fixture(params=[(title, nth) for title in TITLES for nth in range(GAMES)], ids=str)
def game(request: pytest.FixtureRequest) -> Short:
    return short(*request.param)


def scenes(game: Short, every: int = EVERY) -> list[Scene]:
    stops = [at for at, stop in game.stops.items() if stop.awaited() and not stop.is_over()]
    return [Scene(game.replay(at), game.stops[at].awaited()[0], "token") for at in stops[::every]]


def step(scene: Scene, *picks: str, **more: Any) -> dict[str, Any]:
    return told(scene, Wanted(picks, **more), imagined(scene))


def test_a_step_says_what_is_asked_in_each_language_and_its_picks_stay_the_same(game: Short) -> None:
    for scene in scenes(game):
        found = {}
        for language in LANGUAGES:
            with written_for(Reader(language)):
                found[language] = msgspec.json.decode(encoded(step(scene)))
        for one in found.values():
            assert set(one) == FIELDS
            assert one["ask"]
            assert one["values"] or one["limits"] or one["complete"]
            assert all(value["says"] and value["v"] for value in one["values"])
            assert [value["v"] for value in one["values"]] == [value["v"] for value in found["en"]["values"]]
        assert found["ru"]["ask"] != found["en"]["ask"]


def test_each_step_of_a_way_can_be_told(game: Short) -> None:
    for scene in scenes(game):
        picks: list[str] = []
        for _ in range(6):
            found = step(scene, *picks)
            assert [one["v"] for one in found["trail"]] == picks
            may = [one["v"] for one in found["values"] if one["may"]]
            if not may:
                break
            picks.append(may[len(picks) % len(may)])


def test_whoever_asks_why_is_told(game: Short) -> None:
    """Of each value that may not be picked, as of those that the answer has no room for."""
    for scene in scenes(game, 2 * EVERY):
        for one in step(scene)["values"][:10]:
            if not one["may"]:
                assert one.get("why"), (scene.seat, one)
                assert step(scene, why=one["v"])["because"] in (one["why"], "")


# ---- single widgets


def at(title: str, prompt: str, nth: int = 0) -> Scene:
    for which in range(GAMES):
        game = short(title, which)
        stops = [at for at, stop in game.stops.items() if stop.awaited() and stop.prompt() == prompt]
        if len(stops) > nth:
            return Scene(game.replay(stops[nth]), game.stops[stops[nth]].awaited()[0], "token")
    raise AssertionError(f"No short game of {title} comes to {prompt}.")


def test_a_card_is_picked_and_then_what_for() -> None:
    scene = at("twilight_shogun", "play")
    cards = step(scene)
    assert (cards["widget"], cards["field"]) == ("card", "card")
    card = cards["values"][0]["v"]
    uses = step(scene, card)
    assert uses["card"] == card
    assert {one["v"] for one in uses["values"] if one["may"]} >= {"play-influence"}
    places = step(scene, card, "play-influence")
    assert places["widget"] == "allot"
    assert places["left"][0]["of"] == "AP"
    first = next(one for one in places["values"] if one["may"])
    assert first["note"].endswith(" AP")
    one = step(scene, card, "play-influence", first["v"])
    assert one["complete"]
    assert next(value["on"] for value in one["values"] if value["v"] == first["v"]) == 1
    assert first["v"] in one["lines"][0]


def test_influence_of_an_event_goes_here_and_there_by_a_tap_each() -> None:
    """More of the same is one order; another space begins the next, and stands beside it."""
    scene, known = at("twilight_shogun", "put-influence"), Rehearsals()

    def after(orders: Sequence[Struct]) -> State[Any, Any] | None:
        found = known.rehearsed(scene.game, scene.seat, orders)
        return found.game.state if found and not found.stop else None

    def tapped(*picks: str) -> dict[str, Any]:
        return told(scene, Wanted(picks), imagined(scene), after)

    begun = tapped()
    assert begun["widget"] == "allot"
    left = begun["left"][0]["left"]
    one, other = [value["v"] for value in begun["values"] if value["may"]][:2]
    first, both = tapped(one), tapped(one, other)
    assert (first["complete"], both["complete"]) == (True, True)
    if left > 1:
        assert other in [value["v"] for value in first["values"] if value["may"]]
        assert len(both["lines"]) == 2


def test_chits_that_are_picked_can_be_taken_back() -> None:
    scene = at("kawanakajima", "select-chits")
    first = next(one["v"] for one in step(scene)["values"] if one["may"] and len(one["v"]) == 1)
    found = step(scene, first)
    assert found["widget"] == "some"
    assert {one["v"]: one["on"] for one in found["values"] if one.get("on")} == {first: 1}
    assert found["lines"] == [f"command {first}"]


def test_a_move_says_its_hexes_and_what_they_cost() -> None:
    scene = at("kawanakajima", "manoeuvre")
    unit = next(one["v"] for one in step(scene)["values"] if one["may"] and one.get("field") != "")
    found = step(scene, unit)
    assert found["widget"] == "path"
    *hexes, by_hand = found["values"]
    assert by_hand["v"] == "hex by hex"
    assert all(one["hex"] == one["v"] and one["note"] for one in hexes)


def test_a_move_tells_the_way_that_it_goes() -> None:
    """From where the unit stands, hex by hex; also of a move that is queued."""
    scene = at("kawanakajima", "manoeuvre")
    unit = next(one["v"] for one in step(scene)["values"] if one["may"] and one.get("field") != "")
    assert step(scene, unit)["ways"] == []
    hexes = [one["v"] for one in step(scene, unit)["values"] if one["may"] and one.get("hex")]
    found = step(scene, unit, hexes[-1])
    (way,) = found["ways"]
    (line,) = found["lines"]
    assert (way[-1], list(way[1:])) == (hexes[-1], line.split()[-len(way) + 1 :])
    assert all(two in neighbours(one) for one, two in pairwise(way))


def test_a_number_has_limits() -> None:
    scene = at("clan_war", "muster-armies")
    name = step(scene, "unit")["values"][0]["v"]
    assert step(scene, "unit", name)["limits"] == {"least": 1, "most": 24, "step": 1}
    assert step(scene, "unit", name, "25")["gone"] == {"nth": 2, "why": ""}


def test_a_place_that_is_too_dear_is_named_with_its_reason() -> None:
    """Also where nothing more can be placed, so that the next pick would begin another order."""
    scene = at("twilight_shogun", "play")
    card = step(scene)["values"][0]["v"]
    picks = [card, "play-influence"]
    while may := [one["v"] for one in step(scene, *picks)["values"] if one["may"]]:
        picks.append(may[0])
    gone = step(scene, *picks, picks[-1])["gone"]
    assert gone["nth"] == len(picks)
    assert "AP" in gone["why"]


# ---- a queue


def following(scene: Scene) -> Callable[[Sequence[Struct]], State[Any, Any] | None]:
    """What a rehearsal gives: the state after orders where the seat is asked again; here of the true game."""

    def after(orders: Sequence[Struct]) -> State[Any, Any] | None:
        game = Game.at(scene.game)
        for order in orders:
            game.post(scene.seat, order, Luck(0))
        return game.state if game.awaited() == (scene.seat,) else None

    return after


def queued(scene: Scene, *picks: str) -> dict[str, Any]:
    return told(scene, Wanted(picks), scene.game.state, following(scene))


def test_a_whole_order_is_queued_and_the_next_picks_begin_the_next() -> None:
    scene = at("shinobi", "deploy")
    card = step(scene)["values"][0]["v"]
    where = next(one["v"] for one in step(scene, card)["values"])
    first = queued(scene, card, where)
    assert [one["upto"] for one in first["queue"]] == [0]
    assert first["lines"] == [first["queue"][0]["line"]]
    assert (first["complete"], first["trail"]) == (True, [])
    assert first["ask"] != step(scene)["ask"]
    second = queued(scene, card, where, first["values"][0]["v"])
    assert [one["upto"] for one in second["trail"]] in ([2], [])
    assert second["lines"][:1] == first["lines"]


def test_what_cannot_be_rehearsed_ends_the_queue() -> None:
    scene = at("shinobi", "deploy")
    card = step(scene)["values"][0]["v"]
    where = step(scene, card)["values"][0]["v"]
    alone = step(scene, card, where)
    assert (alone["queue"], alone["complete"], alone["widget"]) == ([], True, NONE)
    assert step(scene, card, where, "more")["gone"] == {"nth": 2, "why": ""}


def test_a_pick_of_a_later_order_is_named_by_its_place() -> None:
    scene = at("shinobi", "deploy")
    card = step(scene)["values"][0]["v"]
    where = step(scene, card)["values"][0]["v"]
    found = queued(scene, card, where, "nonsense")
    assert found["gone"] == {"nth": 2, "why": ""}
    assert len(found["queue"]) == 1


# ---- titles that do not say everything


def test_without_programs_nothing_hidden_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = at("twilight_shogun", "play")
    bare = replace(scene.game.rules, players=None)
    monkeypatch.setattr(type(scene), "game", replace(scene.game, rules=bare))
    assert imagined(scene) is None
    found = step(scene)
    assert (found["widget"], found["values"]) == (NONE, [])


def test_what_cannot_be_imagined_is_written_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: Any) -> None:
        raise Fault("of an imagined state")

    scene = at("twilight_shogun", "play")
    players = replace(players_of(scene.game.rules), imagine=wrong)
    rules = replace(scene.game.rules, players=players)
    monkeypatch.setattr(type(scene), "game", replace(scene.game, rules=rules))
    assert imagined(scene) is None


def test_parts_of_the_board_come_from_where_the_pictures_say(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pictures:
        def __getattr__(self, name: str) -> Any:
            return getattr(known, name)

        @staticmethod
        def where(view: Any, field: Any, value: str) -> tuple[str, ...]:
            assert view.viewer == field.seat
            return (f"{field.name} {value}",)

    scene = at("twilight_shogun", "play")
    known = scene.replay.pictures
    monkeypatch.setattr(scene.replay, "pictures", Pictures())
    card = step(scene)["values"][0]["v"]
    assert step(scene)["values"][0]["at"] == [f"card {card}"]
    found = step(scene, card, "play-influence")
    assert found["shut"]
    part, why = next(iter(found["shut"].items()))
    assert step(scene, card, "play-influence", why=part)["because"] == why
