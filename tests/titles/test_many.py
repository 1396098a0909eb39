"""Some of the many games that `python -m tests.titles.many` plays, each recorded, audited and verified."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from msgspec.structs import replace

from domain.game.checking.readjudicate import Finding
from domain.kit.rules import Rules
from domain.kit.sealed import REFEREE
from domain.titles import TITLES
from referee.audit.audit import Verdict, audit_game
from referee.bundle import writing
from tests.bundle.maker import Members
from tests.titles import many
from tests.titles.many import BATCH, GAMES, NotClean, clean, numbers, player_of
from tests.titles.recorded import setting

SHARES = {
    "random": {"shinobi": 30, "kawanakajima": 5, "twilight_shogun": 10, "rising_sun": 40, "clan_war": 20},
    "simple": {"shinobi": 30, "kawanakajima": 4, "twilight_shogun": 6, "rising_sun": 40, "clan_war": 30},
}
"""The first of the games of a kind, so many that all together take about a minute."""


def shares() -> Iterator[tuple[str, str, range]]:
    for kind, share in SHARES.items():
        for title, games in share.items():
            all_ = numbers(kind, games)
            yield from ((title, kind, all_[at : at + BATCH]) for at in range(0, games, BATCH))


@pytest.mark.soak
@pytest.mark.parametrize(
    ("rules", "kind", "some"),
    [pytest.param(*one, id="-".join([*one[:2], str(one[2].start)])) for one in shares()],
    indirect=["rules"],
)
def test_games_are_clean(rules: Rules, kind: str, some: range) -> None:
    assert len(list(clean(rules, some, player_of(kind, rules.title)))) == len(some)


def test_a_game_of_each_kind_is_clean() -> None:
    for kind in GAMES:
        ((ending, _),) = clean(TITLES["shinobi"], numbers(kind, 1), player_of(kind, "shinobi"))
        assert ending in TITLES["shinobi"].endings


def test_no_game_is_of_both_kinds() -> None:
    random, simple = (set(numbers(kind, games)) for kind, games in GAMES.items())
    assert (len(random), len(simple)) == (500, 200)
    assert not random & simple


def test_each_kind_has_every_scenario_and_preset_of_a_title(rules: Rules) -> None:
    every = set(product([scenario.name for scenario in rules.scenarios], rules.presets))
    for kind, games in GAMES.items():
        assert {setting(rules, number) for number in numbers(kind, games)} == every


def test_what_the_audit_finds_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def finds(*given: object) -> Verdict:
        return replace(audit_game(*given), finding=Finding(7, "It is not so."))  # type: ignore[arg-type]

    monkeypatch.setattr(many, "audit_game", finds)
    with pytest.raises(NotClean, match=r"shinobi-1: the audit says of event 7: It is not so\."):
        list(clean(TITLES["shinobi"], numbers("random", 1), player_of("random", "shinobi")))


def test_what_the_verifier_finds_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = writing.members

    def altered(*given: object) -> Members:
        found = whole(*given)  # type: ignore[arg-type]
        assert given[-1] == REFEREE
        return {**found, "game.jsonl": found["game.jsonl"].replace(b"iga", b"kii", 3)}

    monkeypatch.setattr(writing, "members", altered)
    with pytest.raises(NotClean, match=r"shinobi-1: verify\.py says of "):
        list(clean(TITLES["shinobi"], numbers("random", 1), player_of("random", "shinobi")))
