"""The lines that the desk knows besides the orders of a title: questions, press, orders that wait, people.

A title's own words come first: where its orders know "ready" or "resign", the desk's are "release" and
"resign seat".
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from domain.game.entries.people import ABANDON, DRAW
from domain.game.suggestions import classes, spelled
from domain.kit.conditions import is_condition
from domain.kit.errors import UnreadableOrder
from domain.kit.notation import Notation
from domain.kit.typed_words import typed_beside
from domain.kit.vocabulary import Name, Named, Vocabulary, names_of, nearest
from domain.titles import OURS, names
from projections.language.messages import _
from projections.reference.pages import VERBS
from referee.games.datasets import error_words, errors
from referee.reading.passages import AS, NOTE

EVERYBODY, REFEREE = "all", "referee"
"""Readers of press that are no seats."""

Position = Annotated[int, Meta(ge=1)]
Reader = Annotated[str, Named("reader")]


class What(Struct, frozen=True):
    FORM: ClassVar[str] = "what"


class Show(Struct, frozen=True):
    FORM: ClassVar[str] = "show[ {position}]"
    position: Position = 0


class Log(Struct, frozen=True):
    FORM: ClassVar[str] = "log[ since {position}]"
    position: Annotated[int, Meta(ge=0)] = 0


class Explain(Struct, frozen=True):
    FORM: ClassVar[str] = "explain {position}"
    position: Position


class Story(Struct, frozen=True):
    FORM: ClassVar[str] = "story {position}"
    position: Position


class Help(Struct, frozen=True):
    FORM: ClassVar[str] = "help[ {about}]"
    about: str = ""


class Ask(Struct, frozen=True):
    """What a title is asked about itself: a card, a table, a place, chances, a rule."""

    FORM: ClassVar[str] = "card {words}"
    verb: str
    words: str = ""


class Preview(Struct, frozen=True):
    """Asks what would follow from orders: those of its own line and all that stand below it."""

    FORM: ClassVar[str] = "preview"
    lines: tuple[str, ...]


class Proof(Struct, frozen=True):
    FORM: ClassVar[str] = "proof"


class Games(Struct, frozen=True):
    FORM: ClassVar[str] = "games"


class Ratings(Struct, frozen=True):
    FORM: ClassVar[str] = "ratings[ {title}]"
    title: Annotated[str, Named("title")] = ""


class Waiting(Struct, frozen=True):
    FORM: ClassVar[str] = "held"


class Advise(Struct, frozen=True):
    """Asks what a program would order. It is no question: everybody sees it, so that it must be proved whose
    it is."""

    FORM: ClassVar[str] = "advise"


class Press(Struct, frozen=True):
    """`text` is what stands after the colon, or in the lines to "end press"."""

    FORM: ClassVar[str] = "press to {to}"
    to: tuple[Reader, ...]
    text: str = ""


class AnonymousPress(Struct, frozen=True):
    FORM: ClassVar[str] = "anonymous press to {to}"
    to: tuple[Reader, ...]
    text: str = ""


class Wait(Struct, frozen=True):
    FORM: ClassVar[str] = "wait"


class Later(Struct, frozen=True):
    FORM: ClassVar[str] = "later {line}"
    line: str


class Conditional(Struct, frozen=True):
    """Orders for when something is so; `line` is the whole, in the words of the kit and the title."""

    FORM: ClassVar[str] = "if {line}"
    line: str


class Release(Struct, frozen=True):
    FORM: ClassVar[str] = "release"


class Withdraw(Struct, frozen=True):
    FORM: ClassVar[str] = "withdraw {number}"
    number: Position


class Replace(Struct, frozen=True):
    FORM: ClassVar[str] = "replace {number} with {line}"
    number: Position
    line: str


class Vacation(Struct, frozen=True):
    FORM: ClassVar[str] = "vacation {days}"
    days: str

    def dates(self) -> tuple[str, str]:
        """The first and the last day. Raises `UnreadableOrder`."""
        found = _DAYS.fullmatch(self.days)
        first, last = (found[1], found[2] or found[1]) if found else ("", "")
        if not (_is_date(first) and _is_date(last)):
            raise _no_days(f"vacation {self.days}", len("vacation "))
        return first, last


class Delegate(Struct, frozen=True):
    FORM: ClassVar[str] = "delegate to {whom}"
    whom: str

    def parts(self) -> tuple[str, str, str, str]:
        """The person, the address, the last day, and the scope. Raises `UnreadableOrder`."""
        found = _DELEGATE.fullmatch(self.whom)
        if not (found and _is_date(found[3])):
            raise _no_days(f"delegate to {self.whom}", len(f"delegate to {self.whom}"))
        return found[1], found[2] or "", found[3], (found[4] or "all").lower()


class Undelegate(Struct, frozen=True):
    FORM: ClassVar[str] = "undelegate {person}"
    person: str


class NewLink(Struct, frozen=True):
    FORM: ClassVar[str] = "new link"


class NewAddress(Struct, frozen=True):
    FORM: ClassVar[str] = "my address is {address}"
    address: str


class ResignSeat(Struct, frozen=True):
    FORM: ClassVar[str] = "resign seat[ {reason}]"
    reason: str = ""


class Takeover(Struct, frozen=True):
    FORM: ClassVar[str] = "takeover[ {seat}]"
    seat: Annotated[str, Named("seat")] = ""


class Standby(Struct, frozen=True):
    FORM: ClassVar[str] = "standby {listed}"
    listed: Annotated[str, Named("switch")]


class Agree(Struct, frozen=True):
    FORM: ClassVar[str] = "agree to {on}"
    on: Annotated[str, Named("matter")]


class Disagree(Struct, frozen=True):
    FORM: ClassVar[str] = "disagree to {on}"
    on: Annotated[str, Named("matter")]


class AgreeWins(Struct, frozen=True):
    FORM: ClassVar[str] = "agree that {winner} wins"
    winner: Annotated[str, Named("seat")]


class DisagreeWins(Struct, frozen=True):
    FORM: ClassVar[str] = "disagree that {winner} wins"
    winner: Annotated[str, Named("seat")]


class Concede(Struct, frozen=True):
    FORM: ClassVar[str] = "concede"


class Rolled(Struct, frozen=True):
    """What real dice show that the seat has thrown."""

    FORM: ClassVar[str] = "rolled {faces}"
    faces: tuple[Position, ...]


class ConfirmDice(Struct, frozen=True):
    """In a title that confirms something itself only the whole of it is ours, as of the next."""

    FORM: ClassVar[str] = "confirm[ dice]"


class DenyDice(Struct, frozen=True):
    FORM: ClassVar[str] = "deny[ dice]"


class Language(Struct, frozen=True):
    FORM: ClassVar[str] = "language {language}"
    language: str


class Zone(Struct, frozen=True):
    FORM: ClassVar[str] = "zone {zone}"
    zone: str


class Digest(Struct, frozen=True):
    FORM: ClassVar[str] = "digest {at}"
    at: str


class Mails(Struct, frozen=True):
    FORM: ClassVar[str] = "mails {how}"
    how: str


class Notices(Struct, frozen=True):
    FORM: ClassVar[str] = "notices {how}"
    how: str


class Note(Struct, frozen=True):
    """`left`: for whoever takes the seat. What stands below it in its mail is its text as well."""

    FORM: ClassVar[str] = "note"
    text: str
    left: bool = False


class Notes(Struct, frozen=True):
    FORM: ClassVar[str] = "notes[ {seat}]"
    seat: Annotated[str, Named("seat")] = ""


class ForgetNote(Struct, frozen=True):
    FORM: ClassVar[str] = "forget note {number}"
    number: Position


class ShareNotes(Struct, frozen=True):
    FORM: ClassVar[str] = "share notes"


class HideNotes(Struct, frozen=True):
    FORM: ClassVar[str] = "hide notes"


class LeaveNotes(Struct, frozen=True):
    FORM: ClassVar[str] = "share notes with my successor"


class WithholdNotes(Struct, frozen=True):
    FORM: ClassVar[str] = "hide notes from my successor"


class Dispute(Struct, frozen=True):
    """`said` are the events, the rule in brackets, the class of error, and the text."""

    FORM: ClassVar[str] = "dispute {said}"
    said: str

    def parts(self) -> tuple[tuple[int, ...], str, str, str]:
        """The events, the rule and the class, each "" where none, and the text. Raises `UnreadableOrder`."""
        found = _DISPUTE.fullmatch(self.said)
        assert found is not None  # every part of it may be missing
        error, text = ("", found[4]) if found[3] else _classed(self, found[4])
        return tuple(map(int, re.findall(r"\d+", found[1]))), found[2] or "", error, _worded(self, text)


class Appeal(Struct, frozen=True):
    FORM: ClassVar[str] = "appeal {said}"
    said: str

    def parts(self) -> tuple[int, str, str]:
        """The ruling, the class of error, "" where none, and the text. Raises `UnreadableOrder`."""
        found = _APPEAL.fullmatch(self.said)
        if found is None:
            first = f"appeal {self.said}".partition("\n")[0]
            raise UnreadableOrder(first, len("appeal "), "No ruling is named.", ("the number of the ruling",))
        error, text = ("", found[3]) if found[2] else _classed(self, found[3])
        return int(found[1]), error, _worded(self, text)


class WithdrawDispute(Struct, frozen=True):
    FORM: ClassVar[str] = "withdraw dispute {number}"
    number: Position


class TakeBack(Struct, frozen=True):
    """`to` is the event after which all is taken back, 0: the newest order."""

    FORM: ClassVar[str] = "take back {said}"
    to: int
    reason: str


class Undo(Struct, frozen=True):
    """Takes back by itself; `to` is the event after which all is taken back, 0: the newest order."""

    FORM: ClassVar[str] = "undo[ to {to}]"
    to: Annotated[int, Meta(ge=0)] = 0


class AgreeBack(Struct, frozen=True):
    FORM: ClassVar[str] = "agree to take back"


class RefuseBack(Struct, frozen=True):
    FORM: ClassVar[str] = "refuse take back"


QUESTIONS = (What, Show, Log, Explain, Story, Help, Waiting, Ask, Preview, Proof, Games, Ratings)
PRESS = (Press, AnonymousPress)
ORDERS = (Wait, Later, Conditional, Release, Withdraw, Replace)
PEOPLE = (Vacation, Delegate, Undelegate, NewAddress, NewLink, ResignSeat, Takeover, Standby, Agree, Disagree)
READERS = (Language, Zone, Digest, Mails, Notices)
RULINGS = (WithdrawDispute, Undo, AgreeBack, RefuseBack, AgreeWins, DisagreeWins, Concede)
ADVICE = (Advise,)
DICE = (Rolled, ConfirmDice, DenyDice)
DIARY = (Note, Notes, ForgetNote, ShareNotes, HideNotes, LeaveNotes, WithholdNotes)
TEXTS = (Dispute, Appeal, TakeBack)
OF_ANY_TURN = (*QUESTIONS, *PRESS, *RULINGS, *TEXTS, *DIARY, Agree, Disagree)
"""What the token of an older turn is enough for: none of it orders, or lets another act for the seat."""
WRITTEN = (*PRESS, *TEXTS, ResignSeat)
"""What has a text that other people read."""

ALL = tuple(
    kind
    for kind in (*QUESTIONS, *PRESS, *ORDERS, *PEOPLE, *READERS, *RULINGS, *ADVICE, *DICE, *DIARY)
    if kind not in (Ask, Preview, Conditional, Note)
)
"""What has a form that a notation can read; questions to the reference have words of their own, and what is
tried, or hangs on a condition, has those of the title."""

ALIKE = 0.7
"""How like the name of a class of error a text may be that is none."""

LONGEST_NAME, ODDS, LONGEST_CLASS = 6, 10, 60
"""Words of a name that is asked for, so many more of a question for chances, signs of a class of error."""

_SAID = typed_beside(__name__, *ALL)
_WORDS = _SAID.words
MAY_END = ("agree", *_WORDS["agree"], "concede", *_WORDS["concede"], "resign", "abandon")
"""Words that are in every line by which a game or a seat may end."""

_OF_NOTES = ("note", "notes", "forget", "share", "hide")
_OF_DICE = [one for word in ("rolled", "confirm", "deny") for one in (word, *_WORDS[word])]
_TITLES_TOO = (
    *("ready", "resign", "take", "refuse", "advise", *_WORDS["advise"]),
    *(*_OF_NOTES, *_OF_DICE, *VERBS),
)
_FIRST = (
    frozenset(kind.FORM.split("[")[0].split()[0] for kind in (*ALL, *TEXTS, Note, Preview))
    | {word for also in _WORDS.values() for word in also}
    | {*VERBS}
)
_DISPUTE = re.compile(r"((?:[ ,]*\d+\b)*)[ ,]*(?:\[([^\]\s]{1,40})\])? ?(:?)(.*)", re.DOTALL)
_APPEAL = re.compile(r"[ :]*(\d{1,6})\b ?(:?)(.*)", re.DOTALL)
_CLASS = re.compile(rf" *(?:{AS}) +([^ :\n][^:\n]*)(:|\n|$)(.*)", re.IGNORECASE | re.DOTALL)
_TAKE_BACK = re.compile(r"take back(?: to (?:event )?(\d{1,6})\b)? ?[:,]?(.*)", re.IGNORECASE)
_RESIGN = re.compile(r"resign seat(?: ?[:,]| |$)(.*)", re.IGNORECASE)
_DAYS = re.compile(r"(\d{4}-\d\d-\d\d)(?: ?(?:to|until|till|-|\.\.) ?(\d{4}-\d\d-\d\d))?", re.IGNORECASE)
_DELEGATE = re.compile(
    r"(.{1,80}?)(?: <?([^\s<>]{1,200}@[^\s<>]{1,200}?)>?)? until (\d{4}-\d\d-\d\d)"
    r"(?: for (orders|press|all))?",
    re.IGNORECASE,
)


def takes(line: str, seats: Sequence[str]) -> bool:
    """Whether the line begins like one of the desk's, and not like an order of a title gone wrong."""
    first = line.split(maxsplit=1)[0].rstrip(":.,").lower() if line.strip() else ""
    if first not in _FIRST:
        return is_condition(line)
    return bool(NOTE.match(line)) or first not in _TITLES_TOO or _can_be_read(line, seats)


