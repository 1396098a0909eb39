"""The reference of each title: every question has an answer, and none says more than its reader may know."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, REFEREE
from projections.language.messages import COLUMNS, columns
from projections.reference import titles
from projections.reference.titles import reference_of
from projections.references import Asked
from tests.playing import Game
from tests.titles import pages, secrets
from tests.titles.asking import answered, asked_of, printed, questions
from tests.titles.play import Played
from tests.titles.short import GAMES, short

HALFWAY = {"shinobi": 40, "kawanakajima": 60, "twilight_shogun": 60, "rising_sun": 60, "clan_war": 40}
"""Orders after which a game is asked about."""

SEEDS = (0, 6)


@pytest.fixture
def halfway(request: pytest.FixtureRequest, rules: Rules, data: Any) -> Played:
    """A game in its midst; of those in which something can be hidden, the one that hides most."""
    played = Played(rules, request.param, data, rules.presets.get("everything"))
    while not played.game.is_over() and played.orders < HALFWAY[rules.title]:
        played.step()
    return played


def test_every_question_to_a_title_has_an_answer_that_fits_a_mail(rules: Rules) -> None:
    asked = printed(rules.title)
    for question in questions(asked, 1000):
        lines = answered(asked, question)
        assert lines, question
        assert max(map(columns, lines)) <= COLUMNS, question


@pytest.mark.parametrize("halfway", SEEDS, indirect=True)
def test_every_question_to_a_game_has_an_answer_that_fits_a_mail(halfway: Played) -> None:
    for viewer in (*halfway.game.seats, PUBLIC):
        asked = asked_of(halfway.game, viewer)
        for question in (*questions(asked), *chances(asked)):
            lines = answered(asked, question)
            assert lines, question
            assert max(map(columns, lines)) <= COLUMNS, question


def chances(asked: Asked) -> list[str]:
    """Questions for chances: those of the forms, with every name that may stand there; of fights a few."""
    title, vocabulary = asked.rules.title, asked.notation.vocabulary.kinds
    if title == "twilight_shogun":
        spaces = vocabulary["space"].canonical[::4]
        kinds = ("coup", "realign", "warfare")
        return ["odds court", *(f"odds {kind} {space}" for kind, space in product(kinds, spaces))]
    if title == "shinobi":
        return [f"odds draw {card}" for card in vocabulary["card"].canonical]
    if title == "clan_war":
        units = vocabulary["unit"].canonical
        return [f"odds {test} {unit}" for test, unit in product(("morale", "landing"), units)]
    return fights(asked) if title == "kawanakajima" else ["odds"]


def fights(asked: Asked) -> list[str]:
    """Each unit of a side on an enemy beside it, or as if it stood beside."""
    board, found = asked.board, []
    on_map = [name for name, unit in board.units.items() if unit.hex in board.data.map.places]
    for name, foe in product(on_map, on_map):
        beside = board.data.map.beside[board.units[foe].hex]
        if name[0] != foe[0] and beside:
            side = board.data.units[name].seat
            found.append(f"odds {side} {name[1:]} on {foe[1:]} from {beside[0]}")
    return found[:: max(1, len(found) // 6)]


# ---- secrets


@pytest.mark.budget(100, "every question in two worlds")
@pytest.mark.parametrize("halfway", [0, pytest.param(6, marks=pytest.mark.soak)], indirect=True)
def test_what_is_hidden_changes_nothing_that_a_viewer_is_answered(halfway: Played) -> None:
    """Whoever may not know what a seat hides reads the same when it is another."""
    rules, told_apart, compared = halfway.rules, 0, 0
    viewers = (*halfway.game.seats, PUBLIC, REFEREE)
    here = {viewer: everything(halfway.game, viewer) for viewer in viewers}
    for seat, other in secrets.worlds(halfway.game):
        for viewer in (*halfway.game.seats, PUBLIC):
            if viewer != seat:
                compared += 1
                assert everything(other, viewer) == here[viewer]
        told_apart += everything(other, REFEREE) != here[REFEREE]
    assert bool(compared) == (rules.title in secrets.TWISTED)
    assert bool(told_apart) == (rules.title in secrets.TWISTED)


def everything(game: Game, viewer: str) -> list[str]:
    """All that is answered to a viewer, but for what is the same for everybody."""
    asked = asked_of(game, viewer)
    some = (*questions(asked, 4), *chances(asked)[::3])
    asks = [one for one in some if not one.startswith(("table ", "rule"))]
    return [line for question in asks for line in answered(asked, question)]


def test_what_is_hidden_from_everybody_else_is_told_to_its_seat(rules: Rules, data: Any) -> None:
    """The cards of one's own hand are not unseen."""
    if rules.title != "twilight_shogun":
        return
    played = Played(rules, 0, data)
    while len(played.game.state.board.hands["anti"]) < 3:
        played.step()
    card = played.game.state.board.hands["anti"][0]
    own, others = (answered(asked_of(played.game, seat), f"card {card}") for seat in ("anti", "pro"))
    assert any(line.startswith("You hold it") for line in own)
    assert any(line.startswith("You have not seen it") for line in others)


# ---- names, orders, rules


