"""Random games with disputes, rulings, corrections, take-backs and looks: nothing is lost, all explained."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec import Struct

from domain.game.checking.proof import check_throws
from domain.game.checking.propriety import check_conduct
from domain.game.checking.readjudicate import conserved, readjudicate
from domain.game.entries.entries import Entry, Looked, Ordered, Rewound
from domain.game.entries.people import PolicyChanged
from domain.game.entries.policy import AT_REVEAL, Policy, Refereeing
from domain.game.entries.rulings import (
    CORRECTED,
    KINDS,
    NOTE,
    PENALTY,
    REFEREES,
    REWOUND,
    RULINGS,
    Adjudicated,
    Corrected,
    Disputed,
    DisputeWithdrawn,
    Recused,
    Reopened,
    Revised,
    Ruled,
    TakeBackAnswered,
    TakeBackProposed,
)
from domain.game.state.lines import targets, that_stand
from domain.kit import facts
from domain.kit.chance import Thrown, ThrownAgain
from domain.kit.errors import IllegalMove, OrderError
from domain.kit.facts import Fact
from domain.kit.rules import Rules
from domain.kit.sealed import Sealed
from domain.titles import TITLES
from tests.titles.play import EVERY, Played, data_of, is_played, long_proofs
from tests.titles.test_corrections import RandomCorrections, corrected
from tests.titles.test_games import through_the_store
from tests.titles.test_rewinds import ends, loaded, stepped

FEW, MANY = range(8), range(8, 108)
ORDERS = 40
"""Orders after which a game is no longer interrupted."""

OFTEN = 0.5
WATCHED = Policy(referee=Refereeing("Gen", stops=True, looks=AT_REVEAL))
NOBODY = ("bots", "", "", "", "")


class Court:
    """A random game in which people dispute, and two referees rule."""

    def __init__(self, rules: Rules, seed: int, data: Any) -> None:
        self.played = Played(rules, seed, data)
        self.rules, self.random = rules, Random(f"court2 {seed}")
        self.corrections = RandomCorrections(rules, self.played)
        self.cited, self.wanted = list(rules.headings), list(KINDS)
        if seed % 2:
            self.put(PolicyChanged(WATCHED, "two referees"))

    @property
    def game(self) -> Any:
        return self.played.game

    @property
    def entries(self) -> list[Entry]:
        return self.played.entries

    def put(self, entry: Any) -> None:
        self.kept(self.game.put(entry, self.played.luck))

    def kept(self, made: Sequence[Entry]) -> None:
        self.played.entries += made

    def to_the_end(self) -> Court:
        for _ in range(ORDERS):
            if self.game.is_over():
                break
            self.played.step()
            if self.random.random() < OFTEN:
                self.something()
        for _ in range(ORDERS):
            if self.wanted and not self.game.is_over():
                self.played.step()
                self.rule()
        self.played.to_the_end()
        self.dispute()
        self.put(self.ruled(NOTE, dispute=self.game.register.docket.disputes))
        return self

    def something(self) -> None:
        doings = (self.dispute, self.withdraw, self.rule, self.rule, self.appeal, self.take_back, self.look)
        before = list(self.entries)
        rare = (self.take_back, self.recuse, self.adjudicate, self.adjudicate, self.reopen)
        self.random.choice((*doings, *rare))()
        assert self.entries[: len(before)] == before

    def seat(self) -> str:
        return str(self.random.choice(self.game.seats))

    def dispute(self, appeals: int = 0) -> None:
        seat, number = self.seat(), self.game.register.docket.disputes + 1
        events = (self.random.randint(1, self.game.position),)
        rule = self.random.choice(self.cited)
        self.put(Disputed(number, seat, Sealed((seat,), "not so"), events, rule, appeals=appeals))

    def open(self) -> Disputed | None:
        some = self.game.register.docket.open
        return self.random.choice(some) if some else None

    def withdraw(self) -> None:
        dispute = self.open()
        if dispute is not None:
            self.put(DisputeWithdrawn(dispute.number, dispute.seat))

    def appeal(self) -> None:
        docket = self.game.register.docket
        free = set(docket.windows) - {one.appeals for one in docket.open}
        if free:
            self.dispute(min(free))

    def reopen(self) -> None:
        docket = self.game.register.docket
        closed = [one.number for one in docket.rulings if one.number not in docket.windows]
        if closed:
            self.put(Reopened(self.random.choice(closed), "new evidence"))

    def recuse(self) -> None:
        dispute = self.open()
        if dispute is not None:
            with suppress(IllegalMove):
                self.put(Recused(dispute.number, self.random.choice(REFEREES), "a friend"))

    def adjudicate(self) -> None:
        dispute = self.open()
        if dispute is not None:
            with suppress(IllegalMove):
                for who in REFEREES:
                    said = self.random.choice(("It stands.", "it  STANDS.", "Back to event 3."))
                    self.put(Adjudicated(dispute.number, who, Sealed((), said)))

    def look(self) -> None:
        self.kept(self.game.look(Looked("Gen", "everything that is sealed", "a complaint")))

    # ---- rulings

    def ruled(self, kind: str, effects: int = 0, dispute: int = 0, by: str = "referee") -> Ruled:
        number = len(self.game.register.docket.rulings) + 1
        rules = (self.random.choice(self.cited),)
        seat = self.seat() if kind == PENALTY else ""
        return Ruled(number, kind, "for a reason", dispute, by, (1,), rules, seat, effects)

    def rule(self) -> None:
        kind = self.random.choice(self.wanted or KINDS)
        dispute = self.open()
        number = dispute.number if dispute is not None else 0
        by = self.random.choice(REFEREES)
        to = self.random.choice(ends(self.entries)[-30:])
        corrections = self.legal() if kind in (CORRECTED, PENALTY) else []
        effects = 1 if kind == REWOUND else len(corrections)
        before = loaded(self.rules, self.played.data, self.entries)
        try:
            made = list(before.put(self.ruled(kind, effects, number, by), self.played.luck))
            if kind == REWOUND:
                made += before.rewind(Rewound(to, "back"), [*self.entries, *made], self.played.luck)
            for correction in corrections:
                made += before.correct(
                    Corrected(len(before.register.docket.rulings), correction), self.played.luck
                )
        except OrderError:
            return  # the whole ruling is refused, and nothing of it recorded
        self.explained(made, to)
        self.wanted = [one for one in self.wanted if one != kind]
        self.played.game = before
        self.kept(made)

    def legal(self) -> list[Struct]:
        """One or two corrections, each legal by itself."""
        some = self.corrections.some() if self.rules.corrections else iter(())
        known = (one for one in some if corrected(self.rules, self.played, one) is not None)
        return list(islice(known, self.random.randint(1, 2)))

    def explained(self, made: Sequence[Entry], to: int) -> None:
        """What the ruling changes is what its own events say: no more, no less."""
        changed = [n for n, entry in enumerate(made) if isinstance(entry, Revised)]
        if not changed:
            return
        state = self.game.state
        for entry in made[: changed[0]]:
            if isinstance(entry, Rewound):
                state = loaded(self.rules, self.played.data, self.entries[:to]).state
            elif isinstance(entry, Fact):
                state = facts.fold(self.rules.evolve, state, entry)
        after = loaded(self.rules, self.played.data, [*self.entries, *made[: changed[0] + 1]])
        assert after.state == state
        revised = made[changed[0]]
        assert isinstance(revised, Revised)
        assert after.turn in [one.turn for one in revised.turns]
        for one in revised.turns:
            assert one.version == self.game.register.docket.version(one.turn) + 1

    # ---- take-backs

    def take_back(self) -> None:
        newest = [n for n in ends(self.entries)[-6:] if n < len(self.entries)]
        if self.game.register.docket.proposal is not None or not newest:
            return
        seat, to = self.seat(), self.random.choice(newest)
        before = list(self.entries)
        try:
            self.kept(self.game.propose(TakeBackProposed(seat, to, "a slip"), before, self.played.luck))
        except OrderError:
            return
        self.rests_on_nothing(before, seat, to)
        others = [one for one in self.game.seats if one != seat]
        yes = self.random.random() < 0.7
        for other in others if yes else others[:1]:
            self.kept(self.game.put(TakeBackAnswered(other, yes), self.played.luck))
        if yes:
            made = self.game.rewind(Rewound(to, "a slip", "consent"), self.entries, self.played.luck)
            self.kept(made)

    def rests_on_nothing(self, before: Sequence[Entry], seat: str, to: int) -> None:
        stands = that_stand(targets(before))
        taken = [
            entry
            for entry, on_line in zip(before[to:], stands[to:], strict=True)
            if on_line and not (isinstance(entry, Rewound) and entry.to == to)  # play stands there again
        ]
        assert not any(isinstance(entry, Thrown | ThrownAgain | Corrected | Rewound) for entry in taken)
        assert {entry.seat for entry in taken if isinstance(entry, Ordered)} == {seat}
        shown = [entry for entry in taken if isinstance(entry, Fact) and entry.event is not None]
        assert not any(isinstance(entry.event, self.rules.reveals) for entry in shown)


@cache
def court_of(title: str, seed: int) -> Court:
    """A random game with rulings, played once for all tests that only look at it."""
    rules = TITLES[title]
    return Court(rules, seed, data_of(rules)).to_the_end()


def holds(rules: Rules, data: Any, seed: int) -> None:
    court = court_of(rules.title, seed)
    entries = through_the_store(rules, court.entries)
    assert entries == court.entries
    for game in (loaded(rules, data, entries), stepped(rules, data, entries)):
        assert game.state == court.game.state
        assert game.register.docket == court.game.register.docket
        assert game.position == len(entries)
    assert readjudicate(rules, data, entries, times=[0] * len(entries)) is None
    assert check_throws("loaded", entries) is None
    assert check_conduct(entries, [NOBODY] * len(entries), [0] * len(entries)) is None
    assert conserved(rules, data, entries) is None


@pytest.mark.parametrize("seed", FEW)
def test_a_game_with_rulings_is_kept_whole(rules: Rules, data: Any, seed: int) -> None:
    holds(rules, data, seed)


@pytest.mark.soak
@pytest.mark.parametrize(("rules", "seeds"), long_proofs(MANY), indirect=["rules"])
def test_many_games_with_rulings_are_kept_whole(rules: Rules, data: Any, seeds: list[int]) -> None:
    for seed in seeds:
        holds(rules, data, seed)


@pytest.mark.soak
def test_all_of_it_comes_up() -> None:
    """The games above do what they are for: every kind of entry, and play that goes back by consent."""
    met, kinds, consents = set[type](), set[tuple[str, str]](), set[str]()
    for title in TITLES:
        for seed in (seed for seed in FEW if is_played(title, seed, EVERY)):
            entries = court_of(title, seed).entries
            met |= {type(entry) for entry in entries}
            kinds |= {(title, entry.kind) for entry in entries if isinstance(entry, Ruled)}
            if any(isinstance(entry, Rewound) and entry.by == "consent" for entry in entries):
                consents.add(title)
    assert met >= {*RULINGS, Corrected}
    assert kinds == {(title, kind) for title in TITLES for kind in KINDS}
    assert len(consents) >= 3
