"""The story of an event tells a viewer nothing that the viewer may not know, whatever it is about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from domain.game.entries.entries import Entry
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC
from projections.replay import Replay
from projections.telling.story import story, tell
from tests.titles.play import Played
from tests.titles.test_reveals import folded, other_world

DEALT = ("shinobi", "kawanakajima")
"""Titles in which, after so few orders, other hands could have been dealt."""

SEEDS, ORDERS, WORLDS, EVENTS = 3, 20, 12, 15
"""Games of each title, and their orders; other worlds that are tried for each viewer; the newest events, of
which the stories are told."""


class Enveloped(Struct, frozen=True):
    entry: Any
    digest: bytes = bytes(32)
    at: int = 0
    act: tuple[str, ...] = ("bots", "", "", "", "")


def stories(rules: Rules, data: Any, entries: Sequence[Entry], viewer: str) -> list[str]:
    replay = Replay("summer", rules, data, list(map(Enveloped, entries)))
    newest = range(max(1, len(entries) - EVENTS), len(entries) + 1)
    return [tell(replay, story(replay, position, viewer), {}) for position in newest]


@pytest.mark.budget(120, "stories of several worlds")
def test_what_others_hide_changes_no_story(rules: Rules, data: Any) -> None:
    compared = 0
    for seed in range(SEEDS):
        played, random = Played(rules, seed, data), Random(f"stories {seed}")
        for _ in range(ORDERS):
            if not played.game.is_over():
                played.step()
        for viewer in () if played.game.is_over() else (*played.game.seats, PUBLIC):
            others = list(other_worlds(rules, data, played.entries, viewer, random))
            told = stories(rules, data, played.entries, viewer) if others or viewer == PUBLIC else []
            assert all(told)
            for entries in others:
                assert stories(rules, data, entries, viewer) == told
                compared += 1
    assert compared or rules.title not in DEALT


def other_worlds(
    rules: Rules, data: Any, entries: list[Entry], viewer: str, random: Random
) -> Iterator[list[Entry]]:
    """Games that can have been as well, for all that the viewer knows."""
    for _ in range(WORLDS):
        other = other_world(entries, viewer, random)
        if other is not None and folded(rules, data, other) is not None:
            yield other
