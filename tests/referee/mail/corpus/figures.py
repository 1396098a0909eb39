"""How many replies of the corpus are played without a further mail, and that no decoy is: on a real desk,
each in a game of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from domain.game.entries.entries import Ordered
from domain.game.state.words import notation_of
from tests.referee.mail.corpus.replies import ANSWERING, VARIANTS, WAYS, WEBS, Ours, decoys, ours, page, reply
from tests.referee.mail.test_desk_world import PEOPLE, World

MOST_LOST = {"lines above": 0.07}
"""The share of replies that may need a further mail; of the other ways, one in twenty."""


class Figure(NamedTuple):
    name: str
    played: int
    of: int
    least: float  # the share that must be played; 0.0 for decoys, of which none may be

    @property
    def holds(self) -> bool:
        return self.played >= self.least * self.of if self.least else not self.played


class Games(World):
    """A desk, and a new game for each reply."""

    made = 0

    def next(self) -> tuple[str, str, Ours, list[str]]:
        """A game that has been announced: its name, the seat that is to act, the mail to it, legal orders."""
        self.made += 1
        name = f"g{self.made}"
        self.open(name, PEOPLE)
        self.desk.announce(name)
        game = self.record.load(name).game
        seat = game.awaited()[0]
        mail = [
            one for one in self.out() if one["To"] == PEOPLE[seat] and f"[{name} " in str(one["Subject"])
        ][-1]
        write = notation_of(game).write
        return name, seat, ours(mail), [write(order) for order in game.offers(seat) or ()]

    def given(self, name: str, seat: str) -> int:
        entries = (one.entry for one in self.record.envelopes(name))
        return sum(isinstance(entry, Ordered) and entry.seat == seat for entry in entries)


def figures(folder: Path, every: int = 1) -> list[Figure]:
    """All of them, or of each kind one in so many."""
    games = Games(folder)
    try:
        played, tried = Counter[str](), Counter[str]()
        for name, is_played in _tried(games, every):
            tried[name] += 1
            played[name] += is_played
        return [Figure(name, played[name], tried[name], _least(name)) for name in tried]
    finally:
        games.record.close()


def _least(name: str) -> float:
    if name.startswith("decoy"):
        return 0.0
    return 1 - next((share for way, share in MOST_LOST.items() if name.startswith(way)), 0.05)


def _tried(games: Games, every: int) -> Iterator[tuple[str, bool]]:
    nth = 0
    for program in ANSWERING:
        for way in WAYS:
            for variant in VARIANTS:
                nth += 1
                if nth % every == 0:
                    name, seat, mail, legal = games.next()
                    games.desk.handle(reply(program, mail, way, legal[:1], nth, variant))
                    yield f"{way}{variant}", games.given(name, seat) == 1
    for web in WEBS:
        for way in WAYS:
            for turn in range(5):
                nth += 1
                if nth % every == 0:
                    name, seat, mail, legal = games.next()
                    games.desk.handle(page(web, mail, way, legal[:1], turn))
                    yield f"{way}, HTML", games.given(name, seat) == 1
    yield from _decoyed(games, every)


def _decoyed(games: Games, every: int) -> Iterator[tuple[str, bool]]:
    nth = 0
    for program in ANSWERING:
        name, seat, mail, legal = games.next()
        for decoy, _raw in decoys(program, mail, legal[:1], legal[1]):
            nth += 1
            if nth % every == 0:
                name, seat, mail, legal = games.next()
                raw = next(raw for known, raw in decoys(program, mail, legal[:1], legal[1]) if known == decoy)
                games.desk.handle(raw)
                yield f"decoy: {decoy}", games.given(name, seat) > 0


def text(found: list[Figure]) -> str:
    rows = (
        f"| {one.name} | {one.played} of {one.of} | {'yes' if one.holds else '**no**'} |" for one in found
    )
    return "\n".join(("| replies | played | holds |", "|---|---|---|", *rows))
