"""The lines by which people begin games themselves, and what they mean."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from domain.game.entries.policy import PRESS
from domain.kit.errors import UnreadableOrder
from domain.titles import OURS, TITLES

PART_FORMS = (
    "72 h",
    "press white",
    "preset NAME",
    "called NAME",
    "as SEAT",
    "named PERSON",
    "reliable 80%",
    "with NAME ADDRESS",
)
"""What can stand between the commas."""

CHOICES = (
    "nmr",
    "grace",
    "vacation",
    "clock",
    "zone",
    "days",
    "delay",
    "anonymous",
    "advice",
    "sheets",
    "authority",
    "dice",
)
"""Policies that can be chosen by such a line, by the names that they have in a file."""

LONGEST = 1000
"""Signs of a line."""


class Guest(Struct, frozen=True):
    """Somebody whom another names."""

    person: str
    address: str


class Create(Struct, frozen=True, omit_defaults=True):
    """A list that is to be made; 0 and "" stand for what is usual. `wish` and `person` are the seat and the
    name of whoever asks for it; `least` is the percentage of answers in time that it asks for, with
    `reliable` that of the club; `choices` are policies, each by its name and as it is written."""

    title: str
    people: int = 0
    hours: int = 0
    press: str = ""
    preset: str = ""
    name: str = ""
    wish: str = ""
    person: str = ""
    reliable: bool = False
    least: int = 0
    guests: tuple[Guest, ...] = ()
    choices: tuple[tuple[str, str], ...] = ()


class Join(Struct, frozen=True):
    """With `stays` he stays on this list when another one seats him."""

    name: str
    wish: str = ""
    person: str = ""
    stays: bool = False


class Leave(Struct, frozen=True):
    name: str


class Close(Struct, frozen=True):
    name: str


class Games(Struct, frozen=True):
    """Mine, those that can be joined, and those that can be watched."""


class Ratings(Struct, frozen=True):
    """Who plays how well, in one title or in each."""

    title: str = ""


class StandBy(Struct, frozen=True):
    """He stands by in a game that is played."""

    name: str
    person: str = ""


class Observe(Struct, frozen=True):
    """The public news of a game come to him."""

    name: str
    person: str = ""


class StopObserving(Struct, frozen=True):
    """They come no more; without a name, those of no game."""

    name: str = ""


class Observers(Struct, frozen=True):
    """Who observes the games in which he plays."""


class Reliability(Struct, frozen=True):
    """Whether others may see how reliable he is."""

    shown: bool


class Help(Struct, frozen=True):
    """What can be written, for whoever has no seat."""


Watching = Observe | StopObserving | Observers
Command = Create | Join | Leave | Close | Games | Ratings | StandBy | Watching | Reliability | Help

_NAME = "(?P<name>[a-z0-9][a-z0-9-]{0,39})"
_WHO = "(?P<person>.{1,60}?)"
_FORMS: dict[type[Command], re.Pattern[str]] = {
    Join: re.compile(
        rf"(?i)join {_NAME}(?: as (?P<wish>[\w-]{{1,40}}))?(?: named {_WHO})?(?P<stays> also)?[.!]?"
    ),
    Leave: re.compile(rf"(?i)leave {_NAME}[.!]?"),
    Close: re.compile(rf"(?i)close {_NAME}[.!]?"),
    Games: re.compile(r"(?i)games[.!?]?"),
    Ratings: re.compile(r"(?i)ratings(?: (?:of |for )?(?P<title>.{1,40}?))?[.!?]?"),
    StandBy: re.compile(rf"(?i)standby (?!(?:on|off|yes|no)\b){_NAME}(?: named {_WHO})?[.!]?"),
    Observe: re.compile(rf"(?i)observe {_NAME}(?: named {_WHO})?[.!]?"),
    StopObserving: re.compile(rf"(?i)stop observing(?: {_NAME})?[.!]?"),
    Observers: re.compile(r"(?i)(?:show )?observers[.!?]?"),
    Reliability: re.compile(r"(?i)(?:(?P<shown>show)|hide) (?:my )?reliability[.!]?"),
    Help: re.compile(r"(?i)help[.!?]?"),
}
_CREATE = re.compile(
    r"create (?P<title>.{1,40}?)(?: for (?P<people>\d{1,2})(?: (?:people|players|persons))?)?", re.IGNORECASE
)
_PART = re.compile(
    r"for (?P<people>\d{1,2})(?: (?:people|players|persons))?"
    r"|(?P<hours>\d{1,4}) ?(?:h|hours?)"
    r"|(?P<days>\d{1,3}) ?(?:d|days?)"
    r"|press (?P<press>\w{1,10})"
    r"|preset (?P<preset>[\w-]{1,40})"
    rf"|called {_NAME}"
    r"|as (?P<wish>[\w-]{1,40})"
    r"|named (?P<person>.{1,60})"
    r"|reliable(?P<least>(?: \d{1,3} ?%)?)"
    r"|with (?:a )?(?P<standby>standby)s?"
    rf"|(?P<no>no )?(?P<choice>{'|'.join(CHOICES)})(?: (?P<value>\S.{{0,40}}))?"
    r"|(?:with |and )?(?P<guest>.{1,60}?) <?(?P<address>[^\s<>,]{1,200}@[^\s<>,]{1,200}?)>?",
    re.IGNORECASE,
)


def is_one(line: str) -> bool:
    """Whether a line begins like one of them, and not like a phrase or an order that begins alike."""
    first = line.split(maxsplit=1)[0].lower() if line.strip() else ""
    if first == "create":
        return True
    return any(form.fullmatch(line.strip()) for form in _FORMS.values())


def read(line: str) -> Command:
    """Raises `UnreadableOrder`."""
    line = " ".join(line.split())[:LONGEST]
    for kind, form in _FORMS.items():
        if found := form.fullmatch(line):
            said = found.groupdict("").items()
            return kind(**{name: _meant(line, name, written) for name, written in said})
    return _created(line)


def _meant(line: str, name: str, written: str) -> Any:
    """The value of a field. Raises `UnreadableOrder`."""
    if name in ("stays", "shown"):
        return bool(written)
    if name != "title" or not written:
        return written if name == "person" else written.lower()
    if title := title_meant(written):
        return title
    raise UnreadableOrder(line, len("ratings "), "No title of that name is here.", tuple(TITLES))


def _no_title(line: str, head: str) -> UnreadableOrder:
    behind = _plain(head).partition(" ")[2]
    begins = next((one for one in TITLES if behind.startswith(_plain(one) + " ")), "")
    if not begins:
        return UnreadableOrder(line, len("create "), "No title of that name is here.", tuple(TITLES))
    usual = f"create {_plain(begins)} for {TITLES[begins].scenarios[0].seats[0]} people"
    return UnreadableOrder(line, len("create "), "What stands behind the title is not known.", (usual,))


def _created(line: str) -> Create:
    head, *parts = (part.strip() for part in line.rstrip(".!").split(","))
    found = _CREATE.fullmatch(head)
    title = title_meant(found["title"]) if found else ""
    if not (found and title):
        raise _no_title(line, head)
    told, guests, choices = {"people": found["people"] or "0"}, list[Guest](), dict[str, str]()
    for number, part in enumerate(parts, 2):
        if not part:
            continue
        said = _PART.fullmatch(part)
        if said is None:
            why = f"Part {number} of it, counted by commas, is not known."
            raise UnreadableOrder(line, line.find(part), why, PART_FORMS)
        if said["standby"]:
            choices["nmr"] = "standby"
        elif said["choice"]:
            choices[said["choice"].lower()] = _choice(said["no"] or "", said["value"] or "")
        elif said["guest"]:
            guests.append(Guest(said["guest"], said["address"].lower()))
        else:
            told |= {name: value for name, value in said.groupdict().items() if value is not None}
    return _told(line, title, told, tuple(guests), tuple(choices.items()))


def _choice(no: str, value: str) -> str:
    """What is chosen, as the club's file writes it: of "advice", "no advice", "grace 12 h", "vacation 9"."""
    if no or not value:
        return "no" if no else "yes"
    bare = re.sub(r" days?$", "", value.lower())
    return re.sub(r"(?<=\d) (?=[a-z])", "", bare)


