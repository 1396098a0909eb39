"""A step of an order as its seat is told it: what may be picked next, in the language of the reader.

All of it is worked out of a state that fits what the seat knows, and hangs on nothing else of the game: what
somebody hides changes no byte of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.deciding.conditions import words_of
from domain.game.entries.protocol_orders import Join
from domain.game.state.phrases import fault_of_phrase
from domain.game.state.words import WORDS, notation_of
from domain.kit.bars import Bar
from domain.kit.conditions import Condition, Turn
from domain.kit.errors import UNFOLDED, Fault, OrderError
from domain.kit.facts import State, tag_of
from domain.kit.forms import ADD
from domain.kit.narrowed import ALLOT, CARD, PAIR, SOME, TEXT, Count, Picks, Value, values_of
from domain.kit.picked import picks_of
from domain.kit.steps import SURE, First, NoSuchPick, Step, first_of, narrowing, why_not
from projections.language.messages import _, term, whole
from projections.pictures import Field, StepWords
from projections.reference.titles import reference_of
from referee.programs.everybody import hides_some
from referee.seats import questions_of_steps as questions
from referee.seats.counter_rows import Counting, counted_rows
from referee.seats.orders_of_steps import Orders
from referee.seats.questions_of_steps import begun
from referee.seats.seat_view import Scene, how_it_stands

MOST_SHUT = 40
"""Parts of the board of which it is said why they are none of the values; of others one asks."""

SEVERAL = (SOME, ALLOT, PAIR)
"""Where what has been picked stays among the values, to be taken back."""

NONE = "none"
"""The widget where there is nothing to pick."""

COUNTS = "counts"
"""The widget where a seat counts beside a real table: steppers, and what else it may order."""

REST = "rest"
"""The pick after an order that says it for the rest of the turn as well: the same line, as often as it may be
asked for."""

HEX = "hex"


After = Callable[[Sequence[Struct]], State[Any, Any] | None]
"""The imagined state after orders of the seat, where it is asked again; None where nothing can be told."""


class Wanted(Struct, frozen=True):
    """What a page wants to know of: the picks so far; `why`, the part or hex of which it is said why it is no
    value; `typed`, a line that is read into picks instead; `narrow`, whether it shows the board of a narrow
    screen."""

    picks: Picks = ()
    why: str = ""
    typed: str = ""
    narrow: bool = False


def imagined(scene: Scene) -> State[Any, Any] | None:
    """The first state that a rehearsal imagines. None where no order can be given, and where a title without
    programs hides something: the true state never stands in for it."""
    game, players = scene.game, scene.game.rules.players
    envelopes: Any = scene.replay.envelopes
    if game.ledger.absent or game.is_over() or game.is_locked():
        return None
    if players is None:
        hides = game.rules.reveals or game.rules.sealed or hides_some(game, envelopes)
        return None if hides else game.state
    luck = Random(f"{game.id} {game.position} {scene.seat}")
    try:
        return players.imagine(players.known(game.state, scene.seat), scene.seat, luck)
    except (Fault, *UNFOLDED):  # what a ruling has set right need not be what play can come to
        return None


def told(
    scene: Scene, wanted: Wanted, state: State[Any, Any] | None, after: After = lambda orders: None
) -> dict[str, Any]:
    """`state` is that which is imagined, `after` what becomes of it by orders that are not sent yet."""
    game = scene.game
    if scene.seat in game.ledger.absent and not game.is_over():
        return _joining(scene, wanted)
    if state is None:
        return _blank(scene)
    try:
        return _composed(scene, wanted, state, after)
    except (OrderError, Fault, *UNFOLDED):
        # The state is imagined, and a title need not be ours: what cannot be told here is written by hand.
        return {**_blank(scene), "lacks": _("This cannot be put together here. Write it as a line.")}


def _composed(scene: Scene, wanted: Wanted, state: State[Any, Any], after: After) -> dict[str, Any]:
    """Order after order, up to the one that is being put together."""
    orders: list[Struct] = []
    queue: list[dict[str, Any]] = []
    ways: list[tuple[str, ...]] = []
    begun = now = _Steps(scene, state)
    rest, at, gone = wanted.picks, 0, None
    rest = rest or now.said(wanted.typed)
    while True:
        try:
            first = now.first(rest)
        except NoSuchPick as wrong:
            why = now.named(questions.why(wrong.bar), rest)
            gone, rest = {"nth": at + wrong.nth, "why": why}, rest[: wrong.nth]
            continue
        order = first.step.order if first.is_closed else None
        if order is not None and rest[first.used :] == (REST,) and now.counting.repeated(order):
            return _for_the_rest(scene, now, order, queue, at)
        then = after((*orders, order)) if order is not None else None
        if then is None and first.used < len(rest):
            why = now.why_not(rest[: first.used], rest[first.used])
            gone, rest = {"nth": at + first.used, "why": why}, rest[: first.used]
            continue
        if then is None or order is None:
            step = _within_reach(first.step, orders, after)
            told = {**now.document(step, rest, at, wanted.why), **_beside(now, step, orders, after)}
            drawn = {"gone": gone, "ways": _drawn((*ways, step.way))}
            return {**told, **drawn, **_after(begun, now, step, queue)}
        orders.append(order)
        ways.append(first.step.way)
        queue.append({"line": now.written(order), "upto": at})
        now, at, rest = _Steps(scene, then), at + first.used, rest[first.used :]


def _drawn(ways: Iterable[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [way for way in ways if len(way) > 1]


def _within_reach(step: Step, orders: Sequence[Struct], after: After) -> Step:
    """Without what begins the next order, where nobody can tell how it stands then."""
    is_told = step.onward and step.order is not None and after((*orders, step.order)) is not None
    return step if is_told else replace(step, onward=())


def _beside(now: _Steps, step: Step, orders: Sequence[Struct], after: After) -> dict[str, Any]:
    """The numbers of the next order beside more of this one, where the same is asked again: a place more, of
    influence that is placed here and there."""
    if step.onward or step.widget != ALLOT or not step.is_whole or step.order is None or not step.is_open:
        return {}
    state = after((*orders, step.order))
    if state is None or type(state.agenda[0]) is not now.asked:
        return {}
    return now.joined(step, now.at(state))


def _after(begun: _Steps, now: _Steps, step: Step, queue: list[dict[str, Any]]) -> dict[str, Any]:
    """The lines of all orders, and whether they may be sent: those that are queued may. `begun` are the steps
    before what is queued."""
    lines = [one["line"] for one in queue]
    own = [now.written(step.order)] if step.order is not None and now.written(step.order) else []
    is_begun = bool(step.before)
    return {
        "queue": queue,
        "lines": [*lines, *(own if is_begun or (step.is_whole and not lines) else [])],
        "complete": step.is_whole or (bool(queue) and not is_begun),
        **({} if is_begun else _counted_beside(begun, now, queue)),
    }


def _counted_beside(begun: _Steps, now: _Steps, queue: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows of steppers, where the seat counts something."""
    rows = counted_rows(begun.counting, now.counting)
    back = {"undo": queue[-1]["upto"]} if queue else {}
    counts = {"widget": COUNTS, "rows": rows, "lacks": _("Count, or choose what has happened")}
    return {**counts, **back} if rows else {}


