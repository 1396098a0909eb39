"""Which rule function deals with which item of the agenda.

A title registers each rule function with its item (and the order that answers it) and its rule number.
The book gives the loops of the contract: a prompt whose offers have run out ends by its own rule, an
item that has become moot is dropped by a stated rule, and so is all that is left once the game is decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Generic, TypedDict, TypeVar

from msgspec import Struct

from domain.kit.chance import Chance
from domain.kit.errors import Fault
from domain.kit.facts import Outcome, State, does, facts
from domain.kit.narrowed import Narrowing, Narrows
from domain.kit.rules import Facts

B = TypeVar("B")
F = TypeVar("F", bound=Callable[..., Any])
_State = State[Any, Any]


class BookFields(TypedDict):
    """The fields of `Rules` that a book fills."""

    decide: Callable[[_State, str, Struct, Chance], Facts]
    advance: Callable[[_State, Chance], Facts]
    awaited: Callable[[_State], tuple[str, ...]]
    welcome: Callable[[_State], tuple[str, ...]]
    expected: Callable[[_State], tuple[type[Struct], ...]]
    always: tuple[type[Struct], ...]
    offers: Callable[[_State, str], tuple[Struct, ...] | None]
    examples: Callable[[_State, str], tuple[Struct, ...]]
    fires: Callable[[_State], tuple[str, Struct] | None]
    private: Callable[[_State], bool]
    only_answer: Callable[[_State], tuple[str, Struct] | None]
    narrows: Callable[[_State, str], Narrows]


class Book(Generic[B]):
    """The rule functions of one title.

    Rule functions get the board, the item at the head, and what they need:
    step(board, item, chance), answer(board, item, seat, order, chance), offered(board, item, seat),
    moot(board, item) -> bool. A prompt is an item with `seat`, or `seats` where several answer it, and
    `welcome` where others may. `over` tells when nothing that is still on the agenda is to be done; `meant`
    puts the words of the title into an order that has names which people have given in this game.
    """

    def __init__(
        self,
        over: Callable[[B], bool] | None = None,
        meant: Callable[[B, str, Struct], Struct] | None = None,
    ) -> None:
        self._is_over = over or (lambda board: False)
        self._meant = meant or (lambda board, seat, order: order)
        self._always: dict[type, tuple[str, Callable[..., Outcome]]] = {}
        self._samples: dict[type, Callable[..., Iterable[Struct]]] = {}
        self._fires: dict[type, Callable[..., Struct | None]] = {}
        self.numbers: dict[str, list[Callable[..., Any]]] = {}
        self.narrows = Narrowing(self._register)
        self._steps: dict[type, tuple[str, Callable[..., Outcome]]] = {}
        self._answers: dict[type, dict[type, tuple[str, Callable[..., Outcome]]]] = {}
        self._lists: dict[type, Callable[..., Iterable[Struct]]] = {}
        self._onlys: dict[type, Callable[..., Iterable[Struct]]] = {}
        self._private: set[type] = set()
        self._ends: dict[type, tuple[str, Callable[..., Outcome]]] = {}
        self._moots: dict[type, tuple[str, Callable[..., bool]]] = {}

    def step(self, item: type, rule: str) -> Callable[[F], F]:
        """The sequence of play deals with `item` unasked."""
        return self._register(rule, lambda f: self._steps.update({item: (rule, f)}))

    def answer(self, prompt: type, order: type, rule: str) -> Callable[[F], F]:
        """`order` answers `prompt`. The function refuses with a reason before it builds any event."""
        return self._register(rule, lambda f: self._answers.setdefault(prompt, {}).update({order: (rule, f)}))

    def offered(self, prompt: type, rule: str, *, private: bool = False) -> Callable[[F], F]:
        """Lists every legal answer to `prompt`; `private` where they come from what others may not know."""
        if private:
            self._private.add(prompt)
        return self._register(rule, lambda f: self._lists.update({prompt: f}))

    def examples(self, prompt: type, rule: str) -> Callable[[F], F]:
        """Lists some legal answers to `prompt`, where all of them would be too many."""
        return self._register(rule, lambda f: self._samples.update({prompt: f}))

    def anytime(self, order: type, rule: str) -> Callable[[F], F]:
        """A seat may give `order` whenever the game is on: it answers with `keeps`."""
        return self._register(rule, lambda f: self._always.update({order: (rule, f)}))

    def fires(self, prompt: type, rule: str) -> Callable[[F], F]:
        """What a seat's standing orders answer to `prompt`: f(board, item, seat), an order or None."""
        return self._register(rule, lambda f: self._fires.update({prompt: f}))

    def only(self, prompt: type, rule: str) -> Callable[[F], F]:
        """The one answer to `prompt`, whose answers are not all listed: f(board, item, seat) gives that one,
        or () where there are several."""
        return self._register(rule, lambda f: self._onlys.update({prompt: f}))

    def when_none(self, prompt: type, rule: str) -> Callable[[F], F]:
        """What happens when `prompt` has no legal answer. Without it, the prompt just ends."""
        return self._register(rule, lambda f: self._ends.update({prompt: (rule, f)}))

    def moot(self, item: type, rule: str) -> Callable[[F], F]:
        """When `item` has lost its object and is dropped."""
        return self._register(rule, lambda f: self._moots.update({item: (rule, f)}))

    def _register(self, rule: str, put: Callable[[Any], None]) -> Callable[[F], F]:
        def keep(function: F) -> F:
            put(function)
            self.numbers.setdefault(rule, []).append(function)
            return function

        return keep

    def prompts(self, order: type[Struct]) -> tuple[type[Struct], ...]:
        """The prompts that an order answers."""
        return tuple(prompt for prompt, answers in self._answers.items() if order in answers)

    # ---- the functions of the contract

    def fields(self) -> BookFields:
        """What the declaration of a title takes over: `Rules(…, **BOOK.fields())`."""
        return {
            "decide": self.decide,
            "advance": self.advance,
            "awaited": self.awaited,
            "welcome": self.welcome,
            "expected": self.expected,
            "always": tuple(self._always),
            "offers": self.offers,
            "examples": self.some,
            "fires": self.standing,
            "private": self.private,
            "only_answer": self.only_answer,
            "narrows": self.narrows.of,
        }

    def awaited(self, state: State[B, Any]) -> tuple[str, ...]:
        is_asked = bool(state.agenda) and type(state.agenda[0]) in self._answers
        return _asked(state.agenda[0]) if is_asked and not self._is_over(state.board) else ()

    def welcome(self, state: State[B, Any]) -> tuple[str, ...]:
        others = getattr(state.agenda[0], "welcome", ()) if state.agenda else ()
        return tuple(others) if others and not self._is_over(state.board) else ()

    def expected(self, state: State[B, Any]) -> tuple[type[Struct], ...]:
        return tuple(self._answers.get(type(state.agenda[0]), ())) if state.agenda else ()

    def private(self, state: State[B, Any]) -> bool:
        return bool(state.agenda) and type(state.agenda[0]) in self._private

    def offers(self, state: State[B, Any], seat: str) -> tuple[Struct, ...] | None:
        if seat not in self.awaited(state) and seat not in self.welcome(state):
            return ()
        head = state.agenda[0]
        listed = self._lists.get(type(head))
        return None if listed is None else tuple(listed(state.board, head, seat))

    def only_answer(self, state: State[B, Any]) -> tuple[str, Struct] | None:
        """The first seat that has exactly one answer to the open prompt, and it. Lists no more than two."""
        kind = type(state.agenda[0]) if state.agenda else None
        listed = self._onlys.get(kind) or self._lists.get(kind) if kind else None
        if listed is None or kind in self._private:
            return None
        for seat in self.awaited(state):
            answers = tuple(islice(listed(state.board, state.agenda[0], seat), 2))
            if len(answers) == 1:
                return seat, answers[0]
        return None

    def standing(self, state: State[B, Any]) -> tuple[str, Struct] | None:
        """The first seat whose standing orders answer the open prompt, and its answer."""
        fire = self._fires.get(type(state.agenda[0])) if state.agenda else None
        if fire is None:
            return None
        for seat in self.awaited(state):
            order = fire(state.board, state.agenda[0], seat)
            if order is not None:
                return seat, order
        return None

    def some(self, state: State[B, Any], seat: str) -> tuple[Struct, ...]:
        """The offers, or some of them where they cannot be enumerated."""
        offers = self.offers(state, seat)
        if offers is not None:
            return offers
        head = state.agenda[0]
        return tuple(self._samples[type(head)](state.board, head, seat))

    def decide(self, state: State[B, Any], seat: str, order: Struct, chance: Chance) -> Facts:
        """Whoever calls has made sure that the seat may speak and that the order answers the prompt."""
        order = self._meant(state.board, seat, order)
        if type(order) in self._always:
            rule, function = self._always[type(order)]
            return facts(rule, function(state.board, seat, order, chance))
        head = state.agenda[0]
        rule, function = self._answers[type(head)][type(order)]
        return facts(rule, function(state.board, head, seat, order, chance))

    def advance(self, state: State[B, Any], chance: Chance) -> Facts:
        if not state.agenda:
            return ()
        if self._is_over(state.board):
            return facts("agenda", does())
        head, board = state.agenda[0], state.board
        kind = type(head)
        moot = self._moots.get(kind)
        if moot is not None and moot[1](board, head):
            return facts(moot[0], does())
        step = self._steps.get(kind)
        if step is not None:
            return facts(step[0], step[1](board, head, chance))
        if kind not in self._answers:
            raise Fault(f"No rule deals with {kind.__name__}.")
        return self._ended(state, head, chance)

    def _ended(self, state: State[B, Any], head: Struct, chance: Chance) -> Facts:
        """A prompt ends by itself when every seat that it awaits has nothing left to answer."""
        listed = self._lists.get(type(head))
        if listed is None:
            return ()
        for seat in _asked(head):
            for _some_answer in listed(state.board, head, seat):
                return ()
        if type(head) not in self._ends:
            return facts("agenda", does())
        rule, function = self._ends[type(head)]
        return facts(rule, function(state.board, head, chance))


def _asked(prompt: Any) -> tuple[str, ...]:
    """The seats that a prompt waits for."""
    return tuple(prompt.seats) if hasattr(prompt, "seats") else (prompt.seat,)