@pytest.mark.parametrize(
    ("title", "question", "said"),
    [
        ("twilight_shogun", "card 86", "86  Jo-i execution"),
        ("twilight_shogun", "card Jo-i Execution", "86  Jo-i execution"),
        ("twilight_shogun", "card choshu five", "123  Five men of Choshu"),
        ("twilight_shogun", "near chosu", "The nearest: choshu"),
        ("twilight_shogun", "near choshu", "  kokura (stability 1): Anti 0, Pro 1"),
        (
            "twilight_shogun",
            "card 86",
            "The other side: play 86 action first; play 86 event first;",
        ),
        ("twilight_shogun", "rule 8.3", "[8.3] Coup"),
        ("twilight_shogun", "rule coup", "  [8.3] Coup"),
        ("kawanakajima", "table combt", "The nearest: combat"),
        ("kawanakajima", "near 3021", "  se 3122 (plain): 2 points, ford"),
        ("kawanakajima", "help standing", "  fights: best, duty"),
        ("kawanakajima", "help withdraw", "“withdraw” is never asked of you in this game."),
        ("kawanakajima", "odds B1 at dawn", "“odds B1 at dawn” cannot be read."),
        ("shinobi", "card Ниндзя", "ninja: 3 cards in the game."),
        ("rising_sun", "near kyoto", "  by land: nagato"),
        ("rising_sun", "odds", "Nothing is thrown in this title, and no chances can be asked for."),
        ("clan_war", "near crane", "This title has nothing of that kind."),
    ],
)
def test_it_says(title: str, question: str, said: str) -> None:
    asked = printed(title)
    assert any(line.startswith(said) for line in answered(asked, question)), answered(asked, question)


def test_each_table_cites_a_rule_that_there_is(rules: Rules) -> None:
    for printed_table in reference_of(rules.title).tables().values():
        assert printed_table.rule in rules.headings


def test_every_order_is_explained_by_its_docstring(rules: Rules) -> None:
    for order in rules.orders:
        assert order.__doc__, order
        assert not order.__doc__.startswith(f"{order.__name__}("), order


@pytest.mark.parametrize("halfway", SEEDS, indirect=True)
def test_help_shows_examples_that_are_legal_now(halfway: Played) -> None:
    game = halfway.game
    for seat in () if game.is_over() else game.awaited():
        asked = asked_of(game, seat)
        begun = answered(asked, "help")
        first = begun.index("You can write now, for example:")
        shown = [line.strip() for line in begun[first + 1 : begun.index("", first)]]
        legal = set(map(asked.notation.write, game.examples(seat)))
        assert shown
        assert [line for line in shown if line not in legal and not line.startswith("…")] == []


@pytest.mark.parametrize("nth", range(GAMES))
def test_orders_that_a_game_asks_for_are_listed(rules: Rules, nth: int) -> None:
    """Whatever is asked, help knows."""
    for game in short(rules.title, nth).games():
        for seat in game.awaited():
            known = reference_of(rules.title).asks(asked_of(game, seat))
            assert {type(order) for order in game.examples(seat)} <= set(known)


@pytest.mark.soak
def test_only_orders_that_a_game_can_ask_for_are_listed(rules: Rules, data: Any) -> None:
    """Whatever is asked in random games of each preset, help knows; of what is never asked it is silent."""
    for seed in range(2):
        played = Played(rules, seed, data)
        for _order in range(HALFWAY[rules.title]):
            if played.game.is_over():
                break
            for seat in played.game.awaited():
                known = reference_of(rules.title).asks(asked_of(played.game, seat))
                kinds = {type(order) for order in played.game.examples(seat)}
                assert kinds <= set(known)
            played.step()


# ---- the pages of the titles


@pytest.mark.budget(120, "some long games, in each of which an order comes up that comes up seldom")
def test_the_page_of_a_title_is_current_and_its_examples_are_played(rules: Rules) -> None:
    """Whoever makes it plays each example where it stood; nearly every order has one."""
    written = (pages.PAGES / f"{rules.title}.md").read_text("utf-8")
    assert written == pages.text_of(rules.title), "Run `python -m tests.titles.pages`."
    without = {order.__name__ for order in rules.orders if order not in pages.examples(rules.title)}
    assert without == UNPLAYED[rules.title]


UNPLAYED = {
    "shinobi": {"Pass"},  # no preset lets anybody pass
    "kawanakajima": {"Clear"},  # it is offered by nobody, and bars nothing
    # few cards leave a choice; what is discarded is drawn; the navy is an option
    "twilight_shogun": {"Choose", "Discard", "Navy"},
    "rising_sun": {"Close"},  # when a bid is missing
    # what the rules do not allow; names, and clans of seats without one
    "clan_war": {"Transfer", "CallUnit", "CallPersonality", "ChooseClan"},
}
"""Orders that no random game asks for."""


def test_an_order_is_shown_in_each_of_its_forms_as_it_is_read(data: Any, rules: Rules) -> None:
    """“action first” too, which is how the card of the other side is played."""
    if rules.title != "twilight_shogun":
        return
    played, said = Played(rules, 0, data), list[str]()
    while not any("action first: influence" in line for line in said):
        asked = asked_of(played.game, played.game.awaited()[0])
        shown = " ".join(line.strip() for line in answered(asked, "help play"))
        said = [
            line for part in shown.split("Legal now: ")[1:] for line in part.partition(".")[0].split("; ")
        ]
        played.step()
    for line in said:
        assert asked.notation.read(line, asked.rules.orders)


def test_a_title_that_brings_no_reference_is_asked_what_it_declares(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(titles, "OURS", {})
    asked = printed("shinobi")
    for question in questions(asked):
        assert answered(asked, question), question
    assert "  place CARD in PROVINCE" in answered(asked, "help place")