def may_end(command: Struct) -> bool:
    """Whether a game or a seat may end by it."""
    if isinstance(command, Agree):
        return command.on in (DRAW, ABANDON)
    return isinstance(command, ResignSeat | Concede | AgreeWins)


def _can_be_read(line: str, seats: Sequence[str]) -> bool:
    try:
        read_line(line, seats)
    except UnreadableOrder:
        return False
    return True


def read_line(line: str, seats: Sequence[str]) -> Struct:
    """The command that a line means. Raises `UnreadableOrder`."""
    first, *rest = line.split("\n")
    word = first.partition(" ")[0].rstrip(":").lower()
    if is_condition(line):
        return Conditional(line)
    if word in VERBS:
        return _asked(line, word)
    if word == "preview":
        return _tried(line)
    if begun := NOTE.match(first):
        return _noted(line, begun[0])
    back, resigned = _TAKE_BACK.fullmatch(first), _RESIGN.fullmatch(first)
    if word in ("dispute", "appeal"):
        said = "\n".join([first[len(word) :], *rest]).strip()
        disputed: Dispute | Appeal = Dispute(said) if word == "dispute" else Appeal(said)
        disputed.parts()
        return disputed
    if back:
        return TakeBack(int(back[1] or 0), back[2].strip())
    if resigned:
        return ResignSeat(resigned[1].strip())
    words = first.partition(":")[0].lower().split()[:2]
    if words[:1] != ["press"] and words != ["anonymous", "press"]:
        return _notation(tuple(seats)).read(first)
    return _pressed(first, rest, seats)


