"""Orders as a player writes them: one reader and one printer for every title.

An order type carries its form, `FORM: ClassVar[str] = "move {unit} to {hex}[ via {path}]"`: literal
words, a slot for each field, and in square brackets what may be absent. The type of the field says
what may stand in its slot (`domain.kit.vocabulary`):

    Annotated[str, Named("clan")]      a name of that kind
    int, with Meta(ge=, le=)           a number
    tuple[T, ...]                      one or more, up to the next literal word or the end
    tuple[T, T, T]                     exactly so many
    str                                the rest of the line, in the last slot only

A tuple of forms gives an order several ways to be written; the first is the canonical one. Two order
types may share a form: only `among`, the types awaited now, can then tell them apart.

People type more than the forms: other words for a literal one (`words`), and other forms (`typed`), which are
read where no form reads the line, and are neither written nor shown.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from itertools import islice, product, repeat
from typing import Annotated, Any, NamedTuple, NewType, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct
from msgspec.structs import FieldInfo, fields

from domain.kit.errors import AmbiguousOrder, Fault, Misread, UnreadableOrder
from domain.kit.typed_words import KIT
from domain.kit.vocabulary import (
    MEANT,
    PREFIX,
    Between,
    Kind,
    Line,
    Many,
    Name,
    Named,
    Names,
    Number,
    Slot,
    Step,
    Text,
    Vocabulary,
    Word,
    cut,
    looks_like,
    nearest,
    with_article,
)

LONGEST = 2_000
"""Characters of the longest line that is read or written."""

SHORT = 100
"""Characters of a line that cannot become too long when its abbreviations are written in full."""

_GROUP = re.compile(r"\[([^\[\]]*)\]")
_SLOT = re.compile(r"\{(\w+)\}")
_END = "the end of the line"

SPOKEN = frozenset(KIT.also("small", "spoken"))
"""What people set before an order of several words. Of one word it makes something else: "please pass"."""

Forms = Mapping[str, tuple["_Form", ...]]
"""By every spelling of their first words; "" for those that begin with a slot."""


class _Field(NamedTuple):
    """What may stand for one field: so many slots; `width` is 0 where the field is no fixed tuple."""

    slots: tuple[Slot, ...]
    width: int


class Field(NamedTuple):
    """A field of an order: what may stand for it, and whether it has to be written."""

    name: str
    slots: tuple[Slot, ...]
    width: int
    is_required: bool

    @property
    def is_list(self) -> bool:
        return isinstance(self.slots[0], Many)

    @property
    def item(self) -> Names | Number | Text:
        """What one value of it is, the first where they differ."""
        slot = self.slots[0]
        return slot.item if isinstance(slot, Many) else slot


class _Stop(NamedTuple):
    """Where the reading by one form could not go on: at which word, and at which of its steps."""

    at: int
    step: int
    form: "_Form"

    def wanted(self) -> tuple[Step, ...]:
        """What would have been taken: the next step, or more of the list before it."""
        more = tuple([step for step in self.before() if isinstance(step, Many)])
        return more + self.form.steps[self.step : self.step + 1]

    def before(self) -> tuple[Step, ...]:
        """The step before, if there is one; a word that may have been left out is passed over."""
        for step in reversed(self.form.steps[: self.step]):
            if not (isinstance(step, Word) and step.may_be_left_out):
                return (step,)
        return ()


@dataclass(frozen=True, slots=True)
class _Form:
    """One form of an order type, its optional groups taken or left out."""

    order: type[Struct]
    steps: tuple[Step, ...]
    fields: tuple[tuple[str, int], ...]  # with their widths
    left_out: tuple[tuple[str, object], ...]  # fields of the groups left out, with their defaults
    needs: tuple[frozenset[str], ...]  # the spellings of its further literal words
    is_typed: bool  # read, but neither written nor shown

    def walk(self, line: Line) -> tuple[int, list[tuple[object, ...]]] | _Stop:
        """The cheapest readings and their price, or where the furthest reading stopped.

        Goes through the steps once, keeping for each word reached the cheapest ways to it: the work
        grows with the length of the line and no faster.
        """
        here: dict[int, tuple[int, list[tuple[object, ...]]]] = {0: (0, [()])}
        for number, step in enumerate(self.steps):
            there: dict[int, tuple[int, list[tuple[object, ...]]]] = {}
            for at, (cost, readings) in here.items():
                for end, values, price in step.at(line, at):
                    known = there.get(end)
                    if known is None or cost + price < known[0]:
                        there[end] = (cost + price, [reading + values for reading in readings])
                    elif cost + price == known[0] and len(known[1]) < MEANT:
                        known[1].extend([reading + values for reading in readings])
            if not there:
                return _Stop(max(here), number, self)
            here = there
        return here.get(len(line.starts)) or _Stop(max(here), len(self.steps), self)

    def build(self, values: Iterable[object]) -> Struct:
        rest = iter(values)
        return self.order(
            **{name: tuple(islice(rest, width)) if width else next(rest) for name, width in self.fields}
        )

    def write(self, order: Struct) -> str:
        values: list[object] = []
        for name, width in self.fields:
            value = getattr(order, name)
            if width and len(value) != width:
                raise Fault(f"{name} is {value!r}, not {width} values.")
            values += value if width else (value,)
        rest = iter(values)
        written: list[str] = []
        for before, step in zip((None, *self.steps), self.steps, strict=False):
            text = step.text if isinstance(step, Word) else step.write(next(rest))
            # Without a comma a name of several words might go on into the next slot; and the rest of
            # the line gives away one comma when it is read.
            if before and not isinstance(step, Word) and (before.longest > 1 or text.startswith(",")):
                written[-1] += ","
            written.append(text)
        return " ".join(written)


@dataclass(frozen=True, eq=False)
class Notation:
    """How the orders of one title are read and written.

    `words` gives other spellings of literal words, `optional` the literal words that may be left out, `typed`
    forms that are only read, and made when a line first needs them. Raises TypeError for a form that does not
    fit its order type: a fault of ours, found at import.
    """

    orders: tuple[type[Struct], ...]
    vocabulary: Vocabulary
    words: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    typed: Mapping[type[Struct], tuple[str, ...]] = field(default_factory=dict)
    _first: Forms = field(init=False, repr=False)
    _forms: dict[type[Struct], tuple[_Form, ...]] = field(init=False, repr=False)  # the canonical ones first
    _shown: dict[type[Struct], tuple[str, ...]] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        compiled = {order: _Compiler(order, self) for order in self.orders}
        forms = {order: one.forms(one.texts) for order, one in compiled.items()}
        shown = {order: tuple(map(one.shown, one.texts)) for order, one in compiled.items()}
        object.__setattr__(self, "_first", _by_first_word(form for some in forms.values() for form in some))
        object.__setattr__(self, "_forms", forms)
        object.__setattr__(self, "_shown", shown)

    def read(self, line: str, among: Collection[type] | None = None) -> Struct:
        """The order that a line means. `among` are the types awaited now.

        An order of another type is read too, for the referee to refuse with a reason; but of several
        readings as good as each other those of `among` count.

        Raises UnreadableOrder at the first word that the furthest reading cannot take, and
        AmbiguousOrder where an abbreviation fits several names or the line several orders.
        """
        if len(line) > LONGEST:
            why = f"The line has {len(line):,} characters; an order has at most {LONGEST:,}."
            raise UnreadableOrder(line, LONGEST, why, ())
        words = cut(line)
        readings = _readings(self._first, words) or self._as_typed(words)
        if not readings:
            raise UnreadableOrder.later(line, partial(self._misread, words, among))
        try:
            order = readings[0][1] if len(readings) == 1 else self._settle(line, readings, among)
            if len(line) > SHORT:
                self.write(order)
        except Fault:
            why = f"Written in full, this order has more than {LONGEST:,} characters."
            raise UnreadableOrder(line, words.ends[0], why, ()) from None
        return order

    def write(self, order: Struct) -> str:
        """The order in canonical notation, which reads as the same order.

        Raises Fault for an order that has no notation: a name not in the vocabulary, a number out of
        its limits, a type of another title.
        """
        for form in self._forms.get(type(order), ()):
            # nothing of the order is lost
            if all(getattr(order, name) == default for name, default in form.left_out):
                line = form.write(order)
                if len(line) <= LONGEST:
                    return line
        raise Fault(f"{order!r} cannot be written as an order of at most {LONGEST:,} characters.")

    def forms(self, among: Collection[type] | None = None) -> tuple[str, ...]:
        """The forms for a help text: "place CARD in PROVINCE", "move UNIT to HEX [via PATH ...]"."""
        wanted = [order for order in self.orders if among is None or order in among]
        return tuple([shown for order in wanted for shown in self._shown[order]])

    def fields(self, order: type[Struct]) -> tuple["Field", ...]:
        """The fields of an order in the order in which its forms have them."""
        known = _Compiler(order, self)
        names = dict.fromkeys(name for text in known.texts for name in _SLOT.findall(text))
        return tuple([Field(name, *known.fields[name], known.info[name].required) for name in names])

    @cached_property
    def _first_typed(self) -> Forms:
        some = self.typed.items()
        return _by_first_word(f for order, texts in some for f in _Compiler(order, self).forms(texts, True))

    def _as_typed(self, line: Line) -> list[tuple[int, Struct]]:
        """What the line means by the forms that people type, and without what they set before and between."""
        readings = _readings(self._first_typed, line)
        if readings or not line.starts:
            return readings
        bare = line.without_colons()
        if bare.words[0] in SPOKEN and len(bare.starts) > 2:
            bare = bare.after_first()
        return _readings(self._first, bare) or _readings(self._first_typed, bare)

    def _settle(
        self, line: str, readings: list[tuple[int, Struct]], among: Collection[type] | None
    ) -> Struct:
        lowest = min(cost for cost, _ in readings)
        orders: list[Struct] = []
        for cost, order in readings:
            if cost == lowest and order not in orders:
                orders.append(order)
        orders = [order for order in orders if type(order) in (among or ())] or orders
        if len(orders) == 1:
            return orders[0]
        written = [self.write(order) for order in orders]
        tags = [order.__struct_config__.tag for order in orders]
        alike = len(set(written)) < len(written)
        shown = [f"{text} ({tag})" if alike else text for text, tag in zip(written, tags, strict=True)]
        raise AmbiguousOrder(line, tuple(shown[:MEANT]))

    def _misread(self, line: Line, among: Collection[type] | None) -> Misread:
        forms = _forms_for(self._first, line)
        if line.words[0] in self._first:  # else a line of prose would begin like an order
            forms += _forms_for(self._first_typed, line)
        stops = [stop for stop in (form.walk(line) for form in forms) if isinstance(stop, _Stop)]
        at = max((stop.at for stop in stops), default=0)
        stops = [stop for stop in stops if stop.at == at]
        stops = [stop for stop in stops if not stop.form.is_typed] or stops
        stops = [stop for stop in stops if stop.form.order in (among or ())] or stops
        wanted = [step for stop in stops for step in stop.wanted()]
        if at == 0:
            verbs = self._verbs(among) if among else self._every_verb
            wanted = [verbs, *(step for step in wanted if not isinstance(step, Word))]
        expected = dict.fromkeys(map(str, wanted))
        if any(stop.step == len(stop.form.steps) for stop in stops):
            expected[_END] = None
        meant = _meant(line, at, wanted, [step for stop in stops for step in stop.before()])
        why = self._why(line, at, bool(wanted), meant)
        column = line.starts[at] if at < len(line.starts) else max(line.ends, default=0)
        return Misread(column, why, tuple(expected) if wanted else (), meant)

    def _why(self, line: Line, at: int, goes_on: bool, meant: str) -> str:
        if not line.starts:
            return "There is no order in this line."
        if at == len(line.starts):
            return "The line ends too early."
        if not goes_on:
            return f'"{_short(line.raw[line.starts[at] : line.ends[-1]])}" is too much at the end.'
        return self._misplaced(line, at) or _unknown(line, at, meant)

    def _misplaced(self, line: Line, at: int) -> str:
        """Why a word that is known is not understood here; "" if it is not known."""
        for kind in self.vocabulary.kinds.values():
            ends = [end for end, _, cost in Names(kind).at(line, at) if cost < PREFIX]
            if ends:
                name = line.raw[line.starts[at] : line.ends[max(ends) - 1]]
                return f'"{_short(name)}" is {with_article(kind.kind)}, which does not fit here.'
        steps = [step for forms in self._forms.values() for form in forms for step in form.steps]
        literal = any(isinstance(step, Word) and line.words[at] in step.spellings for step in steps)
        if literal or Number().at(line, at):
            return f'"{_short(line.raw[line.starts[at] : line.ends[at]])}" does not fit here.'
        return ""

    @cached_property
    def _every_verb(self) -> Names:
        return self._verbs(self.orders)

    def _verbs(self, among: Collection[type]) -> Names:
        """The words that orders begin with, as a kind of names: to list them and to find the nearest."""
        orders = [order for order in self.orders if order in among]
        steps = [form.steps[0] for order in orders for form in self._forms[order]]
        verbs = dict.fromkeys(step.text for step in steps if isinstance(step, Word))
        return Names(Kind("order", [Name(verb, self.words.get(verb, ())) for verb in verbs]))


@cache
def _info(order: type[Struct]) -> dict[str, FieldInfo]:
    return {info.name: info for info in fields(order)}


class _Compiler:
    """Makes the forms of one order type, and finds what is wrong with them."""

    def __init__(self, order: type[Struct], notation: Notation) -> None:
        form = getattr(order, "FORM", None)
        self.texts: tuple[str, ...] = (form,) if isinstance(form, str) else form or ()
        if not self.texts:
            raise TypeError(f"{order.__name__} has no FORM.")
        self.order = order
        self.notation = notation
        self.info = _info(order)
        named = {name for text in self.texts for name in _SLOT.findall(text)}
        if named - self.info.keys():
            raise TypeError(f"{order.__name__} has no field {', '.join(sorted(named - self.info.keys()))}.")
        self.fields = {name: _field(self.info[name].type, notation.vocabulary, name) for name in named}

    def forms(self, texts: Iterable[str], is_typed: bool = False) -> tuple[_Form, ...]:
        return tuple([form for text in texts for form in self._flat(text, is_typed)])

    def shown(self, text: str) -> str:
        return _SLOT.sub(lambda slot: self._shape(slot[1]), text).replace("[ ", " [")

    def _shape(self, name: str) -> str:
        slots, width = self.fields[name]
        return (
            f"{name.upper()} ..." if isinstance(slots[0], Many) else " ".join([name.upper()] * (width or 1))
        )

    def _flat(self, text: str, is_typed: bool) -> Iterator[_Form]:
        """The form with every choice of its optional groups; those with the fewest fields first."""
        parts = _GROUP.split(text)
        for taken in product((False, True), repeat=len(parts) // 2):
            groups = reversed(taken)
            chosen = [part for n, part in enumerate(parts) if n % 2 == 0 or next(groups)]
            yield self._form("".join(chosen).split(), is_typed)

    def _form(self, tokens: list[str], is_typed: bool) -> _Form:
        names = [slot[1] for token in tokens if (slot := _SLOT.fullmatch(token))]
        if len(set(names)) < len(names):
            raise TypeError(f"A form of {self.order.__name__} has the same field twice.")
        steps = self._steps(tokens)
        left_out = {name: self._default(name) for name in self.info if name not in names}
        of_forms = tuple([(name, left_out[name]) for name in left_out if name in self.fields])
        widths = tuple([(name, self.fields[name].width) for name in names])
        literals = [step for step in steps[1:] if isinstance(step, Word) and not step.may_be_left_out]
        needs = tuple([literal.spellings for literal in literals])
        return _Form(self.order, steps, widths, of_forms, needs, is_typed)

    def _default(self, name: str) -> object:
        info = self.info[name]
        if info.required:
            raise TypeError(f"{self.order.__name__}.{name} has no default, and a form leaves it out.")
        return info.default if info.default_factory is NODEFAULT else info.default_factory()

    def _steps(self, tokens: list[str]) -> tuple[Step, ...]:
        steps: list[Step] = []
        for token, following in zip(tokens, (*tokens[1:], ""), strict=False):
            slot = _SLOT.fullmatch(token)
            if slot is None:
                # After a list the word is what ends the list.
                steps.append(self._word(token, bool(steps) and not isinstance(steps[-1], Many)))
            else:
                steps += [self._slot(slot[1], one, following) for one in self.fields[slot[1]].slots]
        if not steps:
            raise TypeError(f"{self.order.__name__} has an empty FORM.")
        return tuple(steps)

    def _word(self, token: str, inside: bool) -> Word:
        if set(token) & set("{}[],;"):
            raise TypeError(f"{self.order.__name__} has a malformed FORM: {token!r}.")
        return Word(token, self.notation.words.get(token, ()), inside and token in self.notation.optional)

    def _slot(self, name: str, slot: Slot, following: str) -> Slot:
        """The slot, which if it is a list knows what ends it."""
        if isinstance(slot, Text) and following:
            raise TypeError(f"{self.order.__name__}.{name} is the rest of the line; nothing can follow it.")
        if not isinstance(slot, Many) or not following:
            return slot
        if _SLOT.fullmatch(following):
            raise TypeError(f"{self.order.__name__}.{name} is a list; a word must end it.")
        stops = self._word(following, False).spellings
        if any(spelling.split()[0] in stops for spelling in slot.known()):
            raise TypeError(f"{self.order.__name__}.{name} may hold the word {following!r}, which ends it.")
        return Many(slot.item, stops)


def _field(hint: Any, vocabulary: Vocabulary, name: str) -> _Field:
    """The slots of a field by its type. Raises TypeError for a type that has no notation."""
    base, notes = _bare(hint)
    if get_origin(base) is not tuple:
        return _Field((_slot_of(base, notes, vocabulary, name),), 0)
    items = get_args(base)
    many = len(items) == 2 and items[1] is ...
    slots = [_slot_of(*_bare(item), vocabulary, name) for item in (items[:1] if many else items)]
    single = [slot for slot in slots if isinstance(slot, Names | Number)]
    if not slots or len(single) < len(slots) or notes:
        raise TypeError(f"A field {name} of type {hint} cannot be written in an order.")
    return _Field((Many(single[0], frozenset()),), 0) if many else _Field(tuple(single), len(single))


def _bare(hint: Any) -> tuple[Any, tuple[object, ...]]:
    """A type without its annotations, and the annotations."""
    notes: tuple[object, ...] = ()
    while get_origin(hint) is Annotated or isinstance(hint, NewType):
        if isinstance(hint, NewType):
            hint = hint.__supertype__
        else:
            notes += hint.__metadata__
            hint = hint.__origin__
    return hint, notes


def _slot_of(base: Any, notes: tuple[object, ...], vocabulary: Vocabulary, name: str) -> Slot:
    limits = [note for note in notes if isinstance(note, Meta)]
    named = [note.kind for note in notes if isinstance(note, Named)]
    if base is int and len(limits) <= 1 and not named:
        between = next((note for note in notes if isinstance(note, Between)), None)
        return _number(limits[0] if limits else Meta(), name, between)
    if base is not str or limits or len(named) > 1:
        raise TypeError(f"A field {name} of type {base} cannot be written in an order.")
    if not named:
        return Text()
    if named[0] not in vocabulary.kinds:
        raise TypeError(f'The field {name} is of kind "{named[0]}", which the vocabulary does not have.')
    return Names(vocabulary.kinds[named[0]])


def _number(limits: Meta, name: str, between: Between | None) -> Number:
    if limits != Meta(ge=limits.ge, le=limits.le):
        raise TypeError(f"The limits of {name} are {limits}; only ge and le can be read.")
    low, high = limits.ge, limits.le
    return Number(None if low is None else int(low), None if high is None else int(high), between)


def _by_first_word(forms: Iterable[_Form]) -> Forms:
    """The forms by every spelling of their first word; those that begin with a slot everywhere."""
    spelled = [(form.steps[0].known() if isinstance(form.steps[0], Word) else {}, form) for form in forms]
    first = {"": (), **{word: () for words, _ in spelled for word in words}}
    return {word: tuple([form for words, form in spelled if not words or word in words]) for word in first}


def _forms_for(known: Forms, line: Line) -> tuple[_Form, ...]:
    return known.get(line.words[0]) or known[""]


def _readings(known: Forms, line: Line) -> list[tuple[int, Struct]]:
    """What a line means by forms that go by their first words, with the price of each reading.

    Most forms of a verb lack one of their literal words in it, and need not be walked to be ruled out.
    """
    readings: list[tuple[int, Struct]] = []
    for form in known.get(line.words[0]) or known[""]:
        lacks = any(map(frozenset.isdisjoint, form.needs, repeat(line.words)))
        if not lacks and not isinstance(result := form.walk(line), _Stop):
            readings += [(result[0], form.build(values)) for values in result[1]]
    return readings


def _meant(line: Line, at: int, wanted: list[Step], before: list[Step]) -> str:
    """The name that was probably meant, or part of which is the word that is not understood."""
    if at == len(line.starts):
        return ""
    spans = [(step, at, at + n) for step in wanted for n in range(2, step.longest + 1)]
    spans += [(step, at - n, at + 1) for step in before for n in range(1, min(step.longest, at + 1))]
    for step, start, end in spans:
        as_long = {name: word for name, word in step.known().items() if name.count(" ") == end - start - 1}
        whole = nearest(" ".join(line.words[start:end]), as_long, 0.8)
        if whole:
            return whole
    known = {spelling: name for step in wanted for spelling, name in step.known().items()}
    return nearest(line.words[at], known)


def _unknown(line: Line, at: int, meant: str) -> str:
    why = f'I do not know "{_short(line.raw[line.starts[at] : line.ends[at]])}"'
    if looks_like(line.words[at], meant):
        return f"{why}: some of its letters are of another alphabet."
    return f"{why}."


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:40]}…"
