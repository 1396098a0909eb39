"""The standing orders that a title recommends to each of its sides, and games that begin with them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.checking.readjudicate import readjudicate
from domain.game.deciding.consequences import RESIGN
from domain.game.entries.entries import SEAT, Ordered
from domain.game.entries.policy import Policy
from domain.kit.facts import Fact, tag_of
from domain.kit.recommended import FILE, read_sheets
from domain.kit.rules import Rules
from domain.titles import TITLES
from projections.language.catalogues import LANGUAGES, Reader, written_for
from projections.reference.titles import reference_of
from projections.references import Left
from tests.playing import Game
from tests.titles.asking import asked_of
from tests.titles.play import FIXTURES, Luck, Played, data_of, opening

SHEETS = Policy(sheets=True)

RECOMMENDING = [title for title, rules in TITLES.items() if rules.takes_sheet is not None]


def with_sheets(rules: Rules, data: Any, seed: int, policy: Policy | None = SHEETS) -> Played:
    """A random game that has just been opened under such a policy."""
    played = Played(rules, seed, data)
    played.game, played.luck = Game(f"sheets-{seed}", rules), Luck(seed)
    played.entries = list(played.game.open(replace(opening(rules, seed), policy=policy), data, played.luck))
    return played


def lines_of(rules: Rules, data: Any) -> list[tuple[str, str]]:
    return [(seat, line) for seat in rules.seats for line in rules.sheet(data, seat)]


def test_every_line_reads_and_is_accepted_and_gives_nothing_up(rules: Rules, data: Any) -> None:
    for seed in range(len(rules.scenarios)):
        played = Played(rules, seed, data)
        words = rules.notation(data, played.game.seats)
        for seat in played.game.seats:
            for line in rules.sheet(data, seat):
                order = words.read(line)
                assert type(order) in rules.always
                assert tag_of(type(order)) != RESIGN
                (given, *told) = played.game.post(seat, order, played.luck)
                assert isinstance(given, Ordered)
                assert given.by == SEAT
                assert told
                assert words.read(words.write(order)) == order


def test_a_sheet_is_recommended_to_the_seats_of_the_title(rules: Rules, data: Any) -> None:
    assert (FIXTURES / rules.title / FILE).exists() == (rules.takes_sheet is not None)
    assert bool(lines_of(rules, data)) == (rules.takes_sheet is not None)


def test_a_game_begins_with_the_sheets_where_its_policy_says_so(rules: Rules, data: Any) -> None:
    plain, given = with_sheets(rules, data, 0, None), with_sheets(rules, data, 0)
    seats = [seat for seat in given.game.seats if rules.sheet(data, seat)]
    assert laid_in(given) == seats
    assert not laid_in(plain)


def left_by(game: Game, seat: str) -> list[Left]:
    left = reference_of(game.rules.title).left
    return list(left(asked_of(game, seat))) if left else []


SCRIPTS = (
    "when B is drawn: posture B attack then done",
    "when special 1 is drawn: done",
    "when combat is drawn: done",
    "moves: towards B, enemy",
)
"""Standing orders of Kawanakajima that no sheet recommends."""


def test_what_is_left_is_told_as_its_seat_would_write_it_and_can_be_taken_back(
    rules: Rules, data: Any
) -> None:
    """What is told, sent again, changes nothing; the lines that take it back leave nothing."""
    played = Played(rules, 0, data)
    game, words = played.game, rules.notation(data, played.game.seats)
    assert (reference_of(rules.title).left is None) == (rules.takes_sheet is None)
    for seat in game.seats:
        assert left_by(game, seat) == []
        for line in (*rules.sheet(data, seat), *(SCRIPTS if rules.title == "kawanakajima" else ())):
            game.post(seat, words.read(line), played.luck)
        found = left_by(game, seat)
        assert bool(found) == bool(rules.sheet(data, seat))
        for one in found:
            game.post(seat, words.read(one.line), played.luck)
        assert sorted(one.line for one in left_by(game, seat)) == sorted(one.line for one in found)
        assert all(not left_by(game, other) for other in game.seats if other != seat)
        for one in found:
            game.post(seat, words.read(one.back), played.luck)
        assert left_by(game, seat) == []


def laid_in(played: Played) -> list[str]:
    """The seats that have a whole sheet from an event of the game."""
    told = (entry.event for entry in played.entries if isinstance(entry, Fact) and entry.event is not None)
    return [event.seat for event in told if tag_of(type(event)) == "sheet-laid"]


ORDERS = 60
"""Of a game that is not played to its end."""


@pytest.mark.parametrize("rules", RECOMMENDING, indirect=True)
@pytest.mark.parametrize("seed", range(2))
def test_a_game_with_sheets_is_played_on_and_decided_again(rules: Rules, data: Any, seed: int) -> None:
    played = with_sheets(rules, data, seed)
    while played.orders < ORDERS and not played.game.is_over():
        played.step()
    holds(rules, data, played)


@pytest.mark.soak
@pytest.mark.parametrize("rules", RECOMMENDING, indirect=True)
@pytest.mark.parametrize("seed", range(20))
def test_a_game_with_sheets_is_played_to_its_end_and_decided_again(
    rules: Rules, data: Any, seed: int
) -> None:
    holds(rules, data, with_sheets(rules, data, seed).to_the_end())


def holds(rules: Rules, data: Any, played: Played) -> None:
    assert readjudicate(rules, data, played.entries, played.game.id) is None
    assert not any(
        isinstance(entry, Ordered) and entry.by != SEAT and tag_of(type(entry.plain())) == RESIGN
        for entry in played.entries
    )


def test_a_data_set_from_before_it_recommends_nothing(rules: Rules) -> None:
    files = {path.name: path.read_bytes() for path in (FIXTURES / rules.title).iterdir() if path.is_file()}
    files.pop(FILE, None)
    old = rules.read_data(files)
    assert not lines_of(rules, old)
    assert not laid_in(with_sheets(rules, old, 0))


WRONG = [
    ('[[sheet]]\nseats = ["x"]\nlines = []\nsource = "inferred: so"\n', 'one of the seats a, got "x"'),
    ('[[sheet]]\nseats = ["a"]\nlines = []\nsource = "so"\n', "expected a source"),
    ('[[sheet]]\nseats = ["a"]\nlines = 3\nsource = "inferred: so"\n', "got int"),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_sheet_that_cannot_be_read(text: str, said: str) -> None:
    with pytest.raises(Exception, match=said):
        read_sheets({FILE: text.encode()}, ("a",))


@pytest.mark.parametrize("title", RECOMMENDING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_each_line_says_what_it_is_about(title: str, language: str) -> None:
    """Where it is no script of orders: the page names occasions by it."""
    rules, meant = TITLES[title], reference_of(title).meant
    with written_for(Reader(language)):
        said = [(line, meant(line)) for _seat, line in lines_of(rules, data_of(rules))]
    assert all(text and text != line for line, text in said if not line.startswith("when "))
