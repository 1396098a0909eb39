"""What a viewer may not know changes no byte of any export.

Two worlds: in the second, something that is sealed from the viewer is another. Every format is written for
viewers who may know neither, and the bytes are compared. Exports that verify (JSON lines, the bundle) have
commitments where sealed values stand; those and the digests are masked.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from itertools import islice, pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Entry, Opened
from domain.game.entries.people import OrderHeld, Pressed
from domain.kit.sealed import PUBLIC, REFEREE, Sealed
from domain.titles import TITLES
from projections.exports.csv import csv_of
from projections.exports.notation import orders_of
from projections.exports.report import report
from projections.exports.sqlite import sqlite_of
from projections.exports.tables import tables
from projections.page.making import page
from projections.replay import Replay
from referee.audit.game_lines import export_lines
from referee.record.envelope import Act
from referee.record.record import Record
from tests.exports.games import data, replay, running
from tests.playing import Game
from tests.record.stores import opened, play, repeatable
from tests.titles.play import Luck, Played, opening
from tests.titles.test_secrecy import Worlds, fallen, sealed_in, unit


def _report(game: Replay, viewer: str) -> bytes:
    made = report(game, viewer, lambda position: f"{position}.svg")
    return f"{made.text}{made.pictures}{report(game, viewer, None).text}".encode()


FORMATS: Mapping[str, Callable[[Replay, str], bytes]] = {
    "csv": lambda game, viewer: b"".join(csv_of(game, viewer, table) for table in tables(game)),
    "sqlite": sqlite_of,
    "markdown": _report,
    "orders": lambda game, viewer: b"".join(orders_of(game, viewer)),
    "html": lambda game, viewer: page(game, viewer).encode(),
}

ORDERS = {"shinobi": 24, "kawanakajima": 30, "twilight_shogun": 12, "rising_sun": 60, "clan_war": 6}
"""Orders after which games are cut, of the titles that have secrets; none is over then."""

SOME = 2
"""Pairs of worlds that are compared in each game: every format costs its time."""

Pair = tuple[str, Sequence[Entry], Sequence[Entry]]
"""A viewer, and two worlds that differ in what this viewer may not know."""


def worlds(title: str, seed: int) -> list[Pair]:
    """Some of all the pairs that a game has, of every kind that it has."""
    drawn, ordered = list(_drawn(title, seed)), list(_ordered(title, seed))
    luck = Random(seed)
    some = [luck.sample(pairs, min(SOME, len(pairs))) for pairs in (drawn, ordered)]
    return [*_dealt(title, seed), *some[0], *some[1]]


def _dealt(title: str, seed: int) -> Iterator[Pair]:
    """Another deal at the opening, for everybody."""
    rules = TITLES[title]
    one, two = (
        Game("g", rules).open(opening(rules, seed), data(title), Worlds(f"{seed}", world)) for world in (1, 2)
    )
    if one != two:
        yield PUBLIC, one, two


def _stops(title: str, seed: int) -> Iterator[Played]:
    """A random game before each of its orders."""
    played = Played(TITLES[title], seed, data(title))
    for _ in range(ORDERS[title]):
        if played.game.is_over():
            return
        yield played
        played.step()


def _drawn(title: str, seed: int) -> Iterator[Pair]:
    """The same order with other secret draws, for those to whom nothing of them is dealt."""
    for played in _stops(title, seed):
        seat, order = played.drawn()
        games = [copy(played.game) for _ in (1, 2)]
        one, two = (
            game.post(seat, order, Worlds(f"{seed} {game.position}", world))
            for world, game in enumerate(games)
        )
        due = {to for entry in (*one, *two) for sealed in sealed_in(entry) for to in sealed.to}
        if one != two and fallen(one) == fallen(two) and not games[0].is_over():
            for viewer in _but(games[0], *due):
                yield viewer, [*played.entries, *one], [*played.entries, *two]


def _ordered(title: str, seed: int) -> Iterator[Pair]:
    """Two sealed orders, either in the place of the other, without what follows once all are in; an order
    that an option of the game makes open is no secret."""
    for played in _stops(title, seed):
        for seat in played.game.awaited():
            sealed = [one for one in played.game.examples(seat) if isinstance(one, played.rules.sealed)]
            for pair in islice(pairwise(sealed), 1):
                games = [copy(played.game) for _ in pair]
                one, two = (game.post(seat, order, Luck(0)) for game, order in zip(games, pair, strict=True))
                if not isinstance(one[0].order, Sealed):  # type: ignore[union-attr]
                    continue
                if seat not in played.rules.welcome(games[0].state):
                    one, two = unit(one), unit(two)
                for viewer in _but(games[0], seat):
                    yield viewer, [*played.entries, *one], [*played.entries, *two]


def _but(game: Game, *seats: str) -> list[str]:
    return [viewer for viewer in (*game.seats, PUBLIC) if viewer not in seats]


@pytest.mark.parametrize("title", ORDERS)
def test_no_byte_depends_on_what_the_viewer_may_not_know(title: str) -> None:
    """And the referee, who may know, can tell the worlds apart: else nothing would be compared."""
    are_alike(title, worlds(title, 1)[::2])  # a deal, draws and orders still


@pytest.mark.soak
@pytest.mark.parametrize("title", ORDERS)
def test_no_byte_of_more_games_depends_on_it(title: str) -> None:
    are_alike(title, [pair for seed in (1, 2) for pair in worlds(title, seed)])


def are_alike(title: str, pairs: Sequence[Pair]) -> None:
    assert pairs
    for viewer, one, two in pairs:
        first, second = replay(TITLES[title], one), replay(TITLES[title], two)
        for name, written in FORMATS.items():
            assert written(first, viewer) == written(second, viewer), (name, viewer)
        assert FORMATS["csv"](first, REFEREE) != FORMATS["csv"](second, REFEREE)


def test_no_byte_depends_on_letters_and_orders_that_others_hold() -> None:
    """Whom a letter is for everybody may know; not what is in it, how long it is, nor who it is from."""
    played = running("shinobi", 1, 6)
    first, second, third = played.game.seats[:3]

    def world(text: str, line: str, sender: str) -> Replay:
        letter = Pressed((first,), Sealed((first, second), text), Sealed((second,), sender))
        held = OrderHeld(second, 1, Sealed((second,), line), "asked")
        return replay(played.rules, [*played.entries, letter, held])

    one, two = (
        world("I attack.", "pass", second),
        world("A much longer letter.", "place oda in ise", "nobody"),
    )
    for name, written in FORMATS.items():
        for viewer in (third, PUBLIC):
            assert written(one, viewer) == written(two, viewer), (name, viewer)
    assert FORMATS["csv"](one, first) != FORMATS["csv"](two, first)
    assert b"A much longer letter." in FORMATS["markdown"](two, first)


# ---- exports that verify


def masked(line: Any) -> Any:
    """A line of JSON without commitments and digests."""
    if isinstance(line, dict):
        hidden = ("commitment", "digest", "head", "cells", "cell", "key", "data")
        return {key: "" if key in hidden else masked(part) for key, part in line.items()}
    return [masked(part) for part in line] if isinstance(line, list) else line


def test_lines_tell_nothing_of_the_clans_that_others_hold(tmp_path: Path) -> None:
    """Two stores, the same orders, another deal: the lines of a viewer to whom nothing else was dealt."""
    made: dict[int, list[Any]] = {}
    dealt = {}
    for world in (1, 2):
        record = repeatable(tmp_path / f"{world}.bugyo")
        play(opened(record), "g", 0, Random(3))
        dealt[world], made[world] = _dealt_otherwise(record, world)
        record.close()
    assert dealt[1] != dealt[2]
    assert made[1] == made[2]


def _dealt_otherwise(record: Record, world: int) -> tuple[list[str], list[Any]]:
    """A game whose clans were dealt in this world, and its masked lines for everybody."""
    envelopes = record.envelopes("g")
    clans = [one.entry.event.clan for one in envelopes if hasattr(getattr(one.entry, "event", None), "clan")]
    values = [clan.value for clan in clans]
    other = values if world == 1 else [*values[1:], values[0]]
    entries, left = [], list(other)
    for one in envelopes:
        event: Any = getattr(one.entry, "event", None)
        if hasattr(event, "clan"):
            sealed = Sealed(event.clan.to, left.pop(0))
            entries.append(replace(one.entry, event=replace(event, clan=sealed)))
        else:
            entries.append(one.entry)
    lines = [json.loads(line) for line in _exported(record, entries)]
    return other, masked(lines)


def _exported(record: Record, entries: Sequence[Entry]) -> Iterator[bytes]:
    game, first = Game("other", TITLES["shinobi"]), entries[0]
    assert isinstance(first, Opened)
    kept = record.start(game.now)
    game.fold(first)
    game.begin(record.data("shinobi", first.data))
    game.fold_all(entries)
    record.append(kept, game.now, entries, Act("test"))
    yield from export_lines(record, "other", PUBLIC)
