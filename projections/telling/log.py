"""The log of a game as a viewer may know it: what was ordered, thrown and done, in sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries import entries
from domain.game.entries.people import CONDUCT
from domain.game.entries.rulings import Corrected
from domain.game.state.lines import taken_back
from domain.kit.chance import Question, SheetShown, Thrown, ThrownAgain
from domain.kit.facts import Fact, tag_of
from domain.kit.sealed import Sealed
from domain.kit.sums import Term
from projections.language.filled import Depending, SentenceOf
from projections.language.messages import COLUMNS, _, listed, minute, plain, somebody, term, wrap
from projections.pictures import SHORTEST, Names
from projections.replay import Replay, left
from projections.telling import people, rulings
from projections.telling.own_tables import own_tables

MINUTE = 60_000
NUMBER = 5
"""Columns for the position of an event."""

_SHORT = re.compile(r"[\w-]+")
"""What may be a short name."""


class Logged(Struct, frozen=True):
    """One event in a sentence.

    `at` is when it was received, in milliseconds since 1970; `seat` whom it is about, "" where nobody; `rule`
    what it follows from, "" for an order; `turn` as mails write it: "T5".
    """

    position: int
    at: int
    seat: str
    text: str
    rule: str
    turn: str


class Teller:
    """Tells the events of one game to one viewer; once the game is over, everything."""

    def __init__(self, replay: Replay, viewer: str) -> None:
        self._replay = replay
        self.viewer = replay.eye(viewer)
        self.names = replay.names

    def logged(self, position: int) -> Logged:
        """An event of the game; its text is "" where logs do not show it."""
        envelope = self._replay.envelope(position)
        entry = envelope.entry
        with self._replay.named():
            text = self._told(entry, envelope.act, position)
        if isinstance(entry, Thrown | ThrownAgain):
            text = " ".join(filter(None, (text, self._mark(position))))
        about = str(getattr(entry.event if isinstance(entry, Fact) else entry, "seat", ""))
        return Logged(position, envelope.at, about, text, rule(entry), self._replay.at(position).label)

    def _mark(self, position: int) -> str:
        """What is said with every throw of a what-if."""
        fork = self._replay.fork(position)
        return _("What-if: no throw of {game}.").format(game=fork.game) if fork else ""

    def would(self, entry: entries.Entry) -> str:
        """An entry that might follow and is on no record, with its rule; "" where logs do not show it."""
        with self._replay.named():
            text = self._told(entry, (), len(self._replay))
        return f"{text} [{rule(entry)}]" if text and rule(entry) else text

    def in_brief(self, position: int) -> str:
        """An event of the game in few words: its sentence, or what of that there is room for, where the title
        has none shorter."""
        entry = self._replay.envelope(position).entry
        with self._replay.named():
            event = printed(entry.event, self.names) if isinstance(entry, Fact) else None
            short = self._replay.pictures.short(event, self.viewer) if event is not None else ""
        text = short or self.logged(position).text
        return text if len(text) <= SHORTEST else f"{text[: SHORTEST - 1].rstrip(' ,:;')}…"

    def is_told(self, position: int) -> bool:
        """Whether the viewer may know all of an order."""
        entry = self._replay.envelope(position).entry
        return isinstance(entry, entries.Ordered) and is_open(entry.order, self.viewer)

    def _told(self, entry: entries.Entry, act: tuple[str, ...], position: int) -> str:
        if isinstance(entry, Fact):
            event = entry.event
            shown = printed(event, self.names)  # short names are what one types
            return "" if event is None else self._replay.pictures.sentence(shown, self.viewer)
        if isinstance(entry, entries.Ordered):
            return self._ordered(entry, act, position)
        if isinstance(entry, Thrown):
            return self._thrown(entry)
        if isinstance(entry, entries.Opened):
            return self._opened(entry)
        if isinstance(entry, Corrected):
            shown = is_open(entry.what, self.viewer)
            return rulings.corrected(entry, self._replay.corrections.write(entry.plain()) if shown else "")
        if isinstance(entry, entries.Rewound) and entry.by == entries.SEAT:
            return self._undone(entry, position)
        if isinstance(entry, CONDUCT):
            return people.told(entry, self.viewer, delegate_of(act))
        return _OPEN[type(entry)](entry)

    def _ordered(self, entry: entries.Ordered[Any], act: tuple[str, ...], position: int) -> str:
        person, behalf = act[3:5] if len(act) > 4 else ("", "")
        seat = self.names.get(entry.seat, entry.seat)
        if not is_open(entry.order, self.viewer):
            return _("{seat} has given a sealed order.").format(seat=seat)
        order = self._replay.notation.write(entry.plain())
        if entry.by == entries.ONLY_ANSWER:
            said = _("{seat} has only one legal answer, and it is given unasked: {order}.")
        elif entry.by == entries.STANDING_ORDER:
            said = _("A standing order of {seat} answers: {order}.")
        elif entry.by == entries.DEFAULT_ORDER:
            said = _("{seat} was silent; by what is agreed it orders: {order}.")
            if entry.seat in self._replay.at(position).register.conceded:
                said = _("{seat} has conceded; by what is agreed it orders: {order}.")
        elif entry.by == entries.PROGRAM:
            said = _("{seat} was silent; by what is agreed a program orders for it: {order}.")
        elif behalf:
            said = _("{person} orders for {seat}: {order}.")
        else:
            said = _("{seat} orders: {order}.")
        return said.format(seat=seat, person=person, order=order)

    def _undone(self, entry: entries.Rewound, position: int) -> str:
        """What a seat has taken back by itself."""
        before = [envelope.entry for envelope in self._replay.envelopes[: position - 1]]
        back = (
            one for _at, one in taken_back(before, entry.seat, entry.to) if isinstance(one, entries.Ordered)
        )
        given = [one for one in back if one.by == entries.SEAT and one.seat == entry.seat]
        words, sealed = self._replay.notation, _("a sealed order")
        told = [words.write(one.plain()) if is_open(one.order, self.viewer) else sealed for one in given]
        said = _("{seat} takes back by itself: {orders}.")
        seat = self.names.get(entry.seat, entry.seat)
        return said.format(seat=seat, orders=listed(told[::-1])) if told else _rewound(entry)

    def _thrown(self, entry: Thrown) -> str:
        question = entry.question
        faces = entry.faces.seen_by(self.viewer) if isinstance(entry.faces, Sealed) else entry.faces
        if faces is None:
            said = _("Draw for {what}: sealed.") if question.draw else _("Throw for {what}: sealed.")
        else:
            said = _("Draw for {what}: places {faces}.") if question.draw else _("Throw for {what}: {faces}.")
        real = " " + _("The dice were real, entered by hand.") if entry.real else ""
        return said.format(what=throw_of(self.named(question)), faces=", ".join(map(str, faces or ()))) + real

    def named(self, question: Question) -> Question:
        """A question with printed names in the place of short ones."""
        purpose = _SHORT.sub(lambda found: self.names.get(found[0], found[0]), question.purpose)
        return replace(question, purpose=purpose)

    def _opened(self, entry: entries.Opened[Any]) -> str:
        rules = self._replay.rules
        said = _(
            "The game {game} is opened: {title}, scenario {scenario}, edition {edition}, preset {preset}, "
            "data set {data}. Seats: {seats}. Throws: {chance}"
        )
        seats = [_("{seat} ({person})").format(seat=s.seat, person=somebody(s.person)) for s in entry.seats]
        told = said.format(
            game=self._replay.game,
            title=term(rules.name),
            scenario=entry.scenario,
            edition=entry.edition,
            preset=entry.preset,
            data=entry.data[:12],
            seats=listed(seats),
            chance=entry.chance,
        )
        return " ".join(filter(None, (_imagined(entry), told, _lot(entry), own_tables(entry))))


def _imagined(entry: entries.Opened[Any]) -> str:
    """What stands before all else of a what-if that begins with what a seat knows."""
    if entry.imagined is None:
        return ""
    said = _("Nothing of what follows has happened in {game}, whose head there was {head}.")
    about = said.format(game=entry.imagined.game, head=entry.imagined.head[:16])
    return f"{what_if(entry.imagined)} {about}"


def _lot(entry: entries.Opened[Any]) -> str:
    """How people came to their seats, where they have signed on by themselves."""
    if entry.lot is None:
        return ""
    said = _("Who sits where follows from the lot {digest} and from those who signed on: {people}.")
    pairs = ((one.person, one.wish) for one in entry.lot.signed)
    people = [_("{person} ({seat})").format(person=who, seat=seat) if seat else who for who, seat in pairs]
    return said.format(digest=entry.lot.digest[:12], people=listed(people))


def printed(value: Any, names: Names, tag: str = "") -> Any:
    """An event, or a value of one with that tag, with printed names in the place of short ones. What is
    sealed in it stays sealed."""
    if isinstance(value, str):
        return names.get(tag + value) or names.get(value, value)
    if isinstance(value, tuple | list):
        return tuple([printed(part, names, tag) for part in value])
    if isinstance(value, dict):
        return {printed(key, names, tag): printed(part, names, tag) for key, part in value.items()}
    if isinstance(value, Sealed):
        return Sealed(value.to, printed(value.value, names, tag))
    if not names or not isinstance(value, Struct) or isinstance(value, Term):
        return value
    tag = tag or f"{tag_of(type(value))}:"
    parts = {at: printed(getattr(value, at), names, tag) for at in value.__struct_fields__}
    return replace(value, **parts)


def delegate_of(act: tuple[str, ...]) -> str:
    """Who has acted for somebody else; "" where nobody has."""
    return act[3] if len(act) > 4 and act[4] else ""


def _rewound(entry: entries.Rewound) -> str:
    said = _("The referee lets play go back to how it stood after event {position}: {reason}")
    if entry.by == entries.SEAT:
        said = _("{seat} takes back by itself what it has ordered after event {position}.")
        return said.format(seat=entry.seat, position=entry.to)
    if entry.by != "referee":
        said = _("All agree that play goes back to how it stood after event {position}: {reason}")
    anew = " " + _("Throws that were made since are made anew.") if entry.anew else ""
    reason = _("Its own slip.") if entry.reason == entries.OWN_SLIP else plain(entry.reason)
    return said.format(position=entry.to, reason=reason) + anew


def what_if(fork: entries.WhatIf | None) -> str:
    """Which game a what-if leaves, or what it is imagined from; "" for a game."""
    return told_what_if(left(fork))


def told_what_if(left: Mapping[str, Any] | None) -> str:
    """The same of what documents say of it."""
    if left is None:
        return ""
    said = _("What-if of {game} after event {at}.")
    if left.get("seat"):  # older documents do not say
        said = _("What-if of {game} after event {at}, as {seat} sees it; the rest is imagined, seed {seed}.")
    return said.format(**left)


def _forked(entry: entries.Forked) -> str:
    said = _("A what-if leaves {game} here, after event {at}, head {head}: what follows is not {game}.")
    said = said.format(game=entry.game, at=entry.at, head=entry.head[:16])
    return f"{said} {plain(entry.chance)}"


def _sheet(entry: entries.SheetCommitted) -> str:
    said = _("{party} has committed to sheet {sheet} of {count} secret cells.")
    return said.format(party=entry.party, sheet=entry.sheet, count=len(entry.cells))


def _root(entry: entries.RootCommitted) -> str:
    if not entry.root:
        return _("{party} goes on without cells of its own.").format(party=entry.party)
    said = _("{party} has committed to all its secret cells, {sheets} sheets a lane: {root}.")
    if entry.reason:
        said = _(
            "{party} has committed to new secret cells, {sheets} sheets a lane: {root}. All join anew with "
            "new phrases. {reason}"
        )
    return said.format(
        party=entry.party, sheets=entry.sheets, root=entry.root[:16], reason=plain(entry.reason)
    )


def _contributed(entry: entries.Contributed) -> str:
    said = _("{party} has opened its cell for throw {index}.")
    throw = f"{entry.lane}/{entry.index}" if entry.lane else entry.index
    return said.format(party=entry.party, index=throw)


def throw_of(question: Question) -> str:
    """The purpose, with the dice that are thrown or out of how many something is drawn."""
    said = _("{purpose}, {count} out of {sides}") if question.draw else _("{purpose}, {count}d{sides}")
    return said.format(purpose=question.purpose, count=question.count, sides=question.sides)


sentence_of = SentenceOf(person=plain, reason=plain, phrase=plain, what=("question", throw_of))

_OPEN: dict[type, Callable[[Any], str]] = {
    entries.RootCommitted: _root,
    SheetShown: sentence_of("The commitments of sheet {sheet} of lane {lane} are shown."),
    entries.SheetCommitted: _sheet,
    entries.Spent: Depending(
        "why",
        {entries.LOST: sentence_of("A cell of {seat} was lost on the way: it is spent.")},
        otherwise=sentence_of("A cell of {seat} was shown, and its line was refused: it is spent."),
    ),
    entries.Joined: sentence_of("{seat} joins with the phrase “{phrase}”."),
    entries.Contributed: _contributed,
    entries.Looked: sentence_of("{person} has looked at {at}: {reason}"),
    entries.Rewound: _rewound,
    entries.Forked: _forked,
    ThrownAgain: sentence_of("The throw of event {position} answers once more: {what}.", position="of"),
    entries.Asked: sentence_of("A throw is awaited for {purpose}.", purpose="question.purpose"),
}
"""What everybody may read as it is."""


def log(replay: Replay, viewer: str, after: int = 0) -> tuple[Logged, ...]:
    """The events later than the position `after` that logs show."""
    teller = Teller(replay, viewer)
    told = (teller.logged(position) for position in range(after + 1, len(replay) + 1))
    return tuple(line for line in told if line.text)


def log_text(lines: Sequence[Logged]) -> str:
    """The lines of a log at most 78 columns wide, under headings of turns and times; each line ends."""
    return "".join(f"{line}\n" for line in log_lines(lines))


def rule(entry: entries.Entry) -> str:
    """The rule that an entry follows from; "" for an order and for the opening."""
    if isinstance(entry, Fact):
        return entry.rule
    return entry.question.rule if isinstance(entry, Thrown | ThrownAgain | entries.Asked) else ""


def is_open(value: Any, viewer: str) -> bool:
    """Whether the viewer may know all of a value, at any depth."""
    if isinstance(value, Sealed):
        return value.seen_by(viewer) is not None
    if isinstance(value, Struct):
        return all(is_open(getattr(value, name), viewer) for name in value.__struct_fields__)
    if isinstance(value, dict):
        return all(is_open(part, viewer) for part in value.values())
    return not isinstance(value, list | tuple) or all(is_open(part, viewer) for part in value)


def log_lines(lines: Sequence[Logged], written: Container[int] = (), width: int = COLUMNS) -> Iterator[str]:
    """Those of `log_text`, one by one. Those of the positions `written` hold words of people: they are no
    wider than `width`, and go on behind a sign of quotation."""
    turn, time = "", -1
    for line in lines:
        if line.turn != turn:
            turn, time = line.turn, -1
            heading = f"-- {turn} "
            yield heading + "-" * (COLUMNS - len(heading))
        if line.at // MINUTE != time:
            time = line.at // MINUTE
            yield f"{'':{NUMBER}}  {minute(line.at)}"
        text = f"{line.text} [{line.rule}]" if line.rule else line.text
        first, rest = f"{line.position:{NUMBER}}  ", " " * (NUMBER + 2)
        if line.position in written:
            yield from wrap(text, first, rest[:-2] + "| ", width)
        else:
            yield from wrap(text, first, rest)
