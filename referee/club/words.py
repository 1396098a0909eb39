"""The lines by which people begin games themselves, and what they mean.

Create, Join, Leave, Close, Games, Ratings, StandBy, Observe, StopObserving, Observers, Reliability, Help
             what a line asks for
is_one       whether a line begins like one of them
read         what it means; raises `UnreadableOrder`
title_meant  the title that somebody calls by its name, or by a beginning of it
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from domain.game.entries.policy import PRESS
from domain.kit.errors import UnreadableOrder
from domain.titles import TITLES

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

_NAMED = r"[a-z0-9][a-z0-9-]{0,39}"
_JOIN = re.compile(
    rf"join ({_NAMED})(?: as ([\w-]{{1,40}}))?(?: named (.{{1,60}}?))?( also)?[.!]?", re.IGNORECASE
)
_ONE = re.compile(rf"(leave|close) ({_NAMED})[.!]?", re.IGNORECASE)
_GAMES = re.compile(r"games[.!?]?", re.IGNORECASE)
_RATINGS = re.compile(r"ratings(?: (?:of |for )?(.{1,40}?))?[.!?]?", re.IGNORECASE)
_HELP = re.compile(r"help[.!?]?", re.IGNORECASE)
_STANDBY = re.compile(
    rf"standby (?!(?:on|off|yes|no)\b)({_NAMED})(?: named (.{{1,60}}?))?[.!]?", re.IGNORECASE
)
_OBSERVE = re.compile(rf"observe ({_NAMED})(?: named (.{{1,60}}?))?[.!]?", re.IGNORECASE)
_STOP = re.compile(rf"stop observing(?: ({_NAMED}))?[.!]?", re.IGNORECASE)
_OBSERVERS = re.compile(r"(?:show )?observers[.!?]?", re.IGNORECASE)
_RELIABILITY = re.compile(r"(show|hide) (?:my )?reliability[.!]?", re.IGNORECASE)
_CREATE = re.compile(r"create (.{1,40}?)(?: for (\d{1,2})(?: (?:people|players|persons))?)?", re.IGNORECASE)
_GUEST = re.compile(r"(?:with |and )?(.{1,60}?) <?([^\s<>,]{1,200}@[^\s<>,]{1,200}?)>?", re.IGNORECASE)
_PARTS = {
    "people": re.compile(r"for (\d{1,2})(?: (?:people|players|persons))?", re.IGNORECASE),
    "hours": re.compile(r"(\d{1,4}) ?(?:h|hours?)", re.IGNORECASE),
    "days": re.compile(r"(\d{1,3}) ?(?:d|days?)", re.IGNORECASE),
    "press": re.compile(r"press (\w{1,10})", re.IGNORECASE),
    "preset": re.compile(r"preset ([\w-]{1,40})", re.IGNORECASE),
    "name": re.compile(rf"called ({_NAMED})", re.IGNORECASE),
    "wish": re.compile(r"as ([\w-]{1,40})", re.IGNORECASE),
    "person": re.compile(r"named (.{1,60})", re.IGNORECASE),
    "reliable": re.compile(r"reliable(?: (\d{1,3}) ?%)?", re.IGNORECASE),
    "nmr": re.compile(r"with (?:a )?(standby)s?", re.IGNORECASE),
}
_CHOICE = re.compile(rf"(no )?({'|'.join(CHOICES)})(?: (\S.{{0,40}}))?", re.IGNORECASE)


def is_one(line: str) -> bool:
    """Whether a line begins like one of them, and not like a phrase or an order that begins alike."""
    first = line.split(maxsplit=1)[0].lower() if line.strip() else ""
    if first == "create":
        return True
    forms = (_JOIN, _ONE, _GAMES, _RATINGS, _HELP, _STANDBY, _OBSERVE, _STOP, _OBSERVERS, _RELIABILITY)
    return any(form.fullmatch(line.strip()) for form in forms)


def read(line: str) -> Command:
    """Raises `UnreadableOrder`."""
    line = " ".join(line.split())[:LONGEST]
    if _GAMES.fullmatch(line):
        return Games()
    if found := _RATINGS.fullmatch(line):
        return _ratings(line, found[1] or "")
    if _HELP.fullmatch(line):
        return Help()
    if found := _RELIABILITY.fullmatch(line):
        return Reliability(found[1].lower() == "show")
    if found := _STANDBY.fullmatch(line):
        return StandBy(found[1].lower(), found[2] or "")
    if watching := _watching(line):
        return watching
    if found := _JOIN.fullmatch(line):
        return Join(found[1].lower(), (found[2] or "").lower(), found[3] or "", bool(found[4]))
    if found := _ONE.fullmatch(line):
        return (Leave if found[1].lower() == "leave" else Close)(found[2].lower())
    return _created(line)


def _ratings(line: str, written: str) -> Ratings:
    title = title_meant(written) if written else ""
    if written and not title:
        raise UnreadableOrder(line, len("ratings "), "No title of that name is here.", tuple(TITLES))
    return Ratings(title)


def _watching(line: str) -> Watching | None:
    if found := _OBSERVE.fullmatch(line):
        return Observe(found[1].lower(), found[2] or "")
    if found := _STOP.fullmatch(line):
        return StopObserving((found[1] or "").lower())
    return Observers() if _OBSERVERS.fullmatch(line) else None


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
    title = title_meant(found[1]) if found else ""
    if not (found and title):
        raise _no_title(line, head)
    told, guests = {"people": found[2] or "0"}, list[Guest]()
    choices = dict[str, str]()
    for number, part in enumerate(parts, 2):
        if not part:
            continue
        name = next((name for name, form in _PARTS.items() if form.fullmatch(part)), "")
        guest = _GUEST.fullmatch(part)
        choice = _CHOICE.fullmatch(part)
        if name == "nmr":
            choices[name] = _found(name, part).lower()
        elif name:
            told[name] = _found(name, part)
        elif choice:
            choices[choice[2].lower()] = _choice(choice[1] or "", choice[3] or "")
        elif guest:
            guests.append(Guest(guest[1], guest[2].lower()))
        else:
            why = f"Part {number} of it, counted by commas, is not known."
            raise UnreadableOrder(line, line.find(part), why, PART_FORMS)
    return replace(_told(line, title, told, tuple(guests)), choices=tuple(choices.items()))


def _choice(no: str, value: str) -> str:
    """What is chosen, as the club's file writes it: of "advice", "no advice", "grace 12 h", "vacation 9"."""
    if no or not value:
        return "no" if no else "yes"
    bare = re.sub(r" days?$", "", value.lower())
    return re.sub(r"(?<=\d) (?=[a-z])", "", bare)