def _for_the_rest(
    scene: Scene, now: _Steps, order: Struct, queue: list[dict[str, Any]], at: int
) -> dict[str, Any]:
    """An order that is said for the rest of the turn as well: `kept` are the lines, the last ones, that
    wait until the seat is asked."""
    pick, digits = f"{tag_of(type(order))} {REST}", re.search(r"\d+", scene.game.turn)
    trail = [{"v": pick, "says": now.kind(pick), "upto": at}]
    turn = Turn(int(digits[0]) if digits else 0)
    kept = Condition((turn,), negated=False, orders=(order,) * now.counting.repeated(order))
    lines = [*(one["line"] for one in queue), now.written(order), words_of(scene.game).write(kept)]
    ask = _("Until the end of the turn this is said for you whenever you are asked.")
    more = {"trail": trail, "queue": queue, "lines": lines, "undo": at, "kept": 1}
    return _document(ask, NONE, complete=True, **more)


def _blank(scene: Scene) -> dict[str, Any]:
    """Nothing to pick: how the game stands."""
    return _document(how_it_stands(scene, in_mail=False).says, NONE)


def _document(ask: str, widget: str, **more: Any) -> dict[str, Any]:
    """Every field that a step has."""
    return {
        "ask": ask,
        "trail": [],
        "queue": [],
        "card": "",
        "widget": widget,
        "field": "",
        "values": [],
        "shut": {},
        "ways": [],
        "left": [],
        "limits": None,
        "ordered": False,
        "rows": [],
        "sure": False,
        "undo": None,
        "lines": [],
        "kept": 0,
        "open": "",
        "complete": False,
        "lacks": "",
        "gone": None,
        "because": "",
        "patch": None,
        "then": [],
        "stop": "",
        "odds": None,
        "thrown": None,
        **more,
    }


