"""The order of history: what a card of the reconstruction presupposes, and what it ends [2.35, 9.2].

When each card takes place, how long it still could, and what decided what one after the other stand in
`times.toml`. So a pair is found that nobody has thought of: whatever in a thread is over before a later
event begins must be impossible after it.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import reduce
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import Struct

from domain.kit.facts import Fact
from domain.twilight_shogun.board import events as e
from domain.twilight_shogun.board.conditions import condition_met
from domain.twilight_shogun.board.state import Board
from domain.twilight_shogun.data import effects as x
from domain.twilight_shogun.data import premises
from domain.twilight_shogun.data.checks import deeds
from domain.twilight_shogun.data.tables import ANTI, Card
from domain.twilight_shogun.words.items import Play
from domain.twilight_shogun.words.orders import PlayEventFirst
from tests.figures.told import told
from tests.playing import Game
from tests.titles.play import Played, finished
from tests.twilight_shogun.boards import TABLES, board, scenario

CARDS = TABLES.cards
RULINGS = Path(__file__).parents[2] / "domain" / "twilight_shogun" / "RULINGS.md"


class Times(NamedTuple):
    """`times.toml`: of a card, or of a face of a support marker, "ii head"."""

    when: dict[str, str]
    until: dict[str, str]
    threads: dict[str, list[str]]
    endings: dict[str, list[str]]
    unended: dict[str, list[str]]


TIMES = Times(**tomllib.loads((Path(__file__).parent / "times.toml").read_text(encoding="utf-8")))

TREATY, LAST = "1858", "1868"
"""The year of the treaty that opens the country, and the last of the period."""


# ---- the times themselves


def test_each_card_has_its_time_and_what_may_end_it() -> None:
    told_of = {name for name, card in CARDS.items() if not card.scoring}
    assert set(TIMES.when) == told_of
    ended = [name for name in TIMES.until if name in CARDS]
    assert Counter([*ended, *chain.from_iterable(TIMES.unended.values())]) == Counter(told_of)


def test_a_time_is_a_year_and_a_month_and_no_end_comes_before_its_beginning() -> None:
    times = (*TIMES.when.values(), *TIMES.until.values())
    assert [one for one in times if not re.fullmatch(r"18[56]\d-(0[1-9]|1[0-2])(-[0-3]\d)?", one)] == []
    early = [name for name, until in TIMES.until.items() if until < TIMES.when.get(name, "")[: len(until)]]
    assert early == []


def test_the_line_of_history_begins_with_the_year_of_its_card() -> None:
    lines = {name: CARDS[name].history[:4] for name in TIMES.when if CARDS[name].history[:4].isdecimal()}
    assert {name: year for name, year in lines.items() if not TIMES.when[name].startswith(year)} == {}


def test_each_deck_has_the_cards_of_its_years() -> None:
    closed, opened = (
        [when[:4] for name, when in TIMES.when.items() if CARDS[name].deck == deck]
        for deck in ("closed", "open")
    )
    assert max(closed) <= str(int(TREATY) + 1)
    assert max(opened) <= LAST


def test_every_end_is_in_a_thread() -> None:
    listed = {*chain.from_iterable((*TIMES.threads.values(), *TIMES.endings.values()))}
    assert set(TIMES.until) <= listed <= {*TIMES.when, *TIMES.until}


# ---- what can be no more once an event has occurred


def placers(face: str) -> list[str]:
    return [
        name
        for name, card in CARDS.items()
        for effect in deeds(card.effects)
        if isinstance(effect, x.Marker) and f"{effect.marker} {effect.face}" == face
    ]


def faces() -> list[str]:
    return [f"{name} {side}" for name in TABLES.markers for side in ("head", "tail")]


def over(name: str, before: frozenset[str] = frozenset()) -> frozenset[str]:
    """The cards whose events can occur no more once that of this card has; the faces that never stand again.

    By what its text does on any board, and by what must have occurred before it; `before` are those that ask.
    """
    if name in before:
        return frozenset()
    card, asking = CARDS[name], before | {name}
    found = {name} if card.removed else set()
    found |= {one for effect in card.effects if isinstance(effect, x.Retire) for one in effect.cards}
    found |= {f"{effect.marker} {effect.face}" for effect in card.effects if isinstance(effect, x.RetireFace)}
    for test in card.condition:
        found |= implied(test, asking)
    if card.deck == "open":
        found |= over("harris-treaty", asking)
    return frozenset(closed(found, down(card)))


def closed(found: set[str], lying: set[str]) -> set[str]:
    """With what follows: whose face is lost occurs no more, and a face that nobody places stands no more."""
    grown = set(found)
    for name, card in CARDS.items():
        if any(lost(test, grown) for test in card.condition):
            grown.add(name)
    grown |= {face for face in lying if set(placers(face)) <= grown}
    return grown if grown == found else closed(grown, lying)


def lost(test: premises.Test, found: set[str]) -> bool:
    """Whether a condition can be met no more."""
    if isinstance(test, premises.Either):
        return all(lost(one, found) for one in test.conditions)
    if isinstance(test, premises.Stands):
        return bool(test.face) and f"{test.marker} {test.face}" in found
    if isinstance(test, premises.Not) and isinstance(test.condition, premises.FaceRetired):
        return f"{test.condition.marker} {test.condition.face}" in found
    return False


def down(card: Card) -> set[str]:
    """The faces that do not stand after the event: removed, turned over, stripped from their only place."""
    found: set[str] = set()
    for effect in card.effects:
        if isinstance(effect, x.Unmark):
            found.add(f"{effect.marker} {effect.face}")
        if isinstance(effect, x.Marker):
            found.add(f"{effect.marker} {'tail' if effect.face == 'head' else 'head'}")
        if isinstance(effect, x.Strip):
            found |= {
                face for face in faces() if side_of(face) == effect.side and places(face) == {effect.space}
            }
    return found


def side_of(face: str) -> str:
    marker, side = face.split()
    return TABLES.markers[marker].showing(side).side


def places(face: str) -> set[str]:
    """Where the cards place a face."""
    return {
        effect.space
        for card in CARDS.values()
        for effect in deeds(card.effects)
        if isinstance(effect, x.Marker) and f"{effect.marker} {effect.face}" == face
    }


def implied(test: premises.Test, asking: frozenset[str]) -> frozenset[str]:
    """What is over already where a condition is met."""
    if isinstance(test, premises.Either):
        return common(implied(one, asking) for one in test.conditions)
    if isinstance(test, premises.Gone):
        return over(test.card, asking)
    if isinstance(test, premises.Stands):
        return every_of(placers(f"{test.marker} {test.face}"), asking) if test.face else frozenset()
    if isinstance(test, premises.PortOpen):
        return over("yokohama-opens", asking)
    if isinstance(test, premises.Treaties) and test.least:
        after = {1: ("kanagawa-treaty", "harris-treaty"), 2: ("harris-treaty",), 3: ("imperial-sanction",)}
        return every_of(after[test.least], asking)
    return frozenset()


def every_of(names: Iterable[str], asking: frozenset[str]) -> frozenset[str]:
    return common(over(one, asking) for one in names)


def common(every: Iterable[frozenset[str]]) -> frozenset[str]:
    sets = list(every)
    return reduce(frozenset.intersection, sets) if sets else frozenset()


def too_late() -> Iterator[tuple[str, str]]:
    """What is over before an event of the same thread begins, or what that ends, and the event."""
    for thread in TIMES.threads.values():
        yield from (
            (one, later)
            for one in thread
            for later in thread
            if one in TIMES.until and later in TIMES.when and TIMES.until[one] < TIMES.when[later]
        )
    yield from ((one, later) for later, every in TIMES.endings.items() for one in every)


@pytest.mark.parametrize(("one", "later"), sorted(set(too_late())))
def test_what_was_over_before_an_event_does_not_come_after_it(one: str, later: str) -> None:
    assert TIMES.until[one] < TIMES.when[later]
    assert one in over(later)


def test_the_order_is_found_through_premises_and_markers_and_not_where_there_is_none() -> None:
    assert "august-coup" in over("second-expedition")  # which asks for one of two that come after it
    assert "ansei-purge" in over("kazunomiya")  # which asks that Ii is not out of play
    assert "shinsengumi head" in over("toba-fushimi")  # stripped from the one place where it is placed
    assert {"hamaguri-gate", "shinsengumi head"}.isdisjoint(over("ikedaya"))


# ---- in games that are played


def wrong_order(moments: Iterable[tuple[Struct, Board]]) -> list[tuple[str, str]]:
    """What has occurred, or stands at the beginning of a round, after the event that ends it."""
    ends = set(too_late())
    happened: list[str] = []
    found: list[tuple[str, str]] = []
    for event, now in moments:
        if isinstance(event, e.EventOccurred):
            found += [(event.card, later) for later in happened if (event.card, later) in ends]
            happened.append(event.card)
        if isinstance(event, e.RoundBegan):
            stand = [f"{name} {at.face}" for name, at in now.markers.items()]
            found += [(face, later) for face in stand for later in happened if (face, later) in ends]
    return found


def moments(played: Played) -> Iterator[tuple[Struct, Board]]:
    """Each event of a game, with the board on which it happens."""
    game = Game("again", played.rules)
    for entry in played.entries:
        if isinstance(entry, Fact) and entry.event is not None:
            yield entry.event, game.state.board
        game.fold(entry)
        if game.position == 1:
            game.begin(TABLES)


@pytest.mark.parametrize("seed", [1, 2])
def test_in_a_game_nothing_comes_too_late(seed: int) -> None:
    assert wrong_order(moments(finished("twilight_shogun", seed))) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", [0, *range(3, 30)])
def test_in_many_games_nothing_comes_too_late(seed: int) -> None:
    assert wrong_order(told("twilight_shogun", seed).moments) == []


def test_what_comes_too_late_in_a_game_is_found() -> None:
    at = board(markers={"shogun": ("kyo", "head")})
    told_of = [(e.EventOccurred(name, ANTI), at) for name in ("toba-fushimi", "yoshinobu")]
    assert wrong_order(told_of) == [("yoshinobu", "toba-fushimi")]
    assert wrong_order([told_of[0], (e.RoundBegan(1, ANTI), at)]) == [("shogun head", "toba-fushimi")]


# ---- what a card presupposes, and what it puts out of play, is not of a later time


def relations() -> Iterator[tuple[str, str]]:
    """Pairs of cards that the data set puts into an order: the earlier one, and the later one."""
    for name, card in CARDS.items():
        for test in chain.from_iterable(parts(one) for one in card.condition):
            yield from ((other, name) for other in asked_before(test))
            if isinstance(test, premises.Not) and isinstance(test.condition, premises.Gone):
                yield name, test.condition.card
        for effect in deeds(card.effects):
            if isinstance(effect, x.Retire):
                yield from ((other, name) for other in effect.cards)
            if isinstance(effect, x.Unmark | x.RetireFace):
                yield from ((other, name) for other in placers(f"{effect.marker} {effect.face}"))
            if isinstance(effect, x.RetireFace):
                yield from ((other, name) for other in barred_without(effect))


def parts(test: premises.Test) -> tuple[premises.Test, ...]:
    return test.conditions if isinstance(test, premises.Either) else (test,)


def asked_before(test: premises.Test) -> list[str]:
    """The cards that must have occurred, or one of which, for a condition to be met."""
    if isinstance(test, premises.Gone):
        return [test.card]
    if isinstance(test, premises.Stands):
        return [one for face in faces_of(test) for one in placers(f"{test.marker} {face}")]
    return ["yokohama-opens"] if isinstance(test, premises.PortOpen) else []


def faces_of(test: premises.Stands) -> tuple[str, ...]:
    return (test.face,) if test.face else ("head", "tail")


def barred_without(effect: x.RetireFace) -> list[str]:
    """The cards that ask that a face is not out of play."""
    test = premises.Not(premises.FaceRetired(effect.marker, effect.face))
    return [name for name, card in CARDS.items() if test in card.condition]


def backwards(pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    return [(one, other) for one, other in pairs if TIMES.when[one] > TIMES.when[other]]


def test_no_card_is_put_behind_one_of_a_later_time() -> None:
    assert backwards(relations()) == []
    assert backwards([("return-of-power", "abe-masahiro")]) == [("return-of-power", "abe-masahiro")]


def one_of(*names: str) -> premises.Either:
    return premises.Either(tuple(premises.Gone(one) for one in names))


# a card, and what its event cannot be without
PREMISES: dict[str, premises.Test] = {
    "hotta-in-kyo": premises.Treaties(least=1),
    "court-refuses": premises.Treaties(least=1),
    "yokohama-opens": premises.Treaties(least=2),
    "tariff-convention": premises.Gone("imperial-sanction"),
    "nariaki-confined": premises.Treaties(least=2),
    "ansei-purge": premises.Not(premises.FaceRetired("ii", "head")),
    "sakuradamon": premises.Not(premises.FaceRetired("ii", "head")),
    "russian-sailors": premises.PortOpen(),
    "gold-drain": premises.PortOpen(),
    "ikeda-mission": premises.PortOpen(),
    "ikedaya": premises.Stands("shinsengumi", "head"),
    "satsuma-british-war": premises.Gone("namamugi"),
    "ogasawara-nagamichi": premises.Gone("namamugi"),
    "second-expedition": one_of("choshu-expedition", "kozanji"),
    "loyalists-crushed": premises.Stands("tosa-loyalists", "head"),
    "kaientai": premises.Stands("kameyama", "head"),
    "hyogo-sanctioned": premises.Gone("imperial-sanction"),
    "return-of-power": premises.Treaties(least=3),
    "secret-command": premises.Gone("satcho"),
    "toba-fushimi": premises.Gone("satcho"),
}


@pytest.mark.parametrize(("name", "premise"), PREMISES.items())
def test_a_card_asks_for_what_its_event_cannot_be_without(name: str, premise: premises.Test) -> None:
    assert premise in CARDS[name].condition


# ---- markers, and what lasts


def test_each_face_of_the_list_comes_to_the_map_by_a_card_but_those_of_the_option() -> None:
    """The navy comes by its option [12.1]."""
    assert {face for face in faces() if not placers(face)} == {"navy head", "navy tail"}


def test_a_support_marker_never_leaves_the_map_but_with_the_face_that_is_meant() -> None:
    removing = [
        effect
        for effect in chain.from_iterable(deeds(card.effects) for card in CARDS.values())
        if isinstance(effect, x.Unmark | x.RetireFace)
    ]
    assert removing
    assert all(effect.face for effect in removing)


def test_what_lasts_ends_with_its_turn_so_that_no_other_card_has_to_end_it() -> None:
    every = list(chain.from_iterable(deeds(card.effects) for card in CARDS.values()))
    assert {effect.until for effect in every if isinstance(effect, x.Last)} == {"turn"}
    assert not any(isinstance(effect, x.End) for effect in every)


# ---- the decks


@pytest.mark.parametrize("level", [0, 1])
def test_2_23_the_treaty_of_commerce_opens_the_country_in_either_order(level: int) -> None:
    """Without a treaty of amity it does the work of both; a port that came too early comes back."""
    at = board(hands={ANTI: ["harris-treaty"]}, active=ANTI, treaty=level, discard=("yokohama-opens",))
    opened = scenario(at, Play(ANTI)).when(ANTI, PlayEventFirst("harris-treaty"))
    assert opened.board.treaty == 2
    assert condition_met(opened.board, "yokohama-opens", ANTI)
    assert opened.board.hands[ANTI] == ("yokohama-opens",)


def test_the_rulings_count_the_cards_of_each_deck() -> None:
    decks = Counter(card.deck for card in CARDS.values())
    closed_deck = f"{decks['closed']} in the closed deck (1852 to 1859)"
    counted = f"{len(CARDS)} cards, {closed_deck} and {decks['open']} in the open one"
    assert counted in RULINGS.read_text(encoding="utf-8")


def test_no_clan_is_silent() -> None:
    """Every clan of the map is named by an event."""
    named: set[str] = set()
    for effect in chain.from_iterable(deeds(card.effects) for card in CARDS.values()):
        named |= {*getattr(effect, "spaces", ()), getattr(effect, "space", "")}
        named |= {*getattr(effect, "where", x.EVERYWHERE).spaces}
    assert {name for name, space in TABLES.spaces.items() if space.kind == "clan"} <= named