def _pressed(first: str, rest: Sequence[str], seats: Sequence[str]) -> Press | AnonymousPress:
    """Raises `UnreadableOrder`."""
    beginning, colon, text = first.partition(":")
    command = _notation(tuple(seats)).read(beginning)
    said = "\n".join([text.strip(), *rest]).strip("\n") if colon else ""
    if not said.strip():
        why = "This press has no text."
        raise UnreadableOrder(first, len(first), why, ('a colon and the text, or lines down to "end press"',))
    assert isinstance(command, Press | AnonymousPress)
    return type(command)(command.to, said)


def _asked(line: str, verb: str) -> Ask:
    """Raises `UnreadableOrder` for orders of a title that begin alike ("cards koi none"), and for prose."""
    first, _end, more = line.partition("\n")
    words = first.strip()[len(verb) :].strip(" :?.")
    if more or (verb == "cards" and words) or len(words.split()) > LONGEST_NAME + ODDS * (verb == "odds"):
        raise UnreadableOrder(first, len(verb), "This is too long for a question.", ("a name or a number",))
    return Ask(verb, words)


def _classed(said: Dispute | Appeal, text: str) -> tuple[str, str]:
    """The class of error that stands before the text, and the text without it: "as sending error: …".

    What is nearly a class is not taken for text: the referee would be suggested nothing, and nobody would
    notice. Raises `UnreadableOrder`.
    """
    found = _CLASS.fullmatch(text)
    if found is None or len(called := found[1].rstrip(" ")) > LONGEST_CLASS:
        return "", text
    name, known = spelled(called), error_words()
    if name in known:
        return known[name], found[3]
    close = nearest(name, {one: one for one in known}, ALIKE) if found[2] == ":" else ""
    if not close:
        return "", text
    first = f"{said.FORM.split()[0]} {said.said}".partition("\n")[0]
    why = _("There is no such class of error. There are: {known}.").format(known=", ".join(classes(errors())))
    raise UnreadableOrder(first, max(first.find(called), 0), why, (f"as {close}: …",))


