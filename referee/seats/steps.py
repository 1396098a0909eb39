"""A step of an order as its seat is told it: what may be picked next, in the language of the reader.

All of it is worked out of a state that fits what the seat knows, and hangs on nothing else of the game: what
somebody hides changes no byte of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from domain.game.entries.protocol_orders import Join
from domain.game.state.phrases import fault_of_phrase
from domain.game.state.words import WORDS, notation_of
from domain.kit import notation
from domain.kit.bars import Bar
from domain.kit.errors import UNFOLDED, Fault, OrderError
from domain.kit.facts import State, tag_of
from domain.kit.narrowed import ALLOT, CARD, PAIR, SOME, TEXT, Count, Picks, Value, values_of
from domain.kit.picked import picks_of
from domain.kit.steps import SURE, First, NoSuchPick, Step, first_of, narrowing, why_not
from domain.kit.vocabulary import Names
from projections.language.messages import _, term, whole
from referee.programs.everybody import hides_some
from referee.seats import questions_of_steps as questions
from referee.seats.seat_view import Scene, how_it_stands

MOST_SHUT = 40
"""Parts of the board of which it is said why they are none of the values; of others one asks."""

SEVERAL = (SOME, ALLOT, PAIR)
"""Where what has been picked stays among the values, to be taken back."""

NONE = "none"
"""The widget where there is nothing to pick."""

HEX = "hex"


class Field(NamedTuple):
    """A field of an order of which pictures say on what parts of a board its values lie; `given` is what the
    order has so far."""

    seat: str
    order: type[Struct]
    name: str
    given: Mapping[str, Any]


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
    now, rest, at, gone = _Steps(scene, state), wanted.picks, 0, None
    rest = rest or now.said(wanted.typed)
    while True:
        try:
            first = now.first(rest)
        except NoSuchPick as wrong:
            gone, rest = {"nth": at + wrong.nth, "why": _why(wrong.bar)}, rest[: wrong.nth]
            continue
        order = first.step.order
        then = after((*orders, order)) if first.is_closed and order is not None else None
        if then is None and first.used < len(rest):
            why = now.why_not(rest[: first.used], rest[first.used])
            gone, rest = {"nth": at + first.used, "why": why}, rest[: first.used]
            continue
        if then is None or order is None:
            return {
                **now.document(first.step, rest, at, wanted.why),
                "gone": gone,
                **_after(queue, first.step, now),
            }
        orders.append(order)
        queue.append({"line": now.written(order), "upto": at})
        now, at, rest = _Steps(scene, then), at + first.used, rest[first.used :]


def _after(queue: list[dict[str, Any]], step: Step, now: _Steps) -> dict[str, Any]:
    """The lines of all orders, and whether they may be sent: those that are queued may."""
    lines = [one["line"] for one in queue]
    own = [now.written(step.order)] if step.order is not None and now.written(step.order) else []
    is_begun = bool(step.before)
    return {
        "queue": queue,
        "lines": [*lines, *(own if is_begun or (step.is_whole and not lines) else [])],
        "complete": step.is_whole or (bool(queue) and not is_begun),
    }


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
        "left": [],
        "limits": None,
        "ordered": False,
        "sure": False,
        "lines": [],
        "open": "",
        "complete": False,
        "lacks": "",
        "gone": None,
        "because": "",
        "patch": None,
        "then": [],
        "stop": "",
        "odds": None,
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
        self._places = getattr(scene.replay.pictures, "where", None)
        self._view = rules.view(state, scene.seat)

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
        return _why(why_not(self._narrow, picks, value))

    def written(self, order: Struct) -> str:
        """ "" for one that is no order yet: of a combat without a target."""
        with suppress(Fault):
            return self._words.write(order)
        return ""

    def document(self, step: Step, picks: Picks, at: int, why: str) -> dict[str, Any]:
        """`at` is how many picks the orders before it took."""
        values, said = self._values(step), " ".join(one.pick for one in step.before)
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
            open=f"{said} …" if said and step.order is None else "",
            lacks=_why(step.lacks) or (_("There is more to choose.") if step.order is None else ""),
            because=self._because(picks, step, why),
        )

    # ---- words

    def _ask(self, step: Step) -> str:
        if step.asks_sure and step.order is not None:
            return _("{what} Is that what you want?").format(what=whole(_doc(type(step.order))))
        if not step.before:
            return self._prompt()
        if not step.is_open and step.widget != TEXT:
            return _("That is the order.") if step.is_whole else _("That cannot be ordered.")
        kind = self._kind(step)
        if step.widget == TEXT:
            return questions.in_own_words()
        if step.widget == PAIR:
            return questions.who_whom()
        if not step.field:
            return questions.kind_of_order()
        if not kind:
            return questions.how_many()
        return questions.question(kind, many=step.widget == SOME)

    def _prompt(self) -> str:
        """What the open prompt asks; how the game stands, where this seat is not asked."""
        state, seat = self._state, self._scene.seat
        if seat not in (*self._rules.awaited(state), *self._rules.welcome(state)):
            return how_it_stands(self._scene, in_mail=False).says
        asks = self._scene.replay.pictures.asks(self._view, state.agenda[0], self._names)
        return f"{asks[:1].upper()}{asks[1:]}"

    def _says(self, one: Value, *, has_begun: bool) -> str:
        if one.pick == SURE:
            return _("Yes, do it")
        if not one.field:
            return self._label(one.value, has_begun=has_begun)
        if not one.value:
            return term(one.field.replace("_", " "))
        return self._names.get(one.value) or term(one.value)

    def _label(self, tag: str, *, has_begun: bool) -> str:
        """A kind of order by the words of its form: those before its first field, or after it, where that is
        picked before the kind."""
        kind = next((one for one in self._kinds if tag_of(one) == tag), None)
        form = getattr(kind, "FORM", tag)
        parts = [" ".join(part.split()) for part in _SLOT.split(form if isinstance(form, str) else form[0])]
        said = " ".join(filter(None, parts[1:])) if has_begun else parts[0]
        return term(said or parts[0] or tag)

    def _trail(self, step: Step, at: int) -> list[dict[str, Any]]:
        """Each pick with how many picks there were before it: to go back to where it was made."""
        return [
            {"v": one.pick, "says": self._says(one, has_begun=nth > 0), "upto": at + nth}
            for nth, one in enumerate(step.before)
        ]

    # ---- values

    def _values(self, step: Step) -> list[dict[str, Any]]:
        picked = _picked(step)
        again = [one for one in picked if all(one != choice.value.pick for choice in step.choices)]
        before = {one.pick: one for one in step.before}
        return [
            *(self._value(one.value, step, one.may, one.bar, picked[one.value.pick]) for one in step.choices),
            *(self._value(before[one], step, "", None, picked[one]) for one in again),
        ]

    def _value(self, one: Value, step: Step, may: str, bar: Bar | None, on: int) -> dict[str, Any]:
        made: dict[str, Any] = {
            "v": one.pick,
            "says": self._says(one, has_begun=bool(step.before)),
            "may": may,
        }
        place = {"hex": one.value} if self._kind_of(one.field, step) == HEX else {}
        parts = [] if place else list(self._where(one, step))
        note = _("{number} {what}").format(number=one.cost.number, what=term(one.cost.of)) if one.cost else ""
        field = one.field if one.field != step.field else ""
        more = {**place, "at": parts, "note": note, "on": on, "why": _why(bar), "group": _group(one)}
        more["field"] = field
        return {**made, **{name: value for name, value in more.items() if value}}

    def _where(self, one: Value, step: Step) -> Sequence[str]:
        """The parts of the board on which a value lies; none where the pictures do not say."""
        if self._places is None or not (one.field and one.value):
            return ()
        order = next((kind for kind in self._kinds if tag_of(kind) == one.group), self._types(step)[0])
        field = Field(self._scene.seat, order, one.field, self._given(order, step))
        found: Sequence[str] = self._places(self._view, field, one.value)
        return found

    def _given(self, order: type[Struct], step: Step) -> dict[str, Any]:
        """What the picks have said so far, by field."""
        lists, given = {field.name for field in self._fields(order) if field.is_list}, dict[str, Any]()
        for one in step.before:
            if one.field and one.value:
                is_one = one.field not in lists
                given[one.field] = one.value if is_one else (*given.get(one.field, ()), one.value)
        return given

    def _kind(self, step: Step) -> str:
        return self._kind_of(step.field, step)

    def _kind_of(self, name: str, step: Step) -> str:
        """The kind of names that stand for a field of the order that is put together."""
        types = [type(step.order)] if step.order is not None else self._types(step)
        for field in chain.from_iterable(map(self._fields, types)):
            if field.name == name:
                return field.item.kind.kind if isinstance(field.item, Names) else ""
        return ""

    def _types(self, step: Step) -> list[type[Struct]]:
        tags = {one.value for one in step.before if not one.field} | {one.group for one in step.before}
        return [kind for kind in self._kinds if tag_of(kind) in tags] or list(self._kinds)

    def _fields(self, kind: type[Struct]) -> tuple[notation.Field, ...]:
        return self._words.fields(kind) if kind.__struct_fields__ else ()

    # ---- why not

    def _because(self, picks: Picks, step: Step, why: str) -> str:
        """Why what lies on a part of the board, or a hex, is none of the values; "" where nobody knows."""
        if not why:
            return ""
        here = (one for one in self._candidates(step) if why in (one.value, *self._where(one, step)))
        word = next((one.value for one in here), "")
        return self.why_not(picks, word) if word else ""

    def _candidates(self, step: Step) -> Iterable[Value]:
        known = self._words.vocabulary.kinds.get(self._kind(step))
        values = values_of(step.field, known.canonical if known else ())
        return (*(one.value for one in step.choices), *values)


_SLOT = re.compile(r"\{\w+\}|\[.*?\]")


def _doc(kind: type[Struct]) -> str:
    return " ".join((kind.__doc__ or "").split())


def _why(bar: Bar | None) -> str:
    return term(bar.why) if bar is not None else ""


def _counted(one: Count) -> dict[str, Any]:
    return {"of": term(one.of), "left": one.number, "all": one.all}


def _group(one: Value) -> str:
    return term(one.group.replace("-", " ")) if one.group and one.group != one.pick else ""


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