def _joining(scene: Scene, wanted: Wanted) -> dict[str, Any]:
    """One sentence of one's own."""
    found = _document(how_it_stands(scene, in_mail=False).says, TEXT, field="phrase")
    phrase = wanted.picks[0] if wanted.picks else ""
    if not phrase:
        return {**found, "lacks": questions.in_own_words()}
    if fault := fault_of_phrase(phrase):
        return {**found, "lacks": term(fault)}
    trail = [{"v": phrase, "says": phrase, "upto": 0}]
    return {**found, "widget": NONE, "trail": trail, "lines": [WORDS.write(Join(phrase))], "complete": True}


class _Steps:
    """Steps of a seat in a state."""

    def __init__(self, scene: Scene, state: State[Any, Any]) -> None:
        rules = scene.game.rules
        self._scene, self._rules, self._words, self._state = scene, rules, notation_of(scene.game), state
        self._narrow = narrowing(rules, self._words, state, scene.seat)
        self._kinds = (*(rules.admitted or rules.expected)(state), *rules.always)
        self._names: Mapping[str, str] = scene.replay.names
        self._places = scene.replay.pictures.where
        self._view = rules.view(state, scene.seat)
        said: StepWords = scene.replay.pictures.steps
        self._orders = Orders(scene.seat, self._words, self._kinds)
        self._said = questions.Words(scene.seat, self._view, self._kinds, said, self._names)
        self._odds = reference_of(rules.title).odds
        self.counting = Counting(scene, state, self._words, self._view, said)

    @property
    def asked(self) -> type:
        """The kind of the prompt that is open."""
        return type(self._state.agenda[0]) if self._state.agenda else type(None)

    def at(self, state: State[Any, Any]) -> _Steps:
        return _Steps(self._scene, state)

    def kind(self, tag: str) -> str:
        """A kind of order, on its button."""
        return self._said.kind(tag, {})

    def joined(self, step: Step, other: _Steps) -> dict[str, Any]:
        """What a step is, with the values that begin the next order."""
        mine, follows = self._values(step), other.first(()).step
        own = {one["v"] for one in mine if one["may"] or one.get("on")}
        more = [one for one in other._values(follows) if one["v"] not in own]
        kept = [one for one in mine if one["v"] in own]
        values = [*kept, *more]
        return {
            "ask": other._prompt(),
            "values": values,
            "shut": dict(_shut(values)),
            "left": [_counted(one) for one in follows.left],
        }

    def named(self, sentence: str, words: Iterable[str]) -> str:
        """A sentence with the printed names of the words of orders in it."""
        return self._said.named(sentence, words)

    def first(self, picks: Picks) -> First:
        return first_of(self._narrow, picks, self._rules.grave)

    def said(self, typed: str) -> Picks:
        """The picks that say a line which was typed; none of one that says nothing, or leads nowhere."""
        if typed:
            with suppress(OrderError, Fault):
                return picks_of(self._narrow, self._words, self._words.read(typed, self._kinds)) or ()
        return ()

    def why_not(self, picks: Picks, value: str) -> str:
        """ "" where nothing forbids it that is known."""
        return self.named(questions.why(why_not(self._narrow, picks, value)), (*picks, value))

    def written(self, order: Struct) -> str:
        """ "" for one that is no order yet: of a combat without a target."""
        with suppress(Fault):
            return self._words.write(order)
        return ""

    def document(self, step: Step, picks: Picks, at: int, why: str) -> dict[str, Any]:
        """`at` is how many picks the orders before it took."""
        values = self._values(step)
        return _document(
            self._ask(step),
            step.widget if values or step.limits or step.widget == TEXT else NONE,
            trail=self._trail(step, at),
            card=next((one.value for one in step.before if one.field == CARD), ""),
            field=step.field,
            values=values,
            shut=dict(_shut(values)),
            left=[_counted(one) for one in step.left],
            limits=step.limits and step.limits._asdict(),
            ordered=step.is_ordered,
            sure=step.asks_sure,
            open=self._open(step) if step.before and step.order is None else "",
            lacks=self.named(questions.why(step.lacks), (*picks, *(one.value.value for one in step.choices)))
            or (_lacking(step) if step.order is None else ""),
            because=self._because(picks, step, why),
        )

    # ---- words

    def _ask(self, step: Step) -> str:
        if step.asks_sure and step.order is not None:
            grave = self._orders.field(type(step.order), SURE, step)
            own = self._said.asks(self._orders.whole(grave, step))
            return _("{what} Is that what you want?").format(what=own or whole(_doc(type(step.order))))
        if not step.before:
            return self._prompt()
        if not step.is_open and step.widget != TEXT:
            return _("Ready to be sent.") if step.is_whole else _("That cannot be ordered.")
        order = self._orders.types(step)[0]
        field = self._orders.whole(self._orders.field(order, step.field, step), step)
        return self._said.asks(field) or self._usual(step)

    def _usual(self, step: Step) -> str:
        """The question that is asked of every title."""
        if step.widget == TEXT:
            return questions.in_own_words()
        if step.widget == PAIR:
            return questions.who_whom()
        if not step.field:
            is_more = all(one.value.pick.startswith(ADD) for one in step.choices)
            return questions.more_of_it() if is_more else questions.kind_of_order()
        return questions.question(self._orders.kind(step), step.field, many=step.widget == SOME)

    def _prompt(self) -> str:
        """What the open prompt asks; how the game stands, where this seat is not asked."""
        state, seat = self._state, self._scene.seat
        if seat not in (*self._rules.awaited(state), *self._rules.welcome(state)):
            return how_it_stands(self._scene, in_mail=False).says
        asks = self._scene.replay.pictures.asks(self._view, state.agenda[0], self._names)
        return f"{asks[:1].upper()}{asks[1:]}"

    def _trail(self, step: Step, at: int) -> list[dict[str, Any]]:
        """Each pick with how many picks there were before it: to go back to where it was made."""
        made = []
        for nth, one in enumerate(step.before):
            order, given = self._orders.order_of(one, step), self._orders.given(step, nth)
            made.append({"v": one.pick, "says": self._said.picked(one, order, given), "upto": at + nth})
        return made

    def _open(self, step: Step) -> str:
        """How far the order is written that is no order yet."""
        types = self._orders.types(step)
        if len(types) == 1:
            return begun(types[0], self._orders.given(step))
        return f"{' '.join(one.value for one in step.before)} …"

    # ---- values

    def _values(self, step: Step) -> list[dict[str, Any]]:
        picked = _picked(step)
        again = [one for one in picked if all(one != choice.value.pick for choice in step.choices)]
        before = {one.pick: one for one in step.before}
        told = [
            *(self._value(one.value, step, one.may, one.bar, picked[one.value.pick]) for one in step.choices),
            *(self._value(before[one], step, "", None, picked[one]) for one in again),
            *({**self._value(one.value, step, one.may, one.bar, 0), "next": True} for one in step.onward),
        ]
        return told if step.before else [*self._said.arranged(told), *self._for_the_rest(told)]

    def _for_the_rest(self, told: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        """Orders without a field that may be said for the rest of the turn."""
        for one in told:
            kind = next((kind for kind in self._kinds if tag_of(kind) == one["v"]), None)
            if kind is not None and not kind.__struct_fields__ and self.counting.repeated(kind()):
                pick = f"{one['v']} {REST}"
                yield {**one, "v": pick, "says": self.kind(pick), "picks": [one["v"], REST]}

    def _value(self, one: Value, step: Step, may: str, bar: Bar | None, on: int) -> dict[str, Any]:
        order, given, said = self._orders.order_of(one, step), self._orders.given(step), self._said
        place = {"hex": one.value} if self._orders.kind_of(one.field, step) == HEX else {}
        more = {
            **place,
            "at": [] if place else list(self._where(one, step)),
            "note": said.note(one, order, given, self._chances if may else _none),
            "on": on,
            "why": said.named(questions.why(bar), (one.value, *_words_in(given)))
            or ("" if may or bar or on else _("There is nothing now that it could be about.")),
            "group": said.group(one, order, given),
            "field": one.field if one.field != step.field else "",
            "kind": not one.field,
        }
        made = {"v": one.pick, "says": said.label(one, order, given), "may": may}
        return {**made, **{name: value for name, value in more.items() if value}}

    def _chances(self, field: Field, value: str) -> str:
        """Of the state that the seat imagines: how likely it is what a value brings."""
        return self._odds.note(self._state, field, value) if self._odds else ""

    def _where(self, one: Value, step: Step) -> Sequence[str]:
        """The parts of the board on which a value lies; none where the pictures do not say."""
        if self._places is None or not (one.field and one.value):
            return ()
        found: Sequence[str] = self._places(
            self._view, self._orders.field(self._orders.order_of(one, step), one.field, step), one.value
        )
        return found

    # ---- why not

    def _because(self, picks: Picks, step: Step, why: str) -> str:
        """Why what lies on a part of the board, or a hex, is none of the values; "" where nobody knows."""
        if not why:
            return ""
        here = (one for one in self._candidates(step) if why in (one.value, *self._where(one, step)))
        word = next((one.value for one in here), "")
        return self.why_not(picks, word) if word else ""

    def _candidates(self, step: Step) -> Iterable[Value]:
        known = self._words.vocabulary.kinds.get(self._orders.kind(step))
        values = values_of(step.field, known.canonical if known else ())
        return (*(one.value for one in step.choices), *values)


def _doc(kind: type[Struct]) -> str:
    return " ".join((kind.__doc__ or "").split())


def _lacking(step: Step) -> str:
    if step.field == CARD:
        return _("Choose a card")
    return _("There is more to choose.") if step.before else _("Choose first")


def _counted(one: Count) -> dict[str, Any]:
    return {"of": term(one.of), "left": one.number, "all": one.all}


def _none(field: Field, value: str) -> str:
    """Of what cannot be picked nobody asks how likely it is."""
    return ""


def _words_in(given: Mapping[str, Any]) -> Iterator[str]:
    for said in given.values():
        yield from said if isinstance(said, tuple) else (said,)


def _picked(step: Step) -> Counter[str]:
    """How often each pick of this step has been made."""
    if step.widget not in SEVERAL:
        return Counter()
    fields = {step.field, *(one.value.field for one in step.choices)} - {""}
    return Counter(one.pick for one in step.before if one.field in fields and one.value)


def _shut(values: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """Parts of the board with why nothing on them may be picked; none where a value lies that may be."""
    open_parts = {part for one in values if one["may"] for part in (*one.get("at", ()), one.get("hex"))}
    found = dict[str, str]()
    for one in values:
        for part in (*one.get("at", ()), *filter(None, (one.get("hex"),))):
            if not one["may"] and one.get("why") and part not in open_parts:
                found.setdefault(part, one["why"])
    return islice(iter(found.items()), MOST_SHUT)