def _told(
    line: str,
    title: str,
    told: dict[str, str],
    guests: tuple[Guest, ...],
    choices: tuple[tuple[str, str], ...],
) -> Create:
    words = {
        name: _meant(line, name, told.get(name, "")) for name in ("press", "preset", "name", "wish", "person")
    }
    if words["press"] not in ("", *PRESS):
        raise UnreadableOrder(line, line.lower().find(words["press"]), "There is no such press.", PRESS)
    least = told.get("least", "0").strip(" %")
    return Create(
        title,
        int(told["people"]),
        int(told.get("hours", 0)) or 24 * int(told.get("days", 0)),
        **words,
        reliable=not least,
        least=int(least or 0),
        guests=guests,
        choices=choices,
    )


def title_meant(written: str) -> str:
    """The title that is meant by its short or its printed name, or by what the names of one alone begin with,
    of three letters at least; "" where there is none."""
    said = _plain(written)
    for titles in (OURS, TITLES):  # who names one of ours needs no other package
        names = {one: (_plain(one), _plain(rules.name)) for one, rules in titles.items()}
        called = [one for one, both in names.items() if said in both]
        if called:
            return called[0] if len(called) == 1 else ""
    begun = [one for one, both in names.items() if len(said) >= 3 and any(n.startswith(said) for n in both)]
    return begun[0] if len(begun) == 1 else ""


def _plain(written: str) -> str:
    return re.sub(r"[\s_:-]+", " ", written).lower()
