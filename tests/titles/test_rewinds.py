"""Random games with rewinds: nothing is erased, what stands loads to what it was, the audit is clean."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.game.checking.proof import check_throws
from domain.game.checking.readjudicate import conserved, readjudicate
from domain.game.entries.entries import Entry, Rewound
from domain.game.state.game_state import Back, back_to
from domain.game.state.lines import spare, targets, that_stand
from domain.kit.chance import Thrown, ThrownAgain
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from tests.playing import Game
from tests.titles.play import Played, long_proofs
from tests.titles.test_games import through_the_store

FEW, MANY = range(8), range(8, 108)

ORDERS = 40
"""Orders after which a game is no longer interrupted."""

OFTEN = 0.25


def ends(entries: Sequence[Entry]) -> list[int]:
    """Where units end, but for the last."""
    return [at for at, entry in enumerate(entries[:-1], 1) if isinstance(entry, Fact) and not entry.more]


def with_rewinds(rules: Rules, seed: int, data: Any) -> Played:
    """A random game in which play goes back again and again."""
    played, random = Played(rules, seed, data), Random(f"rewinds {seed}")
    for _ in range(ORDERS):
        if played.game.is_over():
            break
        played.step()
        if random.random() < OFTEN and not played.game.is_over():
            goes_back(played, random)
    return played


def goes_back(played: Played, random: Random) -> None:
    before = list(played.entries)
    to = random.choice(ends(before)[-30:])
    there = loaded(played.rules, played.data, before[:to])
    made = played.game.rewind(Rewound(to, "a try", anew=random.random() < 0.3), before, played.luck)
    played.entries += made
    assert played.entries[: len(before)] == before
    if len(made) == 1:
        assert played.game.state == there.state


def loaded(rules: Rules, data: Any, entries: Sequence[Entry]) -> Game:
    game = Game("loaded", rules)
    game.fold(entries[0])
    game.begin(data)
    game.fold_all(entries)
    return game


def stepped(rules: Rules, data: Any, entries: Sequence[Entry]) -> Game:
    """The same, folded event by event."""
    game, past = Game("stepped", rules), list[Back]()
    for entry in entries:
        game.fold(entry, lambda to: past[to - 1])
        if game.position == 1:
            game.begin(data)
        past.append(back_to(game.now))
    return game


def holds(rules: Rules, data: Any, played: Played) -> None:
    entries = through_the_store(rules, played.entries)
    assert entries == played.entries
    for game in (loaded(rules, data, entries), stepped(rules, data, entries)):
        assert game.state == played.game.state
        assert game.position == played.game.position == len(entries)
    assert loaded(rules, data, entries).spare == played.game.spare
    assert readjudicate(rules, data, entries) is None
    assert check_throws("loaded", entries) is None
    assert conserved(rules, data, entries) is None


@pytest.mark.parametrize("seed", FEW)
def test_a_game_with_rewinds_is_kept_whole(rules: Rules, data: Any, seed: int) -> None:
    holds(rules, data, with_rewinds(rules, seed, data))


@pytest.mark.soak
@pytest.mark.parametrize(("rules", "seeds"), long_proofs(MANY), indirect=["rules"])
def test_many_games_with_rewinds_are_kept_whole(rules: Rules, data: Any, seeds: list[int]) -> None:
    """100 games of Shinobi, 50 each of Rising Sun and Clan War, 20 of Twilight of Shogun, 10 of
    Kawanakajima."""
    for seed in seeds:
        holds(rules, data, with_rewinds(rules, seed, data).to_the_end())


def test_rewinds_are_met_and_throws_answer_again(rules: Rules, data: Any) -> None:
    """The games above do what they are for."""
    entries = with_rewinds(rules, 0, data).entries
    assert sum(isinstance(entry, Rewound) for entry in entries) > 3
    stands = that_stand(targets(entries))
    left = [entry for entry, on_line in zip(entries, stands, strict=True) if not on_line]
    assert len(left) > 3
    if any(isinstance(entry, Thrown) for entry in left):
        used = [entry for entry in entries if isinstance(entry, ThrownAgain)]
        assert used or spare(entries, stands)
