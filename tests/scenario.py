"""Given, when, then, for any title: a board and an agenda; an order and its faces; what happened.

    Scenario(RULES, board, (Attack("iga"),)).when("iga", order, faces=[3]).then(Attacked(...))
    Scenario(RULES, board, (Attack("iga"),)).refused("iga", order, "[turn/attack] …")

A real game plays: authority, prompts that answer themselves, and all that follows unasked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.entries import Entry, Opened, Ordered, Seated
from domain.kit.chance import Answer, Bound, Faces, Question, Source
from domain.kit.errors import OrderError
from domain.kit.facts import Fact, State
from domain.kit.rules import Rules
from tests.playing import Game


class Scenario:
    """A game of a title that stands somewhere. `when` moves it on; `then` and `refused` assert."""

    def __init__(self, rules: Rules, board: Any, agenda: Sequence[Struct], seats: Sequence[str] = ()) -> None:
        self.game = Game("scenario", rules)
        opened = Opened(
            title=rules.title,
            scenario=rules.scenarios[0].name,
            edition=rules.edition,
            preset="default",
            options=rules.presets["default"],
            data="",
            seats=tuple(Seated(seat, seat) for seat in seats or rules.seats),
            chance="the faces of a test",
        )
        now, held = self.game.now, {one.seat: one.person for one in opened.seats}
        register = replace(now.register, seats=tuple(held), holders=held)
        state = State(board, tuple(agenda))
        self.game.now = replace(now, opened=opened, register=register, state=state, position=1)
        self.happened: tuple[Entry, ...] = ()

    @property
    def board(self) -> Any:
        return self.game.state.board

    @property
    def agenda(self) -> tuple[Any, ...]:
        return self.game.state.agenda

    def when(self, seat: str, order: Struct, faces: Sequence[int] = ()) -> Scenario:
        """A seat's order and all that follows from it; chance answers with `faces`, all of them."""
        source = Faces(*faces)
        self.happened = self.game.post(seat, order, source)
        return self._used(source)

    def goes_on(self, faces: Sequence[int] = ()) -> Scenario:
        """What the sequence of play does unasked."""
        source = Faces(*faces)
        self.happened = self.game.settle(source)
        return self._used(source)

    def then(self, *events: Struct) -> Any:
        """Asserts every event since the last `when` or `goes_on`, whole; returns the board."""
        assert self.events == events
        return self.board

    @property
    def events(self) -> tuple[Struct, ...]:
        return tuple(fact.event for fact in self.facts if fact.event is not None)

    @property
    def facts(self) -> tuple[Fact[Any, Any], ...]:
        return tuple(entry for entry in self.happened if isinstance(entry, Fact))

    @property
    def cited(self) -> tuple[str, ...]:
        """The rule of each event."""
        return tuple(fact.rule for fact in self.facts if fact.event is not None)

    @property
    def orders(self) -> tuple[Ordered[Any], ...]:
        """The orders that were taken, also those that nobody had to send."""
        return tuple(entry for entry in self.happened if isinstance(entry, Ordered))

    def refused(self, seat: str, order: Struct, text: str) -> Scenario:
        """Asserts that the order is refused with the whole of that text, and that nothing changes."""
        before, source = self.game.state, _NoChance()
        with pytest.raises(OrderError) as refusal:
            self.game.post(seat, order, source)
        assert str(refusal.value) == text
        assert self.game.state is before
        return self

    def offers(self, seat: str) -> tuple[Struct, ...] | None:
        return self.game.now.rules.offers(self.game.state, seat)

    def _used(self, source: Faces) -> Scenario:
        assert source.left == [], "The rules asked for fewer faces than the test gives."
        assert self.game.asked is None, f"The rules ask for more faces: {self.game.asked}."
        return self


class _NoChance(Source):
    def answer(self, question: Question, bound: Bound) -> Answer:
        raise AssertionError(f"A refusal must not throw: {question}")