def _tried(line: str) -> Preview:
    """Raises `UnreadableOrder`."""
    lines = line[len("preview") :].lstrip(" :").splitlines()
    found = tuple(one.strip() for one in lines if one.strip())
    if not found:
        raise UnreadableOrder(
            line, len(line), "No order stands below it.", ("the orders that you would try",)
        )
    return Preview(found)


def _noted(line: str, begun: str) -> Note:
    """Raises `UnreadableOrder`."""
    text = line[len(begun) :].strip()
    if not text:
        raise UnreadableOrder(line, len(line), "This note has no text.", ("a colon and the text",))
    return Note(text, "successor" in begun.lower())


def _worded(said: Dispute | Appeal, text: str) -> str:
    """The text of a dispute. Raises `UnreadableOrder`."""
    first = f"{said.FORM.split()[0]} {said.said}".partition("\n")[0]
    if not text.strip():
        instead = ('what is disputed, here or in lines down to "end dispute"',)
        raise UnreadableOrder(first, len(first), "It has no text.", instead)
    return text.strip()


def _other_names(title: str) -> tuple[str, ...]:
    """How people call it beside its short name: by its first word; and ours as it is printed, up to a sign.
    No line needs to know what is printed on that of another package so much as to import it."""
    printed = re.split("[:,;]", OURS[title].name)[0].strip() if title in OURS else ""
    return tuple(filter(None, (printed, title.partition("_")[0])))


@cache
def _notation(seats: tuple[str, ...]) -> Notation:
    kinds = {
        "reader": (*map(Name, seats), *names_of(_SAID.kind("reader", (EVERYBODY, REFEREE)))),
        "seat": tuple(map(Name, seats)),
        "title": tuple(Name(one, _other_names(one)) for one in names()),
        "switch": names_of(_SAID.kind("switch", ("on", "off"))),
        "matter": names_of(_SAID.kind("matter", ("pause", "resume", "show", ABANDON, DRAW))),
    }
    return Notation(ALL, Vocabulary(kinds), _WORDS, _SAID.optional)


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _no_days(line: str, column: int) -> UnreadableOrder:
    return UnreadableOrder(line, column, "The days cannot be read.", ("days such as 2026-12-01",))
