"""The lines by which people begin games themselves, and what they mean.

Create, Join, Leave, Close, Games   what a line asks for
is_one    whether a line begins like one of them
read      what it means; raises `UnreadableOrder`
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from domain.game.entries.policy import PRESS
from domain.kit.errors import UnreadableOrder
from domain.titles import TITLES

FORMS = (
    "create TITLE [for N people], [HOURS h], [press KIND], [preset NAME], [called NAME], [as SEAT], "
    "[reliable], [with NAME ADDRESS, …]",
    "join NAME [as SEAT] [named PERSON] [also]",
    "leave NAME",
    "close NAME",
    "games",
)

LONGEST = 1000
"""Signs of a line."""


class Guest(Struct, frozen=True):
    """Somebody whom another names."""

    person: str
    address: str


class Create(Struct, frozen=True, omit_defaults=True):
    """A list that is to be made; 0 and "" stand for what is usual. `wish` and `person` are the seat and the
    name of whoever asks for it."""

    title: str
    people: int = 0
    hours: int = 0
    press: str = ""
    preset: str = ""
    name: str = ""
    wish: str = ""
    person: str = ""
    reliable: bool = False
    guests: tuple[Guest, ...] = ()


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


Command = Create | Join | Leave | Close | Games

_NAMED = r"[a-z0-9][a-z0-9-]{0,39}"
_JOIN = re.compile(
    rf"join ({_NAMED})(?: as ([\w-]{{1,40}}))?(?: named (.{{1,60}}?))?( also)?[.!]?", re.IGNORECASE
)
_ONE = re.compile(rf"(leave|close) ({_NAMED})[.!]?", re.IGNORECASE)
_GAMES = re.compile(r"games[.!?]?", re.IGNORECASE)
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
    "reliable": re.compile(r"(reliable)", re.IGNORECASE),
}


def is_one(line: str) -> bool:
    """Whether a line begins like one of them, and not like a phrase or an order that begins alike."""
    first = line.split(maxsplit=1)[0].lower() if line.strip() else ""
    if first == "create":
        return True
    return any(form.fullmatch(line.strip()) for form in (_JOIN, _ONE, _GAMES))


def read(line: str) -> Command:
    """Raises `UnreadableOrder`."""
    line = " ".join(line.split())[:LONGEST]
    if _GAMES.fullmatch(line):
        return Games()
    if found := _JOIN.fullmatch(line):
        return Join(found[1].lower(), (found[2] or "").lower(), found[3] or "", bool(found[4]))
    if found := _ONE.fullmatch(line):
        return (Leave if found[1].lower() == "leave" else Close)(found[2].lower())
    return _created(line)


def _created(line: str) -> Create:
    head, *parts = (part.strip() for part in line.rstrip(".!").split(","))
    found = _CREATE.fullmatch(head)
    title = _title(found[1]) if found else ""
    if not (found and title):
        raise UnreadableOrder(line, len("create "), "No title of that name is here.", tuple(TITLES))
    told, guests = {"people": found[2] or "0"}, list[Guest]()
    for part in filter(None, parts):
        name = next((name for name, form in _PARTS.items() if form.fullmatch(part)), "")
        guest = _GUEST.fullmatch(part)
        if name:
            told[name] = _found(name, part)
        elif guest:
            guests.append(Guest(guest[1], guest[2].lower()))
        else:
            why = "This part of it is not known."
            raise UnreadableOrder(line, line.find(part), why, ("72 h", "press white", "with NAME ADDRESS"))
    return _told(line, title, told, tuple(guests))


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
        "reliable" in told,
        guests,
    )


def _found(name: str, part: str) -> str:
    found = _PARTS[name].fullmatch(part)
    assert found is not None  # it was matched just now
    return found[1]


def _title(written: str) -> str:
    """The title that is meant, by its short or its printed name; "" where none is."""
    plain = re.sub(r"[\s_-]+", " ", written).lower()
    for title, rules in TITLES.items():
        if plain in (title.replace("_", " "), rules.name.lower()):
            return title
    return ""