def _told(line: str, title: str, told: Mapping[str, str], guests: tuple[Guest, ...]) -> Create:
    small = {name: value.lower() for name, value in told.items()}
    press = small.get("press", "")
    if press and press not in PRESS:
        raise UnreadableOrder(line, line.lower().find(press), "There is no such press.", PRESS)
    return Create(
        title,
        int(told["people"]),
        int(told.get("hours", 0)) or 24 * int(told.get("days", 0)),
        press,
        small.get("preset", ""),
        small.get("name", ""),
        small.get("wish", ""),
        told.get("person", ""),
        told.get("reliable") == "",
        int(told.get("reliable") or 0),
        guests,
    )


def _found(name: str, part: str) -> str:
    found = _PARTS[name].fullmatch(part)
    assert found is not None  # it was matched just now
    return found[1] or ""


def title_meant(written: str) -> str:
    """The title that is meant by its short or its printed name, or by what the names of one alone begin with,
    of three letters at least; "" where there is none."""
    said = _plain(written)
    for titles in (TITLES.at_hand, TITLES):  # who names one of ours needs no other package
        names = {one: (_plain(one), _plain(rules.name)) for one, rules in titles.items()}
        called = [one for one, both in names.items() if said in both]
        if called:
            return called[0] if len(called) == 1 else ""
    begun = [one for one, both in names.items() if len(said) >= 3 and any(n.startswith(said) for n in both)]
    return begun[0] if len(begun) == 1 else ""


def _plain(written: str) -> str:
    return re.sub(r"[\s_:-]+", " ", written).lower()
