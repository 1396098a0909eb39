"""Nothing of another seat is in a page or a picture: games that differ only in it give the same bytes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from cli.main import commands
from domain.game.entries.entries import Entry
from domain.game.entries.people import OrderHeld, OrderReleased, Pressed
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.titles import TITLES
from projections.drawing.dots import png
from projections.drawing.svg import svg
from projections.page.making import page
from projections.replay import Replay
from referee.record.envelope import Act
from tests.playing import taken
from tests.projections.games import NOBODY, NOON, Keeper, Stamped, entries, replay, units
from tests.projections.test_secrecy import others, swapped_cards
from tests.titles.play import Luck, Played, data_of, few
from tests.titles.test_secrecy import Worlds, fallen, sealed_in

DEALS = ["shinobi", "twilight_shogun"]
"""The titles with cards that a seat alone knows."""


def game(rules: Rules, data: Any, recorded: Sequence[Entry]) -> Replay:
    stamped = [Stamped(bytes(32), NOON + 60_000 * nth, NOBODY, entry) for nth, entry in enumerate(recorded)]
    return Replay("test", rules, data, stamped)


FEW = 2
"""Games of a title of which every run looks at one pair, at the pages of two viewers and the mails of all."""


def mailed(told: Replay, viewer: str) -> tuple[object, ...]:
    """What is last in a page, and what a mail has of the game: the newest picture and the newest events."""
    newest, before = (told.pictures.drawing(told.view(at, viewer)) for at in (len(told), len(told) - 1))
    since = max(1, len(told) - 30)
    now = told.newest()
    awaits = told.pictures.awaits(now.state.agenda[0], told.names) if now.awaited() else ""
    told_ = told.asks(viewer), awaits, told.brief(since, viewer), told.told_to(viewer, since)
    return svg(newest, before=before), *told_


def dealt(rules: Rules, data: Any, seed: int) -> Iterator[tuple[set[str], list[list[Entry]]]]:
    """Games up to an order with secret draws, with one outcome of them and with another; who may know it. The
    same cards in another order are no other outcome."""
    played = Played(rules, seed, data)
    while not played.game.is_over() and played.orders < 60:
        seat, order = played.drawn()
        games = [copy(played.game) for _ in range(2)]
        luck = [Worlds(f"{seed} {played.game.position}", world) for world in (1, 2)]
        made = [one.post(seat, order, chance) for one, chance in zip(games, luck, strict=True)]
        held = [rules.view(one.state, REFEREE) for one in games]
        is_secret = held[0] != held[1] and fallen(made[0]) == fallen(made[1])
        if is_secret and not any(one.is_over() for one in games):
            due = {to for entries_ in made for entry in entries_ for one in sealed_in(entry) for to in one.to}
            yield due, [[*played.entries, *entries_] for entries_ in made]
        played.step((seat, order))


@pytest.mark.parametrize("title", DEALS)
@pytest.mark.parametrize("number", few(FEW, 6))
def test_what_others_were_dealt_is_in_no_page(title: str, number: int) -> None:
    """The same order with other secret draws; the referee can tell the two games apart."""
    rules = TITLES[title]
    data = data_of(rules)
    for due, (first, second) in islice(dealt(rules, data, number), 1 if number < FEW else 2):
        one, two = game(rules, data, first), game(rules, data, second)
        others_ = [viewer for viewer in (PUBLIC, *one.at(1).seats) if viewer not in due]
        assert [mailed(one, viewer) for viewer in others_] == [mailed(two, viewer) for viewer in others_]
        for viewer in others_ if number >= FEW else others_[:2]:
            assert page(one, viewer) == page(two, viewer)
        assert one.view(len(one), REFEREE) != two.view(len(two), REFEREE)


def test_the_titles_that_deal_in_secret_are_these() -> None:
    found = [title for title, rules in TITLES.items() if next(dealt(rules, data_of(rules), 0), None)]
    assert found == DEALS


def sealed_pairs(rules: Rules, data: Any, seed: int) -> Iterator[tuple[str, list[list[Entry]]]]:
    """Games up to a sealed order, with one order and with another; whose it is."""
    played = Played(rules, seed, data)
    while not played.game.is_over() and len(played.entries) < 400:
        for seat in played.game.awaited():
            board, examples = played.game.state.board, played.game.examples(seat)
            sealed = [one for one in examples if isinstance(one, rules.sealed)]
            sealed = [one for one in sealed if not rules.played_openly(board, one)]
            if len(sealed) > 1 and len(played.game.awaited()) > 1:
                games = [copy(played.game) for _ in range(2)]
                made = [
                    one.post(seat, order, Luck(0))
                    for one, order in zip(games, (sealed[0], sealed[-1]), strict=True)
                ]
                yield seat, [[*played.entries, *entries_] for entries_ in made]
        played.step()


@pytest.mark.parametrize("title", [title for title, rules in TITLES.items() if rules.sealed])
@pytest.mark.parametrize("number", few(FEW, 6))
def test_what_others_have_ordered_under_seal_is_in_no_page(title: str, number: int) -> None:
    """While others are still awaited: a plan, a bid, a standing order."""
    rules = TITLES[title]
    data = data_of(rules)
    for seat, (first, second) in islice(sealed_pairs(rules, data, number), 1 if number < FEW else 2):
        one, two = game(rules, data, first), game(rules, data, second)
        if one.is_over() or two.is_over():
            continue
        others_ = [viewer for viewer in (PUBLIC, *one.at(1).seats) if viewer != seat]
        assert [mailed(one, viewer) for viewer in others_] == [mailed(two, viewer) for viewer in others_]
        for viewer in others_ if number >= FEW else others_[:2]:
            assert page(one, viewer) == page(two, viewer)
        assert one.view(len(one), seat) != two.view(len(two), seat)


def test_a_card_in_a_hand_is_in_no_picture_of_dots() -> None:
    cut = entries(1)[:150]
    one = replay(cut)
    board = one.at(len(one)).state.board
    seat = next(seat for seat, hand in board.hands.items() if hand)
    held = board.hands[seat][0]
    hidden = next(card for card, count in board.deck.items() if count and card != held)
    two = replay(swapped_cards(cut, seat, held, hidden))
    viewers = (*others(one, seat), seat)
    pictures = {
        viewer: [svg(told.pictures.drawing(told.view(len(told), viewer))) for told in (one, two)]
        for viewer in viewers
    }
    assert {viewer for viewer, (first, second) in pictures.items() if first != second} == {seat}
    assert png(pictures[viewers[0]][0]) == png(pictures[viewers[0]][1])
    assert png(pictures[seat][0]) != png(pictures[seat][1])


# ---- letters, and orders that are held back


ROUNDS = 5
"""Orders that are played before."""


def letters(text: str, line: str, sender: str) -> Replay:
    """A game in which iga has a letter of which only ise knows who wrote it, and ise holds an order back."""
    public = Pressed((), "Good luck to all!", "iga")
    letter = Pressed(("iga",), Sealed(("iga", "ise"), text), Sealed(("ise",), sender))
    held = OrderHeld("ise", 1, Sealed(("ise",), line), "asked")
    return replay(
        [
            *itertools.chain(*units(entries(1))[:ROUNDS]),
            public,
            letter,
            held,
            OrderReleased("ise", 1, "withdrawn"),
        ]
    )


LETTERS = (
    letters("I attack.", "pass", "ise"),
    letters("<b>A much longer letter.</b> " * 40, "pass, and tell nobody", "nobody"),
)


def differs(made: Callable[[Replay, str], object]) -> set[str]:
    """The viewers to whom the two games are not the same."""
    one, two = LETTERS
    return {viewer for viewer in one.viewers() if made(one, viewer) != made(two, viewer)}


def test_what_others_write_and_hold_is_in_no_page() -> None:
    """Neither what it says, nor how long it is, nor who it is from."""
    assert differs(page) == {"iga", "ise", REFEREE}
    assert differs(lambda told, viewer: page(told, viewer, live="/g/test/events")) == {"iga", "ise", REFEREE}
    assert "A much longer letter." in page(LETTERS[1], "iga")
    assert "pass, and tell nobody" not in page(LETTERS[1], "iga")
    assert "pass, and tell nobody" in page(LETTERS[1], "ise")


def test_what_is_written_and_held_is_in_no_picture() -> None:
    """Not even in those of whom it is for: a picture shows the board."""
    assert differs(lambda told, viewer: svg(told.pictures.drawing(told.view(len(told), viewer)))) == set()
    assert differs(lambda told, viewer: told.board(len(told), viewer)) == set()


def kept(path: Path, told: Replay) -> Path:
    """The game as a record of its own."""
    keeper = Keeper(path, 1)
    keeper.append_all(ROUNDS)
    game = keeper.record.load("game-1")
    for position in range(len(told) - 3, len(told) + 1):
        entry = told.envelope(position).entry
        game = keeper.record.append(game, *taken(game.game, [entry]), Act("mail"))
    keeper.record.close()
    return path


def test_what_is_written_and_held_changes_no_picture_of_the_command(tmp_path: Path) -> None:
    pictures = []
    for nth, told in enumerate(LETTERS):
        env = {"BUGYO_STORE": str(kept(tmp_path / f"{nth}.sqlite", told))}
        for more in ((), ("--since", "30"), ("--format", "gif", "--since", "34", "--scale", ".2")):
            made = CliRunner(env=env).invoke(commands, ["picture", "game-1", *more], prog_name="bugyo")
            assert made.exit_code == 0, made.output
            pictures.append(made.stdout_bytes)
    assert pictures[:3] == pictures[3:]
