"""Looks that the players see at the next reveal, in every title: when, once, also after play went back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from domain.game.entries.entries import Entry, Looked, Rewound
from domain.game.entries.people import PolicyChanged
from domain.game.entries.policy import AT_REVEAL, Policy, Refereeing
from domain.game.entries.rulings import LookedUnseen, Ruled
from domain.game.state.lines import unit_ends
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from domain.kit.sealed import PUBLIC, Sealed
from domain.titles import TITLES
from tests.titles.play import Played, data_of
from tests.titles.test_secrecy import public_form

LATE = Policy(referee=Refereeing(looks=AT_REVEAL))
LOOK = Looked("Gen", "everything that is sealed", "a complaint")
SEEDS, ORDERS = range(4), 60
REVEALING = pytest.mark.parametrize(
    "rules", [rules for rules in TITLES.values() if rules.reveals], ids=lambda rules: rules.title
)
"""The titles in which something is revealed before the end."""


def watched(rules: Rules, seed: int, data: Any) -> Played:
    played = Played(rules, seed, data)
    played.entries += played.game.put(PolicyChanged(LATE, "Agreed."), played.luck)
    return played


def look(played: Played, looked: Looked = LOOK) -> tuple[Entry, ...]:
    made = played.game.look(looked)
    played.entries += made
    return made


def reveals(rules: Rules, entries: Sequence[Entry]) -> bool:
    return any(isinstance(entry, Fact) and isinstance(entry.event, rules.reveals) for entry in entries)


def stepped(played: Played) -> list[Entry]:
    before = len(played.entries)
    played.step()
    return played.entries[before:]


def to_the_reveal(played: Played) -> list[Entry]:
    """What was recorded with the next reveal; [] where none comes soon. Before it nothing is shown."""
    for _ in range(ORDERS):
        if played.game.is_over():
            break
        made = stepped(played)
        if reveals(played.rules, made):
            return made
        assert not any(isinstance(entry, Looked) for entry in made)
    return []


def shows(entries: Sequence[Entry]) -> list[Looked]:
    return [entry for entry in entries if isinstance(entry, Looked)]


def first_reveal(rules: Rules, data: Any, *looks: Looked) -> tuple[Played, list[Entry]]:
    """A game in which somebody has looked, up to the next reveal."""
    for seed in SEEDS:
        played = watched(rules, seed, data)
        for one in looks:
            look(played, one)
        made = to_the_reveal(played)
        if made:
            return played, made
    pytest.fail(f"No reveal comes up in {rules.title}.")


@REVEALING
def test_a_look_is_seen_with_the_next_reveal_and_not_before(rules: Rules, data: Any) -> None:
    other = Looked("Rei", "the board of a seat", "a second\nlook")
    played, made = first_reveal(rules, data, LOOK, other)
    assert shows(made) == [
        Looked(LOOK.person, LOOK.at, LOOK.reason, 1),
        Looked(other.person, other.at, other.reason, 2),
    ]
    docket = played.game.register.docket
    assert (docket.looks, docket.shown, docket.looked) == ((), (), 2)
    if not played.game.is_over():
        assert look(played)[0] == LookedUnseen(3, Sealed((), "Gen\neverything that is sealed\na complaint"))


def test_of_a_look_that_is_not_seen_yet_all_forms_are_alike(rules: Rules, data: Any) -> None:
    played = watched(rules, 0, data)
    (unseen,) = look(played)
    for viewer in (*played.game.seats, PUBLIC):
        assert public_form(unseen, viewer) == (LookedUnseen, 1, ("sealed", ()))


def test_a_look_stays_unseen_while_play_goes_back(rules: Rules, data: Any) -> None:
    for seed in SEEDS:
        played = watched(rules, seed, data)
        made = stepped(played)
        if not reveals(rules, made) and unit_ends(played.entries)[-2] > 1:
            break
    to = unit_ends(played.entries)[-2]
    look(played)
    back(played, to)
    if not reveals(rules, played.entries[to + 1 :]):
        assert [one.number for one in played.game.register.docket.looks] == [1]
    again = to_the_reveal(played)
    assert len([one for one in shows(played.entries) if one.of == 1]) == bool(
        again or reveals(rules, played.entries[to + 1 :])
    )


@REVEALING
def test_a_look_that_was_seen_is_not_shown_again_when_its_reveal_is_left(rules: Rules, data: Any) -> None:
    played, _made = first_reveal(rules, data, LOOK)
    if played.game.is_over():
        return
    back(played, unit_ends(played.entries)[0])
    assert played.game.register.docket.looks == ()
    to_the_reveal(played)
    assert len(shows(played.entries)) == 1


def back(played: Played, to: int) -> None:
    number = len(played.game.register.docket.rulings) + 1
    ruled = Ruled(number, "rewound", "Why.", rules=(next(iter(played.rules.headings)),), effects=1)
    played.entries += played.game.put(ruled, played.luck)
    played.entries += played.game.rewind(Rewound(to, "Why."), played.entries, played.luck)


def test_where_nothing_is_revealed_a_look_is_seen_when_the_game_is_over() -> None:
    rules = replace(TITLES["clan_war"], reveals=())
    played = watched(rules, 0, data_of(rules))
    look(played)
    played.to_the_end()
    assert shows(played.entries) == []
    assert look(played) == (LOOK,)


def test_after_the_end_a_look_is_seen_at_once(rules: Rules, data: Any) -> None:
    played = watched(rules, 0, data)
    game = played.game.now
    played.game.now = replace(game, register=replace(game.register, abandoned=True))
    assert look(played) == (LOOK,)
