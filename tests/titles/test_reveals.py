"""`Rules.reveals` has every event that shows somebody what was hidden: without one, and without a throw,
nobody comes to know more than the order itself tells.

A game is played in two worlds that look alike to a viewer: in the other, two values that are sealed from the
viewer have changed places. The same order is given in both. Where it is legal in both, it does not tell them
apart, and all that follows must look alike, up to the first throw, reveal or standing answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from random import Random
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import STANDING_ORDER, Entry, Ordered
from domain.kit.chance import Thrown
from domain.kit.errors import UNFOLDED, BrokenRecord, OrderError
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, Sealed
from domain.titles import TITLES
from tests.playing import Game
from tests.titles.play import EVERY, Luck, Played, data_of, is_played
from tests.titles.test_secrecy import given, public_form

SEEDS = range(6)
RECENT = 14
"""Sealed values that may change places: the last of a game, for the first are long known."""

WORLDS = 3
"""Other worlds at each stop."""

PLAYED = {**EVERY, "twilight_shogun": 1}
"""All seeds of a title of whose games few stops have another world that fits."""

STOPS = {"kawanakajima": 8, "rising_sun": 2, "clan_war": 4}
"""Worlds are compared at one of so many stops of a game; of the other titles, and in soak, at every one."""


def other_world(entries: list[Entry], viewer: str, random: Random) -> list[Entry] | None:
    """The entries with two values sealed from the viewer in each other's places; None without two."""
    places = [
        (at, name, entry)
        for at, entry in enumerate(entries)
        if isinstance(entry, Fact) and entry.event is not None
        for name in entry.event.__struct_fields__
        if isinstance(value := getattr(entry.event, name), Sealed) and viewer not in value.to
    ][-RECENT:]
    if len(places) < 2:
        return None
    (at, name, one), (to, same, two) = sorted(random.sample(places, 2), key=lambda place: place[0])
    if (
        type(one.event) is not type(two.event)
        or name != same
        or getattr(one.event, name).value == getattr(two.event, name).value
    ):
        return None
    there = list(entries)
    there[at], there[to] = given(one, name, two), given(two, name, one)
    return there


def folded(rules: Rules, data: Any, entries: Sequence[Entry]) -> Game | None:
    """The game of a world; None where it cannot have been so."""
    game = Game("other", rules)
    game.fold(entries[0])
    game.begin(data)
    try:
        game.fold_all(entries)
    except BrokenRecord:
        return None
    return None if rules.conserved(game.state.board) else game


def quiet(rules: Rules, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries up to the first unit that has a throw, shows something, or is a standing answer."""
    kept: list[Entry] = []
    for unit in units(entries):
        shows = any(isinstance(one, Fact) and isinstance(one.event, rules.reveals) for one in unit)
        thrown = any(isinstance(one, Thrown) for one in unit)
        if shows or thrown or any(isinstance(one, Ordered) and one.by == STANDING_ORDER for one in unit):
            break
        kept += unit
    return tuple(kept)


def units(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """An order or a throw and its facts together."""
    unit: list[Entry] = []
    for entry in entries:
        unit.append(entry)
        if isinstance(entry, Fact) and not entry.more:
            yield unit
            unit = []
    if unit:
        yield unit


def differs(rules: Rules, here: Game, there: Game, order: tuple[str, Struct], viewer: str) -> str:
    """What the viewer comes to know by an order and what follows quietly; "" for nothing."""
    if there.awaited() != here.awaited() or rules.view(there.state, viewer) != rules.view(here.state, viewer):
        return ""
    made = []
    for game, impossible in ((here, OrderError), (there, (OrderError, *UNFOLDED))):  # one is made up
        try:
            made.append(game.post(*order, Luck("the same")))
        except impossible:
            return ""
    one, two = (quiet(rules, entries) for entries in made)
    both = min(len(one), len(two))
    if public_form(one[:both], viewer) != public_form(two[:both], viewer):
        return f"{viewer} sees {one[:both]} or {two[:both]} after {order}."
    whole = len(one) == len(made[0]) and len(two) == len(made[1])
    if whole and rules.view(here.state, viewer) != rules.view(there.state, viewer):
        return f"{viewer} sees the difference in the view after {order}."
    return ""


def found(title: str, seed: int, reveals: tuple[type[Struct], ...], stops: int) -> tuple[str, ...]:
    """What random games tell quietly if these are the events that show something; one of `stops` is tried."""
    rules = replace(TITLES[title], reveals=reveals)
    data, random = data_of(rules), Random(f"reveals {seed}")
    played, told = Played(rules, seed, data), list[str]()
    while not played.game.is_over():
        order = played.drawn()
        for _ in range(WORLDS if random.randrange(stops) == 0 else 0):
            viewer = random.choice((*played.game.seats, PUBLIC))
            entries = other_world(played.entries, viewer, random)
            there = folded(rules, data, entries) if entries else None
            if there is not None:
                told.append(differs(rules, copy(played.game), there, order, viewer))
        played.step(order)
    return tuple(told)


@pytest.mark.soak
@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_hidden_becomes_known_at_any_stop(rules: Rules, seed: int) -> None:
    assert [one for one in found(rules.title, seed, rules.reveals, 1) if one] == []


def all_found(rules: Rules, reveals: tuple[type[Struct], ...]) -> Iterator[str]:
    """Game after game, as far as somebody asks."""
    stops = STOPS.get(rules.title, 1)
    seeds = [seed for seed in SEEDS if is_played(rules.title, seed, PLAYED)]
    return (one for seed in seeds for one in found(rules.title, seed, reveals, stops))


def test_nothing_hidden_becomes_known_without_a_throw_or_a_reveal(rules: Rules) -> None:
    compared = list(all_found(rules, rules.reveals))
    assert [one for one in compared if one] == []
    assert len(compared) >= 10 or not rules.reveals


@pytest.mark.parametrize("title", ["shinobi", "rising_sun"])
def test_without_those_events_something_would_be_told(title: str) -> None:
    """In Twilight of Shogun whatever is shown comes with a draw or by an order that tells it."""
    assert any(all_found(TITLES[title], ()))
